/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binomial tree: each member combines what it contributes with what its children have, from the
 * one with the smallest interval on, and hands it to its parent (tree.h). What is combined is always
 * one interval of ranks, so their order is kept whatever the root is.
 *
 * Cost: ceil(log2 n) rounds, in each all data.
 */
#include "steps.h"
#include "tree.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    uint32_t half, child;
    bool leaf = width == 1 || (rank != call->root && rank + 1 == call->count);
    enum noc_memory mine = rank == call->root ? NOC_OUTPUT : NOC_SCRATCH;

    if (leaf && rank != call->root) {
        return number == 0 && noc_step_send(step, noc_tree_parent(call, rank, width),
                                            noc_span_all(call, NOC_INPUT));
    }
    if (number-- == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), noc_span_all(call, mine),
                              NOC_STORE);
    }
    if (noc_tree_narrowest(call, rank, width, number, &half, &child)) {
        return noc_step_receive(step, child, noc_span_all(call, mine),
                                child < rank ? NOC_BEFORE : NOC_AFTER);
    }
    return rank != call->root && noc_tree_narrowest(call, rank, width, number - 1, &half, &child) &&
           noc_step_send(step, noc_tree_parent(call, rank, width), noc_span_all(call, mine));
}

/* A leaf sends what it contributes. */
static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    bool leaf = noc_tree_width(call, rank) == 1 || rank + 1 == call->count;

    return rank == call->root || leaf ? noc_span_none() : noc_span_all(call, NOC_SCRATCH);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    uint32_t rounds = noc_doublings(call->count);

    weight->rounds = rounds;
    weight->relayed = true;
    weight->sent = rounds * call->count;
    weight->crowded = weight->sent;
    weight->combined = rounds * call->count;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_reduce_binomial = {
    .name = "binomial",
    .summary = "a binomial tree (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_REDUCE,
    .ordered = true,
    .scratch = scratch,
    .number = NOC_NUMBER_reduce_binomial,
    .weigh = weigh,
    .step = step,
};
