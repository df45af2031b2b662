/* SPDX-License-Identifier: BSD-2-Clause */
/* noct route: the channels of one path, and the header where it is made at the source. libnoc
 * alone. */
#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "command.h"
#include "map.h"
#include "memory.h"
#include "packet.h"
#include "table.h"

/* `from` or `to`: one node. */
static enum status end_of_path(const struct experiment *e, const struct options *o, int key,
                               uint32_t *node, struct complaint *why)
{
    const char *name = key_rows[key].name;
    uint16_t *list;
    uint32_t n;
    if (!o->text[key]) {
        return complain(why, STATUS_BAD, "%s: missing; give a node from 0 to %u", name,
                        e->topology.nodes - 1);
    }
    if (nodes_parse(name, o->text[key], e->topology.nodes, &list, &n, why)) {
        return STATUS_BAD;
    }
    *node = list[0];
    free(list);
    if (n == 1) {
        return STATUS_DONE;
    }
    if (key == KEY_to && n > 1) {
        return complain(why, STATUS_BAD, "to '%s': routing %s leads a worm to one node; give one",
                        o->text[key], e->routing->name);
    }
    return complain(why, STATUS_BAD, "%s '%s': give one node", name, o->text[key]);
}

/* [{"flit","kind":"turn","port","links"}, ..., {"flit","kind":"last","node"}] */
static json_t *headers_json(const struct experiment *e, uint32_t from, uint32_t to)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    uint32_t n = noc_route_headers(&e->topology, e->routing, from, to, header);
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = noc_header_node(header[i]);
        json_t *one = json_pack("{s:I}", "flit", (json_int_t)header[i]);
        if (noc_header_kind(header[i]) == NOC_HEADER_TURN) {
            json_object_set_new(one, "kind", json_string("turn"));
            json_object_set_new(one, "port", json_integer(noc_header_field(header[i])));
            json_object_set_new(one, "links", json_integer(node));
        } else {
            json_object_set_new(one, "kind", json_string("last"));
            json_object_set_new(one, "node", json_integer(node));
        }
        json_array_append_new(list, one);
    }
    return list;
}

enum status ask_route(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    uint32_t from = 0, to = 0;
    enum status status = experiment_make(&e, o, NEED_NETWORK, why);
    if (status || (status = end_of_path(&e, o, KEY_from, &from, why)) ||
        (status = end_of_path(&e, o, KEY_to, &to, why))) {
        experiment_free(&e);
        return status;
    }
    uint32_t most = e.topology.nodes * e.topology.ports * e.routing->vcs;
    struct noc_channel *path = claim_array(most, sizeof *path);
    int32_t hops = noc_route_path(&e.topology, e.routing, from, to, path, most);
    if (hops < 0) {
        free(path);
        complain(why, STATUS_NO, "routing %s finds no way from %u to %u", e.routing->name, from, to);
        experiment_free(&e);
        return STATUS_NO;
    }
    json_t *channels = json_array();
    for (int32_t i = 0; i < hops; i++) {
        json_array_append_new(channels, answer_channel(&e, &path[i]));
    }
    *answer = answer_new(&e);
    json_object_set_new(*answer, "from", json_integer(from));
    json_object_set_new(*answer, "to", json_pack("[i]", (int)to));
    json_object_set_new(*answer, "channels", channels);
    json_object_set_new(*answer, "hops", json_integer(hops));
    if (e.routing->source && from != to) {
        json_object_set_new(*answer, "headers", headers_json(&e, from, to));
    }
    free(path);
    experiment_free(&e);
    return STATUS_DONE;
}

static void show_headers(const json_t *headers)
{
    const json_t *header;
    size_t i;
    printf("header, %zu flit%s:", json_array_size(headers),
           json_array_size(headers) == 1 ? "" : "s");
    json_array_foreach(headers, i, header) {
        if (json_object_get(header, "port")) {
            printf(" port %lld for %lld link%s,", answer_number(header, "port"),
                   answer_number(header, "links"), answer_number(header, "links") == 1 ? "" : "s");
        } else {
            printf(" to node %lld\n\n", answer_number(header, "node"));
        }
    }
}

/* Cells of one channel; with the node's place in front if nodes have names. */
static void show_channel(struct table *t, size_t hop, const json_t *channel, const char *place)
{
    const json_t *dim = json_object_get(channel, "dim");
    char text[24] = "-";
    if (json_is_integer(dim)) {
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(dim));
    }
    table_row(t, "%zu\t%lld\t%lld\t%s\t%s\t%s", hop, answer_number(channel, "node"),
              answer_number(channel, "next"), text,
              json_is_null(json_object_get(channel, "vc")) ? "-" : answer_text(channel, "vc"),
              place);
}

void show_route(const struct options *o, const json_t *answer)
{
    const json_t *channels = json_object_get(answer, "channels"), *channel;
    struct noc_topology topology;
    char here[PLACE_TEXT] = "", next[PLACE_TEXT], place[2 * PLACE_TEXT + 8] = "";
    struct table t;
    size_t i;
    (void)o;
    bool known = network_again(answer_text(answer, "topology"), &topology);
    printf("%s on %s, from %lld to %lld: %lld hop%s\n\n", answer_text(answer, "routing"),
           answer_text(answer, "topology"), answer_number(answer, "from"),
           (long long)json_integer_value(json_array_get(json_object_get(answer, "to"), 0)),
           answer_number(answer, "hops"), answer_number(answer, "hops") == 1 ? "" : "s");
    if (json_object_get(answer, "headers")) {
        show_headers(json_object_get(answer, "headers"));
    }
    if (known) {
        place_text(&topology, 0, here);
    }
    bool named = here[0];
    char headings[64];
    snprintf(headings, sizeof headings, "hop\tnode\tnext\tdim\tvc%s%s", named ? "\t" : "",
             named ? place_name(&topology) : "");
    table_begin(&t, named ? "rrrrll" : "rrrrl", headings);
    json_array_foreach(channels, i, channel) {
        if (named) {
            place_text(&topology, (uint32_t)answer_number(channel, "node"), here);
            place_text(&topology, (uint32_t)answer_number(channel, "next"), next);
            snprintf(place, sizeof place, "%s -> %s", here, next);
        }
        show_channel(&t, i + 1, channel, place);
    }
    table_end(&t);
}
