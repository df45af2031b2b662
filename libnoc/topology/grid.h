/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids: 2-D meshes and tori with auxiliary cells, read from a file
 * (docs/grid-files.md), and what Stricker's routings on them share (1991).
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
 * The routings take meshes and tori of two dimensions too: grids without
 * auxiliary cells, with the same ports.
 */
#ifndef LIBNOC_TOPOLOGY_GRID_H
#define LIBNOC_TOPOLOGY_GRID_H

#include "routing/routing.h"
#include "shape.h"
#include "routing/turn_headers.h"

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

/* --- grid_paths.c -------------------------------------------------------------------- */

enum { NOC_GRID_NO_WAY = 0x7fffffff };

/* Whether t is a grid, or can be seen as one; `because`: what to say if not. */
bool noc_grid_fits(const struct noc_topology *t, const char *because, struct noc_fault *fault);

/*
 * Along the row of `from` to the column of `to`, then along that column, or straight
 * along one line that both lie in; the shortest of these. *corner
 * is where it turns, a regular cell: `to` if it goes straight along a row, `from` along a column.
 * False: these lines do not meet.
 */
bool noc_grid_corner(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *corner);

/* Links from a to b in the line that both lie in; if there are two, the shorter way. */
uint32_t noc_grid_run(const struct noc_topology *t, uint32_t a, uint32_t b);

/* The port by which b is reached from a in that line. */
unsigned noc_grid_port(const struct noc_topology *t, uint32_t a, uint32_t b);

/* Links from a to b, x then y; NOC_GRID_NO_WAY. */
uint32_t noc_grid_hops(const struct noc_topology *t, uint32_t from, uint32_t to);

/* Go that way. False: there is none. */
bool noc_grid_go(struct noc_turns *s, const struct noc_topology *t, uint32_t from, uint32_t to);

/* Whether the link that leaves node by port is one of the surface. */
bool noc_grid_surface(const struct noc_topology *t, uint32_t node, unsigned port);

/* The label of a channel of the surface for x then y: 2 . line . direction . place. */
bool noc_grid_label(const struct noc_topology *t, uint32_t node, unsigned port,
                    struct noc_label *label);

/* A way between a border cell and the surface: straight on through other border cells. */
struct noc_grid_exit {
    uint32_t cell; /* the first cell of the surface */
    uint32_t run;  /* links */
    unsigned port; /* out of the border cell; back it goes by port ^ 1 */
};

/* Straight on from the border cell aux by port to the surface. */
bool noc_grid_walk(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit);

/* One link straight on; false: there is none, or it goes round a corner. */
bool noc_grid_straight(const struct noc_topology *t, uint32_t node, unsigned port, uint32_t *next);

/* The same for routings: only an auxiliary cell's shortest ways: there is
 * none by this port, or another port's is shorter, or as long to the same cell and
 * of a lower number. */
bool noc_grid_exit(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit);

/* The label of a channel between border cells and the surface: W (1) off, Z (3) onto
 * the border cells. False: such ways do not use it. */
bool noc_grid_exit_label(const struct noc_topology *t, uint32_t node, unsigned port,
                         struct noc_label *label);

/* noc_routing.uses of a routing whose labels cover just the channels that it uses. */
bool noc_grid_uses(const struct noc_topology *t,
                   bool (*label)(const struct noc_topology *, uint32_t, unsigned, unsigned,
                                 struct noc_label *),
                   uint32_t node, unsigned port, unsigned vc);

#endif
