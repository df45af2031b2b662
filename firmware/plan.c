/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans: a chain that libnoc's planners order, from what the parameter block says
 * about the network, and two bytes for each member. By plan every member makes
 * it for itself and nothing is sent; by list only the root does, the others
 * learn their part from each message.
 */
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "network.h"

/*
 * Without an experiment nobody says how the cores are connected. `separate`
 * does not care: any network of that many nodes will do for it.
 */
static bool network_of_anything(struct noc_layer *l)
{
    const struct noc_topology_kind *kind = noc_topology_kind_find("mesh");
    const uint16_t width = (uint16_t)l->size;
    struct noc_fault fault;

    return kind && kind->make(&l->topology, 1, &width, &fault) &&
           noc_routing_choose(&l->routing, NULL, &l->topology, &fault);
}

static bool find_network(const char *algorithm)
{
    struct noc_layer *l = &noc_layer;

    if (!l->network_known) {
        l->network_known = network_of_params(&l->topology, &l->routing) &&
                           l->topology.nodes == l->size;
    }
    return l->network_known || (!strcmp(algorithm, "separate") && network_of_anything(l));
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
    plan->algorithm->order(&plan->env, chain, g->count - 1, &plan->whole);
}

/*
 * This core's place and parent. Follow the message from the root: of each
 * sender's pieces take the one that this core is in.
 */
static void find_place(noc_plan *plan)
{
    struct noc_part mine = plan->whole, theirs;
    uint16_t place = 0;

    while (plan->chain[place] != noc_layer.rank) {
        place++;
    }
    plan->place = place;
    while (plan->algorithm->next(&plan->env, plan->chain, &mine, &theirs)) {
        if (theirs.self == place) {
            plan->parent = plan->chain[mine.self];
            plan->answers_for = (uint32_t)theirs.right - theirs.left + 1;
            return;
        }
        if (theirs.left <= place && place <= theirs.right) {
            mine = theirs;
        }
    }
}

/* Lists are sent in whole words: room for an even number. */
static noc_plan *allocate(const noc_group *g, bool chain)
{
    return malloc(sizeof(noc_plan) + (chain ? (g->count + 1) / 2 * 4 : 0));
}

static void fill(noc_plan *p, uint32_t root_rank)
{
    const noc_group *g = p->group;

    if (p->root || !p->lists) {
        p->chain[(g->count - 1) | 1] = 0; /* the last word's other half, if there is one */
        make_chain(p, root_rank);
    }
    if (p->root) {
        p->answers_for = g->count;
    } else if (!p->lists) {
        find_place(p);
    }
}

noc_err noc_plan_create(noc_group *g, uint32_t root_rank, const char *algorithm, noc_relay relay,
                        noc_plan **plan)
{
    struct noc_layer *l = &noc_layer;
    const struct noc_algorithm *a;
    struct noc_fault fault;
    noc_plan *p;

    if (!group_valid(g)) {
        return l->size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (root_rank >= g->count || !algorithm || !plan ||
        !(relay == NOC_BY_PLAN || (relay == NOC_BY_LIST && g->lists))) {
        return NOC_ERR_ARGUMENT;
    }
    if (!find_network(algorithm) ||
        !noc_algorithm_choose(&a, algorithm, &l->topology, l->routing, forced(), &fault) ||
        a->worm) { /* worms with several destinations are not sent yet */
        return NOC_ERR_ALGORITHM;
    }
    p = allocate(g, root_rank == g->rank || relay == NOC_BY_PLAN);
    if (!p) {
        return NOC_ERR_MEMORY;
    }
    if (root_rank == g->rank && g->slot_flits && !group_keeps(g)) {
        free(p);
        return NOC_ERR_MEMORY;
    }
    *p = (noc_plan){
        .group = g,
        .algorithm = a,
        .env = {.topology = &l->topology, .routing = l->routing, .ports = ports_of_board(),
                .source = group_node(g, root_rank)},
        .root = root_rank == g->rank,
        .lists = relay == NOC_BY_LIST,
        .parent = -1,
    };
    fill(p, root_rank);
    *plan = p;
    return NOC_ERR_OK;
}

int32_t noc_plan_parent(const noc_plan *plan, uint32_t *answers_for)
{
    if (answers_for) {
        *answers_for = plan->answers_for;
    }
    return plan->parent;
}

void noc_plan_free(noc_plan *plan)
{
    if (plan && plan->group->outstanding && plan->group->plan == plan) {
        plan->dead = true; /* a child may still ask: freed with the last ACK */
    } else {
        free(plan);
    }
}
