/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of topologies, and the way from text to one of them. */
#ifndef LIBNOC_TOPOLOGY_TOPOLOGIES_H
#define LIBNOC_TOPOLOGY_TOPOLOGIES_H

#include "topology.h"

#define NOC_TOPOLOGY(symbol, form) extern const struct noc_topology_kind noc_topology_##symbol;
#include "topologies.def"

/* All kinds; NULL ends. */
extern const struct noc_topology_kind *const noc_topology_kinds[];

/* "torus:8x8" -> *t. fault->where is an offset in text. Refuses kinds that are
 * read from a file (NOC_FAULT_TOPOLOGY_FILE): noc_topology_file() tells. */
bool noc_topology_parse(struct noc_topology *t, const char *text, struct noc_fault *fault);

/* The kind named before the colon of text, if that is one read from a file;
 * *name is what follows the colon. Else NULL. */
const struct noc_topology_kind *noc_topology_file(const char *text, const char **name);

/* Whether node may be a source or a destination: not a switch. */
bool noc_topology_sends(const struct noc_topology *t, uint32_t node);

/* How many such nodes there are. */
uint32_t noc_topology_senders(const struct noc_topology *t);

/* The kind of this name, or NULL. */
const struct noc_topology_kind *noc_topology_kind_find(const char *name);

#endif
