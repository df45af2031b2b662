/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * U-CCC (Song, Hou, Shi 2000, section 5 and figure 5): multicast in one-port cube-connected
 * cycles under HC routing. The chain, and how it is halved, are those of U-torus: the nodes in
 * dimension order, which is the order of their numbers, rotated so that the source comes
 * first (an R-chain); who has the message hands over the upper half again and again.
 *
 * Cost: ceil(log2(m+1)) steps with one port, m messages, no contention whatever the start-up
 * times (theorem 3).
 */
#include "chain.h"
#include "routing/routings.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_ccc ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "u-ccc is proven for cube-connected cycles under ccc only");
}

const struct noc_algorithm noc_algorithm_u_ccc = {
    .name = "u-ccc",
    .summary =
        "recursive halving of the rotated chain, in cube-connected cycles (Song et al. 2000)",
    .fits = fits,
    .order = noc_r_chain_order,
    .next = noc_r_chain_next,
};
