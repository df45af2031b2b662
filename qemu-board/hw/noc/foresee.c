/*
 * What a hart will do that looks at PENDING again and again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A hart that polls would leave its slice at each look, because others must act
 * before. But only the network, a deadline and its own writes change PENDING, and
 * the model tells when it has changed. So what the hart does as long as PENDING stays
 * as it is can be found beforehand, by interpreting its next instructions:
 *
 *     start              looks                         end
 *     |                  |      |      |      |        |
 *     lw and beqz addi   lw ... lw ... lw ... lw ...   sw
 *
 * The hart waits in the scheduler's heap with the clock of the end, as if it had
 * computed that far. If nothing has changed when its turn comes it goes on from there.
 * If something has, it is brought to its first look from then on, and what it does
 * next is found again. Every register and cycle is as if it had executed all this.
 *
 * Interpreted are instructions of RV32IC that depend on registers alone, in the image.
 * The end is before the first that is none, before a look that sees the deadline
 * pass, or before the first look AHEAD_CYCLES from the start. With quantum=1 nothing is foreseen.
 */
#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/bswap.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"
#include "regs.h"

/* A wait that polls for longer is one for the scheduler to look at now and then. */
enum { AHEAD_CYCLES = 64 };

typedef struct NocturneForesight Foresight;

/* --- instructions ---------------------------------------------------------------- */

typedef enum Kind {
    OTHER, LOAD_WORD, COMPUTE, COMPUTE_IMMEDIATE, LOAD_UPPER, ADD_UPPER, BRANCH, JUMP
} Kind;

/* Those of 16 bits as those of 32 that they stand for. */
typedef struct Instruction {
    uint8_t kind, bytes;
    uint8_t function;       /* funct3 */
    bool other;             /* of two with this funct3, SUB or SRA */
    uint8_t rd, rs1, rs2;
    int32_t immediate;
} Instruction;

enum { ADD, SHIFT_LEFT, LESS, LESS_UNSIGNED, XOR, SHIFT_RIGHT, OR, AND }; /* funct3 */
enum { EQUAL, NOT_EQUAL, BLT = 4, BGE, BLTU, BGEU };                      /* funct3 */

/* Bits of w, from the lowest: n of them are put at `to`. */
static uint32_t put(uint32_t w, int from, int n, int to)
{
    return extract32(w, from, n) << to;
}

static Instruction decode_compute(uint32_t w, Kind kind)
{
    uint32_t high = extract32(w, 25, 7);
    Instruction i = { .kind = kind, .function = extract32(w, 12, 3), .other = high == 0x20 };
    bool shifts = i.function == SHIFT_LEFT || i.function == SHIFT_RIGHT;

    if (kind == COMPUTE_IMMEDIATE && !shifts) {
        i.other = false;
        i.immediate = sextract32(w, 20, 12);
        return i;
    }
    i.immediate = extract32(w, 20, 5);
    if (high && !(i.other && (i.function == SHIFT_RIGHT ||
                              (i.function == ADD && kind == COMPUTE)))) {
        i.kind = OTHER; /* of an extension, or none */
    }
    return i;
}

static Instruction decode_32(uint32_t w)
{
    Instruction i = { .kind = OTHER, .function = extract32(w, 12, 3) };

    switch (extract32(w, 0, 7)) {
    case 0x03:
        i.kind = i.function == 2 ? LOAD_WORD : OTHER;
        i.immediate = sextract32(w, 20, 12);
        break;
    case 0x13:
        i = decode_compute(w, COMPUTE_IMMEDIATE);
        break;
    case 0x33:
        i = decode_compute(w, COMPUTE);
        break;
    case 0x17:
    case 0x37:
        i.kind = extract32(w, 5, 1) ? LOAD_UPPER : ADD_UPPER;
        i.immediate = w & 0xfffff000;
        break;
    case 0x63:
        i.kind = i.function == 2 || i.function == 3 ? OTHER : BRANCH;
        i.immediate = sextract32(put(w, 8, 4, 1) | put(w, 25, 6, 5) | put(w, 7, 1, 11) |
                                 put(w, 31, 1, 12), 0, 13);
        break;
    case 0x6f:
        i.kind = JUMP;
        i.immediate = sextract32(put(w, 21, 10, 1) | put(w, 20, 1, 11) | put(w, 12, 8, 12) |
                                 put(w, 31, 1, 20), 0, 21);
        break;
    }
    i.bytes = 4;
    i.rd = extract32(w, 7, 5);
    i.rs1 = extract32(w, 15, 5);
    i.rs2 = extract32(w, 20, 5);
    return i;
}

