/* SPDX-License-Identifier: BSD-2-Clause */
/* What docs/board.md leaves undefined, where gateware and model have other words and both are right:
 * node 0 changes a body before TX_BUSY clears; node 1 reads a slot and a window while bodies land
 * there, also as instructions of a reservation and an atomic operation, and stores to the slot.
 * Sections 4.1, "Busy entries", and 4.2, "While it lands". */
#include "asm.h"

#define SLOT 0x80001000
#define WINDOW 0x80002000
#define BODY 0x80004000
#define FLITS 200

    .option arch, +zicsr
    .globl _start
_start:
    li a0, NOC_NI_BASE
    csrr a1, mhartid
    li s0, SLOT
    li s1, WINDOW
    li s2, BODY
    beqz a1, send
    addi a1, a1, -1
    bnez a1, end

    li a1, FLITS
    sw a1, NI_RX_SIZE(a0)
    sw s0, NI_RX_FREE(a0)
    sw zero, NI_WINDOW_INDEX(a0)
    sw s1, NI_WINDOW_ADDR(a0)
    li a1, 4 * FLITS
    sw a1, NI_WINDOW_LENGTH(a0)
    sw zero, NI_WINDOW_OPEN(a0)     /* from node 0 */
    li a4, 1500
1:  lw a1, 0(s0)
    lw a1, 2 * FLITS(s0)
    lr.w a1, (s1)
    amoadd.w a1, a4, (s1)
    andi a2, a4, 3
    bnez a2, 2f
    sb a4, 4 * FLITS - 9(s0)
2:  lw a1, 4 * FLITS - 12(s0)
    addi a4, a4, -1
    bnez a4, 1b
    j end

send:
    li a1, 700
1:  addi a1, a1, -1
    bnez a1, 1b
    sw s2, NI_TX_ADDR(a0)
    li a1, 1 << 20 | FLITS          /* a MESSAGE, by entry 0 */
    sw a1, NI_TX_W0(a0)
    li a2, 1 << 4 | 2               /* to node 1 */
    sw a2, NI_TX_DEST(a0)
    li a1, 1 << 28 | 3 << 20 | FLITS /* a BODY, by entry 1 */
    sw a1, NI_TX_W0(a0)
    sw a2, NI_TX_DEST(a0)
    li a1, FLITS
1:  sw a1, 0(s2)
    addi s2, s2, 4
    addi a1, a1, -1
    bnez a1, 1b
end:
    sw zero, NI_EXIT(a0)
3:  wfi
    j 3b
