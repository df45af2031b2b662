/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a core ends the board, by the number of nodes:
 *
 *   2  core 1 does, with status 0, while core 0 has exited with 0
 *   3  core 2 does, having exited with 1 before; core 0 sleeps, core 1 spins
 *   4  cores 2 and 3 do in the same cycle; cores 0 and 1 sleep
 *   5  core 0 does; core 3 would in the next cycle, core 4 exits in the same one, core 1 in the
 *      next; core 2 has written half a line, and computes alone for long
 *   6  nobody does: all write other bits of EXIT
 */
#include "bare.h"

enum { ABORT = 1 << NI_EXIT_ABORT_SHIFT, LONG = 50000 };

/* EXIT soon after this cycle, on all cores as soon. */
static void end_at(uint32_t cycle, uint32_t word)
{
    volatile uint32_t *exit = &REG(NI_EXIT);

    REG(NI_DEADLINE_LO) = cycle;
    REG(NI_DEADLINE_HI) = 0;
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, DEADLINE);
    wait_for_line();
    *exit = word; /* as many instructions behind it on each core */
}

__attribute__((noreturn)) static void sleep_for_ever(void)
{
    REG(NI_WAKE) = 0;
    for (;;) {
        wait_for_line();
    }
}

__attribute__((noreturn)) static void spin(void)
{
    for (;;) {
    }
}

static void of_five(uint32_t node)
{
    static const uint32_t at[] = {10000, 10001, 0, 10001, 10000};
    static const uint32_t word[] = {ABORT | 3, 7, 0, ABORT | 4, 7};

    if (node == 2) {
        put_text("half a line");
        compute_for(LONG);
        put_text(", and what never was");
        finish(9);
    }
    end_at(at[node], word[node]);
}

int main(void)
{
    uint32_t node = REG(NI_NODE);

    switch (REG(NI_NODES)) {
    case 2:
        compute_for(node * 1000);
        REG(NI_EXIT) = node ? ABORT : 0;
        sleep_for_ever();
    case 3:
        if (node == 1) {
            spin();
        }
        if (node == 2) {
            REG(NI_EXIT) = 1;
            compute_for(LONG);
            REG(NI_EXIT) = 2; /* means nothing */
            REG(NI_EXIT) = ABORT | 77;
        }
        sleep_for_ever();
    case 4:
        if (node >= 2) {
            end_at(5000, ABORT | node);
        }
        sleep_for_ever();
    case 5:
        of_five(node);
        sleep_for_ever();
    default:
        REG(NI_EXIT) = ~(uint32_t)(ABORT | 0xff);
        sleep_for_ever();
    }
}
