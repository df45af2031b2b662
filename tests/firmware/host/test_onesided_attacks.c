/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows beside cores that send whatever looks like a message of one-sided access: a member, and one
 * that is in no window. The others' accesses, locks and messages come out right, nothing is written
 * outside of the windows, and of answers that nobody asked for nothing is kept.
 */
#include <string.h>

#include "runs.h"
#include "layer/layer.h"
#include "onesided/onesided_priv.h"

enum {
    MEMBERS = 4, /* of the window */
    LIAR = 3,    /* one of them */
    STRANGER = 4,
    HALF = 1000, /* of a member's part: the liar may change the first one */
    EDGE = 64,   /* around it */
    ROUNDS = 6,
    LIES = 500,
    PATIENCE = 3000000,
    CANARY = 0xc5
};

static uint32_t running; /* honest members that are not done */

struct lie {
    uint32_t type, tag, w2, flits;
    uint32_t body[80];
};

static void send_lie(const struct lie *lie, uint32_t to)
{
    uint32_t *at = core_malloc(sizeof(lie->body));

    memcpy(at, lie->body, sizeof(lie->body));
    (void)ni_tx(ni_address(at),
                lie->type << NI_TX_W0_TYPE_SHIFT | 10u << NI_TX_W0_ENTRY_SHIFT | lie->flits,
                lie->tag << WIRE_TAG_SHIFT, lie->w2, noc_header(NOC_HEADER_LAST, to, 0));
    while (ni_read(NI_TX_BUSY)) {
    }
    core_free(at);
}

/* Something a member may ask for, of the first half; then one thing of it is made wrong, so that
 * nobody may do it, unless it is harmless there. */
static void make_header(struct lie *lie, bool may_be_right)
{
    uint32_t kind = core_random() % 12, bytes = core_random() % 245, offset = core_random() % 400;
    uint32_t wrong = core_random() % (may_be_right ? 9 : 8);

    if (kind == ACCESS_LOCK) {
        kind = ACCESS_UNLOCK; /* it would have it, as members do */
    }
    lie->flits = wire_flits_of(HEADER_BYTES + bytes);
    switch (wrong) {
    case 0: /* the end is behind 2^32 */
        offset = UINT32_MAX - core_random() % 100;
        bytes = core_random() % 1000;
        break;
    case 1:
        bytes = UINT32_MAX - core_random() % 500;
        break;
    case 2: /* over the end of the window */
        offset = 2 * HALF - core_random() % 50;
        bytes = 51 + core_random() % 200;
        break;
    case 3:
        offset = 2 * HALF + 1 + core_random() % 4000;
        bytes = core_random() % 3;
        break;
    case 4: /* truncated, or empty */
        lie->flits = core_random() % 4;
        break;
    case 5: /* of more bytes than came, or of fewer that reach up to the end */
        bytes = core_random() % 600;
        if (core_random() % 2) {
            bytes %= 20;
            offset = 2 * HALF - bytes;
        }
        break;
    case 6: /* no kind */
        kind = ACCESS_KINDS + core_random() % (256 - ACCESS_KINDS);
        break;
    default:
        break;
    }
    lie->body[0] = offset;
    lie->body[1] = bytes;
    lie->body[2] = (core_random() % 4 ? core_random() % 60 : core_random() % 65536) | kind << 16;
}

/* As if it were from `sender`; if that is another one nothing of it may be done, so it is about the
 * second half. */
static void make_forged(struct lie *lie)
{
    static const uint8_t kinds[] = {ACCESS_PUT,    ACCESS_PUT_LONG, ACCESS_ACCUMULATE, ACCESS_LOCK,
                                    ACCESS_UNLOCK, ACCESS_SWAP,     ACCESS_FETCH};
    uint32_t bytes = core_random() % 60 * 4;

    lie->flits = 3 + bytes / 4;
    lie->body[0] = HALF + core_random() % 700;
    lie->body[1] = bytes;
    lie->body[2] = 1 + core_random() % 40 + ((uint32_t)kinds[core_random() % 7] << 16);
}

