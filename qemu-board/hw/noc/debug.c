/*
 * A hart's Debug Mode: halt, resume, step, ebreak, triggers, reset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * RISC-V External Debug Support 0.13.2, chapters 4 and 5; the Debug Module itself is
 * dm.c. QEMU's harts have no Debug Mode: one that is in it is taken out of the
 * scheduler, and its registers are looked at from outside. So nothing is ever
 * executed in Debug Mode, and there is no program buffer.
 *
 * A hart is halted between two instructions. One that sleeps in wfi completes
 * it (4.1). A step is a slice of one instruction, without an interrupt before
 * it; one that must wait for its turn at the network interface is still the
 * same step. A trap counts as one.
 *
 * QEMU's own gdb server knows nothing of this: to it such a hart is one that
 * executes nothing.
 */
#include "qemu/osdep.h"
#include "exec/address-spaces.h"
#include "system/runstate.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"

/* dcsr (4.8.1). Bits not here read 0: interrupts stay off while stepping, and
 * counters and time go on in Debug Mode. */
enum {
    DCSR_XDEBUGVER_0_13 = 4 << 28,
    DCSR_EBREAKM = 1 << 15,
    DCSR_CAUSE_SHIFT = 6,
    DCSR_STEP = 1 << 2,
    DCSR_PRV_M = 3
};

/* dcsr.cause */
enum { CAUSE_EBREAK = 1, CAUSE_TRIGGER = 2, CAUSE_HALTREQ = 3, CAUSE_STEP = 4,
       CAUSE_RESETHALTREQ = 5 };

/* Numbers of registers in abstract commands (table 3.3). */
enum { REG_CSR_END = 0x1000, REG_GPR = 0x1000, REG_GPR_END = 0x1020, REG_DCSR = 0x7b0,
       REG_DPC = 0x7b1, REG_TSELECT = 0x7a0, REG_TDATA1 = 0x7a1, REG_TDATA2 = 0x7a2,
       REG_TINFO = 0x7a4 };

/* mcontrol (5.2.9): at an instruction, in machine mode, into Debug Mode; nothing else. */
enum {
    MCONTROL_TYPE = 2 << 28, MCONTROL_DMODE = 1 << 27, MCONTROL_ACTION_DEBUG = 1 << 12,
    MCONTROL_M = 1 << 6, MCONTROL_EXECUTE = 1 << 2, TINFO_MCONTROL = 1 << 2
};

/* --- into Debug Mode and out of it -------------------------------------------- */

static void enter(NocturneNode *n, unsigned cause)
{
    n->debug.halted = true;
    n->debug.cause = cause;
    n->debug.resumed = n->debug.stepping = false;
    /* An interrupt that the step has kept away. */
    if (n->hart.env.mip) {
        cpu_interrupt(CPU(&n->hart), CPU_INTERRUPT_HARD);
    }
}

void nocturne_debug_halt(NocturneNode *n)
{
    if (nocturne_debug_stopped(n)) {
        return;
    }
    nocturne_sched_stop(n);
    enter(n, CAUSE_HALTREQ);
}

/*
 * A call to the host that a debugger serves (CTL_HOST, STOPS): like an access to the network
 * interface it has its turn, and then nobody runs until the hart goes on. False: not yet.
 */
static bool begin_call(NocturneNode *n)
{
    if (!nocturne_sched_try(n)) {
        nocturne_host_later(n);
        return false;
    }
    n->debug.calling = true;
    n->board->calling++;
    return true;
}

static void end_call(NocturneNode *n)
{
    n->board->calling -= n->debug.calling;
    n->debug.calling = false;
}

void nocturne_debug_resume(NocturneNode *n)
{
    n->debug.resume_ack = false; /* 3.5 */
    if (!n->debug.halted || n->debug.held) {
        return;
    }
    end_call(n);
    n->debug.halted = false;
    n->debug.stepping = n->debug.step;
    n->debug.resumed = true;
    n->debug.trapped = false;
    n->debug.resumed_from = nocturne_node_retired(n);
    n->debug.resume_ack = true;
    nocturne_sched_go(n, n->debug.step || n->board->changed);
}

