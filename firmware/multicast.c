/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast along a plan. The message carries the receiver's part of the chain
 * in W2: with the chain, which it has, a relay knows all it must hand on.
 *
 *   arrival in a slot -> start the worms of all children from the slot
 *                     -> copy to the caller's buffer while they leave
 *                     -> return when they have left
 *   ACKs of all children (off the critical path) -> the slot is free
 *
 * Cost: as many worms as there are members but one; in sequence at each member
 * as many as it has children; no copying and no waiting before a
 * child's worm starts.
 *
 * A member keeps its last message, in its slot or at the root in `kept`, until
 * all children have accepted it, and only then hands on the next: a
 * PULL from a child can only mean that one. A child that asks is sent a MESSAGE
 * again, to the group's queue.
 */
#include <stdlib.h>

#include "layer.h"

enum { MULTICAST_ENTRIES = 0xffff & ~((1 << BODY_ENTRY) - 1) };

/* --- parts in W2 ------------------------------------------------------------- */

static inline uint32_t part_pack(const struct noc_part *part)
{
    return part->left | (uint32_t)part->right << WIRE_RIGHT_SHIFT |
           (uint32_t)(part->self == part->right) << WIRE_AT_RIGHT_SHIFT;
}

static inline struct noc_part part_unpack(uint32_t w2)
{
    uint16_t left = (uint16_t)wire_bits(w2, 0, WIRE_PLACE_BITS);
    uint16_t right = (uint16_t)wire_bits(w2, WIRE_RIGHT_SHIFT, WIRE_PLACE_BITS);

    return (struct noc_part){left, right, w2 >> WIRE_AT_RIGHT_SHIFT & 1 ? right : left};
}

/* --- handing on --------------------------------------------------------------- */

static inline unsigned entry_after(unsigned e)
{
    return e + 1 < NOC_TX_ENTRIES ? e + 1 : BODY_ENTRY;
}

/* Sleep until one of these transmit entries may be free. All come free by
 * themselves, since every worm is sunk: nobody is waited for. */
static void wait_entries(uint32_t entries)
{
    struct wait wait;

    wait_begin(&wait, WAIT_MULTICAST, 0, -1, NOC_FOREVER);
    wait.watch = entries & ~noc_layer.entries_taken;
    (void)wait_more(&wait);
    noc_progress();
}

/* A transmit entry that is free, when e, the next in turn, is not. Within
 * progress do not sleep. */
static __attribute__((noinline)) unsigned entry_find(unsigned e, bool may_sleep)
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
            wait_entries(1u << e); /* started longest ago: most likely leaves first */
        }
    }
}

/* Start the worm of one child. */
static inline bool start(const struct noc_group *g, const uint16_t *chain,
                         const struct noc_part *part, bool may_sleep)
{
    struct noc_layer *l = &noc_layer;
    unsigned e = l->next_entry;

    if ((ni_read(NI_TX_BUSY) | l->entries_taken) >> e & 1) {
        e = entry_find(e, may_sleep);
    }
    l->next_entry = (uint8_t)entry_after(e);
    return ni_tx(ni_address(g->body), g->w0 | e << NI_TX_W0_ENTRY_SHIFT,
                 g->tag << WIRE_TAG_SHIFT, part_pack(part),
                 (uint32_t)chain[part->self] << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST) == NOC_TX_OK;
}

/* To all children of g->mine. */
static inline noc_err hand_on(struct noc_group *g, const noc_plan *plan)
{
    struct noc_part mine = g->mine, theirs;

    while (plan->algorithm->next(&plan->env, plan->chain, &mine, &theirs)) {
        if (theirs.self != theirs.left && theirs.self != theirs.right) {
            return NOC_ERR_ALGORITHM; /* W2 cannot say it */
        }
        g->outstanding++;
        if (!start(g, plan->chain, &theirs, true)) {
            return NOC_ERR_HARDWARE;
        }
    }
    return NOC_ERR_OK;
}

/* --- what children answer ------------------------------------------------------- */

static void forget(struct noc_group *g)
{
    noc_plan *plan = g->plan;

    g->plan = NULL;
    if (g->relayed) {
        slot_release(g->relayed);
        g->relayed = NULL;
    }
    if (plan && plan->dead) {
        free(plan);
    }
}

void group_acknowledged(unsigned queue)
{
    struct noc_group *g = &noc_layer.group[queue - NOC_QUEUE_GROUP];

    if (g->outstanding && --g->outstanding == 0 && !g->starting) {
        forget(g);
    }
}

void group_pulled(unsigned queue, uint32_t from)
{
    struct noc_group *g = &noc_layer.group[queue - NOC_QUEUE_GROUP];
    struct noc_part mine, theirs;

    if (!g->outstanding) {
        return;
    }
    mine = g->mine;
    while (g->plan->algorithm->next(&g->plan->env, g->plan->chain, &mine, &theirs)) {
        if (g->plan->chain[theirs.self] == from) {
            noc_layer.broken |= !start(g, g->plan->chain, &theirs, false);
            return;
        }
    }
}

/* --- the call --------------------------------------------------------------------- */

/*
 * Hand the message in g on. While its worms leave, copy it: the root's for those
 * who will have to ask for it, a relay's for its caller.
 */
