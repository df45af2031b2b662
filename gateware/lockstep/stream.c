/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random instructions: stream.h. Half of them are compressed. Registers 8 to 15 are written
 * seldom, since they have the addresses of memory; most jumps are short and go forward, so that
 * a program seldom runs round and round.
 */
#include "stream.h"

#include "interpreter/interpreter.h"

enum {
    BASE_FIRST = 8,
    BASES = 8,
    HANDLER = 256, /* of traps, in the image */
    VECTOR = 44    /* and behind it of the interrupt, if mtvec has offsets */
};

uint32_t draw_word(struct draws *d)
{
    uint64_t x = (d->state += UINT64_C(0x9e3779b97f4a7c15));

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) >> 16);
}

uint32_t draw(struct draws *d, uint32_t n)
{
    return (uint32_t)((uint64_t)draw_word(d) * n >> 32);
}

static const struct {
    uint32_t mask, match;
} ROW[] = {
#define RV32(name, mask, match, group) {mask, match},
#include "interpreter/instructions.def"
#undef RV32
};

/* One more than the place of a row. */
static enum rv32_instruction row(struct draws *d)
{
    return (enum rv32_instruction)(1 + draw(d, RV32_INSTRUCTIONS - 1));
}

static uint32_t with_field(uint32_t word, unsigned high, unsigned low, uint32_t value)
{
    const uint32_t mask = ((2u << (high - low)) - 1) << low;

    return (word & ~mask) | (value << low & mask);
}

static uint32_t base(struct draws *d)
{
    return BASE_FIRST + draw(d, BASES);
}

/* A register to write: one with an address now and then. */
static uint32_t target(struct draws *d)
{
    const uint32_t x = draw(d, 32);

    return x >= BASE_FIRST && x < BASE_FIRST + BASES && draw(d, 8) ? x - BASE_FIRST : x;
}

/* CSRs, those that matter most often; x of a write is seldom an address of a handler. */
static uint32_t csr(struct draws *d)
{
    static const uint16_t often[] = {0x300, 0x300, 0x304, 0x340, 0x341, 0x342, 0x343, 0x344,
                                     0xb00, 0xb02, 0xb80, 0xb82, 0xc00, 0xc01, 0xc02, 0xc80,
                                     0xc81, 0xc82, 0x301, 0xf14, 0x310, 0x320, 0x323, 0xb03};
    static const uint16_t seldom[] = {0x305, 0x7b0, 0x7b1, 0xf11, 0x306, 0x100, 0x3a0, 0xb9f,
                                      0xb01, 0xc1f, 0x33f, 0x321, 0xf15, 0xf16, 0x7a0};

    switch (draw(d, 16)) {
    case 0:
        return seldom[draw(d, sizeof seldom / sizeof *seldom)];
    case 1:
        return draw(d, 1 << 12);
    default:
        return often[draw(d, sizeof often / sizeof *often)];
    }
}

static uint32_t offset(struct draws *d)
{
    static const uint32_t align[] = {~0u, ~1u, ~3u, ~3u, ~3u, ~3u};

    return (draw(d, 256) - 64) & align[draw(d, 6)];
}

/* A jump's way: forward, mostly. */
static uint32_t way(struct draws *d)
{
    return (draw(d, 8) ? 4 + draw(d, 60) : draw(d, 128) - 64) & (draw(d, 2) ? ~1u : ~3u);
}

static uint32_t with_branch(uint32_t word, uint32_t to)
{
    word = with_field(word, 11, 8, to >> 1);
    word = with_field(word, 30, 25, to >> 5);
    word = with_field(word, 7, 7, to >> 11);
    return with_field(word, 31, 31, to >> 12);
}

static uint32_t with_jump(uint32_t word, uint32_t to)
{
    word = with_field(word, 30, 21, to >> 1);
    word = with_field(word, 20, 20, to >> 11);
    word = with_field(word, 19, 12, to >> 12);
    return with_field(word, 31, 31, to >> 20);
}

static uint32_t whole(struct draws *d)
{
    const enum rv32_instruction is = row(d);
    uint32_t word = (draw_word(d) & ~ROW[is - 1].mask) | ROW[is - 1].match;

    if (is >= RV32_beq && is <= RV32_bgeu) {
        return with_branch(word, way(d));
    }
    if (is >= RV32_sb && is <= RV32_sw) {
        const uint32_t at = offset(d);

        word = with_field(with_field(word, 31, 25, at >> 5), 11, 7, at);
        return with_field(word, 19, 15, base(d));
    }
    if (ROW[is - 1].mask == ~0u) {
        return is == RV32_mret && draw(d, 4) ? whole(d) : word;
    }
    word = with_field(word, 11, 7, target(d));
    if (is == RV32_jal) {
        return with_jump(word, way(d));
    }
    if ((is >= RV32_lb && is <= RV32_lhu) || is == RV32_jalr) {
        word = with_field(word, 31, 20, offset(d));
        return with_field(word, 19, 15, base(d));
    }
    if (is >= RV32_lr_w && is <= RV32_amomaxu_w) {
        return with_field(word, 19, 15, base(d));
    }
    if (is >= RV32_csrrw && is <= RV32_csrrci) {
        return with_field(word, 31, 20, csr(d));
    }
    return word;
}

