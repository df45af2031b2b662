/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims that libnoc/verify decides, of a network: its routing, an algorithm over sets, worms. */
#ifndef LIBNOC_CLAIMS_PROOFS_H
#define LIBNOC_CLAIMS_PROOFS_H

#include "networks.h"
#include "verify/verify.h"

/* The routing is what check.with says: between all pairs. */
predicate routing_proven;
enum { COMPLETE = 1, MINIMAL = 2, ACYCLIC = 4, RISING_LABELS = 8 };

/* Its channel dependencies have a cycle; some pair has no route. */
predicate routing_cyclic, routing_incomplete;

/*
 * Of check.algorithm, from check.sources, over all sets, or check.random ones: no two messages
 * violate the four conditions, every destination is reached once, and with one port no plan takes
 * more than the least steps. The opposite: some set violates them.
 */
predicate sets_apart, sets_contend;

/* The dependencies of all worms that senders let through have no cycle; check.with: contexts. */
predicate worms_safe;

/* The proof over sets that sets_apart looks at; false: there is none, and the claim is unclear.
 * The caller frees it. */
bool prove_sets(const struct instance *i, const struct planner *planner,
                struct noc_sets_config *config, struct noc_sets_proof *proof);

#endif
