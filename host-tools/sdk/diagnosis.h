/* SPDX-License-Identifier: BSD-2-Clause */
/* What the compiler and the linker say, read along: at the end a line for each thing that this
 * board or its C library does not have, and how much of a program does not fit. */
#ifndef NOCT_SDK_DIAGNOSIS_H
#define NOCT_SDK_DIAGNOSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "stale.h"

enum { MISSING_MAX = 32 };

struct diagnosis {
    bool mpi;            /* compiled by mpicc */
    uint64_t ram, image; /* bytes too many; 0: it fits */
    struct stale stale;
    unsigned missing_count;
    char *missing[MISSING_MAX]; /* names; malloc'd */
};

/* A line of theirs, colours included. */
void diagnosis_read(struct diagnosis *d, const char *line);

/* Say on standard error, as command `name`, what is missing. Frees what was read. */
void diagnosis_print(struct diagnosis *d, const char *name);

#endif
