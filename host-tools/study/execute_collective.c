/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan and noct sim of a collective operation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective.h"
#include "collective/schedules.h"
#include "commands.h"
#include "execute_collective.h"
#include "experiment_result.h"

static json_t *number(uint64_t n)
{
    return n == NOC_NEVER ? json_null() : json_integer((json_int_t)n);
}

/* What the answers of all depths begin with. */
static json_t *begin_result(const struct collective *c, const struct options *o)
{
    json_t *result = result_new(&c->e);
    const char *dests = o->text[KEY_dests];
    json_object_set_new(result, "collective", json_string(noc_operation_names[c->call.operation]));
    json_object_set_new(result, "algorithm", json_string(c->schedule->name));
    json_object_set_new(result, "ordered", json_boolean(c->call.ordered));
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

static void end_result(json_t *result, const struct collective *c)
{
    json_object_set_new(result, "predicted_cycles", number(c->predicted));
    if (c->choices) {
        json_object_set_new(result, "auto", auto_json_of(c));
    }
}

/* The least number of rounds: whoever knows something tells one other member in each. */
static uint32_t least_rounds(const struct collective *c)
{
    uint32_t rounds = 0;
    while (1u << rounds < c->call.count) {
        rounds++;
    }
    return rounds;
}

enum status execute_collective_plan(const struct options *o, json_t **result, struct error *error)
{
    struct collective c;
    uint32_t count, links = 0;
    uint64_t flit_hops, words = 0;
    enum status status = collective_make(&c, o, error);
    if (status) {
        return status;
    }
    struct collective_message *message = collective_messages(&c, &count);
    json_t *messages = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const struct collective_message *m = &message[i];
        uint32_t from = c.node[m->from], to = c.node[m->to];
        links += route_cost(&c.e, from, to, 0, &flit_hops);
        words += m->words;
        json_array_append_new(messages,
                              json_pack("{s:i,s:[i],s:i,s:i,s:[i,i]}", "from", (int)from, "to",
                                        (int)to, "step", (int)m->round, "flits", (int)m->words,
                                        "blocks", (int)m->blocks.first, (int)m->blocks.count));
    }
    *result = begin_result(&c, o);
    json_object_set_new(*result, "steps", json_integer(count ? message[count - 1].round : 0));
    json_object_set_new(*result, "bound", json_integer(least_rounds(&c)));
    json_object_set_new(*result, "link_visits", json_integer(links));
    json_object_set_new(*result, "flits", number(words));
    end_result(*result, &c);
    json_object_set_new(*result, "messages", messages);
    free(message);
    collective_free(&c);
    return STATUS_DONE;
}

/* {"node":cycles}, and the most and the mean of them. */
static void set_latencies(json_t *result, const struct collective *c, const uint64_t *returned)
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
    if (n == c->call.count) {
        uint64_t bound = collective_bound(c);
        json_object_set_new(result, "bound_cycles", number(bound));
        json_object_set_new(result, "ratio", json_real((double)most / (double)bound));
    }
}

static enum status result_times(json_t *result, const struct collective *c,
                                const struct collective_times *t, struct error *error)
{
    const struct noc_net_total *total = &t->total;
    set_latencies(result, c, t->returned);
    json_object_set_new(result, "blocked_cycles", number(total->blocked_cycles));
    json_object_set_new(result, "flit_hops", number(total->flit_hops));
    json_object_set_new(result, "link_visits", number(total->link_visits));
    json_object_set_new(result, "shared_cycles", number(total->shared_cycles));
    json_object_set_new(result, "channel_wait_cycles", number(total->channel_wait_cycles));
    json_object_set_new(result, "cycles", number(t->cycles));
    end_result(result, c);
    if (t->deadlock) {
        json_object_set(result, "deadlock", t->deadlock);
        return error_set(error, STATUS_NO,
                         "a deadlock in cycle %llu: %zu worms wait for each other",
                         (unsigned long long)t->cycles, json_array_size(t->deadlock));
    }
    return t->cut ? limit_reached(&c->e, c->e.limit_cycles, error) : STATUS_DONE;
}

enum status execute_collective_sim(const struct options *o, json_t **result, struct error *error)
{
    struct collective c;
    struct collective_times times;
    enum status status = collective_make(&c, o, error);
    if (status) {
        return status;
    }
    status = collective_simulate(&c, &times, error);
    if (!status) {
        *result = begin_result(&c, o);
        json_object_set_new(*result, "pipeline", json_string(c.e.pipeline));
        status = result_times(*result, &c, &times, error);
        collective_times_free(&times);
    }
    collective_free(&c);
    return status;
}
