/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a barrier takes: all cores make the same number of barriers one after the other, and node 0
 * prints the cycles and its own instructions of each.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cores.h"
#include "hart.h"
#include "noc.h"

enum { BARRIERS = 64 };

int main(void)
{
    uint32_t cycles, instructions, i;

    ok(noc_init(), "init");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    cycles = (uint32_t)hart_cycles();
    instructions = hart_instructions_low();
    for (i = 0; i < BARRIERS; i++) {
        (void)!noc_barrier(noc_world(), NOC_FOREVER);
    }
    instructions = hart_instructions_low() - instructions;
    cycles = (uint32_t)hart_cycles() - cycles;
    if (noc_rank() == 0) {
        printf("barrier %" PRIu32 " cycles, %" PRIu32 " instructions\n", cycles / BARRIERS,
               instructions / BARRIERS);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
