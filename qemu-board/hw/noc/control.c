/*
 * What only a debugger sees: control page, peek windows, states, stamps, console ring
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * docs/board.md, sections 5.2, 5.3 and 6.1; include/noc/control.def. All of it is one region
 * from NOC_STATE_BASE on in every node's address space, cut into windows here, so
 * that thousands of address spaces stay small. A hart that comes there gets an
 * access fault; whoever debugs gets in by the Debug Module, QEMU's gdb server,
 * the monitor or qtest. Words only.
 *
 * Reads change nothing. A write is done before it returns, between slices
 * where harts must not run meanwhile.
 */
#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/timer.h"
#include "exec/address-spaces.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"
#include "regs.h"

enum { STOP_SECONDS_BITS = 8, PEEK_NODE_BITS = 14 };

/* --- control page ------------------------------------------------------------- */

static uint32_t read_ahead(const NocturneBoard *b)
{
    uint32_t harts = nocturne_sched_ahead(b);

    return NOC_PUT(harts, CTL_AHEAD, HARTS) | NOC_PUT(harts && b->ended, CTL_AHEAD, STAY);
}

static uint32_t read_control(NocturneBoard *b, uint32_t offset)
{
    switch (offset) {
    case CTL_VERSION:
        return noc_control_reset(offset);
    case CTL_BOARD:
        return noc_ni_peek(b->model, 0, NI_BOARD);
    case CTL_NODES:
        return b->nodes;
    case CTL_RAM:
        return b->ram_bytes;
    case CTL_PROFILE:
        return noc_ni_peek(b->model, 0, NI_PROFILE);
    case CTL_WIRING:
        return noc_ni_peek(b->model, 0, NI_WIRING);
    case CTL_LENGTHS:
        return NOC_PUT(NOC_CONSOLE_SIZE, CTL_LENGTHS, RING) |
               NOC_PUT(NOCTURNE_LINE_MAX_BYTES, CTL_LENGTHS, LINE);
    case CTL_CYCLE_LO:
        return noc_board_now(b->model);
    case CTL_CYCLE_HI:
        return noc_board_now(b->model) >> 32;
    case CTL_BOOT:
        return noc_board_boot(b->model);
    case CTL_STOP:
        return b->control.stop_seconds;
    case CTL_PEEK:
        return b->control.peek;
    case CTL_STAMP:
        return b->control.stamp;
    case CTL_UNTIL_LO:
        return b->control.until_low;
    case CTL_UNTIL_HI:
        return b->control.until >> 32;
    case CTL_AHEAD:
        return read_ahead(b);
    case CTL_HOST:
        return noc_ni_peek(b->model, 0, NI_HOST) | NOC_PUT(b->host.stops, CTL_HOST, STOPS);
    case CTL_CONSOLE_LO:
        return b->console.written;
    case CTL_CONSOLE_HI:
        return b->console.written >> 32;
    default:
        return 0;
    }
}

/* The clock goes on by itself. */
static void on_time_up(void *opaque)
{
    NocturneBoard *b = opaque;

    b->control.stop_seconds = 0;
    nocturne_sched_release_clock(b);
}

static void stands_for(NocturneBoard *b, uint32_t seconds)
{
    b->control.stop_seconds = seconds;
    timer_mod(b->control.time_up,
              qemu_clock_get_ms(QEMU_CLOCK_REALTIME) + (int64_t)seconds * 1000);
}

static void write_stop(NocturneBoard *b, uint32_t seconds)
{
    if (!seconds) {
        timer_del(b->control.time_up);
        on_time_up(b);
        return;
    }
    nocturne_sched_hold_clock(b);
    b->control.seconds_wanted = seconds;
    stands_for(b, seconds);
}

void nocturne_control_until_reached(NocturneBoard *b)
{
    b->control.until = b->control.until_low = 0;
    stands_for(b, b->control.seconds_wanted);
}

static void write_until(NocturneBoard *b, uint32_t high)
{
    b->control.until = (uint64_t)high << 32 | b->control.until_low;
    nocturne_sched_hold_at(b, b->control.until ? b->control.until : NOC_NEVER);
}

static void reset_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneBoard *b = data.host_ptr;
    uint32_t i;

    nocturne_sched_end_slice(b);
    nocturne_debug_hold_all(b, NOCTURNE_HELD_CONTROL);
    for (i = 0; i < b->nodes; i++) {
        nocturne_debug_release(&b->node[i], NOCTURNE_HELD_CONTROL);
    }
}

static void write_control(NocturneBoard *b, uint32_t offset, uint32_t value)
{
    uint32_t node = extract32(value, 0, PEEK_NODE_BITS);

    switch (offset) {
    case CTL_STOP:
        write_stop(b, extract32(value, 0, STOP_SECONDS_BITS));
        break;
    case CTL_PEEK:
        b->control.peek = node < b->nodes ? node : b->control.peek;
        break;
    case CTL_STAMP:
        b->control.stamp = value & 1;
        noc_board_stamp(b->model, b->control.stamp);
        break;
    case CTL_HOST:
        noc_board_set_host(b->model, value & (NOC_PUT(1, NI_HOST, SERVED) | NOC_PUT(1, NI_HOST, ERRORS)));
        b->host.stops = NOC_GET(value, CTL_HOST, STOPS);
        break;
    case CTL_UNTIL_LO:
        b->control.until_low = value;
        break;
    case CTL_UNTIL_HI:
        write_until(b, value);
        break;
    case CTL_RESET:
        if (value & 1) {
            nocturne_board_restart(b, reset_work, b);
        }
        break;
    }
}

