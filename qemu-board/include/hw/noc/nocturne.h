/*
 * Nocturne: many private-memory RV32 harts around a wormhole network
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   NocturneMachineState    the options
 *     NocturneBoard         image, all RAM, debug window, scheduler, console
 *       container "row<r>"  (some sixty-four nodes each: QOM searches
 *                           children one by one)
 *         NocturneNode      one hart, and its private address space:
 *                           RAM | network interface, own counters | image |
 *                           counters of all | what only debuggers see,
 *                           at the addresses of memmap.h
 *
 * The routers and network interfaces themselves are libnoc/model; nothing
 * here knows how they work.
 */
#ifndef HW_NOC_NOCTURNE_H
#define HW_NOC_NOCTURNE_H

#include "chardev/char-fe.h"
#include "exec/memory.h"
#include "hw/core/cpu.h"
#include "hw/sysbus.h"
#include "target/riscv/cpu.h"
#include "qom/object.h"

#include "model/board.h"
#include "memmap.h"

#define TYPE_NOCTURNE_NODE "nocturne-node"
#define TYPE_NOCTURNE_HART RISCV_CPU_TYPE_NAME("nocturne")
#define TYPE_NOCTURNE_BOARD "nocturne-board"
#define TYPE_NOCTURNE_MACHINE MACHINE_TYPE_NAME("nocturne")

OBJECT_DECLARE_SIMPLE_TYPE(NocturneNode, NOCTURNE_NODE)
OBJECT_DECLARE_SIMPLE_TYPE(NocturneBoard, NOCTURNE_BOARD)

/* docs/board.md, section 1. */
enum { NOCTURNE_TRAP_CYCLES = 4 };

/* Characters after which a core's line is cut. */
enum { NOCTURNE_LINE_MAX_BYTES = 4096 };

/* A node's network interface and own counters, as one region. */
enum { NOCTURNE_NI_REGION = 0x2000 };

/*
 * In the system address space, beyond what a hart can address: the network
 * interfaces and the RAM of all nodes, node 0 first. For DMA and for qtest.
 */
#define NOCTURNE_ALL_NI_BASE 0x0100000000ULL
#define NOCTURNE_ALL_RAM_BASE 0x1000000000ULL

/* How a run ended; the process's exit status. */
typedef enum NocturneEnd {
    NOCTURNE_END_EXIT = 0,     /* all cores wrote EXIT, all with status 0 */
    NOCTURNE_END_STATUS = 2,   /* all cores wrote EXIT, some with another */
    NOCTURNE_END_DEADLOCK = 3, /* nothing can ever happen again */
    NOCTURNE_END_LIMIT = 4,    /* limit= was reached */
    NOCTURNE_END_BOOT = 5,     /* there is no image in flash */
    NOCTURNE_END_ABORT = 6     /* a core ended the board */
} NocturneEnd;

/* What may hold a hart in reset. */
enum {
    NOCTURNE_HELD_NDMRESET = 1, NOCTURNE_HELD_HARTRESET = 2, NOCTURNE_HELD_SRST = 4,
    NOCTURNE_HELD_CONTROL = 8
};

/* As many as QEMU knows of (RV_MAX_TRIGGERS). */
enum { NOCTURNE_TRIGGERS = 2 };

/*
 * A hart as the Debug Module sees it (debug.c; docs/board.md, section 6). The
 * flags are changed with the BQL held, while the hart does not execute.
 */
typedef struct NocturneDebug {
    bool halted;            /* in Debug Mode */
    uint8_t held;           /* in reset: NOCTURNE_HELD_*, any of them */
    bool halt_request, halt_on_reset, have_reset, resume_ack;
    bool ebreakm, step;     /* of dcsr */
    uint8_t cause;          /* of dcsr */
    bool calling;           /* halted at a call to the host, for which the clock stands */
    bool resumed;           /* and has not executed its first instruction */
    bool stepping;          /* the same, and that is all it shall execute */
    bool trapped;           /* it trapped instead */
    int64_t resumed_from;   /* instructions retired before */
    uint8_t tselect;
    struct NocturneTrigger {
        bool on;
        uint32_t address;   /* tdata2 */
        CPUBreakpoint *breakpoint;
    } trigger[NOCTURNE_TRIGGERS];
} NocturneDebug;

