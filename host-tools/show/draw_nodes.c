/* SPDX-License-Identifier: BSD-2-Clause */
#include "draw_nodes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "topology/grid.h"
#include "base/alloc.h"
#include "base/terminal.h"
#include "topology/shape.h"
#include "topology/topologies.h"
#include "table.h"

enum { ROWS_MAX = 40, NUMBER_TEXT = 24 };

/* How a map is drawn: groups of `across` cells, each with a name before it. */
struct map {
    const struct noc_topology *t;
    const uint64_t *value;
    uint32_t source;
    uint64_t low, high;
    int width; /* of a cell's number */
    bool colour;
};

/* node in binary, `bits` digits; the end of the text. */
static char *binary(char *out, uint32_t node, unsigned bits)
{
    while (bits--) {
        *out++ = node >> bits & 1 ? '1' : '0';
    }
    *out = 0;
    return out;
}

void place_text(const struct noc_topology *t, uint32_t node, char text[PLACE_TEXT])
{
    text[0] = 0;
    if (t->kind == &noc_topology_cube) {
        binary(text, node, t->dims);
    } else if (t->kind == &noc_topology_ccc) {
        uint32_t n = t->width[0];
        char *end = binary(text + sprintf(text, "(%u,", node % n), node / n, n);
        strcpy(end, ")");
    } else if (t->kind == &noc_topology_graph) {
        sprintf(text, "%u", noc_shape_order(t->shape, node));
    } else if (t->kind == &noc_topology_grid) {
        struct noc_grid_cell c = noc_grid_cell(t, node);
        if (c.border) {
            strcpy(text, "border");
        } else {
            sprintf(text, "(%g,%g)", c.half_x / 2.0, c.half_y / 2.0);
        }
    }
}

const char *place_name(const struct noc_topology *t)
{
    return t->kind == &noc_topology_graph ? "postorder"
         : t->kind == &noc_topology_cube  ? "address"
                                          : "place";
}

/* 256-colour backgrounds from cool to warm, black or white text on them. */
static void shade(const struct map *m, uint64_t value, const char *text)
{
    static const unsigned char ramp[] = {17, 18, 25, 31, 37, 72, 107, 143, 179, 215, 209, 203};
    unsigned n = sizeof ramp;
    unsigned i = m->high > m->low ? (unsigned)((value - m->low) * (n - 1) / (m->high - m->low)) : 0;
    printf("\033[38;5;%dm\033[48;5;%dm %*s \033[0m", i < 4 ? 255 : 16, ramp[i], m->width, text);
}

static void cell(const struct map *m, uint32_t node)
{
    char text[NUMBER_TEXT];
    uint64_t value = m->value[node];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (node == m->source || value == UINT64_MAX) {
        strcpy(text, node == m->source ? "@" : ".");
    }
    if (m->colour && value != UINT64_MAX && node != m->source) {
        shade(m, value, text);
    } else {
        printf(" %*s ", m->width, text);
    }
}

/* Nodes first to last-1, `across` in a row. */
static void rows(const struct map *m, uint32_t last, uint32_t across)
{
    for (uint32_t i = 0; i < last; i++) {
        cell(m, i);
        if ((i + 1) % across == 0) {
            putchar('\n');
        }
    }
}

/* Does a picture of so many rows and columns fit? */
static bool fits(const struct map *m, uint32_t across, uint32_t down)
{
    return (uint64_t)(m->width + 2) * across <= screen_columns() && down <= ROWS_MAX;
}

static bool draw_mesh(const struct map *m, const char *title)
{
    uint32_t across = m->t->width[0], down = m->t->dims > 1 ? m->t->width[1] : 1;
    if (m->t->dims > 2 || !fits(m, across, down)) {
        return false;
    }
    printf("\n%s\n", title);
    rows(m, across * down, across);
    return true;
}

