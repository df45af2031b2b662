/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups. A group is a receive queue that all its members have agreed on, with
 * slots of its own: what is multicast in it never competes with anything else.
 *
 * Agreement is by a binomial tree over the members, whose root is the first:
 * offers (queues that are free in a subtree) go up, the choice comes down.
 * Cost: 2 (n - 1) messages without body, 2 ceil(log2 n) of them in sequence.
 * A barrier in the new group follows, so that nothing is sent to a member that
 * has no slots yet.
 */
#include <stdlib.h>

#include "messages_priv.h"

enum { GROUP_QUEUES = 0xff & ~(1 << NOC_QUEUE_EAGER | 1 << NOC_QUEUE_PULLED) };

void groups_begin(void)
{
    struct noc_layer *l = &noc_layer;
    unsigned i;

    for (i = 0; i < NOC_GROUPS; i++) {
        list_clear(&l->group[i].arrived);
    }
    l->group[0].queue = NOC_QUEUE_GROUP;
    l->group[0].count = l->size;
    l->group[0].rank = l->rank;
}

noc_group *noc_world(void)
{
    return &noc_layer.group[0];
}

uint32_t group_node(const struct noc_group *g, uint32_t rank)
{
    return g->members ? g->members[rank] : rank;
}

bool group_valid(const struct noc_group *g)
{
    const struct noc_layer *l = &noc_layer;

    return l->size && g >= l->group && g < l->group + NOC_GROUPS && g->queue;
}

uint32_t noc_group_size(const noc_group *g)
{
    return group_valid(g) ? g->count : 0;
}

int32_t noc_group_rank(const noc_group *g)
{
    return group_valid(g) ? (int32_t)g->rank : -1;
}

/* --- slots --------------------------------------------------------------------- */

static void free_slots(struct noc_group *g)
{
    unsigned i;

    for (i = 0; i < NOC_GROUP_SLOTS; i++) {
        free(g->storage[i]);
        g->storage[i] = NULL;
    }
    free(g->kept);
    g->kept = NULL;
    g->slot_flits = 0;
}

static uint32_t list_room(uint32_t count, noc_relay relay)
{
    if (relay == NOC_BY_PLAN) {
        return 0;
    }
    return relay == NOC_BY_LIST && plan_worms() ? noc_group_lists_flits(count - 1)
                                                : noc_group_list_flits(count - 1);
}

/* Flits of a slot of this group. */
static uint32_t room_of(const struct noc_group *g)
{
    return g->slot_flits + list_room(g->count, (noc_relay)g->relay);
}

static bool slot_fits(uint32_t count, uint32_t flits, noc_relay relay)
{
    return flits && flits <= NOC_LENGTH_MAX &&
           (relay == NOC_BY_PLAN || relay == NOC_BY_LIST || relay == NOC_BY_HEADER) &&
           flits + list_room(count, relay) <= NOC_LENGTH_MAX;
}

static bool allocate_slots(struct noc_group *g, uint32_t flits, noc_relay relay)
{
    uint32_t room = flits + list_room(g->count, relay);
    unsigned i;

    for (i = 0; i < noc_group_slots(room); i++) {
        g->storage[i] = malloc(sizeof(struct slot) + (size_t)room * 4);
        if (!g->storage[i]) {
            free_slots(g);
            return false;
        }
    }
    g->slot_flits = flits;
    g->relay = (uint8_t)relay;
    return true;
}

static void give_slots(struct noc_group *g)
{
    unsigned i;

    ni_write(ni_queue(NI_RX_SIZE, g->queue), room_of(g));
    for (i = 0; i < noc_group_slots(room_of(g)); i++) {
        g->storage[i]->home = g->queue;
        slot_release(g->storage[i]);
    }
}

bool group_keeps(struct noc_group *g)
{
    if (!g->kept) {
        g->kept = malloc((size_t)g->slot_flits * 4);
    }
    return g->kept != NULL;
}

noc_err noc_group_reserve(noc_group *g, uint32_t slot_flits, noc_relay relay, uint32_t timeout)
{
    if (!group_valid(g)) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (!slot_fits(g->count, slot_flits, relay) ||
        (g->slot_flits && (g->slot_flits != slot_flits || g->relay != relay))) {
        return NOC_ERR_ARGUMENT;
    }
    if (!g->slot_flits) {
        if (!allocate_slots(g, slot_flits, relay)) {
            return NOC_ERR_MEMORY;
        }
        give_slots(g);
    }
    return noc_barrier(g, timeout);
}

/* --- agreement -------------------------------------------------------------------- */

/* Messages of different groups' agreements are told apart by this. */
static uint32_t tag_of(const struct noc_group *g)
{
    uint32_t hash = g->count, i;

    for (i = 0; i < g->count; i++) {
        hash = hash * 31 + g->members[i];
    }
    return (hash ^ hash >> 16) & NOC_TAG_MAX;
}

