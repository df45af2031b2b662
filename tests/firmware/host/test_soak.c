/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Much at once: groups that overlap, some with one slot; in each several roots in turn, some
 * by plan, some by list, some by compound headers; every algorithm on every topology; eager
 * messages in between; cores that come late, so that slots run out and most messages must be asked
 * for again; heaps that are full until a call says so. All data is right, and every heap is as it
 * was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "drawn.h"
#include "host.h"
#include "multicast/algorithms.h"
#include "noc.h"
#include "topology/topologies.h"

enum {
    NODES_MAX = 64,
    GROUPS = 3,
    ROOTS = 3,
    ROUNDS = 24,
    FLITS = 40,
    ONE_SLOT = 1100, /* slots so long that a group has but one */
    HEAP = 100 << 10,
    HOARD = 64,
    GUARD = 0x77777777,
    NOISE_TAG = 9,
    HOARD_TAG = 10,
    HOARD_FLITS = 500
};

/* --- groups ------------------------------------------------------------------------- */

struct team {
    uint16_t members[NODES_MAX];
    uint32_t count, slot_flits;
    noc_relay relay;
    noc_group *group; /* NULL: this core is not in it */
    struct {
        uint32_t rank;
        noc_relay relay;
        const char *algorithm;
        noc_plan *plan;
    } root[ROOTS];
};

static bool is_member(const struct team *t)
{
    uint32_t i;

    for (i = 0; i < t->count && t->members[i] != core_number(); i++) {
    }
    return i < t->count;
}

/* Where worms may have several destinations more often one that has such; of those only such as
 * routers can lead, which no force changes. */
static const char *draw_algorithm(uint64_t *state)
{
    static const char *const mu_torus[] = {"mu-torus:2", "mu-torus:3", "mu-torus:8"};
    const struct noc_algorithm *a;
    uint32_t n;

    for (n = 0; noc_algorithms[n]; n++) {
    }
    do {
        a = noc_algorithms[drawn(state) % n];
    } while (cores_routing()->copies &&
             (a->worm ? !a->fits(cores_topology(), cores_routing(), NULL) : drawn(state) % 4 > 0));
    return a->parameter ? mu_torus[drawn(state) % 3] : a->name;
}

static noc_relay draw_relay(const struct team *t, const char *algorithm, uint64_t *state)
{
    bool headers = cores_routing()->lists && noc_algorithm_find(algorithm)->worm;
    uint32_t any = drawn(state);

    if (any % 3 == 0 || (t->relay == NOC_BY_HEADER && !headers)) {
        return NOC_BY_PLAN;
    }
    return headers && any % 3 == 1 && t->relay != NOC_BY_PLAN ? NOC_BY_HEADER : t->relay;
}

static void draw_team(struct team *t, uint64_t *state)
{
    uint32_t node, i, of = 1 + drawn(state) % 4;

    while (t->count < 2) {
        t->count = 0;
        for (node = 0; node < cores_topology()->nodes; node++) {
            if (noc_topology_sends(cores_topology(), node) && drawn(state) % 4 < of) {
                t->members[t->count++] = (uint16_t)node;
            }
        }
    }
    t->slot_flits = drawn(state) % 2 ? FLITS : ONE_SLOT;
    t->relay = drawn(state) % 4 == 0                           ? NOC_BY_PLAN
             : cores_routing()->lists && drawn(state) % 3 == 0 ? NOC_BY_HEADER
                                                               : NOC_BY_LIST;
    for (i = 0; i < ROOTS; i++) {
        t->root[i].rank = drawn(state) % t->count;
        t->root[i].algorithm = draw_algorithm(state);
        t->root[i].relay = draw_relay(t, t->root[i].algorithm, state);
    }
}

static void make_team(struct team *t)
{
    uint32_t i;

    if (!is_member(t)) {
        return;
    }
    ok(group_with_slots(t->members, t->count, 4 * t->slot_flits, t->relay, &t->group, NOC_FOREVER),
       "group");
    for (i = 0; i < ROOTS; i++) {
        ok(noc_plan_create(t->group, t->root[i].rank, t->root[i].algorithm, t->root[i].relay,
                           &t->root[i].plan),
           t->root[i].algorithm);
    }
}

static void end_team(struct team *t)
{
    uint32_t i;

    for (i = 0; t->group && i < ROOTS; i++) {
        noc_plan_free(t->root[i].plan); /* children may still have to ask for its last message */
    }
    if (t->group) {
        ok(noc_group_free(t->group, NOC_FOREVER), "free");
    }
}

