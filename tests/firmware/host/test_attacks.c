/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What once broke the message layer, or was tried to: cores that end without a word, deadlines
 * that are too short for anything, memory that is full, and a core that sends whatever it likes.
 * Each program's last word is that all others still work.
 */
#include <string.h>

#include "runs.h"
#include "ni.h"
#include "packet.h"
#include "layer/wire.h"

enum {
    EAGER_FLITS = NOC_EAGER_BYTES / 4,
    LONG = 100,
    LONGER = 1000,
    SOON = 20000,
    QUIET = 3000000
};

static uint32_t word_of(uint32_t id, uint32_t i)
{
    return (id + 1) * 2654435761u ^ i * 40503u;
}

static void fill(uint32_t *body, uint32_t id, uint32_t flits)
{
    uint32_t i;

    for (i = 0; i < flits; i++) {
        body[i] = word_of(id, i);
    }
}

static void must_hold(const uint32_t *body, uint32_t id, uint32_t flits)
{
    uint32_t i;

    for (i = 0; i < flits; i++) {
        if (body[i] != word_of(id, i)) {
            core_fail("message %u: word %u is %08x", id, i, body[i]);
        }
    }
}

static void must_name(int32_t peer)
{
    if (noc_last_peer() != peer) {
        core_fail("%d is named, not %d", noc_last_peer(), peer);
    }
}

/* --- order ------------------------------------------------------------------------ */

/* Core 0's slots are full; of core 1's first message it learns by asking. Core 1's second one comes
 * so much later that the difference of the stamps does not fit 32 bits. */
static void late_program(void *arg)
{
    uint32_t word, i;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        core_delay(20000); /* 16 of core 2's, and core 1's first is discarded */
        must_be(noc_probe(1, 7, NULL, 0), NOC_ERR_TIMEOUT, "the first look asks for it");
        core_delay(UINT64_C(0x90000000));
        for (i = 1; i <= 2; i++) {
            ok(noc_recv(1, NOC_ANY_TAG, &word, sizeof(word), NULL, QUIET), "receive");
            if (word != i) {
                core_fail("%u came in place of %u", word, i);
            }
        }
        return;
    }
    core_delay(core_number() == 2 ? 0 : 10000);
    for (i = 1; i <= (core_number() == 2 ? 16 : 1); i++) {
        ok(noc_send(0, 7, &i, sizeof(i), NOC_FOREVER), "send");
    }
    if (core_number() == 1) {
        core_delay(50000);
        must_be(noc_probe(0, 7, NULL, 0), NOC_ERR_TIMEOUT, "the first is sent again");
        core_delay(UINT64_C(0x88000000));
        i = 2;
        ok(noc_send(0, 7, &i, sizeof(i), NOC_FOREVER), "send");
    }
}

TEST(order_of_messages_that_are_far_apart)
{
    cores_must_run_drawn("mesh:3", late_program, NULL, 4, UINT64_C(0x100000000));
}

/* Core 0's slots are full, and eight messages were discarded. It asks first for that of core 8, which
 * it wants: none of the others has been asked for when it comes. */
static void wanted_program(void *arg)
{
    uint32_t me = core_number(), word = me, i;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 0) {
        core_delay(SOON);
        ok(noc_recv(8, 1, &word, sizeof(word), NULL, QUIET), "the message that is wanted");
        for (i = 7; i > 3; i--) { /* meanwhile core 1 is asked, and then core 2 */
            must_be(noc_probe((int32_t)i, 1, NULL, 0), NOC_ERR_TIMEOUT, "another");
        }
        for (i = 1; i < 8; i++) {
            ok(noc_recv((int32_t)i, 1, &word, sizeof(word), NULL, QUIET), "another");
        }
        return;
    }
    core_delay(me == 9 ? 0 : 3000);
    for (i = 0; i < (me == 9 ? 16 : 1); i++) {
        ok(noc_send(0, 1, &word, sizeof(word), NOC_FOREVER), "send");
    }
    ok(noc_finish(QUIET), "finish");
}

