/* SPDX-License-Identifier: BSD-2-Clause */
/* noct route for people: the channels of the path, and where they lie. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commands.h"
#include "draw_nodes.h"
#include "experiment/network.h"
#include "result/result.h"
#include "table.h"

/* One header flit; `list`: of several destinations. */
static void show_header(const json_t *header, bool list)
{
    const char *kind = result_text(header, "kind"), *control = result_text(header, "control");
    long long links = result_number(header, "links");
    if (strcmp(kind, "turn") == 0) {
        printf("port %lld for %lld link%s", result_number(header, "port"), links,
               links == 1 ? "" : "s");
        return;
    }
    if (strcmp(kind, "coded") == 0) {
        printf(strcmp(control, "both") == 0 ? "receive and pass to " : "pass to ");
    } else if (strcmp(kind, "last") == 0) {
        printf(list ? "last " : "to node ");
    }
    printf("%lld", result_number(header, "node"));
}

static void show_headers(const json_t *headers)
{
    const json_t *header;
    size_t i;
    bool turns = json_object_get(json_array_get(headers, 0), "port");
    printf("header, %zu flit%s:", json_array_size(headers),
           json_array_size(headers) == 1 ? "" : "s");
    json_array_foreach (headers, i, header) {
        printf(i ? ", " : " ");
        show_header(header, i > 0 && !turns);
    }
    printf("\n\n");
}

/* "from 0 to 3, 7, 9: 12 hops" */
static void show_ends(const json_t *result)
{
    const json_t *to = json_object_get(result, "to"), *node;
    size_t i;
    printf("%s on %s, from %lld to ", result_text(result, "routing"),
           result_text(result, "topology"), result_number(result, "from"));
    json_array_foreach (to, i, node) {
        printf("%s%lld", i ? ", " : "", (long long)json_integer_value(node));
    }
    printf(": %lld hop%s\n\n", result_number(result, "hops"),
           result_number(result, "hops") == 1 ? "" : "s");
}

/* Which visit the channel leads to, from 1 on; "-": none. */
static const char *visit_text(const json_t *visits, size_t hop, char text[24])
{
    size_t i;
    const json_t *visit;
    strcpy(text, visits ? "-" : "");
    json_array_foreach (visits, i, visit) {
        if ((size_t)result_number(visit, "hops") == hop) {
            snprintf(text, 24, "%zu", i + 1);
        }
    }
    return text;
}

/* Cells of one channel; with the node's place in front if nodes have names. */
static void show_channel(struct table *t, size_t hop, const json_t *channel, const char *place)
{
    const json_t *dim = json_object_get(channel, "dim");
    char text[24] = "-";
    if (json_is_integer(dim)) {
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(dim));
    }
    table_row(t, "%zu\t%lld\t%lld\t%s\t%s\t%s", hop, result_number(channel, "node"),
              result_number(channel, "next"), text,
              json_is_null(json_object_get(channel, "vc")) ? "-" : result_text(channel, "vc"),
              place);
}

void show_route(const struct options *o, const json_t *result)
{
    const json_t *channels = json_object_get(result, "channels"), *channel;
    struct noc_topology topology;
    char here[PLACE_TEXT] = "", next[PLACE_TEXT], place[2 * PLACE_TEXT + 8] = "", nth[24];
    size_t i;
    (void)o;
    bool known = network_again(result_text(result, "topology"), &topology);
    const json_t *visits = json_object_get(result, "visits");
    show_ends(result);
    if (json_object_get(result, "headers")) {
        show_headers(json_object_get(result, "headers"));
    }
    if (known) {
        place_text(&topology, 0, here);
    }
    bool named = here[0];
    char headings[64];
    snprintf(headings, sizeof headings, "hop\tnode\tnext\tdim\tvc%s%s", named || visits ? "\t" : "",
             named    ? place_name(&topology)
             : visits ? "visit"
                      : "");
    struct table *t = table_begin(named || visits ? "rrrrll" : "rrrrl", headings);
    json_array_foreach (channels, i, channel) {
        if (named) {
            place_text(&topology, (uint32_t)result_number(channel, "node"), here);
            place_text(&topology, (uint32_t)result_number(channel, "next"), next);
            snprintf(place, sizeof place, "%s -> %s", here, next);
        }
        show_channel(t, i + 1, channel, named ? place : visit_text(visits, i + 1, nth));
    }
    table_end(t);
}
