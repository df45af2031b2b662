/* SPDX-License-Identifier: BSD-2-Clause */
/* The counter block against what happened. */
#include "test.h"
#include "board_rig.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { A = 1, B = 7 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

static uint64_t counter64(struct rig *rig, uint32_t node, uint32_t low)
{
    return (uint64_t)counter(rig, node, low + 4) << 32 | counter(rig, node, low);
}

static uint32_t row(struct rig *rig, uint32_t node, unsigned i, uint32_t what)
{
    return counter(rig, node, what + i * CNT_ROW_STRIDE);
}

TEST(time_and_marks)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t late = 0x123456789aull;

    run_to(rig, 1000);
    wr(rig, A, NI_MARK, 0);
    run_to(rig, late);
    wr(rig, A, NI_MARK, 1);
    wr(rig, A, NI_MARK, 2); /* there are two */
    run_to(rig, late + 5);
    assert_true(counter64(rig, A, CNT_TIME_LO) == late + 5);
    assert_true(counter64(rig, A, CNT_MARK0_LO) == 1000);
    assert_true(counter64(rig, A, CNT_MARK1_LO) == late);
    assert_true(counter64(rig, B, CNT_MARK1_LO) == 0);
    assert_true(
        noc_board_counter(rig->board, A, CNT_TIME_HI, &(struct noc_hart){.time = 7ull << 32}) == 7);
    rig_free(rig);
}

/* Every channel of a node once, lowest port first, then lowest VC. */
TEST(rows_are_the_routings_channels)
{
    static const struct {
        const char *topology;
        uint32_t node, rows;
    } cases[] = {
        {"torus:4x4", 5, 0},
        {"mesh:4x4", 0, 2},
        {"mesh:4x4", 5, 4},
        {"cube:5", 9, 5},
        {"cube:14", 77, 14},
        {"mesh:2x2x2x2x2x2x2x2x2x2x2x2x2", 1, 13},
        {"torus:5x5x5x5x5x5", 11718, 15}, /* 18, not all shown */
    };
    unsigned i, r;

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rig *rig = calloc(1, sizeof(*rig));
        const struct noc_routing *routing;
        struct noc_channel channel;
        uint32_t rows = 0;

        assert_true(noc_topology_parse(&rig->topology, cases[i].topology, NULL));
        assert_true(noc_routing_choose(&routing, NULL, &rig->topology, NULL));
        free(rig);
        rig = rig_new(cases[i].topology, 1, "board");
        for (r = 0; noc_channel_row(&rig->topology, routing, cases[i].node, r, &channel); r++) {
            rows++;
        }
        rows = rows > CNT_ROWS_MAX ? CNT_ROWS_MAX : rows;
        assert_int_equal(counter(rig, cases[i].node, CNT_ROWS), rows);
        if (cases[i].rows) {
            assert_int_equal(rows, cases[i].rows);
        }
        rig_free(rig);
    }
}

/* One message: each counter on its way, and its acknowledgement's. */
TEST(one_message_counts_once_everywhere)
{
    struct rig *rig = rig_new("mesh:4", 1, "board");
    enum { FLITS = 4 + 6, ACK = 4 };

    give_slots(rig, 3, 0, 1, 8, SLOT);
    wr(rig, 0, NI_TAU_S, 11);
    wr(rig, 3, NI_TAU_R, 5);
    assert_int_equal(start(rig, 0, 3, w0(NOC_WORM_MESSAGE, 0, 6, 0), 0, BODY), NOC_TX_OK);
    run_out(rig, 300);
    assert_int_equal(counter(rig, 0, CNT_OUT), 1);
    assert_int_equal(counter(rig, 0, CNT_IN), 1); /* the acknowledgement */
    assert_int_equal(counter(rig, 0, CNT_SIGNALS), 0);
    assert_int_equal(counter(rig, 0, CNT_STARTUP), 11);
    assert_int_equal(counter(rig, 0, CNT_EJECTED), ACK);
    assert_int_equal(counter(rig, 1, CNT_RELAYED), 2); /* there and back */
    assert_int_equal(counter(rig, 1, CNT_EJECTED), 0);
    assert_int_equal(counter(rig, 3, CNT_IN), 1);
    assert_int_equal(counter(rig, 3, CNT_OUT), 1);
    assert_int_equal(counter(rig, 3, CNT_SIGNALS), 1);
    assert_int_equal(counter(rig, 3, CNT_STARTUP), 5);
    assert_int_equal(counter(rig, 3, CNT_EJECTED), FLITS);
    /* Node 1: row 0 upwards, row 1 downwards. */
    assert_int_equal(row(rig, 1, 0, CNT_LINKS), FLITS);
    assert_int_equal(row(rig, 1, 0, CNT_LINK_HEADERS), 1);
    assert_int_equal(row(rig, 1, 1, CNT_LINKS), ACK);
    assert_int_equal(row(rig, 1, 1, CNT_LINK_HEADERS), 1);
    assert_int_equal(row(rig, 1, 0, CNT_LINK_BLOCKED), 0);
    rig_free(rig);
}

