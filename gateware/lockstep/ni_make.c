/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: how nodes are made. */
#include "astray.h"
#include "ni.h"
#include "wiring.h"

static void enter(uint32_t n, unsigned input, uint32_t to)
{
    const unsigned vcs = routers_vcs();
    const bool injected = input == routers_links() * vcs;
    unsigned vc, port;

    port = wiring_route(&topology, routing, n, injected ? NOC_PORT_LOCAL : input / vcs,
                        injected ? 0 : input % vcs, to, &vc);
    if (n == traffic.wild && injected && to >= topology.nodes) {
        port = astray_route(&topology, n, to, &vc);
    }
    if (n == traffic.wild) {
        router_route(wild_router(), input, to, vc, port);
    } else if (to < 1u << NODE_BITS) {
        node_route(state[n].node, input, to, vc, port);
    }
}

void make_node(uint32_t n)
{
    const uint32_t linked = wiring_linked(&topology, n);
    uint16_t way[WIRING_WAYS];

    if (n == traffic.wild) {
        wild_is(router_new(routing->source != NULL, linked));
    } else {
        const struct node_board board = {
            .nodes = topology.nodes,
            .profile = noc_ni_peek(traffic.board, n, NI_PROFILE),
            .wiring = noc_ni_peek(traffic.board, n, NI_WIRING),
            .host = noc_ni_peek(traffic.board, n, NI_HOST),
            .now = now,
            .turns = routing->source != NULL,
        };

        state[n].node =
            node_new(&board, n, linked, wiring_used(&topology, routing, n, routers_vcs()),
                     wiring_used_in(&topology, routing, n, routers_vcs()));
        for (uint32_t to = 0; to < 1u << NODE_BITS; to++) {
            wiring_way(&topology, routing, n, to, way);
            for (unsigned i = 0; i < (way[WIRING_COUNT] & WIRING_TURNS); i++) {
                node_way(state[n].node, to, i, way[i]);
            }
            node_way(state[n].node, to, WIRING_COUNT, way[WIRING_COUNT]);
        }
    }
    for (unsigned i = 0; i <= routers_links() * routers_vcs(); i++) {
        for (uint32_t to = 0; to < 1u << ROUTER_NODE_BITS; to++) {
            enter(n, i, to);
        }
    }
}
