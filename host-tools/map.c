/* SPDX-License-Identifier: BSD-2-Clause */
#include "map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool is_kind(const struct noc_topology *t, const char *name)
{
    return strcmp(t->kind->name, name) == 0;
}

void place_text(const struct noc_topology *t, uint32_t node, char text[PLACE_TEXT])
{
    text[0] = 0;
    if (is_kind(t, "cube")) {
        binary(text, node, t->dims);
    } else if (is_kind(t, "ccc")) {
        uint32_t n = t->width[0];
        char *end = binary(text + sprintf(text, "(%u,", node % n), node / n, n);
        strcpy(end, ")");
    }
}

/* 256-colour backgrounds from cool to warm, black or white text on them. */
static void shade(const struct map *m, uint64_t value, const char *text)
{
    static const unsigned char ramp[] = { 17, 18, 25, 31, 37, 72, 107, 143, 179, 215, 209, 203 };
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
    return (unsigned)(m->width + 2) * across <= SCREEN_COLUMNS && down <= ROWS_MAX;
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
    while (low > 0 && (m->width + 2) << low > (int)(SCREEN_COLUMNS - high - 1)) {
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
    if (piece - 2 > SCREEN_COLUMNS) {
        return false;
    }
    while (across < cycles && piece * 2 * across - 2 <= SCREEN_COLUMNS) {
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

/* "node: number" of the nodes from `first` on that have one, in columns, downwards. */
static bool list(const struct map *m, uint32_t first, const char *title)
{
    int digits = snprintf(NULL, 0, "%u", m->t->nodes - 1);
    unsigned across = SCREEN_COLUMNS / (unsigned)(digits + m->width + 5), count = 0, seen = 0;
    for (uint32_t i = first; i < m->t->nodes; i++) {
        count += m->value[i] != UINT64_MAX;
    }
    if (count == 0 || count > across * ROWS_MAX) {
        return false;
    }
    printf("\n%s\n", title);
    for (uint32_t i = first; i < m->t->nodes; i++) {
        if (m->value[i] != UINT64_MAX) {
            printf("%*u:", digits, i);
            cell(m, i);
            seen++;
            printf(seen % across && seen < count ? "  " : "\n");
        }
    }
    return true;
}

static bool draw_grid(const struct map *m, const char *title)
{
    uint32_t regular = (uint32_t)m->t->width[0] * m->t->width[1];
    if (regular == 0 || regular > m->t->nodes || !draw_mesh(m, title)) {
        return false;
    }
    list(m, regular, "and of the auxiliary cells");
    return true;
}

static bool draw(const struct map *m, const char *title)
{
    const struct noc_topology *t = m->t;
    return is_kind(t, "cube")    ? draw_cube(m, title)
           : is_kind(t, "ccc")   ? draw_cycles(m, title)
           : is_kind(t, "grid")  ? draw_grid(m, title)
           : is_kind(t, "graph") ? false
                                 : draw_mesh(m, title);
}

void map_print(const struct noc_topology *t, const uint64_t *value, uint32_t source,
               const char *title)
{
    struct map m = { .t = t, .value = value, .source = source, .low = UINT64_MAX, .width = 1 };
    char text[120];
    m.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    for (uint32_t i = 0; i < t->nodes; i++) {
        if (value[i] != UINT64_MAX) {
            int length = snprintf(text, sizeof text, "%" PRIu64, value[i]);
            m.width = length > m.width ? length : m.width;
            m.low = value[i] < m.low ? value[i] : m.low;
            m.high = value[i] > m.high ? value[i] : m.high;
        }
    }
    if (!draw(&m, title)) {
        snprintf(text, sizeof text, "%s; node: %s", title, "number");
        list(&m, 0, text);
    }
}
