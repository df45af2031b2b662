/* SPDX-License-Identifier: BSD-2-Clause */
#include "result/result.h"
#include "experiment_result.h"

#include <stdio.h>
#include <string.h>

#include "lattice.h"
#include "packet.h"
#include "params.h"

json_t *result_new(const struct experiment *e)
{
    json_t *result = json_pack("{s:i,s:s,s:s}", "schema", RESULT_SCHEMA, "topology",
                               e->topology_text, "routing", e->routing->name);
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
        if (e->segment) {
            json_object_set_new(result, "segment", json_integer(e->segment));
            json_object_set_new(result, "segments", json_integer(e->segments));
        }
        if (e->segment && e->trees > 1) {
            json_object_set_new(result, "trees", json_integer(e->trees));
        }
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
    if (!e->algorithm || (dests && strncmp(dests, random, sizeof random - 1) == 0) ||
        lattice_named(e->topology_text)) {
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

void result_latency(json_t *result, const struct experiment *e, const uint64_t *cycles, bool each)
{
    json_t *latency = each ? json_object() : NULL;
    uint64_t most = 0, sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->m; i++) {
        char name[12];
        uint64_t c = cycles[e->dests[i]];
        if (c == NOC_NEVER) {
            continue;
        }
        if (each) {
            snprintf(name, sizeof name, "%u", e->dests[i]);
            json_object_set_new_nocheck(latency, name, json_integer((json_int_t)c));
        }
        most = c > most ? c : most;
        sum += c;
        n++;
    }
    json_object_set_new(result, "latency_max", n ? json_integer((json_int_t)most) : json_null());
    json_object_set_new(result, "latency_mean", n ? json_real((double)sum / n) : json_null());
    if (each) {
        json_object_set_new(result, "latency", latency);
    }
}

/* [1,4]: whom a worm with several destinations visits, those that it has visited included. */
static json_t *visits_json(const struct noc_worm *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i + 1 < w->header_flits; i++) {
        if (noc_header_kind(w->headers[i]) == NOC_HEADER_COUNT) {
            i += noc_header_field(w->headers[i]);
        } else {
            json_array_append_new(list, json_integer((json_int_t)noc_header_node(w->headers[i])));
        }
    }
    return list;
}

json_t *waits_json(const struct experiment *e, const struct noc_wait *wait, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const struct noc_worm *w = wait[i].worm;
        uint32_t last = w->headers ? w->headers[w->header_flits - 1] : w->header[0];
        json_t *to = noc_header_kind(last) == NOC_HEADER_LAST
                       ? json_integer((json_int_t)noc_header_node(last))
                       : json_null();
        json_t *one = json_pack("{s:i,s:o,s:o,s:o}", "from", (int)w->source, "to", to, "holds",
                                result_channel(e, &wait[i].holds), "wants",
                                result_channel(e, &wait[i].wants));
        if (w->headers && noc_header_kind(w->headers[0]) == NOC_HEADER_ADDRESS) {
            json_object_set_new(one, "visits", visits_json(w));
        }
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *cycles_json(const struct choice *c)
{
    return c->cycles == NOC_NEVER ? json_null() : json_integer((json_int_t)c->cycles);
}

json_t *auto_json(const struct choices *c)
{
    json_t *candidates = json_array();
    for (uint32_t i = 0; i < c->n; i++) {
        char name[ALGORITHM_TEXT];
        choice_name(name, &c->at[i]);
        json_t *one = json_pack("{s:s,s:s,s:o}", "algorithm", name, "routing",
                                c->at[i].routing->name, "predicted_cycles", cycles_json(&c->at[i]));
        if (c->at[i].segment) {
            json_object_set_new(one, "segment", json_integer(c->at[i].segment));
        }
        json_array_append_new(candidates, one);
    }
    return json_pack("{s:o,s:o}", "predicted_cycles", cycles_json(c->at), "candidates", candidates);
}

void result_auto(json_t *result, const struct experiment *e)
{
    if (e->choices.at) {
        json_object_set_new(result, "auto", auto_json(&e->choices));
    }
}

void result_steps(json_t *result, const struct experiment *e)
{
    uint32_t steps = 0;
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        steps = e->plan[tree].steps > steps ? e->plan[tree].steps : steps;
    }
    json_object_set_new(result, "steps", json_integer(steps));
    json_object_set_new(result, "bound",
                        json_integer(noc_algorithm_bound(e->algorithm, &e->plan->env, e->m)));
}
