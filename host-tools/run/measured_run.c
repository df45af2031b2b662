/* SPDX-License-Identifier: BSD-2-Clause */
#include "measured_run.h"
#include "kept_board.h"
#include "run_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/private_socket.h"
#include "exit_status.h"
#include "memmap.h"
#include "collective/schedules.h"
#include "program/core_groups.h"
#include "regs.h"
#include "sim/link_counts.h"
#include "target/core_state.h"
#include "target/counter_blocks.h"

/* Is the length that of a block, of which there is one for each member? */
static bool has_blocks(const char *operation)
{
    return noc_operation_has_blocks(noc_operation_find(operation));
}

/* At most, for the application's own check of a collective operation: what each word must be is worked out
 * once for the contributions and once for the result, where something else than integers is added by combining
 * what the ranks contribute, of which 16 differ. */
static uint64_t check_cycles(const struct experiment *e)
{
    enum { WORD_CYCLES = 64, COMBINE_CYCLES = 600, DIFFERENT = 16 };
    const uint64_t members = e->m + 1,
                   words = e->length * (has_blocks(e->collective) ? members : 1);
    const uint64_t combined = e->op || e->type ? 2 * DIFFERENT + members / DIFFERENT : 0;
    return 2 * words * (WORD_CYCLES + combined * COMBINE_CYCLES);
}

uint64_t limit_of(const struct experiment *e)
{
    /* Boot and group creation; then every message after every other, some times over. */
    enum { BASE = 5000000, PER_NODE = 2000, SOFTWARE = 2000, SLACK = 4, WORD = 32 };
    if (e->limit_cycles) {
        return e->limit_cycles;
    }
    uint64_t message = (uint64_t)e->length + e->m + e->tau_s + e->tau_r + SOFTWARE; /* m: a list */
    if (e->collective) {
        message += (uint64_t)WORD * e->length; /* copied and combined by cores, in two calls */
    }
    return (e->collective ? check_cycles(e) : 0) + BASE + (uint64_t)PER_NODE * e->topology.nodes +
           SLACK * message * (e->m + 1);
}

void measured_run_free(struct measured_run *r)
{
    qemu_stop(&r->qemu);
    free(r->block);
    json_decref(r->cores);
    stamps_free(&r->stamps);
}

/* Its counters, when it has ended. */
static enum status read_end(const struct experiment *e, const struct elf_image *image,
                            const struct debugger *debugger, struct measured_run *r,
                            struct error *error)
{
    enum { START_SECONDS = 60 };
    uint32_t nodes = e->topology.nodes;
    struct gdb *g = alloc_zeroed(sizeof *g);
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    enum status status = debugger ? gdb_connect(g, debugger->address, START_SECONDS, error)
                                  : gdb_begin(g, r->qemu.gdb, true, error);
    const bool connected = debugger && !status;
    if (!status) {
        status = blocks_check_version(g, error);
    }
    if (!status) {
        status = blocks_fetch(g, 0, nodes, r->block, error);
    }
    if (!status && core_groups_done(r->block, nodes) < nodes) {
        r->cores = core_groups_find(image, nodes, r->block);
    }
    if (connected) {
        gdb_leave(g);
    }
    free(g);
    return status;
}

static enum status execute(const struct experiment *e, const char *firmware,
                           const struct elf_image *image, const struct qemu_host *host,
                           struct debugger *debugger, FILE *console, struct measured_run *r,
                           struct error *error)
{
    const struct qemu_board board = {.firmware = firmware,
                                     .id = QEMU_BOARD_ID,
                                     .host = host,
                                     .stop_at = debugger ? debugger->stop_at : 0};
    memset(r, 0, sizeof *r);
    enum status status =
        qemu_start_board(&r->qemu, e, &board, debugger ? debugger->listener : QEMU_NO_SOCKET,
                         QEMU_NO_SOCKET, limit_of(e), error);
    if (debugger) {
        debugger_close(debugger);
    }
    r->qemu.errors = stderr;
    if (!status) {
        status = debugger ? debugger_follow(debugger, &r->qemu, e, console, error)
                          : qemu_follow(&r->qemu, e, console, true, error);
    }
    return status ? status : read_end(e, image, debugger, r, error);
}

