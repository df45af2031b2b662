/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of routings. */
#ifndef LIBNOC_ROUTING_ROUTINGS_H
#define LIBNOC_ROUTING_ROUTINGS_H

#include "routing.h"

#define NOC_ROUTING(symbol, name) extern const struct noc_routing noc_routing_##symbol;
#include "routings.def"

/* All routings; NULL ends. */
extern const struct noc_routing *const noc_routings[];

/* ", utr, utpr, ...": those of the table, as noc_algorithm_names (multicast/algorithms.h). */
extern const char noc_routing_names[];

/* The routing of this name, or NULL. */
const struct noc_routing *noc_routing_find(const char *name);

/*
 * Name (NULL: the topology's default) -> *r, refusing one that does not fit.
 */
bool noc_routing_choose(const struct noc_routing **r, const char *name,
                        const struct noc_topology *t, struct noc_fault *fault);

#endif
