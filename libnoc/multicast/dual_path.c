/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dual-path (Lin, McKinley and Ni 1994; Robinson 1994, figure 5.3): multicast in meshes,
 * bidirectional tori and hypercubes whose routers copy worms. The chain is in the order of a
 * Hamiltonian path (hpath.h); one worm climbs from the source over all destinations of higher
 * label, one descends over all of lower label. No relays.
 *
 *     chain   d0 d1 d2 | s | d3 d4     worms  s > d2 > d1 > d0  and  s > d3 > d4
 *
 * Cost: one step; two if there is one port and there are destinations on both sides: the side
 * with more of them goes first. m + 2 header flits at most. No contention, since the two worms
 * never share a channel; several multicasts cannot deadlock (hamiltonian.c). Precondition:
 * hamiltonian. Under another routing, if forced, each destination gets a worm of its own.
 */
#include "plan.h"
#include "routing/hpath.h"
#include "routing/routings.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_hamiltonian ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "dual-path is for meshes, tori and hypercubes under hamiltonian");
}

/* The source between lower and higher labels; where there is no such path, in front. */
static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    uint32_t self = noc_hpath_exists(env->topology) ? noc_hpath_order(env->topology, chain, m) : 0;

    *whole = (struct noc_part){.right = (uint16_t)m, .self = (uint16_t)self};
}

/* legs->given: receivers of this worm so far. */
static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    uint32_t lower = (uint32_t)mine->self - mine->left, higher = (uint32_t)mine->right - mine->self;
    bool climbs = higher >= lower;
    uint32_t all = climbs ? higher : lower;
    uint32_t i = legs->given < all ? legs->given + 1u : all;
    uint16_t at = (uint16_t)(climbs ? mine->self + i : mine->self - i);

    (void)chain;
    if (all == 0) {
        return false;
    }
    *theirs = (struct noc_part){.left = at, .right = at, .self = at};
    legs->joins = i > 1 && env->routing == &noc_routing_hamiltonian;
    legs->given = (uint16_t)i;
    if (i == all) {
        *(climbs ? &mine->right : &mine->left) = mine->self;
        legs->given = 0;
    }
    return true;
}

const struct noc_algorithm noc_algorithm_dual_path = {
    .name = "dual-path",
    .summary = "two worms along a Hamiltonian path, up and down (Lin, McKinley and Ni 1994)",
    .routing = "hamiltonian",
    .fits = fits,
    .order = order,
    .worm = worm,
};
