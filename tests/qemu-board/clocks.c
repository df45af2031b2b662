/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For who stops the clock: every core keeps writing its cycle to the first word of its
 * RAM. Node 0 only computes, node 1 uses its interface all the time, node 2 now
 * and then, the others sleep until deadlines.
 */
#include "bare.h"

volatile uint32_t cycle;

static void tick(void)
{
    cycle = CSR_READ(mcycle);
}

static void doze(uint32_t cycles)
{
    REG(NI_DEADLINE_HI) = UINT32_MAX;
    REG(NI_DEADLINE_LO) = CSR_READ(mcycle) + cycles;
    REG(NI_DEADLINE_HI) = 0;
    wait_for_line();
}

int main(void)
{
    uint32_t node = REG(NI_NODE);

    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, DEADLINE);
    for (uint32_t i = 0;; i++) {
        tick();
        if (node == 1 || (node == 2 && i % 64 == 0)) {
            (void)REG(NI_TX_BUSY);
        } else if (node > 2) {
            doze(20);
        }
    }
}
