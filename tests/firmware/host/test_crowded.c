/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An arena that is full of what nobody wants keeps nothing away that is wanted: what a core sends to
 * itself, and what the members of a group agree on. Nor does it keep a group from its end. Cases of
 * random programs (test_programs.c), made small.
 */
#include "runs.h"

enum { TAG = 1, LAST, MANY = 90, WORDS = 12, LONG = 20000, QUIET = 5000000 };

static void run(const char *topology, void (*program)(void *))
{
    TEST_CASES(seed, 8)
    {
        struct cores_config c = cores_drawn(topology, seed, QUIET);

        c.arena_bytes = NOC_ARENA_MIN;
        cores_must_run(&c, program, NULL);
    }
}

static noc_request *send_many(uint32_t to)
{
    noc_request *request = core_malloc(MANY * sizeof(*request));
    uint32_t(*body)[WORDS] = core_malloc(MANY * sizeof(*body)), i;

    for (i = 0; i < MANY; i++) {
        body[i][0] = i;
        ok(noc_isend(to, TAG, body[i], sizeof(body[i]), &request[i]), "isend");
    }
    return request;
}

static void receive_many(uint32_t from)
{
    uint32_t words[WORDS], i;

    for (i = 0; i < MANY; i++) {
        ok(noc_recv((int32_t)from, TAG, words, sizeof(words), NULL, NOC_FOREVER), "receive");
        MUST(words[0] == i);
    }
}

static void to_oneself(void *arg)
{
    noc_request *request;

    (void)arg;
    ok(noc_init(), "init");
    request = send_many(core_number());
    receive_many(core_number());
    ok(noc_wait_all(request, MANY, NULL, NOC_FOREVER), "wait");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(many_to_oneself)
{
    run("mesh:2", to_oneself);
}

/* Core 1's messages take all that a sender whom a receive names may have of core 0's arena, and what
 * core 0 sends to itself the rest. Then all seven others offer. */
static void agree(void *arg)
{
    noc_request *request = NULL, *own = NULL, last;
    noc_group *group;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        ok(noc_irecv(1, LAST, NULL, 0, &last), "irecv");
        (void)!noc_probe(NOC_ANY_SOURCE, LAST, NULL, LONG);
        own = send_many(0);
    } else if (core_number() == 1) {
        request = send_many(0);
    }
    core_delay(LONG);
    ok(noc_group_duplicate(noc_world(), &group, NOC_FOREVER), "duplicate");
    if (core_number() == 0) {
        receive_many(0);
        receive_many(1);
        ok(noc_wait_all(own, MANY, NULL, NOC_FOREVER), "wait");
        ok(noc_wait(&last, NULL, NOC_FOREVER), "wait");
    } else if (core_number() == 1) {
        ok(noc_wait_all(request, MANY, NULL, NOC_FOREVER), "wait");
        ok(noc_send(0, LAST, NULL, 0, NOC_FOREVER), "send");
    }
    ok(noc_group_free(group, NOC_FOREVER), "free");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(agreements_beside_a_full_arena)
{
    run("cube:3", agree);
}

/* What core 0 has sent in the group has left its hands. Core 1 has no slot for it, nor memory. */
static void forget(void *arg)
{
    static const uint16_t members[] = {0, 1};
    noc_request *request = NULL, *own = NULL;
    uint32_t word = 0;
    noc_group *group;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 2) {
        request = send_many(1);
        ok(noc_wait_all(request, MANY, NULL, NOC_FOREVER), "wait");
    } else {
        ok(noc_group_create(members, 2, &group, NOC_FOREVER), "group");
        if (core_number() == 1) {
            own = send_many(1);
            (void)!noc_probe(NOC_ANY_SOURCE, LAST, NULL, LONG);
        } else {
            core_delay(LONG);
            ok(noc_send_in(group, 1, TAG, &word, sizeof(word), NOC_FOREVER), "send");
        }
        ok(noc_group_free(group, NOC_FOREVER), "free");
    }
    if (core_number() == 1) {
        receive_many(1);
        receive_many(2);
        ok(noc_wait_all(own, MANY, NULL, NOC_FOREVER), "wait");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_group_ends_with_messages_that_nobody_received)
{
    run("mesh:3", forget);
}

/* A window's lock is asked for while its owner has yet to add the window: the request lies in a
 * backlog, behind what nobody wants. */
static void lock(void *arg)
{
    const uint32_t me = core_number();
    noc_request *request = NULL, *own = NULL;
    uint8_t *memory = core_malloc(64);
    noc_window *window;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 1) {
        own = send_many(1);
        (void)!noc_probe(NOC_ANY_SOURCE, LAST, NULL, LONG);
    } else {
        request = send_many(1);
        core_delay(LONG);
    }
    ok(noc_window_create(noc_world(), memory, 64, &window, NOC_FOREVER), "window");
    if (me != 1) {
        ok(noc_lock(window, 1, true, NOC_FOREVER), "lock");
        ok(noc_put(window, 1, 0, memory, 1), "put");
        ok(noc_unlock(window, 1, NOC_FOREVER), "unlock");
    }
    ok(noc_window_free(window, NOC_FOREVER), "free");
    if (me == 1) {
        receive_many(1);
        receive_many(0);
        receive_many(2);
        receive_many(3);
        ok(noc_wait_all(own, MANY, NULL, NOC_FOREVER), "wait");
    } else {
        ok(noc_wait_all(request, MANY, NULL, NOC_FOREVER), "wait");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_lock_asked_for_before_the_window_is_there)
{
    run("torus:2x2", lock);
}

/* Senders that compute, and call the layer now and then: each answer of theirs is late. Core 0 comes to
 * what lies behind what nobody wants all the same. */
enum { PAUSE = 6000, SENDERS = 3, RARE = 40000000 };

static void send_slowly(void)
{
    noc_request *request = send_many(0), last;
    uint32_t i, word = core_number();
    bool done;

    ok(noc_isend(0, LAST, &word, sizeof(word), &last), "isend");
    for (i = 0; i <= MANY; i++) {
        for (done = false; !done;) {
            core_delay(PAUSE + core_random() % PAUSE);
            ok(noc_test(i < MANY ? &request[i] : &last, &done, NULL), "test");
        }
    }
}

/* The last ones first, each of a sender that it names. It computes, too. */
static void receive_rarely(void)
{
    uint32_t word[SENDERS], i;
    noc_request last[SENDERS];

    (void)!noc_probe(NOC_ANY_SOURCE, LAST + 1, NULL, LONG);
    for (i = 0; i < SENDERS; i++) {
        ok(noc_irecv((int32_t)i + 1, LAST, &word[i], sizeof(word[i]), &last[i]), "irecv");
    }
    core_delay(core_random() % PAUSE);
    for (i = 0; i < SENDERS; i++) {
        ok(noc_wait(&last[i], NULL, NOC_FOREVER), "wait");
        MUST(word[i] == i + 1);
    }
    for (i = 0; i < SENDERS; i++) {
        receive_many(i + 1);
    }
}

static void rarely(void *arg)
{
    (void)arg;
    ok(noc_init(), "init");
    if (core_number()) {
        send_slowly();
    } else {
        receive_rarely();
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(senders_that_call_rarely)
{
    TEST_CASES(seed, 8)
    {
        struct cores_config c = cores_drawn("torus:2x2", seed, RARE);

        c.arena_bytes = NOC_ARENA_MIN;
        cores_must_run(&c, rarely, NULL);
    }
}
