/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * U-cube (dissertation, section 3.3 and figure 3.5 with step 4a; McKinley, Xu,
 * Esfahanian, Ni 1994): multicast in one-port hypercubes under E-cube routing.
 * The nodes are sorted by their exclusive-or with the source; who has the
 * message halves its piece of the chain again and again, each time sending
 * to the first node of the upper half.
 *
 * Cost: ceil(log2(m+1)) steps with one port, m messages, no contention
 * whatever the start-up times. Precondition: E-cube resolves the highest
 * dimension first, as the chain is sorted.
 */
#include "chain.h"
#include "cube_chain.h"
#include "routing/routings.h"
#include "topology/sort.h"

bool noc_cube_fits(const struct noc_routing *r, struct noc_fault *fault, const char *because)
{
    return r == &noc_routing_ecube || noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0, because);
}

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return noc_cube_fits(r, fault, "u-cube is proven for hypercubes under ecube only");
}

void noc_cube_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                    struct noc_part *whole)
{
    uint16_t source = chain[0];

    (void)env;
    /* The source becomes 0, the least: it stays first. */
    for (uint32_t i = 0; i <= m; i++) {
        chain[i] ^= source;
    }
    noc_sort(chain + 1, m);
    for (uint32_t i = 0; i <= m; i++) {
        chain[i] ^= source;
    }
    *whole = (struct noc_part){.right = (uint16_t)m};
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t others = (uint32_t)mine->right - mine->left;

    (void)env;
    (void)chain;
    return others > 0 && noc_forward_from(mine, theirs, mine->left + (others + 1) / 2);
}

const struct noc_algorithm noc_algorithm_u_cube = {
    .name = "u-cube",
    .summary = "recursive halving in hypercubes (Robinson 1994, 3.3)",
    .fits = fits,
    .order = noc_cube_order,
    .next = next,
};
