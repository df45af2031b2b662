/* SPDX-License-Identifier: BSD-2-Clause */
/* What the algorithms that halve a sorted chain share. */
#ifndef LIBNOC_MULTICAST_CHAIN_H
#define LIBNOC_MULTICAST_CHAIN_H

#include "plan.h"

/* order() and next() of the algorithms that halve an R-chain: the nodes in the order of their
 * numbers, rotated so that the source comes first (Robinson 1994, definition 4.4, figure 4.9). */
void noc_r_chain_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole);
bool noc_r_chain_next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs);

/* next() that hands over chain[centre..right], mine->left < centre <= right:
 * the receiver is the piece's first. */
static inline bool noc_forward_from(struct noc_part *mine, struct noc_part *theirs, uint32_t centre)
{
    *theirs =
        (struct noc_part){.left = (uint16_t)centre, .right = mine->right, .self = (uint16_t)centre};
    mine->right = (uint16_t)(centre - 1);
    return true;
}

#endif
