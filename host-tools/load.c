/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct load: how many routes lead over each link, and the labels that prove a
 * routing free of deadlock. libnoc/verify counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "grid.h"
#include "memory.h"
#include "network.h"
#include "progress.h"
#include "table.h"
#include "verify.h"

enum { SHARE_MAX = 10000, LABEL_TEXT = 32, SHOWN_MAX = 24, LINES_MAX = 120 };

enum traffic { TRAFFIC_ALL, TRAFFIC_CELLS, TRAFFIC_IO };
static const char *const traffic_name[] = { "all", "cells", "io" };

/* Routes over each channel, apart and together. */
struct loads {
    uint64_t *io, *cells, *routes; /* routes: what was asked for */
    uint64_t io_sum, cells_sum, sum, max;
    uint64_t unreached; /* pairs of what was asked for that have no route */
    uint64_t share;     /* I/O in per cent of the rest; 0: as it comes */
};

/* --- the answer ---------------------------------------------------------------------- */

static enum status which_traffic(const struct options *o, enum traffic *traffic, uint64_t *share,
                                 struct complaint *why)
{
    const char *text = o->text[KEY_traffic], *io_share = o->text[KEY_io_share];
    for (*traffic = TRAFFIC_ALL; text && strcmp(text, traffic_name[*traffic]) != 0; ++*traffic) {
        if (*traffic == TRAFFIC_IO) {
            return complain(why, STATUS_BAD, "traffic '%s': must be all, cells or io", text);
        }
    }
    *share = 0;
    if (io_share && *traffic != TRAFFIC_ALL) {
        return complain(why, STATUS_BAD,
                        "io_share: mixes the two kinds of traffic; leave out traffic '%s'", text);
    }
    return io_share ? number_parse("io_share", io_share, 1, SHARE_MAX, share, why) : STATUS_DONE;
}

/* Routes over each channel and their sum; pairs without a route, apart for what is I/O. */
static void count_all(struct loads *l, const struct experiment *e, uint64_t *io_unreached,
                      uint64_t *unreached)
{
    const struct noc_topology *t = &e->topology;
    struct progress p;
    progress_begin(&p, "all pairs", t->nodes);
    for (uint32_t from = 0; from < t->nodes; from++) {
        if (!noc_link_load_from(t, e->routing, NOC_LOAD_IO, from, l->io, &l->io_sum,
                                io_unreached) ||
            !noc_link_load_from(t, e->routing, NOC_LOAD_ALL, from, l->cells, &l->cells_sum,
                                unreached)) {
            out_of_memory();
        }
        progress_at(&p, from);
    }
    progress_end(&p);
}

static void count(struct loads *l, const struct experiment *e, enum traffic traffic)
{
    uint32_t channels = e->topology.nodes * e->topology.ports * e->routing->vcs;
    uint64_t io_unreached = 0, unreached = 0;
    l->io = claim_array(channels, sizeof *l->io);
    l->cells = claim_array(channels, sizeof *l->cells);
    l->routes = claim_array(channels, sizeof *l->routes);
    count_all(l, e, &io_unreached, &unreached);
    l->cells_sum -= l->io_sum;
    l->unreached = traffic == TRAFFIC_IO      ? io_unreached
                   : traffic == TRAFFIC_CELLS ? unreached - io_unreached
                                              : unreached;
    for (uint32_t i = 0; i < channels; i++) {
        l->cells[i] -= l->io[i];
        l->routes[i] = (traffic == TRAFFIC_IO ? 0 : l->cells[i]) +
                       (traffic == TRAFFIC_CELLS ? 0 : l->io[i]);
        l->sum += l->routes[i];
        l->max = l->routes[i] > l->max ? l->routes[i] : l->max;
    }
}

static double part(uint64_t of, uint64_t sum)
{
    return sum ? 100.0 * (double)of / (double)sum : 0;
}

/* Of a channel: per cent of all routes' channels. */
static double percent(const struct loads *l, uint32_t channel)
{
    double share = (double)l->share / 100;
    return l->share ? (part(l->cells[channel], l->cells_sum) +
                       share * part(l->io[channel], l->io_sum)) / (1 + share)
                    : part(l->routes[channel], l->sum);
}

/* "2.0.1.3", or null */
static json_t *label_or_null(const struct experiment *e, const struct noc_channel *c)
{
    struct noc_label label;
    char text[LABEL_TEXT];
    if (!e->routing->label(&e->topology, c->node, c->port, c->vc, &label)) {
        return json_null();
    }
    snprintf(text, sizeof text, "%u.%u.%u.%u", label.part[0], label.part[1], label.part[2],
             label.part[3]);
    return json_string(text);
}

