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

/*
 * A tree, each piece of it as near to the one on its left as their outlines allow:
 *
 *        o            an outline has the leftmost and the rightmost node of each row, from the
 *      .-+---.        deepest row on upwards, so that joining two costs as much as the lower one has
 *      o     o        rows
 *     .+.   .+.
 *     o o   o o
 */
enum { LEVEL_ROWS = 2 };
#define ROW   0.8 /* steps */
#define LEVEL (LEVEL_ROWS * ROW)

struct outline {
    double *left, *right; /* of row `deepest - i`, before they were moved */
    unsigned deepest, rows, room;
    double moved;
};

/* A node's children in the tree, as lists; how far a node's piece was moved within its parent's. */
struct family {
    uint16_t *first, *next;
    double *moved;
};

static bool is_leaf(const struct family *f, uint32_t node)
{
    return f->first[node] == NOC_NO_NODE;
}

static void outline_free(struct outline *o)
{
    free(o->left);
    free(o->right);
}

static void add_row(struct outline *o, double x)
{
    if (o->rows == o->room) {
        o->room = o->room ? 2 * o->room : 8;
        o->left = realloc(o->left, o->room * sizeof *o->left);
        o->right = realloc(o->right, o->room * sizeof *o->right);
        if (!o->left || !o->right) {
            out_of_memory();
        }
    }
    o->left[o->rows] = o->right[o->rows] = x;
    o->rows++;
}

/* Put a node at x into the rows that it covers; row: its middle, below nothing that is there yet. */
static void include(struct outline *o, unsigned row, double x)
{
    x -= o->moved;
    o->deepest = o->rows ? o->deepest : row + 1;
    for (unsigned r = row + 2; r-- > (row ? row - 1 : 0);) {
        unsigned i = o->deepest - r;
        while (o->rows <= i) {
            add_row(o, x);
        }
        o->left[i] = fmin(o->left[i], x);
        o->right[i] = fmax(o->right[i], x);
    }
}

/* How far b is moved to lie beside a. */
static double beside(const struct outline *a, const struct outline *b)
{
    unsigned deepest = a->deepest < b->deepest ? a->deepest : b->deepest;
    double far = 0;
    bool any = false;
    for (unsigned r = deepest;; r--) {
        unsigned i = a->deepest - r, k = b->deepest - r;
        if (i >= a->rows || k >= b->rows) {
            break;
        }
        double apart = a->right[i] + a->moved + 1 - b->left[k] - b->moved;
        far = any ? fmax(far, apart) : apart;
        any = true;
        if (r == 0) {
            break;
        }
    }
    return far;
}

/* *a becomes the outline of both; b lies to the right, and is gone then. */
static void join(struct outline *a, struct outline *b)
{
    const bool b_is_right = a->deepest >= b->deepest;
    struct outline whole = b_is_right ? *a : *b, part = b_is_right ? *b : *a;
    for (unsigned k = 0; k < part.rows; k++) {
        unsigned i = whole.deepest - part.deepest + k;
        while (whole.rows <= i) {
            add_row(&whole, (b_is_right ? part.left[k] : part.right[k]) + part.moved - whole.moved);
        }
        whole.left[i] = fmin(whole.left[i], part.left[k] + part.moved - whole.moved);
        whole.right[i] = fmax(whole.right[i], part.right[k] + part.moved - whole.moved);
    }
    outline_free(&part);
    *a = whole;
}

/* The leaves of a parent in a column; false: there are none. */
static bool lay_leaves(struct layout *l, const struct family *f, uint32_t parent, unsigned row,
                       struct outline *o)
{
    uint16_t child[2 * NOC_PORTS_MAX];
    unsigned n = 0;
    for (uint32_t c = f->first[parent]; c != NOC_NO_NODE; c = f->next[c]) {
        if (is_leaf(f, c) && n < sizeof child / sizeof *child) {
            child[n++] = (uint16_t)c;
        }
    }
    for (unsigned k = n; k-- > 0;) {
        double y = ROW * row + k;
        l->at[child[k]] = (struct place){0, y};
        include(o, (unsigned)lround(y / ROW), 0);
    }
    return n > 0;
}

/* Put a piece to the right of what there is; how far it was moved. */
static double put_right(struct outline *whole, struct outline *piece)
{
    double moved = 0;
    if (whole->rows == 0) {
        *whole = *piece;
    } else {
        moved = beside(whole, piece);
        piece->moved += moved;
        join(whole, piece);
    }
    return moved;
}

static unsigned pieces_below(const struct family *f, uint32_t node)
{
    unsigned n = 0;
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        n += !is_leaf(f, c);
    }
    return n;
}

/* Everything below and with a node, in places of its own; rows grow downwards. Leaves lie between
 * the pieces. */
static struct outline lay_below(struct layout *l, struct family *f, uint32_t node, unsigned row)
{
    struct outline whole = {NULL, NULL, 0, 0, 0, 0}, leaves = whole;
    const unsigned pieces = pieces_below(f, node);
    const bool has_leaves = lay_leaves(l, f, node, row + LEVEL_ROWS, &leaves);
    double first = 0, last = 0, column = 0;
    unsigned n = 0;
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        if (is_leaf(f, c)) {
            continue;
        }
        struct outline piece = lay_below(l, f, c, row + LEVEL_ROWS);
        f->moved[c] = put_right(&whole, &piece);
        last = l->at[c].x + f->moved[c];
        first = n++ ? first : last;
        if (has_leaves && n == (pieces + 1) / 2) {
            column = put_right(&whole, &leaves);
            last = column;
        }
    }
    if (has_leaves && pieces == 0) {
        put_right(&whole, &leaves);
    }
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        f->moved[c] = is_leaf(f, c) ? column : f->moved[c];
    }
    l->at[node] = (struct place){(first + last) / 2, ROW * row};
    include(&whole, row, l->at[node].x);
    return whole;
}

/* From places within pieces to those in the whole. */
static void move_below(struct layout *l, const struct family *f, uint32_t node, double moved)
{
    l->at[node].x += moved;
    for (uint32_t c = f->first[node]; c != NOC_NO_NODE; c = f->next[c]) {
        move_below(l, f, c, moved + f->moved[c]);
    }
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
                       alloc_array(t->nodes, sizeof *f.next),
                       alloc_array(t->nodes, sizeof *f.moved)};
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
    struct outline o = lay_below(l, &f, g->root, 1);
    outline_free(&o);
    move_below(l, &f, g->root, 0);
    free(f.first);
    free(f.next);
    free(f.moved);
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

bool layout_is_rim(const struct noc_topology *t, uint32_t node, uint32_t next)
{
    unsigned dim = 0;
    bool high;
    return !is_mesh(t) || (goes_around(t, node, next, &dim, &high) && dim < 2);
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
