/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nothing but computing, for benchmarks: no network, no console before the
 * end. All cores together execute about TOTAL instructions, so that runs on
 * boards of different size take the host the same work. The loop has five
 * instructions and no memory access.
 */
#include <inttypes.h>
#include <stdio.h>

#include "hart.h"
#include "ni.h"

#define TOTAL 400000000u
enum { LOOP_INSTRUCTIONS = 5 };

/* A linear congruential generator, so that no compiler can do without. */
static uint32_t compute(uint32_t loops)
{
    uint32_t x = 1;

    do {
        __asm__ volatile("slli t0, %0, 5\n\t"
                         "add %0, %0, t0\n\t"
                         "addi %0, %0, 7\n\t"
                         "addi %1, %1, -1"
                         : "+r"(x), "+r"(loops)
                         :
                         : "t0");
    } while (loops != 0);
    return x;
}

int main(void)
{
    uint32_t loops = TOTAL / LOOP_INSTRUCTIONS / ni_nodes();
    uint32_t before = hart_instructions_low();
    uint32_t x = compute(loops);
    uint32_t instructions = hart_instructions_low() - before;

    if (ni_node() == 0) {
        printf("%" PRIu32 " instructions on each of %" PRIu32 " cores, result %08" PRIx32 "\n",
               instructions, ni_nodes(), x);
    }
    return 0;
}
