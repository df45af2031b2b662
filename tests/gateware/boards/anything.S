/* SPDX-License-Identifier: BSD-2-Clause */
/* Each hart does DRAWS things at random: it writes and reads registers, reads counters, reads and
 * writes RAM and any other address, makes reservations and atomic operations, jumps where nothing is,
 * and traps otherwise. Slots and windows lie where it neither reads nor sends from.
 * docs/board.md, section 1. */
#include "asm.h"

#define DRAWS 900
#define LOW_RAM 0xfffc /* what is read, written and sent lies in the first 64 KiB */
#define HIGH_RAM (NOC_RAM_BASE | 0x20000)
#define QUEUE 0x40 /* bytes of the registers of each */

    .option arch, +zicsr
    .option norvc
    .globl _start
_start:
    la t0, trap
    csrw mtvec, t0
    li t0, 1 << 11
    csrw mie, t0
    csrwi mstatus, 8
    li a0, NOC_NI_BASE
    li a1, NOC_OWN_BASE
    li a2, NOC_RAM_BASE
    li a3, LOW_RAM
    la a4, writes
    csrr s0, mhartid
    li t0, 0x9e3779b1
    addi s0, s0, 1
    mul s0, s0, t0
    li s1, DRAWS

/* \to = any word */
.macro draw to
    slli t5, s0, 13
    xor s0, s0, t5
    srli t5, s0, 17
    xor s0, s0, t5
    slli t5, s0, 5
    xor s0, s0, t5
    mv \to, s0
.endm

again:
    draw t0
    andi t1, t0, 15
    srli t0, t0, 4
    li t2, 8
    bgeu t1, t2, 1f
    andi t0, t0, 31         /* writes a register: its offset, a mask, and what is set besides */
    slli t2, t0, 4
    add t2, t2, a4
    lw t0, 0(t2)
    lw t1, 4(t2)
    lw t2, 8(t2)
    add t0, t0, a0
    draw t3
    and t3, t3, t1
    or t3, t3, t2
    sw t3, 0(t0)
    j next
1:  bne t1, t2, 1f
    li t2, 0xffc            /* reads one */
    and t0, t0, t2
    add t0, t0, a0
    lw t0, 0(t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    andi t0, t0, 0xfc       /* or a counter */
    add t0, t0, a1
    lw t0, 0(t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    and t0, t0, a3          /* reads and writes RAM */
    add t0, t0, a2
    lw t1, 0(t0)
    draw t1
    sw t1, 0(t0)
    sh t1, 2(t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    and t0, t0, a3          /* and with atomic operations */
    add t0, t0, a2
    lr.w t1, (t0)
    sc.w t1, s0, (t0)
    amoxor.w t1, s0, (t0)
    amomaxu.w t1, t1, (t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    draw t0                 /* any address: faults, mostly */
    lb t1, 0(t0)
    lhu t1, 0(t0)
    lw t1, 0(t0)
    li t2, 1 << 30          /* neither RAM nor registers */
    or t0, t0, t2
    sw t1, 0(t0)
    sb t1, 0(t0)
    amoadd.w t1, t1, (t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    draw t0                 /* nothing is there, so it goes on behind the jump */
    li t2, 1 << 30
    or t0, t0, t2
    jalr ra, 0(t0)
    j next
1:  addi t2, t2, 1
    bne t1, t2, 1f
    ecall
    ebreak
    .word 0
    csrrw t1, mscratch, s0
    csrr t1, mcause
    csrr t1, mtval
    j next
1:  sh s0, 0(a0)            /* registers are words, and nobody writes the image or counters */
    lb t1, 1(a0)
    amoadd.w t1, s0, (a0)
    sw s0, 0(a1)
    la t0, writes
    sw s0, 0(t0)
    lr.w t1, (t0)
    lw t1, 4(t0)
next:
    addi s1, s1, -1
    bnez s1, again
    sw zero, NI_WAKE(a0)
    sw zero, NI_EXIT(a0)
2:  wfi
    j 2b

/* It goes on with the next instruction; the interrupt is silenced. t6 is the trap's own. */
    .balign 4
trap:
    csrr t6, mcause
    bltz t6, 1f
    addi t6, t6, -1
    beqz t6, 2f             /* there was no instruction */
    csrr t6, mepc
    addi t6, t6, 4
    csrw mepc, t6
    mret
2:  csrw mepc, ra
    mret
1:  sw zero, NI_WAKE(a0)
    mret

#define W0(type) (type) << NI_TX_W0_TYPE_SHIFT
#define W0_ANY (0x1f | 7 << NI_TX_W0_CHANNEL_SHIFT | 1 << NI_TX_W0_QUIET_SHIFT | 15 << NI_TX_W0_ENTRY_SHIFT)
.macro may offset, any, set
    .word \offset, \any, \set, 0
.endm
    .balign 16
writes: /* 32 of them */
    may NI_TX_ADDR, LOW_RAM, NOC_RAM_BASE
    may NI_TX_ADDR, 0x3ffffc, NOC_IMAGE_BASE
    may NI_TX_W0, W0_ANY, W0(1)
    may NI_TX_W0, W0_ANY, W0(1)
    may NI_TX_W0, W0_ANY, W0(2)
    may NI_TX_W0, W0_ANY, W0(3)
    may NI_TX_W1, -1, 0
    may NI_TX_W2, 1, 0
    may NI_TX_DEST, 0xf << 4, 2
    may NI_TX_DEST, 3 << 4, 2
    may NI_TX_DEST, 3 << 4, 2
    may NI_TX_DEST, 3 << 4, 2
    may NI_TX_DEST, -1, 0
    may NI_TX_LIST_FLITS, 3, 0
    may NI_TX_LIST_ADDR, LOW_RAM, NOC_RAM_BASE
    may NI_RX_SIZE, 0x3f, 0
    may NI_RX_FREE, 0xfffc, HIGH_RAM
    may NI_RX_FREE, 0xfffc, HIGH_RAM
    may NI_RX_FREE + QUEUE, 0xfffc, HIGH_RAM
    may NI_RX_POP, -1, 0
    may NI_WINDOW_INDEX, 7, 0
    may NI_WINDOW_ADDR, 0xfffc, HIGH_RAM
    may NI_WINDOW_LENGTH, 0xfff, 0
    may NI_WINDOW_OPEN, 3 | 1 << NI_WINDOW_OPEN_STAY_SHIFT, 0
    may NI_SIGNAL_SEND, 0x1f << NI_SIGNAL_SEND_NUMBER_SHIFT | 3, 0
    may NI_SIGNAL_POP, 0x1f << NI_SIGNAL_SEND_NUMBER_SHIFT | 3, 0
    may NI_TAU_S, 0x3f, 0
    may NI_TAU_R, 0x3f, 0
    may NI_DEADLINE_HI, 0, 0
    may NI_BOOT, -1, 0
    may NI_WAKE, -1, 0
    may NI_WAITING, -1, 0
