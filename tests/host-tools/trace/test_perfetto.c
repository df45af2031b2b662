/* SPDX-License-Identifier: BSD-2-Clause */
/* What becomes of odd recordings in the file (host-tools/trace/perfetto.c and its like). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "test.h"
#include "packet.h"
#include "trace/perfetto.h"
#include "stamp.h"
#include "trace.h"

enum { NODES = 2, CORES = 1, NETWORK = 2, FIRST_CORE = 100000, FIRST_CHANNEL = 200000 };

static struct recording r;
static json_t *trace;

BEFORE_EACH
{
    recording_init(&r, NODES);
    r.rings = true;
    r.end = 1000;
}

AFTER_EACH
{
    recording_free(&r);
    json_decref(trace);
    trace = NULL;
}

static struct trace_event *put_peer(unsigned core, uint64_t time, unsigned kind, unsigned detail,
                                    uint16_t peer)
{
    struct trace_core *c = &r.core[core];
    c->event = recording_room(c->event, c->events, &c->events_room, sizeof *c->event);
    c->event[c->events] = (struct trace_event){
        .time = time, .peer = peer, .kind = (uint8_t)kind, .detail = (uint8_t)detail};
    return &c->event[c->events++];
}

static void put(uint64_t time, unsigned kind, unsigned detail, uint32_t value)
{
    put_peer(0, time, kind, detail, NOC_TRACE_NOBODY)->value = value;
}

static void lose(uint64_t from, uint64_t to)
{
    struct trace_core *c = &r.core[0];
    c->gap = recording_room(c->gap, c->gaps, &c->gaps_room, sizeof *c->gap);
    c->gap[c->gaps++] = (struct trace_gap){from, to, 7, c->events};
}

static void pass(uint64_t head, uint32_t cycles, uint8_t port, uint8_t vc)
{
    struct trace_router *router = &r.router[1];
    router->worm = recording_room(router->worm, router->worms, &router->room, sizeof *router->worm);
    router->worm[router->worms++] =
        (struct stamp_taken){.head = head,
                             .cycles = cycles,
                             .header = noc_header(NOC_HEADER_LAST, 1, 0),
                             .w1 = 5u << 16,
                             .port = port,
                             .vc = vc};
}

static void write_it(void)
{
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    json_error_t cause;
    trace_match(&r);
    assert_true(perfetto_write(file, &r, NULL, NULL));
    fclose(file);
    trace = json_loadb(text, length, 0, &cause);
    assert_non_null(trace);
    free(text);
}

/* The n-th event of this phase and process; NULL: there is none. */
static const json_t *event(const char *phase, int pid, unsigned n)
{
    size_t i;
    const json_t *e;
    json_array_foreach (json_object_get(trace, "traceEvents"), i, e) {
        if (strcmp(json_string_value(json_object_get(e, "ph")), phase) == 0 &&
            json_integer_value(json_object_get(e, "pid")) == pid && n-- == 0) {
            return e;
        }
    }
    return NULL;
}

/* The event before this one in the file. */
static const json_t *before(const json_t *event)
{
    size_t i;
    const json_t *e, *last = NULL;
    json_array_foreach (json_object_get(trace, "traceEvents"), i, e) {
        if (e == event) {
            return last;
        }
        last = e;
    }
    return NULL;
}

static long cycles(const json_t *e, const char *key)
{
    return (long)(json_number_value(json_object_get(e, key)) * 1000 + 0.5);
}

static void is_slice(unsigned n, const char *name, long begin, long duration, const char *member)
{
    const json_t *e = event("X", CORES, n);
    assert_non_null(e);
    assert_string_equal(json_string_value(json_object_get(e, "name")), name);
    assert_int_equal(cycles(e, "ts"), begin);
    assert_int_equal(cycles(e, "dur"), duration);
    assert_true(!member || json_object_get(json_object_get(e, "args"), member));
}

static const char *text(const json_t *e, const char *key)
{
    return json_string_value(json_object_get(e, key));
}

/* One series in each: Perfetto makes a track of "name series". */
static void is_counter(const json_t *e, const char *name, const char *series)
{
    const json_t *args = json_object_get(e, "args");
    assert_string_equal(text(e, "name"), name);
    assert_int_equal(json_object_size(args), 1);
    assert_true(json_is_number(json_object_get(args, series)));
}

