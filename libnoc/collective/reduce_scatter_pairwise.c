/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pairwise exchange: in round i each member sends the one i behind it the block that is to be that
 * one's, and combines what the one i before it sends: first the ranks below its own, from the
 * nearest on, in OUTPUT; then those above, from the last one on, in SCRATCH. So the order of ranks
 * is kept.
 *
 * Cost: n - 1 rounds, in each a block; only what is to be combined at a member comes there.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_span output = noc_span(NOC_OUTPUT, rank, 1);
    struct noc_span above = noc_span(NOC_SCRATCH, rank, 1);
    uint32_t to;

    if (number == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), output, NOC_STORE);
    }
    if (number >= call->count) {
        return number == call->count && rank + 1 < call->count &&
               noc_step_local(step, above, output, NOC_AFTER);
    }
    to = noc_rank_behind(call, rank, number);
    return noc_step_exchange(step, to, noc_span(NOC_INPUT, to, 1),
                             noc_rank_before(call, rank, number), number <= rank ? output : above,
                             number == rank + 1 ? NOC_STORE : NOC_BEFORE);
}

static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    return rank + 1 < call->count ? noc_span(NOC_SCRATCH, rank, 1) : noc_span_none();
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    weight->rounds = call->count - 1u;
    weight->sent = call->count - 1u;
    weight->crowded = (call->count - 1u) * noc_crowd_most(call, crowd);
    weight->combined = call->count - 1u;
    weight->copied = 2;
    weight->locals = 2;
}

const struct noc_schedule noc_schedule_reduce_scatter_pairwise = {
    .name = "pairwise",
    .summary = "round by round, one to send to and one to receive from (Thakur, Rabenseifner, "
               "Gropp 2005)",
    .operation = NOC_REDUCE_SCATTER,
    .ordered = true,
    .scratch = scratch,
    .number = NOC_NUMBER_reduce_scatter_pairwise,
    .weigh = weigh,
    .step = step,
};