/* --- what happens -------------------------------------------------------------------- */

static uint32_t word_of(uint32_t round, uint32_t i)
{
    return (round + 1) * 2654435761u ^ i * 40503u;
}

/* All that is left of the heap, and of the arena, until the layer needs some of it. */
struct hoard {
    void *block[HOARD];
    uint32_t count, messages;
};
static uint32_t short_of_memory; /* calls, of all cores */

static void hoard_fill(struct hoard *h)
{
    uint32_t bytes = 8192;

    while (h->count < HOARD && bytes >= 64) {
        h->block[h->count] = core_malloc(bytes);
        if (h->block[h->count]) {
            h->count++;
        } else {
            bytes /= 2;
        }
    }
}

/* By messages to oneself. */
static void hoard_arena(struct hoard *h)
{
    uint32_t body[HOARD_FLITS] = {0};
    uint32_t flits = HOARD_FLITS;
    noc_err err;

    while (flits) {
        err = noc_send(core_number(), HOARD_TAG, body, flits * 4, NOC_FOREVER);
        if (err == NOC_ERR_MEMORY) {
            flits /= 2;
        } else {
            ok(err, "a message to oneself");
            h->messages++;
        }
    }
}

static void hoard_give_back(struct hoard *h)
{
    while (h->count) {
        core_free(h->block[--h->count]);
    }
    for (; h->messages; h->messages--) {
        uint32_t body[HOARD_FLITS];

        ok(noc_recv((int32_t)core_number(), HOARD_TAG, body, HOARD_FLITS * 4, NULL, NOC_FOREVER),
           "from oneself");
    }
}

static void cast(const struct team *t, uint32_t root, uint32_t round, uint32_t flits)
{
    struct hoard hoard = {{NULL}, 0, 0};
    bool is_root = (uint32_t)noc_group_rank(t->group) == t->root[root].rank;
    uint32_t body[FLITS + 1], i;
    noc_err err;

    for (i = 0; i <= FLITS; i++) {
        body[i] = is_root && i < flits ? word_of(round, i) : GUARD;
    }
    if (core_random() % 3 == 0) {
        hoard_fill(&hoard);
    }
    if (core_random() % 3 == 0) {
        hoard_arena(&hoard);
    }
    do {
        uint32_t room = core_random() % 4 || !flits ? FLITS : flits - 1; /* sometimes too short */

        err = noc_multicast(t->root[root].plan, body, 4 * (is_root ? flits : room),
                            core_random() % 3 ? NOC_FOREVER : core_random() % 400);
        if (err == NOC_ERR_MEMORY && (hoard.count || hoard.messages)) {
            short_of_memory++;
            hoard_give_back(&hoard);
            err = NOC_ERR_TIMEOUT;
        }
    } while (err == NOC_ERR_TIMEOUT || err == NOC_ERR_TRUNCATED);
    hoard_give_back(&hoard);
    ok(err, t->root[root].algorithm);
    for (i = 0; !is_root && i <= FLITS; i++) {
        if (body[i] != (i < flits ? word_of(round, i) : GUARD)) {
            core_fail("round %u: word %u of %u is %08x", round, i, flits, body[i]);
        }
    }
}

/* One round's eager messages all go to one core. */
static void noise(uint32_t from, uint32_t to, uint32_t round)
{
    uint32_t body[3] = {round, round, round};

    if (core_number() == from && from != to) {
        ok(noc_send(to, NOISE_TAG, body, 12, NOC_FOREVER), "send");
    }
}

static void hear_noise(uint32_t count)
{
    uint32_t body[3];

    while (count--) {
        ok(noc_recv(NOC_ANY_SOURCE, NOISE_TAG, body, 12, NULL, NOC_FOREVER), "receive");
    }
}

