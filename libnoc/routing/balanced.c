/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Balanced I/O: what comes from or goes to auxiliary cells travels around the
 * border, over wrap-around links that nothing else uses, to or from the corner
 * nearest to the surface's end of the route; all else goes x, then y
 * (Stricker 1991, 8). The turns are written into the header by the source.
 *
 *            (corner)------[hub]------(corner)        W: hub to corners, corner to corner
 *               |                        |            Z: the other way round
 *               :     wrap-around        :            U: other cells to the hub
 *               |                        |            Z1: hub to other cells
 *            (corner)                 (corner)
 *
 * One auxiliary cell, the hub, lies in the wrap-around link of the first or last
 * row or column and reaches the four corners. Other border cells that are linked
 * with it, directly or by others, go to it and come from it (8.2) along a tree, or
 * leave the tree at a border cell that is itself linked to the corner wanted.
 * Between two of them messages stay in the tree. Border cells that are not
 * linked with the hub go as in wxyz.
 *
 * Labels: 0 U, 1 W, 2 X and Y, 3 Z, 4 Z1.
 */
#include "grid_paths.h"
#include "wxyz.h"
#include "topology/grid.h"

enum { CORNERS = 4, DEPTH_MAX = 9 };

/* A place where an end of a route meets the surface. */
struct gate {
    uint32_t cell;
    uint32_t links; /* between the end and the cell */
    uint32_t climb; /* of them towards the hub, before the tree is left */
    unsigned port;  /* by which the border is left there; NOC_PORT_LOCAL: by the hub's ways */
    bool tree;      /* else: run links straight on by port, as in wxyz, or none */
};

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    const struct noc_grid *grid = noc_grid(t);

    if (!noc_grid_fits(t, "balanced is for grid:FILE, and for meshes and tori of two dimensions",
                       fault)) {
        return false;
    }
    return !grid || grid->border == 0 || grid->corners == CORNERS ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, grid->hub,
                      "balanced needs an auxiliary cell that reaches all four corners over "
                      "wrap-around links: a torus with one in the link around the first or last "
                      "row or column; wxyz does not");
}

static bool in_tree(const struct noc_grid *grid, uint32_t node)
{
    return grid && grid->cell[node].border &&
           (node == grid->hub || grid->cell[node].toward != NOC_PORT_LOCAL);
}

static uint32_t corner(const struct noc_topology *t, unsigned i)
{
    return (i & 1 ? t->width[0] - 1u : 0) + (i & 2 ? (t->width[1] - 1u) * t->width[0] : 0);
}

static bool is_corner(const struct noc_topology *t, uint32_t node)
{
    for (unsigned i = 0; i < CORNERS; i++) {
        if (corner(t, i) == node) {
            return true;
        }
    }
    return false;
}

/* The next node towards the hub. *back (may be NULL): its port to node. */
static uint32_t parent(const struct noc_topology *t, uint32_t node, unsigned *back)
{
    struct noc_link link;

    noc_topology_link(t, node, noc_grid_cell(t, node).toward, &link);
    if (back) {
        *back = link.port;
    }
    return link.node;
}

/* --- where a border cell meets the surface -------------------------------------------- */

/* The first node on the way from node to the hub, climb links on. */
static uint32_t ancestor(const struct noc_topology *t, uint32_t node, uint32_t climb)
{
    while (climb-- > 0) {
        node = parent(t, node, NULL);
    }
    return node;
}

/* Looking for the gates of a node, one after the other. */
struct search {
    uint32_t i;  /* how many places were looked at */
    uint32_t at; /* the node, or, of those that it climbs to, where it is looked */
    bool done;   /* there are no more */
};

