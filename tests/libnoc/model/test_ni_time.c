/* SPDX-License-Identifier: BSD-2-Clause */
/* Sleeping and waking: PENDING, WAKE, the line, deadlines, timeless accesses. */
#include "test.h"
#include "board_rig.h"
#include "model/board_priv.h" /* the heap of events by itself */

enum { A = 1, B = 7 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;
static const uint32_t DEADLINE_BIT = 1u << NI_PENDING_DEADLINE_SHIFT;

static void set_deadline(struct rig *rig, uint32_t node, uint64_t t)
{
    wr(rig, node, NI_DEADLINE_HI, UINT32_MAX); /* no false alarm in between */
    wr(rig, node, NI_DEADLINE_LO, (uint32_t)t);
    wr(rig, node, NI_DEADLINE_HI, (uint32_t)(t >> 32));
}

static void expect_event(const struct rig *rig, unsigned i, enum rig_what what, uint32_t node,
                         uint64_t when)
{
    assert_true(rig->logged > i);
    assert_int_equal(rig->log[i].what, what);
    assert_int_equal(rig->log[i].node, node);
    assert_true(rig->log[i].when == when);
}

/* The board stops where the hart can go on: its first cycle with the entry. */
TEST(an_arrival_raises_the_line_and_stops)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 4);

    give_slots(rig, B, 0, 1, 4, SLOT);
    wr(rig, B, NI_WAKE, 1);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0), 0, BODY);
    assert_int_equal(noc_board_run(rig->board, 1000), t + 1);
    assert_int_equal(rig->logged, 1);
    expect_event(rig, 0, RIG_RISE, B, t + 1);
    assert_true(noc_ni_line(rig->board, B));
    assert_int_not_equal(rd(rig, B, NI_RX_W0), 0);
    wr(rig, B, NI_RX_POP, 0);
    expect_event(rig, 1, RIG_FALL, B, t + 1);
    assert_false(noc_ni_line(rig->board, B));
    assert_int_equal(noc_board_run(rig->board, 1000), 1000);
    assert_int_equal(rig->logged, 2);
    rig_free(rig);
}

/* Each bit of PENDING by itself raises the line if, and only if, WAKE has it. */
TEST(every_pending_bit_wakes)
{
    unsigned bit, wake;

    for (bit = 0; bit <= NI_PENDING_READY_SHIFT; bit++) {
        for (wake = 0; wake < 2; wake++) {
            struct rig *rig = rig_new("torus:4x4", 1, "board");
            uint32_t mask = 1u << bit;
            unsigned q = bit;

            wr(rig, B, NI_TX_WATCH, 4);
            wr(rig, B, NI_SIGNAL_SELECT, 20u << 16 | A);
            give_slots(rig, B, q < 8 ? q : 0, 1, 4, SLOT);
            if (bit == NI_PENDING_TX_IDLE_SHIFT) {
                start(rig, B, A, w0(NOC_WORM_MESSAGE, 0, 4, 2), 0, BODY);
            }
            wr(rig, B, NI_WAKE, wake ? mask : 0x7fff & ~mask);
            if (!wake) {
                assert_int_equal(noc_ni_line(rig->board, B),
                                 bit != NI_PENDING_TX_IDLE_SHIFT); /* idle already */
                wr(rig, B, NI_WAKE, 0x7fff & ~mask & ~(1u << NI_PENDING_TX_IDLE_SHIFT));
            }
            if (q == NOC_QUEUE_PULLED) {
                send_signal(rig, B, A, noc_signal(NOC_SIGNAL_PULL, 0));
                run_out(rig, 100);
            }
            rig->logged = 0;
            if (bit < 8) {
                start(rig, A, B,
                      q == 1 ? w0(NOC_WORM_RESEND, 0, 1, 0) : w0(NOC_WORM_MESSAGE, q, 1, 0), 0,
                      BODY);
            } else if (bit == NI_PENDING_SIGNAL_SHIFT) {
                send_signal(rig, A, B, 15);
            } else if (bit == NI_PENDING_DISCARD_SHIFT) {
                start(rig, A, B, w0(NOC_WORM_MESSAGE, 6, 1, 0), 0, BODY);
            } else if (bit == NI_PENDING_WINDOW_SHIFT) {
                wr(rig, B, NI_WINDOW_OPEN, A);
                start(rig, A, B, w0(NOC_WORM_BODY, 0, 0, 0), 0, 0);
            } else if (bit == NI_PENDING_SELECT_SHIFT) {
                send_signal(rig, A, B, 20);
            } else if (bit == NI_PENDING_DEADLINE_SHIFT) {
                set_deadline(rig, B, 30);
            } else if (bit == NI_PENDING_READY_SHIFT) {
                wr(rig, 0, NI_BOOT, 1u << 31);
            }
            run_to(rig, 100);
            assert_true(rd(rig, B, NI_PENDING) & mask);
            assert_int_equal(rig_count(rig, RIG_RISE, B), wake);
            assert_int_equal(noc_ni_line(rig->board, B), wake);
            rig_free(rig);
        }
    }
}

