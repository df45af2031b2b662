/* SPDX-License-Identifier: BSD-2-Clause */
/* noct route: the channels of one path. libnoc alone. */
#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "command.h"
#include "memory.h"
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

enum status ask_route(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    uint32_t from = 0, to = 0;
    enum status status = experiment_make(&e, o, NEED_NETWORK, why);
    if (status || (status = end_of_path(&e, o, KEY_from, &from, why)) ||
        (status = end_of_path(&e, o, KEY_to, &to, why))) {
        return status;
    }
    uint32_t most = e.topology.nodes * e.topology.ports * e.routing->vcs;
    struct noc_channel *path = claim_array(most, sizeof *path);
    int32_t hops = noc_route_path(&e.topology, e.routing, from, to, path, most);
    if (hops < 0) {
        free(path);
        return complain(why, STATUS_NO, "routing %s finds no way from %u to %u", e.routing->name,
                        from, to);
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
    free(path);
    return STATUS_DONE;
}

void show_route(const struct options *o, const json_t *answer)
{
    const json_t *channels = json_object_get(answer, "channels"), *channel;
    struct table t;
    size_t i;
    (void)o;
    printf("%s on %s, from %lld to %lld: %lld hop%s\n\n", answer_text(answer, "routing"),
           answer_text(answer, "topology"), answer_number(answer, "from"),
           (long long)json_integer_value(json_array_get(json_object_get(answer, "to"), 0)),
           answer_number(answer, "hops"), answer_number(answer, "hops") == 1 ? "" : "s");
    table_begin(&t, "rrrrl", "hop\tnode\tnext\tdim\tvc");
    json_array_foreach(channels, i, channel) {
        const json_t *dim = json_object_get(channel, "dim");
        char text[24] = "-";
        if (json_is_integer(dim)) {
            snprintf(text, sizeof text, "%lld", (long long)json_integer_value(dim));
        }
        table_row(&t, "%zu\t%lld\t%lld\t%s\t%s", i + 1, answer_number(channel, "node"),
                  answer_number(channel, "next"), text,
                  json_is_null(json_object_get(channel, "vc")) ? "-" : answer_text(channel, "vc"));
    }
    table_end(&t);
}