/* Whether there is a gate of node at the next place. */
static bool gate(const struct noc_topology *t, uint32_t node, struct search *s, struct gate *g)
{
    uint32_t i = s->i++;
    const struct noc_grid *grid = noc_grid(t);
    struct noc_grid_cell cell = noc_grid_cell(t, node);
    struct noc_grid_exit exit;
    struct noc_link link;

    *g = (struct gate){.cell = node, .port = NOC_PORT_LOCAL};
    if (!cell.border) {
        s->done = true;
        return i == 0;
    }
    if (!in_tree(grid, node)) {
        s->done = i + 1 == NOC_GRID_PORTS;
        if (!noc_grid_exit(t, node, i, &exit)) {
            return false;
        }
        *g = (struct gate){.cell = exit.cell, .links = exit.run, .port = i};
        return true;
    }
    g->tree = true;
    if (i < CORNERS) { /* by the hub */
        s->at = node;
        s->done = i + 1 == CORNERS && node == grid->hub;
        g->cell = corner(t, i);
        g->climb = cell.depth;
        g->links = cell.depth + grid->cell[g->cell].depth;
        return true;
    }
    g->climb = (i - CORNERS) / NOC_GRID_PORTS;
    g->port = (i - CORNERS) % NOC_GRID_PORTS;
    g->links = g->climb + 1;

    bool leads = noc_topology_link(t, s->at, g->port, &link) && is_corner(t, link.node);

    g->cell = leads ? link.node : node;
    if (g->port + 1 == NOC_GRID_PORTS) {
        s->at = parent(t, s->at, NULL);
        s->done = s->at == grid->hub;
    }
    return leads;
}

/* --- ways in the border ------------------------------------------------------------------ */

static void climb(struct noc_turns *s, const struct noc_topology *t, uint32_t from, uint32_t links)
{
    for (; links > 0; links--) {
        noc_turns_go(s, noc_grid_cell(t, from).toward, 1);
        from = parent(t, from, NULL);
    }
}

/* From the node `links` links towards the hub from `to`, to `to`. The way is found from
 * its end: as a header of its own, which is then gone through backwards. */
static void descend(struct noc_turns *s, const struct noc_topology *t, uint32_t to, uint32_t links)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_turns reversed = {.header = header};

    for (; links > 0; links--) {
        unsigned port;

        to = parent(t, to, &port);
        noc_turns_go(&reversed, port, 1);
    }
    noc_turns_back(s, &reversed);
}

/* From node to the cell of its gate. */
static void leave(struct noc_turns *s, const struct noc_topology *t, uint32_t node,
                  const struct gate *g)
{
    if (!g->tree) {
        noc_turns_go(s, g->port, g->links);
        return;
    }
    climb(s, t, node, g->climb);
    if (g->port == NOC_PORT_LOCAL) {
        descend(s, t, g->cell, g->links - g->climb);
    } else {
        noc_turns_go(s, g->port, 1);
    }
}

/* From the cell of its gate to node. */
static void enter(struct noc_turns *s, const struct noc_topology *t, uint32_t node,
                  const struct gate *g)
{
    if (!g->tree) {
        noc_turns_go(s, g->port ^ 1, g->links);
        return;
    }
    if (g->port == NOC_PORT_LOCAL) {
        climb(s, t, g->cell, g->links - g->climb);
    } else {
        noc_turns_go(s, g->port ^ 1, 1);
    }
    descend(s, t, node, g->climb);
}

/* Between two border cells of the tree. */
static void within_tree(struct noc_turns *s, const struct noc_topology *t, uint32_t from,
                        uint32_t to)
{
    uint32_t up = noc_grid_cell(t, from).depth, down = noc_grid_cell(t, to).depth;
    uint32_t common = up < down ? up : down;
    uint32_t a = ancestor(t, from, up - common), b = ancestor(t, to, down - common);

    for (; a != b; common--) {
        a = parent(t, a, NULL);
        b = parent(t, b, NULL);
    }
    climb(s, t, from, up - common);
    descend(s, t, to, down - common);
}

/* --- routes -------------------------------------------------------------------------------- */

/* What to have least of: first the way on the surface if one end goes by corners,
 * else all links. */
