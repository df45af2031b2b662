/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups: in any order, split, duplicated, more than there are receive queues, made and freed by
 * thousands, given up in the middle, and named after they are gone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"
#include "layer/layer.h"
#include "noc.h"

enum { CORES = 20, PATIENT = 3000000 };

static void run(const struct cores_config *c, void (*program)(void *), void *arg)
{
    cores_must_run(c, program, arg);
}

/* The same numbers on all cores. */
static uint32_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

static uint64_t state_of(uint32_t n)
{
    return (cores_seed() + 1) * UINT64_C(0x9e3779b97f4a7c15) + n * UINT64_C(0xbf58476d1ce4e5b9) + 1;
}

static uint32_t draw_members(uint64_t *state, uint16_t *members, uint32_t least)
{
    const uint32_t size = noc_size(), count = least + draw(state) % (size - least + 1);
    uint32_t i;

    for (i = 0; i < size; i++) {
        uint32_t j = draw(state) % (i + 1);

        members[i] = members[j];
        members[j] = (uint16_t)i;
    }
    return count;
}

static bool is_member(const uint16_t *members, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count && members[i] != core_number(); i++) {
    }
    return i < count;
}

/* It has these members in this order, and they can reach each other in it. */
static void use(noc_group *g, const uint16_t *members, uint32_t count, uint32_t word)
{
    const uint32_t rank = (uint32_t)noc_group_rank(g);
    uint32_t i, got[2], body[2] = {word, rank};
    noc_status s;

    if (noc_group_size(g) != count || rank >= count || members[rank] != core_number() ||
        noc_group_node(g, count) != -1) {
        core_fail("rank %u of %u, not of %u", rank, noc_group_size(g), count);
    }
    for (i = 0; i < count; i++) {
        if (noc_group_node(g, i) != members[i]) {
            core_fail("member %u is %d", i, noc_group_node(g, i));
        }
    }
    ok(noc_send_in(g, (rank + 1) % count, 3, body, sizeof(body), NOC_FOREVER), "send in it");
    ok(noc_recv_in(g, NOC_ANY_SOURCE, 3, got, sizeof(got), &s, NOC_FOREVER), "receive in it");
    if (got[0] != word || got[1] != (rank + count - 1) % count || s.source != got[1]) {
        core_fail("%u of %u came, not %u", got[0], got[1], word);
    }
    ok(noc_barrier(g, NOC_FOREVER), "barrier in it");
}

static void no_leak(uint32_t heap)
{
    ok(noc_finish(NOC_FOREVER), "finish");
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

/* Requests, once allocated, stay: none shall be needed later. */
static uint32_t heap_begin(void)
{
    noc_request r[2 * NOC_REQUESTS];
    bool cancelled;
    uint32_t i;

    for (i = 0; i < 2 * NOC_REQUESTS; i++) {
        ok(noc_irecv(NOC_ANY_SOURCE, 9, NULL, 0, &r[i]), "irecv");
    }
    for (i = 0; i < 2 * NOC_REQUESTS; i++) {
        ok(noc_cancel(&r[i], &cancelled), "cancel");
    }
    return core_heap_used();
}

/* --- any order ---------------------------------------------------------------------- */

enum { ORDERS = 12 };

static void order_program(void *arg)
{
    uint16_t members[CORES];
    uint32_t n, count, heap, left[CORES];
    noc_group *g;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < ORDERS; n++) {
        uint64_t state = state_of(n);

        count = draw_members(&state, members, 1);
        if (!is_member(members, count)) {
            continue;
        }
        core_delay(core_random() % 1000);
        ok(noc_group_create(members, count, &g, NOC_FOREVER), "create");
        memcpy(left, members, sizeof(left) / 2);
        memset(members, 0xff, sizeof(members)); /* the list may go */
        use(g, (uint16_t *)left, count, n);
        if (n % 2) {
            uint32_t body[2] = {core_number(), n}, root = n % count;
            noc_plan *p;

            ok(noc_group_reserve(g, 8, NOC_BY_PLAN, NOC_FOREVER), "reserve");
            ok(noc_plan_create(g, root, "u-mesh", NOC_BY_PLAN, &p), "plan");
            ok(noc_multicast(p, body, 8, NOC_FOREVER), "multicast");
            if (body[0] != ((uint16_t *)left)[root]) {
                core_fail("a multicast from %u", body[0]);
            }
            noc_plan_free(p);
        }
        ok(noc_group_free(g, NOC_FOREVER), "free");
    }
    no_leak(heap);
}