TEST(who_is_wanted_is_asked_first)
{
    cores_must_run_drawn("mesh:10", wanted_program, NULL, 8, 4 * QUIET);
}

/* --- long messages whose sender or receiver has ended -------------------------------- */

enum { DEAD = 8, ALIVE = DEAD + 1 };

/* Cores 1 to 8 offer, and end. Core 0 has a receive for each; core 9's message must come all the
 * same, and a receive that any sender will do for names the one that it has matched. */
static void dead_senders_program(void *arg)
{
    uint32_t me = core_number(), body[LONG], i;
    noc_request in[DEAD];

    (void)arg;
    ok(noc_init(), "init");
    fill(body, me, LONG);
    if (me >= 1 && me <= DEAD) {
        must_be(noc_isend(0, 1, body, LONG * 4, &in[0]), NOC_ERR_OK, "offer");
        return; /* dead: its offer is out, or is asked for in vain */
    }
    if (me == ALIVE) {
        core_delay(SOON);
        ok(noc_send(0, 2, body, LONG * 4, QUIET), "the living core's send");
        return;
    }
    if (me == 0) {
        static uint32_t buffer[DEAD][LONG];

        core_delay(1000);
        for (i = 0; i < DEAD; i++) {
            ok(noc_irecv((int32_t)i + 1, 1, core_malloc(LONG * 4), LONG * 4, &in[i]), "irecv");
        }
        (void)buffer;
        ok(noc_recv(ALIVE, 2, body, LONG * 4, NULL, QUIET), "the living core's message");
        must_hold(body, ALIVE, LONG);
        for (i = 0; i < DEAD; i++) {
            must_be(noc_wait(&in[i], NULL, 300), NOC_ERR_TIMEOUT, "a dead core's message");
            must_name((int32_t)i + 1);
        }
    }
}

TEST(windows_of_dead_senders)
{
    cores_must_run_drawn("mesh:10", dead_senders_program, NULL, 8, 4 * QUIET);
}

/* One after the other: what was kept for the body of one is free again when the next is given up. */
static void parked_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(LONGER * 4), heap, i;
    noc_request out;

    (void)arg;
    ok(noc_init(), "init");
    if (me) {
        ok(noc_isend(0, 1, body, LONGER * 4, &out), "offer");
        return;
    }
    core_delay(1000);
    heap = core_heap_used();
    for (i = 1; i <= DEAD; i++) {
        must_be(noc_recv((int32_t)i, 1, body, LONGER * 4, NULL, 30000), NOC_ERR_TIMEOUT, "receive");
        must_name((int32_t)i);
    }
    if (core_heap_used() - heap > 2 * LONGER * 4) {
        core_fail("%u bytes are held for the dead", core_heap_used() - heap);
    }
}

TEST(memory_for_dead_senders)
{
    cores_must_run_drawn("mesh:9", parked_program, NULL, 4, QUIET);
}

/* Core 0 has given up a send to core 1, which is gone, and has one under way to core 2. */
static void finish_program(void *arg)
{
    uint32_t *body = core_malloc(LONG * 4);
    noc_request out;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number()) {
        core_delay(SOON);
        return;
    }
    ok(noc_isend(2, 1, body, LONG * 4, &out), "isend");
    must_be(noc_send(1, 1, body, LONG * 4, 3000), NOC_ERR_TIMEOUT, "send");
    must_be(noc_finish(SOON), NOC_ERR_TIMEOUT, "finish");
    must_name(2);
}

TEST(who_keeps_from_finishing_is_named)
{
    cores_must_run_drawn("mesh:3", finish_program, NULL, 4, QUIET);
}