struct NocturneNode {
    Object parent_obj;

    RISCVCPU hart;
    NocturneBoard *board;
    uint32_t id;

    /*
     * The hart's clock is base + instructions executed: the cycle in which it
     * will execute its next instruction.
     */
    int64_t base;
    int64_t retired_at_reset;
    uint32_t heap_at;       /* its place in the scheduler's heap, from 1; 0: not there */
    bool asleep;            /* in wfi, its line low: not in the heap */
    bool woken;             /* its line rose while asleep */
    bool parked;            /* stopped by QEMU or in Debug Mode: not in the heap */
    NocturneDebug debug;
    uint32_t posted;        /* writes that the model has not come to yet */
    uint64_t sample_next;   /* when interrupts are enabled: look at the line next */
    bool looking;           /* it reads PENDING, or left its slice because it must wait to */
    bool foreseen;          /* what it does next is known: in the heap by foresight->clock */
    struct NocturneForesight { /* foresee.c; made when first needed */
        target_ulong gpr[32]; /* at its end */
        uint32_t pc;
        bool looks;         /* there it is about to read PENDING */
        uint64_t clock;     /* its end */
        uint64_t looked;    /* the last look before that */
        uint64_t due;       /* in this cycle PENDING changes by itself */
        uint32_t pending;   /* if otherwise it stays so */
    } *foresight;

    GString *line;          /* of the console, unfinished */
    GString *error_line;    /* the same of standard error */
    struct NocturneHostFile *host_files; /* host.c; made when first needed */
    uint32_t host_errno;

    MemoryRegion root, ram, ni, image, window, control, rom;
};

typedef struct NocturneConfig {
    struct noc_board_config model;
    const char *params;     /* file for the parameter block, or NULL */
    const char *kernel;     /* ELF file, or NULL */
    const char *rom;        /* boot ROM, ELF or raw; NULL: harts start in the image */
    const char *console;    /* chardev's id, or NULL: standard output */
    const char *files;      /* directory whose files are served, or NULL */
    const char *cmdline;    /* file with the command line, or NULL */
    uint32_t input_node;    /* it has standard input; a number that no node has: nobody */
    const char *jtag;       /* chardev's id, or NULL: none */
    const char *profile;    /* file that says where cycles went, or NULL */
    uint32_t profile_every; /* cycles between two samples */
    uint32_t jtag_fpga;     /* IDCODE of the FPGA whose port leads to it; 0: it has its own */
    bool console_prefix;
    bool pause_on_end;
    uint64_t limit_cycles;  /* NOC_NEVER: none */
    uint32_t quantum_cycles;
    uint32_t stop_at;       /* address before which each hart stops; 0: none does */
    uint32_t stop_wait_ms;  /* a write of CTL_STOP waits so long for harts that are behind */
} NocturneConfig;

struct NocturneBoard {
    SysBusDevice parent_obj;

    NocturneConfig config;
    uint32_t nodes;
    uint64_t ram_bytes;     /* of each node */
    NocturneNode *node;
    struct noc_board *model;

    MemoryRegion ram, image, window, all_ni, rom, flash_front;
    struct PFlashCFI01 *flash; /* boot.c; NULL: none */
    char *ram_host;

    /* Scheduler. */
    struct NocturneHeapEntry {
        uint64_t key;       /* the hart's clock */
        uint32_t node;
    } *heap;
    uint32_t heap_used;
    NocturneNode *running;
    NocturneNode *stepper;  /* resumed for one step, which is tried at once */
    QemuCond step_done;     /* a hart has come to the end of its step */
    uint32_t parked;        /* how many nodes are */
    uint32_t stopped;       /* how many of them are in Debug Mode or in reset */
    uint32_t *woken;        /* nodes whose line rose in this run of the model */
    uint32_t woken_used;
    struct NocturnePosted { /* a heap by (when, node) */
        uint64_t when;
        uint32_t node;
        uint32_t offset, value;
    } *posted;
    uint32_t posted_used, posted_room;
    uint64_t slices, yields; /* properties, to see what a run costs QEMU */
    uint64_t hold_cycle;    /* here the clock shall stand, and not all harts have come yet */
    uint64_t until_cycle;   /* and here (CTL_UNTIL); NOC_NEVER in both: it shall not */
    bool coming;            /* they come now, or when the machine runs again */
    bool clock_held;        /* it stands */
    uint32_t calling;       /* harts for whose calls to the host it stands, too */
    QemuCond clock_stands;

