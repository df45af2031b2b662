/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of a program on the host's cores that fail the test that makes them. */
#ifndef TESTS_FIRMWARE_RUNS_H
#define TESTS_FIRMWARE_RUNS_H

#include "test.h"
#include "host.h"

/* The failure names topology and seed. */
static inline void cores_must_run(const struct cores_config *config, void (*program)(void *arg),
                                  void *arg)
{
    if (!cores_run(config, program, arg)) {
        fail_msg("%s, seed %u", config->topology, (unsigned)config->seed);
    }
}

/* A board whose seed also draws its pace, its ports and its TAU_R. */
static inline struct cores_config cores_drawn(const char *topology, uint64_t seed,
                                              uint64_t limit_cycles)
{
    return (struct cores_config){.topology = topology,
                                 .ports = seed % 2,
                                 .jitter = seed % 5 * 10,
                                 .tau_r = seed % 7 == 6 ? 60 : 0,
                                 .seed = seed,
                                 .limit_cycles = limit_cycles};
}

/* Runs program on so many of them. */
static inline void cores_must_run_drawn(const char *topology, void (*program)(void *arg), void *arg,
                                        uint32_t seeds, uint64_t limit_cycles)
{
    TEST_CASES(seed, seeds)
    {
        const struct cores_config c = cores_drawn(topology, seed, limit_cycles);

        cores_must_run(&c, program, arg);
    }
}

#endif
