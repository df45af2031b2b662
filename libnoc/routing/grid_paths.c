/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ways over a grid: what the routings of Stricker's report share. Along a row,
 * then along a column; from a border cell onto the surface, and back.
 */
#include "routing.h"
#include "grid_paths.h"
#include "topology/topologies.h"

bool noc_grid_fits(const struct noc_topology *t, const char *because, struct noc_fault *fault)
{
    return t->kind == &noc_topology_grid ||
           ((t->kind == &noc_topology_mesh || t->kind == &noc_topology_torus) && t->dims == 2) ||
           noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0, because);
}

static bool same_row(const struct noc_grid_cell *a, const struct noc_grid_cell *b)
{
    return a->row == b->row && a->row != NOC_GRID_NO_LINE;
}

static bool same_column(const struct noc_grid_cell *a, const struct noc_grid_cell *b)
{
    return a->column == b->column && a->column != NOC_GRID_NO_LINE;
}

static uint32_t apart(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

/* Whether to go straight along a row: two cells can have row and column in common, if one
 * is inserted; then the shorter way counts, the row if they are equal. */
static bool by_row(const struct noc_grid_cell *a, const struct noc_grid_cell *b)
{
    return same_row(a, b) &&
           (!same_column(a, b) || apart(a->row_at, b->row_at) <= apart(a->column_at, b->column_at));
}

bool noc_grid_corner(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *corner)
{
    struct noc_grid_cell a = noc_grid_cell(t, from), b = noc_grid_cell(t, to);
    bool straight = true;
    uint32_t least;

    if (by_row(&a, &b)) {
        *corner = to;
        least = apart(a.row_at, b.row_at);
    } else if (same_column(&a, &b)) {
        *corner = from;
        least = apart(a.column_at, b.column_at);
    } else {
        straight = false;
        least = NOC_GRID_NO_WAY;
    }
    if (a.row == NOC_GRID_NO_LINE || b.column == NOC_GRID_NO_LINE) {
        return straight;
    }

    uint32_t node = (uint32_t)a.row * t->width[0] + b.column;
    struct noc_grid_cell c = noc_grid_cell(t, node);

    /* Through a line's inserted cells, straight may be the longer way. */
    if (apart(a.row_at, c.row_at) + apart(c.column_at, b.column_at) < least) {
        *corner = node;
    }
    return true;
}

uint32_t noc_grid_run(const struct noc_topology *t, uint32_t a, uint32_t b)
{
    struct noc_grid_cell from = noc_grid_cell(t, a), to = noc_grid_cell(t, b);

    return by_row(&from, &to) ? apart(from.row_at, to.row_at) : apart(from.column_at, to.column_at);
}

unsigned noc_grid_port(const struct noc_topology *t, uint32_t a, uint32_t b)
{
    struct noc_grid_cell from = noc_grid_cell(t, a), to = noc_grid_cell(t, b);

    if (by_row(&from, &to)) {
        return from.row_at < to.row_at ? NOC_GRID_RIGHT : NOC_GRID_LEFT;
    }
    return from.column_at < to.column_at ? NOC_GRID_DOWN : NOC_GRID_UP;
}

uint32_t noc_grid_hops(const struct noc_topology *t, uint32_t from, uint32_t to)
{
    uint32_t corner;

    return noc_grid_corner(t, from, to, &corner)
             ? noc_grid_run(t, from, corner) + noc_grid_run(t, corner, to)
             : NOC_GRID_NO_WAY;
}

bool noc_grid_go(struct noc_turns *s, const struct noc_topology *t, uint32_t from, uint32_t to)
{
    uint32_t corner;

    if (!noc_grid_corner(t, from, to, &corner)) {
        return false;
    }
    noc_turns_go(s, noc_grid_port(t, from, corner), noc_grid_run(t, from, corner));
    noc_turns_go(s, noc_grid_port(t, corner, to), noc_grid_run(t, corner, to));
    return true;
}

bool noc_grid_surface(const struct noc_topology *t, uint32_t node, unsigned port)
{
    struct noc_link link;

    if (!noc_topology_link(t, node, port, &link)) {
        return false;
    }

    struct noc_grid_cell a = noc_grid_cell(t, node), b = noc_grid_cell(t, link.node);

    switch (port) { /* the ends of a line of two are neighbours both ways: look which way */
    case NOC_GRID_RIGHT:
        return same_row(&a, &b) && b.row_at == a.row_at + 1;
    case NOC_GRID_LEFT:
        return same_row(&a, &b) && b.row_at + 1 == a.row_at;
    case NOC_GRID_DOWN:
        return same_column(&a, &b) && b.column_at == a.column_at + 1;
    case NOC_GRID_UP:
        return same_column(&a, &b) && b.column_at + 1 == a.column_at;
    default:
        return false;
    }
}

bool noc_grid_label(const struct noc_topology *t, uint32_t node, unsigned port,
                    struct noc_label *label)
{
    struct noc_grid_cell cell = noc_grid_cell(t, node);
    uint32_t width = t->width[0], height = t->width[1];
    bool along_row = port == NOC_GRID_RIGHT || port == NOC_GRID_LEFT;
    uint32_t first = along_row ? cell.row * width : cell.column;
    uint32_t last = along_row ? first + width - 1 : first + (height - 1) * width;
    bool down = port == NOC_GRID_LEFT || port == NOC_GRID_UP; /* towards lower coordinates */

    if (!noc_grid_surface(t, node, port)) {
        return false;
    }

    struct noc_grid_cell end = noc_grid_cell(t, down ? last : first);
    int32_t place = along_row ? cell.row_at - end.row_at : cell.column_at - end.column_at;

    *label = (struct noc_label){{2, (uint16_t)(along_row ? cell.row : height + cell.column), down,
                                 (uint16_t)(down ? -place : place)}};
    return true;
}

/* --- the border ----------------------------------------------------------------------- */

bool noc_grid_exit_label(const struct noc_topology *t, uint32_t node, unsigned port,
                         struct noc_label *label)
{
    const struct noc_grid *grid = noc_grid(t);
    uint32_t next;

    if (!grid || !noc_grid_straight(t, node, port, &next)) {
        return false;
    }

    const struct noc_grid_cell *off = &grid->cell[node], *on = &grid->cell[next];
    unsigned back = port ^ 1;

    if (off->ways >> port & 1) {
        *label = (struct noc_label){
            {1, (uint16_t)(grid->border - off->run[port]), (uint16_t)node, (uint16_t)port}};
    } else {
        *label = (struct noc_label){{3, on->run[back], (uint16_t)next, (uint16_t)port}};
    }
    return off->ways >> port & 1 || on->ways >> back & 1;
}

bool noc_grid_uses(const struct noc_topology *t,
                   bool (*label)(const struct noc_topology *, uint32_t, unsigned, unsigned,
                                 struct noc_label *),
                   uint32_t node, unsigned port, unsigned vc)
{
    struct noc_label unused;

    return vc == 0 && node < t->nodes && label(t, node, port, vc, &unused);
}