    /* End. */
    uint32_t exited, failed;
    uint64_t exit_cycles;   /* the latest EXIT's */
    bool ended;
    bool stopping;          /* all harts stand at stop_at, and the machine is asked to stop */
    bool beyond;            /* it had, and a hart was let go since: no end comes any more */
    bool changed;           /* a debugger has given a hart other code, memory or pc, a breakpoint or
                             * a reset of its own since the board's */
    bool deadlocked;        /* the model reported a circular wait of worms */
    bool aborted;           /* a core wrote EXIT with ABORT; the first: */
    uint32_t abort_node, abort_status;
    uint64_t abort_cycles;

    struct NocturneConsole {
        CharBackend *output; /* NULL: standard output */
        uint64_t written;    /* bytes ever; the last are in the ring */
        uint8_t ring[NOC_CONSOLE_SIZE];
    } console;
    struct NocturneControl { /* control.c; outlives resets */
        MemoryRegion region;
        QEMUTimer *time_up;
        uint32_t stop_seconds, seconds_wanted, peek; /* now; when it stopped last */
        uint32_t until_low; /* counts with the next write of CTL_UNTIL_HI */
        uint64_t until;     /* 0: nothing; so once it was reached */
        bool stamp;
    } control;
    struct NocturneProfile *profile; /* profile.c; NULL: none is made */
    struct NocturneHost {
        bool on;             /* calls are served */
        bool stops;          /* the clock stands while a debugger serves one */
        int directory;       /* -1: none */
        bool told;           /* that a program wants one */
        char *line;          /* NULL: none */
        gsize line_bytes;
        uint32_t input_node;
        char input[1 << 16]; /* read, and not asked for yet: from at to end */
        uint32_t input_at, input_end;
        bool again;          /* the call under way waits for input, and the machine is to stop */
    } host;
    bool gdb_writes;        /* the access under way is a write of QEMU's gdb server */
};

/* The one board there is, for hooks that are given nothing else. */
extern NocturneBoard *nocturne_board;

/* --- node.c --- */
/* Build node `id` below `row`. Its regions must be added within one memory
 * transaction with all others. */
void nocturne_node_init(NocturneBoard *b, uint32_t id, Object *row);
void nocturne_node_reset(NocturneNode *n);
/* The hart alone; its clock goes on. */
void nocturne_node_reset_hart(NocturneNode *n);
/* Instructions retired, ever. */
int64_t nocturne_node_retired(const NocturneNode *n);
/* The instruction that the hart has just left did not retire and took no time. */
void nocturne_node_uncount(NocturneNode *n);
/* Cycle of the instruction that is being executed, or the next one. */
uint64_t nocturne_node_clock(const NocturneNode *n);
/* Set or clear the pending external interrupt. */
void nocturne_node_set_irq(NocturneNode *n, bool high);
bool nocturne_node_irq_enabled(const NocturneNode *n);
/* Between the model and a node's RAM or the image. */
bool nocturne_dma_read(void *board, uint32_t node, uint32_t addr, void *to, uint32_t bytes);
bool nocturne_dma_write(void *board, uint32_t node, uint32_t addr, const void *from,
                        uint32_t bytes);

/* Is it all in the RAM of a node? */
bool nocturne_dma_is_ram(const NocturneBoard *b, uint32_t addr, uint32_t bytes);

