/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursive doubling (Hillis and Steele 1986): in round k each member sends what it has combined,
 * which is of 2^k ranks up to its own, to the one 2^k behind it, which puts it before its own.
 *
 * Cost: ceil(log2 n) rounds, in each all data.
 */
#include "hillis_steele.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), noc_span_all(call, NOC_OUTPUT),
                              NOC_STORE);
    }
    return noc_hillis_steele_step(call, rank, 0, number - 1, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    uint32_t rounds = noc_doublings(call->count);

    weight->rounds = rounds;
    weight->sent = rounds * call->count;
    weight->crowded = noc_crowded(crowd, rounds, call->count);
    weight->combined = rounds * call->count;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_scan_recursive_doubling = {
    .name = "recursive-doubling",
    .summary = "all data to the one 1, 2, 4, ... behind (Hillis and Steele 1986)",
    .operation = NOC_SCAN,
    .ordered = true,
    .number = NOC_NUMBER_scan_recursive_doubling,
    .weigh = weigh,
    .step = step,
};
