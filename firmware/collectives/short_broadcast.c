/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Broadcast of one short message, straight: the same messages as by libnoc's binomial tree, without
 * requests and without a walk's bookkeeping. A member looks for its message at the front of queue 0,
 * copies it, and sends it on to its children, the widest subtree first. A short message that comes
 * before its turn is copied aside. Whatever else comes, or does not come, is left to a walk, which
 * goes on from the step that this has come to.
 */
#include "collective/cost.h"
#include "collective/schedules.h"
#include "collective/tree.h"
#include "eager/eager.h"
#include "progress/wait.h"
#include "slots/copy.h"

#include "straight.h"

/* The call under way. */
struct cast {
    struct noc_group *group;
    struct room *room;
    struct group_calls *calls;
    uint32_t *body;
    uint32_t words, root, tag;
    uint32_t timeout, began;
};

/* --- sending ------------------------------------------------------------------------------- */

/* Whether a message may go there now, or soon. */
static NOINLINE bool is_idle(uint32_t to)
{
    struct layer_state *l = &noc_layer;
    struct keeping *none = NULL;
    unsigned looks;

    for (looks = 0; looks < LOOKS && !l->detour; looks++) {
        if (eager_idle(l, to, KEPT_USER)) {
            return true;
        }
        if (ni_read(NI_PENDING) & SIGNAL && !take_acknowledgement(l, &none)) {
            return false;
        }
    }
    return false;
}

static INLINE bool send(const struct cast *c, uint32_t rank)
{
    struct layer_state *l = &noc_layer;
    const uint32_t to = group_node(c->group, rank);
    struct kept *k;

    if (l->busy && !is_idle(to)) {
        return false;
    }
    k = l->kept[l->kept_live].copy;
    copy_words(k->body, c->body, 4 * c->words);
    return eager_go(l, l->kept_live, k, to, c->tag, group_w2(c->group, true) | wire_pad(0),
                    c->words) == NOC_ERR_OK;
}

/* To all children. False: *number is the step that could not be done. */
static INLINE bool send_on(const struct cast *c, const struct noc_call *call, uint32_t width,
                           uint32_t *number)
{
    uint32_t half, child;

    for (half = width / 2; half; half /= 2) {
        child = noc_tree_child(c->group->rank, half);
        if (child < call->count) {
            if (!send(c, child)) {
                return false;
            }
            ++*number;
        }
    }
    return true;
}

/* --- receiving ----------------------------------------------------------------------------- */

enum looked { CAME, NOT_YET, SOMETHING_ELSE };

/* The front of queue 0 may be for a later call. What is of this one must be a broadcast. */
static NOINLINE bool put_aside(const struct cast *c)
{
    const uint32_t tag = wire_tag(ni_read(NI_RX_W1));

    return !tag_same_sequence(tag, c->tag) && front_early(c->room, group_w2(c->group, true));
}

/* Look for it a while. */
static enum looked look(const struct cast *c, uint32_t w1, uint32_t w2)
{
    struct keeping *none = NULL;
    unsigned looks = LOOKS;

    do {
        const uint32_t pending = ni_read(NI_PENDING) & (QUEUE | SIGNAL | OTHERS);

        if (pending & OTHERS) {
            return SOMETHING_ELSE;
        }
        if (pending & QUEUE) {
            if (front_is(w1, w2, c->words)) {
                return CAME;
            }
            if (!put_aside(c)) {
                return SOMETHING_ELSE;
            }
        } else if (pending && !take_acknowledgement(&noc_layer, &none)) {
            return SOMETHING_ELSE;
        }
    } while (--looks);
    return NOT_YET;
}

/* It does not come at once. */
static NOINLINE enum looked wait_for(const struct cast *c, uint32_t w1, uint32_t w2)
{
    enum looked looked = look(c, w1, w2);
    struct wait wait;

    if (looked != NOT_YET || early_is_wrong(c->room, w1, w2)) {
        return looked; /* a walk finds out what is wrong */
    }
    wait_begin(&wait, NOC_WAIT_COLLECTIVE, NOC_BROADCAST, (int32_t)wire_source(w1),
               c->timeout < ASK_CYCLES ? c->timeout : ASK_CYCLES);
    while (looked == NOT_YET && !wait_more(&wait)) {
        looked = look(c, w1, w2);
    }
    return looked;
}

