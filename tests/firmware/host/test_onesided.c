/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-sided access: random accesses of all members against a dumb model (../onesided.c), atomic
 * operations, locks, deadlines, errors, members that end and members that lie.
 */
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "noc.h"
#include "onesided.h"
#include "layer/layer.h"

enum { WAIT = 300000 };

static void run_in(const char *topology, uint32_t seed, uint32_t arena, void (*program)(void *),
                   void *arg)
{
    const struct cores_config c = {.topology = topology,
                                   .ports = 1,
                                   .arena_bytes = arena,
                                   .jitter = seed % 4 * 10,
                                   .slow = seed % 5 == 4 ? 20 : 0,
                                   .seed = seed,
                                   .limit_cycles = 100000000};

    cores_must_run(&c, program, arg);
}

static void run(const char *topology, uint32_t seed, void (*program)(void *), void *arg)
{
    run_in(topology, seed, 0, program, arg);
}

/* --- random accesses ------------------------------------------------------------------------- */

static void epochs_program(void *arg)
{
    const struct epochs *e = arg;
    uint32_t before;

    ok(noc_init(), "init");
    epochs_try(noc_world(), e);
    before = core_heap_used();
    epochs_try(noc_world(), e);
    if (core_heap_used() != before) {
        core_fail("%u bytes of heap are left", (unsigned)(core_heap_used() - before));
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_epochs)
{
    static const char *const topologies[] = {"mesh:5",    "mesh:2", "mesh:3",
                                             "torus:2x3", "cube:3", "mesh:3x4"};
    static const uint8_t nodes[] = {5, 2, 3, 6, 8, 12};

    TEST_CASES(i, 48)
    {
        struct epochs e = {.seed = i,
                           .epochs = 6,
                           .actions = nodes[i % 6] < 5 ? nodes[i % 6] : 5,
                           .longest = i % 4 ? 300 : 2000,
                           .patience = i % 3 ? NOC_FOREVER : 50 + i * 20};

        run(topologies[i % 6], i, epochs_program, &e);
    }
}

/* Some members of the board, in another order, in a window beside another window of all, with or
 * without a queue for it. */
static void groups_program(void *arg)
{
    const struct epochs *e = arg;
    static const uint16_t members[] = {7, 2, 5, 0, 8};
    noc_group *others[6], *g;
    uint32_t i, spent = e->seed % 2 ? 6 : 0;
    noc_window *beside;
    uint32_t memory = 0;
    bool member = false;

    ok(noc_init(), "init");
    for (i = 0; i < spent; i++) { /* they have all queues */
        ok(noc_group_duplicate(noc_world(), &others[i], NOC_FOREVER), "duplicate");
    }
    ok(noc_window_create(noc_world(), &memory, 4, &beside, NOC_FOREVER), "window of all");
    for (i = 0; i < 5; i++) {
        member |= members[i] == core_number();
    }
    if (member) {
        ok(noc_group_create(members, 5, &g, NOC_FOREVER), "group");
        epochs_try(g, e);
        ok(noc_accumulate(beside, 0, 0, &(uint32_t){1}, 1, &noc_sum_uint32), "accumulate");
        ok(noc_group_free(g, NOC_FOREVER), "free");
    }
    ok(noc_window_free(beside, NOC_FOREVER), "free");
    if (core_number() == 0 && memory != 5) {
        core_fail("5 members have added 1 each to %u", (unsigned)memory);
    }
    for (i = 0; i < spent; i++) {
        ok(noc_group_free(others[i], NOC_FOREVER), "free");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_windows_of_groups)
{
    TEST_CASES(i, 12)
    {
        struct epochs e = {.seed = i,
                           .epochs = 4,
                           .actions = 5,
                           .longest = 400,
                           .patience = i % 3 ? NOC_FOREVER : 300};

        run("mesh:3x3", i, groups_program, &e);
    }
}

/* Many accesses one behind the other, to few members: most of them wait for their turn. */
static void many_program(void *arg)
{
    enum { MANY = 300 };
    uint8_t memory[MANY * 3], from[MANY], to[MANY];
    const uint32_t me = core_number(), n = 12, target = me < 6 ? 0 : 1 + me % 2;
    noc_window *w;
    uint32_t i;

    (void)arg;
    ok(noc_init(), "init");
    memset(memory, 0, sizeof(memory));
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, NOC_FOREVER), "window");
    for (i = 0; i < MANY; i++) {
        from[i] = (uint8_t)(i * 7 + me);
    }
    for (i = me; i < MANY; i += n) { /* each byte has one writer at each member */
        ok(noc_put(w, target, i * 3, &from[i], 1), "put");
        ok(noc_get(w, me % 3, i * 3 + 1, &to[i], 1), "get");
    }
    ok(noc_fence(w, NOC_FOREVER), "fence");
    for (i = me; i < MANY; i += n) {
        ok(noc_get(w, target, i * 3, &to[i], 1), "get");
    }
    ok(noc_flush(w, NOC_ANY_SOURCE, NOC_FOREVER), "flush");
    for (i = me; i < MANY; i += n) {
        MUST(to[i] == from[i]);
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_many_at_once)
{
    TEST_CASES(i, 12)
    {
        run("mesh:3x4", i, many_program, NULL);
    }
}

/* All members accumulate many messages at all others at once, and combining takes so long that an
 * answer to PULL, and a discard of the same sender's next message, come during one noc_progress.
 * Each message is combined once. */
enum { CROWD = 4, CROWD_ELEMENTS = 40 * 60 };

static void add_slowly(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    (void)op;
    noc_sum_uint32.combine(&noc_sum_uint32, inout, in, elements);
    core_delay(core_random() % 6000);
}

static void crowd_program(void *arg)
{
    static const noc_op op = {add_slowly, sizeof(uint32_t), true, false};
    static const noc_op *const ops[] = {&op};
    uint32_t memory[CROWD_ELEMENTS] = {0}, from[CROWD_ELEMENTS];
    const uint32_t me = core_number();
    noc_window *w;
    uint32_t i;

    (void)arg;
    ok(noc_init(), "init");
    for (i = 0; i < CROWD_ELEMENTS; i++) {
        from[i] = 1 + me;
    }
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, NOC_FOREVER), "window");
    ok(noc_window_operations(w, ops, 1), "operations");
    ok(noc_fence(w, NOC_FOREVER), "fence");
    for (i = 0; i < CROWD; i++) {
        ok(noc_accumulate(w, i, 0, from, CROWD_ELEMENTS, &op), "accumulate");
    }
    ok(noc_fence(w, NOC_FOREVER), "fence");
    for (i = 0; i < CROWD_ELEMENTS; i++) {
        if (memory[i] != CROWD * (CROWD + 1) / 2) {
            core_fail("element %u is %u", (unsigned)i, (unsigned)memory[i]);
        }
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_all_accumulate_at_all)
{
    TEST_CASES(i, 12)
    {
        run("mesh:4", i, crowd_program, NULL);
    }
}

