/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids made up for tests, and what must hold of every routing on them, checked
 * over all pairs of cells.
 */
#ifndef TESTS_GRID_CHECKS_H
#define TESTS_GRID_CHECKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "packet.h"
#include "routing.h"
#include "shape.h"
#include "tables.h"

enum { GRID_HOPS_MAX = 1024 };

/* Read `text`; the room is malloc'd to just what is promised, so that a
 * sanitizer sees more being used, and becomes t->shape. */
static inline bool grid_read(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    size_t length = strlen(text);
    char *exact = malloc(length ? length : 1); /* no zero at its end */
    void *room = malloc(noc_shape_room(length));

    memcpy(exact, text, length);
    memset(room, 0xa5, noc_shape_room(length));
    bool good = noc_topology_grid.read(t, exact, length, room, fault);

    free(exact);
    if (!good) {
        free(room);
        return false;
    }
    assert_ptr_equal(t->shape, room);
    return true;
}

static inline struct noc_topology grid(const char *text)
{
    struct noc_topology t;
    struct noc_fault fault = {0};

    if (!grid_read(&t, text, &fault)) {
        print_error("%s\n: %s: %s, at %u\n", text, noc_fault_text(fault.code),
                    fault.because ? fault.because : "", fault.where);
        fail();
    }
    return t;
}

static inline void grid_free(struct noc_topology *t)
{
    free((void *)t->shape);
}

/* What all pairs of cells came to. */
struct routes {
    unsigned pairs, unreached, hops;
    unsigned turns_max;    /* turns of a route */
    unsigned surface_turns_max; /* of them, at regular cells between regular cells */
    unsigned not_same_back; /* pairs whose way back is another */
    unsigned from, to;      /* the first pair without a route */
};

static inline int compare_labels(const struct noc_label *a, const struct noc_label *b)
{
    for (unsigned i = 0; i < NOC_LABEL_PARTS; i++) {
        if (a->part[i] != b->part[i]) {
            return a->part[i] < b->part[i] ? -1 : 1;
        }
    }
    return 0;
}

/* No two channels have one label (Stricker 1991, definition 3). */
static inline void check_labels_differ(const struct noc_topology *t, const struct noc_routing *r)
{
    unsigned n = 0;
    struct noc_label *all = malloc(t->nodes * t->ports * sizeof *all);

    for (unsigned node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++) {
            n += r->label(t, node, port, 0, &all[n]);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_int_not_equal(compare_labels(&all[i], &all[j]), 0);
        }
    }
    free(all);
}

/* The way from a to b is the way from b to a, the other way round. */
static inline bool same_back(const struct noc_topology *t, const struct noc_routing *r, unsigned a,
                             unsigned b)
{
    static struct noc_channel there[GRID_HOPS_MAX], back[GRID_HOPS_MAX];
    int n = noc_route_path(t, r, a, b, there, GRID_HOPS_MAX);

    if (n != noc_route_path(t, r, b, a, back, GRID_HOPS_MAX)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        struct noc_link link;

        assert_true(noc_topology_link(t, there[i].node, there[i].port, &link));
        if (back[n - 1 - i].node != link.node || back[n - 1 - i].port != link.port) {
            return false;
        }
    }
    return true;
}

/* One route: hangs together, labels rise. */
static inline void check_route(const struct noc_topology *t, const struct noc_routing *r,
                               unsigned from, unsigned to, const struct noc_channel *path, int n)
{
    struct noc_label before, label;
    unsigned at = from;

    for (int i = 0; i < n; i++) {
        struct noc_link link;

        assert_int_equal(path[i].node, at);
        assert_int_equal(path[i].vc, 0);
        assert_true(noc_topology_link(t, at, path[i].port, &link));
        assert_int_equal(link.node, path[i].next);
        if (!r->label(t, at, path[i].port, 0, &label) ||
            (i > 0 && compare_labels(&before, &label) >= 0)) {
            print_error("%s: %u to %u: the label at node %u port %u does not rise\n", r->name, from,
                        to, at, path[i].port);
            fail();
        }
        before = label;
        at = path[i].next;
    }
    assert_int_equal(at, to);
}

/*
 * All pairs; channels used are just those the routing names; labels rise and
 * differ, so that there is no cycle (theorem 2).
 */
static inline struct routes check_grid_routing(const struct noc_topology *t, const char *name)
{
    static struct noc_channel path[GRID_HOPS_MAX];
    const struct noc_routing *r = NULL;
    struct routes all = {0};
    unsigned regular = (unsigned)t->width[0] * t->width[1];
    bool *used = calloc(t->nodes * t->ports, sizeof *used);

    assert_true(noc_routing_choose(&r, name, t, NULL));
    for (unsigned from = 0; from < t->nodes; from++) {
        for (unsigned to = 0; to < t->nodes; to++) {
            int n = noc_route_path(t, r, from, to, path, GRID_HOPS_MAX);
            unsigned turns = 0, surface_turns = 0;

            if (from == to) {
                assert_int_equal(n, 0);
                continue;
            }
            all.pairs++;
            if (n < 0) {
                uint32_t header[NOC_TURNS_MAX + 1];

                assert_int_equal(noc_route_headers(t, r, from, to, header), 0);
                if (all.unreached++ == 0) {
                    all.from = from;
                    all.to = to;
                }
                continue;
            }
            check_route(t, r, from, to, path, n);
            for (int i = 0; i < n; i++) {
                bool turn = i > 0 && path[i].port != path[i - 1].port;

                used[path[i].node * t->ports + path[i].port] = true;
                turns += turn;
                surface_turns += turn && path[i - 1].node < regular && path[i].next < regular;
            }
            all.hops += (unsigned)n;
            all.turns_max = turns > all.turns_max ? turns : all.turns_max;
            all.surface_turns_max =
                surface_turns > all.surface_turns_max ? surface_turns : all.surface_turns_max;
            all.not_same_back += !same_back(t, r, from, to);
        }
    }
    for (unsigned node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports + 2u; port++) {
            bool is_used = port < t->ports && used[node * t->ports + port];

            if (r->uses(t, node, port, 0) != is_used) {
                print_error("%s: node %u port %u is %sused\n", name, node, port,
                            is_used ? "" : "not ");
                fail();
            }
            assert_false(r->uses(t, node, port, 1));
        }
    }
    assert_false(r->uses(t, t->nodes, 0, 0));
    check_labels_differ(t, r);
    free(used);
    return all;
}

#endif
