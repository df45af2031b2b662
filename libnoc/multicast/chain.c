/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chain: each node sends to the next one on a walk from neighbour to neighbour (walk.h). Made for
 * long bodies in segments: each node receives and sends every segment once, so a one-port node's
 * bandwidth is used up by neither.
 *
 * Cost: m steps of m messages. In K segments the last node has the body after K + m - 1 of them,
 * so it takes about once the body's length, and m times a segment's way through a relay.
 */
#include "chain.h"
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
    return mine->self < mine->right && noc_forward_from(mine, theirs, mine->self + 1u);
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    (void)chain;
    return split(env, false, mine, theirs);
}

const struct noc_algorithm noc_algorithm_chain = {
    .name = "chain",
    .summary = "from one node to the next, for bodies in segments",
    .pipelined = true,
    .fits = noc_fits_everywhere,
    .order = order,
    .next = next,
    .split = split,
};