TEST(groups_in_any_order)
{
    TEST_CASES(seed, 24)
    {
        const struct cores_config c = {.topology = seed % 2 ? "mesh:3x4" : "mesh:17",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 10000000,
                                       .algorithm_topology = seed % 2 ? "mesh:3x4" : "mesh:17"};

        run(&c, order_program, NULL);
    }
}

/* --- split ------------------------------------------------------------------------------ */

struct wishes {
    int32_t color[CORES], key[CORES];
};

static void draw_wishes(uint64_t *state, uint32_t count, struct wishes *w)
{
    const uint32_t colors = 1 + draw(state) % 4, keys = 1 + draw(state) % 20;
    uint32_t i;

    for (i = 0; i < count; i++) {
        w->color[i] = (int32_t)(draw(state) % (colors + 1)) - 1;
        w->color[i] = w->color[i] == 3 ? INT32_MAX : w->color[i];
        w->key[i] = (int32_t)(draw(state) % keys) - 5;
        w->key[i] = w->key[i] == -5 ? INT32_MIN : w->key[i];
    }
}

/* Who is with this rank, in order, by looking for the least of those left again and again. */
static uint32_t dumb(const struct wishes *w, uint32_t count, int32_t color, uint32_t *rank)
{
    bool done[CORES] = {false};
    uint32_t n = 0, i, best;

    for (;;) {
        best = count;
        for (i = 0; i < count; i++) {
            if (!done[i] && w->color[i] == color && (best == count || w->key[i] < w->key[best])) {
                best = i;
            }
        }
        if (best == count) {
            return n;
        }
        done[best] = true;
        rank[n++] = best;
    }
}

static void split_once(noc_group *g, uint64_t *state, uint32_t word)
{
    const uint32_t count = noc_group_size(g), me = (uint32_t)noc_group_rank(g);
    noc_group *made = g, *again;
    uint16_t members[CORES];
    uint32_t rank[CORES], n, i;
    struct wishes w;

    draw_wishes(state, count, &w);
    core_delay(core_random() % 500);
    ok(noc_group_split(g, w.color[me], w.key[me], &made, NOC_FOREVER), "split");
    if (w.color[me] < 0) {
        if (made) {
            core_fail("a group without a color");
        }
        return;
    }
    n = dumb(&w, count, w.color[me], rank);
    for (i = 0; i < n; i++) {
        members[i] = (uint16_t)noc_group_node(g, rank[i]);
    }
    use(made, members, n, word);
    ok(noc_group_duplicate(made, &again, NOC_FOREVER), "duplicate");
    use(again, members, n, word + 1000);
    use(made, members, n, word + 2000);
    ok(noc_group_free(made, NOC_FOREVER), "free");
    use(again, members, n, word + 3000);
    ok(noc_group_free(again, NOC_FOREVER), "free");
}

static void split_program(void *arg)
{
    uint16_t members[CORES];
    uint32_t n, count, heap;
    noc_group *g;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < 4; n++) {
        uint64_t state = state_of(n);

        split_once(noc_world(), &state, n);
        count = draw_members(&state, members, 1);
        if (is_member(members, count)) {
            ok(noc_group_create(members, count, &g, NOC_FOREVER), "create");
            split_once(g, &state, n);
            ok(noc_group_free(g, NOC_FOREVER), "free");
        }
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    no_leak(heap);
}

TEST(splits)
{
    char topology[16];

    TEST_CASES(seed, 34)
    {
        const struct cores_config c = {.topology = topology,
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 30000000};

        snprintf(topology, sizeof(topology), "mesh:%u", (unsigned)(2 + seed % 16));
        run(&c, split_program, NULL);
    }
}

