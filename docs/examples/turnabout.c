/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turnabout: in a mesh, worms to nodes of even number go through the
 * dimensions from the highest down, those to odd ones from the lowest up. So
 * both kinds of turns are used, and traffic spreads better than under xy. To
 * be free of deadlock the two kinds must not wait for each other: each has a
 * virtual channel of its own (as in O1TURN: Seo et al., ISCA 2005).
 */
#include "routing/routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

enum { VC_DOWN = 0, VC_UP = 1 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_mesh ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, "turnabout is for meshes, as mesh:8x8");
}

/* The next dimension in which node and `to` differ. */
static unsigned next_dimension(const struct noc_topology *t, uint32_t node, uint32_t to, bool up)
{
    unsigned d = up ? 0 : t->dims - 1u;

    while (noc_digit(t, node, d) == noc_digit(t, to, d)) {
        d += up ? 1 : -1u;
    }
    return d;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to;

    (void)in_port; /* where the worm came from: not needed here */
    (void)in_vc;
    if (!noc_goes_on(t, node, *header, &to, out, &verdict)) {
        return verdict; /* it has come, or its header makes no sense */
    }

    bool up = to % 2 == 1;
    unsigned d = next_dimension(t, node, to, up);
    bool lower = noc_digit(t, to, d) < noc_digit(t, node, d);

    out->port = (uint8_t)(2 * d + lower); /* 2d: towards higher coordinates, 2d + 1: lower */
    out->vc = up ? VC_UP : VC_DOWN;
    return NOC_ROUTED;
}

/* Routers have these channels: both, on every link. */
static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc <= VC_UP && noc_topology_link(t, node, port, &link);
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    return vc == VC_UP ? "u" : "d";
}

const struct noc_routing noc_routing_mine = {
    .name = "turnabout",
    .summary = "dimensions down to even nodes, up to odd ones",
    .vcs = 2,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = vc_name,
};
