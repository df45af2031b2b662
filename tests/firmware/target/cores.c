/* SPDX-License-Identifier: BSD-2-Clause */
/* The board as a runner of test programs. */
#include "cores.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "hart.h"
#include "memmap.h"
#include "mmio.h"
#include "ni.h"
#include "timer.h"

uint32_t core_number(void)
{
    return ni_node();
}

uint32_t core_random(void)
{
    static uint32_t state;

    if (!state) {
        state = ni_node() * 2654435761u + 1;
    }
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

uint64_t core_time(void)
{
    return hart_cycles();
}

void core_delay(uint64_t cycles)
{
    timer_sleep_until(hart_cycles() + cycles);
}

void core_fail(const char *what, ...)
{
    va_list args;

    va_start(args, what);
    vprintf(what, args);
    va_end(args);
    putchar('\n');
    exit(1);
}

void core_end(void)
{
    exit(0);
}

void *core_malloc(uint32_t bytes)
{
    return malloc(bytes);
}

void core_free(void *p)
{
    free(p);
}

uint32_t core_heap_used(void)
{
    return (uint32_t)mallinfo().uordblks;
}

uint32_t core_discards(void)
{
    return mmio_read32(NOC_OWN_BASE + CNT_DISCARDED);
}
