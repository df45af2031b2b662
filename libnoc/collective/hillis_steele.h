/* SPDX-License-Identifier: BSD-2-Clause */
/* The rounds of a scan by recursive doubling in OUTPUT, among the ranks from `first` on. */
#ifndef LIBNOC_COLLECTIVE_HILLIS_STEELE_H
#define LIBNOC_COLLECTIVE_HILLIS_STEELE_H

#include "steps.h"

static inline bool noc_hillis_steele_step(const struct noc_call *call, uint32_t rank,
                                          uint32_t first, uint32_t round, struct noc_step *step)
{
    struct noc_span all = noc_span_all(call, NOC_OUTPUT);
    uint32_t distance = 1u << round;
    bool sends = rank >= first && rank + distance < call->count;
    bool receives = rank >= first + distance;

    return (sends || receives) &&
           noc_step_exchange(step, sends ? rank + distance : NOC_NOBODY,
                             sends ? all : noc_span_none(), receives ? rank - distance : NOC_NOBODY,
                             receives ? all : noc_span_none(), receives ? NOC_BEFORE : NOC_STORE);
}

#endif
