/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicasts by every algorithm on every kind of topology, relays by plan and by list, at
 * one and at all ports, in groups drawn by chance: the data is right, and whoever
 * sent it to a core and for how many that core answers is what the plan on the host says.
 * Then lists that make no sense.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "drawn.h"
#include "host.h"
#include "memmap.h"
#include "mmio.h"
#include "multicast/algorithms.h"
#include "ni.h"
#include "noc.h"
#include "packet.h"
#include "params.h"
#include "../../libnoc/runs.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { WORM_RELAYS = 3, NODES_MAX = 64, BYTES = 279, ROUNDS = 5, GUARD = 0x77777777 };

/* --- the networks ------------------------------------------------------------------- */

/* Four switches in a square, with a diagonal; three cores at each. */
static const char graph_text[] =
    "nodes 16\nswitch 0-3\n0 1\n1 2\n2 3\n3 0\n0 2\n"
    "0 4\n0 5\n0 6\n1 7\n1 8\n1 9\n2 10\n2 11\n2 12\n3 13\n3 14\n3 15\n";
static const char ring_text[] = "0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 0\n2 5\n";
static const char grid_text[] = "torus 4x4\naux left 7 right 4\n";

struct network {
    const char *topology, *text;
    const char *algorithm[6]; /* NULL ends */
    bool force;
    const char *routing; /* NULL: the topology's own */
    unsigned relays;     /* the first of enum noc_relay: so many */
};
static const struct network networks[] = {
    {"torus:4x4", NULL, {"separate", "u-torus"}, false, NULL, 2},
    {"mesh:3x4", NULL, {"separate", "u-mesh", "u-torus"}, false, NULL, 2},
    {"cube:4", NULL, {"u-cube", "maxport", "combine", "w-sort", "w-sort-local"}, false, NULL, 2},
    {"ccc:3", NULL, {"u-ccc", "separate"}, false, NULL, 2},
    {"graph", graph_text, {"postorder", "separate"}, false, NULL, 2},
    {"graph", ring_text, {"postorder"}, false, NULL, 2},
    {"grid", grid_text, {"separate", "u-torus"}, true, NULL, 2},
    /* Where no proof holds messages must still arrive; these do not meet in a cycle. */
    {"torus:4x4", NULL, {"postorder", "maxport", "w-sort-local", "u-ccc"}, true, NULL, 2},
    /* Worms with several destinations. */
    {"utorus:4x4",
     NULL,
     {"s-torus", "md-torus", "mu-torus:3", "m-torus", "mu-torus:2"},
     false,
     "utpr",
     WORM_RELAYS},
    {"utorus:6x3x3",
     NULL,
     {"mu-torus:8", "md-torus", "m-torus", "s-torus"},
     false,
     "utpr",
     WORM_RELAYS},
    {"mesh:4x5", NULL, {"pcp"}, true, "coded-path-vc", 2},
    {"mesh:3x5", NULL, {"dual-path", "two-phase-path"}, false, "hamiltonian", WORM_RELAYS},
    {"torus:4x4", NULL, {"dual-path", "two-phase-path"}, false, "hamiltonian", WORM_RELAYS},
    {"mesh:3x3", NULL, {"pcp", "separate"}, true, "coded-path-vc", 2},
    /* Where routers do not copy each receiver gets a worm of its own. */
    {"utorus:4x4", NULL, {"s-torus", "md-torus", "mu-torus:3", "m-torus"}, true, NULL, 2},
    {"utorus:4x4", NULL, {"u-torus", "separate"}, true, "utpr", 2},
};

/* --- groups drawn by chance ------------------------------------------------------------ */

struct draw {
    const struct network *network;
    noc_relay relay;
    uint32_t ports;
    uint64_t seed;
};