TEST(tx_idle_is_a_level)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    wr(rig, A, NI_WAKE, 1u << NI_PENDING_TX_IDLE_SHIFT);
    expect_event(rig, 0, RIG_RISE, A, 0); /* nothing is busy */
    run_to(rig, 10);
    wr(rig, A, NI_TX_WATCH, 1u << 5 | 1u << 6);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 4), 0, BODY); /* not watched */
    assert_int_equal(rig->logged, 1);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 5), 0, BODY);
    expect_event(rig, 1, RIG_FALL, A, 10);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 6), 0, BODY);
    /* Three worms of 8 flits from 18 on: the last flit leaves in 41. */
    assert_int_equal(noc_board_run(rig->board, 100), 42);
    expect_event(rig, 2, RIG_RISE, A, 42);
    rig_free(rig);
}

TEST(a_deadline_wakes_in_its_own_cycle)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    run_to(rig, 10);
    set_deadline(rig, B, 500);
    assert_true(noc_ni_deadline(rig->board, B) == NOC_NEVER); /* not in WAKE */
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    wr(rig, B, NI_WAKE, DEADLINE_BIT);
    assert_true(noc_ni_deadline(rig->board, B) == 500);
    assert_true(noc_board_next(rig->board) == 499);
    assert_int_equal(noc_board_run(rig->board, 499), 499);
    assert_int_equal(rig->logged, 0);
    assert_false(rd(rig, B, NI_PENDING) & DEADLINE_BIT);
    assert_int_equal(noc_board_run(rig->board, 10000), 500);
    expect_event(rig, 0, RIG_RISE, B, 500);
    assert_true(rd(rig, B, NI_PENDING) & DEADLINE_BIT);
    assert_true(noc_ni_deadline(rig->board, B) == NOC_NEVER); /* past */
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    set_deadline(rig, B, 600); /* a new one: the line falls */
    expect_event(rig, 1, RIG_FALL, B, 500);
    assert_int_equal(noc_board_run(rig->board, 10000), 600);
    wr(rig, B, NI_WAKE, 0);
    assert_int_equal(rig->logged, 4);
    /* As next, it comes before what the network does in the cycle it names. */
    send_signal(rig, A, B, 0);
    assert_true(noc_board_next(rig->board) == 608);
    set_deadline(rig, B, 608);
    wr(rig, B, NI_WAKE, DEADLINE_BIT);
    assert_true(noc_board_next(rig->board) == 607);
    rig_free(rig);
}

TEST(a_deadline_in_the_past_is_due_at_once)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    run_to(rig, 1000);
    wr(rig, B, NI_WAKE, DEADLINE_BIT);
    set_deadline(rig, B, 1000);
    expect_event(rig, 0, RIG_RISE, B, 1000);
    set_deadline(rig, B, 5ull << 32 | 7);
    expect_event(rig, 1, RIG_FALL, B, 1000);
    assert_true(noc_ni_deadline(rig->board, B) == (5ull << 32 | 7));
    set_deadline(rig, B, 3);
    assert_true(noc_ni_line(rig->board, B));
    set_deadline(rig, B, UINT64_MAX); /* never */
    assert_false(noc_ni_line(rig->board, B));
    assert_true(noc_ni_deadline(rig->board, B) == NOC_NEVER);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

