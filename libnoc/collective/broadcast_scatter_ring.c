/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data is scattered by a binomial tree, and each member then gathers all of it around the ring
 * of ranks.
 *
 * Cost: ceil(log2 n) + n - 1 rounds; on the longest way twice all data. Its messages go to
 * neighbours, and it works for any number of members.
 */
#include "broadcast_scatter.h"
#include "ring.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    return noc_broadcast_scatter(call, rank, &number, step) ||
           noc_ring_step(call, rank, rank, number, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = noc_doublings(call->count) + call->count - 1;
    weight->sent = 2 * (call->count - 1u);
    weight->crowded = weight->sent;
}

const struct noc_schedule noc_schedule_broadcast_scatter_ring = {
    .name = "scatter-ring",
    .summary = "scattered, then gathered by all around the ring (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_BROADCAST,
    .weigh = weigh,
    .step = step,
};