void nocturne_debug_before_step(NocturneNode *n)
{
    CPU(&n->hart)->interrupt_request &= ~CPU_INTERRUPT_HARD;
}

void nocturne_debug_after_slice(NocturneNode *n)
{
    int64_t executed = nocturne_node_retired(n) - n->debug.resumed_from;

    if (!n->debug.resumed || (!executed && !n->debug.trapped)) {
        return;
    }
    n->debug.resumed = false;
    if (executed == 1) {
        CPU(&n->hart)->halted = 0; /* a step over wfi completes it (4.4); one by ebreaks, too */
    }
    if (n->debug.stepping) {
        enter(n, CAUSE_STEP);
        qemu_cond_broadcast(&n->board->step_done);
    }
}

bool nocturne_debug_ebreak(CPURISCVState *env)
{
    NocturneNode *n = container_of(env_archcpu(env), NocturneNode, hart);

    if (cpu_breakpoint_test(CPU(&n->hart), env->pc, BP_CPU)) {
        enter(n, CAUSE_TRIGGER); /* before the instruction, so nothing was counted */
    } else if (nocturne_host_call(n)) {
        return true;
    } else if (n->debug.ebreakm) {
        if (n->board->host.stops && nocturne_host_is_call(n) && !begin_call(n)) {
            return true;
        }
        enter(n, CAUSE_EBREAK);
        nocturne_node_uncount(n);
    } else {
        return false;
    }
    cpu_exit(CPU(&n->hart)); /* the scheduler puts it aside */
    return true;
}

/* --- triggers ------------------------------------------------------------------ */

/*
 * QEMU looks for breakpoints in translated code for each hart by itself, so that
 * one in the image, which is everybody's, stops only the hart it was made for.
 * Its own trigger registers, which harts here cannot access, must agree; it then
 * raises a breakpoint exception, and asks nocturne_debug_ebreak().
 */
static void set_trigger(NocturneNode *n, unsigned i, bool on, uint32_t address)
{
    struct NocturneTrigger *t = &n->debug.trigger[i];
    CPURISCVState *env = &n->hart.env;

    if (t->breakpoint) {
        cpu_breakpoint_remove_by_ref(CPU(&n->hart), t->breakpoint);
        t->breakpoint = NULL;
    }
    t->on = on;
    t->address = address;
    env->tdata1[i] = MCONTROL_TYPE | (on ? MCONTROL_M | MCONTROL_EXECUTE : 0);
    env->tdata2[i] = address;
    n->board->changed |= on;
    if (on) {
        cpu_breakpoint_insert(CPU(&n->hart), address, BP_CPU, &t->breakpoint);
    }
}

static void clear_triggers(NocturneNode *n)
{
    unsigned i;

    for (i = 0; i < NOCTURNE_TRIGGERS; i++) {
        set_trigger(n, i, false, 0);
    }
    n->debug.tselect = 0;
}

/* --- all harts at one address (stop-at=) ------------------------------------------ */

/*
 * A hart's first trigger halts it there, after each reset of it. Harts of different ranks may
 * come in different cycles, so that they wait for each other in Debug Mode. When nobody can run
 * any more the machine stops, as after gdb's Ctrl-C, the triggers are gone, and the harts are as
 * any others that QEMU has stopped. Who sleeps before it gets there, or has ended, is not waited for.
 */
static void arm_stop(NocturneNode *n)
{
    bool changed = n->board->changed;

    if (n->board->config.stop_at) {
        set_trigger(n, 0, true, n->board->config.stop_at);
        n->board->changed = changed;
    }
}

static bool stands_at_stop(const NocturneNode *n)
{
    return n->debug.halted && n->debug.cause == CAUSE_TRIGGER && !n->debug.held &&
           n->hart.env.pc == n->board->config.stop_at;
}

void nocturne_debug_all_stopped(NocturneBoard *b)
{
    uint32_t i, there = 0;

    if (!b->config.stop_at || b->stopping || b->ended || !b->stopped ||
        b->stopped != b->parked) {
        return;
    }
    for (i = 0; i < b->nodes; i++) {
        there += stands_at_stop(&b->node[i]);
    }
    if (!there) {
        return;
    }
    b->stopping = true;
    fprintf(stderr, "nocturne: stop cores=%" PRIu32 " cycles=%" PRIu64 "\n", there,
            noc_board_now(b->model));
    qemu_system_vmstop_request_prepare();
    qemu_system_vmstop_request(RUN_STATE_PAUSED);
}

