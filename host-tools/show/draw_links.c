/* SPDX-License-Identifier: BSD-2-Clause */
#include "draw_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/grid_paths.h"
#include "topology/grid.h"
#include "base/alloc.h"
#include "table.h"

/*
 *            1.2>           Each row takes three lines, each inserted cell's place in a
 *   (3)-----------[ 0]--    column three more. What goes right stands above a link, what
 *            <1.2           goes left below it; what goes up or down stands at the cell
 *                           that it leaves.
 */
struct picture {
    const struct noc_topology *t;
    char **text;             /* [node * 4 + port]: what stands at this channel; NULL: nothing */
    unsigned digits;         /* of node numbers */
    unsigned cell, link;     /* columns */
    bool around_x, around_y; /* is there room for what lies around? */
    unsigned *x, *y;         /* where a regular column, or row, begins */
    unsigned columns, lines;
    char *canvas; /* lines * (columns + 1) */
};

static const char *at_channel(const struct picture *p, uint32_t node, unsigned port)
{
    const char *text = p->text[node * NOC_GRID_PORTS + port];
    return text ? text : "-";
}

/* Is there nothing to be drawn at this channel, since there is no such? */
static bool is_absent(const struct picture *p, uint32_t node, unsigned port)
{
    return !*at_channel(p, node, port);
}

static void draw(struct picture *p, unsigned x, unsigned y, const char *text)
{
    for (unsigned i = 0; text[i] && x + i < p->columns && y < p->lines; i++) {
        p->canvas[y * (p->columns + 1) + x + i] = text[i];
    }
}

static void draw_cell(struct picture *p, unsigned x, unsigned y, uint32_t node, bool again)
{
    char text[24];
    snprintf(text, sizeof text, again ? "(%*u)" : "[%*u]", (int)p->digits, node);
    draw(p, x, y, text);
}

/* The link between two cells of a row, or one and what lies around; x: where it begins. */
static void draw_across(struct picture *p, unsigned x, unsigned y, unsigned length, uint32_t left,
                        unsigned left_port, uint32_t right, unsigned right_port)
{
    char text[PICTURE_TEXT + 2];
    for (unsigned i = 0; i < length; i++) {
        draw(p, x + i, y, "-");
    }
    if (!is_absent(p, left, left_port)) {
        snprintf(text, sizeof text, "%s>", at_channel(p, left, left_port));
        draw(p, x + p->cell - p->digits - 2, y - 1, text);
    }
    if (!is_absent(p, right, right_port)) {
        snprintf(text, sizeof text, "<%s", at_channel(p, right, right_port));
        draw(p, x + p->cell - p->digits - 2, y + 1, text);
    }
}

/* What leaves node by port upwards or downwards, at its place. */
static void draw_down(struct picture *p, unsigned x, unsigned y, uint32_t node, unsigned port,
                      bool up)
{
    char text[PICTURE_TEXT + 2];
    if (is_absent(p, node, port)) {
        return;
    }
    snprintf(text, sizeof text, "%c%s", up ? '^' : 'v', at_channel(p, node, port));
    draw(p, x, up ? y - 1 : y + 1, text);
}

/* Row y from its first cell on, with the cells inserted into it. */
static void draw_row(struct picture *p, unsigned row)
{
    unsigned y = p->y[row], width = p->t->width[0];
    uint32_t node = row * width, first = node;
    unsigned x = p->x[0];
    struct noc_link link;
    if (p->around_x && noc_topology_link(p->t, first, NOC_GRID_LEFT, &link)) {
        draw_cell(p, 0, y, link.node, true);
        draw_across(p, p->digits + 2, y, x - p->digits - 2, link.node, link.port, first,
                    NOC_GRID_LEFT);
    }
    for (;;) {
        bool regular = node < first + width;
        if (regular && node >= first) {
            x = p->x[node - first];
        }
        draw_cell(p, x, y, node, false);
        if (!noc_topology_link(p->t, node, NOC_GRID_RIGHT, &link)) {
            return;
        }
        unsigned begin = x + p->digits + 2, next = x + p->cell + p->link;
        if (node == first + width - 1) {
            if (p->around_x) {
                draw_across(p, begin, y, next - begin, node, NOC_GRID_RIGHT, link.node, link.port);
                draw_cell(p, next, y, link.node, true);
            }
            return;
        }
        if (link.node > first && link.node < first + width) {
            next = p->x[link.node - first];
        }
        draw_across(p, begin, y, next - begin, node, NOC_GRID_RIGHT, link.node, link.port);
        node = link.node;
        x = next;
    }
}

/* Column x: what goes up and down, and the cells inserted into it once more. */
static void draw_column(struct picture *p, unsigned column)
{
    unsigned x = p->x[column], y = p->y[0], width = p->t->width[0];
    uint32_t node = column, last = p->t->width[1] * width - width + column;
    struct noc_link link;
    if (p->around_y && noc_topology_link(p->t, node, NOC_GRID_UP, &link)) {
        draw_cell(p, x, 0, link.node, true);
        draw_down(p, x, 0, link.node, link.port, false);
        draw_down(p, x, y, node, NOC_GRID_UP, true);
    }
    while (noc_topology_link(p->t, node, NOC_GRID_DOWN, &link)) {
        if (node == last && !p->around_y) {
            return;
        }
        bool regular = link.node < p->t->width[0] * (uint32_t)p->t->width[1];
        draw_down(p, x, y, node, NOC_GRID_DOWN, false);
        y = regular && node != last ? p->y[link.node / width] : y + 3;
        draw_down(p, x, y, link.node, link.port, true);
        if (!regular || node == last) {
            draw_cell(p, x, y, link.node, true);
        }
        if (node == last) {
            return;
        }
        node = link.node;
    }
}

