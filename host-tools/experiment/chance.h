/* SPDX-License-Identifier: BSD-2-Clause */
/* The random choices of an experiment: the same by the same seed on every machine. */
#ifndef NOCT_EXPERIMENT_CHANCE_H
#define NOCT_EXPERIMENT_CHANCE_H

#include "experiment.h"

/* The first node that is no switch. */
uint32_t chance_first_sender(const struct noc_topology *t);

/* A node that is no switch; destinations are drawn from another stream. */
uint32_t chance_source(const struct noc_topology *t, uint64_t seed);

/* All nodes that are no switches but `first`, in random order; malloc'd. */
uint16_t *chance_sources(const struct noc_topology *t, uint32_t first, uint64_t seed);

/* set->m nodes other than its source that are no switches, ascending, into set->dests, which has
 * room for all nodes. */
void chance_dests(const struct noc_topology *t, struct dest_set *set, uint64_t stream);

/* Where the destinations of multicast `place` begin; 0: the first. Seeds have 32 bits, so no other
 * seed begins there, as the next trial's would. */
static inline uint64_t chance_stream(uint64_t seed, uint32_t place)
{
    return seed + ((uint64_t)place << 32);
}

#endif
