/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Path-based routing in unidirectional tori, said again from the definitions (Robinson 1994,
 * 5.2 and 5.3), sharing no code with libnoc: labels by walking the circuit, boundaries by
 * comparing labels, the routing function as equation 5.3 has it.
 */
#ifndef TESTS_PATH_CHECKS_H
#define TESTS_PATH_CHECKS_H

#include <stdio.h>

#include "packet.h"
#include "reference.h"

enum { PATH_NODES = 64, PATH_DIMS = 6 };

struct path_torus {
    struct noc_topology t;
    unsigned n;                                 /* dimensions */
    unsigned label[PATH_NODES], at[PATH_NODES]; /* at[label]: node */
    unsigned next[PATH_NODES][PATH_DIMS];       /* u^d */
};

/* u^d, equation 5.1. */
static inline unsigned step_up(const struct noc_topology *t, unsigned u, unsigned d)
{
    unsigned stride = 1;

    for (unsigned i = 0; i < d; i++) {
        stride *= t->width[i];
    }
    return coordinate(t, u, d) + 1 == t->width[d] ? u - coordinate(t, u, d) * stride : u + stride;
}

/* The circuit as section 5.2 describes it: from node 0 on, always to the neighbour of lowest
 * dimension that was not visited yet. */
static inline struct path_torus path_torus(const char *text)
{
    struct path_torus p = {.t = topology(text)};
    bool visited[PATH_NODES] = {false};
    unsigned u = 0;

    p.n = p.t.dims;
    assert_true(p.t.nodes <= PATH_NODES && p.n <= PATH_DIMS);
    for (unsigned v = 0; v < p.t.nodes; v++) {
        for (unsigned d = 0; d < p.n; d++) {
            p.next[v][d] = step_up(&p.t, v, d);
        }
    }
    for (unsigned place = 0; place < p.t.nodes; place++) {
        unsigned d = 0;

        p.label[u] = place;
        p.at[place] = u;
        visited[u] = true;
        while (d < p.n && visited[p.next[u][d]]) {
            d++;
        }
        if (d < p.n) {
            u = p.next[u][d];
        } else {
            assert_int_equal(place + 1, p.t.nodes); /* it visits all */
        }
    }
    return p;
}

/* Tori of one width, and of widths each of which divides the next higher one. */
static const char *const path_tori[] = {
    "utorus:2",       "utorus:3",         "utorus:4",           "utorus:5",     "utorus:7",
    "utorus:2x2",     "utorus:3x3",       "utorus:4x4",         "utorus:5x5",   "utorus:6x6",
    "utorus:7x7",     "utorus:8x8",       "utorus:2x2x2",       "utorus:3x3x3", "utorus:4x4x4",
    "utorus:2x2x2x2", "utorus:2x2x2x2x2", "utorus:2x2x2x2x2x2", "utorus:4x2",   "utorus:6x2",
    "utorus:6x3",     "utorus:9x3",       "utorus:8x4",         "utorus:4x2x2", "utorus:4x4x2",
    "utorus:8x4x2",   "utorus:6x3x3",     "utorus:12x4",
};
enum { PATH_TORI = sizeof path_tori / sizeof path_tori[0] };

#endif