/* A deadline may pass, and be set, by a hart that is ahead of the board. */
TEST(deadlines_follow_the_harts_own_time)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    send_signal(rig, A, B, 0); /* it comes before cycle 50 */
    wr(rig, B, NI_WAKE, DEADLINE_BIT);
    noc_ni_write(rig->board, B, NI_DEADLINE_HI, 0, 100);
    noc_ni_write(rig->board, B, NI_DEADLINE_LO, 50, 101); /* past there, not here */
    assert_int_equal(rig_now(rig), 0);
    expect_event(rig, 0, RIG_RISE, B, 101);
    run_to(rig, 200); /* one rise, no more */
    assert_int_equal(rig->logged, 1);
    noc_ni_write(rig->board, B, NI_DEADLINE_LO, 400, 300);
    expect_event(rig, 1, RIG_FALL, B, 300);
    assert_int_equal(noc_board_run(rig->board, 1000), 400);
    expect_event(rig, 2, RIG_RISE, B, 400);
    rig_free(rig);
}

/* Many nodes' deadlines, set and taken back at random, against a plain scan. */
TEST(deadlines_come_in_order)
{
    struct rig *rig = rig_new("torus:16x16", 1, "board");
    uint64_t at[256], now = 0;
    uint32_t seed = 99, n, i;

    memset(at, 0xff, sizeof(at));
    for (i = 0; i < 30000; i++) {
        uint32_t x = rig_random(&seed);
        uint64_t first = UINT64_MAX, end;

        n = x & 255;
        if (x & 0x100) {
            at[n] = x & 0x200 ? now + (x >> 20) : UINT64_MAX;
            set_deadline(rig, n, at[n]);
            wr(rig, n, NI_WAKE, DEADLINE_BIT);
        } else if (x & 0x400) {
            at[n] = UINT64_MAX;
            wr(rig, n, NI_WAKE, 0);
        }
        for (n = 0; n < 256; n++) {
            if (at[n] > now && at[n] < first) {
                first = at[n];
            }
        }
        assert_true(noc_board_next(rig->board) == (first == UINT64_MAX ? first : first - 1));
        end = now + (x >> 12 & 63);
        now = noc_board_run(rig->board, end);
        assert_true(now == (first < end ? first : end));
        for (n = 0; n < 256; n++) {
            assert_int_equal(noc_ni_line(rig->board, n), at[n] <= now);
        }
    }
    rig_free(rig);
}

/* Timed events against a plain search. */
TEST(events_come_in_order)
{
    struct ni_arrival arrival[600];
    uint64_t when[600];
    struct ni_events events = {0};
    uint32_t seed = 5, used = 0, i, k, first, gone = 0;

    for (i = 0; i < 600 || used; i++) {
        if (i < 600) {
            when[i] = rig_random(&seed) % 50 + i / 8;
            ni_event_add(&events, (struct ni_event){.when = when[i], .arrival = &arrival[i]});
            used++;
        }
        if (i % 3 == 0 || i >= 600) {
            struct ni_event e;

            for (first = 600, k = 0; k < 600 && k <= i; k++) {
                if (when[k] != NOC_NEVER && (first == 600 || when[k] < when[first])) {
                    first = k;
                }
            }
            assert_true(ni_event_next(&events) == when[first]);
            e = ni_event_take(&events);
            assert_ptr_equal(e.arrival, &arrival[first]);
            assert_true(e.when == when[first]);
            when[first] = NOC_NEVER;
            used--;
            gone++;
        }
    }
    assert_int_equal(gone, 600);
    assert_true(ni_event_next(&events) == NOC_NEVER);
    free(events.event);
}

/* Two lines that rise in one cycle rise before the board stops. */
TEST(one_cycle_is_one_stop)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 0);

    wr(rig, B, NI_WAKE, 1u << NI_PENDING_SIGNAL_SHIFT);
    wr(rig, A, NI_WAKE, DEADLINE_BIT);
    set_deadline(rig, A, t + 1);
    send_signal(rig, A, B, 0);
    assert_int_equal(noc_board_run(rig->board, 1000), t + 1);
    assert_int_equal(rig->logged, 2);
    expect_event(rig, 0, RIG_RISE, B, t + 1);
    expect_event(rig, 1, RIG_RISE, A, t + 1);
    rig_free(rig);
}

