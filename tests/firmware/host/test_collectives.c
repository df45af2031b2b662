/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers, groups and multicasts under random delays, seed after seed: every
 * algorithm on the topologies it fits, roots that change, members that come
 * late, slots that run out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"
#include "barrier.h"
#include "exit_status.h"
#include "layer/layer.h"
#include "multicast/footprint.h"
#include "noc.h"
#include "programs.h"

enum { NODES_MAX = 64 };

static void run(const struct cores_config *c, void (*program)(void *), void *arg)
{
    cores_must_run(c, program, arg);
}

/* --- barriers --------------------------------------------------------------------- */

enum { BARRIERS = 60, BARRIERS_EACH = 4, SIZE_MAX_TRIED = 70, CORES = 72 };
static uint32_t entered[CORES];
static uint64_t entered_at[CORES][2]; /* the last barrier but one, and the last */

static void enter(uint32_t n)
{
    core_delay(core_random() % (core_random() % 8 ? 20 : 1000));
    entered[core_number()] = n;
    entered_at[core_number()][n % 2] = core_time();
}

static void pass(noc_group *g)
{
    while (true) {
        noc_err err = noc_barrier(g, core_random() % 3 ? NOC_FOREVER : core_random() % 400);

        if (err != NOC_ERR_TIMEOUT) {
            ok(err, "barrier");
            return;
        }
        if (noc_last_peer() < 0 || noc_last_peer() >= (int32_t)noc_size()) {
            core_fail("a barrier timed out and names %d", noc_last_peer());
        }
    }
}

/* Nobody leaves before all have entered. */
static void judge(uint32_t n, uint32_t core)
{
    if (entered[core] < n || entered_at[core][n % 2] > core_time()) {
        core_fail("left barrier %u before core %u entered it", n, core);
    }
}

static void barrier_program(void *arg)
{
    const uint32_t *barriers = arg;
    uint32_t i, n;

    entered[core_number()] = 0;
    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    for (n = 1; n <= *barriers; n++) {
        enter(n);
        pass(noc_world());
        for (i = 0; i < noc_size(); i++) {
            judge(n, i);
        }
    }
}

/* In a group of so many of the cores. */
static void group_barrier_program(void *arg)
{
    const uint32_t *size = arg;
    uint16_t members[CORES];
    bool member = false;
    noc_group *g;
    uint32_t i, n;

    entered[core_number()] = 0;
    ok(noc_init(), "init");
    for (i = 0; i < *size; i++) {
        members[i] = (uint16_t)(i * noc_size() / *size);
        member |= members[i] == core_number();
    }
    if (!member) {
        return;
    }
    ok(group_with_slots(members, *size, 4, NOC_BY_PLAN, &g, NOC_FOREVER), "group");
    for (n = 1; n <= BARRIERS_EACH; n++) {
        enter(n);
        pass(g);
        for (i = 0; i < *size; i++) {
            judge(n, members[i]);
        }
    }
    ok(noc_group_free(g, NOC_FOREVER), "free");
}

TEST(test_barriers)
{
    /* The board, and whether the parameter block names it. */
    static const struct {
        const char *topology;
        bool named;
    } board[] = {{"torus:2x2", false}, {"torus:8x8", true},  {"mesh:3x5", true},
                 {"cube:5", false},    {"torus:4x8", true},  {"utorus:8x8", true},
                 {"torus:4x4", true},  {"utorus:4x4", false}};
    uint32_t barriers = BARRIERS;

    TEST_CASES(seed, 48)
    {
        const struct cores_config c = {.topology = board[seed % 8].topology,
                                       .algorithm_topology =
                                           board[seed % 8].named ? board[seed % 8].topology : NULL,
                                       .ports = 1,
                                       .jitter = seed % 3 * 20,
                                       .seed = seed,
                                       .limit_cycles = 20000000};

        memset(entered, 0, sizeof(entered));
        run(&c, barrier_program, &barriers);
    }
}

TEST(test_barriers_of_all_sizes)
{
    uint32_t barriers = BARRIERS_EACH;
    char topology[16];

    TEST_CASES(of, SIZE_MAX_TRIED)
    {
        uint32_t size = of + 1;
        struct cores_config c = {.topology = "torus:8x9",
                                 .ports = 1,
                                 .jitter = size % 3 * 20,
                                 .seed = size,
                                 .limit_cycles = 20000000};

        memset(entered, 0, sizeof(entered));
        run(&c, group_barrier_program, &size);
        if (size > 1) {
            snprintf(topology, sizeof(topology), "mesh:%u", size);
            c.topology = topology;
            memset(entered, 0, sizeof(entered));
            run(&c, barrier_program, &barriers);
        }
    }
}

/* Who signals whom, by include/noc/barrier.h alone: at the end each member knows of all, none hears
 * from another twice, nor from itself, and whoever is signalled waits for it. */
enum { MEMBERS_TRIED = 1024 };

struct knowing {
    uint8_t of[MEMBERS_TRIED][MEMBERS_TRIED / 8]; /* a bit for each that has come */
};

static void know(uint8_t *of, uint32_t rank)
{
    of[rank / 8] |= (uint8_t)(1 << rank % 8);
}

static bool knows(const uint8_t *of, uint32_t rank)
{
    return of[rank / 8] >> rank % 8 & 1;
}

