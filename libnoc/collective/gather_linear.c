/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The root receives from all others.
 *
 * Cost: n - 1 messages to one member, and each block goes one way only, without a copy.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t from = noc_rank_behind(call, rank, number < call->count ? number : 0);

    if (rank != call->root) {
        return number == 0 && noc_step_send(step, call->root, noc_span(NOC_INPUT, rank, 1));
    }
    if (number == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), noc_span(NOC_OUTPUT, rank, 1),
                              NOC_STORE);
    }
    return number < call->count &&
           noc_step_receive(step, from, noc_span(NOC_OUTPUT, from, 1), NOC_STORE) &&
           noc_step_joins(step, number - 1);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = call->count > 1;
    weight->further = call->count > 2 ? call->count - 2u : 0;
    weight->relayed = true;
    weight->joined = true;
    weight->meets = call->count - 1u;
    weight->sent = call->count - 1u;
    weight->crowded = weight->sent;
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_gather_linear = {
    .name = "linear",
    .summary = "the root receives from all others",
    .operation = NOC_GATHER,
    .number = NOC_NUMBER_gather_linear,
    .weigh = weigh,
    .step = step,
};
