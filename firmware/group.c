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

enum {
    RANK_BITS = 14,
    NO_AGREEMENT = 0xff,
    RETRACT_CYCLES = 500 /* to cross the network and back again */
};

_Static_assert(1 << RANK_BITS > NOC_NODES_MAX - 1, "a member has at most so many children");

/*
 * One call of noc_group_create. Its messages name the members (tag) and the call of the child's
 * that they are about (attempt): what is left of a call that was given up is not taken for an
 * answer to the next one.
 */
struct agreement {
    const struct noc_group *group;
    struct wait wait;
    uint32_t tag, terms;
    uint32_t attempt;
    uint32_t queues;           /* offered; then the one chosen, or 0 */
    uint32_t unclean;          /* of these queues; without a choice: why */
    uint8_t theirs[RANK_BITS]; /* the children's attempts */
};

static uint32_t tag_of(const struct noc_group *g)
{
    uint32_t hash = g->count, i;

    for (i = 0; i < g->count; i++) {
        hash = hash * 31 + g->members[i];
    }
    return (hash ^ hash >> 16) & NOC_TAG_MAX;
}

/* All members must have called with the same. */
static uint32_t terms_of(uint32_t slot_flits, noc_relay relay)
{
    uint32_t hash = (slot_flits * 3 + (uint32_t)relay) * UINT32_C(2654435761);

    return hash >> (32 - WIRE_TERMS_BITS);
}

static unsigned operation_of(uint32_t w2)
{
    return wire_bits(w2, 0, WIRE_GROUP_OPERATION_BITS);
}

static uint32_t attempt_of(uint32_t w2)
{
    return wire_bits(w2, WIRE_ATTEMPT_SHIFT, WIRE_ATTEMPT_BITS);
}

/* Where the list of kept messages leads to this one of an agreement; NULL: it has not come. */
static struct slot **message_of(uint32_t w1, unsigned operation)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && (wire_class((*link)->w2) != WIRE_GROUP || (*link)->w1 != w1 ||
                     operation_of((*link)->w2) != operation)) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

static void drop(struct slot **link)
{
    slot_release(unexpected_unlink(link));
}

/* At most one of a kind is kept from each source for each list of members. */
void group_message(struct slot *slot)
{
    const bool retract = operation_of(slot->w2) == WIRE_RETRACT;
    struct slot **link = message_of(slot->w1, retract ? WIRE_FREE : operation_of(slot->w2));

    if (link && (!retract || attempt_of((*link)->w2) == attempt_of(slot->w2))) {
        drop(link);
    }
    if (retract) {
        slot_release(slot);
    } else {
        envelope_arrived(slot);
    }
}

static uint32_t words_of(const struct agreement *a, unsigned operation, uint32_t attempt)
{
    return wire_group(operation, attempt, a->terms, a->queues, a->unclean);
}

static noc_err tell(struct agreement *a, uint32_t to, unsigned operation, uint32_t attempt)
{
    noc_err err;

    a->wait.peer = (int32_t)to;
    for (noc_progress(); !eager_ready(&noc_layer, to, KEPT_USER); noc_progress()) {
        err = wait_more(&a->wait);
        if (err) {
            return err;
        }
    }
    return eager_start(to, a->tag, words_of(a, operation, attempt), NULL, 0);
}

/* Wait for a message, which stays where it is. attempt < 0: of any. */
static noc_err hear(struct agreement *a, uint32_t from, unsigned operation, int32_t attempt,
                    struct slot ***found)
{
    const uint32_t w1 = a->tag << WIRE_TAG_SHIFT | from;
    noc_err err;

