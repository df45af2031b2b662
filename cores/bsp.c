/* SPDX-License-Identifier: BSD-2-Clause */
/* bsp/ for the layer that is compiled for the host: functions with these names take the board's cycles. */
#include "bsp.h"

#include <stdlib.h>

#include "console.h"
#include "heap.h"
#include "here.h"
#include "layer/layer.h"
#include "mmio.h"
#include "multicasts/network.h"
#include "stop.h"
#include "timer.h"

struct layer_state *noc_layer_here;

__attribute__((no_instrument_function)) uint32_t bsp_layer_bytes(void)
{
    return (sizeof(struct layer_state) + 63) / 64 * 64;
}

__attribute__((no_instrument_function)) void bsp_layer(void *layer)
{
    noc_layer_here = layer;
}

uint32_t mmio_read32(uint32_t address)
{
    return bsp_read(address - NOC_NI_BASE);
}

void mmio_write32(uint32_t address, uint32_t value)
{
    bsp_write(address - NOC_NI_BASE, value);
}

void mmio_fence_out(void)
{
}

void mmio_fence_in(void)
{
}

__attribute__((no_instrument_function)) uint32_t mmio_ram_base(void)
{
    return bsp_ram_base();
}

uint64_t hart_cycles(void)
{
    return bsp_cycles();
}

void hart_sleep(void)
{
    bsp_sleep();
}

__attribute__((no_instrument_function)) const struct noc_params *params_block(void)
{
    return bsp_params();
}

void *core_malloc(uint32_t bytes)
{
    return bsp_malloc(bytes);
}

__attribute__((no_instrument_function)) void *core_data(uint32_t bytes)
{
    bsp_free(core_malloc(0)); /* takes as long */
    return bsp_data(bytes);
}

void core_free(void *p)
{
    bsp_free(p);
}

__attribute__((no_instrument_function)) void *noc_arena(uint32_t *bytes)
{
    return bsp_arena(bytes);
}

/* Cores do not end: nobody calls these. */
__attribute__((no_instrument_function)) int core_atexit(void (*function)(void))
{
    (void)function;
    return 0;
}

_Noreturn void bsp_abort(uint32_t status)
{
    (void)status;
    abort();
}

void console_puts(const char *text)
{
    (void)text;
}

void console_put_decimal(uint32_t value)
{
    (void)value;
}

void console_end_line(void)
{
}

void timer_sleep_until(uint64_t when)
{
    (void)when;
}

void bsp_fail_exit(uint32_t status)
{
    (void)status;
}

void counted_byte(void)
{
}

void counted_word(void)
{
}

void counted_four_words(void)
{
}

void counted_eight_words(void)
{
}

void counted_sixteen_words(void)
{
}

void counted_passed(void)
{
}
