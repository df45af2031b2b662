/* SPDX-License-Identifier: BSD-2-Clause */
/* Harts sleep for thousands of cycles, each for another time, until their deadlines, and are awake
 * soon after them, also by mcycle. docs/board.md, section 4.4. */
#include "asm.h"

    .option arch, +zicsr
    .globl _start
_start:
    li a0, NOC_NI_BASE
    li a1, 1 << NI_PENDING_DEADLINE_SHIFT
    sw a1, NI_WAKE(a0)
    li a1, 1 << 11      /* mie.MEIE, without mstatus.MIE: it wakes, and does not trap */
    csrw mie, a1
    csrr s0, mhartid
    slli s0, s0, 10
    li s1, 4            /* times */
1:  addi s0, s0, 777
    rdcycle a2
    csrr a3, mcycle
    add a4, a2, s0
    sw zero, NI_DEADLINE_HI(a0)
    sw a4, NI_DEADLINE_LO(a0)
2:  wfi
    csrr a5, mcycle
    rdcycle a6
    bltu a6, a4, wrong
    sub a6, a6, a4
    li a7, 20
    bgtu a6, a7, wrong
    sub a5, a5, a3
    sub a5, a5, s0
    li a7, 40
    bgtu a5, a7, wrong
    addi s1, s1, -1
    bnez s1, 1b
    li a1, 0
    j end
wrong:
    li a1, 1
end:
    sw a1, NI_EXIT(a0)
3:  wfi
    j 3b