/* On the board that listens there, which stands; its counters at its end. */
static enum status record_worms(const struct experiment *e, const char *address,
                                const struct elf_image *image, FILE *console,
                                struct measured_run *r, struct error *error)
{
    enum { START_SECONDS = 60 };
    char board[PRIVATE_ADDRESS + sizeof "gdb:"];
    const uint32_t nodes = e->topology.nodes;
    struct transport *transport = NULL;
    struct gdb *g = alloc_zeroed(sizeof *g);
    struct error died;
    enum status status = gdb_connect(g, address, START_SECONDS, error); /* is it up? */
    if (status) { /* had QEMU something to say? That is the better reason */
        status = qemu_follow(&r->qemu, e, console, false, &died)
                   ? (*error = died, STATUS_ENVIRONMENT)
                   : status;
    } else {
        gdb_leave(g);
    }
    free(g);
    snprintf(board, sizeof board, "gdb:%s", address);
    status = status ? status : transport_open(&transport, board, error);
    status = status ? status : stamps_record(&r->stamps, transport, &r->qemu, e, console, error);
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    status = status ? status
                    : transport_read(transport, NOC_DEBUG_BASE, r->block,
                                     (size_t)nodes * NOC_DEBUG_BLOCK, error);
    transport_close(transport);
    r->stamped = !status;
    if (!status && core_groups_done(r->block, nodes) < nodes) {
        r->cores = core_groups_find(image, nodes, r->block);
    }
    return status;
}

/* As execute(), with all stamps of its routers. */
static enum status execute_stamped(const struct experiment *e, const char *firmware,
                                   const struct elf_image *image, FILE *console,
                                   struct measured_run *r, struct error *error)
{
    const struct qemu_board board = {.firmware = firmware, .id = QEMU_BOARD_ID};
    struct experiment held = *e;
    char address[PRIVATE_ADDRESS];
    int listener;
    memset(r, 0, sizeof *r);
    r->qemu.out = r->qemu.err = r->qemu.gdb = QEMU_NO_SOCKET;
    enum status status = private_listen(&listener, address, error);
    if (status) {
        return status;
    }
    held.halt = true;
    status =
        qemu_start_board(&r->qemu, &held, &board, listener, QEMU_NO_SOCKET, limit_of(e), error);
    close(listener);
    r->qemu.errors = stderr;
    return status ? status : record_worms(e, address, image, console, r, error);
}

/* The same on a board that is kept, if all is well there. */
static bool execute_kept(const struct experiment *e, const char *firmware, struct measured_run *r)
{
    memset(r, 0, sizeof *r);
    r->qemu.out = r->qemu.err = r->qemu.gdb = QEMU_NO_SOCKET;
    r->block = alloc_array(e->topology.nodes, NOC_DEBUG_BLOCK);
    strcpy(r->qemu.reason, "exit");
    if (kept_board_run(e, firmware, limit_of(e), r->block, &r->qemu.cycles)) {
        return true;
    }
    free(r->block);
    r->block = NULL;
    return false;
}

/* The same on a live board. */
static enum status execute_live(struct transport *transport, const struct experiment *e,
                                const struct elf_image *image, struct measured_run *r,
                                struct error *error)
{
    uint32_t nodes = e->topology.nodes;
    bool ended;
    memset(r, 0, sizeof *r);
    r->qemu.out = r->qemu.err = r->qemu.gdb = QEMU_NO_SOCKET;
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    enum status status =
        run_live_experiment(transport, e, limit_of(e), r->block, &r->qemu.cycles, &ended, error);
    if (!status) {
        bool aborted = core_groups_abort(r->block, nodes) < nodes;
        strcpy(r->qemu.reason, aborted ? "abort" : ended ? "exit" : "limit");
        if (core_groups_done(r->block, nodes) < nodes) {
            r->cores = core_groups_find(image, nodes, r->block);
        }
    }
    return status;
}

