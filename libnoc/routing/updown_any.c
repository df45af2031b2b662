/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Up/down routing as the Autonet has it (Schroeder et al. 1990; Libeskind-Hadas
 * 1998, 3.2): any path of up edges, then down edges. Of these a shortest, hop
 * by hop; of several shortest the one whose next node is nearest to the
 * destination in number. An edge leads up if it leads to a lower level, or at
 * the same level to a lower postorder number.
 *
 * Whether a worm may still go up follows from the link it came in by: once a
 * link led down, only down links follow. With one channel on a link it cannot
 * deadlock, since up edges are ordered, down edges are, and none leads from
 * down to up. Not minimal: the shortest path may not be legal.
 *
 * Each hop is one look into the table that graph_tree.c made, which is why
 * large networks are refused.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/graph.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    if (t->kind != &noc_topology_graph) {
        return noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                          "updown-any is for networks from a list of links, as graph:FILE");
    }
    return t->nodes <= NOC_GRAPH_NEXT_MAX ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "updown-any looks every pair up in a table: at most 1024 nodes; updown "
                      "has no such limit");
}

/* Whether the link by which the worm came led down. */
static bool came_down(const struct noc_topology *t, const struct noc_graph *g, uint32_t node,
                      unsigned in_port)
{
    struct noc_link back;

    if (in_port == NOC_PORT_LOCAL || !noc_topology_link(t, node, in_port, &back)) {
        return false;
    }

    const struct noc_graph_node *nodes = noc_graph_nodes(t, g);
    unsigned level = nodes[node].level, before = nodes[back.node].level;

    return before < level || (before == level && noc_shape_order(t->shape, back.node) <
                                                     noc_shape_order(t->shape, node));
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    const struct noc_graph *g = noc_graph_of(t);
    enum noc_routed verdict;
    uint32_t to;

    (void)in_vc;
    if (!noc_goes_on(t, node, *header, &to, out, &verdict)) {
        return verdict;
    }
    if (!g || !g->next) {
        return NOC_ROUTE_BROKEN;
    }

    const uint8_t *next = (const uint8_t *)noc_shape_part(t->shape, g->next);

    out->port = next[2 * (to * t->nodes + node) + came_down(t, g, node, in_port)];
    return out->port == NOC_PORT_LOCAL ? NOC_ROUTE_BROKEN : NOC_ROUTED;
}

const struct noc_routing noc_routing_updown_any = {
    .name = "updown-any",
    .summary = "up*/down*: a shortest path of links up, then down (Schroeder et al. 1990)",
    .vcs = 1,
    .fits = fits,
    .route = route,
    .uses = noc_uses_links,
    .vc_name = noc_vc_nameless,
};
