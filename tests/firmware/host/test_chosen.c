/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call takes the schedule that is the quickest for how long it is, all its blocks together. Another
 * one would bring the same result, later.
 */
#include "runs.h"
#include "collective/cost.h"
#include "collectives/collectives.h"

enum { MEMBERS = 8, ELEMENTS_MAX = 1200, ROOT = 3, UNIT = sizeof(uint64_t) };

struct bodies {
    uint64_t *from, *to;      /* an element is of UNIT bytes */
    uint32_t each[MEMBERS];   /* elements of each block */
    uint32_t length[MEMBERS]; /* the same in bytes */
};

/* Each returns how many bytes it had in all blocks. */
typedef uint32_t call_made(noc_group *g, struct bodies *b, uint32_t elements);

static uint32_t broadcast(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_broadcast(g, b->from, UNIT * elements, ROOT, NOC_FOREVER), "broadcast");
    return UNIT * elements;
}

static uint32_t reduce(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_reduce(g, b->from, b->to, elements, &noc_sum_int64, ROOT, NOC_FOREVER), "reduce");
    return UNIT * elements;
}

static uint32_t allreduce(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_allreduce(g, b->from, b->to, elements, &noc_sum_int64, NOC_FOREVER), "allreduce");
    return UNIT * elements;
}

static uint32_t gather(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_gather(g, b->from, b->to, UNIT * elements, ROOT, NOC_FOREVER), "gather");
    return MEMBERS * UNIT * elements;
}

static uint32_t scatter(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_scatter(g, b->from, b->to, UNIT * elements, ROOT, NOC_FOREVER), "scatter");
    return MEMBERS * UNIT * elements;
}

static uint32_t allgather(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_allgather(g, b->from, b->to, UNIT * elements, NOC_FOREVER), "allgather");
    return MEMBERS * UNIT * elements;
}

static uint32_t allgather_listed(noc_group *g, struct bodies *b, uint32_t elements)
{
    const noc_blocks blocks = {b->length, NULL};

    (void)elements;
    ok(noc_allgatherv(g, b->from, b->to, &blocks, NOC_FOREVER), "allgatherv");
    return UNIT * (b->each[0] + (MEMBERS - 1) * b->each[1]);
}

static uint32_t alltoall(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_alltoall(g, b->from, b->to, UNIT * elements, NOC_FOREVER), "alltoall");
    return MEMBERS * UNIT * elements;
}

static uint32_t scan(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_scan(g, b->from, b->to, elements, &noc_sum_int64, NOC_FOREVER), "scan");
    return UNIT * elements;
}

static uint32_t exscan(noc_group *g, struct bodies *b, uint32_t elements)
{
    ok(noc_exscan(g, b->from, b->to, elements, &noc_sum_int64, NOC_FOREVER), "exscan");
    return UNIT * elements;
}

static uint32_t reduce_scatter(noc_group *g, struct bodies *b, uint32_t elements)
{
    (void)elements;
    ok(noc_reduce_scatter(g, b->from, b->to, b->each, &noc_sum_int64, NOC_FOREVER),
       "reduce_scatter");
    return UNIT * (b->each[0] + (MEMBERS - 1) * b->each[1]);
}

static const struct made {
    enum noc_operation operation;
    call_made *call;
} made[] = {
    {NOC_BROADCAST, broadcast},
    {NOC_REDUCE, reduce},
    {NOC_ALLREDUCE, allreduce},
    {NOC_GATHER, gather},
    {NOC_SCATTER, scatter},
    {NOC_ALLGATHER, allgather},
    {NOC_ALLTOALL, alltoall},
    {NOC_SCAN, scan},
    {NOC_EXSCAN, exscan},
    {NOC_REDUCE_SCATTER, reduce_scatter},
    {NOC_ALLGATHER, allgather_listed},
};

/* What the members remember of the call is what the costs say. */
static void must_be_quickest(enum noc_operation operation, uint32_t bytes)
{
    const struct noc_call call = {.operation = (uint8_t)operation, .count = MEMBERS, .root = ROOT};
    const uint32_t class = noc_cost_class(&call, bytes);
    const struct choice *choice =
        &calls_of(&noc_layer.world)->choice[operation][choice_place(class)];
    const struct noc_schedule *quickest;
    struct noc_costs costs;

    noc_costs_of_firmware(&costs, NOC_HOPS_UNKNOWN, NULL, 0);
    quickest = noc_cost_choose(&call, bytes, &costs);
    if (choice->schedule != quickest || choice->length != class) {
        core_fail("%u of %u bytes goes by %s, not by %s", operation, bytes,
                  choice->schedule ? choice->schedule->name : "none", quickest->name);
    }
}

static void program(void *arg)
{
    static const uint32_t elements[] = {10, 75, ELEMENTS_MAX};
    struct bodies b = {core_malloc(MEMBERS * ELEMENTS_MAX * UNIT),
                       core_malloc(MEMBERS * ELEMENTS_MAX * UNIT),
                       {0},
                       {0}};
    uint32_t i, k, n;

    (void)arg;
    for (i = 0; i < MEMBERS * ELEMENTS_MAX; i++) {
        b.from[i] = i;
    }
    ok(noc_init(), "init");
    for (n = 0; n < sizeof(elements) / sizeof(*elements); n++) {
        for (k = 0; k < MEMBERS; k++) {
            b.each[k] = k ? elements[n] : elements[n] / 2;
            b.length[k] = UNIT * b.each[k];
        }
        for (i = 0; i < sizeof(made) / sizeof(*made); i++) {
            must_be_quickest(made[i].operation, made[i].call(noc_world(), &b, elements[n]));
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(the_quickest_schedule_is_chosen_by_all_bytes)
{
    const struct cores_config c = {
        .topology = "torus:4x2", .ports = 1, .seed = 1, .limit_cycles = 30000000};

    cores_must_run(&c, program, NULL);
}
