/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *        1     2           32 |      ..<<<<<rssss>>>>>>
 *   0----+-----1           33 |              ...xx<<<<<
 *        2-----3
 */
#include "draw_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bars.h"
#include "base/alloc.h"
#include "draw_heat.h"
#include "show/draw_links.h"
#include "show/table.h"
#include "topology/grid.h"
#include "topology/topologies.h"
#include "scene_tree.h"

enum { ROWS_MAX = 64, LINKS_SHOWN = 12 };

/* --- the tree ------------------------------------------------------------------------------ */

struct canvas {
    char *text; /* rows of `columns` and a zero */
    uint32_t columns, rows;
};

static void put(struct canvas *c, uint32_t x, uint32_t y, const char *text)
{
    for (; *text && x < c->columns && y < c->rows; x++, text++) {
        c->text[(size_t)y * (c->columns + 1) + x] = *text;
    }
}

static void line(struct canvas *c, uint32_t x, uint32_t end, uint32_t y)
{
    for (; x < end; x++) {
        put(c, x, y, "-");
    }
}

static void put_child(struct canvas *c, const struct tree *t, uint32_t width, uint32_t node,
                      uint32_t parent)
{
    char name[12];
    snprintf(name, sizeof name, "%u", node);
    uint32_t x = scene_tree_step(t, node) * width + t->slot[node] * (width - 2), y = t->row[node];
    uint32_t from = scene_tree_step(t, parent) * width + width - 3, above = t->row[parent];
    if (t->slot[node]) {
        line(c, x - 2, x, y);
    } else if (y == above) {
        line(c, from, x, y);
    } else {
        line(c, from, x - 1, above);
        for (uint32_t down = above + 1; down < y; down++) {
            put(c, x - 2, down, "|");
        }
        put(c, x - 2, y, "`-");
    }
    put(c, x, y, name);
}

static void print_canvas(const struct canvas *c)
{
    for (uint32_t y = 0; y < c->rows; y++) {
        const char *row = c->text + (size_t)y * (c->columns + 1);
        size_t n = c->columns;
        while (n > 0 && row[n - 1] == ' ') {
            n--;
        }
        printf("%.*s\n", (int)n, row);
    }
}

/* Rows in which no node is within the room have nothing but lines that pass by, and are left out. How
 * many are there then? */
static uint32_t leave_out_rows(struct tree *t, uint32_t nodes, uint32_t room)
{
    uint32_t *place = alloc_array(t->rows, sizeof *place), rows = 0;
    for (uint32_t n = 0; n < nodes; n++) {
        if (t->placed[n] && scene_tree_step(t, n) < room) {
            place[t->row[n]] = 1;
        }
    }
    for (uint32_t r = 0; r < t->rows; r++) {
        rows += place[r];
        place[r] = rows ? rows - 1 : 0;
    }
    for (uint32_t n = 0; n < nodes; n++) {
        if (t->placed[n]) {
            t->row[n] = place[t->row[n]];
        }
    }
    free(place);
    return rows;
}

static void text_tree(const struct scene *s, uint32_t number)
{
    struct tree t;
    scene_tree(&t, s, number);
    uint32_t steps = scene_tree_steps(&t);
    uint32_t width = (uint32_t)snprintf(NULL, 0, "%u", s->t.nodes - 1) + 4;
    uint32_t room = screen_columns() / width;
    uint32_t rows = leave_out_rows(&t, s->t.nodes, room);
    struct canvas c = {.columns = screen_columns(), .rows = rows < ROWS_MAX ? rows : ROWS_MAX};
    c.text = alloc_zeroed((size_t)c.rows * (c.columns + 1));
    memset(c.text, ' ', (size_t)c.rows * (c.columns + 1));
    char name[12];
    snprintf(name, sizeof name, "%u", t.source);
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        for (uint32_t k = t.first[n]; t.placed[n] && k != SCENE_NOBODY; k = t.next[k]) {
            if (scene_tree_step(&t, k) < room) {
                put_child(&c, &t, width, k, n);
            }
        }
    }
    put(&c, 0, 0, name);
    printf(s->trees > 1 ? "\nTree of part %u\nstep" : "\nTree\nstep", number + 1);
    for (uint32_t step = 1, x = 4; step <= steps && step < room; step++) {
        x += (uint32_t)printf("%*u", (int)(step * width + width - 4 - x), step);
    }
    printf("\n");
    print_canvas(&c);
    if (t.rows > c.rows || steps >= room) {
        printf("(not all of %u rows, %u steps)\n", t.rows, steps);
    }
    free(c.text);
    scene_tree_free(&t);
}

/* --- messages by steps --------------------------------------------------------------------- */

/* A line for each step: who sends to whom, as many as there is room for. */
static void text_steps(const struct scene *s)
{
    printf("\nMessages by steps\n");
    for (uint32_t step = 1; step <= s->steps && step <= ROWS_MAX; step++) {
        unsigned column = (unsigned)printf("%4u ", step), more = 0;
        for (uint32_t i = 0; i < s->worms; i++) {
            const struct scene_worm *w = &s->worm[i];
            char text[32];
            if (!w->data || w->step != step || !w->visits) {
                continue;
            }
            unsigned length =
                (unsigned)snprintf(text, sizeof text, " %u>%u", w->from, w->visit[0].node);
            if (column + length + 14 > screen_columns()) {
                more++;
            } else {
                column += (unsigned)printf("%s", text);
            }
        }
        printf(more ? ", and %u more\n" : "\n", more);
    }
}

/* --- links --------------------------------------------------------------------------------- */

