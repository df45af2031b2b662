/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms of which we have only the step count: the rivals of coded paths that
 * Al-Dubai et al. (2002, section 5) count but do not describe. What is public of them
 * says the idea and leaves the tree open, so they are refused by name, with
 * the count:
 *
 * - edn, extended dominating nodes (Tsai and McKinley 1997): all-port mesh; levels of nodes
 *   each of which reaches its neighbourhood in one step. Which nodes those are for any
 *   source and width is not told by abstracts.
 * - np, network partitioning (Tseng, Wang, Ho 1999): the message is cut into pieces, each
 *   broadcast in a subnetwork of its own, and collected again. Not a multicast tree, so
 *   no order() and next() could say it.
 */
#include "published.h"

#include <string.h>

#include "topology/topologies.h"

static const struct noc_published published[] = {
    {"edn", 1,
     "edn is a formula here, k + 1 steps for a broadcast on mesh:2^kx2^k; its tree is not "
     "published where we could read it"},
    {"np", 2,
     "np is a formula here, k + 2 steps for a broadcast on mesh:2^kx2^k; it sends pieces of "
     "the message, not a tree of messages"},
};

const struct noc_published *noc_published_find(const char *name)
{
    for (uint32_t i = 0; i < sizeof published / sizeof *published; i++) {
        if (strcmp(published[i].name, name) == 0) {
            return &published[i];
        }
    }
    return NULL;
}

uint32_t noc_published_steps(const struct noc_published *p, const struct noc_topology *t)
{
    uint32_t k = 0;

    if (t->kind != &noc_topology_mesh || t->dims != 2 || t->width[0] != t->width[1]) {
        return 0;
    }
    while (1u << k < t->width[0]) {
        k++;
    }
    return 1u << k == t->width[0] ? k + p->more : 0;
}
