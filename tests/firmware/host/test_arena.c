/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What comes without being asked for: more of it than the arena holds, from several cores, while
 * receives that name their sources go on; from a core that nobody receives from; from a wild one. All
 * is received in the end, in order, and the heap is as it was.
 */
#include <string.h>

#include "runs.h"
#include "groups/agreement.h"
#include "ni.h"
#include "packet.h"
#include "layer/wire.h"

enum { QUIET = 3000000, LONGEST = 300, NODES_MAX = 12 };

static uint32_t word_of(uint32_t from, uint32_t number, uint32_t i)
{
    return i ? (from * 100003 + number + 1) * 2654435761u ^ i * 40503u : from << 16 | number;
}

static void fill(uint32_t *body, uint32_t from, uint32_t number, uint32_t flits)
{
    uint32_t i;

    for (i = 0; i < flits; i++) {
        body[i] = word_of(from, number, i);
    }
}

static void must_hold(const uint32_t *body, uint32_t from, uint32_t number, uint32_t flits)
{
    uint32_t i;

    for (i = 0; i < flits; i++) {
        if (body[i] != word_of(from, number, i)) {
            core_fail("from %u: word %u of %u of message %u is %08x", from, i, flits, number,
                      body[i]);
        }
    }
}

static void run(const char *topology, uint32_t arena_bytes, void (*program)(void *), void *arg,
                uint32_t seeds, uint64_t limit)
{
    TEST_CASES(seed, seeds)
    {
        struct cores_config c = cores_drawn(topology, seed, limit);

        c.arena_bytes = arena_bytes ? arena_bytes : (uint32_t)NOC_ARENA_MIN << seed % 4;
        cores_must_run(&c, program, arg);
    }
}

/* --- the allocator ----------------------------------------------------------------------- */

enum { PLACES = 40, ARENA = 4096 };

/* Random blocks, each full of its number: none is written by another, what they take is what is said
 * to be in use, and in the end all is one piece again. */
TEST(blocks_of_an_arena)
{
    static uint64_t memory[ARENA / 8 + 2];
    struct {
        uint8_t *at;
        uint32_t bytes, owner;
    } block[PLACES] = {0};
    struct arena a;
    uint32_t seed = 7, i, j, failed = 0, shares[3];

    memory[ARENA / 8] = 0x5555;
    arena_begin(&a, memory, ARENA + 7);
    for (i = 0; i < 200000; i++) {
        uint32_t at, x;

        seed = seed * 1664525u + 1013904223u;
        x = seed >> 8;
        at = x % PLACES;
        if (!block[at].at) {
            block[at].bytes = x / PLACES % (x % 7 ? 60 : 900);
            block[at].owner = x / 64 % 3;
            block[at].at = arena_take(&a, block[at].bytes, block[at].owner);
            failed += !block[at].at;
        } else if (x % 5 == 0) {
            block[at].bytes /= 2;
            block[at].owner = x / 8 % 3;
            arena_trim(&a, block[at].at, block[at].bytes, block[at].owner);
        } else {
            for (j = 0; j < block[at].bytes; j++) {
                assert_int_equal(block[at].at[j], at);
            }
            arena_give(&a, block[at].at);
            block[at].at = NULL;
        }
        if (block[at].at) {
            assert_int_equal((uintptr_t)block[at].at % 8, 0);
            memset(block[at].at, (int)at, block[at].bytes);
        }
        if (i % 64 == 0) {
            memset(shares, 0, sizeof(shares));
            for (j = 0; j < PLACES; j++) {
                shares[block[j].owner] += block[j].at ? arena_cost(block[j].bytes) : 0;
            }
            for (j = 0; j < 3; j++) { /* a rest too small for a block of its own stays */
                assert_in_range(arena_share(&a, j), shares[j], shares[j] + PLACES * 16);
            }
            assert_int_equal(a.used, arena_share(&a, 0) + arena_share(&a, 1) + arena_share(&a, 2));
        }
    }
    assert_true(failed > 100);
    for (j = 0; j < PLACES; j++) {
        if (block[j].at) {
            arena_give(&a, block[j].at);
        }
    }
    assert_int_equal(a.used, 0);
    assert_non_null(arena_take(&a, ARENA - 8, 1));
    assert_null(arena_take(&a, 1, 1));
    assert_null(arena_take(&a, UINT32_MAX - 3, 1));
    assert_int_equal(memory[ARENA / 8], 0x5555);
}