/* How many cells lie inserted between regular cells a and b, neighbours by port. */
static unsigned between(const struct noc_topology *t, uint32_t a, uint32_t b, unsigned port)
{
    struct noc_grid_cell from = noc_grid_cell(t, a), to = noc_grid_cell(t, b);
    return port == NOC_GRID_RIGHT ? to.row_at - from.row_at - 1u
                                  : to.column_at - from.column_at - 1u;
}

/* Where columns and rows begin, and how many columns and lines that takes. */
static void lay_out(struct picture *p)
{
    unsigned width = p->t->width[0], height = p->t->width[1];
    uint64_t x = p->around_x ? p->cell + p->link : 0, y = 1 + (p->around_y ? 3 : 0);
    for (unsigned i = 0; i < width; i++) {
        unsigned most = 0;
        p->x[i] = (unsigned)x;
        for (unsigned row = 0; row < height && i + 1 < width; row++) {
            unsigned k = between(p->t, row * width + i, row * width + i + 1, NOC_GRID_RIGHT);
            most = k > most ? k : most;
        }
        x += (uint64_t)(p->cell + p->link) * (most + 1);
    }
    for (unsigned i = 0; i < height; i++) {
        unsigned most = 0;
        p->y[i] = (unsigned)y;
        for (unsigned c = 0; c < width && i + 1 < height; c++) {
            unsigned k = between(p->t, i * width + c, (i + 1) * width + c, NOC_GRID_DOWN);
            most = k > most ? k : most;
        }
        y += 3u * (most + 1);
    }
    p->columns = p->around_x ? (unsigned)x + p->digits + 2 : (unsigned)x - p->link;
    p->lines = (unsigned)y + (p->around_y ? 3 : 0);
}

static void print_canvas(const struct picture *p)
{
    for (unsigned y = 0; y < p->lines; y++) {
        const char *line = p->canvas + y * (p->columns + 1);
        unsigned n = p->columns;
        while (n > 0 && line[n - 1] == ' ') {
            n--;
        }
        if (n > 0) {
            printf("%.*s\n", (int)n, line);
        }
    }
}

/* What lies around is drawn if anything has a number there, or an auxiliary cell is there. */
static void look_around(struct picture *p)
{
    unsigned width = p->t->width[0], height = p->t->width[1];
    struct noc_link link;
    for (uint32_t node = 0; node < width * height; node++) {
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            if (noc_topology_link(p->t, node, port, &link) && !noc_grid_surface(p->t, node, port)) {
                *(port < NOC_GRID_DOWN ? &p->around_x : &p->around_y) = true;
            }
        }
    }
}

/* Between auxiliary cells in the border: not in the picture. */
static void print_rest(const struct picture *p, const char *what)
{
    struct noc_link link;
    bool any = false;
    for (uint32_t node = noc_grid_regular(p->t); node < p->t->nodes; node++) {
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            if (noc_grid_cell(p->t, node).border && noc_topology_link(p->t, node, port, &link) &&
                noc_grid_cell(p->t, link.node).border) {
                printf("%s%u to %u: %s", any ? ", " : "between auxiliary cells, ", node, link.node,
                       at_channel(p, node, port));
                any = true;
            }
        }
    }
    printf("%s[n] a cell, (n) one drawn twice or elsewhere; numbers: %s\n", any ? "\n" : "", what);
}

bool draw_links(const struct noc_topology *t, char **text, const char *what,
                struct picture_size *size)
{
    struct picture p = {.t = t, .text = text};
    size_t longest = 0;
    for (uint32_t i = 0; i < t->nodes * NOC_GRID_PORTS; i++) {
        size_t length = text[i] ? strlen(text[i]) : 0;
        longest = length > longest ? length : longest;
    }
    p.digits = (unsigned)snprintf(NULL, 0, "%u", t->nodes - 1);
    p.cell = p.digits + 2 > longest + 2 ? p.digits + 2 : (unsigned)longest + 2;
    p.link = (unsigned)longest + 2;
    p.x = alloc_array(t->width[0], sizeof *p.x);
    p.y = alloc_array(t->width[1], sizeof *p.y);
    look_around(&p);
    lay_out(&p);
    *size = (struct picture_size){p.columns, p.lines};
    bool fits = p.columns <= screen_columns() && p.lines <= PICTURE_LINES_MAX;
    if (fits) {
        p.canvas = alloc_zeroed((size_t)p.lines * (p.columns + 1));
        memset(p.canvas, ' ', (size_t)p.lines * (p.columns + 1));
        for (unsigned row = 0; row < t->width[1]; row++) {
            draw_row(&p, row);
        }
        for (unsigned column = 0; column < t->width[0]; column++) {
            draw_column(&p, column);
        }
        printf("\n");
        print_canvas(&p);
        printf("\n");
        print_rest(&p, what);
        free(p.canvas);
    }
    free(p.x);
    free(p.y);
    return fits;
}
