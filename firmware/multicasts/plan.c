/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans: a chain that libnoc's planners order, from what the parameter block says
 * about the network, and the worms that follow from it. By plan every member makes them for itself
 * and nothing is sent; by list only the root has the chain, two bytes for each member, and the
 * others learn their part from each message.
 */
#include <stdlib.h>
#include <string.h>

#include "multicast/algorithms.h"
#include "multicasts.h"
#include "network.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "worm_maker.h"

/*
 * Without an experiment nobody says how the cores are connected. `separate`
 * does not care: any network of that many nodes will do for it.
 */
static bool network_of_anything(struct layer_state *l)
{
    const struct noc_topology_kind *kind = noc_topology_kind_find("mesh");
    const uint16_t width = (uint16_t)l->size;
    struct noc_fault fault;

    return kind && kind->make(&l->topology, 1, &width, &fault) &&
           noc_routing_choose(&l->routing, NULL, &l->topology, &fault);
}

static bool find_network(const char *algorithm)
{
    struct layer_state *l = &noc_layer;

    if (!l->network_known) {
        l->network_known =
            network_of_params(&l->topology, &l->routing) && l->topology.nodes == l->size;
        l->worms_copied = l->network_known && l->routing->copies &&
                          NOC_GET(ni_read(NI_PROFILE), NI_PROFILE, COPIES);
        l->long_by_plan = l->network_known && l->routing->copies == l->worms_copied;
    }
    return l->network_known || (!strcmp(algorithm, "separate") && network_of_anything(l));
}

bool plan_worms(void)
{
    return find_network("") && noc_layer.worms_copied;
}

static uint32_t ports_of_board(void)
{
    return noc_layer.network_known ? params_block()->ports
                                   : NOC_GET(ni_read(NI_CONFIG), NI_CONFIG, PORTS);
}

/* An algorithm may be asked for where its proof does not hold. */
static bool forced(void)
{
    return noc_layer.network_known && (params_block()->flags & NOC_PARAMS_FORCE);
}

/* The root first, then all others. Thousands of cores do this for thousands of
 * members, hence two loops without a branch in them. */
static void make_chain(noc_plan *plan, uint32_t root_rank)
{
    const struct noc_group *g = plan->group;
    uint16_t *chain = plan->chain;
    uint32_t i;

    chain[0] = (uint16_t)group_node(g, root_rank);
    if (g->members) {
        memcpy(chain + 1, g->members, root_rank * sizeof(*chain));
        memcpy(chain + 1 + root_rank, g->members + root_rank + 1,
               (g->count - root_rank - 1) * sizeof(*chain));
    } else {
        for (i = 0; i < root_rank; i++) {
            chain[i + 1] = (uint16_t)i;
        }
        for (i = root_rank + 1; i < g->count; i++) {
            chain[i] = (uint16_t)i;
        }
    }
    plan->algorithm->order(&plan->env, chain, g->count - 1, &plan->part);
}

/*
 * This core's place, part and parent. Follow the message from the root: of each
 * sender's pieces take the one that this core is in.
 */
static void find_place(noc_plan *plan)
{
    struct noc_part mine = plan->part, theirs;
    struct noc_worm_progress legs = {0};
    uint16_t place = 0;

    while (plan->chain[place] != noc_layer.rank) {
        place++;
    }
    while (noc_plan_next(plan->algorithm, &plan->env, plan->chain, &mine, &theirs, &legs)) {
        if (theirs.self == place) {
            plan->part = theirs;
            plan->parent = plan->chain[mine.self];
            plan->answers_for = (uint32_t)theirs.right - theirs.left + 1;
            return;
        }
        if (theirs.left <= place && place <= theirs.right) {
            mine = theirs;
            legs = (struct noc_worm_progress){0};
        }
    }
}

/*
 * The same without a chain, where the plan follows from places on a walk: this core's place, and
 * then as many looks as the tree has levels. False: it does not.
 */