/* C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND */
static void decode_short_compute(uint32_t w, Instruction *i)
{
    static const uint8_t functions[] = { ADD, XOR, OR, AND };
    uint32_t what = extract32(w, 10, 2);

    i->rd = i->rs1 = 8 + extract32(w, 7, 3);
    if (what == 3) {
        i->kind = extract32(w, 12, 1) ? OTHER : COMPUTE;
        i->function = functions[extract32(w, 5, 2)];
        i->other = i->function == ADD;
        i->rs2 = 8 + extract32(w, 2, 3);
        return;
    }
    i->kind = what < 2 && extract32(w, 12, 1) ? OTHER : COMPUTE_IMMEDIATE;
    i->function = what < 2 ? SHIFT_RIGHT : AND;
    i->other = what == 1;
}

/* The second quadrant: most of what computes. */
static void decode_short_1(uint32_t w, Instruction *i)
{
    i->immediate = sextract32(put(w, 2, 5, 0) | put(w, 12, 1, 5), 0, 6);
    switch (extract32(w, 13, 3)) {
    case 0:
        i->kind = COMPUTE_IMMEDIATE;
        break;
    case 1:
    case 5:
        i->kind = JUMP;
        i->rd = extract32(w, 13, 3) == 1 ? 1 : 0;
        i->immediate = sextract32(put(w, 3, 3, 1) | put(w, 11, 1, 4) | put(w, 2, 1, 5) |
                                  put(w, 7, 1, 6) | put(w, 6, 1, 7) | put(w, 9, 2, 8) |
                                  put(w, 8, 1, 10) | put(w, 12, 1, 11), 0, 12);
        break;
    case 2:
        i->kind = COMPUTE_IMMEDIATE;
        i->rs1 = 0;
        break;
    case 3:
        i->kind = i->rd == 2 || !i->immediate ? OTHER : LOAD_UPPER;
        i->immediate = (uint32_t)i->immediate << 12;
        break;
    case 4:
        decode_short_compute(w, i);
        break;
    default:
        i->kind = BRANCH;
        i->function = extract32(w, 13, 3) == 6 ? EQUAL : NOT_EQUAL;
        i->rs1 = 8 + extract32(w, 7, 3);
        i->rs2 = 0;
        i->immediate = sextract32(put(w, 3, 2, 1) | put(w, 10, 2, 3) | put(w, 2, 1, 5) |
                                  put(w, 5, 2, 6) | put(w, 12, 1, 8), 0, 9);
    }
}

/* The third: C.SLLI, C.MV, C.ADD. */
static void decode_short_2(uint32_t w, Instruction *i)
{
    i->rs2 = i->immediate = extract32(w, 2, 5);
    if (extract32(w, 13, 3) == 0 && !extract32(w, 12, 1)) {
        i->kind = COMPUTE_IMMEDIATE;
        i->function = SHIFT_LEFT;
    } else if (extract32(w, 13, 3) == 4 && i->rs2) {
        i->kind = COMPUTE;
        i->rs1 = extract32(w, 12, 1) ? i->rd : 0;
    }
}

static Instruction decode_16(uint32_t w)
{
    Instruction i = { .kind = OTHER, .bytes = 2 };

    i.rd = i.rs1 = extract32(w, 7, 5);
    switch (extract32(w, 0, 2)) {
    case 0:
        i.kind = extract32(w, 13, 3) == 2 ? LOAD_WORD : OTHER;
        i.rd = 8 + extract32(w, 2, 3);
        i.rs1 = 8 + extract32(w, 7, 3);
        i.immediate = put(w, 6, 1, 2) | put(w, 10, 3, 3) | put(w, 5, 1, 6);
        break;
    case 1:
        decode_short_1(w, &i);
        break;
    case 2:
        decode_short_2(w, &i);
        break;
    }
    return i;
}

/* The instruction at pc; those of the last loops are kept, as they were when they were decoded. */
static const Instruction *decode(const uint8_t *image, uint32_t pc)
{
    enum { KEPT = 256 };
    static struct {
        uint32_t pc, word;
        Instruction instruction;
    } kept[KEPT];
    static const Instruction outside = { .kind = OTHER };
    uint32_t at = pc - NOC_IMAGE_BASE, place = pc / 2 % KEPT, word;

    if (at > NOC_IMAGE_SIZE - 4) {
        return &outside;
    }
    word = ldl_le_p(image + at);
    if (kept[place].pc != pc || kept[place].word != word) {
        kept[place].pc = pc;
        kept[place].word = word;
        kept[place].instruction = (word & 3) == 3 ? decode_32(word) : decode_16(word);
    }
    return &kept[place].instruction;
}

/* --- what they do ------------------------------------------------------------------ */

