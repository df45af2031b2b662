/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tables of topology.c, routing.c and plan.c are made of. */
#ifndef LIBNOC_TABLES_H
#define LIBNOC_TABLES_H

#include "plan.h"

extern const struct noc_topology_kind noc_topology_torus;  /* cartesian.c */
extern const struct noc_topology_kind noc_topology_utorus; /* cartesian.c */
extern const struct noc_topology_kind noc_topology_mesh;   /* cartesian.c */
extern const struct noc_topology_kind noc_topology_cube;   /* cube.c */

extern const struct noc_routing noc_routing_utr;
extern const struct noc_routing noc_routing_btr;
extern const struct noc_routing noc_routing_xy;
extern const struct noc_routing noc_routing_ecube;
extern const struct noc_routing noc_routing_dateline;
extern const struct noc_routing noc_routing_dor;

/* vc_name of a routing that has one virtual channel on each link. */
const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc);

extern const struct noc_algorithm noc_algorithm_separate;
extern const struct noc_algorithm noc_algorithm_u_cube;
extern const struct noc_algorithm noc_algorithm_u_mesh;
extern const struct noc_algorithm noc_algorithm_u_torus;

#endif
