/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core keeps for each node, a bit in words of 32, where the nodes have numbers on both sides of a
 * word's end: whose message was given up, whose messages are left with it, who was asked, and who has
 * a backlog. What is kept for one node says nothing of any other.
 */
#include <string.h>

#include "runs.h"
#include "layer/layer.h"
#include "ni.h"
#include "slots/slots.h"

enum {
    TAG = 3,
    LATER = 4,
    NODES = 128,
    COPIES = 8,
    CLOSED = 9,
    A_WHILE = 20000,
    QUIET = 200 * NOC_LOST_CYCLES
};

static const uint16_t closed[CLOSED] = {31, 32, 33, 63, 64, 65, 95, 96, 127};

static bool is_one_of(const uint16_t *nodes, uint32_t count, uint32_t node)
{
    while (count && nodes[count - 1] != node) {
        count--;
    }
    return count;
}

/* The place of a slot in queue 0. */
static void open_one_slot(void)
{
    struct slot *slot = core_malloc(sizeof(*slot) + NOC_EAGER_BYTES);

    slot->home = SLOT_POOL;
    ni_write(NI_RX_FREE, ni_address(slot->body));
}

/* --- messages that are given up -------------------------------------------------------------------- */

/* What all cores see: how far core 0 is, whom it has sent to, and whose message it has given up. */
static struct {
    enum { BEGINNING, SENT, GIVEN_UP, TRIED } at;
    bool sent[NODES], lost[NODES];
} course;

static void note_lost(int32_t node)
{
    if (node < 0 || !course.sent[node] || course.lost[node]) {
        core_fail("the message to %d was given up", (int)node);
    }
    course.lost[node] = true;
}

/* Where all copies are in use one is given up first. */
static void send_first(uint32_t to)
{
    uint32_t word = to;
    noc_err err = noc_send(to, TAG, &word, 4, NOC_LOST_CYCLES + A_WHILE);

    if (err) {
        must_be(err, NOC_ERR_TIMEOUT, "send");
        note_lost(noc_last_peer());
        ok(noc_send(to, TAG, &word, 4, A_WHILE), "send");
    }
    course.sent[to] = true;
}

static bool all_are_lost(void)
{
    uint32_t i;

    for (i = 0; i < CLOSED && course.lost[closed[i]]; i++) {
    }
    return i == CLOSED;
}

/* None is waited for but those whose message was given up. */
static void send_to_all(void)
{
    uint32_t node, word = LATER;
    noc_err err;

    for (node = 1; node < NODES; node++) {
        err = noc_send(node, LATER, &word, 4, A_WHILE);
        if (err != (course.lost[node] ? NOC_ERR_TIMEOUT : NOC_ERR_OK) ||
            (err && noc_last_peer() != (int32_t)node)) {
            core_fail("a send to %u: %s, of %d", node, noc_strerror(err), (int)noc_last_peer());
        }
    }
}

static void giver_up(void)
{
    uint32_t i, node, word = LATER;

    core_delay(A_WHILE);
    for (node = 1; node <= COPIES; node++) { /* of these most stay */
        send_first(node);
    }
    for (i = 0; i < CLOSED; i++) {
        send_first(closed[i]);
    }
    for (; !all_are_lost(); node++) {
        send_first(node);
    }
    course.at = GIVEN_UP;
    core_delay(2 * A_WHILE);
    send_to_all();
    course.at = TRIED;
    for (node = 1; node < NODES; node++) {
        if (course.lost[node]) {
            ok(noc_send(node, LATER, &word, 4, NOC_FOREVER), "send");
        }
    }
}

/* Has no room for anything until core 0 is so far. */
static void away(void)
{
    const uint32_t me = core_number();

    ni_write(NI_RX_RESET, 1u << NOC_QUEUE_EAGER);
    while (course.at < (course.lost[me] ? TRIED : GIVEN_UP)) {
        core_delay(A_WHILE / 4);
    }
    open_one_slot();
}

static void must_come(uint32_t tag)
{
    uint32_t word = 0;
    noc_status status;

    ok(noc_recv(NOC_ANY_SOURCE, NOC_ANY_TAG, &word, 4, &status, NOC_FOREVER), "recv");
    if (status.tag != tag || status.source) {
        core_fail("a message of %u, tag %u, came", status.source, status.tag);
    }
}

static void given_up_program(void *arg)
{
    const uint32_t me = core_number();

    (void)arg;
    ok(noc_init(), "init");
    if (!me) {
        giver_up();
    } else {
        away();
        if (course.sent[me] && !course.lost[me]) {
            must_come(TAG);
        }
        must_come(LATER);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    if (noc_layer.given_up_nodes || noc_layer.lefts || noc_layer.rooms) {
        core_fail("something is left");
    }
}

TEST(messages_to_nodes_of_any_number_are_given_up)
{
    const struct cores_config c = {
        .topology = "torus:16x8", .ports = 1, .seed = 1, .limit_cycles = QUIET};

    memset(&course, 0, sizeof(course));
    cores_must_run(&c, given_up_program, NULL);
}

/* --- messages that are left, and backlogs ----------------------------------------------------------- */

enum { MANY = 12, WORDS = 60 };

/* Each of these sends more than the receiver has memory for, then what that wants first. */
static void sender(void)
{
    uint32_t(*body)[WORDS] = core_malloc(MANY * sizeof(*body)), i;
    noc_request request[MANY];

    for (i = 0; i < MANY; i++) {
        body[i][0] = core_number() << 8 | i;
        ok(noc_isend(0, TAG, body[i], sizeof(body[i]), &request[i]), "isend");
    }
    i = core_number();
    ok(noc_send(0, LATER, &i, 4, NOC_FOREVER), "send");
    for (i = 0; i < MANY; i++) {
        ok(noc_wait(&request[i], NULL, NOC_FOREVER), "wait");
    }
}

static void receiver(void)
{
    uint32_t body[WORDS], i, k;

    core_delay(A_WHILE);
    for (k = CLOSED; k-- > 0;) {
        ok(noc_recv(closed[k], LATER, body, 4, NULL, NOC_FOREVER), "recv");
        MUST(body[0] == closed[k]);
    }
    for (i = 0; i < MANY; i++) {
        for (k = 0; k < CLOSED; k++) {
            ok(noc_recv(closed[k], TAG, body, sizeof(body), NULL, NOC_FOREVER), "recv");
            if (body[0] != ((uint32_t)closed[k] << 8 | i)) {
                core_fail("message %x of core %u came for number %u", body[0], closed[k], i);
            }
        }
    }
}

static void left_program(void *arg)
{
    (void)arg;
    ok(noc_init(), "init");
    if (!core_number()) {
        receiver();
    } else if (is_one_of(closed, CLOSED, core_number())) {
        sender();
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
    if (noc_layer.given_up_nodes || noc_layer.lefts || noc_layer.rooms || noc_layer.backlogs) {
        core_fail("something is left");
    }
}

TEST(messages_of_nodes_of_any_number_are_left)
{
    TEST_CASES(seed, 4)
    {
        struct cores_config c = cores_drawn("torus:16x8", seed, QUIET);

        c.arena_bytes = NOC_ARENA_MIN;
        cores_must_run(&c, left_program, NULL);
    }
}
