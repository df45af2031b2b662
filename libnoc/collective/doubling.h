/* SPDX-License-Identifier: BSD-2-Clause */
/* The rounds of an allgather by recursive doubling, among a power of two of members each of which
 * has its own block of OUTPUT. */
#ifndef LIBNOC_COLLECTIVE_DOUBLING_H
#define LIBNOC_COLLECTIVE_DOUBLING_H

#include "steps.h"

static inline bool noc_doubling_step(const struct noc_call *call, uint32_t rank, uint32_t number,
                                     struct noc_step *step)
{
    uint32_t size = 1u << number;
    uint32_t partner = rank ^ size;

    return size < call->count &&
           noc_step_exchange(step, partner, noc_span(NOC_OUTPUT, rank & ~(size - 1), size), partner,
                             noc_span(NOC_OUTPUT, partner & ~(size - 1), size), NOC_STORE);
}

#endif