/* TAU_R's end stops the board after the rest of its cycle. */
TEST(a_delayed_arrival_stops_after_its_cycle)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t = whole_at(rig, 8, A, B, 2) + 33;

    give_slots(rig, B, 0, 1, 4, SLOT);
    wr(rig, B, NI_TAU_R, 33);
    wr(rig, B, NI_WAKE, 1);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 2, 0), 0, BODY);
    assert_int_equal(noc_board_run(rig->board, 1000), t + 1);
    expect_event(rig, 0, RIG_RISE, B, t + 1);
    assert_true(rd64(rig, B, NI_RX_TIME_LO) == t);
    rig_free(rig);
}

/*
 * The promise of noc_ni_timeless: a hart that does such accesses ahead of the
 * board sees, and brings about, the same as one that waits for the board.
 * Two small, busy boards get the same accesses; one is brought up to date each
 * time, the other only before accesses that are not timeless.
 */
struct access {
    uint32_t node, offset, value;
    bool write;
};

static uint32_t any_value(uint32_t offset, uint32_t y, uint64_t t)
{
    if (offset >= NI_RX_FREE) {
        uint32_t reg = NI_RX_FREE + offset % NI_QUEUE_STRIDE;

        return reg == NI_RX_SIZE ? 8 : NOC_RAM_BASE + (y & 0xffc0);
    }
    if (offset >= NI_SIGNAL_SEND && offset <= NI_DISCARD_SELECT) {
        return y & 0x1f0003;
    }
    switch (offset) {
    case NI_TX_W0:
        return w0(1 + y % 3, y >> 4 & 3, y >> 8 & 7, y >> 16 & 15) |
               NOC_PUT(y >> 24 & 1, NI_TX_W0, QUIET);
    case NI_TX_ADDR:
    case NI_WINDOW_ADDR:
        return NOC_RAM_BASE + (y & 0xffc0);
    case NI_TX_DEST:
        return noc_header(NOC_HEADER_LAST, y & 3, 0);
    case NI_TAU_S:
    case NI_TAU_R:
        return y & 15;
    case NI_WINDOW_LENGTH:
        return y & 63;
    case NI_WINDOW_INDEX:
    case NI_WINDOW_OPEN:
        return y & 3;
    case NI_DEADLINE_HI:
    case NI_MARK:
        return 0;
    case NI_TX_W2:
    case NI_WINDOW_KEY:
        return y & 1;
    case NI_DEADLINE_LO:
        return (uint32_t)t + (y & 255);
    case NI_COUNTERS:
        return 1 << y % 3;
    case NI_BOOT: /* READY, which ends it, late */
        return t < 200000 ? y >> 1 : y;
    default:
        return y;
    }
}

static struct access any_access(uint32_t *seed, uint64_t t)
{
    static const uint32_t often[] = {NI_TX_DEST,     NI_TX_W0,   NI_SIGNAL_SEND,
                                     NI_WINDOW_OPEN, NI_RX_FREE, NI_RX_FREE + 2 * NI_QUEUE_STRIDE,
                                     NI_RX_SIZE};
    uint32_t x = rig_random(seed), y = rig_random(seed);
    struct access a = {.node = x & 3, .offset = x >> 8 & 0xfc, .write = x & 4};

    if (x >> 30 == 0) {
        a.offset = NI_RX_FREE + (x >> 8 & 0xfc); /* of the first four queues */
    } else if (x >> 30 == 1) {
        a.offset = often[(x >> 16) % 7];
        a.write = true;
    }
    a.value = any_value(a.offset, y, t);
    return a;
}

