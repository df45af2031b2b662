/* SPDX-License-Identifier: BSD-2-Clause */
/* A study for people: a row for each point, with the mean of each number and its interval. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/plain_text.h"
#include "commands.h"
#include "result/result.h"
#include "table.h"

enum { SHOWN_MAX = 32, CELL = 64, ROW = 2048, KEYS_APART = 8 };

/* What is shown, if some point has it, in this order; noct plot --y names others, which are shown even
 * if none has. */
static const char *const usual[] = {"steps",          "sharing_steps_max", "sharing_steps_mean",
                                    "latency_max",    "latency_mean",      "latency_each",
                                    "accepted",       "saturation",        "accepted_max",
                                    "blocked_cycles", "link_visits"};

struct shown {
    const char *name[SHOWN_MAX];
    unsigned n, named; /* from which one on they are named by --y */
    char *copy;        /* of --y; or NULL */
};

static void choose_shown(struct shown *s, const struct options *o)
{
    char *rest, *name;
    *s = (struct shown){.n = 0};
    for (unsigned i = 0; i < sizeof usual / sizeof *usual && !o->text[KEY_y]; i++) {
        s->name[s->n++] = usual[i];
    }
    if (o->text[KEY_y] && o->text[KEY_x]) { /* over what, if that is a number that came out */
        s->name[s->n++] = o->text[KEY_x];
    }
    s->named = s->n;
    if (o->text[KEY_y]) {
        rest = s->copy = alloc_text(o->text[KEY_y]);
        while (s->n < SHOWN_MAX && (name = strsep(&rest, ","))) {
            s->name[s->n++] = name;
        }
    }
}

/* "812.4 +-3.1", or "812" of one sample. A mean without an interval may stand alone. */
static void cell(const json_t *metric, char text[CELL])
{
    const json_t *known = json_is_object(metric) ? json_object_get(metric, "mean") : metric;
    const json_t *high = json_object_get(metric, "high95");
    double mean = json_number_value(known);
    if (!metric) {
        snprintf(text, CELL, "-");
        return;
    }
    bool whole = fabs(mean) < 1e9 && fabs(mean - nearbyint(mean)) < 1e-9;
    int length = whole                      ? snprintf(text, CELL, "%.0f", mean)
               : mean >= 100 && mean < 1e15 ? snprintf(text, CELL, "%.1f", mean)
                                            : snprintf(text, CELL, "%.4g", mean);
    if (json_is_number(high)) {
        double half = json_number_value(high) - mean;
        snprintf(text + length, (size_t)(CELL - length),
                 half >= 100 && half < 1e15 ? " +-%.0f" : " +-%.2g", half);
    }
}

/* Append a cell to a row of cells. Rows may be of anybody's file: "?" for what is no plain text. */
static void append(char row[ROW], const char *text)
{
    size_t length = strlen(row);
    if (length && length + 1 < ROW) {
        row[length++] = '\t';
    }
    while (*text && length + 5 < ROW) { /* a whole character, and the end */
        size_t n = plain_character(text);
        memcpy(row + length, n ? text : "?", n ? n : 1);
        length += n ? n : 1;
        text += n ? n : 1;
    }
    row[length] = 0;
}

/* "3 saturated", or "3: 2 saturated, 1 limit"; "0". */
static void not_done(const json_t *point, char text[ROW])
{
    json_t *ends = json_object_get(point, "ends");
    const char *name;
    json_t *count;
    size_t kinds = json_object_size(ends);
    int length = kinds == 1 ? 0 : snprintf(text, ROW, "%lld", result_number(point, "not_done"));
    const char *before = kinds > 1 ? ": " : "";
    json_object_foreach (ends, name, count) {
        length += snprintf(text + length, (size_t)(ROW - length), "%s%lld %s", before,
                           (long long)json_integer_value(count), name);
        before = ", ";
    }
}

/* Which columns there are. */
struct columns {
    bool together; /* the keys are in one column */
    bool trials, not_done, intervals, metric[SHOWN_MAX];
    struct shown shown;
};