static void named_program(void *arg)
{
    uint32_t body[LONG];
    noc_request out;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 1) {
        ok(noc_isend(0, 1, body, LONG * 4, &out), "offer");
    } else if (core_number() == 0) {
        core_delay(500);
        must_be(noc_recv(NOC_ANY_SOURCE, 1, body, LONG * 4, NULL, SOON), NOC_ERR_TIMEOUT,
                "receive");
        must_name(1);
    }
}

TEST(who_was_matched_is_named)
{
    cores_must_run_drawn("mesh:3", named_program, NULL, 4, QUIET);
}

/* Core 0 has no slot left; core 1 is asked for its message first, and has ended. Core 2's must come. */
static void dead_discarded_program(void *arg)
{
    uint32_t me = core_number(), word = me, i;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 0) {
        core_delay(SOON);
        ok(noc_recv(2, 1, &word, sizeof(word), NULL, QUIET), "the living core's message");
        return;
    }
    core_delay(me == 3 ? 0 : 5000 + me * 1000);
    for (i = 0; i < (me == 3 ? 16 : 1); i++) {
        ok(noc_send(0, 1, &word, sizeof(word), NOC_FOREVER), "send");
    }
    if (me == 2) {
        ok(noc_finish(QUIET), "finish");
    }
}

TEST(discarded_messages_of_dead_senders)
{
    cores_must_run_drawn("mesh:4", dead_discarded_program, NULL, 4, 4 * QUIET);
}

/* Eight cores never take what core 0 sends. After a million cycles its next send names one of them,
 * and has room again. */
static void dead_receivers_program(void *arg)
{
    uint32_t me = core_number(), word = 5, i, named = 0;
    noc_err err;

    (void)arg;
    if (me >= 1 && me <= DEAD) {
        return; /* dead from the start: not even a slot */
    }
    ok(noc_init(), "init");
    if (me == 0) {
        for (i = 1; i <= DEAD; i++) {
            ok(noc_send(i, 1, &word, sizeof(word), NOC_FOREVER), "send");
        }
        while ((err = noc_send(ALIVE, 1, &word, sizeof(word), 300000))) {
            must_be(err, NOC_ERR_TIMEOUT, "send");
            if (noc_last_peer() >= 1 && noc_last_peer() <= DEAD) {
                named++;
            }
        }
        if (named != 1) {
            core_fail("%u dead cores were named", named);
        }
    } else if (me == ALIVE) {
        ok(noc_recv(0, 1, &word, sizeof(word), NULL, QUIET), "receive");
    }
}

TEST(copies_for_dead_receivers)
{
    cores_must_run_drawn("mesh:10", dead_receivers_program, NULL, 2, 4 * QUIET);
}

/* The same, but the eight come to life later: each is told that its message is gone, or gets it,
 * and then works on. */
