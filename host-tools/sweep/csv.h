/* SPDX-License-Identifier: BSD-2-Clause */
/* Comma-separated values. */
#ifndef NOCT_SWEEP_CSV_H
#define NOCT_SWEEP_CSV_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* A value with a comma before it unless it is the first; in quotes, if it must be. NULL: empty. A text
 * that a spreadsheet would take for a formula, as =1+1 or @x.c, gets a ' in front; numbers do not. */
void csv_value(FILE *to, bool first, const json_t *value);
void csv_text(FILE *to, bool first, const char *text);

/* The rows of a study: their heading, and one of them. Each key of an experiment has its column. */
void csv_rows_heading(FILE *to);
void csv_row(FILE *to, const json_t *row);

#endif