/* What the host plans for this core: *parent, and for how many it answers. */
static void expect_part(const char *algorithm, const uint16_t *members, uint32_t count,
                        uint32_t root, uint32_t ports, int32_t *parent, uint32_t *answers_for)
{
    const struct noc_plan_env e = {cores_topology(),
                                   cores_routing(),
                                   ports,
                                   members[root],
                                   (uint16_t)noc_algorithm_parameter(algorithm),
                                   0,
                                   NULL};
    struct noc_message message[NODES_MAX];
    struct noc_part scratch[NODES_MAX];
    uint16_t chain[NODES_MAX];
    uint32_t i, n = 1;

    chain[0] = members[root];
    for (i = 0; i < count; i++) {
        if (i != root) {
            chain[n++] = members[i];
        }
    }
    noc_plan_make(noc_algorithm_find(algorithm), &e, chain, count - 1, message, scratch);
    *parent = -1;
    *answers_for = count;
    for (i = 0; i < count - 1; i++) {
        if (message[i].to == core_number()) {
            *parent = message[i].from;
            *answers_for = (uint32_t)message[i].part.right - message[i].part.left + 1;
        }
    }
}

static uint8_t byte_of(uint32_t round, uint32_t root, uint32_t i)
{
    return (uint8_t)((((round * 7919 + root + 1) * 2654435761u) ^ (i * 40503u)) >> 5);
}

/* One multicast, to any address; sometimes tried first with too short a deadline or buffer. */
static void cast(noc_plan *plan, uint32_t round, uint32_t root, bool is_root, uint32_t bytes)
{
    uint8_t buffer[BYTES + 8], *body = buffer + core_random() % 4;
    uint32_t before = (uint32_t)(body - buffer), room = core_random() % 2 ? bytes : BYTES, i;
    noc_err err = NOC_ERR_TIMEOUT;

    for (i = 0; i < BYTES + 8; i++) {
        buffer[i] = is_root && i >= before ? byte_of(round, root, i - before) : 0x77;
    }
    if (!is_root && bytes && core_random() % 4 == 0) {
        err = noc_multicast(plan, body, bytes - 1, core_random() % 300);
        if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_TRUNCATED) {
            core_fail("a short multicast: %s", noc_strerror(err));
        }
    }
    for (err = NOC_ERR_TIMEOUT; err == NOC_ERR_TIMEOUT;) {
        err = noc_multicast(plan, body, is_root ? bytes : room,
                            core_random() % 3 ? NOC_FOREVER : 200);
    }
    ok(err, "multicast");
    if (is_root) {
        memset(buffer, 0xee, sizeof(buffer)); /* ours again */
        return;
    }
    for (i = 0; i < BYTES + 8; i++) {
        bool inside = i >= before && i - before < bytes;

        if (buffer[i] != (inside ? byte_of(round, root, i - before) : 0x77)) {
            core_fail("multicast %u: byte %u of %u at %u is %02x", round, i - before, bytes, before,
                      buffer[i]);
        }
    }
}

/* Several multicasts, two roots in turn, by one algorithm. */
static void casts(const struct draw *d, noc_group *g, const uint16_t *members, uint32_t count,
                  const char *algorithm, uint64_t *state)
{
    uint32_t first = drawn(state) % count, second = drawn(state) % count, round, got, wanted;
    noc_plan *plan[2];
    int32_t parent;

    ok(noc_plan_create(g, first, algorithm, d->relay, &plan[0]), algorithm);
    ok(noc_plan_create(g, second, algorithm, d->relay, &plan[1]), algorithm);
    for (round = 0; round < ROUNDS; round++) {
        uint32_t which = drawn(state) % 2, root = which ? second : first;
        uint32_t bytes = drawn(state) % (drawn(state) % 3 ? BYTES + 1 : 12);

        if (core_random() % 4 == 0) {
            core_delay(core_random() % 4000); /* let slots run out */
        }
        cast(plan[which], round, root, (uint32_t)noc_group_rank(g) == root, bytes);
        expect_part(algorithm, members, count, root, d->ports, &parent, &wanted);
        if (noc_plan_parent(plan[which], &got) != parent || got != wanted) {
            core_fail("%s: for %u from %d, not for %u from %d", algorithm, got,
                      noc_plan_parent(plan[which], NULL), wanted, parent);
        }
    }
    noc_plan_free(plan[0]);
    noc_plan_free(plan[1]);
}

