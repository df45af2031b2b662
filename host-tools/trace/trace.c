/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct trace: firmware's events and routers' stamps of a board as a file for Perfetto's viewer.
 *
 * The board runs a window of cycles at a time (CTL_UNTIL) and stands while its rings are read, so
 * that nothing is lost however slow the connection is; it does not notice. How long the window may
 * be shows in how full rings get.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/out_file.h"
#include "result/result.h"
#include "experiment/experiment_result.h"
#include "specify/specify.h"
#include "target/counter_blocks.h"
#include "base/clock.h"
#include "commands.h"
#include "target/core_state.h"
#include "base/install_paths.h"
#include "target/gdb.h"
#include "program/board_identity.h"
#include "target/transport.h"
#include "memmap.h"
#include "base/alloc.h"
#include "perfetto.h"
#include "base/private_socket.h"
#include "base/progress.h"
#include "run/qemu.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "image/image_origin.h"
#include "run/measured_run.h"
#include "program/core_groups.h"
#include "trace_read.h"
#include "trace_in_flight.h"
#include "worms.h"

enum {
    WINDOW_MIN = 32,
    WINDOW_FIRST = 512,
    WINDOW_MAX = 1 << 20, /* cycles */
    FULL_MANY = 50,
    FULL_FEW = 12, /* per cent of a ring */
    WAIT_US_MIN = 200,
    WAIT_US_MAX = 20000,
    STILL_MS = 20000
};

/* One trace, being made. */
struct session {
    const struct options *o;
    struct transport *transport;
    struct recording r;
    struct trace_reader reader;
    struct experiment e; /* topology and routing, if known */
    bool known;
    struct elf_image image;
    char firmware[PATH_MAX];
    bool has_image;
    FILE *console;     /* of the emulated board */
    struct qemu *qemu; /* NULL: a live board */
    uint64_t seconds;  /* at most so long on the host ... */
    uint64_t cycles;   /* ... and on the board; 0: without end */
    int64_t begun_ms;
    bool still;   /* its clock does not move any more */
    bool doubted; /* it was said that not all is of one cycle */
};

static const char DEFAULT_OUT[] = "trace.json";
static const char NO_EVENTS[] =
    "the program writes no events, which tell the worms; link it by 'noct "
    "cc --trace'";

static const char *out_name(const struct options *o)
{
    return o->text[KEY_out] ? o->text[KEY_out] : DEFAULT_OUT;
}

/* --- until when ----------------------------------------------------------------------- */

/* Ctrl-C: what has been recorded becomes the file. A second one ends us as it ends others. */
static volatile sig_atomic_t enough;
static struct sigaction otherwise;

static void on_interrupt(int number)
{
    enough = 1;
    sigaction(number, &otherwise, NULL);
}

static void take_interrupt(bool take)
{
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    if (take) {
        enough = 0;
        sigaction(SIGINT, &action, &otherwise);
    } else {
        sigaction(SIGINT, &otherwise, NULL);
    }
}

/* Has a board of ours ended, was it told to us, or is the time over? */
static bool is_over(const struct session *s)
{
    return (s->qemu && s->qemu->ended) || enough || s->still ||
           (s->seconds && clock_ms() - s->begun_ms > (int64_t)s->seconds * 1000);
}

/* The cycle before which it ends, if it was given in cycles. */
static uint64_t last_cycle(const struct session *s)
{
    return s->cycles ? s->r.begin + s->cycles : UINT64_MAX;
}

/* Why it ended. */
static const char *end_reason(const struct session *s)
{
    return s->qemu && s->qemu->ended ? core_groups_end(s->qemu->reason, s->r.last, s->r.nodes)
         : s->r.end >= last_cycle(s) ? "cycles"
         : s->still                  ? "still"
         : enough                    ? "interrupt"
                                     : "time";
}

/* --- the board, a window at a time --------------------------------------------------- */

static enum status wait_a_little(struct session *s, unsigned us, struct error *error)
{
    if (s->qemu && !s->qemu->ended) {
        return qemu_look(s->qemu, &s->e, s->console, (int)(us / 1000), error);
    }
    usleep(us);
    return STATUS_DONE;
}

