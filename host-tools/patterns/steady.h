/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The steady state of a simulation: which part of it is warm-up, and how certain the mean of the rest is.
 *
 * MSER-5 (White, Cobb and Spratt 2000): latencies, in the order in which their worms were made, become
 * means of batches of five. The first d batches are warm-up, for the d with the least
 *
 *     sum over i >= d of (batch i - mean)^2  /  (n - d)^2     mean: that of batches d to n - 1
 *
 * which is the squared standard error of what is left, were batches independent. If the least is in
 * the second half, the run was too short, or there is no steady state. Here batches are of 5, 10, 20,
 * ... worms, so that there are at most BATCHES_MAX, and d leaves a tenth of them.
 *
 * Interval: what is left is cut into 20 batches of equal size; their means are taken for independent,
 * and Student's distribution with 19 degrees of freedom gives the interval that contains the mean
 * with a probability of 95 % (batch means: Law, Simulation Modeling and Analysis, 9.5.3). Near
 * saturation batches depend on each other, and the interval is too narrow.
 */
#ifndef NOCT_PATTERNS_STEADY_H
#define NOCT_PATTERNS_STEADY_H

#include <stdbool.h>
#include <stdint.h>

enum { STEADY_FIRST = 5, STEADY_BATCHES_MAX = 8192 };

struct steady_batch {
    uint64_t made; /* the cycle in which its first worm was made */
    uint64_t sum;  /* of latencies */
    uint64_t n;    /* of these */
};

struct steady {
    struct steady_batch *batch; /* malloc'd */
    uint32_t batches;           /* begun */
    uint64_t per;               /* worms of a batch */
    uint64_t made;              /* worms */
};

struct steady_state {
    bool found;    /* there is a steady state */
    uint64_t warm; /* it begins with the worms made in this cycle */
    uint64_t n;    /* worms behind it that have arrived */
    double mean;   /* of their latencies; 0 if there are none */
    bool interval; /* low and high are there */
    double low, high;
};

void steady_begin(struct steady *s);
void steady_end(struct steady *s);

/* A worm is made, in a cycle not before the last one's. Returns its number. */
uint64_t steady_made(struct steady *s, uint64_t cycle);

/* The worm of this number has arrived. */
void steady_arrived(struct steady *s, uint64_t number, uint64_t latency);

/* Find the warm-up; the last batch counts only if it is full. */
void steady_find(const struct steady *s, struct steady_state *state);

/* The same for a warm-up that somebody else has found: batches that begin in this cycle or later. */
void steady_from(const struct steady *s, uint64_t cycle, struct steady_state *state);

#endif
