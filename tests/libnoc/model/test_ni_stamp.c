/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routers' stamps (stamp.h) of a whole board: what is in a record, to the cycle, their order, the
 * ring, on and off. (test_net_reference.c compares what the network tells in random networks.)
 */
#include "test.h"
#include "board_rig.h"

static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

static uint32_t stamps(const struct rig *rig, uint32_t node)
{
    return state_of(rig, node, STATE_STAMPS);
}

static void expect_stamp(const struct rig *rig, uint32_t node, uint32_t i, uint64_t head,
                         uint32_t span, uint32_t port, uint32_t vc, uint32_t header, uint32_t w1)
{
    struct noc_stamp s = stamp_of(rig, node, i);

    assert_int_equal(s.head, (uint32_t)head);
    assert_int_equal(s.where, span | port << 20 | vc << 25 | 1u << 31);
    assert_int_equal(s.header, header);
    assert_int_equal(s.w1, w1);
}

static uint32_t last(uint32_t node)
{
    return noc_header(NOC_HEADER_LAST, node, 0);
}

/*
 * docs/board.md, 3: of a lone worm given from t on, the h-th router's channel takes the header in
 * t + inject + (h + 1) header + h flight, the NI in the same with h = H; the tail as many cycles
 * later as there are flits behind.
 */
TEST(lone_worms_to_the_cycle)
{
    static const char *const presets[] = {"board", "paper", "s1"};

    for (unsigned k = 0; k < 3; k++) {
        for (uint32_t to = 1; to < 16; to++) {
            struct rig *rig = rig_new("torus:4x4", 1, presets[k]);
            const struct noc_net_config *c = &rig->config.net;
            struct noc_channel path[16];
            int32_t n = noc_route_path(&rig->topology, c->routing, 0, to, path, 16);
            uint32_t flits = 4 + 3 * to, w1 = to << 16; /* from 0 */
            uint64_t head = 8 + c->inject_cycles + c->header_cycles;

            noc_board_stamp(rig->board, true);
            assert_int_equal(start(rig, 0, to, w0(NOC_WORM_MESSAGE, 0, flits - 4, 0), to, BODY), 0);
            run_to(rig, 200);
            for (int32_t i = 0; i < n; i++, head += c->header_cycles + c->flight_cycles) {
                assert_int_equal(stamps(rig, path[i].node), 1);
                expect_stamp(rig, path[i].node, 0, head, flits - 1, path[i].port, path[i].vc,
                             last(to), w1);
            }
            assert_int_equal(stamps(rig, to), 1);
            expect_stamp(rig, to, 0, head, flits - 1, NOC_STAMP_TO_NI, 0, last(to), w1);
            rig_free(rig);
        }
    }
}

/* From 0 to 2 and 3 on a ring: each address stays where it names, so that the worm has a flit less
 * from there on; 2's NI gets it from LAST on, which is the last in any record. */
TEST(a_worm_with_several_destinations)
{
    struct rig *rig = rig_new_routed("utorus:6", rig_routing("utpr"), 1, "board");
    const uint32_t list[] = {noc_header(NOC_HEADER_ADDRESS, 2, 0),
                             noc_header(NOC_HEADER_ADDRESS, 3, 0), last(3)};
    const uint32_t w1 = 77u << 16;

    noc_board_stamp(rig->board, true);
    memcpy(rig_word(rig, 0, SLOT), list, sizeof(list));
    assert_int_equal(start_headers(rig, 0, SLOT, 3, w0(NOC_WORM_MESSAGE, 0, 5, 0), 77, BODY), 0);
    run_to(rig, 60); /* 3 are checked; 11 flits, given in 11 to 21 */
    expect_stamp(rig, 0, 0, 12, 10, 0, 0, last(3), w1);
    expect_stamp(rig, 1, 0, 13, 10, 0, 0, last(3), w1);
    assert_int_equal(stamps(rig, 2), 2); /* the address left in 14, for nowhere */
    expect_stamp(rig, 2, 0, 15, 9, 0, 0, last(3), w1);
    expect_stamp(rig, 2, 1, 16, 8, NOC_STAMP_TO_NI, 0, last(3), w1);
    assert_int_equal(stamps(rig, 3), 1);
    expect_stamp(rig, 3, 0, 17, 8, NOC_STAMP_TO_NI, 0, last(3), w1);
    rig_free(rig);
}

/* A list for a node goes to its NI before the rest: from there on it is counted. */
TEST(a_list_is_the_first_of_it)
{
    const uint32_t word[NOC_NI_WORDS] = {w0(NOC_WORM_MESSAGE, 0, 4, 0), 0x50000};
    const uint32_t header[] = {noc_header(NOC_HEADER_ADDRESS, 1, 0),
                               noc_header(NOC_HEADER_COUNT, 0, 3),
                               71,
                               72,
                               73,
                               noc_header(NOC_HEADER_ADDRESS, 2, 0),
                               last(2)};
    struct rig *rig = rig_new_routed("utorus:4", rig_routing("utpr"), 1, "board");

    noc_board_stamp(rig->board, true);
    rig_inject(rig, 0, header, 7, word, NULL, 4, 14);
    run_to(rig, 60);
    expect_stamp(rig, 0, 0, 1, 13, 0, 0, last(2), 0x50000);
    assert_int_equal(stamps(rig, 1), 2);
    expect_stamp(rig, 1, 0, 7, 8, 0, 0, last(2), 0x50000); /* ADDRESS 2 to the tail */
    expect_stamp(rig, 1, 1, 3, 12, NOC_STAMP_TO_NI, 0, last(2), 0x50000); /* COUNT to the tail */
    expect_stamp(rig, 2, 0, 9, 7, NOC_STAMP_TO_NI, 0, last(2), 0x50000);
    rig_free(rig);
}

