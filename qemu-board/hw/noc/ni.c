/*
 * Network interfaces and counters as memory: a thin wrapper of libnoc/model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A hart's own registers act in the cycle of the instruction that accesses
 * them. Everything else that reads (gdb, the monitor, qtest, other nodes'
 * counters in the debug window) has no effect on the board. Word accesses
 * only; any other, and one beyond the registers, is an access fault.
 *
 * Under qtest no hart runs, and QEMU's virtual clock is the board's: one
 * nanosecond is one cycle. Writes to the window of all interfaces work only
 * then; otherwise the monitor could change the past.
 */
#include "qemu/osdep.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "system/qtest.h"
#include "hw/core/cpu.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"
#include "regs.h"

enum { OWN_OFFSET = NOC_OWN_BASE - NOC_NI_BASE };

NocturneNode *nocturne_accessor(void)
{
    CPUState *cs = current_cpu;

    return cs && cs->running ? container_of(cs, NocturneNode, hart.parent_obj) : NULL;
}

/* A word of node's counter block as of the model's now; the hart is `sampled`. */
static uint32_t read_counter(NocturneBoard *b, uint32_t node, uint32_t offset, bool sampled)
{
    NocturneNode *n = &b->node[node];
    uint64_t now = noc_board_now(b->model);
    struct noc_hart hart = {
        .time = now,
        .pc = sampled ? n->hart.env.pc : 0,
        .asleep = n->asleep && nocturne_node_clock(n) <= now,
    };

    return noc_board_counter(b->model, node, offset, &hart);
}

/* --- a node's own registers ------------------------------------------------- */

/* Constant after reset. */
static bool is_constant(uint32_t offset)
{
    return offset <= NI_BOARD || offset == NI_PROFILE || offset == NI_WIRING || offset == NI_HOST;
}

/*
 * Acts at once, whatever waits: what a core says to the outside. EXIT may end
 * the run, and a finished line of the console takes its place among others: these two wait
 * for their turn, so that none comes that is behind the cycle in which a core ends the board.
 */
static bool is_spoken(uint32_t offset)
{
    return offset == NI_CONSOLE || offset == NI_EXIT;
}

/* Its slot or window may be the hart's own memory from the next cycle on, while the board is behind. */
static bool takes_back(uint32_t offset)
{
    bool reset = offset >= NI_RX_FREE && offset < NI_RX_FREE + NOC_QUEUES * NI_QUEUE_STRIDE &&
                 (offset - NI_RX_FREE) % NI_QUEUE_STRIDE == NI_RX_RESET - NI_RX_FREE;

    return reset || offset == NI_WINDOW_CLOSE || offset == NI_WINDOW_CLEAR ||
           offset == NI_WINDOW_OPEN;
}

/* A write whose effect the hart can see only by reading the interface, or in
 * wfi. TX_DEST and TX_HEADERS are none: they take body and header as they are in that cycle. */
static bool can_be_posted(const NocturneNode *n, uint32_t offset)
{
    return !is_spoken(offset) && offset != NI_TX_DEST && offset != NI_TX_HEADERS &&
           !takes_back(offset) && !n->debug.stepping &&
           !nocturne_node_irq_enabled(n);
}

bool nocturne_ni_has(uint32_t offset, bool is_write)
{
    return offset < NOC_NI_SIZE ||
           (!is_write && offset >= OWN_OFFSET && offset < OWN_OFFSET + NOC_DEBUG_BLOCK);
}

static bool ni_accepts(void *opaque, hwaddr addr, unsigned size, bool is_write,
                       MemTxAttrs attrs)
{
    return nocturne_ni_has(addr, is_write);
}

uint32_t nocturne_ni_look(NocturneNode *n, uint32_t offset)
{
    return offset < NOC_NI_SIZE ? noc_ni_peek(n->board->model, n->id, offset)
                                : read_counter(n->board, n->id, offset - OWN_OFFSET, false);
}

static uint64_t ni_read(void *opaque, hwaddr addr, unsigned size)
{
    NocturneNode *n = opaque;
    struct noc_board *model = n->board->model;

    if (!nocturne_accessor()) {
        return nocturne_ni_look(n, addr);
    }
    if (addr < NOC_NI_SIZE) {
        bool timeless = noc_ni_timeless(addr, false) && (!n->posted || is_constant(addr));
        uint64_t when;

        n->looking = addr == NI_PENDING;
        when = timeless ? nocturne_node_clock(n) : nocturne_sched_sync(n);
        n->looking = false;
        return noc_ni_read(model, n->id, addr, when);
    }
    nocturne_sched_sync(n);
    return read_counter(n->board, n->id, addr - OWN_OFFSET, false);
}

