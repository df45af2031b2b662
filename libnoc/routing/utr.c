/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * UTR: dimension-ordered routing in tori whose links lead towards higher
 * coordinates only (dissertation, section 4.2.1). The highest dimension goes
 * first. In a dimension a worm that still has to go around the end travels on
 * p channels, every other on h channels:
 *
 *     x ->  0   1   2 ... k-2  k-1 -> 0
 *     h       h   h   ...    h            leave 0 to k-2
 *     p           p   ...    p     p      leave 1 to k-1
 *
 * Minimal, and free of deadlock: nothing goes from h back to p in a
 * dimension, neither set closes the ring.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

enum { VC_H = 0, VC_P = 1 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_utorus ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "utr is for unidirectional tori, as utorus:8x8");
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to, here, there;

    (void)in_port;
    (void)in_vc;
    if (!noc_goes_on(t, node, *header, &to, out, &verdict)) {
        return verdict;
    }
    out->port = (uint8_t)(2 * noc_differ(t, node, to, &here, &there));
    out->vc = there < here ? VC_P : VC_H;
    return NOC_ROUTED;
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    if (port >= t->ports || port % 2 != 0) {
        return false;
    }

    uint32_t x = noc_digit(t, node, port / 2);

    switch (vc) {
    case VC_H:
        return x + 2 <= t->width[port / 2];
    case VC_P:
        return x >= 1;
    default:
        return false;
    }
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    return vc == VC_P ? "p" : "h";
}

const struct noc_routing noc_routing_utr = {
    .name = "utr",
    .summary = "dimension order in unidirectional tori (Robinson 1994, 4.2.1)",
    .vcs = 2,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = vc_name,
};
