/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * S-torus (Robinson 1994, section 6.1): multicast in unidirectional tori whose
 * routers copy worms, by one worm that visits all destinations in the order of
 * an H-cycle. No relays; a linear partition into single nodes (section 6.2).
 *
 * Cost: one step, one worm, m + 1 header flits; a broadcast's worm travels
 * N - 1 links. Precondition: utpr.
 */
#include "hcycle_worms.h"

static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    (void)chain;
    return noc_uniform_worm(env, mine, theirs, legs, UINT32_MAX);
}

const struct noc_algorithm noc_algorithm_s_torus = {
    .name = "s-torus",
    .summary = "one worm along an H-cycle to all destinations (Robinson 1994, 6.1)",
    .routing = "utpr",
    .fits = noc_m_torus_fits,
    .order = noc_m_torus_order,
    .worm = worm,
};
