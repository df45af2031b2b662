/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Graphs for tests: from texts, all of a size, random ones; and a slow, plain
 * reference of what libnoc makes of them: matrices, recursion and search. It
 * shares no code with libnoc.
 */
#ifndef TESTS_GRAPH_CHECKS_H
#define TESTS_GRAPH_CHECKS_H

#include <stdio.h>

#include "topology/graph.h"
#include "plan_checks.h"
#include "topology/topologies.h"

enum { SLOW_NODES = 64 };

struct graph {
    struct noc_topology t;
    void *room;
    char *block; /* the room lies at its end */
    size_t block_bytes;
};

/* The block of a graph that is no more: mapping megabytes anew for each takes longer than
 * reading it. */
static struct graph graph_spare;

static inline void graph_free(struct graph *g)
{
    struct graph old = graph_spare;

    if (g->block_bytes > old.block_bytes) {
        graph_spare = *g;
        free(old.block);
    } else {
        free(g->block);
    }
    g->room = g->block = NULL;
}

static inline void graph_room(struct graph *g, size_t bytes)
{
    *g = graph_spare;
    if (g->block_bytes < bytes) {
        g->block = malloc(bytes);
        g->block_bytes = bytes;
    } else {
        graph_spare = (struct graph){.room = NULL};
    }
    g->room = g->block + (g->block_bytes - bytes);
}

/* Read a text; room and text end where they should, for the sanitizer to see. */
static inline bool graph_read(struct graph *g, const char *text, size_t length,
                              struct noc_fault *fault)
{
    char *exact = malloc(length ? length : 1);
    bool good;

    memcpy(exact, text, length);
    graph_room(g, noc_shape_room(length));
    memset(&g->t, 0x5a, sizeof g->t);
    good = noc_topology_graph.read(&g->t, exact, length, g->room, fault);
    free(exact);
    return good;
}

static inline struct graph graph(const char *text)
{
    struct noc_fault fault = {0};
    struct graph g;

    if (!graph_read(&g, text, strlen(text), &fault)) {
        print_error("%s: %s, at %u\n", noc_fault_text(fault.code),
                    fault.because ? fault.because : "", fault.where);
        fail();
    }
    return g;
}

/* The paper's figure 1, as far as its text tells it; numbers from 0. */
static const char figure_1[] = "root 7\n"
                               "0 1\n1 7\n2 7\n3 4\n4 6\n5 6\n6 7\n" /* the tree */
                               "2 6\n1 4\n";

/* --- the reference ------------------------------------------------------------ */

struct slow {
    unsigned n, root;
    bool near[SLOW_NODES][SLOW_NODES];
    int level[SLOW_NODES], parent[SLOW_NODES], place[SLOW_NODES];
    int places;
};

static inline void slow_walk(struct slow *s, unsigned c)
{
    for (unsigned x = 0; x < s->n; x++) {
        if (s->parent[x] == (int)c) {
            slow_walk(s, x);
        }
    }
    s->place[c] = s->places++;
}

/* The tree of near[][]: the highest-numbered neighbour one level nearer is the parent. */
static inline void slow_tree(struct slow *s)
{
    for (unsigned c = 0; c < s->n; c++) {
        s->level[c] = c == s->root ? 0 : -1;
        s->parent[c] = -1;
    }
    for (int level = 0; level < (int)s->n; level++) {
        for (unsigned c = 0; c < s->n; c++) {
            for (unsigned x = 0; x < s->n && s->level[c] == level; x++) {
                if (s->near[c][x] && s->level[x] == -1) {
                    s->level[x] = level + 1;
                }
            }
        }
    }
    for (unsigned c = 0; c < s->n; c++) {
        for (unsigned x = 0; x < s->n; x++) {
            if (s->near[c][x] && s->level[x] == s->level[c] - 1) {
                s->parent[c] = (int)x;
            }
        }
    }
    s->places = 0;
    slow_walk(s, s->root);
}

static inline bool slow_is_tree(const struct slow *s, unsigned a, unsigned b)
{
    return s->parent[a] == (int)b || s->parent[b] == (int)a;
}

/* Whether the edge from a to b leads up (section 3.2). */
static inline bool slow_up(const struct slow *s, unsigned a, unsigned b)
{
    return s->level[a] > s->level[b] || (s->level[a] == s->level[b] && s->place[a] > s->place[b]);
}

