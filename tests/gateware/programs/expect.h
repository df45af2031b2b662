/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For programs that test the core: expected values, worked from the specification by hand. The
 * first wrong one prints its line, in hexadecimal, and ends with status 1. t5, t6 and gp are these
 * macros' own; traps go to `handler`, which notes mcause, mtval and mepc in s8, s9 and s10 and goes
 * on at s11, if that is not 0, else behind the instruction.
 */
#include "asm.h"

#define EXPECT(register, value) \
    li gp, __LINE__;            \
    li t6, value;               \
    bne register, t6, wrong

#define EXPECT_SAME(register, other) \
    li gp, __LINE__;                 \
    bne register, other, wrong

/* The last trap, whose instruction is at the label 8 before. */
#define EXPECT_TRAP(cause, value) \
    EXPECT(s8, cause);            \
    EXPECT(s9, value);            \
    la t5, 8b;                    \
    EXPECT_SAME(s10, t5);         \
    li s8, -1

#define STACK 0x80008000

    .option arch, +zicsr
    .option arch, +zifencei
    .macro begin
    .globl _start
_start:
    csrr t0, mhartid
    li gp, 0
    bnez t0, done
    la t0, handler
    csrw mtvec, t0
    li sp, STACK
    li s8, -1
    li s11, 0
    .endm

    .macro finish
done:
    li gp, 0
    j leave
    .balign 4
handler:
    csrr s8, mcause
    csrr s9, mtval
    csrr s10, mepc
    mv t6, s11
    bnez s11, 2f
    lhu t6, 0(s10)
    andi t6, t6, 3
    addi t6, t6, -3
    addi t5, s10, 2
    bnez t6, 1f
    addi t5, s10, 4
1:  mv t6, t5
2:  csrw mepc, t6
    li s11, 0
    mret
wrong:
    li t0, NOC_NI_BASE
    li t1, 12
3:  srl t2, gp, t1
    andi t2, t2, 15
    addi t2, t2, '0'
    li t3, '9' + 1
    bltu t2, t3, 4f
    addi t2, t2, 'a' - '0' - 10
4:  sw t2, NI_CONSOLE(t0)
    addi t1, t1, -4
    bgez t1, 3b
    li t2, '\n'
    sw t2, NI_CONSOLE(t0)
    li gp, 1
leave:
    li t0, NOC_NI_BASE
    sw gp, NI_EXIT(t0)
1:  wfi
    j 1b
    .endm