/* A reservation, and an attempt, mostly at the same address. */
static uint32_t pair(struct draws *d, uint32_t *next)
{
    const uint32_t at = BASE_FIRST + draw(d, 4) * 2, other = draw(d, 4) ? at : base(d);

    *next = with_field(with_field(0x1800202f, 19, 15, other), 24, 20, draw(d, 32));
    *next = with_field(*next, 11, 7, target(d));
    return with_field(with_field(0x1000202f, 19, 15, at), 11, 7, draw(d, 8));
}

static uint16_t half(struct draws *d)
{
    for (;;) {
        const uint16_t h = (uint16_t)draw_word(d);
        const uint32_t word = rv32_expand(h);
        const unsigned to = word >> 7 & 31;

        if ((h & 3) == 3) {
            continue;
        }
        if (!word ? draw(d, 16) == 0 : to < BASE_FIRST || to >= BASE_FIRST + BASES || !draw(d, 4)) {
            return h;
        }
    }
}

void stream_fill(struct draws *d, uint32_t *words, uint32_t count)
{
    uint16_t at_hand = 0;
    bool odd = false;

    for (uint32_t i = 0; i < count;) {
        uint32_t word, next = 0;

        switch (draw(d, 60)) {
        case 0:
            word = draw_word(d);
            break;
        case 1:
        case 2:
            word = pair(d, &next);
            break;
        default:
            word = whole(d);
        }
        if (draw(d, 3) == 0) { /* the words behind begin in the middle, or no more */
            const uint16_t h = half(d);

            if (odd) {
                words[i++] = at_hand | (uint32_t)h << 16;
                odd = false;
                continue;
            }
            at_hand = h;
            odd = true;
        }
        for (unsigned n = 0; n < (next ? 2u : 1u) && i < count; n++, word = next) {
            words[i++] = odd ? at_hand | word << 16 : word;
            at_hand = (uint16_t)(word >> 16);
        }
    }
}

static uint32_t lui(uint32_t to, uint32_t value)
{
    return 0x37 | to << 7 | ((value + 0x800) & 0xfffff000u);
}

static uint32_t addi(uint32_t to, uint32_t from, uint32_t value)
{
    return 0x13 | to << 7 | from << 15 | value << 20;
}

static uint32_t csrrs(uint32_t to, uint32_t number)
{
    return 0x2073 | to << 7 | number << 20;
}

static uint32_t csrw(uint32_t number, uint32_t from)
{
    return 0x1073 | from << 15 | number << 20;
}

static uint32_t jal(uint32_t bytes)
{
    return with_jump(0x6f, bytes);
}

/* An address into a register of 8 to 15: of RAM mostly, of registers, of the image. */
static uint32_t address(struct draws *d, const struct stream_room *room, uint32_t to,
                        uint32_t *words)
{
    uint32_t at = room->ram + 64 + draw(d, room->ram_bytes - 512);

    if (to == BASE_FIRST + 5) {
        at = room->io + 64 + draw(d, 1024);
    } else if (to == BASE_FIRST + 7) {
        at = room->image + 64 + draw(d, room->image_bytes - 512);
    }
    at &= draw(d, 8) ? ~3u : ~0u;
    words[0] = lui(to, at);
    words[1] = addi(to, to, at);
    return 2;
}

/* It goes on anywhere in RAM, where the lower bits of mcycle say, and some registers have addresses
 * again. */
static void handler(struct draws *d, const struct stream_room *room, uint32_t *words)
{
    uint32_t n = address(d, room, base(d), words);

    n += address(d, room, base(d), words + n);
    words[n++] = lui(1, room->ram);
    words[n++] = csrrs(2, 0xb00);
    words[n++] = 0x00000013 | 2 << 7 | 2 << 15 | 1 << 12 | 2 << 20;      /* slli x2, x2, 2 */
    words[n++] = 0x00000013 | 2 << 7 | 2 << 15 | 7 << 12 | 0x7feu << 20; /* andi x2, x2, 2046 */
    words[n++] = 0x00000033 | 1 << 7 | 1 << 15 | 2 << 20;                /* add x1, x1, x2 */
    words[n++] = draw(d, 4) ? csrw(0x341, 1) : addi(0, 0, 0);            /* mepc */
    words[n++] = draw(d, 8) ? 0x30200073 : 0x00000067 | 1 << 15;         /* mret, or jr x1 */
}

uint32_t stream_begin(struct draws *d, const struct stream_room *room, uint32_t *words)
{
    uint32_t n = 0;

    words[n++] = lui(1, room->image + HANDLER);
    words[n++] = addi(1, 1, room->image + HANDLER + draw(d, 2));
    words[n++] = csrw(0x305, 1);
    words[n++] = lui(1, 0x1800);
    words[n++] = addi(1, 1, 0x1800 + 0x88); /* MPIE, MIE, and what is behind them */
    words[n++] = csrw(0x304, 1);
    words[n++] = csrw(0x300, 1);
    for (uint32_t i = BASE_FIRST; i < BASE_FIRST + BASES; i++) {
        n += address(d, room, i, words + n);
    }
    words[n] = jal(HANDLER + 512 - 4 * n);
    words[HANDLER / 4] = jal(4 + VECTOR);
    words[(HANDLER + VECTOR) / 4] = jal(4);
    handler(d, room, &words[(HANDLER + VECTOR) / 4 + 1]);
    return (HANDLER + 512) / 4;
}
