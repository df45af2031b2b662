/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart of the board, an instruction at a time: RV32IMAC, machine mode, written from the
 * specification and docs/board.md, and sharing nothing with the gateware's core, which it is
 * compared with. It knows no time: whoever steps it says which cycle it is, and when an interrupt
 * is taken. Memory is the caller's.
 */
#ifndef INTERPRETER_H
#define INTERPRETER_H

#include <stdbool.h>
#include <stdint.h>

enum rv32_instruction {
    RV32_ILLEGAL,
#define RV32(name, mask, match, group) RV32_##name,
#include "instructions.def"
#undef RV32
    RV32_INSTRUCTIONS
};

/* mcause, volume II, table 3.6. */
enum rv32_cause {
    RV32_FETCH_FAULT = 1,
    RV32_ILLEGAL_INSTRUCTION = 2,
    RV32_BREAKPOINT = 3,
    RV32_LOAD_MISALIGNED = 4,
    RV32_LOAD_FAULT = 5,
    RV32_STORE_MISALIGNED = 6,
    RV32_STORE_FAULT = 7,
    RV32_CALL = 11,
    RV32_EXTERNAL_INTERRUPT = 11
};

/* Memory as the hart sees it. Each function answers false if the access is refused. Addresses are
 * aligned. `atomic`: by lr, sc or another atomic operation. */
struct rv32_memory {
    void *opaque;
    bool (*fetch)(void *opaque, uint32_t address, uint16_t *half);
    bool (*load)(void *opaque, uint32_t address, unsigned bytes, bool atomic, uint32_t *value);
    /* written: whether it writes. A failing sc does not, and is refused where another would be. */
    bool (*store)(void *opaque, uint32_t address, unsigned bytes, bool atomic, bool written,
                  uint32_t value);
};

struct rv32 {
    uint32_t x[32], pc;
    uint32_t node; /* mhartid */
    bool reserved; /* by lr */
    uint32_t reserved_address;
    /* Given before each step: cycles since reset, `time`, the external interrupt's line. */
    uint64_t cycles, now;
    bool line;
    /* CSRs, by their fields. */
    bool mie, mpie, meie;
    uint32_t mtvec, mscratch, mepc, mcause, mtval;
    uint64_t cycles_less; /* mcycle is `cycles` without these */
    uint64_t minstret;
    bool ebreakm, single; /* dcsr */
    unsigned dcsr_cause;
};

/* What a step did. */
struct rv32_step {
    uint32_t pc, instruction; /* a compressed one: its 16 bits */
    enum rv32_instruction is; /* what a compressed one stands for */
    bool trap;                /* or it has retired */
    uint32_t cause, tval;     /* of the trap */
    unsigned to;              /* the register written, or 0 */
    uint32_t value;
};

/* A hart at reset: registers are 0, and it begins at `start`. */
void rv32_reset(struct rv32 *hart, uint32_t node, uint32_t start);

/* One instruction: it retires, or traps. wfi retires at once. */
void rv32_step(struct rv32 *hart, const struct rv32_memory *memory, struct rv32_step *step);

/* Whether an interrupt is pending and enabled by mie, which ends a wfi; and by mstatus as well. */
bool rv32_wakes(const struct rv32 *hart);
bool rv32_interrupts(const struct rv32 *hart);
/* The interrupt is taken before the next instruction. */
void rv32_interrupt(struct rv32 *hart, struct rv32_step *step);

/* Somebody else has written the word of RAM at this address. */
void rv32_written(struct rv32 *hart, uint32_t address);

/* A CSR as an instruction or, in Debug Mode, as a debugger sees it. False: there is no such one, or
 * it cannot be written. */
bool rv32_csr_read(const struct rv32 *hart, unsigned number, bool debugger, uint32_t *value);
bool rv32_csr_write(struct rv32 *hart, unsigned number, bool debugger, uint32_t value);

/* The instruction that a compressed one stands for; 0, which is illegal, if it is illegal. */
uint32_t rv32_expand(uint16_t half);

/* What a word of 32 bits is, and the name of that. */
enum rv32_instruction rv32_decode(uint32_t word);
const char *rv32_name(enum rv32_instruction is);

#endif
