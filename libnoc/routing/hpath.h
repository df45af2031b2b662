/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A Hamiltonian path of meshes, bidirectional tori and hypercubes (Lin, McKinley and Ni 1994;
 * Robinson 1994, figure 5.3), and the order of nodes along it.
 *
 * A node's label is its place on the path, which goes to and fro. The digits of the label are the
 * coordinates, from the highest on, each counted backwards if the label's digits above it make an
 * odd number (the reflected mixed-radix code; of a hypercube, Gray's). On mesh:3x4:
 *
 *     y=2    8   9  10  11
 *     y=1    7   6   5   4      nodes whose labels differ by one are neighbours
 *     y=0    0   1   2   3
 */
#ifndef LIBNOC_ROUTING_HPATH_H
#define LIBNOC_ROUTING_HPATH_H

#include "topology/topology.h"

/* Whether t has such a path: its kind is mesh, torus or cube. */
bool noc_hpath_exists(const struct noc_topology *t);

/* A node's label, 0 to nodes - 1, and the node of a label. O(dims). Needs such a path. */
uint32_t noc_hpath_label(const struct noc_topology *t, uint32_t node);
uint32_t noc_hpath_node(const struct noc_topology *t, uint32_t label);

/*
 * Bring chain[0..m], different nodes, into the order of the path, labels rising; returns the place
 * of what was chain[0]. In place, O(m log m); O(m) if they are all nodes.
 */
uint32_t noc_hpath_order(const struct noc_topology *t, uint16_t *chain, uint32_t m);

#endif
