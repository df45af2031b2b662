/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control and status registers: The RISC-V Instruction Set Manual, volume II (20211203), chapters 2
 * and 3; docs/board.md, sections 1 and 6. Which bits exist is the board's choice, where the
 * specification leaves one: mie and mip have the external interrupt alone, mcause bits 31 and 3:0.
 */
#include "interpreter.h"

enum {
    MSTATUS = 0x300,
    MISA = 0x301,
    MIE = 0x304,
    MTVEC = 0x305,
    MSTATUSH = 0x310,
    MCOUNTINHIBIT = 0x320,
    MSCRATCH = 0x340,
    MEPC = 0x341,
    MCAUSE = 0x342,
    MTVAL = 0x343,
    MIP = 0x344,
    DCSR = 0x7b0,
    DPC = 0x7b1,
    MCYCLE = 0xb00,
    MINSTRET = 0xb02,
    MCYCLEH = 0xb80,
    MINSTRETH = 0xb82,
    CYCLE = 0xc00,
    TIME = 0xc01,
    INSTRET = 0xc02,
    CYCLEH = 0xc80,
    TIMEH = 0xc81,
    INSTRETH = 0xc82,
    MVENDORID = 0xf11,
    MARCHID = 0xf12,
    MIMPID = 0xf13,
    MHARTID = 0xf14,
    MCONFIGPTR = 0xf15,
    READ_ONLY = 3 /* of bits 11:10 */
};

#define EXTERNAL   (1u << 11)
#define RV32IMAC   0x40001105u
#define MPP        (3u << 11)
#define MCAUSE_HAS 0x8000000fu

/* Counters 3 to 31 and their events, which always read 0. */
static bool is_none(unsigned number)
{
    const unsigned group = number & ~0x1fu, index = number & 0x1f;

    return index >= 3 && (group == 0xb00 || group == 0xb80 || group == 0xc00 || group == 0xc80 ||
                          group == MCOUNTINHIBIT);
}

static uint32_t mstatus(const struct rv32 *hart)
{
    return MPP | (uint32_t)hart->mpie << 7 | (uint32_t)hart->mie << 3;
}

static uint32_t dcsr(const struct rv32 *hart)
{
    return 4u << 28 | (uint32_t)hart->ebreakm << 15 | hart->dcsr_cause << 6 |
           (uint32_t)hart->single << 2 | 3;
}

static bool read_debug(const struct rv32 *hart, unsigned number, uint32_t *value)
{
    *value = number == DCSR ? dcsr(hart) : hart->pc;
    return number == DCSR || number == DPC;
}

static bool read_counter(const struct rv32 *hart, unsigned number, uint32_t *value)
{
    const uint64_t mcycle = hart->cycles - hart->cycles_less;

    switch (number) {
    case MCYCLE:
    case CYCLE:
        *value = (uint32_t)mcycle;
        return true;
    case MCYCLEH:
    case CYCLEH:
        *value = (uint32_t)(mcycle >> 32);
        return true;
    case MINSTRET:
    case INSTRET:
        *value = (uint32_t)hart->minstret;
        return true;
    case MINSTRETH:
    case INSTRETH:
        *value = (uint32_t)(hart->minstret >> 32);
        return true;
    case TIME:
        *value = (uint32_t)hart->now;
        return true;
    case TIMEH:
        *value = (uint32_t)(hart->now >> 32);
        return true;
    default:
        return false;
    }
}

bool rv32_csr_read(const struct rv32 *hart, unsigned number, bool debugger, uint32_t *value)
{
    *value = 0;
    switch (number) {
    case MSTATUS:
        *value = mstatus(hart);
        return true;
    case MISA:
        *value = RV32IMAC;
        return true;
    case MIE:
        *value = hart->meie ? EXTERNAL : 0;
        return true;
    case MIP:
        *value = hart->line ? EXTERNAL : 0;
        return true;
    case MTVEC:
        *value = hart->mtvec;
        return true;
    case MSCRATCH:
        *value = hart->mscratch;
        return true;
    case MEPC:
        *value = hart->mepc;
        return true;
    case MCAUSE:
        *value = hart->mcause;
        return true;
    case MTVAL:
        *value = hart->mtval;
        return true;
    case MHARTID:
        *value = hart->node;
        return true;
    case MSTATUSH:
    case MCOUNTINHIBIT:
    case MVENDORID:
    case MARCHID:
    case MIMPID:
    case MCONFIGPTR:
        return true;
    default:
        return read_counter(hart, number, value) || is_none(number) ||
               (debugger && read_debug(hart, number, value));
    }
}

/* One half of a counter that counts to `next` in the cycle of the write. */
static uint64_t half_of(uint64_t next, bool high, uint32_t value)
{
    return high ? (next & UINT32_MAX) | (uint64_t)value << 32
                : (next & ~(uint64_t)UINT32_MAX) | value;
}

/* `counted`: what the counters count in this cycle: an instruction that writes them counts itself
 * and its cycle in the half that it does not write. A debugger's write counts no instruction. */
static void write_counter(struct rv32 *hart, unsigned number, bool debugger, uint32_t value)
{
    const uint64_t next = hart->cycles + 1;

    if (number == MCYCLE || number == MCYCLEH) {
        hart->cycles_less = next - half_of(next - hart->cycles_less, number == MCYCLEH, value);
    } else {
        /* rv32_step() adds one. */
        hart->minstret =
            half_of(hart->minstret + !debugger, number == MINSTRETH, value) - !debugger;
    }
}

bool rv32_csr_write(struct rv32 *hart, unsigned number, bool debugger, uint32_t value)
{
    uint32_t old;

    if (!rv32_csr_read(hart, number, debugger, &old) || number >> 10 == READ_ONLY) {
        return false;
    }
    switch (number) {
    case MSTATUS:
        hart->mie = value >> 3 & 1;
        hart->mpie = value >> 7 & 1;
        break;
    case MIE:
        hart->meie = value & EXTERNAL;
        break;
    case MTVEC:
        if (!(value & 2)) { /* modes 2 and 3 are reserved */
            hart->mtvec = value;
        }
        break;
    case MSCRATCH:
        hart->mscratch = value;
        break;
    case MEPC:
        hart->mepc = value & ~1u;
        break;
    case MCAUSE:
        hart->mcause = value & MCAUSE_HAS;
        break;
    case MTVAL:
        hart->mtval = value;
        break;
    case DCSR:
        hart->ebreakm = value >> 15 & 1;
        hart->single = value >> 2 & 1;
        break;
    case DPC:
        hart->pc = value & ~1u;
        break;
    case MCYCLE:
    case MCYCLEH:
    case MINSTRET:
    case MINSTRETH:
        write_counter(hart, number, debugger, value);
        break;
    default:
        break;
    }
    return true;
}
