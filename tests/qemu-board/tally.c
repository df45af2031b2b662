/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For who stops the clock: every core computes, and now and then counts in its RAM and tells
 * its interface (RX_SIZE, a write that nobody waits for), so that it may be far ahead of the
 * others. The first words of its RAM: the count, and when.
 */
#include "bare.h"

struct {
    volatile uint32_t count, cycle;
} tally;

int main(void)
{
    uint32_t random = REG(NI_NODE) * 2654435761u + 12345u;

    for (;;) {
        compute_for(1000 + (next_random(&random) >> 16 & 8191));
        tally.cycle = CSR_READ(mcycle);
        tally.count++;
        REG(NI_RX_SIZE) = tally.count;
    }
}