/* The strict up-first path (definition 3), from a to b, into path[]. */
static inline unsigned slow_strict(const struct slow *s, unsigned a, unsigned b, unsigned *path)
{
    unsigned up[SLOW_NODES], down[SLOW_NODES], ups = 0, downs = 0, n = 0;

    while (a != b) {
        if (s->level[a] >= s->level[b]) {
            up[ups++] = a;
            a = (unsigned)s->parent[a];
        } else {
            down[downs++] = b;
            b = (unsigned)s->parent[b];
        }
    }
    for (unsigned i = 0; i < ups; i++) {
        path[n++] = up[i];
    }
    path[n++] = a;
    while (downs > 0) {
        path[n++] = down[--downs];
    }
    return n;
}

/* --- graphs to try ---------------------------------------------------------------- */

/* The text of near[][] with this root; the links in no special order. */
static inline const char *slow_text(const struct slow *s)
{
    static char text[SLOW_NODES * SLOW_NODES * 8];
    char *at = text + sprintf(text, "root %u\n", s->root);

    for (unsigned a = s->n; a-- > 0;) {
        for (unsigned b = 0; b < a; b++) {
            if (s->near[a][b]) {
                at += (a + b) % 2 ? sprintf(at, "%u %u\n", a, b) : sprintf(at, "%u %u\n", b, a);
            }
        }
    }
    return text;
}

static inline bool slow_connected(const struct slow *s)
{
    bool reached[SLOW_NODES] = {true};
    bool more = true;

    while (more) {
        more = false;
        for (unsigned a = 0; a < s->n; a++) {
            for (unsigned b = 0; b < s->n; b++) {
                if (reached[a] && s->near[a][b] && !reached[b]) {
                    reached[b] = more = true;
                }
            }
        }
    }
    for (unsigned a = 0; a < s->n; a++) {
        if (!reached[a]) {
            return false;
        }
    }
    return true;
}

/* The graph whose links are the bits of `links`; false if it is not connected. */
static inline bool slow_nth(struct slow *s, unsigned n, unsigned root, uint32_t links)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    s->root = root;
    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = 0; b < a; b++, links >>= 1) {
            s->near[a][b] = s->near[b][a] = links & 1;
        }
    }
    if (!slow_connected(s)) {
        return false;
    }
    slow_tree(s);
    return true;
}

/* A random connected graph: a random tree, and some links more. Degrees stay below 12. */
static inline void slow_random(struct slow *s, uint32_t *state, unsigned n, unsigned more)
{
    unsigned degree[SLOW_NODES] = {0};

    memset(s, 0, sizeof *s);
    s->n = n;
    s->root = random_below(state, n);
    for (unsigned i = 1; i < n + more; i++) {
        unsigned a = i < n ? i : random_below(state, n);
        unsigned b = random_below(state, i < n ? i : n);

        while (i < n && degree[b] >= 11) {
            b = random_below(state, i);
        }
        if (a == b || s->near[a][b] || degree[a] >= 11 || degree[b] >= 11) {
            continue;
        }
        s->near[a][b] = s->near[b][a] = true;
        degree[a]++;
        degree[b]++;
    }
    slow_tree(s);
}

/* All connected graphs of n nodes with every root: check() of each. Returns how many. */
static inline unsigned for_all_graphs(unsigned n, unsigned stride,
                                      void (*check)(const struct slow *s, struct graph *g))
{
    unsigned count = 0;
    struct slow s;

    for (uint32_t links = 0; links < 1u << n * (n - 1) / 2; links += stride) {
        for (unsigned root = 0; root < n; root++) {
            if (slow_nth(&s, n, root, links)) {
                struct graph g = graph(slow_text(&s));

                check(&s, &g);
                graph_free(&g);
                count++;
            }
        }
    }
    return count;
}

static inline void for_random_graphs(unsigned count, unsigned most,
                                     void (*check)(const struct slow *s, struct graph *g))
{
    uint32_t state = 20260811;
    struct slow s;

    for (unsigned i = 0; i < count; i++) {
        unsigned n = 2 + random_below(&state, most - 1);

        slow_random(&s, &state, n, random_below(&state, 2 * n));

        struct graph g = graph(slow_text(&s));

        check(&s, &g);
        graph_free(&g);
    }
}

