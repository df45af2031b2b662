/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * M-torus (Robinson 1994, section 6.2, figure 6.1): multicast in
 * unidirectional tori whose routers copy worms, by any linear partition of the
 * H-cycle. Who has the message sends a worm to the first nodes of all pieces but
 * its own, and each goes on with its piece. Pieces may be cut anew in each
 * step, in any way: all that is cut anywhere is one number for each node
 * (struct noc_partition), so a relay needs no more than that.
 *
 * Cost: with given cuts, O(pieces) for each worm; else besides that of making
 * them, as partition.h by a model of costs. No contention, however the cuts are
 * (theorem 6.1). Without a partition: halves. Precondition: utpr.
 *
 * legs->given: where the next piece of the worm begins; first: where its first one does.
 */
#include "routing/hcycle.h"
#include "hcycle_worms.h"

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    noc_m_torus_order(env, chain, m, whole);
    if (env->partition && env->partition->cuts[0] & NOC_CUT_OWN_FIRST) {
        noc_hcycle_own_first(env->topology, chain, m);
    }
    if (env->partition && env->partition->cut) {
        env->partition->cut(env->partition, env, chain, m);
    }
}

/* The last place of the piece that begins at `first`; what makes no sense becomes some piece. */
static uint32_t piece_end(const uint16_t *cuts, uint32_t first, uint32_t last)
{
    uint32_t size = cuts[first] & ~(uint32_t)NOC_CUT_JOINS;

    return size == 0 ? first : size > last - first ? last : first + size - 1;
}

/* Pieces follow each other up to the end of mine; the last that joins nobody
 * begins the next worm, as the worms sent later go to pieces further left. */
static uint32_t worm_first(const uint16_t *cuts, const struct noc_part *mine)
{
    uint32_t begins = mine->left + 1u;

    for (uint32_t at = begins; at <= mine->right; at = piece_end(cuts, at, mine->right) + 1) {
        if (!(cuts[at] & NOC_CUT_JOINS)) {
            begins = at;
        }
    }
    return begins;
}

bool noc_m_torus_worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs, struct noc_worm_progress *legs)
{
    (void)chain;
    if (!env->partition) {
        return noc_uniform_worm(env, mine, theirs, legs, 2);
    }
    if (mine->left >= mine->right) {
        return false;
    }

    const uint16_t *cuts = env->partition->cuts;
    uint32_t first = legs->given, last;

    if (first == 0) {
        first = legs->first = worm_first(cuts, mine);
    }
    last = piece_end(cuts, first, mine->right);
    *theirs = (struct noc_part){
        .left = (uint16_t)first, .right = (uint16_t)last, .self = (uint16_t)first};
    legs->joins = legs->given > 0 && noc_worms(env);
    legs->given = last + 1;
    if (last == mine->right) {
        mine->right = (uint16_t)(legs->first - 1);
        legs->given = 0;
    }
    return true;
}

const struct noc_algorithm noc_algorithm_m_torus = {
    .name = "m-torus",
    .summary = "worms along an H-cycle cut anywhere, by default by costs (Robinson 1994, 6.2)",
    .routing = "utpr",
    .partitioned = true,
    .fits = noc_m_torus_fits,
    .order = order,
    .worm = noc_m_torus_worm,
};