TEST(timeless_accesses_need_no_board)
{
    struct rig *eager = rig_new("mesh:2x2", 1, "board");
    struct rig *lazy = rig_new("mesh:2x2", 1, "board");
    uint32_t seed = 4711, i, offset, behind = 0;
    struct noc_net_total total;
    uint64_t t = 0;

    for (i = 0; i < 200000; i++) {
        struct access a = any_access(&seed, t);
        bool timeless = noc_ni_timeless(a.offset, a.write);

        t += seed >> 10 & 3;
        run_to(eager, t);
        if (!timeless) {
            run_to(lazy, t);
        }
        behind += rig_now(lazy) < t;
        if (a.write) {
            noc_ni_write(eager->board, a.node, a.offset, a.value, t);
            noc_ni_write(lazy->board, a.node, a.offset, a.value, t);
        } else {
            assert_int_equal(noc_ni_read(eager->board, a.node, a.offset, t),
                             noc_ni_read(lazy->board, a.node, a.offset, t));
        }
        if (!timeless) {
            assert_int_equal(noc_ni_line(eager->board, a.node), noc_ni_line(lazy->board, a.node));
            offset = seed & 0xfc;
            assert_int_equal(counter(eager, a.node, offset), counter(lazy, a.node, offset));
        }
    }
    run_to(eager, t + 5000);
    run_to(lazy, t + 5000);
    for (i = 0; i < 4; i++) {
        for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
            assert_int_equal(rd(eager, i, offset), rd(lazy, i, offset));
        }
    }
    assert_memory_equal(eager->ram, lazy->ram, 4 * RIG_RAM);
    noc_board_total(lazy->board, &total);
    assert_true(behind > 10000);
    assert_true(total.link_visits > 5000);
    rig_free(eager);
    rig_free(lazy);
}

static bool is_in(const uint32_t *list, unsigned n, uint32_t offset)
{
    unsigned i;

    for (i = 0; i < n; i++) {
        if (list[i] == offset) {
            return true;
        }
    }
    return false;
}

/* The list of docs/board.md, 4.5, and nothing else. */
TEST(the_timeless_are_those_of_the_specification)
{
    static const uint32_t both[] = {NI_TX_ADDR,         NI_TX_W0,
                                    NI_TX_W1,           NI_TX_W2,
                                    NI_TX_LIST_ADDR,    NI_TX_LIST_FLITS,
                                    NI_TX_HEADERS_ADDR, NI_TAU_S,
                                    NI_DEADLINE_LO,     NI_DEADLINE_HI,
                                    NI_WINDOW_INDEX,    NI_EXIT,
                                    NI_WAITING,         NI_PC,
                                    NI_CONSOLE,         NI_MARK};
    static const uint32_t reads[] = {
        NI_NODE,    NI_NODES,         NI_CONFIG,      NI_RAM,           NI_VERSION,   NI_BOARD,
        NI_PROFILE, NI_WIRING,        NI_HOST,        NI_WAKE,          NI_TX_STATUS, NI_TX_WATCH,
        NI_TAU_R,   NI_SIGNAL_SELECT, NI_WINDOW_ADDR, NI_WINDOW_LENGTH, NI_WINDOW_KEY};
    uint32_t offset;

    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        bool size = offset >= NI_RX_FREE && offset < NI_RX_FREE + NOC_QUEUES * NI_QUEUE_STRIDE &&
                    offset % NI_QUEUE_STRIDE == NI_RX_SIZE % NI_QUEUE_STRIDE;
        bool write = is_in(both, sizeof(both) / sizeof(both[0]), offset);
        bool select = offset == NI_DISCARD_SELECT; /* is written so, and not read */

        assert_int_equal(noc_ni_timeless(offset, true), write || select);
        assert_int_equal(noc_ni_timeless(offset, false),
                         write || size || is_in(reads, sizeof(reads) / sizeof(reads[0]), offset));
    }
}