static void program(void *arg)
{
    const struct draw *d = arg;
    uint64_t state = d->seed + 1;
    uint16_t members[NODES_MAX];
    uint32_t count, a, heap;
    noc_group *g;

    core_delay(core_random() % 500);
    ok(noc_init(), "init");
    heap = core_heap_used();
    for (a = 0; a < 6 && d->network->algorithm[a]; a++) {
        uint64_t mine;

        count = draw_members(&state, members);
        mine = state;
        if (is_in(members, count, core_number())) {
            ok(group_with_slots(members, count, BYTES, d->relay, &g, NOC_FOREVER), "group");
            casts(d, g, members, count, d->network->algorithm[a], &mine);
            ok(noc_group_free(g, NOC_FOREVER), "free");
        }
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(test_everywhere)
{
    unsigned i;

    TEST_CASES(seed, 16)
    {
        for (i = 0; i < sizeof(networks) / sizeof(*networks); i++) {
            const struct network *n = &networks[i];
            const struct cores_config c = {
                .topology = n->topology,
                .text = n->text,
                .routing = n->routing,
                .force = n->force,
                .ports = seed % 2,
                .jitter = seed % 3 * 15,
                .tau_r = seed % 5 == 4 ? 60 : 0,
                .seed = seed,
                .limit_cycles = 30000000,
                .algorithm_topology = n->topology,
            };
            struct draw d = {n, (noc_relay)(seed / 2 % (n->relays)), seed % 2, seed};

            if (!cores_run(&c, program, &d)) {
                fail_msg("%s %s, seed %u", n->topology, n->routing, (unsigned)seed);
            }
        }
    }
}

/* --- arguments ------------------------------------------------------------------------- */

static void arguments_program(void *arg)
{
    const uint16_t members[] = {0, 1, 2};
    noc_group *g;
    noc_plan *p;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, (noc_relay)3, 0), ARGUMENT);
    /* The list is part of the message: 4 members but the root, from an odd place on. */
    WANT(noc_group_reserve(noc_world(), 4 * (NOC_LENGTH_MAX - 1), NOC_BY_LIST, 0), ARGUMENT);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_PLAN, NOC_FOREVER), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_LIST, 0), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "u-mesh", NOC_BY_LIST, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "u-mesh", (noc_relay)7, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "u-torus", NOC_BY_PLAN, &p), OK);
    WANT(noc_plan_create(noc_world(), 0, "u-cube", NOC_BY_PLAN, &p), ALGORITHM);
    if (core_number() < 3) {
        WANT(group_with_slots(members, 3, 16, NOC_BY_LIST, &g, NOC_FOREVER), OK);
        WANT(noc_plan_create(g, 0, "u-mesh", NOC_BY_LIST, &p), OK);
        if (noc_plan_parent(p, NULL) != -1) {
            core_fail("a parent before any message");
        }
    }
}

TEST(test_arguments)
{
    const struct cores_config c = {.topology = "mesh:4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 1000000,
                                   .algorithm_topology = "mesh:4"};

    assert_true(cores_run(&c, arguments_program, NULL));
}

/* What plans refuse that have worms with several destinations; node 0 is alone in what it sends. */
static void worm_arguments_program(void *arg)
{
    const uint16_t members[] = {0, 1, 2};
    noc_group *g;
    noc_plan *p;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_HEADER, NOC_FOREVER), OK);
    /* Slots are too short. */
    WANT(noc_plan_create(noc_world(), 0, "s-torus", NOC_BY_LIST, &p), ARGUMENT);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_HEADER, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "mu-torus", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "mu-torus:1", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "pcp", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "s-torus", NOC_BY_HEADER, &p), OK);
    noc_plan_free(p);
    if (core_number() < 3) {
        WANT(group_with_slots(members, 3, 16, NOC_BY_LIST, &g, NOC_FOREVER), OK);
        WANT(noc_plan_create(g, 1, "s-torus", NOC_BY_HEADER, &p), OK); /* there is room enough */
        noc_plan_free(p);
    }
    core_fill_heap();
    WANT(noc_plan_create(noc_world(), 0, "s-torus", NOC_BY_HEADER, &p), MEMORY);
}

