/* SPDX-License-Identifier: BSD-2-Clause */
#include "row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "specify/identity.h"

const char *const metric_names[METRICS] = {
    [METRIC_latency_max] = "latency_max",
    [METRIC_latency_mean] = "latency_mean",
    [METRIC_accepted] = "accepted",
    [METRIC_steps] = "steps",
    [METRIC_bound] = "bound",
    [METRIC_blocked_cycles] = "blocked_cycles",
    [METRIC_flit_hops] = "flit_hops",
    [METRIC_link_visits] = "link_visits",
    [METRIC_predicted_cycles] = "predicted_cycles",
    [METRIC_arrival_max] = "arrival_max",
    [METRIC_arrival_mean] = "arrival_mean",
    [METRIC_latency_each] = "latency_each",
    [METRIC_arrival_each] = "arrival_each",
    [METRIC_channel_wait_cycles] = "channel_wait_cycles",
    [METRIC_steps_mean] = "steps_mean",
    [METRIC_sharing_steps_max] = "sharing_steps_max",
    [METRIC_sharing_steps_mean] = "sharing_steps_mean",
    [METRIC_sharing_contended] = "sharing_contended",
    [METRIC_sharing_three] = "sharing_three",
    [METRIC_saturation] = "saturation",
    [METRIC_accepted_max] = "accepted_max",
};

static const char *const end_names[ENDS] = {
    [END_DONE] = "done",   [END_UNFIT] = "unfit",       [END_SATURATED] = "saturated",
    [END_LIMIT] = "limit", [END_DEADLOCK] = "deadlock", [END_OTHER] = "failed",
};

json_t *row_ends(const uint32_t count[ENDS])
{
    json_t *ends = json_object();
    for (unsigned end = END_DONE + 1; end < ENDS; end++) {
        if (count[end]) {
            json_object_set_new(ends, end_names[end], json_integer(count[end]));
        }
    }
    return ends;
}

/* A board's run says itself why it ended. */
static enum row_end end_of(enum status status, const json_t *result)
{
    const char *own = json_string_value(json_object_get(result, "end"));
    bool deadlock = json_object_get(result, "deadlock") || (own && strcmp(own, "deadlock") == 0);
    return !result                                            ? END_UNFIT
         : deadlock                                           ? END_DEADLOCK
         : json_is_true(json_object_get(result, "saturated")) ? END_SATURATED
         : status == STATUS_DONE                              ? END_DONE
         : !own || strcmp(own, "limit") == 0                  ? END_LIMIT
                                                              : END_OTHER;
}

static const json_t *predicted(const json_t *result)
{
    const json_t *own = json_object_get(result, "predicted_cycles");
    return own ? own : json_object_get(json_object_get(result, "auto"), "predicted_cycles");
}

/* --- what lists of an answer come to ------------------------------------------------------ */

/* The mean over all multicasts of when their last destination had the message. */
static void add_each(json_t *to, const char *name, const json_t *result, const char *of)
{
    const json_t *also = json_object_get(result, "also"), *one;
    const json_t *first = json_object_get(result, of);
    size_t i;
    double sum = json_number_value(first);
    bool all = json_is_number(first);
    json_array_foreach (also, i, one) {
        all = all && json_is_number(json_object_get(one, of));
        sum += json_number_value(json_object_get(one, of));
    }
    if (all) {
        json_object_set_new(to, name, json_real(sum / (double)(1 + json_array_size(also))));
    }
}

/* The mean step over the destinations of a plan. */
static void add_mean_step(json_t *to, const json_t *result)
{
    const json_t *messages = json_object_get(result, "messages"), *one;
    size_t i, destinations = 0;
    double sum = 0;
    json_array_foreach (messages, i, one) {
        size_t n = json_array_size(json_object_get(one, "to"));
        sum += (double)n * json_number_value(json_object_get(one, "step"));
        destinations += n;
    }
    if (destinations) {
        json_object_set_new(to, "steps_mean", json_real(sum / (double)destinations));
    }
}

/* The counts of --sharing. */
static void add_sharing(json_t *to, const json_t *result)
{
    static const char *const counts[][2] = {{"sharing_steps_max", "steps_max"},
                                            {"sharing_steps_mean", "steps_mean"},
                                            {"sharing_contended", "contended"},
                                            {"sharing_three", "sharing_three"}};
    const json_t *sharing = json_object_get(result, "sharing");
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        json_t *value = json_object_get(sharing, counts[i][1]);
        if (value) {
            json_object_set(to, counts[i][0], value);
        }
    }
}

json_t *row_derived(const struct options *o, const json_t *result)
{
    json_t *known = json_object_get(result, "row");
    json_t *to = known ? json_incref(known) : json_object();
    if (o->text[KEY_also] || o->text[KEY_multicasts]) {
        add_each(to, "latency_each", result, "latency_max");
        add_each(to, "arrival_each", result, "arrival_max");
    }
    add_mean_step(to, result);
    add_sharing(to, result);
    return to;
}

/* --- a row ---------------------------------------------------------------------------------- */

/* Does the answer say of a key what was asked? */
static bool is_as_asked(const json_t *asked, const json_t *value)
{
    return json_is_boolean(value) || json_equal(asked, value) ||
           (json_is_number(asked) && json_is_number(value) &&
            json_number_value(asked) == json_number_value(value));
}

/* A value that came out. What was asked stays; what `auto` has chosen in its place is chosen_. The cycle
 * in which it ended is not the key cycles. */
