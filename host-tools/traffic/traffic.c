/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct sim --traffic: one run, or the rate at which the network saturates.
 *
 * find saturation: rates are multiples of the resolution, so decimals stay short. The highest one is
 * tried first; if it saturates, the interval between a rate that does not (0 at first) and one that does
 * is halved until the two are neighbours. That takes at most 2 + log2(1 / resolution) runs, and each ends
 * by itself (traffic_run.h). It is right if a network that saturates at some rate does so at all higher ones.
 */
#include "traffic.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "experiment/experiment_result.h"
#include "patterns/lengths.h"
#include "traffic_run.h"
#include "traffic_setting.h"

enum { RUNS_MAX = 32 };

static json_t *real_or_null(bool there, double value)
{
    return there ? json_real(value) : json_null();
}

/* What was asked. */
static void set_question(json_t *result, const struct traffic_setting *s,
                         const struct experiment *e, const struct options *o)
{
    result_setting(result, e, o);
    json_object_set_new(result, "traffic", json_string(s->text));
    if (s->playback) {
        return;
    }
    if (s->fanout > 1) {
        json_object_set_new(result, "fanout", json_integer(s->fanout));
    }
    json_object_set_new(result, "length",
                        lengths_mixed(o->text[KEY_length]) ? json_string(o->text[KEY_length])
                                                           : json_integer(e->length));
    json_object_set_new(
        result, "injection",
        json_string(o->text[KEY_injection] ? o->text[KEY_injection] : INJECTION_DEFAULT));
}

/* Of those behind the warm-up. */
static void set_latency(json_t *result, const struct traffic_outcome *outcome)
{
    const struct steady_state *state = &outcome->state;
    json_object_set_new(result, "latency_mean", real_or_null(state->n, state->mean));
    json_object_set_new(result, "latency_low95", real_or_null(state->interval, state->low));
    json_object_set_new(result, "latency_high95", real_or_null(state->interval, state->high));
}

static void set_run(json_t *result, const struct traffic_outcome *outcome)
{
    const struct steady_state *state = &outcome->state;
    json_object_set_new(result, "accepted", json_real(outcome->accepted));
    json_object_set_new(result, "messages", json_integer((json_int_t)outcome->messages));
    json_object_set_new(result, "measured", json_integer((json_int_t)state->n));
    json_object_set_new(result, "delivered", json_integer((json_int_t)outcome->copies));
    json_object_set_new(result, "flit_hops", json_integer((json_int_t)outcome->total.flit_hops));
    json_object_set_new(result, "cycles", json_integer((json_int_t)outcome->cycles));
    json_object_set_new(result, "saturated", json_boolean(outcome->end == TRAFFIC_SATURATED));
    json_object_set_new(result, "end", json_string(traffic_end_names[outcome->end]));
}

/* A deadlock, or a limit that was reached: the answer is no. */
static enum status judge(json_t *result, const struct experiment *e,
                         const struct traffic_outcome *outcome, struct error *error)
{
    if (outcome->deadlock) {
        json_object_set_new(result, "deadlock", outcome->deadlock);
        return error_set(error, STATUS_NO,
                         "a deadlock in cycle %llu: %zu worms wait for each other",
                         (unsigned long long)outcome->cycles, json_array_size(outcome->deadlock));
    }
    return outcome->end == TRAFFIC_LIMIT ? limit_reached(e, e->limit_cycles, error) : STATUS_DONE;
}

static enum status execute_one(const struct traffic_setting *s, const struct experiment *e,
                               const struct options *o, json_t **result, struct error *error)
{
    struct traffic_outcome outcome;
    enum status status = traffic_run(s, e, s->rate, false, &outcome, error);
    if (status) {
        return status;
    }
    *result = result_new(e);
    set_question(*result, s, e, o);
    if (!s->playback) {
        json_object_set_new(*result, "rate", json_real(s->rate));
        json_object_set_new(*result, "offered", json_real(outcome.offered));
        json_object_set_new(*result, "warmup_cycles", json_integer((json_int_t)outcome.state.warm));
        json_object_set_new(*result, "steady", json_boolean(outcome.state.found));
    }
    set_latency(*result, &outcome);
    set_run(*result, &outcome);
    if (outcome.links) {
        json_object_set_new(*result, "links", outcome.links);
    }
    return judge(*result, e, &outcome, error);
}

/* --- find saturation ------------------------------------------------------------------ */

/* The search: rates are step * resolution. */
struct search {
    const struct traffic_setting *s;
    const struct experiment *e;
    uint32_t good, bad; /* steps; good: not saturated, or 0 */
    struct {
        uint32_t step;
        struct traffic_outcome outcome;
    } run[RUNS_MAX];
    unsigned runs;
};

static double rate_of(const struct traffic_setting *s, uint32_t step)
{
    double rate = step * s->resolution;
    return rate < s->rate_max ? rate : s->rate_max;
}