/* --- atomic operations and locks ------------------------------------------------------------- */

enum { TICKETS = 20, TICKET_CORES = 6 };

static bool taken[TICKET_CORES * TICKETS];

static void tickets_program(void *arg)
{
    uint64_t memory[TICKET_CORES][2];
    const uint32_t me = core_number(), home = *(const uint32_t *)arg % TICKET_CORES;
    uint64_t ticket = 0, one = 1, seen, next, old;
    noc_window *w;
    uint32_t i;

    ok(noc_init(), "init");
    memset(memory[me], 0, sizeof(memory[me]));
    if (me == 0) {
        memset(taken, 0, sizeof(taken));
    }
    ok(noc_window_create(noc_world(), memory[me], sizeof(memory[me]), &w, NOC_FOREVER), "window");
    for (i = 0; i < TICKETS; i++) {
        ok(noc_get_accumulate(w, home, 0, &one, &ticket, 1, &noc_sum_uint64), "fetch and add");
        ok(noc_flush(w, (int32_t)home, NOC_FOREVER), "flush");
        MUST(ticket < TICKET_CORES * TICKETS && !taken[ticket]);
        taken[ticket] = true;
        for (seen = 0;; seen = old) { /* an increment by compare and swap */
            next = seen + 1;
            ok(noc_compare_and_swap(w, home, 8, &seen, &next, &old, 8), "swap");
            ok(noc_flush(w, (int32_t)home, NOC_FOREVER), "flush");
            if (old == seen) {
                break;
            }
        }
    }
    ok(noc_fence(w, NOC_FOREVER), "fence");
    if (me == home) {
        MUST(memory[me][0] == TICKET_CORES * TICKETS && memory[me][1] == TICKET_CORES * TICKETS);
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_tickets)
{
    TEST_CASES(i, 20)
    {
        run("torus:2x3", i, tickets_program, &i);
    }
}

static uint32_t writers, readers; /* inside, of all cores */

/* A counter that is read and written under the lock of its member, by all; others that come only
 * with a shared lock look whether anybody writes meanwhile. */
static void locks_program(void *arg)
{
    uint32_t memory[TICKET_CORES];
    const uint32_t me = core_number(), home = *(const uint32_t *)arg % TICKET_CORES;
    uint32_t i, value, patience;
    noc_window *w;
    noc_err err;

    ok(noc_init(), "init");
    memory[me] = writers = readers = 0;
    ok(noc_window_create(noc_world(), &memory[me], 4, &w, NOC_FOREVER), "window");
    for (i = 0; i < 12; i++) {
        const bool exclusive = core_random() % 2;

        patience = core_random() % 3 ? NOC_FOREVER : core_random() % 2000;
        do {
            err = noc_lock(w, home, exclusive, patience);
            if (err == NOC_ERR_TIMEOUT && core_random() % 8 == 0) {
                break;
            }
        } while (err == NOC_ERR_TIMEOUT);
        if (err == NOC_ERR_TIMEOUT) { /* given up */
            MUST(noc_last_peer() == (int32_t)home);
            while ((err = noc_unlock(w, home, patience)) == NOC_ERR_TIMEOUT) {
            }
            ok(err, "unlock");
            continue;
        }
        ok(err, "lock");
        MUST(!writers && (!exclusive || !readers));
        writers += exclusive;
        readers += !exclusive;
        ok(noc_get(w, home, 0, &value, 4), "get");
        ok(noc_flush(w, (int32_t)home, NOC_FOREVER), "flush");
        core_delay(core_random() % 300);
        value++;
        if (exclusive) {
            ok(noc_put(w, home, 0, &value, 4), "put");
        }
        MUST(writers == exclusive);
        writers -= exclusive;
        readers -= !exclusive;
        while ((err = noc_unlock(w, home, patience)) == NOC_ERR_TIMEOUT) {
        }
        ok(err, "unlock");
        if (exclusive) {
            ok(noc_accumulate(w, (home + 1) % TICKET_CORES, 0, &(uint32_t){1}, 1, &noc_sum_uint32),
               "count");
        }
    }
    ok(noc_fence(w, NOC_FOREVER), "fence");
    ok(noc_get(w, home, 0, &value, 4), "get");
    ok(noc_get(w, (home + 1) % TICKET_CORES, 0, &i, 4), "get");
    ok(noc_fence(w, NOC_FOREVER), "fence");
    MUST(value == i);
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_locks)
{
    TEST_CASES(i, 24)
    {
        run("torus:2x3", i, locks_program, &i);
    }
}

/* A member that waits in another call serves the others meanwhile. */
static void passive_program(void *arg)
{
    uint8_t memory[2][3000], to[3000];
    const uint32_t me = core_number();
    noc_window *w;
    uint32_t i;

    (void)arg;
    ok(noc_init(), "init");
    memset(memory[me], 1 + (int)me, sizeof(memory[me]));
    ok(noc_window_create(noc_world(), memory[me], 3000, &w, NOC_FOREVER), "window");
    if (me == 0) {
        ok(noc_recv(1, 5, NULL, 0, NULL, NOC_FOREVER), "receive");
        for (i = 0; i < 3000; i++) {
            MUST(memory[0][i] == (i < 1000 ? 1 : 2));
        }
    } else {
        ok(noc_lock(w, 0, true, WAIT), "lock");
        ok(noc_put(w, 0, 1000, memory[1], 2000), "put");
        ok(noc_flush(w, 0, WAIT), "flush");
        ok(noc_get(w, 0, 0, to, 3000), "get");
        ok(noc_unlock(w, 0, WAIT), "unlock");
        for (i = 0; i < 3000; i++) {
            MUST(to[i] == (i < 1000 ? 1 : 2));
        }
        ok(noc_send(0, 5, NULL, 0, WAIT), "send");
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_target_in_another_call)
{
    TEST_CASES(i, 8)
    {
        run("mesh:2", i, passive_program, NULL);
    }
}

/* --- operations ------------------------------------------------------------------------------- */

struct pair {
    uint32_t value;
    uint8_t where;
} __attribute__((packed));

static void max_where(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    struct pair *to = inout;
    const struct pair *from = in;
    uint32_t i;

    (void)op;
    for (i = 0; i < elements; i++) {
        if (from[i].value > to[i].value) {
            to[i] = from[i];
        }
    }
}

/* One of the program's own with elements of 5 bytes, in pieces; and noc_replace. */
static void own_program(void *arg)
{
    enum { PAIRS = 100 };
    static const noc_op op = {max_where, sizeof(struct pair), true, false};
    static const noc_op stranger = {max_where, sizeof(struct pair), true, false};
    static const noc_op *const ops[] = {&op};
    struct pair memory[4][PAIRS], from[4][PAIRS];
    const uint32_t me = core_number();
    noc_window *w;
    uint32_t i;

    (void)arg;
    ok(noc_init(), "init");
    memset(memory[me], 0, sizeof(memory[me]));
    ok(noc_window_create(noc_world(), memory[me], sizeof(memory[me]), &w, NOC_FOREVER), "window");
    WANT(noc_accumulate(w, 1, 0, from[me], 1, &op), ARGUMENT);
    ok(noc_window_operations(w, ops, 1), "operations");
    WANT(noc_accumulate(w, 1, 0, from[me], 1, &stranger), ARGUMENT);
    WANT(noc_window_operations(w, NULL, 1), ARGUMENT);
    ok(noc_fence(w, NOC_FOREVER), "fence");
    for (i = 0; i < PAIRS; i++) {
        from[me][i] = (struct pair){(i + me) % 4 * 10 + 1, (uint8_t)me};
    }
    ok(noc_accumulate(w, 1, 0, from[me], PAIRS, &op), "accumulate");
    ok(noc_fence(w, NOC_FOREVER), "fence");
    for (i = 0; me == 1 && i < PAIRS; i++) {
        MUST(memory[1][i].value == 31 && memory[1][i].where == (3 - i % 4 + 4) % 4);
    }
    if (me == 2) {
        ok(noc_accumulate(w, 3, 7, from[2], 401, &noc_replace), "replace");
    }
    ok(noc_fence(w, NOC_FOREVER), "fence");
    if (me == 3) {
        for (i = 0; i < PAIRS; i++) {
            from[2][i] = (struct pair){(i + 2) % 4 * 10 + 1, 2};
        }
        MUST(!memcmp((uint8_t *)memory[3] + 7, from[2], 401) && !((uint8_t *)memory[3])[408]);
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_own_operations)
{
    TEST_CASES(i, 8)
    {
        run("mesh:2x2", i, own_program, NULL);
    }
}

/* --- errors ------------------------------------------------------------------------------------ */

static void bad_places(noc_window *w, uint8_t *body)
{
    WANT(noc_put(w, 2, 0, body, 1), RANK);
    WANT(noc_get(w, UINT32_MAX, 0, body, 1), RANK);
    WANT(noc_put(w, 0, 99, body, 2), ARGUMENT);
    WANT(noc_put(w, 1, 48, body, 3), ARGUMENT); /* rank 1 has 50 bytes */
    WANT(noc_put(w, 1, UINT32_MAX, body, 1), ARGUMENT);
    WANT(noc_put(w, 1, 4, body, UINT32_MAX), ARGUMENT);
    WANT(noc_get(w, 1, 51, body, 0), ARGUMENT);
    WANT(noc_get(w, 1, 0, body, 51), ARGUMENT);
    WANT(noc_put(w, 1, 0, (void *)(uintptr_t)8, 1), ARGUMENT); /* no memory of this core */
    WANT(noc_put(w, 1, 0, NULL, 1), ARGUMENT);
    WANT(noc_get(w, 1, 0, NULL, 1), ARGUMENT);
    WANT(noc_accumulate(w, 1, 0, body, 13, &noc_sum_int32), ARGUMENT);
    WANT(noc_accumulate(w, 1, 0, body, 0x40000001, &noc_sum_int32), ARGUMENT);
    WANT(noc_accumulate(w, 1, 0, body, 1, NULL), ARGUMENT);
    WANT(noc_get_accumulate(w, 1, 0, body, NULL, 1, &noc_sum_int32), ARGUMENT);
    WANT(noc_get_accumulate(w, 1, 0, NULL, body, 1, &noc_sum_int32), ARGUMENT);
    WANT(noc_compare_and_swap(w, 1, 0, body, body, body, 17), ARGUMENT);
    WANT(noc_compare_and_swap(w, 1, 0, body, body, body, 0), ARGUMENT);
    WANT(noc_compare_and_swap(w, 1, 40, body, body, body, 16), ARGUMENT);
    WANT(noc_flush(w, 2, 0), RANK);
    WANT(noc_flush(w, -2, 0), ARGUMENT);
    WANT(noc_lock(w, 2, true, 0), RANK);
    WANT(noc_unlock(w, 1, 0), ARGUMENT);
    MUST(noc_window_bytes(w, 1) == 50 && noc_window_bytes(w, 2) == 0);
}

static void bad_handle(noc_window *w, uint8_t *body)
{
    WANT(noc_put(w, 0, 0, body, 1), ARGUMENT);
    WANT(noc_get(w, 0, 0, body, 1), ARGUMENT);
    WANT(noc_accumulate(w, 0, 0, body, 1, &noc_sum_int32), ARGUMENT);
    WANT(noc_get_accumulate(w, 0, 0, body, body, 1, &noc_sum_int32), ARGUMENT);
    WANT(noc_compare_and_swap(w, 0, 0, body, body, body, 4), ARGUMENT);
    WANT(noc_fence(w, 0), ARGUMENT);
    WANT(noc_flush(w, 0, 0), ARGUMENT);
    WANT(noc_lock(w, 0, true, 0), ARGUMENT);
    WANT(noc_unlock(w, 0, 0), ARGUMENT);
    WANT(noc_window_operations(w, NULL, 0), ARGUMENT);
    WANT(noc_window_free(w, 0), ARGUMENT);
    MUST(noc_window_bytes(w, 0) == 0);
}

static void errors_program(void *arg)
{
    uint8_t memory[2][100], body[2][100] = {{0}};
    const uint32_t me = core_number();
    noc_window *w, *old;

    (void)arg;
    WANT(noc_window_create(noc_world(), memory[me], 100, &w, 0), UNSTARTED);
    WANT(noc_fence(NULL, 0), UNSTARTED);
    WANT(noc_put(NULL, 0, 0, body, 1), UNSTARTED);
    ok(noc_init(), "init");
    bad_handle(NULL, body[me]);
    bad_handle((noc_window *)noc_world(), body[me]);
    WANT(noc_window_create(NULL, memory[me], 100, &w, WAIT), GROUP);
    WANT(noc_window_create(noc_world(), memory[me], 100, NULL, WAIT), ARGUMENT);
    WANT(noc_window_create(noc_world(), NULL, 100, &w, WAIT), ARGUMENT);
    WANT(noc_window_create(noc_world(), memory[me], UINT32_MAX, &w, WAIT), ARGUMENT);
    ok(noc_window_create(noc_world(), memory[me], me ? 50 : 100, &w, WAIT), "window");
    bad_places(w, body[me]);
    bad_handle((noc_window *)((uintptr_t)w + 1), body[me]);
    ok(noc_fence(w, WAIT), "fence");
    ok(noc_window_free(w, WAIT), "free");
    old = w;
    bad_handle(old, body[me]);
    ok(noc_window_create(noc_world(), memory[me], 0, &w, WAIT), "an empty window");
    bad_handle(old, body[me]);
    WANT(noc_put(w, 1 - me, 0, body[me], 1), ARGUMENT);
    ok(noc_put(w, 1 - me, 0, body[me], 0), "nothing");
    ok(noc_window_free(w, WAIT), "free");
    ok(noc_finish(WAIT), "finish");
}

TEST(test_errors)
{
    TEST_CASES(i, 3)
    {
        run("mesh:2", i, errors_program, NULL);
    }
}

/* What a collective keeps, and requests that are made together. */
enum { KEPT_BYTES = 600 + REQUEST_CHUNK * sizeof(struct request) };

/* Wherever one member has no memory left, all learn it, and try again. */
static void poor_program(void *arg)
{
    uint8_t memory[3][10], byte = 0;
    const uint32_t me = core_number(), allowed = *(const uint32_t *)arg;
    uint32_t before;
    noc_window *w;
    noc_err err;

    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), &(uint32_t){0}, &(uint32_t){0}, 1, &noc_max_uint32, WAIT),
       "warm");
    before = core_heap_used();
    if (me == 1) {
        core_allow(allowed);
    }
    err = noc_window_create(noc_world(), memory[me], me + 1, &w, WAIT);
    core_allow(UINT32_MAX);
    if (err) {
        MUST(err == NOC_ERR_MEMORY || err == NOC_ERR_GROUP || err == NOC_ERR_TIMEOUT);
        if (core_heap_used() > before + KEPT_BYTES) {
            core_fail("%u bytes are left", (unsigned)(core_heap_used() - before));
        }
        ok(noc_window_create(noc_world(), memory[me], me + 1, &w, WAIT), "again");
    } else if (allowed < 3) {
        core_fail("no error with %u allocations", (unsigned)allowed);
    }
    ok(noc_put(w, (me + 1) % 3, 0, &byte, 1), "put");
    ok(noc_window_free(w, WAIT), "free");
    ok(noc_finish(WAIT), "finish");
}

