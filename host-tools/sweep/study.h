/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A study: experiments with lists, each at one depth, all their points, and what came of these.
 *
 *   study -- part (experiment and depth) -- grid -- points -- trials
 */
#ifndef NOCT_SWEEP_STUDY_H
#define NOCT_SWEEP_STUDY_H

#include "depth.h"
#include "grid.h"
#include "statistics.h"
#include "trials.h"

struct part {
    const struct depth *depth;
    struct options options;
    struct grid grid;
    struct trials trials;
    uint32_t first; /* the number of its first point */
    uint64_t line;  /* of the study's file; 0: the command line */
};

/* What is known of a point before the start, and what came of it. */
struct point {
    bool fits, random, settled;
    uint32_t trials; /* that are made, or to be made, on all machines */
    uint32_t made, not_done, ended[ENDS];
    uint32_t has;          /* a bit for each metric that some trial had ... */
    struct statistics *of; /* ... and the statistics of these, malloc'd, in their order */
};
_Static_assert(METRICS <= 32, "a bit for each");

struct study {
    const char *command;
    struct part *part;
    uint32_t parts;
    struct point *point;
    uint64_t points;
    uint32_t misfits, fixed; /* points that do not fit; without chance */
    uint64_t total;          /* trials, at most */
    uint64_t unsteady;       /* that are done without a steady state */
    uint64_t bytes;          /* of memory that the largest one takes while it is made, if much */
};

/* Begin one of nothing; add a part, whose options are copied; then study_check(). */
void study_begin(struct study *s, const char *command);
enum status study_add(struct study *s, const struct depth *d, const struct options *o,
                      uint64_t line, struct error *error);
void study_free(struct study *s);

/* Look at each point once. Those that do not fit are said on standard error and refused; or, with
 * skip_unfit, they are known. */
enum status study_check(struct study *s, bool skip_unfit, struct error *error);

const struct part *study_part(const struct study *s, uint64_t point);
/* The point's options; to be freed. */
void study_options(const struct study *s, uint64_t point, struct options *o);

/* One trial. */
struct piece {
    uint32_t point, trial;
};

/* The trials that are to be made next: all, or those until somebody looks at precision. malloc'd;
 * *n is 0: there are none left. */
struct piece *study_next(struct study *s, const struct share *share, uint64_t *n);

/* The statistics of a point's metric; NULL: no trial had it. */
const struct statistics *point_statistics(const struct point *p, enum metric m);

/* How many trials its share has, as far as is known: points whose precision is reached have no more. */
uint64_t study_trials(const struct study *s, const struct share *share);

/* What came of a trial. */
void study_take(struct study *s, uint32_t point, const struct sample *sample);

#endif
