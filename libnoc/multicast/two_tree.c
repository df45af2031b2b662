/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two-tree (P. Sanders, J. Speck, J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast,
 * reduction and scan", Parallel Computing 35, 2009): two binary trees over the same nodes, of which
 * each node relays in one at most. Even segments go along the first, odd ones along the second. So
 * a node sends each segment once on average, and receives it once: with one port the body takes
 * once its length, as along a chain, but the depth is a tree's.
 *
 *     chain        s  1  2  3  4  5  6  7       both trees in inorder (inorder.h)
 *     first tree         2     4     6          relays stand at even places, leaves at odd ones
 *     second tree     1     3     5     7       the other way round
 *
 * Here the chain is a walk from neighbour to neighbour (walk.h), and the second tree has its own
 * walk, turned, where that puts the same nodes at odd places. The paper's second tree is the first
 * one shifted or mirrored; and it colours the messages, so that nobody receives two at a time,
 * which is left to chance here.
 *
 * Cost: m messages for each segment; a depth of at most ceil(log2(m+1)) + 2. In K segments about
 * K + 2 depth messages, one after the other. Messages may contend.
 */
#include "inorder.h"
#include "walk.h"

enum { TREES = 2 };

static uint32_t trees(const struct noc_topology *t)
{
    (void)t;
    return TREES;
}

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    noc_walk_order(env, chain, m, whole);
}

/* The place nearest the middle of the part that is as many places from `from` as the tree wants,
 * modulo two; in a part of one place that one, which is a leaf. */
static uint16_t middle(const struct noc_part *part, uint32_t from, uint32_t odd)
{
    uint32_t place = (part->left + part->right) / 2u;

    if (((place ^ from ^ odd) & 1) == 0) {
        return (uint16_t)place;
    }
    return (uint16_t)(place < part->right ? place + 1 : place);
}

static bool split(const struct noc_plan_env *env, bool source, struct noc_part *mine,
                  struct noc_part *theirs)
{
    uint32_t self = mine->self;
    uint32_t odd = source ? env->tree & 1 : 0;

    if (!noc_inorder_split(mine, theirs)) {
        return false;
    }
    theirs->self = middle(theirs, self, odd);
    return true;
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    return split(env, chain[mine->self] == env->source, mine, theirs);
}

const struct noc_algorithm noc_algorithm_two_tree = {
    .name = "two-tree",
    .summary = "two binary trees, for bodies in segments (Sanders, Speck, Traeff 2009)",
    .pipelined = true,
    .fits = noc_fits_everywhere,
    .order = order,
    .next = next,
    .split = split,
    .trees = trees,
};