/* Lists longer than an eager message, and more cores. */
static void halves_program(void *arg)
{
    const uint32_t me = core_number(), size = 300;
    uint32_t heap, i;
    noc_group *half;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    ok(noc_group_split(noc_world(), (int32_t)(me % 2), -(int32_t)me, &half, NOC_FOREVER), "split");
    for (i = 0; i < size / 2; i++) {
        if (noc_group_node(half, i) != (int32_t)(size - 2 + me % 2 - 2 * i)) {
            core_fail("member %u is %d", i, noc_group_node(half, i));
        }
    }
    ok(noc_barrier(half, NOC_FOREVER), "barrier");
    ok(noc_group_free(half, NOC_FOREVER), "free");
    no_leak(heap);
}

TEST(split_of_many)
{
    const struct cores_config c = {
        .topology = "torus:15x20", .ports = 1, .seed = 1, .limit_cycles = 3000000};

    run(&c, halves_program, NULL);
}

/* --- many at once ------------------------------------------------------------------------- */

enum { MANY = 40 };
static uint32_t with_queue; /* of all cores */

static void many_program(void *arg)
{
    uint16_t members[MANY][CORES];
    uint32_t count[MANY], n, heap, queues = 0, body[2];
    noc_group *g[MANY];
    noc_plan *p;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < MANY; n++) {
        uint64_t state = state_of(n);

        g[n] = NULL;
        count[n] = draw_members(&state, members[n], 2);
        if (is_member(members[n], count[n])) {
            ok(noc_group_create(members[n], count[n], &g[n], NOC_FOREVER), "create");
        }
    }
    for (n = 0; n < MANY; n++) {
        if (!g[n]) {
            continue;
        }
        use(g[n], members[n], count[n], n);
        err = noc_group_reserve(g[n], 8, NOC_BY_PLAN, NOC_FOREVER);
        if (err == NOC_ERR_QUEUE) {
            continue;
        }
        ok(err, "reserve");
        queues++;
        body[0] = body[1] = core_number() + n;
        ok(noc_plan_create(g[n], 1, "separate", NOC_BY_PLAN, &p), "plan");
        ok(noc_multicast(p, body, 8, NOC_FOREVER), "multicast");
        if (body[0] != members[n][1] + n) {
            core_fail("a multicast brought %u", body[0]);
        }
        noc_plan_free(p);
    }
    with_queue += queues;
    if (queues > GROUP_QUEUES - 2) {
        core_fail("%u groups have queues", queues);
    }
    for (n = 0; n < MANY; n++) { /* not in the order in which they were made */
        uint32_t k = n * 7 % MANY;

        if (g[k]) {
            ok(noc_barrier(g[k], NOC_FOREVER), "barrier");
            ok(noc_group_free(g[k], NOC_FOREVER), "free");
        }
    }
    no_leak(heap);
}

TEST(more_groups_than_queues)
{
    TEST_CASES(seed, 16)
    {
        const struct cores_config c = {.topology = "mesh:3x4",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 30000000};

        with_queue = 0;
        run(&c, many_program, NULL);
        assert_true(with_queue > 0);
    }
}

/* Core 2 has room for so many messages of others while it makes no call. */
enum { ROOM = 16, ITS = 5, BEGIN = 6 };
static bool others_are_done;

/* An offer to it is under way, of a call that was given up. */
static void offer_in_vain(void)
{
    const uint16_t with_it[] = {2, 0};
    uint32_t n, word = 3;
    noc_group *none;

    if (core_number() == 1) {
        for (n = 0; n < ROOM; n++) {
            ok(noc_send(2, ITS, &word, 4, NOC_FOREVER), "send");
        }
        ok(noc_finish(NOC_FOREVER), "finish");
        ok(noc_send(0, BEGIN, &word, 4, NOC_FOREVER), "send");
    } else {
        ok(noc_recv(1, BEGIN, &word, 4, NULL, NOC_FOREVER), "receive");
        WANT(noc_group_create(with_it, 2, &none, 1000), TIMEOUT);
        WANT(noc_finish(1000), TIMEOUT);
    }
}