TEST(slices_nest)
{
    put(100, NOC_TRACE_RECV, 0, 8);
    put(150, NOC_TRACE_SLEEP, 0, 0);
    put(300, NOC_TRACE_RETURN, NOC_TRACE_SLEEP, 0);
    put(350, NOC_TRACE_RETURN, NOC_TRACE_RECV, 0);
    put(1000003, NOC_TRACE_FINISH, 0, 0);
    put(1000010, NOC_TRACE_RETURN, NOC_TRACE_FINISH, 3);
    write_it();
    is_slice(0, "recv", 100, 250, "result");
    is_slice(1, "sleep", 150, 150, NULL);
    is_slice(2, "finish", 1000003, 7, NULL);
    assert_int_equal(json_integer_value(
                         json_object_get(json_object_get(event("X", CORES, 2), "args"), "result")),
                     3);
    assert_null(event("X", CORES, 3));
}

/* What is open at the end, or whose end did not come, is shown so. */
/* Signals that an NI sends by itself among them. */
TEST(signals_say_what_they_mean)
{
    static const struct {
        uint32_t number;
        const char *text;
    } signal[] = {
        {NOC_SIGNAL_ACK * NOC_QUEUES, "accepted"},           {NOC_SIGNAL_LANDED, "landed"},
        {NOC_SIGNAL_PULL * NOC_QUEUES + 4, "send it again"}, {NOC_SIGNAL_REFUSED, "refused"},
        {NOC_SIGNAL_ODD * NOC_QUEUES + 7, "barrier"},
    };
    for (unsigned i = 0; i < 5; i++) {
        put_peer(0, 100 + i, NOC_TRACE_SIGNALLED, 0, 1)->value = signal[i].number;
    }
    write_it();
    for (unsigned i = 0; i < 5; i++) {
        const json_t *args = json_object_get(event("i", CORES, i), "args");
        assert_string_equal(text(args, "signal"), signal[i].text);
        assert_int_equal(json_integer_value(json_object_get(args, "queue")),
                         signal[i].number % NOC_QUEUES);
    }
}

TEST(unfinished)
{
    put(10, NOC_TRACE_RETURN, NOC_TRACE_SEND, 0); /* of a call from before */
    put(100, NOC_TRACE_RECV, 0, 8);
    put(150, NOC_TRACE_SLEEP, 0, 0);
    put(350, NOC_TRACE_RETURN, NOC_TRACE_RECV, 0);
    put(400, NOC_TRACE_BARRIER, 0, 2);
    put(450, NOC_TRACE_SLEEP, 0, 0);
    write_it();
    is_slice(0, "recv", 100, 250, "result");
    is_slice(1, "sleep", 150, 200, "end_lost");
    is_slice(2, "barrier", 400, 600, "unfinished");
    is_slice(3, "sleep", 450, 550, "unfinished");
    assert_null(event("X", CORES, 4));
}

TEST(losses_are_shown)
{
    put(100, NOC_TRACE_RECV, 0, 8);
    lose(100, 500);
    put(500, NOC_TRACE_RETURN, NOC_TRACE_SEND, 0);
    put(600, NOC_TRACE_SEND, 0, 8);
    put(700, NOC_TRACE_RETURN, NOC_TRACE_SEND, 0);
    write_it();
    is_slice(0, "recv", 100, 1, "end_lost");
    is_slice(1, "7 events lost", 101, 399, NULL);
    is_slice(2, "send", 600, 100, "result");
    assert_null(event("X", CORES, 3));
}

/* What a live board lost before its first record was lost since the recording's begin. */
TEST(losses_begin_with_the_recording)
{
    r.begin = 400;
    lose(0, 500);
    put(500, NOC_TRACE_SEND, 0, 8);
    put(700, NOC_TRACE_RETURN, NOC_TRACE_SEND, 0);
    write_it();
    is_slice(0, "7 events lost", 400, 100, NULL);
    is_slice(1, "send", 500, 200, "result");
    assert_null(event("X", CORES, 2));
}

/* A kind that this noct does not know is a moment. */
TEST(unknown_kinds)
{
    put(100, 99, 0, 8);
    write_it();
    assert_string_equal(json_string_value(json_object_get(event("i", CORES, 0), "name")), "?");
}