TEST(test_no_memory)
{
    TEST_CASES(i, 14)
    {
        run("mesh:3", i, poor_program, &i);
    }
}

/* Accesses for which there is no memory are refused, and those before them are done. */
static void poor_access_program(void *arg)
{
    uint32_t memory[2], to[64];
    const uint32_t one = 1, none = 0;
    const uint32_t me = core_number();
    uint32_t i, begun = 0;
    noc_window *w;
    noc_err err = NOC_ERR_OK;

    ok(noc_init(), "init");
    memory[me] = 0;
    ok(noc_window_create(noc_world(), &memory[me], 4, &w, WAIT), "window");
    if (me) {
        core_allow(*(const uint32_t *)arg);
        for (i = 0; i < 64; i++) {
            err = noc_get_accumulate(w, 0, 0, &(uint32_t){0}, &to[i], 0, &noc_sum_uint32);
            ok(err, "nothing");
            err = i % 2 ? noc_accumulate(w, 0, 0, &one, 1, &noc_sum_uint32)
                        : noc_get(w, 0, 0, &to[i], 4);
            MUST(!err || err == NOC_ERR_MEMORY || err == NOC_ERR_BUSY);
            begun += i % 2 && !err;
        }
        core_allow(UINT32_MAX);
        ok(noc_flush(w, 0, WAIT), "flush");
        ok(noc_put(w, 0, 0, &none, 0), "nothing");
        ok(noc_get(w, 0, 0, &to[0], 4), "get");
        ok(noc_flush(w, NOC_ANY_SOURCE, WAIT), "flush");
        MUST(to[0] == begun);
    }
    ok(noc_window_free(w, WAIT), "free");
    ok(noc_finish(WAIT), "finish");
}

