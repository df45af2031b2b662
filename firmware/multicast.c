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

enum {
    MULTICAST_ENTRIES = 0xffff & ~((1 << BODY_ENTRY) - 1),
    STARTING = 1 << 20 /* more than any count of children */
};

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

/* What the worms of one multicast share. */
struct cast {
    const noc_plan *plan;
    const uint32_t *body;
    uint32_t w0, w1; /* w0 without the entry */
};

static inline struct cast cast_of(const struct noc_group *g, const noc_plan *plan,
                                  const uint32_t *body, uint32_t flits, uint32_t sequence)
{
    return (struct cast){plan, body, WORM(NOC_WORM_MESSAGE, g->queue) | flits,
                         sequence << WIRE_TAG_SHIFT};
}

/* Start the worm of one child. */
static inline bool start(const struct cast *c, const struct noc_part *part, bool may_sleep)
{
    struct noc_layer *l = &noc_layer;
    unsigned e = l->next_entry;

    if ((ni_read(NI_TX_BUSY) | l->entries_taken) >> e & 1) {
        e = entry_find(e, may_sleep);
    }
    l->next_entry = (uint8_t)entry_after(e);
    return ni_tx(ni_address(c->body), c->w0 | e << NI_TX_W0_ENTRY_SHIFT, c->w1, part_pack(part),
                 (uint32_t)c->plan->chain[part->self] << NOC_HEADER_NODE_SHIFT |
                     NOC_HEADER_LAST) == NOC_TX_OK;
}

static inline bool next_part(const noc_plan *plan, struct noc_part *mine, struct noc_part *theirs)
{
    return plan->algorithm->next(&plan->env, plan->chain, mine, theirs);
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

    if (g->outstanding && --g->outstanding == 0) {
        forget(g);
    }
}

void group_pulled(unsigned queue, uint32_t from)
{
    struct noc_group *g = &noc_layer.group[queue - NOC_QUEUE_GROUP];
    struct noc_part mine = g->mine, theirs;
    struct cast c;

    if (!g->outstanding) {
        return;
    }
    c = cast_of(g, g->plan, g->body, g->flits, g->tag);
    while (next_part(g->plan, &mine, &theirs)) {
        if (g->plan->chain[theirs.self] == from) {
            noc_layer.broken |= !start(&c, &theirs, false);
            return;
        }
    }
}

/* --- the call --------------------------------------------------------------------- */

/* Remember what is handed on, for children that will ask for it. relayed: the
 * slot it lies in, or NULL. Until all worms are started the count cannot reach 0. */
static inline void remember(struct noc_group *g, noc_plan *plan, struct noc_part part,
                            const uint32_t *body, uint32_t flits, struct slot *relayed)
{
    g->outstanding = STARTING;
    g->plan = plan;
    g->mine = part;
    g->body = body;
    g->flits = flits;
    g->relayed = relayed;
    g->tag = g->sequence++;
}

/*
 * Start the worms that are left. While all leave, copy the message: the root's for
 * those who will have to ask for it, a relay's for its caller.
 */
static __attribute__((noinline)) noc_err send_rest(struct noc_group *g, const struct cast *c,
                                                   struct noc_part mine, uint32_t started,
                                                   uint32_t *copy)
{
    noc_err err = NOC_ERR_OK;
    struct noc_part theirs;
    uint32_t ours;

    while (!err && next_part(c->plan, &mine, &theirs)) {
        if (start(c, &theirs, true)) {
            started++;
        } else {
            err = NOC_ERR_HARDWARE;
        }
    }
    copy_long(copy, g->body, g->flits);
    while (ni_read(NI_TX_BUSY) & (ours = MULTICAST_ENTRIES & ~noc_layer.entries_taken)) {
        wait_entries(ours);
    }
    if (!g->relayed) {
        g->body = copy;
    }
    g->outstanding -= STARTING - started;
    if (!g->outstanding) {
        forget(g);
    }
    return err;
}

/* Hand the group's next message on. The first worm goes before any bookkeeping. */
static inline noc_err send_all(struct noc_group *g, noc_plan *plan, struct noc_part part,
                               const uint32_t *body, uint32_t flits, struct slot *relayed,
                               uint32_t *copy)
{
    const struct cast c = cast_of(g, plan, body, flits, g->sequence);
    struct noc_part mine = part, theirs;
    uint32_t started = 0;

    if (next_part(plan, &mine, &theirs)) {
        if (!start(&c, &theirs, false)) {
            return NOC_ERR_HARDWARE;
        }
        started = 1;
    }
    remember(g, plan, part, body, flits, relayed);
    return send_rest(g, &c, mine, started, copy);
}

