/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each core erases a sector of the flash and programs words of it. There is one on node 0
 * only: the others trap.
 */
#include "bare.h"

enum { OFFSET = 0x700000, WORDS = 1000, BOTH_READY = 0x00800080 };

#define FLASH(offset) (*(volatile uint32_t *)(NOC_FLASH_BASE + (offset)))

static void end_command(uint32_t offset)
{
    while (FLASH(offset) != BOTH_READY) {
    }
    FLASH(0) = 0x00ff00ff;
}

int main(void)
{
    uint32_t sum = 0;

    FLASH(OFFSET) = 0x00200020;
    FLASH(OFFSET) = 0x00d000d0;
    end_command(OFFSET);
    for (uint32_t i = 0; i < WORDS; i++) {
        FLASH(OFFSET + 4 * i) = 0x00400040;
        FLASH(OFFSET + 4 * i) = i;
        end_command(OFFSET + 4 * i);
    }
    for (uint32_t i = 0; i <= WORDS; i++) {
        sum += FLASH(OFFSET + 4 * i);
    }
    put_number("sum ", sum);
    put_text("\n");
    finish(ALL_DONE);
}
