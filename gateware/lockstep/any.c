/* SPDX-License-Identifier: BSD-2-Clause */
/* A routing that is drawn: any.h. */
#include "any.h"

#include "routing/turn_headers.h"

static uint32_t drawn;

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t x = (a + drawn) * 0x9e3779b1u ^ b * 0x85ebca6bu;

    x = (x ^ x >> 15) * 0x2c1b3c6du;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return x ^ x >> 15;
}

static struct noc_routing any;
static bool back; /* worms may come back to a node, and by the port by which they left it */

/* Of a worm for node `to` that comes to this node: by which input matters only if worms may come
 * back. */
static uint32_t height(uint32_t to, uint32_t node, unsigned in_port, unsigned in_vc)
{
    return back ? mix(to << 8 | node, 1u << 16 | in_port << 4 | in_vc) : mix(to, node);
}

/* Each hop leads lower, so no worm goes round for ever. */
static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    struct noc_link link;
    uint32_t to, draw;

    if (any.source && noc_header_kind(*header) == NOC_HEADER_TURN) {
        return noc_turns_route(t, node, in_port, in_vc, header, out);
    }
    noc_goes_on(t, node, *header, &to, out, &verdict);
    if (verdict != NOC_ROUTED) {
        return verdict;
    }
    draw = mix(to << 8 | node, in_port << 4 | in_vc);
    for (unsigned i = 0; i < t->ports; i++) {
        const unsigned port = (draw + i) % t->ports, vc = (draw >> 16) % any.vcs;

        if (noc_topology_link(t, node, port, &link) &&
            height(to, link.node, link.port, vc) < height(to, node, in_port, in_vc)) {
            *out = (struct noc_hop){(uint8_t)port, (uint8_t)vc};
            return NOC_ROUTED;
        }
    }
    return draw >> 24 & 7 ? NOC_ROUTED : NOC_ROUTE_BROKEN;
}

/* Some turns first, if the routing has them; the rest of the way by the header LAST. */
static uint32_t source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    struct noc_turns s = {.header = header};
    const uint32_t draw = mix(from, to);
    struct noc_link link;

    for (unsigned i = 0; i < (draw >> 4 & 3); i++) {
        const unsigned port = (draw >> (8 + 3 * i)) % t->ports, run = 1 + (draw >> (20 + i) & 1);

        for (unsigned k = 0; k < run && noc_topology_link(t, from, port, &link); k++) {
            noc_turns_go(&s, port, 1);
            from = link.node;
        }
    }
    return noc_turns_end(&s, to);
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return noc_topology_link(t, node, port, &link) && vc < any.vcs;
}

const struct noc_routing *any_routing(unsigned vcs, uint32_t seed)
{
    drawn = seed;
    back = seed / 2 % 2;
    any = (struct noc_routing){.name = "any",
                               .summary = "drawn",
                               .vcs = (uint8_t)vcs,
                               .route = route,
                               .source = seed % 2 ? source : NULL,
                               .uses = uses,
                               .vc_name = noc_vc_nameless};
    return &any;
}
