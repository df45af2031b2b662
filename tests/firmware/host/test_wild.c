/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes that keep to no protocol, and nodes that are dead: what they send, or never take, is for
 * what they hold of others. The others' calls end as they would without them.
 */
#include <string.h>

#include "runs.h"
#include "groups/agreement.h"
#include "layer/layer.h"
#include "ni.h"
#include "packet.h"

enum { LONG = 100, SOON = 20000, QUIET = 3000000 };

/* A worm of a node that has not called noc_init. */
static void throw(uint32_t to, uint32_t type, uint32_t channel, uint32_t tag, uint32_t w2,
                  const void *body, uint32_t flits)
{
    while (ni_read(NI_TX_BUSY) & 1) {
    }
    (void)ni_tx(body ? ni_address(body) : 0,
                type << NI_TX_W0_TYPE_SHIFT | channel << NI_TX_W0_CHANNEL_SHIFT | flits,
                tag << WIRE_TAG_SHIFT, w2, noc_header(NOC_HEADER_LAST, to, 0));
}

static void throw_message(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t flits)
{
    throw(to, NOC_WORM_MESSAGE, NOC_QUEUE_EAGER, tag, w2, body, flits);
}

/* --- what was not asked for ------------------------------------------------------------ */

/* Cores 2 and up send core 0 RESENDs without end, faster than it can look at them. Its queue is
 * full, so core 1's messages come only when they are asked for: all must, and within the flood. */
enum { RESENT = 6, FLOOD_CYCLES = 2000000 };

