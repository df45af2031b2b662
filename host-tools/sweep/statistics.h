/* SPDX-License-Identifier: BSD-2-Clause */
/* Mean and interval of independent samples. */
#ifndef NOCT_SWEEP_STATISTICS_H
#define NOCT_SWEEP_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* Of samples as they come: Welford, "Note on a method for calculating corrected sums of squares and
 * products", Technometrics 4(3), 1962. */
struct statistics {
    uint32_t n;
    double mean, squares, min, max;
    bool own;         /* the last sample has an interval of its own, from low to high ... */
    double low, high; /* ... as batch means of a steady state give it */
};

void statistics_add(struct statistics *s, double value);
/* The standard deviation; 0 of one sample. */
double statistics_deviation(const struct statistics *s);
/* Half of the interval that contains the mean with 95 %, by Student's t; 0 of one sample. */
double statistics_half(const struct statistics *s);
/* The interval; of one sample its own. False: there is none. */
bool statistics_interval(const struct statistics *s, double *low, double *high);

#endif
