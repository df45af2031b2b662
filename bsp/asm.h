/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For .S files: the address map, and the NI's offsets, reset values and fields as
 * assembler symbols, made from the same rows as the enumerators of regs.h.
 */
#ifndef BSP_ASM_H
#define BSP_ASM_H

#include "memmap.h"

#define NOC_REG(block, name, offset, access, reset, doc) \
    .equ block##_##name, offset;                         \
    .equ block##_##name##_RESET, reset
#define NOC_FIELD(block, reg, name, shift, length, doc) .equ block##_##reg##_##name##_SHIFT, shift
#include "ni_regs.def"
#undef NOC_REG
#undef NOC_FIELD

#endif