static uint32_t compute(const Instruction *i, uint32_t a, uint32_t b)
{
    switch (i->function) {
    case ADD:
        return i->other ? a - b : a + b;
    case SHIFT_LEFT:
        return a << (b & 31);
    case LESS:
        return (int32_t)a < (int32_t)b;
    case LESS_UNSIGNED:
        return a < b;
    case XOR:
        return a ^ b;
    case SHIFT_RIGHT:
        return i->other ? (uint32_t)((int32_t)a >> (b & 31)) : a >> (b & 31);
    case OR:
        return a | b;
    default:
        return a & b;
    }
}

static bool branches(const Instruction *i, uint32_t a, uint32_t b)
{
    switch (i->function) {
    case EQUAL:
        return a == b;
    case NOT_EQUAL:
        return a != b;
    case BLT:
        return (int32_t)a < (int32_t)b;
    case BGE:
        return (int32_t)a >= (int32_t)b;
    case BLTU:
        return a < b;
    default:
        return a >= b;
    }
}

/* Execute i, which is not OTHER; a load finds `pending`. */
static void execute(Foresight *f, const Instruction *i, uint32_t pending)
{
    uint32_t a = f->gpr[i->rs1], b = f->gpr[i->rs2], next = f->pc + i->bytes, value;

    switch (i->kind) {
    case LOAD_WORD:
        value = pending;
        break;
    case COMPUTE:
        value = compute(i, a, b);
        break;
    case COMPUTE_IMMEDIATE:
        value = compute(i, a, i->immediate);
        break;
    case LOAD_UPPER:
        value = i->immediate;
        break;
    case ADD_UPPER:
        value = f->pc + i->immediate;
        break;
    case JUMP:
        value = next;
        next = f->pc + i->immediate;
        break;
    default:
        f->pc = branches(i, a, b) ? f->pc + i->immediate : next;
        f->clock++;
        return;
    }
    if (i->rd) {
        f->gpr[i->rd] = value;
    }
    f->pc = next;
    f->clock++;
}

/*
 * Go on from f as long as PENDING is `pending`: to `until`, or to the first look from then on
 * if `to_look`, but not past f->end, nor past what is not interpreted.
 */
static void run(const NocturneBoard *b, Foresight *f, uint32_t pending, uint64_t until,
                bool to_look)
{
    const uint8_t *image = memory_region_get_ram_ptr((MemoryRegion *)&b->image);

    for (;;) {
        const Instruction *i = decode(image, f->pc);

        f->looks = i->kind == LOAD_WORD &&
                   f->gpr[i->rs1] + i->immediate == NOC_NI_BASE + NI_PENDING;
        if (i->kind == OTHER || (i->kind == LOAD_WORD && !f->looks) ||
            (f->looks && f->clock >= f->due) ||
            (f->clock >= until && (f->looks || !to_look))) {
            return;
        }
        if (f->looks) {
            f->looked = f->clock;
        }
        execute(f, i, pending);
    }
}

/* --- the scheduler's --------------------------------------------------------------- */

static void from_hart(const NocturneNode *n, Foresight *f)
{
    memcpy(f->gpr, n->hart.env.gpr, sizeof(f->gpr));
    f->pc = n->hart.env.pc;
    f->looked = f->clock = nocturne_node_clock(n);
}

static void to_hart(NocturneNode *n, const Foresight *f)
{
    memcpy(n->hart.env.gpr, f->gpr, sizeof(f->gpr));
    n->hart.env.pc = f->pc;
    nocturne_cpu_count(n, f->clock - nocturne_node_clock(n));
}

bool nocturne_foresee(NocturneNode *n)
{
    NocturneBoard *b = n->board;
    Foresight *f;

    if (b->config.quantum_cycles == 1 || nocturne_node_irq_enabled(n) || n->debug.stepping ||
        nocturne_cpu_is_watched(n)) {
        return false;
    }
    if (!n->foresight) {
        n->foresight = g_new(Foresight, 1);
    }
    f = n->foresight;
    from_hart(n, f);
    f->pending = noc_ni_watch(b->model, n->id, &f->due);
    run(b, f, f->pending, f->clock + AHEAD_CYCLES, true);
    n->foreseen = f->clock > nocturne_node_clock(n);
    if (!n->foreseen) {
        noc_ni_unwatch(b->model, n->id);
    }
    return n->foreseen;
}

void nocturne_foreseen_take(NocturneNode *n)
{
    noc_ni_unwatch(n->board->model, n->id);
    n->foreseen = false;
    to_hart(n, n->foresight);
}

void nocturne_foreseen_cut(NocturneNode *n, uint64_t cycle, bool to_look)
{
    Foresight *f = n->foresight;
    uint64_t end = f->clock;

    noc_ni_unwatch(n->board->model, n->id);
    n->foreseen = false;
    from_hart(n, f);
    run(n->board, f, f->pending, MIN(cycle, end), to_look);
    to_hart(n, f);
}
