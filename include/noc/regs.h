/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for every register and field of the board, expanded from ni_regs.def,
 * counters.def, state.def and control.def. A row of those files is the only home of its fact: the
 * firmware's names, QEMU's device, noct's decoder and docs/registers.md are
 * all made from it.
 *
 *   NOC_REG(block, name, offset, access, reset, doc)
 *   NOC_FIELD(block, reg, name, shift, length, doc)
 *
 * gives the enumerators  NI_TX_ADDR (an offset in bytes) and
 * NI_TX_W0_LENGTH_SHIFT, NI_TX_W0_LENGTH_BITS. Masks are computed by
 * noc_field_get() and noc_field_put(): a mask that reaches bit 31 does not
 * fit an ISO C enumerator.
 */
#ifndef NOC_REGS_H
#define NOC_REGS_H

#include <stdint.h>

#define NOC_REG(block, name, offset, access, reset, doc) block##_##name = (offset),
#define NOC_FIELD(block, reg, name, shift, length, doc) \
    block##_##reg##_##name##_SHIFT = (shift), block##_##reg##_##name##_BITS = (length),
enum noc_registers {
#include "ni_regs.def"
#include "counters.def"
#include "state.def"
#include "control.def"
    NOC_REGISTERS_END
};
#undef NOC_REG
#undef NOC_FIELD

/* What a register reads at reset, by its offset; 0 where there is none. */
#define NOC_REG(block, name, offset, access, reset, doc) \
    case (offset):                                       \
        return (reset);
#define NOC_FIELD(block, reg, name, shift, length, doc)
static inline uint32_t noc_ni_reset(uint32_t offset)
{
    switch (offset) {
#include "ni_regs.def"
    }
    return 0;
}

static inline uint32_t noc_control_reset(uint32_t offset)
{
    switch (offset) {
#include "control.def"
    }
    return 0;
}
#undef NOC_REG
#undef NOC_FIELD

/* Receive queue q's registers are at NI_RX_FREE + q * NI_QUEUE_STRIDE and on. */
enum { NI_QUEUE_STRIDE = 0x40 };

/* Counter rows: three words each, from CNT_LINKS on. */
enum { CNT_ROW_STRIDE = 12, CNT_ROWS_MAX = 15 };

/* Rows of a node's buffers: four words each, from STATE_IN on. */
enum { STATE_ROW_STRIDE = 16, STATE_ROWS_MAX = 60 };
enum { STATE_PORT_INJECTION = 255, STATE_PORT_NI = 254 };

/* The low `bits` bits set; bits is 1 to 32. */
static inline uint32_t noc_mask(unsigned bits)
{
    return UINT32_MAX >> (32 - bits);
}

static inline uint32_t noc_field_get(uint32_t word, unsigned shift, unsigned bits)
{
    return (word >> shift) & noc_mask(bits);
}

static inline uint32_t noc_field_put(uint32_t value, unsigned shift, unsigned bits)
{
    return (value & noc_mask(bits)) << shift;
}

/* NOC_GET(word, NI_TX_W0, LENGTH) and NOC_PUT(n, NI_TX_W0, LENGTH). */
#define NOC_GET(word, reg, field) noc_field_get((word), reg##_##field##_SHIFT, reg##_##field##_BITS)
#define NOC_PUT(value, reg, field) \
    noc_field_put((value), reg##_##field##_SHIFT, reg##_##field##_BITS)

#endif
