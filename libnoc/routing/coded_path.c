/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Coded paths in 2-D meshes (Al-Dubai, Ould-Khaoua, Mackenzie 2002, section 2). A header
 * flit has one address, and two bits that say what the routers on the way do: pass
 * the worm on, receive it, or both at once. The one addressed receives always. So one
 * flit reaches all nodes of a path.
 *
 * Our reading: a worm that is to pass first and be received later has a CODED flit
 * for each stretch (packet.h); between them the way is dimension order, the highest
 * first. Control bits 00 at a router on the way are refused, since the paper's
 * procedure names no action for them. Where it begins a worm is not received.
 *
 * Cost: as XY's, a constant. Unicasts are XY's, and free of deadlock. Worms of several
 * stretches may turn from x to y, which XY's may not: with one channel on each
 * link (coded-path, the paper's) several of them can wait for each other for ever,
 * whatever the consumption contexts. In coded-path-vc a worm goes on on the second virtual
 * channel from such a turn on, and must not make another one: on each the turns are
 * XY's, and nothing goes back from the second to the first, so there is no cycle
 * if none waits to be consumed (docs/board.md, 3).
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

enum { VCS = 2 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return (t->kind == &noc_topology_mesh && t->dims == 2) ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "coded-path and coded-path-vc are for meshes of two dimensions, as mesh:8x8");
}

/* The port by which a worm goes on from `node` to another node `to`. */
static unsigned port_to(const struct noc_topology *t, uint32_t node, uint32_t to)
{
    uint32_t here, there;
    unsigned d = noc_differ(t, node, to, &here, &there);

    return 2 * d + (there < here);
}

/* Whether dimension order lets a worm leave by `out` that has left the node before by
 * `before`. */
static bool in_order(unsigned before, unsigned out)
{
    return out == before || out / 2 < before / 2;
}

/* On to another node; each turn that is not dimension order's costs a virtual channel. */
static bool go_on(const struct noc_topology *t, uint32_t node, unsigned in_port, unsigned in_vc,
                  uint32_t to, unsigned vcs, struct noc_hop *out)
{
    unsigned port = port_to(t, node, to), vc = 0;

    if (in_port != NOC_PORT_LOCAL && vcs > 1) {
        vc = in_vc + !in_order(in_port ^ 1u, port);
    }
    *out = (struct noc_hop){(uint8_t)port, (uint8_t)vc};
    return vc < vcs;
}

/* A CODED flit at the node that it names. */
static enum noc_routed arrive(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, const uint32_t *header, unsigned vcs,
                              struct noc_hop *out)
{
    uint32_t to;

    if (!(noc_header_field(header[0]) & NOC_CODED_MORE)) {
        return NOC_ROUTED;
    }
    to = noc_header_node(header[1]);
    if (noc_header_kind(header[1]) != NOC_HEADER_CODED || to >= t->nodes || to == node) {
        return NOC_ROUTE_BROKEN;
    }
    return go_on(t, node, in_port, in_vc, to, vcs, out) ? NOC_ROUTED_COPY : NOC_ROUTE_BROKEN;
}

/* The control field procedure (figure 1). */
static enum noc_routed route_on(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, const uint32_t *header, unsigned vcs,
                                struct noc_hop *out)
{
    uint32_t to = noc_header_node(header[0]), field = noc_header_field(header[0]);
    unsigned kind = noc_header_kind(header[0]), control = field & 3;
    bool coded = kind == NOC_HEADER_CODED;

    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    if ((!coded && kind != NOC_HEADER_LAST) || to >= t->nodes ||
        (coded && (control == 0 || field > (NOC_CODED_MORE | 3) ||
                   field == (NOC_CODED_MORE | NOC_CODED_RECEIVE)))) {
        return NOC_ROUTE_BROKEN;
    }
    if (to == node) {
        return coded ? arrive(t, node, in_port, in_vc, header, vcs, out) : NOC_ROUTED;
    }
    if (coded && control == NOC_CODED_RECEIVE && in_port != NOC_PORT_LOCAL) {
        return NOC_ROUTED;
    }
    if (!go_on(t, node, in_port, in_vc, to, vcs, out)) {
        return NOC_ROUTE_BROKEN;
    }
    return coded && control == NOC_CODED_BOTH && in_port != NOC_PORT_LOCAL ? NOC_ROUTED_COPY_ON
                                                                           : NOC_ROUTED;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    return route_on(t, node, in_port, in_vc, header, 1, out);
}

static enum noc_routed route_vc(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    return route_on(t, node, in_port, in_vc, header, VCS, out);
}

static bool adjacent(const struct noc_topology *t, uint32_t node, uint32_t to)
{
    struct noc_link link;

    return node != to && noc_topology_link(t, node, port_to(t, node, to), &link) && link.node == to;
}

/* How many of the addresses header[0..left-1] one flit reaches from `node`, or from
 * wherever: those that follow each other link by link in dimension order; 1: the first only. */
