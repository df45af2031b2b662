/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From reset to main(), the same on every core. The image lies in instruction
 * memory and runs there; RAM holds nothing yet. linker/board.ld names what is
 * where; README.md draws it.
 *
 * Cost in instructions: about 40, and 19 for each 32 bytes of .data and 10 of
 * .bss. Thousands of cores do this.
 */
#include "asm.h"

    .option arch, +zicsr

    .equ MIE_EXTERNAL, 1 << 11

    .section .text.start, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
    /* A trap from here on is reported. mscratch 0: not in a trap yet. */
    lla     t0, bsp_trap_entry
    csrw    mtvec, t0
    csrw    mscratch, zero
    .option push
    .option norelax
    lla     gp, __global_pointer$
    .option pop
    lla     sp, __stack_top

    /* wfi ends on the NI's line; mstatus stays closed, so it never interrupts. */
    li      t0, MIE_EXTERNAL
    csrw    mie, t0

    li      s0, NOC_NI_BASE
    lw      a0, NI_VERSION(s0)
    li      a1, NI_VERSION_RESET
    bne     a0, a1, wrong_board
    lla     s1, __init_start
    lw      a0, NI_RAM(s0)
    lui     a1, %hi(__ram_least)
    bltu    a0, a1, short_of_ram
    lui     a1, %hi(__stack_moves_above)
    bltu    a1, a0, move_stack

    /* .data: from the image to RAM. Both ends are multiples of 32 bytes, and different. */
copy_data:
    lla     a0, __data_start
    lla     a1, __data_end
    lla     a2, __data_load
1:
    .irp    at, 0, 8, 16, 24
    lw      t0, \at(a2)
    lw      t1, \at+4(a2)
    sw      t0, \at(a0)
    sw      t1, \at+4(a0)
    .endr
    addi    a0, a0, 32
    addi    a2, a2, 32
    bne     a0, a1, 1b

    /* .bss begins where .data ends. */
    lla     a1, __bss_end
    beq     a0, a1, 4f
3:
    .irp    at, 0, 4, 8, 12, 16, 20, 24, 28
    sw      zero, \at(a0)
    .endr
    addi    a0, a0, 32
    bne     a0, a1, 3b
4:
    lla     s2, __init_end
5:
    beq     s1, s2, 6f
    lw      t0, 0(s1)
    addi    s1, s1, 4
    jalr    t0
    j       5b
6:
    lw      a0, NI_HOST(s0)
    bnez    a0, arguments
    mv      a1, s1              /* argv and envp: the word behind __init_end, which is 0 */
    mv      a2, s1
    call    main
    /* Runs exit handlers, flushes stdio, and ends in bsp_stop(). */
    tail    exit

arguments:
    call    bsp_arguments       /* argc, and argv, behind which the environment is */
    slli    a2, a0, 2
    add     a2, a2, a1
    addi    a2, a2, 4
    call    main
    tail    exit

move_stack:                     /* to the end of RAM; what is done first is one word longer */
    lui     sp, %hi(NOC_RAM_BASE)
    add     sp, sp, a0
    addi    s1, s1, -4
    j       copy_data

wrong_board:
    tail    bsp_wrong_board
short_of_ram:
    lui     a1, %hi(__ram_needed)
    addi    a1, a1, %lo(__ram_needed)
    tail    bsp_short_of_ram

    .section .rodata.bsp_layout, "a", @progbits
    .globl bsp_layout
    .balign 4
bsp_layout:                     /* struct bsp_layout of stack.h */
    .word   __stack_bottom, __stack_top, __stack_moves_above, __text_end

    .section .stack_moved, "a", @progbits
    .balign 4
    .word   bsp_stack_moved
