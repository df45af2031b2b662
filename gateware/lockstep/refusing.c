/* SPDX-License-Identifier: BSD-2-Clause */
#include "refusing.h"

#include "packet.h"

static const struct noc_routing *plain;
static struct noc_routing refusing;
static uint32_t salt;

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    const uint32_t to = noc_header_node(*header);

    if (in_port == NOC_PORT_LOCAL && noc_header_kind(*header) == NOC_HEADER_LAST && to < t->nodes &&
        (5 * node + 3 * to + salt) % 8 == 0) {
        return NOC_ROUTE_BROKEN;
    }
    return plain->route(t, node, in_port, in_vc, header, out);
}

const struct noc_routing *refusing_routing(const struct noc_routing *r, uint32_t number)
{
    plain = r;
    refusing = *plain;
    refusing.route = route;
    salt = number;
    return &refusing;
}