static void coded_arguments_program(void *arg)
{
    const uint16_t members[] = {0, 1, 2};
    noc_group *g;
    noc_plan *p;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_HEADER, NOC_FOREVER), OK);
    WANT(noc_plan_create(noc_world(), 0, "pcp", NOC_BY_HEADER, &p), ALGORITHM); /* no lists there */
    WANT(noc_plan_create(noc_world(), 0, "pcp", NOC_BY_PLAN, &p), OK);
    if (core_number() < 3) {
        WANT(group_with_slots(members, 3, 16, NOC_BY_PLAN, &g, NOC_FOREVER), OK);
        WANT(noc_plan_create(g, 0, "pcp", NOC_BY_PLAN, &p), ALGORITHM); /* not to all */
    }
}

/* Forced: its worm to all would have to turn more often than routers lead it. Only the source makes
 * one. */
static void forced_program(void *arg)
{
    noc_plan *p;
    noc_err err;

    (void)arg;
    WANT(noc_init(), OK);
    err = noc_plan_create(noc_world(), 0, "s-torus", NOC_BY_PLAN, &p);
    if (err != (core_number() ? NOC_ERR_OK : NOC_ERR_ALGORITHM)) {
        core_fail("a worm that cannot be led: %s", noc_strerror(err));
    }
}

/* All must agree on what the block says: from its source as it is cut, from another in halves. */
static void cuts_program(void *arg)
{
    uint16_t chain[NODES_MAX];
    struct noc_message message[NODES_MAX];
    struct noc_part scratch[NODES_MAX];
    struct noc_partition cuts = {.cuts = arg};
    const struct noc_plan_env e = {cores_topology(), cores_routing(), 1, 0, 0, 0, &cuts};
    uint32_t i, n = cores_topology()->nodes, body = 77, got;
    noc_plan *p;

    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_LIST, NOC_FOREVER), OK);
    WANT(noc_plan_create(noc_world(), 0, "m-torus", NOC_BY_LIST, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "m-torus", NOC_BY_HEADER, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 1, "m-torus", NOC_BY_LIST, &p), OK);
    noc_plan_free(p);
    WANT(noc_plan_create(noc_world(), 0, "m-torus", NOC_BY_PLAN, &p), OK);
    for (i = 0; i < n; i++) {
        chain[i] = (uint16_t)i;
    }
    noc_plan_make(noc_algorithm_find("m-torus"), &e, chain, n - 1, message, scratch);
    for (i = 0; i < n - 1; i++) {
        if (message[i].to == core_number() &&
            (noc_plan_parent(p, &got) != message[i].from ||
             got != message[i].part.right - message[i].part.left + 1u)) {
            core_fail("for %u from %d", got, noc_plan_parent(p, NULL));
        }
    }
    WANT(noc_multicast(p, &body, 4, NOC_FOREVER), OK);
    WANT(noc_finish(NOC_FOREVER), OK);
}

/* A block that ends before its last cut has none: the list would say nothing of them. */
static void no_cuts_program(void *arg)
{
    struct noc_params *params = (struct noc_params *)NOC_PARAMS_BASE;
    uint32_t m = cores_topology()->nodes - 1;
    noc_plan *p;

    (void)arg;
    params->bytes = (uint32_t)sizeof(*params) + 2 * m * (uint32_t)sizeof(uint16_t);
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_LIST, NOC_FOREVER), OK);
    WANT(noc_plan_create(noc_world(), 0, "m-torus", NOC_BY_LIST, &p), OK);
}