enum status measured_run_make(struct measured_run *r, const struct experiment *e,
                              struct transport *transport, const char *firmware,
                              const struct elf_image *image, const struct qemu_host *host,
                              struct debugger *debugger, FILE *console, struct error *error)
{
    return transport ? execute_live(transport, e, image, r, error)
                     : execute(e, firmware, image, host, debugger, console, r, error);
}

/* --- the answer --------------------------------------------------------------------------- */

uint64_t measured_run_discarded(const struct measured_run *r, const struct experiment *e)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->topology.nodes; i++) {
        sum += block_word(r->block + (size_t)i * NOC_DEBUG_BLOCK, CNT_DISCARDED);
    }
    return sum;
}

bool measured_run_mark(const struct measured_run *r, uint32_t node, int mark, uint64_t *cycle)
{
    const unsigned char *own = r->block + (size_t)node * NOC_DEBUG_BLOCK;
    *cycle = block_pair(own, mark ? CNT_MARK1_LO : CNT_MARK0_LO);
    return *cycle && NOC_GET(block_word(own, CNT_STATUS), CNT_STATUS, CODE) == 0;
}

void measured_run_end(const struct measured_run *r, const struct experiment *e, json_t *result)
{
    if (strcmp(r->qemu.reason, "abort") == 0) {
        uint32_t node = core_groups_abort(r->block, e->topology.nodes);
        struct core c = core_read(r->block + (size_t)node * NOC_DEBUG_BLOCK);
        json_object_set_new(result, "abort",
                            json_pack("{s:i,s:i}", "node", (int)node, "status", (int)c.code));
    }
    if (r->cores) {
        json_object_set(result, "cores", r->cores);
    }
    if (r->qemu.deadlock) {
        json_object_set(result, "deadlock", r->qemu.deadlock);
    }
}

void measured_run_links(const struct measured_run *r, const struct experiment *e, json_t *result)
{
    if (!e->detail.links) {
        return;
    }
    json_t *list = blocks_suffice(&e->topology, e->routing) ? json_array() : json_null();
    struct noc_channel c;
    struct noc_channel_count count;
    for (uint32_t node = 0; node < e->topology.nodes && json_is_array(list); node++) {
        const unsigned char *own = r->block + (size_t)node * NOC_DEBUG_BLOCK;
        for (unsigned i = 0; block_row(&e->topology, e->routing, own, node, i, &c, &count); i++) {
            json_array_append_new(list, link_count(e, &c, &count));
        }
    }
    json_object_set_new(result, "links", list);
}

/* Of noct's own firmware, by its status: does it refuse the experiment, and what would be right? */
static const struct {
    bool refuses;
    const char *fix;
} meaning[NOC_MULTICAST_STATUSES] = {
#define NOC_MULTICAST_STATUS(name, number, refuses, fix) [number] = {refuses, fix},
#include "multicast_status.def"
#undef NOC_MULTICAST_STATUS
};

/* With which of the statuses has this core refused the experiment? DONE: with none. */
static uint32_t refusal(const struct measured_run *r, uint32_t node)
{
    struct core c = core_read(r->block + (size_t)node * NOC_DEBUG_BLOCK);
    return c.state == CORE_EXITED && c.code < NOC_MULTICAST_STATUSES && meaning[c.code].refuses
             ? c.code
             : NOC_MULTICAST_DONE;
}

/* What this core has printed last, "[NODE] PROGRAM: TEXT", from its text on; NULL: nothing. */
static const char *last_said(const char *console, uint32_t node)
{
    const char *said = NULL;
    char begin[16];
    int n = snprintf(begin, sizeof begin, "[%u] ", node);
    while (*console) {
        if (strncmp(console, begin, (size_t)n) == 0) {
            said = console + n;
        }
        console += strcspn(console, "\n");
        console += *console == '\n';
    }
    const char *colon = said ? strstr(said, ": ") : NULL;
    return colon && colon < said + strcspn(said, "\n") ? colon + 2 : said;
}

