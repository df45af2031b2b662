/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A deadlock for people: its worms, one a line, and in a mesh or torus of one or two dimensions
 * where they are. A letter stands at what that worm holds and the worm before it wants:
 *
 *   [0]  --A-->[1]    A holds the channel from 0 to 1 and wants that from 1 to 4, which B holds.
 *                B    [4]C: C holds the consumption context at 4. Rows and columns with nothing
 *                v    in them are left out; a link around the end is drawn outside, with the
 *              [4]C   node it leads to.
 */
#include "show_deadlock.h"
#include "model/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "experiment/network.h"
#include "model/net.h"
#include "result/result.h"
#include "table.h"
#include "topology/topologies.h"

enum { LETTERS = 26 };

static char letter(size_t i)
{
    return i < LETTERS ? (char)('A' + i) : ' ';
}

/* --- the picture --------------------------------------------------------------- */

enum { LINK_COLUMNS = 6, ROW_LINES = 3, LINES_MAX = 60 };

struct drawing {
    const struct noc_topology *t;
    uint32_t width;         /* of dimension 0; that of dimension 1 is nodes / width */
    unsigned digits, cell;  /* columns of a node */
    uint16_t *column, *row; /* [coordinate]: place in the picture, from 1; 0: left out */
    unsigned columns, rows; /* of nodes */
    unsigned wide, lines;   /* of characters */
    char *canvas;           /* lines * (wide + 1) */
};

static bool lies_flat(const struct noc_topology *t)
{
    return t->dims <= 2 && (t->kind == &noc_topology_mesh || t->kind == &noc_topology_torus ||
                            t->kind == &noc_topology_utorus);
}

static void put(struct drawing *d, unsigned x, unsigned y, const char *text)
{
    for (; *text && x < d->wide && y < d->lines; text++, x++) {
        char *at = d->canvas + y * (d->wide + 1) + x;
        *at = *text == ' ' ? *at : *text;
    }
}

static unsigned x_of(const struct drawing *d, uint32_t node)
{
    return (d->column[node % d->width] - 1u) * (d->cell + LINK_COLUMNS);
}

static unsigned y_of(const struct drawing *d, uint32_t node)
{
    return (d->row[node / d->width] - 1u) * ROW_LINES;
}

/* Of coordinates along a dimension of this width: +1 up, -1 down, +2 and -2 around the end. */
static int step(uint32_t from, uint32_t to, uint32_t width)
{
    return to == from + 1 ? 1 : from == to + 1 ? -1 : to == 0 && from == width - 1 ? 2 : -2;
}

/* A channel along a row. What goes left stands a line lower. */
static void draw_across(struct drawing *d, uint32_t from, uint32_t to, char name)
{
    int way = step(from % d->width, to % d->width, d->width);
    uint32_t left = way == 1 || way == 2 ? from : to;
    char text[LINK_COLUMNS + 16];
    snprintf(text, sizeof text, way > 0 ? "--%c-->" : "<--%c--", name);
    put(d, x_of(d, left) + d->cell, y_of(d, from) + (way < 0), text);
    if (way == 2 || way == -2) {
        snprintf(text, sizeof text, "[%*u]", (int)d->digits, way == 2 ? to : from);
        put(d, x_of(d, left) + d->cell + LINK_COLUMNS, y_of(d, from) + (way < 0), text);
    }
}

/* A channel along a column. What goes to lower rows of the picture stands left of what goes up. */
static void draw_down(struct drawing *d, uint32_t from, uint32_t to, char name)
{
    int way = step(from / d->width, to / d->width, d->t->nodes / d->width);
    uint32_t above = way > 0 ? from : to;
    unsigned x = x_of(d, from) + (way > 0 ? 1 : d->digits + 1), y = y_of(d, above) + 1;
    char text[16], end[2] = {name, 0};
    put(d, x, way > 0 ? y : y + 1, end);
    put(d, x, way > 0 ? y + 1 : y, way > 0 ? "v" : "^");
    if (way == 2 || way == -2) {
        snprintf(text, sizeof text, "[%*u]", (int)d->digits, way == 2 ? to : from);
        put(d, x_of(d, from), y + 2, text);
    }
}

static void draw_held(struct drawing *d, const json_t *channel, char name)
{
    uint32_t from = (uint32_t)result_number(channel, "node");
    uint32_t to = (uint32_t)result_number(channel, "next");
    const char text[2] = {name, 0};
    if (from == to) {
        unsigned x = x_of(d, from) + d->digits + 2, y = y_of(d, from);
        x +=
            d->canvas[y * (d->wide + 1) + x] != ' '; /* of several contexts there is room for two */
        put(d, x, y, text);
    } else if (from / d->width == to / d->width) {
        draw_across(d, from, to, name);
    } else {
        draw_down(d, from, to, name);
    }
}

/* Which rows and columns have something in them. */
static void find_places(struct drawing *d, const json_t *waits)
{
    uint32_t height = d->t->nodes / d->width;
    size_t i;
    const json_t *wait;
    json_array_foreach (waits, i, wait) {
        const json_t *wants = json_object_get(wait, "wants");
        const char *const ends[] = {"node", "next"};
        for (unsigned k = 0; k < 2; k++) {
            uint32_t node = (uint32_t)result_number(wants, ends[k]);
            d->column[node % d->width] = d->row[node / d->width] = 1;
        }
    }
    for (uint32_t x = 0; x < d->width; x++) {
        d->column[x] = d->column[x] ? (uint16_t)++d->columns : 0;
    }
    for (uint32_t y = 0; y < height; y++) {
        d->row[y] = d->row[y] ? (uint16_t)++d->rows : 0;
    }
}

