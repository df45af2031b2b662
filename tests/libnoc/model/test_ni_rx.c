/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving: queues, discards and pulls, windows, broken worms, fairness. */
#include "test.h"
#include "board_rig.h"

enum { A = 1, B = 7, C = 9 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

static const uint32_t QUIET = 1u << NI_TX_W0_QUIET_SHIFT;

static uint32_t number(unsigned kind, unsigned q, uint32_t node)
{
    return noc_signal(kind, q) << 16 | node;
}

static bool pending(struct rig *rig, uint32_t node, unsigned bit)
{
    return rd(rig, node, NI_PENDING) >> bit & 1;
}

static void fill_body(struct rig *rig, uint32_t node, uint32_t flits, uint32_t what)
{
    uint32_t i;

    for (i = 0; i < flits; i++) {
        *rig_word(rig, node, BODY + 4 * i) = what + i;
    }
}

/* A unicast of any shape straight into the network: `flits` all told. */
static void inject(struct rig *rig, uint32_t from, uint32_t to, uint32_t word0, uint32_t word1,
                   uint32_t word2, uint32_t flits)
{
    const uint32_t header = noc_header(NOC_HEADER_LAST, to, 0), word[] = {word0, word1, word2};

    rig_inject(rig, from, &header, 1, word, NULL, 64, flits);
}

/* --- queues ------------------------------------------------------------------ */

TEST(an_entry_appears_whole_and_in_its_cycle)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t;

    fill_body(rig, A, 6, 100);
    give_slots(rig, B, 5, 1, 8, SLOT);
    run_to(rig, 50);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 5, 6, 2), 77, BODY);
    t = whole_at(rig, 58, A, B, 6);
    run_to(rig, t);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 5)), 0);
    assert_false(pending(rig, B, 5));
    assert_int_equal(rig->writes, 0); /* never in RAM first */
    assert_int_equal(counter(rig, B, CNT_IN), 0);
    run_to(rig, t + 1);
    assert_true(pending(rig, B, 5));
    assert_int_equal(rig->writes, 24);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 5)), w0(NOC_WORM_MESSAGE, 5, 6, 2));
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W1, 5)), 77u << 16 | A);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W2, 5)), 0x12340000 | 77);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_ADDR, 5)), SLOT);
    assert_int_equal(rd64(rig, B, queue_reg(NI_RX_TIME_LO, 5)), t);
    assert_int_equal(*rig_word(rig, B, SLOT + 20), 105);
    assert_int_equal(counter(rig, B, CNT_IN), 1);
    wr(rig, B, queue_reg(NI_RX_POP, 5), 0);
    assert_false(pending(rig, B, 5));
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_ADDR, 5)), 0);
    wr(rig, B, queue_reg(NI_RX_POP, 5), 0); /* nothing to pop: nothing happens */
    rig_free(rig);
}

TEST(tau_r_delays_what_is_visible)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 3) + 40;

    give_slots(rig, B, 0, 1, 8, SLOT);
    wr(rig, B, NI_TAU_R, 40);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 2), 0, BODY);
    send_signal(rig, A, B, 9); /* signals come at once: behind the worm's 7 flits */
    run_to(rig, t);
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 1u << 31 | 9u << 16 | A);
    assert_int_equal(rd(rig, B, NI_RX_W0), 0);
    assert_int_equal(rig->writes, 0);
    run_to(rig, t + 1);
    assert_true(rd64(rig, B, NI_RX_TIME_LO) == t);
    assert_int_equal(rig->writes, 12);
    assert_int_equal(counter(rig, B, CNT_STARTUP), 40);
    /* And the acknowledgement starts then. */
    t = whole_at(rig, t + 8, B, A, 0);
    run_to(rig, t);
    assert_false(pending(rig, A, 8));
    run_to(rig, t + 1);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 1u << 31 | B);
    rig_free(rig);
}

/* A shorter and shorter TAU_R would let all be visible in one cycle: they follow each other, as they
 * came; a signal waits for none of them. */
TEST(worms_become_visible_in_the_order_of_tails)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t, visible = 1000;

    give_slots(rig, B, 0, 16, 1, SLOT);
    for (unsigned i = 0; i < 8; i++) {
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, i), i, BODY);
        t = whole_at(rig, rig_now(rig) + 8, A, B, 0);
        run_to(rig, t);
        wr(rig, B, NI_TAU_R, i == 5 ? 0 : (uint32_t)(visible - t));
        run_to(rig, t + 10);
    }
    send_signal(rig, A, B, 9);
    run_to(rig, visible);
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 1u << 31 | 9u << 16 | A);
    for (unsigned i = 0; i < 8; i++) {
        run_to(rig, visible + i);
        assert_int_equal(rd(rig, B, NI_RX_W0), 0);
        run_to(rig, visible + i + 1);
        assert_int_equal(rd(rig, B, NI_RX_W1) >> 16, i);
        assert_true(rd64(rig, B, NI_RX_TIME_LO) == visible + i);
        wr(rig, B, NI_RX_POP, 0);
    }
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, 0), 0,
          BODY); /* long after: nothing is left of it */
    wr(rig, B, NI_TAU_R, 3);
    t = whole_at(rig, rig_now(rig) + 8, A, B, 0) + 3;
    run_to(rig, t + 1);
    assert_true(rd64(rig, B, NI_RX_TIME_LO) == t);
    rig_free(rig);
}

