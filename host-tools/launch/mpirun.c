/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct mpirun: a program of one's own, as a job of ranks on an emulated board. What it prints is
 * the program's alone, and its standard error on noct's. All that noct has to say, it says on standard error, and in the exit status.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "commands.h"
#include "diagnose/commands.h"
#include "experiment/experiment_result.h"
#include "job.h"
#include "job_status.h"
#include "lines.h"
#include "memmap.h"
#include "program/core_groups.h"
#include "program/firmware.h"
#include "result/result.h"
#include "run/debugger.h"
#include "run/host.h"
#include "run/qemu.h"
#include "specify/specify.h"
#include "target/transport.h"

enum { BOARD_TEXT = PRIVATE_ADDRESS + sizeof "gdb:" };

/* A job, from its start to its end. */
struct launch {
    const struct options *o;
    struct options known; /* with topology and firmware */
    struct experiment e;
    struct job job;
    struct elf_image image;
    char program[PATH_MAX];
    char board[BOARD_TEXT]; /* as --board names it */
    struct qemu qemu;
    unsigned char *block; /* [nodes * NOC_DEBUG_BLOCK], at the end */
    const char *end;
    uint32_t node; /* whose status the job's is; nodes: nobody's */
    int status;
};

/* --- running ---------------------------------------------------------------------- */

static enum status run(struct launch *l, const struct qemu_host *host, struct error *error)
{
    struct qemu_board board = {.firmware = l->program, .id = QEMU_BOARD_ID, .host = host};
    struct debugger debugger;
    enum status status =
        debugger_open(&debugger, "noct mpirun", l->o, l->program, &l->image, error);
    if (status) {
        return status;
    }
    board.stop_at = debugger.stop_at;
    snprintf(l->board, sizeof l->board, "gdb:%s", debugger.address);
    FILE *out = lines_open(l->o->json ? stderr : stdout, &l->job, l->o->text[KEY_label]);
    FILE *errors = lines_open(stderr, &l->job, l->o->text[KEY_label]);
    if (!out || !errors) {
        debugger_close(&debugger);
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory for the output");
    }
    qemu_on_signal(-1, NULL);
    status = qemu_start_board(&l->qemu, &l->e, &board, debugger.listener, QEMU_NO_SOCKET,
                              l->e.limit_cycles, error);
    l->qemu.errors = errors;
    debugger_close(&debugger);
    if (!status) {
        status = debugger_follow(&debugger, &l->qemu, &l->e, out, error);
    }
    l->qemu.errors = NULL;
    fclose(out);
    fclose(errors);
    return status;
}

/* How all cores stand; the board has ended, and stays as it is. */
static enum status read_end(struct launch *l, struct error *error)
{
    struct transport *t;
    uint32_t nodes = l->e.topology.nodes;
    enum status status = transport_open(&t, l->board, error);
    if (status) {
        return status;
    }
    l->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    status = transport_read(t, NOC_DEBUG_BASE, l->block, (size_t)nodes * NOC_DEBUG_BLOCK, error);
    transport_close(t);
    if (!status) {
        l->end = core_groups_end(l->qemu.reason, l->block, nodes);
        l->status = job_status(&l->job, l->end, l->block, nodes, &l->node);
    }
    return status;
}

/* --- saying why ------------------------------------------------------------------- */

/* What noct why says of the board that stands still. */
static enum status say_why(const struct launch *l, struct error *error)
{
    struct options o = {.text = {NULL}};
    struct error unused = {.text = ""};
    json_t *why = NULL;
    o.text[KEY_board] = alloc_text(l->board);
    o.text[KEY_firmware] = alloc_text(l->program);
    (void)execute_why(&o, &why, &unused);
    error_set(error, STATUS_NO, "all cores have waited since cycle %llu%s%s",
              (unsigned long long)l->qemu.cycles, why ? ": " : "",
              why ? result_text(why, "sentence") : "");
    json_decref(why);
    options_free(&o);
    return STATUS_NO;
}

static const char *who(const struct launch *l, char text[40])
{
    uint32_t rank = job_rank(&l->job, l->node);
    if (rank < l->job.ranks) {
        snprintf(text, 40, "rank %u", (unsigned)rank);
    } else {
        snprintf(text, 40, "node %u, which has no rank,", (unsigned)l->node);
    }
    return text;
}

