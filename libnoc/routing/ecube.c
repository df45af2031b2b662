/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * E-cube: dimension-ordered routing in hypercubes, the highest differing bit
 * first (dissertation, definition 3.1). Minimal, and free of deadlock with one
 * channel on each link.
 */
#include "routing.h"
#include "topology/bits.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_cube ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, "ecube is for hypercubes, as cube:6");
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to;

    (void)in_port;
    (void)in_vc;
    if (!noc_goes_on(t, node, *header, &to, out, &verdict)) {
        return verdict;
    }
    out->port = (uint8_t)noc_highest_bit(node ^ to);
    out->vc = 0;
    return NOC_ROUTED;
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    (void)node;
    return vc == 0 && port < t->ports;
}

const struct noc_routing noc_routing_ecube = {
    .name = "ecube",
    .summary = "dimension order in hypercubes (Robinson 1994, 3.2.1)",
    .vcs = 1,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
