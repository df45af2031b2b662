/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tests of algorithms along the Hamiltonian path share. */
#ifndef TESTS_HPATH_SETS_H
#define TESTS_HPATH_SETS_H

#include "hpath_checks.h"
#include "plan_checks.h"

/* How many of dests lie above the source on the path. */
static inline unsigned hpath_above(const struct hpath *p, unsigned source, const uint16_t *dests,
                                   unsigned m)
{
    unsigned n = 0;

    for (unsigned i = 0; i < m; i++) {
        n += p->label[dests[i]] > p->label[source];
    }
    return n;
}

/* Calls check for all sets of destinations, from all sources, of small networks. */
static inline void hpath_all_sets(struct hpath *path,
                                  void (*check)(const struct network *net, unsigned ports,
                                                unsigned source, const uint16_t *dests, unsigned m))
{
    static const char *const names[] = {
        "mesh:2",    "mesh:3",    "mesh:7",    "mesh:2x2", "mesh:3x3", "mesh:2x5",   "torus:3",
        "torus:2x2", "torus:3x3", "torus:5x2", "cube:2",   "cube:3",   "mesh:2x3x2", "torus:3x4"};

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
        struct network net = network(names[k], "hamiltonian");

        hpath_make(path, names[k]);
        for (unsigned source = 0; source < net.t.nodes; source++) {
            for (uint32_t set = 1; set < 1u << net.t.nodes; set++) {
                uint16_t dests[16];
                unsigned m = set >> source & 1 ? 0 : set_members(set, net.t.nodes, dests);

                if (m > 0) {
                    check(&net, set % 3, source, dests, m);
                }
            }
        }
        free(net.path);
    }
}

/* The same for 300 random sets of each of some larger networks. */
static inline void hpath_random_sets(struct hpath *path,
                                     void (*check)(const struct network *net, unsigned ports,
                                                   unsigned source, const uint16_t *dests,
                                                   unsigned m))
{
    static const char *const names[] = {"mesh:8x8", "torus:8x8", "cube:6", "mesh:3x4x5"};
    uint32_t seed = 5;

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
        struct network net = network(names[k], "hamiltonian");

        hpath_make(path, names[k]);
        for (unsigned n = 0; n < 300; n++) {
            uint16_t dests[PLAN_NODES];
            unsigned source = random_below(&seed, net.t.nodes);
            unsigned m = n % 5 ? 1 + random_below(&seed, net.t.nodes - 1) : net.t.nodes - 1u;

            random_set(&seed, net.t.nodes, source, m, dests);
            check(&net, n % 3, source, dests, m);
        }
        free(net.path);
    }
}

#endif
