/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows: how long, for whom, what becomes of a body and who hears of it (docs/board.md, 4.2). */
#include "test.h"
#include "board_rig.h"

enum { A = 1, B = 7, C = 9 };
static const uint32_t PLACE = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;
static const uint32_t END = NOC_RAM_BASE + RIG_RAM;

/* Window w of node B, for this source. */
static void open_window(struct rig *rig, unsigned w, uint32_t addr, uint32_t bytes, uint32_t source)
{
    wr(rig, B, NI_WINDOW_INDEX, w);
    wr(rig, B, NI_WINDOW_ADDR, addr);
    wr(rig, B, NI_WINDOW_LENGTH, bytes);
    wr(rig, B, NI_WINDOW_OPEN, source);
}

static void fill_body(struct rig *rig, uint32_t node, uint32_t flits)
{
    for (uint32_t i = 0; i < flits; i++) {
        *rig_word(rig, node, BODY + 4 * i) = 0x81828384 + 0x04040404 * i;
    }
}

/* --- how long --------------------------------------------------------------- */

/* A body of `flits` for a window of `bytes` at addr; of what lies around nothing changes. */
static void check_bytes(uint32_t addr, uint32_t bytes, uint32_t flits)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint8_t *ram = (uint8_t *)rig_word(rig, B, addr - 16), expected[64];
    const uint8_t *body = (const uint8_t *)rig_word(rig, A, BODY);
    uint32_t around = addr + 32 > END ? END - addr + 16 : 48;
    bool takes = flits <= (bytes + 3) / 4 && addr + 4 * flits <= END;
    uint32_t lands = !takes ? 0 : bytes < 4 * flits ? bytes : 4 * flits;

    memset(ram, 0x55, around);
    fill_body(rig, A, flits);
    memset(expected, 0x55, sizeof expected);
    memcpy(expected + 16, body, lands);
    open_window(rig, 0, addr, bytes, A);
    start(rig, A, B, w0(NOC_WORM_BODY, 0, flits, 0), 0, BODY);
    run_out(rig, 200);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), takes);
    assert_memory_equal(ram, expected, around);
    assert_int_equal(rig->writes, lands);
    rig_free(rig);
}

TEST(no_byte_beyond_a_window_is_written)
{
    for (uint32_t bytes = 0; bytes <= 13; bytes++) {
        for (uint32_t flits = 0; flits <= 4; flits++) {
            check_bytes(PLACE, bytes, flits);
            check_bytes(END - 16, bytes, flits);
            check_bytes(END - 12, bytes, flits);
            check_bytes(END - 4, bytes, flits);
        }
    }
    check_bytes(END - 8, 0x3fffff, 2); /* RAM's end is a window's too */
    check_bytes(END - 8, 0x3fffff, 3);
}

/* The list comes first, and the cut may be in either. */
TEST(a_list_ends_with_its_window_too)
{
    const uint32_t list[] = {0x11121314, 0x15161718};

    for (uint32_t bytes = 5; bytes <= 13; bytes++) {
        for (uint32_t flits = 0; flits <= 1; flits++) {
            struct rig *rig = rig_new_routed("utorus:4x4", rig_routing("utpr"), 1, "board");
            uint32_t to = rig->config.net.routing->lists ? 6 : 0;
            const uint32_t header[] = {noc_header(NOC_HEADER_ADDRESS, to, 0),
                                       noc_header(NOC_HEADER_COUNT, 0, 2), list[0], list[1],
                                       noc_header(NOC_HEADER_LAST, to, 0)};
            const uint32_t all[] = {list[0], list[1], 0x81828384};
            uint32_t whole = 4 * (2 + flits), cut = bytes < whole ? bytes : whole;
            bool takes = whole < bytes + 4;
            uint8_t got[16], expected[16];

            memset(expected, 0, sizeof expected);
            memcpy(expected, all, takes ? cut : 0);
            fill_body(rig, A, 1);
            memcpy(rig_word(rig, A, BODY + 0x100), header, sizeof header);
            wr(rig, to, NI_WINDOW_ADDR, PLACE);
            wr(rig, to, NI_WINDOW_LENGTH, bytes);
            wr(rig, to, NI_WINDOW_OPEN, A);
            assert_int_equal(
                start_headers(rig, A, BODY + 0x100, 5, w0(NOC_WORM_BODY, 0, flits, 0), 0, BODY),
                NOC_TX_OK);
            run_out(rig, 200);
            assert_int_equal(rd(rig, to, NI_WINDOW_DONE), takes);
            memcpy(got, rig_word(rig, to, PLACE), sizeof got);
            assert_memory_equal(got, expected, sizeof got);
            rig_free(rig);
        }
    }
}

