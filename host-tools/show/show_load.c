/* SPDX-License-Identifier: BSD-2-Clause */
/* noct load for people: the network as it lies, with a number at each link, or a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commands.h"
#include "draw_links.h"
#include "experiment/network.h"
#include "result/result.h"
#include "routing/grid_paths.h"
#include "routing/routings.h"
#include "show_experiment.h"
#include "table.h"
#include "topology/grid.h"
#include "topology/topologies.h"

enum { SHOWN_MAX = 24 };

static const char *label_of(const json_t *row)
{
    return json_is_string(json_object_get(row, "label")) ? result_text(row, "label") : NULL;
}

/* What is drawn: a network of two dimensions, with something at each link. */
struct drawing {
    struct noc_topology t; /* that draw_links.c knows: of a torus one way the one both ways */
    bool shared;           /* links have several virtual channels, which are drawn together */
    bool counts;           /* how often a multicast takes a link, not per cent */
    double *value;         /* [node * 4 + port]; negative: no such link */
    const char **label;    /* as value; NULL: none */
};

/* Can the network be drawn as it lies? */
static bool lies_flat(const char *topology, struct noc_topology *t)
{
    struct noc_fault fault;
    if (!network_again(topology, t)) {
        return false;
    }
    if (t->dims == 2 && t->kind == &noc_topology_utorus) {
        const uint16_t width[] = {t->width[0], t->width[1]};
        return noc_topology_torus.make(t, 2, width, &fault);
    }
    return noc_grid_fits(t, NULL, NULL);
}

/* The links of the answer, those of all virtual channels of a link together. */
static void drawing_fill(struct drawing *d, const json_t *links)
{
    uint32_t n = d->t.nodes * NOC_GRID_PORTS;
    const json_t *row;
    size_t i;
    d->value = alloc_array(n, sizeof *d->value);
    d->label = alloc_array(n, sizeof *d->label);
    for (uint32_t k = 0; k < n; k++) {
        d->value[k] = -1;
        d->label[k] = NULL;
    }
    json_array_foreach (links, i, row) {
        long long dim = result_number(row, "dim"), dir = result_number(row, "dir");
        size_t at = (size_t)(result_number(row, "node") * NOC_GRID_PORTS + 2 * dim + (dir < 0));
        d->shared = d->shared || d->value[at] >= 0;
        d->value[at] = (d->value[at] < 0 ? 0 : d->value[at]) +
                       json_number_value(json_object_get(row, d->counts ? "routes" : "percent"));
        d->label[at] = d->label[at] ? d->label[at] : label_of(row);
    }
}

/* Print it; false: it does not fit. */
static bool drawing_show(const struct drawing *d, bool labels, int decimals,
                         struct picture_size *size)
{
    uint32_t n = d->t.nodes * NOC_GRID_PORTS;
    char **text = alloc_array(n, sizeof *text), number[PICTURE_TEXT];
    for (uint32_t k = 0; k < n; k++) {
        snprintf(number, sizeof number, "%.*f", d->value[k] > 0 ? decimals : 0, d->value[k]);
        text[k] = alloc_text(d->value[k] < 0 ? ""
                             : !labels       ? number
                             : d->label[k]   ? d->label[k]
                                             : "-");
    }
    bool shown = draw_links(&d->t, text,
                            labels      ? "labels"
                            : d->counts ? "how often the multicast takes each link"
                                        : "per cent of all links' visits",
                            size);
    if (shown && d->shared) {
        printf("a link's virtual channels are drawn together; --json has each\n");
    }
    for (uint32_t k = 0; k < n; k++) {
        free(text[k]);
    }
    free(text);
    return shown;
}