TEST(test_no_memory_for_an_access)
{
    TEST_CASES(i, 12)
    {
        run("mesh:2", i, poor_access_program, &i);
    }
}

/* Long puts for which there is no request, since others have them all, and no memory for more: they are
 * gone on with later. */
static void no_request_program(void *arg)
{
    enum { LONG_PUT = NOC_EAGER_BYTES + 44, PUTS = 8, TAKEN = 4 * NOC_REQUESTS };
    uint8_t *memory = core_malloc(PUTS * LONG_PUT), *from = core_malloc(PUTS * LONG_PUT);
    const uint32_t me = core_number();
    noc_request r[TAKEN];
    uint32_t i, posted = 0;
    bool cancelled;
    noc_window *w;

    (void)arg;
    memset(memory, 0, PUTS * LONG_PUT);
    memset(from, 5, PUTS * LONG_PUT);
    ok(noc_init(), "init");
    ok(noc_window_create(noc_world(), memory, PUTS * LONG_PUT, &w, WAIT), "window");
    if (me) {
        for (i = 0; i < PUTS; i++) {
            ok(noc_put(w, 0, 0, from, 1), "put");
        }
        ok(noc_flush(w, 0, WAIT), "flush");
        core_allow(0);
        while (posted < TAKEN && !noc_irecv(0, 9, NULL, 0, &r[posted])) {
            posted++;
        }
        MUST(posted < TAKEN);
        for (i = 0; i < PUTS; i++) {
            if (noc_put(w, 0, i * LONG_PUT, from, LONG_PUT)) {
                core_allow(1); /* for the access itself */
                ok(noc_put(w, 0, i * LONG_PUT, from, LONG_PUT), "put");
                core_allow(0);
            }
        }
        WANT(noc_probe(0, 9, NULL, 5000), TIMEOUT); /* they are tried again */
        core_allow(UINT32_MAX);
        while (posted) {
            ok(noc_cancel(&r[--posted], &cancelled), "cancel");
        }
        ok(noc_flush(w, 0, WAIT), "flush");
    }
    ok(noc_barrier(noc_world(), WAIT), "barrier");
    for (i = 0; i < PUTS * LONG_PUT; i++) {
        MUST(memory[i] == (me ? 0 : 5));
    }
    ok(noc_window_free(w, WAIT), "free");
    ok(noc_finish(WAIT), "finish");
}

