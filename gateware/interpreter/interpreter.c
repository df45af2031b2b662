/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One instruction of RV32IMAC: The RISC-V Instruction Set Manual, volume I (20191213), chapters 2,
 * 7 and 8, and volume II (20211203), chapter 3. Traps: mtval is the address of an access, the
 * instruction of an illegal one, and else 0. An access that is not aligned traps.
 */
#include "interpreter.h"

#include <string.h>

/* An instruction under way. */
struct run {
    struct rv32 *hart;
    const struct rv32_memory *memory;
    struct rv32_step *step;
    uint32_t word;       /* of 32 bits, whatever was fetched */
    uint32_t a, b, next; /* x[rs1], x[rs2]; where it goes on */
};

void rv32_reset(struct rv32 *hart, uint32_t node, uint32_t start)
{
    memset(hart, 0, sizeof *hart);
    hart->node = node;
    hart->pc = start;
}

/* --- traps --- */

static void trap(struct rv32 *hart, struct rv32_step *step, bool interrupt, uint32_t code,
                 uint32_t tval)
{
    step->trap = true;
    step->cause = (uint32_t)interrupt << 31 | code;
    step->tval = tval;
    step->to = 0;
    hart->mepc = step->pc;
    hart->mcause = step->cause;
    hart->mtval = tval;
    hart->mpie = hart->mie;
    hart->mie = false;
    hart->reserved = false;
    hart->pc = hart->mtvec & ~3u;
    if (interrupt && hart->mtvec & 1) {
        hart->pc += 4 * code;
    }
}

static void fails(struct run *r, enum rv32_cause code, uint32_t tval)
{
    trap(r->hart, r->step, false, code, tval);
}

static void is_illegal(struct run *r)
{
    fails(r, RV32_ILLEGAL_INSTRUCTION, r->step->instruction);
}

bool rv32_wakes(const struct rv32 *hart)
{
    return hart->meie && hart->line;
}

bool rv32_interrupts(const struct rv32 *hart)
{
    return rv32_wakes(hart) && hart->mie;
}

void rv32_interrupt(struct rv32 *hart, struct rv32_step *step)
{
    memset(step, 0, sizeof *step);
    step->pc = hart->pc;
    trap(hart, step, true, RV32_EXTERNAL_INTERRUPT, 0);
}

void rv32_written(struct rv32 *hart, uint32_t address)
{
    if (((address ^ hart->reserved_address) & ~3u) == 0) {
        hart->reserved = false;
    }
}

/* --- parts of an instruction --- */

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((2u << (high - low)) - 1);
}

static uint32_t sign(uint32_t value, unsigned bit)
{
    return value >> bit & 1 ? value | ~0u << bit : value;
}

static uint32_t i_immediate(uint32_t w)
{
    return sign(bits(w, 31, 20), 11);
}

static uint32_t s_immediate(uint32_t w)
{
    return sign(bits(w, 31, 25) << 5 | bits(w, 11, 7), 11);
}

static uint32_t b_immediate(uint32_t w)
{
    return sign(bits(w, 31, 31) << 12 | bits(w, 7, 7) << 11 | bits(w, 30, 25) << 5 |
                    bits(w, 11, 8) << 1,
                12);
}

static uint32_t j_immediate(uint32_t w)
{
    return sign(bits(w, 31, 31) << 20 | bits(w, 19, 12) << 12 | bits(w, 20, 20) << 11 |
                    bits(w, 30, 21) << 1,
                20);
}

static void result(struct run *r, uint32_t value)
{
    const unsigned rd = bits(r->word, 11, 7);

    if (rd) {
        r->hart->x[rd] = value;
        r->step->to = rd;
        r->step->value = value;
    }
}

/* --- memory --- */

static void run_load(struct run *r)
{
    const unsigned funct3 = bits(r->word, 14, 12), bytes = 1u << (funct3 & 3);
    const bool is_signed = !(funct3 & 4);
    const uint32_t address = r->a + i_immediate(r->word);
    uint32_t value;

    if (address % bytes) {
        fails(r, RV32_LOAD_MISALIGNED, address);
    } else if (!r->memory->load(r->memory->opaque, address, bytes, false, &value)) {
        fails(r, RV32_LOAD_FAULT, address);
    } else {
        result(r, is_signed ? sign(value, 8 * bytes - 1) : value);
    }
}

static void run_store(struct run *r)
{
    const unsigned bytes = 1u << bits(r->word, 13, 12);
    const uint32_t address = r->a + s_immediate(r->word);
    const uint32_t value = bytes == 4 ? r->b : r->b & ((1u << 8 * bytes) - 1);

    if (address % bytes) {
        fails(r, RV32_STORE_MISALIGNED, address);
    } else if (!r->memory->store(r->memory->opaque, address, bytes, false, true, value)) {
        fails(r, RV32_STORE_FAULT, address);
    }
}

