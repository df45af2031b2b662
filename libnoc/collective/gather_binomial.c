/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binomial tree: each member hands its parent the blocks of all ranks of its interval (tree.h).
 *
 * Cost: ceil(log2 n) rounds; the root receives all data, and nobody sends more than half of it.
 */
#include "tree.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    struct noc_span own = noc_span(NOC_INPUT, rank, 1);
    struct noc_span all = noc_tree_blocks(call, rank);
    enum noc_memory mine = rank == call->root ? NOC_OUTPUT : NOC_SCRATCH;
    uint32_t half, child;

    if (rank != call->root && all.count == 1) {
        return number == 0 && noc_step_send(step, noc_tree_parent(call, rank, width), own);
    }
    if (number-- == 0) {
        return noc_step_local(step, own, noc_span(mine, rank, 1), NOC_STORE);
    }
    if (noc_tree_narrowest(call, rank, width, number, &half, &child)) {
        return noc_step_receive(step, child,
                                noc_span(mine, child, noc_tree_size(call, child, half)),
                                NOC_STORE) &&
               noc_step_joins(step, number);
    }
    return rank != call->root && noc_tree_narrowest(call, rank, width, number - 1, &half, &child) &&
           noc_step_send(step, noc_tree_parent(call, rank, width), all);
}

const struct noc_schedule noc_schedule_gather_binomial = {
    .name = "binomial",
    .summary = "a binomial tree (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_GATHER,
    .scratch = noc_tree_scratch,
    .number = NOC_NUMBER_gather_binomial,
    .weigh = noc_tree_weigh,
    .step = step,
};