/* --- cpu.c --- (all that depends on QEMU's release) */
/* Make n's hart, which begins at this address after each reset. n's address space is there. */
void nocturne_cpu_init(NocturneNode *n, uint32_t reset_address);
/* n takes a trap, whose mtval has not been written yet. */
void nocturne_cpu_trapped(NocturneNode *n);
/* The instruction that n executes, an access, ends its slice and is executed again in the next. */
G_NORETURN void nocturne_cpu_repeat(NocturneNode *n);
/* Accesses of this region may be repeated so. */
void nocturne_cpu_may_repeat(MemoryRegion *region);
/* The instruction that n executes, a trap, is not counted. */
void nocturne_cpu_uncount(NocturneNode *n);
/* n, which does not execute, counts as if it had executed these. */
void nocturne_cpu_count(NocturneNode *n, int64_t instructions);
/* Does QEMU's gdb server stop at steps, breakpoints or watchpoints of n? */
bool nocturne_cpu_is_watched(NocturneNode *n);
/* QEMU's big lock, which is held by all that is called here: let others have it a while. */
void nocturne_unlock(void);
void nocturne_lock(void);
/* Let others have it until that is signalled, but no longer than so. */
void nocturne_wait(QemuCond *condition, int64_t microseconds);

/* --- ni.c --- */
/* The hart that is executing this access; NULL: a debugger, or qtest. */
NocturneNode *nocturne_accessor(void);
/*
 * n's region, from NOC_NI_BASE on, for who is no hart: is there anything, what is it
 * now, and a write as if n's hart wrote: in the board's cycle, behind what it has
 * written, before what it will write.
 */
bool nocturne_ni_has(uint32_t offset, bool is_write);
uint32_t nocturne_ni_look(NocturneNode *n, uint32_t offset);
void nocturne_ni_write_outside(NocturneNode *n, uint32_t offset, uint32_t value);
extern const MemoryRegionOps nocturne_ni_ops;     /* opaque: NocturneNode */
extern const MemoryRegionOps nocturne_all_ni_ops; /* opaque: NocturneBoard */
extern const MemoryRegionOps nocturne_window_ops; /* opaque: NocturneBoard */

/* --- sched.c --- */
void nocturne_sched_init(NocturneBoard *b);
void nocturne_sched_reset(NocturneBoard *b);
/* The hart that has just run takes its place, so that all have theirs; the model comes
 * to the first of them. */
void nocturne_sched_end_slice(NocturneBoard *b);
/*
 * Take n out of all queues, at an instruction boundary: it was not stopped, and
 * is from now on (nocturne_debug_stopped). A wfi that it sleeps in is complete.
 * Both in the vCPU thread, after nocturne_sched_end_slice().
 */
void nocturne_sched_stop(NocturneNode *n);
/* n is not stopped any more; it runs from the board's cycle on. If the run has ended nothing goes
 * on unless `beyond` (nocturne_board_restart). */
void nocturne_sched_go(NocturneNode *n, bool beyond);
/*
 * The board stands between two cycles until it is released, whatever else happens.
 * Before, harts come to the cycle of the one that is furthest ahead: then all is of
 * one cycle. If they have not within stop-wait= the board stands where the first of
 * them is, and RAM of harts that compute ahead is later; another call has the others come on.
 * While the machine is stopped nobody comes; they do when it runs again, and then
 * stand. In the main thread.
 */
void nocturne_sched_hold_clock(NocturneBoard *b);
/* It stands, or will as soon as all have come. */
bool nocturne_sched_holds(const NocturneBoard *b);
/* Harts that are in a later cycle than the board, which stands; 0: all is of one cycle. */
uint32_t nocturne_sched_ahead(const NocturneBoard *b);
/* It shall stand before this cycle, or if harts are ahead of that before the one
 * that the furthest of them has come to; once. NOC_NEVER: not any more. */
void nocturne_sched_hold_at(NocturneBoard *b, uint64_t cycle);
/* Harts that the Debug Module still wants halted are, before anything moves. */
void nocturne_sched_release_clock(NocturneBoard *b);
/* n's clock is at least the board's. */
void nocturne_sched_catch_up(NocturneNode *n);
/*
 * Bring the model up to the cycle of the instruction that the running hart n
 * is executing. Does not return, and the instruction will be executed again,
 * if another hart must act before.
 */
uint64_t nocturne_sched_sync(NocturneNode *n);
/* The same for who can come back by itself. False: it is not its turn. */
bool nocturne_sched_try(NocturneNode *n);
/* Bring the model up to `until` without regard to harts (there are none
 * running under qtest). */
