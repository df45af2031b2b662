/* SPDX-License-Identifier: BSD-2-Clause */
/* Random programs (messages.c), many seeds, on cores that are coroutines. */
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "host.h"
#include "programs.h"

TEST(test_random_programs)
{
    static const char *const topology[] = {"torus:2x2", "mesh:3x3", "cube:4", "utorus:4x4"};

    TEST_CASES(seed, 160)
    {
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
