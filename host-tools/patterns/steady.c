/* SPDX-License-Identifier: BSD-2-Clause */
#include "steady.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { GROUPS_OF_INTERVAL = 20, LEFT_OVER = 10 };
#define STUDENT_19_975 2.093024 /* the 97.5 % quantile, 19 degrees of freedom */

void steady_begin(struct steady *s)
{
    *s = (struct steady){.per = STEADY_FIRST};
    s->batch = alloc_array(STEADY_BATCHES_MAX, sizeof *s->batch);
}

void steady_end(struct steady *s)
{
    free(s->batch);
    s->batch = NULL;
}

/* Two batches become one. */
static void merge(struct steady *s)
{
    for (uint32_t i = 0; i < s->batches / 2; i++) {
        const struct steady_batch a = s->batch[2 * i], b = s->batch[2 * i + 1];
        s->batch[i] = (struct steady_batch){a.made, a.sum + b.sum, a.n + b.n};
    }
    s->batches /= 2;
    s->per *= 2;
}

uint64_t steady_made(struct steady *s, uint64_t cycle)
{
    uint64_t number = s->made++;
    if (number / s->per == STEADY_BATCHES_MAX) {
        merge(s);
    }
    if (number / s->per == s->batches) {
        s->batch[s->batches++] = (struct steady_batch){.made = cycle};
    }
    return number;
}

void steady_arrived(struct steady *s, uint64_t number, uint64_t latency)
{
    struct steady_batch *b = &s->batch[number / s->per];
    b->sum += latency;
    b->n++;
}

static double mean_of(const struct steady_batch *b)
{
    return b->n ? (double)b->sum / (double)b->n : 0;
}

/* Batches that all worms were made of; a lone one counts as it is. */
static uint32_t full_batches(const struct steady *s)
{
    return s->made % s->per && s->batches > 1 ? s->batches - 1 : s->batches;
}

/* The number of batches that are warm-up. */
static uint32_t truncation(const struct steady *s, uint32_t n)
{
    double sum = 0, squares = 0, least = INFINITY;
    double origin = mean_of(&s->batch[n - 1]); /* near the others, so that squares stay small */
    uint32_t first = 0, leave = n / LEFT_OVER + 1;
    for (uint32_t d = n; d-- > 0;) {
        double y = mean_of(&s->batch[d]) - origin, left = n - d;
        sum += y;
        squares += y * y;
        double error = (squares - sum * sum / left) / (left * left);
        if (n - d >= leave && error <= least) {
            least = error;
            first = d;
        }
    }
    return first;
}

/* The mean of batches from `first` on, and its interval from those before n, which are full. */
static void summarise(const struct steady *s, uint32_t first, uint32_t n,
                      struct steady_state *state)
{
    uint64_t total = 0;
    for (uint32_t i = first; i < s->batches; i++) {
        total += s->batch[i].sum;
        state->n += s->batch[i].n;
    }
    state->mean = state->n ? (double)total / (double)state->n : 0;

    uint32_t size = (n - first) / GROUPS_OF_INTERVAL;
    double squares = 0, sum = 0, sum_of_squares = 0;
    state->interval = size > 0;
    for (uint32_t g = 0; g < GROUPS_OF_INTERVAL && state->interval; g++) {
        struct steady_batch group = {0};
        for (uint32_t i = n - (g + 1) * size; i < n - g * size; i++) {
            group.sum += s->batch[i].sum;
            group.n += s->batch[i].n;
        }
        double y = mean_of(&group) - state->mean;
        sum += y;
        sum_of_squares += y * y;
    }
    squares = sum_of_squares - sum * sum / GROUPS_OF_INTERVAL;
    double half = STUDENT_19_975 * sqrt((squares > 0 ? squares : 0) / (GROUPS_OF_INTERVAL - 1.0) /
                                        GROUPS_OF_INTERVAL);
    state->low = state->mean - half;
    state->high = state->mean + half;
}

void steady_find(const struct steady *s, struct steady_state *state)
{
    uint32_t n = full_batches(s);
    *state = (struct steady_state){0};
    if (n == 0) {
        return;
    }
    uint32_t first = truncation(s, n);
    state->found = first <= n / 2;
    first = state->found ? first : n / 2;
    state->warm = first ? s->batch[first].made : 0;
    summarise(s, first, n, state);
}

void steady_from(const struct steady *s, uint64_t cycle, struct steady_state *state)
{
    uint32_t n = full_batches(s), first = 0;
    *state = (struct steady_state){.found = true, .warm = cycle};
    while (first < n && s->batch[first].made < cycle) {
        first++;
    }
    if (first < n) {
        summarise(s, first, n, state);
    }
}