/* Memory that has no room for a block is none, whatever lies in it. */
TEST(an_arena_of_nothing)
{
    uint64_t memory[2];
    uint32_t of_a_block[] = {sizeof(memory), 0, 0, 0}, bytes;
    struct arena a;

    for (bytes = 0; bytes < sizeof(memory); bytes++) {
        memcpy(memory, of_a_block, sizeof(memory));
        arena_begin(&a, memory, bytes);
        assert_null(arena_take(&a, 0, 0));
        assert_null(arena_take(&a, 1, 0));
        assert_int_equal(arena_share(&a, 0), 0);
        assert_int_equal(a.used, 0);
        assert_memory_equal(memory, of_a_block, sizeof(memory));
    }
}

/* --- floods -------------------------------------------------------------------------------- */

/* What every core draws alike for message `number` of `from`. */
static uint32_t drawn(uint32_t from, uint32_t number)
{
    uint32_t x = (from + 1) * 2654435761u + number * 40503u + (uint32_t)cores_seed() * 977u;

    x ^= x >> 15;
    x *= 0x2c1b3c6d;
    return x ^ x >> 12;
}

static uint32_t flits_of(uint32_t from, uint32_t number)
{
    static const uint32_t flits[] = {0, 1, 8, 40, 64, 64, 65, LONGEST};

    return flits[drawn(from, number) % 8];
}

static void send_drawn(uint32_t to, uint32_t tag, uint32_t number)
{
    uint32_t body[LONGEST], me = core_number(), flits = flits_of(me, number);

    fill(body, me, number, flits);
    ok(noc_send(to, tag, body, flits * 4, NOC_FOREVER), "send");
}

static void receive_drawn(uint32_t from, uint32_t tag, uint32_t number, uint32_t timeout)
{
    uint32_t body[LONGEST + 1];
    noc_status s;

    memset(body, 0x66, sizeof(body));
    ok(noc_recv((int32_t)from, (int32_t)tag, body, LONGEST * 4, &s, timeout), "receive");
    if (s.bytes != flits_of(from, number) * 4 || s.source != from) {
        core_fail("%u bytes from %u", s.bytes, s.source);
    }
    must_hold(body, from, number, s.bytes / 4);
    if (body[s.bytes / 4] != 0x66666666) {
        core_fail("a word behind the message was written");
    }
}

/* All at once, so that long ones do not wait to be received; the last has a tag of its own. */
static void send_flood(uint32_t to, uint32_t tag, uint32_t count, uint32_t last)
{
    noc_request *r = core_malloc(count * sizeof(*r));
    uint32_t i, me = core_number(), flits, *body;

    for (i = 0; i < count; i++) {
        flits = flits_of(me, i);
        body = core_malloc(flits * 4);
        fill(body, me, i, flits);
        ok(noc_isend(to, i < count - 1 ? tag : last, body, flits * 4, &r[i]), "isend");
    }
    ok(noc_wait_all(r, count, NULL, NOC_FOREVER), "wait");
}

enum { BEHIND = 300, FLOODERS = 5, FLOOD = 120, CALLS = 60, FLOOD_TAG = 1, CALL_TAG, LAST_TAG };

/* Cores 1 to 5 flood core 0 with what it does not ask for. Meanwhile it serves cores 6 to 8, which
 * call it and wait for the answer: by name, in a random order, with the arena full. Then it takes
 * the flood, any source's, and of each source in order. */
