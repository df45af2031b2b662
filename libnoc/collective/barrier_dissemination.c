/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dissemination (Hensgen, Finkel and Manber 1988): in round k each member tells the one 2^k behind
 * it that it has come, and so have all of whom it has heard.
 *
 * Cost: ceil(log2 n) rounds, in each a message without a body by every member.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t distance = 1u << number;

    return distance < call->count &&
           noc_step_exchange(step, noc_rank_behind(call, rank, distance), noc_span_none(),
                             noc_rank_before(call, rank, distance), noc_span_none(), NOC_STORE);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t rounds = noc_doublings(call->count);

    weight->rounds = rounds;
}

const struct noc_schedule noc_schedule_barrier_dissemination = {
    .name = "dissemination",
    .summary = "all tell the one 1, 2, 4, ... behind them (Hensgen, Finkel, Manber 1988)",
    .operation = NOC_BARRIER,
    .number = NOC_NUMBER_barrier_dissemination,
    .weigh = weigh,
    .step = step,
};