static void core_2(void)
{
    uint32_t n, word;

    while (!others_are_done) {
        core_delay(1000);
    }
    for (n = 0; n < ROOM; n++) {
        ok(noc_recv(1, ITS, &word, 4, NULL, NOC_FOREVER), "receive");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* All contexts in use, whatever is under way that is in none; then one is free again. */
static void all_contexts_program(void *arg)
{
    static noc_group *made[2][NOC_CONTEXTS];
    const uint16_t both[] = {1, 0};
    noc_group **g, *more = NULL;
    uint32_t n, heap;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 2) {
        core_2();
        return;
    }
    g = made[core_number()];
    heap = heap_begin();
    offer_in_vain();
    for (n = 0; n < NOC_CONTEXTS - 1; n++) {
        ok(noc_group_create(both, 2, &g[n], NOC_FOREVER), "create");
    }
    WANT(noc_group_create(both, 2, &more, NOC_FOREVER), GROUP);
    WANT(noc_group_duplicate(g[0], &more, NOC_FOREVER), GROUP);
    if (more) {
        core_fail("one more than there are");
    }
    use(g[NOC_CONTEXTS - 2], both, 2, 7);
    ok(noc_group_free(g[500], NOC_FOREVER), "free");
    ok(noc_group_create(both, 2, &g[500], NOC_FOREVER), "create");
    use(g[500], both, 2, 8);
    for (n = 0; n < NOC_CONTEXTS - 1; n++) {
        ok(noc_group_free(g[n], NOC_FOREVER), "free");
    }
    others_are_done = true;
    no_leak(heap);
}

TEST(all_contexts)
{
    const struct cores_config c = {
        .topology = "mesh:3", .ports = 1, .seed = 1, .limit_cycles = 30000000};

    others_are_done = false;
    run(&c, all_contexts_program, NULL);
}

/* The same where the only contexts that are left are unclean: nothing of the earlier group comes. */
static void unclean_program(void *arg)
{
    enum { LEFT = 3 };
    static noc_group *made[2][NOC_CONTEXTS];
    const uint16_t both[] = {0, 1};
    const uint32_t me = core_number();
    noc_group **g = made[me], *one;
    uint32_t n, i, heap, word = 77;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < NOC_CONTEXTS - 1 - LEFT; n++) {
        ok(noc_group_create(both, 2, &g[n], NOC_FOREVER), "create");
    }
    for (n = 0; n < 2 * LEFT; n++) {
        ok(noc_group_create(both, 2, &one, NOC_FOREVER), "create");
        WANT(noc_probe_in(one, NOC_ANY_SOURCE, NOC_ANY_TAG, &s, 2000), TIMEOUT);
        ok(noc_barrier(one, NOC_FOREVER), "barrier");
        use(one, both, 2, n);
        for (i = 0; i < 3; i++) {
            ok(noc_send_in(one, 1 - me, 4, &word, 4, NOC_FOREVER), "send");
        }
        core_delay(me * 3000);     /* the other one leaves before, and has told so */
        for (i = 0; i < 20; i++) { /* more than stay in slots */
            ok(noc_send_in(one, 1 - me, 4, &word, 4, NOC_FOREVER), "send");
        }
        want(noc_group_free(one, me ? NOC_FOREVER : 100), me ? NOC_ERR_OK : NOC_ERR_TIMEOUT,
             __LINE__);
    }
    for (n = 0; n < NOC_CONTEXTS - 1 - LEFT; n++) {
        ok(noc_group_free(g[n], NOC_FOREVER), "free");
    }
    no_leak(heap);
}

TEST(unclean_contexts)
{
    const struct cores_config c = {
        .topology = "mesh:2", .ports = 1, .seed = 1, .limit_cycles = 30000000};

    run(&c, unclean_program, NULL);
}

/* --- thousands ----------------------------------------------------------------------------- */

enum { THOUSANDS = 5000, ALIVE = 8, PERIOD = 32, GONE = 256 };