/* READY wakes all who wait for it, in one cycle: 8 after it was written. */
TEST(ready_wakes_all_at_once)
{
    const uint32_t ready = 1u << NI_PENDING_READY_SHIFT;
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t node, i = 0;

    for (node = 0; node < 16; node++) {
        wr(rig, node, NI_WAKE,
           node == A ? 0x7fff & ~ready & ~(1u << NI_PENDING_TX_IDLE_SHIFT) : ready);
    }
    run_to(rig, 50);
    wr(rig, 0, NI_BOOT, 1u << NI_BOOT_DONE_SHIFT); /* no image: nobody wakes */
    assert_true(noc_board_next_move(rig->board) == 57);
    assert_int_equal(noc_board_run(rig->board, 70), 70);
    assert_int_equal(rig->logged, 0);
    wr(rig, 0, NI_BOOT, NOC_PUT(1, NI_BOOT, READY));
    assert_int_equal(noc_board_run(rig->board, 1000), 78);
    assert_int_equal(rig->logged, 15);
    for (node = 0; node < 16; node++) {
        assert_true(rd(rig, node, NI_PENDING) & ready);
        if (node != A) {
            expect_event(rig, i++, RIG_RISE, node, 78);
        }
    }
    wr(rig, B, NI_WAKE, 0);
    expect_event(rig, 15, RIG_FALL, B, 78);
    assert_int_equal(noc_board_run(rig->board, 1000), 1000);
    noc_board_reset(rig->board);
    assert_int_equal(rd(rig, B, NI_PENDING), 1u << NI_PENDING_TX_IDLE_SHIFT);
    assert_int_equal(noc_board_boot(rig->board), 0);
    wr(rig, 0, NI_BOOT, 7);      /* open again */
    noc_board_reset(rig->board); /* nothing under way */
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    run_to(rig, 20);
    assert_int_equal(rd(rig, B, NI_BOOT), 0);
    rig_free(rig);
}

TEST(reset_starts_all_over)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t fresh[NOC_NI_SIZE / 4], offset;
    uint64_t t;

    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        fresh[offset / 4] = rd(rig, B, offset);
    }
    run_to(rig, 100);
    give_slots(rig, B, 0, 2, 64, SLOT);
    wr(rig, B, NI_WAKE, 1 | DEADLINE_BIT);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0), 0, BODY);
    run_out(rig, 200);
    assert_true(noc_ni_line(rig->board, B));
    wr(rig, B, NI_TAU_R, 500);
    wr(rig, B, NI_COUNTERS, 2);
    set_deadline(rig, B, 100000);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 64, 1), 0, BODY);
    run_to(rig, rig_now(rig) + 100); /* TAU_R runs */
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 64, 2), 0, BODY);
    run_to(rig, rig_now(rig) + 20); /* in the network */
    noc_board_reset(rig->board);
    assert_int_equal(rig_now(rig), 0);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    expect_event(rig, rig->logged - 1, RIG_FALL, B, 0);
    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        assert_int_equal(rd(rig, B, offset), fresh[offset / 4]);
    }
    for (offset = 0; offset < NOC_DEBUG_BLOCK; offset += 4) {
        assert_int_equal(counter(rig, B, offset),
                         offset == CNT_ROWS ? counter(rig, A, CNT_ROWS) : 0);
    }
    give_slots(rig, B, 0, 1, 4, SLOT);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0), 0, BODY);
    t = whole_at(rig, 8, A, B, 4);
    run_out(rig, 100);
    assert_true(rd64(rig, B, NI_RX_TIME_LO) == t);
    wr(rig, B, NI_RX_POP, 0);
    set_deadline(rig, B, 500);
    wr(rig, B, NI_WAKE, DEADLINE_BIT);
    assert_int_equal(noc_board_run(rig->board, 1000), 500);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

TEST(a_deadlock_stops_the_board_once)
{
    struct rig *rig = rig_new_routed("utorus:4", &rig_ring, 1, "board");
    uint32_t node;
    uint64_t now;

    for (node = 0; node < 4; node++) {
        assert_int_equal(start(rig, node, (node + 2) % 4, w0(NOC_WORM_MESSAGE, 0, 50, 0), 0, BODY),
                         NOC_TX_OK);
    }
    now = noc_board_run(rig->board, 1000);
    assert_true(now < 100);
    expect_event(rig, 0, RIG_DEADLOCK, 0, now - 1);
    assert_int_equal(rig->log[0].value, 4);
    assert_int_equal(noc_board_run(rig->board, 1000), 1000);
    assert_int_equal(rig->logged, 1);
    assert_true(noc_board_next(rig->board) == NOC_NEVER); /* nothing moves */
    noc_board_reset(rig->board);
    start(rig, 0, 2, w0(NOC_WORM_MESSAGE, 0, 50, 0), 0, BODY);
    run_out(rig, 200);
    assert_int_equal(counter(rig, 2, CNT_DISCARDED), 1);
    rig_free(rig);
}

