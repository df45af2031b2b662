/* SPDX-License-Identifier: BSD-2-Clause */
/* To come. */
#include "chain.h"
#include "tables.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r,
                 struct noc_fault *fault)
{
    (void)t;
    (void)r;
    return noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0, "to come");
}

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    (void)env;
    (void)chain;
    *whole = (struct noc_part){0, (uint16_t)m, 0};
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain,
                 struct noc_part *mine, struct noc_part *theirs)
{
    (void)env;
    (void)chain;
    return mine->right > mine->left && noc_hand_over(mine, theirs, mine->right);
}

const struct noc_algorithm noc_algorithm_postorder = {
    .name = "postorder",
    .summary = "recursive halving in postorder, any network (Libeskind-Hadas 1998)",
    .fits = fits,
    .order = order,
    .next = next,
};
