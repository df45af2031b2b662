/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traps end the core: whatever the program did to its stack, its gp or its
 * data, save the registers in a place of their own and report on a stack of
 * its own (trap.c). mscratch tells a first trap (0) from one within the
 * handler (1); the latter is reported below without touching memory.
 */
#include "asm.h"
#include "host_calls.h"

    .option arch, +zicsr
    .option norelax             /* no addresses by way of gp, which may be broken */
    .equ FRAME_WORDS, 35        /* struct bsp_trap_frame: x0 to x31, mcause, mepc, mtval */
    .equ TRAP_STACK_BYTES, 256
    .equ CAUSE_BREAKPOINT, 3
    .equ CALL_ERRNO, 0x13       /* NOC_HOST_ERRNO and NOC_HOST_ENOSYS of host_calls.h */
    .equ ENOSYS, 38

    .section .noinit.trap, "aw", @nobits
    .balign 16
    .space  TRAP_STACK_BYTES
trap_stack_top:
    .globl bsp_trap_frame       /* stays for a debugger */
    .type bsp_trap_frame, @object
    .size bsp_trap_frame, FRAME_WORDS * 4
bsp_trap_frame:
    .space  FRAME_WORDS * 4

    .section .text.bsp_trap_entry, "ax", @progbits
    .globl bsp_trap_entry
    .type bsp_trap_entry, @function
    .balign 4
bsp_trap_entry:
    csrrw   sp, mscratch, sp
    bnez    sp, twice
    lla     sp, bsp_trap_frame
    sw      zero, 0(sp)
    sw      x1, 4(sp)
    .irp    reg, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    sw      x\reg, \reg*4(sp)
    .endr
    csrr    t0, mcause
    li      t1, CAUSE_BREAKPOINT
    beq     t0, t1, breakpoint
report:
    li      t0, 1
    csrrw   t0, mscratch, t0    /* the program's sp */
    sw      t0, 8(sp)
    csrr    t0, mcause
    sw      t0, 128(sp)
    csrr    t0, mepc
    sw      t0, 132(sp)
    csrr    t0, mtval
    sw      t0, 136(sp)
    mv      a0, sp
    lla     sp, trap_stack_top
    lla     gp, __global_pointer$
    j       bsp_trap_report

/*
 * A call to the host that nobody serves (host_calls.h) is no trap of the program's: the answer is
 * -1, and why, ENOSYS. mepc - 4 is looked at last, since it might be where nothing is.
 */
breakpoint:
    csrr    t1, mepc
    andi    t2, t1, 3
    bnez    t2, report
    lw      t0, 0(t1)
    li      t2, NOC_HOST_EBREAK
    bne     t0, t2, report
    lw      t0, 4(t1)
    li      t2, NOC_HOST_AFTER
    bne     t0, t2, report
    lw      t0, -4(t1)
    li      t2, NOC_HOST_BEFORE
    bne     t0, t2, report
    addi    t1, t1, 4
    csrw    mepc, t1
    addi    t0, a0, -CALL_ERRNO
    li      a0, ENOSYS
    beqz    t0, 1f
    li      a0, -1
1:  lw      t0, 20(sp)          /* t0 to t2 are x5 to x7 */
    lw      t1, 24(sp)
    lw      t2, 28(sp)
    csrrw   sp, mscratch, zero
    mret

/*
 * Registers: s0 and s1 as put.S has them, s2 mcause, s3 mepc.
 */
twice:
    csrr    s2, mcause
    csrr    s3, mepc
    li      s0, NOC_NI_BASE
    lla     a0, text_twice
    jal     s1, bsp_put_text
    mv      a0, s2
    jal     s1, bsp_put_hex
    lla     a0, text_at
    jal     s1, bsp_put_text
    mv      a0, s3
    jal     s1, bsp_put_hex
    li      a0, '\n'
    sw      a0, NI_CONSOLE(s0)
    sw      s3, NI_PC(s0)
    andi    s2, s2, 0x1f
    ori     s2, s2, 0x80        /* NOC_EXIT_TRAP + cause */
    sw      zero, NI_WAKE(s0)
    sw      s2, NI_EXIT(s0)
1:  wfi
    j       1b

    .section .rodata.trap, "a", @progbits
text_twice: .string "*** trap within the trap handler: mcause "
text_at:    .string ", mepc "