/* A worm waits for another at node 2: its flits in node 1 cannot go on. */
TEST(blocked_cycles_count)
{
    struct rig *rig = rig_new("mesh:4", 1, "board");

    give_slots(rig, 3, 0, 2, 8, SLOT);
    start(rig, 2, 3, w0(NOC_WORM_MESSAGE, 0, 8, 0), 0, BODY);
    start(rig, 1, 3, w0(NOC_WORM_MESSAGE, 0, 8, 0), 0, BODY);
    run_out(rig, 300);
    assert_true(row(rig, 1, 0, CNT_LINK_BLOCKED) >= 8);
    assert_true(row(rig, 1, 0, CNT_LINK_BLOCKED) <= 12);
    assert_int_equal(row(rig, 1, 0, CNT_LINKS), 12);
    assert_int_equal(row(rig, 2, 0, CNT_LINKS), 24);
    assert_int_equal(row(rig, 2, 0, CNT_LINK_HEADERS), 2);
    rig_free(rig);
}

static void traffic(struct rig *rig, unsigned n)
{
    unsigned i;

    for (i = 0; i < n; i++) {
        start(rig, 0, 3, w0(NOC_WORM_MESSAGE, 0, 6, 0), 0, BODY);
        run_out(rig, 300);
        wr(rig, 3, NI_RX_POP, 0);
        give_slots(rig, 3, 0, 1, 8, SLOT);
    }
}

/* The counters of node 1 (relaying) and 3 (receiving) that `traffic` moves. */
static void expect_counts(struct rig *rig, uint32_t worms)
{
    assert_int_equal(counter(rig, 3, CNT_IN), worms);
    assert_int_equal(counter(rig, 3, CNT_SIGNALS), worms);
    assert_int_equal(counter(rig, 3, CNT_EJECTED), 10 * worms);
    assert_int_equal(row(rig, 3, 0, CNT_LINK_HEADERS), worms);
    assert_int_equal(row(rig, 3, 0, CNT_LINKS), 4 * worms);
}

TEST(clear_and_freeze)
{
    struct rig *rig = rig_new("mesh:4", 1, "board");
    struct noc_net_total before, after;

    give_slots(rig, 3, 0, 1, 8, SLOT);
    traffic(rig, 2);
    expect_counts(rig, 2);
    wr(rig, 3, NI_COUNTERS, 2); /* freeze */
    traffic(rig, 3);
    expect_counts(rig, 2);
    wr(rig, 3, NI_COUNTERS, 2); /* again: nothing more */
    wr(rig, 3, NI_COUNTERS, 4); /* go on from there */
    expect_counts(rig, 2);
    traffic(rig, 1);
    expect_counts(rig, 3);
    wr(rig, 3, NI_COUNTERS, 4); /* runs already */
    wr(rig, 3, NI_COUNTERS, 0);
    expect_counts(rig, 3);
    noc_board_total(rig->board, &before);
    wr(rig, 3, NI_COUNTERS, 1); /* clear */
    expect_counts(rig, 0);
    noc_board_total(rig->board, &after);
    assert_memory_equal(&before, &after, sizeof(before)); /* of the network, not the node */
    assert_int_equal(counter(rig, 0, CNT_OUT), 6);        /* other nodes' stay */
    traffic(rig, 2);
    expect_counts(rig, 2);
    wr(rig, 3, NI_COUNTERS, 1 | 2); /* clear, then freeze */
    traffic(rig, 1);
    expect_counts(rig, 0);
    wr(rig, 3, NI_COUNTERS, 1 | 4);
    traffic(rig, 4);
    expect_counts(rig, 4);
    wr(rig, 3, NI_COUNTERS, 2);
    wr(rig, 3, NI_COUNTERS, 1); /* clear what is frozen */
    expect_counts(rig, 0);
    wr(rig, 3, NI_COUNTERS, 4);
    traffic(rig, 1);
    expect_counts(rig, 1);
    rig_free(rig);
}

TEST(the_last_row_ends_in_the_block)
{
    struct rig *rig = rig_new("mesh:4", 1, "board");
    uint32_t offset;

    assert_true(CNT_LINKS + CNT_ROWS_MAX * CNT_ROW_STRIDE <= NOC_DEBUG_BLOCK);
    for (offset = CNT_LINKS + 2 * CNT_ROW_STRIDE; offset < NOC_DEBUG_BLOCK + 64; offset += 4) {
        assert_int_equal(counter(rig, 1, offset), 0);
    }
    assert_int_equal(counter(rig, 1, CNT_ROWS + 1), 0); /* not a word */
    send_signal(rig, 1, 2, 0);
    run_out(rig, 100);
    assert_int_equal(counter(rig, 1, CNT_LINKS), 4);
    assert_int_equal(counter(rig, 1, CNT_LINKS + 1), 0);
    rig_free(rig);
    /* 18 channels: the 16th, up in dimension 5, is counted but not shown. */
    rig = rig_new("torus:5x5x5x5x5x5", 1, "board");
    send_signal(rig, 11718, 11718 + 3125, 0);
    run_out(rig, 100);
    assert_int_equal(counter(rig, 11718, CNT_OUT), 1);
    for (offset = CNT_LINKS; offset < NOC_DEBUG_BLOCK; offset += 4) {
        assert_int_equal(counter(rig, 11718, offset), 0);
    }
    rig_free(rig);
}
