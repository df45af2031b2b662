/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast along a plan. The message tells the receiver its part of the chain: by
 * plan in W2, the receiver has the chain; by list the body begins with that part of
 * it, two nodes in a flit, then comes the data.
 *
 *   arrival in a slot -> start the worms of all children from the slot
 *                     -> copy to the caller's buffer while they leave
 *                     -> return when they have left
 *   ACKs of all children (off the critical path) -> the slot is free
 *
 * Cost: as many worms as there are members but one; in sequence at each member
 * as many as it has children; no copying and no waiting before a
 * child's worm starts. A child's list is a part of its sender's: the NI sends it from
 * where that lies, and the data from behind it.
 *
 * A member keeps its last message, in its slot or at the root in `kept`, until
 * all children have accepted it, and only then forwards the next: a
 * PULL from a child can only mean that one. A child that asks is sent a MESSAGE
 * again, to the group's queue.
 */
#include <stdlib.h>
#include <string.h>

#include "multicast_priv.h"

/* What both kinds of plan do is written once and compiled twice: a core's time between a
 * message and its first worm is the latency of the tree. */
#define TWICE inline __attribute__((always_inline))

/* --- parts in W2 ------------------------------------------------------------- */

static inline uint32_t part_pack(const struct noc_part *part)
{
    return part->left | (uint32_t)part->right << WIRE_RIGHT_SHIFT;
}

static inline uint32_t list_pack(const struct noc_part *part)
{
    uint32_t count = (uint32_t)part->right - part->left + 1;

    return count | (uint32_t)(part->self - part->left) << WIRE_PLACE_SHIFT |
           (part->left & 1u) << WIRE_ODD_SHIFT;
}

/* Flits of the list that comes with this W2. */
static inline uint32_t list_flits(uint32_t w2)
{
    return (wire_bits(w2, 0, WIRE_PLACE_BITS) + wire_bits(w2, WIRE_ODD_SHIFT, 1) + 1) / 2;
}

/* What a message brings: chain[part] and the data. */
struct share {
    const uint16_t *chain;
    struct noc_part part;
    const uint32_t *data;
    uint32_t flits;
    uint32_t from; /* who sent it; kept by list only */
};

/* By list: a message of `flits` in all. False: what it says makes no sense. */
static TWICE bool share_of_list(struct share *s, const uint32_t *body, uint32_t flits, uint32_t w1,
                                uint32_t w2)
{
    uint32_t count = wire_bits(w2, 0, WIRE_PLACE_BITS), list = list_flits(w2);
    uint32_t place = wire_bits(w2, WIRE_PLACE_SHIFT, WIRE_PLACE_BITS);
    uint32_t left = wire_bits(w2, WIRE_ODD_SHIFT, 1);

    *s = (struct share){
        .chain = (const uint16_t *)body,
        .part = {(uint16_t)left, (uint16_t)(left + count - 1), (uint16_t)(left + place)},
        .data = body + list,
        .flits = flits - list,
        .from = wire_source(w1),
    };
    return place < count && list <= flits && s->chain[left + place] == noc_layer.rank;
}

/* By plan: this core knows its part since it made the plan. False: the sender has another plan. */
static inline bool share_of_plan(struct share *s, const noc_plan *plan, const uint32_t *body,
                                 uint32_t flits, uint32_t w2)
{
    *s = (struct share){
        .chain = plan->chain,
        .part = plan->part,
        .data = body,
        .flits = flits,
    };
    return w2 == part_pack(&s->part);
}

/* --- forwarding --------------------------------------------------------------- */

void cast_wait_entries(uint32_t entries)
{
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_MULTICAST, 0, -1, NOC_FOREVER);
    wait.watch = entries & ~noc_layer.entries_taken;
    (void)wait_more(&wait);
    noc_progress();
}

__attribute__((noinline)) unsigned cast_entry_find(unsigned e, bool may_sleep)
{
    for (;;) {
        uint32_t busy = ni_read(NI_TX_BUSY) | noc_layer.entries_taken;
        unsigned n;

        for (n = BODY_ENTRY; n < NOC_TX_ENTRIES; n++, e = entry_after(e)) {
            if (!(busy & 1u << e)) {
                return e;
            }
        }
        if (may_sleep) {
            cast_wait_entries(1u << e); /* started longest ago: most likely leaves first */
        }
    }
}

/* What the worms of one multicast share. */
struct cast {
    const noc_plan *plan;
    const uint16_t *chain; /* by plan not set: it is the plan's */
    const uint32_t *data;
    uint32_t w0, w1; /* w0 without the entry, and without the list */
};