static void program(void *arg)
{
    static struct team room[NODES_MAX][GROUPS]; /* too large for a core's stack */
    struct team *team = room[core_number()];
    uint64_t state = cores_seed() + 1;
    uint32_t nodes = cores_topology()->nodes, round, g, heap, noises = 0;

    (void)arg;
    memset(team, 0, sizeof(room[0]));
    core_delay(core_random() % 500);
    ok(noc_init(), "init");
    ok(noc_allreduce(noc_world(), &(uint32_t){0}, &(uint32_t){0}, 1, &noc_max_uint32, NOC_FOREVER),
       "what a core that is asked keeps of the world's calls");
    heap = core_heap_used();
    for (g = 0; g < GROUPS; g++) {
        draw_team(&team[g], &state);
        make_team(&team[g]);
    }
    for (round = 0; round < ROUNDS; round++) {
        uint32_t which = drawn(&state) % GROUPS, root = drawn(&state) % ROOTS;
        uint32_t flits = drawn(&state) % (FLITS + 1);
        uint32_t from = drawn(&state) % nodes, to = drawn(&state) % nodes;

        if (core_random() % 5 == 0) {
            core_delay(core_random() % 6000); /* let slots run out */
        }
        noise(from, to, round);
        noises += core_number() == to && from != to;
        if (team[which].group) {
            cast(&team[which], root, round, flits);
        }
    }
    hear_noise(noises);
    for (g = 0; g < GROUPS; g++) {
        end_team(&team[g]);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

static const char hub_text[] =
    "switch 0\n0 1\n0 2\n0 3\n0 4\n0 5\n0 6\n0 7\n0 8\n0 9\n0 10\n0 11\n"
    "0 12\n0 13\n0 14\n0 15\n0 16\n0 17\n0 18\n0 19\n0 20\n0 21\n0 22\n0 23\n0 24\n0 25\n0 26\n"
    "0 27\n0 28\n"; /* as many links as a node can have */
static const char inserted_text[] = "torus 4x4\naux left 5 right 6 up 5 down 9\n"
                                    "aux left 9 right 10 up 6 down 10\naux left 3 right 0\n";
static const struct {
    const char *topology, *text, *routing;
} networks[] = {
    {"torus:3x5", NULL, NULL},
    {"utorus:7", NULL, NULL},
    {"mesh:3x3x3", NULL, NULL},
    {"cube:5", NULL, NULL},
    {"ccc:3", NULL, NULL},
    {"graph", hub_text, NULL},
    {"grid", inserted_text, "wxyz"},
    {"grid", inserted_text, "one-turn"},
    {"grid", inserted_text, "balanced"},
    {"utorus:4x4", NULL, "utpr"},
    {"utorus:4x2x2", NULL, "utpr"},
    {"mesh:4x4", NULL, "coded-path-vc"},
    {"torus:3x4", NULL, "hamiltonian"},
};

TEST(test_soak)
{
    unsigned i;

    short_of_memory = 0;
    TEST_CASES(seed, 32)
    {
        for (i = 0; i < sizeof(networks) / sizeof(*networks); i++) {
            const struct cores_config c = {
                .topology = networks[i].topology,
                .text = networks[i].text,
                .routing = networks[i].routing,
                .force = true,
                .ports = (seed + i) % 3,
                .jitter = seed % 4 * 10,
                .tau_r = seed % 5 == 4 ? 60 : 0,
                .seed = seed,
                .heap_bytes = HEAP,
                .limit_cycles = 30000000,
                .algorithm_topology = networks[i].topology,
            };

            if (!cores_run(&c, program, NULL)) {
                fail_msg("%s, seed %u", networks[i].topology, (unsigned)seed);
            }
        }
    }
    assert_true(short_of_memory > 0); /* or what it returns then is not tested */
}

/* --- a message that fits nowhere, amid a flood ------------------------------------------ */

enum { FLOOD = 100, CASTS = 12, VICTIM = 1 };

/* Core 1's call, with too short a buffer at first. */
static void cast_twice(noc_plan *p, uint32_t *body)
{
    noc_err err;

    core_delay(core_random() % 200); /* the message lies in front, or does not yet */
    err = noc_multicast(p, body, 12, NOC_FOREVER);
    if (err != NOC_ERR_TRUNCATED) {
        core_fail("a buffer that is too short: %s", noc_strerror(err));
    }
    ok(noc_multicast(p, body, 32, NOC_FOREVER), "multicast");
}

/* Core 0 multicasts to core 1, and `senders` others send core 1 more than a round of
 * progress sees to. */
static void one_flood(noc_plan *p, uint32_t senders)
{
    uint32_t body[8] = {1, 2, 3}, each = FLOOD / senders, i;

    if (core_number() == 0) {
        ok(noc_multicast(p, body, 32, NOC_FOREVER), "multicast");
    } else if (core_number() == VICTIM) {
        cast_twice(p, body);
        for (i = 0; i < senders * each; i++) {
            ok(noc_recv(NOC_ANY_SOURCE, 1, body, 32, NULL, NOC_FOREVER), "receive");
        }
    } else if (core_number() <= VICTIM + senders) {
        core_delay(core_random() % 100);
        for (i = 0; i < each; i++) {
            ok(noc_send(VICTIM, 1, body, 12, NOC_FOREVER), "send");
        }
    }
}

static void flood_program(void *arg)
{
    noc_relay relay = cores_seed() % 2 ? NOC_BY_LIST : NOC_BY_PLAN;
    const uint16_t members[] = {0, VICTIM};
    noc_plan *p = NULL;
    noc_group *g;
    uint32_t i;

    ok(noc_init(), "init");
    if (core_number() <= VICTIM) {
        ok(group_with_slots(members, 2, 32, relay, &g, NOC_FOREVER), "group");
        ok(noc_plan_create(g, 0, "separate", relay, &p), "plan");
    }
    for (i = 0; i < CASTS; i++) {
        ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
        one_flood(p, *(const uint32_t *)arg);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
}

TEST(test_too_long_in_a_flood)
{
    uint32_t senders;

    TEST_CASES(seed, 32)
    {
        for (senders = 4; senders <= 8; senders++) {
            const struct cores_config c = {
                .topology = "torus:4x4",
                .ports = 1,
                .seed = seed,
                .limit_cycles = 30000000,
                .algorithm_topology = "torus:4x4",
            };

            if (!cores_run(&c, flood_program, &senders)) {
                fail_msg("%u senders, seed %u", (unsigned)senders, (unsigned)seed);
            }
        }
    }
}

/* --- groups that do not wait for each other ---------------------------------------------- */

enum { ROOT_A, RELAY, LATE, ROOT_B };

static void cast_in(noc_plan *p, uint32_t number)
{
    uint32_t word = number;

    ok(noc_multicast(p, &word, 4, NOC_FOREVER), "multicast");
    if (word != number) {
        core_fail("%u, not %u", word, number);
    }
}

/* Groups with one slot each. In A the late core, 2, has not taken what 1 forwarded, and 1 had
 * no slot for what 0 sent next. In B 1 had none for what 3 sent next, either: it must
 * ask for that although it cannot ask 0 yet, since 2 waits for what it does afterwards. */
static void apart_program(void *arg)
{
    static const uint16_t members_a[] = {ROOT_A, RELAY, LATE}, members_b[] = {RELAY, ROOT_B};
    noc_relay relay = cores_seed() % 2 ? NOC_BY_LIST : NOC_BY_PLAN;
    uint32_t me = core_number(), word = 0, i;
    noc_group *a, *b;
    noc_plan *in_a = NULL, *in_b = NULL;

    (void)arg;
    ok(noc_init(), "init");
    if (me <= LATE) {
        ok(group_with_slots(members_a, 3, 4 * ONE_SLOT, relay, &a, NOC_FOREVER), "group");
        ok(noc_plan_create(a, 0, "u-mesh", relay, &in_a), "plan");
    }
    if (me == RELAY || me == ROOT_B) {
        ok(group_with_slots(members_b, 2, 4 * ONE_SLOT, relay, &b, NOC_FOREVER), "group");
        ok(noc_plan_create(b, 1, "u-mesh", relay, &in_b), "plan");
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (me == LATE) {
        ok(noc_recv(RELAY, 1, &word, sizeof(word), NULL, NOC_FOREVER), "receive");
    }
    for (i = 0; in_a && i < 2; i++) {
        cast_in(in_a, i);
    }
    if (me == RELAY) {
        core_delay(3000); /* until 0 and 3 have sent what finds no slot */
    }
    for (i = 0; in_b && i < 2; i++) {
        cast_in(in_b, i);
    }
    if (me == RELAY) {
        ok(noc_send(LATE, 1, &word, sizeof(word), NOC_FOREVER), "send");
    }
    if (in_a) {
        cast_in(in_a, 2);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
}

TEST(test_apart)
{
    uint32_t seed;

    for (seed = 0; seed < 16; seed++) {
        const struct cores_config c = {
            .topology = "mesh:4",
            .ports = 1,
            .seed = seed,
            .jitter = seed % 4 * 10,
            .limit_cycles = 1000000,
            .algorithm_topology = "mesh:4",
        };

        assert_true(cores_run(&c, apart_program, NULL));
    }
}