TEST(test_no_request_for_a_long_put)
{
    run("mesh:2", 1, no_request_program, NULL);
}

/* --- deadlines, and members that end ------------------------------------------------------------- */

/* Fences with deadlines of all lengths, until each is over; in the meantime no access may begin. */
static void deadlines_program(void *arg)
{
    uint8_t memory[8][700], from[700];
    const uint32_t me = core_number();
    uint32_t i, late;
    noc_window *w;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    memset(memory[me], 0, sizeof(memory[me]));
    ok(noc_window_create(noc_world(), memory[me], 700, &w, NOC_FOREVER), "window");
    for (i = 1; i < 30; i++) {
        memset(from, (int)(i + me), sizeof(from));
        if (i % 8 == me) {
            core_delay(core_random() % 20000);
        }
        ok(noc_put(w, (me + i) % 8, 0, from, i * 23), "put");
        late = 0;
        while ((err = noc_fence(w, core_random() % (i * 100)))) {
            MUST(err == NOC_ERR_TIMEOUT && late++ < 100000);
            MUST(noc_last_peer() >= 0 && noc_last_peer() < 8 && noc_last_peer() != (int32_t)me);
        }
        MUST(memory[me][0] == (uint8_t)(i + (me + 8 - i % 8) % 8) &&
             memory[me][i * 23 - 1] == memory[me][0]);
        ok(noc_fence(w, NOC_FOREVER), "fence");
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_deadlines)
{
    TEST_CASES(i, 6)
    {
        run("torus:2x4", i, deadlines_program, NULL);
    }
}

/* One member ends without a word. The others' calls end, name it, and leave nothing behind. */
static void death_program(void *arg)
{
    const uint32_t me = core_number(), how = *(const uint32_t *)arg, dead = how % 6;
    const uint32_t next = (me + 1) % 6 == dead ? (me + 2) % 6 : (me + 1) % 6;
    /* its NI may accept one, and nobody is left who could tell that it is not done */
    const bool short_put = how / 6 % 2 == 0 && how / 12 % 2 == 0;
    uint32_t body[500], memory[500], i, before;
    noc_window *w;
    noc_err err;

    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), &(uint32_t){0}, body, 1, &noc_max_uint32, WAIT), "warm");
    before = core_heap_used();
    memset(body, (int)me, sizeof(body));
    memset(memory, 0xee, sizeof(memory));
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, WAIT), "window");
    if (me == dead) { /* with something under way to all */
        for (i = 0; i < 6; i++) {
            ok(noc_put(w, i, 0, body, 999), "put");
            ok(noc_get(w, i, 0, body, 1000), "get");
            (void)!noc_lock(w, i, true, 0);
        }
        return;
    }
    core_delay(20000);
    ok(noc_put(w, dead, 1000, body, how / 6 % 2 ? 1000 : 50), "put");
    if (how / 12 % 2) {
        ok(noc_get(w, dead, 0, body, 1000), "get");
    }
    ok(noc_put(w, next, 1000, body, 900), "put to a living one");
    WANT(noc_flush(w, (int32_t)next, WAIT), OK);
    err = noc_flush(w, (int32_t)dead, 5000);
    MUST(err == NOC_ERR_TIMEOUT ? noc_last_peer() == (int32_t)dead : !err && short_put);
    WANT(noc_lock(w, dead, true, 5000), TIMEOUT);
    MUST(noc_last_peer() == (int32_t)dead);
    WANT(noc_unlock(w, dead, 5000), TIMEOUT);
    WANT(noc_fence(w, 100000), TIMEOUT);
    MUST(noc_last_peer() == (int32_t)dead);
    err = noc_window_free(w, 5000);
    MUST(err == NOC_ERR_TIMEOUT && noc_last_peer() >= 0);
    memset(memory, 0x11, sizeof(memory)); /* the caller's again, and so is the heap */
    for (i = 0; i < 6; i++) {             /* the living go on, with messages */
        if (i != me && i != dead) {
            ok(noc_exchange(i, 1, &me, 4, (int32_t)i, 1, body, 4, NULL, WAIT), "exchange");
            MUST(body[0] == i);
        }
    }
    core_delay(30000);
    (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0);
    for (i = 0; i < 500; i++) {
        MUST(memory[i] == 0x11111111);
    }
    if (core_heap_used() > before + 20 * 1024 / 8) {
        core_fail("%u bytes of heap are left", (unsigned)(core_heap_used() - before));
    }
}

