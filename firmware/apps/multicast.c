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

#include "exit_status.h"
#include "experiment.h"
#include "multicast/plan.h"
#include "ni.h"
#include "timer.h"

static const struct noc_params *const params = EXPERIMENT;

static noc_relay relay(void)
{
    return params->relay == NOC_RELAY_BODY   ? NOC_BY_LIST
         : params->relay == NOC_RELAY_HEADER ? NOC_BY_HEADER
                                             : NOC_BY_PLAN;
}

static uint32_t length_bytes(void)
{
    return params->length * 4;
}

/* Slots for a body that does not go straight to where it is wanted. */
static noc_err reserve(noc_group *group, uint32_t timeout)
{
    return params->segment ? NOC_ERR_OK
                           : noc_group_reserve(group, length_bytes(), relay(), timeout);
}

/* The group, with its slots. */
static noc_err make_group(noc_group **group, uint32_t *root, uint32_t timeout)
{
    noc_err err = experiment_group(group, root, timeout);

    return err ? err : reserve(*group, timeout);
}

/* All cores: nobody goes on before all are here, and nothing is under way. */
static noc_err meet(uint32_t timeout)
{
    noc_err err = noc_barrier(noc_world(), timeout);

    if (!err) {
        timer_sleep_until(noc_now() + experiment_settle_cycles());
        ni_write(NI_COUNTERS, 1);
    }
    return err;
}

static int verify(const uint32_t *body)
{
    uint32_t i;

    for (i = 0; i < params->length; i++) {
        if (body[i] != experiment_word(i)) {
            printf("multicast: node %" PRIu32 ": word %" PRIu32 " of %" PRIu32 " is %08" PRIx32
                   ", not %08" PRIx32 "\n",
                   noc_rank(), i, params->length, body[i], experiment_word(i));
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
        return experiment_fail_err("plan", err);
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
    const uint32_t bytes = length_bytes();
    noc_err err;

    if (noc_rank() == params->source) {
        ni_write(NI_MARK, 0);
    }
    err = noc_multicast(plan, body, bytes, timeout);
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
            body[i] = experiment_word(i);
        }
        timer_sleep_until(noc_now() + 2 * experiment_settle_cycles());
    }
    err = params->segment ? cast_long(plan, body, timeout) : cast(plan, body, timeout);
    if (err) {
        return experiment_fail_err("multicast", err);
    }
    err = noc_finish(timeout);
    return err ? experiment_fail_err("finish", err) : verify(body);
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
        return experiment_fail_err("body", NOC_ERR_MEMORY);
    }
    err = make_group(&group, &root, timeout);
    if (err) {
        return experiment_fail_err("group", err);
    }
    err = noc_plan_create(group, root, params->algorithm, relay(), &plan);
    if (err) {
        return experiment_fail_err(params->algorithm, err);
    }
    err = meet(timeout);
    status = err ? experiment_fail_err("barrier", err) : run(plan, body, timeout);
    return status || relay() == NOC_BY_PLAN ? status : verify_part(group, root, plan);
}

int main(void)
{
    const char *wrong = experiment_check(false);
    uint32_t timeout = experiment_timeout();
    noc_err err;

    experiment_program = "multicast";
    if (wrong) {
        /* Said once is enough. */
        return ni_node() == 0 || ni_node() == params->source
                 ? experiment_fail(NOC_MULTICAST_INPUT, "parameters", wrong)
                 : NOC_MULTICAST_INPUT;
    }
    err = noc_init();
    if (err) {
        return experiment_fail_err("start", err);
    }
    if (experiment_takes_part(ni_node())) {
        return take_part(timeout);
    }
    err = meet(timeout);
    return err ? experiment_fail_err("barrier", err) : 0;
}