TEST(test_worm_arguments)
{
    /* 0 > 3 > 9, then 0 > 1 > 2 along the chain; 3 > 4 .. 8, 9 > 10 .. 15 */
    static uint16_t cuts[16] = {0,
                                1,
                                1 | NOC_CUT_JOINS,
                                6,
                                1,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                7 | NOC_CUT_JOINS,
                                1,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS,
                                1 | NOC_CUT_JOINS};
    struct cores_config c = {.topology = "utorus:4x4",
                             .routing = "utpr",
                             .ports = 1,
                             .seed = 1,
                             .limit_cycles = 1000000,
                             .algorithm_topology = "utorus:4x4"};

    assert_true(cores_run(&c, worm_arguments_program, NULL));
    c.cuts = cuts;
    assert_true(cores_run(&c, cuts_program, cuts));
    assert_true(cores_run(&c, no_cuts_program, NULL));
    c = (struct cores_config){.topology = "mesh:4x4",
                              .routing = "coded-path",
                              .ports = 1,
                              .seed = 1,
                              .limit_cycles = 1000000,
                              .algorithm_topology = "mesh:4x4"};
    assert_true(cores_run(&c, coded_arguments_program, NULL));
    c.routing = "coded-path-vc";
    c.force = true;
    assert_true(cores_run(&c, forced_program, NULL));
}

/* --- boards that the parameters or the algorithm are not for ------------------------------ */

static void other_board_program(void *arg)
{
    noc_plan *p;

    (void)arg;
    WANT(noc_init(), NETWORK);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &p), UNSTARTED);
}

/* What is planned for one network is wrong on another, even of as many nodes. */
TEST(test_parameters_of_another_board)
{
    const struct cores_config c = {.topology = "mesh:4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 100000,
                                   .algorithm_topology = "mesh:4",
                                   .wiring = 0x12345678};

    assert_true(cores_run(&c, other_board_program, NULL));
}

static void unicasts_program(void *arg)
{
    noc_plan *p;
    uint32_t body[600] = {0};

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_plan_create(noc_world(), 0, "mu-torus:2", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_plan_create(noc_world(), 0, "s-torus", NOC_BY_PLAN, &p), ALGORITHM);
    WANT(noc_broadcast(noc_world(), body, sizeof(body), 0, NOC_FOREVER), OK);
    WANT(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &p), OK);
    WANT(noc_finish(NOC_FOREVER), OK);
}

/* Routers that do not copy worms, under a routing that could. */
TEST(test_board_without_copies)
{
    const struct cores_config c = {.topology = "utorus:4x4",
                                   .routing = "utpr",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 1000000,
                                   .algorithm_topology = "utorus:4x4",
                                   .unicasts = true};

    assert_true(cores_run(&c, unicasts_program, NULL));
}

/* --- lists that make no sense ------------------------------------------------------------ */

/* The same step on a copy of the part elsewhere, with other nodes around it. */
static void check_elsewhere(const struct noc_algorithm *a, const struct noc_plan_env *e,
                            const uint16_t *chain, struct noc_part mine, uint64_t *state)
{
    uint32_t shift = drawn(state) % 20, i;
    uint16_t other[NODES_MAX + 20];
    struct noc_part there = {(uint16_t)(mine.left + shift), (uint16_t)(mine.right + shift),
                             (uint16_t)(mine.self + shift)};
    struct noc_part theirs, theirs_there;
    bool more = a->next(e, chain, &mine, &theirs);

    for (i = 0; i < NODES_MAX + 20; i++) {
        other[i] = (uint16_t)drawn(state);
    }
    memcpy(other + there.left, chain + there.left - shift,
           (there.right - there.left + 1u) * sizeof(*chain));
    assert_int_equal(a->next(e, other, &there, &theirs_there), more);
    if (more) {
        assert_int_equal(theirs_there.left, theirs.left + shift);
        assert_int_equal(theirs_there.right, theirs.right + shift);
        assert_int_equal(theirs_there.self, theirs.self + shift);
        assert_int_equal(there.left, mine.left + shift);
        assert_int_equal(there.right, mine.right + shift);
    }
}

/* Whatever nodes a chain holds, next() stays within the part and hands over less than it:
 * a relay relies on it when a list names nodes twice, or such as there are not. */
