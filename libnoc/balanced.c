/* SPDX-License-Identifier: BSD-2-Clause */
/* To come. */
#include "street.h"
#include "tables.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    (void)t;
    return noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, "to come");
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc == 0 && noc_topology_link(t, node, port, &link);
}

const struct noc_routing noc_routing_balanced = {
    .name = "balanced",
    .summary = "auxiliary traffic around the border, by the nearest corner (Stricker 1991, 8)",
    .vcs = 1,
    .fits = fits,
    .route = noc_street_route,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
