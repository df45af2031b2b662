/* SPDX-License-Identifier: BSD-2-Clause */
/* What the algorithms share that send worms along an H-cycle. */
#ifndef LIBNOC_MULTICAST_HCYCLE_WORMS_H
#define LIBNOC_MULTICAST_HCYCLE_WORMS_H

#include "plan.h"

/* fits(): under routings whose worms have several destinations in the order of an H-cycle. */
bool noc_m_torus_fits(const struct noc_topology *t, const struct noc_routing *r,
                      struct noc_fault *fault);

/* order(): an H-cycle, the source first; where there is none, any order (hcycle.h). */
void noc_m_torus_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole);

/* worm() by the partition of env, or by halves without one. */
bool noc_m_torus_worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs, struct noc_worm_progress *legs);

/* worm() by uniform partition into `pieces` (at least 2, at most as many as there are nodes): the
 * larger ones first, and the first for who has the message. legs->given: pieces still to be handed
 * over; first: where the next one begins; size: nodes of a piece, one more in each of the next
 * `larger`; own: nodes that who has the message keeps. */
bool noc_uniform_worm(const struct noc_plan_env *env, struct noc_part *mine,
                      struct noc_part *theirs, struct noc_worm_progress *legs, uint32_t pieces);

/* Whether worms may have several destinations at all; else each receiver gets its own. */
static inline bool noc_worms(const struct noc_plan_env *env)
{
    return env->routing && env->routing->copies;
}

#endif