/* Worms that overlap on a channel, as lanes have them, are on tracks of their own. */
TEST(lanes_are_tracks)
{
    pass(100, 10, 2, 1);
    pass(105, 10, 2, 1);
    pass(110, 10, 2, 1);
    pass(100, 10, 3, 0);
    pass(100, 10, NOC_STAMP_TO_NI, 0);
    write_it();
    const json_t *worm[5];
    for (unsigned i = 0; i < 5; i++) {
        worm[i] = event("X", NETWORK, i);
        assert_non_null(worm[i]);
        assert_string_equal(json_string_value(json_object_get(worm[i], "name")), "0 to 1");
        assert_int_equal(cycles(worm[i], "dur"), 10);
    }
    static const long track[5] = {0, 1, 0, 2, 3}, head[5] = {100, 105, 110, 100, 100};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(json_integer_value(json_object_get(worm[i], "tid")),
                         FIRST_CHANNEL + track[i]);
        assert_int_equal(cycles(worm[i], "ts"), head[i]);
    }
    assert_null(event("X", NETWORK, 5));
}

static void stay(unsigned port, uint64_t head, int32_t source, bool stuck, const char *waits)
{
    r.there = recording_room(r.there, r.theres, &r.theres_room, sizeof *r.there);
    struct trace_in_flight *t = &r.there[r.theres++];
    *t = (struct trace_in_flight){.node = 1,
                                  .port = port,
                                  .vc = 1,
                                  .head = head,
                                  .source = source,
                                  .to = 7,
                                  .tag = -1,
                                  .stuck = stuck};
    strcpy(t->waits, waits);
}

/* Worms that are still there last to the end, behind those that have left, or beside them. */
TEST(still_there)
{
    static const char *const names[] = {"0 to 1", "3 to 7, stuck", "? to 7, still there",
                                        "3 to 7, stuck"};
    static const char *const titles[] = {"1 port 2 vc 1", "1 port 2 vc 1", "1 port 2 vc 1 (2)",
                                         "1 from its NI"};
    static const long begin[] = {100, 110, 120, 40};
    stay(TRACE_FROM_NI, 40, 3, true, "for 1 to 2 vc 1, which ? to 7 has");
    stay(2, 110, 3, true, "behind 3 to 7");
    stay(2, 120, -1, false, "");
    pass(100, 10, 2, 1);
    write_it();
    for (unsigned i = 0; i < 4; i++) {
        const json_t *e = event("X", NETWORK, i), *title = NULL, *args = json_object_get(e, "args");
        assert_string_equal(json_string_value(json_object_get(e, "name")), names[i]);
        assert_int_equal(cycles(e, "ts"), begin[i]);
        assert_int_equal(cycles(e, "dur"), i == 0 ? 10 : 1000 - begin[i]);
        for (unsigned k = 0; (title = event("M", NETWORK, k)) != NULL; k++) {
            if (json_equal(json_object_get(title, "tid"), json_object_get(e, "tid")) &&
                !strcmp(json_string_value(json_object_get(title, "name")), "thread_name")) {
                break;
            }
        }
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(title, "args"), "name")), titles[i]);
        assert_int_equal(json_object_get(args, "stuck") != NULL, i > 0);
        assert_true(i != 2 || json_is_null(json_object_get(args, "source")));
    }
    assert_null(event("X", NETWORK, 4));
    const json_t *other = json_object_get(trace, "otherData");
    assert_int_equal(json_integer_value(json_object_get(other, "still_there")), 3);
    assert_int_equal(json_integer_value(json_object_get(other, "stuck")), 2);
}

/* A track's number is that of no process, nor 0, which would be its process's main thread. */
TEST(tracks_have_names)
{
    pass(100, 10, 2, 1);
    write_it();
    static const struct {
        int pid;
        long tid;
        const char *what, *name;
    } titles[] = {
        {CORES, 0, "process_name", "cores"},
        {CORES, FIRST_CORE, "thread_name", "core 0"},
        {CORES, FIRST_CORE + 1, "thread_name", "core 1"},
        {NETWORK, 0, "process_name", "network"},
        {NETWORK, FIRST_CHANNEL, "thread_name", "1 port 2 vc 1"},
    };
    for (unsigned i = 0, n = 0; i < sizeof titles / sizeof titles[0]; i++, n += 2) {
        n = i && titles[i].pid != titles[i - 1].pid ? 0 : n;
        const json_t *e = event("M", titles[i].pid, n);
        assert_non_null(e);
        assert_int_equal(json_integer_value(json_object_get(e, "tid")), titles[i].tid);
        assert_string_equal(text(e, "name"), titles[i].what);
        assert_string_equal(text(json_object_get(e, "args"), "name"), titles[i].name);
    }
}

