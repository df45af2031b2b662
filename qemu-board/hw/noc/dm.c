/*
 * The Debug Module: harts and memory as registers on the Debug Module Interface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * RISC-V External Debug Support 0.13.2, chapter 3. One module for all harts.
 * There are: hart selection by number and by the hart array mask, halt, resume,
 * reset of one hart and of all, halt on reset; abstract commands for registers
 * and memory, autoexec; system bus access. Not there: program buffer (and with
 * it Quick Access), authentication, hart-local data. What a debugger
 * asks for is done before the register access that asks ends, so nothing is
 * ever busy.
 *
 * Every node has its own address space: the system bus is that of the hart
 * that hartsel selects, which need not be halted.
 */
#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/main-loop.h"
#include "hw/core/cpu.h"
#include "hw/noc/nocturne.h"
#include "system/runstate.h"

#include "memmap.h"

/* --- registers (3.12) ------------------------------------------------------- */

enum {
    DATA0 = 0x04, DATA1 = 0x05, DMCONTROL = 0x10, DMSTATUS = 0x11, HALTSUM1 = 0x13,
    HAWINDOWSEL = 0x14, HAWINDOW = 0x15, ABSTRACTCS = 0x16, COMMAND = 0x17,
    ABSTRACTAUTO = 0x18, HALTSUM2 = 0x34, SBCS = 0x38, SBADDRESS0 = 0x39, SBDATA0 = 0x3c,
    HALTSUM0 = 0x40
};

enum { DATA_WORDS = 2 };

enum { STEP_WAIT_MS = 1000 };

/* dmcontrol (3.12.2) */
enum {
    DM_ACTIVE = 1 << 0, DM_NDMRESET = 1 << 1, DM_CLRRESETHALTREQ = 1 << 2,
    DM_SETRESETHALTREQ = 1 << 3, DM_HASEL = 1 << 26, DM_ACKHAVERESET = 1 << 28,
    DM_HARTRESET = 1 << 29, DM_RESUMEREQ = 1 << 30
};
#define DM_HALTREQ (1u << 31)
enum { HARTSELHI_SHIFT = 6, HARTSELLO_SHIFT = 16, HARTSELLO_BITS = 10 };

/* dmstatus (3.12.1): two bits each, any and all */
enum {
    STATUS_VERSION_0_13 = 2, STATUS_HASRESETHALTREQ = 1 << 5, STATUS_AUTHENTICATED = 1 << 7,
    HALTED_SHIFT = 8, RUNNING_SHIFT = 10, UNAVAIL_SHIFT = 12, NONEXISTENT_SHIFT = 14,
    RESUMEACK_SHIFT = 16, HAVERESET_SHIFT = 18
};

/* abstractcs, command (3.12.6, 3.7.1) */
enum { CMDERR_SHIFT = 8, CMDERR_BITS = 3, CMDTYPE_SHIFT = 24 };
enum { CMDERR_NOT_SUPPORTED = 2, CMDERR_EXCEPTION = 3, CMDERR_HALT_RESUME = 4, CMDERR_BUS = 5 };
enum { COMMAND_REGISTER = 0, COMMAND_MEMORY = 2 };
enum {
    AC_WRITE = 1 << 16, AC_TRANSFER = 1 << 17, AC_POSTEXEC = 1 << 18,
    AC_POSTINCREMENT = 1 << 19, AC_SIZE_SHIFT = 20, AC_SIZE_BITS = 3, AC_SIZE_WORD = 2,
    AC_VIRTUAL = 1 << 23, AC_REGNO = 0xffff
};

/* sbcs (3.12.18) */
enum {
    SB_SIZES = 7, SB_ASIZE = 32 << 5, SB_ERROR_SHIFT = 12, SB_ERROR = 7 << 12,
    SB_READONDATA = 1 << 15, SB_AUTOINCREMENT = 1 << 16, SB_ACCESS_SHIFT = 17,
    SB_ACCESS = 7 << 17, SB_READONADDR = 1 << 20, SB_VERSION_1 = 1 << 29,
    SB_WRITABLE = SB_READONDATA | SB_AUTOINCREMENT | SB_ACCESS | SB_READONADDR
};
enum { SBERROR_ADDRESS = 2, SBERROR_ALIGNMENT = 3, SBERROR_SIZE = 4 };

/*
 * On larger boards hasel is 0 and there is no mask: OpenOCD 0.12, which counts no
 * more harts, writes behind the end of its own copy of it for those beyond.
 */
