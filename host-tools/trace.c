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

#include "answer.h"
#include "blocks.h"
#include "clock.h"
#include "command.h"
#include "cores.h"
#include "files.h"
#include "gdb.h"
#include "known.h"
#include "link.h"
#include "loopback.h"
#include "memmap.h"
#include "memory.h"
#include "perfetto.h"
#include "progress.h"
#include "qemu.h"
#include "run.h"
#include "standing.h"
#include "trace_read.h"
#include "trace_there.h"

enum {
    WINDOW_MIN = 32, WINDOW_FIRST = 512, WINDOW_MAX = 1 << 20, /* cycles */
    FULL_MANY = 50, FULL_FEW = 12,                             /* per cent of a ring */
    WAIT_US_MIN = 200, WAIT_US_MAX = 20000, STILL_MS = 20000
};

/* One trace, being made. */
struct session {
    const struct options *o;
    struct link *link;
    struct recording r;
    struct trace_reader reader;
    struct experiment e;  /* topology and routing, if known */
    bool known;
    struct image image;
    char firmware[PATH_MAX];
    bool has_image;
    FILE *console;        /* of the emulated board */
    struct qemu *qemu;    /* NULL: a live board */
    uint64_t seconds;     /* at most so long on the host ... */
    uint64_t cycles;      /* ... and on the board; 0: without end */
    int64_t begun_ms;
    bool still;           /* its clock does not move any more */
    bool doubted;         /* it was said that not all is of one cycle */
};

static const char DEFAULT_OUT[] = "trace.json";

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
    const struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART };
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
    return s->qemu && s->qemu->ended   ? standing_end(s->qemu->reason, s->r.last, s->r.nodes)
           : s->r.end >= last_cycle(s) ? "cycles"
           : s->still                  ? "still"
           : enough                    ? "interrupt"
                                       : "time";
}

/* --- the board, a window at a time --------------------------------------------------- */

static enum status wait_a_little(struct session *s, unsigned us, struct complaint *why)
{
    if (s->qemu && !s->qemu->ended) {
        return qemu_look(s->qemu, &s->e, s->console, (int)(us / 1000), why);
    }
    usleep(us);
    return STATUS_DONE;
}

/* Looked at now and then: a clock that nobody stopped and that does not move (*since: when it was
 * seen to) is that of a board that has ended. */
static enum status look_if_still(struct session *s, uint64_t *cycle, int64_t *since_ms,
                                 struct complaint *why)
{
    if (s->qemu || clock_ms() - *since_ms < STILL_MS) { /* ours tells its end */
        return STATUS_DONE;
    }
    uint64_t before = *cycle;
    enum status status = link_cycle(s->link, cycle, why);
    *since_ms = clock_ms();
    s->still = !status && *cycle == before;
    return status;
}

/* Once, should what is recorded not be of one cycle. */
static void warn_of_doubt(struct session *s)
{
    if (link_doubt(s->link) && !s->doubted) {
        fprintf(stderr, "noct trace: warning: %s\n", link_doubt(s->link));
        s->doubted = true;
    }
}

