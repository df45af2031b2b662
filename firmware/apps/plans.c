/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a multicast's plan costs in instructions. The experiment is the parameter block's;
 * its source works the whole plan out, no message is sent, the other cores end.
 *
 *   next 3 7 25        the step by which core 3 finds its next child, 7: 25 instructions
 *   last 3 11          its step that finds no more
 *   begin 3 40         where worms have several destinations: its step that finds the first child
 *   worm 3 7 210       it makes a worm, whose first destination is 7: header flits, lists, and the
 *                      step beyond
 *   order 2100         arrange the chain: once, at the source; by plan at each member
 *   source 2350        that, and all of the source's steps
 *   relay_max 130      all steps of the core that needs most, the source left out
 *   all_steps 1800     of all cores
 *
 * Worms with several destinations are made as the block's `relay` wants them, by the message
 * layer's own function; by plan that is done beforehand.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "instructions.h"
#include "layer/layer.h"
#include "multicast/algorithms.h"
#include "multicast/plan.h"
#include "multicasts/network.h"
#include "multicasts/worm_maker.h"
#include "ni.h"

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;
static struct noc_topology topology;
static struct noc_plan_env env;
static const struct noc_algorithm *algorithm;
static uint16_t *chain;

static int fail(const char *why)
{
    printf("plans: %s\n", why);
    return 2;
}

static const uint16_t *dests(void)
{
    return (const uint16_t *)((const char *)(params + 1) + params->shape_bytes);
}

static uint32_t order(struct noc_part *whole)
{
    uint32_t begin;

    chain[0] = (uint16_t)params->source;
    for (uint32_t i = 0; i < params->m; i++) {
        chain[i + 1] = dests()[i];
    }
    begin = instructions();
    algorithm->order(&env, chain, params->m, whole);
    return instructions() - begin - empty();
}

/* All steps of the core that has this part. The parts it hands over go to part[*n...]. */
static uint32_t steps(struct noc_part mine, struct noc_part *part, uint32_t *n)
{
    uint32_t sum = 0, cost, begin;
    bool more;

    do {
        begin = instructions();
        more = algorithm->next(&env, chain, &mine, &part[*n]);
        cost = instructions() - begin - empty();
        sum += cost;
        if (more) {
            printf("next %u %u %" PRIu32 "\n", chain[mine.self], chain[part[*n].self], cost);
            ++*n;
        }
    } while (more);
    printf("last %u %" PRIu32 "\n", chain[mine.self], cost);
    return sum;
}

/* The same for worms, which are made where `room` is. */
static uint32_t worms(struct noc_part mine, struct noc_part *part, uint32_t *n, noc_plan *room)
{
    uint32_t sum, cost, begin;
    struct noc_part first;
    struct maker m;

    noc_layer.rank = chain[mine.self];
    begin = instructions();
    maker_begin(&m, room, chain, &mine);
    sum = cost = instructions() - begin - empty();
    printf("begin %u %" PRIu32 "\n", chain[mine.self], cost);
    while (m.more) {
        struct maker again = m;

        first = m.theirs;
        begin = instructions();
        (void)worm_make(&m);
        cost = instructions() - begin - empty();
        sum += cost;
        printf("worm %u %u %" PRIu32 "\n", chain[mine.self], chain[first.self], cost);
        do {
            part[(*n)++] = again.theirs;
            for (uint32_t i = 0; i < again.legs.run; i++, ++*n) {
                part[*n] = noc_part_behind(&part[*n - 1]);
            }
            again.more = maker_next(&again);
        } while (again.more && again.legs.joins);
    }
    return sum;
}

static uint8_t told_of(const struct noc_algorithm *a)
{
    return params->relay == NOC_RELAY_GROUP  ? TOLD_BY_PLAN
         : params->relay == NOC_RELAY_HEADER ? TOLD_BY_HEADER
         : a->worm                           ? TOLD_BY_LISTS
                                             : TOLD_BY_LIST;
}

/* Room for all worms of one core. */
static noc_plan *worms_room(void)
{
    noc_plan *room = malloc(sizeof(*room));
    struct worms *made = malloc(sizeof(*made) + (params->m + 1) * 5 * sizeof(made->word[0]));

    if (!room || !made) {
        return NULL;
    }
    *made = (struct worms){.list = made->word + (params->m + 1) * 4};
    *room =
        (noc_plan){.algorithm = algorithm, .env = env, .worms = made, .told = told_of(algorithm)};
    noc_layer.size = topology.nodes;
    return room;
}

static uint32_t core(struct noc_part mine, struct noc_part *part, uint32_t *n, noc_plan *room)
{
    return algorithm->worm ? worms(mine, part, n, room) : steps(mine, part, n);
}

static int plan(void)
{
    struct noc_part *part = malloc((params->m + 2) * sizeof(*part)); /* next() may write one more */
    uint32_t i, n = 1, ordered, at_source, most = 0, all;
    noc_plan *room = algorithm->worm ? worms_room() : NULL;

    chain = malloc((params->m + 1) * sizeof(*chain));
    if (!part || !chain || (algorithm->worm && !room)) {
        return fail("no memory for the plan");
    }
    ordered = order(&part[0]);
    all = at_source = core(part[0], part, &n, room);
    for (i = 1; i < n; i++) {
        uint32_t cost = core(part[i], part, &n, room);

        all += cost;
        most = cost > most ? cost : most;
    }
    printf("order %" PRIu32 "\nsource %" PRIu32 "\nrelay_max %" PRIu32 "\nall_steps %" PRIu32 "\n",
           ordered, ordered + at_source, most, all);
    return 0;
}

int main(void)
{
    struct noc_fault fault;

    if (ni_node() != (params->magic == NOC_PARAMS_MAGIC ? params->source : 0)) {
        return 0;
    }
    if (!network_of_params(&topology, &env.routing) ||
        !noc_algorithm_choose(&algorithm, params->algorithm, &topology, env.routing,
                              params->flags & NOC_PARAMS_FORCE, &fault)) {
        return fail("no experiment in the parameter block, or an algorithm that does not fit");
    }
    env.topology = &topology;
    env.ports = params->ports;
    env.source = params->source;
    env.parameter = algorithm->parameter ? noc_algorithm_parameter(params->algorithm) : 0;
    return plan();
}
