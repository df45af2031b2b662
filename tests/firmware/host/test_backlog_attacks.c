/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A core that speaks of backlogs, questions and offers without end, and keeps to no protocol. The
 * others' messages and collectives come out right and in time, and what it sends costs them no more
 * memory the longer it goes on.
 */
#include <string.h>

#include "runs.h"
#include "collectives/collectives.h"
#include "layer/layer.h"
#include "ni.h"
#include "packet.h"
#include "progress/progress.h"

enum {
    HOSTILE = 1,
    CORES = 4,
    TIMES = 8,
    LONG = 300,       /* words */
    QUIET = 48000000, /* what an honest call may take */
    HEAP = 60000,     /* bytes of each core */
    GROWTH = 2000 /* bytes that an honest core may have more in the second half than in the first */
};

static uint32_t running; /* honest cores that are not done */

/* Words that a worm is sent from, at the hostile core. */
static uint32_t *words;

static void throw(uint32_t to, uint32_t type, uint32_t tag, uint32_t w2, uint32_t flits)
{
    while (ni_read(NI_TX_BUSY)) {
    }
    (void)ni_tx(flits ? ni_address(words) : 0, type << NI_TX_W0_TYPE_SHIFT | flits,
                tag << WIRE_TAG_SHIFT, w2, noc_header(NOC_HEADER_LAST, to, 0));
}

static void signal_to(uint32_t to, uint32_t number)
{
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(to, NI_SIGNAL_SEND, NODE) | NOC_PUT(number, NI_SIGNAL_SEND, NUMBER));
}

/* --- what the hostile core does --------------------------------------------------------------- */

static uint32_t any_worm(void)
{
    return core_random() % 2 ? NOC_WORM_MESSAGE : NOC_WORM_RESEND;
}

static void fill_words(void)
{
    uint32_t i;

    for (i = 0; i < EAGER_FLITS; i++) {
        words[i] = core_random() % 2 ? core_random() % 64 : core_random();
    }
}

/* It opens the backlogs that others have for it, and never asks again. */
static void open_backlogs(uint32_t to)
{
    signal_to(to, WIRE_FIRST);
    signal_to(to, WIRE_PULL);
}

static void any_marks(uint32_t to)
{
    static const uint32_t mark[] = {WIRE_FIRST, WIRE_NEXT, WIRE_TAKEN,       WIRE_REPEAT,
                                    WIRE_PULL,  WIRE_PULL, WIRE_ACKNOWLEDGED};

    signal_to(to, mark[core_random() % 7]);
}

/* Whatever is asked of it, there is something new, or an end. */
static void say_news(uint32_t to)
{
    throw(to, any_worm(), 0, wire_control(WIRE_NEWS, 0), 0);
}

static void say_ends(uint32_t to)
{
    throw(to, any_worm(), 0, wire_control(WIRE_END, core_random() % 2), 0);
}

/* Its backlog has no end. */
static void show_more(uint32_t to)
{
    throw(to, any_worm(), 9, wire_user(0, false, HOSTILE), EAGER_FLITS);
}

/* Questions about calls that are long over, or to come, of any length, in its own name or another's. */
static void ask_questions(uint32_t to)
{
    fill_words();
    words[0] = core_random() % 4 ? core_random() : core_random() % 100 << 16;
    throw(to, any_worm(), TAG_QUESTION,
          wire_user(core_random() % 3 ? 0 : core_random() % 3, true,
                    core_random() % 4 ? HOSTILE : core_random() % 5),
          core_random() % 4 ? 3 : core_random() % (EAGER_FLITS + 1));
}

/* Long messages that it withdraws; it takes no answer. */
static void offer_and_withdraw(uint32_t to)
{
    words[0] = core_random() % 1000;
    words[1] = LONG * 4;
    throw(to, NOC_WORM_MESSAGE, 9,
          (uint32_t)WIRE_OFFER << WIRE_CLASS_SHIFT | wire_user(0, false, HOSTILE), OFFER_SENT);
    throw(to, NOC_WORM_MESSAGE, 0, wire_control(WIRE_WITHDRAW, 0), 1);
}

static void any_control(uint32_t to)
{
    fill_words();
    throw(to, any_worm(), 0, wire_control(core_random() % 10, core_random() % 16),
          core_random() % 6);
}

/* What members say of a group: those of others, too. */
static void any_of_groups(uint32_t to)
{
    fill_words();
    throw(to, any_worm(), core_random() % 4 ? 0 : core_random() % 65536,
          core_random() % 2
              ? wire_in_group(WIRE_READY + core_random() % 5, core_random() % 2, core_random() % 3,
                              core_random() % 4, core_random() % 32)
              : wire_agreement(core_random() % 16, core_random() % 64, core_random()),
          core_random() % 8);
}

