/* SPDX-License-Identifier: BSD-2-Clause */
/* A board's output as a job's: each line begins with "[NODE] ", which is left out or becomes
 * "[RANK] ". */
#ifndef NOCT_LAUNCH_LINES_H
#define NOCT_LAUNCH_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "job.h"

/* A stream; what is written to it goes to `to`, changed so, and at once. label: with ranks; a node
 * that has none keeps "[node NODE] ". NULL: there is no memory. */
FILE *lines_open(FILE *to, const struct job *job, bool label);

#endif
