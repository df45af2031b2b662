/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * No call waits for what its receiver did not ask for: whatever lies in front of a message that is
 * wanted, it comes, and nothing is overtaken that one receive could match.
 */
#include <string.h>

#include "runs.h"

enum { TAG = 1, OTHER = 2, WORDS = 10, MOST = 1000, QUIET = 400000000 };

static uint32_t many;

static noc_request request[MOST];

static void run(uint32_t messages, uint32_t arena_bytes, void (*program)(void *), uint32_t seeds)
{
    TEST_CASES(seed, seeds)
    {
        struct cores_config c = cores_drawn("torus:2x2", seed, QUIET);

        c.arena_bytes = arena_bytes;
        many = messages;
        cores_must_run(&c, program, NULL);
    }
}

static void send_many(uint32_t to, uint32_t tag)
{
    uint32_t(*body)[WORDS] = core_malloc(many * sizeof(*body)), i;

    for (i = 0; i < many; i++) {
        body[i][0] = i;
        ok(noc_isend(to, tag, body[i], sizeof(body[i]), &request[i]), "isend");
    }
}

static void wait_many(void)
{
    uint32_t i;

    for (i = 0; i < many; i++) {
        ok(noc_wait(&request[i], NULL, NOC_FOREVER), "wait");
    }
}

static void receive_many(int32_t from, int32_t tag)
{
    uint32_t words[WORDS], i;

    for (i = 0; i < many; i++) {
        ok(noc_recv(from, tag, words, sizeof(words), NULL, NOC_FOREVER), "recv");
        if (words[0] != i) {
            core_fail("message %u came for %u", words[0], i);
        }
    }
}