/* Looked at now and then: a clock that nobody stopped and that does not move (*since: when it was
 * seen to) is that of a board that has ended. */
static enum status look_if_still(struct session *s, uint64_t *cycle, int64_t *since_ms,
                                 struct error *error)
{
    if (s->qemu || clock_ms() - *since_ms < STILL_MS) { /* ours tells its end */
        return STATUS_DONE;
    }
    uint64_t before = *cycle;
    enum status status = transport_cycle(s->transport, cycle, error);
    *since_ms = clock_ms();
    s->still = !status && *cycle == before;
    return status;
}

/* Once, should what is recorded not be of one cycle. */
static void warn_of_doubt(struct session *s)
{
    if (transport_doubt(s->transport) && !s->doubted) {
        fprintf(stderr, "noct trace: warning: %s\n", transport_doubt(s->transport));
        s->doubted = true;
    }
}

/* Let the board run to this cycle, or until it is over; then it stands. */
static enum status run_until(struct session *s, uint64_t cycle, struct error *error)
{
    uint32_t standing = 0;
    unsigned us = WAIT_US_MIN;
    uint64_t seen = s->reader.cycle;
    int64_t since_ms = clock_ms();
    enum status status = transport_go_until(s->transport, cycle, error);
    while (!status && !standing && !is_over(s)) {
        status = wait_a_little(s, us, error);
        if (!status) {
            status = transport_word(s->transport, NOC_CONTROL_BASE + CTL_STOP, &standing, error);
        }
        if (!status && !standing) {
            status = look_if_still(s, &seen, &since_ms, error);
        }
        us = us * 2 < WAIT_US_MAX ? us * 2 : WAIT_US_MAX;
    }
    if (!status) {
        status = transport_stop(s->transport, error);
        warn_of_doubt(s);
    }
    return status;
}

/* Had all cores ended before we came? Then nothing comes any more. */
static bool all_ended(const struct session *s)
{
    bool all = true;
    for (uint32_t i = 0; i < s->r.nodes && all; i++) {
        struct core c = core_read(s->r.first + (size_t)i * NOC_DEBUG_BLOCK);
        all = c.state == CORE_EXITED || c.state == CORE_TRAPPED;
    }
    return all;
}

/* Windows until it is over. The clock stands before and after. */
static enum status follow(struct session *s, struct error *error)
{
    uint64_t window = WINDOW_FIRST, last = last_cycle(s);
    enum status status = STATUS_DONE;
    bool over = false;
    progress_begin("recording", s->cycles);
    while (!status && !over) {
        uint64_t left = last - s->reader.cycle;
        status = run_until(s, s->reader.cycle + (window < left ? window : left), error);
        over = is_over(s);
        if (!status) {
            status = trace_reader_look(&s->reader, error);
        }
        over = over || s->reader.cycle >= last;
        if (s->reader.filled > FULL_MANY && window > WINDOW_MIN) {
            window /= 2;
        } else if (s->reader.filled < FULL_FEW && window < WINDOW_MAX) {
            window *= 2;
        }
        if (s->cycles && !over) {
            progress_at(s->reader.cycle - s->r.begin);
        } else {
            progress_tick();
        }
    }
    progress_end();
    return status;
}

/* The ring's address; 0: the program has none. */
static uint32_t ring_of(const struct session *s)
{
    uint32_t address = 0;
    return s->has_image && elf_image_symbol(&s->image, "noc_trace_ring", &address) ? address : 0;
}

/* Worms that are still there. Nonsense about them does not spoil what was recorded. */
static enum status find_there(struct session *s, struct error *error)
{
    enum status status = trace_there(&s->r, s->transport, &s->e.topology, error);
    if (status == STATUS_BAD) {
        fprintf(stderr, "noct trace: %s\n", error->text);
        error_clear(error);
        status = STATUS_DONE;
    }
    return status;
}

