/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Allreduce of a few words, straight: the same messages as by libnoc's recursive doubling, without
 * requests. What is waited for is looked for at the front of queue 0, combined where it lies, and
 * its slot is given back. While it is on its way, the next round's worm is described to the NI.
 * Acknowledgements are taken while there is nothing else to do. A message that comes before its
 * turn, of a later round or call, is copied aside. Whatever else comes is left to noc_progress. When
 * the deadline passes, or after a long time, the call goes on as a walk, which has the state that
 * lasts.
 */
#include "eager/eager.h"
#include "matching/matching.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/copy.h"
#include "slots/slots.h"
#include "collective/fold.h"
#include "collective/schedules.h"

#include "straight.h"

/* The call under way. */
struct straight {
    struct noc_group *group;
    struct room *room;
    struct group_calls *calls;
    const noc_op *op;    /* by which what comes is combined: the program's, or `order` */
    const noc_op *given; /* the program's */
    noc_op order;        /* where it matters on which side of the value that is */
    const void *from;
    void *to;
    uint32_t elements, words;
    uint32_t w1, w2;      /* of what is sent; what comes has its sender in them */
    uint32_t w2_context;  /* W2 without its sender */
    struct keeping *spot; /* the first free copy, if a worm is described to the NI whose copy it is;
                              NULL: none is */
    struct keeping *limit; /* the copies before it may be used without a look at whom those in front
                              of them went to: all of them are of this call, each to another node */
    uint32_t timeout, began;
    uint32_t place;             /* in the rounds, if the order matters */
    const struct partner *with; /* whose message is waited for; NULL: outside of the rounds */
    bool sent;                  /* the message of the step that is not done */
    uint8_t then;               /* enum noc_then, of a message outside of the rounds */
    _Alignas(8) uint32_t value[SHORT_BYTES / 4]; /* what is combined so far */
};

/* --- sending ------------------------------------------------------------------------------- */

/* Whether a message can go there, what has come of acknowledgements taken. */
static bool is_idle(uint32_t to)
{
    return (drain(&noc_layer) || eager_idle(&noc_layer, to, KEPT_USER)) && !noc_layer.detour;
}

/* Wait a little until one can. */
static bool make_idle(uint32_t to)
{
    unsigned looks;

    for (looks = 0; looks < LOOKS && !noc_layer.detour; looks++) {
        if (is_idle(to)) {
            return true;
        }
        progress_signals();
    }
    return false;
}

/* The first free copy, for a message to that node, when the last one went to `last`; NULL: none can
 * go there yet. One acknowledgement is enough where all that is not acknowledged is of this call. */
static NOINLINE struct keeping *vacate(struct straight *s, uint32_t to, uint32_t last)
{
    struct layer_state *l = &noc_layer;
    struct keeping *none = NULL;
    bool vacant;

    if (s->limit != l->kept) {
        vacant = ni_read(NI_PENDING) & SIGNAL && take_acknowledgement(l, &none);
    } else {
        vacant = is_idle(to);
        if (l->kept_live == 1 && l->kept[0].to == last) {
            s->limit = &l->kept[KEPT_USER];
        }
    }
    return vacant ? &l->kept[l->kept_live] : NULL;
}

/* Write down the worm with this copy, and tell the NI what it has not told it of another. */
static INLINE void describe_with(struct straight *s, struct keeping *spot, uint32_t to)
{
    struct kept *k = spot->copy;
    const uint32_t w0 = k->plain | s->words;

    s->spot = spot;
    spot->to = to;
    k->w0 = w0;
    k->w1 = s->w1;
    k->w2 = s->w2;
    ni_write(NI_TX_ADDR, ni_address(k->body));
    ni_write(NI_TX_W0, w0);
}

/* Describe the next worm to the NI, all but its body and its destination. If a message to that node
 * cannot go yet, none is described. */
static INLINE void describe(struct straight *s, uint32_t to)
{
    struct layer_state *l = &noc_layer;

    if (LIKELY(!l->busy) || is_idle(to)) {
        describe_with(s, &l->kept[l->kept_live], to);
        ni_write(NI_TX_W1, s->w1);
        ni_write(NI_TX_W2, s->w2);
    } else {
        s->spot = NULL;
    }
}

