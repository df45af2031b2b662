/* SPDX-License-Identifier: BSD-2-Clause */
/* Headers that say every turn, and routers that follow them. */
#include "turn_headers.h"

void noc_turns_go(struct noc_turns *s, unsigned port, uint32_t run)
{
    uint32_t *last = s->header + s->turns - 1;

    if (run == 0) {
        return;
    }
    if (s->turns > 0 && noc_header_field(*last) == port) {
        *last = noc_header(NOC_HEADER_TURN, noc_header_node(*last) + run, port);
    } else if (s->turns < NOC_TURNS_MAX) {
        s->header[s->turns++] = noc_header(NOC_HEADER_TURN, run, port);
    } else {
        s->overflow = true;
    }
}

void noc_turns_back(struct noc_turns *s, const struct noc_turns *reversed)
{
    s->overflow |= reversed->overflow;
    for (uint32_t i = reversed->turns; i-- > 0;) {
        uint32_t turn = reversed->header[i];

        noc_turns_go(s, noc_header_field(turn), noc_header_node(turn));
    }
}

uint32_t noc_turns_end(struct noc_turns *s, uint32_t to)
{
    if (s->overflow) {
        return 0;
    }
    s->header[s->turns] = noc_header(NOC_HEADER_LAST, to, 0);
    return s->turns + 1;
}

enum noc_routed noc_turns_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    uint32_t run = noc_header_node(*header), port = noc_header_field(*header);
    struct noc_link link;

    (void)in_port;
    (void)in_vc;
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    if (noc_header_kind(*header) == NOC_HEADER_LAST) {
        return run == node ? NOC_ROUTED : NOC_ROUTE_BROKEN;
    }
    if (noc_header_kind(*header) != NOC_HEADER_TURN || run == 0 ||
        !noc_topology_link(t, node, port, &link)) {
        return NOC_ROUTE_BROKEN;
    }
    out->port = (uint8_t)port;
    if (run == 1) {
        return NOC_ROUTED_STRIP;
    }
    *header = noc_header(NOC_HEADER_TURN, run - 1, port);
    return NOC_ROUTED;
}
