/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * DOR: dimension-ordered routing in tori without virtual channels, the shorter
 * way where links lead both ways (dissertation, section 2.4 and figure 2.4).
 * NOT free of deadlock: the channels of a ring depend on each other in a
 * cycle of waits, from three nodes on if links lead one way, from five if both. It is
 * here to be seen deadlocking, and to measure what virtual channels are worth;
 * no multicast algorithm but `separate` takes it.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_torus || t->kind == &noc_topology_utorus ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, "dor is for tori, as torus:8x8");
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
    uint32_t up = there > here ? there - here : there + t->width[d] - here;
    uint32_t down = t->width[d] - up;
    bool goes_down = t->kind == &noc_topology_torus && (down < up || (down == up && there < here));

    *out = (struct noc_hop){(uint8_t)(2 * d + goes_down), 0};
    return NOC_ROUTED;
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    if (port >= t->ports || vc != 0 || (port & 1 && t->kind != &noc_topology_torus)) {
        return false;
    }

    uint32_t x = noc_digit(t, node, port / 2);

    /* In a ring of two nodes each is one step from the other, without going around. */
    return t->kind != &noc_topology_torus || t->width[port / 2] > 2 || x == (port & 1);
}

const struct noc_routing noc_routing_dor = {
    .name = "dor",
    .summary = "dimension order in tori without virtual channels; it can deadlock",
    .vcs = 1,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
