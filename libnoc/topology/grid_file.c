/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids from files (docs/grid-files.md): a mesh or torus, and auxiliary cells
 * in its wrap-around links, at its border or in its surface (Stricker 1991,
 * figure 1, 7.3, 7.4).
 *
 *   torus 4x4
 *   aux left 7 right 4          # cell 16, in the wrap-around link of row 1
 *
 * The text is read twice: once to count the cells, once to link them. An
 * auxiliary cell takes the ports of the cells that it names away from the links
 * they had. What is left is then walked line by line: rows and columns must be
 * whole again.
 */
#include "grid.h"

#include <string.h>

#include "memmap.h"
#include "text.h"

/* A text being read, and the shape that comes of it. */
struct reading {
    struct noc_text in;
    struct noc_fault *fault;
    bool torus;
    uint32_t width, height, regular, nodes;
    struct noc_shape *shape;
    struct noc_shape_link *link; /* [nodes * 4] */
    struct noc_grid *grid;
    uint32_t *line_at; /* [auxiliary cells]: where their lines begin */
    uint32_t *said_at; /* [auxiliary cells * 4]: where a neighbour is given */
    uint16_t *queue;   /* [nodes] */
};

static const char *const port_name[NOC_GRID_PORTS] = {"right", "left", "down", "up"};

static bool syntax(struct reading *r, uint32_t where, const char *because)
{
    return noc_refuse(r->fault, NOC_FAULT_FILE_SYNTAX, where, 0, because);
}

/* --- words ---------------------------------------------------------------------- */

/* On to the next line that says something; false: there is none. */
static bool on_next_line(struct noc_text *in)
{
    while (!noc_text_goes_on(in)) {
        if (in->at == in->length) {
            return false;
        }
        noc_text_next_line(in);
    }
    return true;
}

static bool direction(struct reading *r, unsigned *port)
{
    for (*port = 0; *port < NOC_GRID_PORTS; ++*port) {
        if (noc_text_word(&r->in, port_name[*port])) {
            return true;
        }
    }
    return false;
}

/* --- the first line, and how many cells there are --------------------------------- */

/* "torus 4x4" */
static bool read_head(struct reading *r)
{
    on_next_line(&r->in);
    r->torus = noc_text_word(&r->in, "torus");
    if (!r->torus && !noc_text_word(&r->in, "mesh")) {
        return syntax(r, r->in.at,
                      "the first line is mesh or torus with ROWSxCOLUMNS, as: torus 4x4");
    }
    noc_text_goes_on(&r->in);

    uint32_t rows_at = r->in.at;

    if (!noc_text_number(&r->in, &r->height) || noc_text_here(&r->in) != 'x') {
        return syntax(r, r->in.at, "after mesh or torus: ROWSxCOLUMNS, as 4x4");
    }

    uint32_t columns_at = ++r->in.at;

    if (!noc_text_number(&r->in, &r->width)) {
        return syntax(r, r->in.at, "after mesh or torus: ROWSxCOLUMNS, as 4x4");
    }
    if (r->height < 2) {
        return noc_refuse(r->fault, NOC_FAULT_WIDTH, rows_at, r->height, NULL);
    }
    if (r->width < 2) {
        return noc_refuse(r->fault, NOC_FAULT_WIDTH, columns_at, r->width, NULL);
    }
    if ((uint64_t)r->width * r->height > NOC_NODES_MAX) {
        return noc_refuse(r->fault, NOC_FAULT_NODES, rows_at, NOC_NODES_MAX + 1, NULL);
    }
    if (noc_text_goes_on(&r->in)) {
        return syntax(r, r->in.at, "nothing follows the size on its line");
    }
    r->regular = r->width * r->height;
    return true;
}

/* Every line after the first is an auxiliary cell. */
static bool count_cells(struct reading *r)
{
    uint32_t behind_head = r->in.at;

    for (r->nodes = r->regular; on_next_line(&r->in); r->nodes++) {
        if (r->nodes == NOC_NODES_MAX) {
            return noc_refuse(r->fault, NOC_FAULT_NODES, r->in.at, r->nodes + 1, NULL);
        }
        noc_text_next_line(&r->in);
    }
    r->in.at = behind_head;
    return true;
}