/* One member's part of a round. */
static void hear(struct knowing *k, struct knowing *heard, const struct knowing *before,
                 const struct noc_barrier_network *n, uint32_t count, uint32_t rank, uint32_t round)
{
    struct noc_barrier_peers mine, theirs;
    uint32_t signals = noc_barrier_round(&mine, n, count, rank, round), s, i;

    for (s = 0; s < signals; s++) {
        const uint32_t from = mine.from[s];

        assert_true(from < count && from != rank);
        assert_int_equal(noc_barrier_round(&theirs, n, count, from, round), signals);
        assert_int_equal(theirs.to[s], rank);
        assert_false(knows(heard->of[rank], from));
        know(heard->of[rank], from);
        for (i = 0; i < (count + 7) / 8; i++) {
            k->of[rank][i] |= before->of[from][i];
        }
    }
}

static void check_reaches_all(struct noc_barrier_network n, uint32_t count)
{
    static struct knowing k, heard, before;
    struct noc_barrier_peers p;
    uint32_t round, rounds = 0, rank, i;

    memset(&k, 0, sizeof(k));
    memset(&heard, 0, sizeof(heard));
    for (rank = 0; rank < count; rank++) {
        know(k.of[rank], rank);
    }
    for (round = 0; noc_barrier_round(&p, &n, count, 0, round); round++) {
        before = k;
        for (rank = 0; rank < count; rank++) {
            hear(&k, &heard, &before, &n, count, rank, round);
        }
    }
    while (1u << 2 * rounds < count) {
        rounds++;
    }
    assert_int_equal(round, rounds);
    for (rank = 0; rank < count; rank++) {
        for (i = 0; i < count; i++) {
            assert_true(knows(k.of[rank], i));
        }
    }
}

TEST(test_barrier_reaches_all)
{
    uint32_t count;

    for (count = 1; count <= MEMBERS_TRIED; count += count < 130 ? 1 : 61) {
        check_reaches_all((struct noc_barrier_network){.one_way = false}, count);
        check_reaches_all((struct noc_barrier_network){.one_way = true}, count);
    }
    check_reaches_all((struct noc_barrier_network){.one_way = false}, MEMBERS_TRIED);
    check_reaches_all((struct noc_barrier_network){.one_way = true}, MEMBERS_TRIED);
}

TEST(test_barrier_of_a_torus_reaches_all)
{
    uint16_t width[2];
    unsigned x, y;

    for (x = 1; x < 10; x++) {
        for (y = 1; x + y <= 10; y++) {
            struct noc_barrier_network n;

            width[0] = (uint16_t)(1 << x);
            width[1] = (uint16_t)(1 << y);
            n = noc_barrier_network("torus", 2, width, 1u << (x + y));
            assert_int_equal(n.bits[0], x);
            assert_int_equal(n.bits[1], y);
            check_reaches_all(n, 1u << (x + y));
        }
    }
}

TEST(test_barrier_by_ranks_elsewhere)
{
    uint16_t width[] = {8, 8, 8};

    assert_int_equal(noc_barrier_network("torus", 2, width, 64).bits[0], 3);
    assert_int_equal(noc_barrier_network("mesh", 2, width, 64).bits[0], 0);
    assert_int_equal(noc_barrier_network("torus", 3, width, 512).bits[0], 0);
    assert_int_equal(noc_barrier_network("toruses", 2, width, 64).bits[0], 0);
    assert_int_equal(noc_barrier_network("utorus", 2, width, 64).bits[0], 0);
    assert_true(noc_barrier_network("utorus", 2, width, 64).one_way);
    assert_int_equal(noc_barrier_network("torus", 2, width, 32).bits[0], 0); /* another board's */
    width[1] = 12;
    assert_int_equal(noc_barrier_network("torus", 2, width, 96).bits[0], 0);
    width[1] = 1;
    assert_int_equal(noc_barrier_network("torus", 2, width, 8).bits[0], 0);
}

/* --- multicasts ---------------------------------------------------------------------- */

struct network {
    const char *topology, *routing;
    uint32_t relays;
    struct casts casts;
};
static const struct network network[] = {
    {"torus:4x4", NULL, 2, {{"separate", "u-torus"}, 2, 24, 64, true, true, NOC_BY_PLAN}},
    {"utorus:3x4", NULL, 2, {{"separate", "u-torus"}, 2, 24, 8, true, false, NOC_BY_PLAN}},
    {"mesh:4x4", NULL, 2, {{"separate", "u-mesh"}, 2, 24, 150, true, true, NOC_BY_PLAN}},
    {"cube:4", NULL, 2, {{"separate", "u-cube"}, 2, 24, 20, true, false, NOC_BY_PLAN}},
    {"torus:6x6", NULL, 2, {{"u-torus"}, 1, 12, 64, false, false, NOC_BY_PLAN}},
    {"utorus:4x4",
     "utpr",
     3,
     {{"s-torus", "md-torus", "mu-torus:3", "m-torus"}, 4, 24, 64, true, true, NOC_BY_PLAN}},
    {"mesh:3x4", "coded-path-vc", 2, {{"pcp", "separate"}, 2, 24, 100, true, true, NOC_BY_PLAN}},
};

static void cast_everywhere(void (*program)(void *), uint32_t seeds, bool square)
{
    unsigned i;

    TEST_CASES(seed, seeds)
    {
        for (i = 0; i < sizeof(network) / sizeof(*network); i++) {
            const struct cores_config c = {
                .topology = network[i].topology,
                .routing = network[i].routing,
                .ports = seed % 2,
                .jitter = seed % 3 * 15,
                .tau_r = seed % 5 == 4 ? 60 : 0,
                .seed = seed,
                .limit_cycles = 30000000,
                .algorithm_topology = network[i].topology,
            };
            struct casts k = network[i].casts;

            k.relay = (noc_relay)(seed / 2 % network[i].relays);
            if (!square || !strchr(c.topology, '3')) {
                run(&c, program, &k);
            }
        }
    }
}