static enum status explain(const struct launch *l, const json_t *cores, struct error *error)
{
    char text[40], does[CORE_DOES_TEXT];
    if (l->status == 0) {
        return STATUS_DONE;
    }
    if (l->status == JOB_DEADLOCK) {
        return say_why(l, error);
    }
    if (l->status == JOB_LIMIT) {
        limit_reached(&l->e, l->qemu.cycles, error);
        core_groups_describe(error, cores);
        return STATUS_NO;
    }
    struct core c = core_read(l->block + (size_t)l->node * NOC_DEBUG_BLOCK);
    core_does(does, sizeof does, &c);
    error_set(error, STATUS_NO, "%s %s", who(l, text), does);
    if (l->status != JOB_TRAP && (uint32_t)l->status != c.code) {
        error_append(error, "; noct ends with %d (docs/contract.md, mpirun)", l->status);
    }
    if (l->status == JOB_TRAP) {
        core_groups_describe(error, cores); /* where it was */
    }
    return STATUS_NO;
}

static enum status answer(const struct launch *l, json_t **result, struct error *error)
{
    uint32_t nodes = l->e.topology.nodes;
    json_t *cores = core_groups_done(l->block, nodes) < nodes
                      ? core_groups_find(&l->image, nodes, l->block)
                      : NULL;
    *result = json_pack("{s:i,s:s,s:s,s:I,s:I,s:s,s:i}", "schema", RESULT_SCHEMA, "topology",
                        l->e.topology_text, "routing", l->e.routing->name, "ranks",
                        (json_int_t)l->job.ranks, "cycles", (json_int_t)l->qemu.cycles, "end",
                        l->end, "exit_status", l->status);
    enum status status = explain(l, cores, error);
    if (status && l->node < nodes) {
        uint32_t rank = job_rank(&l->job, l->node);
        json_object_set_new(*result, "rank",
                            rank < l->job.ranks ? json_integer(rank) : json_null());
    }
    if (cores) {
        json_object_set_new(*result, "cores", cores);
    }
    return status;
}

/* --- the command -------------------------------------------------------------------- */

/* The program that was asked for, and a board for it. */
static enum status complete(struct launch *l, struct error *error)
{
    char topology[JOB_TOPOLOGY_TEXT];
    uint32_t ranks, nodes;
    enum status status = job_ranks(l->o, &ranks, error);
    if (!status && !(l->o->words_n && (ranks || l->o->text[KEY_topology]))) {
        status = experiment_check(l->o, NEED_NETWORK, &nodes, error);
    }
    if (status) {
        return status;
    }
    if (!l->o->words_n) {
        error_set(error, STATUS_BAD, "program: missing");
        return error_fix(error, "its file follows the flags, as in -n 4 ./a.elf");
    }
    options_copy(&l->known, l->o);
    free(l->known.text[KEY_firmware]);
    l->known.text[KEY_firmware] = alloc_text(l->o->words[0]);
    if (!l->known.text[KEY_topology]) {
        if (!ranks) {
            options_free(&l->known);
            error_set(error, STATUS_BAD, "n: missing");
            return error_fix(error,
                             "give -n N before the program, or a board by --topology KIND:SIZE");
        }
        job_topology(ranks, topology);
        l->known.text[KEY_topology] = alloc_text(topology);
    }
    return STATUS_DONE;
}

/* Which board was taken, where none was named. */
static void say_board(const struct launch *l)
{
    if (!l->o->text[KEY_topology]) {
        fprintf(stderr, "noct mpirun: the board is %s; --topology KIND:SIZE names another\n",
                l->known.text[KEY_topology]);
    }
}

static enum status launch(struct launch *l, json_t **result, struct error *error)
{
    struct qemu_host host = {.directory = QEMU_NO_SOCKET};
    char *line = NULL;
    enum status status = job_make(&l->job, l->o, l->e.topology.nodes, error);
    if (!status && !(status = job_line(&line, &l->job, l->o, error)) &&
        !(status = host_open_files(&host, l->o, error))) {
        host.line = line;
        host.input_node = job_node(&l->job, 0);
        host_share_input();
        status = run(l, &host, error);
    }
    if (!status) {
        status = read_end(l, error);
    }
    if (!status) {
        status = answer(l, result, error);
    }
    host_close(&host);
    free(line);
    job_free(&l->job);
    return status;
}

enum status execute_mpirun(const struct options *o, json_t **result, struct error *error)
{
    struct launch *l = alloc_zeroed(sizeof *l);
    l->o = o;
    l->qemu.out = l->qemu.err = l->qemu.gdb = QEMU_NO_SOCKET;
    enum status status = complete(l, error);
    if (!status) {
        status = experiment_make(&l->e, &l->known, NEED_NETWORK | NEED_KNOWN_ROUTING, error);
        if (!status) {
            status = firmware_open(&l->image, l->program, &l->e, &l->known, error);
            if (!status) {
                say_board(l);
                status = launch(l, result, error);
                elf_image_close(&l->image);
            }
            experiment_free(&l->e);
        }
        options_free(&l->known);
    }
    qemu_stop(&l->qemu);
    free(l->block);
    free(l);
    return status;
}
