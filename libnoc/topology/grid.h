/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids: 2-D meshes and tori with auxiliary cells, read from a file
 * (docs/grid-files.md; Stricker 1991).
 *
 *                 up 3
 *                  |            A regular cell's number is y * columns + x; x grows to
 *    left 1 --- [ cell ] --- right 0     the right, y downwards. Auxiliary cells follow.
 *                  |
 *                down 2
 *
 * Cells lie in lines. Row y holds the regular cells (0,y) to (columns-1,y) and
 * the cells inserted between them, column x likewise; what lies in lines is the
 * surface. An inserted cell lies in one row and in one column, or only in one
 * of them. Auxiliary cells outside of it are in the border.
 *
 *    [0]---[1]-------[2]---[3]        row 0: 0 1 2 3
 *     |     |         |     |
 *    [4]---[5]-[16]--[6]---[7]        row 1: 4 5 16 6 7
 *     |     |   :     |     |
 *     |    (16) :     |     |         column 1: 1 5 16 9
 *     |     |         |     |
 *    [8]---[9]------[10]--[11]
 *
 * A mesh or torus of two dimensions counts as a grid without auxiliary cells; its ports are the
 * same.
 */
#ifndef LIBNOC_TOPOLOGY_GRID_H
#define LIBNOC_TOPOLOGY_GRID_H

#include "shape.h"

extern const struct noc_topology_kind noc_topology_grid; /* grid_file.c */

enum noc_grid_port {
    NOC_GRID_RIGHT = 0,
    NOC_GRID_LEFT = 1,
    NOC_GRID_DOWN = 2,
    NOC_GRID_UP = 3,
    NOC_GRID_PORTS = 4
};
enum { NOC_GRID_NO_LINE = 0xffff };

/* Where a node lies. */
struct noc_grid_cell {
    uint16_t column, row;       /* the lines it lies in; NOC_GRID_NO_LINE: in none */
    uint16_t column_at, row_at; /* its places in them, counted on through all columns (rows) */
    uint16_t half_x, half_y;    /* twice its coordinates; odd: inserted between regular cells */
    uint16_t depth;             /* links to the hub, by `toward` */
    uint8_t toward;             /* port towards the hub; NOC_PORT_LOCAL: none, or the hub itself */
    uint8_t border;             /* 1: an auxiliary cell in the border */
    /* Of border cells, by port: links straight on to the surface, 0: that leads elsewhere;
     * and a bit for each port by which it, or one straight behind it, goes there. */
    uint16_t run[NOC_GRID_PORTS];
    uint16_t ways;
};

/* A grid's own part of its shape. */
struct noc_grid {
    uint32_t regular; /* nodes from here on are auxiliary cells */
    uint32_t border;  /* how many of them are in the border */
    uint16_t hub;     /* the auxiliary cell from which most corners can be reached over links
                          of the border alone; NOC_NO_NODE: there is no border cell */
    uint16_t corners; /* how many of the four */
    struct noc_grid_cell cell[]; /* nodes */
};

/* NULL: t is a mesh or torus of another kind, or a shape without its own part. */
static inline const struct noc_grid *noc_grid(const struct noc_topology *t)
{
    return t->shape ? (const struct noc_grid *)noc_shape_part(t->shape, t->shape->own) : NULL;
}

/* Where node lies. */
struct noc_grid_cell noc_grid_cell(const struct noc_topology *t, uint32_t node);

/* How many regular cells there are. */
uint32_t noc_grid_regular(const struct noc_topology *t);

/* A way between a border cell and the surface: straight on through other border cells. */
struct noc_grid_exit {
    uint32_t cell; /* the first cell of the surface */
    uint32_t run;  /* links */
    unsigned port; /* out of the border cell; back it goes by port ^ 1 */
};

/* One link straight on; false: there is none, or it goes round a corner. */
bool noc_grid_straight(const struct noc_topology *t, uint32_t node, unsigned port, uint32_t *next);

/* Straight on from the border cell aux by port to the surface. */
bool noc_grid_walk(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit);

/* The same for routings: only an auxiliary cell's shortest ways: there is
 * none by this port, or another port's is shorter, or as long to the same cell and
 * of a lower number. */
bool noc_grid_exit(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit);

#endif