/* Worms whose tails come in one cycle, by several ports, may become visible in one. */
TEST(tails_of_one_cycle_wait_for_earlier_ones_only)
{
    struct rig *rig = rig_new("mesh:3", 0, "board");
    uint64_t t = whole_at(rig, 8, 0, 1, 0);

    give_slots(rig, 1, 0, 16, 1, SLOT);
    wr(rig, 1, NI_TAU_R, 30);
    for (unsigned i = 0; i < 2; i++) { /* both neighbours send, and again */
        start(rig, 0, 1, w0(NOC_WORM_MESSAGE, 0, 0, i), i, BODY);
        start(rig, 2, 1, w0(NOC_WORM_MESSAGE, 0, 0, i), i, BODY);
    }
    run_to(rig, t + 2);
    wr(rig, 1, NI_TAU_R, 0);
    run_to(rig, t + 60);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(rd64(rig, 1, NI_RX_TIME_LO) == t + 30 + i / 2);
        assert_int_equal(rd(rig, 1, NI_RX_W1) >> 16, i / 2);
        wr(rig, 1, NI_RX_POP, 0);
    }
    rig_free(rig);
}

/* One worm more than an NI keeps, and the oldest becomes visible: the message, then bodies that a
 * window has refused. What waits at other nodes is left alone. */
TEST(the_oldest_of_too_many_that_wait_becomes_visible)
{
    enum { MORE = 5, TAU = 5000 };
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t empty = w0(NOC_WORM_BODY, 0, 0, 0) | QUIET;
    const uint64_t t =
        whole_at(rig, 0, A, B, 0); /* each worm has 4 flits: tails in t, t + 4, ... */

    give_slots(rig, B, 0, 1, 1, SLOT);
    give_slots(rig, C, 0, 1, 1, SLOT);
    wr(rig, B, NI_TAU_R, TAU);
    wr(rig, C, NI_TAU_R, TAU - 1000);
    inject(rig, A + 1, C, w0(NOC_WORM_MESSAGE, 0, 0, 0), A + 1, 0, 4);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, 0), A, 0, 4);
    for (unsigned i = 1; i < NOC_NI_WAITING + MORE; i++) {
        inject(rig, A, B, empty, A, 0, 4);
    }
    run_to(rig, t + 4ul * NOC_NI_WAITING);
    assert_int_equal(rd(rig, B, NI_RX_W0), 0);
    for (unsigned i = 0; i < MORE; i++) {
        run_to(rig, t + 4ul * (NOC_NI_WAITING + i));
        assert_int_equal(counter(rig, B, CNT_IN) + counter(rig, B, CNT_DISCARDED), i);
        run_to(rig, t + 4ul * (NOC_NI_WAITING + i) + 1);
        assert_int_equal(counter(rig, B, CNT_DISCARDED), i);
        assert_true(rd64(rig, B, NI_RX_TIME_LO) == t + 4ul * NOC_NI_WAITING);
    }
    /* The others become visible in their v, and make room for others. */
    run_to(rig, t + TAU + 4ul * MORE);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), MORE - 1);
    inject(rig, A, B, empty, A, 0, 4);
    run_to(rig, t + TAU + 4ul * MORE + 1);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), MORE);
    run_to(rig, t + TAU + 4ul * MORE + 4);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), MORE);
    run_to(rig, t + TAU + 4ul * MORE + 5);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), MORE + 1);
    run_out(rig, 2 * TAU);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), NOC_NI_WAITING + MORE);
    assert_int_equal(counter(rig, C, CNT_IN), 1);
    assert_true(rd64(rig, C, NI_RX_TIME_LO) - rd64(rig, B, NI_RX_TIME_LO) > TAU - 1000 - 4 * 300);
    rig_free(rig);
}

static bool is_kept(struct rig *rig, uint32_t addr, uint32_t words, uint32_t value)
{
    for (uint32_t i = 0; i < words; i++) {
        if (*rig_word(rig, B, addr + 4 * i) != value) {
            return false;
        }
    }
    return true;
}

/* docs/board.md, 4.2: what a worm has taken is undefined until v, and no more than that. */
TEST(what_is_taken_is_undefined_until_v)
{
    for (unsigned lost = 0; lost < 2; lost++) {
        struct rig *rig = rig_new("torus:4x4", 1, "board");
        uint64_t decided = whole_at(rig, 8, A, B, 0), v = whole_at(rig, 8, A, B, 5) + 30;

        rig->config.scrambles = true;
        rig_rebuild(rig);
        memset(rig_word(rig, B, SLOT), 0x77, 32);
        fill_body(rig, A, 5, 100);
        give_slots(rig, B, 0, 1, 8, SLOT);
        wr(rig, B, NI_TAU_R, 30);
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 5, 0), 0, BODY);
        run_to(rig, decided);
        assert_true(is_kept(rig, SLOT, 8, 0x77777777));
        run_to(rig, decided + 1);
        for (uint32_t i = 0; i < 5; i++) {
            assert_int_not_equal(*rig_word(rig, B, SLOT + 4 * i), 0x77777777);
            assert_int_not_equal(*rig_word(rig, B, SLOT + 4 * i), *rig_word(rig, A, BODY + 4 * i));
        }
        assert_true(is_kept(rig, SLOT + 20, 3, 0x77777777));
        if (lost) { /* it is firmware's at once */
            wr(rig, B, NI_RX_RESET, 0);
            memset(rig_word(rig, B, SLOT), 0x55, 32);
        }
        run_to(rig, v + 1);
        assert_int_equal(rd(rig, B, NI_RX_W0) != 0, !lost);
        assert_true(lost ? is_kept(rig, SLOT, 8, 0x55555555)
                         : memcmp(rig_word(rig, B, SLOT), rig_word(rig, A, BODY), 20) == 0);
        rig_free(rig);
    }
}

