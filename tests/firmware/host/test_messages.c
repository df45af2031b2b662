/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs (messages.c), many seeds, on cores that are coroutines; and what a core that
 * sleeps says that it waits for.
 */
#include <stdio.h>
#include <stdlib.h>

#include "runs.h"
#include "ni.h"
#include "programs.h"
#include "waiting.h"

enum { TAG = 5, LAST_TAG, LONG = NOC_EAGER_BYTES / 4 + 1, A_WHILE = 20000 };

static void random_program(uint32_t seed, uint32_t arena_bytes)
{
    static const char *const topology[] = {"torus:2x2", "mesh:3x3", "cube:4", "utorus:4x4"};
    static const uint32_t nodes[] = {4, 9, 16, 16};
    struct cores_config c = {
        .topology = topology[seed % 4],
        .ports = seed / 4 % 3,
        .jitter = seed % 5 * 10,
        .tau_r = seed % 7 == 0 ? 100 : 0,
        .seed = seed,
        .limit_cycles = 30000000,
        .arena_bytes = arena_bytes,
    };

    messages_make(nodes[seed % 4], seed, MESSAGES_MAX);
    cores_must_run(&c, messages_program, NULL);
}

static void random_programs(uint32_t seeds, uint32_t arena_bytes)
{
    TEST_CASES(seed, seeds)
    {
        random_program(seed, arena_bytes);
    }
}

TEST(test_random_programs)
{
    random_programs(160, 0);
}

/* Most messages lie in backlogs then. */
TEST(random_programs_in_the_least_arena)
{
    random_programs(test_deep() ? 2001 : 600, NOC_ARENA_MIN);
}

/* These have found faults: a probe that had what an older receive waits for; a late answer that was asked
 * for twice; signals that overtook each other; a
 * message that was cancelled in front of one that was taken past it. */
TEST(random_programs_that_found_faults)
{
    static const uint32_t found[] = {21, 117, 140, 156, 260, 378};
    uint32_t i;

    for (i = 0; i < sizeof(found) / sizeof(*found); i++) {
        random_program(found[i], NOC_ARENA_MIN);
    }
}

static void expect_note(uint32_t node, uint32_t expected)
{
    uint32_t note = cores_note(node);

    if (note != expected) {
        core_fail("core %u's note is %08x, not %08x", node, note, expected);
    }
}

/* Core 0 sends to core 1, receives from it, and waits until core 2 has taken what it was sent. */
static void waiter(void)
{
    uint32_t body[LONG] = {0};
    noc_request request;

    ok(noc_isend(1, TAG, body, LONG * 4, &request), "isend");
    ok(noc_wait(&request, NULL, NOC_FOREVER), "wait");
    expect_note(0, 0);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_irecv(1, TAG, body, LONG * 4, &request), "irecv");
    ok(noc_wait(&request, NULL, NOC_FOREVER), "wait");
    expect_note(0, 0);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    /* Until core 2, which computes, has no room: the last one is not accepted. */
    core_delay(A_WHILE / 4);
    while (noc_send(2, TAG, body, 4, A_WHILE / 4) == NOC_ERR_OK) {
    }
    if (noc_finish(A_WHILE / 4) != NOC_ERR_TIMEOUT || noc_last_peer() != 2) {
        core_fail("noc_finish waits for %d", (int)noc_last_peer());
    }
    ok(noc_send(2, LAST_TAG, body, 4, NOC_FOREVER), "send");
    expect_note(0, 0);
}

/* Core 1 looks at core 0, each time before it does what that waits for. */
static void looker(void)
{
    uint32_t body[LONG] = {0};

    core_delay(A_WHILE);
    expect_note(0, noc_waiting(NOC_WAIT_SEND, TAG) | NOC_PUT(1, NI_WAITING, NODE));
    ok(noc_recv(0, TAG, body, LONG * 4, NULL, NOC_FOREVER), "recv");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_delay(A_WHILE);
    expect_note(0, noc_waiting(NOC_WAIT_RECEIVE, TAG) | NOC_PUT(1, NI_WAITING, NODE));
    ok(noc_send(0, TAG, body, 4, NOC_FOREVER), "send");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
}

static void notes_program(void *arg)
{
    uint32_t body;
    noc_status status;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        waiter();
    } else if (core_number() == 1) {
        looker();
    } else {
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    }
    if (core_number() == 2) {
        core_delay(2 * A_WHILE);
        do {
            ok(noc_recv(0, NOC_ANY_TAG, &body, sizeof(body), &status, NOC_FOREVER), "recv");
        } while (status.tag != LAST_TAG);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(who_sleeps_says_for_what)
{
    const struct cores_config c = {
        .topology = "mesh:3", .ports = 1, .seed = 1, .limit_cycles = 1000000};

    assert_true(cores_run(&c, notes_program, NULL));
}

/* To a core that receives, one message after the other: each is acknowledged sooner than a sleep would
 * begin and end. */
static void row_program(void *arg)
{
    enum { MESSAGES = 20, WORDS = 5 };
    uint32_t body[WORDS] = {0}, n, slept;
    const bool grouped = *(const bool *)arg;
    noc_group *g;

    ok(noc_init(), "init");
    g = noc_world();
    if (grouped) {
        ok(noc_group_duplicate(noc_world(), &g, NOC_FOREVER), "duplicate");
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    slept = core_sleeps();
    for (n = 0; n < MESSAGES; n++) {
        if (core_number()) {
            ok(noc_recv_in(g, 0, TAG, body, sizeof(body), NULL, NOC_FOREVER), "recv");
        } else {
            ok(noc_send_in(g, 1, TAG, body, sizeof(body), NOC_FOREVER), "send");
        }
    }
    if (!core_number() && core_sleeps() != slept) {
        core_fail("%u sends slept %u times", MESSAGES, core_sleeps() - slept);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(sends_in_a_row_do_not_sleep)
{
    const struct cores_config c = {
        .topology = "mesh:2", .ports = 1, .slow = 1, .seed = 1, .limit_cycles = 1000000};

    for (int grouped = 0; grouped < 2; grouped++) {
        cores_must_run(&c, row_program, &(bool){grouped});
    }
}

/* The root's NI has room for seven worms at once: before the eighth it sleeps until one has left. */
static void crowd_program(void *arg)
{
    enum { FLITS = 1000 };
    uint32_t body[FLITS] = {0};
    noc_plan *plan;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_group_reserve(noc_world(), 4 * FLITS, NOC_BY_PLAN, NOC_FOREVER), "reserve");
    ok(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &plan), "plan");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (core_number() == 1) {
        core_delay(FLITS / 2);
        expect_note(0, noc_waiting(NOC_WAIT_MULTICAST, 0) |
                           NOC_PUT(NOC_WAITING_ANYBODY, NI_WAITING, NODE));
    }
    ok(noc_multicast(plan, body, 4 * FLITS, NOC_FOREVER), "multicast");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_root_sleeps_until_there_is_room)
{
    const struct cores_config c = {.topology = "mesh:16",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 1000000,
                                   .algorithm_topology = "mesh:16"};

    assert_true(cores_run(&c, crowd_program, NULL));
}
