/* SPDX-License-Identifier: BSD-2-Clause */
/* Ways of calls, found on stacks of made-up programs that lie anywhere in the image. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <elf.h>

#include "base/random.h"
#include "test.h"
#include "program/call_stack.h"
#include "experiment/experiment.h"
#include "memmap.h"

enum { FUNCTIONS = 6, FUNCTION_BYTES = 64, CODE_BYTES = 0x180000, WORDS = 64, CALL_AT = 16 };

static struct {
    Elf32_Ehdr header;
    Elf32_Phdr segment;
    unsigned char code[CODE_BYTES];
    Elf32_Sym symbol[FUNCTIONS];
    char names[8 * FUNCTIONS];
} file;
static struct elf_image image;
static uint32_t begin[FUNCTIONS]; /* main is 0 */
static uint64_t seed;

static uint32_t draw(uint32_t below)
{
    return (uint32_t)(random_next(&seed) % below);
}

static void put16(uint32_t address, uint32_t half)
{
    unsigned char *at = file.code + (address - NOC_IMAGE_BASE);
    at[0] = (unsigned char)half;
    at[1] = (unsigned char)(half >> 8);
}

static void put32(uint32_t address, uint32_t word)
{
    put16(address, word);
    put16(address + 2, word >> 16);
}

/* Bit `from` of x as bit `to`. */
static uint32_t bit(uint32_t x, unsigned from, unsigned to)
{
    return (x >> from & 1) << to;
}

/* The immediate of J: 20, 10 to 1, 11, 19 to 12 from bit 31 down. */
static uint32_t jal(uint32_t offset, unsigned rd)
{
    uint32_t i = rd << 7 | 0x6f | bit(offset, 20, 31) | bit(offset, 11, 20);
    for (unsigned k = 1; k <= 10; k++) {
        i |= bit(offset, k, 20 + k);
    }
    for (unsigned k = 12; k <= 19; k++) {
        i |= bit(offset, k, k);
    }
    return i;
}

/* The immediate of CJ: 11 4 9 8 10 6 7 3 2 1 5 from bit 12 down. */
static uint32_t c_jump(uint32_t offset, uint32_t opcode)
{
    static const unsigned char order[] = {11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5};
    for (unsigned k = 0; k < sizeof order; k++) {
        opcode |= bit(offset, order[k], 12 - k);
    }
    return opcode;
}

/* A call, or a jump, of function `to` at this address; the address behind it. */
static uint32_t put_call(uint32_t at, uint32_t to, bool call)
{
    uint32_t offset = to - at;
    if (offset + 2048 < 4096 && draw(2)) {
        put16(at, c_jump(offset, call ? 0x2001 : 0xa001));
        return at + 2;
    }
    if (offset + (1 << 20) < 2 << 20 && (draw(2) || !call)) {
        put32(at, jal(offset, call));
        return at + 4;
    }
    assert_true(call);
    put32(at, ((offset + 0x800) & 0xfffff000) | 1 << 7 | 0x17); /* auipc ra */
    put32(at + 4, offset << 20 | 1 << 15 | 1 << 7 | 0x67);      /* jalr ra, ra */
    return at + 8;
}

/* Functions of nops at random places; those in pairs are near. */
static void make_image(void)
{
    memset(&file, 0, sizeof file);
    for (uint32_t i = 0; i < CODE_BYTES; i += 2) {
        put16(NOC_IMAGE_BASE + i, 1);
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        uint32_t slot = CODE_BYTES / FUNCTIONS * i + 2 * draw(CODE_BYTES / FUNCTIONS / 2 - 1024);
        begin[i] = i % 2 ? begin[i - 1] + FUNCTION_BYTES + 2 * draw(400) : NOC_IMAGE_BASE + slot;
        sprintf(file.names + 8 * i, i ? "f%u" : "main", i);
        file.symbol[i] = (Elf32_Sym){.st_name = 8 * i,
                                     .st_value = begin[i],
                                     .st_shndx = 1,
                                     .st_size = FUNCTION_BYTES,
                                     .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)};
    }
    file.header = (Elf32_Ehdr){.e_phoff = offsetof(__typeof__(file), segment), .e_phnum = 1};
    file.segment = (Elf32_Phdr){.p_type = PT_LOAD,
                                .p_paddr = NOC_IMAGE_BASE,
                                .p_offset = offsetof(__typeof__(file), code),
                                .p_filesz = CODE_BYTES};
    image = (struct elf_image){.bytes = (unsigned char *)&file,
                               .size = sizeof file,
                               .symbols = offsetof(__typeof__(file), symbol),
                               .symbols_count = FUNCTIONS,
                               .names = offsetof(__typeof__(file), names),
                               .names_size = sizeof file.names};
}

/* Functions in any order, main first, each calls the next; return addresses among what is none. */
TEST(ways)
{
    TEST_CASES(round, 2000)
    {
        seed = round + 1;
        unsigned order[FUNCTIONS], n = 1 + draw(FUNCTIONS - 1);
        uint32_t stack[WORDS], at = WORDS - 2, ra[FUNCTIONS];
        struct call call[CALLS_MAX];
        make_image();
        for (unsigned i = 0; i < FUNCTIONS; i++) {
            unsigned j = i < 2 ? i : 1 + draw(i);
            order[i] = order[j];
            order[j] = i;
        }
        for (unsigned i = 0; i < WORDS; i++) {
            stack[i] = draw(2) ? draw(UINT32_MAX) : NOC_IMAGE_BASE + draw(CODE_BYTES);
        }
        for (unsigned i = 0; i < n; i++) {
            ra[i] = put_call(begin[order[i]] + CALL_AT, begin[order[i + 1]], true);
            at -= 1 + draw(8);
            stack[at] = ra[i];
        }
        if (n + 1 < FUNCTIONS) { /* left by others: another caller, no function's begin */
            stack[WORDS - 1] = put_call(begin[order[n + 1]] + CALL_AT, begin[order[n]], true);
            stack[WORDS - 2] = put_call(begin[0] + 2 * CALL_AT, begin[order[n]] + 2, true);
        }
        assert_int_equal(call_stack_find(&image, stack, WORDS, begin[order[n]] + 4, call), n);
        for (unsigned i = 0; i < n; i++) {
            assert_int_equal(call[i].at, ra[i] - 2);
            assert_int_equal(call[i].target, begin[order[i + 1]]);
        }
        stack[at] = 0; /* the last one is not there: nothing is claimed */
        assert_int_equal(call_stack_find(&image, stack, WORDS, begin[order[n]] + 4, call), 0);
    }
}

/* main calls f1, which ends by jumping to f2, which calls f3, which jumps to f4. */
TEST(jumps)
{
    for (unsigned round = 1; round < 300; round++) {
        seed = round;
        uint32_t stack[WORDS] = {0};
        struct call call[CALLS_MAX];
        make_image();
        stack[60] = put_call(begin[0] + CALL_AT, begin[1], true);
        put_call(begin[1] + CALL_AT, begin[2], false);
        stack[50] = put_call(begin[2] + CALL_AT, begin[3], true);
        put_call(begin[3] + CALL_AT, begin[4], false);
        assert_int_equal(call_stack_find(&image, stack, WORDS, begin[4], call), 2);
        assert_int_equal(call[0].target, begin[1]);
        assert_int_equal(call[1].target, begin[3]);
        assert_int_equal(call_stack_find(&image, stack, WORDS, begin[5], call), 0);
        assert_int_equal(call_stack_find(&image, stack, WORDS, begin[0], call), 0); /* in main() */
    }
}
