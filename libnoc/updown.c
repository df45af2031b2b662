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

const struct noc_routing noc_routing_updown = {
    .name = "updown",
    .summary = "relaxed up-first paths, nearest number first (Libeskind-Hadas 1998)",
    .vcs = 1,
    .fits = fits,
    .route = noc_street_route,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};

const struct noc_routing noc_routing_updown_strict = {
    .name = "updown-strict",
    .summary = "strict up-first paths: along the tree only (Libeskind-Hadas 1998)",
    .vcs = 1,
    .fits = fits,
    .route = noc_street_route,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