/* The same for the one after that, while an answer is on its way: the NI has W1 and W2. */
static INLINE void describe_next(struct straight *s, uint32_t to, uint32_t last)
{
    struct keeping *spot = s->spot + 1;

    if (LIKELY(spot < s->limit) || (spot = vacate(s, to, last))) {
        describe_with(s, spot, to);
    } else {
        s->spot = NULL;
    }
}

/* Start what is described. */
static INLINE bool launch(const struct straight *s, const struct keeping *spot, uint32_t to)
{
    struct layer_state *l = &noc_layer;

    copy_few(spot->copy->body, s->value, s->words);
    TRACE_WORM(to, spot->copy->w0, s->w1, s->w2);
    mmio_fence_out();
    ni_write(NI_TX_DEST, to << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST);
    if (ni_read(NI_TX_STATUS) != NOC_TX_OK) {
        return eager_refused() == NOC_ERR_OK;
    }
    l->kept_live++;
    kept_happened(to, ON_KEPT_SEND);
    return true;
}

/* None is described: its destination had yet to acknowledge, or others used the NI. */
static NOINLINE bool launch_late(struct straight *s, uint32_t to)
{
    if (!make_idle(to)) {
        return false;
    }
    describe(s, to);
    return s->spot && launch(s, s->spot, to);
}

/* False: not now. */
static INLINE bool send(struct straight *s, uint32_t to)
{
    struct keeping *spot = s->spot;

    return LIKELY(spot != NULL) ? launch(s, spot, to) : launch_late(s, to);
}

/* --- what came -------------------------------------------------------------------------------- */

/* order.combine: with the value on the side where its sender's place is. */
static void combine_in_order(const noc_op *op, void *value, const void *came, uint32_t elements)
{
    struct straight *s =
        (struct straight *)(void *)((char *)(uintptr_t)op - offsetof(struct straight, order));
    uint32_t *in = (uint32_t *)(uintptr_t)came; /* a slot's body */
    uint32_t then = s->then;

    if (s->with) {
        then = s->place >> (s->with - s->calls->partner) & 1 ? NOC_BEFORE : NOC_AFTER;
    }
    if (then == NOC_BEFORE) {
        s->given->combine(s->given, value, in, elements);
    } else {
        if (then == NOC_AFTER) {
            s->given->combine(s->given, in, value, elements);
        }
        copy_few(value, in, s->words);
    }
}

/* On which side matters from now on. */
static INLINE void keep_order(struct straight *s)
{
    s->order.combine = combine_in_order;
    s->op = &s->order;
}

static INLINE void combine(struct straight *s, uint32_t *came)
{
    s->op->combine(s->op, s->value, came, s->elements);
}

/* Among those that came before their turn. */
static bool take_early(struct straight *s, uint32_t w1, uint32_t w2)
{
    struct early *e = early_find(s->room, w1, w2, s->words);

    if (e) {
        combine(s, e->value);
        early_remove(s->room, e);
    }
    return e;
}

/* The same among unexpected messages, where noc_progress may have put it. */
static bool take_unexpected(struct straight *s, uint32_t w1, uint32_t w2)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;

    while (*link && ((*link)->w1 != w1 || (*link)->w2 != w2 ||
                     NOC_GET((*link)->w0, NI_TX_W0, LENGTH) != s->words)) {
        COUNTED(passed);
        link = &(*link)->next;
    }
    if (!*link) {
        return false;
    }
    slot = unexpected_unlink(link);
    combine(s, slot->body);
    slot_release(slot);
    return true;
}

/* The front of queue 0, which has something, is what is waited for. */
static INLINE void use_front(struct straight *s)
{
    uint32_t *body = front_take();

    combine(s, body);
    front_release(body);
}

/* The front of queue 0 may be for a later round or call. What is of this call must be an allreduce. */
static NOINLINE bool put_aside(const struct straight *s)
{
    const uint32_t tag = wire_tag(ni_read(NI_RX_W1));

    return (tag == wire_tag(s->w1) || !tag_same_sequence(tag, wire_tag(s->w1))) &&
           front_early(s->room, s->w2_context);
}

/* --- waiting ------------------------------------------------------------------------------------ */

enum looked { CAME, NOT_YET, SOMETHING_ELSE };

