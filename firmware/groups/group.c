/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups. A group is a list of members with a number that no other group of theirs has, its
 * context, by which messages in it are told from others; and, if all members have one free, a
 * receive queue, so that what is multicast in it never competes with anything else. Context and
 * queue are agreed on (agreement.c).
 *
 * Context and queue of a group that was left before all had freed it are unclean at this core: what
 * others still send would be taken for another group's. Clean ones are taken first. If an unclean
 * one is, all members have left their earlier calls before any forgets what it has, and none goes on
 * before all have (two meetings). Of cores that are not members something may be left: it stays
 * unclean.
 *
 * The contexts of the groups that were freed last rest, so that they name no other group soon: all
 * others that are clean are taken before.
 */
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "groups.h"
#include "matching/matching.h"
#include "multicasts/multicasts.h"
#include "progress/wait.h"
#include "slots/slots.h"

_Static_assert(NOC_CONTEXTS % 32 == 0 && NOC_CONTEXTS <= 1 << CONTEXT_BITS &&
                   NOC_CONTEXTS <= 1 << (WIRE_CONTEXT_BITS - 1),
               "contexts fit masks, handles and messages");
_Static_assert(sizeof(struct bid) <= NOC_EAGER_BYTES, "an offer is an eager message");

/* --- all that live ------------------------------------------------------------------- */

static void mark(uint32_t *mask, uint32_t context)
{
    mask[context / 32] |= 1u << context % 32;
}

/* Last in its bucket, so that the world is always found at once. */
static void group_add(struct noc_group *g)
{
    struct layer_state *l = &noc_layer;
    struct noc_group **link = &l->groups[g->context % GROUP_BUCKETS];

    while (*link) {
        link = &(*link)->next;
    }
    *link = g;
    g->next = NULL;
    g->handle = (uintptr_t)(++l->handles << CONTEXT_BITS | g->context);
    if (g->queue) {
        l->group[g->queue - NOC_QUEUE_GROUP] = g;
    }
    list_clear(&g->arrived);
}

static void group_remove(struct noc_group *g)
{
    struct layer_state *l = &noc_layer;
    struct noc_group **link = &l->groups[g->context % GROUP_BUCKETS];

    while (*link != g) {
        link = &(*link)->next;
    }
    *link = g->next;
    if (g->queue) {
        l->group[g->queue - NOC_QUEUE_GROUP] = NULL;
    }
}

void groups_begin(void)
{
    struct layer_state *l = &noc_layer;

    l->world.queue = NOC_QUEUE_GROUP;
    l->world.count = l->size;
    l->world.rank = l->rank;
    l->world.ascending = true;
    barrier_prepare(&l->world, l->world_peers);
    group_add(&l->world);
}

uint32_t noc_group_size(const noc_group *group)
{
    const struct noc_group *g = group_of(group);

    return g ? g->count : 0;
}

int32_t noc_group_rank(const noc_group *group)
{
    const struct noc_group *g = group_of(group);

    return g ? (int32_t)g->rank : -1;
}

int32_t noc_group_node(const noc_group *group, uint32_t rank)
{
    const struct noc_group *g = group_of(group);

    return g && rank < g->count ? (int32_t)group_node(g, rank) : -1;
}

static void forget_signals(uint32_t node, unsigned queue)
{
    const uint32_t from = NOC_PUT(node, NI_SIGNAL_SEND, NODE);
    unsigned even = noc_signal(NOC_SIGNAL_EVEN, queue), odd = noc_signal(NOC_SIGNAL_ODD, queue);

    ni_write(NI_SIGNAL_POP, from | NOC_PUT(even, NI_SIGNAL_SEND, NUMBER));
    ni_write(NI_SIGNAL_POP, from | NOC_PUT(odd, NI_SIGNAL_SEND, NUMBER));
}

/* What members have said in openings of long multicasts that were given up. */
static void forget_openings(const struct noc_group *g)
{
    uint32_t i;

    for (i = 0; i < g->count; i++) {
        ni_write(NI_SIGNAL_POP, NOC_PUT(group_node(g, i), NI_SIGNAL_SEND, NODE) |
                                    NOC_PUT(wire_opening(false), NI_SIGNAL_SEND, NUMBER));
    }
}

static void forget_members(const struct noc_group *g)
{
    uint32_t i;

    for (i = 0; g->queue && i < g->count; i++) {
        uint32_t node = group_node(g, i);

        forget_signals(node, g->queue);
        ni_write(NI_DISCARD_POP,
                 NOC_PUT(node, NI_DISCARD_HEAD, NODE) | NOC_PUT(g->queue, NI_DISCARD_HEAD, QUEUE));
    }
}

