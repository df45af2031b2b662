/* SPDX-License-Identifier: BSD-2-Clause */
/* Means and intervals. */
#include <math.h>

#include "base/random.h"
#include "sweep/row.h"
#include "sweep/trials.h"
#include "test.h"

static struct statistics of(unsigned n, const double *value)
{
    struct statistics s = {0};
    for (unsigned i = 0; i < n; i++) {
        statistics_add(&s, value[i]);
    }
    return s;
}

/* Worked by hand: the mean is 5, the squares come to 32, t of 7 degrees is 2.3646. */
TEST(eight_samples)
{
    static const double value[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct statistics s = of(8, value);
    assert_int_equal(s.n, 8);
    assert_float_equal(s.mean, 5, 1e-12);
    assert_float_equal(statistics_deviation(&s), sqrt(32.0 / 7), 1e-12);
    assert_float_equal(statistics_half(&s), 2.3646 * sqrt(32.0 / 7) / sqrt(8), 1e-4);
    assert_float_equal(s.min, 2, 0);
    assert_float_equal(s.max, 9, 0);
}

/* Of -1 and 1 (n times each) the interval is t / sqrt(2n - 1): Student's quantiles from tables. */
TEST(quantiles)
{
    static const struct {
        unsigned n;
        double t;
    } known[] = {{2, 12.7062}, {6, 2.5706},  {10, 2.2622}, {12, 2.2010},
                 {20, 2.0930}, {30, 2.0452}, {40, 2.0227}, {400, 1.9659}};
    for (unsigned k = 0; k < sizeof known / sizeof *known; k++) {
        struct statistics s = {0};
        for (unsigned i = 0; i < known[k].n; i++) {
            statistics_add(&s, i % 2 ? 1 : -1);
        }
        assert_float_equal(statistics_half(&s), known[k].t / sqrt(known[k].n - 1), 2e-4);
    }
}

TEST(one_sample_tells_no_interval)
{
    static const double value[] = {7};
    struct statistics s = of(1, value);
    assert_float_equal(s.mean, 7, 0);
    assert_float_equal(statistics_half(&s), 0, 0);
}

/* From 0 to 1, with mean 1/2. */
static double uniform(uint64_t *state)
{
    return ldexp((double)(random_next(state) >> 11), -53);
}

/* An interval of 95 % contains the mean in 93 to 97 % of 1,000 studies, whose samples are the sum of
 * two uniform ones, so that their mean is 1. */
static unsigned studies_with_mean(const struct trials *t, uint64_t state)
{
    unsigned with = 0;
    for (unsigned study = 0; study < 1000; study++) {
        struct statistics s = {0};
        do {
            for (uint32_t next = trials_next(t, s.n); s.n < next;) {
                statistics_add(&s, uniform(&state) + uniform(&state));
            }
        } while (s.n < t->most && statistics_half(&s) > t->precision * s.mean);
        with += fabs(s.mean - 1) <= statistics_half(&s);
    }
    return with;
}

TEST(intervals_contain_the_mean)
{
    static const struct trials fixed[] = {{5, 5, 0}, {10, 10, 0}, {100, 100, 0}};
    for (unsigned i = 0; i < 3; i++) {
        assert_in_range(studies_with_mean(&fixed[i], 1 + i), 930, 970);
    }
}

/* Also where trials end when the interval is narrow. */
TEST(intervals_of_precision_contain_the_mean)
{
    static const struct trials until[] = {{10, 400, 0.1}, {10, 400, 0.05}, {10, 400, 0.02}};
    for (unsigned i = 0; i < 3; i++) {
        assert_in_range(studies_with_mean(&until[i], 11 + i), 930, 970);
    }
}

TEST(looks)
{
    const struct trials t = {10, 400, 0.01}, late = {15, 15000, 0.01}, fixed = {7, 7, 0};
    assert_int_equal(trials_next(&t, 0), 10);
    assert_int_equal(trials_next(&t, 10), 20);
    assert_int_equal(trials_next(&t, 160), 320);
    assert_int_equal(trials_next(&t, 320), 400);
    assert_int_equal(trials_next(&late, 0), 20);
    assert_int_equal(trials_next(&fixed, 0), 7);
}

/* Batch means of one steady state are its interval; of several trials Student's is. */
TEST(an_interval_of_its_own)
{
    struct statistics of[METRICS] = {{0}}, *mean = &of[METRIC_latency_mean];
    struct sample s = {.end = END_SATURATED, .low = 90, .high = 112};
    double low, high;
    for (unsigned m = 0; m < METRICS; m++) {
        s.value[m] = m == METRIC_latency_mean ? 100 : NAN;
    }
    sample_add(&s, of);
    assert_false(statistics_interval(mean, &low, &high));
    s.end = END_DONE;
    sample_add(&s, of);
    assert_true(statistics_interval(mean, &low, &high));
    assert_float_equal(low, 90, 0);
    assert_float_equal(high, 112, 0);
    s.value[METRIC_latency_mean] = 102;
    sample_add(&s, of);
    assert_true(statistics_interval(mean, &low, &high));
    assert_float_equal(high - 101, 12.7062, 1e-3);
    assert_float_equal(low - 101, -12.7062, 1e-3);
    s.low = NAN;
    assert_false(statistics_interval(&of[METRIC_steps], &low, &high));
}