/* A row for each value of the high bits, which stand before it. */
static bool draw_cube(const struct map *narrow, const char *title)
{
    struct map wide = *narrow, *m = &wide;
    unsigned low = m->t->dims / 2 + m->t->dims % 2, high = m->t->dims - low;
    char text[PLACE_TEXT];
    m->width = m->width > (int)low ? m->width : (int)low; /* of the headings */
    while (low > 0 && (m->width + 2) << low > (int)(screen_columns() - high - 1)) {
        low--;
        high++;
        m->width = narrow->width > (int)low ? narrow->width : (int)low;
    }
    if (1u << high > ROWS_MAX) {
        return false;
    }
    printf("\n%s; node = row, then column\n%*s", title, (int)high + 1, "");
    for (uint32_t c = 0; c < 1u << low; c++) {
        binary(text, c, low);
        printf(" %*s ", m->width, text);
    }
    for (uint32_t node = 0; node < m->t->nodes; node++) {
        if (node % (1u << low) == 0) {
            binary(text, node >> low, high);
            printf("\n%s ", text);
        }
        cell(m, node);
    }
    putchar('\n');
    return true;
}

/* Cycle w is a piece of a line, "w: node 0, 1, ..."; as many in a line as fit. */
static bool draw_cycles(const struct map *m, const char *title)
{
    uint32_t n = m->t->width[0], cycles = m->t->nodes / n;
    uint32_t piece = (uint32_t)(m->width + 2) * n + n + 3, across = 1;
    char text[PLACE_TEXT];
    if (piece - 2 > screen_columns()) {
        return false;
    }
    while (across < cycles && piece * 2 * across - 2 <= screen_columns()) {
        across *= 2;
    }
    uint32_t down = cycles / across;
    if (down > ROWS_MAX) {
        return false;
    }
    printf("\n%s; cycle: its nodes 0 to %u\n", title, n - 1);
    for (uint32_t i = 0; i < cycles; i++) {
        uint32_t w = i / across + i % across * down; /* downwards first */
        binary(text, w, n);
        printf("%s:", text);
        for (uint32_t node = w * n; node < (w + 1) * n; node++) {
            cell(m, node);
        }
        printf((i + 1) % across ? "  " : "\n");
    }
    return true;
}

/* "node: number" of the nodes from `first` on that have one, and of the source, in rows. */
static bool list(const struct map *m, uint32_t first, const char *title)
{
    int digits = snprintf(NULL, 0, "%u", m->t->nodes - 1);
    unsigned across = screen_columns() / (unsigned)(digits + m->width + 5), count = 0, seen = 0;
    for (uint32_t i = first; i < m->t->nodes; i++) {
        count += m->value[i] != UINT64_MAX || i == m->source;
    }
    if (count == 0 || count > across * ROWS_MAX) {
        return false;
    }
    printf("\n%s\n", title);
    for (uint32_t i = first; i < m->t->nodes; i++) {
        if (m->value[i] != UINT64_MAX || i == m->source) {
            printf("%*u:", digits, i);
            cell(m, i);
            seen++;
            printf(seen % across && seen < count ? "  " : "\n");
        }
    }
    return true;
}

/* --- grids: pictures in half steps, since cells may lie between others ------- */

struct picture {
    uint32_t across, down; /* half steps, with one cell's room around */
    uint16_t *node;        /* [y * across + x]; NOC_NO_NODE: nothing lies there */
};

enum { AROUND = 2 };

static bool put(struct picture *p, int64_t x, int64_t y, uint32_t node)
{
    x += AROUND;
    y += AROUND;
    if (x < 0 || y < 0 || x >= p->across || y >= p->down) {
        return false;
    }
    uint16_t *at = &p->node[(uint32_t)y * p->across + (uint32_t)x];
    if (*at != NOC_NO_NODE) {
        return false;
    }
    *at = (uint16_t)node;
    return true;
}

/* A border cell is drawn beside the first cell that has it as a neighbour. */
static bool put_border(struct picture *p, const struct noc_topology *t, uint32_t node)
{
    static const int dx[] = {[NOC_GRID_RIGHT] = 2, [NOC_GRID_LEFT] = -2};
    static const int dy[] = {[NOC_GRID_DOWN] = 2, [NOC_GRID_UP] = -2};
    struct noc_link link;
    for (unsigned port = 0; port < t->ports; port++) {
        if (!noc_topology_link(t, node, port, &link)) {
            continue;
        }
        struct noc_grid_cell c = noc_grid_cell(t, link.node);
        bool sideways = link.port == NOC_GRID_RIGHT || link.port == NOC_GRID_LEFT;
        if (!c.border && link.port < NOC_GRID_PORTS &&
            put(p, c.half_x + (sideways ? dx[link.port] : 0),
                c.half_y + (sideways ? 0 : dy[link.port]), node)) {
            return true;
        }
    }
    return false;
}