static noc_err tell(uint32_t to, uint32_t tag, uint32_t w2, struct wait *wait)
{
    noc_err err;

    wait->peer = (int32_t)to;
    for (noc_progress(); noc_layer.queued || !eager_ready(&noc_layer, to, KEPT_USER);
         noc_progress()) {
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    return eager_start(to, tag, w2, NULL, 0);
}

/* Wait for a member's offer or choice: *queues. */
static noc_err hear(uint32_t from, uint32_t tag, unsigned operation, uint32_t *queues,
                    struct wait *wait)
{
    const uint32_t w1 = tag << WIRE_TAG_SHIFT | from;
    noc_err err;

    wait->peer = (int32_t)from;
    for (;;) {
        struct slot **link = &noc_layer.unexpected.head;

        noc_progress();
        for (; *link; link = &(*link)->next) {
            uint32_t w2 = (*link)->w2;

            if (wire_class(w2) == WIRE_GROUP && (*link)->w1 == w1 && (w2 & 0xff) == operation) {
                *queues = wire_bits(w2, WIRE_QUEUES_SHIFT, WIRE_QUEUES_BITS);
                slot_release(unexpected_unlink(link));
                return NOC_ERR_OK;
            }
        }
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
}

static uint32_t rank_bit(unsigned k)
{
    return UINT32_C(1) << k;
}

/* Member rank's children are rank + 2^k, for 2^k below its lowest bit. */
static bool has_child(const struct noc_group *g, unsigned k)
{
    return rank_bit(k) < g->count - g->rank && !(g->rank & (rank_bit(k + 1) - 1));
}

/* *queues: what this core offers; then the one chosen, or 0. */
static noc_err agree(const struct noc_group *g, uint32_t *queues, struct wait *wait)
{
    uint32_t parent = group_node(g, g->rank & (g->rank - 1));
    uint32_t tag = tag_of(g), theirs;
    noc_err err = NOC_ERR_OK;
    unsigned k, n;

    for (n = 0; !err && has_child(g, n); n++) {
        err = hear(group_node(g, g->rank + rank_bit(n)), tag, WIRE_OFFER, &theirs, wait);
        *queues &= theirs;
    }
    if (!err && g->rank) {
        err = tell(parent, tag, wire_group(WIRE_OFFER, *queues), wait);
        if (!err) {
            err = hear(parent, tag, WIRE_CHOICE, queues, wait);
        }
    } else {
        *queues &= -*queues;
    }
    for (k = n; !err && k-- > 0;) {
        err =
            tell(group_node(g, g->rank + rank_bit(k)), tag, wire_group(WIRE_CHOICE, *queues), wait);
    }
    return err;
}

/* --- making and freeing -------------------------------------------------------------- */

static uint32_t queues_free(void)
{
    uint32_t queues = GROUP_QUEUES;
    unsigned i;

    for (i = 0; i < NOC_GROUPS; i++) {
        queues &= ~(1u << noc_layer.group[i].queue);
    }
    return queues;
}

static noc_err check_members(const uint16_t *members, uint32_t count, uint32_t *rank)
{
    bool member = false;
    uint32_t i;

    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!members || !count) {
        return NOC_ERR_ARGUMENT;
    }
    for (i = 0; i < count; i++) {
        if (members[i] >= noc_layer.size) {
            return NOC_ERR_RANK;
        }
        if (i && members[i] <= members[i - 1]) {
            return NOC_ERR_ARGUMENT;
        }
        if (members[i] == noc_layer.rank) {
            member = true;
            *rank = i;
        }
    }
    return member ? NOC_ERR_OK : NOC_ERR_GROUP;
}

static void group_clear(struct noc_group *g)
{
    plans_orphan(g);
    free_slots(g);
    *g = (struct noc_group){0};
    list_clear(&g->arrived);
}

noc_err noc_group_create(const uint16_t *members, uint32_t count, uint32_t slot_flits,
                         noc_relay relay, noc_group **group, uint32_t timeout)
{
    uint32_t rank = 0, queues;
    noc_err err = check_members(members, count, &rank);
    struct noc_group made = {.members = members, .count = count, .rank = rank};
    struct noc_group *g;
    struct wait wait;

    if (err) {
        return err;
    }
    if (!group || !slot_fits(count, slot_flits, relay)) {
        return NOC_ERR_ARGUMENT;
    }
    /* Without memory, or a queue, this core takes part all the same: it offers
     * nothing, so that all members learn it. */
    queues = allocate_slots(&made, slot_flits, relay) ? queues_free() : 0;
    err = made.slot_flits ? NOC_ERR_GROUP : NOC_ERR_MEMORY;
    wait_begin(&wait, NOC_WAIT_GROUP, 0, -1, timeout);
    noc_err agreed = agree(&made, &queues, &wait);
    if (agreed || !queues) {
        free_slots(&made);
        return agreed ? agreed : err;
    }
    while (!(queues & 1u << made.queue)) {
        made.queue++;
    }
    g = &noc_layer.group[made.queue - NOC_QUEUE_GROUP];
    *g = made;
    list_clear(&g->arrived);
    give_slots(g);
    err = noc_barrier(g, timeout);
    if (!err) {
        *group = g;
    }
    return err;
}

noc_err noc_group_free(noc_group *g, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    if (!group_valid(g) || g == noc_world()) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    wait_begin(&wait, NOC_WAIT_GROUP, g->queue, -1, timeout);
    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(&wait);
        if (err) {
            return err;
        }
    }
    err = noc_barrier(g, timeout);
    if (err) {
        return err;
    }
    ni_write(ni_queue(NI_RX_RESET, g->queue), 1);
    group_clear(g);
    return NOC_ERR_OK;
}