/* One run; *go_on: it has ended well, or saturated. */
static enum status try_step(struct search *f, uint32_t step, bool *go_on, struct error *error)
{
    struct traffic_outcome *outcome = &f->run[f->runs].outcome;
    enum status status = traffic_run(f->s, f->e, rate_of(f->s, step), true, outcome, error);
    if (status) {
        return status;
    }
    f->run[f->runs++].step = step;
    *go_on = outcome->end == TRAFFIC_DONE || outcome->end == TRAFFIC_SATURATED;
    if (outcome->end == TRAFFIC_SATURATED) {
        f->bad = step;
    } else if (*go_on) {
        f->good = step;
    }
    return STATUS_DONE;
}

static enum status search(struct search *f, struct error *error)
{
    uint32_t top = (uint32_t)ceil(f->s->rate_max / f->s->resolution - 1e-9);
    bool go_on = true;
    f->bad = top + 1;
    enum status status = try_step(f, top, &go_on, error);
    while (!status && go_on && f->bad > f->good + 1) {
        status = try_step(f, (f->good + f->bad) / 2, &go_on, error);
    }
    return status;
}

/* [{"rate","latency_mean","accepted","end",...}], by rate: the curve so far as it was looked at. */
static json_t *runs_json(const struct search *f)
{
    json_t *list = json_array();
    uint32_t last = 0;
    for (unsigned done = 0; done < f->runs; done++) {
        unsigned next = f->runs;
        for (unsigned i = 0; i < f->runs; i++) {
            if (f->run[i].step > last && (next == f->runs || f->run[i].step < f->run[next].step)) {
                next = i;
            }
        }
        const struct traffic_outcome *outcome = &f->run[next].outcome;
        json_t *one = json_pack("{s:f}", "rate", rate_of(f->s, f->run[next].step));
        set_latency(one, outcome);
        json_object_set_new(one, "accepted", json_real(outcome->accepted));
        json_object_set_new(one, "cycles", json_integer((json_int_t)outcome->cycles));
        json_object_set_new(one, "end", json_string(traffic_end_names[outcome->end]));
        json_array_append_new(list, one);
        last = f->run[next].step;
    }
    return list;
}

static enum status execute_find(const struct traffic_setting *s, const struct experiment *e,
                                const struct options *o, json_t **result, struct error *error)
{
    struct search f = {.s = s, .e = e};
    if (e->detail.links) {
        return error_set(error, STATUS_BAD,
                         "links: find makes several runs; ask for the links of one rate");
    }
    enum status status = search(&f, error);
    if (status) {
        return status;
    }
    bool saturates = false;
    double accepted = 0;
    for (unsigned i = 0; i < f.runs; i++) {
        const struct traffic_outcome *outcome = &f.run[i].outcome;
        saturates = saturates || outcome->end == TRAFFIC_SATURATED;
        accepted = outcome->accepted > accepted ? outcome->accepted : accepted;
    }
    *result = result_new(e);
    set_question(*result, s, e, o);
    json_object_set_new(*result, "find", json_string("saturation"));
    json_object_set_new(*result, "resolution", json_real(s->resolution));
    json_object_set_new(*result, "rate_max", json_real(s->rate_max));
    json_object_set_new(*result, "saturation", real_or_null(saturates, rate_of(s, f.good)));
    json_object_set_new(*result, "saturated_at", real_or_null(saturates, rate_of(s, f.bad)));
    json_object_set_new(*result, "accepted_max", json_real(accepted));
    json_object_set_new(*result, "runs", runs_json(&f));
    return judge(*result, e, &f.run[f.runs - 1].outcome, error);
}

/* ------------------------------------------------------------------------------------- */

/* Before a study each of its experiments is looked at, which reads the worms, too: what can be read
 * once only is then empty, or waits for somebody who writes it again. */
static enum status refuse_pipe(const char *traffic, struct error *error)
{
    struct stat about;
    const bool file = strncmp(traffic, "file:", 5) == 0;
    if (!file || stat(traffic + 5, &about) || !S_ISFIFO(about.st_mode)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "traffic '%s': a pipe, which can be read once only", traffic);
    return error_fix(error, "a study reads its worms several times; give a file");
}

enum status traffic_check(const struct experiment *e, const struct options *o,
                          struct identity *identity, struct error *error)
{
    struct traffic_setting s;
    enum status status = refuse_pipe(o->text[KEY_traffic], error);
    status = status ? status : traffic_setting_make(&s, e, o, error);
    if (!status) {
        traffic_setting_identify(&s, o, identity);
        traffic_setting_free(&s);
    }
    return status;
}

enum status execute_traffic(const struct experiment *e, const struct options *o, json_t **result,
                            struct error *error)
{
    struct traffic_setting s;
    enum status status = traffic_setting_make(&s, e, o, error);
    if (!status) {
        status = (s.find ? execute_find : execute_one)(&s, e, o, result, error);
        traffic_setting_free(&s);
    }
    return status;
}