static bool needs_turn(const NocturneNode *n, uint32_t offset, uint32_t value)
{
    if (is_spoken(offset)) {
        return offset == NI_EXIT || value == '\n';
    }
    return n->posted || !noc_ni_timeless(offset, true);
}

void nocturne_ni_write_outside(NocturneNode *n, uint32_t offset, uint32_t value)
{
    struct noc_board *model = n->board->model;

    if (n->posted && nocturne_debug_stopped(n) && nocturne_post(n, offset, value)) {
        n->base++; /* its own cycle */
        return;
    }
    noc_ni_write(model, n->id, offset, value, noc_board_now(model));
    if (!noc_ni_line(model, n->id)) {
        nocturne_node_set_irq(n, false);
    }
    nocturne_sched_wake(n->board);
    qemu_cpu_kick(CPU(&n->hart)); /* there may be something to do again */
}

static void ni_write(void *opaque, hwaddr addr, uint64_t value, unsigned size)
{
    NocturneNode *n = opaque;
    struct noc_board *model = n->board->model;
    uint64_t when;

    if (!nocturne_accessor()) {
        nocturne_ni_write_outside(n, addr, value);
        return;
    }
    if (!needs_turn(n, addr, value)) {
        when = nocturne_node_clock(n);
    } else if (can_be_posted(n, addr) && nocturne_post(n, addr, value)) {
        return;
    } else {
        when = nocturne_sched_sync(n);
    }
    noc_ni_write(model, n->id, addr, value, when);
    if (!noc_ni_line(model, n->id)) {
        nocturne_node_set_irq(n, false);
    }
}

/* After EXIT the hart may have to stop at once. */
static bool ni_within_block(void *opaque, hwaddr addr)
{
    return addr != NI_EXIT;
}

const MemoryRegionOps nocturne_ni_ops = {
    .read = ni_read,
    .write = ni_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4, .accepts = ni_accepts },
    .impl = { .min_access_size = 4, .max_access_size = 4 },
    .within_block = ni_within_block,
};

/* --- debug window -------------------------------------------------------------- */

static bool window_accepts(void *opaque, hwaddr addr, unsigned size, bool is_write,
                           MemTxAttrs attrs)
{
    NocturneBoard *b = opaque;

    return !is_write && addr / NOC_DEBUG_BLOCK < b->nodes;
}

static uint64_t window_read(void *opaque, hwaddr addr, unsigned size)
{
    NocturneBoard *b = opaque;
    NocturneNode *n = nocturne_accessor();

    if (n) {
        nocturne_sched_sync(n);
    }
    /* Where another hart is is not one cycle's, so harts do not learn of it. */
    return read_counter(b, addr / NOC_DEBUG_BLOCK, addr % NOC_DEBUG_BLOCK, !n);
}

static void window_write(void *opaque, hwaddr addr, uint64_t value, unsigned size)
{
    g_assert_not_reached(); /* not accepted */
}

const MemoryRegionOps nocturne_window_ops = {
    .read = window_read,
    .write = window_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8, .unaligned = true,
               .accepts = window_accepts },
    .impl = { .min_access_size = 4, .max_access_size = 4 },
};

/* --- all interfaces, for qtest --------------------------------------------------- */

static uint64_t qtest_now(NocturneBoard *b)
{
    uint64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    while (noc_board_now(b->model) < now) {
        nocturne_sched_run_model(b, now);
    }
    return now;
}

static uint64_t all_ni_read(void *opaque, hwaddr addr, unsigned size)
{
    NocturneBoard *b = opaque;
    uint32_t node = addr / NOC_NI_SIZE, offset = addr % NOC_NI_SIZE;

    return qtest_enabled() ? noc_ni_read(b->model, node, offset, qtest_now(b))
                           : noc_ni_peek(b->model, node, offset);
}

static void all_ni_write(void *opaque, hwaddr addr, uint64_t value, unsigned size)
{
    NocturneBoard *b = opaque;

    if (qtest_enabled()) {
        noc_ni_write(b->model, addr / NOC_NI_SIZE, addr % NOC_NI_SIZE, value, qtest_now(b));
    }
}

const MemoryRegionOps nocturne_all_ni_ops = {
    .read = all_ni_read,
    .write = all_ni_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4 },
    .impl = { .min_access_size = 4, .max_access_size = 4 },
};
