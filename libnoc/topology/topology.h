/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Topologies: which router port leads to which neighbour. A file for each kind
 * or family; the table noc_topology_kinds[] names them all.
 *
 * Node number = mixed-radix value of the coordinates, digit 0 (dimension 0)
 * lowest; in text the leftmost width is the highest dimension. A port is a
 * router's connection to one neighbour, one physical link in each direction.
 * Ports of tori and meshes: 2*d towards higher coordinates of dimension d,
 * 2*d+1 towards lower ones. Ports of a hypercube: d flips bit d. In a
 * unidirectional torus no link leaves by a port 2*d+1: what comes from the
 * lower neighbour arrives there. Ports of cube-connected cycles: 0 to the next
 * node of the cycle, 1 to the one before, 2 across the hypercube edge.
 *
 * Some kinds are read from a file (graph, grid): their links lie in a block of
 * the caller's, shape.h.
 */
#ifndef LIBNOC_TOPOLOGY_TOPOLOGY_H
#define LIBNOC_TOPOLOGY_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"

enum {
    NOC_DIMS_MAX = 14,  /* 2^14 nodes */
    NOC_PORTS_MAX = 28, /* router ports, two per dimension */
    NOC_PORT_LOCAL = 0xff
};

struct noc_topology;
struct noc_shape;

/* What one end of a link looks like from the other. */
struct noc_link {
    uint16_t node; /* the neighbour */
    uint8_t port;  /* its port, on which what we send arrives */
    uint8_t dim;   /* dimension travelled in; NOC_NO_DIM if none */
    int8_t dir;    /* +1 towards higher coordinates, -1 lower, 0 neither */
};
enum { NOC_NO_DIM = 0xff };

struct noc_topology_kind {
    const char *name;    /* "torus" */
    const char *form;    /* "torus:8x8", shown in help and errors */
    const char *summary; /* one line */
    const char *routing; /* the default routing's name */
    const char
        *routing_of_worms; /* that of worms with several destinations; NULL: none is for them */
    /* Fill *t from what follows the colon. fault->where counts from there.
     * NULL: a file's name follows. */
    bool (*parse)(struct noc_topology *t, const char *text, struct noc_fault *fault);
    /* The same from numbers, width[0] lowest (ccc: width[0] is its dimension).
     * NULL: from a shape. */
    bool (*make)(struct noc_topology *t, unsigned dims, const uint16_t *width,
                 struct noc_fault *fault);
    /*
     * Read a file's text (length bytes; no zero at its end) into `room`, which
     * has noc_shape_room(length) bytes, is 4-byte aligned, and becomes *t's
     * shape. fault->where is an offset in the text. NULL: not from a file.
     */
    bool (*read)(struct noc_topology *t, const char *text, size_t length, void *room,
                 struct noc_fault *fault);
    /* The link that leaves node by port; false where there is none. */
    bool (*link)(const struct noc_topology *t, uint32_t node, unsigned port, struct noc_link *link);
};

struct noc_topology {
    const struct noc_topology_kind *kind;
    uint32_t nodes;
    uint16_t dims;
    uint16_t ports;                /* router ports of a node, at most */
    uint16_t links;                /* links that leave a node, at most */
    uint16_t width[NOC_DIMS_MAX];  /* width[0]: lowest dimension */
    uint32_t stride[NOC_DIMS_MAX]; /* node number of coordinate 1 in a dimension */
    /* floor(2^31 / stride) + 1; the last one in use is for stride = nodes */
    uint32_t inverse[NOC_DIMS_MAX + 1];
    const struct noc_shape *shape; /* of a kind that is read from a file; else NULL */
};

/*
 * node / stride[d], d up to dims, for a node of the topology: one
 * multiplication, since a router divides at every hop. Exact: node and stride
 * are at most 2^14, so the rounding of inverse[d] adds less than 2^28 / 2^31.
 */
static inline uint32_t noc_over_stride(const struct noc_topology *t, uint32_t node, unsigned d)
{
    return (uint32_t)((uint64_t)(node << 1) * t->inverse[d] >> 32);
}

/* Coordinate of node in dimension d. */
static inline uint32_t noc_digit(const struct noc_topology *t, uint32_t node, unsigned d)
{
    return noc_over_stride(t, node, d) - noc_over_stride(t, node, d + 1) * t->width[d];
}

static inline bool noc_topology_link(const struct noc_topology *t, uint32_t node, unsigned port,
                                     struct noc_link *link)
{
    return t->kind->link(t, node, port, link);
}

#endif
