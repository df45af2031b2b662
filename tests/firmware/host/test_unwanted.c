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
