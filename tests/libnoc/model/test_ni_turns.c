/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The NI under source routing: it looks the way up and writes the turns, for
 * messages, signals and its own acknowledgements.
 */
#include "test.h"
#include "board_rig.h"
#include "model/board_priv.h"
#include "routing/turn_headers.h"

enum { A = 1, B = 14, LONELY = 12 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

/* --- a routing of turns on a mesh: highest dimension first ----------------------- */

/* Nobody knows the way to LONELY, and it knows none. */
static uint32_t turns_source(const struct noc_topology *t, uint32_t from, uint32_t to,
                             uint32_t *header)
{
    struct noc_turns turns = {.header = header};

    if (to == LONELY || from == LONELY) {
        return 0;
    }
    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t here = noc_digit(t, from, d), there = noc_digit(t, to, d);
        uint32_t run = here < there ? there - here : here - there;

        noc_turns_go(&turns, 2 * d + (there < here), run);
    }
    return noc_turns_end(&turns, to);
}

static bool turns_fit(const struct noc_topology *t, struct noc_fault *fault)
{
    (void)t;
    (void)fault;
    return true;
}

static bool turns_use(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc == 0 && noc_topology_link(t, node, port, &link);
}

static const struct noc_routing by_turns = {
    .name = "turns",
    .vcs = 1,
    .fits = turns_fit,
    .route = noc_turns_route,
    .source = turns_source,
    .uses = turns_use,
};

static struct rig *turns_rig(const char *topology, uint32_t ports, const char *preset)
{
    return rig_new_routed(topology, &by_turns, ports, preset);
}

/* Flits of the header from -> to. */
static uint32_t headers(struct rig *rig, uint32_t from, uint32_t to)
{
    uint32_t header[NOC_TURNS_MAX + 1];

    return noc_route_headers(&rig->topology, rig->config.net.routing, from, to, header);
}

/* --- tests ------------------------------------------------------------------------------- */

TEST(messages_arrive_whole_and_in_their_cycle)
{
    static const uint32_t lengths[] = {0, 1, 5, 64, 100, 1000};
    struct rig *rig = turns_rig("mesh:4x4", 1, "board");
    uint32_t from, to, i, k;

    for (from = 0; from < 16; from++) {
        for (to = 0; to < 16; to++) {
            uint32_t flits = lengths[(from + 5 * to) % 6];
            uint64_t t = rig_now(rig), whole;

            if (from == to || from == LONELY || to == LONELY) {
                continue;
            }
            give_slots(rig, to, 3, 1, 1000, SLOT);
            for (i = 0; i < flits; i++) {
                *rig_word(rig, from, BODY + 4 * i) = from << 24 | to << 16 | i;
            }
            assert_int_equal(start(rig, from, to, w0(NOC_WORM_MESSAGE, 3, flits, 2), 7, BODY),
                             NOC_TX_OK);
            whole = t + 8 + hops(rig, from, to) + headers(rig, from, to) + 3 + flits + 1;
            run_to(rig, whole);
            assert_int_equal(rd(rig, to, NI_PENDING) & 1u << 3, 0);
            run_to(rig, whole + 1);
            assert_true(rd64(rig, to, queue_reg(NI_RX_TIME_LO, 3)) == whole);
            assert_int_equal(rd(rig, to, queue_reg(NI_RX_W1, 3)), 7u << 16 | from);
            for (k = 0; k < flits; k++) {
                assert_int_equal(*rig_word(rig, to, SLOT + 4 * k), from << 24 | to << 16 | k);
            }
            /* The acknowledgement takes its turns back. */
            run_to(rig, whole + 8 + hops(rig, to, from) + headers(rig, to, from) + 3 + 1);
            assert_int_equal(rd(rig, from, NI_SIGNAL_HEAD), 0);
            run_to(rig, rig_now(rig) + 1);
            assert_int_equal(rd(rig, from, NI_SIGNAL_HEAD),
                             1u << 31 | noc_signal(NOC_SIGNAL_ACK, 3) << 16 | to);
            wr(rig, from, NI_SIGNAL_POP, rd(rig, from, NI_SIGNAL_HEAD));
            wr(rig, to, queue_reg(NI_RX_RESET, 3), 0);
        }
    }
    assert_int_equal(counter(rig, 5, CNT_BAD), 0);
    rig_free(rig);
}

TEST(a_way_that_is_none_is_refused)
{
    struct rig *rig = turns_rig("mesh:4x4", 1, "board");

    assert_int_equal(start(rig, A, LONELY, w0(NOC_WORM_MESSAGE, 0, 0, 0), 0, 0), NOC_TX_BAD_HEADER);
    assert_int_equal(start(rig, LONELY, A, w0(NOC_WORM_MESSAGE, 0, 0, 0), 0, 0), NOC_TX_BAD_HEADER);
    assert_int_equal(start(rig, A, A, w0(NOC_WORM_MESSAGE, 0, 0, 0), 0, 0), NOC_TX_BAD_NODE);
    assert_int_equal(start(rig, A, 16, w0(NOC_WORM_MESSAGE, 0, 0, 0), 0, 0), NOC_TX_BAD_NODE);
    /* Software says where to, not how. */
    wr(rig, A, NI_TX_DEST, noc_header(NOC_HEADER_TURN, 1, 0));
    assert_int_equal(rd(rig, A, NI_TX_STATUS), NOC_TX_BAD_HEADER);
    assert_int_equal(rd(rig, A, NI_TX_BUSY), 0);
    send_signal(rig, A, LONELY, 3);
    send_signal(rig, LONELY, A, 3);
    assert_int_equal(counter(rig, A, CNT_OUT) + counter(rig, LONELY, CNT_OUT), 0);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

TEST(signals_merge_as_ever)
{
    struct rig *rig = turns_rig("mesh:4x4", 1, "board");
    uint64_t t = rig_now(rig);

    send_signal(rig, A, B, 17);
    send_signal(rig, A, B, 17);
    assert_int_equal(counter(rig, A, CNT_SIGNALS), 1);
    wr(rig, B, NI_SIGNAL_SELECT, 17u << 16 | A);
    run_to(rig, t + 8 + hops(rig, A, B) + headers(rig, A, B) + 3 + 1 + 1);
    assert_int_equal(NOC_GET(rd(rig, B, NI_PENDING), NI_PENDING, SELECT), 1);
    run_out(rig, 10);
    assert_int_equal(counter(rig, B, CNT_IN), 1);
    send_signal(rig, A, B, 17); /* the first has left: this one is another */
    assert_int_equal(counter(rig, A, CNT_SIGNALS), 2);
    rig_free(rig);
}

/* Discarded, broken and too long for a slot: all that is decided by length. */
TEST(lengths_do_not_count_turns)
{
    struct rig *rig = turns_rig("mesh:4x4", 1, "board");

    assert_true(headers(rig, A, B) > 1);
    give_slots(rig, B, 0, 1, 4, SLOT);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 5, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_BAD), 1);
    assert_int_equal(NOC_GET(rd(rig, B, NI_BAD_WHERE), NI_BAD_WHERE, REASON), NOC_BAD_LENGTH);
    assert_int_equal(rd(rig, B, NI_BAD_HEADER), noc_header(NOC_HEADER_LAST, B, 0));
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_IN), 1);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 4, 0), 0, BODY);
    run_out(rig, 100);
    assert_int_equal(counter(rig, B, CNT_DISCARDED), 1);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}
