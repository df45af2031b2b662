/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's only source of chance. */
#ifndef NOCT_BASE_RANDOM_H
#define NOCT_BASE_RANDOM_H

#include <stdint.h>

/* The next number of the generator splitmix64, whose whole state is *state. */
uint64_t random_next(uint64_t *state);

#endif
