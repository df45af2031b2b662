/* SPDX-License-Identifier: BSD-2-Clause */
#include "wiring.h"

#include <string.h>

#include "packet.h"

unsigned wiring_route(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                      unsigned port, unsigned channel, uint32_t to, unsigned *vc)
{
    uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
    struct noc_hop hop = {NOC_PORT_LOCAL, 0};
    enum noc_routed routed = NOC_ROUTE_BROKEN;

    *vc = 0;
    if (to < t->nodes && (port == NOC_PORT_LOCAL || (port < t->ports && channel < r->vcs))) {
        routed = r->route(t, node, port, channel, &header, &hop);
    }
    if (routed != NOC_ROUTED) {
        return WIRING_BROKEN;
    }
    if (hop.port == NOC_PORT_LOCAL) {
        return WIRING_END;
    }
    *vc = hop.vc;
    return hop.port;
}

void wiring_way(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                uint32_t to, uint16_t way[WIRING_WAYS])
{
    uint32_t header[NOC_TURNS_MAX + 1];
    const uint32_t headers = to < t->nodes ? noc_route_headers(t, r, from, to, header) : 0;
    uint32_t first, i;
    struct noc_hop hop;
    bool refused;

    memset(way, 0, WIRING_WAYS * sizeof *way);
    if (!headers) {
        return;
    }
    for (i = 0; i + 1 < headers; i++) {
        way[i] = (uint16_t)(noc_header_field(header[i]) << 6 | noc_header_node(header[i]));
    }
    first = header[0];
    refused = r->route(t, from, NOC_PORT_LOCAL, 0, &first, &hop) == NOC_ROUTE_BROKEN;
    way[WIRING_COUNT] = (uint16_t)(WIRING_ROUTED | (refused ? WIRING_REFUSED : 0) | (headers - 1));
}

uint32_t wiring_linked(const struct noc_topology *t, uint32_t node)
{
    struct noc_link link;
    uint32_t linked = 0;
    unsigned p;

    for (p = 0; p < t->ports; p++) {
        linked |= (uint32_t)noc_topology_link(t, node, p, &link) << p;
    }
    return linked;
}

uint32_t wiring_used(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                     unsigned channels)
{
    const uint32_t linked = wiring_linked(t, node);
    uint32_t used = 0;
    unsigned p, v;

    for (p = 0; p < t->ports; p++) {
        for (v = 0; v < r->vcs; v++) {
            used |= (uint32_t)((linked >> p & 1) && r->uses(t, node, p, v)) << (p * channels + v);
        }
    }
    return used;
}

uint32_t wiring_used_in(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                        unsigned channels)
{
    struct noc_link link;
    uint32_t used = 0;

    for (uint32_t n = 0; n < t->nodes; n++) {
        for (unsigned p = 0; p < t->ports; p++) {
            for (unsigned v = 0; v < r->vcs; v++) {
                used |= (uint32_t)(noc_topology_link(t, n, p, &link) && link.node == node &&
                                   r->uses(t, n, p, v))
                     << (link.port * channels + v);
            }
        }
    }
    return used;
}
