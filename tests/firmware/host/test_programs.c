/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs (random/): whatever cores call together, in any order that ends with unlimited
 * buffers, ends here too, with the same results. The oracle goes through each program first.
 */
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "random/program.h"

enum {
    CORES = 16,
    TEXT = 200,
    QUIET = 20000000,
    REQUESTS = PROGRAM_REQUESTS + 50,
    SOME = 4500,
    SPARE = 3 /* blocks that the layer keeps of its last collective operation */
};

static struct program program;
static struct op ops[CORES][PROGRAM_OPS];
static struct runner *runner[CORES];
static uint64_t operations, tried;

static void where(uint32_t core)
{
    char text[TEXT];

    if (runner[core]) {
        op_text(&program, core, runner_at(runner[core]), text, sizeof(text));
        fprintf(stderr, "    %s\n", text);
    }
}

/* What the layer keeps once it was needed: memory of requests, of collectives and of windows. */
static void warm_up(void)
{
    uint8_t zeros[16] = {0};
    uint8_t memory[8] = {0}, sum[16];
    noc_request request[REQUESTS];
    noc_window *window;
    bool cancelled;
    uint32_t i;

    for (i = 0; i < REQUESTS; i++) {
        ok(noc_irecv(0, 0, NULL, 0, &request[i]), "irecv");
    }
    for (i = 0; i < REQUESTS; i++) {
        ok(noc_cancel(&request[i], &cancelled), "cancel");
    }
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &window, NOC_FOREVER), "window");
    ok(noc_window_free(window, NOC_FOREVER), "free");
    ok(noc_allreduce(noc_world(), zeros, sum, 4, &noc_sum_uint32, NOC_FOREVER), "allreduce");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
}

/* A program whose group of all cores is not the world leaves nothing behind. */
static void run_part(void *arg)
{
    const uint32_t me = core_number();
    noc_group *all;
    uint32_t blocks, used;

    (void)arg;
    core_delay(core_random() % 500);
    ok(noc_init(), "init");
    warm_up();
    all = noc_world();
    blocks = core_heap_blocks();
    used = core_arena_used();
    if (program.seed % 2) {
        ok(noc_group_duplicate(noc_world(), &all, NOC_FOREVER), "duplicate");
    }
    runner[me] = runner_new(&program, all);
    runner_run(runner[me]);
    if (program.seed % 2) {
        ok(noc_group_free(all, NOC_FOREVER), "free");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (program.seed % 2 && core_heap_blocks() > blocks + SPARE) {
        core_fail("%d blocks of the heap are lost", (int)(core_heap_blocks() - blocks));
    }
    if (core_arena_used() != used) {
        core_fail("%d bytes of the arena are lost", (int)(core_arena_used() - used));
    }
    core_end();
}

static const struct {
    const char *topology;
    uint32_t cores;
} board[] = {{"mesh:2", 2},   {"mesh:3", 3},    {"torus:2x2", 4}, {"mesh:5", 5},
             {"mesh:2x3", 6}, {"cube:3", 8},    {"mesh:3x3", 9},  {"torus:2x2", 4},
             {"mesh:3", 3},   {"mesh:4x4", 16}, {"mesh:2x2", 4}};
enum { BOARDS = sizeof(board) / sizeof(*board) };

static void make(uint32_t seed, const bool *left_out)
{
    uint32_t i;

    for (i = 0; i < CORES; i++) {
        program.op[i] = ops[i];
        runner[i] = NULL;
    }
    program.left_out = left_out;
    program_make(&program, seed, board[seed % BOARDS].cores);
}

static uint32_t quiet = QUIET;
static bool runs(uint32_t seed)
{
    struct cores_config c = cores_drawn(board[seed % BOARDS].topology, seed, quiet);

    c.algorithm_topology = c.topology;
    c.arena_bytes = NOC_ARENA_MIN << seed / 3 % 4;
    c.where = where;
    return cores_run(&c, run_part, NULL);
}

/* Leaves events out as long as it fails without them, and prints what is left. */
static void reduce(uint32_t seed)
{
    static bool left_out[PROGRAM_EVENTS];
    uint32_t events = program.events, part, from, i, core;
    char text[TEXT];

    quiet = QUIET / 20;
    for (part = events / 2; part; part /= 2) {
        for (from = 0; from < events; from += part) {
            bool before[PROGRAM_EVENTS];

            memcpy(before, left_out, sizeof(before));
            memset(left_out + from, true, part < events - from ? part : events - from);
            make(seed, left_out);
            if (!oracle_judges(&program, seed) || runs(seed)) {
                memcpy(left_out, before, sizeof(before));
            }
        }
    }
    make(seed, left_out);
    for (core = 0; core < program.cores; core++) {
        for (i = 0; i < program.ops[core]; i++) {
            op_text(&program, core, i, text, sizeof(text));
            print_message("core %u, %s\n", (unsigned)core, text);
        }
    }
    (void)runs(seed);
}

static void try_program(uint32_t seed)
{
    uint32_t i;

    make(seed, NULL);
    for (i = 0; i < 2; i++) {
        assert_true(oracle_judges(&program, seed + i));
    }
    if (!runs(seed)) {
        if (getenv("TEST_REDUCE")) {
            reduce(seed);
        }
        fail_msg("%s, seed %u", board[seed % BOARDS].topology, (unsigned)seed);
    }
    for (i = 0; i < program.cores; i++) {
        operations += program.ops[i];
    }
    tried++;
}

/* These have found faults: a PULL that was for nothing, when marks were just coming; REPEAT that came behind
 * its PULL; calls of a group that were forgotten too early. */
TEST(random_programs_that_found_faults)
{
    static const uint32_t found[] = {89089, 24000, 5412, 5487, 46957};
    uint32_t i;

    for (i = 0; i < sizeof(found) / sizeof(*found); i++) {
        try_program(found[i]);
    }
}

/* The deep tier goes on to 100,000, by TEST_CASE, in parts (check-programs). */
TEST(random_programs)
{
    TEST_CASES(seed, SOME)
    {
        try_program(seed);
    }
    print_message("%llu programs of %llu operations\n", (unsigned long long)tried,
                  (unsigned long long)operations);
}