static bool find_place_on_walk(noc_plan *p, uint32_t root_rank)
{
    struct noc_part mine = {.right = (uint16_t)(p->group->count - 1)}, theirs;
    uint32_t place;

    if (p->told != TOLD_BY_PLAN || !p->algorithm->split || p->group->members ||
        !noc_walk_begin(&p->walk, &p->env, p->group->count - 1)) {
        return false;
    }
    place = noc_walk_place(&p->walk, noc_layer.rank);
    while (place != mine.self && p->algorithm->split(&p->env, !mine.self, &mine, &theirs)) {
        if (theirs.left <= place && place <= theirs.right) {
            p->parent = (int32_t)noc_walk_node(&p->walk, mine.self);
            mine = theirs;
        }
    }
    p->part = mine;
    p->answers_for = (uint32_t)mine.right - mine.left + 1;
    p->w2 = wire_root(root_rank) ^ (p->root ? 0 : wire_part(mine.left, mine.right));
    return true;
}

/* What is known of the plan without a message. */
static bool fill(noc_plan *p, uint32_t root_rank)
{
    const uint32_t count = p->group->count;

    if (!p->root && p->told != TOLD_BY_PLAN) {
        return true;
    }
    if (find_place_on_walk(p, root_rank)) {
        return true;
    }
    p->chain = malloc((count + 1) / 2 * sizeof(uint32_t)); /* lists are sent in whole words */
    if (!p->chain) {
        return false;
    }
    p->chain[(count - 1) | 1] = 0; /* the last word's other half, if there is one */
    make_chain(p, root_rank);
    if (p->root) {
        p->answers_for = count;
    } else {
        find_place(p);
    }
    p->w2 = wire_root(root_rank) ^ (p->algorithm->worm ? WIRE_WORM
                                    : p->root          ? 0
                                                       : wire_part(p->part.left, p->part.right));
    return true;
}

static bool is_member(const struct noc_group *g, uint32_t node)
{
    uint32_t low = 0, high = g->count, i;

    if (!g->ascending) {
        for (i = 0; i < g->count && g->members[i] != node; i++) {
        }
        return i < g->count;
    }
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;

        *(group_node(g, middle) <= node ? &low : &high) = middle;
    }
    return group_node(g, low) == node;
}

/* The parameter block's cuts, if they are of a multicast from this source to all others of the
 * group. NULL: no. */
static struct noc_partition *cuts_of_block(const struct noc_group *g, uint32_t source)
{
    const struct noc_params *p = params_block();
    const uint16_t *dests = (const uint16_t *)((const char *)(p + 1) + p->shape_bytes);
    uint32_t room = p->bytes - (uint32_t)sizeof(*p) - p->shape_bytes, i;

    if (!noc_layer.network_known || !(p->flags & NOC_PARAMS_CUTS) || p->source != source ||
        p->m + 1 != g->count || room < (2 * p->m + 1) * sizeof(*dests)) {
        return NULL;
    }
    for (i = 0; i < p->m; i++) {
        if (dests[i] == source || !is_member(g, dests[i])) {
            return NULL;
        }
    }
    noc_layer.cuts.cuts = (uint16_t *)(uintptr_t)(dests + p->m); /* only read */
    return &noc_layer.cuts;
}

/* Whether relays can be told in this way: lists say nothing of cuts, and for headers routers must
 * take lists out of them. */
static bool can_tell(const struct noc_algorithm *a, noc_relay relay, bool cut)
{
    return relay == NOC_BY_PLAN ||
           (!cut && (relay == NOC_BY_LIST || (a->worm && noc_layer.routing->lists)));
}

/* Whether a group has slots for it. A worm's lists of all receivers are as long as any of them. */
static bool has_room(const struct noc_group *g, noc_relay relay)
{
    return relay == NOC_BY_PLAN || relay == g->relay ||
           (relay == NOC_BY_HEADER && g->relay == NOC_BY_LIST);
}

/* An algorithm that fits. NULL: it does not. */
static const struct noc_algorithm *choose(const struct noc_group *g, const char *name)
{
    const struct layer_state *l = &noc_layer;
    const struct noc_algorithm *a;
    struct noc_fault fault;

    return find_network(name) &&
                   noc_algorithm_choose(&a, name, &l->topology, l->routing, forced(), &fault) &&
                   !(a->worm && l->routing->copies && !l->worms_copied) &&
                   !(a->broadcast && g->count < noc_topology_senders(&l->topology) && !forced())
             ? a
             : NULL;
}

