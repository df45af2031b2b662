/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: how nodes are made. */
#include "ni.h"

static void enter(uint32_t n, unsigned input, uint32_t to)
{
    const bool injected = input == routers_links() * routers_vcs();
    uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
    struct noc_hop hop = {NOC_PORT_LOCAL, 0};
    enum noc_routed routed = NOC_ROUTE_BROKEN;
    unsigned port;

    if (to < topology.nodes) {
        routed = routing->route(&topology, n, injected ? NOC_PORT_LOCAL : input / routers_vcs(),
                                injected ? 0 : input % routers_vcs(), &header, &hop);
    }
    port = routed == NOC_ROUTE_BROKEN ? ROUTER_BROKEN
         : hop.port == NOC_PORT_LOCAL ? ROUTER_END
                                      : hop.port;
    if (n == traffic.wild) {
        router_route(wild_router(), input, to, port < ROUTER_END ? hop.vc : 0, port);
    } else if (to < 1u << NODE_BITS) {
        node_route(state[n].node, input, to, port < ROUTER_END ? hop.vc : 0, port);
    }
}

/* The route memory's part for worms to a node. */
static void enter_way(uint32_t n, uint32_t to)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    const uint32_t headers = noc_route_headers(&topology, routing, n, to, header);
    struct noc_hop hop;
    uint32_t first = header[0];
    bool refused = true;

    for (uint32_t i = 0; i + 1 < headers; i++) {
        node_way(state[n].node, to, i,
                 noc_header_field(header[i]) << 6 | noc_header_node(header[i]));
    }
    if (headers) {
        refused = routing->route(&topology, n, NOC_PORT_LOCAL, 0, &first, &hop) == NOC_ROUTE_BROKEN;
    }
    node_way(state[n].node, to, 16,
             headers ? NODE_ROUTED | (refused ? NODE_REFUSED : 0) | (headers - 1) : 0);
}

void make_node(uint32_t n)
{
    uint32_t linked = 0, used = 0;
    struct noc_link link;

    for (unsigned p = 0; p < topology.ports; p++) {
        linked |= (uint32_t)noc_topology_link(&topology, n, p, &link) << p;
        for (unsigned v = 0; v < routing->vcs; v++) {
            used |= (uint32_t)((linked >> p & 1) && routing->uses(&topology, n, p, v))
                 << (p * routers_vcs() + v);
        }
    }
    if (n == traffic.wild) {
        wild_begin(router_new(routing->source != NULL, linked));
    } else {
        const struct node_board board = {
            .nodes = topology.nodes,
            .profile = noc_ni_peek(traffic.board, n, NI_PROFILE),
            .wiring = noc_ni_peek(traffic.board, n, NI_WIRING),
            .host = HOST,
            .turns = routing->source != NULL,
        };

        state[n].node = node_new(&board, n, linked, used);
        for (uint32_t to = 0; to < 1u << NODE_BITS; to++) {
            enter_way(n, to);
        }
    }
    for (unsigned i = 0; i <= routers_links() * routers_vcs(); i++) {
        for (uint32_t to = 0; to < 1u << ROUTER_NODE_BITS; to++) {
            enter(n, i, to);
        }
    }
}
