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
#include "exec/exec-all.h"
#include "exec/address-spaces.h"
#include "hw/core/tcg-cpu-ops.h"
#include "hw/qdev-properties.h"
#include "sysemu/cpu-timers.h"
#include "sysemu/tcg.h"
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
        riscv_cpu_update_mip(&n->hart, MIP_MEIP, BOOL_TO_MASK(high));
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

/* RV32IMAC, machine mode only. */
static void build_hart(NocturneNode *n)
{
    static const char *const absent[] = {
        "f", "d", "s", "u", "h", "v", "mmu", "pmp", "debug", "sstc",
        "zba", "zbb", "zbc", "zbs", "zfh", "zfhmin", "zawrs",
    };
    Object *hart = OBJECT(&n->hart);
    unsigned i;

    object_initialize_child(OBJECT(n), "hart", &n->hart, TYPE_NOCTURNE_HART);
    for (i = 0; i < ARRAY_SIZE(absent); i++) {
        if (object_property_find(hart, absent[i])) {
            object_property_set_bool(hart, absent[i], false, &error_abort);
        }
    }
    qdev_prop_set_uint8(DEVICE(hart), "pmu-num", 0);
    qdev_prop_set_uint64(DEVICE(hart), "resetvec",
                         n->board->config.rom ? NOC_ROM_BASE : NOC_IMAGE_BASE);
    object_property_set_link(hart, "memory", OBJECT(&n->root), &error_abort);
    n->hart.env.mhartid = n->id;
    CPU(hart)->cpu_index = n->id; /* a free one would be searched for */
    qdev_realize(DEVICE(hart), NULL, &error_fatal);
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

/* --- what harts fetch from ------------------------------------------------ */

static bool holds_code(CPUState *cs, vaddr address)
{
    hwaddr at, length = 1;
    MemoryRegion *mr;

    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(cs->as, address, &at, &length, false, MEMTXATTRS_UNSPECIFIED);
    return memory_access_is_direct(mr, false);
}

/*
 * QEMU's translator cannot read an instruction whose second half is no memory: it would abort. So
 * such a page is never there for fetches, which fault before. Harts are in machine mode, where
 * addresses are physical.
 */
static bool fill_tlb(CPUState *cs, vaddr address, int size, MMUAccessType type, int mmu_idx,
                     bool probe, uintptr_t from)
{
    CPURISCVState *env = &RISCV_CPU(cs)->env;
    vaddr page = address & TARGET_PAGE_MASK;

    if (holds_code(cs, address)) {
        return riscv_cpu_tlb_fill(cs, address, size, type, mmu_idx, probe, from);
    }
    if (type != MMU_INST_FETCH) {
        tlb_set_page(cs, page, page, PAGE_READ | PAGE_WRITE, mmu_idx, TARGET_PAGE_SIZE);
        return true;
    }
    if (!probe) {
        env->badaddr = address;
        riscv_raise_exception(env, RISCV_EXCP_INST_ACCESS_FAULT, from);
    }
    return false;
}

static void hart_class_init(ObjectClass *oc, void *data)
{
    static struct TCGCPUOps ops;
    CPUClass *cc = CPU_CLASS(oc);

    ops = *cc->tcg_ops;
    ops.tlb_fill = fill_tlb;
    cc->tcg_ops = &ops;
    cc->memory_rw_debug = nocturne_debug_gdb_memory;
}

static const TypeInfo types[] = {
    {
        .name = TYPE_NOCTURNE_NODE,
        .parent = TYPE_OBJECT,
        .instance_size = sizeof(NocturneNode),
    }, {
        .name = TYPE_NOCTURNE_HART,
        .parent = TYPE_RISCV_CPU_BASE32,
        .class_init = hart_class_init,
    },
};

DEFINE_TYPES(types)