static void resends_program(void *arg)
{
    uint32_t me = core_number(), word, i;

    (void)arg;
    if (me >= 2) {
        while (core_time() < FLOOD_CYCLES) {
            throw(0, NOC_WORM_RESEND, NOC_QUEUE_EAGER, 7, wire_user(0, false, me), NULL, 0);
        }
        return;
    }
    ok(noc_init(), "init");
    if (me == 0) {
        core_delay(SOON);
        for (i = 0; i < RESENT; i++) {
            ok(noc_recv(1, 2, &word, sizeof(word), NULL, FLOOD_CYCLES), "what is asked for");
            if (word != i) {
                core_fail("%u came in place of %u", word, i);
            }
        }
        if (core_time() > FLOOD_CYCLES / 2) {
            core_fail("it came in cycle %llu", (unsigned long long)core_time());
        }
        return;
    }
    for (i = 0; i < 16; i++) { /* nobody takes them: queue 0 stays full */
        ok(noc_send(0, 1, &i, sizeof(i), NOC_FOREVER), "send");
    }
    for (i = 0; i < RESENT; i++) {
        ok(noc_send(0, 2, &i, sizeof(i), NOC_FOREVER), "send");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(floods_of_resends)
{
    cores_must_run_drawn("mesh:2x2", resends_program, NULL, 6, 4 * FLOOD_CYCLES);
}

/* Core 0 has not come to the last of core 1's multicasts, whose discard it leaves where it is, and its
 * arena is full of others' messages. It sleeps when core 2's message is discarded, too. */
static void asleep_program(void *arg)
{
    static const uint16_t members[] = {0, 1};
    uint32_t me = core_number(), body[EAGER_FLITS] = {0}, i;
    noc_group *group;
    noc_plan *plan;

    (void)arg;
    ok(noc_init(), "init");
    if (me < 2) {
        ok(group_with_slots(members, 2, 32, NOC_BY_PLAN, &group, QUIET), "group");
        ok(noc_plan_create(group, 1, "separate", NOC_BY_PLAN, &plan), "plan");
        for (i = 0; me == 1 && i < 3; i++) {
            ok(noc_multicast(plan, &i, 4, QUIET), "multicast");
        }
    }
    if (me == 1) {
        ok(noc_finish(QUIET), "finish");
    } else if (me == 0) {
        must_be(noc_probe(2, 2, NULL, 4 * SOON), NOC_ERR_TIMEOUT, "core 3's fill the arena");
        ok(noc_recv(2, 2, body, 4, NULL, QUIET), "what was discarded while it slept");
        if (core_time() > 8 * SOON + 3000) {
            core_fail("it came in cycle %llu", (unsigned long long)core_time());
        }
        if (core_discards() < 4) {
            core_fail("%u discards", core_discards());
        }
        for (i = 0; i < 3; i++) {
            ok(noc_multicast(plan, body, 4, QUIET), "multicast");
        }
    } else if (me == 2) {
        core_delay(8 * SOON);
        ok(noc_send(0, 2, body, 4, NOC_FOREVER), "send");
        ok(noc_finish(QUIET), "finish");
    } else if (me == 3) {
        while (core_time() < 3 * SOON) {
            (void)!noc_send(0, 1, body, NOC_EAGER_BYTES, SOON / 10);
        }
    } else {
        core_delay(me * SOON); /* the last slots */
        (void)!noc_send(0, 1, body, 4, 0);
    }
}

TEST(discards_that_come_while_others_are_left)
{
    cores_must_run_drawn("mesh:8", asleep_program, NULL, 4, 4 * QUIET);
}

/* --- what is not taken --------------------------------------------------------------------- */

/* Cores 1 to 8 (9) offer a long message, withdraw it at once, and never take the answer. A send of
 * core 0 to a core that lives needs one of the copies that these answers are kept in; it has no
 * deadline. */
static void answers_program(void *arg)
{
    const uint32_t *wild = arg;
    uint32_t me = core_number(), word = 5;
    const uint32_t offer[OFFER_SENT] = {77, LONG * 4}, user = wire_user(0, false, me);

    if (me >= 1 && me <= *wild) {
        throw_message(0, 1, (uint32_t)WIRE_OFFER << WIRE_CLASS_SHIFT | user, offer, OFFER_SENT);
        core_delay(200);
        throw_message(0, 0, wire_control(WIRE_WITHDRAW, 0), offer, 1);
        return;
    }
    ok(noc_init(), "init");
    if (me == 0) {
        must_be(noc_probe(10, 9, NULL, SOON), NOC_ERR_TIMEOUT, "nothing");
        ok(noc_send(10, 1, &word, sizeof(word), NOC_FOREVER), "to a core that lives");
    } else if (me == 10) {
        ok(noc_recv(0, 1, &word, sizeof(word), NULL, QUIET), "receive");
        if (core_time() > QUIET / 10) {
            core_fail("it came in cycle %llu", (unsigned long long)core_time());
        }
    }
}

TEST(answers_that_nobody_takes)
{
    for (uint32_t wild = 7; wild <= 9; wild++) {
        cores_must_run_drawn("mesh:11", answers_program, &wild, 2, 4 * QUIET);
    }
}

/* Cores 1 to 8 never take what core 0 has sent them, so that it has no copy left. What it then does
 * with core 9 fails at its deadline at most until the eight are given up. */
enum { DEAD = 8 };

enum rest { REST_GROUP, REST_BARRIER, REST_SHORT, REST_BROADCAST, REST_WINDOW, RESTS };

static noc_err rest(enum rest what, noc_group *g, uint32_t timeout)
{
    static const uint16_t members[] = {0, 9};
    uint32_t word = 5, sum, many[80] = {0};
    noc_group *made;
    noc_window *window;

    switch (what) {
    case REST_GROUP:
        return noc_group_create(members, 2, &made, timeout);
    case REST_BARRIER:
        return noc_barrier(g, timeout);
    case REST_SHORT:
        return noc_allreduce(g, &word, &sum, 1, &noc_sum_int32, timeout);
    case REST_BROADCAST:
        return noc_broadcast(g, many, sizeof(many), 0, timeout);
    default:
        return noc_window_create(g, core_malloc(64), 64, &window, timeout);
    }
}

static void copies_program(void *arg)
{
    static const uint16_t members[] = {0, 9};
    const enum rest *what = arg;
    uint32_t me = core_number(), word = 5, i, tries;
    noc_group *g;
    noc_err err;

    if (me >= 1 && me <= DEAD) {
        return;
    }
    ok(noc_init(), "init");
    if (me > 9) {
        return;
    }
    ok(noc_group_create(members, 2, &g, QUIET), "group");
    for (i = 1; me == 0 && i <= DEAD; i++) {
        ok(noc_send(i, 1, &word, sizeof(word), NOC_FOREVER), "send");
    }
    for (tries = 0; (err = rest(*what, g, NOC_LOST_CYCLES / 2)); tries++) {
        must_be(err, NOC_ERR_TIMEOUT, "with a core that lives");
        if (tries == 8) {
            core_fail("%d: it never works again", *what);
        }
    }
}

TEST(copies_that_the_dead_hold)
{
    for (enum rest what = 0; what < RESTS; what++) {
        cores_must_run_drawn("mesh:10", copies_program, &what, 1, 10 * QUIET);
    }
}

/* --- who is asked and has ended ---------------------------------------------------------------- */

/* All but core 0 have sent one message that found no slot, and have ended, but for the last. A receive
 * of core 0 from any source must come to its message. */
static void asked_program(void *arg)
{
    uint32_t me = core_number(), last, word = me, i;

    (void)arg;
    ok(noc_init(), "init");
    last = noc_size() - 1;
    if (me == 0) {
        core_delay(2 * SOON);
        ok(noc_recv(NOC_ANY_SOURCE, 2, &word, sizeof(word), NULL, QUIET), "the last one's");
        return;
    }
    core_delay(me == 1 ? 0 : me == last ? SOON : SOON / 2);
    for (i = 0; i < (me == 1 ? 16 : 1); i++) {
        ok(noc_send(0, me == last ? 2 : 1, &word, sizeof(word), NOC_FOREVER), "send");
    }
    if (me == last) {
        ok(noc_finish(QUIET), "finish");
    }
}

TEST(many_that_are_asked_and_have_ended)
{
    cores_must_run_drawn("mesh:8x8", asked_program, NULL, 2, 4 * QUIET);
}

/* --- wild words ----------------------------------------------------------------------------------- */

/* Core 1 grants what it was offered, but names windows that there are none of. */
static void granted_program(void *arg)
{
    uint32_t me = core_number(), body[LONG] = {0}, i;

    (void)arg;
    if (me == 1) {
        core_delay(500);
        for (i = 0; i < 400; i++) {
            const uint32_t name = 1 + i % 4;

            throw_message(0, 0, wire_control(WIRE_GRANT, NOC_WINDOWS + i % 8), &name, 1);
            core_delay(20);
        }
        return;
    }
    ok(noc_init(), "init");
    if (me == 0) {
        must_be(noc_send(1, 1, body, LONG * 4, SOON), NOC_ERR_TIMEOUT, "to the wild core");
        if (noc_last_peer() != 1) {
            core_fail("%d is named", noc_last_peer());
        }
        ok(noc_send(2, 1, body, LONG * 4, QUIET), "to another one");
    } else if (me == 2) {
        ok(noc_recv(0, 1, body, LONG * 4, NULL, QUIET), "receive");
    }
}

TEST(grants_of_windows_that_there_are_none_of)
{
    cores_must_run_drawn("mesh:3", granted_program, NULL, 4, 4 * QUIET);
}

/* It has taken what it has not. */
static void acknowledge(uint32_t to)
{
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(to, NI_SIGNAL_SEND, NODE) |
                 NOC_PUT(noc_signal(NOC_SIGNAL_ACK, NOC_QUEUE_EAGER), NI_SIGNAL_SEND, NUMBER));
}

/* Core 1 is the first of the members that core 0 makes a group of, so it says what context and queue the
 * group has: such as are in use, or as there are none of. Core 0's other groups must not notice. */
enum { CHOICES = 8 };

static const struct choice choices[CHOICES] = {
    {.queue = NOC_QUEUE_GROUP, .context = 9},     /* the world's queue, */
    {.queue = NOC_QUEUE_GROUP + 1, .context = 9}, /* another group's, */
    {.queue = NOC_QUEUES, .context = 9},
    {.queue = 200, .context = 9},
    {.context = 0}, /* and contexts */
    {.context = NOC_CONTEXTS},
    {.context = UINT32_MAX},
    {.context = 9, .generation = 200},
};

static uint32_t tag_of(const uint16_t *members, uint32_t count)
{
    struct agreement a = {.members = members, .count = count};
    const uint8_t attempt = noc_layer.group_attempt;

    agreement_begin(&a);
    noc_layer.group_attempt = attempt;
    return a.tag;
}

static void choosing_program(void *arg)
{
    static const uint16_t wild[] = {1, 0}, good[] = {0, 2};
    uint32_t me = core_number(), i;
    struct noc_group *of_good, *was[GROUP_BUCKETS];
    noc_group *g, *made;

    (void)arg;
    if (me == 1) { /* it answers each call in time, and knows when each begins */
        for (i = 0; i < CHOICES; i++) {
            const struct choice choice = choices[i];

            core_delay(QUIET + SOON / 2 + i * SOON - core_time());
            acknowledge(0);
            throw_message(0, tag_of(wild, 2), wire_agreement(WIRE_CHOICE, 2 + i, 0), &choice,
                          sizeof(choice) / 4);
        }
        return;
    }
    ok(noc_init(), "init");
    ok(noc_group_create(good, 2, &g, QUIET), "group");
    of_good = group_of(g);
    memcpy(was, noc_layer.groups, sizeof(was));
    for (i = 0; me == 0 && i < CHOICES; i++) {
        core_delay(QUIET + i * SOON - core_time());
        must_be(noc_group_create(wild, 2, &made, SOON * 3 / 4), NOC_ERR_TIMEOUT,
                "with the wild one");
        if (noc_last_peer() != 1) {
            core_fail("%u: %d is named", i, noc_last_peer());
        }
        if (noc_layer.group[0] != &noc_layer.world || noc_layer.group[1] != of_good ||
            memcmp(was, noc_layer.groups, sizeof(was)) != 0) {
            core_fail("%u: another group was changed", i);
        }
    }
    ok(noc_barrier(g, 2 * QUIET), "barrier");
    ok(noc_group_create(good, 2, &made, QUIET), "another group");
}

TEST(choices_that_make_no_sense)
{
    cores_must_run_drawn("mesh:3", choosing_program, NULL, 2, 4 * QUIET);
}

/* --- a wild member --------------------------------------------------------------------------- */

/* Core 3 is a member of a group in which core 0 sends to all itself, and sends messages there that are
 * no member's turn: all of one number, or each of the next. What core 0 sends comes all the same, or
 * core 3 is named. */
enum { CASTS = 40, CAST_BYTES = 64 };

static void member_program(void *arg)
{
    static const uint16_t members[] = {0, 1, 2, 3};
    const bool *same = arg;
    uint32_t me = core_number(), body[CAST_BYTES / 4] = {0}, i, n = 0;
    noc_group *g;
    noc_plan *plan;
    noc_err err;

    ok(noc_init(), "init");
    ok(group_with_slots(members, 4, CAST_BYTES, NOC_BY_PLAN, &g, QUIET), "group");
    ok(noc_plan_create(g, 0, "separate", NOC_BY_PLAN, &plan), "plan");
    core_delay(QUIET / 10 - core_time());
    if (me == 3) {
        for (i = 0; i < 2000; i++) {
            throw(1 + i % 2, NOC_WORM_MESSAGE, group_of(g)->queue, 100 + (*same ? 0 : i / 2), i % 4,
                  body, CAST_BYTES / 4);
            core_delay(100 + core_random() % 400);
            (void)!noc_multicast(plan, body, CAST_BYTES, 0); /* it takes what core 0 sends to it */
        }
        return;
    }
    for (i = 0; i < CASTS; i++) {
        body[1] = me ? 0 : i;
        core_delay(me ? 8000 : 0);
        while ((err = noc_multicast(plan, body, CAST_BYTES, QUIET / 10)) == NOC_ERR_MEMORY &&
               !*same && n++ < 100) {
            if (noc_last_peer() != 3) {
                core_fail("%d is named", noc_last_peer());
            }
        }
        if (err == NOC_ERR_MEMORY && !*same) {
            return; /* as it should be */
        }
        ok(err, "multicast");
        if (body[1] != i) {
            core_fail("%u came in place of %u", body[1], i);
        }
    }
    (void)!noc_finish(*same ? QUIET : 0);
}

TEST(members_that_send_out_of_turn)
{
    bool same = true;

    cores_must_run_drawn("mesh:2x2", member_program, &same, 4, 8 * QUIET);
    same = false;
    cores_must_run_drawn("mesh:2x2", member_program, &same, 4, 8 * QUIET);
}

/* --- numbers that come round ---------------------------------------------------------------------- */

/* Core 0 has a receive for which nothing comes while it makes 2^31 others, and one more than 2^32: the
 * oldest that fits is done first all the same. */
static void old_program(void *arg)
{
    uint32_t me = core_number(), word[3] = {9, 9, 9}, i;
    noc_request r[3];

    (void)arg;
    ok(noc_init(), "init");
    if (me == 1) {
        core_delay(SOON);
        for (i = 0; i < 3; i++) {
            ok(noc_send(0, 1, &i, sizeof(i), NOC_FOREVER), "send");
        }
        ok(noc_finish(QUIET), "finish");
    } else if (me == 0) {
        for (i = 0; i < 3; i++) {
            ok(noc_irecv(1, i == 1 ? NOC_ANY_TAG : 1, &word[i], sizeof(word[i]), &r[i]), "irecv");
            noc_layer.order += UINT32_C(0x80000005);
        }
        ok(noc_wait_all(r, 3, NULL, QUIET), "wait");
        for (i = 0; i < 3; i++) {
            if (word[i] != i) {
                core_fail("receive %u got message %u", i, word[i]);
            }
        }
    }
}

TEST(receives_that_are_far_apart)
{
    cores_must_run_drawn("mesh:2", old_program, NULL, 2, 4 * QUIET);
}

/* --- given up as the body comes ----------------------------------------------------------------- */

/* Core 0's receive is given up at any time while a short body is on its way: it is where the receive, or
 * the next one, says it is. */
enum { BODIES = 400 };

static void given_up_program(void *arg)
{
    uint32_t me = core_number(), body[6], i, n;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    for (i = 0; i < BODIES && me < 2; i++) {
        for (n = 0; n < 6; n++) {
            body[n] = me ? i * 8 + n : 0xdddddddd;
        }
        if (me == 1) {
            ok(noc_send_synchronous(0, 1, body, sizeof(body), NOC_FOREVER), "send");
            continue;
        }
        do {
            err = noc_recv(1, 1, body, sizeof(body), NULL, 100 + core_random() % 500);
        } while (err == NOC_ERR_TIMEOUT);
        ok(err, "receive");
        for (n = 0; n < 6; n++) {
            if (body[n] != i * 8 + n) {
                core_fail("message %u: word %u is %x", i, n, body[n]);
            }
        }
    }
}

TEST(receives_that_are_given_up_as_the_body_comes)
{
    cores_must_run_drawn("mesh:2", given_up_program, NULL, 20, 20 * QUIET);
}