/* Too short for W1; a long one; one that is sunk. */
TEST(odd_worms)
{
    static uint32_t body[100];
    const uint32_t word[NOC_NI_WORDS] = {1, 2, 3}, header = last(2), wrong = last(99);
    struct rig *rig = rig_new("mesh:4", 1, "board");

    noc_board_stamp(rig->board, true);
    rig_inject(rig, 0, &header, 1, word, NULL, 0, 1);
    run_to(rig, 20);
    expect_stamp(rig, 0, 0, 1, 0, 0, 0, header, 0);
    expect_stamp(rig, 2, 0, 3, 0, NOC_STAMP_TO_NI, 0, header, 0);
    rig_inject(rig, 0, &header, 1, word, NULL, 0, 2);
    run_to(rig, 40);
    expect_stamp(rig, 0, 1, 21, 1, 0, 0, header, 0);
    rig_inject(rig, 0, &header, 1, word, NULL, 0, 3);
    run_to(rig, 60);
    expect_stamp(rig, 0, 2, 41, 2, 0, 0, header, 2);
    rig_inject(rig, 0, &wrong, 1, word, body, 100, 104);
    run_to(rig, 200);
    assert_int_equal(stamps(rig, 0), 3);
    rig_free(rig);
}

/* Longer than SPAN can say: it shows its most. */
TEST(a_worm_that_takes_very_long)
{
    struct rig *rig = rig_new("mesh:2", 1, "board");
    const uint32_t word[NOC_NI_WORDS] = {0}, header = last(1);
    uint32_t *body = calloc(NOC_STAMP_SPAN_MAX, 4);

    noc_board_stamp(rig->board, true);
    rig_inject(rig, 0, &header, 1, word, body, NOC_STAMP_SPAN_MAX, NOC_STAMP_SPAN_MAX + 1);
    run_to(rig, 1100000);
    expect_stamp(rig, 0, 0, 1, NOC_STAMP_SPAN_MAX, 0, 0, header, 0);
    rig_inject(rig, 0, &header, 1, word, body, NOC_STAMP_SPAN_MAX, NOC_STAMP_SPAN_MAX + 4);
    run_to(rig, 2200000);
    expect_stamp(rig, 0, 1, 1100001, NOC_STAMP_SPAN_MAX, 0, 0, header, 0);
    free(body);
    rig_free(rig);
}

/* Tails that leave a router in one cycle: by port, the NI's last. */
TEST(those_of_a_cycle_are_in_order)
{
    struct rig *rig = rig_new("mesh:3x3", 0, "board");

    noc_board_stamp(rig->board, true);
    send_signal(rig, 4, 3, 9); /* by port 1 */
    send_signal(rig, 4, 7, 9); /* by port 2 */
    send_signal(rig, 4, 5, 9); /* by port 0 */
    send_signal(rig, 4, 1, 9); /* by port 3 */
    run_to(rig, 30);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(stamp_of(rig, 4, i).where >> 20 & 31, i);
        assert_int_equal(stamp_of(rig, 4, i).head, 9);
    }
    send_signal(rig, 3, 4, 10); /* is consumed at 4 ... */
    run_to(rig, 31);
    send_signal(rig, 4, 5, 10); /* ... in the cycles in which this one leaves */
    run_to(rig, 60);
    assert_int_equal(stamps(rig, 4), 6);
    expect_stamp(rig, 4, 4, 40, 3, 0, 0, last(5), 4);
    expect_stamp(rig, 4, 5, 40, 3, NOC_STAMP_TO_NI, 0, last(4), 3);
    rig_free(rig);
}

/* The last 256 are kept; the number goes on. */
TEST(the_ring_wraps)
{
    struct rig *rig = rig_new("mesh:2", 1, "board");
    uint32_t i;

    noc_board_stamp(rig->board, true);
    assert_int_equal(stamp_of(rig, 0, 0).where, 0); /* nothing yet */
    for (i = 0; i < 600; i++) {
        send_signal(rig, 0, 1, i % 16);
        run_to(rig, 20 * (i + 1));
        assert_int_equal(stamps(rig, 0), i + 1);
        if (i < 255) {
            assert_int_equal(stamp_of(rig, 0, i + 1).where, 0);
        }
    }
    for (i = 600 - NOC_STAMPS; i < 600; i++) {
        expect_stamp(rig, 0, i, 20 * i + 9, 3, 0, 0, last(1), 0);
    }
    assert_int_equal(noc_board_stamp_word(rig->board, 0, NOC_STAMP_BLOCK), 0);
    assert_int_equal(noc_board_stamp_word(rig->board, 0, 2), 0);
    rig_free(rig);
}