static void late_receivers_program(void *arg)
{
    uint32_t me = core_number(), word = 5, i, came = 0;
    noc_err err;

    (void)arg;
    if (me >= 1 && me <= DEAD) {
        core_delay(QUIET);
    }
    ok(noc_init(), "init");
    if (me == 0) {
        for (i = 1; i <= DEAD; i++) {
            ok(noc_send(i, 1, &word, sizeof(word), NOC_FOREVER), "send");
        }
        while ((err = noc_send(ALIVE, 1, &word, sizeof(word), 300000))) {
            must_be(err, NOC_ERR_TIMEOUT, "send");
        }
        for (i = 1; i <= DEAD; i++) {
            word = 100 + i;
            ok(noc_send(i, 2, &word, sizeof(word), 2 * QUIET), "the second send");
        }
        word = 0;
        for (i = 1; i <= DEAD; i++) {
            ok(noc_recv((int32_t)i, 3, &word, sizeof(word), NULL, QUIET), "what came");
            came += word;
        }
        if (came != DEAD - 1) {
            core_fail("%u of the first messages came", came);
        }
    } else if (me == ALIVE) {
        ok(noc_recv(0, 1, &word, sizeof(word), NULL, QUIET), "receive");
    } else {
        ok(noc_recv(0, 2, &word, sizeof(word), NULL, 2 * QUIET), "the second message");
        came = noc_probe(0, 1, NULL, 0) == NOC_ERR_OK;
        ok(noc_send(0, 3, &came, sizeof(came), NOC_FOREVER), "tell");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(receivers_that_come_late)
{
    cores_must_run_drawn("mesh:10", late_receivers_program, NULL, 2, 10 * QUIET);
}

/* The same with sends that are started first and then waited for. */
static void dead_isends_program(void *arg)
{
    uint32_t me = core_number(), word = 5, i;
    noc_request out;
    noc_err err;

    (void)arg;
    if (me >= 1 && me <= DEAD) {
        return;
    }
    ok(noc_init(), "init");
    if (me == 0) {
        for (i = 1; i <= DEAD; i++) {
            ok(noc_send(i, 1, &word, sizeof(word), NOC_FOREVER), "send");
        }
        ok(noc_isend(ALIVE, 1, &word, sizeof(word), &out), "isend");
        while ((err = noc_wait(&out, NULL, 300000))) {
            must_be(err, NOC_ERR_TIMEOUT, "wait");
        }
    } else if (me == ALIVE) {
        ok(noc_recv(0, 1, &word, sizeof(word), NULL, QUIET), "receive");
    }
}

TEST(sends_under_way_beside_dead_receivers)
{
    cores_must_run_drawn("mesh:10", dead_isends_program, NULL, 2, 4 * QUIET);
}

/* Cores 1 to 9 have offered and ended, and core 10 has filled their queues: nobody takes the grants.
 * Core 11's long message must come, whose grant needs a copy, too. */
static void flooded_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(LONG * 4), i, n;
    noc_request in[DEAD + 1];

    (void)arg;
    ok(noc_init(), "init");
    if (me >= 1 && me <= 9) {
        ok(noc_isend(0, 1, body, LONG * 4, in), "offer");
    } else if (me == 10) {
        core_delay(2000);
        for (i = 1; i <= 9; i++) {
            for (n = 0; n < 16; n++) {
                ok(noc_send(i, 1, body, 4, NOC_FOREVER), "flood");
            }
        }
    } else if (me == 11) {
        core_delay(4 * SOON);
        fill(body, me, LONG);
        ok(noc_send(0, 2, body, LONG * 4, QUIET), "the living core's");
    } else if (me == 0) {
        core_delay(2 * SOON);
        for (i = 0; i <= DEAD; i++) {
            ok(noc_irecv((int32_t)i + 1, 1, core_malloc(LONG * 4), LONG * 4, &in[i]), "irecv");
        }
        ok(noc_recv(11, 2, body, LONG * 4, NULL, QUIET), "the living core's");
        must_hold(body, 11, LONG);
    }
}

TEST(grants_that_nobody_takes)
{
    cores_must_run_drawn("mesh:12", flooded_program, NULL, 4, 4 * QUIET);
}

/* Core 1 takes nothing for so long that core 0's WITHDRAW is given up. It must be heard of all the
 * same: core 0's next message is behind the offer. */
static void withdrawn_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(LONG * 4), i;

    (void)arg;
    ok(noc_init(), "init");
    if (me == 0) {
        must_be(noc_send(1, 1, body, LONG * 4, 2000), NOC_ERR_TIMEOUT, "the offer");
        core_delay(SOON);
        must_be(noc_probe(1, 9, NULL, 5000), NOC_ERR_TIMEOUT, "withdraws");
        must_be(noc_send(1, 2, body, 4, 2 * NOC_LOST_CYCLES), NOC_ERR_TIMEOUT, "gives up");
        fill(body, 3, LONG);
        ok(noc_send(1, 1, body, LONG * 4, 2 * QUIET), "the next");
    } else if (me == 1) {
        core_delay(QUIET);
        for (i = 0; i < 16 - 1; i++) {
            ok(noc_recv(2, 1, body, LONG * 4, NULL, QUIET), "the flood");
        }
        for (i = 0; noc_recv(0, 1, body, LONG * 4, NULL, QUIET / 10); i++) {
            if (i == 3) {
                core_fail("the withdrawn offer is in the way");
            }
        }
        must_hold(body, 3, LONG);
    } else {
        core_delay(6000);
        for (i = 0; i < 16 - 1; i++) {
            ok(noc_send(1, 1, body, 4, NOC_FOREVER), "flood");
        }
    }
    ok(noc_finish(2 * QUIET), "finish");
}

