/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short messages and their resends, over the real code: all ways in which two senders and a receiver,
 * whose queue 0 has one slot only, may be late, where each step of each takes one of a few times: at
 * once, after a signal's way, behind the patience of who asks, and behind NOC_LOST_CYCLES, when
 * messages are given up. Whatever happens a message comes once and in order, or its sender was told.
 */
#include <string.h>

#include "test.h"
#include "host.h"
#include "layer/layer.h"
#include "ni.h"
#include "progress/progress.h"

enum { SENDERS = 2, SENT = 3, STEPS = 4, TIMES = 4, TAG = 3 };

/* What a step takes, of senders and of the receiver. */
static const uint32_t times[2][TIMES] = {{0, 70, 4200, NOC_LOST_CYCLES + 50},
                                         {10, 130, 4500, 2 * NOC_LOST_CYCLES}};

struct course {
    uint32_t sender[SENDERS][SENT], receiver[STEPS]; /* times */
    uint32_t timeout;                                /* of a send */
    noc_err result[SENDERS][SENT];
    bool came[SENDERS][SENT];
    bool told[SENDERS]; /* of a message, perhaps, that it was given up */
    uint32_t done;
};

/* Queue 0 keeps one slot of its 16. */
static void leave_one_slot(void)
{
    struct slot *slot = core_malloc(sizeof(*slot) + NOC_EAGER_BYTES);

    slot->home = SLOT_POOL;
    ni_write(NI_RX_RESET, 1);
    ni_write(NI_RX_FREE, ni_address(slot->body));
}

static void send_all(struct course *c, uint32_t s)
{
    uint32_t i, word;

    for (i = 0; i < SENT; i++) {
        core_delay(c->sender[s][i]);
        word = i;
        c->result[s][i] = noc_send(0, TAG, &word, sizeof(word), c->timeout);
        if (c->result[s][i]) {
            if (c->result[s][i] != NOC_ERR_TIMEOUT || noc_last_peer() != 0) {
                core_fail("%s, of %d", noc_strerror(c->result[s][i]), noc_last_peer());
            }
            c->told[s] = true;
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    c->done++;
}

/* False: there was none. */
static bool receive_one(struct course *c, uint32_t timeout)
{
    noc_status status;
    uint32_t word, s, later;

    if (noc_recv(NOC_ANY_SOURCE, TAG, &word, sizeof(word), &status, timeout)) {
        return false;
    }
    s = status.source - 1;
    if (s >= SENDERS || word >= SENT || status.bytes != sizeof(word)) {
        core_fail("%u from %u", word, status.source);
    }
    for (later = word; later < SENT; later++) {
        if (c->came[s][later]) {
            core_fail("%u of core %u came behind %u", word, s + 1, later);
        }
    }
    c->came[s][word] = true;
    return true;
}

static void must_have_come(const struct course *c, uint32_t s, uint32_t i)
{
    if (c->came[s][i] && c->result[s][i]) {
        core_fail("%u of core %u came, which it was told it would not", i, s + 1);
    }
    if (!c->came[s][i] && !c->result[s][i] && !c->told[s]) {
        core_fail("%u of core %u is lost", i, s + 1);
    }
}

static void program(void *arg)
{
    struct course *c = arg;
    uint32_t me = core_number(), i, s;

    ok(noc_init(), "init");
    if (me) {
        send_all(c, me - 1);
        return;
    }
    leave_one_slot();
    for (i = 0; i < STEPS; i++) {
        core_delay(c->receiver[i]);
        if (i % 2) {
            (void)receive_one(c, 0);
        } else {
            noc_progress();
        }
    }
    while (receive_one(c, 1000) || c->done < SENDERS) {
    }
    for (s = 0; s < SENDERS; s++) {
        for (i = 0; i < SENT; i++) {
            must_have_come(c, s, i);
        }
    }
    if (noc_layer.unexpected.head ||
        (!c->told[0] && !c->told[1] && (noc_layer.lefts || noc_layer.rooms))) {
        core_fail("something is left"); /* of a message that was given up, perhaps, its place */
    }
}

/* The course of this number. */
static void draw(struct course *c, uint64_t number)
{
    uint32_t s, i;

    memset(c, 0, sizeof(*c));
    for (s = 0; s < SENDERS; s++) {
        for (i = 0; i < SENT; i++, number /= TIMES) {
            c->sender[s][i] = times[0][number % TIMES];
        }
    }
    for (i = 0; i < STEPS; i++, number /= TIMES) {
        c->receiver[i] = times[1][number % TIMES];
    }
    c->timeout = number % 2 ? 300 : 3 * NOC_LOST_CYCLES;
}

/* 2^21 courses; by steps that are prime to them, so that any number of them is spread over all. */
enum { COURSES = 2 << 20, SPREAD = 1000003 };

TEST(courses_of_resends)
{
    static struct course course;

    TEST_CASES(n, 4000)
    {
        const struct cores_config config = {
            .topology = "mesh:3", .seed = n, .limit_cycles = 100 * (uint64_t)NOC_LOST_CYCLES};

        draw(&course, (uint64_t)n * SPREAD % COURSES);
        if (!cores_run(&config, program, &course)) {
            fail_msg("course %u", (unsigned)n);
        }
    }
}
