/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers, groups and multicasts under random delays, seed after seed: every
 * algorithm on the topologies it fits, roots that change, members that come
 * late, slots that run out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cores.h"
#include "noc.h"

enum { NODES_MAX = 64, FLITS_MAX = 150 };

static uint32_t env(const char *name, uint32_t otherwise)
{
    const char *text = getenv(name);

    return text ? (uint32_t)atoi(text) : otherwise;
}

static void ok(noc_err err, const char *what)
{
    if (err) {
        core_fail("%s: %s", what, noc_strerror(err));
    }
}

static void run(const struct cores_config *c, void (*program)(void *), void *arg)
{
    if (!cores_run(c, program, arg)) {
        fail_msg("%s, seed %u", c->topology, (unsigned)c->seed);
    }
}

/* --- barriers --------------------------------------------------------------------- */

enum { BARRIERS = 60 };
static uint32_t entered[NODES_MAX];

static void barrier_program(void *arg)
{
    uint32_t i, n;

    (void)arg;
    entered[core_number()] = 0;
    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    for (n = 1; n <= BARRIERS; n++) {
        core_delay(core_random() % (core_random() % 8 ? 20 : 1000));
        entered[core_number()] = n;
        while (true) {
            noc_err err = noc_barrier(noc_world(), core_random() % 3 ? NOC_FOREVER : 100);

            if (err != NOC_ERR_TIMEOUT) {
                ok(err, "barrier");
                break;
            }
            if (noc_last_peer() < 0 || noc_last_peer() >= (int32_t)noc_size()) {
                core_fail("a barrier timed out and names %d", noc_last_peer());
            }
        }
        for (i = 0; i < noc_size(); i++) {
            if (entered[i] < n) {
                core_fail("left barrier %u before core %u entered it", n, i);
            }
        }
    }
}

static void test_barriers(void **state)
{
    static const char *const topology[] = {"torus:2x2", "mesh:3x5", "cube:5", "utorus:8x8"};
    uint32_t seed, first = env("SEED", 0);

    (void)state;
    for (seed = first; seed < first + env("SEEDS", 12); seed++) {
        const struct cores_config c = {.topology = topology[seed % 4], .ports = 1,
                                       .jitter = seed % 3 * 20, .seed = seed,
                                       .limit_cycles = 20000000};

        memset(entered, 0, sizeof(entered));
        run(&c, barrier_program, NULL);
    }
}

/* --- multicasts ---------------------------------------------------------------------- */

struct casts {
    const char *algorithm[4];
    uint32_t algorithms;
    uint32_t rounds;
    uint32_t slot_flits;
    bool rotate;  /* another root each time */
    bool chatter; /* messages between neighbours meanwhile */
};

static uint32_t word_of(uint32_t group, uint32_t round, uint32_t i)
{
    return (group * 7919 + round + 1) * 2654435761u ^ i * 40503u;
}

static uint32_t length_of(const struct casts *k, uint32_t group, uint32_t round)
{
    return (group * 31 + round * 17) % (k->slot_flits + 1);
}

/* One multicast; sometimes first tried with too short a deadline or buffer. */
static void cast_once(noc_plan *plan, uint32_t id, uint32_t round, bool root, uint32_t flits)
{
    uint32_t body[FLITS_MAX], i;
    noc_err err;

    for (i = 0; i < FLITS_MAX; i++) {
        body[i] = root && i < flits ? word_of(id, round, i) : 0x77777777;
    }
    if (!root && flits && core_random() % 6 == 0) {
        err = noc_multicast(plan, body, flits - 1, core_random() % 200);
        if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_TRUNCATED) {
            core_fail("a short multicast: %s", noc_strerror(err));
        }
    }
    do {
        err = noc_multicast(plan, body, root ? flits : FLITS_MAX,
                            core_random() % 3 ? NOC_FOREVER : 300);
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "multicast");
    if (root) {
        memset(body, 0xee, sizeof(body)); /* ours again */
        return;
    }
    for (i = 0; i < FLITS_MAX; i++) {
        if (body[i] != (i < flits ? word_of(id, round, i) : 0x77777777)) {
            core_fail("group %u, multicast %u: word %u of %u is %08x", id, round, i, flits, body[i]);
        }
    }
}