static void flood_program(void *arg)
{
    uint32_t me = core_number(), i, from, number, heap, next[NODES_MAX] = {0};
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    heap = core_heap_used();
    if (me >= 1 && me <= FLOODERS) {
        send_flood(0, FLOOD_TAG, FLOOD, FLOOD_TAG);
    } else if (me > FLOODERS) {
        core_delay(20000);
        for (i = 0; i < CALLS; i++) {
            send_drawn(0, CALL_TAG, i);
            receive_drawn(0, CALL_TAG, me * CALLS + i, QUIET);
        }
    } else {
        core_delay(60000);
        for (i = 0; i < 3 * CALLS; i++) {
            for (from = 6 + core_random() % 3; next[from] == CALLS;) {
                from = 6 + (from - 5) % 3;
            }
            number = next[from]++;
            receive_drawn(from, CALL_TAG, number, QUIET);
            send_drawn(from, CALL_TAG, from * CALLS + number);
        }
        if (core_heap_used() != heap) {
            core_fail("%u bytes of the heap", core_heap_used() - heap);
        }
        for (i = 0; i < FLOODERS * FLOOD; i++) {
            ok(noc_probe(NOC_ANY_SOURCE, FLOOD_TAG, &s, QUIET), "probe");
            receive_drawn(s.source, FLOOD_TAG, next[s.source]++, QUIET);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (me == 0 && core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(floods_beside_receives_that_name_their_source)
{
    run("mesh:3x3", 0, flood_program, NULL, 12, 20 * QUIET);
}

/* The same, but nobody ever receives from the flooders, and core 0 takes from any source what has
 * the right tag. */
static void unheard_program(void *arg)
{
    uint32_t me = core_number(), i, next[NODES_MAX] = {0};
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    if (me >= 1 && me <= 2) {
        for (i = 0; i < FLOOD; i++) {
            uint32_t body[EAGER_FLITS] = {i};

            while (noc_send(0, FLOOD_TAG, body, NOC_EAGER_BYTES, 20000)) {
                if (core_time() > QUIET / 2) {
                    return; /* as it should be */
                }
            }
        }
        core_fail("all of it was taken");
    } else if (me > 2) {
        core_delay(20000 + core_random() % 20000);
        for (i = 0; i < CALLS; i++) {
            send_drawn(0, CALL_TAG, i);
        }
        ok(noc_finish(QUIET), "finish");
    } else {
        core_delay(30000);
        for (i = 0; i < 6 * CALLS; i++) {
            ok(noc_probe(NOC_ANY_SOURCE, CALL_TAG, &s, QUIET), "probe");
            receive_drawn(s.source, CALL_TAG, next[s.source]++, QUIET);
        }
    }
}

TEST(floods_that_nobody_receives)
{
    run("mesh:3x3", NOC_ARENA_BYTES, unheard_program, NULL, 12, 20 * QUIET);
}

/* --- wild cores ------------------------------------------------------------------------------ */

/* A worm of any class: messages, offers of long ones, what agreements on groups say; a RESEND that
 * nobody asked for; one for a group. */
static void wild_worm(uint32_t to)
{
    const uint32_t user = wire_user(0, false, core_number());
    const uint32_t w2[] = {user, (uint32_t)WIRE_OFFER << WIRE_CLASS_SHIFT | user,
                           (uint32_t)WIRE_GROUP << WIRE_CLASS_SHIFT | WIRE_OFFERED,
                           (uint32_t)WIRE_GROUP << WIRE_CLASS_SHIFT | WIRE_CHOICE};
    static uint32_t serial;
    uint32_t body[EAGER_FLITS] = {serial++, LONGEST * 4}, class = core_random() % 4;
    uint32_t type = core_random() % 3 ? NOC_WORM_MESSAGE : NOC_WORM_RESEND;
    uint32_t queue = core_random() % 2 ? NOC_QUEUE_EAGER : NOC_QUEUE_GROUP + core_random() % 2;
    uint32_t flits = class == 1 ? OFFER_SENT
                   : class == 2 && !queue
                       ? sizeof(struct bid) / 4
                       : core_random() % (queue ? 9 : 65); /* no longer than the slots */

    (void)ni_tx(ni_address(body),
                type << NI_TX_W0_TYPE_SHIFT | queue << NI_TX_W0_CHANNEL_SHIFT | flits,
                (256 + core_random() % 65280) << 16,
                w2[class] | (class == 3 ? core_random() & 0xffff00 : 0),
                noc_header(NOC_HEADER_LAST, to, 0));
    while (ni_read(NI_TX_BUSY)) {
    }
}

/* Core 2 is wild. Cores 0 and 1 call each other, one of them by name and one from any source; and
 * multicast to each other in a group. */
static void wild_program(void *arg)
{
    static const uint16_t members[] = {0, 1};
    uint32_t me = core_number(), i, word, heap;
    noc_plan *plan;
    noc_group *g;

    (void)arg;
    if (me == 2) {
        while (core_time() < QUIET / 4) {
            wild_worm(core_random() % 2);
            core_delay(core_random() % 300);
        }
    }
    if (me >= 2) {
        return;
    }
    ok(noc_init(), "init");
    ok(noc_group_create(members, 2, &g, QUIET), "group");
    ok(noc_group_reserve(g, 32, NOC_BY_LIST, QUIET), "slots");
    ok(noc_plan_create(g, 0, "separate", NOC_BY_LIST, &plan), "plan");
    heap = core_heap_used();
    core_delay(QUIET / 20);
    for (i = 0; i < CALLS; i++) {
        if ((me + i) % 2) {
            send_drawn(1 - me, CALL_TAG, i);
        } else {
            receive_drawn(1 - me, CALL_TAG, i, QUIET);
        }
        word = me ? 0 : i;
        ok(noc_multicast(plan, &word, 4, QUIET), "multicast");
        if (word != i) {
            core_fail("%u came in place of %u", word, i);
        }
        core_delay(core_random() % 2000);
    }
    ok(noc_finish(QUIET), "finish");
    if (core_time() > QUIET || core_heap_used() > heap + 64) {
        core_fail("cycle %llu, %u bytes of the heap", (unsigned long long)core_time(),
                  core_heap_used() - heap);
    }
}

TEST(a_wild_core_that_fills_its_share)
{
    run("mesh:2x2", 0, wild_program, NULL, 40, 4 * QUIET);
}

/* --- what there is no room for ------------------------------------------------------------------ */

/* Core 1 sends many messages, and behind them one that core 0 wants first: it comes, past all that fits
 * nowhere, to a probe, to a receive, and to one that was posted. Core 2's comes whatever core 1 has
 * sent. */
static void behind_program(void *arg)
{
    uint32_t me = core_number(), n, body[LONGEST];
    const bool posted = core_random() % 2;
    noc_status status;
    noc_request r;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 1) {
        send_flood(0, FLOOD_TAG, BEHIND, LAST_TAG);
        receive_drawn(0, LAST_TAG, 0, QUIET);
    } else if (me == 2) {
        core_delay(100000);
        send_drawn(0, CALL_TAG, 0);
    } else if (me == 0) {
        core_delay(50000);
        ok(noc_probe(1, LAST_TAG, &status, NOC_FOREVER), "probe");
        if (status.bytes != flits_of(1, BEHIND - 1) * 4) {
            core_fail("%u bytes", status.bytes);
        }
        if (posted) {
            ok(noc_irecv(1, LAST_TAG, body, LONGEST * 4, &r), "irecv");
            receive_drawn(2, CALL_TAG, 0, NOC_FOREVER);
            ok(noc_wait(&r, NULL, NOC_FOREVER), "wait");
        } else {
            ok(noc_recv(1, LAST_TAG, body, LONGEST * 4, NULL, NOC_FOREVER), "receive");
            receive_drawn(2, CALL_TAG, 0, NOC_FOREVER);
        }
        must_hold(body, 1, BEHIND - 1, flits_of(1, BEHIND - 1));
        for (n = 0; n < BEHIND - 1; n++) {
            receive_drawn(1, FLOOD_TAG, n, NOC_FOREVER);
        }
        send_drawn(1, LAST_TAG, 0);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(messages_behind_those_that_fit_nowhere)
{
    run("mesh:3", 0, behind_program, NULL, 12, 4 * QUIET);
}

/* To oneself by a request: what the arena has no room for stays in its place, and is cancelled. */
static noc_err start_to_self(uint32_t me, const uint32_t *body, uint32_t bytes)
{
    bool cancelled = false;
    noc_request r;
    noc_err err = noc_isend(me, FLOOD_TAG, body, bytes, &r);

    if (!err && noc_wait(&r, NULL, 0) == NOC_ERR_TIMEOUT) {
        ok(noc_cancel(&r, &cancelled), "cancel");
        if (!cancelled) {
            core_fail("a message to oneself that nobody has received is not cancelled");
        }
        err = NOC_ERR_MEMORY;
    }
    return err;
}

/* To oneself as much as fits, and again when room was made; a long one, too. Others' messages come
 * meanwhile. */
static void self_program(void *arg)
{
    uint32_t me = core_number(), body[LONGEST], sent = 0, got = 0, round, full = 0, heap;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    heap = core_heap_used();
    for (round = 0; round < 6; round++) {
        for (err = NOC_ERR_OK; !err; sent += !err) {
            fill(body, me, sent, flits_of(me, sent));
            if (core_random() % 2) {
                err = noc_send(me, FLOOD_TAG, body, flits_of(me, sent) * 4, NOC_FOREVER);
            } else {
                err = start_to_self(me, body, flits_of(me, sent) * 4);
            }
        }
        full += err == NOC_ERR_MEMORY;
        if (me) {
            send_drawn(0, CALL_TAG, round);
        }
        receive_drawn(1 - me, CALL_TAG, round, QUIET);
        if (!me) {
            send_drawn(1, CALL_TAG, round);
        }
        while (got < sent - round % 3) {
            receive_drawn(me, FLOOD_TAG, got++, 0);
        }
    }
    while (got < sent) {
        receive_drawn(me, FLOOD_TAG, got++, 0);
    }
    if (!full || core_heap_used() > heap) {
        core_fail("%u times full, %u bytes of the heap", full, core_heap_used() - heap);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(messages_to_oneself_in_a_full_arena)
{
    run("mesh:2", 0, self_program, NULL, 8, 4 * QUIET);
}

/* To oneself by a request, again and again: the little that the arena has of it is given back. */
static void self_often_program(void *arg)
{
    enum { OFTEN = 1000, OTHER_TAG = FLOOD_TAG + 1 };
    const uint32_t me = core_number(), bytes = NOC_EAGER_BYTES;
    uint32_t body[NOC_EAGER_BYTES / 4] = {0}, got[NOC_EAGER_BYTES / 4], i;
    noc_request r;

    (void)arg;
    ok(noc_init(), "init");
    while (!noc_send(me, FLOOD_TAG, body, bytes, NOC_FOREVER)) { /* until the arena is full */
    }
    for (i = 1; i <= OFTEN; i++) {
        body[0] = i;
        ok(noc_isend(me, OTHER_TAG, body, bytes, &r), "isend");
        ok(noc_recv((int32_t)me, OTHER_TAG, got, bytes, NULL, 0), "receive");
        ok(noc_wait(&r, NULL, 0), "wait");
        if (got[0] != i) {
            core_fail("%u came in place of %u", got[0], i);
        }
    }
}

TEST(messages_to_oneself_again_and_again)
{
    run("mesh:2", 0, self_often_program, NULL, 4, 4 * QUIET);
}

/* Core 0's arena is full, and core 1's message stays with it. So a grant of core 1's could not come
 * either; but as long as core 1 has not even the offer, that is no matter of memory. Core 1 is away,
 * with all slots full of core 3's messages, and core 2 never comes. */
static void away_program(void *arg)
{
    enum { AWAY = 30000, A_WHILE = 20000 };
    const uint32_t me = core_number();
    uint32_t body[LONGEST] = {0}, i;

    (void)arg;
    if (me == 2) {
        return;
    }
    ok(noc_init(), "init");
    if (me == 0) {
        while (!noc_send(0, FLOOD_TAG, body, NOC_EAGER_BYTES, NOC_FOREVER)) { /* until it is full */
        }
        core_delay(AWAY / 2);
        (void)!noc_probe(4, CALL_TAG, NULL, 1000); /* core 4's has the place that is kept for one */
        core_delay(2 * AWAY);
        ok(noc_send(2, CALL_TAG, body, 4, 0), "to who never comes");
        if (noc_send(1, CALL_TAG, body, LONGEST * 4, A_WHILE) != NOC_ERR_TIMEOUT) {
            core_fail("a long send does not wait for core 1");
        }
        return;
    }
    core_delay(me == 1 ? AWAY : 0);
    for (i = 0; i < (me == 1 ? 1 : 40) && !noc_send(me == 3, FLOOD_TAG, body, 4, AWAY); i++) {
    }
    core_delay(me == 1 ? 10 * AWAY : 0);
}

TEST(offers_to_who_is_away_with_a_full_arena)
{
    run("mesh:5", 0, away_program, NULL, 4, 4 * QUIET);
}

/* Core 0's arena is full of its own, and its slots of core 2's messages. What core 1 sends is asked for
 * one by one, since a receive names it and nothing of it is kept. */
static void named_program(void *arg)
{
    enum { TIMES = 40, BEFORE = 20000 };
    const uint32_t me = core_number();
    uint32_t body[NOC_EAGER_BYTES / 4] = {0}, i;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 0) {
        while (!noc_send(0, FLOOD_TAG, body, NOC_EAGER_BYTES, NOC_FOREVER)) { /* until it is full */
        }
        while (!noc_send(0, FLOOD_TAG, body, 4, NOC_FOREVER)) {
        }
        core_delay(BEFORE);
    }
    for (i = 0; me == 2 && i < 16; i++) {
        ok(noc_send(0, FLOOD_TAG, body, 4, NOC_FOREVER), "to fill slots");
    }
    core_delay(me == 1 ? BEFORE / 2 : 0);
    for (i = 0; me < 2 && i < TIMES; i++) {
        body[0] = i;
        if (me == 1) {
            ok(noc_send(0, CALL_TAG, body, 4, NOC_FOREVER), "send");
        } else {
            ok(noc_recv(1, CALL_TAG, body, 4, NULL, NOC_FOREVER), "receive");
        }
        if (body[0] != i) {
            core_fail("%u came in place of %u", body[0], i);
        }
    }
    if (me == 1) {
        ok(noc_finish(QUIET), "finish");
    }
}

TEST(who_is_named_is_asked_again_and_again)
{
    run("mesh:3", NOC_ARENA_MIN, named_program, NULL, 8, 4 * QUIET);
}

/* Core 1 waits so long for core 0's broadcast that it asks what core 0 has called. That finds no slot, and
 * core 0, which is pressed, leaves it where it is, does its part, and ends. Nobody waits for its answer. */
static void asked_program(void *arg)
{
    enum { AWAY = 200000, BEFORE = 20000 };
    const uint32_t me = core_number();
    uint32_t body[NOC_EAGER_BYTES / 4] = {0}, i;

    (void)arg;
    ok(noc_init(), "init");
    while (me == 0 && !noc_send(0, FLOOD_TAG, body, NOC_EAGER_BYTES, NOC_FOREVER)) {
    }
    for (i = 0; me == 2 && i < 16; i++) {
        ok(noc_send(0, FLOOD_TAG, body, 4, NOC_FOREVER), "to fill slots");
    }
    core_delay(me == 0 ? AWAY : me == 1 ? BEFORE : 0);
    ok(noc_broadcast(noc_world(), body, 4, 0, NOC_FOREVER), "broadcast");
    ok(noc_finish(QUIET), "finish");
}

TEST(what_nobody_needs_an_answer_to)
{
    run("mesh:3", NOC_ARENA_MIN, asked_program, NULL, 8, 4 * QUIET);
}

/* The same in a group, which both free: core 0 is in its barrier, and takes no question there. */
static void asked_group_program(void *arg)
{
    enum { AWAY = 200000, BEFORE = 20000 };
    static const uint16_t members[] = {0, 1};
    const uint32_t me = core_number();
    uint32_t body[NOC_EAGER_BYTES / 4] = {0}, i;
    noc_group *g = NULL;

    (void)arg;
    ok(noc_init(), "init");
    if (me < 2) {
        ok(noc_group_create(members, 2, &g, NOC_FOREVER), "create");
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    while (me == 0 && !noc_send(0, FLOOD_TAG, body, NOC_EAGER_BYTES, NOC_FOREVER)) {
    }
    for (i = 0; me == 2 && i < 16; i++) {
        ok(noc_send(0, FLOOD_TAG, body, 4, NOC_FOREVER), "to fill slots");
    }
    core_delay(me == 0 ? AWAY : me == 1 ? BEFORE : 0);
    if (me < 2) {
        ok(noc_broadcast(g, body, 4, 0, NOC_FOREVER), "broadcast");
        ok(noc_group_free(g, NOC_FOREVER), "free");
    }
    ok(noc_finish(QUIET), "finish");
}

TEST(what_nobody_needs_an_answer_to_in_a_group)
{
    run("mesh:3", NOC_ARENA_MIN, asked_group_program, NULL, 8, 4 * QUIET);
}