/* With s slots, s of 20 messages are taken, in order; the rest are discarded. */
TEST(as_many_are_taken_as_there_are_slots)
{
    unsigned slots, i;

    for (slots = 0; slots <= 20; slots++) {
        struct rig *rig = rig_new("torus:4x4", 1, "board");
        unsigned taken = slots < 16 ? slots : 16;

        give_slots(rig, B, 0, slots, 2, SLOT); /* beyond 16: ignored */
        for (i = 0; i < 20; i++) {
            assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 2, i % 16), i, BODY),
                             NOC_TX_OK);
            run_out(rig, 100);
        }
        assert_int_equal(counter(rig, B, CNT_IN), taken);
        assert_int_equal(counter(rig, B, CNT_DISCARDED), 20 - taken);
        for (i = 0; i < taken; i++) {
            assert_int_equal(rd(rig, B, NI_RX_W1) >> 16, i);
            assert_int_equal(rd(rig, B, NI_RX_ADDR), SLOT + 8 * i);
            wr(rig, B, NI_RX_POP, 0);
        }
        assert_int_equal(rd(rig, B, NI_RX_W0), 0);
        rig_free(rig);
    }
}

/* Free slots and entries are counted apart: 16 entries may wait while 16 slots
 * are free, but no more come then. */
TEST(entries_are_at_most_sixteen)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i;

    give_slots(rig, B, 0, 16, 1, SLOT);
    for (i = 0; i < 40; i++) {
        if (i == 16) {
            give_slots(rig, B, 0, 16, 1, SLOT + 64);
        }
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, i % 16), i, BODY);
        run_out(rig, 100);
    }
    assert_int_equal(counter(rig, B, CNT_IN), 16);
    wr(rig, B, NI_RX_POP, 0);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, 0), 99, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_IN), 17);
    for (i = 1; i < 17; i++) {
        assert_int_equal(rd(rig, B, NI_RX_ADDR), SLOT + 4 * i);
        assert_int_equal(rd(rig, B, NI_RX_W1) >> 16, i == 16 ? 99 : i);
        wr(rig, B, NI_RX_POP, 0);
    }
    assert_int_equal(rd(rig, B, NI_RX_W0), 0);
    rig_free(rig);
}

/* Slots that worms are on their way into count on both sides. */
TEST(filling_slots_count)
{
    struct rig *rig = rig_new("torus:4x4", 0, "board");
    unsigned i;

    give_slots(rig, B, 0, 16, 64, NOC_RAM_BASE);
    for (i = 0; i < 14; i++) {
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, i), i, BODY);
        run_out(rig, 100);
    }
    /* 14 entries, 2 free; one of them is taken by a worm that is long in coming. */
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 64, 0), 100, BODY);
    run_to(rig, rig_now(rig) + 20);
    for (i = 0; i < 20; i++) { /* 14 more are held: 16 with the last and the filling one */
        wr(rig, B, NI_RX_FREE, SLOT + 4 * i);
    }
    /* From the other side: the 16th that is taken, and one too many. */
    start(rig, B + 1, B, w0(NOC_WORM_MESSAGE, 0, 0, 0), 101, BODY);
    start(rig, B + 1, B, w0(NOC_WORM_MESSAGE, 0, 0, 1), 102, BODY);
    run_to(rig, rig_now(rig) + 25);
    assert_int_equal(counter(rig, B, CNT_IN), 15);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    run_out(rig, 200);
    assert_int_equal(counter(rig, B, CNT_IN), 16);
    for (i = 0; i < 16; i++) {
        wr(rig, B, NI_RX_POP, 0);
    }
    for (i = 0; i < 16; i++) {
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, i), i, BODY);
        run_out(rig, 100);
    }
    assert_int_equal(counter(rig, B, CNT_IN), 16 + 14);
    for (i = 0; i < 14; i++) {
        assert_int_equal(rd(rig, B, NI_RX_ADDR), SLOT + 4 * i);
        wr(rig, B, NI_RX_POP, 0);
    }
    rig_free(rig);
}

TEST(a_taken_message_is_acknowledged_for_its_queue)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 2);

    give_slots(rig, B, 6, 1, 2, SLOT);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 6, 2, 0), 0, BODY);
    run_to(rig, whole_at(rig, t + 8, B, A, 0));
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0);
    run_to(rig, rig_now(rig) + 1);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 1u << 31 | number(NOC_SIGNAL_ACK, 6, B));
    assert_int_equal(counter(rig, B, CNT_SIGNALS), 1);
    /* A second one finds no slot: no acknowledgement. */
    wr(rig, A, NI_SIGNAL_POP, number(NOC_SIGNAL_ACK, 6, B));
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 6, 2, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0);
    assert_int_equal(counter(rig, B, CNT_SIGNALS), 1);
    rig_free(rig);
}

/* The signal by which a node was asked. */
static void pop_pull(struct rig *rig, uint32_t node, unsigned q, uint32_t from)
{
    wr(rig, node, NI_SIGNAL_POP, number(NOC_SIGNAL_PULL, q, from));
}

TEST(a_discarded_message_is_pulled_and_resent)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 0);

    wr(rig, B, queue_reg(NI_RX_SIZE, 4), 8);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 4, 5, 0), 0, BODY);
    run_to(rig, t); /* decided when W2 has come, not at the tail */
    assert_false(pending(rig, B, 9));
    run_to(rig, t + 1);
    assert_true(pending(rig, B, 9));
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 4u << 16 | A);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    run_out(rig, 100);
    wr(rig, B, NI_DISCARD_POP, 4u << 16 | A);
    assert_false(pending(rig, B, 9));
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0);
    /* Resent without a slot in queue 1: the bit of its own queue again. */
    give_slots(rig, B, 4, 2, 8, SLOT);
    send_signal(rig, B, A, noc_signal(NOC_SIGNAL_PULL, 4));
    start(rig, A, B, w0(NOC_WORM_RESEND, 4, 5, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 4u << 16 | A);
    wr(rig, B, NI_DISCARD_POP, 4u << 16 | A);
    /* With one: it lands there, and is acknowledged for queue 4. */
    give_slots(rig, B, NOC_QUEUE_PULLED, 1, 5, SLOT + 0x100);
    fill_body(rig, A, 5, 500);
    send_signal(rig, B, A, noc_signal(NOC_SIGNAL_PULL, 4));
    start(rig, A, B, w0(NOC_WORM_RESEND, 4, 5, 3), 0, BODY);
    run_out(rig, 100);
    pop_pull(rig, A, 4, B);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 1)), w0(NOC_WORM_RESEND, 4, 5, 3));
    assert_int_equal(*rig_word(rig, B, SLOT + 0x100 + 16), 504);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 4)), 0);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 1u << 31 | number(NOC_SIGNAL_ACK, 4, B));
    rig_free(rig);
}

