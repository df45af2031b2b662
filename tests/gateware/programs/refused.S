/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses that docs/board.md, sections 1 and 4, refuses: atomic ones outside RAM, parts of words of
 * registers, stores to the image; and those that are not aligned, which gateware does not do. */
#include "expect.inc"

    begin
    li a4, NOC_IMAGE_BASE
    li a5, NOC_NI_BASE
8:  lr.w a0, (a4)
    EXPECT_TRAP(5, NOC_IMAGE_BASE)
8:  amoadd.w a0, a0, (a4)
    EXPECT_TRAP(7, NOC_IMAGE_BASE)
8:  amoadd.w a0, a0, (a5)
    EXPECT_TRAP(7, NOC_NI_BASE)
8:  lr.w a0, (a5)
    EXPECT_TRAP(5, NOC_NI_BASE)
8:  sc.w a0, a0, (a4)
    EXPECT_TRAP(7, NOC_IMAGE_BASE)
8:  lhu a0, 2(a5)
    EXPECT_TRAP(5, NOC_NI_BASE + 2)
8:  sb a0, 1(a5)
    EXPECT_TRAP(7, NOC_NI_BASE + 1)
    addi a4, sp, 1
8:  lw a0, 2(sp)
    EXPECT_TRAP(4, STACK + 2)
8:  lw a0, 1(sp)
    EXPECT_TRAP(4, STACK + 1)
8:  lh a0, 3(sp)
    EXPECT_TRAP(4, STACK + 3)
8:  lhu a0, 1(sp)
    EXPECT_TRAP(4, STACK + 1)
8:  sw a0, 3(sp)
    EXPECT_TRAP(6, STACK + 3)
8:  sh a0, 1(sp)
    EXPECT_TRAP(6, STACK + 1)
8:  lr.w a0, (a4)
    EXPECT_TRAP(4, STACK + 1)
8:  sc.w a0, a0, (a4)
    EXPECT_TRAP(6, STACK + 1)
8:  amoswap.w a0, a0, (a4)
    EXPECT_TRAP(6, STACK + 1)
    li a4, 3
8:  lw a0, 0(a4)        /* not aligned comes before nothing there */
    EXPECT_TRAP(4, 3)
    li a0, 77           /* a load that traps writes no register */
8:  lw a0, -3(a4)
    EXPECT(a0, 77)
    EXPECT_TRAP(5, 0)
    j done
    finish
