/* SPDX-License-Identifier: BSD-2-Clause */
/* From reset to main() on `virt`. Its RAM is zero, so .bss needs nothing. */
    .section .text.start, "ax", @progbits
    .globl _start
_start:
    la      sp, __stack_top
    call    main
    tail    exit