/* --- making ------------------------------------------------------------------------------ */

/* NULL: no memory. Zero but for its members. */
static struct noc_group *group_new(const uint16_t *members, uint32_t count, uint32_t rank)
{
    const uint32_t bytes = members ? count * (uint32_t)sizeof(*members) : 0;
    const uint32_t peers = barrier_bytes(count);
    struct noc_group *g = malloc(sizeof(*g) + peers + bytes);
    uint16_t *own;
    uint32_t i;

    if (!g) {
        return NULL;
    }
    memset(g, 0, sizeof(*g));
    g->count = count;
    g->rank = rank;
    g->ascending = true;
    if (members) {
        own = (uint16_t *)(void *)((char *)(g + 1) + peers);
        memcpy(own, members, bytes);
        g->members = own;
        for (i = 1; i < count; i++) {
            g->ascending &= members[i - 1] < members[i];
        }
    }
    barrier_prepare(g, (struct noc_barrier_peers *)(g + 1));
    return g;
}

static void take_context(struct agreement *a, uint32_t context)
{
    a->bid.contexts[context / 32] &= ~(1u << context % 32);
}

/* The context of a message that is still on its way is not free yet. */
static void keep_context(struct agreement *a, uint32_t w2)
{
    uint32_t context = wire_context(w2) / 2;

    if (context < NOC_CONTEXTS && wire_is_in(w2, context)) {
        take_context(a, context);
    }
}

static void offer_contexts(struct agreement *a, bool all)
{
    const struct layer_state *l = &noc_layer;
    const struct backlog *b;
    const struct request *r;
    const struct noc_group *g;
    uint32_t i;

    for (i = 0; i < CONTEXT_WORDS; i++) {
        a->bid.contexts[i] = ~(a->all ? 0 : l->contexts_unclean[i]);
    }
    for (i = 0; i < CONTEXTS_RESTED && !all; i++) {
        take_context(a, l->rested[i]);
    }
    for (i = 0; i < GROUP_BUCKETS; i++) {
        for (g = l->groups[i]; g; g = g->next) {
            take_context(a, g->context);
        }
    }
    for (i = 0; i < l->kept_live; i++) {
        keep_context(a, l->kept[i].copy->w2);
    }
    for (r = l->queued; r; r = r->next) {
        keep_context(a, r->w2);
    }
    for (b = l->backlogs; b; b = b->next) {
        for (r = b->first; r; r = r->next) {
            keep_context(a, r->w2);
        }
    }
    for (r = l->longs; r; r = r->next) {
        keep_context(a, r->w2);
    }
}

/* Without memory this core takes part all the same, so that all members learn it. */
static void bid(struct agreement *a, uint32_t what, const struct noc_group *g)
{
    const struct layer_state *l = &noc_layer;
    unsigned i;

    a->bid.what = what;
    a->bid.verdict = g ? VERDICT_MADE : VERDICT_POOR;
    a->bid.unused = 0;
    a->bid.unclean = l->unclean;
    a->bid.queues = 0;
    for (i = 0; i < GROUP_QUEUES; i++) {
        a->bid.queues |= (uint8_t)(l->group[i] ? 0 : 1u << (i + NOC_QUEUE_GROUP));
    }
    if (l->hooks->opening) { /* whose signals are those of the last one */
        a->bid.queues &= (uint8_t)noc_mask(OPENING_QUEUE);
    }
}

void group_soil(const struct noc_group *g)
{
    noc_layer.unclean |= (uint8_t)(g->queue ? 1u << g->queue : 0);
    mark(noc_layer.contexts_unclean, g->context);
}

void group_clear(struct noc_group *g)
{
    struct slot *slot = g->arrived.head, *next;

    if (noc_layer.above && noc_layer.above->group_gone) {
        noc_layer.above->group_gone(g);
    }
    group_remove(g);
    if (g->stream_broken) {
        forget_openings(g);
    }
    if (g->queue) {
        ni_write(ni_queue(NI_RX_RESET, g->queue), 1);
    }
    plans_orphan(g);
    for (; slot; slot = next) { /* what this member has not asked for */
        next = slot->next;
        if (slot->home == SLOT_ARENA) {
            slot_release(slot);
        }
    }
    group_free_slots(g);
    matching_close(g);
    free(g);
}

