/* SPDX-License-Identifier: BSD-2-Clause */
/* What is printed, on a screen that is narrower than most. */
#ifndef NOCT_SHOW_NARROW_H
#define NOCT_SHOW_NARROW_H

#include <stdbool.h>
#include <stdio.h>

/* Between these two what is printed on standard output is kept, if the screen is narrow; then its
 * sentences are broken between words. Rows of tables and figures stay as they are. */
void narrow_begin(void);
void narrow_end(void);

/* The text, its lines broken so. */
void narrow_print(FILE *to, const char *text, unsigned columns);

#endif