/* --- paths -------------------------------------------------------------------------- */

/* The nodes of the routing's path, from both ends included, into node[]. */
static inline unsigned path_nodes(const struct noc_topology *t, const char *name, unsigned from,
                                  unsigned to, unsigned *node)
{
    const struct noc_routing *r = routing(t, name);
    struct noc_channel path[SLOW_NODES];
    int n = noc_route_path(t, r, from, to, path, SLOW_NODES);
    unsigned at = from;

    assert_in_range(n, 0, SLOW_NODES - 1);
    node[0] = from;
    for (int i = 0; i < n; i++) {
        assert_int_equal(path[i].node, at);
        assert_int_equal(path[i].vc, 0);
        assert_int_equal(path[i].dim, NOC_NO_DIM);
        assert_int_equal(path[i].dir, 0);
        node[i + 1] = at = path[i].next;
    }
    assert_int_equal(at, to);
    return (unsigned)n + 1;
}

/* "0 1 4 3" */
static inline const char *nodes_text(const struct noc_topology *t, const char *name, unsigned from,
                                     unsigned to)
{
    static char text[SLOW_NODES * 8];
    unsigned node[SLOW_NODES], n = path_nodes(t, name, from, to, node);
    char *at = text;

    for (unsigned i = 0; i < n; i++) {
        at += sprintf(at, "%s%u", i ? " " : "", node[i]);
    }
    return text;
}

/* The channels of all paths of a graph, for plan_checks.h. */
static inline struct network graph_network(const struct noc_topology *t, const char *name)
{
    struct network net = {.t = *t};
    struct noc_channel path[SLOW_NODES];

    net.r = routing(t, name);
    assert_true(t->nodes * t->ports <= 64 * PATH_WORDS);
    net.path = calloc((size_t)t->nodes * t->nodes, sizeof *net.path);
    for (unsigned from = 0; from < t->nodes; from++) {
        for (unsigned to = 0; to < t->nodes; to++) {
            int n = noc_route_path(t, net.r, from, to, path, SLOW_NODES);

            assert_in_range(n, 0, SLOW_NODES);
            for (int i = 0; i < n; i++) {
                unsigned c = noc_channel_index(t, net.r, path[i].node, path[i].port, 0);

                net.path[from * t->nodes + to][c / 64] |= UINT64_C(1) << c % 64;
            }
        }
    }
    return net;
}

/* Every channel of the network is used by some path exactly if the routing says so;
 * dependencies of channels have no cycle. */
static inline void check_channels(const struct noc_topology *t, const char *name)
{
    const struct noc_routing *r = routing(t, name);
    static struct noc_channel path[SLOW_NODES];
    unsigned channels = t->nodes * t->ports, left = 0;
    bool *used = calloc(channels, sizeof *used);
    bool *turn = calloc((size_t)channels * channels, sizeof *turn);

    for (unsigned from = 0; from < t->nodes; from++) {
        for (unsigned to = 0; to < t->nodes; to++) {
            int n = noc_route_path(t, r, from, to, path, SLOW_NODES);

            for (int i = 0; i < n; i++) {
                unsigned c = noc_channel_index(t, r, path[i].node, path[i].port, 0);

                used[c] = true;
                if (i > 0) {
                    turn[noc_channel_index(t, r, path[i - 1].node, path[i - 1].port, 0) * channels +
                         c] = true;
                }
            }
        }
    }
    for (unsigned c = 0; c < channels; c++) {
        assert_int_equal(r->uses(t, c / t->ports, c % t->ports, 0), used[c]);
        assert_false(r->uses(t, c / t->ports, c % t->ports, 1));
        left += used[c];
    }
    for (bool more = true; more;) { /* take away channels that no other leads to */
        more = false;
        for (unsigned c = 0; c < channels; c++) {
            bool free_now = used[c];

            for (unsigned b = 0; b < channels && free_now; b++) {
                free_now = !(used[b] && turn[b * channels + c]);
            }
            if (free_now) {
                used[c] = false;
                left--;
                more = true;
            }
        }
    }
    assert_int_equal(left, 0);
    free(used);
    free(turn);
}

#endif