/* Microseconds as doubles have a third place for months at 100 MHz. */
TEST(late_cycles_are_exact)
{
    static const uint64_t late[] = {2147483649u, 4294967299u, 1099511627777u, 1000000000000001u};
    r.end = 1000000000000002u;
    for (unsigned i = 0; i < 4; i++) {
        put(late[i], NOC_TRACE_RECV, 0, 8);
        put(late[i] + 1, NOC_TRACE_RETURN, NOC_TRACE_RECV, 0);
    }
    write_it();
    for (unsigned i = 0; i < 4; i++) {
        is_slice(i, "recv", (long)late[i], 1, "result");
    }
}

/* A message's way: each part stands behind the moment in its own track that it belongs to. */
TEST(arrows_follow_their_moments)
{
    enum { DETAIL = NOC_WORM_MESSAGE };
    put_peer(0, 100, NOC_TRACE_SEND, 0, 1);
    put_peer(0, 110, NOC_TRACE_WORM, DETAIL, 1);
    put_peer(0, 150, NOC_TRACE_RETURN, NOC_TRACE_SEND, NOC_TRACE_NOBODY);
    put_peer(1, 90, NOC_TRACE_RECV, 0, 0);
    put_peer(1, 140, NOC_TRACE_ARRIVED, DETAIL, 0)->stamp = 130;
    put_peer(1, 160, NOC_TRACE_GIVEN, DETAIL, 0)->stamp = 130;
    put_peer(1, 170, NOC_TRACE_RETURN, NOC_TRACE_RECV, 0);
    write_it();
    static const struct {
        const char *role, *moment;
        long cycle, tid;
    } parts[] = {
        {"s", "worm to 1", 110, FIRST_CORE},
        {"t", "arrived from 0", 140, FIRST_CORE + 1},
        {"f", "received from 0", 160, FIRST_CORE + 1},
    };
    for (unsigned i = 0; i < 3; i++) {
        const json_t *e = event(parts[i].role, CORES, 0), *moment = before(e);
        assert_string_equal(text(e, "name"), "message");
        assert_true(i == 0 || strcmp(text(e, "bp"), "e") == 0);
        assert_string_equal(text(moment, "name"), parts[i].moment);
        assert_int_equal(cycles(moment, "ts"), parts[i].cycle);
        assert_int_equal(cycles(e, "ts"), parts[i].cycle);
        assert_int_equal(json_integer_value(json_object_get(moment, "tid")), parts[i].tid);
        assert_int_equal(json_integer_value(json_object_get(e, "tid")), parts[i].tid);
        assert_null(event(parts[i].role, CORES, 1));
    }
    static const struct {
        const char *name, *series;
        long cycle[3];
    } counters[] = {{"messages", "under way", {0, 110, 130}},
                    {"core 1: messages", "in its NI", {0, 130, 140}}};
    for (unsigned i = 0; i < 6; i++) {
        const json_t *e = event("C", CORES, i);
        is_counter(e, counters[i / 3].name, counters[i / 3].series);
        assert_int_equal(cycles(e, "ts"), counters[i / 3].cycle[i % 3]);
        assert_true(json_number_value(json_object_get(json_object_get(e, "args"),
                                                      counters[i / 3].series)) == (i % 3 == 1));
    }
}

static uint32_t flits_at(unsigned sample)
{
    static const uint32_t seen[] = {0xfffffff0, 0x10, 0x50, 0x08}; /* cleared before the last */
    return seen[sample];
}

/* Flits in a cycle from look to look: counters wrap, and programs clear them. */
TEST(counters_wrap_and_are_cleared)
{
    static const double expected[] = {0.32, 0.64, 0.08, 0};
    for (unsigned i = 0; i < 4; i++) {
        r.sample = recording_room(r.sample, r.samples, &r.samples_room, sizeof *r.sample);
        r.sample[r.samples].cycle = 100 * i;
        r.sample[r.samples].flits = calloc(NODES * CNT_ROWS_MAX, sizeof(uint32_t));
        r.sample[r.samples++].flits[0] = flits_at(i);
    }
    write_it();
    for (unsigned i = 0; i < 4; i++) {
        const json_t *e = event("C", NETWORK, i);
        assert_non_null(e);
        is_counter(e, "flits/cycle", "all links");
        assert_int_equal(cycles(e, "ts"), 100 * i);
        double value = json_number_value(json_object_get(json_object_get(e, "args"), "all links"));
        assert_true(value > expected[i] - 1e-6 && value < expected[i] + 1e-6);
    }
}
