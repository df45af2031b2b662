/* SPDX-License-Identifier: BSD-2-Clause */
/* What the algorithms that halve a sorted chain share. */
#ifndef LIBNOC_CHAIN_H
#define LIBNOC_CHAIN_H

#include "plan.h"

/* Sort ascending: in place, O(n log n) whatever the input, without recursion; O(n)
 * if ascending but for its first item, or a rotation of an ascending list. */
void noc_sort(uint16_t *item, uint32_t n);

/* next() that hands over chain[centre..right], mine->left < centre <= right:
 * the receiver is the piece's first. */
static inline bool noc_hand_over(struct noc_part *mine, struct noc_part *theirs, uint32_t centre)
{
    *theirs = (struct noc_part){(uint16_t)centre, mine->right, (uint16_t)centre};
    mine->right = (uint16_t)(centre - 1);
    return true;
}

#endif
