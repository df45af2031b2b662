/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct run: the real firmware on every core. noct writes the experiment into
 * the board's parameter block, starts the emulated board, passes its console
 * on until it ends, and reads times and counters through the debug window, by
 * the gdb remote protocol.
 *
 * Firmware marks its call's begin and end with the MARK register: a
 * destination's latency is its own MARK1 less the source's MARK0.
 */
#include "run.h"
#include "run_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "result/result.h"
#include "study/experiment_result.h"
#include "study/specify.h"
#include "target/core_state.h"
#include "target/counter_blocks.h"
#include "commands.h"
#include "program/board_identity.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "base/alloc.h"
#include "params.h"
#include "qemu.h"
#include "exit_status.h"
#include "memmap.h"
#include "regs.h"
#include "program/core_groups.h"

static const char firmware_topology[] = "torus:8x8"; /* for other firmware, if none is given */

uint64_t limit_of(const struct experiment *e)
{
    /* Boot and group creation; then every message after every other, some times over. */
    enum { BASE = 5000000, PER_NODE = 2000, SOFTWARE = 2000, SLACK = 4 };
    if (e->limit_cycles) {
        return e->limit_cycles;
    }
    uint64_t message = (uint64_t)e->length + e->m + e->tau_s + e->tau_r + SOFTWARE; /* m: a list */
    return BASE + (uint64_t)PER_NODE * e->topology.nodes + SLACK * message * (e->m + 1);
}

/* A finished board, read. */
struct measured_run {
    struct qemu qemu;
    unsigned char *block;
    json_t *cores; /* where they stand; NULL if all is well */
};

static void measured_run_free(struct measured_run *r)
{
    qemu_stop(&r->qemu);
    free(r->block);
    json_decref(r->cores);
}

static enum status execute(const struct experiment *e, const char *firmware,
                           const struct elf_image *image, FILE *console, struct measured_run *r,
                           struct error *error)
{
    uint32_t nodes = e->topology.nodes;
    memset(r, 0, sizeof *r);
    enum status status =
        qemu_start(&r->qemu, e, firmware, QEMU_NO_SOCKET, QEMU_NO_SOCKET, limit_of(e), error);
    if (status || (status = qemu_follow(&r->qemu, e, console, true, error))) {
        return status;
    }
    struct gdb *g = alloc_zeroed(sizeof *g);
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    status = gdb_begin(g, r->qemu.gdb, true, error);
    if (!status) {
        status = blocks_check_version(g, error);
    }
    if (!status) {
        status = blocks_fetch(g, 0, nodes, r->block, error);
    }
    if (!status && core_groups_done(r->block, nodes) < nodes) {
        r->cores = core_groups_find(image, nodes, r->block);
    }
    free(g);
    return status;
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
        run_live_multicast(transport, e, limit_of(e), r->block, &r->qemu.cycles, &ended, error);
    if (!status) {
        bool aborted = core_groups_abort(r->block, nodes) < nodes;
        strcpy(r->qemu.reason, aborted ? "abort" : ended ? "exit" : "limit");
        if (core_groups_done(r->block, nodes) < nodes) {
            r->cores = core_groups_find(image, nodes, r->block);
        }
    }
    return status;
}

/* latency by node, from the marks; NOC_NEVER: not marked, or failed. Any at all? */
static bool read_marks(const struct experiment *e, const unsigned char *block, uint64_t *latency)
{
    uint64_t begin = block_pair(block + (size_t)e->source * NOC_DEBUG_BLOCK, CNT_MARK0_LO);
    bool any = false;
    for (uint32_t i = 0; i < e->topology.nodes; i++) {
        const unsigned char *own = block + (size_t)i * NOC_DEBUG_BLOCK;
        uint64_t end = block_pair(own, CNT_MARK1_LO);
        bool failed = NOC_GET(block_word(own, CNT_STATUS), CNT_STATUS, CODE) != 0;
        latency[i] = begin && end >= begin && !failed ? end - begin : NOC_NEVER;
    }
    for (uint32_t i = 0; i < e->m; i++) {
        any = any || latency[e->dests[i]] != NOC_NEVER;
    }
    return any;
}

/*
 * What the plan's acknowledgements travelled: an accepted message is answered by one signal
 * from its receiver to its sender, of a header and the NI words.
 */
static struct noc_net_total acknowledgements(const struct experiment *e)
{
    struct noc_net_total total = {0};
    const struct noc_message *message = e->plan->message;
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t flits;
        total.link_visits += route_cost(e, message[i].to, message[i].from, NOC_NI_WORDS, &flits);
        total.flit_hops += flits;
    }
    return total;
}

static uint64_t discarded(const struct experiment *e, const unsigned char *block)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->topology.nodes; i++) {
        sum += block_word(block + (size_t)i * NOC_DEBUG_BLOCK, CNT_DISCARDED);
    }
    return sum;
}

static json_t *number_or_null(bool known, uint64_t value)
{
    return known ? json_integer((json_int_t)value) : json_null();
}

/*
 * flit_hops and link_visits. Those of acknowledgements can be told from the messages' when
 * all went as planned; else they are in the sums, and the keys for them null. Unknown
 * where a router has more channels than a block has rows. Blocks do not tell what a flit was
 * blocked by: only where nothing was, or links have one virtual channel, no link was shared.
 */
