/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan and noct sim of a collective operation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/collective_result.h"
#include "collectives/schedule_picture.h"
#include "commands.h"
#include "execute_collective.h"
#include "experiment/experiment_result.h"
#include "sim/worm_log.h"

/* The least number of rounds: whoever knows something tells one other member in each; by signals three,
 * and by worms with several destinations all. */
static uint32_t least_rounds(const struct collective *c)
{
    uint32_t rounds = 0, bits = c->way == BY_SIGNALS ? 2 : 1;
    while (1u << bits * rounds < c->call.count) {
        rounds++;
    }
    return c->way == BY_PLAN && c->plan.algorithm->worm ? 1 : rounds;
}

/* Of a plan the tree, of a schedule the blocks. */
static json_t *message_json(const struct collective *c, const struct collective_message *m)
{
    json_t *one = json_pack("{s:i,s:[i],s:i,s:i}", "from", (int)c->node[m->from], "to",
                            (int)c->node[m->to], "step", (int)m->round, "flits", (int)m->words);
    if (c->way == BY_PLAN) {
        json_object_set_new(one, "tree", json_integer(m->tree));
    } else {
        json_object_set_new(one, "blocks",
                            json_pack("[i,i]", (int)m->blocks.first, (int)m->blocks.count));
    }
    return one;
}

/* The same messages as worms have them, with their ways. Of a barrier by signals these. */
static json_t *worms_json(const struct collective *c, const struct collective_message *message,
                          uint32_t count)
{
    json_t *worms = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const struct collective_message *m = &message[i];
        const struct worm_made made = {.kind = c->way == BY_SIGNALS ? "signal" : "message",
                                       .step = m->round,
                                       .tree = m->tree,
                                       .segment = m->tree};
        json_t *one = worm_log_message(&c->e, c->node[m->from], c->node[m->to], &made);
        json_object_set_new(one, "flits", json_integer(m->words));
        json_array_append_new(worms, one);
    }
    return worms;
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
    if (o->text[KEY_out] &&
        (status = schedule_picture(&c, message, count, o->text[KEY_out], error))) {
        free(message);
        collective_free(&c);
        return status;
    }
    json_t *messages = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const struct collective_message *m = &message[i];
        links += route_cost(&c.e, c.node[m->from], c.node[m->to], 0, &flit_hops);
        words += m->words;
        json_array_append_new(messages, message_json(&c, m));
    }
    *result = collective_result_new(&c, o);
    json_object_set_new(*result, "steps", json_integer(count ? message[count - 1].round : 0));
    json_object_set_new(*result, "bound", json_integer(least_rounds(&c)));
    json_object_set_new(*result, "link_visits", json_integer(links));
    json_object_set_new(*result, "flits", json_integer((json_int_t)words));
    collective_result_prediction(*result, &c);
    json_object_set_new(*result, "messages", messages);
    if (c.e.detail.worms) {
        json_object_set_new(*result, "worms", worms_json(&c, message, count));
    }
    if (o->text[KEY_out]) {
        json_object_set_new(*result, "out", json_string(o->text[KEY_out]));
    }
    free(message);
    collective_free(&c);
    return STATUS_DONE;
}

static enum status result_times(json_t *result, const struct collective *c,
                                const struct collective_times *t, struct error *error)
{
    const struct noc_net_total *total = &t->total;
    collective_result_latency(result, c, t->returned);
    json_object_set_new(result, "blocked_cycles", json_integer((json_int_t)total->blocked_cycles));
    json_object_set_new(result, "flit_hops", json_integer((json_int_t)total->flit_hops));
    json_object_set_new(result, "link_visits", json_integer((json_int_t)total->link_visits));
    json_object_set_new(result, "shared_cycles", json_integer((json_int_t)total->shared_cycles));
    json_object_set_new(result, "channel_wait_cycles",
                        json_integer((json_int_t)total->channel_wait_cycles));
    json_object_set_new(result, "cycles", json_integer((json_int_t)t->cycles));
    collective_result_prediction(result, c);
    if (t->links) {
        json_object_set(result, "links", t->links);
    }
    if (t->worms) {
        json_object_set(result, "worms", t->worms);
    }
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
        *result = collective_result_new(&c, o);
        json_object_set_new(*result, "pipeline", json_string(c.e.pipeline));
        status = result_times(*result, &c, &times, error);
        collective_times_free(&times);
    }
    collective_free(&c);
    return status;
}

enum status check_collective(const struct options *o, struct identity *identity,
                             struct error *error)
{
    struct collective c;
    enum status status = collective_make(&c, o, error);
    if (!status) {
        collective_identify(identity, &c, o);
        collective_free(&c);
    }
    return status;
}
