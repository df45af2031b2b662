/* SPDX-License-Identifier: BSD-2-Clause */
/* The files of costs/, as embed_costs.py puts them into noct. */
#ifndef NOCT_COSTS_COSTS_FILES_H
#define NOCT_COSTS_COSTS_FILES_H

#include <stddef.h>

struct costs_text {
    const char *name, *text; /* without .json */
};

extern const struct costs_text costs_texts[]; /* a name of NULL ends it */

/* The reference compiler, as the names have it: that of tests/reference-compiler. */
extern const char costs_reference[];

#endif
