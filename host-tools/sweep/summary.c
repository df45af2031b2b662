/* SPDX-License-Identifier: BSD-2-Clause */
#include "summary.h"

#include <stdlib.h>
#include <string.h>

#include "result/result.h"

json_t *summary_metric(const struct statistics *of)
{
    double low, high;
    bool known = statistics_interval(of, &low, &high);
    json_t *metric = json_pack("{s:i,s:f}", "n", (int)of->n, "mean", of->mean);
    bool several = of->n > 1;
    json_object_set_new(metric, "sd", several ? json_real(statistics_deviation(of)) : json_null());
    json_object_set_new(metric, "low95", known ? json_real(low) : json_null());
    json_object_set_new(metric, "high95", known ? json_real(high) : json_null());
    json_object_set_new(metric, "min", json_real(of->min));
    json_object_set_new(metric, "max", json_real(of->max));
    return metric;
}

/* As much of it as show_study() shows: there may be a million points. */
static json_t *shown_metric(const struct statistics *of)
{
    double low, high;
    if (!statistics_interval(of, &low, &high)) {
        return json_real(of->mean);
    }
    json_t *metric = json_object();
    json_object_set_new_nocheck(metric, "mean", json_real(of->mean));
    json_object_set_new_nocheck(metric, "low95", json_real(low));
    json_object_set_new_nocheck(metric, "high95", json_real(high));
    return metric;
}

static json_t *metrics_json(const struct point *p)
{
    json_t *metrics = json_object();
    for (unsigned m = 0; m < METRICS; m++) {
        const struct statistics *of = point_statistics(p, m);
        if (of) {
            json_object_set_new_nocheck(metrics, metric_names[m], shown_metric(of));
        }
    }
    return metrics;
}

/* What tells one point from the others. */
struct varied {
    bool depth, line, key[KEYS];
};

static bool differs(const char *a, const char *b)
{
    return (a != NULL) != (b != NULL) || (a && strcmp(a, b) != 0);
}

static struct varied find_varied(const struct study *s)
{
    struct varied v = {0};
    const struct part *first = s->part;
    for (uint32_t i = 0; i < s->parts; i++) {
        const struct part *p = &s->part[i];
        v.depth |= p->depth != first->depth;
        for (int k = 0; k < KEYS; k++) {
            v.key[k] |=
                grid_varies(&p->grid, k) ||
                (option_takes_lists(k) && differs(p->options.text[k], first->options.text[k]));
        }
    }
    return v;
}

static json_t *point_json(const struct study *s, const struct varied *v, uint64_t i)
{
    const struct point *p = &s->point[i];
    const struct part *part = study_part(s, i);
    json_t *point = json_object(), *asked = json_object();
    if (v->depth) {
        json_object_set_new_nocheck(asked, "depth", json_string(part->depth->name));
    }
    for (int k = 0; k < KEYS; k++) {
        if (v->key[k]) {
            const char *text = grid_text(&part->grid, (uint32_t)(i - part->first), k);
            json_object_set_new_nocheck(asked, key_rows[k].name,
                                        json_string(text ? text : "default"));
        }
    }
    json_object_set_new_nocheck(point, "asked", asked);
    json_object_set_new_nocheck(point, "n", json_integer(p->made));
    if (p->not_done) {
        json_object_set_new_nocheck(point, "not_done", json_integer(p->not_done));
        json_object_set_new_nocheck(point, "ends", row_ends(p->ended));
    }
    json_object_set_new_nocheck(point, "metrics", metrics_json(p));
    return point;
}

json_t *summary_make(const struct study *s, uint64_t resumed)
{
    const struct varied v = find_varied(s);
    json_t *keys = json_array(), *points = json_array();
    uint64_t made = 0;
    if (v.depth) {
        json_array_append_new(keys, json_string("depth"));
    }
    for (int k = 0; k < KEYS; k++) {
        if (v.key[k]) {
            json_array_append_new(keys, json_string(key_rows[k].name));
        }
    }
    for (uint64_t i = 0; i < s->points; i++) {
        made += s->point[i].made;
        if (s->point[i].made) { /* else another machine's */
            json_array_append_new(points, point_json(s, &v, i));
        }
    }
    return json_pack("{s:i,s:I,s:I,s:I,s:o,s:o}", "schema", RESULT_SCHEMA, "trials",
                     (json_int_t)made, "resumed", (json_int_t)resumed, "unsteady",
                     (json_int_t)s->unsteady, "keys", keys, "points", points);
}