void nocturne_debug_leave_stop(NocturneBoard *b)
{
    uint32_t i;

    if (!b->stopping) {
        return;
    }
    b->stopping = false;
    for (i = 0; i < b->nodes; i++) {
        NocturneNode *n = &b->node[i];
        bool there = stands_at_stop(n);

        clear_triggers(n);
        if (there) {
            n->debug.halted = false;
            nocturne_sched_go(n, false);
        }
    }
}

/* False: it is none of theirs. */
static bool read_trigger(const NocturneNode *n, uint32_t number, uint32_t *value)
{
    const struct NocturneTrigger *t = &n->debug.trigger[n->debug.tselect];

    switch (number) {
    case REG_TSELECT:
        *value = n->debug.tselect;
        return true;
    case REG_TDATA1:
        *value = MCONTROL_TYPE | MCONTROL_DMODE | MCONTROL_ACTION_DEBUG |
                 (t->on ? MCONTROL_M | MCONTROL_EXECUTE : 0);
        return true;
    case REG_TDATA2:
        *value = t->address;
        return true;
    case REG_TINFO:
        *value = TINFO_MCONTROL;
        return true;
    }
    return false;
}

static bool write_trigger(NocturneNode *n, uint32_t number, uint32_t value)
{
    unsigned i = n->debug.tselect;
    uint32_t both = MCONTROL_M | MCONTROL_EXECUTE;

    switch (number) {
    case REG_TSELECT:
        n->debug.tselect = value < NOCTURNE_TRIGGERS ? value : i;
        return true;
    case REG_TDATA1:
        set_trigger(n, i, (value & both) == both, n->debug.trigger[i].address);
        return true;
    case REG_TDATA2:
        set_trigger(n, i, n->debug.trigger[i].on, value);
        return true;
    }
    return false;
}

/* --- reset ------------------------------------------------------------------- */

static void halt_out_of_reset(NocturneNode *n)
{
    if (n->debug.halt_on_reset) {
        enter(n, CAUSE_RESETHALTREQ);
    } else if (n->debug.halt_request) {
        enter(n, CAUSE_HALTREQ);
    }
}

void nocturne_debug_reset(NocturneNode *n)
{
    end_call(n);
    n->debug.halted = n->debug.resumed = n->debug.stepping = false;
    n->debug.ebreakm = n->debug.step = false;
    n->debug.cause = 0;
    clear_triggers(n);
    arm_stop(n);
    n->debug.have_reset = n->board->changed = true;
    if (!n->debug.held) {
        halt_out_of_reset(n);
    }
}

void nocturne_debug_hold_hart(NocturneNode *n)
{
    if (n->debug.held & NOCTURNE_HELD_HARTRESET) {
        return;
    }
    if (!nocturne_debug_stopped(n)) {
        nocturne_sched_stop(n);
    }
    n->debug.held |= NOCTURNE_HELD_HARTRESET;
    nocturne_node_reset_hart(n);
    nocturne_debug_reset(n);
}

void nocturne_debug_hold_all(NocturneBoard *b, unsigned why)
{
    uint32_t i;

    for (i = 0; i < b->nodes; i++) {
        b->node[i].debug.held |= why;
    }
    nocturne_board_reset(b);
}

void nocturne_debug_release(NocturneNode *n, unsigned why)
{
    if (!(n->debug.held & why)) {
        return;
    }
    n->debug.held &= ~why;
    if (!n->debug.held) {
        halt_out_of_reset(n);
        if (!n->debug.halted) {
            nocturne_sched_go(n, true);
        }
    }
}

/* --- registers and memory ----------------------------------------------------- */

static uint32_t dcsr(const NocturneNode *n)
{
    return (uint32_t)DCSR_XDEBUGVER_0_13 | (n->debug.ebreakm ? DCSR_EBREAKM : 0) |
           n->debug.cause << DCSR_CAUSE_SHIFT | (n->debug.step ? DCSR_STEP : 0) | DCSR_PRV_M;
}

