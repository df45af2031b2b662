/* SPDX-License-Identifier: BSD-2-Clause */
/* The key partition: how m-torus is cut. */
#ifndef NOCT_STUDY_PARTITION_OPTION_H
#define NOCT_STUDY_PARTITION_OPTION_H

#include "base/options.h"
#include "multicast/plan.h"

struct experiment;

enum partition_kind { CUT_BY_COSTS, CUT_HALVES, CUT_DIMENSIONAL, CUT_UNIFORM, CUT_BY_SIZES };

struct partition_choice {
    enum partition_kind kind;
    uint32_t pieces;    /* CUT_UNIFORM: R; CUT_BY_SIZES: how many sizes */
    uint16_t *size;     /* malloc'd; [pieces] */
    char *text;         /* malloc'd, as it was given; NULL: it was not */
    uint16_t *cuts;     /* malloc'd, of the experiment's own set, m + 1 words; NULL: it has none */
    uint32_t predicted; /* cycles, with these cuts */
};

/* e->cut from the text, checked against e's algorithm and, with `sets`, its sets of destinations,
 * the first of which is cut. To be freed also after a complaint. */
enum status partition_choose(struct experiment *e, const struct options *o, bool sets,
                             struct error *error);
/* Its kind and sizes alone, by what they are called. To be freed also after a complaint. */
enum status partition_parse(struct partition_choice *c, const char *text, struct error *error);
void partition_choice_free(struct partition_choice *c);

/* The partition of m destinations that the algorithm wants, by this experiment's costs; NULL: it
 * wants none. */
struct noc_partition *partition_new(const struct experiment *e, const struct noc_algorithm *a,
                                    uint32_t m);
void partition_free(struct noc_partition *p);

#endif
