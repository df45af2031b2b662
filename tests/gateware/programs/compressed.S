/* SPDX-License-Identifier: BSD-2-Clause */
/* C: volume I, chapter 16; instructions that begin in the middle of a word, and end in the next. */
#include "expect.inc"

    begin
    c.li a0, -32
    EXPECT(a0, -32)
    c.lui a0, 0xfffe0
    EXPECT(a0, 0xfffe0000)
    c.lui a0, 31
    EXPECT(a0, 31 << 12)
    c.li a0, 21
    c.mv a1, a0
    c.add a1, a0
    EXPECT(a1, 42)
    c.addi a1, -2
    EXPECT(a1, 40)
    c.sub a1, a0
    EXPECT(a1, 19)
    c.xor a1, a0
    EXPECT(a1, 6)
    c.or a1, a0
    EXPECT(a1, 23)
    c.and a1, a0
    EXPECT(a1, 21)
    c.andi a1, -4
    EXPECT(a1, 20)
    c.slli a1, 27
    EXPECT(a1, 0xa0000000)
    c.srai a1, 28
    EXPECT(a1, -6)
    c.srli a1, 28
    EXPECT(a1, 15)
    c.addi16sp sp, -64
    EXPECT(sp, STACK - 64)
    c.addi4spn a2, sp, 1020
    EXPECT(a2, STACK + 956)
    c.swsp a0, 252(sp)
    c.lwsp a3, 252(sp)
    EXPECT_SAME(a3, a0)
    c.mv a4, sp
    c.sw a1, 124(a4)
    c.lw a5, 124(a4)
    EXPECT_SAME(a5, a1)
    lw a5, 124(sp)
    EXPECT_SAME(a5, a1)
    c.addi16sp sp, 64
    EXPECT(sp, STACK)
    /* jumps, and what they leave */
    c.jal 1f
8:  c.j 2f
1:  la a0, 8b
    EXPECT_SAME(ra, a0)
    c.jr ra
2:  la a1, 3f
    c.jalr a1
8:  j 4f
3:  la a0, 8b
    EXPECT_SAME(ra, a0)
    c.jr ra
4:  c.li a0, 0
    c.beqz a0, 5f
    j wrong
5:  c.bnez a0, wrong_near
    c.li a0, 1
    c.bnez a0, 6f
wrong_near:
    j wrong
6:  /* 32-bit instructions at odd halves, one behind the other, and behind jumps */
    .balign 4
    c.li a0, 0
    .option push
    .option norvc
    addi a0, a0, 1
    addi a0, a0, 2
    lw a1, 0(sp)
    addi a0, a0, 4
    sw a0, 0(sp)
    addi a0, a0, 8
    mul a1, a0, a0
    addi a0, a0, 16
    jal zero, 7f
    .option pop
    c.nop
7:  .option push
    .option norvc
    addi a0, a0, 32
    .option pop
    c.addi a0, 1
    EXPECT(a0, 64)
    EXPECT(a1, 225)
    lw a1, 0(sp)
    EXPECT(a1, 7)
    j done
    finish
