/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that lie half, or wholly, behind the end of RAM: volume II, 3.1.16 of mtval. */
#include "expect.inc"

#define END (NOC_RAM_BASE + NOC_RAM_DEFAULT)

    .macro jump_to address, value
    li a3, \address
    la s11, 1f
    fence.i
    jr a3
1:  EXPECT(s8, 1)
    EXPECT(s9, \value)
    EXPECT(s10, \address)
    .endm

    begin
    li a1, 0x0013       /* the first half of addi */
    li a3, END - 2
    sh a1, 0(a3)
    jump_to END - 2, END
    /* the same when a load has looked at what is behind */
    li a3, END
8:  lw a1, 0(a3)
    EXPECT_TRAP(5, END)
    jump_to END - 2, END
    jump_to END, END
    jump_to END + 0x1000 - 2, END + 0x1000 - 2
    /* an instruction of 16 bits is there whole */
    li a1, 0x8082       /* c.jr ra */
    li a3, END - 2
    sh a1, 0(a3)
    fence.i
    jalr a3
    li a1, -1
    EXPECT(s8, 1)
    finish
