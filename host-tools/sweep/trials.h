/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How often a point is tried: N times, or from A to B times until its interval is narrow. It is looked
 * at after 10, 20, 40, ... trials only: whoever looks after each one ends too early.
 */
#ifndef NOCT_SWEEP_TRIALS_H
#define NOCT_SWEEP_TRIALS_H

#include "base/options.h"

enum { TRIALS_MAX = 1000000 };

struct trials {
    uint32_t least, most;
    double precision; /* half the interval over the mean, at most; 0: nobody looks */
};

enum status trials_parse(struct trials *t, const struct options *o, struct error *error);

/* Of a point with so many trials: how many it has when it is looked at next, or ends. */
uint32_t trials_next(const struct trials *t, uint32_t done);

/* One machine's part of a study: piece i is its own if i % of == part. */
struct share {
    uint32_t part, of;
};

enum status share_parse(struct share *s, const struct options *o, struct error *error);

#endif
