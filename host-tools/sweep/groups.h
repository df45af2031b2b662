/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of files, put together by points: all that differ in nothing but their seed. */
#ifndef NOCT_SWEEP_GROUPS_H
#define NOCT_SWEEP_GROUPS_H

#include "row.h"
#include "statistics.h"

struct group {
    json_t *row; /* the first of them */
    uint32_t rows, not_done, ended[ENDS];
    struct statistics of[METRICS];
};

struct groups {
    struct group *at; /* malloc'd, in the order in which they came */
    uint32_t n;
    json_t *place;             /* {what they have in common: place} */
    json_t *seen;              /* {the same, and the seed: id} */
    bool depths, varies[KEYS]; /* which keys differ between them */
    uint64_t rows, unsteady;
};

/* Read the files that the words of o name. groups_free() also after an error. */
enum status groups_read(struct groups *g, const struct options *o, struct error *error);
void groups_free(struct groups *g);

/* Leave out the points of those depths that never have this metric, as plans have no cycles, and say
 * so on standard error; if no depth has it, all stay. */
void groups_leave_depths_without(struct groups *g, enum metric m);

/* The keys that differ, with their values: "length=8 algorithm=u-torus". To be freed. */
char *groups_name(const struct groups *g, uint32_t group);

/* {"schema","rows","keys","points"}, as of a study's summary. */
json_t *groups_summary(const struct groups *g);

#endif
