/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Thirds: whoever has the message gives away the last third of its part, again and again. The chain
 * is that of u-torus: the nodes by number, rotated until the source is first.
 */
#include "multicast/chain.h"
#include "multicast/plan.h"
#include "routing/routings.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_xy || r == &noc_routing_btr ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0, "thirds is for xy and btr");
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t nodes = mine->right - mine->left + 1u;
    uint32_t first = mine->right + 1u - (nodes + 2) / 3; /* at least one place */

    (void)env;
    (void)chain;
    if (nodes == 1) {
        return false;
    }
    theirs->left = theirs->self = (uint16_t)first;
    theirs->right = mine->right;
    mine->right = (uint16_t)(first - 1);
    return true;
}

const struct noc_algorithm noc_algorithm_mine = {
    .name = "thirds",
    .summary = "gives away a third of the rotated chain at a time",
    .fits = fits,
    .order = noc_r_chain_order,
    .next = next,
};
