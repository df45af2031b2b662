/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs (../random) on the board, one after the other: each core makes its part for itself.
 *
 * usage: programs ARENA FIRST COUNT
 *
 * ARENA: bytes. The programs are those of seeds FIRST, FIRST + 1, ...
 */
#include <stdio.h>
#include <stdlib.h>

#include "cores.h"
#include "random/program.h"

enum { ARENA_MOST = 16384 };

static struct program program;
static struct op ops[PROGRAM_OPS];
static uint32_t arena_bytes;

void *noc_arena(uint32_t *bytes)
{
    static uint64_t memory[ARENA_MOST / 8];

    *bytes = arena_bytes;
    return memory;
}

/* The first may have the world, whose slots are allocated once; others a group of their own. */
static void try_program(uint32_t seed, bool world)
{
    noc_group *all = noc_world();

    program.op[noc_rank()] = ops;
    program_make(&program, seed, noc_size());
    if (program.ops[noc_rank()] > PROGRAM_OPS) {
        core_fail("seed %u: too many operations", (unsigned)seed);
    }
    if (!world) {
        ok(noc_group_duplicate(noc_world(), &all, NOC_FOREVER), "duplicate");
    }
    runner_run(runner_new(&program, all));
    if (!world) {
        ok(noc_group_free(all, NOC_FOREVER), "free");
    }
}

int main(int argc, char **argv)
{
    uint32_t first, count, i, operations = 0, sum;

    if (argc != 4) {
        printf("usage: programs ARENA FIRST COUNT\n");
        return 2;
    }
    arena_bytes = (uint32_t)strtoul(argv[1], NULL, 10);
    first = (uint32_t)strtoul(argv[2], NULL, 10);
    count = (uint32_t)strtoul(argv[3], NULL, 10);
    ok(arena_bytes <= ARENA_MOST ? noc_init() : NOC_ERR_ARGUMENT, "init");
    for (i = 0; i < count; i++) {
        try_program(first + i, i == 0);
        operations += program.ops[noc_rank()];
    }
    ok(noc_reduce(noc_world(), &operations, &sum, 1, &noc_sum_uint32, 0, NOC_FOREVER), "reduce");
    if (noc_rank() == 0) {
        printf("%u programs, %u operations\n", (unsigned)count, (unsigned)sum);
    }
    return 0;
}
