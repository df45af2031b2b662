/* SPDX-License-Identifier: BSD-2-Clause */
/* noct sim: a multicast through the model, or random traffic through it, or that of a file. */
#include <string.h>

#include "base/options.h"
#include "collectives/collective.h"
#include "commands.h"
#include "execute_collective.h"
#include "experiment/costs_option.h"
#include "experiment/experiment_result.h"
#include "sim/link_sharing.h"
#include "sim/plan.h"
#include "sim/sim.h"
#include "specify/specify.h"
#include "traffic/traffic.h"

/* When destinations have the message: the last one, and the mean; null if one never has. */
static void set_arrivals(json_t *result, const struct experiment *e, const struct outcome *s)
{
    uint64_t last = 0, sum = 0;
    bool all = true;
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t arrived = s->arrived[e->dests[i]];
        all = all && arrived != NOC_NEVER && s->returned[e->dests[i]] != NOC_NEVER;
        last = arrived > last ? arrived : last;
        sum += arrived;
    }
    json_object_set_new(result, "arrival_max", all ? json_integer((json_int_t)last) : json_null());
    json_object_set_new(result, "arrival_mean", all ? json_real((double)sum / e->m) : json_null());
}

/* Keys that random traffic has no use for. */
static enum status refuse_with_traffic(const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_algorithm, KEY_force,   KEY_source,     KEY_dests,
                               KEY_tau_s,     KEY_tau_r,   KEY_relay,      KEY_sharing,
                               KEY_also,      KEY_segment, KEY_multicasts, KEY_costs};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return error_set(error, STATUS_BAD,
                             "%s: cannot be combined with random traffic, which has no multicast; "
                             "leave one of them out",
                             key_rows[keys[i]].name);
        }
    }
    return STATUS_DONE;
}

/* [{"source","m","latency_max",...}]: what the multicasts besides the first came to. */
static json_t *also_json(const struct experiment *e, const struct simulated *s, bool each)
{
    json_t *list = json_array();
    for (uint32_t i = 1; i < s->casts; i++) {
        struct experiment view = experiment_multicast(e, i);
        json_t *one = json_pack("{s:i,s:i}", "source", (int)view.source, "m", (int)view.m);
        result_latency(one, &view, s->cast[i].returned, each);
        set_arrivals(one, &view, &s->cast[i]);
        json_array_append_new(list, one);
    }
    return list;
}

/* What was asked for besides, link by link and worm by worm. */
static void result_detail(json_t *result, const struct experiment *e, const struct simulated *s)
{
    if (s->links) {
        json_object_set(result, "links", s->links);
    }
    if (s->worms) {
        result_steps(result, e);
        json_object_set(result, "worms", s->worms);
    }
}

/* What it came to, and whether the answer is no. */
static enum status result_simulated(json_t *result, const struct experiment *e,
                                    const struct options *o, const struct simulated *s,
                                    struct error *error)
{
    result_setting(result, e, o);
    if (e->costs) {
        json_object_set_new(result, "costs", json_string(costs_name(e->measured)));
    }
    result_latency(result, e, s->cast[0].returned, !o->for_row);
    set_arrivals(result, e, &s->cast[0]);
    if (e->also_count) {
        json_object_set_new(result, "also", also_json(e, s, !o->for_row));
    }
    json_object_set_new(result, "blocked_cycles",
                        json_integer((json_int_t)s->total.blocked_cycles));
    json_object_set_new(result, "flit_hops", json_integer((json_int_t)s->total.flit_hops));
    json_object_set_new(result, "link_visits", json_integer((json_int_t)s->total.link_visits));
    json_object_set_new(result, "shared_cycles", json_integer((json_int_t)s->total.shared_cycles));
    json_object_set_new(result, "channel_wait_cycles",
                        json_integer((json_int_t)s->total.channel_wait_cycles));
    json_object_set_new(result, "cycles", json_integer((json_int_t)s->cycles));
    result_auto(result, e);
    result_detail(result, e, s);
    if (s->deadlock) {
        json_object_set(result, "deadlock", s->deadlock);
        return error_set(error, STATUS_NO,
                         "a deadlock in cycle %llu: %zu worms wait for each other",
                         (unsigned long long)s->cycles, json_array_size(s->deadlock));
    }
    return s->cut ? limit_reached(e, e->limit_cycles, error) : STATUS_DONE;
}

