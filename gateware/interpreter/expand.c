/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compressed instructions: The RISC-V Instruction Set Manual, volume I (20191213), chapter 16, by
 * the listing in its tables 16.5 to 16.7. Reserved ones and those for floating point are illegal,
 * and so are those with bit 5 of a shift amount, which RV32C leaves to custom extensions.
 */
#include "interpreter.h"

enum { ZERO = 0, RA = 1, SP = 2 };

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((2u << (high - low)) - 1);
}

/* Bits high:low of a halfword, put where they belong in an immediate. */
static uint32_t put(uint32_t half, unsigned high, unsigned low, unsigned at)
{
    return bits(half, high, low) << at;
}

static uint32_t sign(uint32_t value, unsigned bit)
{
    return value >> bit & 1 ? value | ~0u << bit : value;
}

/* --- formats of whole instructions, chapter 2.3 --- */

static uint32_t r_type(uint32_t match, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return match | rd << 7 | rs1 << 15 | rs2 << 20;
}

static uint32_t i_type(uint32_t match, uint32_t rd, uint32_t rs1, uint32_t imm)
{
    return match | rd << 7 | rs1 << 15 | imm << 20;
}

static uint32_t s_type(uint32_t match, uint32_t rs1, uint32_t rs2, uint32_t imm)
{
    return match | bits(imm, 4, 0) << 7 | rs1 << 15 | rs2 << 20 | bits(imm, 11, 5) << 25;
}

static uint32_t b_type(uint32_t match, uint32_t rs1, uint32_t rs2, uint32_t imm)
{
    return match | bits(imm, 11, 11) << 7 | bits(imm, 4, 1) << 8 | rs1 << 15 | rs2 << 20 |
           bits(imm, 10, 5) << 25 | bits(imm, 12, 12) << 31;
}

static uint32_t j_type(uint32_t match, uint32_t rd, uint32_t imm)
{
    return match | rd << 7 | bits(imm, 19, 12) << 12 | bits(imm, 11, 11) << 20 |
           bits(imm, 10, 1) << 21 | bits(imm, 20, 20) << 31;
}

#define RV32(name, mask, match, group) MATCH_##name = (int)(match),
enum match {
#include "instructions.def"
};
#undef RV32

/* --- the three quadrants --- */

static uint32_t quadrant_0(uint32_t h)
{
    const uint32_t rd = 8 + bits(h, 4, 2), rs1 = 8 + bits(h, 9, 7);
    const uint32_t word = put(h, 12, 10, 3) | put(h, 6, 6, 2) | put(h, 5, 5, 6);
    const uint32_t frame = put(h, 12, 11, 4) | put(h, 10, 7, 6) | put(h, 6, 6, 2) | put(h, 5, 5, 3);

    switch (bits(h, 15, 13)) {
    case 0:
        return frame ? i_type((uint32_t)MATCH_addi, rd, SP, frame) : 0;
    case 2:
        return i_type((uint32_t)MATCH_lw, rd, rs1, word);
    case 6:
        return s_type((uint32_t)MATCH_sw, rs1, rd, word);
    default:
        return 0;
    }
}

static uint32_t short_arithmetic(uint32_t h, uint32_t imm)
{
    static const uint32_t match[4] = {(uint32_t)MATCH_sub, (uint32_t)MATCH_xor, (uint32_t)MATCH_or,
                                      (uint32_t)MATCH_and};
    const uint32_t rd = 8 + bits(h, 9, 7), rs2 = 8 + bits(h, 4, 2);
    const bool high = bits(h, 12, 12);

    switch (bits(h, 11, 10)) {
    case 0:
        return high ? 0 : i_type((uint32_t)MATCH_srli, rd, rd, bits(h, 6, 2));
    case 1:
        return high ? 0 : i_type((uint32_t)MATCH_srai, rd, rd, bits(h, 6, 2));
    case 2:
        return i_type((uint32_t)MATCH_andi, rd, rd, imm);
    default:
        return high ? 0 : r_type(match[bits(h, 6, 5)], rd, rd, rs2);
    }
}

static uint32_t quadrant_1(uint32_t h)
{
    const uint32_t rd = bits(h, 11, 7), rs1 = 8 + bits(h, 9, 7);
    const uint32_t imm = sign(put(h, 12, 12, 5) | put(h, 6, 2, 0), 5);
    const uint32_t frame = sign(put(h, 12, 12, 9) | put(h, 6, 6, 4) | put(h, 5, 5, 6) |
                                    put(h, 4, 3, 7) | put(h, 2, 2, 5),
                                9);
    const uint32_t jump =
        sign(put(h, 12, 12, 11) | put(h, 11, 11, 4) | put(h, 10, 9, 8) | put(h, 8, 8, 10) |
                 put(h, 7, 7, 6) | put(h, 6, 6, 7) | put(h, 5, 3, 1) | put(h, 2, 2, 5),
             11);
    const uint32_t branch = sign(put(h, 12, 12, 8) | put(h, 11, 10, 3) | put(h, 6, 5, 6) |
                                     put(h, 4, 3, 1) | put(h, 2, 2, 5),
                                 8);

    switch (bits(h, 15, 13)) {
    case 0:
        return i_type((uint32_t)MATCH_addi, rd, rd, imm);
    case 1:
        return j_type((uint32_t)MATCH_jal, RA, jump);
    case 2:
        return i_type((uint32_t)MATCH_addi, rd, ZERO, imm);
    case 3:
        if (imm == 0) {
            return 0;
        }
        return rd == SP ? i_type((uint32_t)MATCH_addi, SP, SP, frame)
                        : (uint32_t)MATCH_lui | rd << 7 | imm << 12;
    case 4:
        return short_arithmetic(h, imm);
    case 5:
        return j_type((uint32_t)MATCH_jal, ZERO, jump);
    case 6:
        return b_type((uint32_t)MATCH_beq, rs1, ZERO, branch);
    default:
        return b_type((uint32_t)MATCH_bne, rs1, ZERO, branch);
    }
}

/* Between mv, add, jr, jalr and ebreak registers decide. */
static uint32_t moves_and_jumps(uint32_t h)
{
    const uint32_t rd = bits(h, 11, 7), rs2 = bits(h, 6, 2);
    const bool high = bits(h, 12, 12);

    if (rs2) {
        return r_type((uint32_t)MATCH_add, rd, high ? rd : ZERO, rs2);
    }
    if (rd) {
        return i_type((uint32_t)MATCH_jalr, high ? RA : ZERO, rd, 0);
    }
    return high ? (uint32_t)MATCH_ebreak : 0;
}

static uint32_t quadrant_2(uint32_t h)
{
    const uint32_t rd = bits(h, 11, 7), rs2 = bits(h, 6, 2);
    const uint32_t from = put(h, 12, 12, 5) | put(h, 6, 4, 2) | put(h, 3, 2, 6);
    const uint32_t to = put(h, 12, 9, 2) | put(h, 8, 7, 6);

    switch (bits(h, 15, 13)) {
    case 0:
        return bits(h, 12, 12) ? 0 : i_type((uint32_t)MATCH_slli, rd, rd, rs2);
    case 2:
        return rd ? i_type((uint32_t)MATCH_lw, rd, SP, from) : 0;
    case 4:
        return moves_and_jumps(h);
    case 6:
        return s_type((uint32_t)MATCH_sw, SP, rs2, to);
    default:
        return 0;
    }
}

uint32_t rv32_expand(uint16_t half)
{
    switch (half & 3) {
    case 0:
        return quadrant_0(half);
    case 1:
        return quadrant_1(half);
    case 2:
        return quadrant_2(half);
    default:
        return 0;
    }
}