/* What has begun to leave when stamps are switched on makes none; switched off they stay; a reset
 * forgets them, and goes on. */
TEST(on_and_off)
{
    struct rig *rig = rig_new("mesh:4", 1, "board");

    send_signal(rig, 0, 3, 1);
    run_to(rig, 11); /* it left 0 in 9, 1 in 10 */
    noc_board_stamp(rig->board, true);
    noc_board_stamp(rig->board, true); /* that changes nothing */
    run_to(rig, 30);
    assert_int_equal(stamps(rig, 0), 0);
    assert_int_equal(stamps(rig, 1), 0);
    expect_stamp(rig, 2, 0, 11, 3, 0, 0, last(3), 0);
    expect_stamp(rig, 3, 0, 12, 3, NOC_STAMP_TO_NI, 0, last(3), 0);
    send_signal(rig, 0, 3, 1);
    run_to(rig, 41); /* its head has left 1, its tail has not left 0 */
    noc_board_stamp(rig->board, false);
    run_to(rig, 60);
    assert_int_equal(stamps(rig, 0), 0);
    assert_int_equal(stamps(rig, 2), 1);
    noc_board_stamp(rig->board, true);
    send_signal(rig, 0, 3, 1);
    run_to(rig, 80);
    expect_stamp(rig, 0, 0, 69, 3, 0, 0, last(3), 0);
    noc_board_reset(rig->board);
    assert_int_equal(stamps(rig, 0), 0);
    assert_int_equal(stamp_of(rig, 0, 0).where, 0);
    send_signal(rig, 0, 3, 1);
    run_to(rig, 30);
    expect_stamp(rig, 0, 0, 9, 3, 0, 0, last(3), 0);
    noc_board_stamp(rig->board, false);
    noc_board_reset(rig->board);
    send_signal(rig, 0, 3, 1);
    run_to(rig, 30);
    assert_int_equal(stamps(rig, 0), 0);
    assert_int_equal(stamp_of(rig, 0, 0).where, 0);
    rig_free(rig);
}

/* --- a busy board ------------------------------------------------------------------------ */

enum { EACH = 12 };

static void load(struct rig *rig)
{
    uint32_t seed = 31;

    for (uint32_t node = 0; node < 16; node++) {
        give_slots(rig, node, 0, 4, 16, SLOT);
    }
    for (uint32_t i = 0; i < 16 * EACH; i++) {
        uint32_t to = (i + 1 + rig_random(&seed) % 15) % 16;

        start(rig, i % 16, to, w0(NOC_WORM_MESSAGE, 0, rig_random(&seed) % 16, i / 16), i, BODY);
        run_to(rig, rig_now(rig) + rig_random(&seed) % 4);
    }
    run_out(rig, 20000);
}

/* Nothing comes earlier or later for it, and there is a stamp for each header that a channel
 * counted, whose flits are at most those that it counted. */
TEST(a_busy_board_is_the_same_with_stamps)
{
    struct rig *with = rig_new("torus:4x4", 2, "board");
    struct rig *without = rig_new("torus:4x4", 2, "board");

    noc_board_stamp(with->board, true);
    load(with);
    load(without);
    assert_int_equal(rig_now(with), rig_now(without));
    for (uint32_t node = 0; node < 16; node++) {
        uint32_t headers = 0, ejected = 0, n = stamps(with, node);
        struct noc_channel channel;

        assert_in_range(n, 20, NOC_STAMPS);
        for (uint32_t offset = 0; offset < NOC_NI_SIZE; offset += 4) {
            assert_int_equal(rd(with, node, offset), rd(without, node, offset));
        }
        for (uint32_t i = 0;
             noc_channel_row(&with->topology, with->config.net.routing, node, i, &channel); i++) {
            uint32_t row = CNT_LINKS + i * CNT_ROW_STRIDE, flits = 0, found = 0;

            for (uint32_t k = 0; k < n; k++) {
                struct noc_stamp s = stamp_of(with, node, k);

                if ((s.where >> 20 & 31) == channel.port && (s.where >> 25 & 31) == channel.vc) {
                    found++;
                    flits += (s.where & NOC_STAMP_SPAN_MAX) + 1;
                }
            }
            assert_int_equal(found, counter(with, node, row + 4));
            assert_true(flits >= counter(with, node, row)); /* it may have stood in between */
            headers += found;
        }
        ejected = n - headers;
        assert_int_equal(ejected, counter(with, node, CNT_IN) + counter(with, node, CNT_DISCARDED));
        for (uint32_t offset = 0; offset < NOC_DEBUG_BLOCK; offset += 4) {
            assert_int_equal(counter(with, node, offset), counter(without, node, offset));
        }
    }
    assert_memory_equal(with->ram, without->ram, 16 * RIG_RAM);
    rig_free(with);
    rig_free(without);
}
