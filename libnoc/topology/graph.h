/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any network: its breadth-first tree and postorder numbers (Libeskind-Hadas
 * 1998, 3.2), which up/down routing and `postorder` stand on. Here is what
 * lies in the own part of a graph's shape.
 *
 *   level 0           root 7          a node's place: its number in a postorder walk
 *               ______/ | \_____      of the tree; its subtree: places low..place
 *   level 1    1 - - - 2 - - 6        - -  cross links: not in the tree
 *              |        \   / \
 *   level 2    0           4   5      an edge leads up if it leads to a lower level,
 *                          |          or to a lower place of the same level
 *   level 3                3
 */
#ifndef LIBNOC_TOPOLOGY_GRAPH_H
#define LIBNOC_TOPOLOGY_GRAPH_H

#include "shape.h"

extern const struct noc_topology_kind noc_topology_graph; /* graph.c */

enum { NOC_GRAPH_NEXT_MAX = 1024 }; /* nodes up to which there is noc_graph.next */

/* The own part of a shape. Offsets count from the shape, in bytes. */
struct noc_graph {
    uint32_t root;
    uint32_t node; /* struct noc_graph_node[nodes] */
    uint32_t way;  /* struct noc_graph_way[], beside the shape's link[] */
    uint32_t next; /* uint8_t[nodes][nodes][2]: by destination, node, and whether only
                    * down edges are left: the port that a shortest path of up edges,
                    * then down edges, takes; NOC_PORT_LOCAL: none. 0: left out */
};

struct noc_graph_node {
    uint16_t parent; /* NOC_NO_NODE at the root */
    uint16_t level;
    uint16_t low; /* lowest place in its subtree */
    uint8_t up;   /* port to the parent; NOC_PORT_LOCAL at the root */
    uint8_t ports;
};

/* What a routing must know of a port: the places in the subtree of the node
 * there; high is that node's own. */
struct noc_graph_way {
    uint16_t low, high;
};

/* The own part of a graph's shape; NULL where it was left out. */
static inline const struct noc_graph *noc_graph_of(const struct noc_topology *t)
{
    return (const struct noc_graph *)noc_shape_part(t->shape, t->shape->own);
}

static inline const struct noc_graph_node *noc_graph_nodes(const struct noc_topology *t,
                                                           const struct noc_graph *g)
{
    return (const struct noc_graph_node *)noc_shape_part(t->shape, g->node);
}

/* The ways that leave a node, by port. */
static inline const struct noc_graph_way *noc_graph_ways(const struct noc_topology *t,
                                                         const struct noc_graph *g, uint32_t node)
{
    const uint32_t *first = (const uint32_t *)noc_shape_part(t->shape, t->shape->first);

    return (const struct noc_graph_way *)noc_shape_part(t->shape, g->way) + first[node];
}

/* --- from a list of links to a shape: graph_tree.c --------------------------- */

struct noc_graph_draft {
    uint32_t nodes, root;
    uint16_t (*near)[NOC_PORTS_MAX]; /* neighbours, ascending */
    uint8_t *degree;
    uint8_t *passive; /* a bit for each node; NULL: no switches */
    uint32_t senders;
};

/* Bytes of the shape of so many nodes and links. */
uint32_t noc_graph_bytes(uint32_t nodes, uint32_t links, bool switches);

/* Bytes of scratch that noc_graph_build takes for so many nodes. */
static inline uint32_t noc_graph_scratch(uint32_t nodes)
{
    return 8 * nodes;
}

/*
 * Make the shape, of noc_graph_bytes(), at *shape. Both blocks 4-byte aligned.
 * Returns NOC_NO_NODE, or a node that no path leads to from the root: the
 * shape is then no good.
 */
uint32_t noc_graph_build(const struct noc_graph_draft *draft, struct noc_shape *shape,
                         void *scratch);

#endif
