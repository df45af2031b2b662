/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Console output that needs neither stack nor memory, for where none can be trusted.
 * Called by `jal s1, ...`; s0 is NOC_NI_BASE. Change a0, t0 to t2.
 */
#include "asm.h"

    .section .text.bsp_put, "ax", @progbits
    .globl bsp_put_text
    .type bsp_put_text, @function
bsp_put_text:                   /* the string at a0 */
    lbu     t0, 0(a0)
    beqz    t0, 1f
    sw      t0, NI_CONSOLE(s0)
    addi    a0, a0, 1
    j       bsp_put_text
1:  jr      s1

    .globl bsp_put_hex
    .type bsp_put_hex, @function
bsp_put_hex:                    /* a0, eight digits */
    li      t1, 28
1:  srl     t0, a0, t1
    andi    t0, t0, 15
    addi    t0, t0, '0'
    li      t2, '9'
    ble     t0, t2, 2f
    addi    t0, t0, 'a' - '9' - 1
2:  sw      t0, NI_CONSOLE(s0)
    addi    t1, t1, -4
    bgez    t1, 1b
    jr      s1