/* Is there a way for each worm of the first multicast's further trees, and of the others? */
static enum status check_others(const struct experiment *e, struct error *error)
{
    enum status status = STATUS_DONE;
    for (uint32_t i = 1; i < (1 + e->also_count) * e->trees && !status; i++) {
        status = plan_check(&e->plan[i], e, error);
    }
    return status;
}

static enum status execute_multicast(const struct experiment *e, const struct options *o,
                                     json_t **result, struct error *error)
{
    struct simulated s;
    enum status status = check_others(e, error);
    status = status ? status : plan_check(e->plan, e, error);
    status = status ? status : simulate(e, &s, error);
    if (!status) {
        *result = result_new(e);
        status = result_simulated(*result, e, o, &s, error);
        if (e->sharing) {
            json_object_set_new(*result, "sharing", sharing_json(e, e->plan));
        }
        simulated_free(&s);
    }
    return status;
}

/* What does not go together. */
static enum status refuse(const struct options *o, struct error *error)
{
    static const int random[] = {KEY_rate,   KEY_cycles, KEY_fanout,    KEY_injection,
                                 KEY_warmup, KEY_find,   KEY_resolution};

    if (o->text[KEY_traffic]) {
        return collective_refuse_others(o, error) ? STATUS_BAD : refuse_with_traffic(o, error);
    }
    for (unsigned i = 0; i < sizeof random / sizeof *random; i++) {
        if (o->text[random[i]]) {
            return error_set(error, STATUS_BAD, "%s: is for random traffic only; add traffic %s",
                             key_rows[random[i]].name,
                             random[i] == KEY_fanout ? "multicast" : "uniform");
        }
    }
    return collective_refuse_others(o, error);
}

enum status make_sim(const struct options *o, struct identity *identity, json_t **result,
                     struct error *error)
{
    struct experiment e;
    bool traffic = o->text[KEY_traffic];
    if (identity && (traffic || o->text[KEY_collective])) {
        enum status status = check_sim(o, identity, error);
        return status ? status : make_sim(o, NULL, result, error);
    }
    if (o->text[KEY_collective]) {
        return execute_collective_sim(o, result, error);
    }
    if (refuse(o, error)) {
        return STATUS_BAD;
    }
    enum status status =
        experiment_identified(&e, o, traffic ? NEED_EMPTY_BODY : NEED_SET, identity, error);
    if (!status && (status = costs_settle(&e, error))) {
        experiment_free(&e);
    }
    if (!status) {
        status = (traffic ? execute_traffic : execute_multicast)(&e, o, result, error);
        experiment_free(&e);
    }
    return status;
}

enum status check_sim(const struct options *o, struct identity *identity, struct error *error)
{
    struct experiment e;
    bool traffic = o->text[KEY_traffic];
    if (o->text[KEY_collective]) {
        return check_collective(o, identity, error);
    }
    if (refuse(o, error)) {
        return STATUS_BAD;
    }
    enum status status =
        experiment_make(&e, o, traffic ? NEED_EMPTY_BODY : NEED_SET | NEED_CHECK, error);
    if (!status && (status = costs_settle(&e, error))) {
        experiment_free(&e);
    }
    if (!status) {
        identify(identity, &e, o);
        status = traffic ? traffic_check(&e, o, identity, error) : STATUS_DONE;
        experiment_free(&e);
    }
    return status;
}

enum status execute_sim(const struct options *o, json_t **result, struct error *error)
{
    return make_sim(o, NULL, result, error);
}
