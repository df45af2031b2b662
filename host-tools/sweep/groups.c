/* SPDX-License-Identifier: BSD-2-Clause */
#include "groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "result/result.h"
#include "row_files.h"
#include "summary.h"

/* Rows that ask the same with the same seed are one, unless a file that the experiment reads, or the
 * firmware, was changed between them. A mean of both would be one of nothing. */
static enum status refuse_changed(struct groups *g, const char *point, const json_t *row,
                                  struct error *error)
{
    const json_t *seed = json_object_get(row, "seed");
    const char *id = json_string_value(json_object_get(row, "id"));
    json_t *key = json_pack("[s,O?]", point, (json_t *)seed);
    char *text = json_dumps(key, JSON_COMPACT);
    const char *other = json_string_value(json_object_get(g->seen, text));
    enum status status = STATUS_DONE;
    if (other) {
        error_set(
            error, STATUS_BAD,
            "rows %s and %s ask the same: a file that they read, or the firmware, has changed",
            other, id);
        status = error_fix(error, "make the rows again in a new file");
    } else {
        json_object_set_new(g->seen, text, json_string(id));
    }
    free(text);
    json_decref(key);
    return status;
}

static struct group *find(struct groups *g, const json_t *row, const char *text)
{
    const json_t *place = json_object_get(g->place, text);
    if (!place) {
        if (!(g->n & (g->n - 1))) { /* full at 0, 1, 2, 4, ... */
            g->at = realloc(g->at, (g->n ? 2 * (size_t)g->n : 1) * sizeof *g->at);
            if (!g->at) {
                out_of_memory();
            }
        }
        g->at[g->n] = (struct group){.row = json_incref((json_t *)row)};
        json_object_set_new(g->place, text, json_integer(g->n++));
        place = json_object_get(g->place, text);
    }
    return &g->at[json_integer_value(place)];
}

static enum status take(void *opaque, const json_t *row, const char *line, struct error *error)
{
    struct groups *g = opaque;
    struct sample sample = sample_of_row(row);
    char *point = row_point(row);
    (void)line;
    if (sample.end != END_UNFIT && refuse_changed(g, point, row, error)) {
        free(point);
        return STATUS_BAD;
    }
    struct group *own = find(g, row, point);
    free(point);
    own->rows++;
    own->not_done += sample.end != END_DONE;
    g->unsteady += sample.unsteady;
    own->ended[sample.end]++;
    sample_add(&sample, own->of);
    return STATUS_DONE;
}

/* The row of a point that does not fit has no defaults: a key that is not there tells nothing. */
static bool differ(const struct groups *g, const char *key)
{
    const json_t *first = NULL;
    bool begun = false;
    for (uint32_t i = 0; i < g->n; i++) {
        const json_t *value = json_object_get(g->at[i].row, key);
        if (!value && g->at[i].ended[END_UNFIT]) {
            continue;
        }
        if (begun && (value || first) && !json_equal(value, first)) {
            return true;
        }
        first = value;
        begun = true;
    }
    return false;
}

/* Is a key's value, which differs, always the same where these two keys are? Then it is their default. */
static bool follows(const struct groups *g, const char *key, const char *one, const char *other)
{
    json_t *known = json_object();
    bool always = true;
    for (uint32_t i = 0; i < g->n && always; i++) {
        const json_t *row = g->at[i].row;
        json_t *of = json_pack("[O?,O?]", json_object_get(row, one), json_object_get(row, other));
        json_t *value = json_object_get(row, key);
        char *text = json_dumps(of, JSON_COMPACT);
        const json_t *before = json_object_get(known, text);
        always = !before || (value && json_equal(before, value));
        if (!before) {
            json_object_set(known, text, value);
        }
        free(text);
        json_decref(of);
    }
    json_decref(known);
    return always;
}

/* The pipeline is a preset of the router's other numbers; of a buffer's depth lanes are, too. */
static bool is_default(const struct groups *g, int key)
{
    const char *name = key_rows[key].name;
    return key == KEY_routing ? follows(g, name, "topology", "algorithm")
         : key_rows[key].group & GROUP(MODEL)
             ? key != KEY_pipeline && key != KEY_lanes && follows(g, name, "pipeline", "lanes")
             : false;
}

/* Which keys differ between the points. */
static void find_what_varies(struct groups *g)
{
    g->depths = g->n && differ(g, "depth");
    for (int k = 0; k < KEYS && g->n; k++) {
        g->varies[k] = row_key_tells(k) && differ(g, key_rows[k].name) && !is_default(g, k);
    }
}

