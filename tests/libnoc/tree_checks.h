/* SPDX-License-Identifier: BSD-2-Clause */
/* What must hold of trees that the segments of a body go along, besides what holds of every plan. */
#ifndef TESTS_TREE_CHECKS_H
#define TESTS_TREE_CHECKS_H

#include "plan_checks.h"

/* A plan as one of an algorithm's trees, everybody reached exactly once, and how often each node
 * sends. */
struct tree {
    struct plan plan;
    unsigned sends[PLAN_NODES];
    unsigned depth;
};

static inline void make_tree(struct tree *tree, const struct network *net, const char *name,
                             uint32_t number, uint32_t source, const uint16_t *dests, uint32_t m)
{
    struct noc_plan_env env = {
        .topology = &net->t, .routing = net->r, .ports = 1, .source = source, .tree = number};
    struct noc_misstep wrong = {0};
    struct plan *p = &tree->plan;

    memset(tree, 0, sizeof *tree);
    p->source = source;
    p->m = m;
    p->chain[0] = (uint16_t)source;
    memcpy(p->chain + 1, dests, m * sizeof *dests);
    p->steps =
        noc_plan_make_checked(algorithm(name), &env, p->chain, m, p->message, p->scratch, &wrong);
    assert_int_equal(wrong.kind, NOC_MISSTEP_NONE);
    for (uint32_t i = 0; i < m; i++) {
        assert_null(p->into[p->message[i].to]); /* nobody gets it twice */
        p->into[p->message[i].to] = &p->message[i];
        tree->sends[p->message[i].from]++;
    }
    check_plan(p, dests, 1);
    for (uint32_t i = 0; i < m; i++) {
        unsigned depth = 0;

        check_relay(p, algorithm(name), &env, p->message[i].part);
        for (unsigned node = dests[i]; p->into[node]; node = p->into[node]->from) {
            depth++;
        }
        tree->depth = depth > tree->depth ? depth : tree->depth;
    }
}

/* check(net, source, dests, m) for each count of destinations up to 16 that the network has room
 * for, several sets of each; and for all nodes, from each source. */
static inline void for_counts(const struct network *net,
                              void (*check)(const struct network *, uint32_t, const uint16_t *,
                                            uint32_t))
{
    enum { COUNT_MAX = 16, SETS = 40 };
    uint16_t dests[PLAN_NODES];
    uint32_t state = 20261123, nodes = net->t.nodes;

    for (uint32_t m = 1; m <= COUNT_MAX && m < nodes; m++) {
        for (unsigned i = 0; i < SETS; i++) {
            uint32_t source = random_below(&state, nodes);

            random_set(&state, nodes, source, m, dests);
            check(net, source, dests, m);
        }
    }
    for (uint32_t source = 0; source < nodes; source++) {
        random_set(&state, nodes, source, nodes - 1, dests);
        check(net, source, dests, nodes - 1);
    }
}

/* The networks that trees are tried on: even and odd ones, of all kinds without a file. */
static const char *const tree_networks[] = {"mesh:5",    "mesh:3x3",   "mesh:4x6",   "mesh:3x5",
                                            "torus:3x3", "torus:4x5",  "utorus:4x4", "cube:4",
                                            "ccc:3",     "torus:3x4x2"};

static inline void on_tree_networks(void (*check)(const struct network *, uint32_t,
                                                  const uint16_t *, uint32_t))
{
    for (unsigned i = 0; i < sizeof tree_networks / sizeof *tree_networks; i++) {
        struct network net = network(tree_networks[i], NULL);

        for_counts(&net, check);
        free(net.path);
    }
}

#endif