/* Until all children have the message before. */
static noc_err wait_taken(const struct noc_group *g, const struct wait *wait)
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
    struct wait wait;
    noc_err err;

    if (flits > g->slot_flits) {
        return NOC_ERR_LENGTH;
    }
    if (!g->kept && !group_keeps(g)) {
        return NOC_ERR_MEMORY;
    }
    if (g->outstanding) {
        wait_begin(&wait, WAIT_MULTICAST, g->sequence, -1, timeout);
        err = wait_taken(g, &wait);
        if (err) {
            return err;
        }
    }
    return send_all(g, plan, plan->whole, body, flits, NULL, g->kept);
}

/* --- where it arrives --------------------------------------------------------------- */

/* W0 of the group's next message if it lies at the front of the queue, or 0. */
static inline uint32_t front(const struct noc_group *g)
{
    uint32_t w0 = ni_read(ni_queue(NI_RX_W0, g->queue));

    return w0 && wire_tag(ni_read(ni_queue(NI_RX_W1, g->queue))) == g->sequence ? w0 : 0;
}

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

/* What is not to be done between a message and its worms is done here, before
 * sleeping. False: there is a message in the list, or (*err) this is the end. */
static __attribute__((noinline)) bool must_sleep(const struct noc_group *g,
                                                 const struct wait *wait, noc_err *err)
{
    const struct slot *slot;

    noc_layer.in_multicast = true;
    noc_progress();
    noc_layer.in_multicast = false;
    for (slot = g->arrived.head; slot; slot = slot->next) {
        if (wire_tag(slot->w1) == g->sequence) {
            return false;
        }
    }
    *err = wait_prepare(wait);
    return !*err;
}

/* A message that came early, or comes while children still lack the one before,
 * or is too long. */
static __attribute__((noinline)) noc_err member_slowly(struct noc_group *g, noc_plan *plan,
                                                       uint32_t *body, uint32_t max_flits,
                                                       const struct wait *wait)
{
    struct noc_part part;
    struct slot *slot;
    uint32_t flits;
    noc_err err = NOC_ERR_OK;

    noc_progress(); /* into the list */
    slot = message_find(g);
    flits = NOC_GET(slot->w0, NI_TX_W0, LENGTH);
    part = part_unpack(slot->w2);
    if (flits > max_flits) {
        err = NOC_ERR_TRUNCATED;
    } else if (part.left != part.right && g->outstanding) {
        err = wait_taken(g, wait);
    }
    if (err) {
        list_append(&g->arrived, slot); /* as if not looked at */
    } else if (part.left == part.right) {
        copy_long(body, slot->body, flits);
        g->sequence++;
        slot_release(slot);
    } else {
        err = send_all(g, plan, part, slot->body, flits, slot, body);
    }
    ni_write(NI_WAITING, 0);
    return err;
}

/* The message at the front, straight from the NI's registers. */
static inline noc_err member_straight(struct noc_group *g, noc_plan *plan, uint32_t *body,
                                      uint32_t flits)
{
    struct noc_part part = part_unpack(ni_read(ni_queue(NI_RX_W2, g->queue)));
    struct slot *slot = slot_of(ni_read(ni_queue(NI_RX_ADDR, g->queue)));
    noc_err err = NOC_ERR_OK;

    mmio_fence_in();
    if (part.left == part.right) { /* nobody to hand it to */
        copy_long(body, slot->body, flits);
        g->sequence++;
        ni_write(ni_queue(NI_RX_POP, g->queue), 1);
        g->vacant--;
        slot_release(slot);
    } else {
        ni_write(ni_queue(NI_RX_POP, g->queue), 1);
        g->vacant--;
        err = send_all(g, plan, part, slot->body, flits, slot, body);
    }
    ni_write(NI_WAITING, 0);
    return err;
}

static __attribute__((noinline)) noc_err multicast_member(struct noc_group *g, noc_plan *plan,
                                                          uint32_t *body, uint32_t max_flits,
                                                          uint32_t timeout)
{
    uint32_t w0 = front(g);
    noc_err err = NOC_ERR_OK;
    struct wait wait;

    wait_begin(&wait, WAIT_MULTICAST, g->sequence, plan->parent, timeout);
    while (!w0 && must_sleep(g, &wait, &err)) {
        ni_sleep();
        w0 = front(g);
    }
    if (err) {
        ni_write(NI_WAITING, 0);
        return err;
    }
    if (!w0 || NOC_GET(w0, NI_TX_W0, LENGTH) > max_flits || g->outstanding) {
        return member_slowly(g, plan, body, max_flits, &wait);
    }
    return member_straight(g, plan, body, NOC_GET(w0, NI_TX_W0, LENGTH));
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
