/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursive doubling: in round k each member exchanges all blocks that it has with the one whose
 * rank differs in bit k.
 *
 * Cost: log2 n rounds; each member receives each block once, and copies its own only. Powers of two
 * only.
 */
#include "steps.h"

/* Round `number`: OUTPUT has the blocks of the ranks that differ in lower bits only. */
static bool round_step(const struct noc_call *call, uint32_t rank, uint32_t number,
                       struct noc_step *step)
{
    uint32_t size = 1u << number;
    uint32_t partner = rank ^ size;

    return size < call->count &&
           noc_step_exchange(step, partner, noc_span(NOC_OUTPUT, rank & ~(size - 1), size), partner,
                             noc_span(NOC_OUTPUT, partner & ~(size - 1), size), NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (number == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, rank, 1), noc_span(NOC_OUTPUT, rank, 1),
                              NOC_STORE);
    }
    return round_step(call, rank, number - 1, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    weight->rounds = noc_doublings(call->count);
    weight->late = true;
    weight->halvings = 1;
    weight->halved = noc_doublings(call->count);
    weight->sent = call->count - 1u;
    weight->crowded = noc_crowded_doubling(crowd, noc_doublings(call->count), call->count);
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_allgather_recursive_doubling = {
    .name = "recursive-doubling",
    .summary = "all there is with the partner 1, 2, 4, ... away (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_ALLGATHER,
    .fits = noc_is_power_of_two,
    .number = NOC_NUMBER_allgather_recursive_doubling,
    .weigh = weigh,
    .step = step,
};