/* Let the board run to this cycle, or until it is over; then it stands. */
static enum status run_until(struct session *s, uint64_t cycle, struct complaint *why)
{
    uint32_t standing = 0;
    unsigned us = WAIT_US_MIN;
    uint64_t seen = s->reader.cycle;
    int64_t since_ms = clock_ms();
    enum status status = link_go_until(s->link, cycle, why);
    while (!status && !standing && !is_over(s)) {
        status = wait_a_little(s, us, why);
        if (!status) {
            status = link_word(s->link, NOC_CONTROL_BASE + CTL_STOP, &standing, why);
        }
        if (!status && !standing) {
            status = look_if_still(s, &seen, &since_ms, why);
        }
        us = us * 2 < WAIT_US_MAX ? us * 2 : WAIT_US_MAX;
    }
    if (!status) {
        status = link_stop(s->link, why);
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
static enum status follow(struct session *s, struct complaint *why)
{
    uint64_t window = WINDOW_FIRST, last = last_cycle(s);
    struct progress progress;
    enum status status = STATUS_DONE;
    bool over = false;
    progress_begin(&progress, "recording", s->cycles);
    while (!status && !over) {
        uint64_t left = last - s->reader.cycle;
        status = run_until(s, s->reader.cycle + (window < left ? window : left), why);
        over = is_over(s);
        if (!status) {
            status = trace_reader_look(&s->reader, why);
        }
        over = over || s->reader.cycle >= last;
        if (s->reader.filled > FULL_MANY && window > WINDOW_MIN) {
            window /= 2;
        } else if (s->reader.filled < FULL_FEW && window < WINDOW_MAX) {
            window *= 2;
        }
        if (s->cycles && !over) {
            progress_at(&progress, s->reader.cycle - s->r.begin);
        } else {
            progress_tick(&progress);
        }
    }
    progress_end(&progress);
    return status;
}

/* The ring's address; 0: the program has none. */
static uint32_t ring_of(const struct session *s)
{
    uint32_t address = 0;
    return s->has_image && image_symbol(&s->image, "noc_trace_ring", &address) ? address : 0;
}

/* Worms that are still there. Nonsense about them does not spoil what was recorded. */
static enum status find_there(struct session *s, struct complaint *why)
{
    enum status status = trace_there(&s->r, s->link, &s->e.topology, why);
    if (status == STATUS_BAD) {
        fprintf(stderr, "noct trace: %s\n", why->text);
        why->text[0] = 0;
        status = STATUS_DONE;
    }
    return status;
}

/* All that is to be recorded; new: the board has not run yet. */
static enum status record(struct session *s, bool new, struct complaint *why)
{
    recording_init(&s->r, link_nodes(s->link));
    take_interrupt(true);
    enum status status = link_stop(s->link, why);
    warn_of_doubt(s);
    if (!status) {
        status = trace_reader_begin(&s->reader, s->link, &s->r, ring_of(s), new, why);
    }
    s->begun_ms = clock_ms();
    if (!status) {
        s->still = all_ended(s);
        status = follow(s, why);
    }
    if (!status && s->known) {
        status = find_there(s, why);
    }
    struct complaint unused;
    enum status ended = trace_reader_end(&s->reader, status ? &unused : why);
    status = status ? status : ended;
    if (!status) {
        status = link_go_until(s->link, 0, why);
    }
    take_interrupt(false);
    trace_match(&s->r);
    return status;
}

/* --- the file ------------------------------------------------------------------------ */

/* Can it be written? Before anything else is done; what is there stays as it is. */
static enum status check_out(const char *name, struct complaint *why)
{
    bool was = access(name, F_OK) == 0;
    FILE *file = fopen(name, "ab");
    if (!file) {
        return complain(why, STATUS_BAD, "out '%s': %s", name, strerror(errno));
    }
    fclose(file);
    if (!was) {
        unlink(name);
    }
    return STATUS_DONE;
}

static enum status write_file(const struct session *s, const char *name, struct complaint *why)
{
    FILE *file = fopen(name, "wb");
    bool ok = file && perfetto_write(file, &s->r, s->known ? &s->e : NULL,
                                     s->has_image ? &s->image : NULL);
    if (file && fclose(file)) {
        ok = false;
    }
    return ok ? STATUS_DONE
              : complain(why, STATUS_ENVIRONMENT, "out '%s': %s", name, strerror(errno));
}

static json_t *make_answer(const struct session *s)
{
    const struct recording_sums sums = recording_sum(&s->r);
    struct experiment e = s->e;
    e.algorithm = s->o->text[KEY_firmware] ? NULL : e.algorithm; /* another program */
    json_t *answer = s->known ? answer_new(&e) : json_pack("{s:i}", "schema", 1);
    json_t *mine = json_pack("{s:s,s:i,s:I,s:I,s:I,s:I,s:{s:I,s:I},s:I}",
                             "file", out_name(s->o), "nodes", (int)s->r.nodes,
                             "cycles", (json_int_t)(s->r.end - s->r.begin),
                             "events", (json_int_t)sums.events,
                             "worms", (json_int_t)sums.worms,
                             "messages", (json_int_t)s->r.flows,
                             "lost", "events", (json_int_t)sums.lost_events,
                             "worms", (json_int_t)sums.lost_worms,
                             "unmatched", (json_int_t)s->r.unmatched);
    json_object_update(answer, mine);
    json_decref(mine);
    json_object_set_new(answer, "end", json_string(end_reason(s)));
    json_object_set_new(answer, "still_there",
                        json_pack("{s:I,s:I}", "channels", (json_int_t)s->r.theres, "stuck",
                                  (json_int_t)trace_stuck(&s->r)));
    return answer;
}

/* Did a board of ours end well, if it has ended? */
static enum status judge(const struct session *s, struct complaint *why)
{
    if (!s->qemu || !s->qemu->ended) {
        return STATUS_DONE;
    }
    if (strcmp(s->qemu->reason, "limit") == 0) {
        limit_reached(&s->e, s->qemu->cycles, why);
        complain_more(why, "; the trace has what happened until then");
        return STATUS_NO;
    }
    if (strcmp(s->qemu->reason, "exit") != 0) {
        return complain(why, STATUS_NO, "the run did not come to its end: %s in cycle %" PRIu64
                        "; the trace has what happened until then",
                        s->qemu->reason, s->qemu->cycles);
    }
    uint32_t well = standing_well(s->r.last, s->r.nodes);
    return well == s->r.nodes ? STATUS_DONE
                              : complain(why, STATUS_NO, "%u of %u cores failed; the trace is whole",
                                         s->r.nodes - well, s->r.nodes);
}

static enum status finish(struct session *s, json_t **answer, struct complaint *why)
{
    enum status status = write_file(s, out_name(s->o), why);
    if (!status) {
        *answer = make_answer(s);
        status = judge(s, why);
    }
    return status;
}

/* --- an emulated board ----------------------------------------------------------------- */

/* Is it up? Board time stands still. */
static enum status greet(const char *address, struct complaint *why)
{
    enum { START_SECONDS = 60 }; /* of the largest board */
    struct gdb *g = claim(sizeof *g);
    enum status status = gdb_connect(g, address, START_SECONDS, why);
    if (!status) {
        gdb_leave(g);
    }
    free(g);
    return status;
}

static enum status trace_started(struct session *s, uint16_t port, json_t **answer,
                                 struct complaint *why)
{
    char address[40];
    struct complaint died;
    snprintf(address, sizeof address, "gdb:127.0.0.1:%u", port);
    enum status status = greet(address + strlen("gdb:"), why);
    if (status) {
        /* Had QEMU something to say? That is the better reason. */
        return qemu_follow(s->qemu, &s->e, stderr, false, &died) ? (*why = died, STATUS_ENVIRONMENT)
                                                                 : status;
    }
    status = link_open(&s->link, address, why);
    if (!status) {
        status = record(s, true, why);
    }
    link_close(s->link);
    s->link = NULL;
    return status ? status : finish(s, answer, why);
}

static enum status trace_emulated(struct session *s, json_t **answer, struct complaint *why)
{
    uint16_t port = 0;
    int listener;
    struct qemu q;
    enum status status = loopback_listen("gdb", &port, &listener, why);
    if (status) {
        return status;
    }
    s->e.halt = true;
    s->console = s->o->json ? stderr : stdout;
    qemu_on_signal(-1, NULL);
    status = qemu_start(&q, &s->e, s->firmware, listener, QEMU_NO_SOCKET, limit_of(&s->e), why);
    close(listener);
    if (!status) {
        s->qemu = &q;
        status = trace_started(s, port, answer, why);
    }
    qemu_stop(&q);
    return status;
}

static enum status emulated(struct session *s, const struct options *o, json_t **answer,
                            struct complaint *why)
{
    enum status status = experiment_make(&s->e, o, NEED_SET | NEED_FIRMWARE, why);
    if (status) {
        return status;
    }
    s->known = true;
    if (!o->text[KEY_firmware]) {
        status = check_routes(&s->e, why);
    }
    if (!status) {
        status = firmware_open_traced(&s->image, s->firmware, &s->e, o, why);
    }
    if (!status) {
        s->has_image = true;
        if (!ring_of(s)) {
            fprintf(stderr, "noct trace: '%s' writes no events, so there is the network only; "
                            "make app APP=... TRACE=1 builds one that does\n", s->firmware);
        }
        status = trace_emulated(s, answer, why);
    }
    return status;
}

/* --- a live board ------------------------------------------------------------------------ */

/* The links' names, if the board, or a flag, tells its topology. */
static enum status know_links(struct session *s, const struct options *o, struct complaint *why)
{
    struct options completed;
    enum status status = known_board(s->link, &s->e, o, &completed, why);
    options_free(&completed);
    if (status == STATUS_BAD && !o->text[KEY_topology] && !o->text[KEY_routing]) {
        fprintf(stderr, "noct trace: the board does not tell its topology: links have numbers\n");
        why->text[0] = 0;
        return STATUS_DONE;
    }
    s->known = !status && known_channels(&s->e);
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
                all_ended(s) ? "all cores had ended" : "the board's clock stands still", s->r.end);
    }
    if (!s->r.rings) {
        fprintf(stderr, "noct trace: %s\n",
                ring_of(s) ? "the cores have no event rings there: the board runs another firmware"
                           : "no firmware with event rings was named: only the network is traced");
    }
}

