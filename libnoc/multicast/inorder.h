/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binary trees in inorder: a node's part of the chain has its left subtree, itself, and its right
 * subtree, one after the other. So subtrees are pieces of the chain, and a node sees from its part
 * alone which of its children still wait.
 *
 *     chain   s  1  2  3  4  5  6  7        the source, apart, sends to the root 4
 *     part       [left . self . right]      4 sends to 6 [5..7], then to 2 [1..3]
 */
#ifndef LIBNOC_MULTICAST_INORDER_H
#define LIBNOC_MULTICAST_INORDER_H

#include "plan.h"

/* The part that a node hands over next: of its places those right of itself, else those left of
 * it, .self not set. It keeps the others. False: it is alone. */
static inline bool noc_inorder_split(struct noc_part *mine, struct noc_part *theirs)
{
    if (mine->self < mine->right) {
        *theirs = (struct noc_part){.left = (uint16_t)(mine->self + 1), .right = mine->right};
        mine->right = mine->self;
        return true;
    }
    if (mine->left < mine->self) {
        *theirs = (struct noc_part){.left = mine->left, .right = (uint16_t)(mine->self - 1)};
        mine->left = mine->self;
        return true;
    }
    return false;
}

#endif