/* Nobody goes on with this group before all members have it. */
static noc_err first_meeting(struct agreement *a, struct noc_group *g)
{
    noc_err err = group_meet(g, a->bid.what, VERDICT_MADE, a->wait, a);

    if (err || g->meeting.verdict || !a->choice.forget) {
        return err;
    }
    matching_close(g);
    forget_members(g);
    forget_openings(g);
    return group_meet(g, a->bid.what, VERDICT_MADE, a->wait, NULL);
}

/* The choice is known, and there is one. */
static noc_err group_open(struct agreement *a, struct noc_group *g)
{
    noc_err err;

    g->queue = a->choice.queue;
    g->unusual = !g->queue;
    g->context = (uint16_t)a->choice.context;
    g->generation = a->choice.generation;
    group_add(g);
    err = agreement_tell(a);
    return err ? err : first_meeting(a, g);
}

/* g is freed unless it becomes a group. */
static noc_err try(struct agreement *a, struct noc_group *g, enum verdict *verdict)
{
    noc_err err;

    agreement_begin(a);
    err = agreement_reach(a);
    *verdict = (enum verdict)a->choice.verdict;
    if (err || !g || *verdict) {
        err = err ? err : agreement_tell(a);
        free(g);
        return err;
    }
    err = group_open(a, g);
    if (!err && g->meeting.verdict) {
        *verdict = (enum verdict)g->meeting.verdict;
        group_clear(g);
        return NOC_ERR_OK;
    }
    if (err) {
        if (group_may_be_met(g)) {
            group_soil(g);
        }
        group_clear(g);
    }
    return err;
}

noc_err group_make(const uint16_t *members, uint32_t count, uint32_t rank, uint32_t what,
                   noc_group **group, struct wait *wait)
{
    struct agreement a;
    struct noc_group *g;
    enum verdict verdict = VERDICT_MADE;
    bool rested = false, poor;
    noc_err err;

    a.members = members;
    a.count = count;
    a.rank = rank;
    a.wait = wait;
    a.all = false;
    do {
        if (verdict == VERDICT_MORE) { /* first those that rest, then those that are not clean */
            a.all = rested;
            rested = true;
        }
        g = group_new(members, count, rank);
        poor = !g;
        bid(&a, what, g);
        offer_contexts(&a, rested);
        err = try(&a, g, &verdict);
    } while (!err && (verdict == VERDICT_AGAIN || verdict == VERDICT_MORE));
    if (err) {
        return err;
    }
    if (!verdict && !poor) {
        *group = (noc_group *)g->handle;
    }
    return poor                      ? NOC_ERR_MEMORY
         : verdict == VERDICT_MADE   ? NOC_ERR_OK
         : verdict == VERDICT_DIFFER ? NOC_ERR_ARGUMENT
                                     : NOC_ERR_GROUP;
}

enum { MEMBERS_TOLD = 2048 }; /* nodes in a pass: their bits lie on the stack */

/* False: a node is there twice. */
static bool all_differ(const uint16_t *members, uint32_t count)
{
    uint32_t seen[MEMBERS_TOLD / 32], first, i;

    for (first = 0; first < noc_layer.size; first += MEMBERS_TOLD) {
        memset(seen, 0, sizeof(seen));
        for (i = 0; i < count; i++) {
            uint32_t n = members[i] - first;

            if (n < MEMBERS_TOLD) {
                if (seen[n / 32] >> n % 32 & 1) {
                    return false;
                }
                mark(seen, n);
            }
        }
    }
    return true;
}

static noc_err check_members(const uint16_t *members, uint32_t count, int32_t *rank)
{
    uint32_t i;

    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!members || ni_address(members) % 2 || !count || count > noc_layer.size) {
        return NOC_ERR_ARGUMENT;
    }
    *rank = -1;
    for (i = 0; i < count; i++) {
        if (members[i] >= noc_layer.size) {
            return NOC_ERR_RANK;
        }
        if (members[i] == noc_layer.rank) {
            *rank = (int32_t)i;
        }
    }
    return !all_differ(members, count) ? NOC_ERR_ARGUMENT : *rank < 0 ? NOC_ERR_GROUP : NOC_ERR_OK;
}

noc_err noc_group_create(const uint16_t *members, uint32_t count, noc_group **group,
                         uint32_t timeout)
{
    struct wait wait;
    int32_t rank = -1;
    noc_err err = check_members(members, count, &rank);

    if (err || !group) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    wait_begin(&wait, NOC_WAIT_GROUP, WHAT_CREATE >> WHAT_SHIFT, -1, timeout);
    return group_make(members, count, (uint32_t)rank, WHAT_CREATE, group, &wait);
}
