/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A walk through all nodes that goes mostly from neighbour to neighbour, as the order of a chain.
 * Nodes that are near each other on it are near each other in the network, so a tree whose
 * subtrees are pieces of the chain has short edges.
 *
 *   meshes, tori, hypercubes   the Hamiltonian path of routing/hpath.h, to and fro
 *   cube-connected cycles      once around each cycle, the cycles in the order of Gray's code
 *   graphs                     the postorder of the breadth-first tree
 *   others                     the order of the nodes' numbers
 *
 * The walk begins at the source, and wraps around. In meshes and tori it may be turned: it then
 * goes to and fro along the highest dimension instead of the lowest, and takes other links.
 */
#ifndef LIBNOC_MULTICAST_WALK_H
#define LIBNOC_MULTICAST_WALK_H

#include "plan.h"

/*
 * order() of algorithms: the source, then the destinations in the order of the walk. In place,
 * O(m log m) labels.
 */
void noc_walk_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m, bool turned,
                    struct noc_part *whole);

/*
 * Whether the turned walk has, of m destinations, the same nodes at its odd places as the walk. It
 * has if everybody is on it: then each step of either changes the sum of a node's coordinates by
 * one, and a place is odd where that sum is other than the source's, modulo two. Across the end it
 * is so if the nodes are even in number. False also where there is none.
 */
bool noc_walk_turns(const struct noc_topology *t, uint32_t m);

#endif
