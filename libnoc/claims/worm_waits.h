/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a few worms of a unidirectional torus can stand so that each waits for what the next one
 * holds: channels, and the consumption contexts of its destinations.
 */
#ifndef LIBNOC_CLAIMS_WORM_WAITS_H
#define LIBNOC_CLAIMS_WORM_WAITS_H

#include "circuits.h"
#include "verify/verify.h"

enum { NEEDS_MAX = 32, WAITING_MAX = 3 };

/* A worm with at most two destinations, and what it takes one after the other. Who waits for the
 * k-th holds those before it. */
struct waiting_worm {
    uint16_t node[3];
    uint32_t m;
    uint32_t need[NEEDS_MAX], needs;
};

/*
 * Two, or up to `most`, worms of the network that wait for each other in a cycle, into found[]; how
 * many, 0: there are none. twins: only two for the same two nodes, and for contexts alone.
 */
uint32_t waiting_worms(const struct net *net, enum noc_contexts contexts, bool twins, uint32_t most,
                       struct waiting_worm found[WAITING_MAX]);

/* "0>1>5, 2>5>1" */
void say_waiting(struct text *t, const struct waiting_worm *w, uint32_t n);

#endif
