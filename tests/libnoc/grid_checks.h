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
#include "routing/routing.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

enum { GRID_HOPS_MAX = 1024 };

/* Read `text` into room, of a copy without a zero at its end. */
static inline bool grid_read_into(struct noc_topology *t, const char *text, void *room,
                                  struct noc_fault *fault)
{
    size_t length = strlen(text);
    char *exact = malloc(length ? length : 1);

    memcpy(exact, text, length);
    memset(room, 0xa5, 8192);
    bool good = noc_topology_grid.read(t, exact, length, room, fault);

    free(exact);
    assert_true(!good || (const void *)t->shape == room);
    return good;
}

/* The same into a room that is malloc'd to just what is promised, so that a
 * sanitizer sees more being used, and becomes t->shape. */
static inline bool grid_read(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    void *room = malloc(noc_shape_room(strlen(text)));
    bool good = grid_read_into(t, text, room, fault);

    if (!good) {
        free(room);
    }
    return good;
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

/* --- grids made up, with their links in a plain table ------------------------------- */

enum { RIGHT, LEFT, DOWN, UP, NONE = -1, MADE_MAX = 128 };

struct made {
    bool torus;
    int height, width, regular, nodes;
    int at[MADE_MAX][4];      /* who is at this port */
    int at_port[MADE_MAX][4]; /* and at which of his */
    bool inserted[MADE_MAX];  /* into the surface */
};

static inline struct made made(bool torus, int height, int width)
{
    struct made m = {torus, height, width, height * width, height * width, {{0}}, {{0}}, {0}};

    for (int n = 0; n < MADE_MAX; n++) {
        for (int port = 0; port < 4; port++) {
            int x = n % width + (port == RIGHT) - (port == LEFT);
            int y = n / width + (port == DOWN) - (port == UP);
            bool inside = x >= 0 && x < width && y >= 0 && y < height;

            m.at[n][port] = n >= m.regular || (!inside && !torus)
                              ? NONE
                              : (y + height) % height * width + (x + width) % width;
            m.at_port[n][port] = port ^ 1;
        }
    }
    return m;
}

static inline void made_cut(struct made *m, int node, int port)
{
    int other = m->at[node][port];

    if (other != NONE) {
        m->at[other][m->at_port[node][port]] = NONE;
        m->at[node][port] = NONE;
    }
}

static inline void made_link(struct made *m, int a, int port, int b, int b_port)
{
    made_cut(m, a, port);
    made_cut(m, b, b_port);
    m->at[a][port] = b;
    m->at_port[a][port] = b_port;
    m->at[b][b_port] = a;
    m->at_port[b][b_port] = port;
}

static inline int made_aux(struct made *m)
{
    return m->nodes++;
}

/* Put cell aux between a and who is at that port of a. */
static inline void made_into(struct made *m, int aux, int a, int port)
{
    int b = m->at[a][port], b_port = m->at_port[a][port];

    made_link(m, a, port, aux, port ^ 1);
    if (b != NONE) {
        made_link(m, aux, port, b, b_port);
    }
}

/* Put it into the wrap-around link of a row or a column; on a mesh, between its ends. */
static inline void made_row(struct made *m, int aux, int y)
{
    made_link(m, aux, LEFT, y * m->width + m->width - 1, RIGHT);
    made_link(m, aux, RIGHT, y * m->width, LEFT);
}

static inline void made_column(struct made *m, int aux, int x)
{
    made_link(m, aux, UP, m->regular - m->width + x, DOWN);
    made_link(m, aux, DOWN, x, UP);
}

/* Insert it into the link of row r right of column x and that of column c below row y. */
static inline void made_inserted(struct made *m, int aux, int r, int x, int c, int y)
{
    made_into(m, aux, r * m->width + x, RIGHT);
    made_into(m, aux, y * m->width + c, DOWN);
    m->inserted[aux] = true;
}

static inline bool made_border(const struct made *m, int node)
{
    return node >= m->regular && !m->inserted[node];
}

/* --- hops by trying all ways ------------------------------------------------------------ */

enum { FAR = 1 << 20 };

/* One link on within the surface; NONE: not possible. */
static inline int made_step(const struct made *m, int node, int port)
{
    int x = node % m->width, y = node / m->width;

    if (node < m->regular && ((port == RIGHT && x == m->width - 1) || (port == LEFT && x == 0) ||
                              (port == DOWN && y == m->height - 1) || (port == UP && y == 0))) {
        return NONE;
    }
    return m->at[node][port];
}

/* The fewest hops that go one way along a row, then, from a regular cell, one way along a
 * column. (An inserted cell may lie in both, too: there nothing turns.) */
static inline int made_x_then_y(const struct made *m, int from, int to)
{
    int best = FAR;

    if (made_border(m, from) || made_border(m, to)) {
        return FAR;
    }
    for (int across = RIGHT; across <= LEFT; across++) {
        int hops = 0;

        for (int a = from; a != NONE; a = made_step(m, a, across), hops++) {
            for (int down = DOWN; down <= UP; down++) {
                int more = 0;

                if (a >= m->regular && a != from && a != to) {
                    continue;
                }
                for (int b = a; b != NONE; b = made_step(m, b, down), more++) {
                    best = b == to && hops + more < best ? hops + more : best;
                }
            }
        }
    }
    return best;
}

/* Straight on from border cell aux by port: hops to the surface, *cell there; or to
 * `other`, if that comes first (*cell is then other). */
static inline int made_off(const struct made *m, int aux, int port, int other, int *cell)
{
    int hops = 0;

    for (*cell = aux; made_border(m, *cell); hops++) {
        if (hops > 0 && *cell == other) {
            return hops;
        }
        if (m->at[*cell][port] == NONE || m->at_port[*cell][port] != (port ^ 1)) {
            return FAR;
        }
        *cell = m->at[*cell][port];
    }
    return hops;
}

/* The fewest hops from border cell aux to the surface. */
static inline int made_nearest(const struct made *m, int aux)
{
    int best = FAR, cell;

    for (int port = 0; port < 4; port++) {
        int hops = made_off(m, aux, port, NONE, &cell);

        best = hops < best ? hops : best;
    }
    return best;
}

/* The fewest hops off a border cell, over the surface x then y, and onto a border cell;
 * border cells only use their shortest ways straight to the surface. */
static inline int made_wxyz(const struct made *m, int from, int to)
{
    bool is_off = made_border(m, from), is_on = made_border(m, to);
    int best = FAR;

    for (int i = 0; i < (is_off ? 4 : 1); i++) {
        for (int j = 0; j < (is_on ? 4 : 1); j++) {
            int a = from, b = to;
            int off = is_off ? made_off(m, from, i, NONE, &a) : 0;
            int on = is_on ? made_off(m, to, j, NONE, &b) : 0;

            if ((is_off && off != made_nearest(m, from)) || (is_on && on != made_nearest(m, to)) ||
                off == FAR || on == FAR) {
                continue;
            }
            if (is_off && is_on) { /* one on the other's way */
                int met, hops = made_off(m, from, i, to, &met);

                best = met == to && hops < best ? hops : best;
                hops = made_off(m, to, j, from, &met);
                best = met == from && hops < best ? hops : best;
            }
            int sum = off + made_x_then_y(m, a, b) + on;

            best = sum < best ? sum : best;
        }
    }
    return best;
}

/* The text that says it. */
static inline const char *made_text(const struct made *m)
{
    static const char *const word[4] = {"right", "left", "down", "up"};
    static char text[MADE_MAX * 64];
    char *out = text;

    out += sprintf(out, "%s %dx%d\n", m->torus ? "torus" : "mesh", m->height, m->width);
    for (int n = m->regular; n < m->nodes; n++) {
        out += sprintf(out, "aux");
        for (int port = 0; port < 4; port++) {
            if (m->at[n][port] != NONE) {
                out += sprintf(out, " %s %d", word[port], m->at[n][port]);
                if (m->at_port[n][port] != (port ^ 1)) {
                    out += sprintf(out, ".%s", word[m->at_port[n][port]]);
                }
            }
        }
        out += sprintf(out, "\n");
    }
    return text;
}

static inline struct noc_topology made_grid(const struct made *m)
{
    return grid(made_text(m));
}

/* What all pairs of cells came to. */
struct routes {
    unsigned pairs, unreached, hops;
    unsigned turns_max;         /* turns of a route */
    unsigned surface_turns_max; /* of them, at regular cells between regular cells */
    unsigned not_same_back;     /* pairs whose way back is another */
    unsigned from, to;          /* the first pair without a route */
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

/* Hops of all pairs are those found by trying all ways. Returns what check_grid_routing does. */
static inline struct routes check_hops(const struct made *m, const char *name,
                                       int (*hops)(const struct made *, int, int))
{
    struct noc_topology t = made_grid(m);
    const struct noc_routing *r = NULL;
    struct routes all = check_grid_routing(&t, name);

    assert_true(noc_routing_choose(&r, name, &t, NULL));
    for (int from = 0; from < m->nodes; from++) {
        for (int to = 0; to < m->nodes; to++) {
            int want = from == to ? 0 : hops(m, from, to);
            int n = noc_route_path(&t, r, (unsigned)from, (unsigned)to, NULL, 0);

            if (n != (want >= FAR ? -1 : want)) {
                print_error("%s%s: %d to %d takes %d hops, not %d\n", made_text(m), name, from, to,
                            n, want);
                fail();
            }
        }
    }
    grid_free(&t);
    return all;
}

#endif