static TWICE void cast_make(struct cast *c, const struct noc_group *g, const noc_plan *plan,
                            const struct share *share, uint32_t sequence, const bool lists)
{
    c->plan = plan;
    if (lists) {
        c->chain = share->chain;
    }
    c->data = share->data;
    c->w0 = WORM(NOC_WORM_MESSAGE, g->queue) | share->flits;
    c->w1 = sequence << WIRE_TAG_SHIFT;
}

static TWICE const uint16_t *cast_chain(const struct cast *c, const bool lists)
{
    return lists ? c->chain : c->plan->chain;
}

/* By list: the child's is the words of the chain in which its part lies. */
static inline bool start_list(const struct cast *c, const struct noc_part *part, uint32_t entry,
                              uint32_t to)
{
    uint32_t list = noc_part_flits(part);

    TRACE_WORM(noc_header_node(to), c->w0 + list, c->w1, list_pack(part));
    return ni_tx_list(ni_address(c->chain + part->left / 2 * 2), list, ni_address(c->data),
                      (c->w0 + list) | entry << NI_TX_W0_ENTRY_SHIFT, c->w1, list_pack(part),
                      to) == NOC_TX_OK;
}

/* Start the worm of one child. */
static TWICE bool start(const struct cast *c, const struct noc_part *part, bool may_sleep,
                        const bool lists)
{
    unsigned e = cast_entry(may_sleep);
    uint32_t to;

    to = (uint32_t)cast_chain(c, lists)[part->self] << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST;
    if (lists) {
        return start_list(c, part, e, to);
    }
    TRACE_WORM(noc_header_node(to), c->w0, c->w1, part_pack(part));
    return ni_tx(ni_address(c->data), c->w0 | e << NI_TX_W0_ENTRY_SHIFT, c->w1, part_pack(part),
                 to) == NOC_TX_OK;
}

/* The next child's part: within one's own, whatever nodes a list names. */
static TWICE bool next_part(const struct cast *c, struct noc_part *mine, struct noc_part *theirs,
                            const bool lists)
{
    return c->plan->algorithm->next(&c->plan->env, cast_chain(c, lists), mine, theirs);
}

/* --- what children answer ------------------------------------------------------- */

void cast_forget(struct noc_group *g)
{
    noc_plan *plan = g->plan;

    if (g->outstanding) {
        memset(g->lacking, 0, (noc_layer.size + 31) / 32 * sizeof(*g->lacking));
        g->outstanding = 0;
    }
    g->plan = NULL;
    if (g->relayed) {
        slot_release(g->relayed);
        g->relayed = NULL;
    }
    if (plan && plan->dead) {
        plan_release(plan);
    }
}

void group_give_up(struct noc_group *g)
{
    while (ni_read(NI_TX_BUSY) & MULTICAST_ENTRIES & ~noc_layer.entries_taken) {
        /* what a child asked for again still leaves: every worm is sunk */
    }
    cast_forget(g);
}

/* All children of the message forwarded last: with the first of their answers, when all worms may
 * have been started, and nobody waits for this core. A list may name nodes twice, or such as there
 * are not. */
static void note_children(struct noc_group *g)
{
    const noc_plan *plan = g->plan;
    const bool planned = plan->root || !plan->lists;
    const uint16_t *chain = planned ? plan->chain : g->chain;
    struct noc_part mine = planned ? plan->part : g->mine, theirs;
    struct noc_worm_progress legs = {0};

    g->outstanding -= NOT_NOTED;
    while (noc_plan_next(plan->algorithm, &plan->env, chain, &mine, &theirs, &legs)) {
        uint32_t node = chain[theirs.self], bit = UINT32_C(1) << node % 32;

        if (node < noc_layer.size && !(g->lacking[node / 32] & bit)) {
            g->lacking[node / 32] |= bit;
            g->outstanding++;
        }
    }
}

/* Whether this node has not yet the message forwarded last, and is to get it from here: others may
 * say what they like. */
static bool lacks(struct noc_group *g, uint32_t node)
{
    if (!g->outstanding || node >= noc_layer.size) {
        return false;
    }
    if (g->outstanding & NOT_NOTED) {
        note_children(g);
    }
    return g->lacking[node / 32] >> node % 32 & 1;
}

void group_acknowledged(unsigned queue, uint32_t from)
{
    struct noc_group *g = &noc_layer.group[queue - NOC_QUEUE_GROUP];

    if (lacks(g, from)) {
        g->lacking[from / 32] &= ~(UINT32_C(1) << from % 32);
        if (--g->outstanding == 0) {
            cast_forget(g);
        }
    }
}

