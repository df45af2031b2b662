/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective operations: each against a dumb one (../operations.c), by every schedule, in groups of
 * all small sizes; many at once; and all that can go wrong.
 */
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "collective/schedules.h"
#include "exit_status.h"
#include "noc.h"
#include "operations.h"

enum { SIZES = 71, GROUPS_TRIED = 17, WAIT = 200000 };

static void run(const char *topology, uint32_t seed, void (*program)(void *), void *arg)
{
    const struct cores_config c = {.topology = topology,
                                   .ports = 1,
                                   .jitter = seed % 4 * 10,
                                   .seed = seed,
                                   .limit_cycles = 100000000};

    cores_must_run(&c, program, arg);
}

/* --- all sizes ----------------------------------------------------------------------------------- */

struct size {
    uint32_t members, bytes, seed;
};

/* By every schedule of its operation, and by choice. */
static void try_all(noc_group *g, uint32_t which, uint32_t bytes, uint32_t *number)
{
    const enum noc_operation o = noc_operation_find(operation_name(which));
    const struct noc_schedule *const *s;

    MUST(o != NOC_OPERATIONS);
    for (s = noc_schedules; *s; s++) {
        if ((*s)->operation == o) {
            const struct tried t = {which, (*number)++, bytes, *number % 3 == 0};

            WANT(noc_collective_use(g, operation_name(which), (*s)->name), OK);
            operation_try(g, &t);
        }
    }
    WANT(noc_collective_use(g, operation_name(which), NULL), OK);
    operation_try(g, &(struct tried){which, (*number)++, bytes, true});
}

