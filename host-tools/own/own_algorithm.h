/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms of the user's own: a C file that defines noc_algorithm_mine (docs/own-algorithm.md).
 */
#ifndef NOCT_OWN_OWN_ALGORITHM_H
#define NOCT_OWN_OWN_ALGORITHM_H

#include <limits.h>

#include "base/error.h"
#include "multicast/plan.h"

/* Is this "./mine.c", or "./mine.c:4" with the parameter 4? */
bool own_algorithm_named(const char *text);
/* The file's name without the parameter. */
void own_algorithm_file(const char *text, char file[PATH_MAX]);

/*
 * Compile and load the file of such a text (own_code.h), and use it from now on, checked
 * (checked_algorithm.h). *parameter: what stands behind it; 0: nothing.
 */
enum status own_algorithm_load(const struct noc_algorithm **a, const char *text,
                               uint32_t *parameter, struct error *error);

/* STATUS_BAD if a is no algorithm of libnoc's: the board's programs know only those. */
enum status own_algorithm_refuse(const struct noc_algorithm *a, struct error *error);

#endif