static void check_parts(const struct noc_algorithm *a, const struct noc_plan_env *e,
                        uint64_t *state)
{
    uint16_t chain[NODES_MAX];
    uint32_t i, first = drawn(state) % 20, last = first + drawn(state) % (NODES_MAX - first);
    uint32_t of = drawn(state) % 2 ? 16384 : 1 + drawn(state) % 16;
    struct noc_part mine = {(uint16_t)first, (uint16_t)last,
                            (uint16_t)(first + drawn(state) % (last - first + 1))};
    struct noc_part theirs, before = mine;

    for (i = 0; i < NODES_MAX; i++) {
        chain[i] = (uint16_t)(drawn(state) % of);
    }
    check_elsewhere(a, e, chain, mine, state);
    while (a->next(e, chain, &mine, &theirs)) {
        assert_true(before.left <= theirs.left && theirs.left <= theirs.self &&
                    theirs.self <= theirs.right && theirs.right <= before.right);
        assert_true(before.left <= mine.left && mine.left <= mine.right &&
                    mine.right <= before.right && mine.self == before.self);
        assert_true(mine.right - mine.left < before.right - before.left);
        before = mine;
        if (drawn(state) % 4 == 0) {
            mine = before = theirs;
        }
    }
}

/* The same of worm(), from whatever end of the part, or for a source from within: all parts that it
 * hands over lie in the part, none of them in another, have fewer nodes together, and their
 * receivers stand at an end: so memory for as many as there are others is enough, and a list can be
 * written. Relays take runs: those say the same. */
static void check_worms(const struct noc_algorithm *a, const struct noc_plan_env *e,
                        uint64_t *state)
{
    uint32_t i, first = drawn(state) % 20, last = first + drawn(state) % (NODES_MAX - first);
    uint32_t of = drawn(state) % 2 ? 16384 : 1 + drawn(state) % 16;
    bool taken[NODES_MAX] = {false}, any = false;
    struct noc_part mine = {(uint16_t)first, (uint16_t)last, 0}, theirs, by_runs, of_run;
    struct noc_worm_progress legs = {0};
    struct runs runs = {.legs.runs = true};
    uint16_t chain[NODES_MAX];
    uint32_t sum = 0;

    for (i = 0; i < NODES_MAX; i++) {
        chain[i] = (uint16_t)(drawn(state) % of);
    }
    i = drawn(state) % 3;
    mine.self = (uint16_t)(i == 0   ? first
                           : i == 1 ? last
                                    : first + drawn(state) % (last - first + 1));
    by_runs = mine;
    while (a->worm(e, chain, &mine, &theirs, &legs)) {
        assert_true(runs_next(a, e, chain, &by_runs, &of_run, &runs));
        assert_memory_equal(&of_run, &theirs, sizeof(theirs));
        assert_int_equal(runs.legs.joins, legs.joins);
        assert_true(first <= theirs.left && theirs.left <= theirs.right && theirs.right <= last);
        assert_true(theirs.self == theirs.left || theirs.self == theirs.right);
        assert_true(any || !legs.joins);
        for (i = theirs.left; i <= theirs.right; i++) {
            assert_false(taken[i]);
            taken[i] = true;
        }
        sum += theirs.right - theirs.left + 1u;
        any = true;
    }
    assert_false(runs_next(a, e, chain, &by_runs, &of_run, &runs));
    assert_memory_equal(&by_runs, &mine, sizeof(mine));
    assert_true(sum <= last - first);
}

static void any_list(const struct noc_algorithm *a, uint32_t n, uint64_t *chance)
{
    static const char *const name[] = {"torus:8x8", "cube:6", "ccc:4", "mesh:3x4", "utorus:4x4"};
    struct noc_plan_env e = {.ports = n % 2, .source = n % 12, .parameter = n % 7};
    const struct noc_routing *r = NULL;
    struct noc_topology t;
    struct noc_fault fault;

    assert_true(noc_topology_parse(&t, name[n % 5], &fault) &&
                noc_routing_choose(&r,
                                   n % 5 == 4    ? "utpr"
                                   : n % 10 == 3 ? "coded-path"
                                                 : NULL,
                                   &t, &fault));
    e.topology = &t;
    e.routing = r;
    a->worm ? check_worms(a, &e, chance) : check_parts(a, &e, chance);
}

TEST(test_any_list)
{
    uint64_t chance = 1;
    uint32_t i, n;

    for (i = 0; noc_algorithms[i]; i++) {
        for (n = 0; n < 20000; n++) {
            any_list(noc_algorithms[i], n, &chance);
        }
    }
}

