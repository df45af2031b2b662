/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the stack is. README.md draws it: at the bottom of RAM, or, where a sixteenth of RAM is more
 * than the linker keeps there, at the top, with a zone below it whose words are looked at.
 */
#ifndef BSP_STACK_H
#define BSP_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "memmap.h"

enum { BSP_STACK_SHARE = NOC_STACK_SHARE, BSP_STACK_ZONE = NOC_STACK_ZONE };

/* Up to so much RAM the stack is at the bottom, whatever the program. linker/board.ld has the same. */
#define BSP_STACK_STAYS UINT32_C(0x40000)

/* Of linker/board.ld's; crt0.S has it. */
struct bsp_layout {
    uint32_t stack_bottom, stack_top, /* below the data */
        stack_moves_above,            /* so much RAM, bytes */
        text_end;
};

extern const struct bsp_layout bsp_layout;

struct bsp_stack {
    uint32_t bottom, top;
};

/* ram: NI_RAM. */
struct bsp_stack bsp_stack_of(uint32_t ram);
/* Where the heap ends, and a command line. */
uint32_t bsp_heap_end(uint32_t ram);

/* Writes the zone, before anything is below the stack. */
void bsp_stack_mark(uint32_t ram);
/* Has nothing been written below the stack? So it is where the stack is at the bottom. */
bool bsp_stack_is_whole(uint32_t ram);
/* Traps if something has: the handler says that the stack overflowed. */
void bsp_stack_check(uint32_t ram);

#endif
