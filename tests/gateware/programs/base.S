/* SPDX-License-Identifier: BSD-2-Clause */
/* RV32I: volume I, chapter 2. */
#include "expect.inc"

    begin
    /* 2.4 */
    li a0, 0x7fffffff
    li a1, 1
    add a2, a0, a1
    EXPECT(a2, 0x80000000)
    sub a2, a1, a0
    EXPECT(a2, 0x80000002)
    li a3, 0x80000000
    slt a2, a3, a0
    EXPECT(a2, 1)
    sltu a2, a3, a0
    EXPECT(a2, 0)
    slt a2, a0, a3
    EXPECT(a2, 0)
    sltiu a2, a1, -1
    EXPECT(a2, 1)
    slti a2, a1, -1
    EXPECT(a2, 0)
    slti a2, a3, 0
    EXPECT(a2, 1)
    li a4, 0x0ff00ff0
    li a5, 0x00ff00ff
    xor a2, a4, a5
    EXPECT(a2, 0x0f0f0f0f)
    or a2, a4, a5
    EXPECT(a2, 0x0fff0fff)
    and a2, a4, a5
    EXPECT(a2, 0x00f000f0)
    xori a2, a4, -1
    EXPECT(a2, 0xf00ff00f)
    andi a2, a4, 0x7f0
    EXPECT(a2, 0x7f0)
    ori a2, a4, -256
    EXPECT(a2, 0xfffffff0)
    add zero, a0, a1
    EXPECT_SAME(zero, x0)
    /* shifts by the lower 5 bits */
    li a1, 33
    sll a2, a0, a1
    EXPECT(a2, 0xfffffffe)
    li a3, 0x80000001
    srl a2, a3, a1
    EXPECT(a2, 0x40000000)
    sra a2, a3, a1
    EXPECT(a2, 0xc0000000)
    srai a2, a3, 31
    EXPECT(a2, -1)
    srli a2, a3, 31
    EXPECT(a2, 1)
    slli a2, a3, 31
    EXPECT(a2, 0x80000000)
    slli a2, a3, 0
    EXPECT_SAME(a2, a3)
    lui a2, 0xfffff
    EXPECT(a2, 0xfffff000)
8:  auipc a2, 0x12345
    la a3, 8b
    sub a2, a2, a3
    EXPECT(a2, 0x12345000)
    /* 2.5: what jumps leave, and bit 0 of the target */
    la a3, 1f
    ori a3, a3, 1
    .option push
    .option norvc
8:  jalr a2, 0(a3)
    j wrong
1:  la a3, 8b + 4
    EXPECT_SAME(a2, a3)
    la a2, 1f
8:  jalr a2, 4(a2)
1:  j wrong
    la a3, 8b + 4
    EXPECT_SAME(a2, a3)
    .option pop
    li a0, -1
    li a1, 1
    bltu a0, a1, wrong
    bge a0, a1, wrong
    bgeu a1, a0, wrong
    blt a1, a0, wrong
    beq a0, a1, wrong
    bne a0, a0, wrong
    blt a1, a1, wrong
    bltu a1, a1, wrong
    bge a1, a1, 1f
    j wrong
1:  bgeu a0, a1, 1f
    j wrong
1:  blt a0, a1, 1f
    j wrong
1:  bltu a1, a0, 1f
    j wrong
1:  beq a1, a1, 1f
    j wrong
1:  li a0, 3            /* backwards */
    li a1, 0
2:  addi a1, a1, 5
    addi a0, a0, -1
    bne a0, zero, 2b
    EXPECT(a1, 15)
    /* 2.6: little-endian, signs */
    li a0, 0x80f17f01
    sw a0, 0(sp)
    lb a1, 0(sp)
    EXPECT(a1, 1)
    lb a1, 1(sp)
    EXPECT(a1, 0x7f)
    lb a1, 2(sp)
    EXPECT(a1, 0xfffffff1)
    lbu a1, 3(sp)
    EXPECT(a1, 0x80)
    lb a1, 3(sp)
    EXPECT(a1, 0xffffff80)
    lh a1, 0(sp)
    EXPECT(a1, 0x7f01)
    lh a1, 2(sp)
    EXPECT(a1, 0xffff80f1)
    lhu a1, 2(sp)
    EXPECT(a1, 0x80f1)
    li a1, 0x12345678
    sb a1, 1(sp)
    lw a2, 0(sp)
    EXPECT(a2, 0x80f17801)
    sb a1, 3(sp)
    sh a1, 0(sp)
    lw a2, 0(sp)
    EXPECT(a2, 0x78f15678)
    sh a1, 2(sp)
    lw a2, 0(sp)
    EXPECT(a2, 0x56785678)
    sw a1, -4(sp)
    lw a2, -4(sp)
    EXPECT_SAME(a1, a2)
    lw zero, 0(sp)
    EXPECT_SAME(zero, x0)
    /* fence.i: what was stored is executed */
    la a3, 1f
    li a4, 0x80001000
    lw a2, 0(a3)
    sw a2, 0(a4)        /* addi a0, zero, 11; then addi a0, zero, 22 */
    lw a2, 4(a3)
    sw a2, 4(a4)
    fence.i
    jalr a4
    EXPECT(a0, 11)
    lw a2, 8(a3)
    sw a2, 0(a4)
    fence.i
    jalr a4
    EXPECT(a0, 22)
    j done
    .balign 4
    .option push
    .option norvc
1:  li a0, 11
    ret
    li a0, 22
    .option pop
    finish
