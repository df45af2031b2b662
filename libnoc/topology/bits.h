/* SPDX-License-Identifier: BSD-2-Clause */
/* Bits of hypercube addresses. */
#ifndef LIBNOC_TOPOLOGY_BITS_H
#define LIBNOC_TOPOLOGY_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Position of the highest bit set in x, which has 1 to 16 of them: in halves,
 * since RV32IMAC has no instruction for it. */
static inline unsigned noc_highest_bit(uint32_t x)
{
    unsigned bit = 0;

    for (unsigned half = 8; half > 0; half /= 2) {
        if (x >> half) {
            x >>= half;
            bit += half;
        }
    }
    return bit;
}

/* Whether the highest bits set in a and b are the same one: then they have it in
 * common, else the exclusive-or has the higher. */
static inline bool noc_same_highest_bit(uint32_t a, uint32_t b)
{
    return (a ^ b) < (a & b);
}

#endif
