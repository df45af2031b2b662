/*
 * QEMU's RISC-V CPU as a hart of the board
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the board takes from QEMU beside its documented device interfaces, and
 * what changes from one release of QEMU to the next, stands here alone: which
 * CPU a hart is, how it fetches, how its instruction counter is corrected, and
 * QEMU's big lock. Written for QEMU 10.0.
 */
#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/main-loop.h"
#include "exec/cputlb.h"
#include "exec/exec-all.h"
#include "accel/tcg/cpu-ops.h"
#include "hw/qdev-properties.h"
#include "hw/noc/nocturne.h"

/* --- what it fetches from -------------------------------------------------- */

static bool holds_code(CPUState *cs, vaddr address)
{
    hwaddr at, length = 1;
    MemoryRegion *mr;

    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(cs->as, address, &at, &length, false, MEMTXATTRS_UNSPECIFIED);
    return memory_access_is_direct(mr, false, MEMTXATTRS_UNSPECIFIED);
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

/* TCG gives CPU classes their operations when it begins, which is after classes are made. */
static void fetch_by_pages(CPUClass *cc)
{
    static TCGCPUOps ops;

    if (cc->tcg_ops && cc->tcg_ops != &ops) {
        ops = *cc->tcg_ops;
        ops.tlb_fill = fill_tlb;
        cc->tcg_ops = &ops;
    }
}

/* --- which CPU ---------------------------------------------------------- */

void nocturne_cpu_init(NocturneNode *n, uint32_t reset_address)
{
    Object *hart = OBJECT(&n->hart);

    object_initialize_child(OBJECT(n), "hart", &n->hart, TYPE_NOCTURNE_HART);
    qdev_prop_set_uint64(DEVICE(hart), "resetvec", reset_address);
    object_property_set_link(hart, "memory", OBJECT(&n->root), &error_abort);
    n->hart.env.mhartid = n->id;
    CPU(hart)->cpu_index = n->id; /* a free one would be searched for */
    fetch_by_pages(CPU_GET_CLASS(hart));
    qdev_realize(DEVICE(hart), NULL, &error_fatal);
    /* No code is mapped at two addresses, so it need not be translated for any address. */
    CPU(hart)->tcg_cflags &= ~CF_PCREL;
}

/* --- its traps --------------------------------------------------------------- */

void nocturne_cpu_trapped(NocturneNode *n)
{
    if (CPU(&n->hart)->exception_index == RISCV_EXCP_BREAKPOINT) {
        /* QEMU would give the address of the ebreak; the gateware gives 0. */
        n->hart.env.badaddr = 0;
    }
}

/* --- its instruction counter ------------------------------------------------ */

void nocturne_cpu_repeat(NocturneNode *n)
{
    CPUState *cs = CPU(&n->hart);

    cs->exception_index = EXCP_INTERRUPT;
    cpu_loop_exit_restore(cs, cs->mem_io_pc);
}

/* QEMU's guard stays shut behind an access that nocturne_cpu_repeat() left, and would block the next. */
void nocturne_cpu_may_repeat(MemoryRegion *region)
{
    region->disable_reentrancy_guard = true;
}

void nocturne_cpu_uncount(NocturneNode *n)
{
    CPU(&n->hart)->neg.icount_decr.u16.low++;
}

void nocturne_cpu_count(NocturneNode *n, int64_t instructions)
{
    CPU(&n->hart)->icount_executed += instructions;
}

bool nocturne_cpu_is_watched(NocturneNode *n)
{
    CPUState *cs = CPU(&n->hart);

    return cs->singlestep_enabled || !QTAILQ_EMPTY(&cs->breakpoints) ||
           !QTAILQ_EMPTY(&cs->watchpoints);
}

/* --- QEMU's big lock -------------------------------------------------------- */

void nocturne_unlock(void)
{
    bql_unlock();
}

void nocturne_lock(void)
{
    bql_lock();
}

void nocturne_wait(QemuCond *condition, int64_t microseconds)
{
    qemu_cond_timedwait_bql(condition, microseconds / 1000 + 1);
}

/* --- type -------------------------------------------------------------------- */

/* RV32IMAC, machine mode only: QEMU's RV32I, and what that lacks. */
static void hart_init(Object *obj)
{
    RISCVCPU *hart = RISCV_CPU(obj);

    hart->env.misa_ext = hart->env.misa_ext_mask = RVI | RVM | RVA | RVC;
    hart->env.priv_ver = PRIV_VERSION_1_12_0;
    hart->cfg.ext_zicsr = hart->cfg.ext_zifencei = true;
    hart->cfg.ext_zicntr = hart->cfg.ext_zihpm = true;
    hart->cfg.pmu_mask = 0;
    hart->cfg.satp_mode.init = hart->cfg.satp_mode.map = 1 << VM_1_10_MBARE;
}

static void hart_class_init(ObjectClass *oc, void *data)
{
    DEVICE_CLASS(oc)->vmsd = NULL;
    CPU_CLASS(oc)->unmigratable = true;
    CPU_CLASS(oc)->memory_rw_debug = nocturne_debug_gdb_memory;
    RISCV_CPU_CLASS(oc)->fixed = true;
}

static const TypeInfo types[] = {
    {
        .name = TYPE_NOCTURNE_HART,
        .parent = TYPE_RISCV_CPU_RV32I,
        .instance_init = hart_init,
        .class_init = hart_class_init,
    },
};

DEFINE_TYPES(types)
