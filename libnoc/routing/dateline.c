/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dateline: dimension-ordered shortest-path routing in tori that spreads ties
 * over both directions, as common network simulators have it (Dally, Towles,
 * Principles and Practices of Interconnection Networks, 2004, chapter 14):
 * for comparison with them. As BTR but for ties: at distance k/2 a worm goes
 * up from nodes whose coordinates add up to an even number, down from others.
 * A router has no dice; so each ring starts as many ties up as down.
 *
 * Minimal, and free of deadlock for BTR's reasons.
 */
#include "routing.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

enum { VC_H_OR_L = 0, VC_P = 1 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_torus ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                      "dateline is for tori with links in both directions, as torus:8x8");
}

static bool tie_goes_down(const struct noc_topology *t, uint32_t node)
{
    uint32_t sum = 0;

    for (unsigned d = 0; d < t->dims; d++) {
        sum += noc_digit(t, node, d);
    }
    return sum & 1;
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
    bool lower = there < here;
    uint32_t twice = 2 * (lower ? here - there : there - here);
    bool around = twice > t->width[d] || (twice == t->width[d] && lower != tie_goes_down(t, node));

    out->port = (uint8_t)(2 * d + (lower != around));
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
    bool starts_ties = k % 2 == 0 && down == tie_goes_down(t, node);

    if (vc == VC_H_OR_L) {
        return (down ? x >= 1 : x + 2 <= k) && (k > 2 || starts_ties);
    }
    return down ? x + 1 <= (k - 1) / 2 || (starts_ties && x + 1 == k / 2)
                : x >= k / 2 + 1 || (starts_ties && x == k / 2);
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    return vc == VC_P ? "p" : port & 1 ? "l" : "h";
}

const struct noc_routing noc_routing_dateline = {
    .name = "dateline",
    .summary = "dimension order in tori, ties in both directions (Dally and Towles 2004)",
    .vcs = 2,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = vc_name,
};
