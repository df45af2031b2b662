/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data is scattered by a binomial tree, and each member then gathers all of it around the ring
 * of ranks.
 *
 * Cost: ceil(log2 n) + n - 1 rounds; on the longest way twice all data. Its messages go to
 * neighbours, and it works for any number of members.
 */
#include "ring.h"
#include "tree.h"

/*
 * The number'th step of the scatter, after which each member has its own block and those of the
 * ranks below it. False: it has no more than *number steps, which are taken off.
 */
static bool scatter_step(const struct noc_call *call, uint32_t rank, uint32_t *number,
                         struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    uint32_t sent = 0;

    if (rank != call->root && (*number)-- == 0) {
        return noc_step_receive(step, noc_tree_parent(call, rank, width),
                                noc_span(NOC_OUTPUT, rank, noc_tree_size(call, rank, width)),
                                NOC_STORE);
    }
    for (uint32_t half = width / 2; half > 0; half /= 2) {
        uint32_t child = noc_tree_child(rank, half);

        if (child < call->count && sent++ == *number) {
            return noc_step_send(step, child,
                                 noc_span(NOC_OUTPUT, child, noc_tree_size(call, child, half))) &&
                   noc_step_joins(step, *number);
        }
    }
    *number -= sent;
    return false;
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    return scatter_step(call, rank, &number, step) || noc_ring_step(call, rank, rank, number, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = noc_doublings(call->count) + call->count - 1;
    weight->halvings = 1;
    weight->halved = noc_doublings(call->count);
    weight->sent = 2 * (call->count - 1u);
    weight->crowded = weight->sent;
}

const struct noc_schedule noc_schedule_broadcast_scatter_ring = {
    .name = "scatter-ring",
    .summary = "scattered, then gathered by all around the ring (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_BROADCAST,
    .number = NOC_NUMBER_broadcast_scatter_ring,
    .weigh = weigh,
    .step = step,
};