struct living {
    noc_group *g;
    uint16_t members[CORES], context;
    uint32_t count;
};

static void thousands_program(void *arg)
{
    struct living a[ALIVE] = {{NULL, {0}, 0, 0}}, *one;
    uint16_t last[PERIOD] = {0};
    uint32_t n, i, heap, mine = 0;
    noc_group *gone[GONE] = {NULL};

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < THOUSANDS + ALIVE; n++) {
        uint64_t state = state_of(n);

        one = &a[n % ALIVE];
        if (one->g) {
            if (n % 3 == 0) {
                use(one->g, one->members, one->count, n);
            }
            ok(noc_group_free(one->g, NOC_FOREVER), "free");
            gone[core_random() % GONE] = one->g;
            one->g = NULL;
        }
        if (n >= THOUSANDS) {
            continue;
        }
        one->count = draw_members(&state, one->members, 1);
        if (is_member(one->members, one->count)) {
            ok(noc_group_create(one->members, one->count, &one->g, NOC_FOREVER), "create");
            one->context = group_of(one->g)->context;
            for (i = 0; i < PERIOD; i++) {
                if (last[i] == one->context) {
                    core_fail("context %u again, after %u groups", one->context, PERIOD);
                }
            }
            last[mine++ % PERIOD] = one->context;
            for (i = 0; i < GONE; i++) {
                if (noc_group_size(gone[i])) {
                    core_fail("a group that is gone lives on");
                }
            }
        }
    }
    no_leak(heap);
}

TEST(thousands_of_groups)
{
    TEST_NEEDS_BUDGET(5);
    const struct cores_config c = {
        .topology = "mesh:2x4", .ports = 1, .seed = 3, .limit_cycles = 300000000};

    run(&c, thousands_program, NULL);
}

/* --- given up ------------------------------------------------------------------------------- */

static uint32_t ended; /* cores */

/* Cores 0 to 6 are impatient, again and again, in all that groups are made by; then patient. Core 7
 * does not come. */
static void impatient_program(void *arg)
{
    const uint32_t rounds = *(const uint32_t *)arg, me = core_number();
    static const uint16_t members[] = {5, 3, 0, 1, 6, 2, 4};
    uint32_t n, heap, failed = 0;
    noc_group *base, *g;

    ok(noc_init(), "init");
    heap = heap_begin();
    if (me == 7) {
        return;
    }
    ok(noc_group_create(members, 7, &base, NOC_FOREVER), "create");
    for (n = 0; n < rounds; n++) {
        const uint32_t timeout = 50 + core_random() % 4000;
        noc_err err, gone;
        uint32_t body = n;

        core_delay(core_random() % 400);
        err = n % 3 == 0 ? noc_group_create(members, 7, &g, timeout)
            : n % 3 == 1 ? noc_group_split(base, (int32_t)(me % 2), 0, &g, timeout)
                         : noc_group_duplicate(base, &g, timeout);
        if (!err) {
            const uint32_t size = noc_group_size(g);

            (void)!noc_send_in(g, core_random() % size, 4, &body, 4, core_random() % 1000);
            err = noc_barrier(g, core_random() % 2000);
            gone = noc_group_free(g, core_random() % 2000);
            err = err ? err : gone;
            WANT(noc_barrier(g, 0), GROUP);
        }
        failed += err != NOC_ERR_OK;
        if (err == NOC_ERR_TIMEOUT && (noc_last_peer() < 0 || noc_last_peer() > 6)) {
            core_fail("waited for %d?", noc_last_peer());
        }
        if (err && err != NOC_ERR_TIMEOUT && err != NOC_ERR_ARGUMENT) {
            core_fail("%s", noc_strerror(err)); /* ARGUMENT: others make another call */
        }
    }
    if (!failed) {
        core_fail("nothing failed: this test tests nothing");
    }
    (void)!noc_group_free(base, 0);
    for (ended++; ended < 7;) {
        core_delay(100);
    }
    for (n = 0; n < 8; n++) {
        ok(noc_group_create(members, 7, &g, PATIENT), "create");
        use(g, members, 7, n);
        ok(noc_group_split(g, 1, 0, &base, PATIENT), "split");
        use(base, members, 7, n);
        ok(noc_group_free(base, PATIENT), "free");
        ok(noc_group_free(g, PATIENT), "free");
    }
    no_leak(heap);
}

