/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Up-first routing along a breadth-first tree (Libeskind-Hadas 1998, 3.2,
 * definitions 3 and 4): up to the lowest common ancestor, then down. A strict
 * path has tree links only. A relaxed path may leave out a piece of the strict
 * one by a cross link between two of its nodes.
 *
 * At node c for destination d that needs no state. If d is in c's subtree, the
 * strict path goes down all the way, and no cross link shortens it: a link
 * between a node and its descendant is a tree link, since levels of neighbours
 * differ by one at most. If not, it begins with the link to c's parent, and a cross
 * link is allowed if it leads to an ancestor of d, or to d. What was allowed
 * from the source on is what is allowed from c on, since c is on the strict
 * path. So after a cross link, up or down, all links are tree links down: the
 * path is legal up/down, and with one channel on a link cannot deadlock.
 *
 * Of several links the selection policy takes the one whose node is nearest to
 * the destination in number (section 4); a cross link if a tree link is as
 * near. Tree links against the strict path, which the wording of definition 4
 * leaves open in some trees, are not taken: the proof of theorem 2 needs that.
 *
 * Not minimal. Cost of a hop: one look at each port.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/graph.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_graph ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "updown and updown-strict are for networks from a list of links, as "
                      "graph:FILE");
}

/* Where a worm at node, for to, may go. */
struct crossing {
    const struct noc_graph_node *node;
    const struct noc_graph_way *way;
    uint32_t place; /* the destination's */
    bool below;     /* the destination is in the node's subtree */
};

/* False: *out and *verdict say already what becomes of it. */
static bool look(struct crossing *c, const struct noc_topology *t, uint32_t node, uint32_t header,
                 struct noc_hop *out, enum noc_routed *verdict)
{
    const struct noc_graph *g = noc_graph_of(t);
    uint32_t to;

    if (!noc_goes_on(t, node, header, &to, out, verdict)) {
        return false;
    }
    if (!g) {
        *verdict = NOC_ROUTE_BROKEN;
        return false;
    }
    c->node = noc_graph_nodes(t, g) + node;
    c->way = noc_graph_ways(t, g, node);
    c->place = noc_shape_order(t->shape, to);
    c->below = c->node->low <= c->place && c->place <= noc_shape_order(t->shape, node);
    return true;
}

static bool leads_to(const struct noc_graph_way *way, uint32_t place)
{
    return way->low <= place && place <= way->high;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    struct crossing c;

    (void)in_port;
    (void)in_vc;
    if (!look(&c, t, node, *header, out, &verdict)) {
        return verdict;
    }

    uint32_t nearest = UINT32_MAX;

    if (!c.below) {
        uint32_t parent = c.way[c.node->up].high;

        nearest = parent > c.place ? parent - c.place : c.place - parent;
        out->port = c.node->up;
    }
    for (unsigned p = 0; p < c.node->ports; p++) {
        if (p != c.node->up && leads_to(&c.way[p], c.place) && c.way[p].high - c.place <= nearest) {
            nearest = c.way[p].high - c.place;
            out->port = (uint8_t)p;
        }
    }
    return NOC_ROUTED;
}

static enum noc_routed route_strict(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                    unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    struct crossing c;

    (void)in_port;
    (void)in_vc;
    if (!look(&c, t, node, *header, out, &verdict)) {
        return verdict;
    }
    out->port = c.node->up;
    for (unsigned p = 0; c.below && p < c.node->ports; p++) {
        if (p != c.node->up && leads_to(&c.way[p], c.place)) {
            out->port = (uint8_t)p;
        }
    }
    return NOC_ROUTED;
}

/* Tree links only. */
static bool uses_strict(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    const struct noc_graph *g = noc_graph_of(t);
    struct noc_link link;

    if (!g || vc != 0 || !noc_topology_link(t, node, port, &link)) {
        return false;
    }
    return noc_graph_nodes(t, g)[node].parent == link.node ||
           noc_graph_nodes(t, g)[link.node].parent == node;
}

const struct noc_routing noc_routing_updown = {
    .name = "updown",
    .summary = "up a tree, then down, or across by cross links (Libeskind-Hadas et al. 1998)",
    .vcs = 1,
    .fits = fits,
    .route = route,
    .uses = noc_uses_links,
    .vc_name = noc_vc_nameless,
};

const struct noc_routing noc_routing_updown_strict = {
    .name = "updown-strict",
    .summary = "up a tree, then down, by tree links only (Libeskind-Hadas et al. 1998)",
    .vcs = 1,
    .fits = fits,
    .route = route_strict,
    .uses = uses_strict,
    .vc_name = noc_vc_nameless,
};