static void run_reserve(struct run *r)
{
    uint32_t value;

    if (r->a % 4) {
        fails(r, RV32_LOAD_MISALIGNED, r->a);
    } else if (!r->memory->load(r->memory->opaque, r->a, 4, true, &value)) {
        fails(r, RV32_LOAD_FAULT, r->a);
    } else {
        r->hart->reserved = true;
        r->hart->reserved_address = r->a;
        result(r, value);
    }
}

static void run_try(struct run *r)
{
    const bool succeeds = r->hart->reserved && r->hart->reserved_address == r->a;

    if (r->a % 4) {
        fails(r, RV32_STORE_MISALIGNED, r->a);
    } else if (!r->memory->store(r->memory->opaque, r->a, 4, true, succeeds, r->b)) {
        fails(r, RV32_STORE_FAULT, r->a);
    } else {
        r->hart->reserved = false;
        result(r, !succeeds);
    }
}

static uint32_t modified(enum rv32_instruction is, uint32_t old, uint32_t b)
{
    switch (is) {
    case RV32_amoadd_w:
        return old + b;
    case RV32_amoxor_w:
        return old ^ b;
    case RV32_amoand_w:
        return old & b;
    case RV32_amoor_w:
        return old | b;
    case RV32_amomin_w:
        return (int32_t)old < (int32_t)b ? old : b;
    case RV32_amomax_w:
        return (int32_t)old > (int32_t)b ? old : b;
    case RV32_amominu_w:
        return old < b ? old : b;
    case RV32_amomaxu_w:
        return old > b ? old : b;
    default: /* amoswap */
        return b;
    }
}

static void run_modify(struct run *r)
{
    uint32_t old;

    if (r->a % 4) {
        fails(r, RV32_STORE_MISALIGNED, r->a);
    } else if (!r->memory->load(r->memory->opaque, r->a, 4, true, &old) ||
               !r->memory->store(r->memory->opaque, r->a, 4, true, true,
                                 modified(r->step->is, old, r->b))) {
        fails(r, RV32_STORE_FAULT, r->a);
    } else {
        result(r, old);
    }
}

/* --- CSRs --- */

static void run_csr(struct run *r)
{
    const unsigned number = bits(r->word, 31, 20), source = bits(r->word, 19, 15);
    const unsigned how = bits(r->word, 13, 12);
    const uint32_t operand = bits(r->word, 14, 14) ? source : r->a;
    uint32_t old, value = operand;

    if (!rv32_csr_read(r->hart, number, false, &old)) {
        is_illegal(r);
        return;
    }
    if (how == 2) {
        value = old | operand;
    } else if (how == 3) {
        value = old & ~operand;
    }
    if ((how == 1 || source) && !rv32_csr_write(r->hart, number, false, value)) {
        is_illegal(r);
    } else {
        result(r, old);
    }
}

/* --- arithmetic --- */

