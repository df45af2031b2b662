/* SPDX-License-Identifier: BSD-2-Clause */
#include "layout.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "topology/graph.h"
#include "topology/grid.h"
#include "topology/topologies.h"

/* Between panels of dimensions, in steps; between the halves of a cube. */
#define PANEL_GAP 1.0
#define HALF_GAP  0.35

static bool is_mesh(const struct noc_topology *t)
{
    return t->kind != &noc_topology_cube && t->kind != &noc_topology_ccc &&
           t->kind != &noc_topology_graph && t->kind != &noc_topology_grid;
}

/* --- meshes and tori ----------------------------------------------------------------------- */

static void lay_mesh(struct layout *l, const struct noc_topology *t)
{
    double step[NOC_DIMS_MAX], size[2] = {0, 0}; /* of a panel, across and down */
    for (unsigned d = 0; d < t->dims; d++) {
        double *its = &size[d % 2];
        step[d] = d < 2 ? 1 : *its + 1 + PANEL_GAP;
        *its = step[d] * (t->width[d] - 1) + (d < 2 ? 0 : *its);
    }
    for (uint32_t node = 0; node < t->nodes; node++) {
        for (unsigned d = 0; d < t->dims; d++) {
            *(d % 2 ? &l->at[node].y : &l->at[node].x) += step[d] * noc_digit(t, node, d);
        }
    }
}

/* --- hypercubes and cycles ----------------------------------------------------------------- */

/* The place of a number in a line in which its halves, and theirs, lie apart. */
static double in_halves(uint32_t value, unsigned bits)
{
    double x = 0, step = 1;
    for (unsigned b = 0; b < bits; b++) {
        x += value >> b & 1 ? step : 0;
        step = 2 * step + (b >= 1 ? HALF_GAP : 0);
    }
    return x;
}

static struct place cube_place(uint32_t node, unsigned bits)
{
    unsigned low = bits - bits / 2;
    return (struct place){in_halves(node & ((1u << low) - 1), low),
                          in_halves(node >> low, bits / 2)};
}

static void lay_cube(struct layout *l, const struct noc_topology *t)
{
    for (uint32_t node = 0; node < t->nodes; node++) {
        l->at[node] = cube_place(node, t->dims);
    }
}

static void lay_cycles(struct layout *l, const struct noc_topology *t)
{
    const double turn = 2 * 3.14159265358979;
    uint32_t n = t->width[0];
    double radius = n < 3 ? 0.5 : 0.55 / sin(turn / 2 / n), apart = 2 * radius + 1.5;
    for (uint32_t node = 0; node < t->nodes; node++) {
        struct place p = cube_place(node / n, n);
        double angle = turn * (node % n) / n;
        l->at[node] = (struct place){p.x * apart + radius + radius * sin(angle),
                                     p.y * apart + radius - radius * cos(angle)};
    }
}

/* --- graphs -------------------------------------------------------------------------------- */

/* A node's children in the tree, as lists. */
struct family {
    uint16_t *first, *next;
};

static bool is_leaf(const struct family *f, uint32_t node)
{
    return f->first[node] == NOC_NO_NODE;
}

/* From *x on: the leaves of one parent in a column, everything else beside each other. Inner nodes
 * lie over the middle of what is below them. */
static void lay_below(struct layout *l, const struct family *f, uint32_t node, double level,
                      double *x)
{
    double begin = *x, leaves = 0;
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        if (!is_leaf(f, c)) {
            lay_below(l, f, c, level + 1.6, x);
        }
    }
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        if (is_leaf(f, c)) {
            l->at[c] = (struct place){*x, level + 1.6 + leaves++};
        }
    }
    *x += leaves > 0 || *x == begin ? 1 : 0;
    l->at[node] = (struct place){(begin + *x - 1) / 2, level};
}

static void lay_graph(struct layout *l, const struct noc_topology *t)
{
    const struct noc_graph *g = noc_graph_of(t);
    if (!g) {
        lay_mesh(l, t);
        return;
    }
    const struct noc_graph_node *node = noc_graph_nodes(t, g);
    struct family f = {alloc_array(t->nodes, sizeof *f.first),
                       alloc_array(t->nodes, sizeof *f.next)};
    for (uint32_t i = 0; i < t->nodes; i++) {
        f.first[i] = NOC_NO_NODE;
    }
    for (uint32_t i = t->nodes; i-- > 0;) {
        uint32_t parent = node[i].parent;
        if (parent != NOC_NO_NODE) {
            f.next[i] = f.first[parent];
            f.first[parent] = (uint16_t)i;
        }
    }
    double x = 0;
    lay_below(l, &f, g->root, 0, &x);
    free(f.first);
    free(f.next);
}

/* --- grids --------------------------------------------------------------------------------- */

