/* SPDX-License-Identifier: BSD-2-Clause */
/* Curves of rows: y over x, one for each value of the keys `by`. They are drawn by gnuplot. */
#ifndef NOCT_SWEEP_CURVES_H
#define NOCT_SWEEP_CURVES_H

#include "groups.h"

/* The metric of this name, METRICS: none. */
enum metric metric_find(const char *name);

/* The same of the key y. */
enum status metric_parse(enum metric *metric, const char *y, struct error *error);

struct curve_point {
    uint32_t group, curve;
    double x;
};

struct curves {
    const struct groups *groups;
    const char *x, *y_name, *by; /* by: NULL, if there is one curve */
    enum metric y;
    struct curve_point *at; /* malloc'd, by curve and x; one for each group */
    json_t *titles;         /* of the curves */
    json_t *words;          /* if x is none of numbers: its values, at 0, 1, 2, ...; or NULL */
};

/* The keys x, y and by of o. STATUS_BAD: no such key, or two points would be one. Nothing is to be freed
 * after an error. */
enum status curves_make(struct curves *c, const struct groups *g, const struct options *o,
                        struct error *error);
void curves_free(struct curves *c);

enum { DRAWING_WIDTH = 720, DRAWING_HEIGHT = 480 };

/* What gnuplot has drawn, in memory: it notices neither a full disk nor a pipe that is closed. */
struct drawing {
    char *text; /* SVG; malloc'd */
    size_t length;
    unsigned height; /* DRAWING_HEIGHT, and more where many curves are named */
};

/* Draw them, with their intervals. STATUS_ENVIRONMENT: there is no gnuplot. Nothing is to be freed
 * after an error. */
enum status curves_draw(const struct curves *c, struct drawing *d, struct error *error);

/* How many points have no place in the drawing: saturated networks have no mean of what they accept.
 * To be freed; NULL: none. */
char *curves_without_place(const struct curves *c);

#endif
