/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binary tree: each relay sends to two others, in a tree in inorder (inorder.h) over a walk from
 * neighbour to neighbour (walk.h). Made for long bodies in segments: a node that relays sends each
 * segment twice, whatever the number of destinations, where recursive halving has the source send
 * each segment log2(m + 1) times.
 *
 * Cost: m messages; a depth of ceil(log2(m+1)) + 1. In K segments about 2 (K + depth) messages, one
 * after the other, so twice the body's length. Subtrees are pieces of the walk, so of long ways
 * there are few; but messages may contend.
 */
#include "inorder.h"
#include "walk.h"

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    noc_walk_order(env, chain, m, whole);
}

static bool split(const struct noc_plan_env *env, bool source, struct noc_part *mine,
                  struct noc_part *theirs)
{
    (void)env;
    (void)source;
    if (!noc_inorder_split(mine, theirs)) {
        return false;
    }
    theirs->self = (uint16_t)((theirs->left + theirs->right + 1u) / 2);
    return true;
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    (void)chain;
    return split(env, false, mine, theirs);
}

const struct noc_algorithm noc_algorithm_binary = {
    .name = "binary",
    .summary = "a binary tree of near nodes, for bodies in segments",
    .pipelined = true,
    .fits = noc_fits_everywhere,
    .order = order,
    .next = next,
    .split = split,
};
