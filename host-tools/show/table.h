/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables and charts for people. */
#ifndef NOCT_SHOW_TABLE_H
#define NOCT_SHOW_TABLE_H

#include <stdint.h>

enum { SCREEN_COLUMNS = 100, TABLE_COLUMNS_MAX = 24 };

/* How wide a line may be: COLUMNS if the environment has it, else what the terminal says; where
 * standard output is none, SCREEN_COLUMNS. At least 40. */
unsigned screen_columns(void);

/* A table whose columns are as wide as their widest cell. Cells are parted by
 * tabs. align: 'l' or 'r' for each column; headings: NULL, if there are none. What has no room on
 * the screen stands below, behind the first columns of kind 'l' once more. */
struct table *table_begin(const char *align, const char *headings);
void table_row(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_end(struct table *t); /* print and free */

/* How often each value occurs, as bars. */
void chart_histogram(const char *unit, const uint64_t *value, unsigned n);

#endif
