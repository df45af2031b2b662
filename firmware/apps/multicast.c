/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One multicast, as the parameter block describes it: what `noct run` measures.
 *
 * Source and destinations make a group and a plan. All cores meet in a barrier,
 * let its traffic die away and clear their counters, so that these show the
 * multicast alone; those that are not in it end. The source waits until all
 * destinations are sure to be in their call; MARK 0 is the source's call, MARK 1
 * each core's return. Every destination then checks every word, and if a list told it
 * its part, that this is its part of the plan. A body in segments goes by noc_multicast_long.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "memmap.h"
#include "multicast/plan.h"
#include "ni.h"
#include "noc.h"
#include "params.h"
#include "timer.h"

enum {
    DEADLINE = 100000000, /* cycles, where the parameters give none */
    SIGNAL_FLITS = 4
};

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;

static int fail(int status, const char *what, const char *why)
{
    printf("multicast: node %" PRIu32 ": %s: %s\n", ni_node(), what, why);
    return status;
}

static int fail_err(const char *what, noc_err err)
{
    if (err == NOC_ERR_TIMEOUT && noc_last_peer() >= 0) {
        printf("multicast: node %" PRIu32 ": %s: waited for node %" PRId32 ": %s\n", ni_node(),
               what, noc_last_peer(), noc_strerror(err));
        return NOC_MULTICAST_WRONG;
    }
    return fail(err == NOC_ERR_TIMEOUT  ? NOC_MULTICAST_WRONG
                : err == NOC_ERR_MEMORY ? NOC_MULTICAST_MEMORY
                                        : NOC_MULTICAST_INPUT,
                what, noc_strerror(err));
}

static noc_relay relay(void)
{
    return params->relay == NOC_RELAY_BODY   ? NOC_BY_LIST
         : params->relay == NOC_RELAY_HEADER ? NOC_BY_HEADER
                                             : NOC_BY_PLAN;
}

static uint32_t word(uint32_t i)
{
    uint32_t x = (params->seed + i) * 2654435761u;

    return x ^ x >> 15 ^ i;
}

/* --- who takes part --------------------------------------------------------- */

static uint16_t dest(uint32_t i)
{
    const uint16_t *dests = (const uint16_t *)((const char *)(params + 1) + params->shape_bytes);

    return dests[i];
}

static const char *check_params(uint32_t nodes)
{
    uint32_t i;

    if (params->magic != NOC_PARAMS_MAGIC || params->version != NOC_PARAMS_VERSION) {
        return "no experiment in the parameter block";
    }
    if (params->source >= nodes || !params->m || params->m >= nodes || !params->length ||
        params->bytes > NOC_PARAMS_SIZE || params->shape_bytes >= params->bytes ||
        params->bytes < sizeof(*params) + params->shape_bytes + 2 * params->m) {
        return "source, destinations or length out of range";
    }
    /* One core looks at all of them: thousands need not. */
    for (i = 0; ni_node() == params->source && i < params->m; i++) {
        if (dest(i) >= nodes || dest(i) == params->source) {
            return "a destination out of range";
        }
    }
    return NULL;
}

static bool takes_part(uint32_t node)
{
    uint32_t i;

    if (node == params->source || params->m + 1 == ni_nodes()) {
        return true;
    }
    for (i = 0; i < params->m && dest(i) != node; i++) {
    }
    return i < params->m;
}

static uint32_t length_bytes(void)
{
    return params->length * 4;
}

/* Ascending list of source and destinations. NULL: no memory. */
static uint16_t *list_members(uint32_t nodes)
{
    uint32_t count = params->m + 1, n = 0, i;
    uint8_t *in = calloc(nodes, 1);
    uint16_t *members = malloc(count * sizeof(*members));

    if (in && members) {
        in[params->source] = 1;
        for (i = 0; i < params->m; i++) {
            in[dest(i)] = 1;
        }
        for (i = 0; i < nodes && n < count; i++) {
            if (in[i]) {
                members[n++] = (uint16_t)i;
            }
        }
    }
    free(in);
    return members;
}

/* Slots for a body that does not go straight to where it is wanted. */
static noc_err reserve(noc_group *group, uint32_t timeout)
{
    return params->segment ? NOC_ERR_OK
                           : noc_group_reserve(group, length_bytes(), relay(), timeout);
}

static noc_err make_group(noc_group **group, uint32_t *root, uint32_t timeout)
{
    uint16_t *members;
    noc_err err;

    *root = params->source;
    if (params->m + 1 == noc_size()) {
        *group = noc_world();
        return reserve(*group, timeout);
    }
    members = list_members(noc_size());
    if (!members) {
        return NOC_ERR_MEMORY;
    }
    for (*root = 0; members[*root] != params->source;) {
        ++*root;
    }
    err = noc_group_create(members, params->m + 1, group, timeout);
    free(members);
    return err ? err : reserve(*group, timeout);
}

/* --- the experiment ---------------------------------------------------------- */

/*
 * Cycles that a barrier's signals of one round may need: across the network and
 * back again in the worst case, and some instructions. In a graph or a grid all
 * of them may come by one link.
 */
static uint32_t across_cycles(void)
{
    uint32_t across = 512, d;

    if (params->shape_bytes) {
        return across + 2u * SIGNAL_FLITS * ni_nodes();
    }
    if (!strcmp(params->topology, "ccc")) {
        return across + 32u * params->width[0]; /* the diameter is below 2.5 dimensions */
    }
    for (d = 0; d < params->dims; d++) {
        across += 2u * params->width[d];
    }
    return across;
}

