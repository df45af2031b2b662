/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The root sends to all others.
 *
 * Cost: n - 1 messages from one member, and each block goes one way only, without a copy.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t to = noc_rank_behind(call, rank, number + 1 < call->count ? number + 1 : 0);

    if (rank != call->root) {
        return number == 0 &&
               noc_step_receive(step, call->root, noc_span(NOC_OUTPUT, rank, 1), NOC_STORE);
    }
    if (number + 1 == call->count) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), noc_span(NOC_OUTPUT, rank, 1),
                              NOC_STORE);
    }
    return number < call->count && noc_step_send(step, to, noc_span(NOC_INPUT, to, 1)) &&
           noc_step_joins(step, number);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = call->count > 1;
    weight->further = call->count > 2 ? call->count - 2u : 0;
    weight->relayed = true;
    weight->sent = call->count - 1u;
    weight->crowded = weight->sent;
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_scatter_linear = {
    .name = "linear",
    .summary = "the root sends to all others",
    .operation = NOC_SCATTER,
    .number = NOC_NUMBER_scatter_linear,
    .weigh = weigh,
    .step = step,
};
