/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Thirds: like u-mesh, but whoever has the message gives away a third of its part at a time. The
 * chain is sorted by node number, rotated so that the source is first.
 */
#include "multicast/chain.h"
#include "multicast/plan.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    (void)r;
    return noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0, "thirds is proven nowhere");
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint16_t nodes = (uint16_t)(mine->right - mine->left + 1);
    uint16_t first = (uint16_t)(mine->right + 1 - (nodes + 2) / 3);

    (void)env;
    (void)chain;
    if (nodes == 1) {
        return false;
    }
    *theirs = (struct noc_part){.left = first, .right = mine->right, .self = first};
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