/* Lay the shape and the working arrays into the room; see noc_shape_room(). */
static void lay_out(struct reading *r, void *room)
{
    struct noc_shape *s = room;
    uint32_t aux = r->nodes - r->regular;

    memset(s, 0, sizeof *s);
    s->nodes = s->senders = r->nodes;
    s->ports = NOC_GRID_PORTS;
    s->dims = 2;
    s->width[0] = r->width;
    s->width[1] = r->height;
    s->first = (uint32_t)sizeof *s;
    s->link = s->first + 4 * (r->nodes + 1);
    s->own = s->link + (uint32_t)sizeof *r->link * NOC_GRID_PORTS * r->nodes;
    s->bytes = s->own + (uint32_t)(sizeof *r->grid + sizeof r->grid->cell[0] * r->nodes);
    s->bytes = (s->bytes + 3) / 4 * 4;
    r->shape = s;
    r->link = (struct noc_shape_link *)((char *)room + s->link);
    r->grid = (struct noc_grid *)((char *)room + s->own);
    r->line_at = (uint32_t *)((char *)room + s->bytes);
    r->said_at = r->line_at + aux;
    r->queue = (uint16_t *)(r->said_at + NOC_GRID_PORTS * aux);
    for (uint32_t n = 0; n <= r->nodes; n++) {
        ((uint32_t *)((char *)room + s->first))[n] = NOC_GRID_PORTS * n;
    }
    *r->grid = (struct noc_grid){.regular = r->regular, .hub = NOC_NO_NODE};
}

/* --- links ------------------------------------------------------------------------- */

static struct noc_shape_link *end_of(struct reading *r, uint32_t node, unsigned port)
{
    return &r->link[node * NOC_GRID_PORTS + port];
}

/* What leaves by port leads to that port of that node. */
static void lead(struct reading *r, uint32_t node, unsigned port, uint32_t to, unsigned to_port)
{
    static const uint8_t way[NOC_GRID_PORTS] = {0 * 4 + 2, 0 * 4 + 0, 1 * 4 + 2, 1 * 4 + 0};

    *end_of(r, node, port) = (struct noc_shape_link){(uint16_t)to, (uint8_t)to_port, way[port]};
}

static void cut(struct reading *r, uint32_t node, unsigned port)
{
    *end_of(r, node, port) = (struct noc_shape_link){NOC_NO_NODE, 0, NOC_NO_DIM};
}

/* The regular cells' links, before any auxiliary cell. */
static void link_regular(struct reading *r)
{
    for (uint32_t n = 0; n < r->nodes; n++) {
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            cut(r, n, port);
        }
    }
    for (uint32_t n = 0; n < r->regular; n++) {
        uint32_t x = n % r->width, y = n / r->width;
        uint32_t right = x + 1 < r->width ? n + 1 : n - x;
        uint32_t below = y + 1 < r->height ? n + r->width : x;

        if (r->torus || right > n) {
            lead(r, n, NOC_GRID_RIGHT, right, NOC_GRID_LEFT);
            lead(r, right, NOC_GRID_LEFT, n, NOC_GRID_RIGHT);
        }
        if (r->torus || below > n) {
            lead(r, n, NOC_GRID_DOWN, below, NOC_GRID_UP);
            lead(r, below, NOC_GRID_UP, n, NOC_GRID_DOWN);
        }
    }
}

