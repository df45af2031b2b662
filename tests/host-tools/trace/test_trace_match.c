/* SPDX-License-Identifier: BSD-2-Clause */
/* Which worm is which, from recordings made by hand (host-tools/trace/trace_match.c). */
#include <stdlib.h>

#include "test.h"
#include "packet.h"
#include "trace/recording.h"
#include "trace.h"

enum { NODES = 4 };

static struct recording r;

BEFORE_EACH
{
    recording_init(&r, NODES);
}

AFTER_EACH
{
    recording_free(&r);
}

/* detail of a message for queue q. */
static unsigned queue(unsigned type, unsigned q)
{
    return type | q << 4;
}

static void put(uint32_t node, uint64_t time, unsigned kind, uint32_t peer, unsigned detail,
                uint32_t value, uint32_t stamp)
{
    struct trace_core *c = &r.core[node];
    c->event = recording_room(c->event, c->events, &c->events_room, sizeof *c->event);
    c->event[c->events++] = (struct trace_event){.time = time,
                                                 .value = value,
                                                 .stamp = stamp,
                                                 .peer = (uint16_t)peer,
                                                 .kind = (uint8_t)kind,
                                                 .detail = (uint8_t)detail};
}

static void lose(uint32_t node, uint64_t from, uint64_t to)
{
    struct trace_core *c = &r.core[node];
    c->gap = recording_room(c->gap, c->gaps, &c->gaps_room, sizeof *c->gap);
    c->gap[c->gaps++] = (struct trace_gap){from, to, 1, c->events};
}

/* Mark m of this node is of that flow, event and role. */
static void is_mark(uint32_t node, size_t m, uint32_t flow, size_t event, char role)
{
    assert_true(m < r.core[node].marks);
    assert_int_equal(r.core[node].mark[m].flow, flow);
    assert_int_equal(r.core[node].mark[m].event, event);
    assert_int_equal(r.core[node].mark[m].role, role);
}

static const unsigned eager = NOC_WORM_MESSAGE, again = NOC_WORM_RESEND;