/* All channels that the routing uses, and unused links. */
static json_t *links_answer(const struct experiment *e, const struct loads *l, bool labels,
                            double *percent_max)
{
    json_t *links = json_array();
    struct noc_link link;
    for (uint32_t node = 0; node < e->topology.nodes; node++) {
        for (unsigned i = 0; i < (unsigned)e->topology.ports * e->routing->vcs; i++) {
            struct noc_channel c = { .node = (uint16_t)node,
                                     .port = (uint8_t)(i / e->routing->vcs),
                                     .vc = (uint8_t)(i % e->routing->vcs) };
            uint32_t at = noc_channel_index(&e->topology, e->routing, node, c.port, c.vc);
            if (!noc_topology_link(&e->topology, node, c.port, &link) ||
                (c.vc > 0 && !e->routing->uses(&e->topology, node, c.port, c.vc))) {
                continue;
            }
            c.next = link.node;
            c.dim = link.dim;
            double of = percent(l, at);
            *percent_max = of > *percent_max ? of : *percent_max;
            json_t *row = answer_channel(e, &c);
            json_object_set_new(row, "dir", link.dir ? json_integer(link.dir) : json_null());
            json_object_set_new(row, "routes", json_integer((json_int_t)l->routes[at]));
            json_object_set_new(row, "percent", json_real(of));
            if (labels) {
                json_object_set_new(row, "label", label_or_null(e, &c));
            }
            json_array_append_new(links, row);
        }
    }
    return links;
}

static json_t *load_answer(const struct experiment *e, const struct loads *l, enum traffic traffic,
                           bool labels)
{
    double percent_max = 0;
    json_t *answer = answer_new(e);
    json_object_del(answer, "ports"); /* change nothing here */
    json_object_set_new(answer, "traffic", json_string(traffic_name[traffic]));
    if (l->share) {
        json_object_set_new(answer, "io_share", json_integer((json_int_t)l->share));
    }
    json_object_set_new(answer, "links", links_answer(e, l, labels, &percent_max));
    json_object_set_new(answer, "sum", json_integer((json_int_t)l->sum));
    json_object_set_new(answer, "max", json_integer((json_int_t)l->max));
    json_object_set_new(answer, "percent_max", json_real(percent_max));
    json_object_set_new(answer, "unreached", json_integer((json_int_t)l->unreached));
    return answer;
}

static enum status no_labels(const struct experiment *e, struct complaint *why)
{
    complain(why, STATUS_BAD, "labels: routing %s has no proof by labels; those that have:",
             e->routing->name);
    const char *comma = "";
    for (unsigned i = 0; noc_routings[i]; i++) {
        if (noc_routings[i]->label) {
            complain_more(why, "%s %s", comma, noc_routings[i]->name);
            comma = ",";
        }
    }
    return STATUS_BAD;
}

enum status ask_load(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct loads l = { 0 };
    enum traffic traffic;
    bool labels = o->text[KEY_labels];
    enum status status = experiment_make(&e, o, NEED_NETWORK, why);
    if (status) {
        return status;
    }
    status = which_traffic(o, &traffic, &l.share, why);
    if (!status && labels && !e.routing->label) {
        status = no_labels(&e, why);
    }
    if (!status) {
        count(&l, &e, traffic);
        if ((l.share || traffic == TRAFFIC_IO) && l.io_sum == 0) {
            status = complain(why, STATUS_BAD,
                              "%s: topology '%s' has no I/O under routing %s; that takes a grid:FILE "
                              "with auxiliary cells that are reached",
                              l.share ? "io_share" : "traffic 'io'", e.topology_text,
                              e.routing->name);
        } else {
            *answer = load_answer(&e, &l, traffic, labels);
        }
        free(l.io);
        free(l.cells);
        free(l.routes);
    }
    experiment_free(&e);
    return status;
}

/* --- the picture: a grid with a number at each link ------------------------------------------ */

/*
 *            1.2>           Each row takes three lines, each inserted cell's place in a
 *   (3)-----------[ 0]--    column three more. What goes right stands above a link, what
 *            <1.2           goes left below it; what goes up or down stands at the cell
 *                           that it leaves.
 */
struct picture {
    const struct noc_topology *t;
    char **text;         /* [node * 4 + port]: what stands at this channel; NULL: nothing */
    unsigned digits;     /* of node numbers */
    unsigned cell, link; /* columns */
    bool around_x, around_y; /* is there room for what lies around? */
    unsigned *x, *y;     /* where a regular column, or row, begins */
    unsigned columns, lines;
    char *canvas;        /* lines * (columns + 1) */
};

