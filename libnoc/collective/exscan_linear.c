/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Along the chain of ranks: what comes from the one before it is a member's result, and combined with
 * its own it is what the next one gets, block by block.
 *
 * Cost: 2 n - 2 rounds, in each a block: about twice all data, and the operation is applied once
 * for each member only.
 */
#include "steps.h"

/* Of a member in the middle, which has a copy of its contribution in SCRATCH: it receives a block as
 * its result while it hands the one before it on, and combines it with its own. */
static bool middle(const struct noc_call *call, uint32_t rank, uint32_t number,
                   struct noc_step *step)
{
    uint32_t block = number / 2;
    struct noc_span result = noc_span(NOC_OUTPUT, block, 1);
    bool receives = block < call->count;

    if (number & 1) {
        return receives &&
               noc_step_local(step, result, noc_span(NOC_SCRATCH, block, 1), NOC_BEFORE);
    }
    return block <= call->count &&
           noc_step_exchange(step, block > 0 ? rank + 1 : NOC_NOBODY,
                             block > 0 ? noc_span(NOC_SCRATCH, block - 1, 1) : noc_span_none(),
                             receives ? rank - 1 : NOC_NOBODY, receives ? result : noc_span_none(),
                             NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    bool first = rank == 0, last = rank + 1 == call->count;

    if (first) {
        return !last && number < call->count &&
               noc_step_send(step, rank + 1, noc_span(NOC_INPUT, number, 1));
    }
    if (last) {
        return number < call->count &&
               noc_step_receive(step, rank - 1, noc_span(NOC_OUTPUT, number, 1), NOC_STORE);
    }
    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), noc_span_all(call, NOC_SCRATCH),
                              NOC_STORE);
    }
    return middle(call, rank, number - 1, step);
}

static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    bool middle = rank > 0 && rank + 1 < call->count;

    return middle ? noc_span_all(call, NOC_SCRATCH) : noc_span_none();
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t messages = call->count - 1u;
    uint32_t middle = call->count > 2; /* others have nothing to combine */

    weight->rounds = messages;
    weight->further = messages;
    weight->both = true;
    weight->meets = call->count - 1u; /* the first member is ahead */
    weight->sent = 2 * messages;
    weight->crowded = weight->sent;
    weight->combined = middle * 2 * messages;
    weight->copied = middle * call->count;
    weight->locals = middle * (1 + 2 * messages);
}

const struct noc_schedule noc_schedule_exscan_linear = {
    .name = "linear",
    .summary = "block by block along the ranks",
    .operation = NOC_EXSCAN,
    .ordered = true,
    .scratch = scratch,
    .number = NOC_NUMBER_exscan_linear,
    .weigh = weigh,
    .step = step,
};
