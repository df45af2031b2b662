/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why crt0 would not go on. Called with a stack and before .data and .bss are
 * there: console.c's one variable may hold anything, so a line is begun first.
 */
#include "console.h"
#include "ni.h"
#include "ram.h"
#include "stop.h"

_Noreturn void bsp_wrong_board(uint32_t has, uint32_t wanted);
_Noreturn void bsp_short_of_ram(uint32_t has, uint32_t needed);

static void begin(void)
{
    console_puts("core ");
    console_put_decimal(ni_node());
}

/* NI VERSION is not the one that the image was written for. */
_Noreturn void bsp_wrong_board(uint32_t has, uint32_t wanted)
{
    begin();
    console_puts(": this firmware is for register map ");
    console_put_hex(wanted);
    console_puts(", the board has ");
    console_put_hex(has);
    console_puts(": use firmware and board of one build\n");
    bsp_stop(NOC_EXIT_BOARD);
}

/* Bytes of RAM: .data, .bss, stack and the least heap do not fit. */
_Noreturn void bsp_short_of_ram(uint32_t has, uint32_t needed)
{
    begin();
    console_puts(": this firmware needs ");
    console_put_decimal(needed);
    console_puts(" bytes of RAM, the board has ");
    console_put_decimal(has);
    console_puts(": give it ram=");
    console_put_decimal(noc_ram_for(needed) / 1024);
    console_puts("K\n");
    bsp_stop(NOC_EXIT_BOARD);
}
