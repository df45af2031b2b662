/* SPDX-License-Identifier: BSD-2-Clause */
/* Traps: volume II, chapter 3; volume I, chapter 2.8. */
#include "expect.inc"

    begin
    li a0, 8            /* mstatus.MIE */
    csrs mstatus, a0
    .option push
    .option norvc
8:  ecall
    EXPECT_TRAP(11, 0)
    csrr a1, mstatus    /* mret has put MIE back, and set MPIE */
    andi a1, a1, 0x88
    EXPECT(a1, 0x88)
8:  ebreak
    EXPECT_TRAP(3, 0)
    .option pop
8:  c.ebreak
    EXPECT_TRAP(3, 0)
8:  .word 0xffffffff
    EXPECT_TRAP(2, 0xffffffff)
8:  .half 0
    EXPECT_TRAP(2, 0)
8:  .half 0x8002        /* c.jr zero */
    EXPECT_TRAP(2, 0x8002)
8:  csrr a1, 0x7c0
    EXPECT_TRAP(2, 0x7c0025f3)
8:  csrw cycle, a1
    EXPECT_TRAP(2, 0xc0059073)
8:  csrr a1, dcsr       /* a debugger's alone */
    EXPECT_TRAP(2, 0x7b0025f3)
8:  lw a1, 0(zero)
    EXPECT_TRAP(5, 0)
    li a2, NOC_IMAGE_BASE
8:  sw a1, 8(a2)
    EXPECT_TRAP(7, NOC_IMAGE_BASE + 8)
8:  sb a1, 9(a2)
    EXPECT_TRAP(7, NOC_IMAGE_BASE + 9)
    la s11, 1f
8:  jr 64(zero)
1:  EXPECT(s8, 1)
    EXPECT(s9, 64)
    EXPECT(s10, 64)
    /* an instruction whose second half is not there: the last halfword of RAM */
    li a3, NOC_RAM_BASE + NOC_RAM_DEFAULT - 2
    li a1, 0x0013
    sh a1, 0(a3)
    la s11, 1f
    fence.i
    jr a3
1:  EXPECT(s8, 1)
    EXPECT(s9, NOC_RAM_BASE + NOC_RAM_DEFAULT)
    EXPECT(s10, NOC_RAM_BASE + NOC_RAM_DEFAULT - 2)
    /* in the handler MIE is 0, MPIE what MIE was */
    la a1, 2f
    csrrw a2, mtvec, a1
    ecall
    .balign 4
2:  csrw mtvec, a2
    csrr a1, mstatus
    andi a1, a1, 0x88
    EXPECT(a1, 0x80)
    csrr a1, mepc       /* bit 0 is 0 */
    la a2, 3f + 1
    csrw mepc, a2
    mret
    j wrong
3:  csrr a1, mepc
    andi a1, a1, 1
    EXPECT(a1, 0)
    j done
    finish
