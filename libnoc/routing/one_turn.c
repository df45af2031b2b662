/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One turn: if the destination lies below the source, along the row, then along
 * the column, else along the column, then along the row (Stricker 1991, 7.2;
 * y grows downwards). Both ways between two cells are the same, and turn at
 * most once.
 *
 * Of the eight corner turns, left to up and down to right never occur, which is
 * what the labels need: all channels to the right and upwards, column by column
 * from the left; then all to the left and downwards, column by column from the
 * right.
 *
 * Cells inserted into the surface (7.4) count as half a step further than the
 * cells before them. If the rule's turn is one of the two that never occur,
 * the other order serves, since then its turn is allowed: for cells whose four
 * neighbours are next to each other.
 *
 * A border cell is reached by its right port (it then lies before the first
 * cell of a row: routes onto it come along that row, routes off it go along it
 * first), else by its up port (below the last cell of a column, likewise). From
 * elsewhere a third turn or a forbidden one would be needed, so that cells
 * with neither are refused. There may be several; between two on the same
 * side there are two turns.
 */
#include "grid_paths.h"
#include "routing.h"
#include "topology/grid.h"

enum order { X_FIRST, Y_FIRST };

/* The port by which border cell aux is reached; false: there is none. */
static bool door(const struct noc_topology *t, uint32_t aux, unsigned *port)
{
    struct noc_grid_cell cell = noc_grid_cell(t, aux);

    *port = cell.run[NOC_GRID_RIGHT] ? NOC_GRID_RIGHT : NOC_GRID_UP;
    return cell.run[*port] != 0;
}

static bool fits(const struct noc_topology *t, struct noc_fault *fault)
{
    const struct noc_grid *grid = noc_grid(t);
    unsigned port;

    if (!noc_grid_fits(t, "one-turn is for grid:FILE, and for meshes and tori of two dimensions",
                       fault)) {
        return false;
    }
    for (uint32_t n = grid ? grid->regular : t->nodes; n < t->nodes; n++) {
        if (grid->cell[n].border && !door(t, n, &port)) {
            return noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, n,
                              "one-turn needs each cell in the border linked to the surface by its "
                              "right or its up port; wxyz does not");
        }
    }
    return true;
}

/* Go from a to b, both on the surface, in this order. False: not possible, or only by
 * a turn from left to up or from down to right. */
static bool go(struct noc_turns *s, const struct noc_topology *t, uint32_t a, uint32_t b,
               enum order order)
{
    uint32_t corner;

    if (!noc_grid_corner(t, order == X_FIRST ? a : b, order == X_FIRST ? b : a, &corner)) {
        return false;
    }

    unsigned first = noc_grid_port(t, a, corner), second = noc_grid_port(t, corner, b);

    if (corner != a && corner != b && (first == NOC_GRID_LEFT || first == NOC_GRID_DOWN) &&
        (second == NOC_GRID_UP || second == NOC_GRID_RIGHT)) {
        return false;
    }
    noc_turns_go(s, first, noc_grid_run(t, a, corner));
    noc_turns_go(s, second, noc_grid_run(t, corner, b));
    return true;
}

/* What the rule says of a and b; with equal y the numbers decide, so that
 * the way back is the same. */
static enum order rule(const struct noc_topology *t, uint32_t a, uint32_t b)
{
    uint32_t here = noc_grid_cell(t, a).half_y, there = noc_grid_cell(t, b).half_y;

    return there > here || (there == here && b > a) ? X_FIRST : Y_FIRST;
}

static uint32_t source(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    struct noc_turns s = {.header = header};
    struct noc_grid_exit off = {.cell = from}, on = {.cell = to};
    bool is_off = noc_grid_cell(t, from).border, is_on = noc_grid_cell(t, to).border;

    if ((is_off && !(door(t, from, &off.port) && noc_grid_walk(t, from, off.port, &off))) ||
        (is_on && !(door(t, to, &on.port) && noc_grid_walk(t, to, on.port, &on)))) {
        return 0;
    }
    if (is_off && is_on && off.cell == on.cell && off.port == on.port) { /* one behind the other */
        bool outer = off.run > on.run;

        noc_turns_go(&s, outer ? off.port : off.port ^ 1,
                     outer ? off.run - on.run : on.run - off.run);
        return noc_turns_end(&s, to);
    }
    noc_turns_go(&s, off.port, off.run);
    if (is_off) {
        if (!go(&s, t, off.cell, on.cell, off.port == NOC_GRID_RIGHT ? X_FIRST : Y_FIRST)) {
            return 0;
        }
    } else if (is_on) {
        if (!go(&s, t, off.cell, on.cell, on.port == NOC_GRID_RIGHT ? Y_FIRST : X_FIRST)) {
            return 0;
        }
    } else {
        enum order order = rule(t, from, to);

        if (!go(&s, t, from, to, order) &&
            !go(&s, t, from, to, order == X_FIRST ? Y_FIRST : X_FIRST)) {
            return 0;
        }
    }
    noc_turns_go(&s, on.port ^ 1, on.run);
    return noc_turns_end(&s, to);
}

