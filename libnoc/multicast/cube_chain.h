/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cube-ordered chains: what the algorithms of hypercubes share (Robinson 1994, chapter 3).
 *
 * A chain is cube-ordered when the nodes of any S-cube, all nodes with the same high
 * bits, lie next to each other in it (definition 3.5). Sorted chains are.
 */
#ifndef LIBNOC_MULTICAST_CUBES_H
#define LIBNOC_MULTICAST_CUBES_H

#include "plan.h"
#include "topology/bits.h"

/*
 * Where the cube-ordered chain[first..last], first < last, falls into halves: the first
 * node that differs from chain[first] in the highest bit in which any does, as chain[last]
 * does. Both halves are cube-ordered, in S-cubes of their own. O(log(last - first)).
 */
static inline uint32_t noc_cube_split(const uint16_t *chain, uint32_t first, uint32_t last)
{
    uint32_t across = chain[first] ^ chain[last];
    uint32_t here = first, there = last;

    while (there - here > 1) {
        uint32_t middle = (here + there) / 2;

        if (noc_same_highest_bit(chain[first] ^ chain[middle], across)) {
            there = middle;
        } else {
            here = middle;
        }
    }
    return there;
}

/* order() into the source-relative dimension-ordered chain: by the exclusive-or with the
 * source, which is first. */
void noc_cube_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                    struct noc_part *whole);

/* fits() of what is proven for E-cube only; `because` names it. */
bool noc_cube_fits(const struct noc_routing *r, struct noc_fault *fault, const char *because);

/* next() of Maxport: works on any cube-ordered chain (Robinson 1994, 3.4). */
bool noc_maxport_next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs);

#endif
