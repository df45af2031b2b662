/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short broadcasts (collectives/short_broadcast.c): roots and lengths that change, other calls
 * between them, members that are late, deadlines, and members that call something else.
 */
#include <string.h>

#include "test.h"
#include "runs.h"
#include "noc.h"

enum { CALLS = 60, LATE = 200000, SLACK = 4000, AT_ONCE = 10000, TAG = 3 };

static const char *const topology[] = {"mesh:2", "mesh:3", "mesh:2x3", "cube:3", "mesh:3x4"};

/* The nth number that all cores draw alike. */
static uint32_t common(uint32_t n)
{
    uint64_t x =
        (cores_seed() + 1) * UINT64_C(0x9e3779b97f4a7c15) + n * UINT64_C(0xbf58476d1ce4e5b9);

    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x >> 32);
}

static uint8_t byte_of(uint32_t call, uint32_t i)
{
    return (uint8_t)(common(1000 + call) + i * 7);
}

/* A broadcast with every byte checked, and those behind it; perhaps in many attempts. */
static void cast(uint32_t call, bool hasty)
{
    static const uint32_t lengths[] = {4, 4, 8, 16, 20, 64, 256, 3, 0, 252};
    const uint32_t bytes = lengths[common(call) / 8 % 10], root = common(call) / 128 % noc_size();
    uint8_t *body = core_malloc(264);
    noc_err err;
    uint32_t i;

    for (i = 0; i < 264; i++) {
        body[i] = core_number() == root && i < bytes ? byte_of(call, i) : 0xee;
    }
    do {
        err = noc_broadcast(noc_world(), body, bytes, root,
                            hasty ? core_random() % 3000 : NOC_FOREVER);
    } while (hasty && err == NOC_ERR_TIMEOUT);
    ok(err, "broadcast");
    for (i = 0; i < 264; i++) {
        if (body[i] != (i < bytes ? byte_of(call, i) : 0xee)) {
            core_fail("call %u of %u bytes: byte %u", (unsigned)call, (unsigned)bytes, (unsigned)i);
        }
    }
}

static void sum(void)
{
    uint32_t *from = core_malloc(8), *to = from + 1;

    *from = core_number() + 1;
    ok(noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, NOC_FOREVER), "allreduce");
    if (*to != noc_size() * (noc_size() + 1) / 2) {
        core_fail("the sum is %u", (unsigned)*to);
    }
}

/* What is sent before the broadcast comes in its way, and is received after it. */
static void messages(bool send, uint32_t call)
{
    const uint32_t n = noc_size(), me = core_number();
    uint32_t *word = core_malloc(4);

    if (send) {
        *word = call;
        ok(noc_send((me + 1) % n, TAG, word, 4, NOC_FOREVER), "send");
        return;
    }
    ok(noc_recv((int32_t)((me + n - 1) % n), TAG, word, 4, NULL, NOC_FOREVER), "receive");
    if (*word != call) {
        core_fail("message %u instead of %u", (unsigned)*word, (unsigned)call);
    }
}