/* The auxiliary cell aux has `to` as its neighbour by port, at to_port of it. */
static bool attach(struct reading *r, uint32_t aux, unsigned port, uint32_t to, unsigned to_port,
                   uint32_t where)
{
    struct noc_shape_link there = *end_of(r, to, to_port);

    if (to >= r->regular) { /* whose own line says the same: check_agreement() */
        lead(r, aux, port, to, to_port);
        return true;
    }
    if (to_port != (port ^ 1)) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, where, to,
                          "two neighbours meet at opposite ports: if A is left of B, B is right "
                          "of A");
    }
    if (there.node != NOC_NO_NODE && there.node >= r->regular) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, where, to,
                          "another auxiliary cell has taken that port");
    }
    if (there.node != NOC_NO_NODE) {
        cut(r, there.node, there.port);
    }
    lead(r, aux, port, to, to_port);
    lead(r, to, to_port, aux, port);
    return true;
}

/* "left 7", "down 17.left" */
static bool read_neighbour(struct reading *r, uint32_t aux)
{
    uint32_t *said = r->said_at + NOC_GRID_PORTS * (aux - r->regular);
    uint32_t start = r->in.at, to;
    unsigned port, to_port;

    if (!direction(r, &port)) {
        return syntax(r, start,
                      "after aux: left, right, up or down and a cell's number, as: "
                      "aux left 7 right 4");
    }
    if (said[port] != 0) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, start, 0,
                          "this direction is given twice; give each once");
    }
    noc_text_goes_on(&r->in);
    start = r->in.at;
    to_port = port ^ 1;
    if (!noc_text_number(&r->in, &to)) {
        return syntax(r, start, "after a direction: the number of the cell there");
    }
    if (noc_text_here(&r->in) == '.') {
        r->in.at++;
        if (!direction(r, &to_port)) {
            return syntax(r, r->in.at,
                          "after the dot: the port of that cell, left, right, up or down");
        }
    }
    if (!strchr(" \t\r\n#", noc_text_here(&r->in))) {
        return syntax(r, r->in.at, "after the number: a blank, or the end of the line");
    }
    if (to >= r->nodes) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, start, to,
                          "there is no such cell; regular cells are numbered from 0, and "
                          "auxiliary cells follow in the order of their lines");
    }
    if (to == aux) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, start, to,
                          "a cell is not its own neighbour");
    }
    said[port] = start;
    return attach(r, aux, port, to, to_port, start);
}

static bool read_cells(struct reading *r)
{
    for (uint32_t aux = r->regular; on_next_line(&r->in); aux++) {
        uint32_t start = r->in.at;

        r->line_at[aux - r->regular] = start;
        memset(r->said_at + NOC_GRID_PORTS * (aux - r->regular), 0,
               NOC_GRID_PORTS * sizeof *r->said_at);
        if (!noc_text_word(&r->in, "aux")) {
            return syntax(r, start, "a line begins with aux");
        }
        if (!noc_text_goes_on(&r->in)) {
            return noc_refuse(r->fault, NOC_FAULT_FILE_CELL, start, aux,
                              "this cell is attached to nothing; name a neighbour, as: aux left 7");
        }
        while (noc_text_goes_on(&r->in)) {
            if (!read_neighbour(r, aux)) {
                return false;
            }
        }
    }
    return true;
}

/* A link between auxiliary cells must be in both their lines. */
static bool check_agreement(struct reading *r)
{
    for (uint32_t aux = r->regular; aux < r->nodes; aux++) {
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            const struct noc_shape_link *there = end_of(r, aux, port);

            if (there->node != NOC_NO_NODE && there->node >= r->regular) {
                const struct noc_shape_link *back = end_of(r, there->node, there->port);

                if (back->node != aux || back->port != port) {
                    return noc_refuse(r->fault, NOC_FAULT_FILE_LINK,
                                      r->said_at[NOC_GRID_PORTS * (aux - r->regular) + port],
                                      there->node,
                                      "the other auxiliary cell does not name this one; both must "
                                      "name each other, in opposite directions");
                }
            }
        }
    }
    return true;
}

/* --- lines --------------------------------------------------------------------------- */

/* Straight on from node by port; NOC_NO_NODE: not possible. */
static uint32_t straight(struct reading *r, uint32_t node, unsigned port)
{
    const struct noc_shape_link *there = end_of(r, node, port);

    return there->node != NOC_NO_NODE && there->port == (port ^ 1) ? there->node : NOC_NO_NODE;
}