enum { MASK_NODES_MAX = 1024 };

enum { MASK_BITS = 32, MASK_WORDS = MASK_NODES_MAX / MASK_BITS };

struct NocturneDM {
    NocturneBoard *board;
    bool active, srst;
    /* Everything below is 0 after dmactive was (but sbcs.sbaccess, which is 2). */
    uint32_t hartsel;
    uint32_t flags;             /* dmcontrol's hasel, hartreset and ndmreset */
    uint32_t window;            /* hawindowsel */
    uint32_t mask[MASK_WORDS];  /* the hart array mask, hawindow 0 first */
    uint32_t data[DATA_WORDS];
    uint32_t command, cmderr, autoexec;
    uint32_t sbcs;              /* what can be written, and sberror */
    uint32_t sbaddress, sbdata;
};

/* --- which harts (3.3) ------------------------------------------------------- */

/* The first selected hart from `from` on; the number of nodes: there is none. */
static uint32_t next_selected(const NocturneDM *dm, uint32_t from)
{
    uint32_t nodes = dm->board->nodes, i;

    if (!(dm->flags & DM_HASEL)) {
        return from <= dm->hartsel && dm->hartsel < nodes ? dm->hartsel : nodes;
    }
    for (i = from; i < nodes; i++) {
        if (i == dm->hartsel || (dm->mask[i / MASK_BITS] >> i % MASK_BITS & 1)) {
            break;
        }
    }
    return i;
}

#define EACH_SELECTED(dm, i) \
    for (uint32_t i = next_selected(dm, 0); i < (dm)->board->nodes; i = next_selected(dm, i + 1))

/* Whom abstract commands and the bus are about; NULL: nobody. */
static NocturneNode *selected(const NocturneDM *dm)
{
    return dm->hartsel < dm->board->nodes ? &dm->board->node[dm->hartsel] : NULL;
}

/* What can be written to hartsel: enough for all harts. */
static uint32_t hartsel_mask(const NocturneDM *dm)
{
    return pow2ceil(dm->board->nodes) - 1;
}

static bool has_mask(const NocturneDM *dm)
{
    return dm->board->nodes <= MASK_NODES_MAX;
}

/* Bit i: harts of group i, each of so many, some of which are halted (3.4). */
static uint32_t haltsum(const NocturneDM *dm, unsigned log_group)
{
    uint32_t first = dm->hartsel >> (log_group + 5) << (log_group + 5), sum = 0, i;

    for (i = first; i < dm->board->nodes && (i - first) >> log_group < MASK_BITS; i++) {
        if (nocturne_debug_halted(&dm->board->node[i])) {
            sum |= 1u << ((i - first) >> log_group);
        }
    }
    return sum;
}

static uint32_t read_status(const NocturneDM *dm)
{
    static const unsigned shift[] = { HALTED_SHIFT, RUNNING_SHIFT, UNAVAIL_SHIFT,
                                      RESUMEACK_SHIFT, HAVERESET_SHIFT, NONEXISTENT_SHIFT };
    uint32_t count[ARRAY_SIZE(shift)] = { 0 }, all = 0;
    uint32_t status = STATUS_VERSION_0_13 | STATUS_HASRESETHALTREQ | STATUS_AUTHENTICATED;
    unsigned i;

    EACH_SELECTED(dm, node) {
        const NocturneNode *n = &dm->board->node[node];

        all++;
        count[0] += nocturne_debug_halted(n);
        count[1] += !nocturne_debug_halted(n) && !n->debug.held;
        count[2] += n->debug.held != 0;
        count[3] += n->debug.resume_ack;
        count[4] += n->debug.have_reset;
    }
    if (!selected(dm)) {
        all++;
        count[5]++;
    }
    for (i = 0; i < ARRAY_SIZE(shift); i++) {
        status |= (uint32_t)(count[i] != 0) << shift[i];
        status |= (uint32_t)(count[i] == all) << (shift[i] + 1);
    }
    return status;
}

/* --- what is done to harts ------------------------------------------------------- */

static void on_board(NocturneDM *dm, run_on_cpu_func work)
{
    nocturne_on_board(dm->board, work, dm);
}

/* The same for what may let harts go, which a run that has ended does not prevent. */
static void let_go(NocturneDM *dm, run_on_cpu_func work)
{
    nocturne_board_restart(dm->board, work, dm);
}