TEST(test_a_member_that_ends)
{
    TEST_CASES(i, 24)
    {
        run("torus:2x3", i, death_program, &i);
    }
}

/* --- members that lie ------------------------------------------------------------------------------ */

enum { GARBAGE = 60, LIAR = 3 };

/* A slow core takes long to ask for hundreds of messages, one at a time. */
enum { HALF = 1000, ANY = 200, ROUNDS = 8, PATIENCE = 10 * WAIT };

/* In the window's own group, which its name is the number of: whatever looks like an access. If it
 * makes sense it is one to the first half of a window, or to its last 20 bytes. */
static void lie(noc_window *w)
{
    const uint32_t tag = core_random() % 8 ? core_random() % 6 : 65535;
    uint32_t i, words[64], bytes = core_random() % (core_random() % 4 ? 257 : 20);

    for (i = 0; i < 64; i++) {
        words[i] = core_random() % 3 ? core_random() % 500 : core_random() | 1u << 31;
    }
    if (core_random() % 4) {
        words[0] = core_random() % 500;
        words[1] = core_random() % 4 ? bytes - 12 : core_random() % 500;
        words[2] = core_random() % 50 | core_random() % 10 << 16;
    }
    if (core_random() % 4 == 0) { /* over the end */
        words[0] = 2 * HALF - 20 + core_random() % 60;
        words[1] = bytes - 12;
        words[2] = core_random() % 50 | core_random() % 3 << 16;
    }
    (void)!noc_send_in((noc_group *)w, core_random() % LIAR, tag, words, bytes, 2000);
}