/* What a window has taken lands as the window was then. */
TEST(a_length_written_later_is_the_next_bodys)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    fill_body(rig, A, 40);
    open_window(rig, 0, PLACE, 4 * 40 - 1, A);
    start(rig, A, B, w0(NOC_WORM_BODY, 0, 40, 0), 0, BODY);
    run_to(rig, whole_at(rig, 8, A, B, 0) + 1);
    wr(rig, B, NI_WINDOW_LENGTH, 8);
    assert_int_equal(rd(rig, B, NI_WINDOW_LENGTH), 8);
    run_out(rig, 200);
    assert_int_equal(rig->writes, 4 * 40 - 1);
    rig_free(rig);
}

/* --- what its sender hears -------------------------------------------------- */

enum { BODY_FLITS = 12, LONG = 40 };

static uint32_t head(uint32_t number, uint32_t node)
{
    return NOC_PUT(1, NI_SIGNAL_HEAD, VALID) | NOC_PUT(number, NI_SIGNAL_HEAD, NUMBER) |
           NOC_PUT(node, NI_SIGNAL_HEAD, NODE);
}

/* B starts a signal of this number to A in cycle v, and no other; A has it when such a worm comes. */
static void expect_answer(struct rig *rig, uint64_t v, uint32_t number)
{
    uint64_t there = whole_at(rig, v + 8, B, A, 0);
    uint32_t out = counter(rig, B, CNT_OUT);

    run_to(rig, v);
    assert_int_equal(counter(rig, B, CNT_OUT), out);
    run_to(rig, v + 1);
    assert_int_equal(counter(rig, B, CNT_OUT), out + 1);
    assert_int_equal(counter(rig, B, CNT_SIGNALS), out + 1);
    run_to(rig, there);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0);
    run_to(rig, there + 1);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), head(number, B));
    wr(rig, A, NI_SIGNAL_POP, head(number, B));
    run_out(rig, 1000);
    assert_int_equal(rd(rig, A, NI_SIGNAL_HEAD), 0);
    assert_int_equal(counter(rig, B, CNT_OUT), out + 1);
    assert_null(rig->board->pool.live);
}

TEST(a_body_that_landed_is_answered_when_it_shows)
{
    static const uint32_t tau[] = {0, 1, 55};

    for (unsigned i = 0; i < 3; i++) {
        struct rig *rig = rig_new("torus:4x4", 1, "board");
        uint64_t v = whole_at(rig, 8, A, B, BODY_FLITS) + tau[i];

        wr(rig, B, NI_TAU_R, tau[i]);
        open_window(rig, 3, PLACE, 4 * BODY_FLITS, A);
        start(rig, A, B, w0(NOC_WORM_BODY, 3, BODY_FLITS, 0), 0, BODY);
        run_to(rig, v);
        assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
        expect_answer(rig, v, NOC_SIGNAL_LANDED);
        assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1 << 3);
        assert_int_equal(counter(rig, B, CNT_IN), 1);
        assert_int_equal(counter(rig, B, CNT_STARTUP), tau[i]);
        rig_free(rig);
    }
}

enum refusal { CLOSED, NOT_FOR_IT, OTHER_KEY, TOO_SHORT, CLEARED, SHUT, OPENED_AGAIN, REFUSALS };

/* The window refuses, or loses, A's body; whether that landed or not is known at the tail only. */
static void check_refusal(enum refusal why, uint32_t tau)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t v = whole_at(rig, 8, A, B, LONG) + tau;
    uint32_t open = why == CLOSED ? A : 1u << 31 | (why == NOT_FOR_IT ? C : A);

    wr(rig, B, NI_TAU_R, tau);
    open_window(rig, 3, PLACE, 4 * LONG - (why == TOO_SHORT ? 4 : 0), why == NOT_FOR_IT ? C : A);
    wr(rig, B, NI_WINDOW_CLEAR, why == CLOSED ? 1 << 3 : 0);
    wr(rig, B, NI_WINDOW_KEY, 0xc0ffee00);
    rig->key = why == OTHER_KEY ? 0x40ffee00 : 0xc0ffee00;
    start(rig, A, B, w0(NOC_WORM_BODY, 3, LONG, 0), 0, BODY);
    run_to(rig, v - 3); /* behind W2 in any case */
    if (why == CLEARED) {
        wr(rig, B, NI_WINDOW_CLEAR, 1 << 3);
    } else if (why == SHUT) {
        wr(rig, B, NI_WINDOW_CLOSE, 1 << 3);
    } else if (why == OPENED_AGAIN) {
        wr(rig, B, NI_WINDOW_OPEN, A);
    } else {
        assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), open); /* as it was */
    }
    run_to(rig, v);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 0);
    expect_answer(rig, v, NOC_SIGNAL_REFUSED);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    assert_int_equal(counter(rig, B, CNT_BAD), 0);
    assert_int_equal(counter(rig, B, CNT_IN), 0);
    assert_int_equal(counter(rig, B, CNT_STARTUP), tau);
    assert_int_equal(rd(rig, B, NI_DISCARD_HEAD), 0);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
    assert_int_equal(rig->writes, 0);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), why == CLEARED || why == SHUT ? A : open);
    rig_free(rig);
}