/* It says what broke a group: all cores', or another one, in nonsense of any length. */
static void break_groups(uint32_t to)
{
    fill_words();
    throw(to, NOC_WORM_MESSAGE, TAG_BROKEN, wire_user(core_random() % 3 / 2, true, HOSTILE),
          core_random() % 2 ? sizeof(struct breach) / 4 : core_random() % 10);
}

static void open_and_offer(uint32_t to)
{
    open_backlogs(to);
    offer_and_withdraw(to);
}

static void open_and_ask(uint32_t to)
{
    open_backlogs(to);
    ask_questions(to);
}

/* Openings of long broadcasts, in which it has no part. */
static void open_windows(uint32_t to)
{
    signal_to(to, wire_opening(core_random() % 2));
}

typedef void one_act(uint32_t to);

enum {
    OPEN,
    MARKS,
    NEWS,
    ENDS,
    SHOWS,
    QUESTIONS,
    CONTROLS,
    OFFERS,
    GROUPS,
    OPEN_AND_OFFER,
    OPEN_AND_ASK,
    OPENINGS,
    BROKEN,
    ACTS
};

static one_act *const acts[ACTS] = {
    [OPEN] = open_backlogs,
    [MARKS] = any_marks,
    [NEWS] = say_news,
    [ENDS] = say_ends,
    [SHOWS] = show_more,
    [QUESTIONS] = ask_questions,
    [CONTROLS] = any_control,
    [OFFERS] = offer_and_withdraw,
    [GROUPS] = any_of_groups,
    [OPEN_AND_OFFER] = open_and_offer,
    [OPEN_AND_ASK] = open_and_ask,
    [OPENINGS] = open_windows,
    [BROKEN] = break_groups,
};

/* One act all the time; ACTS: any of them. */
struct attack {
    uint32_t act;
    uint32_t pause;
};

static void be_hostile(const struct attack *attack)
{
    words = core_malloc(4 * EAGER_FLITS);
    memset(words, 0, 4 * EAGER_FLITS);
    core_delay(40000);
    while (running) {
        const uint32_t to = core_random() % CORES;

        if (to != HOSTILE) {
            acts[attack->act < ACTS ? attack->act : core_random() % ACTS](to);
        }
        core_delay(attack->pause ? core_random() % attack->pause : 1);
    }
    core_free(words);
}

/* --- what the others do ------------------------------------------------------------------------ */

static const uint16_t members[] = {0, 2, 3};

enum { MEMBERS = 3 };

static void exchange(uint32_t rank, uint32_t round, uint32_t bytes)
{
    const uint32_t next = members[(rank + 1) % MEMBERS], last = members[(rank + 2) % MEMBERS];
    uint32_t *sent = core_malloc(bytes), *came = core_malloc(bytes);

    sent[0] = core_number() << 16 | round;
    ok(noc_exchange(next, 2, sent, bytes, (int32_t)last, 2, came, bytes, NULL, QUIET), "exchange");
    if (came[0] != (last << 16 | round)) {
        core_fail("%x came", came[0]);
    }
    ok(noc_exchange(next, 3, sent, bytes, NOC_ANY_SOURCE, 3, came, bytes, NULL, QUIET),
       "from any source");
    if (came[0] != (last << 16 | round)) {
        core_fail("%x came from any source", came[0]);
    }
    core_free(sent);
    core_free(came);
}

static void be_honest(void)
{
    uint32_t body[LONG] = {0}, one = 1, sum, round, most[2] = {0}, rank;
    noc_request lost[TIMES + 1];
    noc_group *g, *other;

    ok(noc_init(), "init");
    ok(noc_group_create(members, MEMBERS, &g, QUIET), "group");
    ok(noc_ibarrier(noc_world(), &lost[TIMES]), "ibarrier");
    rank = (uint32_t)noc_group_rank(g);
    for (round = 0; round < TIMES; round++) {
        if (round % 3 == 0) {
            ok(noc_isend(HOSTILE, 1, &one, 4, &lost[round]), "isend");
        }
        exchange(rank, round, 8);
        exchange(rank, round, LONG * 4);
        ok(noc_allreduce(g, &one, &sum, 1, &noc_sum_int32, QUIET), "allreduce");
        body[LONG - 1] = rank == round % MEMBERS ? round : 99;
        ok(noc_broadcast(g, body, sizeof(body), round % MEMBERS, QUIET), "broadcast");
        if (sum != MEMBERS || body[LONG - 1] != round) {
            core_fail("%u and %u", sum, body[LONG - 1]);
        }
        if (round % 4 == 3) {
            ok(noc_group_duplicate(g, &other, QUIET), "duplicate");
            ok(noc_barrier(other, QUIET), "barrier");
            ok(noc_group_free(other, QUIET), "free");
        }
        core_delay(20000);
        if (strlen(noc_last_mismatch()) > 200 || noc_last_peer() >= CORES) {
            core_fail("%d is named, and \"%s\"", noc_last_peer(), noc_last_mismatch());
        }
        if (round && most[round >= TIMES / 2] < core_heap_used()) {
            most[round >= TIMES / 2] = core_heap_used();
        }
    }
    if (most[1] > most[0] + GROWTH) {
        core_fail("its heap grows from %u to %u bytes", most[0], most[1]);
    }
}