/* Look for it a while. */
static INLINE enum looked look(struct straight *s, uint32_t w1, uint32_t w2)
{
    unsigned looks = LOOKS;

    do {
        const uint32_t pending = ni_read(NI_PENDING) & (QUEUE | SIGNAL | OTHERS);

        if (pending & OTHERS) {
            return SOMETHING_ELSE;
        }
        if (pending & QUEUE) {
            if (front_is(w1, w2, s->words)) {
                return CAME;
            }
            if (!put_aside(s)) {
                return SOMETHING_ELSE;
            }
        } else if (pending && looks <= s->calls->patience &&
                   !take_acknowledgement(&noc_layer, &s->spot)) {
            return SOMETHING_ELSE;
        }
    } while (--looks);
    return NOT_YET;
}

/* It does not come soon. False: it has not come, and this is no place to wait for it any longer. */
static bool wait_for(struct straight *s, uint32_t w1, uint32_t w2, enum looked looked)
{
    uint32_t lasted = hart_cycles_low() - s->began;
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_COLLECTIVE, NOC_ALLREDUCE, (int32_t)wire_source(w1),
               s->timeout < ASK_CYCLES ? s->timeout : ASK_CYCLES);
    wait.deadline -= lasted < ASK_CYCLES ? lasted : ASK_CYCLES;
    if (early_is_wrong(s->room, w1, w2)) {
        (void)earlies_end();
        looked = SOMETHING_ELSE;
    }
    do {
        if (looked == SOMETHING_ELSE) {
            s->limit = noc_layer.kept; /* it may send */
            s->spot = NULL;
            noc_progress();
            if (take_unexpected(s, w1, w2)) {
                return true;
            }
            if (s->calls->breach.kind || breach_seen(s->calls, wire_tag(s->w1), wire_sender(w2))) {
                return false;
            }
        }
        if (wait_more(&wait)) {
            return false;
        }
        looked = look(s, w1, w2);
        if (looked == NOT_YET && s->room->flows) {
            looked = SOMETHING_ELSE; /* the sleep may have ended for them */
        }
    } while (looked != CAME);
    use_front(s);
    return true;
}

/* It is not at the front of queue 0. */
static NOINLINE bool receive_late(struct straight *s, uint32_t w1, uint32_t w2)
{
    enum looked looked;

    if (take_early(s, w1, w2) || take_unexpected(s, w1, w2)) {
        return true;
    }
    looked = look(s, w1, w2);
    if (looked != CAME) {
        return wait_for(s, w1, w2, looked);
    }
    use_front(s);
    return true;
}

/* From the node in W1, whose rank is in W2. */
static INLINE bool receive(struct straight *s, uint32_t w1, uint32_t w2)
{
    if (LIKELY((ni_read(NI_PENDING) & (QUEUE | OTHERS)) == QUEUE && front_is(w1, w2, s->words)) ||
        (!s->room->earlies && !noc_layer.unexpected.head && look(s, w1, w2) == CAME)) {
        use_front(s);
        return true;
    }
    return receive_late(s, w1, w2);
}

/* The same where nobody is in a hurry. */
static NOINLINE bool receive_from(struct straight *s, uint32_t from, enum noc_then then)
{
    s->then = (uint8_t)then;
    s->with = NULL;
    return receive_late(s, s->w1 | group_node(s->group, from),
                        s->w2_context | wire_user(0, false, from));
}

static NOINLINE bool send_to(struct straight *s, uint32_t to)
{
    s->spot = NULL;
    return launch_late(s, group_node(s->group, to));
}

/* --- the whole --------------------------------------------------------------------------------- */

/* All rounds of members whose places differ in a bit. Returns how many are done. */
static INLINE uint32_t rounds(struct straight *s)
{
    const struct partner *first = s->calls->partner, *end = first + s->calls->rounds, *p = first;
    uint32_t node = p->node, last, w1, w2;

    describe(s, node);
    for (;;) {
        if (!send(s, node)) {
            return (uint32_t)(p - first);
        }
        w1 = s->w1 | node;
        w2 = s->w2_context | p->sender;
        s->with = p++;
        if (p == end) {
            break;
        }
        last = node;
        node = p->node; /* prepared while the answer is on its way */
        describe_next(s, node, last);
        if (!receive(s, w1, w2)) {
            s->sent = true;
            return (uint32_t)(p - 1 - first);
        }
    }
    s->sent = true;
    return (uint32_t)(p - first) - !receive(s, w1, w2);
}

