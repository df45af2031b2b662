/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node of the gateware is told of its network, made from libnoc's topology and routing: the
 * entries of its routing tables (rtl/noc_route.sv), its route memory (rtl/noc_ni_route_memory.sv),
 * and which of its ports and channels there are.
 */
#ifndef GATEWARE_WIRING_H
#define GATEWARE_WIRING_H

#include "routing/routing.h"
#include "topology/topology.h"

enum {
    WIRING_END = 6,          /* a table's port: the worm is for this node */
    WIRING_BROKEN = 7,       /* the header makes no sense here */
    WIRING_COUNT = 16,       /* the index of a way's number of turns, with these bits above it: */
    WIRING_ROUTED = 1 << 4,  /* there is a way, */
    WIRING_REFUSED = 1 << 5, /* but the routing refuses it at its first router */
    WIRING_WAYS = 17,
    WIRING_TURNS = 15 /* of way[WIRING_COUNT]: the number */
};

/* Where a worm for `to` leaves that came in by this port and channel (NOC_PORT_LOCAL: from the node's
 * own NI): a port, WIRING_END or WIRING_BROKEN; *vc: its channel there. */
unsigned wiring_route(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                      unsigned port, unsigned channel, uint32_t to, unsigned *vc);

/* The route memory's words for worms from a node to another: way[i] is TURN i of their header, and
 * way[WIRING_COUNT] how many there are. Those behind the last TURN are 0. */
void wiring_way(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                uint32_t to, uint16_t way[WIRING_WAYS]);

/* A bit for each port that has a link; and for each channel that the routing uses there: bit port *
 * channels + channel. */
uint32_t wiring_linked(const struct noc_topology *t, uint32_t node);
uint32_t wiring_used(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                     unsigned channels);
/* A bit for each input that the routing uses: numbered so by the port of this node that leads back. */
uint32_t wiring_used_in(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                        unsigned channels);

#endif
