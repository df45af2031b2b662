/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ring: each block goes around the ring of ranks once and gathers all contributions, and once more
 * as the result. Each block is combined in another order of ranks, the same one at each call.
 *
 * Cost: 2 (n - 1) rounds, in each a block: twice all data, for any number of members, and all
 * messages go to neighbours.
 */
#include "ring.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t rounds = call->count - 1u;

    if (number-- == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), noc_span_all(call, NOC_OUTPUT),
                              NOC_STORE);
    }
    if (number < rounds) {
        noc_ring_step(call, rank, rank, number, step);
        step->then = NOC_BEFORE;
        return true;
    }
    return noc_ring_step(call, rank, noc_rank_behind(call, rank, 1), number - rounds, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t rounds = call->count - 1u;

    weight->rounds = 2 * rounds;
    weight->sent = 2 * rounds;
    weight->crowded = weight->sent;
    weight->combined = rounds;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_allreduce_ring = {
    .name = "ring",
    .summary = "block by block around the ring, twice (Patarasuk and Yuan 2009)",
    .operation = NOC_ALLREDUCE,
    .number = NOC_NUMBER_allreduce_ring,
    .weigh = weigh,
    .step = step,
};
