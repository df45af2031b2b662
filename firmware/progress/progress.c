/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Progress: everything that others want of this core, done whenever it calls
 * the layer. Signals free or resend kept copies; queues are emptied into
 * receives and lists; windows end offers; what waited for any of these
 * is started; what was discarded is asked for.
 */
#include "eager/backlog.h"
#include "eager/eager.h"
#include "eager/pull.h"
#include "matching/matching.h"
#include "progress.h"
#include "rendezvous/rendezvous.h"
#include "slots/slots.h"

enum {
    ROUND = 64 /* most events of a kind handled before the caller looks again */
};

/* --- signals --------------------------------------------------------------- */

/* All but the most frequent one. Out of line, so that this one saves no registers for it. */
static __attribute__((noinline)) void signalled(uint32_t head)
{
    uint32_t from = NOC_GET(head, NI_SIGNAL_HEAD, NODE);
    uint32_t number = NOC_GET(head, NI_SIGNAL_HEAD, NUMBER);
    unsigned q = number % NOC_QUEUES;

    if (number == NOC_SIGNAL_LANDED || number == NOC_SIGNAL_REFUSED) {
        long_answered(from, number == NOC_SIGNAL_LANDED ? ON_SEND_LANDED : ON_SEND_REFUSAL);
    } else if (number / NOC_QUEUES == NOC_SIGNAL_ACK) {
        noc_layer.hooks->group_acknowledged(q, from);
    } else if (q == NOC_QUEUE_EAGER) {
        if (!backlog_pulled(from)) {
            eager_pulled(from);
        }
    } else {
        noc_layer.hooks->group_pulled(q, from);
    }
}

void progress_signals(void)
{
    uint32_t head;
    unsigned n;

    for (n = 0; n < ROUND; n++) {
        head = ni_read(NI_SIGNAL_HEAD);
        if (!(head >> NI_SIGNAL_HEAD_VALID_SHIFT)) {
            return;
        }
        uint32_t from = NOC_GET(head, NI_SIGNAL_HEAD, NODE);
        uint32_t number = NOC_GET(head, NI_SIGNAL_HEAD, NUMBER);

        ni_write(NI_SIGNAL_POP, head); /* first: the answer may bring the next */
        TRACE_SIGNAL(SIGNALLED, from, number);
        if (number == NOC_SIGNAL_ACK * NOC_QUEUES + NOC_QUEUE_EAGER) {
            eager_acknowledged(from);
        } else {
            signalled(head);
        }
    }
}

/* --- queues ----------------------------------------------------------------- */

/* When the oldest entry of queue q became visible. */
static uint64_t arrival(unsigned q)
{
    return (uint64_t)ni_read(ni_queue(NI_RX_TIME_HI, q)) << 32 |
           ni_read(ni_queue(NI_RX_TIME_LO, q));
}

struct slot *slot_take(unsigned q)
{
    struct slot *slot = slot_of(ni_read(ni_queue(NI_RX_ADDR, q)));

    slot->offer = OFFER_NONE;
    slot->taken = 0;
    slot->w0 = ni_read(ni_queue(NI_RX_W0, q));
    slot->w1 = ni_read(ni_queue(NI_RX_W1, q));
    slot->w2 = ni_read(ni_queue(NI_RX_W2, q));
    slot->when = arrival(q);
    TRACE_ARRIVED(ARRIVED, slot->w0, slot->w1, (uint32_t)slot->when);
    ni_write(ni_queue(NI_RX_POP, q), 1);
    mmio_fence_in(); /* the body is there; let nobody look at it before */
    return slot;
}

/* Of its sender's own sends and offers alone, whatever it says. */
static void control(const struct slot *slot)
{
    uint32_t source = wire_source(slot->w1), name = slot->body[0];

    switch (wire_bits(slot->w2, 0, WIRE_OPERATION_BITS)) {
    case WIRE_GRANT:
        long_grant(source, name, wire_bits(slot->w2, WIRE_WINDOW_SHIFT, WIRE_WINDOW_BITS),
                   NOC_GET(slot->w0, NI_TX_W0, LENGTH) > 1 ? slot->body[1] : 0);
        break;
    case WIRE_AGAIN:
        offer_again(source, name);
        break;
    case WIRE_WITHDRAW:
        offer_withdrawn(source, name);
        break;
    case WIRE_ENDED:
        long_ended(source, name);
        break;
    case WIRE_NEWS:
        pull_news(source);
        break;
    default: /* WIRE_GONE: its slot is free again, that is all */
        break;
    }
}

