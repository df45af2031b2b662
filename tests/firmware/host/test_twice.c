/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Twice the same is twice the same: collective operations, one-sided access, groups and barriers end
 * in the same cycle at each core when a run is repeated. test_random.c has it of messages.
 */
#include <string.h>

#include "runs.h"
#include "onesided.h"
#include "operations.h"

enum { NODES = 12, CALLS = 3 * OPERATIONS };

static uint64_t ended[NODES];

static void program(void *arg)
{
    const uint32_t *seed = arg;
    const struct epochs e = {
        .seed = *seed, .epochs = 3, .actions = 4, .longest = 400, .patience = NOC_FOREVER};
    noc_group *half;
    uint32_t i;

    core_delay(core_random() % 500);
    ok(noc_init(), "init");
    ok(noc_group_split(noc_world(), core_number() % 2, 0, &half, NOC_FOREVER), "split");
    for (i = 0; i < CALLS; i++) {
        const struct tried t = {i % OPERATIONS, *seed * CALLS + i, (*seed + i * 37) % 400, i % 2};

        if (core_random() % 8 == 0) {
            core_delay(core_random() % 2000);
        }
        operation_try(i % 3 ? noc_world() : half, &t);
        ok(noc_barrier(half, NOC_FOREVER), "barrier");
    }
    epochs_try(noc_world(), &e);
    ok(noc_group_free(half, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
    ended[core_number()] = core_time();
}

static void run(const char *topology, uint32_t seed)
{
    const struct cores_config c = {
        .topology = topology, .ports = 1, .jitter = 7, .seed = seed + 1, .limit_cycles = 40000000};

    memset(ended, 0, sizeof(ended));
    cores_must_run(&c, program, &seed);
}

TEST(calls_of_all_are_the_same_twice)
{
    static const char *const topology[] = {"torus:3x4", "mesh:2x3", "cube:3"};
    uint64_t first[NODES];

    TEST_CASES(seed, 12)
    {
        run(topology[seed % 3], seed);
        memcpy(first, ended, sizeof(first));
        run(topology[seed % 3], seed);
        assert_memory_equal(first, ended, sizeof(first));
        run(topology[seed % 3], seed + 100);
        assert_memory_not_equal(first, ended, sizeof(first));
    }
}