static void halt_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;

    nocturne_sched_end_slice(dm->board);
    if (nocturne_sched_holds(dm->board)) {
        return; /* when it goes on, if it is still asked for */
    }
    EACH_SELECTED(dm, i) {
        nocturne_debug_halt(&dm->board->node[i]);
    }
}

static void resume_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;

    nocturne_sched_end_slice(dm->board);
    EACH_SELECTED(dm, i) {
        nocturne_debug_resume(&dm->board->node[i]);
    }
}

static bool stepping(const NocturneDM *dm)
{
    EACH_SELECTED(dm, i) {
        if (dm->board->node[i].debug.stepping) {
            return true;
        }
    }
    return false;
}

/*
 * A step that uses the network interface waits for its turn, milliseconds on a large
 * board; OpenOCD 0.12 looks 256 times whether it is over, and then gives up. So the
 * scan that resumes takes as long, within reason.
 */
static void wait_for_steps(const NocturneDM *dm)
{
    int64_t end = g_get_monotonic_time() + STEP_WAIT_MS * 1000;
    int64_t left;

    while (runstate_is_running() && !nocturne_sched_holds(dm->board) && stepping(dm) &&
           (left = end - g_get_monotonic_time()) > 0) {
        nocturne_wait(&dm->board->step_done, left);
    }
}

static void hartreset_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;

    nocturne_sched_end_slice(dm->board);
    EACH_SELECTED(dm, i) {
        if (dm->flags & DM_HARTRESET) {
            nocturne_debug_hold_hart(&dm->board->node[i]);
        } else {
            nocturne_debug_release(&dm->board->node[i], NOCTURNE_HELD_HARTRESET);
        }
    }
}

static void release_all(NocturneDM *dm, unsigned why)
{
    uint32_t i;

    for (i = 0; i < dm->board->nodes; i++) {
        nocturne_debug_release(&dm->board->node[i], why);
    }
}

static void ndmreset_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;

    nocturne_sched_end_slice(dm->board);
    if (dm->flags & DM_NDMRESET) {
        nocturne_debug_hold_all(dm->board, NOCTURNE_HELD_NDMRESET);
    } else {
        release_all(dm, NOCTURNE_HELD_NDMRESET);
    }
}

static void srst_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;

    nocturne_sched_end_slice(dm->board);
    if (dm->srst) {
        nocturne_debug_hold_all(dm->board, NOCTURNE_HELD_SRST);
    } else {
        release_all(dm, NOCTURNE_HELD_SRST);
    }
}

void nocturne_dm_srst(NocturneDM *dm, bool asserted)
{
    if (dm->srst != asserted) {
        dm->srst = asserted;
        let_go(dm, srst_work);
    }
}

/* --- dmcontrol ----------------------------------------------------------------- */

static void inactive_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneDM *dm = data.host_ptr;
    uint32_t i;

    nocturne_sched_end_slice(dm->board);
    for (i = 0; i < dm->board->nodes; i++) {
        NocturneDebug *d = &dm->board->node[i].debug;

        d->halt_request = d->halt_on_reset = d->resume_ack = false;
        nocturne_debug_release(&dm->board->node[i],
                               NOCTURNE_HELD_NDMRESET | NOCTURNE_HELD_HARTRESET);
    }
}

/* dmactive 0: everything as at power-on. Harts in Debug Mode stay there. */
static void deactivate(NocturneDM *dm)
{
    NocturneBoard *b = dm->board;
    bool srst = dm->srst;

    let_go(dm, inactive_work);
    *dm = (NocturneDM){ .board = b, .srst = srst, .sbcs = 2 << SB_ACCESS_SHIFT };
}

static uint32_t read_control(const NocturneDM *dm)
{
    uint32_t lo = extract32(dm->hartsel, 0, HARTSELLO_BITS);

    return dm->active | dm->flags | lo << HARTSELLO_SHIFT |
           dm->hartsel >> HARTSELLO_BITS << HARTSELHI_SHIFT;
}

static void select_harts(NocturneDM *dm, uint32_t value)
{
    uint32_t lo = extract32(value, HARTSELLO_SHIFT, HARTSELLO_BITS);
    uint32_t hi = extract32(value, HARTSELHI_SHIFT, HARTSELLO_BITS);

    dm->hartsel = (hi << HARTSELLO_BITS | lo) & hartsel_mask(dm);
    dm->flags = (dm->flags & ~DM_HASEL) | (has_mask(dm) ? value & DM_HASEL : 0);
}

