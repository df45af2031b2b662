/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long multicasts: every byte, at every alignment, in segments of any length, along plans of every
 * kind, among late cores and short deadlines; beside a core that sends whatever it likes into the
 * windows; and with members that never come.
 */
#include <string.h>

#include "runs.h"
#include "drawn.h"
#include "memmap.h"
#include "ni.h"
#include "noc.h"
#include "packet.h"
#include "topology/topologies.h"

enum { NODES_MAX = 64, BYTES = 3000, ROUNDS = 5, GUARD = 0x77, PATIENCE = 400000 };

struct network {
    const char *topology, *text, *routing;
    const char *algorithm[6]; /* NULL ends */
    bool force;
};
static const char graph_text[] =
    "nodes 16\nswitch 0-3\n0 1\n1 2\n2 3\n3 0\n0 2\n"
    "0 4\n0 5\n0 6\n1 7\n1 8\n1 9\n2 10\n2 11\n2 12\n3 13\n3 14\n3 15\n";
static const struct network networks[] = {
    {"torus:4x4", NULL, NULL, {"chain", "binary", "two-tree", "u-torus", "separate"}, false},
    {"mesh:3x4", NULL, NULL, {"two-tree", "chain", "u-mesh"}, false},
    {"cube:4", NULL, NULL, {"two-tree", "binary", "w-sort", "u-cube"}, false},
    {"ccc:3", NULL, NULL, {"binary", "two-tree", "u-ccc"}, false},
    {"graph", graph_text, NULL, {"postorder", "chain", "two-tree"}, false},
    {"utorus:4x4", NULL, "utpr", {"s-torus", "md-torus", "mu-torus:3", "m-torus"}, false},
    {"mesh:3x5", NULL, "hamiltonian", {"dual-path", "binary", "two-phase-path"}, false},
    {"mesh:4x5", NULL, "coded-path-vc", {"pcp"}, true},
    {"mesh:2", NULL, NULL, {"two-tree", "chain"}, false},
};
enum { NETWORKS = sizeof(networks) / sizeof(*networks) };

static uint8_t byte_of(uint32_t round, uint32_t root, uint32_t i)
{
    return (uint8_t)((((round * 7919 + root + 1) * 2654435761u) ^ (i * 40503u)) >> 5);
}

struct cast {
    uint32_t round, root, bytes, segment;
    bool is_root;
};

static void fill(uint8_t *buffer, uint32_t before, const struct cast *c)
{
    uint32_t i;

    for (i = 0; i < BYTES + 8; i++) {
        bool inside = i >= before && i - before < c->bytes;

        buffer[i] = c->is_root && inside ? byte_of(c->round, c->root, i - before) : GUARD;
    }
}

static void check(const uint8_t *buffer, uint32_t before, const struct cast *c)
{
    uint32_t i;

    for (i = 0; i < BYTES + 8; i++) {
        bool inside = i >= before && i - before < c->bytes;

        if (buffer[i] != (inside ? byte_of(c->round, c->root, i - before) : GUARD)) {
            core_fail("multicast %u: byte %d of %u at %u is %02x", c->round, (int)(i - before),
                      c->bytes, before, buffer[i]);
        }
    }
}

/* To any address; short deadlines are gone on with. */
static void cast(noc_plan *plan, const struct cast *c)
{
    uint8_t *buffer = core_malloc(BYTES + 8);
    uint32_t before = core_random() % 3 ? 0 : core_random() % 4;
    noc_err err = NOC_ERR_TIMEOUT;

    fill(buffer, before, c);
    while (err == NOC_ERR_TIMEOUT) {
        err = noc_multicast_long(plan, buffer + before, c->bytes, c->segment,
                                 core_random() % 3 ? NOC_FOREVER : core_random() % 1500);
    }
    ok(err, "a long multicast");
    check(buffer, before, c);
    memset(buffer, 0xee, BYTES + 8); /* ours again */
    core_free(buffer);
}

