/* SPDX-License-Identifier: BSD-2-Clause */
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "params.h"

json_t *result_new(const struct experiment *e)
{
    json_t *result = json_pack("{s:i,s:s,s:s}", "schema", 1, "topology", e->topology_text,
                               "routing", e->routing->name);
    if (e->ports > 1) {
        json_object_set_new(result, "ports", json_integer(e->ports));
    } else {
        json_object_set_new(result, "ports", json_string(e->ports ? "one" : "all"));
    }
    if (e->algorithm) {
        json_object_set_new(result, "algorithm", json_string(e->algorithm_text));
        json_object_set_new(result, "source", json_integer(e->source));
        json_object_set_new(result, "m", json_integer(e->m));
        json_object_set_new(result, "length", json_integer(e->length));
        if (e->cut.text) {
            json_object_set_new(result, "partition", json_string(e->cut.text));
        }
        if (e->forced[0]) {
            json_object_set_new(result, "forced", json_string(e->forced));
        }
    }
    return result;
}

void result_setting(json_t *result, const struct experiment *e, const struct options *o)
{
    static const char random[] = "random:";
    const struct noc_net_config *net = &e->net;
    const struct {
        int key;
        unsigned value;
    } tuned[] = {
        {KEY_lanes, net->lanes},
        {KEY_buffer, net->buffer_flits},
        {KEY_header_cycles, net->header_cycles},
        {KEY_flight_cycles, net->flight_cycles},
        {KEY_credit_cycles, net->credit_cycles},
        {KEY_inject_cycles, net->inject_cycles},
        {KEY_eject_cycles, net->eject_cycles},
    };
    const char *dests = o->text[KEY_dests];
    if (!e->algorithm || (dests && strncmp(dests, random, sizeof random - 1) == 0)) {
        json_object_set_new(result, "seed", json_integer((json_int_t)e->seed));
    }
    if (e->algorithm) {
        json_object_set_new(result, "tau_s", json_integer(e->tau_s));
        json_object_set_new(result, "tau_r", json_integer(e->tau_r));
    }
    if (e->algorithm && e->relay != NOC_RELAY_GROUP) {
        json_object_set_new(result, "relay",
                            json_string(e->relay == NOC_RELAY_BODY ? "body" : "header"));
    }
    json_object_set_new(result, "pipeline", json_string(e->pipeline));
    if (o->text[KEY_consumption]) {
        json_object_set_new(result, "consumption",
                            json_string(noc_consumption_words[net->consumption]));
    }
    for (unsigned i = 0; i < sizeof tuned / sizeof *tuned; i++) {
        if (o->text[tuned[i].key]) {
            json_object_set_new(result, key_rows[tuned[i].key].name, json_integer(tuned[i].value));
        }
    }
}

json_t *result_worm(const struct noc_message *message, uint32_t size)
{
    json_t *to = json_array();
    for (uint32_t i = 0; i < size; i++) {
        json_array_append_new(to, json_integer(message[i].to));
    }
    return json_pack("{s:i,s:o,s:i}", "from", (int)message->from, "to", to, "step",
                     (int)message->step);
}

json_t *result_channel(const struct experiment *e, const struct noc_channel *c)
{
    const char *vc =
        c->port == NOC_PORT_LOCAL ? NULL : e->routing->vc_name(&e->topology, c->port, c->vc);
    json_t *channel = json_pack("{s:i,s:i}", "node", (int)c->node, "next", (int)c->next);
    json_object_set_new(channel, "dim", c->dim == NOC_NO_DIM ? json_null() : json_integer(c->dim));
    json_object_set_new(channel, "vc", vc ? json_string(vc) : json_null());
    return channel;
}

void result_latency(json_t *result, const struct experiment *e, const uint64_t *cycles)
{
    json_t *latency = json_object();
    uint64_t most = 0, sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->m; i++) {
        char name[12];
        uint64_t c = cycles[e->dests[i]];
        if (c == NOC_NEVER) {
            continue;
        }
        snprintf(name, sizeof name, "%u", e->dests[i]);
        json_object_set_new_nocheck(latency, name, json_integer((json_int_t)c));
        most = c > most ? c : most;
        sum += c;
        n++;
    }
    json_object_set_new(result, "latency_max", n ? json_integer((json_int_t)most) : json_null());
    json_object_set_new(result, "latency_mean", n ? json_real((double)sum / n) : json_null());
    json_object_set_new(result, "latency", latency);
}

void result_print(const json_t *result)
{
    char *line = json_dumps(result, JSON_COMPACT | JSON_REAL_PRECISION(12));
    if (line) {
        puts(line);
    }
    free(line);
    fflush(stdout);
}

long long result_number(const json_t *result, const char *key)
{
    return json_integer_value(json_object_get(result, key));
}

bool result_has_number(const json_t *result, const char *key)
{
    return json_is_number(json_object_get(result, key));
}

const char *result_text(const json_t *result, const char *key)
{
    const char *text = json_string_value(json_object_get(result, key));
    return text ? text : "";
}

bool result_is_context(const json_t *channel)
{
    return result_number(channel, "node") == result_number(channel, "next");
}

void result_nodes(const json_t *nodes, char *text, size_t room)
{
    size_t i = 0, n = json_array_size(nodes), used = 0;
    text[0] = 0;
    while (i < n) {
        long long first = json_integer_value(json_array_get(nodes, i)), last = first;
        for (i++; i < n && json_integer_value(json_array_get(nodes, i)) == last + 1; i++) {
            last++;
        }
        if (used + 20 > room) {
            strcpy(text + used, "...");
            return;
        }
        used += (size_t)sprintf(text + used, last > first ? "%lld-%lld " : "%lld ", first, last);
    }
}

void show_title(const json_t *result)
{
    const json_t *ports = json_object_get(result, "ports");
    printf("%s on %s, routing %s, ", result_text(result, "algorithm"),
           result_text(result, "topology"), result_text(result, "routing"));
    if (json_is_string(ports)) {
        printf("%s", json_string_value(ports));
    } else {
        printf("%lld", (long long)json_integer_value(ports));
    }
    printf("-port: node %lld to %lld other%s, %lld flits\n", result_number(result, "source"),
           result_number(result, "m"), result_number(result, "m") == 1 ? "" : "s",
           result_number(result, "length"));
    auto_show(result);
}