TEST(groups_that_are_given_up)
{
    TEST_CASES(seed, 24)
    {
        uint32_t rounds = seed % 8 ? 60 : 600;
        const struct cores_config c = {.topology = "mesh:2x4",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 60000000};

        ended = 0;
        run(&c, impatient_program, &rounds);
    }
}

static uint32_t crossed; /* calls that were given up */

/* Core 1 gives a call up after ever more cycles, and calls again: the answer to the first call is on its
 * way then, and means what core 1 had free before. */
static void call_twice(noc_group **g, const uint16_t *both, uint32_t timeout)
{
    uint32_t word = 0;
    noc_err err = noc_group_create(both, 2, g, timeout);

    if (err == NOC_ERR_TIMEOUT) {
        crossed++;
        err = noc_group_create(both, 2, g, PATIENT);
    }
    ok(err, "create");
    ok(noc_send(0, BEGIN, &word, 4, PATIENT), "send");
}

/* The other one may have given up last of all, so that this core has a group which it is not in. */
static void call_until_it_has_it(noc_group **g, const uint16_t *both)
{
    uint32_t word;
    noc_err err = NOC_ERR_TIMEOUT;

    while (err == NOC_ERR_TIMEOUT) {
        ok(noc_group_create(both, 2, g, PATIENT), "create");
        err = noc_recv(1, BEGIN, &word, 4, NULL, 3000);
        if (err) {
            WANT(noc_group_free(*g, 0), TIMEOUT);
        }
    }
    ok(err, "receive");
}

/* Core 1 makes groups of its own in between. */
static void answers_cross_program(void *arg)
{
    enum { ROUNDS = 120, STEP = 10 };
    const uint16_t both[] = {0, 1}, alone[] = {1};
    noc_group *g[ROUNDS], *own[ROUNDS];
    uint32_t n, heap;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    for (n = 0; n < ROUNDS; n++) {
        if (core_number()) {
            call_twice(&g[n], both, n * STEP);
            ok(noc_group_create(alone, 1, &own[n], PATIENT), "create");
        } else {
            call_until_it_has_it(&g[n], both);
        }
        use(g[n], both, 2, n);
    }
    for (n = 0; n < ROUNDS; n++) {
        ok(noc_group_free(g[n], PATIENT), "free");
        if (core_number()) {
            ok(noc_group_free(own[n], PATIENT), "free");
        }
    }
    no_leak(heap);
}

