/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Progress: everything that others want of this core, done whenever it calls
 * the layer. Signals free or resend kept copies; queues are emptied into
 * receives and lists; windows end offers; what waited for any of these
 * is started; what was discarded is asked for.
 */
#include <stdlib.h>

#include "messages_priv.h"

enum {
    ROUND = 64,          /* most events of a kind handled before the caller looks again */
    PULL_PATIENCE = 4096 /* cycles that a resend may take before another is asked for */
};

void copy_long(uint32_t *to, const uint32_t *from, uint32_t flits)
{
    const uint32_t *end = from + (flits & ~15u);
    unsigned i;

    for (; from != end; to += 16, from += 16) {
#pragma GCC unroll 16
        for (i = 0; i < 16; i++) {
            to[i] = from[i];
        }
    }
    copy_flits(to, from, flits % 16);
}

/* --- slots ---------------------------------------------------------------- */

void list_clear(struct slot_list *list)
{
    list->head = NULL;
    list->end = &list->head;
}

void list_append(struct slot_list *list, struct slot *slot)
{
    slot->next = NULL;
    *list->end = slot;
    list->end = &slot->next;
}

void list_remove(struct slot_list *list, struct slot **link)
{
    struct slot *slot = *link;

    *link = slot->next;
    if (list->end == &slot->next) {
        list->end = link;
    }
}

void slot_release(struct slot *slot)
{
    struct noc_layer *l = &noc_layer;

    if (slot->home == SLOT_HEAP) {
        free(slot);
        return;
    }
    mmio_fence_out(); /* done with the body before the NI may write it */
    if (slot->home != SLOT_POOL) {
        l->group[slot->home - NOC_QUEUE_GROUP].vacant++;
        ni_write(ni_queue(NI_RX_FREE, slot->home), ni_address(slot->body));
    } else if (!l->pull_slot) {
        l->pull_slot = true;
        ni_write(ni_queue(NI_RX_FREE, NOC_QUEUE_PULLED), ni_address(slot->body));
    } else {
        ni_write(NI_RX_FREE, ni_address(slot->body));
    }
}

/* A slot of its own for `flits`, with from's words and none of its body. */
struct slot *slot_on_heap(const struct slot *from, uint32_t flits)
{
    struct slot *slot = malloc(sizeof(*slot) + (size_t)flits * 4);

    if (slot) {
        *slot = *from;
        slot->home = SLOT_HEAP;
    }
    return slot;
}

bool list_to_heap(struct slot_list *list, struct slot **link)
{
    struct slot *old = *link;
    uint32_t flits = NOC_GET(old->w0, NI_TX_W0, LENGTH);
    struct slot *moved = slot_on_heap(old, flits);

    if (!moved) {
        return false;
    }
    copy_long(moved->body, old->body, flits);
    *link = moved;
    if (list->end == &old->next) {
        list->end = &moved->next;
    }
    offer_moved(moved);
    noc_layer.held -= old->home == SLOT_POOL;
    slot_release(old);
    return true;
}

enum relief { RELIEVED, NOTHING_HELD, NO_MEMORY };

/* Free one of the slots of this home that messages in the list hold. */
static enum relief relieve(struct slot_list *list, uint32_t home)
{
    struct slot **link = &list->head;

    while (*link && (*link)->home != home) {
        link = &(*link)->next;
    }
    if (!*link) {
        return NOTHING_HELD;
    }
    return list_to_heap(list, link) ? RELIEVED : NO_MEMORY;
}

/* --- signals --------------------------------------------------------------- */

/* All but the most frequent one. */
static void signalled(uint32_t number, uint32_t from)
{
    unsigned q = number % NOC_QUEUES;

    if (number == NOC_SIGNAL_LANDED || number == NOC_SIGNAL_REFUSED) {
        long_answered(from, number == NOC_SIGNAL_LANDED ? ON_SEND_LANDED : ON_SEND_REFUSAL);
    } else if (number / NOC_QUEUES == NOC_SIGNAL_ACK) {
        group_acknowledged(q);
    } else if (q == NOC_QUEUE_EAGER) {
        eager_pulled(from);
    } else {
        group_pulled(q, from);
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
            signalled(number, from);
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
    default: /* WIRE_GONE: its slot is free again, that is all */
        break;
    }
}