/* A node is asked for one RESEND, of one queue; nobody else may answer, and none is remembered that
 * nobody has asked for. */
TEST(a_resend_comes_from_who_was_asked)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    give_slots(rig, B, NOC_QUEUE_PULLED, 4, 5, SLOT);
    send_signal(rig, B, A, noc_signal(NOC_SIGNAL_PULL, 4));
    send_signal(rig, B, A, noc_signal(NOC_SIGNAL_ACK, 0));
    send_signal(rig, B, B, noc_signal(NOC_SIGNAL_PULL, 4));
    run_out(rig, 100);
    start(rig, C, B, w0(NOC_WORM_RESEND, 4, 1, 1), 0, BODY); /* another node */
    start(rig, A, B, w0(NOC_WORM_RESEND, 0, 1, 1), 0, BODY); /* another queue */
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 2);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 1)), 0);
    start(rig, A, B, w0(NOC_WORM_RESEND, 4, 1, 1), 0, BODY);
    start(rig, A, B, w0(NOC_WORM_RESEND, 4, 2, 2), 0, BODY); /* once more than it was asked */
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 1)), w0(NOC_WORM_RESEND, 4, 1, 1));
    wr(rig, B, queue_reg(NI_RX_POP, 1), 0);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 1)), 0);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 3);
    assert_false(pending(rig, B, 9));
    assert_int_equal(counter(rig, B, CNT_BAD), 0);
    rig_free(rig);
}

/* What comes before a core has set its queues up is not lost. */
TEST(an_unprepared_queue_discards)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 64, 0), 0, BODY);
    run_out(rig, 200);
    assert_int_equal(counter(rig, B, CNT_BAD), 0);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | A);
    rig_free(rig);
}

TEST(reset_of_a_queue_disowns_worms_under_way)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t in, i;

    give_slots(rig, B, 2, 3, 64, SLOT);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 2, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_true(pending(rig, B, 2));
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 2, 60, 0), 0, BODY);
    run_to(rig, rig_now(rig) + 30); /* W2 has come, the tail has not */
    wr(rig, B, queue_reg(NI_RX_RESET, 2), 0);
    assert_false(pending(rig, B, 2));
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_SIZE, 2)), 64);
    rig->writes = 0;
    run_out(rig, 200);
    assert_int_equal(rig->writes, 0);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 2)), 0);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 2u << 16 | A);
    wr(rig, B, NI_DISCARD_POP, 2u << 16 | A);
    /* The other slots are gone too; new ones work. */
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 2, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_true(pending(rig, B, 9));
    give_slots(rig, B, 2, 1, 8, SLOT + 0x400);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 2, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_ADDR, 2)), SLOT + 0x400);
    /* And sixteen of them, as ever. */
    wr(rig, B, queue_reg(NI_RX_POP, 2), 0);
    give_slots(rig, B, 2, 20, 8, SLOT);
    in = counter(rig, B, CNT_IN);
    for (i = 0; i < 20; i++) {
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 2, 1, i % 16), 0, BODY);
        run_out(rig, 100);
    }
    assert_int_equal(counter(rig, B, CNT_IN), in + 16);
    rig_free(rig);
}

/* --- windows ------------------------------------------------------------------ */

static void open_window(struct rig *rig, unsigned w, uint32_t addr, uint32_t flits, uint32_t source)
{
    wr(rig, B, NI_WINDOW_INDEX, w);
    wr(rig, B, NI_WINDOW_ADDR, addr);
    wr(rig, B, NI_WINDOW_LENGTH, 4 * flits);
    wr(rig, B, NI_WINDOW_OPEN, source);
}

TEST(a_window_takes_one_body_of_its_source)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 300);

    fill_body(rig, A, 300, 7000);
    open_window(rig, 6, SLOT, 300, A);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
    start(rig, A, B, w0(NOC_WORM_BODY, 6, 300, 0), 0, BODY);
    run_to(rig, t - 250);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 30 | A); /* taken */
    run_to(rig, t);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
    assert_int_equal(rig->writes, 0);
    run_to(rig, t + 1);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1u << 6);
    assert_true(pending(rig, B, 10));
    assert_int_equal(rig->writes, 1200);
    assert_int_equal(*rig_word(rig, B, SLOT + 4 * 299), 7299);
    /* For one worm only. */
    start(rig, A, B, w0(NOC_WORM_BODY, 6, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), A);
    open_window(rig, 1, SLOT, 300, C);
    start(rig, C, B, w0(NOC_WORM_BODY, 1, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1u << 6 | 1u << 1);
    wr(rig, B, NI_WINDOW_CLEAR, 1u << 1);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1u << 6);
    wr(rig, B, NI_WINDOW_CLEAR, 1u << 6);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
    assert_false(pending(rig, B, 10));
    rig_free(rig);
}