/* All that is to be recorded; new: the board has not run yet. */
static enum status record(struct session *s, bool new, struct error *error)
{
    recording_init(&s->r, transport_nodes(s->transport));
    take_interrupt(true);
    enum status status = transport_stop(s->transport, error);
    warn_of_doubt(s);
    if (!status) {
        status = trace_reader_begin(&s->reader, s->transport, &s->r, ring_of(s), new, error);
    }
    s->begun_ms = clock_ms();
    if (!status) {
        s->still = all_ended(s);
        status = follow(s, error);
    }
    if (!status && s->known) {
        status = find_there(s, error);
    }
    struct error unused;
    enum status ended = trace_reader_end(&s->reader, status ? &unused : error);
    status = status ? status : ended;
    if (!status) {
        status = transport_go_until(s->transport, 0, error);
    }
    take_interrupt(false);
    trace_match(&s->r);
    return status;
}

/* --- the file ------------------------------------------------------------------------ */

static enum status write_file(const struct session *s, const char *name, struct error *error)
{
    FILE *file = fopen(name, "wb");
    bool ok = file &&
              perfetto_write(file, &s->r, s->known ? &s->e : NULL, s->has_image ? &s->image : NULL);
    if (file && fclose(file)) {
        ok = false;
    }
    return ok ? STATUS_DONE
              : error_set(error, STATUS_ENVIRONMENT,
                          "out '%s': %s; give a file that can be written", name, strerror(errno));
}

/* The file of --record, if it was asked for; *written: what is in it. */
static enum status write_worms(const struct session *s, struct worms_written *written,
                               struct error *error)
{
    const char *name = s->o->text[KEY_record];
    if (!name) {
        return STATUS_DONE;
    }
    if (!s->r.rings) {
        return error_set(error, STATUS_BAD, "record '%s': %s", name, NO_EVENTS);
    }
    FILE *file = fopen(name, "wb");
    bool ok = file;
    if (file) {
        worms_write(file, &s->r, written);
        ok = !ferror(file);
        ok = fclose(file) == 0 && ok;
    }
    return ok
             ? STATUS_DONE
             : error_set(error, STATUS_ENVIRONMENT,
                         "record '%s': %s; give a file that can be written", name, strerror(errno));
}

static json_t *worms_json(const struct session *s, const struct worms_written *written)
{
    return json_pack("{s:s,s:I,s:I}", "file", s->o->text[KEY_record], "worms",
                     (json_int_t)written->worms, "coded", (json_int_t)written->coded);
}

static json_t *make_answer(const struct session *s)
{
    const struct recording_sums sums = recording_sum(&s->r);
    struct experiment e = s->e;
    e.algorithm = s->o->text[KEY_firmware] ? NULL : e.algorithm; /* another program */
    json_t *result = s->known ? result_new(&e) : json_pack("{s:i}", "schema", RESULT_SCHEMA);
    json_t *mine =
        json_pack("{s:s,s:i,s:I,s:I,s:I,s:I,s:{s:I,s:I},s:I}", "file", out_name(s->o), "nodes",
                  (int)s->r.nodes, "cycles", (json_int_t)(s->r.end - s->r.begin), "events",
                  (json_int_t)sums.events, "worms", (json_int_t)sums.worms, "messages",
                  (json_int_t)s->r.flows, "lost", "events", (json_int_t)sums.lost_events, "worms",
                  (json_int_t)sums.lost_worms, "unmatched", (json_int_t)s->r.unmatched);
    json_object_update(result, mine);
    json_decref(mine);
    json_object_set_new(result, "end", json_string(end_reason(s)));
    json_object_set_new(result, "still_there",
                        json_pack("{s:I,s:I}", "channels", (json_int_t)s->r.theres, "stuck",
                                  (json_int_t)trace_stuck(&s->r)));
    if (s->qemu) { /* what a live board runs may be another program than the one that was named */
        image_origin_set(result, &s->image);
    }
    return result;
}