static void casts(noc_group *g, uint32_t count, const char *algorithm, uint64_t *state)
{
    uint32_t root[2] = {drawn(state) % count, drawn(state) % count}, round, which;
    noc_plan *plan[2];

    for (which = 0; which < 2; which++) {
        ok(noc_plan_create(g, root[which], algorithm, NOC_BY_PLAN, &plan[which]), algorithm);
    }
    for (round = 0; round < ROUNDS; round++) {
        struct cast c = {.round = round};

        which = drawn(state) % 2;
        c.root = root[which];
        c.is_root = (uint32_t)noc_group_rank(g) == c.root;
        c.bytes = drawn(state) % (drawn(state) % 3 ? BYTES + 1 : 12);
        c.segment = drawn(state) % 4 ? 4 * (1 + drawn(state) % 200) : 0;
        if (core_random() % 4 == 0) {
            core_delay(core_random() % 4000);
        }
        cast(plan[which], &c);
        if (drawn(state) % 4 == 0) {
            ok(noc_barrier(g, NOC_FOREVER), "a barrier between them");
        }
    }
    noc_plan_free(plan[0]);
    noc_plan_free(plan[1]);
}

/* Members' long messages, meanwhile, to whoever: they share windows and transmit entries. */
static void traffic(noc_request *request, uint32_t *there, uint32_t nodes, uint32_t me)
{
    enum { LONG = 700 };

    ok(noc_isend((me + 1) % nodes, 9, there, LONG, &request[0]), "isend");
    ok(noc_irecv((int32_t)((me + nodes - 1) % nodes), 9, (char *)there + LONG, LONG, &request[1]),
       "irecv");
}

