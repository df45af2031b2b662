/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sequence by which a program calls the host: three instructions of four bytes, within a page.
 * Debuggers look for it around each ebreak.
 */
    .section .text.host_call, "ax", @progbits
    .globl host_call
    .type host_call, @function
    .balign 16
host_call:                      /* a0: call, a1: block */
    .option push
    .option norvc
    slli    zero, zero, 0x1f
    ebreak
    srai    zero, zero, 7
    .option pop
    ret
    .size host_call, . - host_call