TEST(test_multicast_world)
{
    cast_everywhere(casts_world_program, 48, false);
}

TEST(test_multicast_groups)
{
    cast_everywhere(casts_groups_program, 32, true);
}

/* --- one receiver, floods and little memory ------------------------------------------- */

TEST(test_flood)
{
    const struct cores_config c = {
        .topology = "torus:8x8", .ports = 1, .seed = 1, .limit_cycles = 30000000};

    run(&c, flood_program, NULL);
}

enum { FLOOD_FLITS = 64 };

/* An arena with room for a few messages, and no heap: the receive of what all others stand before
 * succeeds all the same, and the others' come afterwards. */
static void small_program(void *arg)
{
    uint32_t body[FLOOD_FLITS] = {0}, got, last, heap;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    last = noc_size() - 1;
    if (core_number()) {
        body[0] = core_number();
        core_delay(core_number() == last ? 40000 : 0);
        ok(noc_send(0, 1, body, FLOOD_FLITS * 4, NOC_FOREVER), "send");
        ok(noc_finish(NOC_FOREVER), "finish");
        return;
    }
    heap = core_heap_used();
    core_delay(20000);
    core_allow(0);
    ok(noc_recv((int32_t)last, 1, body, FLOOD_FLITS * 4, &s, NOC_FOREVER), "the last one's");
    for (got = 1; got < last; got++) {
        ok(noc_recv(NOC_ANY_SOURCE, 1, body, FLOOD_FLITS * 4, &s, NOC_FOREVER), "the rest");
        if (s.source != body[0]) {
            core_fail("from %u: %u", s.source, body[0]);
        }
    }
    if (core_heap_used() != heap) {
        core_fail("%u bytes of the heap", core_heap_used() - heap);
    }
}

TEST(test_little_memory)
{
    const struct cores_config c = {.topology = "torus:8x8",
                                   .ports = 1,
                                   .seed = 1,
                                   .heap_bytes = 12 << 10,
                                   .arena_bytes = NOC_ARENA_MIN,
                                   .limit_cycles = 30000000};

    run(&c, small_program, NULL);
}

/* --- arguments -------------------------------------------------------------------------- */

static void unstarted_program(void *arg)
{
    uint32_t body[1] = {0};
    uint16_t members[] = {0, 1};
    noc_request r = {0, 0};
    noc_group *g;
    noc_plan *p;
    noc_status s;
    bool done;

    (void)arg;
    WANT(noc_send(0, 0, body, 4, 0), UNSTARTED);
    WANT(noc_recv(0, 0, body, 4, NULL, 0), UNSTARTED);
    WANT(noc_isend(0, 0, body, 4, &r), UNSTARTED);
    WANT(noc_irecv(0, 0, body, 4, &r), UNSTARTED);
    WANT(noc_test(&r, &done, NULL), UNSTARTED);
    WANT(noc_wait(&r, NULL, 0), UNSTARTED);
    WANT(noc_probe(0, 0, &s, 0), UNSTARTED);
    WANT(noc_barrier(noc_world(), 0), UNSTARTED);
    WANT(noc_group_create(members, 2, &g, 0), UNSTARTED);
    WANT(noc_group_reserve(noc_world(), 32, NOC_BY_PLAN, 0), UNSTARTED);
    WANT(noc_group_free(noc_world(), 0), UNSTARTED);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &p), UNSTARTED);
    WANT(noc_multicast(NULL, body, 4, 0), UNSTARTED);
    WANT(noc_finish(0), UNSTARTED);
    noc_plan_free(NULL);
    if (noc_plan_parent(NULL, NULL) != -1 || noc_size() || noc_group_size(noc_world()) ||
        noc_group_rank(noc_world()) != -1) {
        core_fail("there is a world before noc_init");
    }
}

/* Each error has a text of its own, and what is none is called so. */
static void texts_program(void *arg)
{
    const char *none = noc_strerror((noc_err)1);
    int32_t i, j;

    (void)arg;
    if (strcmp(none, "no such error") ||
        strcmp(noc_strerror((noc_err)(NOC_ERR_NETWORK - 1)), none) ||
        strcmp(noc_strerror(NOC_ERR_OK), "done") ||
        strcmp(noc_strerror(NOC_ERR_TIMEOUT), "the deadline passed")) {
        core_fail("an error has the text of another");
    }
    for (i = NOC_ERR_NETWORK; i <= NOC_ERR_OK; i++) {
        for (j = i + 1; j <= 1; j++) {
            if (!strcmp(noc_strerror((noc_err)i), noc_strerror((noc_err)j))) {
                core_fail("errors %d and %d are both \"%s\"", i, j, noc_strerror((noc_err)i));
            }
        }
    }
}

