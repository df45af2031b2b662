/* SPDX-License-Identifier: BSD-2-Clause */
/* Exact decimal numbers, as people write them: a range from 0.05 by 0.05 to 0.5 has ten values. */
#ifndef NOCT_SWEEP_DECIMAL_H
#define NOCT_SWEEP_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_PLACES = 9, DECIMAL_TEXT = 24 };
#define DECIMAL_ONE INT64_C(1000000000)

/* In units of 10^-9. */
typedef int64_t decimal;

/* A number without a sign at the beginning of *text, which is moved behind it. False: there is none, or
 * it has more than nine digits on a side of its point. */
bool decimal_read(const char **text, decimal *value);

/* a times b. False: it is too large, or not exact. */
bool decimal_times(decimal a, decimal b, decimal *product);

/* As one writes it: without zeros at its end. */
void decimal_text(decimal value, char text[DECIMAL_TEXT]);

#endif
