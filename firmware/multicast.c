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

static uint32_t part_pack(struct noc_part part)
{
    return part.left | (uint32_t)part.right << WIRE_RIGHT_SHIFT |
           (uint32_t)(part.self == part.right) << WIRE_AT_RIGHT_SHIFT;
}

static struct noc_part part_unpack(uint32_t w2)
{
    uint16_t left = (uint16_t)wire_bits(w2, 0, WIRE_PLACE_BITS);
    uint16_t right = (uint16_t)wire_bits(w2, WIRE_RIGHT_SHIFT, WIRE_PLACE_BITS);

    return (struct noc_part){left, right, w2 >> WIRE_AT_RIGHT_SHIFT & 1 ? right : left};
}

/* --- handing on --------------------------------------------------------------- */

/*
 * A transmit entry that is free. All come free by themselves, since every worm
 * is sunk: nobody is waited for. wait NULL: within progress, do not sleep.
 */
static unsigned entry_find(struct wait *wait)
{
    struct noc_layer *l = &noc_layer;

    for (;;) {
        uint32_t busy = ni_read(NI_TX_BUSY) | l->entries_taken;
        unsigned n, e = l->next_entry;

        for (n = BODY_ENTRY; n < NOC_TX_ENTRIES; n++) {
            e = e + 1 < NOC_TX_ENTRIES ? e + 1 : BODY_ENTRY;
            if (!(busy & 1u << e)) {
                l->next_entry = (uint8_t)e;
                return e;
            }
        }
        if (wait) {
            /* The one started longest ago most likely leaves first. */
            e = e + 1 < NOC_TX_ENTRIES ? e + 1 : BODY_ENTRY;
            wait->watch = 1u << e & ~l->entries_taken;
            (void)wait_more(wait);
            noc_progress();
        }
    }
}

static noc_err start(const struct noc_group *g, const struct noc_part *part, unsigned entry)
{
    uint32_t to = g->plan->chain[part->self];

    uint32_t status = ni_tx(ni_address(g->body),
                            WORM(NOC_WORM_MESSAGE, g->queue) | entry << NI_TX_W0_ENTRY_SHIFT |
                                g->flits,
                            g->tag << WIRE_TAG_SHIFT, part_pack(*part),
                            noc_header(NOC_HEADER_LAST, to, 0));

    return status == NOC_TX_OK ? NOC_ERR_OK : NOC_ERR_HARDWARE;
}

/* To all children of g->mine. */
static noc_err hand_on(struct noc_group *g, struct wait *wait)
{
    const noc_plan *plan = g->plan;
    struct noc_part mine = g->mine, theirs;
    noc_err err = NOC_ERR_OK;

    g->starting = true; /* early ACKs must not end it */
    while (!err && plan->algorithm->next(&plan->env, plan->chain, &mine, &theirs)) {
        if (theirs.self != theirs.left && theirs.self != theirs.right) {
            err = NOC_ERR_ALGORITHM; /* W2 cannot say it */
        } else {
            g->outstanding++;
            err = start(g, &theirs, entry_find(wait));
        }
    }
    return err;
}

/* Until the worms started have left. Nobody else is waited for. */
static void wait_left(struct wait *wait)
{
    uint32_t ours = MULTICAST_ENTRIES & ~noc_layer.entries_taken;

    while (ni_read(NI_TX_BUSY) & ours) {
        wait->watch = ours;
        (void)wait_more(wait);
        noc_progress();
        ours &= ~noc_layer.entries_taken;
    }
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
            noc_layer.broken |= start(g, &theirs, entry_find(NULL)) != NOC_ERR_OK;
            return;
        }
    }
}

/* --- the call --------------------------------------------------------------------- */