/* So many of 18 cores, which are not numbered alike in the group. */
static void sizes_program(void *arg)
{
    const struct size *size = arg;
    uint16_t members[GROUPS_TRIED];
    uint32_t number = size->seed * 100, i;
    bool member = false;
    noc_group *g;

    ok(noc_init(), "init");
    for (i = 0; i < size->members; i++) {
        members[i] = (uint16_t)(i * noc_size() / size->members);
        member |= members[i] == core_number();
    }
    if (!member) {
        return;
    }
    ok(noc_group_create(members, size->members, &g, NOC_FOREVER), "group");
    for (i = 0; i < OPERATIONS; i++) {
        try_all(g, i, size->bytes, &number);
    }
    ok(noc_group_free(g, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_all_sizes)
{
    TEST_CASES(i, GROUPS_TRIED * SIZES)
    {
        struct size size = {i % GROUPS_TRIED + 1, i / GROUPS_TRIED % SIZES, i};

        run("mesh:3x6", i, sizes_program, &size);
    }
}

/* Allreduces that go straight (short.c), one behind the other: of each operation and length, in any
 * group. */
static void short_program(void *arg)
{
    const uint32_t *seed = arg;
    uint32_t i;

    ok(noc_init(), "init");
    for (i = 0; i < 48; i++) {
        if (core_random() % 4 == 0) {
            core_delay(core_random() % 2000);
        }
        operation_try(noc_world(),
                      &(struct tried){2 + i % 2, *seed * 48 + i, 4 * (1 + i / 2 % 5), true});
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_short_allreduces)
{
    char topology[16];

    TEST_CASES(i, 3 * GROUPS_TRIED)
    {
        snprintf(topology, sizeof(topology), "mesh:%u", i % GROUPS_TRIED + 2);
        run(topology, i, short_program, &i);
    }
}

/* --- random ones ----------------------------------------------------------------------------------- */

/* Mostly short, sometimes longer than what is sent eagerly. */
static uint32_t draw_bytes(uint32_t x)
{
    return x % 4 ? x / 4 % 80 : x / 4 % 3000;
}

static void random_program(void *arg)
{
    const uint32_t *seed = arg;
    uint32_t i;

    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    for (i = 0; i < 30; i++) {
        const uint32_t x = (*seed * 30 + i) * 2654435761u >> 8;
        const struct tried t = {x % OPERATIONS, *seed * 30 + i, draw_bytes(x / OPERATIONS), i % 2};

        if (core_random() % 4 == 0) {
            core_delay(core_random() % 3000);
        }
        operation_try(noc_world(), &t);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_random)
{
    static const char *const topology[] = {"torus:4x4", "mesh:3x5", "cube:3", "mesh:2", "torus:5"};

    TEST_CASES(seed, 60)
    {
        run(topology[seed % 5], seed, random_program, &seed);
    }
}

/* Rows, columns and the world, one after the other: who is late in one is late in the next. */
static void groups_program(void *arg)
{
    const uint32_t *seed = arg, n = 4;
    uint16_t row[4], column[4];
    noc_group *g[3];
    uint32_t i;

    ok(noc_init(), "init");
    for (i = 0; i < n; i++) {
        row[i] = (uint16_t)(core_number() / n * n + i);
        column[i] = (uint16_t)(core_number() % n + n * i);
    }
    g[0] = noc_world();
    ok(noc_group_create(row, n, &g[1], NOC_FOREVER), "row");
    ok(noc_group_create(column, n, &g[2], NOC_FOREVER), "column");
    for (i = 0; i < 40; i++) {
        const struct tried t = {(i * 7 + *seed) % OPERATIONS, *seed * 40 + i, i % 50, false};

        operation_try(g[i % 3], &t);
    }
    ok(noc_group_free(g[2], NOC_FOREVER), "free");
    ok(noc_group_free(g[1], NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_several_groups)
{
    TEST_CASES(seed, 20)
    {
        run("mesh:4x4", seed, groups_program, &seed);
    }
}

/* --- not blocking ------------------------------------------------------------------------------------ */

enum { AT_ONCE = 12 };

/* Each core waits for them in an order of its own. */
static void wait_in_any_order(noc_request *request, struct call **call, const struct tried *t)
{
    uint32_t left = AT_ONCE, place;
    bool done;

    while (left) {
        place = core_random() % AT_ONCE;
        if (!call[place]) {
            continue;
        }
        if (core_random() % 2) {
            WANT(noc_test(&request[place], &done, NULL), OK);
        } else if (core_random() % 2) {
            WANT(noc_wait(&request[place], NULL, NOC_FOREVER), OK);
            done = true;
        } else {
            WANT(noc_wait_any(request, AT_ONCE, &place, NULL, NOC_FOREVER), OK);
            done = true;
        }
        if (done) {
            operation_end(call[place], &t[place]);
            call[place] = NULL;
            left--;
        }
    }
}

static void at_once_program(void *arg)
{
    const uint32_t *seed = arg;
    struct tried t[AT_ONCE];
    struct call *call[AT_ONCE];
    noc_request request[AT_ONCE];
    uint32_t round, i;
    noc_err err;

    ok(noc_init(), "init");
    for (round = 0; round < 4; round++) {
        for (i = 0; i < AT_ONCE; i++) {
            const uint32_t x = (*seed * 50 + round * AT_ONCE + i) * 2654435761u >> 8;

            t[i] = (struct tried){x % OPERATIONS, *seed * 50 + round * AT_ONCE + i,
                                  draw_bytes(x / OPERATIONS), false};
            call[i] = operation_begin(noc_world(), &t[i], 0, &request[i], &err);
            ok(err, "begin");
            if (core_random() % 4 == 0) {
                core_delay(core_random() % 1000);
            }
        }
        operation_try(noc_world(), &(struct tried){2, *seed + round, 12, true});
        wait_in_any_order(request, call, t);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_at_once)
{
    TEST_CASES(seed, 40)
    {
        run(seed % 2 ? "mesh:3x4" : "mesh:5", seed, at_once_program, &seed);
    }
}

static void ibarrier_program(void *arg)
{
    static uint32_t entered[16];
    uint32_t n, i;

    (void)arg;
    entered[core_number()] = 0;
    ok(noc_init(), "init");
    for (n = 1; n < 8; n++) {
        noc_request request[2];

        core_delay(core_random() % 1000);
        entered[core_number()] = n;
        WANT(noc_ibarrier(noc_world(), &request[0]), OK);
        WANT(noc_ibarrier(noc_world(), &request[1]), OK);
        WANT(noc_wait(&request[core_random() % 2], NULL, NOC_FOREVER), OK);
        for (i = 0; i < noc_size(); i++) {
            MUST(entered[i] >= n);
        }
        WANT(noc_wait_all(request, 2, NULL, NOC_FOREVER), OK);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_ibarrier)
{
    TEST_CASES(seed, 20)
    {
        run("mesh:3x4", seed, ibarrier_program, NULL);
    }
}

/* 32 that are under way, and no more. */
static void crowd_program(void *arg)
{
    noc_request request[33];
    uint32_t body[33], i;
    bool cancelled;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        core_delay(50000);
    }
    for (i = 0; i < 33; i++) {
        body[i] = i * (core_number() == 0);
        request[i] = NOC_NO_REQUEST;
        if (i < 32) {
            WANT(noc_ibroadcast(noc_world(), &body[i], 4, 0, &request[i]), OK);
        }
    }
    if (core_number() == 1) {
        WANT(noc_ibroadcast(noc_world(), &body[32], 4, 0, &request[32]), BUSY);
        WANT(noc_broadcast(noc_world(), &body[32], 4, 0, WAIT), BUSY);
    }
    WANT(noc_cancel(&request[7], &cancelled), OK);
    MUST(!cancelled);
    WANT(noc_wait_all(request, 33, NULL, NOC_FOREVER), OK);
    for (i = 0; i < 32; i++) {
        MUST(body[i] == i);
    }
    WANT(noc_broadcast(noc_world(), &body[32], 4, 0, NOC_FOREVER), OK);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_crowd)
{
    run("mesh:3", 1, crowd_program, NULL);
}

/* --- results that do not depend on anything ---------------------------------------------------------- */

static void reproducible_program(void *arg)
{
    noc_op sum = noc_sum_double;
    double mine, first = 0, all, pieces[16];
    uint32_t ones[16], root, i;

    (void)arg;
    sum.reproducible = true;
    ok(noc_init(), "init");
    mine = 1.0 / (3 + core_number() * core_number() * 1000003.0);
    WANT(noc_allreduce(noc_world(), &mine, &first, 1, &sum, NOC_FOREVER), OK);
    for (root = 0; root < noc_size(); root++) {
        all = 0;
        WANT(noc_reduce(noc_world(), &mine, &all, 1, &sum, root, NOC_FOREVER), OK);
        MUST(root != core_number() || memcmp(&all, &first, sizeof(all)) == 0);
    }
    for (i = 0; i < noc_size(); i++) {
        pieces[i] = mine;
        ones[i] = 1;
    }
    WANT(noc_reduce_scatter(noc_world(), pieces, &all, ones, &sum, NOC_FOREVER), OK);
    MUST(memcmp(&all, &first, sizeof(all)) == 0);
    WANT(noc_collective_use(noc_world(), "allreduce", "ring"), OK);
    WANT(noc_allreduce(noc_world(), &mine, &all, 1, &sum, NOC_FOREVER), OK);
    MUST(memcmp(&all, &first, sizeof(all)) == 0);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_reproducible)
{
    run("mesh:3x4", 1, reproducible_program, NULL);
    run("cube:4", 2, reproducible_program, NULL);
}

/* The predefined operations, of aligned and other elements. */
#define TRY_OP(type, c_type, x, y, sum, product, min, max)                                  \
    {                                                                                       \
        static const struct {                                                               \
            const noc_op *op;                                                               \
            c_type wanted;                                                                  \
        } row[] = {{&noc_sum_##type, sum},                                                  \
                   {&noc_product_##type, product},                                          \
                   {&noc_min_##type, min},                                                  \
                   {&noc_max_##type, max}};                                                 \
        uint8_t to[64], in[64];                                                             \
        uint32_t shift, i;                                                                  \
                                                                                            \
        for (i = 0; i < 4; i++) {                                                           \
            for (shift = 0; shift < 8; shift++) {                                           \
                c_type one = x, two = y;                                                    \
                                                                                            \
                memcpy(to + shift, &one, sizeof(one));                                      \
                memcpy(to + shift + sizeof(one), &two, sizeof(one));                        \
                memcpy(in + shift, &two, sizeof(one));                                      \
                memcpy(in + shift + sizeof(one), &one, sizeof(one));                        \
                row[i].op->combine(row[i].op, to + shift, in + shift, 2);                   \
                assert_memory_equal(to + shift, &row[i].wanted, sizeof(one));               \
                assert_memory_equal(to + shift + sizeof(one), &row[i].wanted, sizeof(one)); \
            }                                                                               \
        }                                                                                   \
    }

TEST(test_operations)
{
    const uint32_t a = 0xf0f01234;
    uint32_t b = 0x0ff0ffff;
    uint64_t c = UINT64_C(0xf0f012345555aaaa);
    const uint64_t d = UINT64_C(0x0ff0ffff0000ffff);

    TRY_OP(int32, int32_t, INT32_MAX, 2, INT32_MIN + 1, -2, 2, INT32_MAX)
    TRY_OP(int32, int32_t, -5, 3, -2, -15, -5, 3)
    TRY_OP(uint32, uint32_t, UINT32_MAX, 3, 2, UINT32_MAX - 2, 3, UINT32_MAX)
    TRY_OP(int64, int64_t, INT64_MIN, 1, INT64_MIN + 1, INT64_MIN, INT64_MIN, 1)
    TRY_OP(uint64, uint64_t, UINT64_MAX, 2, 1, UINT64_MAX - 1, 2, UINT64_MAX)
    TRY_OP(float, float, 1.5f, -2.0f, -0.5f, -3.0f, -2.0f, 1.5f)
    TRY_OP(double, double, 1.5, -2.0, -0.5, -3.0, -2.0, 1.5)
    TRY_OP(double, double, 0.0, -0.0, 0.0, -0.0, -0.0, 0.0)
    noc_and_uint32.combine(&noc_and_uint32, &b, &a, 1);
    assert_int_equal(b, 0x00f01234);
    noc_or_int32.combine(&noc_or_int32, &b, &a, 1);
    assert_int_equal(b, 0xf0f01234);
    noc_xor_uint64.combine(&noc_xor_uint64, &c, &d, 1);
    assert_int_equal(c, UINT64_C(0xff00edcb55555555));
}

/* --- members that call different things ---------------------------------------------------------------- */

enum { LATE = 3000 };

/* One member calls something else than the others: all come to know. */
static void mismatch_program(void *arg)
{
    const uint32_t which = *(uint32_t *)arg;
    uint32_t from[64] = {core_number()}, to[64] = {0};
    bool odd;
    noc_err err;

    ok(noc_init(), "init");
    odd = core_number() == noc_size() / 2;
    core_delay(core_random() % LATE);
    WANT(noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, NOC_FOREVER), OK);
    switch (which) {
    case 0:
        err = odd ? noc_reduce(noc_world(), from, to, 1, &noc_sum_uint32, 0, NOC_FOREVER)
                  : noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, NOC_FOREVER);
        break;
    case 1:
        err = noc_allreduce(noc_world(), from, to, odd ? 3 : 2, &noc_sum_uint32, NOC_FOREVER);
        break;
    case 2:
        err = odd ? noc_allgather(noc_world(), from, to, 4, NOC_FOREVER)
                  : noc_alltoall(noc_world(), from, to, 4, NOC_FOREVER);
        break;
    default:
        err = noc_allreduce(noc_world(), from, to, odd ? 64 : 2, &noc_sum_uint32, NOC_FOREVER);
        break;
    }
    if (err) { /* some may have had all they wanted; then the next call tells */
        want(err, NOC_ERR_MISMATCH, __LINE__);
    }
    err = NOC_ERR_OK;
    while (!err) {
        err = noc_allreduce(noc_world(), from, to, 1, &noc_sum_uint32, NOC_FOREVER);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
    MUST(noc_last_peer() >= 0 && noc_last_peer() < (int32_t)noc_size());
    MUST(strlen(noc_last_mismatch()) > 20);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "the barrier still works");
    core_delay(5000);
    (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_mismatches)
{
    uint32_t which;

    for (which = 0; which < 4; which++) {
        TEST_CASES(seed, 8)
        {
            run(seed % 2 ? "mesh:3x4" : "cube:3", seed, mismatch_program, &which);
        }
    }
}

/* Two cores, so that it is known who notices what. */
static void sentence_program(void *arg)
{
    uint32_t a[4] = {0}, b[4] = {0};
    const char *says;

    (void)arg;
    ok(noc_init(), "init");
    MUST(noc_last_mismatch()[0] == '\0');
    if (core_number() == 0) {
        WANT(noc_reduce(noc_world(), a, b, 1, &noc_sum_uint32, 0, NOC_FOREVER), MISMATCH);
    } else {
        WANT(noc_broadcast(noc_world(), a, 4, 0, NOC_FOREVER), MISMATCH);
    }
    says = noc_last_mismatch();
    if (strcmp(says,
               "core 0 called reduce with root 0 where core 1 called broadcast with root 0") != 0 &&
        strcmp(says,
               "core 1 called broadcast with root 0 where core 0 called reduce with root 0") != 0) {
        core_fail("it says: %s", says);
    }
    MUST(noc_last_peer() == 1 - (int32_t)core_number());
    ok(noc_finish(NOC_FOREVER), "finish");
}

static void roots_program(void *arg)
{
    uint32_t a[4] = {0};
    const char *says;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    err = noc_gather(noc_world(), a, a, 4, core_number() == 2 ? 0 : 1, NOC_FOREVER);
    while (!err) {
        err = noc_allgather(noc_world(), a, a, 0, NOC_FOREVER);
        err = err ? err : noc_allgather(noc_world(), a, a, 4, NOC_FOREVER);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
    says = noc_last_mismatch();
    MUST(strstr(says, " where core ") || strstr(says, " and got "));
    ok(noc_finish(NOC_FOREVER), "finish");
}

static void lengths_program(void *arg)
{
    uint8_t a[600] = {0};
    const char *says;

    (void)arg;
    ok(noc_init(), "init");
    WANT(noc_collective_use(noc_world(), "broadcast", "binomial"), OK);
    if (core_number() == 0) {
        WANT(noc_broadcast(noc_world(), a, 500, 0, NOC_FOREVER), MISMATCH);
    } else {
        WANT(noc_broadcast(noc_world(), a, 7, 0, NOC_FOREVER), MISMATCH);
    }
    says = noc_last_mismatch();
    MUST(!strcmp(says, "core 1 called broadcast with root 0, expected 7 bytes from core 0 and got "
                       "500"));
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Not that of all others, nor one that happens to have the same number as that one (reduction_of). */
static const noc_op *other_op(uint32_t how)
{
    static const noc_op *const ops[] = {&noc_max_int32, &noc_sum_float, &noc_min_int32};
    const uintptr_t sum = (uintptr_t)noc_sum_int32.combine;

    while (!(((uintptr_t)ops[how % 3]->combine ^ sum) >> 4 & 63)) {
        how++;
    }
    return ops[how % 3];
}

/* The same lengths, another operation or type. All are told, whether they are in a hurry or not. */
static void kinds_program(void *arg)
{
    const uint32_t how = *(const uint32_t *)arg, me = core_number();
    const noc_op *op = me == 1 ? other_op(how / 4) : &noc_sum_int32;
    uint32_t a[40] = {0}, b[40], elements[] = {10, 10, 10, 10};
    noc_request r;
    noc_err err;

    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), a, b, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
    switch (how % 4) {
    case 0:
        err = noc_allreduce(noc_world(), a, b, how / 8 % 2 ? 1 : 40, op, NOC_FOREVER);
        break;
    case 1:
        err = noc_scan(noc_world(), a, b, how / 8 % 2 ? 1 : 40, op, NOC_FOREVER);
        break;
    case 2:
        err = noc_reduce_scatter(noc_world(), a, b, elements, op, NOC_FOREVER);
        break;
    default:
        ok(noc_iallreduce(noc_world(), a, b, 1, op, &r), "iallreduce");
        err = noc_wait(&r, NULL, NOC_FOREVER);
        break;
    }
    err = err ? err : noc_allreduce(noc_world(), a, b, 1, &noc_sum_int32, NOC_FOREVER);
    err = err ? err : noc_allgather(noc_world(), a, b, 4, NOC_FOREVER);
    want(err, NOC_ERR_MISMATCH, __LINE__);
    MUST(strstr(noc_last_mismatch(), " with another operation or type"));
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Core 1 calls a broadcast too many, alone, and is its root. Who frees the group is told. */
static void too_many_program(void *arg)
{
    static const uint16_t members[] = {0, 1};
    uint32_t a[4] = {0};
    noc_group *g;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_group_create(members, 2, &g, NOC_FOREVER), "create");
    ok(noc_broadcast(g, a, 16, 0, NOC_FOREVER), "broadcast");
    if (core_number() == 1) {
        ok(noc_broadcast(g, a, 16, 1, NOC_FOREVER), "broadcast too many");
    }
    err = noc_group_free(g, NOC_FOREVER);
    if (core_number() == 1) {
        ok(err, "free");
    } else {
        want(err, NOC_ERR_MISMATCH, __LINE__);
        MUST(!strcmp(noc_last_mismatch(), "core 1 called broadcast with root 1, and core 0 did not "
                                          "before it freed the group"));
        MUST(noc_last_peer() == 1);
    }
    MUST(!noc_group_size(g));
    ok(noc_group_create(members, 2, &g, NOC_FOREVER), "create");
    ok(noc_broadcast(g, a, 16, 0, NOC_FOREVER), "broadcast");
    ok(noc_group_free(g, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* A reduce to the same root, with another operation or type at one member. Who sees that by a message
 * cannot tell that operation from another root. */
static void reduce_kinds_program(void *arg)
{
    const uint32_t how = *(const uint32_t *)arg, me = core_number(), length = how / 2 % 2 ? 1 : 40;
    const noc_op *op = me == 1 ? other_op(how) : &noc_sum_int32;
    uint32_t a[40] = {0}, b[40];
    noc_err err;

    ok(noc_init(), "init");
    ok(noc_reduce(noc_world(), a, b, length, &noc_sum_int32, 1, NOC_FOREVER), "reduce");
    err = noc_reduce(noc_world(), a, b, length, op, 0, NOC_FOREVER);
    err = err ? err : noc_allgather(noc_world(), a, b, 4, NOC_FOREVER);
    err = err ? err : noc_allgather(noc_world(), a, b, 4, NOC_FOREVER);
    want(err, NOC_ERR_MISMATCH, __LINE__);
    MUST(strstr(noc_last_mismatch(), " called reduce with "));
    MUST(strstr(noc_last_mismatch(), " with another operation or type"));
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Another root at the last core, and the same operation. Of three, who is asked tells; of four, core 2
 * sees it by the message that it has of core 3, where a mark of the operation hides the root. */
static void reduce_roots_program(void *arg)
{
    static const noc_op *const ops[] = {&noc_sum_int32, &noc_max_int32, &noc_sum_float};
    const noc_op *op = ops[*(const uint32_t *)arg % 3];
    uint32_t a[4] = {0}, b[4];
    const char *says;
    noc_err err;
    bool four;

    ok(noc_init(), "init");
    four = noc_size() == 4;
    if (core_number() == noc_size() - 1) {
        err = noc_reduce(noc_world(), a, b, 1, op, four ? 2 : 0, NOC_FOREVER);
    } else {
        err = noc_reduce(noc_world(), a, b, 1, op, four ? 0 : 1, NOC_FOREVER);
    }
    while (!err) {
        err = noc_allgather(noc_world(), a, b, 4, NOC_FOREVER);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
    says = noc_last_mismatch();
    if (!strstr(says,
                four ? "core 3 called reduce with root 2" : "core 2 called reduce with root 0") ||
        !strstr(says, four ? " called reduce with root 0" : " called reduce with root 1")) {
        core_fail("it says: %s", says);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* In the world the end of a core tells: of a broadcast too many, or of other roots. */
static void left_at_end_program(void *arg)
{
    const uint32_t how = *(const uint32_t *)arg, me = core_number();
    uint32_t a[20] = {0};
    const uint32_t bytes = how / 2 % 2 ? 80 : 4; /* one that is copied aside, or not */
    const char *says = me
                         ? "core 1: core 0 called broadcast with root 0, and core 1 did not before "
                           "it ended\n"
                         : "core 0: core 1 called broadcast with root 1, and core 0 did not before "
                           "it ended\n";
    const bool told = how % 2 || !me;

    ok(noc_init(), "init");
    ok(noc_broadcast(noc_world(), a, bytes, 0, NOC_FOREVER), "broadcast");
    if (how % 2) {
        ok(noc_broadcast(noc_world(), a, bytes, me, NOC_FOREVER), "other roots");
    } else if (me) {
        ok(noc_broadcast(noc_world(), a, bytes, 1, NOC_FOREVER), "a broadcast too many");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_end();
    if (core_exit_instead() != (told ? NOC_EXIT_UNSENT : 0) ||
        strcmp(core_console(), told ? says : "")) {
        core_fail("status %u, %s", core_exit_instead(), core_console());
    }
}

/* What a group's last member that called something says of another one that gave up something else:
 * as a message shows it, or if it was noticed behind the last call. */
static const char left[] = "core 1 called allreduce, and core 0 did not before it ";
static const char noticed[] = "core 1 called allreduce where core 0 called broadcast with root 0";

/* What is under way, or was given up, is nobody else's mistake. */
static void nothing_left_program(void *arg)
{
    const uint32_t how = *(const uint32_t *)arg, me = core_number();
    uint32_t a[4] = {0}, b[4];
    noc_request r;

    ok(noc_init(), "init");
    if (how % 2) {
        ok(noc_iallreduce(noc_world(), a, b, 1, &noc_sum_int32, &r), "never waited for");
    } else if (me) {
        WANT(noc_allreduce(noc_world(), a, b, 1, &noc_sum_int32, 1000), TIMEOUT);
    } else {
        core_delay(20000);
        WANT(noc_broadcast(noc_world(), a, 4, 0, 20000), OK);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_end();
    if (!me && how % 2 == 0) {
        MUST(strstr(core_console(), left) || strstr(core_console(), noticed));
    } else {
        MUST(!strcmp(core_console(), ""));
    }
}

/* The same in a group that is freed. */
static void freed_unnoticed_program(void *arg)
{
    static const uint16_t members[] = {0, 1};
    const uint32_t me = core_number();
    uint32_t a[4] = {0}, b[4];
    noc_group *g;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_group_create(members, 2, &g, NOC_FOREVER), "create");
    if (me) {
        WANT(noc_allreduce(g, a, b, 1, &noc_sum_int32, 1000), TIMEOUT);
    } else {
        core_delay(20000);
        WANT(noc_broadcast(g, a, 4, 0, 20000), OK);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (me) {
        ok(noc_group_free(g, NOC_FOREVER), "free");
    } else {
        WANT(noc_group_free(g, NOC_FOREVER), MISMATCH);
        MUST(strstr(noc_last_mismatch(), left) || strstr(noc_last_mismatch(), noticed));
        MUST(noc_last_peer() == 1);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Core 1 has not called it, so core 0 has its first round before it and keeps what core 2 has sent in
 * its second one. That is nobody's call too many. */
static void early_left_program(void *arg)
{
    const uint32_t me = core_number();
    uint32_t a[4] = {0}, b[4];
    noc_request r;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), a, b, 1, &noc_sum_int32, NOC_FOREVER), "the first one");
    if (me != 1) {
        ok(noc_iallreduce(noc_world(), a, b, 1, &noc_sum_int32, &r), "never waited for");
    }
    core_delay(20000);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_end();
    if (me == 1 ? !strstr(core_console(), " called allreduce, and core 1 did not before it ended")
                : *core_console()) {
        core_fail("at its end: %s", core_console());
    }
}

TEST(test_mismatch_at_the_end)
{
    TEST_CASES(how, 64)
    {
        run("mesh:2", how, left_at_end_program, &how);
        run("mesh:2", how, nothing_left_program, &how);
        run("mesh:4", how, early_left_program, NULL);
        run("mesh:2", how, freed_unnoticed_program, NULL);
    }
}

TEST(test_mismatch_of_reduces)
{
    TEST_CASES(how, 16)
    {
        run("mesh:4", how, reduce_kinds_program, &how);
        run("mesh:2", how, reduce_kinds_program, &how);
        run("mesh:3", how, reduce_roots_program, &how);
        run("mesh:4", how, reduce_roots_program, &how);
    }
}

TEST(test_mismatch_of_kinds)
{
    TEST_CASES(how, 32)
    {
        run("mesh:4", how, kinds_program, &how);
        run("mesh:2", how, kinds_program, &how);
    }
}

TEST(test_mismatch_that_is_left)
{
    TEST_CASES(seed, 16)
    {
        run("mesh:2", seed, too_many_program, NULL);
    }
}

TEST(test_mismatch_sentences)
{
    TEST_CASES(seed, 8)
    {
        run("mesh:2", seed, sentence_program, NULL);
        run("mesh:4", seed, roots_program, NULL);
        run("mesh:2", seed, lengths_program, NULL);
    }
}

/* --- deadlines --------------------------------------------------------------------------------------- */

/* Short ones, again and again, until it is done. */
static void deadlines_program(void *arg)
{
    const uint32_t *seed = arg;
    uint32_t i, tries;

    ok(noc_init(), "init");
    for (i = 0; i < 12; i++) {
        uint32_t from[200], to[200], k, n = i % 3 ? i : 200;

        for (k = 0; k < n; k++) {
            from[k] = k * 5 + core_number() + *seed;
        }
        core_delay(core_random() % 3000);
        tries = 0;
        while (true) {
            noc_err err =
                noc_allreduce(noc_world(), from, to, n, &noc_sum_uint32, core_random() % 500);

            if (!err) {
                break;
            }
            want(err, NOC_ERR_TIMEOUT, __LINE__);
            MUST(noc_last_peer() >= 0 && noc_last_peer() < (int32_t)noc_size());
            MUST(++tries < 10000);
        }
        for (k = 0; k < n; k++) {
            MUST(to[k] == noc_size() * (k * 5 + *seed) + noc_size() * (noc_size() - 1) / 2);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_deadlines)
{
    TEST_CASES(seed, 24)
    {
        run(seed % 2 ? "mesh:3x4" : "cube:2", seed, deadlines_program, &seed);
    }
}

/* One does not come; the others give up after their deadline, and tell each other. */
static void dead_program(void *arg)
{
    uint32_t a = 1, b, big[300] = {0};
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 1) {
        return;
    }
    err = noc_allreduce(noc_world(), &a, &b, 1, &noc_sum_uint32, core_number() ? WAIT : 5000);
    MUST(err == NOC_ERR_TIMEOUT || (core_number() && err == NOC_ERR_MISMATCH));
    WANT(noc_broadcast(noc_world(), big, sizeof(big), 0, WAIT), MISMATCH);
    MUST(strstr(noc_last_mismatch(), " gave up allreduce"));
    WANT(noc_broadcast(noc_world(), big, sizeof(big), 0, WAIT), MISMATCH);
}

/* One waits for ever, and one that it does not wait for gives up. */
static void forsaken_program(void *arg)
{
    uint32_t a[300] = {1}, b[300];

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == noc_size() - 1) {
        return;
    }
    if (core_number() == 0) {
        WANT(noc_allreduce(noc_world(), a, b, 300, &noc_sum_uint32, 20000), TIMEOUT);
        WANT(noc_broadcast(noc_world(), a, 4, 0, 20000), MISMATCH);
        core_delay(2000);
        (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0);
    } else {
        noc_err err = noc_allreduce(noc_world(), a, b, 300, &noc_sum_uint32, NOC_FOREVER);

        want(err, NOC_ERR_MISMATCH, __LINE__);
        MUST(!strcmp(noc_last_mismatch(), "core 0 gave up allreduce"));
        core_delay(2000);
        (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0);
    }
}

TEST(test_dead_member)
{
    TEST_CASES(seed, 12)
    {
        run("mesh:4", seed, dead_program, NULL);
        run(seed % 2 ? "cube:3" : "mesh:2x3", seed, forsaken_program, NULL);
    }
}

/* A group that is freed while something is under way in it: the memory is the caller's again. Who
 * calls late may learn at once that another one gave the call up. */
static void freed_program(void *arg)
{
    uint16_t members[4] = {0, 1, 2, 3};
    uint32_t a[100] = {1}, b[100], heap;
    noc_request request;
    noc_group *g;
    noc_err err, begun = NOC_ERR_MISMATCH;
    bool done;

    (void)arg;
    ok(noc_init(), "init");
    WANT(noc_allreduce(noc_world(), a, b, 1, &noc_sum_uint32, NOC_FOREVER), OK);
    heap = core_heap_used();
    ok(noc_group_create(members, 4, &g, NOC_FOREVER), "group");
    if (core_number() != 2) {
        begun = noc_iallreduce(g, a, b, 100, &noc_sum_uint32, &request);
        MUST(!begun || (begun == NOC_ERR_MISMATCH && strstr(noc_last_mismatch(), " gave up ")));
    }
    if (core_number() == 0) {
        err = noc_reduce(g, a, b, 1, &noc_sum_uint32, 0, 1000);
        MUST(err == NOC_ERR_TIMEOUT || err == NOC_ERR_MISMATCH);
    }
    (void)!noc_group_free(g, 20000);
    if (!begun) {
        WANT(noc_test(&request, &done, NULL), MISMATCH);
        MUST(done);
    }
    memset(a, 0xee, sizeof(a));
    memset(b, 0xee, sizeof(b));
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    WANT(noc_allreduce(noc_world(), a, b, 1, &noc_sum_uint32, NOC_FOREVER), OK);
    MUST(core_heap_used() <= heap + 1900);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_freed_group)
{
    TEST_CASES(seed, 12)
    {
        run("mesh:4", seed, freed_program, NULL);
    }
}

/* --- bad calls -------------------------------------------------------------------------------------------- */

static void bad_program(void *arg)
{
    uint32_t a[8] = {0}, b[8] = {0}, lengths[2] = {4, UINT32_MAX};
    const noc_blocks blocks = {lengths, NULL};
    const noc_op nothing = {NULL, 4, true, false};
    noc_group *g = (noc_group *)(uintptr_t)a;
    noc_request request;

    (void)arg;
    WANT(noc_broadcast(noc_world(), a, 4, 0, 0), UNSTARTED);
    WANT(noc_iallreduce(noc_world(), a, b, 1, &noc_sum_int32, &request), UNSTARTED);
    WANT(noc_collective_use(noc_world(), "reduce", NULL), UNSTARTED);
    ok(noc_init(), "init");
    WANT(noc_broadcast(NULL, a, 4, 0, 0), GROUP);
    WANT(noc_allgather(g, a, b, 4, 0), GROUP);
    WANT(noc_broadcast(noc_world(), a, 4, 2, 0), RANK);
    WANT(noc_gather(noc_world(), a, b, 4, 1000, 0), RANK);
    WANT(noc_broadcast(noc_world(), NULL, 4, 0, 0), ARGUMENT);
    WANT(noc_allreduce(noc_world(), a, NULL, 1, &noc_sum_int32, 0), ARGUMENT);
    WANT(noc_allreduce(noc_world(), NULL, b, 1, &noc_sum_int32, 0), ARGUMENT);
    WANT(noc_allreduce(noc_world(), a, b, 1, NULL, 0), ARGUMENT);
    WANT(noc_allreduce(noc_world(), a, b, 1, &nothing, 0), ARGUMENT);
    WANT(noc_reduce_scatter(noc_world(), a, b, NULL, &noc_sum_int32, 0), ARGUMENT);
    WANT(noc_reduce_scatter(noc_world(), a, b, lengths, &noc_sum_int32, 0), LENGTH);
    WANT(noc_alltoallv(noc_world(), a, NULL, b, &blocks, 0), ARGUMENT);
    WANT(noc_allgatherv(noc_world(), a, b, &blocks, 0), LENGTH);
    WANT(noc_allreduce(noc_world(), a, b, UINT32_MAX, &noc_sum_double, 0), LENGTH);
    WANT(noc_alltoall(noc_world(), a, b, 0x80000001, 0), LENGTH);
    WANT(noc_broadcast(noc_world(), (void *)(uintptr_t)0x100, 4, 0, 0), ARGUMENT);
    WANT(noc_ibroadcast(noc_world(), a, 4, 0, NULL), ARGUMENT);
    WANT(noc_collective_use(noc_world(), "reduction", NULL), ALGORITHM);
    WANT(noc_collective_use(noc_world(), NULL, NULL), ALGORITHM);
    WANT(noc_collective_use(noc_world(), "reduce", "best"), ALGORITHM);
    WANT(noc_broadcast(noc_world(), a, 4, 0, NOC_FOREVER), OK); /* nothing of this has harmed */
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_bad_calls)
{
    run("mesh:2", 1, bad_program, NULL);
}

/* A heap that comes and goes: what had no memory goes on. */
static void starved_program(void *arg)
{
    const uint32_t *seed = arg;
    uint32_t i, k, tries;

    ok(noc_init(), "init");
    for (i = 0; i < 20; i++) {
        static const char *const algorithm[] = {"recursive-doubling", "ring",
                                                "reduce-scatter-allgather"};
        uint32_t from[40], to[40];
        noc_err err;

        WANT(noc_collective_use(noc_world(), "allreduce", algorithm[i % 3]), OK);
        for (k = 0; k < 40; k++) {
            from[k] = k * *seed;
        }
        core_allow(core_random() % 3);
        for (tries = 0; tries < 1000; tries++) {
            err = noc_allreduce(noc_world(), from, to, 40, &noc_sum_uint32, 300);
            if (!err) {
                break;
            }
            MUST(err == NOC_ERR_MEMORY || err == NOC_ERR_TIMEOUT);
            core_allow(core_random() % 3);
        }
        want(err, NOC_ERR_OK, __LINE__);
        core_allow(UINT32_MAX);
        for (k = 0; k < 40; k++) {
            MUST(to[k] == k * *seed * noc_size());
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_without_memory)
{
    TEST_CASES(seed, 12)
    {
        run("mesh:5", seed, starved_program, &seed);
    }
}

/* The same without a deadline: who has no memory is told so instead of waiting for it for ever. What is
 * longer than a short message needs memory each time. */
enum { POOR = 400 };

static void poor_program(void *arg)
{
    static const char *const algorithm[] = {"recursive-doubling", "ring",
                                            "reduce-scatter-allgather"};
    const uint32_t *seed = arg;
    uint32_t from[POOR], to[POOR], i, k, told = 0;

    ok(noc_init(), "init");
    for (k = 0; k < POOR; k++) {
        from[k] = k * *seed;
    }
    for (i = 0; i < 24; i++) {
        noc_err err;

        WANT(noc_collective_use(noc_world(), "allreduce", algorithm[i % 3]), OK);
        core_allow(core_number() == 1 ? i / 3 % 3 : UINT32_MAX);
        err = noc_allreduce(noc_world(), from, to, POOR, &noc_sum_uint32, NOC_FOREVER);
        core_allow(UINT32_MAX);
        if (err == NOC_ERR_MEMORY) {
            told++;
            err = noc_allreduce(noc_world(), from, to, POOR, &noc_sum_uint32, NOC_FOREVER);
        }
        want(err, NOC_ERR_OK, __LINE__);
        for (k = 0; k < POOR; k++) {
            MUST(to[k] == k * *seed * noc_size());
        }
    }
    MUST((core_number() == 1) == (told > 2));
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_without_memory_for_ever)
{
    TEST_CASES(seed, 12)
    {
        run(seed % 2 ? "mesh:5" : "mesh:2x3", seed, poor_program, &seed);
    }
}
