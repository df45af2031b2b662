/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Allreduce of a few words, straight: the same messages as by libnoc's recursive doubling, without
 * requests. What is waited for is looked for at the front of queue 0, combined where it lies, and
 * its slot is given back. Acknowledgements are taken while there is nothing else to do. A message
 * that comes before its turn, of a later round or call, is copied aside. Whatever else comes is left
 * to noc_progress. When the deadline passes, or after a long time, the call goes on as a walk, which
 * has the state that lasts.
 */
#include "collective/fold.h"
#include "collective/schedules.h"

#include "collectives_priv.h"
#include "eager/eager.h"
#include "matching/matching.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/copy.h"
#include "slots/slots.h"

#define INLINE inline __attribute__((always_inline))

enum {
    LOOKS = 64, /* for a message; then a core sleeps, which takes as long to begin and to end */
    QUEUE = 1u << NOC_QUEUE_EAGER,
    SIGNAL = 1u << NI_PENDING_SIGNAL_SHIFT,
    OTHERS =
        1u << NOC_QUEUE_PULLED | 1u << NI_PENDING_DISCARD_SHIFT | 1u << NI_PENDING_WINDOW_SHIFT,
    ACKNOWLEDGED = NOC_SIGNAL_ACK * NOC_QUEUES + NOC_QUEUE_EAGER
};

/* The call under way. */
struct straight {
    struct noc_group *group;
    struct room *room;
    struct group_calls *calls;
    const uint16_t *members; /* NULL: all cores */
    const noc_op *op;
    const void *from;
    void *to;
    uint32_t elements, words;
    uint32_t w1, w2; /* of what is sent; what comes has its sender in them */
    uint32_t timeout, began;
    bool sent;    /* the message of the step that is not done */
    bool ordered; /* `then` matters */
    bool fresh;   /* all that is not acknowledged is of this call, each to another node */
    _Alignas(8) uint32_t value[SHORT_BYTES / 4]; /* what is combined so far */
};

static INLINE uint32_t node_of(const struct straight *s, uint32_t rank)
{
    return s->members ? s->members[rank] : rank;
}

/* At least one. The compiler must not make a call of memcpy of it. */
static INLINE void copy_few(uint32_t *to, const uint32_t *from, uint32_t words)
{
    const uint32_t *end = from + words;

    do {
        *to++ = *from++;
        __asm__("" : "+r"(to));
    } while (from != end);
}

/* --- sending ------------------------------------------------------------------------------- */

/* One signal, if it is an acknowledgement; the others wait for noc_progress. */
static INLINE bool take_acknowledgement(struct noc_layer *l)
{
    const uint32_t head = ni_read(NI_SIGNAL_HEAD);
    const uint32_t from = NOC_GET(head, NI_SIGNAL_HEAD, NODE);
    uint32_t live = l->kept_live, i = 0;
    struct kept *k;

    if (NOC_GET(head, NI_SIGNAL_HEAD, NUMBER) != ACKNOWLEDGED) {
        return false;
    }
    while (i < live && l->kept[i].to != from) {
        i++;
    }
    if (i == live) {
        return false;
    }
    ni_write(NI_SIGNAL_POP, head);
    TRACE_SIGNAL(SIGNALLED, from, ACKNOWLEDGED);
    k = l->kept[i].copy;
    k->since = 0;
    l->kept_live = (uint16_t)--live;
    if (i != live) {
        l->kept[i] = l->kept[live];
        l->kept[live].copy = k;
    }
    return true;
}

/* Those that are there. True: nothing is left that is not acknowledged. */
static INLINE bool drain(struct noc_layer *l)
{
    while (l->kept_live && ni_read(NI_PENDING) & SIGNAL && take_acknowledgement(l)) {
    }
    return !l->kept_live;
}

/* Wait a little for an acknowledgement. False: it has not come. */
static __attribute__((noinline)) bool make_idle(uint32_t to)
{
    struct noc_layer *l = &noc_layer;
    unsigned looks;

    for (looks = 0; looks < LOOKS && !l->detour; looks++) {
        if (eager_idle(l, to, KEPT_USER)) {
            return true;
        }
        if (ni_read(NI_PENDING) & SIGNAL && !take_acknowledgement(l)) {
            progress_signals();
        }
    }
    return false;
}

/* False: not now. */
static INLINE bool send(const struct straight *s, uint32_t to)
{
    struct noc_layer *l = &noc_layer;
    struct kept *k;

    if ((l->detour || (s->fresh ? l->kept_live >= KEPT_USER : !eager_idle(l, to, KEPT_USER))) &&
        !make_idle(to)) {
        return false;
    }
    k = l->kept[l->kept_live].copy;
    copy_few(k->body, s->value, s->words);
    return eager_go(l, l->kept_live, k, to, s->w1 >> WIRE_TAG_SHIFT, s->w2, s->words) == NOC_ERR_OK;
}

/* --- what came -------------------------------------------------------------------------------- */

