/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Topologies: which router port leads to which neighbour. One file for each
 * kind; the table noc_topology_kinds[] names them all.
 *
 * Node number = mixed-radix value of the coordinates, digit 0 (dimension 0)
 * lowest; in text the leftmost width is the highest dimension. A port is a
 * router's connection to one neighbour, one physical link in each direction.
 * Ports of tori and meshes: 2*d towards higher coordinates of dimension d,
 * 2*d+1 towards lower ones. Ports of a hypercube: d flips bit d.
 */
#ifndef LIBNOC_TOPOLOGY_H
#define LIBNOC_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

enum {
    NOC_DIMS_MAX = 14,  /* 2^14 nodes */
    NOC_PORTS_MAX = 28, /* router ports, two per dimension */
    NOC_PORT_LOCAL = 0xff
};

struct noc_topology;

/* What one end of a link looks like from the other. */
struct noc_link {
    uint16_t node; /* the neighbour */
    uint8_t port;  /* its port, on which what we send arrives */
    uint8_t dim;   /* dimension travelled in; NOC_NO_DIM if none */
    int8_t dir;    /* +1 towards higher coordinates, -1 lower, 0 neither */
};
enum { NOC_NO_DIM = 0xff };

struct noc_topology_kind {
    const char *name;         /* "torus" */
    const char *form;         /* "torus:8x8", shown in help and errors */
    const char *summary;      /* one line */
    const char *routing;      /* the default routing's name */
    /* Fill *t from what follows the colon. fault->where counts from there. */
    bool (*parse)(struct noc_topology *t, const char *text, struct noc_fault *fault);
    /* The same from numbers, width[0] lowest. */
    bool (*make)(struct noc_topology *t, unsigned dims, const uint16_t *width,
                 struct noc_fault *fault);
    /* The link that leaves node by port; false where there is none. */
    bool (*link)(const struct noc_topology *t, uint32_t node, unsigned port,
                 struct noc_link *link);
};

struct noc_topology {
    const struct noc_topology_kind *kind;
    uint32_t nodes;
    uint16_t dims;
    uint16_t ports;                /* router ports of a node, at most */
    uint16_t width[NOC_DIMS_MAX];  /* width[0]: lowest dimension */
    uint32_t stride[NOC_DIMS_MAX]; /* node number of coordinate 1 in a dimension */
};

extern const struct noc_topology_kind *const noc_topology_kinds[]; /* NULL ends */

/* "torus:8x8" -> *t. fault->where is an offset in text. */
bool noc_topology_parse(struct noc_topology *t, const char *text, struct noc_fault *fault);

/* The kind of this name, or NULL. */
const struct noc_topology_kind *noc_topology_kind_find(const char *name);

/* Coordinate of node in dimension d. */
static inline uint32_t noc_digit(const struct noc_topology *t, uint32_t node, unsigned d)
{
    return node / t->stride[d] % t->width[d];
}

static inline bool noc_topology_link(const struct noc_topology *t, uint32_t node,
                                     unsigned port, struct noc_link *link)
{
    return t->kind->link(t, node, port, link);
}

#endif
