/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stack at the top of RAM has the heap below it, so that no store traps which leaves it:
 *
 *   | stack's place at the bottom | .data .bss .noinit | heap ... | zone | stack |
 *     more heap                                                    1 KiB  RAM / 16
 *
 * A function that calls others saves its return address in the topmost word of its frame, and frames
 * are multiples of 16 bytes. So one word in 16 bytes of the zone has a pattern: whichever frame lies
 * there has overwritten one. A function that saves nothing, or whose frame is longer than the zone,
 * may pass unseen.
 */
#include "stack.h"

enum { FRAME_WORDS = 4, SAVED = 3, PATTERN = 0x57ac4ed };

static bool is_at_top(uint32_t ram)
{
    return ram > BSP_STACK_STAYS && ram > bsp_layout.stack_moves_above;
}

struct bsp_stack bsp_stack_of(uint32_t ram)
{
    if (is_at_top(ram)) {
        return (struct bsp_stack){NOC_RAM_BASE + ram - ram / BSP_STACK_SHARE, NOC_RAM_BASE + ram};
    }
    return (struct bsp_stack){bsp_layout.stack_bottom, bsp_layout.stack_top};
}

uint32_t bsp_heap_end(uint32_t ram)
{
    return is_at_top(ram) ? bsp_stack_of(ram).bottom - BSP_STACK_ZONE : NOC_RAM_BASE + ram;
}

/* The word of the zone's first frame that a return address is saved in. */
static volatile uint32_t *zone(uint32_t ram)
{
    return (volatile uint32_t *)(uintptr_t)bsp_heap_end(ram) + SAVED;
}

void bsp_stack_mark(uint32_t ram)
{
    volatile uint32_t *word = zone(ram);

    for (unsigned i = 0; i < BSP_STACK_ZONE / sizeof *word; i += FRAME_WORDS) {
        word[i] = PATTERN;
    }
}

bool bsp_stack_is_whole(uint32_t ram)
{
    const volatile uint32_t *word;

    if (!is_at_top(ram)) {
        return true;
    }
    word = zone(ram);
    for (unsigned i = 0; i < BSP_STACK_ZONE / sizeof *word; i += FRAME_WORDS) {
        if (word[i] != PATTERN) {
            return false;
        }
    }
    return true;
}

/* Nothing is below RAM. */
void bsp_stack_check(uint32_t ram)
{
    if (!bsp_stack_is_whole(ram)) {
        *(volatile uint32_t *)(uintptr_t)(NOC_RAM_BASE - sizeof(uint32_t)) = 0;
    }
}
