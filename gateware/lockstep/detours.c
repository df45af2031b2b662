/* SPDX-License-Identifier: BSD-2-Clause */
#include "detours.h"

#include "packet.h"
#include "routing/turn_headers.h"

enum { TURNS = 4 }; /* of the nodes that are compared */

static const struct noc_routing *plain;
static struct noc_routing detours;
static uint32_t drawn;

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t x = (a + drawn) * 0x9e3779b1u ^ b * 0x85ebca6bu;

    x = (x ^ x >> 15) * 0x2c1b3c6du;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return x ^ x >> 15;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    return noc_header_kind(*header) == NOC_HEADER_TURN
             ? noc_turns_route(t, node, in_port, in_vc, header, out)
             : plain->route(t, node, in_port, in_vc, header, out);
}

/* Mostly none; else each of some links, now and then of many. */
static uint32_t source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    struct noc_turns s = {.header = header};
    const uint32_t draw = mix(from, to), turns = draw % 8 < TURNS ? 0 : draw % 8 - TURNS + 1;
    struct noc_link link;

    for (unsigned i = 0; i < turns; i++) {
        const uint32_t this = mix(draw, i);
        const uint32_t run = this >> 8 & 7 ? 1 : 1 + (this >> 11 & 15);
        const unsigned port = this % t->ports;

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

    return noc_topology_link(t, node, port, &link) && vc < detours.vcs;
}

const struct noc_routing *detours_routing(const struct noc_routing *r, uint32_t salt)
{
    plain = r;
    drawn = salt;
    detours = *plain;
    detours.route = route;
    detours.source = source;
    detours.uses = uses;
    return &detours;
}
