/* SPDX-License-Identifier: BSD-2-Clause */
/* A number at each node, drawn as the network lies. */
#ifndef NOCT_SHOW_DRAW_NODES_H
#define NOCT_SHOW_DRAW_NODES_H

#include <stdint.h>

#include "topology/topology.h"

/*
 * value[node]: UINT64_MAX prints a dot. `source` is marked. On a terminal the cells
 * are shaded.
 *
 *   torus, mesh of one or two dimensions   a row for each row; dimension 0 runs to the right
 *   cube             rows of nodes that differ in their lowest bits
 *   ccc              cycles, as many side by side as fit
 *   grid             as it lies, auxiliary cells between and around the others
 *   graph, and what would not fit the screen: a list of the nodes that have a number
 *
 * Nothing is printed of networks that would fill more than the screen either way.
 */
void draw_nodes(const struct noc_topology *t, const uint64_t *value, uint32_t source,
                const char *title);

/* A node's place in the papers' words: "(2,0110)" in cube-connected cycles, "0110" in a
 * hypercube, its postorder number in a graph, coordinates in a grid; "" where its number
 * says it. */
enum { PLACE_TEXT = 32 };
void place_text(const struct noc_topology *t, uint32_t node, char text[PLACE_TEXT]);

/* What such places are called. */
const char *place_name(const struct noc_topology *t);

#endif
