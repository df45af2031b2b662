/* SPDX-License-Identifier: BSD-2-Clause */
/* Small graphs: all of them, random ones, rings with a tail, networks of switches. */
#include "graphs.h"

#include "multicasts.h"

enum { NODES_MAX = 8, SWITCHES_MAX = 9, SETS_MAX = 16 };

/* A graph as its nodes and its links: bits over the pairs a < b, b fastest. */
struct graph {
    unsigned n;
    uint32_t links;
};

static bool is_connected(const struct graph *g)
{
    unsigned reached = 1, before = 0;

    while (reached != before) {
        uint32_t links = g->links;

        before = reached;
        for (unsigned a = 0; a < g->n; a++) {
            for (unsigned b = a + 1; b < g->n; b++, links >>= 1) {
                unsigned ends = 1u << a | 1u << b;

                reached |= links & 1 && reached & ends ? ends : 0;
            }
        }
    }
    return reached == (1u << g->n) - 1;
}

/* Go on with a graph. */
static void then_graph(struct instance *i, const struct graph *g)
{
    struct text file = {0}, name = {0};
    uint32_t links = g->links;
    struct net net;

    for (unsigned a = 0; a < g->n; a++) {
        for (unsigned b = a + 1; b < g->n; b++, links >>= 1) {
            if (links & 1) {
                say(&file, "%u %u\n", a, b);
                say(&name, "%s%u-%u", name.used ? " " : "", a, b);
            }
        }
    }
    if (net_read(&net, i, "graph", file.at, name.at)) {
        then_net(i, &net);
    }
}

static void each_of_graphs(struct instance *i)
{
    for (unsigned n = 2; n <= bound(i, i->check->limit); n++) {
        for (uint32_t links = 1; links < 1u << n * (n - 1) / 2; links++) {
            struct graph g = {n, links};

            if (is_connected(&g)) {
                then_graph(i, &g);
            }
        }
    }
}

static void each_of_random_graphs(struct instance *i)
{
    uint32_t state = 1998;

    for (uint32_t k = 0, found = 0; found < bound(i, i->check->random); k++) {
        struct graph g = {.n = 6 + k % 3};

        g.links = random_below(&state, 1u << g.n * (g.n - 1) / 2);
        g.links &= k & 1 ? random_below(&state, UINT32_MAX) : UINT32_MAX; /* sparser ones too */
        if (is_connected(&g)) {
            then_graph(i, &g);
            found++;
        }
    }
}

static void add_link(struct graph *g, unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a + b - low, bit = 0;

    for (unsigned k = 0; k < low; k++) {
        bit += g->n - 1 - k;
    }
    g->links |= UINT32_C(1) << (bit + high - low - 1);
}

/* The root is node 0; the tail hangs at node `at`, where its end has the lowest number. */
static void each_of_rings(struct instance *i)
{
    for (unsigned n = 4; n <= NODES_MAX; n++) {
        for (unsigned ring = 3; ring < n; ring++) {
            for (unsigned at = 0; at < ring; at++) {
                struct graph g = {.n = n};

                add_link(&g, at, n - 1);
                for (unsigned k = 0; k < ring; k++) {
                    add_link(&g, k, (k + 1) % ring);
                }
                for (unsigned k = ring; k + 1 < n; k++) {
                    add_link(&g, k, k + 1);
                }
                then_graph(i, &g);
            }
        }
    }
}

static void tell_links(const struct instance *i, struct text *t)
{
    say(t, "links %s", i->net->name);
}

const struct quantifier each_graph = {"all {count} connected graphs of 2 to {limit} nodes",
                                      " of all connected graphs of 2 to {limit} nodes",
                                      each_of_graphs, tell_links};
const struct quantifier each_random_graph = {"{count} random connected graphs of 6 to 8 nodes",
                                             " of {random} random connected graphs of 6 to 8 nodes",
                                             each_of_random_graphs, tell_links};
const struct quantifier each_ring_with_tail = {"all {count} rings with a tail, of 4 to 8 nodes",
                                               " of all rings with a tail, of 4 to 8 nodes",
                                               each_of_rings, tell_links};

/* --- switches ----------------------------------------------------------------------------- */

static void then_switches(struct instance *i, uint32_t n, uint32_t *state)
{
    bool linked[SWITCHES_MAX + 1][SWITCHES_MAX + 1] = {{false}};
    struct text file = {0};
    struct net net;

    say(&file, "switch 0-%u\n", n - 1);
    for (uint32_t k = 1; k < 2 * n; k++) {
        uint32_t a = k < n ? k : random_below(state, n), b = random_below(state, k < n ? k : n);

        if (a != b && !linked[a][b]) {
            linked[a][b] = linked[b][a] = true;
            say(&file, "%u %u\n", a, b);
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        say(&file, "%u %u\n", k, n + k);
    }
    if (net_read(&net, i, "graph", file.at, file.at)) {
        then_net(i, &net);
    }
}

static void each_of_switch_networks(struct instance *i)
{
    uint32_t state = 8;

    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        then_switches(i, 4 + random_below(&state, SWITCHES_MAX - 3), &state);
    }
}

static void each_of_processor_sets(struct instance *i)
{
    uint32_t n = i->net->n / 2, state = n;
    uint16_t dests[SETS_MAX];

    for (uint32_t k = 0; k < bound(i, i->check->limit); k++) {
        i->source = n + random_below(&state, n);
        i->m = 1 + random_below(&state, n - 1);
        random_dests(&state, n, i->source - n, i->m, dests);
        for (uint32_t l = 0; l < i->m; l++) {
            dests[l] = (uint16_t)(dests[l] + n);
        }
        i->dests = dests;
        then(i);
    }
    i->dests = NULL;
}

const struct quantifier each_switch_network = {
    "{count} random networks of 4 to 9 switches with a processor each",
    " of {random} random networks of 4 to 9 switches with a processor each",
    each_of_switch_networks, tell_links};
const struct quantifier each_processor_set = {"{count} random sets", " for random sets",
                                              each_of_processor_sets, NULL};
