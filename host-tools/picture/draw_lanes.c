/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *            step 1   step 2
 *      0  ----.  .------------
 *              \\/
 *      1  ----'/\\'------------     A message leaves its sender's lane at the column's begin, and
 *                                   comes to its receiver's at the end.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "draw.h"

enum { LEFT = 50, TOP = 20, TAIL = 6, HEAD = 7 };

struct lanes {
    const struct scene *s;
    uint32_t *lane; /* by node */
    uint32_t members;
    double line, column;
};

static bool has_lane(const struct scene *s, uint32_t node)
{
    return s->node[node].member || s->node[node].root;
}

bool draw_has_lanes(const struct scene *s)
{
    uint32_t members = 0, messages = 0;
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        members += has_lane(s, n);
    }
    for (uint32_t i = 0; i < s->worms; i++) {
        messages += s->worm[i].data;
    }
    return s->collective && !s->tree && messages && members <= DRAW_LANES_MAX &&
           messages <= DRAW_ARROWS_MAX;
}

static double lane_y(const struct lanes *l, uint32_t node)
{
    return TOP + l->line * (l->lane[node] + 0.5);
}

static double step_x(const struct lanes *l, uint32_t step)
{
    return LEFT + l->column * (step - 1);
}

static void draw_frame(const struct lanes *l, FILE *f, double width, double bottom)
{
    char name[24];
    for (uint32_t step = 1; step <= l->s->steps; step++) {
        snprintf(name, sizeof name, step == 1 ? "step %u" : "%u", step);
        svg_label(f, "head", step_x(l, step) + l->column / 2, 10, name);
        fputs("<path class=\"rule\" d=\"", f);
        svg_point(f, 'M', step_x(l, step), TOP - 4);
        svg_point(f, 'L', step_x(l, step), bottom);
        fputs("\"/>\n", f);
    }
    for (uint32_t n = 0; n < l->s->t.nodes; n++) {
        if (!has_lane(l->s, n)) {
            continue;
        }
        snprintf(name, sizeof name, "%u", n);
        fprintf(f, "<g id=\"t%u\"><path class=\"ground\" d=\"", n);
        svg_point(f, 'M', LEFT, lane_y(l, n));
        svg_point(f, 'L', width, lane_y(l, n));
        fputs("\"/>", f);
        svg_label(f, "row", LEFT - 8, lane_y(l, n) + l->line * 0.3, name);
        fputs("</g>\n", f);
    }
}

static void draw_message(const struct lanes *l, FILE *f, uint32_t i)
{
    const struct scene_worm *w = &l->s->worm[i];
    double x = step_x(l, w->step) + TAIL, end = step_x(l, w->step + 1) - HEAD;
    for (uint32_t k = 0; k < w->visits; k++) {
        double y = lane_y(l, w->from), to = lane_y(l, w->visit[k].node);
        fprintf(f, "<path id=\"m%u\" class=\"edge\" d=\"", i);
        svg_point(f, 'M', x, y);
        svg_point(f, 'L', end, to);
        svg_point(f, 'M', end - 3, to - 3);
        svg_point(f, 'L', end + 2, to);
        svg_point(f, 'L', end - 3, to + 3);
        fputs("\"/>\n", f);
    }
}

void draw_lanes(struct figure *f, const struct scene *s)
{
    struct lanes l = {.s = s, .lane = alloc_array(s->t.nodes, sizeof *l.lane)};
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        l.lane[n] = l.members;
        l.members += has_lane(s, n);
    }
    l.line = l.members > 100 ? 11 : l.members > 32 ? 13 : 18;
    l.column = s->steps > 24 ? 40 : s->steps > 10 ? 60 : 90;
    f->width = step_x(&l, s->steps + 1) + 12;
    f->height = TOP + l.line * l.members + 6;
    f->rows = "lanes";
    f->top = TOP;
    f->line = l.line;
    fprintf(f->file, "<g font-size=\"%g\">\n", l.line > 12 ? 10.0 : 8.0);
    draw_frame(&l, f->file, step_x(&l, s->steps + 1), f->height);
    for (uint32_t i = 0; i < s->worms; i++) {
        if (s->worm[i].data && s->worm[i].step) {
            draw_message(&l, f->file, i);
        }
    }
    fputs("</g>\n", f->file);
    free(l.lane);
}
