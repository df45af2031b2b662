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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "commands.h"
#include "gateware.h"
#include "measured_run.h"
#include "memmap.h"
#include "program/board_identity.h"
#include "program/core_groups.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "image/image_origin.h"
#include "host.h"
#include "regs.h"
#include "result/result.h"
#include "run_collective.h"
#include "run_live.h"
#include "collectives/collective.h"
#include "experiment/experiment_result.h"
#include "specify/specify.h"
#include "sim/worm_log.h"
#include "target/counter_blocks.h"

static const char firmware_topology[] = "torus:8x8"; /* for other firmware, if none is given */

/* A program of the user's own, which may ask of this machine what the options allow. */
static enum status run_program(struct measured_run *r, const struct experiment *e,
                               const struct options *o, struct transport *transport,
                               const char *firmware, const struct elf_image *image, FILE *shown,
                               struct error *error)
{
    struct qemu_host host;
    *r = (struct measured_run){
        .qemu = {.out = QEMU_NO_SOCKET, .err = QEMU_NO_SOCKET, .gdb = QEMU_NO_SOCKET}};
    bool served;
    enum status status = host_serve(&host, &served, o, error);
    if (status) {
        return status;
    }
    const bool debugged = o->text[KEY_gdb];
    struct debugger debugger;
    if (debugged) {
        status = debugger_open(&debugger, "noct run", o, firmware, image, error);
    }
    if (!status) {
        status = measured_run_make(r, e, transport, firmware, image,
                                   served && !e->gateware ? &host : NULL,
                                   debugged ? &debugger : NULL, shown, error);
    }
    host_end(&host);
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
    uint64_t resent = measured_run_discarded(r, e);
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

/* With their cycles, where the routers' stamps are known and the source has begun. */
static json_t *worms_of(const struct experiment *e, struct measured_run *r)
{
    uint64_t begin, end = 0, cycle;
    if (!r->stamped || r->stamps.lost || !measured_run_mark(r, e->source, 0, &begin)) {
        return worm_log_planned(e);
    }
    for (uint32_t i = 0; i < e->m; i++) {
        end = measured_run_mark(r, e->dests[i], 1, &cycle) && cycle > end ? cycle : end;
    }
    return stamps_worms(&r->stamps, e, begin, end ? end : r->qemu.cycles);
}

static json_t *answer_result(const struct experiment *e, const struct options *o,
                             struct measured_run *r, bool own_firmware)
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
        result_latency(result, e, latency, !o->for_row);
    }
    result_flit_hops(result, e, r, own_firmware);
    json_object_set_new(result, "cycles", json_integer((json_int_t)r->qemu.cycles));
    json_object_set_new(result, "end",
                        json_string(core_groups_end(r->qemu.reason, r->block, e->topology.nodes)));
    if (marked) {
        result_auto(result, e);
    }
    measured_run_links(r, e, result);
    if (e->detail.worms && !own_firmware) {
        result_steps(result, e);
        json_object_set_new(result, "worms", worms_of(e, r));
    }
    measured_run_end(r, e, result);
    free(latency);
    return result;
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
    enum status status = own ? run_program(&r, e, o, transport, firmware, image, shown, error)
                             : measured_run_own(&r, e, transport, firmware, image, shown, error);
    if (!status) {
        *result = answer_result(e, o, &r, own);
        image_origin_set(*result, image);
        status = measured_run_judge(e, &r, error);
    }
    measured_run_free(&r);
    return status;
}

static enum status run_multicast(const struct options *o, struct transport *link, json_t **result,
                                 struct error *error)
{
    struct experiment e;
    struct elf_image image;
    char firmware[PATH_MAX];
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE, error);
    if (status) {
        return status;
    }
    status = gateware_take(&e, o, error);
    if (!status && !o->text[KEY_firmware]) {
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

static enum status run_experiment(const struct options *o, struct transport *link, json_t **result,
                                  struct error *error)
{
    return o->text[KEY_collective] ? run_collective(o, link, result, error)
                                   : run_multicast(o, link, result, error);
}

/* Complete the options by what a live board is. A schedule's name is none of an algorithm's, which
 * may have a routing of its own. */
static enum status complete(struct transport *link, struct options *o, struct error *error)
{
    char *schedule = o->text[KEY_algorithm];
    const bool collective = o->text[KEY_collective];
    if (collective) {
        o->text[KEY_algorithm] = NULL;
    }
    enum status status = run_live_complete(link, collective ? "collective" : "multicast", o, error);
    if (collective) {
        o->text[KEY_algorithm] = schedule;
    }
    return status;
}

static enum status ask_live(struct options *o, json_t **result, struct error *error)
{
    struct transport *link;
    if (o->text[KEY_files]) {
        error_set(error, STATUS_BAD, "files: a live board's files are served by its debugger");
        return error_fix(error, "leave out --files; docs/board.md, section 8, says how OpenOCD "
                                "serves them");
    }
    if (o->text[KEY_firmware]) {
        error_set(error, STATUS_BAD,
                  "firmware: cannot be given with board, which keeps the program it has");
        return error_fix(error, "'noct flash' writes another one");
    }
    enum status status =
        identity_check_flags(o, o->text[KEY_collective] ? NEED_DESTS : NEED_SET, error);
    if (status || (status = transport_open(&link, o->text[KEY_board], error))) {
        return status;
    }
    status = complete(link, o, error);
    if (!status) {
        status = run_experiment(o, link, result, error);
    }
    transport_close(link);
    return status;
}

/* What --gdb cannot be combined with. */
static enum status refuse_gdb(const struct options *o, struct error *error)
{
    if (o->text[KEY_board]) {
        error_set(error, STATUS_BAD, "gdb: cannot be given with board, which has its own");
        return error_fix(error, "'noct board --gdb' opens a port of an emulated board");
    }
    if (o->batch) {
        return error_set(error, STATUS_BAD,
                         "gdb: cannot be given with batch; leave one of them out");
    }
    if (!o->text[KEY_firmware]) {
        error_set(error, STATUS_BAD, "gdb: which program?");
        return error_fix(error, "its file follows the flags, as --gdb ./a.elf");
    }
    return STATUS_DONE;
}

enum status execute_run(const struct options *o, json_t **result, struct error *error)
{
    struct options known;
    if (!o->text[KEY_collective] && collective_refuse_others(o, error)) {
        return STATUS_BAD;
    }
    if (o->text[KEY_collective] && (o->text[KEY_firmware] || o->text[KEY_files] || o->words_n)) {
        return error_set(error, STATUS_BAD,
                         "%s: cannot be combined with a collective operation; leave one of "
                         "them out",
                         o->text[KEY_firmware] ? "firmware"
                         : o->text[KEY_files]  ? "files"
                                               : "a program");
    }
    if (host_options(&known, o, error)) {
        return STATUS_BAD;
    }
    if (known.text[KEY_gdb] && refuse_gdb(&known, error)) {
        options_free(&known);
        return STATUS_BAD;
    }
    if (known.text[KEY_board] && !gateware_named(&known)) {
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
    enum status status = gateware_named(&known) ? gateware_complete(&known, error) : STATUS_DONE;
    if (!status) {
        status = run_experiment(&known, NULL, result, error);
    }
    options_free(&known);
    return status;
}
