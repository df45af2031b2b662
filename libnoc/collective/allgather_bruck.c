/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bruck's algorithm: in round k each member sends the blocks that it has, from its own on, to the
 * one 2^k before it. They are put in the order of ranks at the end.
 *
 * Cost: ceil(log2 n) rounds for any number of members; each one receives each block once, and
 * copies all of them.
 */
#include "steps.h"

/* SCRATCH begins with a member's own block. */
static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    return noc_span(NOC_SCRATCH, rank, call->count);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t have = 1, from, missing;

    if (number-- == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), noc_span(NOC_SCRATCH, rank, 1),
                              NOC_STORE);
    }
    for (; have < call->count && number > 0; have *= 2) {
        number--;
    }
    if (have < call->count) {
        from = noc_rank_behind(call, rank, have);
        missing = call->count - have < have ? call->count - have : have;
        return noc_step_exchange(step, noc_rank_before(call, rank, have),
                                 noc_span(NOC_SCRATCH, rank, missing), from,
                                 noc_span(NOC_SCRATCH, from, missing), NOC_STORE);
    }
    if (number == 0) {
        return noc_step_local(step, noc_span(NOC_SCRATCH, rank, call->count - rank),
                              noc_span(NOC_OUTPUT, rank, call->count - rank), NOC_STORE);
    }
    return number == 1 && rank > 0 &&
           noc_step_local(step, noc_span(NOC_SCRATCH, 0, rank), noc_span(NOC_OUTPUT, 0, rank),
                          NOC_STORE);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    weight->rounds = noc_doublings(call->count);
    weight->late = true;
    weight->halvings = 1;
    weight->halved = noc_doublings(call->count);
    weight->sent = call->count - 1u;
    weight->crowded = noc_crowded_doubling(crowd, noc_doublings(call->count), call->count - 1u);
    weight->copied = call->count + 1u;
    weight->locals = 3;
}

const struct noc_schedule noc_schedule_allgather_bruck = {
    .name = "bruck",
    .summary = "all there is to the one 1, 2, 4, ... before (Bruck, Ho, Kipnis, Upfal, "
               "Weathersby 1997)",
    .operation = NOC_ALLGATHER,
    .scratch = scratch,
    .number = NOC_NUMBER_allgather_bruck,
    .weigh = weigh,
    .step = step,
};