/* Cycles after which what one core saw of the barrier has happened everywhere,
 * and all that it sent is gone. */
static uint32_t settle_cycles(void)
{
    uint32_t across = across_cycles(), rounds = 1, n;

    for (n = ni_nodes(); n > 1; n /= 2) {
        rounds++;
    }
    return rounds * across;
}

/* All cores: nobody goes on before all are here, and nothing is under way. */
static noc_err meet(uint32_t timeout)
{
    noc_err err = noc_barrier(noc_world(), timeout);

    if (!err) {
        timer_sleep_until(noc_now() + settle_cycles());
        ni_write(NI_COUNTERS, 1);
    }
    return err;
}

static int verify(const uint32_t *body)
{
    uint32_t i;

    for (i = 0; i < params->length; i++) {
        if (body[i] != word(i)) {
            printf("multicast: node %" PRIu32 ": word %" PRIu32 " of %" PRIu32 " is %08" PRIx32
                   ", not %08" PRIx32 "\n",
                   noc_rank(), i, params->length, body[i], word(i));
            return NOC_MULTICAST_WRONG;
        }
    }
    return 0;
}

/* By list a core knows from the message only whom it got it from and for how many it answers.
 * All of them together are the tree: each works out what it should have been. */
static int verify_part(noc_group *group, uint32_t root, const noc_plan *plan)
{
    uint32_t answers_for, wanted_for;
    int32_t parent = noc_plan_parent(plan, &answers_for), wanted;
    noc_plan *whole;
    noc_err err = noc_plan_create(group, root, params->algorithm, NOC_BY_PLAN, &whole);

    if (err) {
        return fail_err("plan", err);
    }
    wanted = noc_plan_parent(whole, &wanted_for);
    noc_plan_free(whole);
    if (parent != wanted || answers_for != wanted_for) {
        printf("multicast: node %" PRIu32 ": a list of %" PRIu32 " from node %" PRId32
               ", not of %" PRIu32 " from node %" PRId32 "\n",
               noc_rank(), answers_for, parent, wanted_for, wanted);
        return NOC_MULTICAST_WRONG;
    }
    return 0;
}

/* Between the marks is the call and nothing else. */
static inline __attribute__((always_inline)) noc_err cast(noc_plan *plan, uint32_t *body,
                                                          uint32_t timeout)
{
    noc_err err;

    if (noc_rank() == params->source) {
        ni_write(NI_MARK, 0);
    }
    err = noc_multicast(plan, body, length_bytes(), timeout);
    ni_write(NI_MARK, 1);
    return err;
}

static noc_err cast_long(noc_plan *plan, uint32_t *body, uint32_t timeout)
{
    const uint32_t bytes = length_bytes(), segment = params->segment * 4;
    noc_err err;

    if (noc_rank() == params->source) {
        ni_write(NI_MARK, 0);
    }
    err = noc_multicast_long(plan, body, bytes, segment, timeout);
    ni_write(NI_MARK, 1);
    return err;
}

static int run(noc_plan *plan, uint32_t *body, uint32_t timeout)
{
    noc_err err;
    uint32_t i;

    ni_write(NI_TAU_S, params->tau_s);
    ni_write(NI_TAU_R, params->tau_r);
    if (noc_rank() == params->source) {
        for (i = 0; i < params->length; i++) {
            body[i] = word(i);
        }
        timer_sleep_until(noc_now() + 2 * settle_cycles());
    }
    err = params->segment ? cast_long(plan, body, timeout) : cast(plan, body, timeout);
    if (err) {
        return fail_err("multicast", err);
    }
    err = noc_finish(timeout);
    return err ? fail_err("finish", err) : verify(body);
}

/* Source or destination: be ready, meet the others, run. */
static int take_part(uint32_t timeout)
{
    uint32_t *body = malloc((size_t)params->length * sizeof(*body));
    noc_group *group;
    noc_plan *plan;
    uint32_t root;
    noc_err err;
    int status;

    if (!body) {
        return fail_err("body", NOC_ERR_MEMORY);
    }
    err = make_group(&group, &root, timeout);
    if (err) {
        return fail_err("group", err);
    }
    err = noc_plan_create(group, root, params->algorithm, relay(), &plan);
    if (err) {
        return fail_err(params->algorithm, err);
    }
    err = meet(timeout);
    status = err ? fail_err("barrier", err) : run(plan, body, timeout);
    return status || relay() == NOC_BY_PLAN ? status : verify_part(group, root, plan);
}

int main(void)
{
    const char *wrong = check_params(ni_nodes());
    uint32_t timeout = params->deadline ? params->deadline : DEADLINE;
    noc_err err;

    if (wrong) {
        /* Said once is enough. */
        return ni_node() == 0 || ni_node() == params->source
                 ? fail(NOC_MULTICAST_INPUT, "parameters", wrong)
                 : NOC_MULTICAST_INPUT;
    }
    err = noc_init();
    if (err) {
        return fail_err("start", err);
    }
    if (takes_part(ni_node())) {
        return take_part(timeout);
    }
    err = meet(timeout);
    return err ? fail_err("barrier", err) : 0;
}
