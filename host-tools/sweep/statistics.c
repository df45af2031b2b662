/* SPDX-License-Identifier: BSD-2-Clause */
#include "statistics.h"

#include <math.h>

void statistics_add(struct statistics *s, double value)
{
    double from = value - s->mean;
    s->min = s->n && s->min < value ? s->min : value;
    s->max = s->n && s->max > value ? s->max : value;
    s->n++;
    s->mean += from / s->n;
    s->squares += from * (value - s->mean);
}

double statistics_deviation(const struct statistics *s)
{
    return s->n > 1 ? sqrt(s->squares / (s->n - 1)) : 0;
}

/* The quantile 0.975 of Student's distribution. From 10 degrees of freedom on by the expansion of
 * Abramowitz and Stegun 26.7.5, which is then right to four places. */
static double student(uint32_t degrees)
{
    static const double few[] = {0,      12.7062, 4.3027, 3.1824, 2.7764,
                                 2.5706, 2.4469,  2.3646, 2.3060, 2.2622};
    const double x = 1.959963985, x3 = x * x * x, x5 = x3 * x * x, x7 = x5 * x * x;
    const double v = degrees;
    if (degrees < sizeof few / sizeof *few) {
        return few[degrees];
    }
    return x + (x3 + x) / (4 * v) + (5 * x5 + 16 * x3 + 3 * x) / (96 * v * v) +
           (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / (384 * v * v * v);
}

double statistics_half(const struct statistics *s)
{
    return s->n > 1 ? student(s->n - 1) * statistics_deviation(s) / sqrt(s->n) : 0;
}

bool statistics_interval(const struct statistics *s, double *low, double *high)
{
    double half = statistics_half(s);
    *low = s->n > 1 ? s->mean - half : s->low;
    *high = s->n > 1 ? s->mean + half : s->high;
    return s->n > 1 || (s->n == 1 && s->own);
}
