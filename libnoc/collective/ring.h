/* SPDX-License-Identifier: BSD-2-Clause */
/* The rounds of an allgather around the ring of ranks: in each, every member forwards to the next
 * one the block that it has last got. */
#ifndef LIBNOC_COLLECTIVE_RING_H
#define LIBNOC_COLLECTIVE_RING_H

#include "steps.h"

/* Each member begins with block `own` of OUTPUT, the one behind it with the block behind that. */
static inline bool noc_ring_step(const struct noc_call *call, uint32_t rank, uint32_t own,
                                 uint32_t number, struct noc_step *step)
{
    return number + 1 < call->count &&
           noc_step_exchange(step, noc_rank_behind(call, rank, 1),
                             noc_span(NOC_OUTPUT, noc_rank_before(call, own, number), 1),
                             noc_rank_before(call, rank, 1),
                             noc_span(NOC_OUTPUT, noc_rank_before(call, own, number + 1), 1),
                             NOC_STORE);
}

#endif
