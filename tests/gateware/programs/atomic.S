/* SPDX-License-Identifier: BSD-2-Clause */
/* A: volume I, chapter 8; docs/board.md: in RAM only, and what ends a reservation. */
#include "expect.inc"

#define CASE(operation, old, operand, value) \
    li a0, old;                              \
    sw a0, 0(sp);                            \
    li a1, operand;                          \
    operation a2, a1, (sp);                  \
    EXPECT_SAME(a2, a0);                     \
    lw a3, 0(sp);                            \
    EXPECT(a3, value);                       \
    sw a0, 0(sp);                            \
    operation a1, a1, (sp);                  \
    EXPECT_SAME(a1, a0);                     \
    lw a3, 0(sp);                            \
    EXPECT(a3, value)

    begin
    CASE(amoswap.w, 5, 9, 9)
    CASE(amoadd.w, 0x7fffffff, 1, 0x80000000)
    CASE(amoxor.w.aq, 0x0ff00ff0, 0x00ff00ff, 0x0f0f0f0f)
    CASE(amoand.w.rl, 0x0ff00ff0, 0x00ff00ff, 0x00f000f0)
    CASE(amoor.w.aqrl, 0x0ff00ff0, 0x00ff00ff, 0x0fff0fff)
    CASE(amomin.w, 1, -1, -1)
    CASE(amomin.w, -1, 1, -1)
    CASE(amomax.w, 1, -1, 1)
    CASE(amomax.w, -1, 1, 1)
    CASE(amominu.w, 1, -1, 1)
    CASE(amominu.w, -1, 1, 1)
    CASE(amomaxu.w, 1, -1, -1)
    CASE(amomaxu.w, -1, 1, -1)
    /* lr and sc */
    li a0, 100
    sw a0, 0(sp)
    lr.w a1, (sp)
    EXPECT(a1, 100)
    li a2, 101
    sc.w a3, a2, (sp)
    EXPECT(a3, 0)
    lw a1, 0(sp)
    EXPECT(a1, 101)
    li a2, 102          /* the reservation has ended */
    sc.w a3, a2, (sp)
    EXPECT(a3, 1)
    lr.w a1, (sp)       /* for another address it fails, and ends it */
    addi a4, sp, 4
    sc.w a3, a2, (a4)
    EXPECT(a3, 1)
    sc.w a3, a2, (sp)
    EXPECT(a3, 1)
    lr.w a1, (sp)       /* the last lr counts */
    lr.w a1, (a4)
    sc.w a3, a2, (sp)
    EXPECT(a3, 1)
    lr.w a1, (sp)       /* a trap ends it */
    ecall
    sc.w a3, a2, (sp)
    EXPECT(a3, 1)
    lr.w a1, (sp)       /* atomic operations elsewhere do not */
    amoadd.w a1, a2, (a4)
    sc.w a3, a2, (sp)
    EXPECT(a3, 0)
    lw a1, 0(sp)
    EXPECT(a1, 102)
    j done
    finish
