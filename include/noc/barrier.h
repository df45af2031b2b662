/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who signals whom in a barrier by dissemination among `count` members, by their ranks. In each
 * round a member signals up to three others, and waits for the signals of as many.
 *
 * By ranks alone: in round k member r signals r + d (mod count), and waits for r - d, for up to three
 * distances d. With a = 4^k these are a, 2a and 3a, as far as they are below count; but if count is a
 * multiple of 16a the third is count - a, which in a torus is as near as a. Where all links lead one
 * way (utorus) it is farthest, and the third is 3a.
 *
 * It is enough: if each member knows before the round that those of a ranks in a row around it have
 * come, it knows the same afterwards of 4a ranks in a row, or of all. And no distance is used twice:
 * count - a is not a multiple of 4a, which those of later rounds are, and is above those of earlier
 * ones.
 *
 * All cores of a torus with two dimensions whose widths are powers of two go by coordinates instead,
 * so that each round's signals stay in their rows, or in their columns: x + a, x + 2a and x - a, with
 * a = 1, 4, 16, ... if the width is a power of four, and otherwise with a = 2, 8, 32, ... What is left
 * of both dimensions is one round of (x + 1, y), (x, y + 1) and (x - 1, y - 1); what is left of one
 * dimension is a last round of x + 1 alone. While the cores with an even x + y send along their
 * rows, the others send along their columns, and then the other way around. So a round in which all
 * send far at the same time loads each link half as much.
 *
 * It is enough here, too: a round's distances, with 0, are all residues of their coordinates' next
 * two bits (or of the lowest bit of both), so all rounds together reach each node once. And cores
 * with an even x + y hear only from such ones in rounds whose order is exchanged, since a is even
 * there.
 */
#ifndef NOC_BARRIER_H
#define NOC_BARRIER_H

#include <stdint.h>

enum {
    NOC_BARRIER_SIGNALS = 3, /* most of a member in a round; only in the last one there are fewer */
    NOC_BARRIER_ROUNDS = 7   /* of 16,384 members */
};

/* What matters of the network; all members must take the same. */
struct noc_barrier_network {
    uint8_t one_way; /* all links lead one way */
    uint8_t bits[2]; /* of the nodes' coordinates, the lowest dimension first; 0: by ranks alone */
};

/* In one round, by rank. */
struct noc_barrier_peers {
    uint16_t to[NOC_BARRIER_SIGNALS], from[NOC_BARRIER_SIGNALS];
};

/* --- what matters of a network ---------------------------------------------------------------- */

static inline int noc_barrier_named(const char *name, const char *topology)
{
    while (*name && *topology == *name) {
        topology++;
        name++;
    }
    return *topology == *name;
}

/* 0: it is no power of two. */
static inline uint8_t noc_barrier_bits(uint32_t width)
{
    uint8_t bits = 0;

    while (width > 1u << bits) {
        bits++;
    }
    return width == 1u << bits ? bits : 0;
}

/* By the topology's name and widths, the lowest dimension's first. If it does not have so many nodes,
 * it is another board's, and only ranks count. */
static inline struct noc_barrier_network noc_barrier_network(const char *topology, uint32_t dims,
                                                             const uint16_t *width, uint32_t nodes)
{
    struct noc_barrier_network n = {.one_way = noc_barrier_named("utorus", topology)};

    if (dims == 2 && noc_barrier_named("torus", topology)) {
        n.bits[0] = noc_barrier_bits(width[0]);
        n.bits[1] = noc_barrier_bits(width[1]);
        if (!n.bits[0] || !n.bits[1] || 1u << (n.bits[0] + n.bits[1]) != nodes) {
            n.bits[0] = n.bits[1] = 0;
        }
    }
    return n;
}

/* --- by ranks --------------------------------------------------------------------------------- */

/* The third is count - a while a is at most this: of one way 0, else the greatest power of two that
 * divides count, by 16. */
static inline uint32_t noc_barrier_near(uint32_t count, int one_way)
{
    return one_way ? 0 : (count & -count) >> 4;
}

static inline void noc_barrier_distance(struct noc_barrier_peers *p, uint32_t signal,
                                        uint32_t distance, uint32_t count, uint32_t rank)
{
    const uint32_t to = rank + distance;

    p->to[signal] = (uint16_t)(to < count ? to : to - count);
    p->from[signal] = (uint16_t)(rank < distance ? rank + count - distance : rank - distance);
}

