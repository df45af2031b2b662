/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tables of topology.c, routing.c and plan.c are made of. */
#ifndef LIBNOC_TOPOLOGY_TABLES_H
#define LIBNOC_TOPOLOGY_TABLES_H

#include "multicast/plan.h"

/* All of names.def. */
#define NOC_TOPOLOGY(symbol, form)  extern const struct noc_topology_kind noc_topology_##symbol;
#define NOC_ROUTING(symbol, name)   extern const struct noc_routing noc_routing_##symbol;
#define NOC_ALGORITHM(symbol, name) extern const struct noc_algorithm noc_algorithm_##symbol;
#include "names.def"

/* uses and vc_name of a routing that has one virtual channel on each link. */
bool noc_uses_links(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc);
const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc);

#endif
