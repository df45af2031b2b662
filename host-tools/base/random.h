/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's only source of chance. */
#ifndef NOCT_BASE_RANDOM_H
#define NOCT_BASE_RANDOM_H

#include <stdint.h>

/* The next number of the generator splitmix64, whose whole state is *state. Here, since random traffic
 * takes one for each node and cycle. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

#endif