static __attribute__((noinline)) noc_err send_all(struct noc_group *g, noc_plan *plan, uint32_t *copy)
{
    uint32_t ours;
    noc_err err;

    g->plan = plan;
    g->starting = true; /* early ACKs must not end it */
    err = hand_on(g, plan);
    copy_long(copy, g->body, g->flits);
    while (ni_read(NI_TX_BUSY) & (ours = MULTICAST_ENTRIES & ~noc_layer.entries_taken)) {
        wait_entries(ours);
    }
    if (!g->relayed) {
        g->body = copy;
    }
    g->starting = false;
    if (!g->outstanding) {
        forget(g);
    }
    return err;
}

/* Until all children have the message before. */
static __attribute__((noinline)) noc_err wait_taken(const struct noc_group *g, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, WAIT_MULTICAST, g->sequence, -1, timeout);
    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(&wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

/* The group's next message if it lies at the front of the queue. */
static inline struct slot *message_at_front(struct noc_group *g)
{
    uint32_t w0 = ni_read(ni_queue(NI_RX_W0, g->queue)), w1;
    struct slot *slot;

    if (!w0 || g->arrived.head) {
        return NULL;
    }
    w1 = ni_read(ni_queue(NI_RX_W1, g->queue));
    if (wire_tag(w1) != g->sequence) {
        return NULL;
    }
    slot = slot_of(ni_read(ni_queue(NI_RX_ADDR, g->queue)));
    slot->w0 = w0;
    slot->w1 = w1;
    slot->w2 = ni_read(ni_queue(NI_RX_W2, g->queue));
    ni_write(ni_queue(NI_RX_POP, g->queue), 1);
    mmio_fence_in();
    g->vacant--;
    return slot;
}

/* The same if it came earlier, or is behind others. */
static struct slot *message_in_list(struct noc_group *g)
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

/* What is not to be done between the message and its worms is done here, before
 * sleeping. False: there is a message, or (*err) this is the end. */
static __attribute__((noinline)) bool must_sleep(struct noc_group *g, const struct wait *wait,
                                                 struct slot **slot, noc_err *err)
{
    noc_layer.in_multicast = true;
    noc_progress();
    noc_layer.in_multicast = false;
    *slot = message_in_list(g);
    if (!*slot) {
        *err = wait_prepare(wait);
    }
    return !*slot && !*err;
}

static inline noc_err wait_message(struct noc_group *g, int32_t parent, uint32_t timeout,
                                   struct slot **slot)
{
    noc_err err = NOC_ERR_OK;
    struct wait wait;

    *slot = message_at_front(g);
    if (*slot) {
        return NOC_ERR_OK;
    }
    wait_begin(&wait, WAIT_MULTICAST, g->sequence, parent, timeout);
    while (!*slot && must_sleep(g, &wait, slot, &err)) {
        ni_sleep();
        *slot = message_at_front(g);
    }
    return err;
}

static __attribute__((noinline)) noc_err multicast_root(struct noc_group *g, noc_plan *plan,
                                                        uint32_t *body, uint32_t flits,
                                                        uint32_t timeout)
{
    noc_err err;

    if (flits > g->slot_flits || !g->kept) {
        return NOC_ERR_LENGTH;
    }
    if (g->outstanding) {
        err = wait_taken(g, timeout);
        if (err) {
            return err;
        }
    }
    g->mine = plan->whole;
    g->body = body;
    g->flits = flits;
    g->w0 = WORM(NOC_WORM_MESSAGE, g->queue) | flits;
    g->tag = g->sequence++;
    return send_all(g, plan, g->kept);
}

static __attribute__((noinline)) noc_err multicast_member(struct noc_group *g, noc_plan *plan,
                                                          uint32_t *body, uint32_t max_flits,
                                                          uint32_t timeout)
{
    struct slot *slot;
    struct noc_part part;
    uint32_t flits;
    noc_err err = wait_message(g, plan->parent, timeout, &slot);

    if (err) {
        ni_write(NI_WAITING, 0);
        return err;
    }
    flits = NOC_GET(slot->w0, NI_TX_W0, LENGTH);
    part = part_unpack(slot->w2);
    if (flits > max_flits) {
        err = NOC_ERR_TRUNCATED;
    } else if (part.left != part.right && g->outstanding) {
        err = wait_taken(g, timeout);
    }
    if (err) {
        list_append(&g->arrived, slot); /* as if not looked at */
    } else if (part.left == part.right) { /* nobody to hand it to */
        copy_long(body, slot->body, flits);
        g->sequence++;
        slot_release(slot);
    } else {
        g->mine = part;
        g->body = slot->body;
        g->flits = flits;
        g->w0 = WORM(NOC_WORM_MESSAGE, g->queue) | flits;
        g->tag = g->sequence++;
        g->relayed = slot;
        err = send_all(g, plan, body);
    }
    ni_write(NI_WAITING, 0);
    return err;
}

noc_err noc_multicast(noc_plan *plan, void *body, uint32_t flits, uint32_t timeout)
{
    struct noc_group *g;

    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!plan || plan->dead || ni_address(body) % 4 || (!body && flits)) {
        return NOC_ERR_ARGUMENT;
    }
    g = plan->group;
    if (g->count == 1) {
        return NOC_ERR_OK;
    }
    return plan->parent < 0 ? multicast_root(g, plan, body, flits, timeout)
                            : multicast_member(g, plan, body, flits, timeout);
}