/* Outside, beside the first cell that has it as a neighbour. */
static struct place border_place(const struct noc_topology *t, uint32_t node)
{
    static const struct place outside[NOC_GRID_PORTS] = {[NOC_GRID_RIGHT] = {1, 0},
                                                         [NOC_GRID_LEFT] = {-1, 0},
                                                         [NOC_GRID_DOWN] = {0, 1},
                                                         [NOC_GRID_UP] = {0, -1}};
    struct noc_link link;
    for (unsigned port = 0; port < t->ports; port++) {
        if (noc_topology_link(t, node, port, &link) && link.port < NOC_GRID_PORTS &&
            !noc_grid_cell(t, link.node).border) {
            struct noc_grid_cell c = noc_grid_cell(t, link.node);
            return (struct place){c.half_x / 2.0 + outside[link.port].x,
                                  c.half_y / 2.0 + outside[link.port].y};
        }
    }
    return (struct place){-1, -1};
}

static void lay_grid(struct layout *l, const struct noc_topology *t)
{
    for (uint32_t node = 0; node < t->nodes; node++) {
        struct noc_grid_cell c = noc_grid_cell(t, node);
        struct place p =
            c.border ? border_place(t, node) : (struct place){c.half_x / 2.0, c.half_y / 2.0};
        for (uint32_t other = noc_grid_regular(t); other < node; other++) {
            if (fabs(l->at[other].x - p.x) + fabs(l->at[other].y - p.y) < 0.3) {
                p.x += 0.45; /* auxiliary cells may lie at the same place */
                p.y += 0.3;
            }
        }
        l->at[node] = p;
    }
}

/* --- all ----------------------------------------------------------------------------------- */

static void move_to_origin(struct layout *l, uint32_t nodes)
{
    struct place low = l->at[0], high = l->at[0];
    for (uint32_t i = 0; i < nodes; i++) {
        low.x = fmin(low.x, l->at[i].x);
        low.y = fmin(low.y, l->at[i].y);
        high.x = fmax(high.x, l->at[i].x);
        high.y = fmax(high.y, l->at[i].y);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        l->at[i].x -= low.x;
        l->at[i].y -= low.y;
    }
    l->width = high.x - low.x;
    l->height = high.y - low.y;
}

void layout_make(struct layout *l, const struct noc_topology *t)
{
    l->at = alloc_array(t->nodes, sizeof *l->at);
    if (t->kind == &noc_topology_cube) {
        lay_cube(l, t);
    } else if (t->kind == &noc_topology_ccc) {
        lay_cycles(l, t);
    } else if (t->kind == &noc_topology_graph) {
        lay_graph(l, t);
    } else if (t->kind == &noc_topology_grid) {
        lay_grid(l, t);
    } else {
        lay_mesh(l, t);
    }
    move_to_origin(l, t->nodes);
}

void layout_free(struct layout *l)
{
    free(l->at);
    l->at = NULL;
}

/* Round the edge of a dimension, if so which, and from its high end or from its low one. */
static bool goes_around(const struct noc_topology *t, uint32_t node, uint32_t next, unsigned *dim,
                        bool *high)
{
    for (unsigned d = 0; d < t->dims; d++) {
        uint32_t a = noc_digit(t, node, d), b = noc_digit(t, next, d);
        uint32_t apart = a > b ? a - b : b - a;
        if (apart > 1) {
            *dim = d;
            *high = a > b;
            return true;
        }
    }
    return false;
}

/* In a grid a torus's links go over the whole width. */
static bool grid_goes_around(const struct layout *l, const struct noc_topology *t, uint32_t node,
                             uint32_t next, struct place *out)
{
    struct noc_link link;
    for (unsigned port = 0; port < t->ports && port < NOC_GRID_PORTS; port++) {
        if (!noc_topology_link(t, node, port, &link) || link.node != next) {
            continue;
        }
        double dx = l->at[next].x - l->at[node].x, dy = l->at[next].y - l->at[node].y;
        *out = (struct place){(port == NOC_GRID_RIGHT) - (port == NOC_GRID_LEFT),
                              (port == NOC_GRID_DOWN) - (port == NOC_GRID_UP)};
        return out->x * dx + out->y * dy < -0.01;
    }
    return false;
}

/* Does another node lie on the straight line between them? Then in a row, or in a column. */
static bool is_far(const struct layout *l, uint32_t node, uint32_t next)
{
    double dx = fabs(l->at[next].x - l->at[node].x), dy = fabs(l->at[next].y - l->at[node].y);
    return (dx < 0.01 && dy > 1.6) || (dy < 0.01 && dx > 1.6);
}

enum link_form layout_link(const struct layout *l, const struct noc_topology *t, uint32_t node,
                           uint32_t next, struct place *out)
{
    unsigned dim = 0;
    bool high = false;
    *out = (struct place){0, 0};
    if (t->kind == &noc_topology_grid && grid_goes_around(l, t, node, next, out)) {
        return LINK_AROUND;
    }
    if (is_mesh(t) && goes_around(t, node, next, &dim, &high)) {
        *(dim % 2 ? &out->y : &out->x) = high ? 1 : -1;
        return LINK_AROUND;
    }
    return is_far(l, node, next) ? LINK_ARC : LINK_STRAIGHT;
}
