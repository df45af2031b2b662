/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids on the board. Each dimension of a grid is laid along a dimension of the board, or along
 * several, in a snake: then neighbours of the grid are neighbours of the board. A grid that is
 * smaller takes a corner of the board.
 *
 *     a ring of 16 on mesh:4x4     0  1  2  3
 *                                  7  6  5  4
 *                                  8  9 10 11
 *                                 15 14 13 12
 */
#include <string.h>

#include "topo.h"

enum { WIDTHS = 16 };

struct fit {
    uint16_t width[WIDTHS]; /* of the board, the lowest digit of a node's number first */
    int owner[WIDTHS];      /* the grid's dimension that lies along it; -1: none */
    int widths;
};

static bool fit_one(struct fit *f, int dimension, int dim, bool exact)
{
    int j, best = -1;

    for (j = 0; j < f->widths; j++) {
        if (f->owner[j] < 0 && (exact ? f->width[j] == dim : f->width[j] >= dim) &&
            (best < 0 || f->width[j] < f->width[best])) {
            best = j;
        }
    }
    if (best >= 0) {
        f->owner[best] = dimension;
    }
    return best >= 0;
}

static bool fit_several(struct fit *f, int dimension, int dim)
{
    int j, left = dim;

    for (j = 0; j < f->widths && left > 1; j++) {
        if (f->owner[j] < 0 && f->width[j] > 1 && left % f->width[j] == 0) {
            f->owner[j] = dimension;
            left /= f->width[j];
        }
    }
    for (j = 0; j < f->widths && left > 1; j++) {
        if (f->owner[j] == dimension) {
            f->owner[j] = -1;
        }
    }
    return left == 1;
}

static bool fit_all(struct fit *f, int count, const int dims[])
{
    bool done[WIDTHS] = {false};
    int i;

    /* The last dimension is the one whose ranks follow each other: it takes the lowest digit. */
    for (i = count - 1; i >= 0; i--) {
        done[i] = dims[i] == 1 || fit_one(f, i, dims[i], true);
    }
    for (i = count - 1; i >= 0; i--) {
        if (!done[i] && !fit_several(f, i, dims[i]) && !fit_one(f, i, dims[i], false)) {
            return false;
        }
    }
    return true;
}

/* The node at these coordinates. A coordinate of several widths goes to and fro: each width is
 * walked backwards where what is above it is odd. */
static uint32_t node_at(const struct fit *f, const int coordinates[])
{
    uint32_t node = 0, stride = 1;
    int below[WIDTHS], j;

    for (j = 0; j < WIDTHS; j++) {
        below[j] = 1;
    }
    for (j = 0; j < f->widths; j++) {
        const int width = f->width[j], i = f->owner[j];
        int digit = 0;

        if (i >= 0) {
            const int above = coordinates[i] / below[i];

            digit = above / width % 2 ? width - 1 - above % width : above % width;
            below[i] *= width;
        }
        node += (uint32_t)digit * stride;
        stride *= (uint32_t)width;
    }
    return node;
}

/* set NULL: there is no memory for it, and the search takes longer. */
static bool has_node(const struct mpi_group *g, const uint32_t *set, uint32_t node)
{
    int i;

    if (!g->nodes) {
        return node < (uint32_t)g->size;
    }
    if (set) {
        return set[node / 32] >> node % 32 & 1;
    }
    for (i = 0; i < g->size && g->nodes[i] != node; i++) {
    }
    return i < g->size;
}

/* The nodes of a group; NULL: no memory, or there is no need. */
static uint32_t *set_of(const struct mpi_group *g)
{
    uint32_t *set = g->nodes ? calloc(noc_size() / 32 + 1, sizeof(*set)) : NULL;
    int i;

    for (i = 0; set && i < g->size; i++) {
        set[g->nodes[i] / 32] |= UINT32_C(1) << g->nodes[i] % 32;
    }
    return set;
}

void topo_reorder(const struct mpi_group *group, int count, const int dims[], int nodes, int *place)
{
    struct fit f;
    int coordinates[WIDTHS] = {0};
    uint32_t *set;
    int r, i, own = -1;

    f.widths = (int)noc_widths(f.width, WIDTHS);
    memset(f.owner, -1, sizeof(f.owner));
    if (!f.widths || f.widths > WIDTHS || count > WIDTHS || !fit_all(&f, count, dims)) {
        return;
    }
    set = set_of(group);
    for (r = 0; r < nodes; r++) {
        const uint32_t node = node_at(&f, coordinates);

        if (!has_node(group, set, node)) {
            break;
        }
        own = node == noc_rank() ? r : own;
        for (i = count - 1; i >= 0 && ++coordinates[i] == dims[i]; i--) {
            coordinates[i] = 0;
        }
    }
    free(set);
    if (r == nodes) {
        *place = own;
    }
}