/* Did a core of noct's own firmware say that the experiment does not fit the board? What became of
 * the others, who waited for it, then does not matter. */
static bool refused(const struct measured_run *r, uint32_t nodes, const char *console,
                    struct error *error)
{
    uint32_t status = NOC_MULTICAST_DONE;
    const char *said = NULL;
    for (uint32_t i = 0; r->cores && i < nodes; i++) {
        uint32_t its = refusal(r, i);
        const char *text = its > status ? last_said(console, i) : NULL;
        if (text) {
            status = its;
            said = text;
        }
    }
    if (said) {
        error_set(error, STATUS_BAD, "the firmware refuses this experiment: %.*s",
                  (int)strcspn(said, "\n"), said);
        if (*meaning[status].fix) {
            error_fix(error, "%s", meaning[status].fix);
        }
    }
    return said;
}

enum status measured_run_own(struct measured_run *r, const struct experiment *e,
                             struct transport *transport, const char *firmware,
                             const struct elf_image *image, FILE *shown, struct error *error)
{
    char *text = NULL;
    size_t length;
    FILE *kept = open_memstream(&text, &length);
    if (!kept) {
        out_of_memory();
        return STATUS_ENVIRONMENT;
    }
    enum status status =
        !transport && e->detail.worms ? execute_stamped(e, firmware, image, kept, r, error)
        : !transport && execute_kept(e, firmware, r)
            ? STATUS_DONE
            : measured_run_make(r, e, transport, firmware, image, NULL, NULL, kept, error);
    fclose(kept);
    if (!status && refused(r, e->topology.nodes, text, error)) {
        status = STATUS_BAD;
    } else {
        fputs(text, shown);
        fflush(shown);
    }
    free(text);
    return status;
}

static enum status judge_end(const struct experiment *e, const struct measured_run *r,
                             struct error *error)
{
    if (strcmp(r->qemu.reason, "differs") == 0) {
        return error_set(error, STATUS_NO, "gateware and model differ: %s", r->qemu.last);
    }
    if (r->qemu.deadlock) {
        error_set(error, STATUS_NO, "a deadlock in cycle %llu: %zu worms wait for each other",
                  (unsigned long long)r->qemu.cycles, json_array_size(r->qemu.deadlock));
        return STATUS_NO;
    }
    if (strcmp(r->qemu.reason, "abort") == 0) {
        uint32_t node = core_groups_abort(r->block, e->topology.nodes);
        char does[CORE_DOES_TEXT];
        struct core c = core_read(r->block + (size_t)node * NOC_DEBUG_BLOCK);
        core_does(does, sizeof does, &c);
        return error_set(error, STATUS_NO, "core %u %s, in cycle %llu", node, does,
                         (unsigned long long)r->qemu.cycles);
    }
    if (!r->cores) {
        return STATUS_DONE;
    }
    if (strcmp(r->qemu.reason, "limit") == 0) {
        limit_reached(e, r->qemu.cycles, error);
    } else if (strcmp(r->qemu.reason, "deadlock") == 0) {
        error_set(error, STATUS_NO,
                  "all cores have waited since cycle %llu, and no message is under way",
                  (unsigned long long)r->qemu.cycles);
    } else {
        error_set(error, STATUS_NO, "failed");
    }
    core_groups_describe(error, r->cores);
    return STATUS_NO;
}

enum status measured_run_judge(const struct experiment *e, const struct measured_run *r,
                               struct error *error)
{
    enum status status = judge_end(e, r, error);
    if (!*r->qemu.wave_lost) {
        return status;
    }
    return status ? error_fix(error, "no waveform: %s", r->qemu.wave_lost)
                  : error_set(error, STATUS_ENVIRONMENT, "no waveform: %s", r->qemu.wave_lost);
}
