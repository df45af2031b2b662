/* SPDX-License-Identifier: BSD-2-Clause */
/* Quantifiers over small graphs, which are networks of libnoc under check.routing. */
#ifndef LIBNOC_CLAIMS_GRAPHS_H
#define LIBNOC_CLAIMS_GRAPHS_H

#include "networks.h"

/*
 * All connected graphs of 2 to check.limit nodes; check.random connected ones of 6 to 8; all rings
 * with a tail, of 4 to 8 nodes, the root anywhere. A graph's name is its links, "0-1 0-4".
 */
extern const struct quantifier each_graph, each_random_graph, each_ring_with_tail;

/*
 * check.random networks of 4 to 9 switches, a random tree with more links, nodes 0 to n - 1, and a
 * processor on each, nodes n to 2n - 1; of one, check.limit random sets of processors.
 */
extern const struct quantifier each_switch_network, each_processor_set;

#endif
