/* SPDX-License-Identifier: BSD-2-Clause */
/* M: volume I, chapter 7 and its table 7.1. */
#include "expect.inc"

#define CASE(operation, a, b, value) \
    li a0, a;                        \
    li a1, b;                        \
    operation a2, a0, a1;            \
    EXPECT(a2, value);               \
    operation a0, a0, a1;            \
    EXPECT(a0, value)

    begin
    CASE(mul, 7, -3, -21)
    CASE(mul, 0x80000000, 0x80000000, 0)
    CASE(mul, 0x00010001, 0x00010001, 0x00020001)
    CASE(mul, 0xffffffff, 0xffffffff, 1)
    CASE(mul, 0x12345678, 0x9abcdef0, 0x242d2080)
    CASE(mulh, 0xffffffff, 0xffffffff, 0)
    CASE(mulh, 0x80000000, 0x80000000, 0x40000000)
    CASE(mulh, 0x80000000, 0x7fffffff, 0xc0000000)
    CASE(mulh, 0x12345678, 0x9abcdef0, 0xf8cc93d6)
    CASE(mulhu, 0xffffffff, 0xffffffff, 0xfffffffe)
    CASE(mulhu, 0x80000000, 2, 1)
    CASE(mulhu, 0x12345678, 0x9abcdef0, 0x0b00ea4e)
    CASE(mulhsu, 0xffffffff, 0xffffffff, 0xffffffff)
    CASE(mulhsu, 0x80000000, 0xffffffff, 0x80000000)
    CASE(mulhsu, 0x7fffffff, 0x80000000, 0x3fffffff)
    CASE(div, 20, 6, 3)
    CASE(div, -20, 6, -3)
    CASE(div, 20, -6, -3)
    CASE(div, -20, -6, 3)
    CASE(divu, -20, 6, 715827879)
    CASE(rem, 20, 6, 2)
    CASE(rem, -20, 6, -2)
    CASE(rem, 20, -6, 2)
    CASE(rem, -20, -6, -2)
    CASE(remu, -20, 6, 2)
    /* by zero */
    CASE(div, 5, 0, -1)
    CASE(div, -5, 0, -1)
    CASE(divu, 5, 0, 0xffffffff)
    CASE(rem, 5, 0, 5)
    CASE(rem, -5, 0, -5)
    CASE(remu, 0x80000000, 0, 0x80000000)
    /* overflow */
    CASE(div, 0x80000000, -1, 0x80000000)
    CASE(rem, 0x80000000, -1, 0)
    CASE(divu, 0x80000000, 0xffffffff, 0)
    CASE(remu, 0x80000000, 0xffffffff, 0x80000000)
    CASE(div, 0x80000000, 1, 0x80000000)
    CASE(divu, 0xffffffff, 1, 0xffffffff)
    CASE(remu, 0xffffffff, 0x80000000, 0x7fffffff)
    CASE(div, 0, 0x80000000, 0)
    j done
    finish