TEST(a_window_refuses_strangers_and_giants)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    open_window(rig, 0, SLOT, 10, A);
    start(rig, C, B, w0(NOC_WORM_BODY, 0, 1, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    start(rig, A, B, w0(NOC_WORM_BODY, 0, 11, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 2);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A); /* still open */
    start(rig, A, B, w0(NOC_WORM_BODY, 0, 10, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1);
    assert_int_equal(counter(rig, B, CNT_BAD), 0);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0); /* a body's sender has been told */
    rig_free(rig);
}

/* Firmware that gives up moves the window, or learns that it came too late. */
TEST(a_window_moves_until_its_worm_has_come)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    open_window(rig, 2, SLOT, 60, A);
    wr(rig, B, NI_WINDOW_ADDR, SLOT + 0x200);
    assert_int_equal(rd(rig, B, NI_WINDOW_ADDR), SLOT + 0x200);
    *rig_word(rig, A, BODY) = 0xfeed;
    wr(rig, B, NI_TAU_R, 20);
    start(rig, A, B, w0(NOC_WORM_BODY, 2, 60, 0), 0, BODY);
    run_to(rig, whole_at(rig, 8, A, B, 0) + 1); /* W2 has come */
    wr(rig, B, NI_WINDOW_ADDR, SLOT);
    assert_int_equal(rd(rig, B, NI_WINDOW_ADDR), SLOT + 0x200);
    run_to(rig, whole_at(rig, 8, A, B, 60) + 20); /* TAU_R's last cycle */
    wr(rig, B, NI_WINDOW_ADDR, SLOT);
    assert_int_equal(rd(rig, B, NI_WINDOW_ADDR), SLOT + 0x200);
    run_out(rig, 100);
    assert_int_equal(*rig_word(rig, B, SLOT + 0x200), 0xfeed);
    wr(rig, B, NI_WINDOW_ADDR, SLOT);
    assert_int_equal(rd(rig, B, NI_WINDOW_ADDR), SLOT);
    rig_free(rig);
}

TEST(closing_a_window_disowns_its_worm)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    int reopen;

    for (reopen = 0; reopen < 2; reopen++) {
        open_window(rig, 3, SLOT, 60, A);
        start(rig, A, B, w0(NOC_WORM_BODY, 3, 60, 0), 0, BODY);
        run_to(rig, rig_now(rig) + 30);
        wr(rig, B, reopen ? NI_WINDOW_OPEN : NI_WINDOW_CLEAR, reopen ? C : 1u << 3);
        run_out(rig, 100);
        assert_int_equal(rig->writes, 0);
        assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
        assert_int_equal(counter(rig, B, CNT_DISCARDED), 1 + reopen);
        assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0); /* nobody to pull from */
    }
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | C);
    start(rig, C, B, w0(NOC_WORM_BODY, 3, 60, 0), 0, BODY);
    run_out(rig, 200);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1u << 3);
    assert_int_equal(rig->writes, 240);
    rig_free(rig);
}

/* --- broken -------------------------------------------------------------------- */

static void broken(struct rig *rig, unsigned bads, enum noc_bad_reason reason)
{
    run_out(rig, 300);
    assert_int_equal(counter(rig, B, CNT_BAD), bads);
    assert_int_equal(rd(rig, B, NI_BAD_HEADER), noc_header(NOC_HEADER_LAST, B, 0));
    assert_int_equal(NOC_GET(rd(rig, B, NI_BAD_WHERE), NI_BAD_WHERE, REASON), reason);
    assert_int_equal(rig->writes, 0);
    assert_null(rig->board->pool.live);
}

TEST(broken_worms_are_sunk_and_latched)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned n = 0, type;

    give_slots(rig, B, 0, 16, 4, SLOT);
    open_window(rig, 0, SLOT, 4, A);
    for (type = 0; type < 16; type++) {
        if (type == 0 || type > NOC_WORM_SIGNAL) {
            inject(rig, A, B, w0(type, 0, 0, 0), A, 0, 4);
            broken(rig, ++n, NOC_BAD_TYPE);
        }
    }
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 1, 0, 0), A, 0, 4);
    broken(rig, ++n, NOC_BAD_TYPE);
    inject(rig, A, B, w0(NOC_WORM_RESEND, 1, 0, 0) | QUIET, A, 0, 4);
    broken(rig, ++n, NOC_BAD_TYPE);
    inject(rig, A, B, w0(NOC_WORM_SIGNAL, 0, 0, 0) | QUIET, A, 3, 4);
    broken(rig, ++n, NOC_BAD_TYPE);
    inject(rig, A, B, w0(NOC_WORM_SIGNAL, 0, 0, 0), A, 32, 4); /* no such number */
    broken(rig, ++n, NOC_BAD_TYPE);
    inject(rig, A, B, w0(NOC_WORM_SIGNAL, 1, 0, 0), A, 3, 4);
    broken(rig, ++n, NOC_BAD_TYPE);
    inject(rig, A, B, w0(NOC_WORM_SIGNAL, 0, 1, 0), A, 3, 5); /* with a body */
    broken(rig, ++n, NOC_BAD_LENGTH);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, 0), 16, 0, 4); /* from nobody */
    broken(rig, ++n, NOC_BAD_HEADER);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 5, 0), A, 0, 9); /* longer than a slot */
    broken(rig, ++n, NOC_BAD_LENGTH);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 0), A, 0, 6); /* W0 says more */
    broken(rig, ++n, NOC_BAD_LENGTH);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 0), A, 0, 60); /* W0 says less */
    broken(rig, ++n, NOC_BAD_LENGTH);
    inject(rig, A, B, w0(NOC_WORM_BODY, 0, 3, 0), A, 0, 60);
    broken(rig, ++n, NOC_BAD_LENGTH);
    for (type = 1; type < 4; type++) { /* it ends before W2 */
        inject(rig, A, B, w0(type == 1 ? 0 : NOC_WORM_MESSAGE, 0, 3, 0), A, 0, type);
        broken(rig, ++n, NOC_BAD_LENGTH);
    }
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0);
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 0);
    assert_int_equal(counter(rig, B, CNT_IN), 0);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 1u << 31 | NOC_SIGNAL_REFUSED << 16 | B);
    wr(rig, A, NI_SIGNAL_POP, NOC_SIGNAL_REFUSED << 16 | B);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0); /* nothing acknowledged */
    /* Whatever they took is back: 16 slots and the window. */
    for (type = 0; type < 16; type++) {
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, type), 0, BODY);
        run_out(rig, 100);
    }
    start(rig, A, B, w0(NOC_WORM_BODY, 0, 4, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_IN), 17);
    rig_free(rig);
}