/* Hand g's message on, and make it safe from the caller: at the root by a copy. */
static noc_err send_all(struct noc_group *g, noc_plan *plan, uint32_t *copy)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, WAIT_MULTICAST, (int32_t)g->tag, -1, NOC_FOREVER);
    g->plan = plan;
    err = hand_on(g, &wait);
    copy_flits(copy, g->body, g->flits);
    wait_left(&wait);
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
static noc_err wait_taken(const struct noc_group *g, struct wait *wait)
{
    noc_err err;

    while (g->outstanding) {
        noc_progress();
        if (g->outstanding) {
            err = wait_more(wait);
            if (err) {
                return err;
            }
        }
    }
    return NOC_ERR_OK;
}

/* The group's next message, if it has come. It is in no list then. */
static struct slot *next_message(struct noc_group *g)
{
    uint32_t tag = g->sequence;
    struct slot **link = &g->arrived.head;

    if (!*link && ni_read(ni_queue(NI_RX_W0, g->queue)) &&
        wire_tag(ni_read(ni_queue(NI_RX_W1, g->queue))) == tag) {
        g->vacant--;
        return slot_take(g->queue);
    }
    while (*link && wire_tag((*link)->w1) != tag) {
        link = &(*link)->next;
    }
    if (!*link) {
        return NULL;
    }
    struct slot *slot = *link;

    list_remove(&g->arrived, link);
    return slot;
}

static noc_err wait_message(struct noc_group *g, struct wait *wait, struct slot **slot)
{
    noc_err err = NOC_ERR_OK;

    noc_layer.in_multicast = true;
    while (!err && !(*slot = next_message(g))) {
        noc_progress();
        if (!(*slot = next_message(g))) {
            err = wait_more(wait);
        } else {
            break;
        }
    }
    noc_layer.in_multicast = false;
    return err;
}

static noc_err multicast_root(struct noc_group *g, noc_plan *plan, uint32_t *body, uint32_t flits,
                              struct wait *wait)
{
    noc_err err = wait_taken(g, wait);

    if (err) {
        return err;
    }
    g->mine = plan->whole;
    g->body = body;
    g->flits = flits;
    g->tag = g->sequence++;
    return send_all(g, plan, g->kept);
}

static noc_err multicast_member(struct noc_group *g, noc_plan *plan, uint32_t *body,
                                uint32_t max_flits, struct wait *wait)
{
    struct slot *slot;
    noc_err err = wait_message(g, wait, &slot);
    uint32_t flits;
    struct noc_part part;

    if (err) {
        return err;
    }
    flits = NOC_GET(slot->w0, NI_TX_W0, LENGTH);
    part = part_unpack(slot->w2);
    if (flits > max_flits) {
        err = NOC_ERR_TRUNCATED;
    } else if (part.left != part.right) {
        err = wait_taken(g, wait);
    }
    if (err) {
        list_append(&g->arrived, slot); /* as if not looked at */
        return err;
    }
    g->sequence++;
    if (part.left == part.right) { /* nobody to hand it to */
        copy_flits(body, slot->body, flits);
        slot_release(slot);
        return NOC_ERR_OK;
    }
    g->mine = part;
    g->body = slot->body;
    g->flits = flits;
    g->tag = wire_tag(slot->w1);
    g->relayed = slot;
    return send_all(g, plan, body);
}

noc_err noc_multicast(noc_plan *plan, void *body, uint32_t flits, uint32_t timeout)
{
    struct noc_group *g;
    struct wait wait;

    if (!noc_layer.size || !plan || plan->dead || !group_valid(plan->group)) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    g = plan->group;
    if (ni_address(body) % 4 || (!body && flits)) {
        return NOC_ERR_ARGUMENT;
    }
    if (g->count == 1) {
        return NOC_ERR_OK;
    }
    wait_begin(&wait, WAIT_MULTICAST, g->sequence, plan->parent, timeout);
    if (plan->parent >= 0) {
        return multicast_member(g, plan, body, flits, &wait);
    }
    if (flits > g->slot_flits || !g->kept) {
        return NOC_ERR_LENGTH;
    }
    return multicast_root(g, plan, body, flits, &wait);
}
