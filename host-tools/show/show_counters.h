/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers of noct counters, as tables and as CSV. */
#ifndef NOCT_SHOW_SHOW_COUNTERS_H
#define NOCT_SHOW_SHOW_COUNTERS_H

#include <jansson.h>
#include <stdbool.h>

/* Print it for people, or as CSV; heading: with its line of names. */
void counters_show(const json_t *result, bool csv, bool heading);

#endif