static void add_value(json_t *row, const char *key, json_t *value)
{
    const json_t *asked = json_object_get(row, key);
    char chosen[64];
    if (strcmp(key, "cycles") == 0) {
        json_object_set_nocheck(row, "end_cycle", value);
    } else if (!asked) {
        json_object_set_nocheck(row, key, value);
    } else if (!is_as_asked(asked, value)) {
        snprintf(chosen, sizeof chosen, "chosen_%s", key);
        json_object_set_nocheck(row, chosen, value);
    }
}

/* What came out, as far as it is one value. */
static void add_result(json_t *row, const json_t *result)
{
    const char *key;
    json_t *value, *cycles = (json_t *)predicted(result);
    json_object_foreach ((json_t *)result, key, value) {
        if (!json_is_object(value) && !json_is_array(value) && strcmp(key, "schema") != 0 &&
            strcmp(key, "end") != 0) {
            add_value(row, key, value);
        }
    }
    if (cycles) {
        json_object_set_nocheck(row, "predicted_cycles", cycles);
    }
}

static const char *const first[] = {"id", "depth", "trial"};
enum { FIRST = sizeof first / sizeof *first };

void row_begin(json_t *row)
{
    json_object_clear(row);
    for (unsigned i = 0; i < FIRST; i++) {
        json_object_set_new_nocheck(row, first[i], json_null());
    }
}

void row_make(const struct trial *t, const struct options *o, enum row_end end,
              const json_t *result, json_t *derived, const char *error)
{
    json_t *row = t->row;
    const bool known = json_object_size(row) > FIRST;
    json_object_set_new_nocheck(row, "id", json_string_nocheck(t->id));
    json_object_set_new_nocheck(row, "depth", json_string_nocheck(t->depth));
    json_object_set_new_nocheck(row, "trial", json_integer(t->number));
    for (int k = 0; k < KEYS && !known; k++) {
        if (o->text[k] && !(key_rows[k].group & GROUPS_STUDY)) {
            json_object_set_new_nocheck(row, key_rows[k].name, identity_value(o->text[k]));
        }
    }
    add_result(row, result);
    json_object_update(row, derived);
    json_object_set_new_nocheck(row, "end", json_string_nocheck(end_names[end]));
    if (*error) {
        json_object_set_new_nocheck(row, "error", json_string(error));
    }
    json_object_set_new_nocheck(row, "version", json_integer(RESULTS_VERSION));
}

const char *row_compiler(const json_t *row)
{
    const char *depth = json_string_value(json_object_get(row, "depth"));
    const char *end = json_string_value(json_object_get(row, "end"));
    const char *compiler = json_string_value(json_object_get(row, "compiler"));
    if (!depth || strcmp(depth, "run") != 0 || (end && strcmp(end, end_names[END_UNFIT]) == 0) ||
        json_object_get(row, key_rows[KEY_firmware].name)) {
        return NULL;
    }
    return compiler ? compiler : "";
}

/* --- its text ------------------------------------------------------------------------------- */

char *row_line(const json_t *row)
{
    const size_t flags = JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12);
    size_t room = 1024, length = 0;
    char *line = NULL;
    do {
        room = length + 2 > room ? length + 2 : room;
        line = realloc(line, room);
        if (!line) {
            out_of_memory();
        }
        length = json_dumpb(row, line, room, flags);
    } while (length + 2 > room);
    memcpy(line + length, "\n", 2);
    return line;
}

/* --- what is kept of it ---------------------------------------------------------------------- */

static double number_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void take_numbers(struct sample *s, const json_t *from)
{
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)from, key, value) {
        for (unsigned m = 0; json_is_number(value) && m < METRICS; m++) {
            if (*key == *metric_names[m] && strcmp(key, metric_names[m]) == 0) { /* most differ */
                s->value[m] = json_number_value(value);
            }
        }
    }
}

static void take_values(struct sample *s, const json_t *from)
{
    for (unsigned m = 0; m < METRICS; m++) {
        s->value[m] = NAN;
    }
    take_numbers(s, from);
    s->low = number_of(json_object_get(from, "latency_low95"));
    s->high = number_of(json_object_get(from, "latency_high95"));
    s->unsteady = s->end == END_DONE && json_is_false(json_object_get(from, "steady"));
}

void sample_add(const struct sample *s, struct statistics *of)
{
    for (unsigned m = 0; m < METRICS && s->end == END_DONE; m++) {
        if (!isnan(s->value[m])) {
            statistics_add(&of[m], s->value[m]);
        }
    }
    struct statistics *mean = &of[METRIC_latency_mean];
    mean->own = s->end == END_DONE && !isnan(s->low) && !isnan(s->high);
    mean->low = s->low;
    mean->high = s->high;
}

struct sample sample_of_answer(enum status status, const json_t *result, const json_t *derived)
{
    struct sample s = {.end = end_of(status, result)};
    take_values(&s, result);
    take_numbers(&s, derived);
    s.value[METRIC_predicted_cycles] = number_of(predicted(result));
    return s;
}

struct sample sample_of_row(const json_t *row)
{
    const char *end = json_string_value(json_object_get(row, "end"));
    struct sample s = {.end = END_DONE};
    while (s.end < END_OTHER && (!end || strcmp(end, end_names[s.end]) != 0)) {
        s.end++;
    }
    take_values(&s, row);
    return s;
}