/* The network as it lies, as precisely as the screen allows. Else why not, and false. */
static bool show_as_it_lies(const json_t *result, bool labels)
{
    struct drawing d = {0};
    struct picture_size size = {0, 0};
    bool shown = false;
    if (!lies_flat(result_text(result, "topology"), &d.t)) {
        return false;
    }
    d.counts = *result_text(result, "algorithm");
    drawing_fill(&d, json_object_get(result, "links"));
    bool drawn = !labels || !d.shared; /* each virtual channel has a label of its own */
    for (int decimals = labels || d.counts ? 1 : 2; drawn && !shown && decimals > 0; decimals--) {
        shown = drawing_show(&d, labels, d.counts ? 0 : decimals, &size);
    }
    if (!shown && size.columns > screen_columns()) {
        printf("\nas it lies it takes %u columns, and there are %u: a wider screen, or COLUMNS=%u, "
               "shows it\n",
               size.columns, screen_columns(), size.columns);
    } else if (drawn && !shown) {
        printf("\nas it lies it takes %u lines, more than %d\n", size.lines, PICTURE_LINES_MAX);
    }
    free(d.value);
    free(d.label);
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
    struct shown *shown = alloc_array(n, sizeof *shown);
    for (size_t i = 0; i < n; i++) {
        shown[i] = (struct shown){json_array_get(links, i), i};
    }
    if (!labels) {
        qsort(shown, n, sizeof *shown, by_load);
    }
    printf("\n");
    struct table *t = table_begin(labels ? "rrrrrrl" : "rrrrrr",
                                  labels ? "node\tnext\tdim\tvc\troutes\tper cent\tlabel"
                                         : "node\tnext\tdim\tvc\troutes\tper cent");
    for (size_t i = 0; i < n && (labels || i < SHOWN_MAX); i++) {
        const json_t *row = shown[i].row, *dim = json_object_get(row, "dim");
        char dim_text[24] = "-";
        if (json_is_integer(dim)) {
            snprintf(dim_text, sizeof dim_text, "%c%lld", result_number(row, "dir") < 0 ? '-' : '+',
                     (long long)json_integer_value(dim));
        }
        const char *label = label_of(row);
        table_row(t, "%lld\t%lld\t%s\t%s\t%lld\t%.2f%s%s", result_number(row, "node"),
                  result_number(row, "next"), dim_text,
                  json_is_null(json_object_get(row, "vc")) ? "-" : result_text(row, "vc"),
                  result_number(row, "routes"), json_number_value(json_object_get(row, "percent")),
                  labels ? "\t" : "",
                  !labels ? ""
                  : label ? label
                          : "-");
    }
    table_end(t);
    if (!labels && n > SHOWN_MAX) {
        printf("the %d most loaded of %zu; --json has all\n", SHOWN_MAX, n);
    }
    free(shown);
}

/* What the load is of. */
static void show_subject(const json_t *result)
{
    static const struct {
        const char *traffic, *text;
    } what[] = {
        {"all", "every node to every other"},
        {"cells", "every regular cell to every other"},
        {"io", "between auxiliary cells and all others"},
    };
    unsigned traffic = 0;
    if (*result_text(result, "algorithm")) {
        show_title(result);
        return;
    }
    while (traffic < 3 && strcmp(result_text(result, "traffic"), what[traffic].traffic) != 0) {
        traffic++;
    }
    printf("%s on %s, %s", result_text(result, "routing"), result_text(result, "topology"),
           traffic < 3 ? what[traffic].text : result_text(result, "traffic"));
    if (result_has_number(result, "io_share")) {
        printf(", I/O %lld %% of the rest", result_number(result, "io_share"));
    }
    printf(":\n");
}

void show_load(const struct options *o, const json_t *result)
{
    const json_t *links = json_object_get(result, "links");
    bool labels = o->text[KEY_labels];
    bool channels = !json_is_null(json_object_get(json_array_get(links, 0), "vc"));
    show_subject(result);
    printf("%lld link visits, the most on one %s %lld (%.2f %%)\n", result_number(result, "sum"),
           channels ? "channel" : "link", result_number(result, "max"),
           json_number_value(json_object_get(result, "percent_max")));
    long long unreached = result_number(result, "unreached");
    if (result_has_number(result, "link_max")) {
        printf("the busiest link has %lld: at most %.4f flits/node/cycle are accepted\n",
               result_number(result, "link_max"),
               json_number_value(json_object_get(result, "capacity")));
    }
    if (unreached) {
        printf("%lld pair%s no route and %s not counted\n", unreached,
               unreached == 1 ? " has" : "s have", unreached == 1 ? "is" : "are");
    }
    if (!show_as_it_lies(result, labels)) {
        show_table(links, labels);
    }
}
