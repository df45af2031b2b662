/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a trap leaves for a debugger: `p/x bsp_trap_frame` in gdb.
 */
#ifndef BSP_TRAP_H
#define BSP_TRAP_H

#include <stdint.h>

struct bsp_trap_frame { /* trap_entry.S writes it */
    uint32_t x[32];     /* the program's registers */
    uint32_t mcause, mepc, mtval;
};

_Static_assert(sizeof(struct bsp_trap_frame) == 35 * 4, "FRAME_WORDS of trap_entry.S");

extern struct bsp_trap_frame bsp_trap_frame;

/* Prints one line and stops this core. */
_Noreturn void bsp_trap_report(const struct bsp_trap_frame *frame);

#endif