/* With the second half of another honest window, and a short get of the liar, which may
 * answer anything, and when this is over, too. */
static void be_honest(noc_window *w, uint32_t round, uint8_t any[ANY])
{
    const uint32_t me = core_number(), next = (me + 1) % LIAR, bytes = core_random() % (HALF - 20);
    uint8_t from[HALF], to[HALF];
    noc_err err;

    memset(from, (int)(round * 3 + me), sizeof(from));
    ok(noc_get(w, LIAR, 0, any, ANY), "get of the liar's");
    ok(noc_put(w, LIAR, HALF, from, bytes % ANY), "put at the liar's");
    ok(noc_put(w, next, HALF, from, bytes), "put");
    err = noc_flush(w, (int32_t)next, PATIENCE);
    MUST(!err || (err == NOC_ERR_LENGTH && noc_last_peer() == LIAR));
    ok(noc_get(w, next, HALF, to, bytes), "get");
    err = noc_lock(w, next, true, 2000); /* the liar may have it */
    MUST(!err || err == NOC_ERR_TIMEOUT);
    WANT(noc_unlock(w, next, PATIENCE), OK);
    MUST(!memcmp(from, to, bytes));
}

/* With few lies the liar comes to all fences, and they end; with many it does not, since it does not
 * take what it has asked for either. */
static void liar_program(void *arg)
{
    static const uint16_t honest[LIAR] = {0, 1, 2};
    const uint32_t me = core_number(), lies = *(const uint32_t *)arg % 2 ? 3 : GARBAGE;
    uint8_t all[16 + 2 * HALF], any[ANY];
    noc_group *group = NULL;
    noc_err err = NOC_ERR_OK;
    uint32_t i, n;
    noc_window *w;

    ok(noc_init(), "init");
    memset(all, 0xc5, sizeof(all));
    ok(noc_window_create(noc_world(), all + 8, 2 * HALF, &w, NOC_FOREVER), "window");
    if (me != LIAR) {
        ok(noc_group_create(honest, LIAR, &group, NOC_FOREVER), "group");
    }
    for (i = 0; i < ROUNDS; i++) {
        for (n = 0; me == LIAR && n < lies; n++) {
            lie(w);
        }
        if (me != LIAR) {
            be_honest(w, i, any);
            ok(noc_barrier(group, NOC_FOREVER), "barrier");
        }
        if (lies < GARBAGE || i == ROUNDS - 1) {
            err = noc_fence(w, lies < GARBAGE ? PATIENCE : WAIT);
        }
        if (err && me != LIAR && (err != NOC_ERR_LENGTH || noc_last_peer() != LIAR) &&
            lies < GARBAGE) {
            core_fail("round %u: %s by core %d", (unsigned)i, noc_strerror(err), noc_last_peer());
        }
    }
    for (i = 0; i < 8; i++) {
        MUST(all[i] == 0xc5 && all[8 + 2 * HALF + i] == 0xc5);
    }
    (void)!noc_window_free(w, WAIT);
    for (i = 0; me != LIAR && i < LIAR; i++) {
        if (i != me) {
            ok(noc_exchange(i, 1, &me, 4, (int32_t)i, 1, &n, 4, NULL, PATIENCE), "exchange");
            MUST(n == i);
        }
    }
    (void)!noc_finish(WAIT); /* the liar takes nothing */
}

TEST(test_a_member_that_lies)
{
    TEST_CASES(i, 20)
    {
        run("mesh:2x2", i, liar_program, &i);
    }
}

/* A flush is over when the others' NIs have accepted; whatever a member learns of that afterwards, the
 * bytes are there before: by a barrier, by a message of the origin, and by one of a third member. */
