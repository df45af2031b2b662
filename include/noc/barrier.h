/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who signals whom in a barrier by dissemination among `count` members, by their ranks. In round k
 * member r signals the members r + d (mod count), and waits for the signals of the members r - d,
 * for up to three distances d. With a = 4^k these are a, 2a and 3a, as far as they are below count;
 * but if count is a multiple of 16a the third is count - a, which in a torus is as near as a. Where
 * all links lead one way (utorus) it is farthest, and the third is 3a.
 *
 * It is enough: if each member knows before the round that those of a ranks in a row around it have
 * come, it knows the same afterwards of 4a ranks in a row, or of all. And no distance is used twice:
 * count - a is not a multiple of 4a, which those of later rounds are, and is above those of earlier
 * ones.
 */
#ifndef NOC_BARRIER_H
#define NOC_BARRIER_H

#include <stdint.h>

/* Round k's a. There are rounds while it is below count. */
#define NOC_BARRIER_AWAY(round) (1u << 2 * (round))

enum { NOC_BARRIER_SIGNALS = 3 }; /* most of a member in a round */

/* How many there are in a round. */
static inline uint32_t noc_barrier_signals(uint32_t away, uint32_t count)
{
    return 3 * away < count ? 3 : 2 * away < count ? 2 : 1;
}

/* Whether all links lead one way in the topology of this name (noc_params.topology). */
static inline int noc_barrier_one_way(const char *topology)
{
    const char *name = "utorus";

    while (*name && *topology == *name) {
        topology++;
        name++;
    }
    return *topology == *name;
}

/* What noc_barrier_near() is told of the network; all members must take the same. */
enum { NOC_BARRIER_BOTH_WAYS = 4, NOC_BARRIER_ONE_WAY = 31 };

/* The third is count - a while a is at most this: of one way 0, else the greatest power of two that
 * divides count, by 16. */
static inline uint32_t noc_barrier_near(uint32_t count, unsigned ways)
{
    return (count & -count) >> ways;
}

/* The distance of the third. */
static inline uint32_t noc_barrier_third(uint32_t away, uint32_t count, uint32_t near)
{
    return away > near ? 3 * away : count - away;
}

/* The distance of the nth signal, n = 1, 2 or 3. */
static inline uint32_t noc_barrier_distance(uint32_t away, uint32_t n, uint32_t count,
                                            uint32_t near)
{
    return n < 3 ? n * away : noc_barrier_third(away, count, near);
}

/* The members at a distance below count. */
static inline uint32_t noc_barrier_to(uint32_t rank, uint32_t distance, uint32_t count)
{
    uint32_t to = rank + distance;

    return to < count ? to : to - count;
}

static inline uint32_t noc_barrier_from(uint32_t rank, uint32_t distance, uint32_t count)
{
    return rank < distance ? rank + count - distance : rank - distance;
}

#endif