static void draw_nodes(struct drawing *d)
{
    for (uint32_t node = 0; node < d->t->nodes; node++) {
        char text[16];
        if (d->column[node % d->width] && d->row[node / d->width]) {
            snprintf(text, sizeof text, "[%*u]", (int)d->digits, node);
            put(d, x_of(d, node), y_of(d, node), text);
        }
    }
}

static void print_drawing(const struct drawing *d)
{
    unsigned empty = 0; /* lines: not at the end */
    printf("\nA letter stands at what that worm holds and the one before wants\n\n");
    for (unsigned y = 0; y < d->lines; y++) {
        const char *line = d->canvas + y * (d->wide + 1);
        unsigned n = d->wide;
        while (n > 0 && line[n - 1] == ' ') {
            n--;
        }
        if (n == 0) {
            empty++;
            continue;
        }
        for (; empty > 0; empty--) {
            putchar('\n');
        }
        printf("  %.*s\n", (int)n, line);
    }
}

/* Nothing, if it is larger than the screen. */
static void draw_wait_cycle(const struct noc_topology *t, const json_t *waits)
{
    struct drawing d = {.t = t, .width = t->width[0]};
    size_t i, n = json_array_size(waits);
    d.column = alloc_array(d.width, sizeof *d.column);
    d.row = alloc_array(t->nodes / d.width, sizeof *d.row);
    find_places(&d, waits);
    d.digits = (unsigned)snprintf(NULL, 0, "%u", t->nodes - 1);
    d.cell = d.digits + 4;
    d.wide = (d.columns + 1) * (d.cell + LINK_COLUMNS);
    d.lines = d.rows * ROW_LINES + 1;
    if (d.wide <= screen_columns() && d.lines <= LINES_MAX) {
        d.canvas = alloc_zeroed((size_t)d.lines * (d.wide + 1));
        memset(d.canvas, ' ', (size_t)d.lines * (d.wide + 1));
        draw_nodes(&d);
        for (i = 0; i < n; i++) {
            draw_held(&d, json_object_get(json_array_get(waits, i), "wants"), letter((i + 1) % n));
        }
        print_drawing(&d);
        free(d.canvas);
    }
    free(d.column);
    free(d.row);
}

/* --- the list ------------------------------------------------------------------- */

/* "3 -> 4 h", or without a letter; "the context at 4". Where each link has its own context, the
 * one meant is that of the link `by`. */
static void show_arc(const json_t *channel, const json_t *by, const char *consumption)
{
    const char *vc = result_text(channel, "vc");
    if (!result_is_context(channel)) {
        printf("%lld -> %lld%s%s", result_number(channel, "node"), result_number(channel, "next"),
               *vc ? " " : "", vc);
        return;
    }
    printf("the context at %lld", result_number(channel, "node"));
    if (strcmp(consumption, noc_consumption_words[NOC_CONSUME_LINK]) == 0 &&
        !result_is_context(by)) {
        printf(" of %lld -> %lld", result_number(by, "node"), result_number(by, "next"));
    }
}

/* "A worm from 0 to 4", "B worm from 0 to 1 > 4". */
static void show_worm(const json_t *wait, size_t i)
{
    const json_t *visits = json_object_get(wait, "visits"), *node;
    size_t place, n = json_array_size(visits);
    enum { VISITS_SHOWN = 8 };
    printf("  %c worm", letter(i));
    if (result_has_number(wait, "from")) {
        printf(" from %lld", result_number(wait, "from"));
    }
    if (!visits && result_has_number(wait, "to")) {
        printf(" to %lld", result_number(wait, "to"));
    }
    if (result_has_number(wait, "next")) {
        printf(" to %lld next", result_number(wait, "next"));
    }
    json_array_foreach (visits, place, node) {
        if (place + 1 == n || place < VISITS_SHOWN) {
            printf("%s%lld", place ? " > " : " to ", (long long)json_integer_value(node));
        } else if (place == VISITS_SHOWN) {
            printf(" > ...");
        }
    }
}

/* Of the channels that a worm holds, the one is told that the worm before it in the cycle of waits
 * wants; "holds" in the answer is where its header stands. */
void show_deadlock(const json_t *result)
{
    const json_t *waits = json_object_get(result, "deadlock");
    const char *consumption = result_text(result, "consumption");
    struct noc_topology t;
    size_t i;
    const json_t *wait, *before = json_array_get(waits, json_array_size(waits) - 1);
    bool contexts = false;
    json_array_foreach (waits, i, wait) {
        contexts = contexts || result_is_context(json_object_get(wait, "wants"));
    }
    printf("\ndeadlock: each worm holds a channel%s that the one before wants\n",
           contexts ? ", or consumption context," : "");
    json_array_foreach (waits, i, wait) {
        const json_t *holds = json_object_get(wait, "holds");
        show_worm(wait, i);
        if (result_is_context(holds)) {
            printf(" has not left");
        } else {
            printf(" holds ");
            show_arc(json_object_get(before, "wants"), json_object_get(before, "holds"),
                     consumption);
        }
        printf(", wants ");
        show_arc(json_object_get(wait, "wants"), holds, consumption);
        putchar('\n');
        before = wait;
    }
    if (json_array_size(waits) <= LETTERS && network_again(result_text(result, "topology"), &t) &&
        lies_flat(&t)) {
        draw_wait_cycle(&t, waits);
    }
}