/* Did a board of ours end well, if it has ended? */
static enum status judge(const struct session *s, struct error *error)
{
    if (!s->qemu || !s->qemu->ended) {
        return STATUS_DONE;
    }
    if (strcmp(s->qemu->reason, "limit") == 0) {
        limit_reached(&s->e, s->qemu->cycles, error);
        error_remark(error, "the trace has what happened until then");
        return STATUS_NO;
    }
    if (strcmp(s->qemu->reason, "abort") == 0) {
        uint32_t node = core_groups_abort(s->r.last, s->r.nodes);
        char does[CORE_DOES_TEXT];
        struct core c = core_read(s->r.last + (size_t)node * NOC_DEBUG_BLOCK);
        core_does(does, sizeof does, &c);
        error_set(error, STATUS_NO, "core %u %s, in cycle %" PRIu64, node, does, s->qemu->cycles);
        error_remark(error, "the trace has what happened until then");
        return STATUS_NO;
    }
    if (strcmp(s->qemu->reason, "exit") != 0) {
        error_set(error, STATUS_NO, "the run did not reach its end: %s in cycle %" PRIu64,
                  s->qemu->reason, s->qemu->cycles);
        error_remark(error, "the trace has what happened until then");
        return STATUS_NO;
    }
    uint32_t well = core_groups_done(s->r.last, s->r.nodes);
    if (well < s->r.nodes) {
        error_set(error, STATUS_NO, "%u of %u cores failed", s->r.nodes - well, s->r.nodes);
        error_remark(error, "the trace is complete");
    }
    return well < s->r.nodes ? STATUS_NO : STATUS_DONE;
}

static enum status finish(struct session *s, json_t **result, struct error *error)
{
    struct worms_written written = {0};
    enum status status = write_file(s, out_name(s->o), error);
    status = status ? status : write_worms(s, &written, error);
    if (!status) {
        *result = make_answer(s);
        if (s->o->text[KEY_record]) {
            json_object_set_new(*result, "worm_file", worms_json(s, &written));
        }
        status = judge(s, error);
    }
    return status;
}

/* --- an emulated board ----------------------------------------------------------------- */

/* Is it up? Board time stands still. */
static enum status greet(const char *address, struct error *error)
{
    enum { START_SECONDS = 60 }; /* of the largest board */
    struct gdb *g = alloc_zeroed(sizeof *g);
    enum status status = gdb_connect(g, address, START_SECONDS, error);
    if (!status) {
        gdb_leave(g);
    }
    free(g);
    return status;
}

static enum status trace_started(struct session *s, const char *address, json_t **result,
                                 struct error *error)
{
    char board[PRIVATE_ADDRESS + sizeof "gdb:"];
    struct error died;
    snprintf(board, sizeof board, "gdb:%s", address);
    enum status status = greet(address, error);
    if (status) {
        /* Had QEMU something to say? That is the better reason. */
        return qemu_follow(s->qemu, &s->e, stderr, false, &died)
                 ? (*error = died, STATUS_ENVIRONMENT)
                 : status;
    }
    status = transport_open(&s->transport, board, error);
    if (!status) {
        status = record(s, true, error);
    }
    transport_close(s->transport);
    s->transport = NULL;
    return status ? status : finish(s, result, error);
}

static enum status trace_emulated(struct session *s, json_t **result, struct error *error)
{
    char address[PRIVATE_ADDRESS];
    int listener;
    struct qemu q;
    enum status status = private_listen(&listener, address, error);
    if (status) {
        return status;
    }
    s->e.halt = true;
    s->console = s->o->json ? stderr : stdout;
    qemu_on_signal(-1, NULL);
    status = qemu_start(&q, &s->e, s->firmware, listener, QEMU_NO_SOCKET, limit_of(&s->e), error);
    close(listener);
    if (!status) {
        s->qemu = &q;
        status = trace_started(s, address, result, error);
    }
    qemu_stop(&q);
    return status;
}