static const char *at_channel(const struct picture *p, uint32_t node, unsigned port)
{
    const char *text = p->text[node * NOC_GRID_PORTS + port];
    return text ? text : "-";
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
    char text[LABEL_TEXT + 2];
    for (unsigned i = 0; i < length; i++) {
        draw(p, x + i, y, "-");
    }
    snprintf(text, sizeof text, "%s>", at_channel(p, left, left_port));
    draw(p, x + p->cell - p->digits - 2, y - 1, text);
    snprintf(text, sizeof text, "<%s", at_channel(p, right, right_port));
    draw(p, x + p->cell - p->digits - 2, y + 1, text);
}

/* What leaves node by port upwards or downwards, at its place. */
static void draw_down(struct picture *p, unsigned x, unsigned y, uint32_t node, unsigned port,
                      bool up)
{
    char text[LABEL_TEXT + 2];
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

/* Where columns and rows begin; false: wider than the screen, or too long. */
static bool lay_out(struct picture *p)
{
    unsigned width = p->t->width[0], height = p->t->width[1];
    uint64_t x = p->around_x ? p->cell + p->link : 0, y = 1 + (p->around_y ? 3 : 0);
    for (unsigned i = 0; i < width && x <= SCREEN_COLUMNS; i++) {
        unsigned most = 0;
        p->x[i] = (unsigned)x;
        for (unsigned row = 0; row < height && i + 1 < width; row++) {
            unsigned k = between(p->t, row * width + i, row * width + i + 1, NOC_GRID_RIGHT);
            most = k > most ? k : most;
        }
        x += (uint64_t)(p->cell + p->link) * (most + 1);
    }
    for (unsigned i = 0; i < height && y <= LINES_MAX; i++) {
        unsigned most = 0;
        p->y[i] = (unsigned)y;
        for (unsigned c = 0; c < width && i + 1 < height; c++) {
            unsigned k = between(p->t, i * width + c, (i + 1) * width + c, NOC_GRID_DOWN);
            most = k > most ? k : most;
        }
        y += 3u * (most + 1);
    }
    p->columns = (unsigned)x + (p->around_x ? p->cell : 0);
    p->lines = (unsigned)y + (p->around_y ? 3 : 0);
    return x <= SCREEN_COLUMNS && p->columns <= SCREEN_COLUMNS + p->link && y <= LINES_MAX;
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
            if (noc_topology_link(p->t, node, port, &link) &&
                !noc_grid_surface(p->t, node, port)) {
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

static bool show_picture(const struct noc_topology *t, char **text, const char *what)
{
    struct picture p = { .t = t, .text = text };
    size_t longest = 0;
    bool fits;
    for (uint32_t i = 0; i < t->nodes * NOC_GRID_PORTS; i++) {
        size_t length = text[i] ? strlen(text[i]) : 0;
        longest = length > longest ? length : longest;
    }
    p.digits = (unsigned)snprintf(NULL, 0, "%u", t->nodes - 1);
    p.cell = p.digits + 2 > longest + 2 ? p.digits + 2 : (unsigned)longest + 2;
    p.link = (unsigned)longest + 2;
    p.x = claim_array(t->width[0], sizeof *p.x);
    p.y = claim_array(t->width[1], sizeof *p.y);
    look_around(&p);
    fits = lay_out(&p);
    if (fits) {
        p.canvas = claim((size_t)p.lines * (p.columns + 1));
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

/* --- for people ------------------------------------------------------------------------ */

static const char *row_text(const json_t *row, bool labels, int decimals, char text[LABEL_TEXT])
{
    if (labels) {
        return json_is_string(json_object_get(row, "label")) ? answer_text(row, "label") : NULL;
    }
    double percent = json_number_value(json_object_get(row, "percent"));
    snprintf(text, LABEL_TEXT, "%.*f", percent > 0 ? decimals : 0, percent);
    return text;
}

/* Grids, and meshes and tori that can be seen as such, on one virtual channel. */
static bool show_grid(const struct noc_topology *t, const json_t *answer, bool labels, int decimals)
{
    const json_t *row;
    char **text = claim_array((size_t)t->nodes * NOC_GRID_PORTS, sizeof *text);
    char number[LABEL_TEXT];
    size_t i;
    memset(text, 0, (size_t)t->nodes * NOC_GRID_PORTS * sizeof *text);
    json_array_foreach(json_object_get(answer, "links"), i, row) {
        const char *what = row_text(row, labels, decimals, number);
        long long dim = answer_number(row, "dim"), dir = answer_number(row, "dir");
        uint32_t port = (uint32_t)(2 * dim + (dir < 0));
        char **at = &text[answer_number(row, "node") * NOC_GRID_PORTS + port];
        if (what && !*at) {
            *at = copy_text(what);
        }
    }
    bool shown = show_picture(t, text, labels ? "labels" : "per cent of all links' visits");
    for (uint32_t n = 0; n < t->nodes * NOC_GRID_PORTS; n++) {
        free(text[n]);
    }
    free(text);
    return shown;
}

struct shown {
    const json_t *row;
    size_t place; /* among all; of rows with equal loads the first stays first */
};

static int by_load(const void *a, const void *b)
{
    const struct shown *one = a, *two = b;
    double x = json_number_value(json_object_get(one->row, "percent"));
    double y = json_number_value(json_object_get(two->row, "percent"));
    return x != y ? (x < y) - (x > y) : (one->place > two->place) - (one->place < two->place);
}

/* The most loaded links; with labels, all in the order of nodes. */
static void show_table(const json_t *links, bool labels)
{
    size_t n = json_array_size(links);
    struct shown *shown = claim_array(n, sizeof *shown);
    struct table t;
    char text[LABEL_TEXT];
    for (size_t i = 0; i < n; i++) {
        shown[i] = (struct shown){ json_array_get(links, i), i };
    }
    if (!labels) {
        qsort(shown, n, sizeof *shown, by_load);
    }
    printf("\n");
    table_begin(&t, labels ? "rrrrrrl" : "rrrrrr",
                labels ? "node\tnext\tdim\tvc\troutes\tper cent\tlabel"
                       : "node\tnext\tdim\tvc\troutes\tper cent");
    for (size_t i = 0; i < n && (labels || i < SHOWN_MAX); i++) {
        const json_t *row = shown[i].row, *dim = json_object_get(row, "dim");
        char dim_text[24] = "-";
        if (json_is_integer(dim)) {
            snprintf(dim_text, sizeof dim_text, "%c%lld",
                     answer_number(row, "dir") < 0 ? '-' : '+',
                     (long long)json_integer_value(dim));
        }
        const char *label = labels ? row_text(row, true, 0, text) : NULL;
        table_row(&t, "%lld\t%lld\t%s\t%s\t%lld\t%.2f%s%s", answer_number(row, "node"),
                  answer_number(row, "next"), dim_text,
                  json_is_null(json_object_get(row, "vc")) ? "-" : answer_text(row, "vc"),
                  answer_number(row, "routes"),
                  json_number_value(json_object_get(row, "percent")), labels ? "\t" : "",
                  !labels ? "" : label ? label : "-");
    }
    table_end(&t);
    if (!labels && n > SHOWN_MAX) {
        printf("the %d most loaded of %zu; --json has all\n", SHOWN_MAX, n);
    }
    free(shown);
}

void show_load(const struct options *o, const json_t *answer)
{
    const json_t *links = json_object_get(answer, "links");
    bool labels = o->text[KEY_labels];
    struct noc_topology t;
    static const char *const what[] = { "every node to every other",
                                        "every regular cell to every other",
                                        "between auxiliary cells and all others" };
    unsigned traffic = 0;
    while (traffic < 2 && strcmp(answer_text(answer, "traffic"), traffic_name[traffic]) != 0) {
        traffic++;
    }
    printf("%s on %s, %s", answer_text(answer, "routing"), answer_text(answer, "topology"),
           what[traffic]);
    if (answer_known(answer, "io_share")) {
        printf(", I/O %lld %% of the rest", answer_number(answer, "io_share"));
    }
    printf(":\n%lld link visits, the most on one link %lld (%.2f %%)\n",
           answer_number(answer, "sum"), answer_number(answer, "max"),
           json_number_value(json_object_get(answer, "percent_max")));
    long long unreached = answer_number(answer, "unreached");
    if (unreached) {
        printf("%lld pair%s no route and %s not counted\n", unreached,
               unreached == 1 ? " has" : "s have", unreached == 1 ? "is" : "are");
    }
    bool drawn = false;
    if (network_again(answer_text(answer, "topology"), &t) && noc_grid_fits(&t, NULL, NULL) &&
        json_is_null(json_object_get(json_array_get(links, 0), "vc"))) {
        drawn = show_grid(&t, answer, labels, 2) ||
                (!labels && show_grid(&t, answer, labels, 1)); /* narrower */
    }
    if (!drawn) {
        show_table(links, labels);
    }
}