static bool blame(struct reading *r, uint32_t aux, const char *because)
{
    return noc_refuse(r->fault, NOC_FAULT_FILE_CELL, r->line_at[aux - r->regular], aux, because);
}

/* On the way by port to regular cell b, from the one before it, nothing goes on at `at`. */
static bool blame_gap(struct reading *r, uint32_t at, uint32_t b, unsigned port)
{
    static const char because[] = "a cell in the surface lies between two neighbours of a row, or "
                                  "of a column: name both";

    if (at < r->regular) { /* b's port was taken, at's was not */
        at = end_of(r, b, port ^ 1)->node;
    }
    return blame(r, at, because);
}

static void place(struct reading *r, uint32_t node, unsigned dim, uint32_t line, uint32_t at,
                  uint32_t half)
{
    struct noc_grid_cell *cell = &r->grid->cell[node];

    if (dim == 0) {
        cell->row = (uint16_t)line;
        cell->row_at = (uint16_t)at;
        cell->half_x = (uint16_t)half;
        cell->half_y = cell->column == NOC_GRID_NO_LINE ? (uint16_t)(2 * line) : cell->half_y;
    } else {
        cell->column = (uint16_t)line;
        cell->column_at = (uint16_t)at;
        cell->half_y = (uint16_t)half;
        cell->half_x = cell->row == NOC_GRID_NO_LINE ? (uint16_t)(2 * line) : cell->half_x;
    }
}

/* Walk row (dim 0) or column (dim 1) `line` and note who lies in it. */
static bool walk_line(struct reading *r, unsigned dim, uint32_t line, uint32_t *places)
{
    uint32_t count = dim == 0 ? r->width : r->height;
    uint32_t stride = dim == 0 ? 1 : r->width;
    uint32_t a = dim == 0 ? line * r->width : line;
    unsigned port = dim == 0 ? NOC_GRID_RIGHT : NOC_GRID_DOWN;

    place(r, a, dim, line, (*places)++, 0);
    for (uint32_t i = 0; i + 1 < count; i++, a += stride) {
        for (uint32_t at = a; at != a + stride;) {
            uint32_t next = straight(r, at, port);

            if (next == NOC_NO_NODE || (next < r->regular && next != a + stride)) {
                return blame_gap(r, at, a + stride, port);
            }
            place(r, next, dim, line, (*places)++, next < r->regular ? 2 * (i + 1) : 2 * i + 1);
            at = next;
        }
    }
    return true;
}

/*
 * Cells between the ends of a line: straight on from regular cell `end` by port
 * there may only be `other`, the same line's other end.
 */
static bool check_around(struct reading *r, uint32_t end, unsigned port, uint32_t other)
{
    uint32_t aux = end, next = straight(r, end, port);

    while (next != NOC_NO_NODE && next >= r->regular) {
        aux = next;
        next = straight(r, next, port);
    }
    return next == NOC_NO_NODE || next == other ||
           blame(r, aux,
                 "its neighbours left and right (up and down) are not the two ends of one "
                 "row (column), nor next to each other");
}

static bool walk_lines(struct reading *r)
{
    uint32_t rows = 0, columns = 0;

    for (uint32_t n = 0; n < r->nodes; n++) {
        r->grid->cell[n] = (struct noc_grid_cell){
            .column = NOC_GRID_NO_LINE, .row = NOC_GRID_NO_LINE, .toward = NOC_PORT_LOCAL};
    }
    for (uint32_t y = 0; y < r->height; y++) {
        uint32_t first = y * r->width, last = first + r->width - 1;

        if (!walk_line(r, 0, y, &rows) || !check_around(r, last, NOC_GRID_RIGHT, first) ||
            !check_around(r, first, NOC_GRID_LEFT, last)) {
            return false;
        }
    }
    for (uint32_t x = 0; x < r->width; x++) {
        uint32_t last = r->regular - r->width + x;

        if (!walk_line(r, 1, x, &columns) || !check_around(r, last, NOC_GRID_DOWN, x) ||
            !check_around(r, x, NOC_GRID_UP, last)) {
            return false;
        }
    }
    return true;
}

