/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rounds of a reduce-scatter by recursive halving of the data and doubling of distances, and
 * back (Rabenseifner 2004). In round k the members whose places (fold.h) differ in bit k each take
 * over one half of what both have, and combine there; afterwards 2^(k+1) neighbouring places
 * contributed to it, in their order. A round back hands what has been combined the other way.
 *
 *     place      0        1        2        3
 *     has     0 1 2 3  0 1 2 3  0 1 2 3  0 1 2 3     pieces, of one place's blocks each
 *     k = 0   0 1          2 3  0 1          2 3
 *     k = 1   0            2      1            3
 */
#ifndef LIBNOC_COLLECTIVE_HALVING_H
#define LIBNOC_COLLECTIVE_HALVING_H

#include "fold.h"
#include "steps.h"

/* What a place has after so many rounds. */
static inline struct noc_span noc_halving_span(const struct noc_fold *fold, uint32_t place,
                                               uint32_t rounds, enum noc_memory memory)
{
    uint32_t first = 0, size = fold->places;

    for (; rounds > 0; rounds--, place /= 2) {
        size /= 2;
        first += place & 1 ? size : 0;
    }
    return noc_span(memory, noc_fold_first(fold, first), noc_fold_size(fold, first, size));
}

/* Round k. */
static inline bool noc_halving_step(const struct noc_call *call, const struct noc_fold *fold,
                                    uint32_t place, uint32_t k, enum noc_memory memory,
                                    struct noc_step *step)
{
    uint32_t other = place ^ (1u << k);
    uint32_t partner = noc_fold_rank(call, fold, other);

    return noc_step_exchange(step, partner, noc_halving_span(fold, other, k + 1, memory), partner,
                             noc_halving_span(fold, place, k + 1, memory),
                             other < place ? NOC_BEFORE : NOC_AFTER);
}

#endif
