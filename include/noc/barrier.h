/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who signals whom in a barrier by dissemination among `count` members, by their ranks: in round k
 * member r signals member r + 2^k and waits for the signal of member r - 2^k (mod count).
 */
#ifndef NOC_BARRIER_H
#define NOC_BARRIER_H

#include <stdint.h>

/* How many ranks farther on round k's signals go: 2^k. There are rounds while that is below count. */
#define NOC_BARRIER_AWAY(round) (1u << (round))

static inline uint32_t noc_barrier_to(uint32_t rank, uint32_t away, uint32_t count)
{
    return (rank + away) % count;
}

static inline uint32_t noc_barrier_from(uint32_t rank, uint32_t away, uint32_t count)
{
    return (rank + count - away) % count;
}

#endif
