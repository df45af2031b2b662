/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accesses in a row, with neither a branch nor a CSR between them: each acts in its own cycle, and
 * nothing behind the EXIT that ends the board is done. Core 0's is the last of two cores', and an
 * abort among three.
 */
#include "bare.h"

enum { ABORT = 1 << NI_EXIT_ABORT_SHIFT, LONG = 1000 };

/* A core's clock, three times from the cycle `start` on, with one instruction behind the first. */
static void look(uint32_t start[1], uint32_t seen[3])
{
    __asm__ volatile("csrr %0, mcycle\n\t"
                     "lw %1, 0(%4)\n\t"
                     "nop\n\t"
                     "lw %2, 0(%4)\n\t"
                     "lw %3, 0(%4)"
                     : "=&r"(*start), "=&r"(seen[0]), "=&r"(seen[1]), "=&r"(seen[2])
                     : "r"(NOC_OWN_BASE + CNT_TIME_LO));
}

/* EXIT, and then a line that nobody sees. */
static void leave(uint32_t word)
{
    __asm__ volatile("sw %1, %c4(%0)\n\t"
                     "sw %2, %c5(%0)\n\t"
                     "sw %3, %c5(%0)"
                     :
                     : "r"(NOC_NI_BASE), "r"(word), "r"('?'), "r"('\n'), "i"(NI_EXIT),
                       "i"(NI_CONSOLE)
                     : "memory");
}

int main(void)
{
    uint32_t start, seen[3];

    if (REG(NI_NODE)) {
        finish(ALL_DONE);
    }
    look(&start, seen);
    put_number("looked in cycles ", seen[0] - start);
    put_number(" ", seen[1] - start);
    put_number(" ", seen[2] - start);
    put_text("\n");
    compute_for(LONG);
    leave(REG(NI_NODES) == 2 ? ALL_DONE : ABORT | 5);
    for (;;) {
        wait_for_line();
    }
}