static int by_flits(const void *a, const void *b)
{
    const struct scene_link *x = *(const struct scene_link *const *)a,
                            *y = *(const struct scene_link *const *)b;
    return x->flits != y->flits ? (x->flits < y->flits) - (x->flits > y->flits)
         : x->node != y->node   ? (x->node > y->node) - (x->node < y->node)
                                : (x->next > y->next) - (x->next < y->next);
}

/* The links that carry most, as bars. */
static void text_top(const struct scene *s)
{
    const struct scene_link **order = alloc_array(s->links + 1, sizeof *order);
    uint32_t n = s->links < LINKS_SHOWN ? s->links : LINKS_SHOWN;
    unsigned bar = screen_columns() - 34; /* before it are 26 columns, behind it a number */
    for (uint32_t i = 0; i < s->links; i++) {
        order[i] = &s->link[i];
    }
    qsort(order, s->links, sizeof *order, by_flits);
    printf("\nLinks that carry most: %s%s\n",
           json_object_get(s->answer, "links") ? "flits" : "messages",
           s->waited ? ", cycles that headers waited" : "");
    for (uint32_t i = 0; i < n; i++) {
        const struct scene_link *l = order[i];
        printf("%6u to %-6u %8" PRIu64 " ", l->node, l->next, l->flits);
        for (uint64_t k = 0; k < (uint64_t)(bar > 60 ? 60 : bar) * l->flits / s->flits; k++) {
            putchar('#');
        }
        if (l->waited) {
            printf(" %" PRIu64, l->waited);
        }
        putchar('\n');
    }
    free(order);
}

static bool is_flat(const struct noc_topology *t)
{
    bool mesh = t->kind != &noc_topology_cube && t->kind != &noc_topology_ccc &&
                t->kind != &noc_topology_graph;
    return mesh && t->dims == 2 && t->links == NOC_GRID_PORTS;
}

/* Where the network is flat and there is room, a number at each link, else a digit. */
static void text_links(const struct scene *s)
{
    uint32_t n = s->t.nodes * NOC_GRID_PORTS;
    char **text = alloc_array(n, sizeof *text);
    struct picture_size size;
    struct noc_link link;
    for (uint32_t i = 0; i < s->links && is_flat(&s->t); i++) {
        const struct scene_link *l = &s->link[i];
        for (unsigned port = 0; port < NOC_GRID_PORTS; port++) {
            char **at = &text[l->node * NOC_GRID_PORTS + port];
            if (!*at && noc_topology_link(&s->t, l->node, port, &link) && link.node == l->next) {
                *at = alloc_zeroed(PICTURE_TEXT);
                snprintf(*at, PICTURE_TEXT, "%" PRIu64, l->flits);
                break;
            }
        }
    }
    const char *what =
        json_object_get(s->answer, "links") ? "flits on each link" : "messages on each link";
    if (!is_flat(&s->t) || !draw_links(&s->t, text, what, &size)) {
        draw_heat(s);
    }
    for (uint32_t i = 0; i < n; i++) {
        free(text[i]);
    }
    free(text);
    text_top(s);
}

/* --- cores --------------------------------------------------------------------------------- */

/* One bar into a row of characters; what tells more stays. */
static void text_bar(const struct scene *s, const struct bar *b, char *row, unsigned columns)
{
    static const char letter[BAR_KINDS + 1] = ".x<rs>", *const rank = " .><rsx";
    uint64_t begin = b->begin * columns / s->end, end = (b->end * columns + s->end - 1) / s->end;
    for (uint64_t x = begin; x < end && x < columns; x++) {
        if (strchr(rank, letter[b->kind]) > strchr(rank, row[x])) {
            row[x] = letter[b->kind];
        }
    }
}

/* What the letters mean, as many in a line as fit. */
static void text_letters(void)
{
    static const char *const meaning[] = {". its message travels", "x it waits", "< it comes in",
                                          "r software receives",   "s start-up", "> it goes out"};
    unsigned column = 0;
    for (unsigned i = 0; i < sizeof meaning / sizeof *meaning; i++) {
        unsigned length = (unsigned)strlen(meaning[i]);
        if (column && column + 2 + length > screen_columns()) {
            putchar('\n');
            column = 0;
        }
        column += (unsigned)printf("%s%s", column ? "  " : "", meaning[i]);
    }
    putchar('\n');
}

static void text_cores(const struct scene *s)
{
    struct bars b = {NULL, 0, 0};
    int digits = snprintf(NULL, 0, "%u", s->t.nodes - 1);
    unsigned columns = screen_columns() - (unsigned)digits - 4;
    char *row = alloc_zeroed(columns + 1);
    uint32_t rows = 0, members = 0;
    size_t i = 0;
    bars_of_cores(&b, s);
    printf("\nCores from cycle 0 to %" PRIu64 "\n", s->end);
    text_letters();
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        members += s->node[n].member || s->node[n].root;
        if ((!s->node[n].member && !s->node[n].root) || rows == ROWS_MAX) {
            continue;
        }
        memset(row, ' ', columns);
        for (; i < b.n && b.at[i].row <= n; i++) {
            if (b.at[i].row == n) {
                text_bar(s, &b.at[i], row, columns);
            }
        }
        unsigned length = columns;
        while (length > 0 && row[length - 1] == ' ') {
            length--;
        }
        printf("%*u |%.*s\n", digits, n, (int)length, row);
        rows++;
    }
    if (rows < members) {
        printf("(%u of %u cores)\n", rows, members);
    }
    free(row);
    free(b.at);
}

/* Of random traffic, and of a program of one's own, the links alone are known. */
void draw_text(const struct scene *s)
{
    for (uint32_t i = 0; s->tree && s->worms && i < s->trees; i++) {
        text_tree(s, i);
    }
    if (s->worms && !s->tree) {
        text_steps(s);
    }
    if (s->flits) {
        text_links(s);
    }
    if (s->timed) {
        text_cores(s);
    }
}