static struct noc_plan_env env_of(const struct noc_group *g, uint32_t root_rank,
                                  const struct noc_algorithm *a)
{
    struct noc_plan_env env = {.topology = &noc_layer.topology,
                               .routing = noc_layer.routing,
                               .ports = ports_of_board(),
                               .source = group_node(g, root_rank)};

    env.partition = a == &noc_algorithm_m_torus ? cuts_of_block(g, env.source) : NULL;
    return env;
}

static uint8_t told_of(const struct noc_algorithm *a, noc_relay relay)
{
    return relay == NOC_BY_PLAN   ? TOLD_BY_PLAN
         : relay == NOC_BY_HEADER ? TOLD_BY_HEADER
         : a->worm                ? TOLD_BY_LISTS
                                  : TOLD_BY_LIST;
}

static noc_err prepare(noc_plan *p, uint32_t root_rank)
{
    noc_err err;

    if ((p->root && p->group->slot_bytes && !group_keeps(p->group)) || !fill(p, root_rank)) {
        return NOC_ERR_MEMORY;
    }
    err = worms_prepare(p);
    if (p->told == TOLD_BY_PLAN) { /* the worms say all that will be asked for */
        free(p->chain);
        p->chain = NULL;
    }
    return err;
}

/* The other tree of an algorithm that has two. It is in no list, since programs do not know it. */
static noc_err make_second(noc_plan *p, uint32_t root_rank)
{
    noc_plan *second = p->told == TOLD_BY_PLAN ? malloc(sizeof(*second)) : NULL;

    if (!second) {
        return p->told == TOLD_BY_PLAN ? NOC_ERR_MEMORY : NOC_ERR_OK;
    }
    *second = *p;
    second->env.tree = 1;
    second->worms = NULL;
    second->chain = NULL;
    second->parent = -1;
    p->second = second;
    return prepare(second, root_rank);
}

static noc_err make(struct noc_group *g, uint32_t root_rank, const struct noc_algorithm *a,
                    const struct noc_plan_env *env, noc_relay relay, noc_plan **plan)
{
    noc_plan *p = malloc(sizeof(*p));
    noc_err err;

    if (!p) {
        return NOC_ERR_MEMORY;
    }
    p->group = g; /* its part is known later, or never */
    p->algorithm = a;
    p->env = *env;
    p->root = root_rank == g->rank;
    p->told = told_of(a, relay);
    p->unicasts = !a->worm || !env->routing->copies;
    p->dead = false;
    p->way = multicast_way_of(p);
    p->worms = NULL;
    p->chain = NULL;
    p->second = NULL;
    p->parent = -1;
    p->answers_for = 0;
    p->next = noc_layer.plans;
    noc_layer.plans = p;
    err = prepare(p, root_rank);
    if (!err && a->trees && a->trees(env->topology) > 1) {
        err = make_second(p, root_rank);
    }
    if (err) {
        plan_release(p);
        return err;
    }
    *plan = p;
    return NOC_ERR_OK;
}

noc_err plan_for_long(struct noc_group *g, uint32_t root_rank, const struct noc_algorithm *a,
                      noc_plan **plan)
{
    const struct noc_plan_env env = env_of(g, root_rank, a);

    return make(g, root_rank, a, &env, NOC_BY_PLAN, plan);
}

noc_err noc_plan_create(noc_group *group, uint32_t root_rank, const char *algorithm,
                        noc_relay relay, noc_plan **plan)
{
    const struct noc_algorithm *a;
    struct noc_group *g = group_of(group);
    struct noc_plan_env env;

    if (!g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (root_rank >= g->count || !algorithm || !plan || !has_room(g, relay)) {
        return NOC_ERR_ARGUMENT;
    }
    a = choose(g, algorithm);
    if (!a) {
        return NOC_ERR_ALGORITHM;
    }
    env = env_of(g, root_rank, a);
    env.parameter = a->parameter ? noc_algorithm_parameter(algorithm) : 0;
    return can_tell(a, relay, env.partition) ? make(g, root_rank, a, &env, relay, plan)
                                             : NOC_ERR_ALGORITHM;
}