/* It is combined with the value; `then` says on which side, if the order matters. */
static __attribute__((noinline)) void combine_in_order(struct straight *s, uint32_t *came,
                                                       enum noc_then then)
{
    if (then == NOC_BEFORE) {
        s->op->combine(s->op, s->value, came, s->elements);
    } else {
        if (then == NOC_AFTER) {
            s->op->combine(s->op, came, s->value, s->elements);
        }
        copy_few(s->value, came, s->words);
    }
}

static INLINE void combine(struct straight *s, uint32_t *came, enum noc_then then)
{
    const noc_op *op = s->op;

    if (!s->ordered) {
        op->combine(op, s->value, came, s->elements);
    } else {
        combine_in_order(s, came, then);
    }
}

/* Among those that came before their turn. */
static INLINE bool take_early(struct straight *s, uint32_t w1, uint32_t w2, enum noc_then then)
{
    struct room *room = s->room;
    uint32_t i;

    for (i = 0; i < room->earlies; i++) {
        struct early *e = &room->early[i];

        if (e->w1 == w1 && e->w2 == w2 && e->words == s->words) {
            combine(s, e->value, then);
            *e = room->early[--room->earlies];
            return true;
        }
    }
    return false;
}

/* The same among unexpected messages, where noc_progress may have put it. */
static __attribute__((noinline)) bool take_unexpected(struct straight *s, uint32_t w1, uint32_t w2,
                                                      enum noc_then then)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;

    while (*link && ((*link)->w1 != w1 || (*link)->w2 != w2 ||
                     NOC_GET((*link)->w0, NI_TX_W0, LENGTH) != s->words)) {
        link = &(*link)->next;
    }
    if (!*link) {
        return false;
    }
    slot = unexpected_unlink(link);
    combine(s, slot->body, then);
    slot_release(slot);
    return true;
}

static INLINE void give_back(uint32_t at)
{
    mmio_fence_out();
    ni_write(NI_RX_FREE, at);
}

/* The front of queue 0, if it may be for a later round or call of this kind. */
static INLINE bool put_aside(const struct straight *s, uint32_t w1, uint32_t w2, uint32_t words)
{
    struct room *room = s->room;
    const uint32_t at = ni_read(NI_RX_ADDR);
    struct early *e = &room->early[room->earlies];

    if ((w2 ^ s->w2) >> WIRE_CONTEXT_SHIFT || wire_bits(w2, 0, WIRE_PAD_BITS) ||
        words - 1 >= SHORT_BYTES / 4 || tag_operation(wire_tag(w1)) != NOC_ALLREDUCE ||
        room->earlies == EARLIES) {
        return false;
    }
    room->earlies++;
    e->w1 = w1;
    e->w2 = w2;
    e->words = words;
    TRACE_ARRIVED(GIVEN, ni_read(NI_RX_W0), w1, ni_read(NI_RX_TIME_LO));
    ni_write(NI_RX_POP, 1);
    mmio_fence_in();
    copy_few(e->value, slot_of(at)->body, words);
    give_back(at);
    return true;
}

/* --- waiting ------------------------------------------------------------------------------------ */

enum looked { CAME, NOT_YET, SOMETHING_ELSE };

/* The front of queue 0, which has something, if it is what is waited for, or may be later. */
static INLINE enum looked take_front(struct straight *s, uint32_t w1, uint32_t w2,
                                     enum noc_then then)
{
    const uint32_t came_w1 = ni_read(NI_RX_W1), came_w2 = ni_read(NI_RX_W2);
    const uint32_t words = NOC_GET(ni_read(NI_RX_W0), NI_TX_W0, LENGTH);
    uint32_t at;

    if (came_w1 != w1 || came_w2 != w2 || words != s->words) {
        return put_aside(s, came_w1, came_w2, words) ? NOT_YET : SOMETHING_ELSE;
    }
    at = ni_read(NI_RX_ADDR);
    TRACE_ARRIVED(GIVEN, ni_read(NI_RX_W0), w1, ni_read(NI_RX_TIME_LO));
    ni_write(NI_RX_POP, 1);
    mmio_fence_in();
    combine(s, slot_of(at)->body, then);
    give_back(at);
    return CAME;
}

/* Look for it a while. */
static INLINE enum looked look(struct straight *s, uint32_t w1, uint32_t w2, enum noc_then then)
{
    enum looked looked = NOT_YET;
    unsigned looks = LOOKS;

    do {
        const uint32_t pending = ni_read(NI_PENDING) & (QUEUE | SIGNAL | OTHERS);

        if (pending & OTHERS) {
            return SOMETHING_ELSE;
        }
        if (pending & QUEUE) {
            looked = take_front(s, w1, w2, then);
            if (looked != NOT_YET) {
                return looked;
            }
        } else if (pending && !take_acknowledgement(&noc_layer)) {
            return SOMETHING_ELSE;
        }
    } while (--looks);
    return NOT_YET;
}