static inline uint32_t noc_barrier_by_ranks(struct noc_barrier_peers *p, int one_way,
                                            uint32_t count, uint32_t rank, uint32_t round)
{
    const uint32_t a = 1u << 2 * round;

    if (a >= count) {
        return 0;
    }
    noc_barrier_distance(p, 0, a, count, rank);
    if (2 * a >= count) {
        return 1;
    }
    noc_barrier_distance(p, 1, 2 * a, count, rank);
    if (3 * a >= count) {
        return 2;
    }
    noc_barrier_distance(p, 2, a > noc_barrier_near(count, one_way) ? 3 * a : count - a, count,
                         rank);
    return 3;
}

/* --- by coordinates --------------------------------------------------------------------------- */

/* So far along x, whose bits of a rank these are. */
static inline uint32_t noc_barrier_move(uint32_t rank, uint32_t mask, uint32_t distance)
{
    return ((rank + distance) & mask) | (rank & ~mask);
}

/* One more along both, and one less. */
static inline uint32_t noc_barrier_both(struct noc_barrier_peers *p, uint32_t rank, uint32_t x,
                                        uint32_t y)
{
    const uint32_t one = x + 1; /* of y */

    p->to[0] = (uint16_t)noc_barrier_move(rank, x, 1);
    p->to[1] = (uint16_t)noc_barrier_move(rank, y, one);
    p->to[2] = (uint16_t)noc_barrier_move(noc_barrier_move(rank, x, -1u), y, -one);
    p->from[0] = (uint16_t)noc_barrier_move(rank, x, -1u);
    p->from[1] = (uint16_t)noc_barrier_move(rank, y, -one);
    p->from[2] = (uint16_t)noc_barrier_move(noc_barrier_move(rank, x, 1), y, one);
    return 3;
}

/* a more along one, and perhaps 2a, and a less. */
static inline uint32_t noc_barrier_along(struct noc_barrier_peers *p, uint32_t rank, uint32_t mask,
                                         uint32_t a, uint32_t signals)
{
    p->to[0] = p->from[2] = (uint16_t)noc_barrier_move(rank, mask, a);
    p->to[1] = (uint16_t)noc_barrier_move(rank, mask, 2 * a);
    p->to[2] = p->from[0] = (uint16_t)noc_barrier_move(rank, mask, -a);
    p->from[1] = (uint16_t)noc_barrier_move(rank, mask, -(2 * a));
    return signals;
}

static inline uint32_t noc_barrier_by_coordinates(struct noc_barrier_peers *p, const uint8_t *bits,
                                                  uint32_t rank, uint32_t round)
{
    const uint32_t odd[2] = {bits[0] % 2u, bits[1] % 2u}, pairs[2] = {bits[0] / 2u, bits[1] / 2u};
    const uint32_t x = (1u << bits[0]) - 1, y = ((1u << bits[1]) - 1) << bits[0];
    const uint32_t fewer = pairs[0] < pairs[1] ? pairs[0] : pairs[1];
    uint32_t level, along;

    if (odd[0] && odd[1] && !round--) {
        return noc_barrier_both(p, rank, x, y);
    }
    if (round < 2 * fewer) {
        level = round / 2;
        along = round % 2;
        if (level || (odd[0] && odd[1])) {
            along ^= (rank ^ rank >> bits[0]) & 1;
        }
    } else if (round < pairs[0] + pairs[1]) {
        level = round - fewer;
        along = pairs[1] > fewer;
    } else {
        return round == pairs[0] + pairs[1] && odd[0] != odd[1]
                 ? noc_barrier_along(p, rank, odd[1] ? y : x, odd[1] ? x + 1 : 1, 1)
                 : 0;
    }
    return noc_barrier_along(p, rank, along ? y : x,
                             1u << (2 * level + odd[along] + (along ? bits[0] : 0)), 3);
}

/* --- both ------------------------------------------------------------------------------------- */

/* A member's peers in a round. Returns how many it signals, and waits for; 0: there is no such
 * round. */
static inline uint32_t noc_barrier_round(struct noc_barrier_peers *p,
                                         const struct noc_barrier_network *network, uint32_t count,
                                         uint32_t rank, uint32_t round)
{
    return network->bits[0] ? noc_barrier_by_coordinates(p, network->bits, rank, round)
                            : noc_barrier_by_ranks(p, network->one_way, count, rank, round);
}

#endif