static void lie_once(uint32_t context, bool member)
{
    const uint32_t what = core_random() % 8;
    uint32_t sender = member ? LIAR : core_random() % (MEMBERS + 3), class = WIRE_USER, i;
    struct lie lie = {.type = core_random() % 8 ? NOC_WORM_MESSAGE : NOC_WORM_RESEND,
                      .tag = TAG_HEADER};

    for (i = 0; i < 80; i++) {
        lie.body[i] = core_random() % 3 ? core_random() % 500 : core_random();
    }
    if (what < 4 && member) {
        make_header(&lie, true);
    } else if (what < 6) {
        make_forged(&lie);
        sender = member ? core_random() % 3 : sender;
    } else if (what == 6) { /* what nobody has asked for, which must not take an answer's place */
        lie.tag = TAG_REPLY + core_random() % 4;
        lie.flits = core_random() % 65;
        sender = core_random() % MEMBERS;
    } else { /* an offer of a header */
        class = WIRE_OFFER;
        lie.flits = OFFER_SENT;
        lie.body[1] = core_random() % 2 ? core_random() % 3000 : core_random() % (1 << 21);
        lie.body[2] = (uint32_t)ACCESS_PUT << 16;
        lie.tag = core_random() % 3 ? TAG_HEADER : TAG_DATA;
    }
    lie.w2 = class << WIRE_CLASS_SHIFT |
             ((context * 2 + (core_random() % 16 == 0)) << WIRE_CONTEXT_SHIFT) |
             sender << WIRE_SENDER_SHIFT | (core_random() % 8 ? 0 : core_random() % 4);
    send_lie(&lie, core_random() % LIAR);
}

/* What others have for it stays with them from now on: it never asks again. */
static void open_backlog(uint32_t of)
{
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(of, NI_SIGNAL_SEND, NODE) | NOC_PUT(WIRE_FIRST, NI_SIGNAL_SEND, NUMBER));
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(of, NI_SIGNAL_SEND, NODE) | NOC_PUT(WIRE_PULL, NI_SIGNAL_SEND, NUMBER));
}

static uint32_t opens; /* it opens the backlogs for it */

static void lie_on(uint32_t context, bool member, bool flood)
{
    uint32_t i;

    for (i = 0; running && i < LIES; i++) {
        if (opens) {
            open_backlog(core_random() % LIAR);
        }
        lie_once(context, member);
        core_delay(flood ? 0 : core_random() % 600);
    }
}

/* Add one to a word of the next member's that is not read and written at once. */
static void count_locked(noc_window *w, uint32_t rank)
{
    uint32_t number;

    ok(noc_lock(w, rank, true, PATIENCE), "lock");
    ok(noc_get(w, rank, HALF, &number, 4), "get");
    ok(noc_flush(w, (int32_t)rank, PATIENCE), "flush");
    number++;
    ok(noc_put(w, rank, HALF, &number, 4), "put");
    ok(noc_unlock(w, rank, PATIENCE), "unlock");
}

static void be_honest(noc_window *w, uint32_t round)
{
    const uint32_t me = core_number(), next = (me + 1) % LIAR;
    const uint32_t bytes = round % 3 ? 1 + core_random() % 200 : 500 + core_random() % 200;
    const uint32_t one = 1;
    uint8_t from[HALF], to[HALF];
    uint32_t rank, old = 0;

    memset(from, (int)(round * 16 + me), sizeof(from));
    ok(noc_put(w, next, HALF + 16, from, bytes), "put");
    ok(noc_flush(w, (int32_t)next, PATIENCE), "flush");
    ok(noc_get(w, next, HALF + 16, to, bytes), "get");
    ok(noc_get_accumulate(w, next, HALF + 8, &one, &old, 1, &noc_sum_uint32), "fetch");
    ok(noc_flush(w, (int32_t)next, PATIENCE), "flush");
    if (memcmp(from, to, bytes) || old != round) {
        core_fail("round %u: %u bytes, first %02x, and %u", round, bytes, to[0], old);
    }
    for (rank = 0; rank < LIAR; rank++) {
        count_locked(w, rank);
    }
}

