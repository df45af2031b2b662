/* SPDX-License-Identifier: BSD-2-Clause */
/* The host's clock that nobody sets: for limits on waiting. */
#ifndef NOCT_BASE_CLOCK_H
#define NOCT_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment in the past. */
static inline int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