static void arguments_program(void *arg)
{
    uint32_t body[4] = {1, 2, 3, 4};
    uint16_t twice[] = {1, 1}, far[] = {0, 9}, others[] = {(uint16_t)(1 - core_number())};
    noc_request r = {0, 0}, many[NOC_REQUESTS + 4];
    noc_group *g;
    noc_plan *p;
    noc_status s;
    bool done;
    uint32_t i;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_init(), OK);
    WANT(noc_send(noc_size(), 0, body, 4, 0), RANK);
    WANT(noc_send(noc_size() + 16384, 0, body, 4, 0), RANK);
    WANT(noc_send(0, 65536, body, 4, 0), TAG);
    WANT(noc_send(0, 0, body, (1 << 20) * 4, 0), LENGTH);
    WANT(noc_send(0, 0, (char *)64, 1, 0), ARGUMENT);
    WANT(noc_send(0, 0, NULL, 4, 0), ARGUMENT);
    WANT(noc_recv((int32_t)noc_size(), 0, body, 4, NULL, 0), RANK);
    WANT(noc_recv(-2, 0, body, 4, NULL, 0), RANK);
    WANT(noc_recv(0, 65536, body, 4, NULL, 0), TAG);
    WANT(noc_recv(0, -2, body, 4, NULL, 0), TAG);
    WANT(noc_recv(0, 0, (char *)64, 1, NULL, 0), ARGUMENT);
    WANT(noc_recv(0, 0, NULL, 4, NULL, 0), ARGUMENT);
    WANT(noc_isend(0, 0, body, 4, NULL), ARGUMENT);
    WANT(noc_irecv(0, 0, body, 4, NULL), ARGUMENT);
    WANT(noc_recv(0, 0, body, 4, NULL, 0), TIMEOUT);
    WANT(noc_recv(1 - (int32_t)core_number(), 0, body, 4, NULL, 50), TIMEOUT);
    if (noc_last_peer() != 1 - (int32_t)core_number()) {
        core_fail("waited for %d?", noc_last_peer());
    }
    WANT(noc_recv(NOC_ANY_SOURCE, 0, body, 4, NULL, 50), TIMEOUT);
    if (noc_last_peer() != -1) {
        core_fail("waited for %d?", noc_last_peer());
    }
    WANT(noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, &s, 0), TIMEOUT);
    WANT(noc_test(&r, &done, NULL), ARGUMENT);
    WANT(noc_test(NULL, &done, NULL), ARGUMENT);
    WANT(noc_wait(&r, NULL, 0), ARGUMENT);
    r.index = UINT16_MAX;
    WANT(noc_wait(&r, NULL, 0), ARGUMENT);
    core_allow(0);
    for (i = 0; i < NOC_REQUESTS + 4; i++) { /* those of blocking sends are free, too */
        WANT(noc_irecv(0, 3, body, 16, &many[i]), OK);
    }
    WANT(noc_irecv(0, 3, body, 16, &r), BUSY);
    WANT(noc_isend(core_number(), 3, body, 16, &r), BUSY);
    core_allow(UINT32_MAX);
    WANT(noc_wait(&many[0], NULL, 20), TIMEOUT);
    WANT(noc_test(&many[0], NULL, NULL), ARGUMENT);
    WANT(noc_group_create(twice, 2, &g, 0), ARGUMENT);
    WANT(noc_group_create(far, 2, &g, 0), RANK);
    WANT(noc_group_create(others, 1, &g, 0), GROUP);
    WANT(noc_group_create(others, 0, &g, 0), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "u-torus", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &p), OK);
    if (core_number() == 0) {
        WANT(noc_multicast(p, body, 16, 0), LENGTH);
    }
    WANT(noc_group_reserve(noc_world(), 0, NOC_BY_PLAN, 0), ARGUMENT);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_PLAN, NOC_FOREVER), OK);
    WANT(noc_group_reserve(noc_world(), 20, NOC_BY_PLAN, 0), ARGUMENT);
    body[0] = core_number() + 10;
    WANT(noc_multicast(p, body, 16, NOC_FOREVER), OK);
    if (body[0] != 10) {
        core_fail("multicast brought %u", body[0]);
    }
    WANT(noc_group_free(noc_world(), 0), GROUP);
}

/* Groups and plans that cannot be, and a group of one: nothing is sent in it. */
static void group_arguments_program(void *arg)
{
    const uint16_t both[] = {0, 1}, mine[] = {(uint16_t)core_number()};
    uint32_t body[4] = {core_number()};
    noc_group *g = NULL, *gone;
    noc_plan *p = NULL;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_create(NULL, 2, &g, 0), ARGUMENT);
    WANT(noc_group_create(both, 2, NULL, 0), ARGUMENT);
    WANT(noc_group_create(both, 2, &g, NOC_FOREVER), OK);
    WANT(noc_group_reserve(g, 0, NOC_BY_PLAN, 0), ARGUMENT);
    WANT(noc_group_reserve(g, 4 << 20, NOC_BY_PLAN, 0), ARGUMENT);
    WANT(noc_group_reserve(g, (4 << 20) - 4, NOC_BY_LIST, 0), ARGUMENT);
    WANT(noc_group_reserve(g, 32, (noc_relay)9, 0), ARGUMENT);
    WANT(noc_group_free(g, NOC_FOREVER), OK);
    WANT(noc_group_reserve(NULL, 32, NOC_BY_PLAN, 0), GROUP);
    WANT(noc_group_reserve((noc_group *)UINTPTR_MAX, 32, NOC_BY_PLAN, 0), GROUP);
    WANT(noc_plan_create(NULL, 0, "separate", NOC_BY_PLAN, &p), GROUP);
    WANT(noc_plan_create(noc_world(), 2, "separate", NOC_BY_PLAN, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, NULL, NOC_BY_PLAN, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, NULL), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_LIST, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_HEADER, &p), ARGUMENT);
    WANT(noc_multicast(NULL, body, 16, 0), ARGUMENT);
    WANT(group_with_slots(mine, 1, 32, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
    if (noc_group_size(g) != 1 || noc_group_rank(g) != 0) {
        core_fail("%u of %u", (uint32_t)noc_group_rank(g), noc_group_size(g));
    }
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, &p), OK);
    WANT(noc_multicast(p, (char *)body + 1, 4, 0), OK);
    WANT(noc_multicast(p, NULL, 4, 0), ARGUMENT);
    WANT(noc_multicast(p, body, 16, 0), OK);
    if (body[0] != core_number()) {
        core_fail("a multicast to nobody brought %u", body[0]);
    }
    noc_plan_free(p);
    gone = g;
    WANT(noc_group_free(g, NOC_FOREVER), OK);
    WANT(noc_group_free(gone, 0), GROUP);
}