static void program(void *arg)
{
    running = MEMBERS;
    core_delay(100);
    if (core_number() == HOSTILE) {
        be_hostile(arg);
        return;
    }
    be_honest();
    running--;
    while (running) {
        noc_progress();
    }
}

/* With an arena of the usual size, and the least. */
static void attack_by(uint32_t act, uint32_t seeds)
{
    static const uint32_t pauses[] = {200, 100, 3000};

    TEST_CASES(seed, seeds)
    {
        struct cores_config c = cores_drawn("torus:2x2", seed, 40 * (uint64_t)QUIET);
        struct attack attack = {act, pauses[seed % 3]};

        c.heap_bytes = HEAP;
        c.arena_bytes = seed % 2 ? 0 : NOC_ARENA_MIN;
        cores_must_run(&c, program, &attack);
    }
}

TEST(backlogs_that_are_opened_and_left)
{
    attack_by(OPEN, 6);
}

TEST(floods_of_marks)
{
    attack_by(MARKS, 6);
}

TEST(news_without_end)
{
    attack_by(NEWS, 6);
}

TEST(ends_without_end)
{
    attack_by(ENDS, 6);
}

TEST(backlogs_without_end)
{
    attack_by(SHOWS, 6);
}

TEST(floods_of_questions)
{
    attack_by(QUESTIONS, 6);
    attack_by(OPEN_AND_ASK, 6);
}

TEST(floods_of_controls)
{
    attack_by(CONTROLS, 6);
}

TEST(floods_of_offers)
{
    attack_by(OFFERS, 6);
    attack_by(OPEN_AND_OFFER, 6);
}

TEST(floods_of_what_groups_say)
{
    attack_by(GROUPS, 6);
}

TEST(openings_of_a_stranger)
{
    attack_by(OPENINGS, 6);
}

TEST(groups_that_are_broken_by_nonsense)
{
    attack_by(BROKEN, 6);
}

TEST(all_of_them)
{
    attack_by(ACTS, 60);
}

/* Core 4 is a member of broadcasts, and says at any time that the windows of its part are open. A
 * broadcast ends in time at the others, and one that succeeds has brought what its root has sent. */
enum { EARLY = 4, CASTS = 8, SOON = 100000 };

static void say_open_early(void)
{
    uint32_t i;

    for (i = 0; i < 30; i++) {
        signal_to(core_random() % 3, wire_opening(core_random() % 4));
        core_delay(core_random() % 300);
    }
}

static void must_be_cast(const uint32_t *body, uint32_t cast)
{
    uint32_t i;

    for (i = 0; i < LONG; i++) {
        if (body[i] != (cast + 1) * 0x01010101) {
            core_fail("broadcast %u: %x", cast, body[i]);
        }
    }
}

static void early_program(void *arg)
{
    uint32_t body[LONG], i, word = 1;
    uint64_t begun;
    noc_err err;

    (void)arg;
    ok(noc_init(), "init");
    for (i = 0; i < CASTS; i++) {
        if (core_number() == EARLY) {
            say_open_early();
        } else {
            core_delay(core_random() % 20000);
        }
        memset(body, core_number() == i % 3 ? (int)i + 1 : 0, sizeof(body));
        begun = core_time();
        err = noc_broadcast(noc_world(), body, sizeof(body), i % 3, SOON);
        if (core_time() > begun + 2 * SOON) {
            core_fail("it took %u cycles", (unsigned)(core_time() - begun));
        }
        if (!err) {
            must_be_cast(body, i);
        } else if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_MISMATCH) {
            core_fail("broadcast %u: %s", i, noc_strerror(err));
        }
    }
    if (core_number() == 0) {
        ok(noc_send(2, 1, &word, 4, QUIET), "send");
    } else if (core_number() == 2) {
        ok(noc_recv(0, 1, &word, 4, NULL, QUIET), "receive");
    }
}

TEST(openings_of_a_member)
{
    TEST_CASES(seed, 20)
    {
        struct cores_config c = cores_drawn("torus:4x4", seed, 40 * (uint64_t)QUIET);

        c.algorithm_topology = c.topology;
        cores_must_run(&c, early_program, NULL);
    }
}
