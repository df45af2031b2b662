/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mu-torus (Robinson 1994, section 6.4, definition 6.3): multicast in
 * unidirectional tori whose routers copy worms. The nodes form an H-cycle,
 * the source first. Who has the message cuts its piece into R pieces, as
 * nearly equal as can be, the larger ones first, keeps the first, and sends one
 * worm that visits the first node of each of the others, R - 1 in all. A piece
 * of fewer than R nodes is cut into single ones.
 *
 * Cost: ceil(log_R(m+1)) steps with one port, about m/(R-1) worms, no contention
 * (theorem 6.1). With R = 2 it is recursive halving by unicasts, and from
 * R = m + 1 on it is s-torus. Precondition: utpr, which goes along the same
 * circuit.
 */
#include "routing/hcycle.h"
#include "hcycle_worms.h"
#include "routing/routings.h"

bool noc_m_torus_fits(const struct noc_topology *t, const struct noc_routing *r,
                      struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_utpr ||
           noc_refuse(
               fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
               "s-torus, md-torus, mu-torus and m-torus are proven for utorus under utpr only");
}

void noc_m_torus_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole)
{
    *whole = (struct noc_part){.right = (uint16_t)m};
    if (noc_hcycle_fits(env->topology, NULL)) {
        noc_hcycle_order(env->topology, chain, m + 1);
    }
}

/* Before a worm's first receiver: the only divisions. */
static void cut(const struct noc_part *mine, struct noc_worm_progress *legs, uint32_t pieces)
{
    uint32_t nodes = (uint32_t)mine->right - mine->left + 1, larger;

    pieces = pieces < 2 ? 2 : pieces > nodes ? nodes : pieces;
    larger = nodes % pieces;
    legs->given = pieces - 1;
    legs->size = nodes / pieces;
    legs->own = legs->size + (larger > 0);
    legs->larger = larger > 0 ? larger - 1 : 0;
    legs->first = mine->left + legs->own;
}

bool noc_uniform_worm(const struct noc_plan_env *env, struct noc_part *mine,
                      struct noc_part *theirs, struct noc_worm_progress *legs, uint32_t pieces)
{
    if (mine->left >= mine->right) {
        return false;
    }

    const bool worms = noc_worms(env);

    legs->joins = legs->given > 0 && worms;
    if (legs->given == 0) {
        cut(mine, legs, pieces);
    }

    bool larger = legs->larger > 0;
    uint32_t first = legs->first, size = legs->size + larger, count = 1;

    if (legs->runs && worms) {
        count = larger ? legs->larger : legs->given;
    }
    theirs->left = theirs->self = (uint16_t)first;
    theirs->right = (uint16_t)(first + size - 1);
    legs->run = count - 1;
    legs->first = first + count * size;
    legs->given -= count;
    legs->larger -= larger ? count : 0;
    if (legs->given == 0) {
        mine->right = (uint16_t)(mine->left + legs->own - 1);
    }
    return true;
}

static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    (void)chain;
    return noc_uniform_worm(env, mine, theirs, legs, env->parameter);
}

const struct noc_algorithm noc_algorithm_mu_torus = {
    .name = "mu-torus",
    .summary = "worms along an H-cycle cut into R equal pieces (Robinson 1994, 6.4)",
    .parameter = "R",
    .routing = "utpr",
    .fits = noc_m_torus_fits,
    .order = noc_m_torus_order,
    .worm = worm,
};