/* Messages of the window that are kept without a receive: none but what the liar offers. */
static void look_at_kept(uint32_t context)
{
    const struct slot *s;

    for (s = noc_layer.unexpected.head; s; s = s->next) {
        if (wire_class(s->w2) == WIRE_USER && wire_context(s->w2) == 2 * context &&
            wire_tag(s->w1) != TAG_HEADER) {
            core_fail("a message %u of %u is kept", wire_tag(s->w1), wire_source(s->w1));
        }
    }
}

static void look_at_memory(const uint8_t *all)
{
    uint32_t i;

    for (i = 0; i < EDGE; i++) {
        if (all[i] != CANARY || all[EDGE + 2 * HALF + i] != CANARY) {
            core_fail("byte %u outside of the window was written", i);
        }
    }
}

static void honest(uint8_t *all, noc_window *w, noc_group *group, uint32_t context)
{
    const uint32_t me = core_number();
    uint32_t i, n, number;

    for (i = 0; i < ROUNDS; i++) {
        be_honest(w, i);
        ok(noc_barrier(group, PATIENCE), "barrier");
    }
    running--;
    look_at_kept(context);
    look_at_memory(all);
    memcpy(&number, all + EDGE + HALF, 4);
    if (number != LIAR * ROUNDS) {
        core_fail("%u were counted", number);
    }
    for (i = 0; i < LIAR; i++) {
        if (i != me) {
            ok(noc_exchange(i, 1, &me, 4, (int32_t)i, 1, &n, 4, NULL, PATIENCE), "exchange");
        }
    }
    (void)!noc_window_free(w, 20000); /* the liar does not come */
    ok(noc_barrier(group, PATIENCE), "barrier");
    look_at_memory(all);
}

/* arg: bit 0: the liar lies, bit 1: the stranger does; bit 2: one lie behind the other. */
static void program(void *arg)
{
    static const uint16_t members[MEMBERS] = {0, 1, 2, 3};
    static uint32_t context;
    const uint32_t me = core_number(), who = *(const uint32_t *)arg;
    uint8_t *all = core_malloc(2 * EDGE + 2 * HALF);
    noc_group *group, *honests;
    noc_window *w;

    if (me == 0) {
        running = LIAR;
        context = 0;
    }
    if (me >= MEMBERS) {
        while (me == STRANGER && who & 2 && !context) {
            core_delay(1000);
        }
        if (me == STRANGER && who & 2) {
            lie_on(context, false, who & 4);
        }
        return;
    }
    ok(noc_init(), "init");
    ok(noc_group_create(members, MEMBERS, &group, PATIENCE), "group");
    memset(all, CANARY, 2 * EDGE + 2 * HALF);
    memset(all + EDGE, 0, 2 * HALF);
    ok(noc_window_create(group, all + EDGE, 2 * HALF, &w, PATIENCE), "window");
    if (me != LIAR) {
        ok(noc_group_create(members, LIAR, &honests, PATIENCE), "group of the honest");
        context = ((struct noc_group *)group_of((noc_group *)w))->context;
        honest(all, w, honests, context);
    } else if (who & 1) {
        lie_on(group_of((noc_group *)w)->context, true, who & 4);
    }
}

static void attack(uint32_t who, uint32_t cases)
{
    TEST_CASES(seed, cases)
    {
        const struct cores_config c = {.topology = "mesh:2x3",
                                       .ports = seed % 2,
                                       .jitter = seed % 5 * 10,
                                       .seed = seed,
                                       .arena_bytes = seed % 3 ? 0 : 4 * NOC_ARENA_MIN,
                                       .limit_cycles = 20 * (uint64_t)PATIENCE};

        opens = who & 8;
        cores_must_run(&c, program, &who);
    }
}

TEST(a_member_that_lies)
{
    attack(1, 40);
}

TEST(a_stranger_that_lies)
{
    attack(2, 40);
}

TEST(both)
{
    attack(3, 20);
}

TEST(floods)
{
    attack(7, 20);
}

TEST(a_member_that_opens_backlogs)
{
    attack(9, 40);
    attack(15, 20);
}
