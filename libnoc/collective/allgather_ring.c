/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ring: in each round every member forwards to the next one the block that it has last got.
 *
 * Cost: n - 1 rounds, in each a block; all messages go to neighbours.
 */
#include "ring.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (number == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), noc_span(NOC_OUTPUT, rank, 1),
                              NOC_STORE);
    }
    return noc_ring_step(call, rank, rank, number - 1, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = call->count - 1u;
    weight->sent = call->count - 1u;
    weight->crowded = weight->sent;
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_allgather_ring = {
    .name = "ring",
    .summary = "block by block around the ring (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_ALLGATHER,
    .number = NOC_NUMBER_allgather_ring,
    .weigh = weigh,
    .step = step,
};
