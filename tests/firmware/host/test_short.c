/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short allreduces (collectives/short.c) whose members are late: a deadline is kept however the
 * call waits, and who calls again goes on where it was.
 */
#include "runs.h"

enum { LATE = 200000, SLACK = 2500 };

/* Before the second member comes, and after: how long calls of the others take. */
static void late_program(void *arg)
{
    static const uint32_t deadline[] = {0, 700, 20000, 49999, 50001, 70000, 120000};
    const uint32_t timeout = deadline[*(const uint32_t *)arg % 7];
    uint32_t *from = core_malloc(4), *to = core_malloc(4), tries = 0; /* not of the stack */
    uint64_t began, lasted;
    noc_err err;

    *from = core_number() + 1;
    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, NOC_FOREVER), "the first one");
    core_delay(core_number() == 1 ? LATE : core_random() % 300);
    do {
        began = core_time();
        err = noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, timeout);
        lasted = core_time() - began;
        if (lasted > timeout + SLACK || (err && lasted < timeout)) {
            core_fail("%llu cycles, with a deadline of %u: %s", (unsigned long long)lasted,
                      (unsigned)timeout, noc_strerror(err));
        }
        if (err && noc_last_peer() < 0) {
            core_fail("nobody is named");
        }
        tries++;
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "allreduce");
    if (*to != noc_size() * (noc_size() + 1) / 2) {
        core_fail("the sum is %u, after %u calls", (unsigned)*to, (unsigned)tries);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(deadlines_of_who_waits_for_a_late_one)
{
    static const char *const topology[] = {"mesh:2x2", "mesh:3", "cube:3"};

    TEST_CASES(seed, 42)
    {
        const struct cores_config c = {.topology = topology[seed / 7 % 3],
                                       .ports = 1,
                                       .jitter = seed / 21 * 5,
                                       .seed = seed + 1,
                                       .limit_cycles = 40000000};

        cores_must_run(&c, late_program, &seed);
    }
}
