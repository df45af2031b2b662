/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binomial tree: each member hands its children the blocks of all ranks of their intervals
 * (tree.h).
 *
 * Cost: ceil(log2 n) rounds; the root sends all data, and nobody else more than half of it.
 */
#include "tree.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    struct noc_span own = noc_span(NOC_OUTPUT, rank, 1);
    struct noc_span all = noc_tree_blocks(call, rank);
    bool leaf = rank != call->root && all.count == 1;
    enum noc_memory mine = rank == call->root ? NOC_INPUT : NOC_SCRATCH;
    uint32_t half, child;

    if (rank != call->root && number-- == 0) {
        return noc_step_receive(step, noc_tree_parent(call, rank, width), leaf ? own : all,
                                NOC_STORE);
    }
    if (noc_tree_widest(call, rank, width, number, &half, &child)) {
        return noc_step_send(step, child,
                             noc_span(mine, child, noc_tree_size(call, child, half))) &&
               noc_step_joins(step, number);
    }
    return !leaf &&
           (number == 0 || noc_tree_widest(call, rank, width, number - 1, &half, &child)) &&
           noc_step_local(step, noc_span(mine, rank, 1), own, NOC_STORE);
}

const struct noc_schedule noc_schedule_scatter_binomial = {
    .name = "binomial",
    .summary = "a binomial tree (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_SCATTER,
    .scratch = noc_tree_scratch,
    .number = NOC_NUMBER_scatter_binomial,
    .weigh = noc_tree_weigh,
    .step = step,
};