/* It does not come soon. False: it has not come, and this is no place to wait for it any longer. */
static __attribute__((noinline)) bool wait_for(struct straight *s, uint32_t from, uint32_t w1,
                                               uint32_t w2, enum noc_then then, enum looked looked)
{
    uint32_t lasted = hart_cycles_low() - s->began;
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_COLLECTIVE, wire_tag(s->w1), (int32_t)node_of(s, from),
               s->timeout < ASK_CYCLES ? s->timeout : ASK_CYCLES);
    wait.deadline -= lasted < ASK_CYCLES ? lasted : ASK_CYCLES;
    do {
        if (looked == SOMETHING_ELSE) {
            s->fresh = false; /* it may send */
            noc_progress();
            if (take_unexpected(s, w1, w2, then)) {
                return true;
            }
            if (s->calls->breach.kind || breach_seen(s->calls, wire_tag(s->w1), from)) {
                return false;
            }
        }
        if (wait_more(&wait)) {
            return false;
        }
        looked = look(s, w1, w2, then);
    } while (looked != CAME);
    return true;
}

static INLINE bool receive(struct straight *s, uint32_t from, uint32_t node, enum noc_then then)
{
    const uint32_t w1 = s->w1 | node;
    const uint32_t w2 =
        (s->w2 & ~wire_user(0, false, WIRE_SOURCE_MASK)) | wire_user(0, false, from);
    enum looked looked;

    if (s->room->earlies && take_early(s, w1, w2, then)) {
        return true;
    }
    if (noc_layer.unexpected.head && take_unexpected(s, w1, w2, then)) {
        return true;
    }
    looked = look(s, w1, w2, then);
    return looked == CAME || wait_for(s, from, w1, w2, then, looked);
}

/* The same where nobody is in a hurry. */
static __attribute__((noinline)) bool receive_from(struct straight *s, uint32_t from,
                                                   enum noc_then then)
{
    return receive(s, from, node_of(s, from), then);
}

static __attribute__((noinline)) bool send_to(struct straight *s, uint32_t to)
{
    return send(s, node_of(s, to));
}

/* --- the whole --------------------------------------------------------------------------------- */

/* All rounds of members whose places differ in a bit. Returns how many are done. */
static INLINE uint32_t rounds(struct straight *s)
{
    const uint32_t places = s->calls->fold.places, pairs = s->calls->fold.pairs;
    const uint32_t place = noc_fold_place(&s->calls->fold, s->group->rank);
    uint32_t bit, done = 0, with, node;

    for (bit = 1; bit < places; bit *= 2) {
        with = place ^ bit;
        with += with < pairs ? with : pairs;
        node = node_of(s, with);
        s->sent = send(s, node);
        if (!s->sent || !receive(s, with, node, place & bit ? NOC_BEFORE : NOC_AFTER)) {
            break;
        }
        done++;
    }
    return done;
}

/* Those of a member that another one takes part for. */
static __attribute__((noinline)) bool pair_steps(struct straight *s, uint32_t rank,
                                                 uint32_t *number)
{
    *number = 0;
    if (!send_to(s, rank - 1)) {
        return false;
    }
    *number = 1;
    s->ordered = true;
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
static __attribute__((noinline)) noc_err go_on(const struct straight *s, uint32_t number)
{
    const struct arguments a = {.operation = NOC_ALLREDUCE,
                                .from = s->from,
                                .to = s->to,
                                .length = s->elements,
                                .op = s->op};
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
static INLINE bool holds(const void *p)
{
    return !(ni_address(p) % 4) && ni_address(p) - mmio_ram_base() < ni_read(NI_RAM) - SHORT_BYTES;
}

/* Whether the way is free. */
static INLINE bool is_free(const struct noc_layer *l, const struct room *room,
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
    struct noc_layer *l = &noc_layer;
    const uint32_t bytes = op && elements <= SHORT_BYTES ? elements * op->bytes : 0;
    struct straight s;
    uint32_t number;

    if (!bytes || bytes > SHORT_BYTES || bytes % 4 || op->bytes > SHORT_BYTES || !op->combine ||
        !g || !l->collectives || !is_free(l, l->collectives, g) || !holds(from) || !holds(to)) {
        return call_allreduce(g, from, to, elements, op, timeout);
    }
    s.op = op;
    s.from = from;
    s.to = to;
    s.group = g;
    s.room = l->collectives;
    s.calls = l->collectives->groups;
    s.members = g->members;
    s.elements = elements;
    s.words = bytes / 4;
    s.w1 = call_enter(s.calls, NOC_ALLREDUCE, 0) << WIRE_TAG_SHIFT;
    s.w2 = wire_user(g->context, true, g->rank);
    s.timeout = timeout;
    s.began = hart_cycles_low();
    s.sent = false;
    s.ordered = !op->commutative;
    s.fresh = drain(l);
    copy_few(s.value, from, s.words);
    if (!steps(&s, &number)) {
        return go_on(&s, number);
    }
    copy_few(to, s.value, s.words);
    return NOC_ERR_OK;
}

bool short_end(void)
{
    struct room *room = noc_layer.collectives;

    while (room->earlies) {
        const struct early *e = &room->early[room->earlies - 1];
        const struct slot envelope = {.when = ni_time(), .w0 = e->words, .w1 = e->w1, .w2 = e->w2};
        struct slot *slot = slot_in_arena(&envelope, e->words);

        if (!slot) {
            return false;
        }
        copy_flits(slot->body, e->value, e->words);
        room->earlies--;
        envelope_arrived(slot);
    }
    return true;
}
