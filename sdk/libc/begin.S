/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Before the first constructor: where _Thread_local variables are (linker/board.ld). A part of the
 * crt0.o that programs of others are linked with.
 */
    .section .preinit_array, "aw"
    .balign 4
    .word   nocturne_begin

    .section .text.nocturne_begin, "ax", @progbits
    .globl  nocturne_begin
    .type   nocturne_begin, @function
nocturne_begin:
    lui     tp, %hi(__tls_start)
    addi    tp, tp, %lo(__tls_start)
    ret
    .size   nocturne_begin, . - nocturne_begin
