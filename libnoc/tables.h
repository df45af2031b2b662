/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tables of topology.c, routing.c and plan.c are made of. */
#ifndef LIBNOC_TABLES_H
#define LIBNOC_TABLES_H

#include "plan.h"

extern const struct noc_topology_kind noc_topology_torus;  /* cartesian.c */
extern const struct noc_topology_kind noc_topology_utorus; /* cartesian.c */
extern const struct noc_topology_kind noc_topology_mesh;   /* cartesian.c */
extern const struct noc_topology_kind noc_topology_cube;   /* cube.c */

extern const struct noc_topology_kind noc_topology_ccc;    /* ccc.c */
extern const struct noc_topology_kind noc_topology_graph;  /* graph.c */
extern const struct noc_topology_kind noc_topology_grid;   /* grid.c */

extern const struct noc_routing noc_routing_utr;
extern const struct noc_routing noc_routing_btr;
extern const struct noc_routing noc_routing_xy;
extern const struct noc_routing noc_routing_ecube;
extern const struct noc_routing noc_routing_dateline;
extern const struct noc_routing noc_routing_dor;
extern const struct noc_routing noc_routing_ccc;           /* hc.c */
extern const struct noc_routing noc_routing_updown;        /* updown.c */
extern const struct noc_routing noc_routing_updown_strict; /* updown.c */
extern const struct noc_routing noc_routing_updown_any;    /* updown_any.c */
extern const struct noc_routing noc_routing_x_then_y;
extern const struct noc_routing noc_routing_one_turn;
extern const struct noc_routing noc_routing_wxyz;
extern const struct noc_routing noc_routing_balanced;

/* vc_name of a routing that has one virtual channel on each link. */
const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc);

extern const struct noc_algorithm noc_algorithm_separate;
extern const struct noc_algorithm noc_algorithm_u_cube;
extern const struct noc_algorithm noc_algorithm_u_mesh;
extern const struct noc_algorithm noc_algorithm_u_torus;
extern const struct noc_algorithm noc_algorithm_maxport;
extern const struct noc_algorithm noc_algorithm_combine;
extern const struct noc_algorithm noc_algorithm_w_sort;
extern const struct noc_algorithm noc_algorithm_w_sort_local; /* w_sort.c */
extern const struct noc_algorithm noc_algorithm_u_ccc;
extern const struct noc_algorithm noc_algorithm_postorder;

#endif
