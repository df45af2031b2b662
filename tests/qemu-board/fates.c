/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each core its own fate, for the report at the end of a run: 0 is done, 1
 * traps on a store to the image, 2 traps for ever in a handler that is not
 * there (no instruction is ever executed, time must go on), 3 spins, the others
 * wait for a message that nobody sends. On boards of two nodes there is thus a
 * clean trap and nothing else; with four all of it.
 */
#include "bare.h"

enum { RECEIVE = 2, WHAT_SHIFT = 28, TAG = 5, TAG_SHIFT = 16, NOWHERE = 0x70000000 };

int main(void)
{
    switch (REG(NI_NODE)) {
    case 0:
        put_text("unfinished line");
        finish(ALL_DONE);
    case 1:
        *(volatile uint32_t *)NOC_IMAGE_BASE = 0;
        finish(WRONG);
    case 2:
        __asm__ volatile("csrw mtvec, %0\n\t.word 0" : : "r"(NOWHERE));
        finish(WRONG);
    case 3:
        for (;;) {
        }
    default:
        REG(NI_WAITING) = RECEIVE << WHAT_SHIFT | TAG << TAG_SHIFT | 3;
        REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
        wait_for_line();
        finish(WRONG);
    }
}