/* Where it lies, or next to there if another does: two may lie between the same four. */
static bool put_near(struct picture *p, uint32_t x, uint32_t y, uint32_t node)
{
    return put(p, x, y, node) || put(p, x + 1, y, node) || put(p, x, y + 1, node) ||
           put(p, (int64_t)x - 1, y, node) || put(p, x, (int64_t)y - 1, node);
}

static bool is_empty(const struct picture *p, uint32_t first, uint32_t stride, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (p->node[first + i * stride] != NOC_NO_NODE) {
            return false;
        }
    }
    return true;
}

/* Without the rows and columns in which nothing lies. False: it does not fit. */
static bool show_picture(const struct map *m, const struct picture *p, const char *title)
{
    uint32_t columns = 0, lines = 0;
    for (uint32_t x = 0; x < p->across; x++) {
        columns += !is_empty(p, x, p->across, p->down);
    }
    for (uint32_t y = 0; y < p->down; y++) {
        lines += !is_empty(p, y * p->across, 1, p->across);
    }
    if (!fits(m, columns, lines)) {
        return false;
    }
    printf("\n%s\n", title);
    for (uint32_t y = 0; y < p->down; y++) {
        for (uint32_t x = 0; x < p->across && !is_empty(p, y * p->across, 1, p->across); x++) {
            uint32_t node = p->node[y * p->across + x];
            if (node != NOC_NO_NODE) {
                cell(m, node);
            } else if (!is_empty(p, x, p->across, p->down)) {
                printf("%*s", m->width + 2, "");
            }
        }
        printf(is_empty(p, y * p->across, 1, p->across) ? "" : "\n");
    }
    return true;
}

static bool draw_grid(const struct map *m, const char *title)
{
    const struct noc_topology *t = m->t;
    struct picture p = {.across = 2u * t->width[0] + 2 * AROUND,
                        .down = 2u * t->width[1] + 2 * AROUND};
    uint64_t *rest = alloc_array(t->nodes, sizeof *rest);
    uint32_t left = 0;
    p.node = alloc_array((size_t)p.across * p.down, sizeof *p.node);
    memset(p.node, 0xff, (size_t)p.across * p.down * sizeof *p.node);
    for (uint32_t node = 0; node < t->nodes; node++) {
        struct noc_grid_cell c = noc_grid_cell(t, node);
        rest[node] = UINT64_MAX;
        if (!(c.border ? put_border(&p, t, node) : put_near(&p, c.half_x, c.half_y, node))) {
            rest[node] = m->value[node];
            left++;
        }
    }
    bool drawn = show_picture(m, &p, title);
    if (drawn && left) {
        struct map others = *m;
        others.value = rest;
        others.source = UINT32_MAX;
        list(&others, 0, "and of auxiliary cells that lie beside others of their kind");
    }
    free(rest);
    free(p.node);
    return drawn;
}

static bool draw(const struct map *m, const char *title)
{
    const struct noc_topology *t = m->t;
    return t->kind == &noc_topology_cube  ? draw_cube(m, title)
         : t->kind == &noc_topology_ccc   ? draw_cycles(m, title)
         : t->kind == &noc_topology_grid  ? draw_grid(m, title)
         : t->kind == &noc_topology_graph ? false
                                          : draw_mesh(m, title);
}

void draw_nodes(const struct noc_topology *t, const uint64_t *value, uint32_t source,
                const char *title)
{
    struct map m = {.t = t, .value = value, .source = source, .low = UINT64_MAX, .width = 1};
    char text[120];
    m.colour = terminal_has_colours(STDOUT_FILENO);
    for (uint32_t i = 0; i < t->nodes; i++) {
        if (value[i] != UINT64_MAX) {
            int length = snprintf(text, sizeof text, "%" PRIu64, value[i]);
            m.width = length > m.width ? length : m.width;
            m.low = value[i] < m.low ? value[i] : m.low;
            m.high = value[i] > m.high ? value[i] : m.high;
        }
    }
    if (!draw(&m, title)) {
        /* What the title's first word says. */
        snprintf(text, sizeof text, "%s; node: %c%.*s", title, tolower((unsigned char)title[0]),
                 (int)strcspn(title + 1, " "), title + 1);
        list(&m, 0, text);
    }
}
