/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The boot ROM: every hart starts here. Node 0 looks for an image in flash and puts it in
 * place (boot.c); the others sleep until it has, and need neither stack nor memory.
 * docs/board.md, section 7.
 */
#include "asm.h"

    .option arch, +zicsr
    .option arch, +zifencei
    .equ MIE_EXTERNAL, 1 << 11
    .equ STACK_BYTES, 1024      /* at the bottom of RAM, as an image's own */
    .equ STATUS_TRAP, 128       /* NOC_EXIT_TRAP */

    .section .text.start, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
    lla     t0, trap
    csrw    mtvec, t0
    li      s0, NOC_NI_BASE
    lw      t0, NI_NODE(s0)
    bnez    t0, wait
    li      sp, NOC_RAM_BASE + STACK_BYTES
    call    boot_from_flash
    bnez    a0, leave
    j       sleep

wait:
    li      t0, 1 << NI_PENDING_READY_SHIFT
    sw      t0, NI_WAKE(s0)
    li      t1, MIE_EXTERNAL
    csrw    mie, t1             /* wfi ends on the NI's line; mstatus stays closed */
1:  wfi
    lw      t1, NI_PENDING(s0)
    and     t1, t1, t0
    beqz    t1, 1b

/* As after reset: no register has anything of ours but t0, which has the way out. */
leave:
    sw      zero, NI_WAKE(s0)
    csrw    mie, zero
    csrw    mtvec, zero
    fence.i
    .irp    reg, ra, sp, gp, tp, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
    li      \reg, 0
    .endr
    .irp    reg, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    li      \reg, 0
    .endr
    li      t0, NOC_IMAGE_BASE
    jr      t0

sleep:
    sw      zero, NI_WAKE(s0)
1:  wfi
    j       1b

/*
 * A trap in here is a broken ROM or board: say so, and be found asleep. A second one, in
 * the saying, only sleeps.
 */
    .balign 4
trap:
    lla     t0, dead
    csrw    mtvec, t0
    li      s0, NOC_NI_BASE
    lla     a0, text_trap
    jal     s1, bsp_put_text
    csrr    a0, mcause
    jal     s1, bsp_put_hex
    lla     a0, text_mepc
    jal     s1, bsp_put_text
    csrr    a0, mepc
    jal     s1, bsp_put_hex
    lla     a0, text_mtval
    jal     s1, bsp_put_text
    csrr    a0, mtval
    jal     s1, bsp_put_hex
    li      a0, '\n'
    sw      a0, NI_CONSOLE(s0)
    csrr    t0, mepc
    sw      t0, NI_PC(s0)
    li      t0, 1 << NI_BOOT_DONE_SHIFT
    sw      t0, NI_BOOT(s0)     /* of node 0: there is no image */
    csrr    t0, mcause
    andi    t0, t0, 0x1f
    ori     t0, t0, STATUS_TRAP
    sw      t0, NI_EXIT(s0)
    j       sleep

    .balign 4
dead:
    wfi
    j       dead

    .section .rodata.trap, "a", @progbits
text_trap:  .string "boot: trap in the boot ROM: mcause "
text_mepc:  .string ", mepc "
text_mtval: .string ", mtval "