/* Who does not care gives no callback. */
TEST(callbacks_may_be_missing)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    struct noc_board_ops ops = {.opaque = rig, .read = rig_read, .write = rig_write};

    noc_board_free(rig->board);
    rig->board = noc_board_new(&rig->config, &ops);
    assert_non_null(rig->board);
    wr(rig, A, NI_CONSOLE, 'x');
    wr(rig, A, NI_EXIT, 0);
    wr(rig, A, NI_WAKE, DEADLINE_BIT);
    set_deadline(rig, A, 10);
    assert_int_equal(noc_board_run(rig->board, 100), 10);
    assert_true(noc_ni_line(rig->board, A));
    noc_board_reset(rig->board);
    assert_false(noc_ni_line(rig->board, A));
    rig_free(rig);
}

/* Once, with the first cycle in which a read shows it, and the board stops there. */
TEST(a_change_of_pending_is_told_to_who_watches)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t due, when;
    uint32_t before;

    wr(rig, B, NI_SIGNAL_SELECT, 20u << 16 | A);
    send_signal(rig, A, B, 20);
    before = noc_ni_watch(rig->board, B, &due);
    assert_int_equal(before, rd(rig, B, NI_PENDING));
    assert_true(due == NOC_NEVER);
    when = noc_board_run(rig->board, 1000);
    assert_true(when < 1000);
    assert_int_equal(rig->logged, 1);
    expect_event(rig, 0, RIG_PENDING, B, when);
    assert_int_equal(rd(rig, B, NI_PENDING), before | 1u << NI_PENDING_SELECT_SHIFT);
    wr(rig, B, NI_SIGNAL_POP, 20u << 16 | A);
    assert_int_equal(rig->logged, 1); /* told once */
    rig_free(rig);
}

TEST(who_watches_is_told_of_what_the_hart_writes)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t due;

    run_to(rig, 10);
    assert_int_equal(noc_ni_watch(rig->board, B, &due), 1u << NI_PENDING_TX_IDLE_SHIFT);
    wr(rig, B, NI_RX_SIZE, 4); /* nothing that PENDING shows */
    assert_int_equal(rig->logged, 0);
    wr(rig, B, NI_TX_WATCH, 1u << 4);
    start(rig, B, A, w0(NOC_WORM_MESSAGE, 0, 4, 4), 0, BODY);
    assert_int_equal(rig->logged, 1);
    expect_event(rig, 0, RIG_PENDING, B, 10);
    noc_ni_watch(rig->board, B, &due);
    noc_ni_unwatch(rig->board, B);
    assert_int_equal(noc_board_run(rig->board, 1000), 1000);
    assert_int_equal(rig->logged, 1);
    rig_free(rig);
}

/* Which is not in WAKE, so that nothing happens when it passes. */
TEST(a_watch_says_when_the_deadline_will_show)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t due;

    set_deadline(rig, B, 500);
    noc_ni_watch(rig->board, B, &due);
    assert_true(due == 500);
    set_deadline(rig, B, 400); /* another: told by the first word of it */
    assert_int_equal(rig->logged, 1);
    expect_event(rig, 0, RIG_PENDING, B, 0);
    noc_ni_watch(rig->board, B, &due);
    assert_true(due == 400);
    assert_int_equal(noc_board_run(rig->board, 400), 400);
    assert_int_equal(rig->logged, 1);
    assert_true(rd(rig, B, NI_PENDING) & DEADLINE_BIT);
    assert_true(noc_ni_watch(rig->board, B, &due) & DEADLINE_BIT);
    assert_true(due == NOC_NEVER);
    rig_free(rig);
}

/* What the network refuses the board does too. */
TEST(a_wrong_configuration_is_refused)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    struct noc_board_ops ops = {.opaque = rig, .read = rig_read, .write = rig_write};

    rig->config.net.buffer_flits = 0;
    assert_non_null(noc_net_refuses(&rig->config.net));
    assert_null(noc_board_new(&rig->config, &ops));
    noc_board_free(NULL);
    rig_free(rig);
}
