/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * X, then Y: along the row to the destination's column, then along that
 * column, never over wrap-around links; the turns are written into the header
 * by the source (Stricker 1991, 7.1; theorem 3). Shortest within the surface.
 *
 * Labels as there: every channel along a row before every one along a column,
 * and rising in the direction of travel. Reaches cells inserted into the
 * surface too, each by the row and the column it lies in; not those in the border.
 */
#include "grid_paths.h"
#include "routing.h"
#include "topology/grid.h"

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return noc_grid_fits(t, "x-then-y is for grid:FILE, and for meshes and tori of two dimensions",
                         fault);
}

static uint32_t source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    struct noc_turns s = {.header = header};

    return noc_grid_go(&s, t, from, to) ? noc_turns_end(&s, to) : 0;
}

static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    (void)vc;
    return noc_grid_label(t, node, port, label);
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return noc_grid_uses(t, label, node, port, vc);
}

const struct noc_routing noc_routing_x_then_y = {
    .name = "x-then-y",
    .summary = "along the row, then the column, without wrap-around (Stricker 1991, 7.1)",
    .vcs = 1,
    .fits = fits,
    .route = noc_turns_route,
    .source = source,
    .label = label,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