/* It is of a backlog: take it, or leave it there. */
static void handle_shown(struct slot *slot)
{
    const uint32_t source = wire_source(slot->w1), w2 = slot->w2;
    bool taken = true;

    if (wire_class(w2) == WIRE_CONTROL && wire_bits(w2, 0, WIRE_OPERATION_BITS) == WIRE_END) {
        slot_release(slot);
        pull_ended(source, wire_bits(w2, WIRE_WINDOW_SHIFT, WIRE_WINDOW_BITS));
        envelopes_ended(source, !pull_is_open(source));
        return;
    }
    if (wire_class(w2) == WIRE_CONTROL) {
        control(slot);
        slot_release(slot);
    } else if (wire_class(w2) == WIRE_GROUP) {
        taken = noc_layer.hooks->group_shown(slot);
        noc_layer.group_declined |= !taken;
    } else if (wire_class(w2) == WIRE_OFFER ? !offer_came(slot) : !envelope_makes_sense(slot)) {
        slot_release(slot);
    } else {
        taken = envelope_shown(slot, false);
    }
    if (!taken) {
        slot_release(slot);
    } else if (wire_class(w2) != WIRE_CONTROL || w2 == wire_control(WIRE_GONE, 0)) {
        envelope_went(source);
    }
    pull_shown(source, taken);
}

/* See to the oldest entry of queue q. */
static void handle(unsigned q)
{
    struct layer_state *l = &noc_layer;
    struct slot *slot = slot_take(q);

    if (q >= NOC_QUEUE_GROUP) {
        l->group[q - NOC_QUEUE_GROUP]->vacant--;
        list_append(&l->group[q - NOC_QUEUE_GROUP]->arrived, slot);
        return;
    }
    if (q == NOC_QUEUE_PULLED) {
        l->pull_slot = false;
    }
    if (q == NOC_QUEUE_PULLED && !pull_answered(wire_source(slot->w1))) {
        slot_release(slot);
    } else if (q == NOC_QUEUE_PULLED && pull_is_open(wire_source(slot->w1))) {
        handle_shown(slot);
    } else if (wire_class(slot->w2) == WIRE_GROUP) {
        noc_layer.hooks->group_message(slot);
    } else if (wire_class(slot->w2) == WIRE_CONTROL) {
        control(slot);
        slot_release(slot);
    } else if (wire_class(slot->w2) == WIRE_OFFER ? !offer_came(slot)
                                                  : !envelope_makes_sense(slot)) {
        slot_release(slot);
    } else {
        envelope_arrived(slot);
    }
}

/* The queue whose oldest entry is taken next. Queues 0 and 1 are one queue in
 * two: a resend may lie in 1 while its sender's earlier message, or a later one,
 * lies in 0. Their stamps tell. */
static unsigned next_queue(uint32_t bits)
{
    unsigned q = 0;

    if ((bits & 3) == 3) {
        return arrival(NOC_QUEUE_PULLED) < arrival(NOC_QUEUE_EAGER) ? NOC_QUEUE_PULLED
                                                                    : NOC_QUEUE_EAGER;
    }
    while (!(bits & 1u << q)) {
        q++;
    }
    return q;
}

/* Out of line, as are discards, so that progress without any saves few registers. */
static __attribute__((noinline)) void progress_queues(void)
{
    uint32_t bits;
    unsigned n;

    for (n = 0; n < ROUND; n++) {
        bits = NOC_GET(ni_read(NI_PENDING), NI_PENDING, QUEUES);
        if (!bits) {
            return;
        }
        handle(next_queue(bits));
    }
}

/* --- what was discarded ------------------------------------------------------ */

static bool is_member(const struct noc_group *g, uint32_t node)
{
    uint32_t rank;

    for (rank = 0; rank < g->count && group_node(g, rank) != node; rank++) {
    }
    return rank < g->count;
}

/* Whether this message came before, too: of this number its sender has one. */
static bool is_double(const struct noc_group *g, const struct slot *slot)
{
    const struct slot *other = g->arrived.head;

    while (other != slot && other->w1 != slot->w1) {
        other = other->next;
    }
    return other != slot;
}

/* What no honest node sends: what is not of a member, or there twice. */
static void drop_strangers(struct noc_group *g)
{
    struct slot **link = &g->arrived.head;
    struct slot *slot;

    while ((slot = *link)) {
        if ((!g->members || is_member(g, wire_source(slot->w1))) && !is_double(g, slot)) {
            link = &slot->next;
        } else {
            list_remove(&g->arrived, link);
            slot_release(slot);
        }
    }
}

/*
 * Whether a discard of a group's can be asked for. Its messages are resent to the group's own queue,
 * so a slot there must be free; who else may take it first is bounded by the
 * number of parents this core has in the group. What this core waits for may be another
 * group's, behind this one in DISCARD_HEAD: so even what was forwarded last makes room, if there is
 * some in the arena. Of the group that is waited for messages may move to the heap, too.
 */