void nocturne_sched_run_model(NocturneBoard *b, uint64_t until);
/* Harts whose line an access from outside has raised go on now. */
void nocturne_sched_wake(NocturneBoard *b);
/* Its hart is asleep, and only now all it wrote before has been done. */
void nocturne_sched_settled(NocturneNode *n);
/* The model's callbacks: a node's line changed, or PENDING, which is watched. */
void nocturne_sched_line(void *board, uint32_t node, bool high, uint64_t when);
void nocturne_sched_pending(void *board, uint32_t node, uint64_t when);

/* --- posted.c --- */
/* Let n's write of its interface happen when the model comes to the hart's
 * cycle. False: n has too many that wait. */
bool nocturne_post(NocturneNode *n, uint32_t offset, uint32_t value);
/* The cycle of the first write that waits; NOC_NEVER: none does. */
uint64_t nocturne_posted_next(const NocturneBoard *b);
/* Do all that are for the model's now. */
void nocturne_posted_do(NocturneBoard *b);
void nocturne_posted_reset(NocturneBoard *b);

/* --- foresee.c --- */
/*
 * n, which does not execute, is about to read PENDING: find out what it will do if that does
 * not change, and have the model tell if it does. False: nothing; it must execute.
 */
bool nocturne_foresee(NocturneNode *n);
/* Nothing has changed: n is at the end of what was foreseen. */
void nocturne_foreseen_take(NocturneNode *n);
/* Nothing had changed before `cycle`: n is there, or at its first look from then on, but
 * at the end at most. */
void nocturne_foreseen_cut(NocturneNode *n, uint64_t cycle, bool to_look);

/* --- profile.c --- (without profile= all of it does nothing) */
void nocturne_profile_init(NocturneBoard *b);
void nocturne_profile_reset(NocturneBoard *b);
/* n's slice shall end in this cycle, so that it is seen where it is; NOC_NEVER: it need not. */
uint64_t nocturne_profile_next(const NocturneNode *n);
/* n, which does not execute, has come to this cycle. */
void nocturne_profile_look(NocturneNode *n, uint64_t clock);
/* n falls asleep now, and has slept until this cycle. */
void nocturne_profile_sleeps(NocturneNode *n);
void nocturne_profile_wakes(NocturneNode *n, uint64_t cycle);
void nocturne_profile_ended(NocturneBoard *b, uint32_t node, uint64_t cycle);
/* The run has ended: write the file. */
void nocturne_profile_end(NocturneBoard *b, uint64_t cycles);

/* --- debug.c --- */
/* In Debug Mode, or held in reset. */
static inline bool nocturne_debug_stopped(const NocturneNode *n)
{
    return n->debug.halted || n->debug.held;
}
/* The hart was reset: out of Debug Mode, or into it if somebody asked for that. */
void nocturne_debug_reset(NocturneNode *n);
/* It left the CPU loop: a wfi that it was resumed at is complete; is its step over? */
void nocturne_debug_after_slice(NocturneNode *n);
/* Its next instruction is a step: no interrupt before it. */
void nocturne_debug_before_step(NocturneNode *n);
/* No hart can run: if that is since harts stand at stop-at=, say so and stop the machine. */
void nocturne_debug_all_stopped(NocturneBoard *b);
/* The machine has stopped for that: when it goes on the harts do, too. */
void nocturne_debug_leave_stop(NocturneBoard *b);
/* Hook: at an ebreak. True: it is in Debug Mode now. */
bool nocturne_debug_ebreak(CPURISCVState *env);

/* It halted, and is aside: its registers may be touched by any thread. */
static inline bool nocturne_debug_halted(const NocturneNode *n)
{
    return n->debug.halted && n->parked && !n->debug.held;
}

/*
 * What a debugger does to harts. All in the vCPU thread, after
 * nocturne_sched_end_slice().
 */
void nocturne_debug_halt(NocturneNode *n);
void nocturne_debug_resume(NocturneNode *n);
/* Hold in reset (`why`: NOCTURNE_HELD_*), and let go. */
void nocturne_debug_hold_hart(NocturneNode *n);
void nocturne_debug_hold_all(NocturneBoard *b, unsigned why);
void nocturne_debug_release(NocturneNode *n, unsigned why);

/*
 * Registers of a hart in Debug Mode by their number in abstract commands;
 * memory as that hart sees it, but that the image can be written. False: no
 * such register, or nothing there.
 */