enum { SLOT = 8, NONSENSE = 12, VICTIM = 1 };
static uint32_t errors[2], oks[2]; /* [1]: of worms */
static bool sensible, worms;       /* the list that core 0 sent */

static bool is_sensible(const uint16_t *list, uint32_t flits, uint32_t w2)
{
    uint32_t count = w2 & 0x3fff, place = w2 >> 14 & 0x3fff, odd = w2 >> 28 & 1, pad = w2 >> 30;
    uint32_t lists = (odd + count + 1) / 2;

    return place < count && lists <= flits && (!pad || lists < flits) &&
           list[odd + place] == VICTIM;
}

/* A worm to the world's queue that no plan would send. */
static void send_nonsense(void)
{
    uint32_t body[SLOT + 4], flits = core_random() % (SLOT + 1), i, w2 = core_random();
    uint32_t kind = core_random() % 3, count = 1 + core_random() % 8, place = core_random() % count;

    for (i = 0; i < SLOT + 4; i++) {
        /* Small numbers, so that some are nodes, and some lists nearly right. */
        body[i] = core_random() % 9 | core_random() % 9 << 16;
    }
    if (kind > 0) { /* a count and a place that go together */
        w2 = count | place << 14;
    }
    if (kind > 1) { /* and the receiver there */
        uint32_t shift = place % 2 * 16;

        body[place / 2] = (body[place / 2] & 0xffff0000 >> shift) | VICTIM << shift;
    }
    sensible = is_sensible((const uint16_t *)body, flits, w2);
    ni_tx(ni_address(body),
          NOC_PUT(flits, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE) |
              NOC_PUT(NOC_QUEUE_GROUP, NI_TX_W0, CHANNEL) | NOC_PUT(12, NI_TX_W0, ENTRY),
          0, w2, noc_header(NOC_HEADER_LAST, VICTIM, 0));
}

/* By README.md, not by the layer: whether VICTIM's list is there, of no more nodes than there are
 * but the root. */
static bool worm_is_sensible(const uint32_t *body, uint32_t flits, uint32_t w2, noc_relay relay)
{
    uint32_t data = w2 & 0xfffff, lists = flits - data, at = 0;

    if ((w2 & 0x3fffffff) >> 20 != 1 << 9 || data > flits || (w2 >> 30 && !data)) {
        return false;
    }
    while (at < lists) {
        const uint16_t *list = (const uint16_t *)(body + at);
        uint32_t others = list[0] & 0x7fff, receiver = list[0] & 0x8000 ? 1 + others : 1;

        at += 1 + (others + 1) / 2;
        if (at <= lists && list[receiver] == VICTIM) {
            return others + 1 < cores_topology()->nodes;
        }
    }
    return relay == NOC_BY_HEADER && lists == 0;
}

/* The same for worms with several destinations: some lists one behind the other, some of them cut
 * short, some of more nodes than there are. */
static void send_worm_nonsense(noc_relay relay)
{
    uint32_t nodes = cores_topology()->nodes, room = SLOT + nodes / 2, n = 0, lists, i, others, w2;
    uint32_t body[NODES_MAX * 2];
    uint16_t *half = (uint16_t *)body;

    for (i = 0; i < NODES_MAX * 2; i++) {
        body[i] = core_random() % 18 | core_random() % 18 << 16;
    }
    for (lists = core_random() % 4; lists-- && n < room;) {
        others = core_random() % 4 ? core_random() % 6 : nodes - 3 + core_random() % 12;
        half[2 * n] = (uint16_t)(others | (core_random() % 3 == 0 ? 0x8000 : 0));
        half[2 * n + 1 + (half[2 * n] & 0x8000 ? others : 0)] = core_random() % 2 ? VICTIM : 3;
        n += 1 + (others + 1) / 2;
    }
    n += core_random() % 3;
    n = n > room ? room : n;
    w2 = core_random() % 6 ? 1u << 29 | core_random() % (n + (core_random() % 4 == 0) + 1)
                           : core_random();
    sensible = worm_is_sensible(body, n, w2, relay);
    ni_tx(ni_address(body),
          NOC_PUT(n, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE) |
              NOC_PUT(NOC_QUEUE_GROUP, NI_TX_W0, CHANNEL) | NOC_PUT(12, NI_TX_W0, ENTRY),
          0, w2, noc_header(NOC_HEADER_LAST, VICTIM, 0));
}