static bool can_pull_group(unsigned q)
{
    struct layer_state *l = &noc_layer;
    struct noc_group *g = l->group[q - NOC_QUEUE_GROUP];
    const bool awaited = q == l->multicast_queue;
    enum relief relief;

    if (g->vacant) {
        return true;
    }
    if (!l->multicast_queue) {
        return false; /* no hurry, and the arena is for those who need it */
    }
    drop_strangers(g);
    relief = g->vacant ? RELIEVED : slots_relieve(&g->arrived, q, awaited);
    if (relief == NOTHING_HELD && !awaited) {
        relief = l->hooks->group_relieve(g) ? RELIEVED : NO_MEMORY;
    }
    if (relief == NO_MEMORY && awaited) {
        l->starved |= STARVED_GROUP;
        if (g->arrived.head) { /* whose messages are in the way */
            l->last_peer = (int32_t)wire_source(g->arrived.head->w1);
        }
    }
    return relief == RELIEVED;
}

/* What was popped of this group's is asked for again: who has nothing for this core does not answer. */
void groups_owed(struct noc_group *g)
{
    const uint32_t pull = NOC_PUT(noc_signal(NOC_SIGNAL_PULL, g->queue), NI_SIGNAL_SEND, NUMBER);
    uint32_t rank;

    if (!can_pull_group(g->queue)) {
        return;
    }
    g->owed = false;
    for (rank = 0; rank < g->count; rank++) {
        if (rank != g->rank) {
            ni_write(NI_SIGNAL_SEND, pull | NOC_PUT(group_node(g, rank), NI_SIGNAL_SEND, NODE));
        }
    }
}

/* Another group's is waited for, which may lie behind this one's in DISCARD_HEAD. */
static bool leave_to_members(unsigned q)
{
    const struct layer_state *l = &noc_layer;

    if (q == NOC_QUEUE_EAGER || !l->multicast_queue || q == l->multicast_queue) {
        return false;
    }
    l->group[q - NOC_QUEUE_GROUP]->owed = true;
    return true;
}

static __attribute__((noinline)) void progress_discards(void)
{
    struct layer_state *l = &noc_layer;
    unsigned n;

    for (n = 0; n < ROUND; n++) {
        uint32_t head = ni_read(NI_DISCARD_HEAD), from;
        unsigned q = NOC_GET(head, NI_DISCARD_HEAD, QUEUE);

        if (!(head >> NI_DISCARD_HEAD_VALID_SHIFT)) {
            break;
        }
        if (q >= NOC_QUEUE_GROUP &&
            (!l->group[q - NOC_QUEUE_GROUP] || !l->group[q - NOC_QUEUE_GROUP]->slot_bytes)) {
            ni_write(NI_DISCARD_POP, head); /* of a group that this core has left, or that has no
                                             * slots yet: no honest member sends in it */
            continue;
        }
        if (q == NOC_QUEUE_EAGER && pull_next(head)) {
            continue;
        }
        if (q == NOC_QUEUE_EAGER || !can_pull_group(q)) {
            if (leave_to_members(q)) {
                ni_write(NI_DISCARD_POP, head);
                continue;
            }
            l->discard_left = true;
            break;
        }
        from = NOC_GET(head, NI_DISCARD_HEAD, NODE);
        ni_write(NI_DISCARD_POP, head);
        TRACE_SIGNAL(SIGNAL, from, noc_signal(NOC_SIGNAL_PULL, q));
        ni_write(NI_SIGNAL_SEND,
                 NOC_PUT(from, NI_SIGNAL_SEND, NODE) |
                     NOC_PUT(noc_signal(NOC_SIGNAL_PULL, q), NI_SIGNAL_SEND, NUMBER));
    }
}

/* What was not done yet, for want of memory too. */
static __attribute__((noinline)) void see_to_detours(void)
{
    sends_other();
    if (noc_layer.detour & DETOUR_LACKING) {
        backlog_retry();
    }
}

void noc_progress(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t pending = ni_read(NI_PENDING);
    bool memory;

    if (l->detour) {
        see_to_detours();
    }
    if (pending & 1u << NI_PENDING_SIGNAL_SHIFT) {
        progress_signals();
    }
    if (pending & noc_mask(NI_PENDING_QUEUES_BITS)) {
        progress_queues();
    }
    if (l->offers.head || pending & 1u << NI_PENDING_WINDOW_SHIFT) {
        offers_progress();
    }
    if (l->longs) {
        longs_progress();
    }
    if (l->queued) {
        sends_progress();
    }
    memory = !l->above || l->above->progress();
    /* Last: slots have come free, and no discard older than them is missed. */
    l->discard_left = false;
    l->starved = 0;
    if (ni_read(NI_DISCARD_HEAD) >> NI_DISCARD_HEAD_VALID_SHIFT) {
        progress_discards();
    }
    if (l->lefts) {
        pull_left();
    }
    l->starved |= memory ? 0 : STARVED_GROUP;
}