/* Bits that each selected hart remembers (3.5). */
static void write_requests(NocturneDM *dm, uint32_t value)
{
    EACH_SELECTED(dm, i) {
        NocturneDebug *d = &dm->board->node[i].debug;

        if (value & DM_CLRRESETHALTREQ) {
            d->halt_on_reset = false;
        } else if (value & DM_SETRESETHALTREQ) {
            d->halt_on_reset = true;
        }
        if (value & DM_ACKHAVERESET) {
            d->have_reset = false;
        }
        d->halt_request = value & DM_HALTREQ;
    }
}

static void write_control(NocturneDM *dm, uint32_t value)
{
    uint32_t changed;

    if (!(value & DM_ACTIVE)) {
        deactivate(dm);
        return;
    }
    if (!dm->active) {
        dm->active = true; /* other bits count from the next write on (3.12.2) */
        return;
    }
    select_harts(dm, value);
    write_requests(dm, value);
    changed = (dm->flags ^ value) & (DM_NDMRESET | DM_HARTRESET);
    dm->flags ^= changed;
    if (changed & DM_HARTRESET) {
        let_go(dm, hartreset_work);
    }
    if (changed & DM_NDMRESET) {
        let_go(dm, ndmreset_work);
    }
    if (value & DM_HALTREQ) {
        on_board(dm, halt_work);
    } else if (value & DM_RESUMEREQ) {
        let_go(dm, resume_work);
        wait_for_steps(dm);
    }
}

/* --- abstract commands (3.7) ----------------------------------------------------- */

static uint32_t access_register(NocturneDM *dm, NocturneNode *n)
{
    uint32_t command = dm->command, number = command & AC_REGNO;

    if (command & AC_POSTEXEC) {
        return CMDERR_NOT_SUPPORTED; /* there is no program buffer */
    }
    if (!(command & AC_TRANSFER)) {
        return 0;
    }
    if (extract32(command, AC_SIZE_SHIFT, AC_SIZE_BITS) != AC_SIZE_WORD) {
        return CMDERR_NOT_SUPPORTED;
    }
    if (!n || !nocturne_debug_halted(n)) {
        return CMDERR_HALT_RESUME;
    }
    if (!(command & AC_WRITE ? nocturne_debug_write_register(n, number, dm->data[0])
                             : nocturne_debug_read_register(n, number, &dm->data[0]))) {
        return CMDERR_EXCEPTION;
    }
    if (command & AC_POSTINCREMENT) {
        dm->command = (command & ~AC_REGNO) | ((number + 1) & AC_REGNO);
    }
    return 0;
}

/* data0 is the value, data1 the address, as the halted hart sees it. */
static uint32_t access_memory(NocturneDM *dm, NocturneNode *n)
{
    uint32_t command = dm->command, size = extract32(command, AC_SIZE_SHIFT, AC_SIZE_BITS);

    if (size > AC_SIZE_WORD || (command & AC_VIRTUAL)) {
        return CMDERR_NOT_SUPPORTED;
    }
    if (!n || !nocturne_debug_halted(n)) {
        return CMDERR_HALT_RESUME;
    }
    if (!nocturne_debug_access(n, command & AC_WRITE, dm->data[1], &dm->data[0], 1u << size)) {
        return CMDERR_BUS;
    }
    if (command & AC_POSTINCREMENT) {
        dm->data[1] += 1u << size;
    }
    return 0;
}

static void run_command(NocturneDM *dm)
{
    if (dm->cmderr) {
        return;
    }
    switch (dm->command >> CMDTYPE_SHIFT) {
    case COMMAND_REGISTER:
        dm->cmderr = access_register(dm, selected(dm));
        break;
    case COMMAND_MEMORY:
        dm->cmderr = access_memory(dm, selected(dm));
        break;
    default:
        dm->cmderr = CMDERR_NOT_SUPPORTED;
    }
}

/* A data register was accessed. */
static void autoexec(NocturneDM *dm, unsigned word)
{
    if (dm->autoexec >> word & 1) {
        run_command(dm);
    }
}

/* --- system bus (3.9) ------------------------------------------------------------ */

static uint32_t bus_error(NocturneDM *dm, bool write)
{
    NocturneNode *n = selected(dm);
    uint32_t size = extract32(dm->sbcs, SB_ACCESS_SHIFT, 3);

    if (size > AC_SIZE_WORD) {
        return SBERROR_SIZE;
    }
    if (dm->sbaddress & ((1u << size) - 1)) {
        return SBERROR_ALIGNMENT;
    }
    if (!n || !nocturne_debug_access(n, write, dm->sbaddress, &dm->sbdata, 1u << size)) {
        return SBERROR_ADDRESS;
    }
    if (dm->sbcs & SB_AUTOINCREMENT) {
        dm->sbaddress += 1u << size;
    }
    return 0;
}