static struct columns choose(const json_t *study, const struct options *o)
{
    struct columns c = {0};
    choose_shown(&c.shown, o);
    unsigned used = (unsigned)json_array_size(json_object_get(study, "keys"));
    const json_t *points = json_object_get(study, "points"), *point;
    size_t i;
    json_array_foreach (points, i, point) {
        c.trials |= result_number(point, "n") > 1;
        c.not_done |= result_number(point, "not_done") > 0;
        const json_t *metrics = json_object_get(point, "metrics");
        for (unsigned m = 0; m < c.shown.n; m++) {
            const json_t *metric = json_object_get(metrics, c.shown.name[m]);
            c.metric[m] |= metric != NULL;
            c.intervals |= json_is_number(json_object_get(metric, "high95"));
        }
    }
    c.together = used > KEYS_APART || used == 0;
    used = (c.together ? 1 : used) + c.trials + c.not_done;
    for (unsigned m = 0; m < c.shown.n; m++) {
        c.metric[m] |= m >= c.shown.named; /* who asks for it learns that no point has it */
        c.metric[m] &= used < TABLE_COLUMNS_MAX;
        used += c.metric[m];
    }
    return c;
}

static void headings(const json_t *study, const struct columns *c, char align[ROW], char row[ROW])
{
    size_t i;
    const json_t *key;
    unsigned left = 0, right = c->trials + c->not_done;
    if (c->together) {
        append(row, "point");
        left++;
    } else {
        json_array_foreach (json_object_get(study, "keys"), i, key) {
            append(row, json_string_value(key));
            left++;
        }
    }
    if (c->trials) {
        append(row, "trials");
    }
    if (c->not_done) {
        append(row, "not done");
    }
    for (unsigned m = 0; m < c->shown.n; m++) {
        if (c->metric[m]) {
            append(row, c->shown.name[m]);
            right++;
        }
    }
    memset(align, 'l', left);
    memset(align + left, 'r', right);
    align[left + right] = 0;
}

/* What tells the point from the others. */
static void append_asked(const json_t *study, const json_t *point, bool together, char row[ROW])
{
    const json_t *asked = json_object_get(point, "asked"), *key;
    char all[ROW] = "";
    size_t i;
    json_array_foreach (json_object_get(study, "keys"), i, key) {
        const char *name = json_string_value(key), *text = result_text(asked, name);
        size_t length = strlen(all);
        if (together) {
            snprintf(all + length, ROW - length, "%s%s %s", length ? ", " : "", name, text);
        } else {
            append(row, text);
        }
    }
    if (together) {
        append(row, *all ? all : "all");
    }
}

static void point_row(const json_t *study, const json_t *point, const struct columns *c,
                      char row[ROW])
{
    const json_t *metrics = json_object_get(point, "metrics");
    char text[ROW];
    append_asked(study, point, c->together, row);
    if (c->trials) {
        snprintf(text, sizeof text, "%lld", result_number(point, "n"));
        append(row, text);
    }
    if (c->not_done) {
        not_done(point, text);
        append(row, text);
    }
    for (unsigned m = 0; m < c->shown.n; m++) {
        if (c->metric[m]) {
            cell(json_object_get(metrics, c->shown.name[m]), text);
            append(row, text);
        }
    }
}

void show_study(const struct options *o, const json_t *study)
{
    const json_t *points = json_object_get(study, "points"), *point;
    struct columns c = choose(study, o);
    char align[ROW], row[ROW] = "";
    size_t i;
    headings(study, &c, align, row);
    struct table *t = table_begin(align, row);
    json_array_foreach (points, i, point) {
        row[0] = 0;
        point_row(study, point, &c, row);
        table_row(t, "%s", row);
    }
    table_end(t);
    free(c.shown.copy);
    if (c.intervals) {
        printf("\n+- is half of the interval that has the mean in it with 95 %%.\n");
    }
    if (c.not_done) {
        printf("\nNumbers are of the trials that were done.\n");
    }
    if (result_number(study, "unsteady")) {
        printf("\nIn %lld of %lld trials no steady state was found; try more --cycles.\n",
               result_number(study, "unsteady"), result_number(study, "trials"));
    }
    if (result_number(study, "resumed")) {
        printf("\n%lld of %lld rows were in %s already.\n", result_number(study, "resumed"),
               result_number(study, "trials"), o->text[KEY_out]);
    }
}
