/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * UTPR: path-based routing in unidirectional tori (Robinson 1994, section 5.3,
 * figures 5.10 and 5.11). A worm visits several destinations in the order of
 * the Hamiltonian circuit of hcycle.h; each keeps its own address and a copy,
 * and lets the rest go on.
 *
 * Between two destinations the worm takes the lowest dimension in which they
 * differ whose link is no boundary, and if all are boundaries, the highest. It
 * travels on p channels until it crosses a boundary, on h channels from there
 * on, and never crosses a second one: who asks for that has a list that is no
 * H-cycle, and is refused.
 *
 * Minimal between destinations, and free of deadlock among all such worms
 * (theorem 5.1), if none ever waits to be consumed (docs/board.md, 3): channels are
 * taken in the order of (p before h, label of the node they lead to). The paper
 * orders them by the node they leave, which does not hold at the boundary: its
 * h channel leaves a high label, and those behind it low ones.
 *
 * Cost: O(dims) for each router; two divisions by a width for each dimension.
 */
#include "address_list.h"
#include "hcycle.h"

enum { VC_P = 0, VC_H = 1 };

/*
 * The dimension in which a worm at `node` goes on to another node `to`
 * (equation 5.3), from the highest down, since the sums grow that way.
 */
static unsigned dimension(const struct noc_topology *t, uint32_t node, uint32_t to, bool *boundary)
{
    unsigned lowest = NOC_NO_DIM, highest = NOC_NO_DIM;
    uint32_t sum = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t digit = noc_digit(t, node, d);

        sum = (sum + digit) % t->width[d];
        if (digit == noc_digit(t, to, d)) {
            continue;
        }
        if (sum + 1 < t->width[d]) {
            lowest = d;
        }
        if (highest == NOC_NO_DIM) {
            highest = d;
        }
    }
    *boundary = lowest == NOC_NO_DIM;
    return *boundary ? highest : lowest;
}

static enum noc_routed route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    bool boundary, high = in_port != NOC_PORT_LOCAL && in_vc == VC_H;
    uint32_t to;
    enum noc_routed verdict = noc_address_next(t, node, header, &to);

    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    if (to == node || (verdict != NOC_ROUTED && verdict != NOC_ROUTED_COPY)) {
        return verdict;
    }
    out->port = (uint8_t)(2 * dimension(t, node, to, &boundary));
    out->vc = high || boundary ? VC_H : VC_P;
    return high && boundary ? NOC_ROUTE_BROKEN : verdict;
}

/* Links of the circuit from `from` to node. */
static uint32_t distance(const struct noc_topology *t, uint32_t from, uint32_t node)
{
    uint32_t label = noc_hcycle_label(t, node), first = noc_hcycle_label(t, from);

    return label >= first ? label - first : label + t->nodes - first;
}

/* Further on the circuit, which ends before `from`: else a router might have to let the worm
 * cross a second boundary, or go on an h channel past `from`, where no proof holds. */
static bool follows(const struct noc_topology *t, uint32_t from, uint32_t before, uint32_t node)
{
    return distance(t, from, node) > distance(t, from, before);
}

static enum noc_tx_status check(const struct noc_topology *t, uint32_t from, const uint32_t *header,
                                uint32_t n)
{
    return noc_address_check(t, from, header, n, follows);
}

/* p on links that are no boundary; h on all but those that lead to the last
 * label, which nothing reaches after a boundary. */
static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    if (!noc_topology_link(t, node, port, &link)) {
        return false;
    }
    switch (vc) {
    case VC_P:
        return !noc_hcycle_boundary(t, node, port / 2);
    case VC_H:
        return noc_hcycle_label(t, link.node) + 1 < t->nodes;
    default:
        return false;
    }
}

/* "0.l.d" for p, "1.l.d" for h, l the label of the node that the channel leads to. */
static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    struct noc_link link;

    if (!uses(t, node, port, vc) || !noc_topology_link(t, node, port, &link)) {
        return false;
    }
    *label = (struct noc_label){
        .part = {(uint16_t)vc, (uint16_t)noc_hcycle_label(t, link.node), (uint16_t)(port / 2)}};
    return true;
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    return vc == VC_P ? "p" : "h";
}

const struct noc_routing noc_routing_utpr = {
    .name = "utpr",
    .summary = "path-based routing in unidirectional tori (Robinson 1994, 5.3)",
    .vcs = 2,
    .copies = true,
    .lists = true,
    .disorder = "the worm would cross a second boundary",
    .order_of = "s-torus",
    .fits = noc_hcycle_fits,
    .route = route,
    .check = check,
    .label = label,
    .uses = uses,
    .vc_name = vc_name,
};