/* Those of a member that another one takes part for. */
static NOINLINE bool pair_steps(struct straight *s, uint32_t rank, uint32_t *number)
{
    *number = 0;
    if (!send_to(s, rank - 1)) {
        return false;
    }
    *number = 1;
    keep_order(s);
    return receive_from(s, rank - 1, NOC_STORE);
}

/* All steps, numbered as in the schedule. False: *number is the one that is not done. */
static INLINE bool steps(struct straight *s, uint32_t *number)
{
    const struct noc_fold *fold = &s->calls->fold;
    const uint32_t rank = s->group->rank;
    const bool paired = rank < 2 * fold->pairs;
    uint32_t done;

    if (__builtin_expect(paired, 0)) {
        if (rank & 1) {
            return pair_steps(s, rank, number);
        }
        *number = 1;
        if (!receive_from(s, rank + 1, NOC_AFTER)) {
            return false;
        }
    }
    done = rounds(s);
    if (__builtin_expect(1u << done < fold->places, 0)) {
        *number = 1 + paired + done;
        return false;
    }
    if (__builtin_expect(paired, 0)) {
        *number = 2 + done;
        s->sent = false;
        return send_to(s, rank + 1);
    }
    return true;
}

/* The call goes on as a walk, from this step. */
static NOINLINE noc_err go_on(const struct straight *s, uint32_t number)
{
    const struct arguments a = {.operation = NOC_ALLREDUCE,
                                .from = s->from,
                                .to = s->to,
                                .length = s->elements,
                                .op = s->given};
    const struct resumed resumed = {number, s->sent, s->value};
    uint32_t lasted = hart_cycles_low() - s->began;

    if (s->calls->breach.kind) {
        breach_report(s->calls);
        return NOC_ERR_MISMATCH;
    }
    return call_resume(s->calls, &a, &resumed,
                       s->timeout == NOC_FOREVER ? NOC_FOREVER
                       : s->timeout > lasted     ? s->timeout - lasted
                                                 : 0);
}

/* Whether the core may read and write so few words there. */
static INLINE bool holds(const struct layer_state *l, const void *p)
{
    return !(ni_address(p) % 4) && ni_address(p) - mmio_ram_base() < l->ram_front;
}

/* Whether the way is free. */
static INLINE bool is_free(const struct layer_state *l, const struct room *room,
                           const struct noc_group *g)
{
    const struct group_calls *c = room->groups;

    return c && c->group == g && !c->stopped && !c->breach.kind && !c->use[NOC_ALLREDUCE] &&
           !room->walks && room->spare && l->pull_slot && !l->posted && g->count > 1;
}

noc_err noc_allreduce(noc_group *group, const void *from, void *to, uint32_t elements,
                      const noc_op *op, uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    struct layer_state *l = &noc_layer;
    const uint32_t bytes = op && elements <= SHORT_BYTES ? elements * op->bytes : 0;
    struct straight s;
    uint32_t number;

    if (!bytes || bytes > SHORT_BYTES || bytes % 4 || op->bytes > SHORT_BYTES || !op->combine ||
        !g || !l->collectives || !is_free(l, l->collectives, g) || !holds(l, from) ||
        !holds(l, to)) {
        return call_allreduce(g, from, to, elements, op, timeout);
    }
    s.op = s.given = op;
    s.from = from;
    s.to = to;
    s.group = g;
    s.room = l->collectives;
    s.calls = l->collectives->groups;
    s.elements = elements;
    s.words = bytes / 4;
    s.w1 = call_enter(s.calls, NOC_ALLREDUCE, reduction_of(op)) << WIRE_TAG_SHIFT;
    s.w2_context = wire_user(g->context, true, 0);
    s.w2 = s.w2_context | wire_user(0, false, g->rank);
    s.timeout = timeout;
    s.began = hart_cycles_low();
    s.sent = false;
    if (!op->commutative) {
        keep_order(&s);
        s.place = noc_fold_place(&s.calls->fold, g->rank);
    }
    s.limit = drain(l) ? &l->kept[KEPT_USER] : l->kept;
    copy_few(s.value, from, s.words);
    if (!steps(&s, &number)) {
        return go_on(&s, number);
    }
    copy_few(to, s.value, s.words);
    return NOC_ERR_OK;
}
