/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The straight way of collectives: messages that come before their turn, of which two bear the same
 * words because 64 calls lie between them. They are taken in the order in which they came, wherever
 * they were put.
 */
#include "runs.h"
#include "collectives/collectives.h"

enum { APART = 64, FIRST = 16, LATE = 30000 };

static void reduce(uint32_t root)
{
    uint32_t one = 1, sum = 0;

    ok(noc_reduce(noc_world(), &one, &sum, 1, &noc_sum_int32, root, NOC_FOREVER), "reduce");
    if (core_number() == root && sum != 3) {
        core_fail("the sum is %u", sum);
    }
}

/* Root is core 0. */
static void broadcasts(uint32_t first, uint32_t end)
{
    uint32_t i, value;

    for (i = first; i < end; i++) {
        value = core_number() ? 0 : i;
        ok(noc_broadcast(noc_world(), &value, sizeof(value), 0, NOC_FOREVER), "broadcast");
        if (value != i) {
            core_fail("%u came in place of %u", value, i);
        }
    }
}

/* Core 2 sees to its messages, but comes to no call before this cycle. */
static void be_late(uint64_t until)
{
    while (core_number() == 2 && core_time() < until) {
        (void)!noc_probe(NOC_ANY_SOURCE, 9, NULL, (uint32_t)(until - core_time()));
    }
}

/*
 * Core 1 waits for core 2 twice, in reductions. While it waits for the first time the next 16
 * broadcasts come, which are put with the early ones, and 64 further ones, for which there is no
 * place there; while it waits for the second time, those that are 64 calls behind these come, and
 * find the places free again.
 */
static void program(void *arg)
{
    (void)arg;
    ok(noc_init(), "init");
    ok(noc_collective_use(noc_world(), "broadcast", "binomial"), "use");
    ok(noc_collective_use(noc_world(), "reduce", "linear"), "use");
    be_late(LATE);
    reduce(1);
    broadcasts(0, FIRST);
    be_late(2 * LATE);
    reduce(1);
    broadcasts(FIRST, FIRST + APART);
    if (core_number() == 0) {
        if (core_time() > LATE) {
            core_fail("it was to be ahead by now");
        }
        core_delay(3 * LATE / 2 - core_time());
    }
    broadcasts(FIRST + APART, 2 * FIRST + APART);
    reduce(1);
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Between the last two broadcasts core 1 gets no message of core 0: both are put with the early ones. If
 * there was one before them, that leaves the newer in front when it is taken. */
static void early_program(void *arg)
{
    const uint32_t before = *(const uint32_t *)arg;
    uint32_t i;

    ok(noc_init(), "init");
    ok(noc_collective_use(noc_world(), "broadcast", "binomial"), "use");
    ok(noc_collective_use(noc_world(), "reduce", "linear"), "use");
    be_late(LATE);
    reduce(1);
    broadcasts(0, before + 1);
    for (i = 0; i < APART - 1; i++) {
        reduce(2);
    }
    broadcasts(before + 1, before + 2);
    if (core_number() == 0 && core_time() > LATE) {
        core_fail("it was to be ahead by now");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

static void run(void (*each)(void *), void *arg)
{
    TEST_CASES(seed, 10)
    {
        const struct cores_config c = {.topology = "mesh:3",
                                       .ports = seed % 2,
                                       .jitter = seed % 5 * 5,
                                       .seed = seed,
                                       .limit_cycles = 100 * LATE};

        cores_must_run(&c, each, arg);
    }
}

TEST(messages_that_are_64_calls_apart)
{
    run(program, NULL);
}

TEST(early_messages_that_are_64_calls_apart)
{
    for (uint32_t before = 0; before < 2; before++) {
        run(early_program, &before);
    }
}