TEST(withdrawals_that_are_given_up)
{
    cores_must_run_drawn("mesh:3", withdrawn_program, NULL, 4, 8 * QUIET);
}

/* --- deadlines that are too short -------------------------------------------------------- */

/* How long the call may take on each side; heap: how many bytes the receiver has left. */
struct haste {
    uint32_t send, receive;
};

static void haste_program(void *arg)
{
    const struct haste *haste = arg;
    uint32_t *body = core_malloc(LONGER * 4), i;
    noc_err err;

    ok(noc_init(), "init");
    for (i = 0; i < 4; i++) {
        if (core_number() == 0) {
            fill(body, i, LONGER);
            while ((err = noc_send(1, 1, body, LONGER * 4, haste->send))) {
                must_be(err, NOC_ERR_TIMEOUT, "send");
            }
            memset(body, 0, LONGER * 4);
        } else if (core_number() == 1) {
            while ((err = noc_recv(0, 1, body, LONGER * 4, NULL, haste->receive))) {
                must_be(err, NOC_ERR_TIMEOUT, "receive");
            }
            must_hold(body, i, LONGER);
        }
    }
    core_free(body);
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(short_deadlines_converge)
{
    static const struct haste haste[] = {{400, 400}, {200, 400}, {400, 200}, {300, 0}, {0, 300}};
    unsigned i;

    for (i = 0; i < sizeof(haste) / sizeof(*haste); i++) {
        cores_must_run_drawn("mesh:2", haste_program, (void *)(uintptr_t)&haste[i], 10, 400000);
    }
}

/* Every core sends long messages to every other with deadlines of its own mood, counts what it was
 * told to have been sent, and another count of what came must agree: nothing that failed arrives,
 * nothing arrives twice, nothing overtakes. */
enum { STORM_CORES = 4, STORM_TRIES = 60 };

struct storm {
    uint32_t sent[STORM_CORES][STORM_CORES], came[STORM_CORES][STORM_CORES];
    uint32_t number[STORM_CORES][STORM_CORES]; /* of the last that was sent, and came */
    uint32_t done;
};

static void storm_send(struct storm *storm, uint32_t try)
{
    uint32_t me = core_number(), to = (me + 1 + core_random() % (STORM_CORES - 1)) % STORM_CORES;
    uint32_t flits = 65 + core_random() % 300, *body = core_malloc(400 * 4);
    noc_err err;

    fill(body, me * 1000 + try, flits);
    body[0] = try;
    err = noc_send(to, 1, body, flits * 4, core_random() % 3 ? core_random() % 900 : 20000);
    if (err != NOC_ERR_TIMEOUT) {
        ok(err, "send");
        storm->sent[me][to]++;
    } else {
        must_name((int32_t)to);
    }
    memset(body, 0xee, 400 * 4); /* ours again */
    core_free(body);
}

static void storm_receive(struct storm *storm, uint32_t timeout)
{
    uint32_t me = core_number(), *body = core_malloc(400 * 4), try;
    int32_t from = core_random() % 2 ? NOC_ANY_SOURCE : (int32_t)(core_random() % STORM_CORES);
    noc_status s;
    noc_err err;

    if (from == (int32_t)me) {
        from = NOC_ANY_SOURCE;
    }
    err = noc_recv(from, 1, body, 400 * 4, &s, timeout);
    if (err == NOC_ERR_TIMEOUT) {
        memset(body, 0xdd, 400 * 4);
        core_delay(core_random() % 100);
        for (try = 0; try < 400; try++) {
            if (body[try] != 0xdddddddd) {
                core_fail("a receive that was given up still writes");
            }
        }
    } else {
        ok(err, "receive");
        try = body[0];
        body[0] = word_of(s.source * 1000 + try, 0);
        must_hold(body, s.source * 1000 + try, s.bytes / 4);
        if (try < storm->number[s.source][me]) {
            core_fail("%u came after %u", try, storm->number[s.source][me]);
        }
        storm->number[s.source][me] = try + 1;
        storm->came[s.source][me]++;
    }
    core_free(body);
}

static void storm_program(void *arg)
{
    struct storm *storm = arg;
    uint32_t me = core_number(), try, from;
    uint32_t heap;

    if (me == 0) {
        memset(storm, 0, sizeof(*storm));
    }
    core_delay(100);
    ok(noc_init(), "init");
    heap = core_heap_used();
    for (try = 0; try < STORM_TRIES; try++) {
        storm_send(storm, try);
        storm_receive(storm, core_random() % 3 ? core_random() % 900 : 5000);
        if (core_random() % 8 == 0) {
            core_delay(core_random() % 20000);
        }
    }
    storm->done++;
    while (storm->done < STORM_CORES) { /* all sends are over, but not yet what they sent */
        storm_receive(storm, 1000);
    }
    for (from = 0; from < STORM_CORES; from++) {
        while (storm->came[from][me] < storm->sent[from][me]) {
            storm_receive(storm, 100000);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    for (try = 0; try < 20; try++) {
        must_be(noc_recv(NOC_ANY_SOURCE, 1, NULL, 0, NULL, 5000), NOC_ERR_TIMEOUT, "one too many");
    }
    for (from = 0; from < STORM_CORES; from++) {
        if (storm->came[from][me] != storm->sent[from][me]) {
            core_fail("%u of %u that %u sent came", storm->came[from][me], storm->sent[from][me],
                      from);
        }
    }
    if (core_heap_used() != heap) {
        core_fail("%u bytes leaked", core_heap_used() - heap);
    }
}

TEST(storms_of_deadlines)
{
    static struct storm storm;

    cores_must_run_drawn("mesh:2x2", storm_program, &storm, 60, 100000000);
}

/* --- what no program of ours does ------------------------------------------------------------ */

/* Worms and signals with any words, as a broken program or node may send them. */
static void wild_worm(uint32_t to)
{
    static const uint32_t type[] = {NOC_WORM_MESSAGE, NOC_WORM_RESEND, NOC_WORM_BODY};
    uint32_t t = type[core_random() % 3], entry = 9 + core_random() % 6;
    uint32_t channel = t == NOC_WORM_BODY ? core_random() % NOC_WINDOWS
                     : core_random() % 4  ? 0
                                          : 2 + core_random() % 6;
    uint32_t *body = core_malloc(80 * 4), i;
    uint32_t w2 = core_random() % 4 << 30 | (core_random() % 2 ? core_random() % 8 : core_random());

    for (i = 0; i < 80; i++) {
        body[i] = core_random() % 16;
    }
    (void)ni_tx(ni_address(body),
                t << NI_TX_W0_TYPE_SHIFT | channel << NI_TX_W0_CHANNEL_SHIFT |
                    entry << NI_TX_W0_ENTRY_SHIFT | core_random() % (t == NOC_WORM_BODY ? 80 : 8),
                (1 + core_random() % 9) << 16,
                t == NOC_WORM_BODY && core_random() % 2 ? core_random() % 64 : w2,
                noc_header(NOC_HEADER_LAST, to, 0));
    while (ni_read(NI_TX_BUSY)) {
    }
    core_free(body);
}

static void wild_signal(uint32_t to)
{
    ni_write(NI_SIGNAL_SEND, NOC_PUT(to, NI_SIGNAL_SEND, NODE) |
                                 NOC_PUT(core_random() % 16, NI_SIGNAL_SEND, NUMBER));
}

/* Core 2 is wild. Cores 0 and 1 exchange messages of all lengths, with a barrier of signals
 * beside them that the wild core does not know. */
static void wild_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(LONGER * 4), i, flits;

    (void)arg;
    if (me == 2) {
        for (i = 0; i < 150; i++) {
            core_random() % 3 ? wild_worm(core_random() % 2) : wild_signal(core_random() % 2);
            core_delay(core_random() % 400);
        }
        return;
    }
    if (me > 2) {
        return;
    }
    ok(noc_init(), "init");
    for (i = 0; i < 40; i++) {
        flits = i % 3 == 0 ? LONGER : i % 3 == 1 ? LONG : 5;
        if ((me + i) % 2) {
            fill(body, i, flits);
            ok(noc_send(1 - me, 1, body, flits * 4, QUIET), "send");
        } else {
            ok(noc_recv((int32_t)(1 - me), 1, body, LONGER * 4, NULL, QUIET), "receive");
            must_hold(body, i, flits);
        }
    }
    core_free(body);
}

TEST(a_wild_core)
{
    cores_must_run_drawn("mesh:2x2", wild_program, NULL, 60, 20 * QUIET);
}

/* Core 2 acknowledges whatever core 0 may have sent it, at any time: while the worm still leaves, too.
 * Its copy's place is used for core 1 then, whose messages must all come. */
static void forged_program(void *arg)
{
    uint32_t me = core_number(), body[EAGER_FLITS], i;
    noc_err err;

    (void)arg;
    if (me == 2) {
        for (i = 0; i < 2000; i++) {
            ni_write(NI_SIGNAL_SEND,
                     NOC_PUT(noc_signal(NOC_SIGNAL_ACK, 0), NI_SIGNAL_SEND, NUMBER));
            core_delay(core_random() % 60);
        }
    }
    if (me >= 2) {
        return;
    }
    ok(noc_init(), "init");
    for (i = 0; i < 100; i++) {
        fill(body, i, EAGER_FLITS);
        if (me == 0) {
            err = noc_send(2, 1, body, EAGER_FLITS * 4, 500);
            must_be(err == NOC_ERR_TIMEOUT ? NOC_ERR_OK : err, NOC_ERR_OK, "to the wild core");
            ok(noc_send(1, 1, body, EAGER_FLITS * 4, QUIET), "send");
            memset(body, 0xee, sizeof(body));
        } else {
            ok(noc_recv(0, 1, body, EAGER_FLITS * 4, NULL, QUIET), "receive");
            must_hold(body, i, EAGER_FLITS);
        }
    }
}

TEST(acknowledgements_that_are_forged)
{
    cores_must_run_drawn("mesh:2x2", forged_program, NULL, 20, 4 * QUIET);
}

/* Cores 3 and up acknowledge without end what core 0 never sent, faster than it can hear. It must
 * hear all the same that its long messages have landed at core 1, and that core 2 asks for one that
 * found no slot there. */
enum { FLOOD = 200000 };

static void acknowledging_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(LONG * 4), i;

    (void)arg;
    while (me >= 3 && core_time() < FLOOD) {
        ni_write(NI_SIGNAL_SEND, NOC_PUT(noc_signal(NOC_SIGNAL_ACK, 0), NI_SIGNAL_SEND, NUMBER));
    }
    if (me >= 3) {
        return;
    }
    core_delay(500);
    ok(noc_init(), "init");
    for (i = 0; me == 0 && i < 3; i++) {
        fill(body, i, LONG);
        ok(noc_send(1, 1, body, LONG * 4, QUIET), "a long message");
    }
    for (i = 0; me == 0 && i < 18; i++) {
        ok(noc_send(2, 1, &i, 4, QUIET), "to the late one");
    }
    for (i = 0; me == 1 && i < 3; i++) {
        ok(noc_recv(0, 1, body, LONG * 4, NULL, QUIET), "receive");
        must_hold(body, i, LONG);
    }
    core_delay(me == 2 ? FLOOD / 8 : 0);
    for (i = 0; me == 2 && i < 18; i++) {
        ok(noc_recv(0, 1, body, 4, NULL, QUIET), "receive");
        if (body[0] != i) {
            core_fail("%u came in place of %u", body[0], i);
        }
    }
    if (core_time() > FLOOD / 2) {
        core_fail("until the flood's end it was deaf");
    }
}

TEST(floods_of_acknowledgements)
{
    TEST_CASES(seed, 5)
    {
        const struct cores_config c = {.topology = "mesh:3x3",
                                       .jitter = seed % 3 * 10,
                                       .slow = 10,
                                       .seed = seed,
                                       .limit_cycles = QUIET};

        cores_must_run(&c, acknowledging_program, NULL);
    }
}

/* Cores 0, 1 and 3 are a group, whose messages core 0 multicasts; 1 and 3 come late, and so have to ask
 * for what found no slot. Core 2 sends to the world's queue, which has no slots and stands before
 * theirs. */
static void group_program(void *arg)
{
    static const uint16_t members[] = {0, 1, 3};
    uint32_t me = core_number(), word, i;
    noc_group *group = NULL;
    noc_plan *plan;

    (void)arg;
    if (me == 2) {
        core_delay(2000);
        for (i = 0; i < 300; i++) {
            (void)ni_tx(0,
                        (uint32_t)NOC_WORM_MESSAGE << NI_TX_W0_TYPE_SHIFT |
                            NOC_QUEUE_GROUP << NI_TX_W0_CHANNEL_SHIFT,
                        0, 0, noc_header(NOC_HEADER_LAST, i % 2 ? 1 : 3, 0));
            core_delay(core_random() % 200);
        }
        return;
    }
    ok(noc_init(), "init");
    ok(group_with_slots(members, 3, 32, NOC_BY_LIST, &group, QUIET), "group");
    ok(noc_plan_create(group, 0, "separate", NOC_BY_LIST, &plan), "plan");
    for (i = 0; i < 12; i++) {
        core_delay(me ? core_random() % 8000 : 0);
        word = me ? 99 : i;
        ok(noc_multicast(plan, &word, 4, QUIET / 10), "multicast");
        if (word != i) {
            core_fail("%u in place of %u", word, i);
        }
    }
    noc_plan_free(plan);
    ok(noc_group_free(group, QUIET), "free");
}

TEST(discards_of_a_group_without_slots)
{
    cores_must_run_drawn("mesh:2x2", group_program, NULL, 10, 4 * QUIET);
}

/* --- bad arguments ------------------------------------------------------------------------------ */

/* A buffer that the NI cannot reach is refused before anything is offered. */
static void outside_program(void *arg)
{
    uint32_t *body = core_malloc(LONG * 4);

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        must_be(noc_send(1, 1, (void *)(uintptr_t)64, LONG * 4, SOON), NOC_ERR_ARGUMENT, "low");
        must_be(noc_send(1, 1, body, NOC_LENGTH_MAX * 4, SOON), NOC_ERR_ARGUMENT, "beyond the end");
        must_be(noc_recv(1, 1, (void *)(uintptr_t)64, LONG * 4, NULL, SOON), NOC_ERR_ARGUMENT,
                "low");
        ok(noc_send(1, 2, body, LONG * 4, SOON), "a good one");
    } else if (core_number() == 1) {
        must_be(noc_recv(0, 1, body, LONG * 4, NULL, 3000), NOC_ERR_TIMEOUT, "nothing was offered");
        ok(noc_recv(0, 2, body, LONG * 4, NULL, SOON), "a good one");
    }
}

TEST(buffers_outside_memory)
{
    cores_must_run_drawn("mesh:2", outside_program, NULL, 2, QUIET);
}
