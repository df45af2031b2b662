/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hypercubes: 2^n nodes, port d flips bit d of the node number (dissertation,
 * chapter 3). All widths are 2, but unlike in a torus there is one link to a
 * neighbour, not two.
 */
#include <stddef.h>

#include "cartesian.h"

static bool make(struct noc_topology *t, unsigned dims, const uint16_t *width,
                 struct noc_fault *fault)
{
    for (unsigned d = 0; d < dims && d < NOC_DIMS_MAX; d++) {
        if (width[d] != 2) {
            return noc_refuse(fault, NOC_FAULT_WIDTH, d, width[d],
                              "every width of a hypercube is 2");
        }
    }
    if (!noc_cartesian_fill(t, dims, width, fault)) {
        return false;
    }
    t->kind = &noc_topology_cube;
    t->ports = t->links = (uint16_t)dims;
    return true;
}

static bool parse(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    uint16_t width[NOC_DIMS_MAX];
    uint32_t at = 0;
    int64_t dims;

    if (!noc_read_number(text, &at, &dims) || text[at] != '\0') {
        return noc_refuse(fault, NOC_FAULT_TOPOLOGY_SYNTAX, at, 0, NULL);
    }
    if (dims > NOC_DIMS_MAX) {
        return noc_refuse(fault, NOC_FAULT_DIMS, 0, dims, NULL);
    }
    for (unsigned d = 0; d < dims; d++) {
        width[d] = 2;
    }
    return make(t, (unsigned)dims, width, fault);
}

static bool flip(const struct noc_topology *t, uint32_t node, unsigned port, struct noc_link *link)
{
    if (port >= t->ports || node >= t->nodes) {
        return false;
    }
    link->node = (uint16_t)(node ^ (UINT32_C(1) << port));
    link->port = (uint8_t)port;
    link->dim = (uint8_t)port;
    link->dir = node >> port & 1 ? -1 : 1;
    return true;
}

const struct noc_topology_kind noc_topology_cube = {
    .name = "cube",
    .form = "cube:6",
    .summary = "a hypercube of this many dimensions",
    .routing = "ecube",
    .parse = parse,
    .make = make,
    .link = flip,
};