enum { MORE_THAN_SLOTS = 17 }; /* the last one stays with its sender */

/* Calls in which the other core does not take part, until it does. */
static void alone_program(void *arg)
{
    const uint16_t both[] = {0, 1};
    uint32_t body[4] = {7}, other = 1 - core_number(), i;
    uint64_t then;
    noc_group *g = NULL;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(group_with_slots(both, 2, 32, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
    if (core_number() == 0) {
        for (i = 0; i < MORE_THAN_SLOTS; i++) {
            WANT(noc_send(other, 1, body, 4, NOC_FOREVER), OK);
        }
        then = noc_now();
        WANT(noc_finish(100), TIMEOUT);
        if (noc_last_peer() != 1 || noc_now() < then + 100) {
            core_fail("waited %u cycles for %d", (uint32_t)(noc_now() - then), noc_last_peer());
        }
        WANT(noc_group_free(g, 100), TIMEOUT); /* it is left, for all that */
        WANT(noc_group_free(g, 100), GROUP);
        WANT(noc_group_create(both, 2, &g, 100), TIMEOUT);
        WANT(noc_finish(NOC_FOREVER), OK);
    } else {
        core_delay(5000);
        for (i = 0; i < MORE_THAN_SLOTS; i++) {
            WANT(noc_recv(0, 1, body, 16, NULL, NOC_FOREVER), OK);
        }
        WANT(noc_group_free(g, NOC_FOREVER), OK);
    }
}

/* The call with no memory at all, then with one allocation, two, ...: it is refused, and keeps
 * nothing, until it succeeds. */
#define SCARCE(call, most)                                                                      \
    do {                                                                                        \
        uint32_t allowed_ = 0, used_ = core_heap_used();                                        \
        noc_err err_;                                                                           \
                                                                                                \
        while (core_allow(allowed_), (err_ = (call)) && allowed_ < (most)) {                    \
            want(err_, NOC_ERR_MEMORY, __LINE__);                                               \
            if (core_heap_used() != used_) {                                                    \
                core_fail("line %d: %u bytes, not %u", __LINE__, core_heap_used(), used_);      \
            }                                                                                   \
            allowed_++;                                                                         \
        }                                                                                       \
        want(err_, NOC_ERR_OK, __LINE__);                                                       \
        if (allowed_ != (most)) {                                                               \
            core_fail("line %d: %u allocations, not %u", __LINE__, allowed_, (uint32_t)(most)); \
        }                                                                                       \
        core_allow(UINT32_MAX);                                                                 \
    } while (0)

static void scarce_program(void *algorithm)
{
    uint32_t body[4] = {core_number() + 10};
    noc_plan *p = NULL, *q = NULL;
    noc_request r;

    SCARCE(noc_init(), 3);
    core_allow(0);
    WANT(noc_isend(core_number(), 1, body, 4, &r), OK); /* takes none */
    core_allow(UINT32_MAX);
    SCARCE(noc_plan_create(noc_world(), 0, algorithm, NOC_BY_PLAN, &p), 2u + (core_number() == 0));
    SCARCE(noc_plan_create(noc_world(), 1, algorithm, NOC_BY_PLAN, &q), 2u + (core_number() == 1));
    SCARCE(noc_group_reserve(noc_world(), 16, NOC_BY_PLAN, NOC_FOREVER), NOC_GROUP_SLOTS + 1);
    SCARCE(noc_multicast(p, body, 16, NOC_FOREVER), core_number() == 0);
    if (body[0] != 10) {
        core_fail("multicast brought %u", body[0]);
    }
    body[0] = core_number() + 20;
    SCARCE(noc_multicast(q, body, 16, NOC_FOREVER), core_number() == 1);
    if (body[0] != 21) {
        core_fail("multicast brought %u", body[0]);
    }
    noc_plan_free(p);
    noc_plan_free(q);
}

TEST(test_arguments)
{
    static void (*const program[])(void *) = {unstarted_program, texts_program, arguments_program,
                                              group_arguments_program, alone_program};
    const struct cores_config c = {
        .topology = "mesh:2", .ports = 1, .seed = 1, .limit_cycles = 1000000};
    unsigned i;

    for (i = 0; i < sizeof(program) / sizeof(*program); i++) {
        run(&c, program[i], NULL);
    }
}

TEST(test_scarce_memory)
{
    static const struct {
        const char *topology, *routing;
        char algorithm[16];
    } scarce[] = {{"mesh:2", NULL, "separate"}, {"utorus:4x4", "utpr", "s-torus"}};
    unsigned i;

    for (i = 0; i < sizeof(scarce) / sizeof(*scarce); i++) {
        const struct cores_config c = {.topology = scarce[i].topology,
                                       .routing = scarce[i].routing,
                                       .algorithm_topology = scarce[i].topology,
                                       .ports = 1,
                                       .seed = 1,
                                       .limit_cycles = 1000000};

        run(&c, scarce_program, (void *)(uintptr_t)scarce[i].algorithm);
    }
}

/* --- to oneself --------------------------------------------------------------------------- */

TEST(test_self)
{
    const struct cores_config c = {
        .topology = "mesh:2", .ports = 1, .seed = 1, .limit_cycles = 1000000};

    run(&c, self_program, NULL);
}

/* --- long messages, and the end ------------------------------------------------------------ */

TEST(test_long)
{
    static const char *const topology[] = {"mesh:2", "torus:3x3", "torus:4x4"};
    uint32_t seed;

    for (seed = 0; seed < 9; seed++) {
        const struct cores_config c = {.topology = topology[seed % 3],
                                       .ports = seed % 2,
                                       .jitter = seed * 3,
                                       .seed = seed,
                                       .limit_cycles = 3000000};

        run(&c, long_program, NULL);
    }
}

TEST(test_windows)
{
    const struct cores_config c = {
        .topology = "torus:4x4", .ports = 1, .seed = 1, .limit_cycles = 1000000};

    run(&c, windows_program, NULL);
}

TEST(test_leave)
{
    const struct cores_config c = {
        .topology = "torus:8x8", .ports = 1, .seed = 1, .limit_cycles = 3000000};

    run(&c, leave_program, NULL);
}

/* Core 3 has no memory for the group: all members learn that there is none. */
static void poor_program(void *arg)
{
    uint16_t members[] = {0, 1, 3, 4};
    uint32_t me = core_number();
    noc_group *g = NULL;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 2 || me > 4) {
        return;
    }
    if (me == 3) {
        core_fill_heap();
    }
    err = noc_group_create(members, 4, &g, NOC_FOREVER);
    if (err != (me == 3 ? NOC_ERR_MEMORY : NOC_ERR_GROUP) || g) {
        core_fail("%s", noc_strerror(err));
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(test_poor_member)
{
    const struct cores_config c = {
        .topology = "mesh:3x3", .ports = 1, .seed = 1, .limit_cycles = 1000000};

    run(&c, poor_program, NULL);
}

/* The program has the memory of what was freed for something else. */
static void use_freed_memory(void)
{
    void *block[64];
    uint32_t i;

    for (i = 0; i < 64; i++) {
        block[i] = core_malloc(16 + i * 8);
        memset(block[i], 0x77, 16 + i * 8);
    }
    for (i = 0; i < 64; i++) {
        core_free(block[i]);
    }
}

/* A plan belongs to one group, not to the one that takes its place in the table, and both it and
 * the group may be named after they are gone. */
static void stale_program(void *arg)
{
    const uint16_t both[] = {0, 1};
    uint32_t body[4] = {core_number(), 2, 3, 4}, heap, answers_for = 7;
    noc_plan *old, *plan, *of_worms;
    noc_group *g, *again;

    (void)arg;
    WANT(noc_init(), OK);
    heap = core_heap_used();
    WANT(group_with_slots(both, 2, 32, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, &old), OK);
    WANT(noc_plan_create(g, 1, "s-torus", NOC_BY_PLAN, &of_worms), OK);
    WANT(noc_multicast(old, body, 16, NOC_FOREVER), OK);
    WANT(noc_multicast(of_worms, body, 16, NOC_FOREVER), OK);
    WANT(noc_group_free(g, NOC_FOREVER), OK);
    WANT(noc_multicast(old, body, 16, 1000), GROUP);
    WANT(group_with_slots(both, 2, 32, NOC_BY_PLAN, &again, NOC_FOREVER), OK);
    if (again == g || noc_group_size(g) || noc_group_node(g, 0) != -1) {
        core_fail("the group that is gone is another now");
    }
    WANT(noc_multicast(old, body, 16, 1000), GROUP);
    WANT(noc_multicast(of_worms, body, 16, 1000), GROUP);
    WANT(noc_plan_create(again, 0, "separate", NOC_BY_PLAN, &plan), OK);
    noc_plan_free(old);
    noc_plan_free(of_worms);
    noc_plan_free(old);
    body[0] = core_number() + 10;
    WANT(noc_multicast(plan, body, 16, NOC_FOREVER), OK);
    if (body[0] != 10) {
        core_fail("the new group's multicast brought %u", body[0]);
    }
    noc_plan_free(plan);
    noc_plan_free(plan);
    noc_plan_free(NULL);
    use_freed_memory();
    WANT(noc_multicast(plan, body, 16, 1000), ARGUMENT);
    WANT(noc_multicast_long(plan, body, 16, 0, 1000), ARGUMENT);
    WANT(noc_multicast((noc_plan *)(void *)body, body, 16, 1000), ARGUMENT);
    if (noc_plan_parent(plan, &answers_for) != -1 || answers_for) {
        core_fail("a plan that is gone answers for %u", answers_for);
    }
    if (noc_plan_parent(NULL, NULL) != -1) {
        core_fail("no plan has a parent");
    }
    WANT(noc_group_free(again, NOC_FOREVER), OK);
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(test_plans_of_freed_groups)
{
    const struct cores_config c = {.topology = "utorus:2",
                                   .routing = "utpr",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 1000000,
                                   .algorithm_topology = "utorus:2"};

    run(&c, stale_program, NULL);
}

/* --- ending with messages that nobody took --------------------------------------------------- */

/* Core 3 leaves without a multicast that core 0 has sent in a group, and without a long message;
 * core 2 has not started. */
static void unsent_program(void *arg)
{
    const uint16_t members[] = {0, 1, 3};
    uint32_t body[NOC_EAGER_BYTES / 4 + 1] = {0}, me = core_number(), n;
    noc_request r;
    noc_group *g;
    noc_plan *p;

    (void)arg;
    if (me == 2) {
        return;
    }
    WANT(noc_init(), OK);
    WANT(group_with_slots(members, 3, 16, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, &p), OK);
    if (me == 0) {
        for (n = 0; n < 3; n++) { /* two slots take the first ones */
            WANT(noc_multicast(p, body, 16, 1000), OK);
        }
        WANT(noc_send(2, 0, body, 16, 0), OK);
        WANT(noc_isend(2, 0, body, 16, &r), OK);
        WANT(noc_isend(3, 0, body, sizeof(body), &r), OK);
    } else if (me == 1) {
        for (n = 0; n < 3; n++) {
            WANT(noc_multicast(p, body, 16, NOC_FOREVER), OK);
        }
    } else {
        return;
    }
    core_end();
    if (core_exit_instead() != (me ? 0 : NOC_EXIT_UNSENT) ||
        strcmp(core_console(), me ? ""
                                  : "core 0: gave up messages that were not taken: by core 2, "
                                    "by core 3, by 1 member of a group\n")) {
        core_fail("status %u, %s", core_exit_instead(), core_console());
    }
}

TEST(test_unsent)
{
    const struct cores_config c = {
        .topology = "mesh:4", .ports = 1, .seed = 1, .limit_cycles = 3000000};

    run(&c, unsent_program, NULL);
}

/* --- groups that fail ------------------------------------------------------------------------ */

enum {
    QUEUES = GROUP_QUEUES - 2
}; /* beside the world's, and the one whose signals are those of openings */

/* All queues can still be had, and each group works. */
static void all_queues(const uint16_t *members, uint32_t count)
{
    noc_group *g[QUEUES], *more;
    uint32_t body[2], n;
    noc_plan *p;

    for (n = 0; n < QUEUES; n++) {
        WANT(group_with_slots(members, count, 32, NOC_BY_PLAN, &g[n], 2000000), OK);
    }
    WANT(noc_group_create(members, count, &more, 2000000), OK);
    WANT(noc_group_reserve(more, 32, NOC_BY_PLAN, 2000000), QUEUE);
    WANT(noc_barrier(more, 2000000), OK);
    WANT(noc_group_free(more, 2000000), OK);
    for (n = 0; n < QUEUES; n++) {
        uint32_t root = n % count;

        WANT(noc_plan_create(g[n], root, "separate", NOC_BY_PLAN, &p), OK);
        body[0] = body[1] = core_number() * 8 + n;
        WANT(noc_multicast(p, body, 8, 2000000), OK);
        if (body[1] != members[root] * 8u + n) {
            core_fail("group %u brought %u", n, body[1]);
        }
        noc_plan_free(p);
        WANT(noc_barrier(g[n], 2000000), OK);
    }
    for (n = QUEUES; n-- > 0;) {
        WANT(noc_group_free(g[n], 2000000), OK);
    }
}

static uint32_t ended; /* cores */

/* Each core gives up after a time of its own, again and again; then all are patient. */
static void failing_program(void *arg)
{
    uint32_t rounds = *(const uint32_t *)arg, failed = 0, n, heap;
    static const uint16_t members[] = {0, 1, 2, 3, 5, 6, 8};
    noc_group *g;

    WANT(noc_init(), OK);
    if (core_number() == 4 || core_number() == 7) {
        return;
    }
    heap = core_heap_used();
    for (n = 0; n < rounds; n++) {
        noc_err err;

        core_delay(core_random() % 400);
        err = group_with_slots(members, 7, 32, NOC_BY_PLAN, &g, 100 + core_random() % 3000);
        if (!err) {
            err = noc_barrier(g, core_random() % 1000);
            err = noc_group_free(g, core_random() % 1000);
        }
        if (err == NOC_ERR_TIMEOUT) {
            failed++;
            if (noc_last_peer() < 0 || noc_last_peer() > 8) {
                core_fail("waited for %d?", noc_last_peer());
            }
        } else {
            ok(err, "create and free");
        }
    }
    if (!failed) {
        core_fail("no creation failed: this test tests nothing");
    }
    WANT(noc_barrier(noc_world(), 0), TIMEOUT); /* cores 4 and 7 do not come */
    for (ended++; ended < 7;) {
        core_delay(100);
    }
    all_queues(members, 7);
    WANT(noc_finish(1000000), OK);
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(test_groups_that_fail)
{
    TEST_CASES(seed, 24)
    {
        uint32_t rounds = seed % 8 ? 60 : 1000;
        const struct cores_config c = {.topology = "mesh:3x3",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 30000000};

        ended = 0;
        run(&c, failing_program, &rounds);
    }
}

/* Members that do not call with the same: all are told, and of whom. */
static void mismatch_program(void *arg)
{
    static const uint16_t members[] = {0, 1, 2, 3}, pair[] = {0, 1}, three[] = {0, 1, 2};
    const uint32_t me = core_number();
    noc_group *g = NULL, *other = NULL;
    uint32_t body[4] = {0}, n;
    noc_plan *p;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_create(members, 4, &g, NOC_FOREVER), OK);
    WANT(noc_group_reserve(g, 4 * (me == 2 ? 9 : 8), NOC_BY_PLAN, NOC_FOREVER), ARGUMENT);
    if (me < 3 && noc_last_peer() != (me == 0 ? 2 : 0)) {
        core_fail("it was %d?", noc_last_peer());
    }
    WANT(noc_group_reserve(g, 32, me == 3 ? NOC_BY_LIST : NOC_BY_PLAN, NOC_FOREVER), ARGUMENT);
    WANT(noc_group_reserve(g, 32, NOC_BY_PLAN, NOC_FOREVER), OK);
    WANT(noc_group_free(g, NOC_FOREVER), OK);
    g = NULL;
    WANT(noc_group_create((const uint16_t *)((const char *)members + 1), 4, &g, 0), ARGUMENT);
    WANT(noc_group_create(members, UINT32_MAX, &g, 0), ARGUMENT);
    WANT(noc_group_create(members, 4, NULL, 0), ARGUMENT);
    if (g) {
        core_fail("there is a group");
    }
    /* Two groups, not made in the same order by all. */
    if (me < 2) {
        WANT(noc_group_create(me ? three : pair, me ? 3 : 2, &g, 3000), TIMEOUT);
        WANT(noc_group_create(me ? pair : three, me ? 2 : 3, &other, 3000), TIMEOUT);
    }
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    WANT(group_with_slots(members, 4, 32, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
    WANT(noc_plan_create(g, 4, "separate", NOC_BY_PLAN, &p), ARGUMENT);
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_LIST, &p), ARGUMENT);
    WANT(noc_plan_create(g, 0, "separate", (noc_relay)5, &p), ARGUMENT);
    WANT(noc_plan_create(g, 0, NULL, NOC_BY_PLAN, &p), ARGUMENT);
    WANT(noc_plan_create(g, 0, "no such", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(g, 0, "", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, NULL), ARGUMENT);
    WANT(noc_plan_create(NULL, 0, "separate", NOC_BY_PLAN, &p), GROUP);
    WANT(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, &p), OK);
    WANT(noc_barrier(NULL, 0), GROUP);
    WANT(noc_barrier((noc_group *)(void *)body, 0), GROUP);
    WANT(noc_group_free(NULL, 0), GROUP);
    WANT(noc_group_reserve(NULL, 16, NOC_BY_PLAN, 0), GROUP);
    if (noc_group_size(NULL) || noc_group_rank(NULL) != -1) {
        core_fail("no group has members");
    }
    WANT(noc_multicast(NULL, body, 16, 0), ARGUMENT);
    WANT(noc_multicast(p, NULL, 16, 0), ARGUMENT);
    if (me == 0) {
        WANT(noc_multicast(p, body, 33, 0), LENGTH);
        WANT(noc_multicast(p, body, UINT32_MAX, 0), LENGTH);
    }
    /* A member leaves the group alone. The others hear it, and have the queue again. */
    if (me == 3) {
        WANT(noc_group_free(g, 100), TIMEOUT);
        WANT(noc_group_free(g, 100), GROUP);
        WANT(noc_multicast(p, body, 16, 100), GROUP);
        core_delay(40000);
    } else {
        core_delay(10000);
        for (n = 0; me == 0 && n < 3; n++) {
            noc_err err = noc_multicast(p, body, 16, 2000);

            if (err != (n ? NOC_ERR_TIMEOUT : NOC_ERR_OK)) {
                core_fail("multicast %u: %s", n, noc_strerror(err));
            }
        }
        WANT(noc_group_free(g, 5000), TIMEOUT);
        WANT(noc_group_free(g, 5000), GROUP);
    }
    noc_plan_free(p);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    all_queues(members, 4);
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(test_mismatches)
{
    TEST_CASES(seed, 6)
    {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .jitter = seed * 5,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        run(&c, mismatch_program, NULL);
    }
}

/* Members that have made different plans, and a message that no plan has sent: it harms nobody. */
static void other_plan_program(void *arg)
{
    uint32_t body[4] = {0}, me = core_number(), n;
    noc_plan *p;
    noc_err err;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_PLAN, NOC_FOREVER), OK);
    if (me == 15) { /* a part of nodes 5 to 16383, to all others */
        for (n = 0; n < 15; n++) {
            if (ni_tx(ni_address(body),
                      WORM(NOC_WORM_MESSAGE, NOC_QUEUE_GROUP) |
                          (9 + n % 7) << NI_TX_W0_ENTRY_SHIFT | 4,
                      0, 5 | 0x3fffu << WIRE_RIGHT_SHIFT, noc_header(NOC_HEADER_LAST, n, 0))) {
                core_fail("no worm");
            }
            core_delay(100);
        }
    }
    WANT(noc_plan_create(noc_world(), me == 15 ? 0 : 15, "u-torus", NOC_BY_PLAN, &p), OK);
    if (me != 15) {
        WANT(noc_multicast(p, body, 16, 20000), LIST);
        WANT(noc_multicast(p, body, 16, 20000), TIMEOUT);
    }
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    noc_plan_free(p);
    WANT(noc_plan_create(noc_world(), 0, me % 2 ? "u-torus" : "separate", NOC_BY_PLAN, &p), OK);
    err = noc_multicast(p, body, 16, 20000);
    if (err && err != NOC_ERR_LIST && err != NOC_ERR_TIMEOUT) {
        core_fail("%s", noc_strerror(err));
    }
    core_delay(100000 - core_time() % 100000);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
}

TEST(test_other_plans)
{
    const struct cores_config c = {.topology = "torus:4x4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 3000000,
                                   .algorithm_topology = "torus:4x4"};

    run(&c, other_plan_program, NULL);
}
