/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shapes: what a topology that is read from a file consists of. One block of
 * bytes without pointers, little-endian, that the caller owns: the same on the
 * host, in the emulator, and, without its links, in the parameter block.
 *
 *   | struct noc_shape | order | passive | first | link | own ... |
 *
 *   order    uint16_t[nodes]     a node's place when nodes are sorted for a multicast
 *                                (graph: its postorder number); NULL: its own number
 *   passive  uint8_t[nodes/8]    bit n: node n is a switch, it neither sends nor receives
 *   first    uint32_t[nodes+1]   where a node's links begin in link[]; port p of node n
 *                                is link[first[n] + p]
 *   link     struct noc_shape_link[]
 *   own      what only this kind of topology and its routings look at
 *
 * An offset of 0 means: left out.
 */
#ifndef LIBNOC_TOPOLOGY_SHAPE_H
#define LIBNOC_TOPOLOGY_SHAPE_H

#include <stddef.h>

#include "topology.h"

struct noc_shape {
    uint32_t bytes; /* of the whole block, a multiple of 4 */
    uint32_t nodes;
    uint32_t senders;                          /* nodes that are not passive */
    uint32_t ports;                            /* router ports of a node, at most */
    uint32_t dims;                             /* graph: 0; grid: 2 */
    uint32_t width[2];                         /* of a grid's regular part; width[0]: x */
    uint32_t order, passive, first, link, own; /* offsets in bytes, multiples of 4 */
};

enum { NOC_NO_NODE = 0xffff };

/* What lies at the other end of a port; node NOC_NO_NODE: nothing. */
struct noc_shape_link {
    uint16_t node;
    uint8_t port; /* of that node */
    uint8_t way;  /* dimension * 4 + direction + 1; NOC_NO_DIM: none */
};

static inline const void *noc_shape_part(const struct noc_shape *s, uint32_t offset)
{
    return offset ? (const char *)s + offset : NULL;
}

/* A node's place in the multicast order. */
static inline uint32_t noc_shape_order(const struct noc_shape *s, uint32_t node)
{
    const uint16_t *order = (const uint16_t *)noc_shape_part(s, s->order);

    return order ? order[node] : node;
}

/* The topology that this shape describes; the shape must live as long as *t.
 * False: it is none (nodes, bytes or offsets make no sense). */
bool noc_shape_attach(struct noc_topology *t, const struct noc_topology_kind *kind,
                      const struct noc_shape *shape, struct noc_fault *fault);

/* noc_topology_kind.link of all kinds that have a shape. */
bool noc_shape_link(const struct noc_topology *t, uint32_t node, unsigned port,
                    struct noc_link *link);

/* Bytes of the same shape without links and own part: what software on the board
 * is told. Written to `to` unless that is NULL. */
uint32_t noc_shape_reduce(const struct noc_shape *shape, void *to);

/* Memory that reading a text of so many bytes may take, at most: for each node, for
 * each link, and for a graph's table of up/down paths (graph.h). */
static inline size_t noc_shape_room(size_t text_bytes)
{
    return (size_t)96 * 16384 + 32 * text_bytes + 65536 + 2 * 1024 * 1024;
}

#endif