/* The message forwarded last, to one child again. */
static TWICE void resend(const struct noc_group *g, uint32_t to, const bool lists)
{
    const struct share share = {g->chain, g->mine, g->body, g->flits, 0};
    struct noc_part mine = g->mine, theirs;
    struct cast c;

    cast_make(&c, g, g->plan, &share, g->tag, lists);
    while (next_part(&c, &mine, &theirs, lists)) {
        if (cast_chain(&c, lists)[theirs.self] == to) {
            noc_layer.broken |= !start(&c, &theirs, false, lists);
            return;
        }
    }
}

void group_pulled(unsigned queue, uint32_t from)
{
    struct noc_group *g = &noc_layer.group[queue - NOC_QUEUE_GROUP];

    if (!lacks(g, from)) {
        return; /* it has it, or it is not its parent that it asks */
    }
    if (g->plan->worms) {
        worms_resend(g, from);
    } else {
        g->plan->lists ? resend(g, from, true) : resend(g, from, false);
    }
}

/* The message forwarded last lies in the group's only slot: move it to the heap. */
bool group_relieve(struct noc_group *g)
{
    struct slot *old = g->relayed, *moved;
    uint32_t list = old ? (uint32_t)(g->body - old->body) : 0;
    ptrdiff_t chain = old ? g->chain - (const uint16_t *)old->body : 0;

    moved = old ? slot_on_heap(old, list + g->flits) : NULL;
    if (!moved) {
        return false;
    }
    copy_long(moved->body, old->body, list + g->flits);
    g->relayed = moved;
    g->body = moved->body + list;
    g->chain = (const uint16_t *)moved->body + chain; /* by plan it is not looked at */
    while (ni_read(NI_TX_BUSY) & MULTICAST_ENTRIES & ~noc_layer.entries_taken) {
        /* what a child asked for again still leaves the slot */
    }
    slot_release(old);
    return true;
}

/* --- the call --------------------------------------------------------------------- */

/* Remember what is forwarded, for children that will ask for it. relayed: the
 * slot it lies in, or NULL. Until all worms are started the count cannot reach 0. */
static TWICE void remember(struct noc_group *g, noc_plan *plan, const struct share *share,
                           struct slot *relayed, const bool lists)
{
    g->outstanding = STARTING | NOT_NOTED;
    g->plan = plan;
    if (lists) {
        g->chain = share->chain;
    }
    g->mine = share->part;
    g->body = share->data;
    g->flits = share->flits;
    g->relayed = relayed;
    g->tag = g->sequence++;
}

/* Why the NI refuses a worm: it is for no node, or for this one, which a list can say. */
static inline noc_err refused(const bool lists)
{
    return lists ? NOC_ERR_LIST : NOC_ERR_HARDWARE;
}

/* Start the worms that are left. */
static TWICE noc_err send_rest(struct noc_group *g, const struct cast *c, struct noc_part mine,
                               uint32_t started, uint32_t *copy, noc_err err, const bool lists)
{
    struct noc_part theirs;

    while (!err && next_part(c, &mine, &theirs, lists)) {
        if (start(c, &theirs, true, lists)) {
            started++;
        } else {
            err = refused(lists);
        }
    }
    cast_end(g, copy, started);
    return err;
}

static __attribute__((noinline)) noc_err send_rest_by_plan(struct noc_group *g,
                                                           const struct cast *c,
                                                           struct noc_part mine, bool any,
                                                           uint32_t *copy, noc_err err)
{
    return send_rest(g, c, mine, any, copy, err, false);
}

static __attribute__((noinline)) noc_err send_rest_by_list(struct noc_group *g,
                                                           const struct cast *c,
                                                           struct noc_part mine, bool any,
                                                           uint32_t *copy, noc_err err)
{
    return send_rest(g, c, mine, any, copy, err, true);
}

/* Hand the group's next message on. The first worm goes before any bookkeeping. */
static TWICE noc_err send_all(struct noc_group *g, noc_plan *plan, const struct share *share,
                              struct slot *relayed, uint32_t *copy, const bool lists)
{
    struct noc_part mine = share->part, theirs;
    noc_err err = NOC_ERR_OK;
    bool any = false;
    struct cast c;