bool nocturne_debug_read_register(NocturneNode *n, uint32_t number, uint32_t *value)
{
    CPURISCVState *env = &n->hart.env;
    target_ulong read = 0;

    nocturne_sched_catch_up(n); /* for the counters */
    if (number >= REG_GPR && number < REG_GPR_END) {
        read = env->gpr[number - REG_GPR];
    } else if (number == REG_DCSR) {
        read = dcsr(n);
    } else if (number == REG_DPC) {
        read = env->pc;
    } else if (read_trigger(n, number, value)) {
        return true;
    } else if (number >= REG_CSR_END ||
               riscv_csrrw_debug(env, number, &read, 0, 0) != RISCV_EXCP_NONE) {
        return false;
    }
    *value = read;
    return true;
}

bool nocturne_debug_write_register(NocturneNode *n, uint32_t number, uint32_t value)
{
    CPURISCVState *env = &n->hart.env;

    nocturne_sched_catch_up(n);
    if (number >= REG_GPR && number < REG_GPR_END) {
        if (number != REG_GPR) {
            env->gpr[number - REG_GPR] = value;
        }
    } else if (number == REG_DCSR) {
        n->debug.ebreakm = value & DCSR_EBREAKM;
        n->debug.step = value & DCSR_STEP;
    } else if (number == REG_DPC) {
        n->board->changed = true;
        env->pc = value & ~1u;
    } else if (!write_trigger(n, number, value)) {
        return number < REG_CSR_END &&
               riscv_csrrw_debug(env, number, NULL, value, -1) == RISCV_EXCP_NONE;
    }
    return true;
}

/* What of the bytes from `address` on is in the image, or what is before it. */
static uint32_t up_to_edge(uint32_t address, uint32_t bytes, bool *in_image)
{
    uint32_t end = NOC_IMAGE_BASE + NOC_IMAGE_SIZE;

    *in_image = address >= NOC_IMAGE_BASE && address < end;
    if (*in_image) {
        return MIN(bytes, end - address);
    }
    return address < NOC_IMAGE_BASE ? MIN(bytes, NOC_IMAGE_BASE - address) : bytes;
}

static bool write_memory(NocturneNode *n, uint32_t address, uint8_t *from, uint32_t bytes)
{
    AddressSpace *as = CPU(&n->hart)->as;
    MemTxResult result = MEMTX_OK;

    while (bytes && result == MEMTX_OK) {
        bool in_image;
        uint32_t part = up_to_edge(address, bytes, &in_image);

        n->board->changed |= in_image || address - NOC_RAM_BASE < n->board->ram_bytes;
        /* The image is code of all harts, translated perhaps: this forgets the translation. */
        result = in_image
            ? address_space_write_rom(as, address, MEMTXATTRS_UNSPECIFIED, from, part)
            : address_space_write(as, address, MEMTXATTRS_UNSPECIFIED, from, part);
        address += part;
        from += part;
        bytes -= part;
    }
    return result == MEMTX_OK;
}

bool nocturne_debug_access(NocturneNode *n, bool write, uint32_t address, uint32_t *value,
                           unsigned bytes)
{
    uint8_t buffer[sizeof(*value)] = { 0 };

    if (write) {
        stl_le_p(buffer, *value);
        return write_memory(n, address, buffer, bytes);
    }
    if (address_space_read(CPU(&n->hart)->as, address, MEMTXATTRS_UNSPECIFIED, buffer, bytes) !=
        MEMTX_OK) {
        return false;
    }
    *value = ldl_le_p(buffer);
    return true;
}

int nocturne_debug_gdb_memory(CPUState *cs, vaddr address, uint8_t *bytes, size_t count,
                              bool is_write)
{
    NocturneNode *n = container_of(cs, NocturneNode, hart.parent_obj);
    bool done;

    if (!is_write) {
        return cpu_memory_rw_debug(cs, address, bytes, count, false);
    }
    n->board->gdb_writes = true;
    done = write_memory(n, address, bytes, count);
    n->board->gdb_writes = false;
    return done ? 0 : -1;
}
