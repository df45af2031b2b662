/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For the Debug Module: node 0 only computes, node 1 uses its interface, the
 * others sleep. Each counts in the first word of its RAM.
 */
#include "bare.h"

volatile uint32_t counted;

__attribute__((noinline)) void count_one(void)
{
    counted++;
}

int main(void)
{
    uint32_t node = REG(NI_NODE);

    while (node == 0) {
        count_one();
    }
    while (node == 1) {
        REG(NI_TX_ADDR) = counted;
        (void)REG(NI_TX_BUSY);
        count_one();
    }
    for (;;) {
        wait_for_line();
        count_one();
    }
}
