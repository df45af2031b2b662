/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data is scattered by a binomial tree, and each member then gathers all of it by recursive
 * doubling: in round k it exchanges what it has with the one whose rank differs in bit k.
 *
 * Cost: 2 log2 n rounds; on the longest way twice all data, instead of log2 n times. Powers of two
 * only.
 */
#include "broadcast_scatter.h"
#include "doubling.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    return noc_broadcast_scatter(call, rank, &number, step) ||
           noc_doubling_step(call, rank, number, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    weight->rounds = 2 * noc_doublings(call->count);
    weight->sent = 2 * (call->count - 1u);
    weight->crowded =
        call->count - 1u + noc_crowded_doubling(crowd, noc_doublings(call->count), call->count);
}

const struct noc_schedule noc_schedule_broadcast_scatter_allgather = {
    .name = "scatter-allgather",
    .summary = "scattered, then gathered by all by recursive doubling (Thakur, Rabenseifner, "
               "Gropp 2005)",
    .operation = NOC_BROADCAST,
    .fits = noc_is_power_of_two,
    .weigh = weigh,
    .step = step,
};