static void program(void *arg)
{
    const struct network *network = arg;
    uint64_t state = cores_seed() + 1;
    uint32_t *there, me = core_number(), nodes, count, a;
    uint16_t members[NODES_MAX];
    noc_request request[2];
    noc_group *g;

    core_delay(core_random() % 500);
    ok(noc_init(), "init");
    nodes = noc_size();
    there = core_malloc(1400);
    memset(there, (int)me, 1400);
    for (a = 0; a < 6 && network->algorithm[a]; a++) {
        bool busy = !network->text && drawn(&state) % 2;
        uint64_t mine;

        if (busy) {
            traffic(request, there, nodes, me);
        }
        count = draw_members(&state, members);
        mine = state;
        if (is_in(members, count, me)) {
            ok(noc_group_create(members, count, &g, NOC_FOREVER), "group");
            if (drawn(&mine) % 2) {
                ok(noc_group_reserve(g, 64, NOC_BY_PLAN, NOC_FOREVER), "slots");
            }
            casts(g, count, network->algorithm[a], &mine);
            ok(noc_group_free(g, NOC_FOREVER), "free");
        }
        if (busy) {
            ok(noc_wait_all(request, 2, NULL, NOC_FOREVER), "long messages");
        }
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(every_byte_lands_everywhere)
{
    unsigned i;

    TEST_CASES(seed, 12)
    {
        for (i = 0; i < NETWORKS; i++) {
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

            if (!cores_run(&c, program, (void *)(uintptr_t)n)) {
                fail_msg("%s %s, seed %u", n->topology, n->routing, (unsigned)seed);
            }
        }
    }
}

/* --- whoever means another multicast ------------------------------------------------------ */

/* The root's call, and that of the others: these differ in one thing. */
struct other_call {
    struct its {
        uint32_t bytes, segment;
    } root, others;
};

/* Nothing of it lands, however short it is, and nobody takes it for his own. */
static void other_call_program(void *arg)
{
    const struct other_call *o = arg;
    const struct its *mine = core_number() ? &o->others : &o->root;
    uint8_t *body = core_malloc(BYTES);
    noc_plan *plan;
    noc_err err;

    memset(body, core_number() ? GUARD : 0, BYTES);
    ok(noc_init(), "init");
    ok(noc_plan_create(noc_world(), 0, "chain", NOC_BY_PLAN, &plan), "plan");
    err = noc_multicast_long(plan, body, mine->bytes, mine->segment, PATIENCE);
    if (core_number()) {
        MUST(err == NOC_ERR_TIMEOUT || err == NOC_ERR_MISMATCH);
    }
    for (uint32_t i = 0; i < BYTES; i++) {
        MUST(body[i] == (core_number() ? GUARD : 0));
    }
}

TEST(what_is_of_another_length_lands_nowhere)
{
    static const struct other_call calls[] = {
        {{800, 80}, {400, 80}}, {{400, 80}, {800, 80}}, {{800, 80}, {800, 160}}};

    for (uint32_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .seed = i,
                                       .limit_cycles = 10 * PATIENCE,
                                       .algorithm_topology = "mesh:4"};

        cores_must_run(&c, other_call_program, (void *)(uintptr_t)&calls[i]);
    }
}

/* --- whoever sends what ------------------------------------------------------------------ */

/* Core 5 is in no group. Its bodies name every window, and keys of every kind. */
static void stranger(void)
{
    uint32_t *junk = core_malloc(256), i;

    for (i = 0; i < 1200; i++) {
        const uint32_t w0 = NOC_PUT(NOC_WORM_BODY, NI_TX_W0, TYPE) |
                            NOC_PUT(core_random() % NOC_WINDOWS, NI_TX_W0, CHANNEL) |
                            NOC_PUT(core_random() % 2, NI_TX_W0, QUIET) |
                            NOC_PUT(9 + i % 7, NI_TX_W0, ENTRY) | core_random() % 64;

        (void)ni_tx(ni_address(junk), w0, core_random() << 16, core_random() % (i % 2 ? 64 : ~0u),
                    noc_header(NOC_HEADER_LAST, core_random() % 5, 0));
        core_delay(core_random() % 120);
    }
}

static void beside_a_stranger(void *arg)
{
    static const uint16_t members[] = {0, 1, 2, 3, 4};
    uint64_t state = cores_seed() + 1;
    noc_group *g;

    if (core_number() == 5) {
        stranger();
        return;
    }
    ok(noc_init(), "init");
    ok(noc_group_create(members, 5, &g, NOC_FOREVER), "group");
    casts(g, 5, arg, &state);
    casts(g, 5, arg, &state);
    ok(noc_group_free(g, NOC_FOREVER), "free");
}

TEST(bodies_of_strangers_land_nowhere)
{
    TEST_CASES(seed, 12)
    {
        const struct cores_config c = {.topology = "mesh:2x3",
                                       .ports = seed % 2,
                                       .jitter = seed % 5 * 10,
                                       .seed = seed,
                                       .limit_cycles = 10000000,
                                       .algorithm_topology = "mesh:2x3"};

        assert_true(cores_run(&c, beside_a_stranger, seed % 2 ? "two-tree" : "chain"));
    }
}

/* --- who does not come ----------------------------------------------------------------------- */

/* *arg: who ends before the second multicast. The others hear of it in time, and whom they waited for is
 * a member; what the second one would have brought is given up by the third. */
static void one_is_missing(void *arg)
{
    const uint32_t missing = *(const uint32_t *)arg;
    uint32_t body[200], i;
    noc_plan *p;

    ok(noc_init(), "init");
    ok(noc_plan_create(noc_world(), 0, "chain", NOC_BY_PLAN, &p), "chain");
    WANT(noc_multicast_long(p, body, 800, 80, NOC_FOREVER), OK);
    if (core_number() == missing) {
        return;
    }
    for (i = 0; i < 3; i++) {
        WANT(noc_multicast_long(p, body, 800, 80, 5000), TIMEOUT);
        if (noc_last_peer() < 0 || noc_last_peer() >= 4) {
            core_fail("waited for %d", (int)noc_last_peer());
        }
    }
    WANT(noc_multicast_long(p, body, 400, 80, 5000), MISMATCH);
    WANT(noc_multicast_long(p, body, 800, 80, 5000), MISMATCH);
    noc_plan_free(p);
}

TEST(who_does_not_come_is_named)
{
    uint32_t missing;

    for (missing = 0; missing < 4; missing++) {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .seed = missing,
                                       .limit_cycles = 10000000,
                                       .algorithm_topology = "mesh:4"};

        assert_true(cores_run(&c, one_is_missing, &missing));
    }
}

