/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Combine (Robinson 1994, section 3.3 and figure 3.5 with step 4c): multicast in all-port
 * hypercubes under E-cube routing, between Maxport and U-cube. Who has the message hands
 * over what lies across the highest dimension, as Maxport does, but never more than the upper
 * half of its piece of the chain, which U-cube hands over: so no node is left with a crowd.
 *
 * Cost: m messages, O(log m) for each. No contention whatever the start-up times, with any
 * number of ports: the dissertation says so, without proof, of all its algorithms. Unlike
 * U-cube, no piece handed over has nodes on both sides of its highest dimension; pieces on
 * the far side go over the same link, one after the other (condition 4 of theorem 3.3), and
 * never leave that side's S-cube, where none of the rest is (theorem 3.2). Precondition:
 * E-cube resolves the highest dimension first, as the chain is sorted.
 */
#include "chain.h"
#include "cube_chain.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return noc_cube_fits(r, fault, "combine is published for hypercubes under ecube only");
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t others = (uint32_t)mine->right - mine->left;

    (void)env;
    if (others == 0) {
        return false;
    }

    uint32_t centre = mine->left + (others + 1) / 2;
    uint32_t across = noc_cube_split(chain, mine->left, mine->right);

    return noc_forward_from(mine, theirs, across > centre ? across : centre);
}

const struct noc_algorithm noc_algorithm_combine = {
    .name = "combine",
    .summary = "as maxport, but for half of the chain at most (Robinson 1994, 3.3)",
    .fits = fits,
    .order = noc_cube_order,
    .next = next,
};
