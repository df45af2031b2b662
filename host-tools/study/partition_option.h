/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of the key partition: how m-torus is to be cut. partition_cut.h cuts. */
#ifndef NOCT_STUDY_PARTITION_OPTION_H
#define NOCT_STUDY_PARTITION_OPTION_H

#include <stdint.h>

#include "base/error.h"

enum partition_kind { CUT_BY_COSTS, CUT_HALVES, CUT_DIMENSIONAL, CUT_UNIFORM, CUT_BY_SIZES };

struct partition_choice {
    enum partition_kind kind;
    uint32_t pieces;    /* CUT_UNIFORM: R; CUT_BY_SIZES: how many sizes */
    uint16_t *size;     /* malloc'd; [pieces] */
    char *text;         /* malloc'd, as it was given; NULL: it was not */
    uint16_t *cuts;     /* malloc'd, of the experiment's own set, m + 1 words; NULL: it has none */
    uint32_t predicted; /* cycles, with these cuts */
};

/* Its kind and sizes, by what they are called. To be freed also after an error. */
enum status partition_parse(struct partition_choice *c, const char *text, struct error *error);
void partition_choice_free(struct partition_choice *c);

#endif
