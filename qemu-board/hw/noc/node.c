/*
 * A node: one hart and the private address space around it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All nodes' RAM is one block of host memory, so that a page costs nothing
 * until its hart touches it; the image is one block for all, so that code is
 * translated once.
 *
 * Not modelled: memory and fetch latency (an instruction takes a cycle),
 * supervisor and user mode, PMP, floating point.
 */
#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/error-report.h"
#include "exec/address-spaces.h"
#include "system/cpu-timers.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"

/* --- time --------------------------------------------------------------- */

/* Is this hart's own instruction asking? Then it is already counted. */
static bool executing(const NocturneNode *n)
{
    const CPUState *cs = CPU(&n->hart);

    return cs == current_cpu && cs->running;
}

static int64_t retired(const NocturneNode *n)
{
    return icount_get_cpu_executed((CPUState *)CPU(&n->hart)) - executing(n);
}

uint64_t nocturne_node_clock(const NocturneNode *n)
{
    return n->base + retired(n);
}

int64_t nocturne_node_retired(const NocturneNode *n)
{
    return retired(n);
}

void nocturne_node_uncount(NocturneNode *n)
{
    n->base--;
    n->retired_at_reset++;
}

static NocturneNode *node_of(CPURISCVState *env)
{
    return container_of(env_archcpu(env), NocturneNode, hart);
}

static uint64_t read_time(void *opaque)
{
    return nocturne_node_clock(opaque);
}

static uint64_t read_counter(CPURISCVState *env, bool instret)
{
    NocturneNode *n = node_of(env);

    return instret ? retired(n) - n->retired_at_reset : nocturne_node_clock(n);
}

/* A trap executes nothing, so a loop of them must cost time, and must leave
 * the CPU loop for its slice to end. */
static void take_trap(CPURISCVState *env)
{
    NocturneNode *n = node_of(env);

    nocturne_cpu_trapped(n);
    n->base += NOCTURNE_TRAP_CYCLES;
    n->debug.trapped = true;
    cpu_exit(CPU(&n->hart));
}

/* --- interrupts ---------------------------------------------------------- */

bool nocturne_node_irq_enabled(const NocturneNode *n)
{
    const CPURISCVState *env = &n->hart.env;

    return (env->mstatus & MSTATUS_MIE) && (env->mie & MIP_MEIP);
}

/* The scheduler must look at this hart's line from now on. */
static void irq_enable(CPURISCVState *env)
{
    NocturneNode *n = node_of(env);

    if (nocturne_node_irq_enabled(n)) {
        cpu_exit(CPU(&n->hart));
    }
}

void nocturne_node_set_irq(NocturneNode *n, bool high)
{
    if (high != !!(n->hart.env.mip & MIP_MEIP)) {
        riscv_cpu_update_mip(&n->hart.env, MIP_MEIP, BOOL_TO_MASK(high));
    }
}

static const RISCVHartOps hart_ops = {
    .counter = read_counter,
    .trap = take_trap,
    .ebreak = nocturne_debug_ebreak,
    .irq_enable = irq_enable,
};

/* --- DMA ------------------------------------------------------------------ */

static bool within(uint32_t addr, uint32_t bytes, uint32_t base, uint64_t size)
{
    return addr >= base && bytes <= size && addr - base <= size - bytes;
}

bool nocturne_dma_is_ram(const NocturneBoard *b, uint32_t addr, uint32_t bytes)
{
    return within(addr, bytes, NOC_RAM_BASE, b->ram_bytes);
}

bool nocturne_dma_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    NocturneBoard *b = opaque;

    if (within(addr, bytes, NOC_RAM_BASE, b->ram_bytes)) {
        memcpy(to, b->ram_host + node * b->ram_bytes + (addr - NOC_RAM_BASE), bytes);
        return true;
    }
    if (within(addr, bytes, NOC_IMAGE_BASE, NOC_IMAGE_SIZE)) {
        memcpy(to, (char *)memory_region_get_ram_ptr(&b->image) + (addr - NOC_IMAGE_BASE),
               bytes);
        return true;
    }
    return false;
}

bool nocturne_dma_write(void *opaque, uint32_t node, uint32_t addr, const void *from,
                        uint32_t bytes)
{
    NocturneBoard *b = opaque;

    if (!within(addr, bytes, NOC_RAM_BASE, b->ram_bytes)) {
        return false;
    }
    /* Through the address space: there may be translated code in the page. */
    return address_space_write(&address_space_memory,
                               NOCTURNE_ALL_RAM_BASE + node * b->ram_bytes +
                               (addr - NOC_RAM_BASE),
                               MEMTXATTRS_UNSPECIFIED, from, bytes) == MEMTX_OK;
}

/* --- building --------------------------------------------------------------- */

static void map(NocturneNode *n)
{
    NocturneBoard *b = n->board;
    Object *owner = OBJECT(n);

    memory_region_init(&n->root, owner, "node", UINT64_MAX);
    memory_region_init_io(&n->ni, owner, &nocturne_ni_ops, n, "ni", NOCTURNE_NI_REGION);
    memory_region_add_subregion(&n->root, NOC_NI_BASE, &n->ni);
    memory_region_init_alias(&n->image, owner, "image", &b->image, 0, NOC_IMAGE_SIZE);
    memory_region_add_subregion(&n->root, NOC_IMAGE_BASE, &n->image);
    memory_region_init_alias(&n->window, owner, "debug", &b->window, 0,
                             memory_region_size(&b->window));
    memory_region_add_subregion(&n->root, NOC_DEBUG_BASE, &n->window);
    memory_region_init_alias(&n->control, owner, "control", &b->control.region, 0,
                             memory_region_size(&b->control.region));
    memory_region_add_subregion(&n->root, NOC_STATE_BASE, &n->control);
    memory_region_init_alias(&n->ram, owner, "ram", &b->ram, n->id * b->ram_bytes,
                             b->ram_bytes);
    memory_region_add_subregion(&n->root, NOC_RAM_BASE, &n->ram);
    nocturne_boot_map(n);
}

static void build_hart(NocturneNode *n)
{
    nocturne_cpu_init(n, n->board->config.rom ? NOC_ROM_BASE : NOC_IMAGE_BASE);
    n->hart.env.hart_ops = &hart_ops;
    riscv_cpu_set_rdtime_fn(&n->hart.env, read_time, n);
}

void nocturne_node_init(NocturneBoard *b, uint32_t id, Object *row)
{
    NocturneNode *n = &b->node[id];
    g_autofree char *name = g_strdup_printf("node%" PRIu32, id);

    object_initialize_child(row, name, n, TYPE_NOCTURNE_NODE);
    n->board = b;
    n->id = id;
    map(n);
    build_hart(n);
}

void nocturne_node_reset_hart(NocturneNode *n)
{
    cpu_reset(CPU(&n->hart));
    nocturne_node_set_irq(n, false);
    n->retired_at_reset = retired(n);
}

void nocturne_node_reset(NocturneNode *n)
{
    nocturne_node_reset_hart(n);
    n->base = -n->retired_at_reset;
}

static const TypeInfo types[] = {
    {
        .name = TYPE_NOCTURNE_NODE,
        .parent = TYPE_OBJECT,
        .instance_size = sizeof(NocturneNode),
    },
};

DEFINE_TYPES(types)
