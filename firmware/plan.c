/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans: a chain that every member orders for itself, by libnoc's planners,
 * from what the parameter block says about the network. Two bytes for each
 * member; nothing is sent.
 */
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "params.h"

/* The network of the parameter block; false: there is none, or another's. */
static bool network_of_params(struct noc_layer *l)
{
    const struct noc_params *p = (const struct noc_params *)NOC_PARAMS_BASE;
    const struct noc_topology_kind *kind;
    struct noc_fault fault;
    uint16_t width[NOC_PARAMS_DIMS];

    if (p->magic != NOC_PARAMS_MAGIC || p->version != NOC_PARAMS_VERSION || !p->dims ||
        p->dims > NOC_PARAMS_DIMS) {
        return false;
    }
    memcpy(width, p->width, sizeof(width));
    kind = noc_topology_kind_find(p->topology);
    return kind && kind->make(&l->topology, p->dims, width, &fault) &&
           l->topology.nodes == l->size &&
           noc_routing_choose(&l->routing, p->routing[0] ? p->routing : NULL, &l->topology, &fault);
}

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
        l->network_known = network_of_params(l);
    }
    return l->network_known || (!strcmp(algorithm, "separate") && network_of_anything(l));
}

static uint32_t ports_of_board(void)
{
    uint32_t ports = NOC_GET(ni_read(NI_CONFIG), NI_CONFIG, PORTS);
    const struct noc_params *p = (const struct noc_params *)NOC_PARAMS_BASE;

    return noc_layer.network_known ? p->ports : ports;
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
 * Follow the message from the root: of each sender's pieces take the one that
 * this core is in. -1: this core is the root.
 */
static int32_t find_parent(const noc_plan *plan)
{
    uint32_t rank = noc_layer.rank, place = 0;
    struct noc_part mine = plan->whole, theirs;

    if (plan->env.source == rank) {
        return -1;
    }
    while (plan->chain[place] != rank) {
        place++;
    }
    while (plan->algorithm->next(&plan->env, plan->chain, &mine, &theirs)) {
        if (theirs.self == place) {
            return plan->chain[mine.self];
        }
        if (theirs.left <= place && place <= theirs.right) {
            mine = theirs;
        }
    }
    return -1;
}

noc_err noc_plan_create(noc_group *g, uint32_t root_rank, const char *algorithm, noc_plan **plan)
{
    struct noc_layer *l = &noc_layer;
    const struct noc_algorithm *a;
    struct noc_fault fault;
    noc_plan *p;

    if (!group_valid(g)) {
        return l->size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (root_rank >= g->count || !algorithm || !plan) {
        return NOC_ERR_ARGUMENT;
    }
    if (!find_network(algorithm) ||
        !noc_algorithm_choose(&a, algorithm, &l->topology, l->routing, false, &fault)) {
        return NOC_ERR_ALGORITHM;
    }
    p = malloc(sizeof(*p) + g->count * sizeof(p->chain[0]));
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
    };
    make_chain(p, root_rank);
    p->parent = find_parent(p);
    *plan = p;
    return NOC_ERR_OK;
}

void noc_plan_free(noc_plan *plan)
{
    if (plan && plan->group->outstanding && plan->group->plan == plan) {
        plan->dead = true; /* a child may still ask: freed with the last ACK */
    } else {
        free(plan);
    }
}