/* What has landed stays; a window that is only closed opens again. */
TEST(closing_a_window_does_not_hide_what_landed)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t v = whole_at(rig, 8, A, B, LONG);

    open_window(rig, 3, PLACE, 4 * LONG, A);
    start(rig, A, B, w0(NOC_WORM_BODY, 3, LONG, 0), 0, BODY);
    run_to(rig, v + 1);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1 << 3);
    wr(rig, B, NI_WINDOW_CLOSE, 0xff);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1 << 3);
    wr(rig, B, NI_WINDOW_CLEAR, 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
    open_window(rig, 3, PLACE, 4 * LONG, A);
    wr(rig, B, NI_WINDOW_CLOSE, 1 << 2);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
    wr(rig, B, NI_WINDOW_CLOSE, 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), A);
    rig_free(rig);
}

TEST(a_body_that_is_refused_is_answered_when_it_would_have_shown)
{
    for (unsigned why = 0; why < REFUSALS; why++) {
        check_refusal(why, 0);
        check_refusal(why, 1);
        check_refusal(why, 70);
    }
}

/* Behind the NI's back: a body of any shape from A, of `flits` all told. */
static void inject_body(struct rig *rig, uint32_t word0, uint32_t source, uint32_t flits)
{
    const uint32_t header = noc_header(NOC_HEADER_LAST, B, 0), word[] = {word0, source, 0};

    rig_inject(rig, A, &header, 1, word, NULL, LONG, flits);
}

/* BAD counts at the tail, and the window is open again; the answer waits for TAU_R. */
TEST(a_body_that_is_broken_at_its_tail_is_refused)
{
    for (uint32_t tau = 0; tau < 80; tau += 79) {
        for (uint32_t flits = 4; flits <= 4 + LONG; flits += LONG) { /* too short, too long */
            struct rig *rig = rig_new("torus:4x4", 1, "board");
            uint64_t tail = whole_at(rig, 0, A, B, flits - 4);

            wr(rig, B, NI_TAU_R, tau);
            open_window(rig, 3, PLACE, 4 * LONG, A);
            inject_body(rig, w0(NOC_WORM_BODY, 3, 7, 0), A, flits);
            run_to(rig, tail);
            assert_int_equal(counter(rig, B, CNT_BAD), 0);
            if (tau) {
                run_to(rig, tail + 1);
                assert_int_equal(counter(rig, B, CNT_BAD), 1);
                assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
            }
            expect_answer(rig, tail + tau, NOC_SIGNAL_REFUSED);
            assert_int_equal(counter(rig, B, CNT_BAD), 1);
            assert_int_equal(NOC_GET(rd(rig, B, NI_BAD_WHERE), NI_BAD_WHERE, REASON),
                             NOC_BAD_LENGTH);
            assert_true(rd64(rig, B, NI_BAD_TIME_LO) == tail);
            assert_int_equal(counter(rig, B, CNT_DISCARDED), 0);
            assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
            assert_int_equal(rig->writes, 0);
            rig_free(rig);
        }
    }
}

/* It lost its window, and is broken then: once, as broken. */
TEST(a_body_has_one_answer)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t tail = whole_at(rig, 0, A, B, LONG);

    open_window(rig, 3, PLACE, 4 * LONG, A);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 7, 0), A, 4 + LONG);
    run_to(rig, tail - 3);
    wr(rig, B, NI_WINDOW_OPEN, C);
    expect_answer(rig, tail, NOC_SIGNAL_REFUSED);
    assert_int_equal(counter(rig, B, CNT_BAD), 1);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 0);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | C);
    /* One that is refused is not measured. */
    tail = whole_at(rig, rig_now(rig), A, B, LONG);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 7, 0), A, 4 + LONG);
    expect_answer(rig, tail, NOC_SIGNAL_REFUSED);
    assert_int_equal(counter(rig, B, CNT_BAD), 1);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    rig_free(rig);
}