enum status groups_read(struct groups *g, const struct options *o, struct error *error)
{
    struct row_files files = {0, 0};
    *g = (struct groups){.place = json_object(), .seen = json_object()};
    enum status status = row_files_read(&files, o, take, g, error);
    g->rows = files.rows;
    if (!status && !g->n) {
        status = error_set(error, STATUS_BAD, "'%s': no rows in it", o->words[0]);
    }
    find_what_varies(g);
    return status;
}

static bool is_of(const struct group *one, const char *depth)
{
    const char *own = json_string_value(json_object_get(one->row, "depth"));
    return own && strcmp(own, depth) == 0;
}

/* Do rows of this depth that are done say nothing of m? Then none ever does. */
static bool never_has(const struct groups *g, const char *depth, enum metric m)
{
    bool done = false;
    for (uint32_t i = 0; i < g->n; i++) {
        const struct group *one = &g->at[i];
        if (is_of(one, depth) && one->of[m].n) {
            return false;
        }
        done |= is_of(one, depth) && one->rows > one->not_done;
    }
    return done;
}

/* Their places in g->place are of no use any more. */
static uint32_t leave_out(struct groups *g, const char *depth)
{
    uint32_t kept = 0, before = g->n;
    for (uint32_t i = 0; i < g->n; i++) {
        if (is_of(&g->at[i], depth)) {
            g->rows -= g->at[i].rows;
            json_decref(g->at[i].row);
        } else {
            g->at[kept++] = g->at[i];
        }
    }
    g->n = kept;
    return before - kept;
}

void groups_leave_depths_without(struct groups *g, enum metric m)
{
    static const char *const depths[] = {"plan", "sim", "run"};
    bool known = false;
    for (uint32_t i = 0; i < g->n; i++) {
        known |= g->at[i].of[m].n != 0;
    }
    for (unsigned d = 0; d < sizeof depths / sizeof *depths && known; d++) {
        if (never_has(g, depths[d], m)) {
            uint32_t left = leave_out(g, depths[d]);
            fprintf(stderr, "noct plot: depth %s has no %s: its %u point%s left out\n", depths[d],
                    metric_names[m], left, left == 1 ? " is" : "s are");
        }
    }
    find_what_varies(g);
}

void groups_free(struct groups *g)
{
    for (uint32_t i = 0; i < g->n; i++) {
        json_decref(g->at[i].row);
    }
    free(g->at);
    json_decref(g->place);
    json_decref(g->seen);
}

/* {"length":"8","algorithm":"u-torus"}: the keys that differ. */
static json_t *asked(const struct groups *g, uint32_t group)
{
    const json_t *row = g->at[group].row;
    json_t *keys = json_object();
    for (int k = -1; k < KEYS; k++) {
        const char *name = k < 0 ? "depth" : key_rows[k].name;
        json_t *value = json_object_get(row, name);
        if (!(k < 0 ? g->depths : g->varies[k])) {
            continue;
        }
        char *text = json_is_string(value) ? alloc_text(json_string_value(value))
                   : value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12))
                           : alloc_text("-");
        json_object_set_new(keys, name, json_string(text));
        free(text);
    }
    return keys;
}

char *groups_name(const struct groups *g, uint32_t group)
{
    json_t *keys = asked(g, group), *value;
    const char *key;
    char *name = NULL;
    size_t length;
    FILE *to = open_memstream(&name, &length);
    if (!to) {
        out_of_memory();
        return NULL;
    }
    json_object_foreach (keys, key, value) {
        fprintf(to, "%s%s=%s", ftell(to) ? " " : "", key, json_string_value(value));
    }
    fclose(to);
    json_decref(keys);
    return name;
}

json_t *groups_summary(const struct groups *g)
{
    json_t *keys = json_array(), *points = json_array();
    if (g->depths) {
        json_array_append_new(keys, json_string("depth"));
    }
    for (int k = 0; k < KEYS; k++) {
        if (g->varies[k]) {
            json_array_append_new(keys, json_string(key_rows[k].name));
        }
    }
    for (uint32_t i = 0; i < g->n; i++) {
        const struct group *one = &g->at[i];
        json_t *metrics = json_object();
        for (unsigned m = 0; m < METRICS; m++) {
            if (one->of[m].n) {
                json_object_set_new(metrics, metric_names[m], summary_metric(&one->of[m]));
            }
        }
        json_array_append_new(points, json_pack("{s:o,s:i,s:i,s:o,s:o}", "asked", asked(g, i), "n",
                                                (int)one->rows, "not_done", (int)one->not_done,
                                                "ends", row_ends(one->ended), "metrics", metrics));
    }
    return json_pack("{s:i,s:I,s:I,s:o,s:o}", "schema", RESULT_SCHEMA, "trials",
                     (json_int_t)g->rows, "unsteady", (json_int_t)g->unsteady, "keys", keys,
                     "points", points);
}
