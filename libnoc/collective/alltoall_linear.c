/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The messages of a pairwise exchange, as many at once as may.
 *
 * Cost: n - 1 messages by each member; nobody waits for a round to end, but several messages may
 * meet at one member.
 */
#include "pairwise.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (!noc_pairwise_step(call, rank, number, step)) {
        return false;
    }
    return number == 0 || noc_step_joins(step, number - 1);
}

const struct noc_schedule noc_schedule_alltoall_linear = {
    .name = "linear",
    .summary = "to all others at once (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_ALLTOALL,
    .apart = true,
    .step = step,
};