/* Among those that came before their turn. */
static NOINLINE bool take_early(const struct cast *c, uint32_t w1, uint32_t w2)
{
    struct early *e = early_find(c->room, w1, w2, c->words);

    if (e) {
        copy_few(c->body, e->value, c->words);
        early_remove(c->room, e);
    }
    return e;
}

/* False: a walk has to. */
static INLINE bool receive(const struct cast *c, uint32_t parent)
{
    const uint32_t w1 = c->tag << WIRE_TAG_SHIFT | group_node(c->group, parent);
    const uint32_t w2 = wire_user(c->group->context, true, parent) | wire_pad(0);
    uint32_t *body;

    if (c->room->earlies && take_early(c, w1, w2)) {
        return true;
    }
    if (look(c, w1, w2) != CAME && wait_for(c, w1, w2) != CAME) {
        return false;
    }
    body = front_take();
    copy_words(c->body, body, 4 * c->words);
    front_release(body);
    return true;
}

/* --- the whole ----------------------------------------------------------------------------- */

/* All steps, numbered as in the schedule. False: *number is the one that is not done. */
static INLINE bool steps(const struct cast *c, uint32_t *number)
{
    const uint32_t rank = c->group->rank;
    const struct noc_call call = {
        .operation = NOC_BROADCAST, .count = (uint16_t)c->group->count, .root = (uint16_t)c->root};
    const uint32_t width = noc_tree_width(&call, rank);

    *number = 0;
    if (rank != c->root) {
        if (!receive(c, noc_tree_parent(&call, rank, width))) {
            return false;
        }
        *number = 1;
    }
    return send_on(c, &call, width, number);
}

/* The call goes on as a walk, from this step. */
static NOINLINE noc_err go_on(const struct cast *c, uint32_t number)
{
    const struct arguments a = {
        .operation = NOC_BROADCAST, .to = c->body, .length = 4 * c->words, .root = c->root};
    const struct resumed resumed = {number, false, NULL};
    const uint32_t lasted = hart_cycles_low() - c->began;

    return call_resume(c->calls, &a, &resumed,
                       c->timeout == NOC_FOREVER ? NOC_FOREVER
                       : c->timeout > lasted     ? c->timeout - lasted
                                                 : 0);
}

/* Whether this is what calls of such a length take anyway. */
static INLINE bool is_binomial(const struct group_calls *c, uint32_t bytes)
{
    const struct noc_call call = {.operation = NOC_BROADCAST};
    const uint32_t length = noc_cost_class(&call, bytes);
    const struct choice *choice = &c->choice[NOC_BROADCAST][choice_place(length)];

    return choice->schedule == &noc_schedule_broadcast_binomial && choice->length == length &&
           !choice->ordered && !c->use[NOC_BROADCAST];
}

/* Whether the way is free. */
static INLINE bool is_free(const struct layer_state *l, const struct room *room,
                           const struct noc_group *g)
{
    const struct group_calls *c = room->groups;

    return c && c->group == g && !c->stopped && !c->breach.kind && !room->walks && !room->flows &&
           room->spare && l->pull_slot && !l->posted && !l->unexpected.head && !l->stream[0].plan &&
           !l->stream[1].plan;
}

/* Whether the core may read and write it. */
static INLINE bool holds(const struct layer_state *l, const void *p)
{
    return !(ni_address(p) % 4) && ni_address(p) - mmio_ram_base() < l->ram_front;
}

noc_err short_broadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                        uint32_t timeout)
{
    struct layer_state *l = &noc_layer;
    struct cast c;
    uint32_t number;

    if (!g || !bytes || bytes > NOC_EAGER_BYTES || bytes % 4 || root >= g->count ||
        !l->collectives || !is_free(l, l->collectives, g) ||
        !is_binomial(l->collectives->groups, bytes) || !holds(l, body)) {
        return call_broadcast(g, body, bytes, root, timeout);
    }
    c.began = hart_cycles_low();
    c.group = g;
    c.room = l->collectives;
    c.calls = l->collectives->groups;
    c.body = body;
    c.words = bytes / 4;
    c.root = root;
    c.timeout = timeout;
    c.tag = call_enter(c.calls, NOC_BROADCAST, root);
    return steps(&c, &number) ? NOC_ERR_OK : go_on(&c, number);
}