static uint64_t cost(const struct noc_topology *t, uint32_t from, uint32_t to,
                     const struct gate *off, const struct gate *on)
{
    uint64_t hops = noc_grid_hops(t, off->cell, on->cell), links = off->links + on->links;
    bool both = noc_grid_cell(t, from).border && noc_grid_cell(t, to).border;

    if (hops == NOC_GRID_NO_WAY) {
        return UINT64_MAX;
    }
    return (off->tree || on->tree) && !both ? hops << 32 | links : hops + links;
}

static uint32_t source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    const struct noc_grid *grid = noc_grid(t);
    struct noc_turns s = {.header = header};
    struct gate off, on, best_off = {.links = 0}, best_on = {.links = 0};
    uint64_t least = UINT64_MAX;
    struct search offs = {0};

    if (in_tree(grid, from) && in_tree(grid, to)) {
        within_tree(&s, t, from, to);
        return noc_turns_end(&s, to);
    }
    if (grid && grid->cell[from].border && grid->cell[to].border && !in_tree(grid, from) &&
        !in_tree(grid, to)) {
        return noc_wxyz_source(t, from, to, header);
    }
    while (!offs.done) {
        struct search ons = {.done = !gate(t, from, &offs, &off)};

        while (!ons.done) {
            if (!gate(t, to, &ons, &on)) {
                continue;
            }

            uint64_t sum = cost(t, from, to, &off, &on);

            if (sum < least) {
                least = sum;
                best_off = off;
                best_on = on;
            }
        }
    }
    if (least == UINT64_MAX) {
        return 0;
    }
    leave(&s, t, from, &best_off);
    noc_grid_go(&s, t, best_off.cell, best_on.cell);
    enter(&s, t, to, &best_on);
    return noc_turns_end(&s, to);
}

/* --- labels ---------------------------------------------------------------------------------- */

/* Depth of node as an end of the hub's W and Z ways; 0: it is none. */
static uint32_t ways_depth(const struct noc_topology *t, uint32_t node)
{
    return is_corner(t, node) ? noc_grid_cell(t, node).depth : 0;
}

static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    const struct noc_grid *grid = noc_grid(t);
    uint16_t n = (uint16_t)node, p = (uint16_t)port;
    struct noc_link link;

    (void)vc;
    if (noc_grid_label(t, node, port, label)) {
        return true;
    }
    if (!grid || !noc_topology_link(t, node, port, &link)) {
        return false;
    }

    const struct noc_grid_cell *a = &grid->cell[node], *b = &grid->cell[link.node];
    bool up = a->toward == port, down = b->toward == link.port;

    if ((a->border && !in_tree(grid, node)) || (b->border && !in_tree(grid, link.node))) {
        return noc_grid_exit_label(t, node, port, label);
    }
    if (a->border && b->border) {
        *label = up ? (struct noc_label){{0, (uint16_t)(grid->border - a->depth), n, p}}
                    : (struct noc_label){{4, b->depth, n, p}};
        return up || down;
    }
    if (down && ways_depth(t, link.node)) { /* away from the hub */
        *label = (struct noc_label){{1, b->depth, n, p}};
        return true;
    }
    if (up && ways_depth(t, node)) {
        *label = (struct noc_label){{3, (uint16_t)(DEPTH_MAX - a->depth), n, p}};
        return true;
    }
    /* A border cell of the tree that is not the hub, and a corner. */
    *label = (struct noc_label){{a->border ? 1 : 3, DEPTH_MAX - 1, n, p}};
    return (a->border && node != grid->hub && is_corner(t, link.node)) ||
           (b->border && link.node != grid->hub && is_corner(t, node));
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return noc_grid_uses(t, label, node, port, vc);
}

const struct noc_routing noc_routing_balanced = {
    .name = "balanced",
    .summary = "x-then-y, with auxiliary cells' traffic around the border (Stricker 1991, 8)",
    .vcs = 1,
    .fits = fits,
    .route = noc_turns_route,
    .source = source,
    .label = label,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
