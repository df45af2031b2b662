/* SPDX-License-Identifier: BSD-2-Clause */
/* What counter blocks say of cores, and cycles of cores, on made-up blocks. */
#include <stdint.h>
#include <string.h>

#include "test.h"
#include "diagnose/wait_cycle.h"
#include "target/core_state.h"
#include "exit_status.h"
#include "memmap.h"

static void put(unsigned char *block, unsigned offset, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++) {
        block[offset + i] = (unsigned char)(word >> 8 * i);
    }
}

static struct core read_core(uint32_t status, uint32_t waiting, uint32_t pc, uint32_t sample)
{
    unsigned char block[NOC_DEBUG_BLOCK] = {0};
    put(block, CNT_STATUS, status);
    put(block, CNT_WAITING, waiting);
    put(block, CNT_PC, pc);
    put(block, CNT_SAMPLE, sample);
    return core_read(block);
}

TEST(states)
{
    enum { HERE = NOC_IMAGE_BASE + 4, THERE = NOC_IMAGE_BASE + 8 };
    const uint32_t asleep = NOC_PUT(1, CNT_STATUS, ASLEEP), done = NOC_PUT(1, CNT_STATUS, DONE);
    const uint32_t trapped = NOC_PUT(1, CNT_STATUS, TRAPPED);
    struct core c = read_core(0, 0x20010003, 0, HERE);
    assert_int_equal(c.state, CORE_RUNNING);
    assert_int_equal(c.pc, HERE);
    assert_int_equal(c.what, NOC_WAIT_NOTHING); /* an old note, or one before its wfi */
    c = read_core(asleep, 0x20010003, 0, HERE);
    assert_int_equal(c.state, CORE_ASLEEP);
    assert_int_equal(c.what, NOC_WAIT_RECEIVE);
    assert_int_equal(c.tag, 1);
    assert_int_equal(c.peer, 3);
    c = read_core(asleep, 0xf0010003, 0, HERE); /* of a newer firmware */
    assert_int_equal(c.what, NOC_WAIT_NOTHING);
    c = read_core(trapped | done | asleep | 121, 0x20010003, HERE, THERE);
    assert_int_equal(c.state, CORE_TRAPPED);
    assert_int_equal(c.pc, HERE);
    assert_int_equal(c.code, 121);
    c = read_core(done | asleep | 7, 0, 0, THERE);
    assert_int_equal(c.state, CORE_EXITED);
    assert_int_equal(c.code, 7);
    c = read_core(asleep, 0, 0, NOC_ROM_BASE);
    assert_int_equal(c.state, CORE_BOOT);
    c = read_core(asleep, 0, 0, NOC_ROM_BASE + NOC_ROM_SIZE);
    assert_int_equal(c.state, CORE_ASLEEP);
}

TEST(words)
{
    char text[64];
    core_wait_text(text, sizeof text, NOC_WAIT_RECEIVE, 5, "node 5");
    assert_string_equal(text, ", waiting to receive from node 5");
    core_wait_text(text, sizeof text, NOC_WAIT_SEND, 0, "anybody");
    assert_string_equal(text, ", waiting to send to anybody");
    core_wait_text(text, sizeof text, NOC_WAIT_BARRIER, 0, "node 0");
    assert_string_equal(text, ", waiting for a barrier, for node 0");
    core_wait_text(text, sizeof text, NOC_WAIT_BARRIER, 3, "node 0");
    assert_string_equal(text, ", waiting for a barrier of group 3, for node 0");
    core_wait_text(text, sizeof text, NOC_WAIT_GROUP, 5, "node 7");
    assert_string_equal(text, ", waiting in noc_group_free, for node 7");
    core_wait_text(text, sizeof text, NOC_WAIT_COLLECTIVE, 10, "node 7");
    assert_string_equal(text, ", waiting in a reduce-scatter, for node 7");
    core_wait_text(text, sizeof text, NOC_WAIT_COLLECTIVE, 11, "node 7");
    assert_string_equal(text, ", waiting for a collective operation, for node 7");
    core_wait_text(text, sizeof text, NOC_WAIT_NOTHING, 0, "node 5");
    assert_string_equal(text, "");
    for (enum noc_wait_what w = NOC_WAIT_NOTHING + 1; w < NOC_WAITS; w++) {
        assert_int_equal(core_wait_find(core_wait_word(w)), w);
    }
    assert_int_equal(core_wait_find("recieve"), NOC_WAIT_NOTHING);
}

enum { CORES = 8, NOBODY = NOC_WAITING_ANYBODY };

/* Who waits for whom: expect so many in a cycle, these. */
static void expect_wait_cycle(const uint32_t peer[CORES], uint32_t length, const uint32_t *expected)
{
    struct core core[CORES];
    uint32_t list[CORES];
    for (unsigned i = 0; i < CORES; i++) {
        core[i] = (struct core){.state = CORE_ASLEEP, .what = NOC_WAIT_RECEIVE, .peer = peer[i]};
    }
    assert_int_equal(cores_wait_cycle(core, CORES, NULL, list), length);
    if (length) {
        assert_memory_equal(list, expected, length * sizeof *list);
        core[list[length - 1]].state = CORE_RUNNING; /* whoever does not sleep may go on */
        assert_int_equal(cores_wait_cycle(core, CORES, NULL, list), 0);
    }
}

TEST(wait_cycles)
{
    expect_wait_cycle((const uint32_t[]){1, 2, 3, 4, 5, 6, 7, 0}, 8,
                      (const uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7});
    expect_wait_cycle((const uint32_t[]){1, 2, 3, 4, 5, 6, 7, NOBODY}, 0, NULL);
    expect_wait_cycle((const uint32_t[]){1, 2, 3, 4, 5, 6, 7, 8}, 0, NULL); /* nobody is there */
    /* Ways into a cycle of waits that begins in its middle. */
    expect_wait_cycle((const uint32_t[]){5, 0, 0, 5, 3, 4, 1, 2}, 3, (const uint32_t[]){3, 5, 4});
    expect_wait_cycle((const uint32_t[]){NOBODY, 0, 1, 7, 2, 6, 5, 1}, 2, (const uint32_t[]){5, 6});
    expect_wait_cycle((const uint32_t[]){0, NOBODY, 1, 2, 4, 6, 7, 0}, 0, NULL); /* for itself */
}

TEST(deeds)
{
    char text[80];
    struct core c = {.state = CORE_EXITED, .code = 7};
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "has exited with status 7");
    c.code = NOC_EXIT_ABORT;
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "has exited with status 121 (aborted)");
    c.code = NOC_EXIT_UNSENT;
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "has exited with status 122 (messages were not taken)");
    for (c.code = NOC_EXIT_TRAP; c.code < 256; c.code++) { /* exit(-1), say */
        assert_null(core_cause(&c));
    }
    c = (struct core){.state = CORE_TRAPPED, .code = NOC_EXIT_TRAP + 5};
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "is stopped by a trap, load access fault");
    c.code = NOC_EXIT_ABORT; /* a handler that wrote PC */
    assert_null(core_cause(&c));
    c = (struct core){.state = CORE_ASLEEP, .what = NOC_WAIT_SEND, .peer = 5};
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "waits to send to core 5");
    c.peer = NOBODY;
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "waits to send, for anybody");
    c = (struct core){.state = CORE_ASLEEP, .what = NOC_WAIT_MULTICAST, .peer = 5};
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "waits for a multicast, for core 5");
    c.what = NOC_WAIT_NOTHING;
    core_does(text, sizeof text, &c);
    assert_string_equal(text, "sleeps");
}
