/* SPDX-License-Identifier: BSD-2-Clause */
#include "call_stack.h"

#include <stdbool.h>
#include <stdlib.h>

#include "memmap.h"
#include "base/alloc.h"

struct code {
    unsigned char *bytes; /* from NOC_IMAGE_BASE on */
    uint32_t length;
};

static uint32_t half(const struct code *c, uint32_t offset)
{
    return c->bytes[offset] | (uint32_t)c->bytes[offset + 1] << 8;
}

static uint32_t word(const struct code *c, uint32_t offset)
{
    return half(c, offset) | half(c, offset + 2) << 16;
}

static uint32_t bits(uint32_t x, unsigned from, unsigned n, unsigned to)
{
    return (x >> from & ((1u << n) - 1)) << to;
}

/* The low n bits of x, which have a sign. */
static uint32_t extended(uint32_t x, unsigned n)
{
    return (x ^ 1u << (n - 1)) - (1u << (n - 1));
}

/* "jal ra" and "c.jal": the RISC-V specification's immediates, bit by bit. */
static uint32_t jal_offset(uint32_t i)
{
    return extended(
        bits(i, 21, 10, 1) | bits(i, 20, 1, 11) | bits(i, 12, 8, 12) | bits(i, 31, 1, 20), 21);
}

static uint32_t c_jal_offset(uint32_t i)
{
    return extended(bits(i, 3, 3, 1) | bits(i, 11, 1, 4) | bits(i, 2, 1, 5) | bits(i, 7, 1, 6) |
                        bits(i, 6, 1, 7) | bits(i, 9, 2, 8) | bits(i, 8, 1, 10) |
                        bits(i, 12, 1, 11),
                    12);
}

/* The function that is called by what stands before this return address; 0: no call, or one whose
 * aim is not in it. */
static uint32_t called(const struct code *c, uint32_t ra)
{
    enum { JAL_RA = 0xef, JALR_RA = 0xe7, AUIPC = 0x17, C_JAL = 0x2001 };
    uint32_t offset = ra - NOC_IMAGE_BASE;
    if (offset % 2 || offset < 8 || offset > c->length) {
        return 0;
    }
    uint32_t i = word(c, offset - 4), before = word(c, offset - 8);
    if ((i & 0xfff) == JAL_RA) {
        return ra - 4 + jal_offset(i);
    }
    if ((i & 0x7fff) == JALR_RA && (before & 0xfff) == (bits(i, 15, 5, 7) | AUIPC)) {
        return ra - 8 + (before & 0xfffff000) + extended(i >> 20, 12);
    }
    i = half(c, offset - 2);
    return (i & 0xe003) == C_JAL ? ra - 2 + c_jal_offset(i) : 0;
}

/* Where the function begins that this address is in; 0: in none. */
static uint32_t begin_of(const struct elf_image *image, uint32_t address)
{
    uint32_t offset;
    return elf_image_function(image, address, &offset) ? address - offset : 0;
}

/* Does this function end by jumping to where a register points? */
static bool jumps_anywhere(const struct elf_image *image, const struct code *c, uint32_t from)
{
    enum { C_JR = 0x8002, RA = 1, LONG = 3 };
    for (uint32_t pc = from; pc - NOC_IMAGE_BASE + 4 <= c->length && begin_of(image, pc) == from;) {
        uint32_t i = half(c, pc - NOC_IMAGE_BASE), reg = bits(i, 7, 5, 0);
        if ((i & 0xf07f) == C_JR && reg > RA) {
            return true;
        }
        pc += (i & LONG) == LONG ? 4 : 2;
    }
    return false;
}

/* Is this the function `to`, or one that ends by jumping there, instead of calling it? */
static bool becomes(const struct elf_image *image, const struct code *c, uint32_t from, uint32_t to,
                    unsigned depth)
{
    enum { JUMP = 0x6f, C_JUMP = 0xa001, LONG = 3 };
    if (from == to) {
        return true;
    }
    for (uint32_t pc = from;
         depth > 0 && pc - NOC_IMAGE_BASE + 4 <= c->length && begin_of(image, pc) == from;) {
        uint32_t i = half(c, pc - NOC_IMAGE_BASE), target = 0;
        bool is_long = (i & LONG) == LONG;
        if (is_long) {
            i = word(c, pc - NOC_IMAGE_BASE);
            target = (i & 0xfff) == JUMP ? pc + jal_offset(i) : 0;
        } else if ((i & 0xe003) == C_JUMP) {
            target = pc + c_jal_offset(i);
        }
        if (target && target != from && begin_of(image, target) == target &&
            becomes(image, c, target, to, depth - 1)) {
            return true;
        }
        pc += is_long ? 4 : 2;
    }
    return false;
}

/* anywhere: take it that the last function called may have jumped to where a register pointed. */
static unsigned follow(const struct elf_image *image, const struct code *c, const uint32_t *stack,
                       unsigned words, uint32_t pc, bool anywhere, struct call call[CALLS_MAX])
{
    enum { JUMPS_MAX = 3 };
    uint32_t at, aim = begin_of(image, pc);
    unsigned n = 0;
    if (!elf_image_symbol(image, "main", &at) || !aim || becomes(image, c, at, aim, JUMPS_MAX)) {
        return 0;
    }
    for (unsigned i = words; i-- > 0 && n < CALLS_MAX;) {
        uint32_t target = called(c, stack[i]), caller = target ? begin_of(image, stack[i] - 2) : 0;
        if (!caller || begin_of(image, target) != target ||
            !becomes(image, c, at, caller, JUMPS_MAX)) {
            continue;
        }
        call[n++] = (struct call){.at = stack[i] - 2, .target = target};
        at = target;
        if (becomes(image, c, at, aim, JUMPS_MAX) || (anywhere && jumps_anywhere(image, c, at))) {
            return n;
        }
    }
    return 0;
}

unsigned call_stack_find(const struct elf_image *image, const uint32_t *stack, unsigned words,
                         uint32_t pc, struct call call[CALLS_MAX])
{
    struct code c = {.length = elf_image_code(image, NULL)};
    c.bytes = alloc_zeroed(c.length + 1);
    elf_image_code(image, c.bytes);
    unsigned n = follow(image, &c, stack, words, pc, false, call);
    n = n ? n : follow(image, &c, stack, words, pc, true, call);
    free(c.bytes);
    return n;
}

uint32_t call_stack_stack_top(const struct elf_image *image, uint32_t ram)
{
    uint32_t top, most;
    if (elf_image_symbol(image, "__stack_moves_above", &most) && ram > most) {
        return NOC_RAM_BASE + ram; /* linker/board.ld: it is at the end of RAM */
    }
    return elf_image_symbol(image, "__stack_top", &top) ? top : 0;
}
