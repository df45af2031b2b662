/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pairwise exchange: n - 1 rounds, in each of which every member sends to one and receives from one
 * (pairwise.h). The next round begins when both are done, so nobody is flooded.
 *
 * Cost: n - 1 rounds, in each a block; no block is sent twice.
 */
#include "pairwise.h"

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    weight->rounds = call->count - 1u;
    weight->sent = call->count - 1u;
    weight->crowded = (call->count - 1u) * noc_crowd_most(call, crowd);
    weight->copied = 1;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_alltoall_pairwise = {
    .name = "pairwise",
    .summary = "round by round, one to send to and one to receive from (Thakur, Rabenseifner, "
               "Gropp 2005)",
    .operation = NOC_ALLTOALL,
    .apart = true,
    .number = NOC_NUMBER_alltoall_pairwise,
    .weigh = weigh,
    .step = noc_pairwise_step,
};
