/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Headers that only a router behind the first finds broken, as no interface would send them: a
 * node's own worms for nodes that do not exist leave it by some link.
 */
#ifndef GATEWARE_ASTRAY_H
#define GATEWARE_ASTRAY_H

#include "routing/routing.h"
#include "topology/topology.h"

enum {
    ASTRAY_NODES = 64, /* what a router's table has entries for */
    ASTRAY_ALL = ASTRAY_NODES
};

/* The same routing, but for such worms of node `from`, or of all nodes. One at a time. */
const struct noc_routing *astray_routing(const struct noc_routing *r, uint32_t from);

/* By which port and channel a worm for node `to`, which does not exist, leaves node `from`. */
unsigned astray_route(const struct noc_topology *t, uint32_t from, uint32_t to, unsigned *vc);

/* Change a worm's header so that some router makes no sense of it: how many flits it has then.
 * draw(n): a random number below n. */
uint32_t astray_header(const struct noc_topology *t, uint32_t *header, uint32_t headers,
                       uint32_t (*draw)(uint32_t n));

#endif