TEST(answers_to_calls_that_were_given_up)
{
    TEST_CASES(seed, 4)
    {
        const struct cores_config c = {.topology = "mesh:2",
                                       .ports = 1,
                                       .jitter = seed * 5,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        crossed = 0;
        run(&c, answers_cross_program, NULL);
        assert_true(crossed > 9 && crossed < 110);
    }
}

static uint32_t timeouts; /* of all cores */

/* A split, slots and a barrier go on where a timeout has left them, however short. */
static void stubborn_program(void *arg)
{
    const uint32_t me = core_number();
    noc_group *g, *both;
    uint32_t heap;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    core_delay(me * 3000);
    do {
        err = noc_group_split(noc_world(), 0, -(int32_t)me, &g, me % 2 ? NOC_FOREVER : 30000);
        timeouts += err == NOC_ERR_TIMEOUT;
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "split");
    core_delay(core_random() % 20000);
    do {
        err = noc_group_reserve(g, 16, NOC_BY_PLAN, 300);
        timeouts += err == NOC_ERR_TIMEOUT;
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "reserve");
    core_delay(core_random() % 20000);
    do {
        err = noc_barrier(g, 200);
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "barrier");
    ok(noc_group_duplicate(g, &both, NOC_FOREVER), "duplicate");
    ok(noc_group_free(both, NOC_FOREVER), "free");
    ok(noc_group_free(g, NOC_FOREVER), "free");
    no_leak(heap);
}

TEST(calls_go_on_after_timeouts)
{
    TEST_CASES(seed, 12)
    {
        const struct cores_config c = {.topology = "mesh:3x3",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        timeouts = 0;
        run(&c, stubborn_program, NULL);
        assert_true(timeouts > 9);
    }
}

/* One core ends in the middle of a call. The others hear whom they wait for, leave the group, and
 * make one without it. */
static void death_program(void *arg)
{
    const uint32_t dead = (uint32_t)cores_seed() % 7, me = core_number();
    uint16_t all[] = {6, 0, 5, 1, 4, 2, 3}, rest[6];
    uint32_t heap, i, n = 0;
    noc_group *base, *g;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    ok(noc_group_create(all, 7, &base, NOC_FOREVER), "create");
    for (i = 0; i < 7; i++) {
        if (all[i] != dead) {
            rest[n++] = all[i];
        }
    }
    core_delay(core_random() % 300);
    if (me == dead) {
        const uint32_t timeout = core_random() % 2500;

        err = cores_seed() % 2 ? noc_group_split(base, 0, 0, &g, timeout)
                               : noc_group_create(all, 7, &g, timeout);
        return;
    }
    err = cores_seed() % 2 ? noc_group_split(base, 0, 0, &g, 40000)
                           : noc_group_create(all, 7, &g, 40000);
    if (err != NOC_ERR_TIMEOUT) {
        ok(err, "create or split");
        WANT(noc_group_free(g, 20000), TIMEOUT);
    }
    WANT(noc_group_free(base, 20000), TIMEOUT);
    core_delay(100000 - core_time() % 100000);
    ok(noc_group_create(rest, 6, &g, PATIENT), "create without it");
    use(g, rest, 6, 5);
    ok(noc_group_free(g, PATIENT), "free");
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(a_member_that_ends)
{
    TEST_CASES(seed, 42)
    {
        const struct cores_config c = {.topology = "mesh:7",
                                       .ports = 1,
                                       .jitter = seed % 3 * 15,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        run(&c, death_program, NULL);
    }
}

/* Members that make different calls are told so. */
static void mixed_program(void *arg)
{
    const uint32_t me = core_number();
    noc_group *g;
    uint32_t heap;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    err = me == 3 ? noc_group_duplicate(noc_world(), &g, NOC_FOREVER)
        : me == 5 ? noc_group_reserve(noc_world(), 16, NOC_BY_PLAN, NOC_FOREVER)
                  : noc_group_split(noc_world(), 0, 0, &g, NOC_FOREVER);
    want(err, NOC_ERR_ARGUMENT, __LINE__);
    ok(noc_group_split(noc_world(), (int32_t)me, 0, &g, NOC_FOREVER), "split");
    ok(noc_group_free(g, NOC_FOREVER), "free");
    WANT(noc_group_split(noc_world(), 0, 0, NULL, NOC_FOREVER), ARGUMENT);
    WANT(noc_group_split(NULL, 0, 0, &g, NOC_FOREVER), GROUP);
    WANT(noc_group_duplicate(NULL, &g, NOC_FOREVER), GROUP);
    /* Core 2 has no memory. */
    core_allow(me == 2 ? 0 : UINT32_MAX);
    WANT(noc_group_split(noc_world(), 0, 0, &g, NOC_FOREVER), MEMORY);
    WANT(noc_group_duplicate(noc_world(), &g, NOC_FOREVER), MEMORY);
    core_allow(me == 2 ? 1 : UINT32_MAX);
    err = noc_group_split(noc_world(), 0, 0, &g, NOC_FOREVER);
    want(err, me == 2 ? NOC_ERR_MEMORY : NOC_ERR_GROUP, __LINE__);
    core_allow(UINT32_MAX);
    no_leak(heap);
}

TEST(members_that_make_other_calls)
{
    TEST_CASES(seed, 6)
    {
        const struct cores_config c = {.topology = "mesh:7",
                                       .ports = 1,
                                       .jitter = seed * 5,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        run(&c, mixed_program, NULL);
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

enum { LONG = 1000 };

/* What is under way when a group is freed arrives, if somebody receives it; what nobody received is
 * in no later group; and the names of what is gone name nothing. */
static void free_program(void *arg)
{
    const uint16_t both[] = {1, 0};
    uint32_t me = core_number(), heap, word = 5, got[2] = {0, 0}, n;
    uint8_t out[LONG], in[LONG] = {0};
    noc_group *g, *next;
    noc_request r[3], stale, own, elsewhere;
    bool cancelled = false;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    heap = heap_begin();
    ok(noc_irecv(NOC_ANY_SOURCE, 7, got, sizeof(got), &elsewhere), "irecv in the world");
    for (n = 0; n < 3; n++) {
        memset(out, (int)(me + n), sizeof(out));
        ok(noc_group_create(both, 2, &g, NOC_FOREVER), "create");
        ok(noc_irecv_in(g, 0, 1, in, sizeof(in), &r[0]), "irecv");
        if (me == 1) { /* rank 0: a long message to itself and to the other, and one for nobody */
            ok(noc_isend_in(g, 0, 1, out, sizeof(out), &r[1]), "isend");
            ok(noc_isend_in(g, 1, 1, out, sizeof(out), &r[2]), "isend");
            ok(noc_send_in(g, 1, 2, &word, 4, NOC_FOREVER), "send");
        }
        ok(noc_isend_synchronous_in(g, (uint32_t)noc_group_rank(g), 8, out, LONG, &own),
           "isend to itself");
        ok(noc_irecv_in(g, 1, 7, got, sizeof(got), &stale), "irecv of what nobody sends");
        ok(noc_group_free(g, NOC_FOREVER), "free");
        ok(noc_wait(&r[0], &s, NOC_FOREVER), "wait");
        if (in[0] != 1 + n || memcmp(in, in + 1, LONG - 1) || s.source != 0) {
            core_fail("%u came", in[0]);
        }
        WANT(noc_wait(&stale, &s, NOC_FOREVER), GROUP);
        WANT(noc_wait(&own, NULL, NOC_FOREVER), GROUP);
        if (me == 1) {
            ok(noc_wait(&r[1], NULL, NOC_FOREVER), "wait");
            ok(noc_wait(&r[2], NULL, NOC_FOREVER), "wait");
        }
        ok(noc_group_create(both, 2, &next, NOC_FOREVER), "create");
        WANT(noc_probe_in(next, NOC_ANY_SOURCE, NOC_ANY_TAG, &s, 3000), TIMEOUT);
        WANT(noc_send_in(g, 0, 1, &word, 4, 0), GROUP);
        WANT(noc_recv_in(g, 0, 1, &word, 4, NULL, 0), GROUP);
        WANT(noc_isend_in(g, 0, 1, &word, 4, &stale), GROUP);
        WANT(noc_irecv_in(g, 0, 1, &word, 4, &stale), GROUP);
        WANT(noc_probe_in(g, 0, 1, &s, 0), GROUP);
        WANT(noc_barrier(g, 0), GROUP);
        WANT(noc_group_free(g, 0), GROUP);
        WANT(noc_group_split(g, 0, 0, &g, 0), GROUP);
        if (noc_group_size(g) || noc_group_rank(g) != -1 || noc_group_node(g, 0) != -1) {
            core_fail("a group that is gone has members");
        }
        ok(noc_barrier(next, NOC_FOREVER), "barrier");
        ok(noc_group_free(next, NOC_FOREVER), "free");
    }
    ok(noc_cancel(&elsewhere, &cancelled), "cancel");
    MUST(cancelled);
    no_leak(heap);
}

TEST(freeing_with_messages_under_way)
{
    TEST_CASES(seed, 12)
    {
        const struct cores_config c = {.topology = "mesh:2",
                                       .ports = 1,
                                       .jitter = seed % 4 * 10,
                                       .seed = seed,
                                       .limit_cycles = 10000000};

        run(&c, free_program, NULL);
    }
}
