/* SPDX-License-Identifier: BSD-2-Clause */
/* The event ring (firmware/layer/trace.c), one of 8 records. */
#include <string.h>

#include "test.h"
#include "hart.h"
#include "noc_trace.h"

enum { RECORDS = 8 };

extern uint32_t noc_trace_ring[];

static uint64_t now;

uint64_t hart_cycles(void)
{
    return now++;
}

static const struct noc_trace_ring *ring(void)
{
    return (const struct noc_trace_ring *)noc_trace_ring;
}

/* As at boot: the constructor has run, nothing is written. */
BEFORE_EACH
{
    ((struct noc_trace_ring *)noc_trace_ring)->written = 0;
    now = 1000;
}

TEST(is_there_before_main)
{
    assert_int_equal(ring()->magic, NOC_TRACE_MAGIC);
    assert_int_equal(ring()->version, NOC_TRACE_VERSION);
    assert_int_equal(ring()->records, RECORDS);
    assert_int_equal(ring()->written, 0);
}

TEST(record_is_as_put)
{
    const struct noc_trace_record *r = ring()->record;

    now = 0x100000005;
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_WORM, 0x1234, 0x56), 78, 90);
    assert_int_equal(ring()->written, 1);
    assert_int_equal(r->time, 5);
    assert_int_equal(r->what & 0xff, NOC_TRACE_WORM);
    assert_int_equal(r->what >> 8 & 0xffff, 0x1234);
    assert_int_equal(r->what >> 24, 0x56);
    assert_int_equal(r->value, 78);
    assert_int_equal(r->stamp, 90);
}

/* After n records the last 8 are there, each in its place, in order; the others are lost. */
TEST(keeps_the_last)
{
    uint32_t n, i;

    for (n = 1; n <= 5 * RECORDS + 3; n++) {
        noc_trace_put(NOC_TRACE_USER, n - 1, 0);
        assert_int_equal(ring()->written, n);
        for (i = n > RECORDS ? n - RECORDS : 0; i < n; i++) {
            assert_int_equal(ring()->record[i % RECORDS].value, i);
            assert_int_equal(ring()->record[i % RECORDS].time, 1000 + i);
        }
    }
}

TEST(count_wraps)
{
    ((struct noc_trace_ring *)noc_trace_ring)->written = UINT32_MAX;
    noc_trace_put(NOC_TRACE_USER, 7, 0);
    assert_int_equal(ring()->written, 0);
    assert_int_equal(ring()->record[RECORDS - 1].value, 7);
    noc_trace_put(NOC_TRACE_USER, 8, 0);
    assert_int_equal(ring()->record[0].value, 8);
}

TEST(marks_have_names)
{
    const struct noc_trace_record *r = ring()->record;

    NOC_TRACE_BEGIN("solve", 3);
    NOC_TRACE_MARK("row", 4);
    noc_trace_user(5, 6);
    NOC_TRACE_END();
    assert_int_equal(ring()->written, 4);
    assert_int_equal(r[0].what, NOC_TRACE_WHAT(NOC_TRACE_PHASE, NOC_TRACE_NOBODY, 0));
    assert_int_equal(r[0].value, 3);
    assert_string_equal((const char *)(uintptr_t)r[0].stamp, "solve");
    assert_int_equal(r[1].what, NOC_TRACE_WHAT(NOC_TRACE_USER, NOC_TRACE_NOBODY, 0));
    assert_string_equal((const char *)(uintptr_t)r[1].stamp, "row");
    assert_int_equal(r[2].what, NOC_TRACE_WHAT(NOC_TRACE_USER, 5, 0));
    assert_int_equal(r[2].value, 6);
    assert_int_equal(r[2].stamp, 0);
    assert_int_equal(r[3].what,
                     NOC_TRACE_WHAT(NOC_TRACE_RETURN, NOC_TRACE_NOBODY, NOC_TRACE_PHASE));
}