/* Two messages that lie in the queue together: by their stamps each has its own. */
TEST(stamps_tell_which)
{
    put(0, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(0, 200, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 300, NOC_TRACE_ARRIVED, 0, eager, 8, 130);
    put(1, 310, NOC_TRACE_ARRIVED, 0, eager, 8, 230);
    trace_match(&r);
    assert_int_equal(r.flows, 2);
    assert_int_equal(r.unmatched, 0);
    is_mark(0, 0, 1, 0, 's');
    is_mark(0, 1, 2, 1, 's');
    is_mark(1, 0, 1, 0, 'f');
    is_mark(1, 1, 2, 1, 'f');
    assert_int_equal(r.flow[0].sent, 100);
    assert_int_equal(r.flow[0].arrived, 130);
    assert_int_equal(r.flow[0].taken, 300);
    assert_int_equal(r.flow[0].to, 1);
}

/* Given to a receive later: found by source and stamp; straight from the NI: an arrival itself. */
TEST(ends_where_it_is_received)
{
    put(0, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(2, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 300, NOC_TRACE_ARRIVED, 0, eager, 8, 130);
    put(1, 400, NOC_TRACE_GIVEN, 2, eager, 8, 130);
    put(1, 500, NOC_TRACE_GIVEN, 0, eager, 8, 130);
    put(1, 600, NOC_TRACE_GIVEN, 1, eager, 8, 590); /* to itself: nothing was sent */
    trace_match(&r);
    assert_int_equal(r.flows, 2);
    assert_int_equal(r.unmatched, 0);
    is_mark(1, 0, 1, 0, 't');
    is_mark(1, 1, 2, 1, 'f');
    is_mark(1, 2, 1, 2, 'f');
}

/* What was discarded and sent again is one message. */
TEST(copies_are_steps)
{
    put(0, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(0, 200, NOC_TRACE_WORM, 1, again, 8, 0);
    put(0, 400, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 300, NOC_TRACE_ARRIVED, 0, again, 8, 250);
    put(1, 500, NOC_TRACE_ARRIVED, 0, eager, 8, 450);
    trace_match(&r);
    assert_int_equal(r.flows, 2);
    is_mark(0, 0, 1, 0, 's');
    is_mark(0, 1, 1, 1, 't');
    is_mark(0, 2, 2, 2, 's');
}

/* In a group a copy is a message with the same number. */
TEST(group_copies)
{
    uint32_t first = NOC_TRACE_MESSAGE(1, 8), second = NOC_TRACE_MESSAGE(2, 8);
    put(0, 100, NOC_TRACE_WORM, 1, queue(eager, 2), first, 0);
    put(0, 200, NOC_TRACE_WORM, 1, queue(eager, 2), first, 0);
    put(0, 400, NOC_TRACE_WORM, 1, queue(eager, 2), second, 0);
    put(1, 300, NOC_TRACE_ARRIVED, 0, queue(eager, 2), first, 250);
    put(1, 500, NOC_TRACE_ARRIVED, 0, queue(eager, 2), second, 450);
    trace_match(&r);
    assert_int_equal(r.flows, 2);
    is_mark(0, 1, 1, 1, 't');
    is_mark(0, 2, 2, 2, 's');
}

/* Queues, windows and signals of one pair do not meet, nor do other pairs. */
TEST(channels_are_apart)
{
    put(0, 100, NOC_TRACE_WORM, 1, queue(NOC_WORM_BODY, 0), 80, 0);
    put(0, 110, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(0, 120, NOC_TRACE_SIGNAL, 1, 0, noc_signal(NOC_SIGNAL_EVEN, 0), 0);
    put(2, 90, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 200, NOC_TRACE_SIGNALLED, 0, 0, noc_signal(NOC_SIGNAL_EVEN, 0), 0);
    put(1, 210, NOC_TRACE_SIGNALLED, 0, 0, noc_signal(NOC_SIGNAL_ACK, 0), 0); /* the NI's */
    put(1, 220, NOC_TRACE_SIGNALLED, 0, 0, NOC_SIGNAL_LANDED, 0);
    put(1, 230, NOC_TRACE_SIGNALLED, 0, 0, NOC_SIGNAL_REFUSED, 0);
    put(1, 220, NOC_TRACE_LANDED, 0, queue(NOC_WORM_BODY, 0), 80, 0);
    put(1, 230, NOC_TRACE_GIVEN, 0, eager, 8, 180);
    trace_match(&r);
    assert_int_equal(r.flows, 3);
    assert_int_equal(r.unmatched, 0);
    assert_int_equal(r.core[2].marks, 0);
    assert_int_equal(r.core[0].mark[0].flow, r.core[1].mark[1].flow);
    assert_int_equal(r.core[0].mark[1].flow, r.core[1].mark[2].flow);
    assert_int_equal(r.core[0].mark[2].flow, r.core[1].mark[0].flow);
}

/* A worm to several is sent once, at the time of its first record, and arrives at each. */
TEST(several_destinations)
{
    uint32_t value = NOC_TRACE_MESSAGE(1, 8);
    put(0, 100, NOC_TRACE_WORM, 1, queue(eager, 2), value, 0);
    put(0, 140, NOC_TRACE_WORM_TO, 3, 0, 0, 0);
    put(1, 200, NOC_TRACE_ARRIVED, 0, queue(eager, 2), value, 130);
    put(3, 200, NOC_TRACE_ARRIVED, 0, queue(eager, 2), value, 135); /* before its own record */
    trace_match(&r);
    assert_int_equal(r.flows, 2);
    is_mark(0, 0, 1, 0, 's');
    is_mark(0, 1, 2, 1, 's');
    assert_int_equal(r.flow[1].sent, 100);
}

/* Coded paths: who is not named is of the same multicast. */
TEST(coded_paths)
{
    uint32_t first = NOC_TRACE_MESSAGE(1, 8), second = NOC_TRACE_MESSAGE(2, 8);
    put(0, 100, NOC_TRACE_PATH, 3, queue(eager, 2), first, 0);
    put(0, 300, NOC_TRACE_PATH, 3, queue(eager, 2), second, 0);
    put(0, 320, NOC_TRACE_PATH, 1, queue(eager, 2), second, 0);
    put(2, 400, NOC_TRACE_ARRIVED, 0, queue(eager, 2), second, 350);
    trace_match(&r);
    assert_int_equal(r.flows, 1);
    is_mark(0, 0, 1, 1, 's');
}

/* Where the sender lost records in between nothing is said; elsewhere it does not matter. */
TEST(losses_are_not_guessed_over)
{
    put(0, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    lose(0, 100, 400);
    put(0, 400, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 350, NOC_TRACE_ARRIVED, 0, eager, 8, 330);
    lose(1, 350, 500);
    put(1, 500, NOC_TRACE_ARRIVED, 0, eager, 8, 450);
    put(1, 600, NOC_TRACE_ARRIVED, 3, eager, 8, 450); /* of which nothing is known at all */
    trace_match(&r);
    assert_int_equal(r.flows, 1);
    assert_int_equal(r.flow[0].sent, 400);
    assert_int_equal(r.unmatched, 2);
}

/* What has not arrived yet, or whose arrival was lost, is no arrow. */
TEST(under_way_is_no_flow)
{
    put(0, 100, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(0, 200, NOC_TRACE_WORM, 1, eager, 8, 0); /* so the first was accepted */
    put(1, 300, NOC_TRACE_ARRIVED, 0, eager, 8, 250);
    put(0, 400, NOC_TRACE_WORM, 1, eager, 8, 0);
    trace_match(&r);
    assert_int_equal(r.flows, 1);
    assert_int_equal(r.core[0].marks, 1);
    is_mark(0, 0, 1, 1, 's');
}

/* What was sent before the recording began is nobody's fault. */
TEST(sent_before_it_began)
{
    r.begin = 90;
    put(1, 100, NOC_TRACE_ARRIVED, 0, eager, 8, 95);
    put(0, 110, NOC_TRACE_WORM, 1, eager, 8, 0);
    put(1, 200, NOC_TRACE_ARRIVED, 0, eager, 8, 150);
    put(1, 300, NOC_TRACE_ARRIVED, 0, eager, 8, 250);
    trace_match(&r);
    assert_int_equal(r.flows, 1);
    assert_int_equal(r.unmatched, 1);
}

/* A stamp's high half: the last cycle with that low half before the event. */
TEST(stamps_are_before)
{
    struct trace_event e = {.time = 0x200000010, .stamp = 0xfffffff0};
    assert_true(trace_stamp_time(&e) == 0x1fffffff0);
    e.stamp = 0x10;
    assert_true(trace_stamp_time(&e) == 0x200000010);
}