TEST(the_latch_says_where_and_when)
{
    enum { FROM = 3, TO = 4 * 3 + 0 };
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    struct noc_channel path[8];
    struct noc_link link;
    int32_t n = noc_route_path(&rig->topology, rig->config.net.routing, FROM, TO, path, 8);
    uint64_t t;

    assert_true(n > 0);
    assert_int_equal(path[n - 1].vc, 1); /* around the end */
    noc_topology_link(&rig->topology, path[n - 1].node, path[n - 1].port, &link);
    run_to(rig, 200);
    give_slots(rig, TO, 0, 1, 8, SLOT);
    start(rig, FROM, TO, w0(NOC_WORM_MESSAGE, 0, 9, 0), 0, BODY); /* longer than the slot */
    t = whole_at(rig, 208, FROM, TO, 0);                          /* W2, not the tail */
    run_to(rig, t);
    assert_int_equal(counter(rig, TO, CNT_BAD), 0);
    run_to(rig, t + 1);
    assert_int_equal(counter(rig, TO, CNT_BAD), 1);
    assert_int_equal(rd(rig, TO, NI_BAD_WHERE),
                     NOC_BAD_LENGTH << 16 | (uint32_t)path[n - 1].vc << 8 | link.port);
    assert_true(rd64(rig, TO, NI_BAD_TIME_LO) == t);
    rig_free(rig);
}

/* A header that no router can route: sunk at the first one. */
TEST(unroutable_worms_are_sunk_by_the_router)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t header = noc_header(NOC_HEADER_TURN, 3, 0);
    const uint32_t word[] = {w0(NOC_WORM_MESSAGE, 0, 9, 0), 0, 0};

    rig_inject(rig, A, &header, 1, word, NULL, 9, 13);
    run_out(rig, 100);
    assert_int_equal(counter(rig, A, CNT_BAD), 1);
    assert_int_equal(rd(rig, A, NI_BAD_HEADER), noc_header(NOC_HEADER_TURN, 3, 0));
    assert_int_equal(NOC_GET(rd(rig, A, NI_BAD_WHERE), NI_BAD_WHERE, PORT), NOC_PORT_LOCAL);
    assert_int_equal(NOC_GET(rd(rig, A, NI_BAD_WHERE), NI_BAD_WHERE, REASON), NOC_BAD_HEADER);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

/* A slot or window ends where RAM ends, whatever its registers say. */
TEST(nothing_lands_beyond_ram)
{
    static const uint32_t out[] = {0, NOC_RAM_BASE - 4, NOC_RAM_BASE + RIG_RAM, 0xfffffffc};
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t end = NOC_RAM_BASE + RIG_RAM;
    unsigned i;

    for (i = 0; i < 4; i++) {
        wr(rig, B, queue_reg(NI_RX_RESET, 0), 0);
        give_slots(rig, B, 0, 1, 8, out[i]);
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, 0), 0, BODY);
        open_window(rig, 0, out[i], 8, A);
        run_out(rig, 100);
        start(rig, A, B, w0(NOC_WORM_BODY, 0, 1, 0), 0, BODY);
        run_out(rig, 100);
        assert_int_equal(counter(rig, B, CNT_BAD), i + 1);
        assert_int_equal(NOC_GET(rd(rig, B, NI_BAD_WHERE), NI_BAD_WHERE, REASON), NOC_BAD_LENGTH);
        assert_int_equal(counter(rig, B, CNT_DISCARDED), i + 1);
    }
    wr(rig, B, queue_reg(NI_RX_RESET, 0), 0);
    give_slots(rig, B, 0, 1, 8, end - 8);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_BAD), 5);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 2, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_IN), 1);
    assert_int_equal(rig->writes, 8);
    rig_free(rig);
}

/* --- quiet --------------------------------------------------------------------- */

/* Nobody hears what became of it, nor is it remembered; the counters are as ever. */
static void check_quiet(struct rig *rig, uint32_t word0, uint32_t flits, uint32_t in,
                        uint32_t discarded, uint32_t bad)
{
    const uint32_t tau[] = {0, 60};
    uint32_t out;

    for (unsigned i = 0; i < 2; i++) {
        uint32_t before[] = {counter(rig, B, CNT_IN), counter(rig, B, CNT_DISCARDED),
                             counter(rig, B, CNT_BAD)};

        wr(rig, B, NI_TAU_R, tau[i]);
        wr(rig, B, NI_WINDOW_INDEX, 0);
        if (NOC_GET(word0, NI_TX_W0, TYPE) == NOC_WORM_RESEND) {
            send_signal(rig, B, A, noc_signal(NOC_SIGNAL_PULL, 0));
        }
        out = counter(rig, B, CNT_OUT);
        inject(rig, A, B, word0 | QUIET, A, 0, flits);
        run_out(rig, 300);
        assert_int_equal(counter(rig, B, CNT_IN) - before[0], in);
        assert_int_equal(counter(rig, B, CNT_DISCARDED) - before[1], discarded);
        assert_int_equal(counter(rig, B, CNT_BAD) - before[2], bad);
        assert_int_equal(counter(rig, B, CNT_OUT), out);
        assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0);
        assert_null(rig->board->pool.live);
        if (in && word0 >> 20 != NOC_WORM_BODY) {
            unsigned q = NOC_GET(word0, NI_TX_W0, TYPE) == NOC_WORM_RESEND ? NOC_QUEUE_PULLED : 0;

            assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, q)), word0 | QUIET);
            wr(rig, B, queue_reg(NI_RX_POP, q), 0);
        }
        wr(rig, B, NI_WINDOW_CLEAR, 1);
        wr(rig, B, NI_WINDOW_OPEN, A);
    }
}

