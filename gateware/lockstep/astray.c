/* SPDX-License-Identifier: BSD-2-Clause */
#include "astray.h"

#include "packet.h"

static const struct noc_routing *plain;
static struct noc_routing astray;
static uint32_t node_from;

unsigned astray_route(const struct noc_topology *t, uint32_t from, uint32_t to, unsigned *vc)
{
    unsigned port = to % t->ports;
    struct noc_link link;

    while (!noc_topology_link(t, from, port, &link)) {
        port = (port + 1) % t->ports;
    }
    *vc = to / t->ports % plain->vcs;
    return port;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    const uint32_t to = noc_header_node(*header);
    unsigned vc;

    if ((node != node_from && node_from != ASTRAY_ALL) || in_port != NOC_PORT_LOCAL ||
        noc_header_kind(*header) != NOC_HEADER_LAST || to < t->nodes || to >= ASTRAY_NODES) {
        return plain->route(t, node, in_port, in_vc, header, out);
    }
    out->port = (uint8_t)astray_route(t, node, to, &vc);
    out->vc = (uint8_t)vc;
    return NOC_ROUTED;
}

const struct noc_routing *astray_routing(const struct noc_routing *r, uint32_t from)
{
    plain = r == &astray ? plain : r;
    astray = *plain;
    astray.route = route;
    node_from = from;
    return &astray;
}

/* A TURN behind the first that leads nowhere; or LAST of a node that does not exist, if the tables
 * have room for one. */
uint32_t astray_header(const struct noc_topology *t, uint32_t *header, uint32_t headers,
                       uint32_t (*draw)(uint32_t n))
{
    if (headers > 2 && draw(2)) {
        uint32_t *const turn = &header[1 + draw(headers - 2)];

        *turn = draw(2) ? noc_header(NOC_HEADER_TURN, 1 + draw(3), t->ports + draw(50))
                        : noc_header(NOC_HEADER_TURN, 0, noc_header_field(*turn));
        return headers;
    }
    if (t->nodes == ASTRAY_NODES) {
        return headers;
    }
    header[0] = noc_header(NOC_HEADER_LAST, t->nodes + draw(ASTRAY_NODES - t->nodes), 0);
    return 1;
}
