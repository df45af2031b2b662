/* SPDX-License-Identifier: BSD-2-Clause */
#include "curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum metric metric_find(const char *name)
{
    unsigned m = 0;
    while (m < METRICS && strcmp(metric_names[m], name) != 0) {
        m++;
    }
    return (enum metric)m;
}

enum status metric_parse(enum metric *metric, const char *y, struct error *error)
{
    *metric = metric_find(y);
    if (*metric < METRICS) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "y '%s': must be one of", y);
    for (unsigned m = 0; m < METRICS; m++) {
        error_append(error, "%s %s", m ? "," : "", metric_names[m]);
    }
    return STATUS_BAD;
}

/* --- x, y and by ---------------------------------------------------------------------------- */

static enum status unknown(const char *flag, const char *name, const struct groups *g,
                           struct error *error)
{
    const char *names[200];
    unsigned n = 0;
    const char *key;
    json_t *value;
    json_object_foreach (g->at[0].row, key, value) {
        if (n < 199) {
            names[n++] = key;
        }
    }
    names[n] = NULL;
    const char *near = nearest(name, names);
    error_set(error, STATUS_BAD, "%s '%s': the rows have no such key", flag, name);
    return near ? error_fix(error, "did you mean %s?", near) : error->status;
}

static bool some_row_has(const struct groups *g, const char *key)
{
    for (uint32_t i = 0; i < g->n; i++) {
        if (json_object_get(g->at[i].row, key)) {
            return true;
        }
    }
    return false;
}

/* The place of a text in a list, to which it is added. */
static uint32_t place_in(json_t *list, const char *text)
{
    size_t i;
    const json_t *one;
    json_array_foreach (list, i, one) {
        if (strcmp(json_string_value(one), text) == 0) {
            return (uint32_t)i;
        }
    }
    json_array_append_new(list, json_string(text));
    return (uint32_t)i;
}

/* "u-torus, torus:8x8": the values of the keys that a curve is told by; to be freed. */
static enum status title_of(char **title, const struct groups *g, uint32_t group, const char *by,
                            struct error *error)
{
    char *copy = alloc_text(by ? by : ""), *rest = copy, *key;
    size_t length;
    enum status status = STATUS_DONE;
    FILE *to = open_memstream(title, &length);
    if (!to) {
        out_of_memory();
        return STATUS_ENVIRONMENT;
    }
    while (by && !status && (key = strsep(&rest, ","))) {
        const json_t *value = json_object_get(g->at[group].row, key);
        if (!value && !some_row_has(g, key)) {
            status = unknown("by", key, g, error);
            break;
        }
        char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12)) : NULL;
        fprintf(to, "%s%s", ftell(to) ? ", " : "",
                json_is_string(value) ? json_string_value(value)
                : text                ? text
                                      : "-");
        free(text);
    }
    free(copy);
    fclose(to);
    return status;
}

/* Is x a number wherever it is? */
static bool is_number(const struct groups *g, const char *x)
{
    bool number = true;
    for (uint32_t i = 0; i < g->n; i++) {
        const json_t *value = json_object_get(g->at[i].row, x);
        number &= !value || json_is_number(value);
    }
    return number;
}

/* Where a group lies: a key's value, or the mean of a number that came out. */
static double x_of(const struct curves *c, uint32_t group)
{
    const struct group *g = &c->groups->at[group];
    const json_t *value = json_object_get(g->row, c->x);
    enum metric m = metric_find(c->x);
    if (c->words) {
        return place_in(c->words, json_is_string(value) ? json_string_value(value) : "-");
    }
    return m < METRICS           ? (g->of[m].n ? g->of[m].mean : NAN)
         : json_is_number(value) ? json_number_value(value)
                                 : NAN;
}

/* Points without a place, whose x is a number that no trial has told, stand last. */
static int by_place(const void *a, const void *b)
{
    const struct curve_point *one = a, *other = b;
    const bool none = isnan(one->x), neither = none && isnan(other->x);
    return one->curve != other->curve     ? (one->curve < other->curve ? -1 : 1)
         : none != isnan(other->x)        ? (none ? 1 : -1)
         : !neither && one->x != other->x ? (one->x < other->x ? -1 : 1)
         : one->group != other->group     ? (one->group < other->group ? -1 : 1)
                                          : 0;
}

/* Two points of one curve at one x: what tells them apart is missing in by. */
static enum status refuse_same(const struct curves *c, const struct options *o, struct error *error)
{
    for (uint32_t i = 1; i < c->groups->n; i++) {
        const struct curve_point *a = &c->at[i - 1], *b = &c->at[i];
        if (a->curve != b->curve || !(a->x == b->x) || metric_find(c->x) < METRICS) {
            continue;
        }
        char *one = groups_name(c->groups, a->group), *other = groups_name(c->groups, b->group);
        error_set(error, STATUS_BAD,
                  "by%s%s: two points of one curve have the same %s: %.200s and %.200s",
                  o->text[KEY_by] ? " " : "", o->text[KEY_by] ? o->text[KEY_by] : "", c->x, one,
                  other);
        free(one);
        free(other);
        return error_fix(error, "name the key that tells them apart in --by");
    }
    return STATUS_DONE;
}

static enum status place_all(struct curves *c, const struct options *o, struct error *error)
{
    const struct groups *g = c->groups;
    c->at = alloc_array(g->n, sizeof *c->at);
    for (uint32_t i = 0; i < g->n; i++) {
        char *title = NULL;
        enum status status = title_of(&title, g, i, o->text[KEY_by], error);
        c->at[i] = (struct curve_point){i, status ? 0 : place_in(c->titles, title), x_of(c, i)};
        free(title);
        if (status) {
            return status;
        }
    }
    qsort(c->at, g->n, sizeof *c->at, by_place);
    return refuse_same(c, o, error);
}

enum status curves_make(struct curves *c, const struct groups *g, const struct options *o,
                        struct error *error)
{
    const char *x = o->text[KEY_x], *y = o->text[KEY_y];
    if (!x || !y) {
        error_set(error, STATUS_BAD, "%s: missing", x ? "y" : "x");
        return error_fix(error, "as --x length --y latency_max --by algorithm");
    }
    *c = (struct curves){.groups = g, .x = x, .y_name = y, .by = o->text[KEY_by]};
    if (metric_parse(&c->y, y, error)) {
        return STATUS_BAD;
    }
    if (!some_row_has(g, x)) {
        return unknown("x", x, g, error);
    }
    c->titles = json_array();
    c->words = is_number(g, x) ? NULL : json_array();
    enum status status = place_all(c, o, error);
    if (status) {
        curves_free(c);
    }
    return status;
}

void curves_free(struct curves *c)
{
    free(c->at);
    json_decref(c->titles);
    json_decref(c->words);
}
