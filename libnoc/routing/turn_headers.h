/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source routing by street signs (Stricker 1991, 6.1): the source writes the
 * turns into the worm's header, routers follow them (packet.h, TURN). What all
 * routings of that kind share.
 */
#ifndef LIBNOC_ROUTING_TURN_HEADERS_H
#define LIBNOC_ROUTING_TURN_HEADERS_H

#include "packet.h"
#include "routing.h"

/* A header under construction. */
struct noc_turns {
    uint32_t *header; /* NOC_TURNS_MAX + 1 flits */
    uint32_t turns;
    bool overflow; /* more turns than a header may have */
};

/* Go `run` links (0: none) by `port`; goes on straight if that was the last way. */
void noc_turns_go(struct noc_turns *s, unsigned port, uint32_t run);

/* Go the ways of `reversed` (a header without its end), last one first. */
void noc_turns_back(struct noc_turns *s, const struct noc_turns *reversed);

/* The flit that says LAST. Returns how many flits the header has; 0: overflow. */
uint32_t noc_turns_end(struct noc_turns *s, uint32_t to);

/* noc_routing.route of all routings with turn headers. */
enum noc_routed noc_turns_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out);

#endif