/* Who it is from, and that it is a body, must be known. */
TEST(a_worm_that_says_too_little_has_no_answer)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    open_window(rig, 3, PLACE, 4 * LONG, A);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 7, 0), A, 3); /* no W2 */
    inject_body(rig, w0(NOC_WORM_BODY, 3, 7, 0), 16, 4 + 7);
    inject_body(rig, w0(7, 3, 7, 0), A, 4 + 7);
    run_out(rig, 500);
    assert_int_equal(counter(rig, B, CNT_BAD), 3);
    assert_int_equal(counter(rig, B, CNT_OUT), 0);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
    rig_free(rig);
}

/* --- the key ------------------------------------------------------------------ */

/* Each bit counts, also of a key that was written when the window was open; and no other word. */
TEST(a_window_takes_the_body_with_its_key)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t key = 0xa5c30f96;
    uint32_t bit;

    rig->key = key;
    open_window(rig, 3, PLACE, 4, A);
    for (bit = 0; bit < 32; bit++) {
        wr(rig, B, NI_WINDOW_KEY, key ^ 1u << bit);
        start(rig, A, B, w0(NOC_WORM_BODY, 3, 1, 0), bit, BODY);
        run_out(rig, 100);
        assert_int_equal(counter(rig, B, CNT_DISCARDED), bit + 1);
        assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
    }
    wr(rig, B, NI_WINDOW_KEY, key);
    start(rig, A, B, w0(NOC_WORM_BODY, 3, 1, 0), 77, BODY);
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_KEY), key); /* it stays */
    rig_free(rig);
}

/* --- what a window shows ----------------------------------------------------------- */

/* LANDING is read from the cycle behind that of W2 to that of v, and no longer. */
TEST(a_window_shows_that_a_body_lands)
{
    for (uint32_t tau = 0; tau < 80; tau += 79) {
        struct rig *rig = rig_new("torus:4x4", 1, "board");
        uint64_t decided = whole_at(rig, 8, A, B, 0), v = whole_at(rig, 8, A, B, LONG) + tau, t;

        wr(rig, B, NI_TAU_R, tau);
        open_window(rig, 3, PLACE, 4 * LONG, A);
        start(rig, A, B, w0(NOC_WORM_BODY, 3, LONG, 0), 0, BODY);
        for (t = 0; t < v + 20; t++) {
            bool landing = t > decided && t <= v;

            run_to(rig, t);
            assert_int_equal(rd(rig, B, NI_WINDOW_OPEN),
                             NOC_PUT(t <= decided, NI_WINDOW_OPEN, OPEN) |
                                 NOC_PUT(landing, NI_WINDOW_OPEN, LANDING) | A);
            assert_int_equal(state_of(rig, B, STATE_WINDOWS),
                             NOC_PUT(1u << 3, STATE_WINDOWS, OPEN) * (t <= decided) |
                                 NOC_PUT(1u << 3, STATE_WINDOWS, LANDING) * landing |
                                 NOC_PUT(1u << 3, STATE_WINDOWS, DONE) * (t > v));
        }
        rig_free(rig);
    }
}

/* Nor does a window that was cleared show a body that it has lost; a broken one ends at its tail. */
TEST(a_window_shows_no_body_that_does_not_land)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t tail;

    wr(rig, B, NI_TAU_R, 50);
    open_window(rig, 3, PLACE, 4 * LONG, A);
    tail = whole_at(rig, rig_now(rig), A, B, LONG);
    inject_body(rig, w0(NOC_WORM_BODY, 3, LONG, 0), A, 4 + LONG);
    run_to(rig, tail - 5);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 30 | A);
    wr(rig, B, NI_WINDOW_CLEAR, 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), A);
    wr(rig, B, NI_WINDOW_OPEN, C);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | C);
    run_out(rig, 500);
    wr(rig, B, NI_WINDOW_OPEN, A);
    tail = whole_at(rig, rig_now(rig), A, B, LONG);
    inject_body(rig, w0(NOC_WORM_BODY, 3, LONG - 1, 0), A, 4 + LONG);
    run_to(rig, tail);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 30 | A);
    run_to(rig, tail + 1);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | A);
    rig_free(rig);
}

/* --- windows that stay ----------------------------------------------------------- */

static void open_to_stay(struct rig *rig, uint32_t bytes)
{
    open_window(rig, 3, PLACE, bytes, A | NOC_PUT(1, NI_WINDOW_OPEN, STAY));
}

