/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Path-based routing in meshes, bidirectional tori and hypercubes along a Hamiltonian path (Lin,
 * McKinley and Ni 1994; Robinson 1994, 5.2 and figure 5.3). A worm either climbs, to nodes of ever
 * higher label (hpath.h), or descends, never both: it visits several destinations in the order of
 * their labels.
 *
 * At u towards v, next is the neighbour nearest to v among those whose labels lie between u's and
 * v's, v itself included; of several as near, the one closest to v in label. There always is one:
 * the next node of the path. (Lin, McKinley and Ni take the one closest in label, whatever the
 * distance. In 2-D meshes that is the same; with more dimensions it makes detours.) The links that
 * close a ring are used where labels allow.
 *
 * Free of deadlock with one virtual channel, unicasts and worms alike, if none waits to be consumed
 * (docs/board.md, 3): a worm takes channels in the order of labels, and the channels that climb and
 * those that descend are different ones.
 *
 * Minimal in meshes and hypercubes. Say the worm climbs, and d is the highest dimension in which u
 * and v differ. The step towards v in d climbs; it is refused only if it leads beyond v, which it
 * can only if v's coordinate is the next one. The path runs through neighbouring layers in opposite
 * order, so then v', which is beside v in u's layer, lies ahead of u. All of that layer up to v'
 * lies before v; by the same argument some step in it leads nearer to v', and so to v.
 *
 * In tori not always: in torus:8 no way from 1 to 7 that climbs is shorter than 6 (README.md).
 *
 * Cost: O(ports * dims) for each router.
 */
#include "address_list.h"
#include "hpath.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return noc_hpath_exists(t) ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "hamiltonian is for meshes, tori with links in both directions and "
                      "hypercubes, as mesh:8x8, torus:8x8 or cube:6");
}

/* Links between two nodes, labels aside. */
static uint32_t distance(const struct noc_topology *t, uint32_t a, uint32_t b)
{
    uint32_t links = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t x = noc_over_stride(t, a, d), y = noc_over_stride(t, b, d);
        uint32_t apart = x > y ? x - y : y - x;

        a -= x * t->stride[d];
        b -= y * t->stride[d];
        links +=
            t->kind == &noc_topology_torus && 2 * apart > t->width[d] ? t->width[d] - apart : apart;
    }
    return links;
}

/* How far a label lies ahead of another one, for a worm that climbs, or else descends. */
static int32_t ahead(bool climbs, uint32_t label, uint32_t of)
{
    return climbs ? (int32_t)label - (int32_t)of : (int32_t)of - (int32_t)label;
}

/* Whether a worm that came to `node`, whose label is `here`, by in_port may climb or descend on. */
static bool goes_on(const struct noc_topology *t, uint32_t node, uint32_t here, unsigned in_port,
                    bool climbs)
{
    struct noc_link back;

    return in_port == NOC_PORT_LOCAL || (noc_topology_link(t, node, in_port, &back) &&
                                         ahead(climbs, here, noc_hpath_label(t, back.node)) > 0);
}

/* The port towards another node `to`; false: the worm would have to turn round. */
static bool port_to(const struct noc_topology *t, uint32_t node, unsigned in_port, uint32_t to,
                    uint8_t *port)
{
    uint32_t here = noc_hpath_label(t, node), there = noc_hpath_label(t, to), nearest = UINT32_MAX;
    bool climbs = there > here;
    int32_t left = 0; /* of labels, from the best neighbour on */

    if (!goes_on(t, node, here, in_port, climbs)) {
        return false;
    }
    for (unsigned p = 0; p < t->ports; p++) {
        struct noc_link link;

        if (!noc_topology_link(t, node, p, &link)) {
            continue;
        }

        uint32_t label = noc_hpath_label(t, link.node), links = distance(t, link.node, to);
        int32_t rest = ahead(climbs, there, label);

        if (ahead(climbs, label, here) > 0 && rest >= 0 &&
            (links < nearest || (links == nearest && rest < left))) {
            nearest = links;
            left = rest;
            *port = (uint8_t)p;
        }
    }
    return true;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    uint32_t to;
    enum noc_routed verdict = noc_address_next(t, node, header, &to);

    (void)in_vc;
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    if ((verdict == NOC_ROUTED && to != node) || verdict == NOC_ROUTED_COPY) {
        return port_to(t, node, in_port, to, &out->port) ? verdict : NOC_ROUTE_BROKEN;
    }
    return verdict;
}

/* Strictly rising or strictly falling labels, the sender's first. */
static bool follows(const struct noc_topology *t, uint32_t from, uint32_t before, uint32_t node)
{
    uint32_t first = noc_hpath_label(t, from), last = noc_hpath_label(t, before);
    bool climbs = noc_hpath_label(t, node) > first;

    return before == from ||
           (ahead(climbs, last, first) > 0 && ahead(climbs, noc_hpath_label(t, node), last) > 0);
}

static enum noc_tx_status check(const struct noc_topology *t, uint32_t from, const uint32_t *header,
                                uint32_t n)
{
    return noc_address_check(t, from, header, n, follows);
}

/* All links; of two to the same node, where a ring has two nodes, the first. */
static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return noc_uses_links(t, node, port, vc) &&
           !(t->kind == &noc_topology_torus && port & 1 && t->width[port / 2] == 2);
}

/* "0.l" if it climbs, "1.l" if it descends; l counts the nodes that lie behind on the path. */
static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    struct noc_link link;

    if (!uses(t, node, port, vc) || !noc_topology_link(t, node, port, &link)) {
        return false;
    }

    uint32_t here = noc_hpath_label(t, node);
    bool falls = noc_hpath_label(t, link.node) < here;

    *label = (struct noc_label){
        .part = {(uint16_t)falls, (uint16_t)(falls ? t->nodes - 1 - here : here)}};
    return true;
}

const struct noc_routing noc_routing_hamiltonian = {
    .name = "hamiltonian",
    .summary = "path-based routing up or down a Hamiltonian path (Lin, McKinley and Ni 1994)",
    .vcs = 1,
    .copies = true,
    .lists = true,
    .disorder = "the worm would turn round, but labels along a path only rise or only fall",
    .order_of = "dual-path",
    .fits = fits,
    .route = route,
    .check = check,
    .label = label,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