/* Returns the room it gave to the message. */
static uint32_t receive_nonsense(noc_plan *p, uint32_t *body)
{
    uint32_t room = core_random() % (SLOT + 1);
    noc_err err = noc_multicast(p, body, 4 * room, 5000);

    if (core_number() == VICTIM) {
        if (err == NOC_ERR_TRUNCATED) {
            room = NODES_MAX - 2;
            err = noc_multicast(p, body, 4 * room, 5000);
        }
        errors[worms] += err == NOC_ERR_LIST;
        oks[worms] += err == NOC_ERR_OK;
        if (err == NOC_ERR_TRUNCATED || (!sensible && err != NOC_ERR_LIST)) {
            core_fail("a list that makes %ssense: %s", sensible ? "" : "no ", noc_strerror(err));
        }
    }
    if (err != NOC_ERR_OK && err != NOC_ERR_LIST && err != NOC_ERR_TIMEOUT &&
        err != NOC_ERR_TRUNCATED) {
        core_fail("%s", noc_strerror(err));
    }
    return room;
}

/* Core 0 sends nonsense to core 1; whatever becomes of it, nobody writes outside his buffer
 * or works for ever, and every heap is as it was. */
static void nonsense_program(void *arg)
{
    const struct network *n = arg;
    uint32_t body[NODES_MAX], room, i, *block;
    noc_relay relay;
    const char *algorithm;
    noc_plan *p;
    noc_err err;

    for (i = 0; i < 6 && n->algorithm[i]; i++) {
    }
    algorithm = n->algorithm[cores_seed() % i];
    worms = noc_algorithm_find(algorithm)->worm;
    relay =
        worms && n->relays > NOC_BY_HEADER && cores_seed() / 8 % 2 ? NOC_BY_HEADER : NOC_BY_LIST;
    ok(noc_init(), "init");
    block = core_malloc(64 * sizeof(*block));
    ok(noc_group_reserve(noc_world(), 4 * SLOT, relay, NOC_FOREVER), "reserve");
    ok(noc_plan_create(noc_world(), 0, algorithm, relay, &p), algorithm);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    for (i = 0; i < 64; i++) {
        block[i] = GUARD;
    }
    if (core_number() == 0) {
        worms ? send_worm_nonsense(relay) : send_nonsense();
        core_delay(20000);
        return;
    }
    for (i = 0; i < NODES_MAX; i++) {
        body[i] = GUARD;
    }
    room = receive_nonsense(p, body + 1);
    for (i = 0; i < 64; i++) {
        if (block[i] != GUARD) {
            core_fail("the heap was written");
        }
    }
    if (body[0] != GUARD || body[room + 1] != GUARD) {
        core_fail("outside the buffer");
    }
    core_delay(20000);
    err = noc_barrier(noc_world(), 100); /* ACKs and PULLs are seen to */
    if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_OK) {
        core_fail("barrier: %s", noc_strerror(err));
    }
}

TEST(test_nonsense)
{
    unsigned i;

    memset(errors, 0, sizeof(errors));
    memset(oks, 0, sizeof(oks));
    TEST_CASES(seed, 16 * NONSENSE)
    {
        for (i = 0; i < sizeof(networks) / sizeof(*networks); i++) {
            const struct network *n = &networks[i];
            const struct cores_config c = {
                .topology = n->topology,
                .text = n->text,
                .routing = n->routing,
                .force = true,
                .ports = 0,
                .seed = seed,
                .limit_cycles = 1000000,
                .algorithm_topology = n->topology,
            };

            if (n->text != graph_text && !cores_run(&c, nonsense_program, (void *)n)) {
                fail_msg("%s, seed %u", n->topology, (unsigned)seed);
            }
        }
    }
    for (i = 0; i < 2; i++) {
        assert_true(!test_whole() || (errors[i] > 10 && oks[i] > 10));
    }
}
