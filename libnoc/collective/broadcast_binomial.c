/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binomial tree: who has the data hands it to one member of the other half of its interval, then
 * to one of the other quarter, and so on (tree.h).
 *
 * Cost: ceil(log2 n) rounds, in each all data.
 */
#include "steps.h"
#include "tree.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    uint32_t half, child;

    if (rank != call->root && number-- == 0) {
        return noc_step_receive(step, noc_tree_parent(call, rank, width),
                                noc_span_all(call, NOC_OUTPUT), NOC_STORE);
    }
    return noc_tree_widest(call, rank, width, number, &half, &child) &&
           noc_step_send(step, child, noc_span_all(call, NOC_OUTPUT)) &&
           noc_step_joins(step, number);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t rounds = noc_doublings(call->count);

    weight->rounds = rounds;
    weight->relayed = true;
    weight->fans = true;
    weight->sent = rounds * call->count;
    weight->crowded = weight->sent;
}

const struct noc_schedule noc_schedule_broadcast_binomial = {
    .name = "binomial",
    .summary = "a binomial tree (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_BROADCAST,
    .number = NOC_NUMBER_broadcast_binomial,
    .weigh = weigh,
    .step = step,
};