TEST(a_quiet_worm_is_never_answered)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    wr(rig, B, NI_WINDOW_ADDR, SLOT);
    wr(rig, B, NI_WINDOW_LENGTH, 16);
    wr(rig, B, NI_WINDOW_OPEN, A);
    give_slots(rig, B, 0, 2, 4, SLOT);
    give_slots(rig, B, NOC_QUEUE_PULLED, 2, 4, SLOT);
    check_quiet(rig, w0(NOC_WORM_MESSAGE, 0, 4, 0), 8, 1, 0, 0);
    check_quiet(rig, w0(NOC_WORM_RESEND, 0, 4, 0), 8, 1, 0, 0);
    check_quiet(rig, w0(NOC_WORM_BODY, 0, 4, 0), 8, 1, 0, 0);
    check_quiet(rig, w0(NOC_WORM_MESSAGE, 0, 4, 0), 8, 0, 1, 0); /* no slot */
    check_quiet(rig, w0(NOC_WORM_RESEND, 0, 4, 0), 8, 0, 1, 0);
    check_quiet(rig, w0(NOC_WORM_BODY, 0, 5, 0), 9, 0, 1, 0); /* longer than the window */
    check_quiet(rig, w0(NOC_WORM_BODY, 1, 1, 0), 5, 0, 1, 0); /* closed */
    check_quiet(rig, w0(NOC_WORM_BODY, 0, 3, 0), 8, 0, 0, 1); /* not as long as it says */
    give_slots(rig, B, 0, 1, 4, SLOT);
    check_quiet(rig, w0(NOC_WORM_MESSAGE, 0, 3, 0), 8, 0, 0, 1);
    check_quiet(rig, w0(NOC_WORM_SIGNAL, 0, 0, 0), 4, 0, 0, 1);
    /* What loses its slot, or window, while it lands. */
    wr(rig, B, NI_TAU_R, 200);
    inject(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0) | QUIET, A, 0, 8);
    inject(rig, A, B, w0(NOC_WORM_BODY, 0, 4, 0) | QUIET, A, 0, 8);
    run_to(rig, rig_now(rig) + 100);
    wr(rig, B, queue_reg(NI_RX_RESET, 0), 0);
    wr(rig, B, NI_WINDOW_CLEAR, 1);
    rig->writes = 0;
    run_out(rig, 300);
    assert_int_equal(rig->writes, 0);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 2 * 4 + 2);
    assert_int_equal(counter(rig, B, CNT_OUT), 4); /* it has asked for each RESEND */
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0);
    rig_free(rig);
}

/* It goes out as it was written, and the sender's entry is as ever. */
TEST(a_sender_may_want_no_answer)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    give_slots(rig, B, 3, 1, 4, SLOT);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 3, 4, 9) | QUIET, 5, BODY), NOC_TX_OK);
    assert_int_equal(rd(rig, A, NI_TX_BUSY), 1 << 9);
    run_out(rig, 200);
    assert_int_equal(rd(rig, A, NI_TX_BUSY), 0);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 3)), w0(NOC_WORM_MESSAGE, 3, 4, 9) | QUIET);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0);
    rig_free(rig);
}

/* --- who was discarded ------------------------------------------------------------ */

TEST(a_discard_is_seen_by_its_name)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t set = 1u << 31, mine = 5u << 16 | A;
    uint64_t w2;

    wr(rig, B, NI_DISCARD_SELECT, UINT32_MAX); /* no such queue, no such node */
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), 0xf3fff);
    wr(rig, B, NI_DISCARD_SELECT, mine);
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), mine);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 5, 9, 0), 0, BODY);
    w2 = whole_at(rig, 8, A, B, 0);
    run_to(rig, w2);
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), mine);
    run_to(rig, w2 + 1);
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), set | mine);
    send_signal(rig, B, C, noc_signal(NOC_SIGNAL_PULL, 0));
    start(rig, C, B, w0(NOC_WORM_RESEND, 0, 0, 0), 0, BODY);
    run_out(rig, 200);
    /* Each pair of a queue and a node for itself. */
    for (uint32_t q = 0; q < 16; q++) {
        for (uint32_t node = 0; node < 16; node++) {
            bool was = (q == 5 && node == A) || (q == 0 && node == C);

            wr(rig, B, NI_DISCARD_SELECT, q << 16 | node);
            assert_int_equal(rd(rig, B, NI_DISCARD_SELECT),
                             was ? set | q << 16 | node : q << 16 | node);
        }
    }
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), set | C);
    wr(rig, B, NI_DISCARD_SELECT, mine);
    wr(rig, B, NI_DISCARD_POP, C); /* another's */
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), set | mine);
    wr(rig, B, NI_DISCARD_POP, mine);
    assert_int_equal(rd(rig, B, NI_DISCARD_SELECT), mine);
    assert_int_equal(rd(rig, A, NI_DISCARD_SELECT), 0);
    rig_free(rig);
}