/* Core 0 sends what core 1 receives only behind a collective. */
static void behind_allreduce(void *arg)
{
    int32_t one = 1, sum;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
    }
    ok(noc_allreduce(noc_world(), &one, &sum, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
    if (core_number() == 1) {
        receive_many(0, TAG);
    } else if (core_number() == 0) {
        wait_many();
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_collective_behind_unwanted_messages)
{
    run(90, 0, behind_allreduce, 4);
    run(200, 0, behind_allreduce, 4);
    run(200, NOC_ARENA_MIN, behind_allreduce, 4);
}

/* Another tag overtakes all; the others keep their order. */
static void overtake(void *arg)
{
    uint32_t word = 77;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        ok(noc_send(1, OTHER, &word, 4, NOC_FOREVER), "send");
        wait_many();
    } else if (core_number() == 1) {
        word = 0;
        ok(noc_recv(0, OTHER, &word, 4, NULL, NOC_FOREVER), "recv");
        if (word != 77) {
            core_fail("%u", word);
        }
        receive_many(NOC_ANY_SOURCE, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(another_tag_overtakes)
{
    run(MOST, 0, overtake, 2);
    run(100, NOC_ARENA_MIN, overtake, 4);
}

/* A long message, a probe, a group made and freed: behind what nobody receives yet. */
static void everything_behind(void *arg)
{
    uint32_t text[300];
    noc_group *half;
    noc_status status;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        memset(text, 5, sizeof(text));
        ok(noc_send(1, OTHER, text, sizeof(text), NOC_FOREVER), "send");
    } else if (core_number() == 1) {
        ok(noc_probe(0, OTHER, &status, NOC_FOREVER), "probe");
        ok(noc_recv(NOC_ANY_SOURCE, OTHER, text, sizeof(text), &status, NOC_FOREVER), "recv");
    }
    ok(noc_group_split(noc_world(), (int32_t)(core_number() / 2), 0, &half, NOC_FOREVER), "split");
    ok(noc_barrier(half, NOC_FOREVER), "barrier");
    ok(noc_group_free(half, NOC_FOREVER), "free");
    if (core_number() == 1) {
        receive_many(0, NOC_ANY_TAG);
    } else if (core_number() == 0) {
        wait_many();
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(other_calls_behind_unwanted_messages)
{
    run(200, 0, everything_behind, 4);
    run(200, NOC_ARENA_MIN, everything_behind, 4);
}

/* What this core has sent itself, until there is no room for more. */
enum { OWN = 9 };

static uint32_t fill_the_arena(void)
{
    uint32_t words[WORDS] = {0}, count = 0, bytes;

    for (bytes = sizeof(words); bytes + 4; bytes -= 4) {
        while (!noc_send(core_number(), OWN, words, bytes, 0)) {
            count++;
        }
    }
    return count;
}

static void empty_the_arena(uint32_t count)
{
    uint32_t words[WORDS];

    for (; count; count--) {
        ok(noc_recv((int32_t)core_number(), OWN, words, sizeof(words), NULL, 0), "own");
    }
}

/* Where there is no memory to take a message with, it is looked for again when there is some. */
static void take_without_memory(void *arg)
{
    noc_message message;
    uint32_t word = 77, own;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        ok(noc_send(1, OTHER, &word, 4, NOC_FOREVER), "send");
        wait_many();
    } else if (core_number() == 1) {
        core_delay(20000);
        own = fill_the_arena();
        err = noc_take(0, OTHER, &message, NULL, 300000);
        MUST(own && (!err || err == NOC_ERR_TIMEOUT));
        empty_the_arena(own);
        if (err) {
            ok(noc_take(0, OTHER, &message, NULL, NOC_FOREVER), "take");
        }
        word = 0;
        ok(noc_recv_taken(&message, &word, 4, NULL, NOC_FOREVER), "recv_taken");
        MUST(word == 77);
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_message_is_taken_once_there_is_memory)
{
    run(40, NOC_ARENA_MIN, take_without_memory, 6);
}

/* --- calls that do not wait, in turn --------------------------------------------------------- */

enum { KINDS = 3, ROUNDS = 40000 };

/* Core 0 sends what nobody wants, and behind it a message of each of these tags. */
static void send_kinds(void)
{
    uint32_t word[KINDS], i;
    noc_request last[KINDS];

    send_many(1, TAG);
    for (i = 0; i < KINDS; i++) {
        word[i] = i;
        ok(noc_isend(1, OTHER + i, &word[i], 4, &last[i]), "isend");
    }
    for (i = 0; i < KINDS; i++) {
        ok(noc_wait(&last[i], NULL, NOC_FOREVER), "wait");
    }
    wait_many();
}

static bool poll_kind(uint32_t i, bool probes)
{
    uint32_t word = 99;
    noc_err err;

    if (probes) {
        err = noc_probe(0, (int32_t)(OTHER + i), NULL, 0);
        if (!err) {
            ok(noc_recv(0, (int32_t)(OTHER + i), &word, 4, NULL, NOC_FOREVER), "what was probed");
        }
    } else {
        err = noc_recv(0, (int32_t)(OTHER + i), &word, 4, NULL, 0);
    }
    MUST(err == NOC_ERR_TIMEOUT || (!err && word == i));
    return !err;
}

static void poll_in_turn(void *arg)
{
    const bool *probes = arg;
    uint32_t i, rounds, have = 0;

    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_kinds();
    } else if (core_number() == 1) {
        for (rounds = 0; have != (1 << KINDS) - 1 && rounds < ROUNDS; rounds++) {
            for (i = 0; i < KINDS; i++) {
                if (!(have >> i & 1) && poll_kind(i, *probes)) {
                    have |= 1u << i;
                }
                core_delay(100);
            }
        }
        MUST(have == (1 << KINDS) - 1);
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(calls_that_do_not_wait_find_what_comes_last)
{
    const uint32_t arena[] = {NOC_ARENA_MIN, 0};
    bool probes;
    uint32_t i;

    for (i = 0; i < 4; i++) {
        probes = i & 1;
        TEST_CASES(seed, 4)
        {
            struct cores_config c = cores_drawn("torus:2x2", seed, QUIET);

            c.arena_bytes = arena[i / 2];
            many = 100;
            cores_must_run(&c, poll_in_turn, &probes);
        }
    }
}

/* What a probe has found, and a receive has taken meanwhile, is not there for the next probe. */
static void probe_what_is_gone(void *arg)
{
    uint32_t word = 77;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        ok(noc_send(1, OTHER, &word, 4, NOC_FOREVER), "send");
        wait_many();
    } else if (core_number() == 1) {
        core_delay(50000);
        WANT(noc_probe(0, OTHER, NULL, 0), TIMEOUT);
        WANT(noc_recv(2, OTHER, &word, 4, NULL, 100000), TIMEOUT);
        ok(noc_recv(0, OTHER, &word, 4, NULL, NOC_FOREVER), "recv");
        WANT(noc_probe(0, OTHER, NULL, 50000), TIMEOUT);
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_probe_finds_nothing_that_was_received_meanwhile)
{
    run(100, NOC_ARENA_MIN, probe_what_is_gone, 4);
}

/* A long message for which there is no memory is not overtaken by the next short one. */
static void long_without_memory(void *arg)
{
    uint32_t text[300], word = 77, own;
    noc_status status;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    memset(text, 5, sizeof(text));
    if (core_number() == 0) {
        noc_request request_long, request_short;

        send_many(1, TAG);
        ok(noc_isend(1, OTHER, text, sizeof(text), &request_long), "isend");
        ok(noc_isend(1, OTHER, &word, 4, &request_short), "isend");
        ok(noc_wait(&request_long, NULL, NOC_FOREVER), "wait");
        ok(noc_wait(&request_short, NULL, NOC_FOREVER), "wait");
        wait_many();
    } else if (core_number() == 1) {
        core_delay(20000);
        own = fill_the_arena();
        err = noc_recv(0, OTHER, text, sizeof(text), &status, 300000);
        empty_the_arena(own);
        if (err) {
            MUST(err == NOC_ERR_TIMEOUT);
            ok(noc_recv(0, OTHER, text, sizeof(text), &status, NOC_FOREVER), "recv");
        }
        MUST(status.bytes == sizeof(text));
        ok(noc_recv(0, OTHER, text, sizeof(text), &status, NOC_FOREVER), "recv");
        MUST(status.bytes == 4);
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_long_message_without_memory_is_not_overtaken)
{
    run(40, NOC_ARENA_MIN, long_without_memory, 6);
}

/* What came before a long message is received before it, though a receive of the long one has had it, and
 * was over in time. */
static void long_that_comes_back(void *arg)
{
    uint32_t text[300], i = 0, seen = 0;
    noc_request request_long;
    noc_status status;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    memset(text, 5, sizeof(text));
    if (core_number() == 0) {
        bool done = false;

        send_many(1, TAG);
        ok(noc_isend(1, OTHER, text, sizeof(text), &request_long), "isend");
        while (!done) {
            ok(noc_test(&request_long, &done, NULL), "test");
            core_delay(core_random() % 3 ? 300 : 10000);
        }
        wait_many();
    } else if (core_number() == 1) {
        core_delay(20000);
        while (i < many || !seen) {
            err = seen ? NOC_ERR_TIMEOUT
                       : noc_recv(0, OTHER, text, sizeof(text), &status, core_random() % 3000);
            if (err && !seen && core_random() % 3) {
                continue;
            }
            if (err) {
                MUST(err == NOC_ERR_TIMEOUT);
                ok(noc_recv(0, NOC_ANY_TAG, text, sizeof(text), &status, NOC_FOREVER), "recv");
            }
            if (status.tag == TAG) {
                MUST(text[0] == i++);
            } else {
                MUST(!seen++ && status.bytes == sizeof(text) && (!err || i == many));
            }
        }
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_long_message_that_comes_back_is_behind_older_ones)
{
    run(80, NOC_ARENA_MIN, long_that_comes_back, 40);
}

/* A multicast comes behind another group's that nobody has received, though the arena is full. */
enum { CASTS = 3 };

static void cast_many(noc_plan *plan, bool root, uint32_t delay)
{
    uint32_t i, word;

    for (i = 0; i < CASTS; i++) {
        word = root ? i : 99;
        core_delay(delay);
        ok(noc_multicast(plan, &word, 4, NOC_FOREVER), "multicast");
        MUST(word == i);
    }
}

static void casts_behind_casts(void *arg)
{
    static const uint16_t all[] = {0, 1, 2, 3};
    const uint32_t me = core_number();
    noc_group *group[2];
    noc_plan *plan[2];
    uint32_t i, own = 0, heap;

    (void)arg;
    ok(noc_init(), "init");
    for (i = 0; i < 2; i++) {
        ok(group_with_slots(all, 4, 32, NOC_BY_PLAN, &group[i], NOC_FOREVER), "group");
        ok(noc_plan_create(group[i], 2 * i, "separate", NOC_BY_PLAN, &plan[i]), "plan");
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    if (me == 1) {
        own = fill_the_arena();
        core_delay(50000);
    }
    heap = core_heap_used();
    for (i = 0; i < 2; i++) {
        const uint32_t g = me == 1 || me == 2 ? 1 - i : i;

        cast_many(plan[g], me == 2 * g, me == 2 ? 5000 : 0);
        MUST(core_heap_used() <= heap + 100); /* what others cast costs them */
    }
    empty_the_arena(own);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_multicast_behind_unwanted_ones)
{
    run(0, NOC_ARENA_MIN, casts_behind_casts, 8);
}

/* A send whose deadline passes ends, though its receiver was just shown it and does not answer, and its core
 * has no memory left. What ended well arrives, and nothing else. */
enum { TRIES = 60, SOON = 10000, LATE = 300000 };

static void send_without_memory(void *arg)
{
    uint32_t own, i, went = 0, word, words[NOC_EAGER_BYTES / 4] = {0};
    noc_status status;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        WANT(noc_recv(1, OWN, &word, 4, NULL, LATE), TIMEOUT);
        own = fill_the_arena();
        core_fill_heap();
        for (i = 0; i < TRIES; i++) {
            const uint64_t begin = core_time();
            noc_err err;

            words[0] = went;
            err = noc_send(1, OTHER, words, sizeof(words), SOON);

            MUST(!err || err == NOC_ERR_TIMEOUT);
            MUST(core_time() - begin < 3 * SOON);
            went += !err;
        }
        empty_the_arena(own);
        ok(noc_send(1, OTHER + 1, &went, 4, NOC_FOREVER), "send");
        wait_many();
    } else if (core_number() == 1) {
        for (i = 0; i < 10; i++) {
            WANT(noc_recv(0, OWN, &word, 4, NULL, core_random() % LATE), TIMEOUT);
            core_delay(core_random() % LATE);
        }
        ok(noc_recv(0, OTHER + 1, &went, 4, &status, NOC_FOREVER), "recv");
        for (i = 0; i < went; i++) {
            ok(noc_recv(0, OTHER, words, sizeof(words), &status, NOC_FOREVER), "recv");
            MUST(words[0] == i);
        }
        WANT(noc_recv(0, OTHER, words, sizeof(words), &status, LATE), TIMEOUT);
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_send_without_memory_ends_in_time)
{
    run(60, NOC_ARENA_MIN, send_without_memory, 20);
}

/* Core 0 takes the third of core 1's messages past two, for a receive that was over in time. The second is
 * cancelled then. For who wants any, the third comes behind the first, and before the last. */
enum { PHASE = 30000, FOUR = 4 };

static void look_until(uint64_t when)
{
    while (core_time() < when) {
        WANT(noc_probe(NOC_ANY_SOURCE, OTHER + 9, NULL, 0), TIMEOUT);
        core_delay(core_random() % 300);
    }
}

static void send_four(void)
{
    uint32_t word[FOUR] = {0}, i;
    noc_request sent[FOUR];
    bool cancelled;

    look_until(PHASE);
    for (i = 0; i < FOUR; i++) {
        ok(noc_isend(0, OTHER + i, &word[i], sizeof(word[i]), &sent[i]), "isend");
    }
    look_until(2 * PHASE);
    ok(noc_cancel(&sent[1], &cancelled), "cancel");
    MUST(cancelled);
    ok(noc_wait_all(sent, FOUR, NULL, NOC_FOREVER), "wait");
}

static void receive_any(uint32_t tag)
{
    noc_status status;
    uint32_t word;

    ok(noc_recv(1, NOC_ANY_TAG, &word, sizeof(word), &status, NOC_FOREVER), "recv");
    MUST(status.tag == tag);
}

static void cancelled_in_front(void *arg)
{
    uint32_t word;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        look_until(PHASE / 2);
        WANT(noc_recv(1, OTHER + 2, &word, sizeof(word), NULL, 500), TIMEOUT);
        look_until(3 * PHASE);
        receive_any(OTHER);
        receive_any(OTHER + 2);
        receive_any(OTHER + 3);
        receive_many(2, TAG);
    } else if (core_number() == 1) {
        send_four();
    } else if (core_number() == 2) {
        send_many(0, TAG);
        wait_many();
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_message_taken_past_one_that_is_cancelled)
{
    run(60, NOC_ARENA_MIN, cancelled_in_front, 20);
}

/* Core 0 probes for four tags in turn, and never waits. What it looks for is the last of many. */
enum { TAGS = 4, TURNS = 3000 };

static void probe_in_turn(void *arg)
{
    uint32_t word = 0, turn;
    noc_err err = NOC_ERR_TIMEOUT;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        look_until(PHASE);
        for (turn = 0; err && turn < TURNS; turn++) {
            err = noc_probe(1, OTHER + (int32_t)(turn % TAGS), NULL, 0);
            core_delay(core_random() % 100);
        }
        ok(err, "probe");
        ok(noc_recv(1, OTHER + TAGS - 1, &word, sizeof(word), NULL, NOC_FOREVER), "recv");
        receive_many(1, TAG);
    } else if (core_number() == 1) {
        send_many(0, TAG);
        ok(noc_send(0, OTHER + TAGS - 1, &word, sizeof(word), NOC_FOREVER), "send");
        wait_many();
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(probes_for_many_in_turn)
{
    run(100, NOC_ARENA_MIN, probe_in_turn, 8);
}

/* --- to others ---------------------------------------------------------------------------------- */

enum { TO_OTHER = 20, A_WHILE = 20000 };

static bool all_was_shown;

/* Sends to core 2, which is away, wait while core 1 is shown what there is for it, and takes it. */
static void beside_a_backlog(void *arg)
{
    uint32_t words[TO_OTHER + 1], i, word;
    noc_request to_other[TO_OTHER];
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        for (i = 0; i <= TO_OTHER; i++) {
            words[i] = i;
        }
        for (i = 0; i < TO_OTHER; i++) {
            ok(noc_isend(2, TAG, &words[i], 4, &to_other[i]), "isend");
        }
        send_many(1, TAG);
        wait_many();
        WANT(noc_probe(3, TAG, NULL, A_WHILE), TIMEOUT);
        all_was_shown = true;
        do { /* perhaps just when core 2 has taken one */
            core_delay(core_random() % 100);
            err = noc_send(2, TAG, &words[TO_OTHER], 4, 0);
        } while (err == NOC_ERR_TIMEOUT);
        ok(err, "send");
        ok(noc_wait_all(to_other, TO_OTHER, NULL, NOC_FOREVER), "wait");
    } else if (core_number() == 1) {
        WANT(noc_probe(0, OTHER, NULL, A_WHILE), TIMEOUT);
        receive_many(0, TAG);
    } else if (core_number() == 2) {
        while (!all_was_shown) {
            core_delay(A_WHILE);
        }
        for (i = 0; i <= TO_OTHER; i++) {
            ok(noc_recv(0, TAG, &word, 4, NULL, NOC_FOREVER), "recv");
            if (word != i) {
                core_fail("message %u came for %u", word, i);
            }
        }
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(sends_to_others_keep_their_order_beside_a_backlog)
{
    TEST_CASES(seed, 16)
    {
        struct cores_config c = cores_drawn("torus:2x2", seed, QUIET);

        c.arena_bytes = NOC_ARENA_MIN;
        many = 60;
        all_was_shown = false;
        cores_must_run(&c, beside_a_backlog, NULL);
    }
}

/* --- what is wanted already ------------------------------------------------------------------ */

enum { WANTED = 20, PATIENCE = 60000, ANSWER = 250 /* cycles of this board */ };

static uint64_t first_sent, last_came;

/* Receives are there before their messages, which come behind unwanted ones: each costs one answer. */
static void wanted_before(void *arg)
{
    uint32_t words[WANTED] = {0}, i;
    noc_request wanted[WANTED];

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        send_many(1, TAG);
        ok(noc_recv(1, OTHER, words, 4, NULL, NOC_FOREVER), "recv");
        core_delay(PATIENCE); /* the other one has seen all that there is */
        first_sent = core_time();
        for (i = 0; i < WANTED; i++) {
            words[i] = i;
            ok(noc_isend(1, OTHER, &words[i], 4, &wanted[i]), "isend");
        }
        ok(noc_wait_all(wanted, WANTED, NULL, NOC_FOREVER), "wait");
        wait_many();
    } else if (core_number() == 1) {
        WANT(noc_probe(0, OTHER, NULL, PATIENCE), TIMEOUT);
        for (i = 0; i < WANTED; i++) {
            ok(noc_irecv(0, OTHER, &words[i], 4, &wanted[i]), "irecv");
        }
        ok(noc_send(0, OTHER, words, 4, NOC_FOREVER), "send");
        ok(noc_wait_all(wanted, WANTED, NULL, NOC_FOREVER), "wait");
        last_came = core_time();
        for (i = 0; i < WANTED; i++) {
            MUST(words[i] == i);
        }
        receive_many(0, TAG);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(what_is_wanted_costs_one_answer)
{
    const struct cores_config c = {.topology = "torus:2x2",
                                   .ports = 1,
                                   .seed = 1,
                                   .arena_bytes = NOC_ARENA_MIN,
                                   .limit_cycles = QUIET};

    many = 60;
    cores_must_run(&c, wanted_before, NULL);
    assert_in_range(last_came - first_sent, 1, (WANTED + 1) * ANSWER);
}
