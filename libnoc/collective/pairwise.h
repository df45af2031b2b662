/* SPDX-License-Identifier: BSD-2-Clause */
/* What every pair of members exchanges in an all-to-all: in round i each one sends to the member i
 * behind it, and receives from the one i before it. Round 0 is its own block. */
#ifndef LIBNOC_COLLECTIVE_PAIRWISE_H
#define LIBNOC_COLLECTIVE_PAIRWISE_H

#include "steps.h"

static inline bool noc_pairwise_step(const struct noc_call *call, uint32_t rank, uint32_t round,
                                     struct noc_step *step)
{
    uint32_t to, from;

    if (round >= call->count) {
        return false;
    }
    to = noc_rank_behind(call, rank, round);
    from = noc_rank_before(call, rank, round);
    if (round == 0) {
        return noc_step_local(step, noc_span(NOC_INPUT, to, 1), noc_span(NOC_OUTPUT, from, 1),
                              NOC_STORE);
    }
    return noc_step_exchange(step, to, noc_span(NOC_INPUT, to, 1), from,
                             noc_span(NOC_OUTPUT, from, 1), NOC_STORE);
}

#endif
