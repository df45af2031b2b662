/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The channel dependency graph (Dally and Seitz 1987): its vertices are virtual
 * channels, numbered by noc_channel_index(); an arc leads from a channel to
 * each that some route takes right after it. Those all leave one node, so a
 * row of bits for each channel holds them.
 *
 * Consumption contexts that worms wait for are vertices too, numbered behind the channels. A worm
 * that is copied at a node asks for a context and the next channel at once, and holds the one
 * while it waits for the other (docs/board.md, 3):
 *
 *     channel by which it came -> context <-> next channel, and -> next channel
 *
 * So the row of a channel has bits for the channels that leave the node to which it leads, then
 * for that node's contexts, then for those of the node that it leaves.
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
    enum noc_contexts contexts;
    uint32_t channels;      /* nodes * per_node */
    uint32_t vertices;      /* channels, then nodes * node_contexts contexts */
    uint32_t per_node;      /* ports * vcs */
    uint32_t node_contexts; /* of a node, that may be waited for */
    uint32_t words;         /* 64-bit words of a row */
    uint64_t *row;          /* [vertex * words] */
    uint8_t *used;          /* [vertex]: some route takes it */
    struct noc_wire *wire;  /* [node * ports + port] */
};

/* False: out of memory. */
bool noc_dependencies_make(struct noc_dependencies *g, const struct noc_topology *t,
                           const struct noc_routing *r, enum noc_contexts contexts);
void noc_dependencies_free(struct noc_dependencies *g);

/* The node where a channel leads, or where a context is. */
static inline uint32_t noc_dependencies_end(const struct noc_dependencies *g, uint32_t vertex)
{
    return vertex < g->channels ? g->wire[vertex / g->r->vcs].node
                                : (vertex - g->channels) / g->node_contexts;
}

/* The context that a worm takes which came by this channel; there must be node_contexts. */
static inline uint32_t noc_dependencies_context(const struct noc_dependencies *g, uint32_t channel)
{
    const struct noc_wire *wire = &g->wire[channel / g->r->vcs];

    return g->channels + wire->node * g->node_contexts +
           (g->contexts == NOC_CONTEXTS_LINK ? wire->port : 0);
}

/* Where `next` has its bit in the row of `vertex`. */
static inline uint32_t noc_dependencies_bit(const struct noc_dependencies *g, uint32_t vertex,
                                            uint32_t next)
{
    uint32_t end = noc_dependencies_end(g, vertex);

    if (next < g->channels) {
        return next - end * g->per_node;
    }
    next -= g->channels;
    return g->per_node + next % g->node_contexts +
           (next / g->node_contexts == end ? 0 : g->node_contexts);
}

/* Whose bit that is. */
static inline uint32_t noc_dependencies_vertex(const struct noc_dependencies *g, uint32_t vertex,
                                               uint32_t bit)
{
    uint32_t end = noc_dependencies_end(g, vertex);

    if (bit < g->per_node) {
        return end * g->per_node + bit;
    }
    bit -= g->per_node;
    return g->channels + bit % g->node_contexts +
           (bit < g->node_contexts ? end : vertex / g->per_node) * g->node_contexts;
}

/* A worm that holds `vertex` may wait for `next`: a channel or context of the node to which
 * `vertex` leads, or a context of the node that it leaves. */
static inline void noc_dependencies_add(struct noc_dependencies *g, uint32_t vertex, uint32_t next)
{
    uint32_t bit = noc_dependencies_bit(g, vertex, next);

    g->row[(size_t)vertex * g->words + bit / 64] |= UINT64_C(1) << bit % 64;
    g->used[next] = 1;
}

/* Whether it may. */
static inline bool noc_dependencies_has(const struct noc_dependencies *g, uint32_t vertex,
                                        uint32_t next)
{
    uint32_t bit = noc_dependencies_bit(g, vertex, next);

    return g->row[(size_t)vertex * g->words + bit / 64] >> bit % 64 & 1;
}

/* The next vertex after `from` (first call: UINT32_MAX) that follows `vertex`, in the row's order:
 * channels ascending first; UINT32_MAX: no more. */
static inline uint32_t noc_dependencies_next(const struct noc_dependencies *g, uint32_t vertex,
                                             uint32_t from)
{
    const uint64_t *row = g->row + (size_t)vertex * g->words;
    uint32_t bit = from == UINT32_MAX ? 0 : noc_dependencies_bit(g, vertex, from) + 1;

    for (uint32_t word = bit / 64; word < g->words; word++, bit = word * 64) {
        uint64_t rest = row[word] & ~UINT64_C(0) << bit % 64;

        if (rest) {
            return noc_dependencies_vertex(g, vertex, word * 64 + (uint32_t)__builtin_ctzll(rest));
        }
    }
    return UINT32_MAX;
}

/*
 * A worm that came by `channel` is copied at the node to which this leads, and goes on by `next`
 * (UINT32_MAX: it ends there).
 */
void noc_dependencies_copy(struct noc_dependencies *g, uint32_t channel, uint32_t next);

/*
 * When all worms are in: take out the contexts that worms of one channel only ask for. Of these one
 * at a time comes to a router, so nobody waits. False: out of memory.
 */
bool noc_dependencies_drop_private(struct noc_dependencies *g);

/* What a vertex is. A context is the channel from a node to itself: port NOC_PORT_LOCAL, vc the
 * port of the link whose context it is, or NOC_PORT_LOCAL too if it is the node's. */
struct noc_channel noc_dependencies_channel(const struct noc_dependencies *g, uint32_t vertex);

/*
 * A shortest cycle into *cycle (malloc'd; NULL: none), *length vertices, the
 * lowest first; of several the one with the lowest vertices in order. False:
 * given up, or out of memory.
 */
bool noc_dependencies_cycle(const struct noc_dependencies *g, const struct noc_watch *watch,
                            struct noc_channel **cycle, uint32_t *length);

#endif
