/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   node   0      100      200
 *     3    |  ....==##>>            what comes in: travelling, blocked, receiving
 *          |           ++ooo        what software does: receiving, start-ups
 *          |               >>>>     what goes out: injecting
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bars.h"
#include "draw.h"

enum { AXIS_TOP = 20 };

double axis_x(const struct scene *s, uint64_t cycle)
{
    return AXIS_LEFT +
           (double)AXIS_WIDTH * (double)(cycle < s->end ? cycle : s->end) / (double)s->end;
}

void axis_draw(FILE *f, const struct scene *s, double top, double bottom)
{
    enum { TICKS = 10 };
    uint64_t step = 1;
    for (unsigned i = 0; s->end / step > TICKS; i++) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    for (uint64_t c = 0; c <= s->end; c += step) {
        char name[SVG_COUNT];
        double x = axis_x(s, c);
        svg_label(f, "head", x, top - 5, svg_count(name, c));
        fputs("<path class=\"rule\" d=\"", f);
        svg_point(f, 'M', x, top);
        svg_point(f, 'L', x, bottom);
        fputs("\"/>\n", f);
    }
}

/* --- bars: one path for each row and kind -------------------------------------------------- */

static const char *const kind_class[BAR_KINDS] = {"travels",  "blocked", "receives",
                                                  "software", "starts",  "injects"};
static const unsigned lane_of[BAR_KINDS] = {0, 0, 0, 1, 1, 2};

static double tenths(double x)
{
    return (double)(long)(x * 10 + 0.5) / 10;
}

/* All bars of a row, from bars[0] on; how many. */
static size_t draw_bars(FILE *f, const struct scene *s, const struct bar *bar, size_t n, double y,
                        double lane)
{
    size_t i = 0;
    while (i < n && bar[i].row == bar[0].row) {
        enum bar_kind kind = bar[i].kind;
        fprintf(f, "<path class=\"%s\" d=\"", kind_class[kind]);
        double at =
            -1; /* where the last one ended; as it was rounded, so that errors do not add up */
        for (; i < n && bar[i].row == bar[0].row && bar[i].kind == kind; i++) {
            double x = tenths(axis_x(s, bar[i].begin)), end = tenths(axis_x(s, bar[i].end));
            end = end < x + 0.5 ? x + 0.5 : end;
            x = x < at ? at : x; /* what is drawn twice would lose its stripes */
            if (end <= x) {
                continue;
            }
            if (at < 0) {
                svg_point(f, 'M', x, y + lane * (lane_of[kind] + 0.5));
            } else {
                svg_point(f, 'm', x - at, 0);
            }
            fputc('h', f);
            svg_number(f, end - x);
            at = end;
        }
        fputs("\"/>", f);
    }
    return i;
}

/* --- cores --------------------------------------------------------------------------------- */

void draw_cores(struct figure *f, const struct scene *s)
{
    struct bars b = {NULL, 0, 0};
    uint32_t members = 0;
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        members += s->node[n].member || s->node[n].root;
    }
    double line = members > 300 ? 11 : members > 100 ? 14 : 17, lane = (line - 3) / 3;
    double y = AXIS_TOP;
    bool odd = false;
    size_t i = 0;
    bars_of_cores(&b, s);
    f->width = AXIS_LEFT + AXIS_WIDTH + 30;
    f->height = AXIS_TOP + line * members + 4;
    f->rows = "cores";
    f->top = AXIS_TOP;
    f->line = line;
    axis_draw(f->file, s, AXIS_TOP, f->height);
    fprintf(f->file, "<g class=\"bars\" stroke-width=\"%.2g\" font-size=\"%g\">\n", lane,
            line > 11 ? 11.0 : 9.0);
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        char name[12];
        if (!s->node[n].member && !s->node[n].root) {
            continue;
        }
        snprintf(name, sizeof name, "%u", n);
        fprintf(f->file, "<g id=\"b%u\">", n);
        if (odd) {
            fprintf(f->file, "<rect class=\"band\" x=\"%d\" y=\"%g\" width=\"%d\" height=\"%g\"/>",
                    AXIS_LEFT, y, AXIS_WIDTH, line);
        }
        odd = !odd;
        svg_label(f->file, "row", AXIS_LEFT - 8, y + line * 0.72, name);
        while (i < b.n && b.at[i].row < n) {
            i++;
        }
        if (i < b.n && b.at[i].row == n) {
            i += draw_bars(f->file, s, b.at + i, b.n - i, y + 1, lane);
        }
        fputs("</g>\n", f->file);
        y += line;
    }
    fputs("</g>\n", f->file);
    free(b.at);
}

/* --- channels ------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
    const struct scene_channel *x = *(const struct scene_channel *const *)a,
                               *y = *(const struct scene_channel *const *)b;
    int vc = x->vc && y->vc ? strcmp(x->vc, y->vc) : 0;
    return x->node != y->node ? (x->node > y->node) - (x->node < y->node)
         : x->next != y->next ? (x->next > y->next) - (x->next < y->next)
                              : vc;
}

void draw_channels(struct figure *f, const struct scene *s)
{
    enum { LINE = 12 };
    struct bars b = {NULL, 0, 0};
    const struct scene_channel **order = alloc_array(s->channels + 1, sizeof *order);
    size_t *begin = alloc_array(s->channels + 1, sizeof *begin);
    bars_of_channels(&b, s);
    uint32_t used = 0;
    for (size_t i = b.n; i-- > 0;) {
        used += begin[b.at[i].row] == 0;
        begin[b.at[i].row] = i + 1;
    }
    for (uint32_t c = 0; c < s->channels; c++) {
        order[c] = &s->channel[c];
    }
    qsort(order, s->channels, sizeof *order, by_place);
    double y = AXIS_TOP;
    f->width = AXIS_LEFT + AXIS_WIDTH + 30;
    f->height = AXIS_TOP + (double)LINE * used + 4;
    f->rows = "channels";
    f->top = AXIS_TOP;
    f->line = LINE;
    axis_draw(f->file, s, AXIS_TOP, f->height);
    fprintf(f->file, "<g class=\"bars\" stroke-width=\"3\" font-size=\"9\">\n");
    for (uint32_t k = 0; k < s->channels; k++) {
        uint32_t c = (uint32_t)(order[k] - s->channel);
        char name[48];
        if (begin[c] == 0) {
            continue;
        }
        snprintf(name, sizeof name, "%u to %u %s", order[k]->node, order[k]->next,
                 order[k]->vc ? order[k]->vc : "");
        svg_label(f->file, "row", AXIS_LEFT - 8, y + 9, name);
        draw_bars(f->file, s, b.at + begin[c] - 1, b.n - begin[c] + 1, y + 1, 3);
        fputc('\n', f->file);
        y += LINE;
    }
    fputs("</g>\n", f->file);
    free(begin);
    free(order);
    free(b.at);
}
