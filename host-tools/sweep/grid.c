/* SPDX-License-Identifier: BSD-2-Clause */
#include "grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool grid_varies(const struct grid *g, int key)
{
    return g->of[key].n > 1;
}

/* Of more than can be made it is said how many they are, as far as 64 bits can say it. */
static enum status too_many(const struct grid *g, uint64_t points, struct error *error)
{
    const char *between = ":";
    error_set(error, STATUS_BAD, "this study has %s%" PRIu64 " points",
              points == UINT64_MAX ? "more than " : "", points);
    for (int k = 0; k < KEYS; k++) {
        if (grid_varies(g, k)) {
            error_append(error, "%s %" PRIu32 " of %s", between, g->of[k].n, key_rows[k].name);
            between = " times";
        }
    }
    return error_fix(error, "give fewer values: at most %u points can be made at once",
                     GRID_POINTS_MAX);
}

enum status grid_make(struct grid *g, const struct options *base, struct error *error)
{
    uint64_t points = 1;
    enum status status = STATUS_DONE;
    *g = (struct grid){.base = base};
    for (int k = 0; k < KEYS && !status; k++) {
        if (base->text[k] && !(key_rows[k].group & GROUPS_STUDY)) {
            g->key[g->keys++] = k;
        }
        if (base->text[k] && option_takes_lists(k)) {
            status = values_parse(&g->of[k], k, base->text[k], error);
            uint64_t n = g->of[k].n ? g->of[k].n : 1;
            points = points > UINT64_MAX / n ? UINT64_MAX : points * n;
        }
    }
    if (!status && points > GRID_POINTS_MAX) {
        status = too_many(g, points, error);
    }
    if (status) {
        grid_free(g);
    }
    g->points = (uint32_t)points;
    return status;
}

void grid_free(struct grid *g)
{
    for (int k = 0; k < KEYS; k++) {
        values_free(&g->of[k]);
    }
}

const char *grid_text(const struct grid *g, uint32_t point, int key)
{
    const struct values *v = &g->of[key];
    for (int i = g->keys; i-- > 0 && g->key[i] > key;) {
        point /= g->of[g->key[i]].n ? g->of[g->key[i]].n : 1;
    }
    return v->n ? v->text[point % v->n] : g->base->text[key];
}

void grid_point(const struct grid *g, uint32_t point, struct options *o)
{
    *o = *g->base;
    json_incref(o->id);
    memset(o->text, 0, sizeof o->text);
    for (int i = g->keys; i-- > 0;) {
        const int k = g->key[i];
        const struct values *v = &g->of[k];
        o->text[k] = alloc_text(v->n ? v->text[point % v->n] : g->base->text[k]);
        point /= v->n ? v->n : 1;
    }
}
