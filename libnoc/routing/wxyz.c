/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * W, X, Y, Z: off the auxiliary cell onto the surface, along the row, along the
 * column, onto the auxiliary cell; steps that do not apply are left out
 * (Stricker 1991, 7.3). The turns are written into the header by the source.
 *
 * For any number of auxiliary cells in the border: of the places where a cell
 * is linked to the surface, each route takes those that make it shortest. Cells
 * inserted into the surface are part of it (x_then_y.c). A border cell that
 * is not itself linked to the surface goes straight on through others. At most
 * one turn on the surface, one more off and one more onto an auxiliary cell.
 *
 * Labels: 1 W, 2 X and Y, 3 Z. No channel is in W for one route and in Z for
 * another, since a border cell only uses its shortest ways to the surface.
 */
#include "wxyz.h"

#include "grid_paths.h"
#include "routing.h"
#include "topology/grid.h"

/* A route: off one end, over the surface, onto the other. */
struct choice {
    uint32_t hops; /* of the surface: all ways off, or onto, a cell are equally long */
    struct noc_grid_exit off, on;
};

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return noc_grid_fits(t, "wxyz is for grid:FILE, and for meshes and tori of two dimensions",
                         fault);
}

/* The i-th place where node is on the surface: itself, or a border cell's way by port i. */
static bool place(const struct noc_topology *t, uint32_t node, unsigned i,
                  struct noc_grid_exit *exit)
{
    if (noc_grid_cell(t, node).border) {
        return noc_grid_exit(t, node, i, exit);
    }
    *exit = (struct noc_grid_exit){.cell = node};
    return i == 0;
}

static bool choose(const struct noc_topology *t, uint32_t from, uint32_t to, struct choice *best)
{
    struct choice c;

    best->hops = NOC_GRID_NO_WAY;
    for (unsigned i = 0; i < NOC_GRID_PORTS; i++) {
        for (unsigned j = 0; place(t, from, i, &c.off) && j < NOC_GRID_PORTS; j++) {
            if (!place(t, to, j, &c.on)) {
                continue;
            }
            c.hops = noc_grid_hops(t, c.off.cell, c.on.cell);
            if (c.hops < best->hops) {
                *best = c;
            }
        }
    }
    return best->hops != NOC_GRID_NO_WAY;
}

/* Whether the border cell `to` lies on one of the ways of border cell `from` to the surface. */
static bool on_the_way(const struct noc_topology *t, uint32_t from, uint32_t to, unsigned *port,
                       uint32_t *run)
{
    struct noc_grid_exit exit;

    for (*port = 0; *port < NOC_GRID_PORTS; ++*port) {
        uint32_t at = from;

        if (!noc_grid_exit(t, from, *port, &exit)) {
            continue;
        }
        for (*run = 0; *run < exit.run; ++*run) {
            struct noc_link link;

            if (at == to) {
                return true;
            }
            noc_topology_link(t, at, *port, &link);
            at = link.node;
        }
    }
    return false;
}

uint32_t noc_wxyz_source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    struct noc_turns s = {.header = header};
    struct choice c;
    unsigned port;
    uint32_t run;

    if (noc_grid_cell(t, from).border && noc_grid_cell(t, to).border) {
        if (on_the_way(t, from, to, &port, &run)) {
            noc_turns_go(&s, port, run);
            return noc_turns_end(&s, to);
        }
        if (on_the_way(t, to, from, &port, &run)) {
            noc_turns_go(&s, port ^ 1, run);
            return noc_turns_end(&s, to);
        }
    }
    if (!choose(t, from, to, &c)) {
        return 0;
    }
    noc_turns_go(&s, c.off.port, c.off.run);
    noc_grid_go(&s, t, c.off.cell, c.on.cell);
    noc_turns_go(&s, c.on.port ^ 1, c.on.run);
    return noc_turns_end(&s, to);
}

static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    (void)vc;
    return noc_grid_label(t, node, port, label) || noc_grid_exit_label(t, node, port, label);
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return noc_grid_uses(t, label, node, port, vc);
}

const struct noc_routing noc_routing_wxyz = {
    .name = "wxyz",
    .summary = "off an auxiliary cell, along row and column, onto another (Stricker 1991, 7.3)",
    .vcs = 1,
    .fits = fits,
    .route = noc_turns_route,
    .source = noc_wxyz_source,
    .label = label,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