static void access_bus(NocturneDM *dm, bool write)
{
    dm->sbcs |= bus_error(dm, write) << SB_ERROR_SHIFT;
}

static uint32_t read_sbdata(NocturneDM *dm)
{
    uint32_t value = dm->sbdata;

    if ((dm->sbcs & SB_READONDATA) && !(dm->sbcs & SB_ERROR)) {
        access_bus(dm, false);
    }
    return value;
}

static void write_sbdata(NocturneDM *dm, uint32_t value)
{
    if (!(dm->sbcs & SB_ERROR)) {
        dm->sbdata = value;
        access_bus(dm, true);
    }
}

static void write_sbaddress(NocturneDM *dm, uint32_t value)
{
    if (dm->sbcs & SB_ERROR) {
        return;
    }
    dm->sbaddress = value;
    if (dm->sbcs & SB_READONADDR) {
        access_bus(dm, false);
    }
}

static void write_sbcs(NocturneDM *dm, uint32_t value)
{
    dm->sbcs = (value & SB_WRITABLE) | (dm->sbcs & ~value & SB_ERROR);
}

/* --- the interface ---------------------------------------------------------------- */

uint32_t nocturne_dm_read(NocturneDM *dm, unsigned address)
{
    uint32_t value = 0;

    switch (address) {
    case DATA0:
    case DATA1:
        value = dm->data[address - DATA0];
        autoexec(dm, address - DATA0);
        return value;
    case DMCONTROL:
        return read_control(dm);
    case DMSTATUS:
        return read_status(dm);
    case HALTSUM0:
        return haltsum(dm, 0);
    case HALTSUM1:
        return haltsum(dm, 5);
    case HALTSUM2:
        return haltsum(dm, 10);
    case HAWINDOWSEL:
        return dm->window;
    case HAWINDOW:
        return dm->mask[dm->window];
    case ABSTRACTCS:
        return DATA_WORDS | dm->cmderr << CMDERR_SHIFT;
    case ABSTRACTAUTO:
        return dm->autoexec;
    case SBCS:
        return SB_VERSION_1 | SB_ASIZE | SB_SIZES | dm->sbcs;
    case SBADDRESS0:
        return dm->sbaddress;
    case SBDATA0:
        return read_sbdata(dm);
    default:
        return 0;
    }
}

/* The bits of a mask word that are harts. */
static uint32_t existing(const NocturneDM *dm, uint32_t word)
{
    uint32_t first = word * MASK_BITS, nodes = dm->board->nodes;

    if (!has_mask(dm) || nodes <= first) {
        return 0;
    }
    return nodes - first >= MASK_BITS ? UINT32_MAX : (1u << (nodes - first)) - 1;
}

void nocturne_dm_write(NocturneDM *dm, unsigned address, uint32_t value)
{
    if (!dm->active && address != DMCONTROL) {
        return;
    }
    switch (address) {
    case DATA0:
    case DATA1:
        dm->data[address - DATA0] = value;
        autoexec(dm, address - DATA0);
        break;
    case DMCONTROL:
        write_control(dm, value);
        break;
    case HAWINDOWSEL:
        dm->window = value % MASK_WORDS;
        break;
    case HAWINDOW:
        dm->mask[dm->window] = value & existing(dm, dm->window);
        break;
    case ABSTRACTCS:
        dm->cmderr &= ~extract32(value, CMDERR_SHIFT, CMDERR_BITS);
        break;
    case COMMAND:
        if (!dm->cmderr) {
            dm->command = value;
            run_command(dm);
        }
        break;
    case ABSTRACTAUTO:
        dm->autoexec = value & ((1u << DATA_WORDS) - 1);
        break;
    case SBCS:
        write_sbcs(dm, value);
        break;
    case SBADDRESS0:
        write_sbaddress(dm, value);
        break;
    case SBDATA0:
        write_sbdata(dm, value);
        break;
    }
}

NocturneDM *nocturne_dm_new(NocturneBoard *b)
{
    NocturneDM *dm = g_new0(NocturneDM, 1);

    dm->board = b;
    dm->sbcs = 2 << SB_ACCESS_SHIFT;
    return dm;
}
