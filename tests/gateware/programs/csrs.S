/* SPDX-License-Identifier: BSD-2-Clause */
/* CSRs: volume I, chapters 9 and 10; volume II, chapter 3. */
#include "expect.inc"

    begin
    csrr a0, misa
    EXPECT(a0, 0x40001105)
    csrr a0, mhartid
    EXPECT(a0, 0)
    li a0, 0x12345678
    csrw mscratch, a0
    csrrw a1, mscratch, zero
    EXPECT_SAME(a1, a0)
    csrrs a1, mscratch, a0
    EXPECT(a1, 0)
    li a2, 0x00ff00ff
    csrrc a1, mscratch, a2
    EXPECT_SAME(a1, a0)
    csrrsi a1, mscratch, 31
    EXPECT(a1, 0x12005600)
    csrrci a1, mscratch, 17
    EXPECT(a1, 0x1200561f)
    csrrwi a1, mscratch, 5
    EXPECT(a1, 0x1200560e)
    csrr a1, mscratch
    EXPECT(a1, 5)
    csrrw a0, mscratch, a0
    csrr a1, mscratch   /* the old value of a0, the new one of a0 */
    EXPECT(a1, 0x12345678)
    EXPECT(a0, 5)
    csrr a1, mvendorid
    csrrs a1, cycle, zero   /* does not write */
    EXPECT(s8, -1)
    csrr a1, mhpmcounter31
    EXPECT(a1, 0)
    csrr a1, mhpmevent3
    EXPECT(a1, 0)
    /* what is fixed stays, and what is reserved is not written */
    li a0, -1
    csrw mie, a0
    csrr a1, mie
    EXPECT(a1, 0x800)
    csrw mie, zero
    csrr a1, mip
    EXPECT(a1, 0)
    csrr a2, mtvec
    csrw mtvec, a0
    csrr a1, mtvec
    EXPECT_SAME(a1, a2)
    addi a0, a2, 1
    csrw mtvec, a0
    csrr a1, mtvec
    EXPECT_SAME(a1, a0)
    csrw mtvec, a2
    csrr a1, mstatus
    EXPECT(a1, 0x1800)
    csrw misa, zero
    csrr a1, misa
    EXPECT(a1, 0x40001105)
    li a0, 0x80000007
    csrw mcause, a0
    csrr a1, mcause
    EXPECT_SAME(a1, a0)
    li a0, 0x87654321
    csrw mtval, a0
    csrr a1, mtval
    EXPECT_SAME(a1, a0)
    /* instructions are counted one by one, and a write counts from the next one on */
    csrr a0, minstret
    csrr a1, instret
    sub a1, a1, a0
    EXPECT(a1, 1)
    li a0, 1000
    csrw minstret, a0
    csrr a1, minstret
    EXPECT(a1, 1000)
    nop
    csrr a1, minstret
    EXPECT(a1, 1005)
    li a0, -1           /* the carry into the upper half */
    csrw minstreth, zero
    csrw minstret, a0
    nop
    csrr a0, minstreth
    csrr a1, minstret
    EXPECT(a0, 1)
    EXPECT(a1, 1)
    /* cycles go on */
    csrr a0, mcycle
    csrr a1, cycle
    li gp, __LINE__
    bgeu a0, a1, wrong
    csrw mcycleh, zero
    li a0, -1
    csrw mcycle, a0
    nop
    csrr a0, cycleh
    EXPECT(a0, 1)
    csrr a0, time       /* time does not follow */
    csrr a1, mcycle
    li gp, __LINE__
    bltu a0, a1, wrong
    j done
    finish
