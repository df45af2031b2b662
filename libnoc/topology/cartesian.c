/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tori, unidirectional tori and meshes of any number of dimensions and any
 * widths (dissertation, section 4.1). They differ in two things only: whether
 * there is a link around the end of a dimension, and whether links lead to
 * lower coordinates.
 */
#include <stddef.h>

#include "cartesian.h"

#include "memmap.h"

enum { NUMBER_MAX = 1000000000 };

bool noc_read_number(const char *text, uint32_t *at, int64_t *number)
{
    if (text[*at] < '0' || text[*at] > '9') {
        return false;
    }
    for (*number = 0; text[*at] >= '0' && text[*at] <= '9'; ++*at) {
        if (*number < NUMBER_MAX) {
            *number = *number * 10 + (text[*at] - '0');
        }
    }
    return true;
}

/* May the dims-th dimension (from 1), of this width, come to so many nodes? */
static bool check(unsigned dims, uint32_t nodes, int64_t width, uint32_t where,
                  struct noc_fault *fault)
{
    if (dims > NOC_DIMS_MAX) {
        return noc_refuse(fault, NOC_FAULT_DIMS, where, dims, NULL);
    }
    if (width < 2) {
        return noc_refuse(fault, NOC_FAULT_WIDTH, where, width, NULL);
    }
    if (width * nodes > NOC_NODES_MAX) {
        return noc_refuse(fault, NOC_FAULT_NODES, where, width * nodes, NULL);
    }
    return true;
}

bool noc_cartesian_fill(struct noc_topology *t, unsigned dims, const uint16_t *width,
                        struct noc_fault *fault)
{
    uint32_t nodes = 1;

    if (dims == 0) {
        return noc_refuse(fault, NOC_FAULT_DIMS, 0, 0, NULL);
    }
    for (unsigned d = 0; d < dims; d++) {
        if (!check(d + 1, nodes, width[d], d, fault)) {
            return false;
        }
        nodes *= width[d];
    }
    *t = (struct noc_topology){.nodes = 1, .dims = (uint16_t)dims};
    for (unsigned d = 0; d < dims; d++) {
        t->width[d] = width[d];
        t->stride[d] = t->nodes;
        t->inverse[d] = (UINT32_C(1) << 31) / t->nodes + 1;
        t->nodes *= width[d];
    }
    t->inverse[dims] = (UINT32_C(1) << 31) / t->nodes + 1;
    return true;
}

/* "8x8": widths, the highest dimension's first, into width[], lowest first. */
static bool read_widths(const char *text, unsigned *dims, uint16_t *width, struct noc_fault *fault)
{
    uint32_t nodes = 1;
    uint32_t at = 0;

    for (*dims = 0;; at++) {
        uint32_t start = at;
        int64_t number;

        if (!noc_read_number(text, &at, &number)) {
            return noc_refuse(fault, NOC_FAULT_TOPOLOGY_SYNTAX, at, 0, NULL);
        }
        if (!check(*dims + 1, nodes, number, start, fault)) {
            return false;
        }
        width[(*dims)++] = (uint16_t)number;
        nodes *= (uint32_t)number;
        if (text[at] == '\0') {
            break;
        }
        if (text[at] != 'x') {
            return noc_refuse(fault, NOC_FAULT_TOPOLOGY_SYNTAX, at, 0, NULL);
        }
    }
    for (unsigned low = 0, high = *dims - 1; low < high; low++, high--) {
        uint16_t swap = width[low];

        width[low] = width[high];
        width[high] = swap;
    }
    return true;
}

static bool make_torus(struct noc_topology *t, unsigned dims, const uint16_t *width,
                       struct noc_fault *fault)
{
    if (!noc_cartesian_fill(t, dims, width, fault)) {
        return false;
    }
    t->kind = &noc_topology_torus;
    t->ports = t->links = (uint16_t)(2 * dims);
    return true;
}