/* --- labels (7.2.2): phase . column . along the row or the column . place ------------------ */

/* Columns count odd, what lies between them even, the border before the first 0. */
static uint16_t rightwards(uint32_t code)
{
    return (uint16_t)code;
}

static uint16_t leftwards(const struct noc_topology *t, uint32_t code)
{
    return (uint16_t)(2 * t->width[0] + 1u - code);
}

static bool surface_label(const struct noc_topology *t, uint32_t node, unsigned port,
                          struct noc_label *label)
{
    struct noc_grid_cell cell = noc_grid_cell(t, node);
    uint16_t border = noc_grid(t) ? (uint16_t)noc_grid(t)->border : 0;
    uint32_t column = 2u * cell.column + 1, between = cell.half_x / 2 * 2u + 2;

    if (!noc_grid_surface(t, node, port)) {
        return false;
    }
    switch (port) {
    case NOC_GRID_RIGHT:
        *label = (struct noc_label){{0, rightwards(between), 0, cell.row_at}};
        break;
    case NOC_GRID_LEFT:
        between = (cell.half_x - 1) / 2 * 2u + 2;
        *label =
            (struct noc_label){{1, leftwards(t, between), 1, (uint16_t)(t->nodes - cell.row_at)}};
        break;
    case NOC_GRID_UP:
        *label = (struct noc_label){
            {0, rightwards(column), 1, (uint16_t)(border + t->nodes - cell.column_at)}};
        break;
    default:
        *label = (struct noc_label){{1, leftwards(t, column), 0, cell.column_at}};
    }
    return true;
}

/* Whether aux, or a border cell straight behind it, has its door at this port. */
static bool is_door(const struct noc_topology *t, uint32_t aux, unsigned port)
{
    unsigned its;

    for (uint32_t i = 0; i < t->nodes && noc_grid_cell(t, aux).border; i++) {
        if (door(t, aux, &its) && its == port) {
            return true;
        }
        if (!noc_grid_straight(t, aux, port ^ 1, &aux)) {
            return false;
        }
    }
    return false;
}

/* The channel between border cell aux and what lies at its port; off: away from aux. */
static bool border_label(const struct noc_topology *t, uint32_t aux, unsigned port, bool off,
                         struct noc_label *label)
{
    uint16_t border = (uint16_t)noc_grid(t)->border, node = (uint16_t)aux;
    struct noc_grid_exit exit;

    if ((port != NOC_GRID_RIGHT && port != NOC_GRID_UP) || !is_door(t, aux, port) ||
        !noc_grid_walk(t, aux, port, &exit)) {
        return false;
    }

    uint32_t column = 2u * noc_grid_cell(t, exit.cell).column + 1;
    uint16_t run = (uint16_t)exit.run;

    if (port == NOC_GRID_RIGHT) {
        *label = off ? (struct noc_label){{0, rightwards(0), (uint16_t)(border - run), node}}
                     : (struct noc_label){{1, leftwards(t, 0), run, node}};
    } else {
        *label = off ? (struct noc_label){{0, rightwards(column), 1, (uint16_t)(border - run)}}
                     : (struct noc_label){{1, leftwards(t, column), 0, (uint16_t)(t->nodes + run)}};
    }
    return true;
}

static bool label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label)
{
    uint32_t next;

    (void)vc;
    if (surface_label(t, node, port, label)) {
        return true;
    }
    if (!noc_grid_straight(t, node, port, &next)) {
        return false;
    }
    return (noc_grid_cell(t, node).border && border_label(t, node, port, true, label)) ||
           (noc_grid_cell(t, next).border && border_label(t, next, port ^ 1, false, label));
}

static bool uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return noc_grid_uses(t, label, node, port, vc);
}

const struct noc_routing noc_routing_one_turn = {
    .name = "one-turn",
    .summary = "row first downwards, column first upwards, one turn (Stricker 1991, 7.2 and 7.4)",
    .vcs = 1,
    .fits = fits,
    .route = noc_turns_route,
    .source = source,
    .label = label,
    .uses = uses,
    .vc_name = noc_vc_nameless,
};
