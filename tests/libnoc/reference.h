/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A slow, plain reference for topologies with coordinates and cube-connected cycles: which
 * nodes are neighbours, by comparing coordinates (dissertation, section 4.1), and how
 * far apart nodes are, by breadth-first search. It shares no code with libnoc.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "routing/routing.h"
#include "routing/routings.h"
#include "topology/topologies.h"

/* The topology this text names; the test fails if there is none. */
static inline struct noc_topology topology(const char *text)
{
    struct noc_topology t;
    struct noc_fault fault = {0};

    if (!noc_topology_parse(&t, text, &fault)) {
        print_error("%s: %s, at %u\n", text, noc_fault_text(fault.code), fault.where);
        fail();
    }
    return t;
}

/* That this text names none: why, and where in it. *t is not touched. Returns the fault. */
static inline struct noc_fault topology_refused(const char *text, enum noc_fault_code code,
                                                unsigned where, int64_t value)
{
    struct noc_topology t;
    struct noc_fault fault = {0};

    memset(&t, 0x5a, sizeof t);
    struct noc_topology before = t;

    assert_false(noc_topology_parse(&t, text, &fault));
    if (fault.code != code || fault.where != where || fault.value != value) {
        print_error("'%s': %s, at %u, value %lld\n", text, noc_fault_text(fault.code), fault.where,
                    (long long)fault.value);
        fail();
    }
    assert_memory_equal(&t, &before, sizeof t);
    assert_false(noc_topology_parse(&t, text, NULL));
    return fault;
}

static inline const struct noc_routing *routing(const struct noc_topology *t, const char *name)
{
    const struct noc_routing *r = NULL;

    assert_true(noc_routing_choose(&r, name, t, NULL));
    return r;
}

/* Coordinate d of node, by repeated division. */
static inline unsigned coordinate(const struct noc_topology *t, unsigned node, unsigned d)
{
    for (unsigned i = 0; i < d; i++) {
        node /= t->width[i];
    }
    return node % t->width[d];
}

/*
 * Whether one link in dimension d and direction dir leads from a to b, where
 * links close rings (wrap) or not.
 */
static inline bool linked(const struct noc_topology *t, bool wrap, unsigned a, unsigned b,
                          unsigned d, int dir)
{
    for (unsigned i = 0; i < t->dims; i++) {
        if (i != d && coordinate(t, a, i) != coordinate(t, b, i)) {
            return false;
        }
    }

    int k = t->width[d];
    int to = (int)coordinate(t, a, d) + dir;

    if (wrap) {
        to = (to + k) % k;
    }
    return to == (int)coordinate(t, b, d);
}

/* Whether an edge of cube-connected cycles joins a and b, node (i,w) numbered w * n + i
 * (Song et al. 2000, definition 1). */
static inline bool joined_in_ccc(unsigned n, unsigned a, unsigned b)
{
    unsigned i = a % n, j = b % n, w = a / n, x = b / n;

    return (w == x && ((i + 1) % n == j || (j + 1) % n == i)) || (i == j && (w ^ x) == 1u << i);
}

/* Whether any link of the topology, by its kind's name, leads from a to b. */
static inline bool neighbours(const struct noc_topology *t, unsigned a, unsigned b)
{
    if (strcmp(t->kind->name, "ccc") == 0) {
        return joined_in_ccc(t->width[0], a, b);
    }

    bool mesh = strcmp(t->kind->name, "mesh") == 0 || strcmp(t->kind->name, "cube") == 0;
    bool up_only = strcmp(t->kind->name, "utorus") == 0;

    for (unsigned d = 0; d < t->dims; d++) {
        if (linked(t, !mesh, a, b, d, +1) || (!up_only && linked(t, !mesh, a, b, d, -1))) {
            return true;
        }
    }
    return false;
}

/* distance[b]: links from a to b, by breadth-first search. */
static inline void distances(const struct noc_topology *t, unsigned a, unsigned *distance)
{
    unsigned *queue = malloc(t->nodes * sizeof *queue);
    unsigned head = 0, tail = 0;

    for (unsigned b = 0; b < t->nodes; b++) {
        distance[b] = UINT32_MAX;
    }
    distance[a] = 0;
    queue[tail++] = a;
    while (head < tail) {
        unsigned at = queue[head++];

        for (unsigned b = 0; b < t->nodes; b++) {
            if (distance[b] == UINT32_MAX && neighbours(t, at, b)) {
                distance[b] = distance[at] + 1;
                queue[tail++] = b;
            }
        }
    }
    free(queue);
}

#endif
