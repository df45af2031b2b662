/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings and stamps, read from a board that is this file (host-tools/trace/trace_read.c). */
/* Alone: it has functions of transport.h of its own. */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "memmap.h"
#include "stamp.h"
#include "trace.h"
#include "trace/trace_read.h"

enum { NODES = 2, RECORDS = 8 };
#define RING (NOC_RAM_BASE + 0x1000)

/* --- the board --------------------------------------------------------------------- */

static struct node {
    uint32_t ring[(sizeof(struct noc_trace_ring) + RECORDS * sizeof(struct noc_trace_record)) / 4];
    uint32_t stamp[NOC_STAMP_BLOCK / 4], stamps;
    uint32_t counter[NOC_DEBUG_BLOCK / 4];
} node[NODES];
static uint64_t cycle;
static uint32_t stamp_bit;

static uint32_t word_at(uint32_t address)
{
    uint32_t n;
    switch (address) {
    case NOC_CONTROL_BASE + CTL_CYCLE_LO:
        return (uint32_t)cycle;
    case NOC_CONTROL_BASE + CTL_CYCLE_HI:
        return (uint32_t)(cycle >> 32);
    case NOC_CONTROL_BASE + CTL_STAMP:
        return stamp_bit;
    default:
        break;
    }
    if (address >= NOC_STAMP_BASE) {
        n = (address - NOC_STAMP_BASE) / NOC_STAMP_BLOCK;
        assert_true(n < NODES);
        return node[n].stamp[(address - NOC_STAMP_BASE) % NOC_STAMP_BLOCK / 4];
    }
    if (address >= NOC_STATE_BASE) {
        n = (address - NOC_STATE_BASE) / NOC_STATE_BLOCK;
        assert_true(n < NODES && (address - NOC_STATE_BASE) % NOC_STATE_BLOCK == STATE_STAMPS);
        return node[n].stamps;
    }
    n = (address - NOC_DEBUG_BASE) / NOC_DEBUG_BLOCK;
    assert_true(n < NODES);
    return node[n].counter[(address - NOC_DEBUG_BASE) % NOC_DEBUG_BLOCK / 4];
}

enum status transport_read(struct transport *transport, uint32_t address, void *to, size_t bytes,
                           struct error *error)
{
    (void)transport, (void)error;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = word_at(address + (uint32_t)i);
        memcpy((char *)to + i, &word, 4);
    }
    return STATUS_DONE;
}

enum status transport_word(struct transport *transport, uint32_t address, uint32_t *word,
                           struct error *error)
{
    return transport_read(transport, address, word, 4, error);
}

enum status transport_write(struct transport *transport, uint32_t address, uint32_t word,
                            struct error *error)
{
    (void)transport, (void)error;
    assert_int_equal(address, NOC_CONTROL_BASE + CTL_STAMP);
    stamp_bit = word;
    return STATUS_DONE;
}

enum status transport_read_node(struct transport *transport, uint32_t n, uint32_t address, void *to,
                                size_t bytes, struct error *error)
{
    (void)transport, (void)error;
    assert_true(n < NODES && address >= RING && address + bytes <= RING + sizeof node[n].ring);
    memcpy(to, (char *)node[n].ring + (address - RING), bytes);
    return STATUS_DONE;
}

enum status transport_go(struct transport *transport, struct error *error)
{
    (void)transport, (void)error;
    fail_msg("who reads does not let the clock go");
    return STATUS_DONE;
}

/* --- what it does --------------------------------------------------------------------- */

static struct noc_trace_ring *ring(uint32_t n)
{
    return (struct noc_trace_ring *)node[n].ring;
}

static void boot(uint32_t n)
{
    *ring(n) = (struct noc_trace_ring){NOC_TRACE_MAGIC, NOC_TRACE_VERSION, RECORDS, 0};
}

/* The core stands in the middle of it. */
static void begin_to_put(uint32_t n, uint32_t time, uint32_t value)
{
    ring(n)->record[ring(n)->written % RECORDS] =
        (struct noc_trace_record){time, NOC_TRACE_WHAT(NOC_TRACE_USER, 7, 9), value, value + 1};
}

static void put(uint32_t n, uint32_t time, uint32_t value)
{
    begin_to_put(n, time, value);
    ring(n)->written++;
}

static void pass(uint32_t n, uint32_t head, uint32_t span, uint32_t port)
{
    const struct noc_stamp s = {
        head, span | port << NOC_STAMP_WHERE_PORT_SHIFT | 2u << NOC_STAMP_WHERE_VC_SHIFT | 1u << 31,
        5, 6};
    memcpy(node[n].stamp + node[n].stamps++ % NOC_STAMPS * 4, &s, sizeof s);
}

static struct recording r;
static struct trace_reader reader;
static struct error error;

BEFORE_EACH
{
    memset(node, 0, sizeof node);
    cycle = stamp_bit = 0;
    recording_init(&r, NODES);
}

AFTER_EACH
{
    recording_free(&r);
    assert_int_equal(trace_reader_end(&reader, &error), STATUS_DONE);
}

static void begin(bool new)
{
    assert_int_equal(trace_reader_begin(&reader, NULL, &r, RING, new, &error), STATUS_DONE);
}

static void look(uint64_t at)
{
    cycle = at;
    assert_int_equal(trace_reader_look(&reader, &error), STATUS_DONE);
}

/* --- tests ---------------------------------------------------------------------------- */

TEST(stamps_go_on_and_back)
{
    begin(true);
    assert_int_equal(stamp_bit, 1);
    assert_int_equal(trace_reader_end(&reader, &error), STATUS_DONE);
    assert_int_equal(stamp_bit, 0);
}

