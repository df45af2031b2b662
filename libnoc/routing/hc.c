/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * HC routing in cube-connected cycles (Song, Hou, Shi 2000, section 3): the hypercube's
 * dimensions from the highest that differs down, as in E-cube, and in between along the
 * cycle to the node that has the link; at last along the cycle to the destination.
 * Cycles are used as lines: nothing goes around from n-1 to 0 or back. Not minimal.
 *
 * The virtual channel on a cycle's link tells worms that go to a higher corner, or have
 * arrived in theirs from below, from those that go to a lower one:
 *
 *                 up (port 0)        down (port 1)
 *     vc 0     h0  x <= y           l0  x < y        x: corner where the worm is
 *     vc 1     h1  x > y            l1  x >= y       y: corner where it goes
 *
 * The paper's second case is printed l0; it must be h1, as its proof of theorem 2 has it. It
 * gives all four channels one reason, that messages of a chain do not meet. Exhaustion shows
 * two: for that, l0 and l1 are needed, h0 and h1 are not (tests/libnoc/multicast/test_u_ccc.c); against
 * deadlock, of which it says nothing, h0 and h1 are, l0 and l1 are not (test_hc.c).
 */
#include "routing.h"
#include "topology/bits.h"
#include "topology/cartesian.h"
#include "topology/topologies.h"

enum { UP = 0, DOWN = 1, ACROSS = 2 };

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return t->kind == &noc_topology_ccc || noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                                                      "ccc is for cube-connected cycles, as ccc:4");
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

    uint32_t n = t->width[0];
    uint32_t x = noc_over_stride(t, node, 1), y = noc_over_stride(t, to, 1);
    uint32_t i = node - x * n;
    uint32_t k = x != y ? noc_highest_bit(x ^ y) : to - y * n;

    if (k > i) {
        *out = (struct noc_hop){UP, x > y};
    } else if (k < i) {
        *out = (struct noc_hop){DOWN, x >= y};
    } else {
        *out = (struct noc_hop){ACROSS, 0};
    }
    return NOC_ROUTED;
}

/* The paper lists both channels on every link that is not around; h1 is taken only if there is
 * a lower corner with the difference above i, l0 if a higher with the difference below. */
static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    uint32_t n = t->width[0];
    uint32_t w = noc_over_stride(t, node, 1);
    uint32_t i = node - w * n;

    switch (port) {
    case UP:
        return i + 1 < n && (vc == 0 || (vc == 1 && w >> (i + 1) != 0));
    case DOWN:
        return i > 0 && (vc == 1 || (vc == 0 && (~w & ((UINT32_C(1) << i) - 1)) != 0));
    default:
        return port == ACROSS && vc == 0;
    }
}

static const char *vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    static const char *const name[2][2] = {{"h0", "h1"}, {"l0", "l1"}};

    (void)t;
    return port < ACROSS && vc < 2 ? name[port][vc] : NULL;
}

const struct noc_routing noc_routing_ccc = {
    .name = "ccc",
    .summary = "HC: hypercube dimensions from high to low, cycles in between (Song et al. 2000, 3)",
    .vcs = 2,
    .fits = fits,
    .route = route,
    .uses = uses,
    .vc_name = vc_name,
};
