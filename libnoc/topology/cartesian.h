/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What topologies with coordinates, and the routings on them, share.
 */
#ifndef LIBNOC_TOPOLOGY_CARTESIAN_H
#define LIBNOC_TOPOLOGY_CARTESIAN_H

#include "topologies.h"
#include "topology.h"

/* The kinds that cartesian.c defines. */
extern const struct noc_topology_kind noc_topology_torus, noc_topology_utorus, noc_topology_mesh;

/*
 * Read a decimal number at text[*at], *at moves behind it. False if there is
 * none. Numbers beyond any use stop growing.
 */
bool noc_read_number(const char *text, uint32_t *at, int64_t *number);

/*
 * Fill dims, widths, strides and node count of *t. width[0] is the lowest
 * dimension's. fault->where is an index in width.
 */
bool noc_cartesian_fill(struct noc_topology *t, unsigned dims, const uint16_t *width,
                        struct noc_fault *fault);

/*
 * The highest dimension in which two different nodes differ, and their
 * coordinates in it. Each dimension on the way costs two multiplications:
 * while the digits agree, taking the same multiple of the stride from both
 * leaves the lower digits.
 */
static inline unsigned noc_differ(const struct noc_topology *t, uint32_t a, uint32_t b,
                                  uint32_t *a_digit, uint32_t *b_digit)
{
    unsigned d = t->dims - 1u;

    for (; d > 0; d--) {
        uint32_t x = noc_over_stride(t, a, d);
        uint32_t y = noc_over_stride(t, b, d);

        if (x != y) {
            *a_digit = x;
            *b_digit = y;
            return d;
        }
        a -= x * t->stride[d];
        b -= x * t->stride[d];
    }
    *a_digit = a;
    *b_digit = b;
    return 0;
}

#endif