/* --- signals and fairness ------------------------------------------------------- */

static void must_show(struct rig *rig, uint32_t signal)
{
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 1u << 31 | signal);
    wr(rig, B, NI_SIGNAL_POP, signal);
    /* Popping what is not set moves nothing, and a barrier's signal neither. */
    wr(rig, B, NI_SIGNAL_POP, number(NOC_SIGNAL_ACK, 3, 6));
    wr(rig, B, NI_SIGNAL_POP, number(NOC_SIGNAL_PULL, 7, 6));
    wr(rig, B, NI_SIGNAL_POP, number(NOC_SIGNAL_EVEN, 1, 5));
}

TEST(signals_show_in_turn_by_number_and_by_node)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    static const uint32_t turn[] = {4, 9, 1}; /* behind the last popped, cyclically */
    uint32_t from, i;

    send_signal(rig, 1, B, noc_signal(NOC_SIGNAL_PULL, 0));
    for (from = 1; from < 16; from++) {
        if (from == 1 || from == 2 || from == 4 || from == 9) {
            send_signal(rig, from, B, noc_signal(NOC_SIGNAL_ACK, 3));
        }
    }
    send_signal(rig, 2, B, noc_signal(NOC_SIGNAL_ACK, 2));
    send_signal(rig, 5, B, noc_signal(NOC_SIGNAL_EVEN, 0)); /* not a service signal */
    send_signal(rig, 5, B, noc_signal(NOC_SIGNAL_EVEN, 1));
    run_out(rig, 200);
    must_show(rig, number(NOC_SIGNAL_ACK, 2, 2));
    must_show(rig, number(NOC_SIGNAL_ACK, 3, 1));
    send_signal(rig, 1, B, noc_signal(NOC_SIGNAL_ACK, 3));
    send_signal(rig, 3, B, noc_signal(NOC_SIGNAL_PULL, 7));
    run_out(rig, 200);
    must_show(rig, number(NOC_SIGNAL_PULL, 0, 1)); /* other numbers come first, */
    must_show(rig, number(NOC_SIGNAL_PULL, 7, 3)); /* the last one, too, */
    must_show(rig, number(NOC_SIGNAL_ACK, 3, 2));  /* and then it begins anew */
    for (i = 0; i < 3; i++) {
        must_show(rig, number(NOC_SIGNAL_ACK, 3, turn[i]));
    }
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 0);
    assert_false(pending(rig, B, 8));
    wr(rig, B, NI_SIGNAL_SELECT, number(NOC_SIGNAL_EVEN, 0, 5));
    assert_true(pending(rig, B, 12));
    wr(rig, B, NI_SIGNAL_POP, number(NOC_SIGNAL_EVEN, 0, 5));
    assert_false(pending(rig, B, 12));
    rig_free(rig);
}

/* Nodes that acknowledge for ever, each as soon as it was heard, hide no other signal. */
TEST(a_flood_of_one_number_hides_no_other)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t round, head, seen = 0, from;

    for (round = 0; round < 60; round++) {
        for (from = 2; from < 16; from++) {
            if (from != B) {
                send_signal(rig, from, B, noc_signal(NOC_SIGNAL_ACK, 0));
            }
        }
        if (round == 20) {
            send_signal(rig, 1, B, NOC_SIGNAL_LANDED);
            send_signal(rig, 1, B, noc_signal(NOC_SIGNAL_PULL, 0));
        }
        run_out(rig, 200);
        head = rd(rig, B, NI_SIGNAL_HEAD);
        seen += head == (1u << 31 | number(NOC_SIGNAL_ACK, 1, 1)) && round == 20;
        seen += head == (1u << 31 | number(NOC_SIGNAL_PULL, 0, 1)) && round == 21;
        wr(rig, B, NI_SIGNAL_POP, head);
    }
    assert_int_equal(seen, 2);
    rig_free(rig);
}

/* Senders that send again at once do not keep the others waiting. */
TEST(pulls_are_fair)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t from, round, head, last = 0, seen[16] = {0};

    for (round = 0; round < 45; round++) {
        for (from = 0; from < 16; from++) {
            if (from != B) {
                start(rig, from, B, w0(NOC_WORM_MESSAGE, 3, 0, 0), 0, 0);
            }
        }
        run_out(rig, 500);
        head = rd(rig, B, NI_DISCARD_HEAD);
        assert_int_equal(head & ~0x3fffu, 1u << 31 | 3u << 16);
        from = head & 0x3fff;
        if (round) {
            assert_int_equal(from, (last + 1) % 16 == B ? (last + 2) % 16 : (last + 1) % 16);
        }
        last = from;
        seen[from]++;
        wr(rig, B, NI_DISCARD_POP, head & 0x7fffffff);
    }
    for (from = 0; from < 16; from++) {
        assert_int_equal(seen[from], from == B ? 0 : 3);
    }
    rig_free(rig);
}

TEST(discards_show_the_lowest_queue)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    static const uint32_t queue[] = {7, 0, 5, 2};
    unsigned i;

    for (i = 0; i < 4; i++) {
        start(rig, A + i, B, w0(NOC_WORM_MESSAGE, queue[i], 0, 0), 0, 0);
    }
    run_out(rig, 200);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 0u << 16 | (A + 1));
    wr(rig, B, NI_DISCARD_POP, 0u << 16 | (A + 1));
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 2u << 16 | (A + 3));
    wr(rig, B, NI_DISCARD_POP, 5u << 16 | (A + 2)); /* any of them may be popped */
    wr(rig, B, NI_DISCARD_POP, 2u << 16 | (A + 3));
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 1u << 31 | 7u << 16 | A);
    rig_free(rig);
}
