/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * U-torus (dissertation, section 4.4 and figure 4.9): multicast in one-port
 * tori under UTR or BTR, and in meshes under XY. The nodes are sorted in
 * dimension order, which is the order of their numbers, and rotated so that
 * the source comes first (an R-chain); who has the message halves its piece
 * of the chain again and again, each time sending to the first node of the
 * upper half.
 *
 * Cost: ceil(log2(m+1)) steps with one port, m messages, no contention
 * whatever the start-up times (theorem 4.4). Precondition: the routing
 * resolves the highest dimension first. Under BTR it does not matter which
 * way ties go: the proof (theorem 4.3) needs only that a worm which goes
 * around would have k/2 links or more to go otherwise, and one which does not
 * has k/2 or fewer. So dateline fits as well.
 */
#include "chain.h"
#include "routing/routings.h"
#include "topology/sort.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_utr || r == &noc_routing_btr || r == &noc_routing_dateline ||
           r == &noc_routing_xy ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "u-torus is proven for tori and meshes under utr, btr, dateline and xy only");
}

/* Every core of a group does this, so the usual cases are short: all nodes, whose
 * order is known, and a chain that is in order already. */
void noc_r_chain_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole)
{
    uint16_t source = chain[0];
    uint32_t nodes = env->topology->nodes, i;

    *whole = (struct noc_part){.right = (uint16_t)m};
    if (m + 1 == nodes) {
        for (i = 0; source + i < nodes; i++) {
            chain[i] = (uint16_t)(source + i);
        }
        for (uint32_t node = 0; i <= m; i++) {
            chain[i] = (uint16_t)node++;
        }
        return;
    }
    /* The source becomes 0, the least: it stays first; lower nodes wrap to above all others. */
    for (i = 0; i < m && (uint16_t)(chain[i] - source) < (uint16_t)(chain[i + 1] - source); i++) {
    }
    if (i == m) {
        return;
    }
    for (i = 0; i <= m; i++) {
        chain[i] = (uint16_t)(chain[i] - source);
    }
    noc_sort(chain + 1, m);
    for (i = 0; i <= m; i++) {
        chain[i] = (uint16_t)(chain[i] + source);
    }
}

bool noc_r_chain_next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs)
{
    uint32_t nodes = (uint32_t)mine->right - mine->left + 1;

    (void)env;
    (void)chain;
    return nodes > 1 && noc_forward_from(mine, theirs, mine->left + (nodes + 1) / 2);
}

const struct noc_algorithm noc_algorithm_u_torus = {
    .name = "u-torus",
    .summary = "recursive halving of the rotated chain, in tori (Robinson 1994, 4.4)",
    .fits = fits,
    .order = noc_r_chain_order,
    .next = noc_r_chain_next,
};
