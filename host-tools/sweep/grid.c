/* SPDX-License-Identifier: BSD-2-Clause */
#include "grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool grid_varies(const struct grid *g, int key)
{
    return g->of[key].n > 1;
}

static enum status too_many(const struct grid *g, struct error *error)
{
    error_set(error, STATUS_BAD, "more than a thousand million points:");
    for (int k = 0; k < KEYS; k++) {
        if (grid_varies(g, k)) {
            error_append(error, " %u of %s", g->of[k].n, key_rows[k].name);
        }
    }
    return error_fix(error, "give fewer values");
}

enum status grid_make(struct grid *g, const struct options *base, struct error *error)
{
    uint64_t points = 1;
    enum status status = STATUS_DONE;
    *g = (struct grid){.base = base};
    for (int k = 0; k < KEYS && !status; k++) {
        if (base->text[k] && option_takes_lists(k)) {
            status = values_parse(&g->of[k], k, base->text[k], error);
            points *= g->of[k].n ? g->of[k].n : 1;
        }
        if (points > GRID_POINTS_MAX) {
            status = too_many(g, error);
        }
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

void grid_point(const struct grid *g, uint32_t point, struct options *o)
{
    *o = *g->base;
    json_incref(o->id);
    for (int k = KEYS; k-- > 0;) {
        const struct values *v = &g->of[k];
        const char *text = key_rows[k].group & GROUPS_STUDY ? NULL : g->base->text[k];
        if (v->n) {
            text = v->text[point % v->n];
            point /= v->n;
        }
        o->text[k] = text ? alloc_text(text) : NULL;
    }
}
