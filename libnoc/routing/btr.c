/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BTR: dimension-ordered shortest-path routing in tori (dissertation, section
 * 4.2.2). The highest dimension goes first. A worm that has to go around the
 * end of a dimension travels on p channels, in whichever direction is
 * shorter, until it has; every other travels on h channels upwards, on l
 * channels downwards. At equal distance a worm does not go around.
 *
 * Minimal, and free of deadlock: nothing goes from h or l back to p in a
 * dimension; the p channels of the two directions lie on different halves of
 * the ring, and only p channels lead around.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

/* An upward link carries h and p, a downward one l and p. */
enum { VC_H_OR_L = 0, VC_P = 1 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_torus ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "btr is for tori with links in both directions, as torus:8x8");
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

    unsigned d = noc_differ(t, node, to, &here, &there);
    bool down = there < here;
    uint32_t distance = down ? here - there : there - here;
    bool around = 2 * distance > t->width[d];

    out->port = (uint8_t)(2 * d + (down != around));
    out->vc = around ? VC_P : VC_H_OR_L;
    return NOC_ROUTED;
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    if (port >= t->ports || vc > VC_P) {
        return false;
    }

    bool down = port & 1;
    uint32_t k = t->width[port / 2];
    uint32_t x = noc_digit(t, node, port / 2);

    if (vc == VC_H_OR_L) {
        return down ? x >= 1 : x + 2 <= k;
    }
    /* Below: a worm bound around the end never crosses the middle. */
    return down ? x + 1 <= (k - 1) / 2 : x >= k / 2 + 1;
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    return vc == VC_P ? "p" : port & 1 ? "l" : "h";
}

const struct noc_routing noc_routing_btr = {
    .name = "btr",
    .summary = "dimension order in bidirectional tori (Robinson 1994, 4.2.2)",
    .vcs = 2,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = vc_name,
};