/* Which auxiliary cells are in the border; those in the surface have no other links. */
static bool sort_cells(struct reading *r)
{
    for (uint32_t aux = r->regular; aux < r->nodes; aux++) {
        struct noc_grid_cell *cell = &r->grid->cell[aux];
        bool in_row = cell->row != NOC_GRID_NO_LINE, in_column = cell->column != NOC_GRID_NO_LINE;
        bool across = end_of(r, aux, NOC_GRID_RIGHT)->node != NOC_NO_NODE ||
                      end_of(r, aux, NOC_GRID_LEFT)->node != NOC_NO_NODE;
        bool down = end_of(r, aux, NOC_GRID_DOWN)->node != NOC_NO_NODE ||
                    end_of(r, aux, NOC_GRID_UP)->node != NOC_NO_NODE;

        cell->border = !in_row && !in_column;
        r->grid->border += cell->border;
        if (!cell->border && ((!in_row && across) || (!in_column && down))) {
            return blame(r, aux,
                         "a cell in the surface has all its neighbours there: left and right next "
                         "to each other in a row, up and down in a column");
        }
    }
    return true;
}

/* --- connected? ------------------------------------------------------------------------ */

/* Breadth first from node 0; `depth` marks who was seen. */
static bool check_connected(struct reading *r)
{
    struct noc_grid_cell *cell = r->grid->cell;
    uint32_t head = 0, tail = 0;

    r->queue[tail++] = 0;
    cell[0].depth = 1;
    while (head < tail) {
        uint32_t node = r->queue[head++];

        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            uint32_t next = end_of(r, node, port)->node;

            if (next != NOC_NO_NODE && !cell[next].depth) {
                cell[next].depth = 1;
                r->queue[tail++] = (uint16_t)next;
            }
        }
    }
    for (uint32_t n = 0; n < r->nodes; n++) {
        if (!cell[n].depth) { /* regular cells are connected: their lines are whole */
            return noc_refuse(r->fault, NOC_FAULT_FILE_DISCONNECTED, r->line_at[n - r->regular], n,
                              "no path leads from this cell to the regular cells");
        }
    }
    for (uint32_t n = 0; n < r->nodes; n++) {
        cell[n].depth = 0;
    }
    return true;
}

/* --- the hub (Stricker 1991, 8) ------------------------------------------------------------ */

static bool is_corner(const struct reading *r, uint32_t node)
{
    uint32_t x = node % r->width, y = node / r->width;

    return node < r->regular && (x == 0 || x == r->width - 1) && (y == 0 || y == r->height - 1);
}

/* Whether this port of a regular cell leads out of the surface. */
static bool outward(const struct reading *r, uint32_t node, unsigned port)
{
    uint32_t x = node % r->width, y = node / r->width;

    switch (port) {
    case NOC_GRID_RIGHT:
        return x == r->width - 1;
    case NOC_GRID_LEFT:
        return x == 0;
    case NOC_GRID_DOWN:
        return y == r->height - 1;
    default:
        return y == 0;
    }
}

enum { AROUND_MAX = 8 }; /* regular cells near a hub: four next to it, four corners */

/* What is reached from auxiliary cell hub over links of the border and regular cells
 * alone, into near[]; returns how many. Notes the ways back to the hub. */
static uint32_t look_around(struct reading *r, uint32_t hub, uint16_t *near)
{
    struct noc_grid_cell *cell = r->grid->cell;
    uint32_t tail = 0;

    for (uint32_t head = 0; head <= tail; head++) {
        uint32_t node = head == 0 ? hub : near[head - 1];

        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            const struct noc_shape_link *there = end_of(r, node, port);

            if (there->node < r->regular && cell[there->node].toward == NOC_PORT_LOCAL &&
                (node == hub || outward(r, node, port)) && tail < AROUND_MAX) {
                cell[there->node].toward = there->port;
                cell[there->node].depth = (uint16_t)(cell[node].depth + 1);
                near[tail++] = there->node;
            }
        }
    }
    return tail;
}

