/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms with a list of addresses (packet.h: ADDRESS, COUNT, LAST), as path-based routings have
 * them: what a router and the sending NI say of the list, whichever way worms go between
 * destinations.
 */
#ifndef LIBNOC_ROUTING_ADDRESS_LIST_H
#define LIBNOC_ROUTING_ADDRESS_LIST_H

#include "packet.h"
#include "routing.h"

/*
 * What a router at `node` does with a worm whose header begins with header[0] and header[1], as for
 * noc_routing.route. NOC_ROUTED: it is for *to, which may be node itself. NOC_ROUTED_COPY: this
 * node keeps the first flit, and *to, another node, is next. Other verdicts say all there is.
 */
enum noc_routed noc_address_next(const struct noc_topology *t, uint32_t node,
                                 const uint32_t *header, uint32_t *to);

/*
 * noc_routing.check: LAST alone; or ADDRESS flits, each with its COUNT and list if it has one, and
 * LAST of the last one again. follows(t, from, before, node): whether a worm from `from` that has
 * visited `before` (or, if that is `from`, nobody) may visit `node` next, another one than `from`.
 */
enum noc_tx_status noc_address_check(const struct noc_topology *t, uint32_t from,
                                     const uint32_t *header, uint32_t n,
                                     bool (*follows)(const struct noc_topology *t, uint32_t from,
                                                     uint32_t before, uint32_t node));

#endif
