/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The root receives from all others, one after the other in the order of ranks.
 *
 * Cost: n - 1 messages of all data to one member. For groups of two or three.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_span input = noc_span_all(call, NOC_INPUT);
    struct noc_span output = noc_span_all(call, NOC_OUTPUT);
    enum noc_then then = number == 0 ? NOC_STORE : NOC_AFTER;

    if (rank != call->root) {
        return number == 0 && noc_step_send(step, call->root, input);
    }
    if (number == rank) {
        return noc_step_local(step, input, output, then);
    }
    return number < call->count && noc_step_receive(step, number, output, then);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = call->count > 1;
    weight->further = call->count > 2 ? call->count - 2u : 0;
    weight->relayed = true;
    weight->meets = call->count - 1u;
    weight->sent = (call->count - 1u) * call->count;
    weight->crowded = weight->sent;
    weight->combined = (call->count - 1u) * call->count;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_reduce_linear = {
    .name = "linear",
    .summary = "the root receives from one after the other",
    .operation = NOC_REDUCE,
    .ordered = true,
    .apart = true,
    .number = NOC_NUMBER_reduce_linear,
    .weigh = weigh,
    .step = step,
};
