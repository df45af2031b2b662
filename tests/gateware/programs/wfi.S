/* SPDX-License-Identifier: BSD-2-Clause */
/* wfi and the external interrupt: volume II, sections 3.1 and 3.3.3; docs/board.md, sections 1, 4.3. */
#include "expect.inc"

#define EXTERNAL (1 << 11)
#define LATER(cycles)        \
    csrr a0, time;           \
    addi a0, a0, cycles;     \
    sw a0, NI_DEADLINE_LO(s0)

    begin
    li s0, NOC_NI_BASE
    li a1, 1 << NI_PENDING_DEADLINE_SHIFT
    sw a1, NI_WAKE(s0)
    sw zero, NI_DEADLINE_HI(s0)
    li a2, EXTERNAL
    csrw mie, a2
    csrr a0, mip
    /* without mstatus.MIE: it sleeps until the deadline, and no interrupt is taken */
    LATER(500)
    csrr a3, mip
    EXPECT(a3, 0)
    csrr s1, minstret
    wfi
    csrr s2, minstret
    csrr s3, time
    sub s2, s2, s1
    EXPECT(s2, 2)
    li gp, __LINE__
    bltu s3, a0, wrong
    addi a0, a0, 20
    li gp, __LINE__
    bgeu s3, a0, wrong
    csrr a3, mip
    EXPECT(a3, EXTERNAL)
    wfi                 /* pending: at once */
    EXPECT(s8, -1)
    /* with MIE: it is taken behind the wfi */
    LATER(300)
    la a3, 1f
    csrw mtvec, a3
    csrsi mstatus, 8
8:  wfi
9:  j wrong
    .balign 4
1:  csrr a0, mcause
    EXPECT(a0, 0x8000000b)
    csrr a0, mtval
    EXPECT(a0, 0)
    csrr a0, mepc
    la a1, 9b
    EXPECT_SAME(a0, a1)
    csrr a0, mstatus
    andi a0, a0, 0x88
    EXPECT(a0, 0x80)
    /* still pending: taken before the instruction that mret leads to; by offset now */
    la a0, 2f + 1
    csrw mtvec, a0
    la a0, 9b
    csrw mepc, a0
    mret
    .balign 4
2:  j wrong             /* exceptions */
    .org 2b + 4 * 11
    la a0, 9b           /* cause 11 */
    csrr a1, mepc
    EXPECT_SAME(a0, a1)
    csrr a0, mcause
    EXPECT(a0, 0x8000000b)
    sw zero, NI_WAKE(s0)
    csrr a0, mip
    EXPECT(a0, 0)
    la a0, 3f           /* no longer pending: mret goes on */
    csrw mepc, a0
    mret
    j wrong
3:  csrr a0, mstatus
    andi a0, a0, 0x88
    EXPECT(a0, 0x88)
    la a0, handler
    csrw mtvec, a0
    csrw mie, zero
    j done
    finish