/* See to the oldest entry of queue q. */
static void handle(unsigned q)
{
    struct noc_layer *l = &noc_layer;
    struct slot *slot = slot_take(q);

    if (q >= NOC_QUEUE_GROUP) {
        l->group[q - NOC_QUEUE_GROUP].vacant--;
        list_append(&l->group[q - NOC_QUEUE_GROUP].arrived, slot);
        return;
    }
    if (q == NOC_QUEUE_PULLED) {
        l->pull_slot = l->pulling = false;
    }
    if (wire_class(slot->w2) == WIRE_GROUP) {
        group_message(slot);
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

static void progress_queues(void)
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

/* Whether queue 0's oldest discard can be asked for. */
static bool can_pull(void)
{
    struct noc_layer *l = &noc_layer;

    uint64_t now = ni_time();

    if (l->pulling && now < l->pull_until) {
        return false;
    }
    if (!l->pull_slot && relieve(&l->unexpected, SLOT_POOL) != RELIEVED &&
        relieve(&l->offers, SLOT_POOL) != RELIEVED) {
        l->starved = true;
        return false;
    }
    l->pulling = true;
    l->pull_until = now + PULL_PATIENCE;
    return true;
}

/*
 * The same for a group's. Its messages are resent to the group's own queue,
 * so a slot there must be free; who else may take it first is bounded by the
 * number of parents this core has in the group. What this core waits for may be another
 * group's, behind this one in DISCARD_HEAD: so even what was forwarded last has to make room.
 */
static bool can_pull_group(unsigned q)
{
    struct noc_layer *l = &noc_layer;
    struct noc_group *g = &l->group[q - NOC_QUEUE_GROUP];
    enum relief relief;

    if (g->vacant) {
        return true;
    }
    if (!l->multicast_queue) {
        return false; /* no hurry, and the heap is for those who need it */
    }
    relief = relieve(&g->arrived, q);
    if (relief == NOTHING_HELD && q != l->multicast_queue) {
        relief = group_relieve(g) ? RELIEVED : NO_MEMORY;
    }
    l->starved |= relief == NO_MEMORY;
    return relief == RELIEVED;
}

/* Of the eager messages that were discarded: the one that the oldest receive wants, if it is among
 * them; else the next in turn, as DISCARD_HEAD says. */
static uint32_t most_wanted(uint32_t head)
{
    const struct request *r = noc_layer.posted;
    uint32_t select;

    if (!r || r->peer < 0) {
        return head;
    }
    select = NOC_PUT(NOC_QUEUE_EAGER, NI_DISCARD_HEAD, QUEUE) |
             NOC_PUT((uint32_t)r->peer, NI_DISCARD_HEAD, NODE);
    ni_write(NI_DISCARD_SELECT, select);
    return ni_read(NI_DISCARD_SELECT) & 1u << NI_DISCARD_SELECT_SET_SHIFT ? select : head;
}

static void progress_discards(void)
{
    struct noc_layer *l = &noc_layer;
    unsigned n;

    l->starved = l->discard_left = false;
    for (n = 0; n < ROUND; n++) {
        uint32_t head = ni_read(NI_DISCARD_HEAD), from;
        unsigned q = NOC_GET(head, NI_DISCARD_HEAD, QUEUE);

        if (!(head >> NI_DISCARD_HEAD_VALID_SHIFT)) {
            return;
        }
        if (q >= NOC_QUEUE_GROUP && !l->group[q - NOC_QUEUE_GROUP].slot_flits) {
            ni_write(NI_DISCARD_POP, head); /* of a group that this core has left, or that has no
                                             * slots yet: no honest member sends in it */
            continue;
        }
        if (!(q == NOC_QUEUE_EAGER ? can_pull() : can_pull_group(q))) {
            l->discard_left = true;
            return;
        }
        head = q == NOC_QUEUE_EAGER ? most_wanted(head) : head;
        from = NOC_GET(head, NI_DISCARD_HEAD, NODE);
        ni_write(NI_DISCARD_POP, head);
        TRACE_SIGNAL(SIGNAL, from, noc_signal(NOC_SIGNAL_PULL, q));
        ni_write(NI_SIGNAL_SEND,
                 NOC_PUT(from, NI_SIGNAL_SEND, NODE) |
                     NOC_PUT(noc_signal(NOC_SIGNAL_PULL, q), NI_SIGNAL_SEND, NUMBER));
    }
}

void noc_progress(void)
{
    struct noc_layer *l = &noc_layer;
    uint32_t pending = ni_read(NI_PENDING);
    bool memory;

    if (l->detour) {
        sends_other();
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
    progress_discards();
    l->starved |= !memory;
}