    cast_make(&c, g, plan, share, g->sequence, lists);
    if (next_part(&c, &mine, &theirs, lists)) {
        any = start(&c, &theirs, false, lists);
        err = any ? NOC_ERR_OK : refused(lists);
    }
    remember(g, plan, share, relayed, lists);
    return lists ? send_rest_by_list(g, &c, mine, any, copy, err)
                 : send_rest_by_plan(g, &c, mine, any, copy, err);
}

noc_err cast_wait_taken(const struct noc_group *g, const struct wait *wait)
{
    noc_err err;

    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

static __attribute__((noinline)) noc_err multicast_root(struct noc_group *g, noc_plan *plan,
                                                        uint32_t *body, uint32_t flits,
                                                        uint32_t timeout)
{
    const struct share all = {plan->chain, plan->part, body, flits, 0};
    struct wait wait;
    noc_err err;

    if (flits > g->slot_flits) {
        return NOC_ERR_LENGTH;
    }
    if (!g->kept && !group_keeps(g)) {
        return NOC_ERR_MEMORY;
    }
    if (g->outstanding) {
        wait_begin(&wait, NOC_WAIT_MULTICAST, g->sequence, -1, timeout);
        err = cast_wait_taken(g, &wait);
        if (err) {
            return err;
        }
    }
    return plan->lists ? send_all(g, plan, &all, NULL, g->kept, true)
                       : send_all(g, plan, &all, NULL, g->kept, false);
}

/* --- where it arrives --------------------------------------------------------------- */

/* The group's next message if it has come, out of the list. */
static struct slot *message_find(struct noc_group *g)
{
    struct slot **link = &g->arrived.head, *slot;

    while (*link && wire_tag((*link)->w1) != g->sequence) {
        link = &(*link)->next;
    }
    slot = *link;
    if (slot) {
        list_remove(&g->arrived, link);
    }
    return slot;
}

/* From the front of the queue straight: progress
 * sees to so many of others' messages that it may not come to this one. */
struct slot *cast_message_take(struct noc_group *g)
{
    if (!cast_front(g)) {
        return message_find(g);
    }
    g->vacant--;
    return slot_take(g->queue);
}

__attribute__((noinline)) bool cast_must_sleep(struct noc_group *g, const struct wait *wait,
                                               noc_err *err)
{
    struct slot **link = &g->arrived.head;

    noc_layer.multicast_queue = g->queue;
    noc_progress();
    noc_layer.multicast_queue = 0;
    while (*link) {
        struct slot *slot = *link;

        if (wire_tag(slot->w1) == g->sequence) {
            return false;
        }
        if ((int16_t)(wire_tag(slot->w1) - g->sequence) < 0) { /* this core has had it, and asked */
            list_remove(&g->arrived, link);
            slot_release(slot);
        } else {
            link = &slot->next;
        }
    }
    *err = wait_prepare(wait);
    return !*err;
}

/* For noc_plan_parent: what a list has told. */
static inline void note_list(noc_plan *plan, const struct share *share)
{
    plan->parent = (int32_t)share->from;
    plan->answers_for = (uint32_t)share->part.right - share->part.left + 1;
}

/* This member's message: hand it on, or if there is nobody to hand it to, copy it. */
static TWICE noc_err take(struct noc_group *g, noc_plan *plan, const struct share *share,
                          struct slot *slot, uint32_t *body, const bool lists)
{
    noc_err err;

    if (lists && share->part.left != share->part.right) {
        err = send_all(g, plan, share, slot, body, true);
        note_list(plan, share);
        return err;
    }
    if (share->part.left != share->part.right) {
        return send_all(g, plan, share, slot, body, false);
    }
    copy_long(body, share->data, share->flits);
    g->sequence++;
    slot_release(slot);
    if (lists) {
        note_list(plan, share);
    }
    return NOC_ERR_OK;
}

noc_err cast_drop(struct noc_group *g, struct slot *slot)
{
    g->sequence++;
    slot_release(slot);
    return NOC_ERR_LIST;
}

/* A message that came early, or comes while children still lack the one before,
 * or is too long. */
static __attribute__((noinline)) noc_err member_slowly(struct noc_group *g, noc_plan *plan,
                                                       uint32_t *body, uint32_t max_flits,
                                                       const struct wait *wait)
{
    struct slot *slot = cast_message_take(g);
    struct share share;
    noc_err err = NOC_ERR_OK;

    if (!plan->lists ? !share_of_plan(&share, plan, slot->body, NOC_GET(slot->w0, NI_TX_W0, LENGTH),
                                      slot->w2)
                     : !share_of_list(&share, slot->body, NOC_GET(slot->w0, NI_TX_W0, LENGTH),
                                      slot->w1, slot->w2)) {
        err = cast_drop(g, slot);
    }
    if (!err && share.flits > max_flits) {
        err = NOC_ERR_TRUNCATED;
    } else if (!err && share.part.left != share.part.right && g->outstanding) {
        err = cast_wait_taken(g, wait);
    }
    if (!err) {
        err = plan->lists ? take(g, plan, &share, slot, body, true)
                          : take(g, plan, &share, slot, body, false);
    } else if (err != NOC_ERR_LIST) {
        list_append(&g->arrived, slot); /* as if not looked at */
    }
    ni_write(NI_WAITING, 0);
    return err;
}

/* The message at the front, straight from the NI's registers. */
static TWICE noc_err member_straight(struct noc_group *g, noc_plan *plan, uint32_t *body,
                                     uint32_t flits, const bool lists)
{
    uint32_t w2 = ni_read(ni_queue(NI_RX_W2, g->queue));
    struct slot *slot = slot_of(ni_read(ni_queue(NI_RX_ADDR, g->queue)));
    uint32_t w1 = lists ? ni_read(ni_queue(NI_RX_W1, g->queue)) : 0;
    struct share share;
    noc_err err;

    mmio_fence_in();
    TRACE_FRONT(g->queue);
    ni_write(ni_queue(NI_RX_POP, g->queue), 1);
    g->vacant--;
    if (!lists && share_of_plan(&share, plan, slot->body, flits, w2)) {
        err = take(g, plan, &share, slot, body, false);
    } else if (lists && share_of_list(&share, slot->body, flits, w1, w2)) {
        err = take(g, plan, &share, slot, body, true);
    } else {
        err = cast_drop(g, slot);
    }
    ni_write(NI_WAITING, 0);
    return err;
}

static TWICE noc_err multicast_member(struct noc_group *g, noc_plan *plan, uint32_t *body,
                                      uint32_t max_flits, uint32_t timeout, const bool lists)
{
    uint32_t w0 = cast_front(g), flits;
    noc_err err = NOC_ERR_OK;
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_MULTICAST, g->sequence, plan->parent, timeout);
    while (!w0 && cast_must_sleep(g, &wait, &err)) {
        TRACE_SLEEP(&wait);
        ni_sleep();
        TRACE_AWAKE();
        w0 = cast_front(g);
    }
    if (err) {
        ni_write(NI_WAITING, 0);
        return err;
    }
    flits = NOC_GET(w0, NI_TX_W0, LENGTH); /* less the list, if it is one */
    if (!w0 ||
        flits - (lists ? list_flits(ni_read(ni_queue(NI_RX_W2, g->queue))) : 0) > max_flits ||
        g->outstanding) {
        return member_slowly(g, plan, body, max_flits, &wait);
    }
    return member_straight(g, plan, body, flits, lists);
}