static void chatter(uint32_t round)
{
    uint32_t next = (noc_rank() + 1) % noc_size(), body[3] = {noc_rank(), round, 0};
    noc_request r;

    ok(noc_isend(next, 5, body, 3, &r), "isend");
    core_delay(core_random() % 100);
    uint32_t got[3];
    ok(noc_recv((int32_t)((noc_rank() + noc_size() - 1) % noc_size()), 5, got, 3, NULL, NOC_FOREVER),
       "recv");
    if (got[0] != (noc_rank() + noc_size() - 1) % noc_size() || got[1] != round) {
        core_fail("chatter %u: from %u, round %u", round, got[0], got[1]);
    }
    ok(noc_wait(&r, NULL, NOC_FOREVER), "wait");
}

static void cast_in(const struct casts *k, noc_group *g, uint32_t id)
{
    noc_plan *plan[NODES_MAX * 4] = {0};
    uint32_t size = noc_group_size(g), round;

    for (round = 0; round < k->rounds; round++) {
        uint32_t root = k->rotate ? (round * 7 + id) % size : id % size;
        uint32_t a = round % k->algorithms;
        noc_plan **p = &plan[root * 4 + a];

        if (core_random() % 5 == 0) {
            core_delay(core_random() % 3000);
        }
        if (!*p) {
            ok(noc_plan_create(g, root, k->algorithm[a], p), k->algorithm[a]);
        }
        cast_once(*p, id, round, (uint32_t)noc_group_rank(g) == root, length_of(k, id, round));
        if (core_random() % 4 == 0) {
            noc_plan_free(*p);
            *p = NULL;
        }
        if (k->chatter && g == noc_world()) {
            chatter(round);
        }
    }
    for (round = 0; round < NODES_MAX * 4; round++) {
        noc_plan_free(plan[round]);
    }
}