/* A relay that has come, and calls no more: those behind it name it; it goes on, and all have it. */
static void a_relay_rests(void *arg)
{
    uint32_t body[600], i, me = core_number();
    noc_plan *p;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_plan_create(noc_world(), 0, "chain", NOC_BY_PLAN, &p), "chain");
    for (i = 0; i < 600; i++) {
        body[i] = me ? 0 : i * 77;
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "all can take messages");
    err = noc_multicast_long(p, body, 2400, 80, me == 1 ? 3000 : 100000);
    if (me == 1) {
        want(err, NOC_ERR_TIMEOUT, __LINE__);
        core_delay(200000);
        err = noc_multicast_long(p, body, 2400, 80, NOC_FOREVER);
    } else if (me > 1) {
        want(err, NOC_ERR_TIMEOUT, __LINE__);
        if (noc_last_peer() != (int32_t)me - 1) {
            core_fail("waited for %d", (int)noc_last_peer());
        }
        err = noc_multicast_long(p, body, 2400, 80, NOC_FOREVER);
    }
    ok(err, "at last");
    for (i = 0; i < 600; i++) {
        if (body[i] != i * 77) {
            core_fail("word %u is %u", i, body[i]);
        }
    }
}

TEST(a_relay_that_rests_is_named)
{
    const struct cores_config c = {.topology = "mesh:4",
                                   .ports = 1,
                                   .slow = 60, /* so its body takes long */
                                   .seed = 1,
                                   .limit_cycles = 10000000,
                                   .algorithm_topology = "mesh:4"};

    assert_true(cores_run(&c, a_relay_rests, NULL));
}

static void arguments_program(void *arg)
{
    uint32_t body[8] = {0};
    noc_plan *p, *by_list;

    (void)arg;
    WANT(noc_multicast_long(NULL, body, 4, 0, 0), UNSTARTED);
    WANT(noc_init(), OK);
    WANT(noc_group_reserve(noc_world(), 16, NOC_BY_LIST, NOC_FOREVER), OK);
    WANT(noc_plan_create(noc_world(), 0, "chain", NOC_BY_PLAN, &p), OK);
    WANT(noc_plan_create(noc_world(), 0, "u-mesh", NOC_BY_LIST, &by_list), OK);
    WANT(noc_multicast_long(NULL, body, 4, 0, 0), ARGUMENT);
    WANT(noc_multicast_long(p, NULL, 4, 0, 0), ARGUMENT);
    WANT(noc_multicast_long(by_list, body, 4, 0, 0), ARGUMENT);
    WANT(noc_multicast_long(p, body, 4 * NOC_LENGTH_MAX + 1, 0, 0), LENGTH);
    WANT(noc_multicast_long(p, (void *)64, 4, 0, 0), ARGUMENT);
    WANT(noc_multicast_long(p, NULL, 0, 0, NOC_FOREVER), OK);
    core_fill_heap();
    WANT(noc_multicast_long(p, (char *)body + 1, 20, 0, 0), MEMORY);
    WANT(noc_multicast_long(p, body, 20, 0, NOC_FOREVER), OK);
    noc_plan_free(p);
    WANT(noc_multicast_long(p, body, 20, 0, 0), ARGUMENT);
}

TEST(what_makes_no_sense_is_refused)
{
    const struct cores_config c = {.topology = "mesh:4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 1000000,
                                   .algorithm_topology = "mesh:4"};

    assert_true(cores_run(&c, arguments_program, NULL));
}

/* --- noc_broadcast -------------------------------------------------------------------------- */

