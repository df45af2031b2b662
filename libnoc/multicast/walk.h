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
 * order() of algorithms: the source, then the destinations in the order of the walk of env->tree. In
 * place, O(m log m); O(m) if they are all nodes.
 */
void noc_walk_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                    struct noc_part *whole);

/* The walk itself, for who wants to know of a few nodes only. */
struct noc_walk {
    const struct noc_topology *t;
    bool turned;
    uint16_t source, first; /* and its label */
};

/* The walk of env->tree from the source to m others. False: places do not lead to nodes, since it is
 * a graph, or not all nodes are on it. */
bool noc_walk_begin(struct noc_walk *walk, const struct noc_plan_env *env, uint32_t m);
/* What would be chain[place], and where in the chain a node would be. O(dims). */
uint32_t noc_walk_node(const struct noc_walk *walk, uint32_t place);
uint32_t noc_walk_place(const struct noc_walk *walk, uint32_t node);

/*
 * Whether the second tree's walk is turned: of m destinations, the same nodes are at its odd places
 * as at the walk's. So it
 * is if everybody is on it: then each step of either changes the sum of a node's coordinates by one,
 * and a place is odd where that sum is other than the source's, modulo two. Across the end it is so
 * if the nodes are even in number. False also where there is none.
 */
bool noc_walk_turns(const struct noc_topology *t, uint32_t m);

#endif
