/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maxport (Robinson 1994, section 3.3 and figure 3.5 with step 4b): multicast in all-port
 * hypercubes under E-cube routing. The nodes are sorted by their exclusive-or with the
 * source. Who has the message sends once in each dimension in which there are destinations,
 * the highest first, and hands over all that lie across it: no two of its messages
 * leave by the same link, so all can go at once.
 *
 * Cost: m messages; one step for each level of the tree if all ports can be used, at most
 * as many as there are dimensions, however few the destinations: in cube:4 from 0 to 9, 10
 * and 11 it takes three, where u-cube takes two. O(log m) for each message. No contention
 * whatever the start-up times. Precondition: E-cube resolves the highest dimension first,
 * as the chain is sorted.
 */
#include "chain.h"
#include "cube_chain.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return noc_cube_fits(r, fault, "maxport is proven for hypercubes under ecube only");
}

bool noc_maxport_next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs)
{
    (void)env;
    return mine->left < mine->right &&
           noc_forward_from(mine, theirs, noc_cube_split(chain, mine->left, mine->right));
}

const struct noc_algorithm noc_algorithm_maxport = {
    .name = "maxport",
    .summary = "one message in each dimension of a hypercube (Robinson 1994, 3.3)",
    .fits = fits,
    .order = noc_cube_order,
    .next = noc_maxport_next,
};
