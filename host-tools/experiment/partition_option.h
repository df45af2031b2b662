/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of the key partition: how m-torus is to be cut. partition_cut.h cuts. */
#ifndef NOCT_EXPERIMENT_PARTITION_OPTION_H
#define NOCT_EXPERIMENT_PARTITION_OPTION_H

#include <stdint.h>

#include "base/error.h"

/* Of a key that was not given: the text of the first kind. */
#define PARTITION_DEFAULT "costs"

enum partition_kind { CUT_BY_COSTS, CUT_HALVES, CUT_DIMENSIONAL, CUT_UNIFORM, CUT_BY_SIZES };

struct partition_choice {
    enum partition_kind kind;
    union {
        uint32_t uniform; /* CUT_UNIFORM: R */
        struct {
            uint16_t *size; /* malloc'd */
            uint32_t pieces;
        } sizes; /* CUT_BY_SIZES: of the first step's pieces */
    };
    char *text; /* malloc'd, as it was given; NULL: it was not */
};

/* Its kind and sizes, by what they are called. To be freed also after an error. */
enum status partition_parse(struct partition_choice *c, const char *text, struct error *error);
void partition_choice_free(struct partition_choice *c);

#endif