/* Border cells that are linked with the hub, directly or by others: their ways to it. */
static void look_for_others(struct reading *r)
{
    struct noc_grid_cell *cell = r->grid->cell;
    uint32_t head = 0, tail = 0;

    r->queue[tail++] = r->grid->hub;
    while (head < tail) {
        uint32_t node = r->queue[head++];

        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            const struct noc_shape_link *there = end_of(r, node, port);

            if (there->node == NOC_NO_NODE || there->node < r->regular ||
                there->node == r->grid->hub || cell[there->node].toward != NOC_PORT_LOCAL) {
                continue;
            }
            cell[there->node].toward = there->port;
            cell[there->node].depth = (uint16_t)(cell[node].depth + 1);
            r->queue[tail++] = there->node;
        }
    }
}

static void choose_hub(struct reading *r)
{
    uint16_t near[AROUND_MAX];

    for (uint32_t aux = r->regular; aux < r->nodes; aux++) {
        if (r->grid->cell[aux].border) {
            uint32_t n = look_around(r, aux, near), corners = 0;

            for (uint32_t i = 0; i < n; i++) {
                corners += is_corner(r, near[i]);
                r->grid->cell[near[i]].toward = NOC_PORT_LOCAL;
                r->grid->cell[near[i]].depth = 0;
            }
            if (r->grid->hub == NOC_NO_NODE || corners > r->grid->corners) {
                r->grid->hub = (uint16_t)aux;
                r->grid->corners = (uint16_t)corners;
            }
        }
    }
    if (r->grid->hub != NOC_NO_NODE) {
        look_around(r, r->grid->hub, near);
        look_for_others(r);
    }
}

/* --- ways off the border ------------------------------------------------------------------ */

/* The border cells straight on from node by port; the last one, or node. */
static uint32_t note_runs(struct reading *r, uint32_t node, unsigned port)
{
    uint32_t next = straight(r, node, port);

    for (uint16_t run = 1; next != NOC_NO_NODE && r->grid->cell[next].border; run++) {
        r->grid->cell[next].run[port ^ 1] = run;
        node = next;
        next = straight(r, node, port);
    }
    return node;
}

/* For each line of border cells that ends on the surface: how far it is, then, from its
 * outer end, who goes that way. */
static void note_exits(struct reading *r, const struct noc_topology *t)
{
    struct noc_grid_exit exit;

    for (uint32_t i = 0; i < 2 * r->regular; i++) {
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            uint32_t node = i % r->regular, at;
            bool used = false;

            if (!outward(r, node, port)) {
                continue;
            }
            for (at = note_runs(r, node, port); i >= r->regular && at != node;
                 at = straight(r, at, port ^ 1)) {
                used |= noc_grid_exit(t, at, port ^ 1, &exit);
                r->grid->cell[at].ways |= (uint16_t)(used << (port ^ 1));
            }
        }
    }
}

static bool read(struct noc_topology *t, const char *text, size_t length, void *room,
                 struct noc_fault *fault)
{
    struct reading r = {.fault = fault};

    if (!noc_text_begin(&r.in, text, (uint32_t)length, fault) || !read_head(&r) ||
        !count_cells(&r)) {
        return false;
    }
    lay_out(&r, room);
    link_regular(&r);
    if (!read_cells(&r) || !check_agreement(&r) || !walk_lines(&r) || !sort_cells(&r) ||
        !check_connected(&r)) {
        return false;
    }
    choose_hub(&r);
    if (!noc_shape_attach(t, &noc_topology_grid, r.shape, fault)) {
        return false;
    }
    note_exits(&r, t);
    return true;
}

const struct noc_topology_kind noc_topology_grid = {
    .name = "grid",
    .form = "grid:FILE",
    .summary = "a mesh or torus with auxiliary cells, from a file",
    .routing = "wxyz",
    .read = read,
    .link = noc_shape_link,
};
