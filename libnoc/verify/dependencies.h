/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The channel dependency graph (Dally and Seitz 1987): its nodes are virtual
 * channels, numbered by noc_channel_index(); an arc leads from a channel to
 * each that some route takes right after it. Those all leave one node, so a
 * row of bits for each channel holds them.
 */
#ifndef LIBNOC_VERIFY_DEPENDENCIES_H
#define LIBNOC_VERIFY_DEPENDENCIES_H

#include <stdlib.h>

#include "verify.h"

/* What noc_topology_link() says, looked up once. */
struct noc_wire {
    uint16_t node;
    uint8_t port; /* NOC_PORT_LOCAL: there is no link */
};

struct noc_dependencies {
    const struct noc_topology *t;
    const struct noc_routing *r;
    uint32_t channels;     /* nodes * per_node */
    uint32_t per_node;     /* ports * vcs */
    uint32_t words;        /* 64-bit words of a row */
    uint64_t *row;         /* [channel * words]: bit i: channel i of the node it leads to follows */
    uint8_t *used;         /* [channel]: some route takes it */
    struct noc_wire *wire; /* [node * ports + port] */
};

/* False: out of memory. */
bool noc_dependencies_make(struct noc_dependencies *g, const struct noc_topology *t,
                           const struct noc_routing *r);
void noc_dependencies_free(struct noc_dependencies *g);

/* The first channel that leaves the node where `channel` ends. */
static inline uint32_t noc_dependencies_base(const struct noc_dependencies *g, uint32_t channel)
{
    return g->wire[channel / g->r->vcs].node * g->per_node;
}

/* A route takes `next` right after `channel`. */
static inline void noc_dependencies_add(struct noc_dependencies *g, uint32_t channel,
                                        uint32_t next)
{
    uint32_t bit = next - noc_dependencies_base(g, channel);

    g->row[(size_t)channel * g->words + bit / 64] |= UINT64_C(1) << bit % 64;
}

/* The next channel after `from` (first call: UINT32_MAX) that follows `channel`, ascending;
 * UINT32_MAX: no more. */
static inline uint32_t noc_dependencies_next(const struct noc_dependencies *g, uint32_t channel,
                                             uint32_t from)
{
    const uint64_t *row = g->row + (size_t)channel * g->words;
    uint32_t base = noc_dependencies_base(g, channel);
    uint32_t bit = from == UINT32_MAX ? 0 : from - base + 1;

    for (uint32_t word = bit / 64; word < g->words; word++, bit = word * 64) {
        uint64_t rest = row[word] & ~UINT64_C(0) << bit % 64;

        if (rest) {
            return base + word * 64 + (uint32_t)__builtin_ctzll(rest);
        }
    }
    return UINT32_MAX;
}

struct noc_channel noc_dependencies_channel(const struct noc_dependencies *g, uint32_t channel);

/*
 * A shortest cycle into *cycle (malloc'd; NULL: none), *length channels, the
 * lowest first; of several the one with the lowest channels in order. False:
 * given up, or out of memory.
 */
bool noc_dependencies_cycle(const struct noc_dependencies *g, const struct noc_watch *watch,
                            struct noc_channel **cycle, uint32_t *length);

#endif
