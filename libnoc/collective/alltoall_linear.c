/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The messages of a pairwise exchange, as many at once as may.
 *
 * Cost: n - 1 messages by each member; nobody waits for a round to end, but several messages may
 * meet at one member.
 */
#include "pairwise.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (!noc_pairwise_step(call, rank, number, step)) {
        return false;
    }
    return number == 0 || noc_step_joins(step, number - 1);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    uint32_t messages = call->count - 1u;
    uint32_t rounds = (messages + NOC_STEPS_AT_ONCE - 1) / NOC_STEPS_AT_ONCE;

    weight->rounds = rounds;
    weight->further = messages - rounds;
    weight->both = true;
    weight->joined = true;
    weight->sent = messages;
    weight->crowded = messages * noc_crowd_most(call, crowd);
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_alltoall_linear = {
    .name = "linear",
    .summary = "to all others at once (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_ALLTOALL,
    .apart = true,
    .number = NOC_NUMBER_alltoall_linear,
    .weigh = weigh,
    .step = step,
};