static uint32_t stretch(const struct noc_topology *t, uint32_t node, const uint32_t *header,
                        uint32_t left)
{
    unsigned before = 0;
    uint32_t n = 0;

    while (node != NOC_ANYWHERE && n < left && adjacent(t, node, noc_header_node(header[n]))) {
        unsigned port = port_to(t, node, noc_header_node(header[n]));

        if (n > 0 && !in_order(before, port)) {
            break;
        }
        before = port;
        node = noc_header_node(header[n++]);
    }
    return n > 0 ? n : 1;
}

/* A flit for each stretch. What is written is never ahead of what is read. */
static uint32_t code(const struct noc_topology *t, uint32_t from, uint32_t *header, uint32_t m)
{
    uint32_t flits = 0;

    for (uint32_t at = 0, n; at < m; at += n) {
        n = stretch(t, from, header + at, m - at);
        from = noc_header_node(header[at + n - 1]);
        header[flits++] = noc_header(NOC_HEADER_CODED, from,
                                     (n > 1 ? NOC_CODED_BOTH : NOC_CODED_PASS) |
                                         (at + n < m ? NOC_CODED_MORE : 0));
    }
    return flits;
}

/* Whether a worm that comes to `node` by in_port, or is made there, can take the way to `to`;
 * *in_port becomes that by which it comes there, *vc the channel. */
static bool leg(const struct noc_topology *t, uint32_t node, uint32_t to, unsigned vcs,
                unsigned *in_port, unsigned *vc)
{
    struct noc_hop hop;
    uint32_t along = noc_digit(t, node, 1) != noc_digit(t, to, 1) &&
                     noc_digit(t, node, 0) != noc_digit(t, to, 0); /* turns once, in order */

    if (!go_on(t, node, *in_port, *vc, to, vcs, &hop)) {
        return false;
    }
    *vc = hop.vc;
    *in_port = along ? (noc_digit(t, to, 0) < noc_digit(t, node, 0) ? 0u : 1u) : hop.port ^ 1u;
    return true;
}

/* CODED flits, all but the last with MORE, each of another node than the one before; or LAST
 * alone. Whether paths cross each other is not looked at. */
static enum noc_tx_status check_on(const struct noc_topology *t, uint32_t from,
                                   const uint32_t *header, uint32_t n, unsigned vcs)
{
    unsigned in_port = NOC_PORT_LOCAL, vc = 0;

    for (uint32_t at = 0; at < n; at++) {
        uint32_t field = noc_header_field(header[at]), node = noc_header_node(header[at]);
        bool more = field & NOC_CODED_MORE, lone = noc_header_kind(header[at]) == NOC_HEADER_LAST;

        if (!lone && noc_header_kind(header[at]) != NOC_HEADER_CODED) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= t->nodes || (at == 0 && node == from)) {
            return NOC_TX_BAD_NODE;
        }
        if (lone ? n > 1 || field != 0
                 : field == 0 || field > NOC_CODED_MORE + NOC_CODED_BOTH ||
                       field % NOC_CODED_MORE == 0 || field == NOC_CODED_MORE + NOC_CODED_RECEIVE ||
                       more != (at + 1 < n)) {
            return NOC_TX_BAD_LIST;
        }
        if (node == from || !leg(t, from, node, vcs, &in_port, &vc)) {
            return NOC_TX_BAD_LIST;
        }
        from = node;
    }
    return NOC_TX_OK;
}

static enum noc_tx_status check(const struct noc_topology *t, uint32_t from, const uint32_t *header,
                                uint32_t n)
{
    return check_on(t, from, header, n, 1);
}

static enum noc_tx_status check_vc(const struct noc_topology *t, uint32_t from,
                                   const uint32_t *header, uint32_t n)
{
    return check_on(t, from, header, n, VCS);
}

static bool uses_vc(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc < VCS && noc_topology_link(t, node, port, &link);
}

/* "v.d.s.c": virtual channel; y before x; up or down; how far along. */
static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    uint32_t at;

    if (!uses_vc(t, node, port, vc)) {
        return false;
    }
    at = noc_digit(t, node, port / 2);
    *label =
        (struct noc_label){.part = {(uint16_t)vc, (uint16_t)(1 - port / 2), (uint16_t)(port % 2),
                                    (uint16_t)(port % 2 ? t->width[port / 2] - 1 - at : at)}};
    return true;
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    return vc == 0 ? "a" : "b";
}

const struct noc_routing noc_routing_coded_path = {
    .name = "coded-path",
    .summary = "coded paths: two bits say forward or receive (Al-Dubai et al. 2002, 2)",
    .vcs = 1,
    .copies = true,
    .fits = fits,
    .route = route,
    .code = code,
    .check = check,
    .uses = noc_uses_links,
    .vc_name = noc_vc_nameless,
};

const struct noc_routing noc_routing_coded_path_vc = {
    .name = "coded-path-vc",
    .summary = "coded paths with a second virtual channel, which excludes deadlock (our own)",
    .vcs = VCS,
    .copies = true,
    .disorder = "the worm would turn from x to y, or back, a second time",
    .fits = fits,
    .route = route_vc,
    .code = code,
    .check = check_vc,
    .label = label,
    .uses = uses_vc,
    .vc_name = vc_name,
};
