/* SPDX-License-Identifier: BSD-2-Clause */
/* All points of an experiment with lists: they multiply. */
#ifndef NOCT_SWEEP_GRID_H
#define NOCT_SWEEP_GRID_H

#include "values.h"

enum { GRID_POINTS_MAX = 1 << 30 };

struct grid {
    const struct options *base; /* what the lists were taken from */
    struct values of[KEYS];     /* n is 0: the key was not given, or has one value as it stands */
    int key[KEYS];              /* those that a point has, in keys.def's order */
    int keys;
    uint32_t points;
};

/* Nothing is to be freed after an error. */
enum status grid_make(struct grid *g, const struct options *base, struct error *error);
void grid_free(struct grid *g);

/* The options of one point, from 0; to be freed. The last key changes fastest, in keys.def's order.
 * Keys that are about the study are left out. */
void grid_point(const struct grid *g, uint32_t point, struct options *o);

/* Does this key have more than one value? */
bool grid_varies(const struct grid *g, int key);
/* The text of one key that takes lists; NULL: not given. */
const char *grid_text(const struct grid *g, uint32_t point, int key);

#endif
