/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * XY: dimension-ordered routing in meshes of any number of dimensions, the
 * highest first (dissertation, section 2.2.3). Minimal, and free of deadlock
 * with one channel on each link.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_mesh ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, "xy is for meshes, as mesh:8x8");
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

    out->port = (uint8_t)(2 * d + (there < here));
    out->vc = 0;
    return NOC_ROUTED;
}

const struct noc_routing noc_routing_xy = {
    .name = "xy",
    .summary = "dimension order in meshes (Robinson 1994, 2.2.3)",
    .vcs = 1,
    .fits = fits,
    .route = route,
    .uses = noc_uses_links,
    .vc_name = noc_vc_nameless,
};