static void send_body(struct rig *rig, uint32_t flits, uint32_t from)
{
    start(rig, from, B, w0(NOC_WORM_BODY, 3, flits, 0), 0, BODY);
    run_out(rig, 300);
}

TEST(a_window_that_stays_takes_one_body_behind_the_other)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t stays = NOC_PUT(1, NI_WINDOW_OPEN, STAY) | A;
    uint8_t expected[48];

    fill_body(rig, A, 5);
    memset(rig_word(rig, B, PLACE), 0x55, sizeof expected);
    open_to_stay(rig, 4 * 10 + 3);
    send_body(rig, 5, A);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 5);
    wr(rig, B, NI_WINDOW_CLEAR, 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), 0);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | stays);
    send_body(rig, 5, C); /* of another source */
    send_body(rig, 3, A);
    send_body(rig, 4, A); /* there is room for 3 */
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 8);
    send_body(rig, 3, A);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 11);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), stays); /* full */
    send_body(rig, 1, A);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 11);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 3);
    memset(expected, 0x55, sizeof expected);
    memcpy(expected, rig_word(rig, A, BODY), 20);
    memcpy(expected + 20, rig_word(rig, A, BODY), 12);
    memcpy(expected + 32, rig_word(rig, A, BODY), 11);
    assert_memory_equal(rig_word(rig, B, PLACE), expected, sizeof expected);
    rig_free(rig);
}

/* Until the last body under way is visible the window lands; one that is cut short ends it all. */
TEST(what_follows_a_broken_body_does_not_land)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    const uint32_t stays = NOC_PUT(1, NI_WINDOW_OPEN, STAY) | A;

    fill_body(rig, A, 5);
    wr(rig, B, NI_TAU_R, 400);
    open_to_stay(rig, 4 * 20);
    start(rig, A, B, w0(NOC_WORM_BODY, 3, 5, 0), 0, BODY);
    run_to(rig, rig_now(rig) + 300);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 3u << 30 | stays);
    start(rig, A, B, w0(NOC_WORM_BODY, 3, 5, 0), 0, BODY);
    run_to(rig, rig_now(rig) + 300);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 5);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 3u << 30 | stays);
    run_out(rig, 500);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 10);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), 1u << 31 | stays);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 4, 0), A, 4 + 5);
    run_out(rig, 900);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), stays);
    start(rig, A, B, w0(NOC_WORM_BODY, 3, 1, 0), 0, BODY);
    run_out(rig, 900);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 10);
    open_to_stay(rig, 4);
    assert_int_equal(rd(rig, B, NI_WINDOW_LANDED), 0);
    wr(rig, B, NI_WINDOW_CLOSE, 1 << 3);
    assert_int_equal(rd(rig, B, NI_WINDOW_OPEN), stays);
    rig_free(rig);
}

/* A body in a window that stays waits behind its tail; `others` that the NI has refused wait, too, and
 * then the tail of a broken one comes for that window, `cycles` behind the first. Whether it landed. */
static bool lands_before_a_broken_one(unsigned others, uint64_t cycles)
{
    enum { TAU = 3000 };
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t tail;
    bool landed;

    wr(rig, B, NI_TAU_R, TAU);
    open_to_stay(rig, 4 * 20);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 0, 0), A, 4);
    tail = whole_at(rig, 0, A, B, 0);
    for (unsigned i = 0; i < others; i++) {
        inject_body(rig, w0(NOC_WORM_BODY, 4, 0, 0), A, 4);
    }
    run_to(rig, cycles - 1);
    inject_body(rig, w0(NOC_WORM_BODY, 3, 0, 0), A, 5);
    run_to(rig, tail + cycles);
    assert_int_equal(counter(rig, B, CNT_BAD), 0);
    assert_int_equal(counter(rig, B, CNT_IN), 0);
    run_to(rig, tail + cycles + 1);
    assert_int_equal(counter(rig, B, CNT_BAD), 1);
    landed = counter(rig, B, CNT_IN) == 1;
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), landed << 3);
    run_out(rig, 3 * TAU);
    assert_int_equal(counter(rig, B, CNT_IN), landed);
    rig_free(rig);
    return landed;
}

/* What becomes visible in the cycle of a broken body's tail does so before its window is closed. */
TEST(what_becomes_visible_with_a_broken_tail_lands)
{
    assert_true(lands_before_a_broken_one(NOC_NI_WAITING - 1, 2000));
    assert_false(lands_before_a_broken_one(NOC_NI_WAITING - 2, 2000));
    assert_true(lands_before_a_broken_one(0, 3000));
    assert_false(lands_before_a_broken_one(0, 2999));
}