static void result_flit_hops(json_t *result, const struct experiment *e,
                             const struct measured_run *r, bool own_firmware)
{
    struct noc_net_total total, ack = {0};
    bool known = blocks_suffice(&e->topology, e->routing);
    uint64_t resent = discarded(e, r->block);
    bool apart = known && !own_firmware && !r->cores && !resent && !e->segment;
    blocks_total(&e->topology, e->routing, r->block, &total);
    if (apart) {
        ack = acknowledgements(e);
    }
    json_object_set_new(result, "blocked_cycles", number_or_null(known, total.blocked_cycles));
    json_object_set_new(result, "flit_hops",
                        number_or_null(known, total.flit_hops - ack.flit_hops));
    json_object_set_new(result, "link_visits",
                        number_or_null(known, total.link_visits - ack.link_visits));
    json_object_set_new(
        result, "shared_cycles",
        number_or_null(known && (total.blocked_cycles == 0 || e->routing->vcs == 1), 0));
    json_object_set_new(result, "channel_wait_cycles", json_null());
    if (own_firmware) {
        return;
    }
    json_object_set_new(result, "ack_flit_hops", number_or_null(apart, ack.flit_hops));
    json_object_set_new(result, "ack_link_visits", number_or_null(apart, ack.link_visits));
    if (resent) {
        json_object_set_new(result, "resent", json_integer((json_int_t)resent));
    }
}

static json_t *answer_result(const struct experiment *e, const struct options *o,
                             const struct measured_run *r, bool own_firmware)
{
    struct experiment known = *e;
    uint64_t *latency = alloc_array(e->topology.nodes, sizeof *latency);
    bool marked = read_marks(e, r->block, latency) || !own_firmware;
    if (!marked) {
        known.algorithm = NULL; /* another program: it did no multicast of ours */
    }
    json_t *result = result_new(&known);
    result_setting(result, &known, o);
    if (marked) {
        result_latency(result, e, latency);
    }
    result_flit_hops(result, e, r, own_firmware);
    json_object_set_new(result, "cycles", json_integer((json_int_t)r->qemu.cycles));
    json_object_set_new(result, "end",
                        json_string(core_groups_end(r->qemu.reason, r->block, e->topology.nodes)));
    if (marked) {
        result_auto(result, e);
    }
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
    free(latency);
    return result;
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

/* Did a core of noct's own firmware say that the experiment does not fit the board? What
 * became of the others, who waited for it, then does not matter. */
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

/* Is the answer no? Then say why in one line. */
static enum status judge(const struct experiment *e, const struct measured_run *r,
                         struct error *error)
{
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

/* With the experiment and its firmware known: run, judge, answer. The user's own
 * firmware's console is shown as it comes; a live board's (link not NULL) is its own affair. */
static enum status run_known(const struct experiment *e, const struct options *o,
                             struct transport *transport, const char *firmware,
                             const struct elf_image *image, json_t **result, struct error *error)
{
    const bool own = o->text[KEY_firmware];
    FILE *shown = o->json ? stderr : stdout;
    struct measured_run r;
    char *text = NULL;
    size_t length;
    FILE *kept = own ? NULL : open_memstream(&text, &length);
    enum status status = transport ? execute_live(transport, e, image, &r, error)
                                   : execute(e, firmware, image, kept ? kept : shown, &r, error);
    if (kept) {
        fclose(kept);
    }
    if (!status && kept && refused(&r, e->topology.nodes, text, error)) {
        status = STATUS_BAD;
    } else {
        fputs(text ? text : "", shown);
        fflush(shown);
    }
    if (!status) {
        *result = answer_result(e, o, &r, own);
        status = judge(e, &r, error);
    }
    free(text);
    measured_run_free(&r);
    return status;
}

static enum status run_experiment(const struct options *o, struct transport *link, json_t **result,
                                  struct error *error)
{
    struct experiment e;
    struct elf_image image;
    char firmware[PATH_MAX];
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE, error);
    if (status) {
        return status;
    }
    if (!o->text[KEY_firmware]) {
        status = firmware_check_routes(&e, error);
    }
    if (!status) {
        status = firmware_open(&image, firmware, &e, o, error);
    }
    if (!status) {
        status = run_known(&e, o, link, firmware, &image, result, error);
        elf_image_close(&image);
    }
    experiment_free(&e);
    return status;
}

static enum status ask_live(struct options *o, json_t **result, struct error *error)
{
    struct transport *link;
    if (o->text[KEY_firmware]) {
        error_set(error, STATUS_BAD,
                  "firmware: cannot be given with board, which keeps the program it has");
        return error_fix(error, "'noct flash' writes another one");
    }
    enum status status = identity_check_flags(o, NEED_SET, error);
    if (status || (status = transport_open(&link, o->text[KEY_board], error))) {
        return status;
    }
    status = run_live_complete(link, o, error);
    if (!status) {
        status = run_experiment(o, link, result, error);
    }
    transport_close(link);
    return status;
}

enum status execute_run(const struct options *o, json_t **result, struct error *error)
{
    struct options known;
    if (o->text[KEY_collective] || o->text[KEY_ordered]) {
        return error_set(error, STATUS_BAD,
                         "%s: noct run has no collective operations yet; noct plan and noct sim "
                         "have",
                         o->text[KEY_collective] ? "collective" : "ordered");
    }
    options_copy(&known, o);
    if (known.text[KEY_board]) {
        enum status status = ask_live(&known, result, error);
        options_free(&known);
        return status;
    }
    if (known.text[KEY_firmware] && !known.text[KEY_topology]) {
        known.text[KEY_topology] = alloc_text(firmware_topology);
        if (!o->batch) { /* whose answers have it as "topology" */
            fprintf(stderr,
                    "noct run: no topology was given: the board is %s; --topology KIND:SIZE "
                    "names another\n",
                    firmware_topology);
        }
    }
    qemu_on_signal(-1, NULL);
    enum status status = run_experiment(&known, NULL, result, error);
    options_free(&known);
    return status;
}