/* Roots in turn, lengths on both sides of where plans begin, and other operations between them. */
static void broadcasts(noc_group *g, uint32_t count, uint64_t *state)
{
    uint8_t *buffer = core_malloc(BYTES + 8);
    uint32_t round, root = 0, sum;
    int32_t one;

    for (round = 0; round < 2 * ROUNDS; round++) {
        struct cast c = {.round = round};
        uint32_t before = core_random() % 3 ? 0 : core_random() % 4;
        noc_err err = NOC_ERR_TIMEOUT;

        root = drawn(state) % 3 ? root : drawn(state) % count;
        c.root = root;
        c.is_root = (uint32_t)noc_group_rank(g) == root;
        c.bytes = drawn(state) % 4 ? 1000 + drawn(state) % (BYTES - 1000) : drawn(state) % 1100;
        fill(buffer, before, &c);
        while (err == NOC_ERR_TIMEOUT) {
            err = noc_broadcast(g, buffer + before, c.bytes, root,
                                core_random() % 3 ? NOC_FOREVER : core_random() % 3000);
        }
        ok(err, "broadcast");
        check(buffer, before, &c);
        if (drawn(state) % 3 == 0) {
            one = 1;
            ok(noc_allreduce(g, &one, &sum, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
            if (sum != count) {
                core_fail("the sum is %u, not %u", sum, count);
            }
        }
    }
    core_free(buffer);
}

static void broadcast_program(void *arg)
{
    uint64_t state = cores_seed() + 1;
    uint16_t members[NODES_MAX];
    uint32_t count, i;
    noc_group *g;

    (void)arg;
    ok(noc_init(), "init");
    for (i = 0; i < 2; i++) {
        uint64_t mine;

        count = draw_members(&state, members);
        mine = state;
        if (is_in(members, count, core_number())) {
            ok(noc_group_create(members, count, &g, NOC_FOREVER), "group");
            broadcasts(g, count, &mine);
            ok(noc_group_free(g, NOC_FOREVER), "free");
        }
    }
    broadcasts(noc_world(), noc_size(), &state);
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* One case: the seed tells on which network, with how many ports and at what pace. */
static void on_one_network(void (*tried)(void *arg), uint64_t seed, uint64_t limit_cycles)
{
    static const struct network some[] = {
        {"torus:4x4", NULL, NULL, {NULL}, false},
        {"ccc:3", NULL, NULL, {NULL}, false},
        {"mesh:3x5", NULL, "hamiltonian", {NULL}, false},
        {"utorus:4x4", NULL, "utpr", {NULL}, false},
        {"mesh:3", NULL, NULL, {NULL}, false},
    };
    const struct network *n = &some[seed % 5];
    const struct cores_config c = {.topology = n->topology,
                                   .routing = n->routing,
                                   .ports = seed % 2,
                                   .jitter = seed % 3 * 15,
                                   .seed = seed,
                                   .limit_cycles = limit_cycles,
                                   .algorithm_topology = n->topology};

    cores_must_run(&c, tried, NULL);
}

/* Three cases on each of some networks. */
static void on_some_networks(void (*tried)(void *arg), uint64_t limit_cycles)
{
    TEST_CASES(seed, 15)
    {
        on_one_network(tried, seed, limit_cycles);
    }
}

TEST(broadcasts_bring_every_byte)
{
    on_some_networks(broadcast_program, 30000000);
}

/* --- noc_ibroadcast ------------------------------------------------------------------------- */

enum { FLOWS = 4 };

struct flowing {
    struct cast cast;
    uint8_t *buffer;
    uint32_t before;
    noc_request request;
};

static void flow_begin(struct flowing *f, uint32_t round, bool may_wait, uint64_t *state)
{
    f->cast = (struct cast){.round = round, .root = drawn(state) % noc_size()};
    f->cast.is_root = noc_rank() == f->cast.root;
    f->cast.bytes = drawn(state) % 4 ? 257 + drawn(state) % (BYTES - 257) : drawn(state) % 300;
    f->buffer = core_malloc(BYTES + 8);
    f->before = core_random() % 3 ? 0 : core_random() % 4;
    fill(f->buffer, f->before, &f->cast);
    f->request = NOC_NO_REQUEST;
    if (may_wait && core_random() % 5 == 0) { /* others may do so without waiting */
        ok(noc_broadcast(noc_world(), f->buffer + f->before, f->cast.bytes, f->cast.root,
                         NOC_FOREVER),
           "broadcast");
    } else {
        ok(noc_ibroadcast(noc_world(), f->buffer + f->before, f->cast.bytes, f->cast.root,
                          &f->request),
           "ibroadcast");
    }
}

static void flow_end(struct flowing *f)
{
    bool done = f->request.index == NOC_NO_REQUEST.index;

    while (!done && core_random() % 2) {
        ok(noc_test(&f->request, &done, NULL), "test");
        core_delay(core_random() % 500);
    }
    if (!done) {
        ok(noc_wait(&f->request, NULL, NOC_FOREVER), "wait");
    }
    check(f->buffer, f->before, &f->cast);
    core_free(f->buffer);
}

/* Several at once, beside calls in a group of some that not all make in the same place, and before calls
 * of all that wait for all. */
static void flow_program(void *arg)
{
    uint64_t state = cores_seed() + 1, theirs;
    uint16_t members[NODES_MAX];
    uint32_t count, round, i, n, sum;
    noc_group *some = NULL;

    (void)arg;
    ok(noc_init(), "init");
    count = draw_members(&state, members);
    if (is_in(members, count, core_number())) {
        ok(noc_group_create(members, count, &some, NOC_FOREVER), "group");
    }
    for (round = 0; round < ROUNDS; round++) {
        const uint32_t place = some ? core_random() % FLOWS : FLOWS;
        struct flowing f[FLOWS];

        theirs = state + 1;
        n = 1 + drawn(&state) % FLOWS;
        for (i = 0; i < n; i++) {
            if (i == place) {
                broadcasts(some, count, &theirs);
            }
            flow_begin(&f[i], round * FLOWS + i, !some, &state);
        }
        if (some && place >= n) {
            broadcasts(some, count, &theirs);
        }
        if (drawn(&state) % 2) {
            ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
        } else {
            i = 1;
            ok(noc_allreduce(noc_world(), &i, &sum, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
        }
        for (i = 0; i < n; i++) {
            flow_end(&f[i]);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(broadcasts_that_do_not_wait_bring_every_byte)
{
    on_some_networks(flow_program, 60000000);
}

/* In this case a relay finds one transmit entry free, the next in turn, and sleeps in another call; only
 * an entry that comes free can end its sleep. */
TEST(a_relay_goes_on_when_entries_come_free)
{
    on_one_network(flow_program, 21, 60000000);
}

/* Whoever waits in a short call goes on with a broadcast when another core has come to its barrier, and
 * when there are entries for more: the body is everywhere long before the last core calls. */
static void waiting_program(void *arg)
{
    const bool last = core_number() == 5;
    uint32_t *body = core_malloc(8000), one = 1, sum;
    const uint64_t begin = ni_time();
    noc_request r;
    bool done = false;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), &one, &sum, 1, &noc_sum_int32, NOC_FOREVER), "the first");
    if (core_number() == 10) {
        core_delay(10000);
    }
    ok(noc_ibroadcast(noc_world(), body, 8000, 0, &r), "ibroadcast");
    while (last && ni_time() - begin < 40000) {
        if (!done) {
            ok(noc_test(&r, &done, NULL), "test");
        }
        core_delay(100);
    }
    ok(noc_allreduce(noc_world(), &one, &sum, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
    if (!done) {
        ok(noc_test(&r, &done, NULL), "test");
    }
    want(done, true, __LINE__);
    want(ni_time() - begin < 45000, true, __LINE__);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_broadcast_goes_on_beside_a_short_call)
{
    TEST_CASES(seed, 4)
    {
        const struct cores_config c = {.topology = seed % 2 ? "mesh:3x4" : "torus:4x4",
                                       .ports = 1,
                                       .jitter = (uint32_t)seed * 10,
                                       .seed = seed,
                                       .limit_cycles = 15000000,
                                       .algorithm_topology = seed % 2 ? "mesh:3x4" : "torus:4x4"};

        cores_must_run(&c, waiting_program, NULL);
    }
}

/* *arg: how core 2 differs, as below. */
static void different_flows(void *arg)
{
    const uint32_t way = *(const uint32_t *)arg;
    const bool odd = core_number() == 2;
    uint32_t *body = core_malloc(8000), sum = 0;
    noc_request r[2];
    noc_err err;

    ok(noc_init(), "init");
    if (odd && way == 2) {
        err = noc_iscan(noc_world(), body, &sum, 1, &noc_sum_int32, &r[0]);
    } else {
        err = noc_ibroadcast(noc_world(), body, odd && way == 0 ? 1996 : 2000,
                             odd && way == 1 ? 3 : 1, &r[0]);
    }
    ok(err, "the first");
    err = noc_ibroadcast(noc_world(), body + 1000, 2000, 1, &r[1]);
    if (err != NOC_ERR_MISMATCH) {
        ok(err, "the second");
        err = noc_wait(&r[0], NULL, 20000000);
        err = err ? err : noc_wait(&r[1], NULL, 20000000);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
    want(noc_broadcast(noc_world(), body, 2000, 1, 20000000), NOC_ERR_MISMATCH, __LINE__);
}

TEST(who_starts_something_else_is_noticed)
{
    uint32_t way;

    for (way = 0; way < 3; way++) {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .seed = way,
                                       .limit_cycles = 15000000,
                                       .algorithm_topology = "mesh:4"};

        if (!cores_run(&c, different_flows, &way)) {
            fail_msg("way %u", way);
        }
    }
}

/* A mistake in another group is noticed while a broadcast of all cores is under way, whose callers are told
 * of that broadcast alone: who frees the group is told. */
static void mistake_beside(void *arg)
{
    static const uint16_t members[] = {0, 1};
    const uint32_t me = core_number();
    uint32_t *body = core_malloc(8000), a[4] = {0}, b[4];
    noc_request r;
    noc_group *g = NULL;

    (void)arg;
    ok(noc_init(), "init");
    if (me < 2) {
        ok(noc_group_create(members, 2, &g, NOC_FOREVER), "create");
    }
    if (me == 1) { /* the root of the broadcast */
        want(noc_allreduce(g, a, b, 1, &noc_sum_int32, NOC_FOREVER), NOC_ERR_MISMATCH, __LINE__);
    }
    ok(noc_ibroadcast(noc_world(), body, 8000, 1, &r), "ibroadcast");
    if (me == 0) {
        core_delay(20000);
        ok(noc_broadcast(g, a, 4, 0, NOC_FOREVER), "broadcast");
    }
    ok(noc_wait(&r, NULL, NOC_FOREVER), "wait");
    if (me < 2) {
        want(noc_group_free(g, NOC_FOREVER), me ? NOC_ERR_OK : NOC_ERR_MISMATCH, __LINE__);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_mistake_beside_a_broadcast_is_told)
{
    TEST_CASES(seed, 8)
    {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .seed = seed,
                                       .limit_cycles = 15000000,
                                       .algorithm_topology = "mesh:4"};

        cores_must_run(&c, mistake_beside, NULL);
    }
}

/* --- members that differ --------------------------------------------------------------------- */

/* *arg: how core 2 differs. Whatever it is, all hear of it, long before the deadline. */
enum { OTHER_LENGTH, SHORT_LENGTH, OTHER_ROOT, OTHER_OPERATION, WAYS };

static void different(void *arg)
{
    static uint32_t const deadline = 20000000;
    const uint32_t way = *(const uint32_t *)arg;
    uint32_t *body = core_malloc(4000), sum = 0;
    const bool odd = core_number() == 2;
    noc_err err;

    ok(noc_init(), "init");
    ok(noc_broadcast(noc_world(), body, 2000, 1, NOC_FOREVER), "all alike, by a walk");
    ok(noc_broadcast(noc_world(), body, 2000, 1, NOC_FOREVER), "by a plan");
    if (odd && way == OTHER_OPERATION) {
        err = noc_scan(noc_world(), body, &sum, 1, &noc_sum_int32, deadline);
    } else {
        err = noc_broadcast(noc_world(), body,
                            !odd || way == OTHER_ROOT ? 2000
                            : way == SHORT_LENGTH     ? 100
                                                      : 1996,
                            odd && way == OTHER_ROOT ? 3 : 1, deadline);
    }
    if (err == NOC_ERR_OK) { /* its part was done: the next one tells it */
        err = noc_broadcast(noc_world(), body, 2000, 1, deadline);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
    if (!*noc_last_mismatch()) {
        core_fail("nothing is said of it");
    }
    want(noc_broadcast(noc_world(), body, 2000, 1, deadline), NOC_ERR_MISMATCH, __LINE__);
}

TEST(who_calls_something_else_is_noticed)
{
    uint32_t way;

    for (way = 0; way < WAYS; way++) {
        const struct cores_config c = {.topology = "mesh:4",
                                       .ports = 1,
                                       .seed = way,
                                       .limit_cycles = 15000000,
                                       .algorithm_topology = "mesh:4"};

        if (!cores_run(&c, different, &way)) {
            fail_msg("way %u", way);
        }
    }
}

/* A broadcast whose deadline has passed is given up by another operation. */
static void given_up(void *arg)
{
    uint32_t *body = core_malloc(4000), sum;
    noc_err err = NOC_ERR_OK;

    (void)arg;
    ok(noc_init(), "init");
    ok(noc_broadcast(noc_world(), body, 2000, 1, NOC_FOREVER), "by a walk");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (core_number() == 1) {
        want(noc_broadcast(noc_world(), body, 2000, 1, 3000), NOC_ERR_TIMEOUT, __LINE__);
        err = noc_scan(noc_world(), body, &sum, 1, &noc_sum_int32, NOC_FOREVER);
    } else {
        core_delay(20000);
        err = noc_broadcast(noc_world(), body, 2000, 1, NOC_FOREVER);
    }
    want(err, NOC_ERR_MISMATCH, __LINE__);
}

TEST(a_broadcast_is_given_up_by_another_call)
{
    const struct cores_config c = {.topology = "mesh:4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 15000000,
                                   .algorithm_topology = "mesh:4"};

    assert_true(cores_run(&c, given_up, NULL));
}

/* --- whose plan is worth it ------------------------------------------------------------------------ */

/* A few of some cores, and a body that is too short for a plan that is made for it alone. */
enum { FEW = 20, NOT_MUCH = NOC_EAGER_BYTES + 4, ROOTS_KEPT = 4 };

static void broadcast_of(noc_group *g, uint32_t root)
{
    uint8_t body[NOT_MUCH];

    memset(body, (int)core_number(), sizeof(body));
    ok(noc_broadcast(g, body, sizeof(body), root, NOC_FOREVER), "broadcast");
    MUST(body[0] == noc_group_node(g, root) && body[NOT_MUCH - 1] == body[0]);
}

/* Those of these roots, and no others, would go along a plan. */
static void only_these(noc_group *g, const uint32_t *roots, uint32_t count)
{
    for (uint32_t root = 0; root < FEW; root++) {
        noc_broadcast_way way;
        uint32_t i = 0;

        ok(noc_broadcast_how(g, NOT_MUCH, root, &way), "how");
        while (i < count && roots[i] != root) {
            i++;
        }
        if (way.along_plan != (i < count)) {
            core_fail("from %u after %u roots: along a plan %d", root, count, way.along_plan);
        }
    }
}

static void last_roots_program(void *arg)
{
    static const uint32_t calls[] = {7, 7, 3, 0, FEW - 1, 7, 1, 0, 2};
    uint32_t last[ROOTS_KEPT], count = 0, i, k;
    uint16_t members[FEW];
    noc_group *g;

    (void)arg;
    for (i = 0; i < FEW; i++) {
        members[i] = (uint16_t)(FEW - i);
    }
    ok(noc_init(), "init");
    if (core_number() >= 1 && core_number() <= FEW) {
        ok(noc_group_create(members, FEW, &g, NOC_FOREVER), "create");
        only_these(g, last, 0);
        for (i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
            broadcast_of(g, calls[i]);
            for (k = 0; k < count && last[k] != calls[i]; k++) {
            }
            count += k == count && count < ROOTS_KEPT;
            memmove(&last[1], last, (k < count - 1 ? k : count - 1) * sizeof(*last));
            last[0] = calls[i];
            only_these(g, last, count);
        }
        ok(noc_group_free(g, NOC_FOREVER), "free");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(the_last_four_roots_have_plans)
{
    const struct cores_config c = {.topology = "torus:6x4",
                                   .ports = 1,
                                   .seed = 1,
                                   .limit_cycles = 15000000,
                                   .algorithm_topology = "torus:6x4"};

    cores_must_run(&c, last_roots_program, NULL);
}