static bool make_utorus(struct noc_topology *t, unsigned dims, const uint16_t *width,
                        struct noc_fault *fault)
{
    if (!noc_cartesian_fill(t, dims, width, fault)) {
        return false;
    }
    t->kind = &noc_topology_utorus;
    t->ports = (uint16_t)(2 * dims);
    t->links = (uint16_t)dims;
    return true;
}

static bool make_mesh(struct noc_topology *t, unsigned dims, const uint16_t *width,
                      struct noc_fault *fault)
{
    if (!noc_cartesian_fill(t, dims, width, fault)) {
        return false;
    }
    t->kind = &noc_topology_mesh;
    t->ports = (uint16_t)(2 * dims);
    for (unsigned d = 0; d < dims; d++) {
        t->links += width[d] > 2 ? 2 : 1; /* of two nodes each is an end */
    }
    return true;
}

static bool parse_torus(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    uint16_t width[NOC_DIMS_MAX];
    unsigned dims;

    return read_widths(text, &dims, width, fault) && make_torus(t, dims, width, fault);
}

static bool parse_utorus(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    uint16_t width[NOC_DIMS_MAX];
    unsigned dims;

    return read_widths(text, &dims, width, fault) && make_utorus(t, dims, width, fault);
}

static bool parse_mesh(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    uint16_t width[NOC_DIMS_MAX];
    unsigned dims;

    return read_widths(text, &dims, width, fault) && make_mesh(t, dims, width, fault);
}

/*
 * The link by port, were the dimension a ring; *around says whether it closes
 * the ring. In a ring of two, both ports lead to the same neighbour over
 * links of their own.
 */
static bool ring_link(const struct noc_topology *t, uint32_t node, unsigned port,
                      struct noc_link *link, bool *around)
{
    unsigned d = port / 2;
    bool down = port & 1;

    if (port >= t->ports || node >= t->nodes) {
        return false;
    }

    uint32_t digit = noc_digit(t, node, d);
    uint32_t last = t->width[d] - 1u;

    *around = digit == (down ? 0 : last);
    link->port = (uint8_t)(port ^ 1);
    link->dim = (uint8_t)d;
    link->dir = down ? -1 : 1;
    uint32_t step = *around ? last * t->stride[d] : t->stride[d];
    link->node = (uint16_t)(down != *around ? node - step : node + step);
    return true;
}

static bool link_torus(const struct noc_topology *t, uint32_t node, unsigned port,
                       struct noc_link *link)
{
    bool around;

    return ring_link(t, node, port, link, &around);
}

static bool link_utorus(const struct noc_topology *t, uint32_t node, unsigned port,
                        struct noc_link *link)
{
    bool around;

    return !(port & 1) && ring_link(t, node, port, link, &around);
}

static bool link_mesh(const struct noc_topology *t, uint32_t node, unsigned port,
                      struct noc_link *link)
{
    bool around;

    return ring_link(t, node, port, link, &around) && !around;
}

const struct noc_topology_kind noc_topology_torus = {
    .name = "torus",
    .form = "torus:8x8",
    .summary = "a torus whose links lead in both directions; any number of widths",
    .routing = "btr",
    .parse = parse_torus,
    .make = make_torus,
    .link = link_torus,
};

const struct noc_topology_kind noc_topology_utorus = {
    .name = "utorus",
    .form = "utorus:8x8",
    .summary = "a torus whose links lead to higher coordinates only",
    .routing = "utr",
    .routing_of_worms = "utpr",
    .parse = parse_utorus,
    .make = make_utorus,
    .link = link_utorus,
};

const struct noc_topology_kind noc_topology_mesh = {
    .name = "mesh",
    .form = "mesh:8x8",
    .summary = "a mesh, which is a torus without wrap-around links",
    .routing = "xy",
    .parse = parse_mesh,
    .make = make_mesh,
    .link = link_mesh,
};