static void world_program(void *arg)
{
    const struct casts *k = arg;

    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    ok(noc_group_reserve(noc_world(), k->slot_flits, NOC_FOREVER), "reserve");
    cast_in(k, noc_world(), 0);
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Rows and columns of the square of nodes: each core is in one of each. */
static void groups_program(void *arg)
{
    const struct casts *k = arg;
    uint16_t row[NODES_MAX], column[NODES_MAX];
    uint32_t width = 0, i, again;
    noc_group *r, *c;

    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    while (width * width < noc_size()) {
        width++;
    }
    for (i = 0; i < width; i++) {
        row[i] = (uint16_t)(core_number() / width * width + i);
        column[i] = (uint16_t)(core_number() % width + i * width);
    }
    for (again = 0; again < 2; again++) {
        uint32_t heap = core_heap_used();

        ok(noc_group_create(row, width, k->slot_flits, &r, NOC_FOREVER), "row");
        ok(noc_group_create(column, width, k->slot_flits, &c, NOC_FOREVER), "column");
        if (noc_group_rank(r) != (int32_t)(core_number() % width) || noc_group_size(c) != width) {
            core_fail("rank %d of %u", noc_group_rank(r), noc_group_size(c));
        }
        ok(noc_barrier(r, NOC_FOREVER), "barrier");
        cast_in(k, r, core_number() / width);
        cast_in(k, c, width + core_number() % width);
        ok(noc_group_free(c, NOC_FOREVER), "free");
        ok(noc_group_free(r, NOC_FOREVER), "free");
        if (noc_group_size(r) || noc_barrier(r, 0) != NOC_ERR_GROUP) {
            core_fail("a group lives on");
        }
        if (core_heap_used() != heap) {
            core_fail("%u bytes leaked", core_heap_used() - heap);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

struct network { const char *topology; struct casts casts; };
static const struct network network[] = {
    {"torus:4x4", {{"separate", "u-torus"}, 2, 24, 64, true, true}},
    {"utorus:3x4", {{"separate", "u-torus"}, 2, 24, 8, true, false}},
    {"mesh:4x4", {{"separate", "u-mesh"}, 2, 24, FLITS_MAX, true, true}},
    {"cube:4", {{"separate", "u-cube"}, 2, 24, 20, true, false}},
    {"torus:6x6", {{"u-torus"}, 1, 12, 64, false, false}},
};

static void cast_everywhere(void (*program)(void *), uint32_t seeds, bool square)
{
    uint32_t seed, first = env("SEED", 0);
    unsigned i;

    for (seed = first; seed < first + seeds; seed++) {
        for (i = 0; i < sizeof(network) / sizeof(*network); i++) {
            const struct cores_config c = {
                .topology = network[i].topology, .ports = seed % 2, .jitter = seed % 3 * 15,
                .tau_r = seed % 5 == 4 ? 60 : 0, .seed = seed, .limit_cycles = 30000000,
                .algorithm_topology = network[i].topology,
            };
            struct casts k = network[i].casts;

            if (!square || !strchr(c.topology, '3')) {
                run(&c, program, &k);
            }
        }
    }
}

static void test_multicast_world(void **state)
{
    (void)state;
    cast_everywhere(world_program, env("SEEDS", 12), false);
}

static void test_multicast_groups(void **state)
{
    (void)state;
    cast_everywhere(groups_program, env("SEEDS", 8), true);
}

/* --- one receiver, floods and little memory ------------------------------------------- */

enum { EACH = 3, FLOOD_FLITS = 64 };

/* All others send to node 0 before it looks; it receives in reverse order. */
static void flood_program(void *arg)
{
    uint32_t body[FLOOD_FLITS], from, n, i;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number()) {
        for (n = 0; n < EACH; n++) {
            for (i = 0; i < FLOOD_FLITS; i++) {
                body[i] = core_number() * 1000 + n * 100 + i;
            }
            ok(noc_send(0, n, body, FLOOD_FLITS, NOC_FOREVER), "send");
        }
        ok(noc_finish(NOC_FOREVER), "finish");
        return;
    }
    core_delay(20000);
    for (from = noc_size() - 1; from > 0; from--) {
        for (n = EACH; n-- > 0;) {
            noc_err err = noc_recv((int32_t)from, (int32_t)n, body, FLOOD_FLITS, &s, NOC_FOREVER);

            ok(err, "recv");
            for (i = 0; i < FLOOD_FLITS; i++) {
                if (body[i] != from * 1000 + n * 100 + i) {
                    core_fail("from %u, tag %u, word %u: %u", from, n, i, body[i]);
                }
            }
        }
    }
    if (!core_discards()) {
        core_fail("nothing was ever discarded: this test tests nothing");
    }
}

static void test_flood(void **state)
{
    const struct cores_config c = {.topology = "torus:8x8", .ports = 1, .seed = 1,
                                   .limit_cycles = 30000000};

    (void)state;
    run(&c, flood_program, NULL);
}

/* A heap with room for the layer and a few messages: the receive of what cannot
 * come fails with NOC_ERR_MEMORY, in time; receiving others makes room for it. */
static void small_program(void *arg)
{
    uint32_t body[FLOOD_FLITS] = {0}, got = 0, failed = 0, last = noc_size();
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    last = noc_size() - 1;
    if (core_number()) {
        body[0] = core_number();
        core_delay(core_number() == last ? 40000 : 0);
        ok(noc_send(0, 1, body, FLOOD_FLITS, NOC_FOREVER), "send");
        ok(noc_finish(NOC_FOREVER), "finish");
        return;
    }
    core_delay(20000);
    for (;;) {
        noc_err err = noc_recv((int32_t)last, 1, body, FLOOD_FLITS, &s, NOC_FOREVER);

        if (err != NOC_ERR_MEMORY) {
            ok(err, "recv");
            got++;
            break;
        }
        failed++;
        ok(noc_recv(NOC_ANY_SOURCE, NOC_ANY_TAG, body, FLOOD_FLITS, &s, NOC_FOREVER), "recv any");
        got++;
        if (s.source != body[0]) {
            core_fail("from %u: %u", s.source, body[0]);
        }
    }
    for (; got < last; got++) {
        ok(noc_recv(NOC_ANY_SOURCE, 1, body, FLOOD_FLITS, &s, NOC_FOREVER), "the rest");
    }
    if (!failed) {
        core_fail("memory was never short: this test tests nothing");
    }
}

static void test_little_memory(void **state)
{
    const struct cores_config c = {.topology = "torus:8x8", .ports = 1, .seed = 1,
                                   .heap_bytes = 12 << 10, .limit_cycles = 30000000};

    (void)state;
    run(&c, small_program, NULL);
}

/* --- arguments -------------------------------------------------------------------------- */

static void want(noc_err got, noc_err wanted, int line)
{
    if (got != wanted) {
        core_fail("line %d: %s, not %s", line, noc_strerror(got), noc_strerror(wanted));
    }
}
#define WANT(call, err) want(call, NOC_ERR_##err, __LINE__)

static void arguments_program(void *arg)
{
    uint32_t body[4] = {1, 2, 3, 4};
    uint16_t unsorted[] = {1, 0}, far[] = {0, 9}, others[] = {(uint16_t)(1 - core_number())};
    noc_request r = {0, 0}, many[NOC_REQUESTS];
    noc_group *g;
    noc_plan *p;
    noc_status s;
    bool done;
    uint32_t i;

    (void)arg;
    WANT(noc_send(0, 0, body, 1, 0), UNSTARTED);
    WANT(noc_recv(0, 0, body, 1, NULL, 0), UNSTARTED);
    WANT(noc_barrier(noc_world(), 0), UNSTARTED);
    WANT(noc_init(), OK);
    WANT(noc_init(), OK);
    WANT(noc_send(noc_size(), 0, body, 1, 0), RANK);
    WANT(noc_send(noc_size() + 16384, 0, body, 1, 0), RANK);
    WANT(noc_send(0, 65536, body, 1, 0), TAG);
    WANT(noc_send(0, 0, body, 1 << 20, 0), LENGTH);
    WANT(noc_send(0, 0, (char *)body + 1, 1, 0), ARGUMENT);
    WANT(noc_send(0, 0, NULL, 1, 0), ARGUMENT);
    WANT(noc_recv((int32_t)noc_size(), 0, body, 1, NULL, 0), RANK);
    WANT(noc_recv(-2, 0, body, 1, NULL, 0), RANK);
    WANT(noc_recv(0, 65536, body, 1, NULL, 0), TAG);
    WANT(noc_recv(0, -2, body, 1, NULL, 0), TAG);
    WANT(noc_recv(0, 0, body, 1, NULL, 0), TIMEOUT);
    WANT(noc_recv(1 - (int32_t)core_number(), 0, body, 1, NULL, 50), TIMEOUT);
    if (noc_last_peer() != 1 - (int32_t)core_number()) {
        core_fail("waited for %d?", noc_last_peer());
    }
    WANT(noc_recv(NOC_ANY_SOURCE, 0, body, 1, NULL, 50), TIMEOUT);
    if (noc_last_peer() != -1) {
        core_fail("waited for %d?", noc_last_peer());
    }
    WANT(noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, &s, 0), TIMEOUT);
    WANT(noc_test(&r, &done, NULL), ARGUMENT);
    WANT(noc_wait(&r, NULL, 0), ARGUMENT);
    for (i = 0; i < NOC_REQUESTS; i++) {
        WANT(noc_irecv(0, 3, body, 4, &many[i]), OK);
    }
    WANT(noc_irecv(0, 3, body, 4, &r), BUSY);
    WANT(noc_isend(core_number(), 3, body, 4, &r), BUSY);
    WANT(noc_wait(&many[0], NULL, 20), TIMEOUT);
    WANT(noc_group_create(unsorted, 2, 8, &g, 0), ARGUMENT);
    WANT(noc_group_create(far, 2, 8, &g, 0), RANK);
    WANT(noc_group_create(others, 1, 8, &g, 0), GROUP);
    WANT(noc_group_create(others, 0, 8, &g, 0), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "u-torus", &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "separate", &p), OK);
    if (core_number() == 0) {
        WANT(noc_multicast(p, body, 4, 0), LENGTH);
    }
    WANT(noc_group_free(noc_world(), 0), GROUP);
}

static void test_arguments(void **state)
{
    const struct cores_config c = {.topology = "mesh:2", .ports = 1, .seed = 1,
                                   .limit_cycles = 1000000};

    (void)state;
    run(&c, arguments_program, NULL);
}

/* --- to oneself --------------------------------------------------------------------------- */

static void self_program(void *arg)
{
    uint32_t body[500], got[500], i, n, me = core_number();
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    for (n = 0; n < 500; n += 83) {
        noc_request r;

        for (i = 0; i < n; i++) {
            body[i] = n + i;
        }
        ok(noc_send(me, n, body, n, 0), "send to oneself");
        ok(noc_irecv((int32_t)me, (int32_t)n + 1, got, n, &r), "irecv from oneself");
        memset(got, 0, sizeof(got));
        ok(noc_recv((int32_t)me, (int32_t)n, got, n, &s, 0), "recv from oneself");
        if (s.flits != n || s.source != me || s.tag != n || memcmp(got, body, n * 4)) {
            core_fail("%u flits to oneself", n);
        }
        memset(got, 0, sizeof(got));
        ok(noc_send(me, n + 1, body, n, 0), "send to oneself");
        ok(noc_wait(&r, &s, 0), "wait for oneself");
        if (memcmp(got, body, n * 4)) {
            core_fail("%u flits to oneself, posted", n);
        }
    }
}

static void test_self(void **state)
{
    const struct cores_config c = {.topology = "mesh:2", .ports = 1, .seed = 1,
                                   .limit_cycles = 1000000};

    (void)state;
    run(&c, self_program, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_self),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_multicast_world),
        cmocka_unit_test(test_multicast_groups),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_little_memory),
    };

    cmocka_set_message_output(CM_OUTPUT_STDOUT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