/* --- peek windows ----------------------------------------------------------------- */

static uint32_t read_peek(NocturneBoard *b, uint32_t offset)
{
    return nocturne_ni_look(&b->node[b->control.peek], offset);
}

static void write_peek(NocturneBoard *b, uint32_t offset, uint32_t value)
{
    nocturne_ni_write_outside(&b->node[b->control.peek], offset, value);
}

static bool is_register(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return nocturne_ni_has(offset, is_write);
}

static uint32_t read_ram(NocturneBoard *b, uint32_t offset)
{
    return ldl_le_p(b->ram_host + b->control.peek * b->ram_bytes + offset);
}

/* As DMA does: there may be translated code in the page. */
static void write_ram(NocturneBoard *b, uint32_t offset, uint32_t value)
{
    uint8_t word[sizeof(value)];

    stl_le_p(word, value);
    nocturne_dma_write(b, b->control.peek, NOC_RAM_BASE + offset, word, sizeof(word));
}

static bool is_ram(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return offset < b->ram_bytes;
}

/* --- what the model shows -------------------------------------------------------- */

static uint32_t read_state(NocturneBoard *b, uint32_t offset)
{
    return noc_board_state(b->model, offset / NOC_STATE_BLOCK, offset % NOC_STATE_BLOCK);
}

static bool is_state(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return !is_write && offset / NOC_STATE_BLOCK < b->nodes;
}

static uint32_t read_stamp(NocturneBoard *b, uint32_t offset)
{
    return noc_board_stamp_word(b->model, offset / NOC_STAMP_BLOCK, offset % NOC_STAMP_BLOCK);
}

static bool is_stamp(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return !is_write && offset / NOC_STAMP_BLOCK < b->nodes;
}

/* --- console --------------------------------------------------------------------- */

static uint32_t read_ring(NocturneBoard *b, uint32_t offset)
{
    return ldl_le_p(b->console.ring + offset);
}

/* --- windows -------------------------------------------------------------------- */

static bool only_read(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return !is_write;
}

static bool everything(const NocturneBoard *b, uint32_t offset, bool is_write)
{
    return true;
}

typedef struct Window {
    uint32_t base, size;
    bool (*has)(const NocturneBoard *b, uint32_t offset, bool is_write);
    uint32_t (*read)(NocturneBoard *b, uint32_t offset);
    void (*write)(NocturneBoard *b, uint32_t offset, uint32_t value); /* NULL: `has` says no */
} Window;

/* By base. */
static const Window windows[] = {
    { NOC_STATE_BASE, NOC_NODES_MAX * NOC_STATE_BLOCK, is_state, read_state, NULL },
    { NOC_STAMP_BASE, NOC_NODES_MAX * NOC_STAMP_BLOCK, is_stamp, read_stamp, NULL },
    { NOC_CONSOLE_BASE, NOC_CONSOLE_SIZE, only_read, read_ring, NULL },
    { NOC_CONTROL_BASE, NOC_CONTROL_SIZE, everything, read_control, write_control },
    { NOC_PEEK_BASE, NOC_PEEK_SIZE, is_register, read_peek, write_peek },
    { NOC_PEEK_RAM_BASE, NOC_RAM_MAX, is_ram, read_ram, write_ram },
};

/* The window at this address, and the offset into it; NULL: there is none. */
static const Window *window_at(hwaddr at, uint32_t *offset)
{
    uint32_t address = NOC_STATE_BASE + at;
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(windows); i++) {
        if (address >= windows[i].base && address - windows[i].base < windows[i].size) {
            *offset = address - windows[i].base;
            return &windows[i];
        }
    }
    return NULL;
}

static bool control_accepts(void *opaque, hwaddr addr, unsigned size, bool is_write,
                            MemTxAttrs attrs)
{
    uint32_t offset;
    const Window *w = window_at(addr, &offset);

    return w && !nocturne_accessor() && w->has(opaque, offset, is_write);
}

static uint64_t control_read(void *opaque, hwaddr addr, unsigned size)
{
    uint32_t offset;

    return window_at(addr, &offset)->read(opaque, offset);
}

static void control_write(void *opaque, hwaddr addr, uint64_t value, unsigned size)
{
    uint32_t offset;

    window_at(addr, &offset)->write(opaque, offset, value);
}

static const MemoryRegionOps control_ops = {
    .read = control_read,
    .write = control_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4, .accepts = control_accepts },
    .impl = { .min_access_size = 4, .max_access_size = 4 },
};

void nocturne_control_init(NocturneBoard *b)
{
    b->control.seconds_wanted = noc_mask(STOP_SECONDS_BITS);
    b->control.time_up = timer_new_ms(QEMU_CLOCK_REALTIME, on_time_up, b);
    memory_region_init_io(&b->control.region, OBJECT(b), &control_ops, b, "nocturne.control",
                          NOC_PEEK_RAM_BASE + NOC_RAM_MAX - NOC_STATE_BASE);
    nocturne_cpu_may_repeat(&b->control.region);
    memory_region_add_subregion(get_system_memory(), NOC_STATE_BASE, &b->control.region);
}
