/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Paths over grids: what the routings of Stricker's report share (1991). They take meshes and tori
 * of two dimensions too.
 */
#ifndef LIBNOC_ROUTING_GRID_PATHS_H
#define LIBNOC_ROUTING_GRID_PATHS_H

#include "topology/grid.h"
#include "turn_headers.h"

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
