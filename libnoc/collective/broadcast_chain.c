/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chain: from the root on around the ring of ranks, each member forwards every block to the next
 * one while it receives the block after it.
 *
 * Cost: n - 2 + n rounds, in each a block: about twice the time of all data, however many members
 * there are, and n start-ups more.
 */
#include "steps.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t place = noc_rank_before(call, rank, call->root);
    bool last = place + 1 == call->count;
    uint32_t behind = noc_rank_behind(call, rank, 1);
    uint32_t before = noc_rank_before(call, rank, 1);

    if (place == 0) {
        return !last && number < call->count &&
               noc_step_send(step, behind, noc_span(NOC_OUTPUT, number, 1));
    }
    if (number == 0 || (last && number < call->count)) {
        return noc_step_receive(step, before, noc_span(NOC_OUTPUT, number, 1), NOC_STORE);
    }
    if (number < call->count) {
        return noc_step_exchange(step, behind, noc_span(NOC_OUTPUT, number - 1, 1), before,
                                 noc_span(NOC_OUTPUT, number, 1), NOC_STORE);
    }
    return !last && number == call->count &&
           noc_step_send(step, behind, noc_span(NOC_OUTPUT, number - 1, 1));
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = call->count - 1u;
    weight->further = call->count - 1u;
    weight->both = true;
    weight->relayed = true;
    weight->meets = call->count - 1u; /* the first member is ahead */
    weight->sent = 2 * (call->count - 1u);
    weight->crowded = weight->sent;
}

const struct noc_schedule noc_schedule_broadcast_chain = {
    .name = "chain",
    .summary = "block by block along the ring of ranks (van de Geijn and Watts 1997)",
    .operation = NOC_BROADCAST,
    .number = NOC_NUMBER_broadcast_chain,
    .weigh = weigh,
    .step = step,
};
