/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The least that runs C on the bare board: no .data, .bss as it is after power
 * on (zero), the stack at the end of the smallest RAM. A trap is told as
 * docs/board.md says: PC, then EXIT.
 */
#include "memmap.h"

    .equ NI_EXIT, 0xc4
    .equ NI_PC, 0xd4
    .equ TRAP_STATUS, 99

    .section .text.start
    .globl _start
_start:
    li sp, NOC_RAM_BASE + NOC_RAM_MIN
    la t0, trap
    csrw mtvec, t0
    call main
1:  wfi
    j 1b

    .balign 4
trap:
    li t0, NOC_NI_BASE
    csrr t1, mepc
    sw t1, NI_PC(t0)
    li t1, TRAP_STATUS
    sw t1, NI_EXIT(t0)
1:  wfi
    j 1b
