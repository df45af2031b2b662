/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What main() finds: its arguments, data, cleared memory, constructors run in
 * order, registers as they should be, and how long it took. An emulator's RAM
 * is zero at reset and a board's is not, so the first run fills it with
 * rubbish and starts over; only .noinit tells the second run that it is one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hart.h"
#include "ni.h"
#include "noinit.h"

enum { WORDS = 100, SECOND_RUN = 0x5ec0d };

extern char __stack_top[], __stack_bottom[], __heap_start[], __ram_needed[];
extern char __data_start[], __bss_end[];
_Noreturn void _start(void);

static uint32_t counting[WORDS] = {1, 2, 3, [WORDS - 1] = 0xfeedface};
static uint32_t zero[WORDS];
static uint8_t odd_sized[7] = {1, 2, 3, 4, 5, 6, 7};
static BSP_NOINIT uint32_t left_alone[4096];
static BSP_NOINIT uint32_t run, instructions;
static char built[4];
static unsigned built_count;

__attribute__((constructor(101))) static void first(void)
{
    built[built_count++] = 'a';
}

__attribute__((constructor(102))) static void second(void)
{
    built[built_count++] = 'b';
}

__attribute__((constructor)) static void third(void)
{
    built[built_count++] = 'c';
}

static void at_exit(void)
{
    puts("exit handler");
}

static void check_memory(void)
{
    uint32_t or = 0;

    CHECK(counting[0] == 1 && counting[1] == 2 && counting[2] == 3);
    CHECK(counting[3] == 0 && counting[WORDS - 1] == 0xfeedface);
    CHECK(odd_sized[0] == 1 && odd_sized[6] == 7);
    for (unsigned i = 0; i < WORDS; i++) {
        or |= zero[i];
    }
    CHECK(or == 0);
    CHECK(built_count == 3 && built[0] == 'a' && built[1] == 'b' && built[2] == 'c');
}

static void check_layout(void)
{
    uint32_t local, sp = ni_address(&local);

    CHECK(ni_address(__stack_bottom) == NOC_RAM_BASE);
    CHECK(sp > ni_address(__stack_bottom) && sp < ni_address(__stack_top));
    CHECK(ni_address(counting) >= ni_address(__stack_top));
    CHECK(ni_address(left_alone) > ni_address(zero));
    CHECK(ni_address(left_alone + 4096) <= ni_address(__heap_start));
    CHECK(ni_address(__ram_needed) > ni_address(__heap_start) - NOC_RAM_BASE);
    CHECK(ni_address(__ram_needed) <= ni_read(NI_RAM));
}

static void check_registers(void)
{
    uint32_t mie, mstatus, mhartid;

    HART_CSR_READ("mie", mie);
    HART_CSR_READ("mstatus", mstatus);
    HART_CSR_READ("mhartid", mhartid);
    CHECK(mie == 1u << 11);
    CHECK((mstatus & 1u << 3) == 0);
    CHECK(mhartid == ni_node());
    CHECK(ni_read(NI_WAKE) == 0);
}

/* RAM as a board may have it at reset. */
static _Noreturn void start_over(void)
{
    run = SECOND_RUN;
    memset(__data_start, 0xa5, (size_t)(__bss_end - __data_start));
    memset(__heap_start, 0xa5, 16 * 1024);
    _start();
}

int main(int argc, char **argv, char **envp)
{
    if (run != SECOND_RUN) {
        instructions = hart_instructions_low();
        start_over();
    }
    /* .data 480 + 400 bytes, .bss as much: some 19 or 10 for each 32 bytes. */
    CHECK(instructions < 1200);
    CHECK(argc == 0 && argv[0] == NULL && envp[0] == NULL);
    CHECK(getenv("HOME") == NULL);
    check_memory();
    check_layout();
    check_registers();
    CHECK(atexit(at_exit) == 0);
    return check_end("boot");
}