bool nocturne_debug_read_register(NocturneNode *n, uint32_t number, uint32_t *value);
bool nocturne_debug_write_register(NocturneNode *n, uint32_t number, uint32_t value);
bool nocturne_debug_access(NocturneNode *n, bool write, uint32_t address, uint32_t *value,
                           unsigned bytes);
/* Hook: memory as QEMU's gdb server reads and writes it; the same as by the Debug
 * Module. -1: nothing there. */
int nocturne_debug_gdb_memory(CPUState *cs, vaddr address, uint8_t *bytes, size_t count,
                              bool is_write);

/* --- control.c --- */
/* Control page, peek windows and console ring, below system memory. */
void nocturne_control_init(NocturneBoard *b);
/* The clock stands because of CTL_UNTIL. */
void nocturne_control_until_reached(NocturneBoard *b);

/* --- dm.c --- */
typedef struct NocturneDM NocturneDM;
NocturneDM *nocturne_dm_new(NocturneBoard *b);
/* Its registers over the Debug Module Interface; in the main thread. */
uint32_t nocturne_dm_read(NocturneDM *dm, unsigned address);
void nocturne_dm_write(NocturneDM *dm, unsigned address, uint32_t value);
/* The system reset pin. */
void nocturne_dm_srst(NocturneDM *dm, bool asserted);

/* --- jtag.c --- */
/* If option jtag= says so. Exits with one line. */
void nocturne_jtag_init(NocturneBoard *b);

/* --- machine.c --- */
/* Between slices, when no hart executes: in the vCPU thread, from the main thread. */
void nocturne_on_board(NocturneBoard *b, run_on_cpu_func work, void *opaque);
/* The same for what may let harts go: a run that has ended has stopped the machine, or
 * asked for that, and reset begins another, or it goes on beyond its end. */
void nocturne_board_restart(NocturneBoard *b, run_on_cpu_func work, void *opaque);
/* Everything but the Debug Module, as at power-on; RAM and image stay. */
void nocturne_board_reset(NocturneBoard *b);

/* --- topology.c --- */
/* The network of option topology=. Exits with one line if it is none. */
void nocturne_topology_parse(const char *text, struct noc_topology *t);

/* --- image.c --- */
/* Fill the image from the files of the options. Exits with one line. */
void nocturne_image_load(NocturneBoard *b);

/* The boot ROM's. */
void nocturne_image_load_rom(NocturneBoard *b);

/* --- boot.c --- */
/* Make the image; with a boot ROM that and the flash, too. Exits with one line. */
void nocturne_boot_init(NocturneBoard *b);
/* Put ROM and, of node 0, flash into n's address space. */
void nocturne_boot_map(NocturneNode *n);
/* The flash gives its contents again. */
void nocturne_boot_reset(NocturneBoard *b);
/* The boot ROM has found no image. */
bool nocturne_boot_failed(const NocturneBoard *b);

/* --- console.c --- */
void nocturne_console_init(NocturneBoard *b);
void nocturne_console_put(void *board, uint32_t node, char c);
/* The same of standard error, by a call to the host. */
void nocturne_console_put_error(void *board, uint32_t node, char c);
/* Write what has no newline yet. */
void nocturne_console_flush(NocturneBoard *b);

/* --- host.c --- */
/* From the options; the model is there. Exits with one line. */
void nocturne_host_init(NocturneBoard *b);
/* n's files are closed. */
void nocturne_host_reset(NocturneNode *n);
/* At an ebreak. True: it was a call to the host, which is done, or will be repeated. */
bool nocturne_host_call(NocturneNode *n);
/* Is the ebreak at pc a call, whoever serves it? If it is to be executed in its turn: not yet. */
bool nocturne_host_is_call(NocturneNode *n);
void nocturne_host_later(NocturneNode *n);

/* --- end.c --- */
void nocturne_end_core(void *board, uint32_t node, uint32_t status, uint64_t when);
void nocturne_end_abort(void *board, uint32_t node, uint32_t status, uint64_t when);
void nocturne_end_worms(void *board, const struct noc_wait *wait, uint32_t n, uint64_t when);
/* Report, then exit or pause as configured. */
void nocturne_end(NocturneBoard *b, NocturneEnd end, uint64_t cycles);

#endif