/* funct3 of op and op-imm; `other` says sub or sra. */
static uint32_t arithmetic(unsigned funct3, bool other, uint32_t a, uint32_t b)
{
    const unsigned by = b & 31;

    switch (funct3) {
    case 0:
        return other ? a - b : a + b;
    case 1:
        return a << by;
    case 2:
        return (int32_t)a < (int32_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return other && a >> 31 ? ~(~a >> by) : a >> by;
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static uint32_t product(enum rv32_instruction is, uint32_t a, uint32_t b)
{
    const int64_t signed_a = (int32_t)a, signed_b = (int32_t)b;

    switch (is) {
    case RV32_mul:
        return a * b;
    case RV32_mulh:
        return (uint32_t)((uint64_t)(signed_a * signed_b) >> 32);
    case RV32_mulhsu:
        return (uint32_t)((uint64_t)(signed_a * (int64_t)b) >> 32);
    default:
        return (uint32_t)((uint64_t)a * b >> 32);
    }
}

/* Table 7.1 for a divisor of 0 and for the one quotient that does not fit. */
static uint32_t quotient(enum rv32_instruction is, uint32_t a, uint32_t b)
{
    const bool overflows = a == 0x80000000u && b == UINT32_MAX;

    switch (is) {
    case RV32_div:
        return b == 0 ? UINT32_MAX : overflows ? a : (uint32_t)((int32_t)a / (int32_t)b);
    case RV32_divu:
        return b == 0 ? UINT32_MAX : a / b;
    case RV32_rem:
        return b == 0 ? a : overflows ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
    default:
        return b == 0 ? a : a % b;
    }
}

static bool taken(enum rv32_instruction is, uint32_t a, uint32_t b)
{
    switch (is) {
    case RV32_beq:
        return a == b;
    case RV32_bne:
        return a != b;
    case RV32_blt:
        return (int32_t)a < (int32_t)b;
    case RV32_bge:
        return (int32_t)a >= (int32_t)b;
    case RV32_bltu:
        return a < b;
    default:
        return a >= b;
    }
}

static void run_immediate(struct run *r)
{
    const unsigned funct3 = bits(r->word, 14, 12);
    const bool other = r->step->is == RV32_srai;

    result(r, arithmetic(funct3, other, r->a, i_immediate(r->word)));
}

static void run_registers(struct run *r)
{
    const unsigned funct3 = bits(r->word, 14, 12);
    const bool other = r->step->is == RV32_sub || r->step->is == RV32_sra;

    result(r, arithmetic(funct3, other, r->a, r->b));
}

static void run_multiply(struct run *r)
{
    result(r, product(r->step->is, r->a, r->b));
}

static void run_divide(struct run *r)
{
    result(r, quotient(r->step->is, r->a, r->b));
}

static void run_upper(struct run *r)
{
    result(r, r->word & 0xfffff000u);
}

static void run_upper_from_pc(struct run *r)
{
    result(r, r->step->pc + (r->word & 0xfffff000u));
}

/* --- where it goes on --- */

static void jump(struct run *r, uint32_t target)
{
    const uint32_t behind = r->next;

    r->next = target & ~1u;
    result(r, behind);
}

static void run_jump(struct run *r)
{
    jump(r, r->step->pc + j_immediate(r->word));
}

static void run_jump_register(struct run *r)
{
    jump(r, r->a + i_immediate(r->word));
}

static void run_branch(struct run *r)
{
    if (taken(r->step->is, r->a, r->b)) {
        r->next = r->step->pc + b_immediate(r->word);
    }
}

static void run_return(struct run *r)
{
    r->next = r->hart->mepc;
    r->hart->mie = r->hart->mpie;
    r->hart->mpie = true;
}

static void run_call(struct run *r)
{
    fails(r, RV32_CALL, 0);
}

static void run_break(struct run *r)
{
    fails(r, RV32_BREAKPOINT, 0);
}

static void run_nothing(struct run *r)
{
    (void)r;
}

/* --- one instruction --- */

static const struct {
    const char *name;
    uint32_t mask, match;
    void (*run)(struct run *r);
} INSTRUCTIONS[RV32_INSTRUCTIONS] = {
    [RV32_ILLEGAL] = {"illegal", 0, 1, is_illegal},
#define RV32(name, mask, match, group) [RV32_##name] = {#name, mask, match, run_##group},
#include "instructions.def"
#undef RV32
};

enum rv32_instruction rv32_decode(uint32_t word)
{
    for (unsigned i = 1; i < RV32_INSTRUCTIONS; i++) {
        if ((word & INSTRUCTIONS[i].mask) == INSTRUCTIONS[i].match) {
            return (enum rv32_instruction)i;
        }
    }
    return RV32_ILLEGAL;
}

const char *rv32_name(enum rv32_instruction is)
{
    return INSTRUCTIONS[is].name;
}

/* The instruction at pc, put together from halves. False: a half could not be fetched. */
static bool fetch(struct run *r)
{
    const uint32_t pc = r->hart->pc;
    uint16_t low, high = 0;

    if (!r->memory->fetch(r->memory->opaque, pc, &low)) {
        fails(r, RV32_FETCH_FAULT, pc);
        return false;
    }
    if ((low & 3) == 3 && !r->memory->fetch(r->memory->opaque, pc + 2, &high)) {
        fails(r, RV32_FETCH_FAULT, pc + 2);
        return false;
    }
    r->step->instruction = (uint32_t)high << 16 | low;
    r->word = (low & 3) == 3 ? r->step->instruction : rv32_expand(low);
    r->next = pc + ((low & 3) == 3 ? 4 : 2);
    return true;
}

void rv32_step(struct rv32 *hart, const struct rv32_memory *memory, struct rv32_step *step)
{
    struct run r = {.hart = hart, .memory = memory, .step = step};

    memset(step, 0, sizeof *step);
    step->pc = hart->pc;
    if (!fetch(&r)) {
        return;
    }
    step->is = rv32_decode(r.word);
    r.a = hart->x[bits(r.word, 19, 15)];
    r.b = hart->x[bits(r.word, 24, 20)];
    INSTRUCTIONS[step->is].run(&r);
    if (!step->trap) {
        hart->pc = r.next;
        hart->minstret++;
    }
}
