/* SPDX-License-Identifier: BSD-2-Clause */
#include "collective_result.h"

#include <stdio.h>
#include <string.h>

#include "collective/schedules.h"
#include "experiment/experiment_result.h"
#include "result/result.h"

static json_t *number(uint64_t n)
{
    return n == NOC_NEVER ? json_null() : json_integer((json_int_t)n);
}

/* What was asked for. */
static void collective_result_op(json_t *result, const struct collective *c,
                                 const struct options *o)
{
    if (o->text[KEY_op]) {
        json_object_set_new(result, "op", json_string(o->text[KEY_op]));
    }
    if (o->text[KEY_type]) {
        json_object_set_new(result, "type", json_string(o->text[KEY_type]));
    }
    if (c->reproducible) {
        json_object_set_new(result, "reproducible", json_true());
    }
}

json_t *collective_result_new(const struct collective *c, const struct options *o)
{
    json_t *result = result_new(&c->e);
    const char *dests = o->text[KEY_dests];
    json_object_set_new(result, "collective", json_string(noc_operation_names[c->call.operation]));
    json_object_set_new(result, "algorithm", json_string(collective_algorithm(c)));
    if (c->way == BY_PLAN) {
        json_object_set_new(result, "along", json_string(c->plan.algorithm->name));
    }
    if (c->way == BY_PLAN && c->segment) {
        json_object_set_new(result, "segment", json_integer(c->segment));
        json_object_set_new(result, "segments", json_integer(c->plan.segments));
    }
    json_object_set_new(result, "costs", json_string(costs_name(c->e.measured)));
    json_object_set_new(result, "ordered", json_boolean(c->ordered));
    collective_result_op(result, c, o);
    if (noc_operation_has_root((enum noc_operation)c->call.operation)) {
        json_object_set_new(result, "source", json_integer(c->e.source));
    }
    json_object_set_new(result, "members", json_integer(c->call.count));
    if (c->call.operation != NOC_BARRIER) {
        json_object_set_new(result, "length", json_integer(c->e.length));
    }
    json_object_set_new(result, "tau_s", json_integer(c->e.tau_s));
    json_object_set_new(result, "tau_r", json_integer(c->e.tau_r));
    if (dests && strncmp(dests, "random:", 7) == 0) {
        json_object_set_new(result, "seed", json_integer((json_int_t)c->e.seed));
    }
    return result;
}

static json_t *auto_json_of(const struct collective *c)
{
    json_t *candidates = json_array();
    for (uint32_t i = 0; i < c->choices; i++) {
        json_array_append_new(candidates,
                              json_pack("{s:s,s:o}", "algorithm", c->choice[i].schedule->name,
                                        "predicted_cycles", number(c->choice[i].cycles)));
    }
    return json_pack("{s:o,s:o}", "predicted_cycles", number(c->predicted), "candidates",
                     candidates);
}

void collective_result_prediction(json_t *result, const struct collective *c)
{
    json_object_set_new(result, "predicted_cycles",
                        c->way == BY_PLAN ? json_null() : number(c->predicted));
    if (c->choices && c->way != BY_PLAN && c->way != BY_SIGNALS) {
        json_object_set_new(result, "auto", auto_json_of(c));
    }
}

void collective_result_latency(json_t *result, const struct collective *c, const uint64_t *returned)
{
    json_t *latency = json_object();
    uint64_t most = 0, sum = 0;
    uint32_t n = 0;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        char name[12];
        if (returned[rank] == NOC_NEVER) {
            continue;
        }
        snprintf(name, sizeof name, "%u", c->node[rank]);
        json_object_set_new_nocheck(latency, name, number(returned[rank]));
        most = returned[rank] > most ? returned[rank] : most;
        sum += returned[rank];
        n++;
    }
    json_object_set_new(result, "latency_max", n ? number(most) : json_null());
    json_object_set_new(result, "latency_mean", n ? json_real((double)sum / n) : json_null());
    json_object_set_new(result, "latency", latency);
    if (n == c->call.count && c->way != BY_SIGNALS) {
        uint64_t bound = collective_bound(c);
        json_object_set_new(result, "bound_cycles", number(bound));
        json_object_set_new(result, "ratio", json_real((double)most / (double)bound));
    }
}
