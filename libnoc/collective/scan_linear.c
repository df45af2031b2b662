/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Along the chain of ranks: each member puts what comes from the one before it before its own, and
 * forwards that, block by block.
 *
 * Cost: n - 2 + n rounds, in each a block: about twice all data, and the operation is applied once
 * for each member only.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    bool first = rank == 0, last = rank + 1 == call->count;
    uint32_t block = number - 1;
    bool receives = !first && block < call->count;
    bool sends = !last && (first ? block < call->count : block - 1 < call->count);

    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), noc_span_all(call, NOC_OUTPUT),
                              NOC_STORE);
    }
    return (sends || receives) &&
           noc_step_exchange(step, sends ? rank + 1 : NOC_NOBODY,
                             sends ? noc_span(NOC_OUTPUT, first ? block : block - 1, 1)
                                   : noc_span_none(),
                             receives ? rank - 1 : NOC_NOBODY,
                             receives ? noc_span(NOC_OUTPUT, block, 1) : noc_span_none(),
                             receives ? NOC_BEFORE : NOC_STORE);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t messages = call->count - 1u;

    weight->rounds = messages;
    weight->further = messages;
    weight->both = true;
    weight->relayed = true;
    weight->meets = call->count - 1u; /* the first member is ahead */
    weight->sent = 2 * messages;
    weight->crowded = weight->sent;
    weight->combined = 2 * messages;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_scan_linear = {
    .name = "linear",
    .summary = "block by block along the ranks",
    .operation = NOC_SCAN,
    .ordered = true,
    .number = NOC_NUMBER_scan_linear,
    .weigh = weigh,
    .step = step,
};
