/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cube-connected cycles (Song, Hou, Shi 2000, definition 1): a hypercube of n dimensions whose
 * every corner w is a ring of n nodes, (0,w) to (n-1,w); node (i,w) has corner w's link in
 * dimension i. n * 2^n nodes, numbered w * n + i: the papers' dimension order. Three ports:
 *
 *     0  to (i+1, w), around from n-1 to 0
 *     1  to (i-1, w), around from 0 to n-1
 *     2  to (i, w with bit i flipped)
 *
 * In rings of two, ports 0 and 1 lead to the same neighbour, over links of their own.
 */
#include "cartesian.h"

enum { N_MIN = 2, N_MAX = 10, UP = 0, DOWN = 1, ACROSS = 2 };

static bool make(struct noc_topology *t, unsigned dims, const uint16_t *width,
                 struct noc_fault *fault)
{
    if (dims != 1) {
        return noc_refuse(fault, NOC_FAULT_DIMS, 0, dims,
                          "cube-connected cycles have one number: ccc:N");
    }

    uint32_t n = width[0];

    if (n < N_MIN || n > N_MAX) {
        return noc_refuse(fault, n < N_MIN ? NOC_FAULT_WIDTH : NOC_FAULT_NODES, 0, n,
                          "ccc:N has N * 2^N nodes, and N is 2 to 10");
    }
    *t = (struct noc_topology){
        .kind = &noc_topology_ccc, .nodes = n << n, .dims = 1, .ports = 3, .links = 3};
    t->width[0] = (uint16_t)n;
    t->stride[0] = 1;
    /* noc_over_stride(.., 1) is the corner w, and noc_digit(.., 0) is i. */
    t->inverse[0] = (UINT32_C(1) << 31) + 1;
    t->inverse[1] = (UINT32_C(1) << 31) / n + 1;
    return true;
}

static bool parse(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    uint32_t at = 0;
    int64_t number;

    if (!noc_read_number(text, &at, &number) || text[at] != '\0') {
        return noc_refuse(fault, NOC_FAULT_TOPOLOGY_SYNTAX, at, 0,
                          "ccc is followed by one number, as ccc:4");
    }

    uint16_t n = (uint16_t)(number > N_MAX ? N_MAX + 1 : number);

    if (make(t, 1, &n, fault)) {
        return true;
    }
    if (fault) {
        fault->value = number;
    }
    return false;
}

static bool link(const struct noc_topology *t, uint32_t node, unsigned port, struct noc_link *link)
{
    if (port > ACROSS || node >= t->nodes) {
        return false;
    }

    uint32_t n = t->width[0];
    uint32_t w = noc_over_stride(t, node, 1);
    uint32_t i = node - w * n;

    *link = (struct noc_link){.dim = NOC_NO_DIM, .port = (uint8_t)(port ^ 1)};
    if (port == UP) {
        link->node = (uint16_t)(i + 1 < n ? node + 1 : node + 1 - n);
    } else if (port == DOWN) {
        link->node = (uint16_t)(i > 0 ? node - 1 : node - 1 + n);
    } else {
        *link = (struct noc_link){
            .node = (uint16_t)(node + ((w ^ UINT32_C(1) << i) - w) * n),
            .port = ACROSS,
            .dim = (uint8_t)i,
            .dir = w >> i & 1 ? -1 : 1,
        };
    }
    return true;
}

const struct noc_topology_kind noc_topology_ccc = {
    .name = "ccc",
    .form = "ccc:4",
    .summary = "cube-connected cycles of this many dimensions, 2 to 10",
    .routing = "ccc",
    .parse = parse,
    .make = make,
    .link = link,
};