static enum status live(struct session *s, const struct options *o, json_t **answer,
                        struct complaint *why)
{
    uint32_t nodes;
    enum status status = experiment_check(o, NEED_NETWORK, &nodes, why);
    if (!status && o->text[KEY_firmware]) {
        status = firmware_path(s->firmware, o->text[KEY_firmware], true, why);
        status = status ? status : image_open(&s->image, s->firmware, why);
        s->has_image = !status;
    }
    if (!status) {
        status = link_open(&s->link, o->text[KEY_board], why);
    }
    if (status) {
        return status;
    }
    if (link_disturbs(s->link)) {
        fprintf(stderr, "noct trace: %s\n", link_disturbs(s->link));
    }
    status = know_links(s, o, why);
    if (!status) {
        status = record(s, false, why);
    }
    link_close(s->link);
    s->link = NULL;
    if (!status) {
        say_what_is_missing(s);
    }
    return status ? status : finish(s, answer, why);
}

/* --- the command ------------------------------------------------------------------------- */

enum status ask_trace(const struct options *o, json_t **answer, struct complaint *why)
{
    enum { SECONDS_MAX = 3600 };
    struct session s = { .o = o };
    enum status status = number_option(o, KEY_cycles, 1, UINT32_MAX, 0, &s.cycles, why);
    if (!status) {
        status = number_option(o, KEY_seconds, 1, SECONDS_MAX,
                               o->text[KEY_board] && !s.cycles ? 1 : 0, &s.seconds, why);
    }
    if (status || (status = check_out(out_name(o), why))) {
        return status;
    }
    status = o->text[KEY_board] ? live(&s, o, answer, why) : emulated(&s, o, answer, why);
    if (s.has_image) {
        image_close(&s.image);
    }
    if (s.known) {
        experiment_free(&s.e);
    }
    recording_free(&s.r);
    return status;
}

void show_trace(const struct options *o, const json_t *answer)
{
    const json_t *lost = json_object_get(answer, "lost");
    const json_t *there = json_object_get(answer, "still_there");
    long long events = answer_number(lost, "events"), worms = answer_number(lost, "worms");
    printf("%s: %lld cores, %lld cycles: %lld events, %lld messages, %lld worms on channels\n",
           answer_text(answer, "file"), answer_number(answer, "nodes"),
           answer_number(answer, "cycles"), answer_number(answer, "events"),
           answer_number(answer, "messages"), answer_number(answer, "worms"));
    if (events || worms) {
        printf("lost, because rings were full: %lld events, %lld worms; %lld arrivals without what "
               "sent them\n", events, worms, answer_number(answer, "unmatched"));
    }
    if (answer_number(there, "channels")) {
        printf("still there at the end: worms on %lld channels; stuck, for ever: %lld\n",
               answer_number(there, "channels"), answer_number(there, "stuck"));
    }
    printf("open it: https://ui.perfetto.dev, 'Open trace file'; it stays on this machine\n");
    (void)o;
}