static void learnt_program(void *arg)
{
    const uint32_t me = core_number(), before = (me + 3) % 4, next = (me + 1) % 4;
    uint32_t memory[2] = {0, 0}, value, i;
    noc_window *w;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, NOC_FOREVER), "window");
    for (i = 1; i < 30; i++) {
        value = i * 4 + me;
        if (core_random() % 4 == 0) {
            core_delay(core_random() % 2000);
        }
        ok(noc_put(w, next, 0, &value, 4), "put");
        ok(noc_flush(w, (int32_t)next, WAIT), "flush");
        if (i % 3 == 0) {
            ok(noc_barrier(noc_world(), WAIT), "barrier");
        } else { /* to the target, or to the one behind it, who tells it */
            ok(noc_send((me + i % 3) % 4, 1, NULL, 0, WAIT), "send");
            ok(noc_recv((int32_t)((me + 4 - i % 3) % 4), 1, NULL, 0, NULL, WAIT), "receive");
            if (i % 3 == 2) {
                ok(noc_send(before, 2, NULL, 0, WAIT), "tell");
                ok(noc_recv((int32_t)next, 2, NULL, 0, NULL, WAIT), "hear");
            }
        }
        MUST(memory[0] == i * 4 + before);
        ok(noc_barrier(noc_world(), WAIT), "barrier");
    }
    ok(noc_window_free(w, WAIT), "free");
}

TEST(test_what_is_learnt_after_a_flush)
{
    TEST_CASES(i, 40)
    {
        run("mesh:2x2", i, learnt_program, NULL);
    }
}

/* --- room ------------------------------------------------------------------------------------------- */

/* Messages that nobody receives fill half of the arena of rank 0. Accesses still come through. */
static void flood_program_of_windows(void *arg)
{
    const uint32_t me = core_number();
    uint8_t memory[1300], from[300] = {0}, body[64] = {0}, to[1000];
    noc_request request;
    noc_window *w;
    uint32_t i;

    (void)arg;
    ok(noc_init(), "init");
    memset(memory, 0, sizeof(memory));
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, NOC_FOREVER), "window");
    for (i = 0; me && i < 5; i++) {
        ok(noc_isend(0, 7, body, sizeof(body), &request), "send");
    }
    memset(from, (int)me, sizeof(from));
    for (i = 0; i < 3; i++) {
        ok(noc_put(w, 0, me * 100, from, 100), "put");
        ok(noc_accumulate(w, 0, 1200, from, 1, &noc_sum_int32), "accumulate");
        ok(noc_get(w, 0, 0, to, i * 300), "get");
        ok(noc_fence(w, WAIT), "fence");
    }
    if (me == 0) {
        for (i = 0; i < 1200; i++) {
            MUST(memory[i] == i / 100);
        }
        MUST(memory[1200] == 3 * 66);
    }
    ok(noc_window_free(w, WAIT), "free");
}

TEST(test_flood)
{
    TEST_CASES(i, 12)
    {
        run_in("mesh:3x4", i, NOC_ARENA_MIN * 4, flood_program_of_windows, NULL);
    }
}

/* --- what is learnt past the queues ------------------------------------------------------------------ */

enum { PAST_ROUNDS = 10, PAST_BYTES = 400, PAST_CYCLES = 15000 };

static void add_late(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    if (core_number() == 0) {
        core_delay(PAST_CYCLES);
    }
    noc_sum_int32.combine(op, inout, in, elements);
}

/* Core 1 puts something and then begins a broadcast. Both come while core 0 combines, behind its look at
 * the queues. That the broadcast is over it learns in a window of the NI. */
static void past_program(void *arg)
{
    static const noc_op op = {add_late, sizeof(int32_t), true, false};
    const uint32_t me = core_number();
    uint32_t memory[1] = {0}, body[PAST_BYTES / 4] = {0}, i;
    int32_t mine = 1, sum;
    noc_request combined, told;
    noc_window *w;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &w, NOC_FOREVER), "window");
    for (i = 1; i <= PAST_ROUNDS; i++) {
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
        ok(noc_iallreduce(noc_world(), &mine, &sum, 1, &op, &combined), "iallreduce");
        if (me == 1) {
            core_delay(core_random() % (2 * PAST_CYCLES));
            ok(noc_put(w, 0, 0, &i, 4), "put");
            ok(noc_flush(w, 0, NOC_FOREVER), "flush");
            body[0] = i;
        }
        ok(noc_ibroadcast(noc_world(), body, sizeof(body), 1, &told), "ibroadcast");
        ok(noc_wait(&told, NULL, NOC_FOREVER), "wait");
        MUST(body[0] == i && (me != 0 || memory[0] == i));
        ok(noc_wait(&combined, NULL, NOC_FOREVER), "wait");
        MUST(sum == 3);
    }
    ok(noc_window_free(w, NOC_FOREVER), "free");
}

TEST(test_what_is_learnt_past_the_queues)
{
    TEST_CASES(i, 40)
    {
        const struct cores_config c = {.topology = "mesh:3",
                                       .algorithm_topology = "mesh:3",
                                       .ports = 1,
                                       .seed = i,
                                       .limit_cycles = 100000000};

        if (!cores_run(&c, past_program, NULL)) {
            fail_msg("seed %u", (unsigned)i);
        }
    }
}