static void program(void *arg)
{
    const bool hasty = *(const uint32_t *)arg % 3 == 2;
    uint32_t call;

    ok(noc_init(), "init");
    for (call = 0; call < CALLS; call++) {
        const bool beside = common(call) % 8 == 1;

        if (core_random() % 4 == 0) {
            core_delay(core_random() % (core_random() % 8 ? 300 : 5000));
        }
        if (beside) {
            messages(true, call);
        }
        cast(call, hasty);
        if (beside) {
            messages(false, call);
        }
        if (common(call) % 8 == 2) {
            sum();
        }
        if (common(call) % 8 == 3) {
            ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

static void run(void (*what)(void *), uint32_t seed)
{
    const struct cores_config c = {.topology = topology[seed % 5],
                                   .ports = 1,
                                   .jitter = seed % 4 * 7,
                                   .seed = seed + 1,
                                   .limit_cycles = 40000000};

    if (!cores_run(&c, what, &seed)) {
        fail_msg("seed %u", (unsigned)seed);
    }
}

TEST(short_broadcasts_among_other_calls)
{
    TEST_CASES(seed, 60)
    {
        run(program, seed);
    }
}

/* Core 0, which others wait for below it and above it, is late. */
static void late_program(void *arg)
{
    static const uint32_t deadline[] = {0, 700, 20000, 49999, 50001, 70000, 120000};
    const uint32_t seed = *(const uint32_t *)arg, timeout = deadline[seed % 7];
    uint32_t *body = core_malloc(4), root;
    uint64_t began, lasted;
    noc_err err;

    ok(noc_init(), "init");
    root = seed / 7 % noc_size();
    ok(noc_broadcast(noc_world(), body, 4, root, NOC_FOREVER), "the first one");
    *body = core_number() == root ? 77 : 0;
    core_delay(core_number() ? core_random() % 300 : LATE);
    do {
        began = core_time();
        err = noc_broadcast(noc_world(), body, 4, root, timeout);
        lasted = core_time() - began;
        if (lasted > timeout + SLACK || (err && lasted < timeout)) {
            core_fail("%llu cycles, with a deadline of %u: %s", (unsigned long long)lasted,
                      (unsigned)timeout, noc_strerror(err));
        }
        if (err && noc_last_peer() < 0) {
            core_fail("nobody is named");
        }
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "broadcast");
    if (*body != 77) {
        core_fail("%u came", (unsigned)*body);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(deadlines_of_short_broadcasts)
{
    TEST_CASES(seed, 70)
    {
        run(late_program, seed);
    }
}

/* The last core calls something else than the others, who have it for their root. They hear of it
 * before they would ask. */
static void other_program(void *arg)
{
    const uint32_t seed = *(const uint32_t *)arg;
    uint32_t *body = core_malloc(8), root, i;
    uint64_t began;
    bool other;
    noc_err err;

    ok(noc_init(), "init");
    root = noc_size() - 1;
    other = core_number() == root;
    for (i = 0; i < 3; i++) {
        ok(noc_broadcast(noc_world(), body, 4, root, NOC_FOREVER), "the first ones");
    }
    sum();
    began = core_time();
    core_delay(other ? seed % 3 * 1000 : 0);
    if (other && seed % 2) {
        err = noc_broadcast(noc_world(), body, 8, root, NOC_FOREVER);
        err = err ? err : noc_allreduce(noc_world(), body, body + 1, 1, &noc_sum_uint32, 10000000);
    } else if (other) {
        err = noc_allreduce(noc_world(), body, body + 1, 1, &noc_sum_uint32, 10000000);
    } else {
        err = noc_broadcast(noc_world(), body, 4, root, 10000000);
    }
    if (err != NOC_ERR_MISMATCH) {
        core_fail("%s", noc_strerror(err));
    }
    if (!strstr(noc_last_mismatch(), "broadcast")) {
        core_fail("it says %s", noc_last_mismatch());
    }
    if (core_time() - began > AT_ONCE) {
        core_fail("after %llu cycles", (unsigned long long)(core_time() - began));
    }
    err = noc_broadcast(noc_world(), body, 4, root, 10000000);
    if (err != NOC_ERR_MISMATCH) {
        core_fail("in a broken group: %s", noc_strerror(err));
    }
}

TEST(others_than_short_broadcasts)
{
    TEST_CASES(seed, 40)
    {
        run(other_program, seed);
    }
}

/* Core 2 is late, and its queue is full: a message of the root to it waits, and so does the broadcast's,
 * behind one that has gone to core 4. As many calls follow as there are numbers of calls. */
static void crowded_program(void *arg)
{
    enum { FULL = 2, ROOT_AFTER = 5000, LATE_AFTER = 60000, EACH = 4, NUMBERS = 64 };
    const uint32_t me = core_number(), from = me ? EACH : 1;
    uint32_t *word = core_malloc(4), *body = core_malloc(4), i;
    noc_request sent[EACH];

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_broadcast(noc_world(), body, 4, 0, NOC_FOREVER), "the first one");
    core_delay(me == FULL ? LATE_AFTER : me ? 0 : ROOT_AFTER);
    for (i = 0; me != FULL && i < from; i++) {
        *word = me;
        ok(noc_isend(FULL, TAG, word, 4, &sent[i]), "send");
    }
    *body = me ? 0 : 1000;
    ok(noc_broadcast(noc_world(), body, 4, 0, NOC_FOREVER), "broadcast");
    if (*body != 1000) {
        core_fail("%u came", (unsigned)*body);
    }
    for (i = 0; me == FULL && i < (noc_size() - 2) * EACH + 1; i++) {
        ok(noc_recv(NOC_ANY_SOURCE, TAG, word, 4, NULL, NOC_FOREVER), "receive");
    }
    for (i = 0; me != FULL && i < from; i++) {
        ok(noc_wait(&sent[i], NULL, NOC_FOREVER), "sent");
    }
    for (i = 0; i < 2 * NUMBERS; i++) {
        *body = me ? 0 : i;
        ok(noc_broadcast(noc_world(), body, 4, 0, NOC_FOREVER), "a later one");
        if (*body != i) {
            core_fail("call %u brought %u", (unsigned)i, (unsigned)*body);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_end();
    if (*core_console()) {
        core_fail("at the end: %s", core_console());
    }
}

TEST(a_root_that_cannot_send_to_all_at_once)
{
    TEST_CASES(seed, 20)
    {
        const struct cores_config c = {.topology = "cube:3",
                                       .ports = 1,
                                       .jitter = seed % 4 * 7,
                                       .seed = seed + 1,
                                       .limit_cycles = 40000000};

        cores_must_run(&c, crowded_program, NULL);
    }
}
