/* SPDX-License-Identifier: BSD-2-Clause */
/* Random programs (messages.c), many seeds, on cores that are coroutines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "host.h"
#include "programs.h"

static void test_random_programs(void **state)
{
    static const char *const topology[] = {"torus:2x2", "mesh:3x3", "cube:4", "utorus:4x4"};
    uint32_t seed, seeds = env("SEEDS", 40);
    uint32_t first = env("SEED", 0);

    (void)state;
    for (seed = first; seed < first + seeds; seed++) {
        static const uint32_t nodes[] = {4, 9, 16, 16};
        struct cores_config c = {
            .topology = topology[seed % 4],
            .ports = seed / 4 % 3,
            .jitter = seed % 5 * 10,
            .tau_r = seed % 7 == 0 ? 100 : 0,
            .seed = seed,
            .limit_cycles = 30000000,
        };

        messages_make(nodes[seed % 4], seed, MESSAGES_MAX);
        if (!cores_run(&c, messages_program, NULL)) {
            fail_msg("seed %u", seed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