static __attribute__((noinline)) noc_err member_by_plan(struct noc_group *g, noc_plan *plan,
                                                        uint32_t *body, uint32_t max_flits,
                                                        uint32_t timeout)
{
    return multicast_member(g, plan, body, max_flits, timeout, false);
}

static __attribute__((noinline)) noc_err member_by_list(struct noc_group *g, noc_plan *plan,
                                                        uint32_t *body, uint32_t max_flits,
                                                        uint32_t timeout)
{
    return multicast_member(g, plan, body, max_flits, timeout, true);
}

/* Worms with several destinations, and arguments that are none. Here, so that others do not
 * take longer for it. */
static __attribute__((noinline)) noc_err aside(noc_plan *plan, void *body, uint32_t flits,
                                               uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    if (!plan || plan->dead || ni_address(body) % 4 || (!body && flits)) {
        err = plan_refusal(plan);
        __asm__("" : "+r"(err)); /* no tail call: README.md counts the instructions of the others */
        return err;
    }
    return plan->group->count == 1 ? NOC_ERR_OK : worms_multicast(plan, body, flits, timeout);
}

noc_err noc_multicast(noc_plan *plan, void *body, uint32_t flits, uint32_t timeout)
{
    struct noc_group *g;

    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!plan || plan->aside || ni_address(body) % 4 || (!body && flits)) {
        return aside(plan, body, flits, timeout);
    }
    g = plan->group;
    if (g->count == 1) {
        return NOC_ERR_OK;
    }
    if (plan->root) {
        return multicast_root(g, plan, body, flits, timeout);
    }
    return plan->lists ? member_by_list(g, plan, body, flits, timeout)
                       : member_by_plan(g, plan, body, flits, timeout);
}