static enum status emulated(struct session *s, const struct options *o, json_t **result,
                            struct error *error)
{
    enum status status = experiment_make(&s->e, o, NEED_SET | NEED_FIRMWARE, error);
    if (status) {
        return status;
    }
    s->known = true;
    if (!o->text[KEY_firmware]) {
        status = firmware_check_routes(&s->e, error);
    }
    if (!status) {
        status = firmware_open_traced(&s->image, s->firmware, &s->e, o, error);
    }
    if (!status) {
        s->has_image = true;
        if (!ring_of(s)) {
            fprintf(stderr,
                    "noct trace: '%s' writes no events, so only the network is traced; "
                    "link it by 'noct cc --trace', or build it by 'make app TRACE=1'\n",
                    s->firmware);
        }
        status = trace_emulated(s, result, error);
    }
    return status;
}

/* --- a live board ------------------------------------------------------------------------ */

/* The links' names, if the board, or a flag, tells its topology. */
static enum status know_links(struct session *s, const struct options *o, struct error *error)
{
    struct options completed;
    enum status status = identity_find(s->transport, &s->e, o, &completed, error);
    options_free(&completed);
    if (status == STATUS_BAD && !o->text[KEY_topology] && !o->text[KEY_routing]) {
        fprintf(stderr,
                "noct trace: the board does not tell its topology: links are shown by number\n");
        error_clear(error);
        return STATUS_DONE;
    }
    s->known = !status && identity_names_channels(&s->e);
    if (!status && !s->known) {
        experiment_free(&s->e);
    }
    return status;
}

/* Why there is less in the file than was hoped for. */
static void say_what_is_missing(const struct session *s)
{
    if (s->still) {
        fprintf(stderr, "noct trace: %s in cycle %" PRIu64 "; 'noct why' says more\n",
                all_ended(s) ? "all cores had ended" : "the board's clock is not running",
                s->r.end);
    }
    if (!s->r.rings) {
        fprintf(stderr, "noct trace: %s\n",
                ring_of(s) ? "the cores have no event rings where this firmware has them: the "
                             "board runs another program"
                           : "no firmware with event rings was given: only the network is traced");
    }
}

static enum status live(struct session *s, const struct options *o, json_t **result,
                        struct error *error)
{
    uint32_t nodes;
    enum status status = experiment_check(o, NEED_NETWORK, &nodes, error);
    if (!status && o->text[KEY_firmware]) {
        status = firmware_path(s->firmware, o->text[KEY_firmware], true, error);
        status = status ? status : elf_image_open(&s->image, s->firmware, error);
        s->has_image = !status;
    }
    if (!status) {
        status = transport_open(&s->transport, o->text[KEY_board], error);
    }
    if (status) {
        return status;
    }
    if (transport_disturbs(s->transport)) {
        fprintf(stderr, "noct trace: %s\n", transport_disturbs(s->transport));
    }
    status = know_links(s, o, error);
    if (!status) {
        status = record(s, false, error);
    }
    transport_close(s->transport);
    s->transport = NULL;
    if (!status) {
        say_what_is_missing(s);
    }
    return status ? status : finish(s, result, error);
}

/* --- the command ------------------------------------------------------------------------- */

static enum status check_worms_file(const struct options *o, struct error *error)
{
    const char *name = o->text[KEY_record];
    return !name || !out_file_check(name, error)
             ? STATUS_DONE
             : error_set(error, STATUS_BAD, "record '%s': %s; give a file that can be written",
                         name, strerror(errno));
}

enum status execute_trace(const struct options *o, json_t **result, struct error *error)
{
    enum { SECONDS_MAX = 3600 };
    struct session s = {.o = o};
    enum status status = number_option(o, KEY_cycles, 1, UINT32_MAX, 0, &s.cycles, error);
    if (!status) {
        status = number_option(o, KEY_seconds, 1, SECONDS_MAX,
                               o->text[KEY_board] && !s.cycles ? 1 : 0, &s.seconds, error);
    }
    if (status || (status = out_file_check(out_name(o), error)) ||
        (status = check_worms_file(o, error))) {
        return status;
    }
    status = o->text[KEY_board] ? live(&s, o, result, error) : emulated(&s, o, result, error);
    if (s.has_image) {
        elf_image_close(&s.image);
    }
    if (s.known) {
        experiment_free(&s.e);
    }
    recording_free(&s.r);
    return status;
}