/* Round the ring many times, looking often enough: everything, in order, once. */
TEST(reads_all_that_is_written)
{
    uint32_t n = 0;
    begin(true);
    assert_false(r.rings);
    boot(0);
    for (unsigned turn = 1; turn <= 40; turn++) {
        for (unsigned i = 0; i < turn % RECORDS; i++, n++) {
            put(0, n, n);
        }
        look(n);
    }
    assert_true(r.rings);
    assert_int_equal(r.core[0].events, n);
    assert_int_equal(r.core[0].lost, 0);
    for (uint32_t i = 0; i < n; i++) {
        const struct trace_event *e = &r.core[0].event[i];
        assert_true(e->time == i && e->value == i && e->stamp == i + 1);
        assert_true(e->kind == NOC_TRACE_USER && e->peer == 7 && e->detail == 9);
    }
    assert_int_equal(r.core[1].events, 0);
}

TEST(counts_what_is_lost)
{
    begin(true);
    boot(1);
    put(1, 10, 0);
    look(20);
    for (uint32_t i = 1; i <= 2 * RECORDS + 3; i++) {
        put(1, 20 + i, i);
    }
    begin_to_put(1, 90, 1000);
    look(100);
    assert_int_equal(reader.filled, 100);
    assert_int_equal(r.core[1].lost, RECORDS + 4);
    assert_int_equal(r.core[1].events, RECORDS);
    assert_int_equal(r.core[1].event[1].value, RECORDS + 5);
    assert_int_equal(r.core[1].gaps, 1);
    assert_true(r.core[1].gap[0].from == 10 && r.core[1].gap[0].to == 20 + RECORDS + 5);
    assert_int_equal(r.core[1].gap[0].event, 1);
    assert_int_equal(recording_sum(&r).lost_events, RECORDS + 4);
    for (size_t i = 1; i < r.core[1].events; i++) {
        assert_true(r.core[1].event[i].time > r.core[1].event[i - 1].time);
    }
    look(200);
    assert_int_equal(r.core[1].events, RECORDS);
    assert_int_equal(reader.filled, 0);
}

/* 32 bits of time: just before the look, and of a hart that is ahead of it. */
TEST(times_are_made_whole)
{
    begin(true);
    boot(0);
    put(0, 0xfffffff0, 0);
    put(0, 0x00000010, 1);
    pass(0, 0xffffff00, 4, 1);
    look(0x300000005);
    assert_true(r.core[0].event[0].time == 0x2fffffff0);
    assert_true(r.core[0].event[1].time == 0x300000010);
    assert_true(r.router[0].worm[0].head == 0x2ffffff00);
}

/* Of a board that runs already only what comes from now on. */
TEST(leaves_out_what_was_before)
{
    boot(0);
    put(0, 1, 1);
    pass(0, 1, 4, 1);
    node[0].counter[CNT_OUT / 4] = 10;
    cycle = 50;
    begin(false);
    put(0, 60, 2);
    pass(0, 61, 4, 1);
    node[0].counter[CNT_OUT / 4] = 13;
    look(100);
    assert_int_equal(r.core[0].events, 1);
    assert_int_equal(r.core[0].event[0].value, 2);
    assert_int_equal(r.router[0].worms, 1);
    assert_int_equal(recording_counted(&r, CNT_OUT), 3);
    assert_true(r.begin == 50 && r.end == 100);
}

TEST(begins_again_after_a_reset)
{
    begin(true);
    boot(0);
    put(0, 1, 1);
    put(0, 2, 2);
    look(10);
    boot(0);
    put(0, 1, 3);
    look(20);
    assert_int_equal(r.core[0].events, 3);
    assert_int_equal(r.core[0].event[2].value, 3);
    assert_int_equal(r.core[0].lost, 0);
}

TEST(stamps_begin_again_after_a_reset)
{
    begin(true);
    pass(1, 5, 9, NOC_STAMP_TO_NI);
    pass(1, 25, 9, NOC_STAMP_TO_NI);
    look(40);
    node[1].stamps = 0;
    pass(1, 45, 3, NOC_STAMP_TO_NI);
    look(50);
    assert_int_equal(r.router[1].worms, 3);
    assert_true(r.router[1].worm[2].head == 45 && r.router[1].worm[2].cycles == 4);
    assert_int_equal(r.router[1].lost, 0);
}

TEST(garbage_is_no_ring)
{
    begin(true);
    memset(node[0].ring, 0x5a, sizeof node[0].ring);
    boot(1);
    ring(1)->records = 7;
    look(10);
    assert_false(r.rings);
    assert_int_equal(recording_sum(&r).events, 0);
}

TEST(stamps_are_read_and_lost)
{
    begin(true);
    pass(1, 5, 9, NOC_STAMP_TO_NI);
    look(20);
    assert_int_equal(r.router[1].worms, 1);
    assert_true(r.router[1].worm[0].head == 5 && r.router[1].worm[0].cycles == 10);
    assert_true(r.router[1].worm[0].port == NOC_STAMP_TO_NI && r.router[1].worm[0].vc == 2);
    assert_true(r.router[1].worm[0].header == 5 && r.router[1].worm[0].w1 == 6);
    for (uint32_t i = 0; i < NOC_STAMPS + 30; i++) {
        pass(1, 30 + i, 1, 1);
    }
    look(1000);
    assert_int_equal(r.router[1].lost, 30);
    assert_int_equal(r.router[1].worms, 1 + NOC_STAMPS);
    assert_true(r.router[1].worm[1].head == 60);
    assert_true(r.router[1].worm[NOC_STAMPS].head == 30 + NOC_STAMPS + 29);
}
