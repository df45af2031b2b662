/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * interpret PROGRAM [trace]   run a program on the interpreter alone; with trace, before each
 *                             instruction a line with pc, x1 to x31, mtvec, mepc, mcause, mtval and
 *                             mscratch
 * interpret expand            for each halfword the instruction that it stands for, as 4 bytes
 * interpret names             the name of each word of standard input
 *
 * A program that runs alone has status 3 if it does not end.
 */
#include <stdio.h>
#include <string.h>

#include "interpreter/interpreter.h"
#include "program.h"

enum { ASLEEP = 3, DIGITS = 8, STEPS_MAX = 100000000 };

static struct program program;
static struct rv32 hart;

/* Where a piece of memory is; NULL: nowhere, or not to be written. */
static char *at(uint32_t address, bool written)
{
    if (address - NOC_RAM_BASE < sizeof program.ram) {
        return (char *)program.ram + (address - NOC_RAM_BASE);
    }
    if (!written && address - NOC_IMAGE_BASE < sizeof program.image) {
        return (char *)program.image + (address - NOC_IMAGE_BASE);
    }
    return NULL;
}

static bool is_register(uint32_t address)
{
    return address - NOC_NI_BASE < 2 * NOC_NI_SIZE;
}

static bool fetch(void *opaque, uint32_t address, uint16_t *half)
{
    const char *from = at(address, false);

    (void)opaque;
    if (from) {
        memcpy(half, from, sizeof *half);
    }
    return from;
}

static bool load(void *opaque, uint32_t address, unsigned bytes, bool atomic, uint32_t *value)
{
    const char *from = at(address, atomic);

    (void)opaque;
    *value = 0;
    if (from) {
        memcpy(value, from, bytes);
    } else if (is_register(address) && bytes == 4 && !atomic) {
        *value = program_read(&program, address - NOC_NI_BASE);
    } else {
        return false;
    }
    return true;
}

static bool store(void *opaque, uint32_t address, unsigned bytes, bool atomic, bool written,
                  uint32_t value)
{
    char *to = at(address, true);

    (void)opaque;
    if (to) {
        memcpy(to, &value, written ? bytes : 0);
    } else if (is_register(address) && bytes == 4 && !atomic) {
        program_write(&program, address - NOC_NI_BASE, value);
    } else {
        return false;
    }
    return true;
}

static void put_hex(uint32_t value)
{
    char text[DIGITS + 1];

    for (unsigned i = 0; i < DIGITS; i++) {
        text[i] = "0123456789abcdef"[value >> (4 * (DIGITS - 1 - i)) & 15];
    }
    text[DIGITS] = ' ';
    fwrite(text, 1, sizeof text, stdout);
}

static void trace(void)
{
    put_hex(hart.pc);
    for (unsigned i = 1; i < 32; i++) {
        put_hex(hart.x[i]);
    }
    put_hex(hart.mtvec);
    put_hex(hart.mepc);
    put_hex(hart.mcause);
    put_hex(hart.mtval);
    put_hex(hart.mscratch);
    putchar('\n');
}

static int run(const char *path, bool traces)
{
    const struct rv32_memory memory = {NULL, fetch, load, store};
    struct rv32_step step;

    if (!program_load(&program, path, 2)) {
        return 2;
    }
    rv32_reset(&hart, 0, NOC_IMAGE_BASE);
    while (!program.ended && program.now < STEPS_MAX) {
        hart.cycles = hart.now = program.now++;
        hart.line = program_line(&program);
        if (traces) {
            trace();
        }
        if (rv32_interrupts(&hart)) {
            rv32_interrupt(&hart, &step);
            continue;
        }
        rv32_step(&hart, &memory, &step);
        while (step.is == RV32_wfi && !step.trap && !rv32_wakes(&hart)) {
            if (!hart.meie || program.now >= STEPS_MAX) {
                return ASLEEP;
            }
            program.now++;
            hart.line = program_line(&program);
        }
    }
    return program.ended ? (int)program.status : ASLEEP;
}

static int expand(void)
{
    for (uint32_t half = 0; half < 1 << 16; half++) {
        const uint32_t word = rv32_expand((uint16_t)half);

        fwrite(&word, sizeof word, 1, stdout);
    }
    return 0;
}

static int names(void)
{
    uint32_t word;

    while (fread(&word, sizeof word, 1, stdin) == 1) {
        puts(rv32_name(rv32_decode(word)));
    }
    return 0;
}

int main(int argc, char **argv)
{
    const bool traces = argc == 3 && strcmp(argv[2], "trace") == 0;

    if (argc == 2 && strcmp(argv[1], "expand") == 0) {
        return expand();
    }
    if (argc == 2 && strcmp(argv[1], "names") == 0) {
        return names();
    }
    if (argc != 2 && !traces) {
        fprintf(stderr, "usage: interpret PROGRAM [trace] | interpret expand | interpret names\n");
        return 2;
    }
    return run(argv[1], traces);
}