    a->wait.peer = (int32_t)from;
    for (;;) {
        noc_progress();
        *found = message_of(w1, operation);
        if (*found && (attempt < 0 || attempt_of((**found)->w2) == (uint32_t)attempt)) {
            return NOC_ERR_OK;
        }
        if (*found) {
            drop(*found); /* the answer to a call that was given up */
        }
        err = wait_more(&a->wait);
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

static uint32_t child(const struct agreement *a, unsigned k)
{
    return group_node(a->group, a->group->rank + rank_bit(k));
}

static uint32_t parent(const struct agreement *a)
{
    return group_node(a->group, a->group->rank & (a->group->rank - 1));
}

/* All children's offers. They stay until they are answered, so that who gives up takes none along:
 * a child that waits on is there for the next call. */
static noc_err hear_offers(struct agreement *a)
{
    struct slot **offer;
    noc_err err;
    unsigned k;

    for (k = 0; has_child(a->group, k); k++) {
        err = hear(a, child(a, k), WIRE_FREE, -1, &offer);
        if (err) {
            return err;
        }
        a->queues &= wire_bits((*offer)->w2, WIRE_QUEUES_SHIFT, WIRE_QUEUES_BITS);
        a->unclean |= wire_bits((*offer)->w2, WIRE_UNCLEAN_SHIFT, WIRE_QUEUES_BITS);
        if (wire_bits((*offer)->w2, WIRE_TERMS_SHIFT, WIRE_TERMS_BITS) != a->terms) {
            a->queues = 0;
            a->unclean = NO_AGREEMENT;
            noc_layer.last_peer = a->wait.peer;
        }
    }
    return NOC_ERR_OK;
}

/* The offer made to the parent is none any more: it is not to be counted on. */
static void retract(const struct agreement *a)
{
    const uint32_t w2 = words_of(a, WIRE_RETRACT, a->attempt), to = parent(a);
    const uint64_t until = ni_time() + RETRACT_CYCLES;
    struct noc_layer *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (l->kept[i].to == to && wire_class(l->kept[i].copy->w2) == WIRE_GROUP &&
            operation_of(l->kept[i].copy->w2) == WIRE_FREE) {
            l->kept[i].copy->w2 = w2; /* if it was discarded: what is sent again is this */
        }
    }
    while (!eager_ready(l, to, KEPT) && ni_time() < until) {
        noc_progress(); /* if it was not, its acknowledgement is on its way */
    }
    if (eager_ready(l, to, KEPT)) {
        (void)!eager_start(to, a->tag, w2, NULL, 0);
    }
}

static noc_err hear_choice(struct agreement *a)
{
    struct slot **choice;
    noc_err err = hear(a, parent(a), WIRE_CHOICE, (int32_t)a->attempt, &choice);

    if (err) {
        retract(a);
        return err;
    }
    a->queues = wire_bits((*choice)->w2, WIRE_QUEUES_SHIFT, WIRE_QUEUES_BITS);
    a->unclean = wire_bits((*choice)->w2, WIRE_UNCLEAN_SHIFT, WIRE_QUEUES_BITS);
    if (a->unclean == NO_AGREEMENT) {
        noc_layer.last_peer = a->wait.peer;
    }
    drop(choice);
    return NOC_ERR_OK;
}

/* The lowest queue, a clean one if there is one. */
static void choose(struct agreement *a)
{
    uint32_t clean = a->queues & ~a->unclean;

    a->queues = clean ? clean & -clean : a->queues & -a->queues;
    if (a->unclean != NO_AGREEMENT) {
        a->unclean &= a->queues;
    }
}

static noc_err answer(struct agreement *a, unsigned k, struct slot **offer)
{
    a->theirs[k] = (uint8_t)attempt_of((*offer)->w2);
    drop(offer);
    return tell(a, child(a, k), WIRE_CHOICE, a->theirs[k]);
}

/* One after the other, the farthest first. One that was retracted meanwhile is waited for again. */
static noc_err answer_offers(struct agreement *a)
{
    noc_err err = NOC_ERR_OK;
    struct slot **offer;
    unsigned k = 0;

    while (has_child(a->group, k)) {
        k++;
    }
    while (!err && k-- > 0) {
        err = hear(a, child(a, k), WIRE_FREE, -1, &offer);
        err = err ? err : answer(a, k, offer);
    }
    return err;
}

static noc_err agree(struct agreement *a)
{
    noc_err err = hear_offers(a);

    if (err) {
        return err;
    }
    if (a->group->rank) {
        err = tell(a, parent(a), WIRE_FREE, a->attempt);
        err = err ? err : hear_choice(a);
    } else {
        choose(a);
    }
    if (!err) {
        err = answer_offers(a);
    }
    if (err) { /* others may have a group in one of these */
        noc_layer.unclean |= (uint8_t)a->queues;
    }
    return err;
}

/* --- what an earlier group has left ------------------------------------------------- */

static void forget_signals(uint32_t node, unsigned queue)
{
    const uint32_t from = NOC_PUT(node, NI_SIGNAL_SEND, NODE);
    unsigned even = noc_signal(NOC_SIGNAL_EVEN, queue), odd = noc_signal(NOC_SIGNAL_ODD, queue);

    ni_write(NI_SIGNAL_POP, from | NOC_PUT(even, NI_SIGNAL_SEND, NUMBER));
    ni_write(NI_SIGNAL_POP, from | NOC_PUT(odd, NI_SIGNAL_SEND, NUMBER));
}

static void forget_members(const struct noc_group *g, unsigned queue)
{
    uint32_t i;

    for (i = 0; i < g->count; i++) {
        uint32_t node = group_node(g, i);

        forget_signals(node, queue);
        ni_write(NI_DISCARD_POP,
                 NOC_PUT(node, NI_DISCARD_HEAD, NODE) | NOC_PUT(queue, NI_DISCARD_HEAD, QUEUE));
    }
}

/* The answered offer may have been one that the child had given up: then it offers again. */
static noc_err hear_cleaned(struct agreement *a, unsigned k)
{
    const uint32_t w1 = a->tag << WIRE_TAG_SHIFT | child(a, k);
    noc_err err = NOC_ERR_OK;
    struct slot **link;

    while (!err) {
        noc_progress();
        a->wait.peer = (int32_t)child(a, k);
        link = message_of(w1, WIRE_CLEANED);
        if (link) {
            bool now = attempt_of((*link)->w2) == a->theirs[k];

            drop(link);
            if (now) {
                break;
            }
            continue;
        }
        link = message_of(w1, WIRE_FREE);
        err = link ? answer(a, k, link) : wait_more(&a->wait);
    }
    return err;
}

/*
 * Some member has left a group of the chosen queue in the middle of a barrier, so signals of it,
 * and discards, may lie where they would be taken for the new group's. All members have come to the
 * agreement, and so none sends any more of them; each forgets what it has, and none goes on before
 * all have. Of cores that are not members something may be left: the queue stays unclean.
 */
static noc_err clean(struct agreement *a, unsigned queue)
{
    noc_err err = NOC_ERR_OK;
    struct slot **heard;
    unsigned k, n;

    forget_members(a->group, queue);
    for (n = 0; !err && has_child(a->group, n); n++) {
        err = hear_cleaned(a, n);
    }
    if (!err && a->group->rank) {
        err = tell(a, parent(a), WIRE_CLEANED, a->attempt);
        err = err ? err : hear(a, parent(a), WIRE_BEGIN, (int32_t)a->attempt, &heard);
        if (!err) {
            drop(heard);
        }
    }
    for (k = n; !err && k-- > 0;) {
        err = tell(a, child(a, k), WIRE_BEGIN, a->theirs[k]);
    }
    noc_layer.unclean |= (uint8_t)(1u << queue);
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
    if (!members || ni_address(members) % 2 || !count || count > noc_layer.size) {
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
    struct slot *slot = g->arrived.head, *next;

    ni_write(ni_queue(NI_RX_RESET, g->queue), 1);
    matching_close(g);
    plans_orphan(g);
    for (; slot; slot = next) { /* what this member has not asked for */
        next = slot->next;
        if (slot->home == SLOT_HEAP) {
            free(slot);
        }
    }
    free_slots(g);
    *g = (struct noc_group){0};
    list_clear(&g->arrived);
}

/* Leave a group in which others may still be. */
static void group_quit(struct noc_group *g)
{
    noc_layer.unclean |= (uint8_t)(1u << g->queue);
    group_give_up(g);
    group_clear(g);
}

/* The group has a queue. */
static noc_err group_open(struct agreement *a, const struct noc_group *made, noc_group **group)
{
    struct noc_group *g;
    unsigned queue = 0;
    noc_err err;

    while (!(a->queues & 1u << queue)) {
        queue++;
    }
    if (a->unclean) {
        err = clean(a, queue);
        if (err) {
            return err;
        }
    }
    g = &noc_layer.group[queue - NOC_QUEUE_GROUP];
    *g = *made;
    g->queue = (uint8_t)queue;
    g->context = (uint16_t)(queue - NOC_QUEUE_GROUP);
    list_clear(&g->arrived);
    give_slots(g);
    *group = g;
    return NOC_ERR_OK;
}

static noc_err no_queue(const struct agreement *a, const struct noc_group *made)
{
    return a->unclean == NO_AGREEMENT ? NOC_ERR_ARGUMENT
         : made->slot_flits           ? NOC_ERR_GROUP
                                      : NOC_ERR_MEMORY;
}

noc_err noc_group_create(const uint16_t *members, uint32_t count, uint32_t slot_flits,
                         noc_relay relay, noc_group **group, uint32_t timeout)
{
    uint32_t rank = 0;
    noc_err err = check_members(members, count, &rank);
    struct noc_group made = {.members = members, .count = count, .rank = rank};
    struct agreement a;
    struct noc_group *g;

    if (err) {
        return err;
    }
    if (!group || !slot_fits(count, slot_flits, relay)) {
        return NOC_ERR_ARGUMENT;
    }
    a.group = &made;
    a.tag = tag_of(&made);
    a.terms = terms_of(slot_flits, relay);
    a.attempt = noc_layer.group_attempt = (noc_layer.group_attempt + 1) % (1 << WIRE_ATTEMPT_BITS);
    /* Without memory, or a queue, this core takes part all the same: it offers
     * nothing, so that all members learn it. */
    a.queues = allocate_slots(&made, slot_flits, relay) ? queues_free() : 0;
    a.unclean = noc_layer.unclean;
    wait_begin(&a.wait, NOC_WAIT_GROUP, 0, -1, timeout);
    err = agree(&a);
    if (!err) {
        err = a.queues ? group_open(&a, &made, &g) : no_queue(&a, &made);
    }
    if (err) {
        free_slots(&made);
        return err;
    }
    err = noc_barrier(g, timeout);
    if (err) {
        group_quit(g);
    } else {
        *group = g;
    }
    return err;
}

/* Until all children have the last message, and all members have called. */
static noc_err group_end(struct noc_group *g, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_GROUP, g->queue, -1, timeout);
    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(&wait);
        if (err) {
            return err;
        }
    }
    if (g->signalled) { /* a barrier that timed out: others may have left it */
        err = noc_barrier(g, timeout);
        if (err) {
            return err;
        }
    }
    return noc_barrier(g, timeout);
}

noc_err noc_group_free(noc_group *g, uint32_t timeout)
{
    noc_err err;

    if (!group_valid(g) || g == noc_world()) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (noc_layer.above) {
        noc_layer.above->group_ends(g);
    }
    err = group_end(g, timeout);
    if (err) {
        group_quit(g);
    } else {
        group_clear(g);
    }
    return err;
}
