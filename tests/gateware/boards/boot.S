/* SPDX-License-Identifier: BSD-2-Clause */
/* Node 0 writes BOOT, and what it writes behind READY does not count. All nodes sleep until READY,
 * and read it. docs/board.md, section 7. */
#include "asm.h"

#define SAID 0xc0010203 /* READY, DONE, slot 1, codes 2 and 3 */

    .option arch, +zicsr
    .globl _start
_start:
    li a0, NOC_NI_BASE
    li a1, SAID
    li a2, 1 << NI_PENDING_READY_SHIFT
    sw a2, NI_WAKE(a0)
    li a2, 1 << 11      /* mie.MEIE, without mstatus.MIE: it wakes, and does not trap */
    csrw mie, a2
    csrr a3, mhartid
    bnez a3, 1f
    sw a1, NI_BOOT(a0)
    sw zero, NI_BOOT(a0)
1:  wfi
    lw a4, NI_BOOT(a0)
    sub a4, a4, a1
    snez a4, a4
    sw a4, NI_EXIT(a0)
2:  wfi
    j 2b
