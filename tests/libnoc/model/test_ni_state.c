/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state block (state.def) in situations made by hand: each row as it must be in that cycle, and
 * who waits for whom. (test_net_reference.c compares rows in random networks.)
 */
#include "test.h"
#include "board_rig.h"
#include "routing/turn_headers.h"
#include "model/wait_graph.h"

enum { LONG = 60 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

static struct rig *rig_of(const char *topology, const struct noc_routing *routing, uint32_t ports,
                          enum noc_consumption consumption, uint16_t lanes)
{
    struct rig *rig = rig_new_routed(topology, routing, ports, "board");

    rig->config.net.consumption = consumption;
    rig->config.net.lanes = lanes;
    rig_rebuild(rig);
    return rig;
}

/* --- rows as text ---------------------------------------------------------------- */

static uint32_t row_word(const struct rig *rig, uint32_t node, uint32_t row, uint32_t word)
{
    return state_of(rig, node, word + row * STATE_ROW_STRIDE);
}

static int put_flag(char *text, uint32_t worm, unsigned shift, const char *name)
{
    return worm >> shift & 1 ? sprintf(text, " %s", name) : 0;
}

/* "1/0/0 2 2:3 0/0/0+1 has tail": input port, VC, lane; flits; kind and node of FRONT; OUT and
 * its credits; what the worm does. "ni": port 255, or 254. */
static const char *text(const struct rig *rig, uint32_t node, uint32_t row)
{
    static char all[160];
    uint32_t in = row_word(rig, node, row, STATE_IN), out = row_word(rig, node, row, STATE_OUT);
    uint32_t front = row_word(rig, node, row, STATE_FRONT);
    uint32_t worm = row_word(rig, node, row, STATE_WORM), port = NOC_GET(out, STATE_OUT, PORT);
    char *at = all;

    if ((in & 0xff) == STATE_PORT_INJECTION) {
        at += sprintf(at, "ni");
    } else {
        at += sprintf(at, "%u", in & 0xff);
    }
    at += sprintf(at, "/%u/%u %u", in >> 8 & 0xff, in >> 16 & 0xff, in >> 24);
    if (!(worm >> 31)) {
        assert_int_equal(front | out | worm, 0);
        return all;
    }
    at += sprintf(at, " %u:%u ", noc_header_kind(front), noc_header_node(front));
    if (port == STATE_PORT_NI) {
        at += sprintf(at, "ni");
    } else {
        at += sprintf(at, "%u/%u/%u+%u", port, out >> 8 & 0xff, out >> 16 & 0xff, out >> 24);
    }
    at += put_flag(at, worm, STATE_WORM_ASKS_CHANNEL_SHIFT, "asks");
    at += put_flag(at, worm, STATE_WORM_HAS_CHANNEL_SHIFT, "has");
    at += put_flag(at, worm, STATE_WORM_COMING_SHIFT, "coming");
    at += put_flag(at, worm, STATE_WORM_ASKS_CONTEXT_SHIFT, "asks-context");
    at += put_flag(at, worm, STATE_WORM_HAS_CONTEXT_SHIFT, "has-context");
    if (worm >> STATE_WORM_ASKS_CONTEXT_SHIFT & 3) {
        at += sprintf(at, " %u", worm & 0xffff);
    }
    at += put_flag(at, worm, STATE_WORM_SUNK_SHIFT, "sunk");
    at += put_flag(at, worm, STATE_WORM_HEADER_SHIFT, "header");
    put_flag(at, worm, STATE_WORM_TAIL_SHIFT, "tail");
    return all;
}

#define EXPECT(rig, node, row, line) assert_string_equal(text(rig, node, row), line)

static void send(struct rig *rig, uint32_t from, uint32_t to, uint32_t body)
{
    assert_int_equal(start(rig, from, to, w0(NOC_WORM_MESSAGE, 0, body, 0), 0, BODY), NOC_TX_OK);
}

/* --- which rows there are ------------------------------------------------------------ */

/* Lowest port, VC, lane first; none where no link arrives, or no route goes. */
TEST(rows_are_in_order)
{
    struct rig *rig = rig_of("mesh:3x3", NULL, 2, NOC_CONSUME_VC, 2);

    assert_int_equal(state_of(rig, 4, STATE_ROWS), 4 * 2 + 2);
    EXPECT(rig, 4, 0, "0/0/0 0");
    EXPECT(rig, 4, 1, "0/0/1 0");
    EXPECT(rig, 4, 2, "1/0/0 0");
    EXPECT(rig, 4, 7, "3/0/1 0");
    EXPECT(rig, 4, 8, "ni/0/0 0");
    EXPECT(rig, 4, 9, "ni/1/0 0");
    EXPECT(rig, 4, 10, "0/0/0 0");                             /* no more */
    assert_int_equal(state_of(rig, 0, STATE_ROWS), 2 * 2 + 2); /* a corner */
    EXPECT(rig, 0, 0, "0/0/0 0");
    EXPECT(rig, 0, 2, "2/0/0 0");
    assert_int_equal(state_of(rig, 0, STATE_UNSEEN), 0);
    rig_free(rig);

    rig = rig_of("mesh:3x3", NULL, 0, NOC_CONSUME_VC, 1); /* a context for each link */
    assert_int_equal(state_of(rig, 8, STATE_ROWS), 2 + 3);
    EXPECT(rig, 8, 2, "ni/0/0 0"); /* without a link: for what has no way */
    EXPECT(rig, 8, 3, "ni/1/0 0");
    EXPECT(rig, 8, 4, "ni/3/0 0");
    rig_free(rig);

    rig = rig_of("torus:4x4", NULL, 1, NOC_CONSUME_VC, 1); /* BTR: two channels, not everywhere */
    for (uint32_t node = 0; node < 16; node++) {
        uint32_t used = 0;

        for (unsigned i = 0; i < 8; i++) {
            struct noc_link back; /* ports of tori go both ways */

            assert_true(noc_topology_link(&rig->topology, node, i / 2, &back));
            used += rig->config.net.routing->uses(&rig->topology, back.node, back.port, i % 2);
        }
        assert_true(used < 8 || node > 0);
        assert_int_equal(state_of(rig, node, STATE_ROWS), used + 1);
    }
    rig_free(rig);
}

/* Of a router with more rows the first 60. */
TEST(rows_that_do_not_fit_are_counted)
{
    struct rig *rig = rig_of("mesh:3x3", NULL, 1, NOC_CONSUME_VC, 15);

    assert_int_equal(state_of(rig, 4, STATE_ROWS), 60);
    assert_int_equal(state_of(rig, 4, STATE_UNSEEN), 1);
    EXPECT(rig, 4, 59, "3/0/14 0");
    assert_int_equal(state_of(rig, 4, STATE_IN + 60 * STATE_ROW_STRIDE), 0);
    assert_int_equal(state_of(rig, 1, STATE_ROWS), 46);
    rig->config.net.lanes = 32;
    rig_rebuild(rig);
    assert_int_equal(state_of(rig, 4, STATE_ROWS), 60);
    assert_int_equal(state_of(rig, 4, STATE_UNSEEN), 4 * 32 + 1 - 60);
    rig_free(rig);
}

/* --- a worm on its way ---------------------------------------------------------------- */

/*
 * `board`: 4 flits (LAST, W0, W1, W2) given in 8 to 11, from 0 to 2. Each lies where it came
 * between two cycles only when it must wait for the next; so a lone worm's buffers are always
 * empty, and their last two credits on the way back.
 */
TEST(a_lone_worm_cycle_by_cycle)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);

    send(rig, 0, 2, 0);
    assert_int_equal(state_of(rig, 0, STATE_STARTING), 1);
    assert_int_equal(state_of(rig, 0, STATE_TX_BUSY), 1);
    run_to(rig, 8);
    assert_int_equal(state_of(rig, 0, STATE_STARTING), 1);
    run_to(rig, 9); /* the header has been given */
    assert_int_equal(state_of(rig, 0, STATE_STARTING), 0);
    EXPECT(rig, 0, 1, "ni/0/0 0");
    run_to(rig, 10); /* and has left the injection buffer */
    EXPECT(rig, 0, 1, "ni/0/0 0 2:2 0/0/0+1 has");
    EXPECT(rig, 1, 0, "1/0/0 0");
    run_to(rig, 11);
    EXPECT(rig, 0, 1, "ni/0/0 0 2:2 0/0/0+0 has coming");
    EXPECT(rig, 1, 0, "1/0/0 0 2:2 0/0/0+1 has");
    run_to(rig, 12); /* the tail is on its way to it */
    EXPECT(rig, 0, 1, "ni/0/0 0 2:2 0/0/0+0 has coming tail");
    EXPECT(rig, 2, 0, "1/0/0 0 2:2 ni has-context 0");
    assert_int_equal(state_of(rig, 0, STATE_TX_BUSY), 0);
    run_to(rig, 13); /* the tail has left it */
    EXPECT(rig, 0, 1, "ni/0/0 0");
    EXPECT(rig, 1, 0, "1/0/0 0 2:2 0/0/0+0 has coming tail");
    run_to(rig, 14);
    EXPECT(rig, 1, 0, "1/0/0 0");
    EXPECT(rig, 2, 0, "1/0/0 0 2:2 ni has-context 0 tail");
    run_to(rig, 15);
    EXPECT(rig, 2, 0, "1/0/0 0");
    rig_free(rig);
}

/* A header waits header_cycles before it asks. */
TEST(a_header_that_may_not_compete_yet)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);

    rig->config.net.header_cycles = 3;
    rig->config.net.buffer_flits = 300;
    rig_rebuild(rig);
    send(rig, 0, 2, 0);
    run_to(rig, 10);
    EXPECT(rig, 0, 1, "ni/0/0 1 2:2 0/0/0+0 header");
    run_to(rig, 12);
    EXPECT(rig, 0, 1, "ni/0/0 3 2:2 0/0/0+0 header tail");
    run_to(rig, 13);
    EXPECT(rig, 0, 1, "ni/0/0 3 2:2 0/0/0+255 has tail"); /* 299 */
    rig->config.net.buffer_flits = 255;
    rig_rebuild(rig);
    send(rig, 0, 2, 0);
    run_to(rig, 13);
    EXPECT(rig, 0, 1, "ni/0/0 3 2:2 0/0/0+254 has tail");
    rig_free(rig);
}

/* --- waiting ---------------------------------------------------------------------------- */

/* The one worm that row i of node waits for, for its channel or a credit; or for its context. */
static void expect_wait(struct rig *rig, uint32_t node, uint32_t row, bool context,
                        uint32_t on_node, uint32_t on_row)
{
    struct noc_wait_graph waits;
    bool found = false;

    assert_null(noc_wait_graph_read(&waits, &rig->topology, rig_state_word, rig));
    for (uint32_t i = 0; i < waits.rows; i++) {
        const struct noc_wait_graph_row *r = &waits.row[i], *on;

        if (r->node != node || r->row != row) {
            continue;
        }
        assert_int_equal(context ? r->context : r->channel, 1);
        on = &waits.row[waits.on[r->wait + (context ? r->channel : 0)]];
        assert_int_equal(on->node, on_node);
        assert_int_equal(on->row, on_row);
        found = true;
    }
    assert_true(found);
    noc_wait_graph_free(&waits);
}

/* Rows of a cycle of waits, as "node.row" each; "": none. */
static void expect_wait_cycle(struct rig *rig, const char *wait_cycle)
{
    struct noc_wait_graph_entry entry[64];
    struct noc_wait_graph waits;
    char all[200] = "", *at = all;
    uint32_t n;

    assert_null(noc_wait_graph_read(&waits, &rig->topology, rig_state_word, rig));
    n = noc_wait_graph_cycle(&waits, entry);
    for (uint32_t i = 0; i < n; i++) {
        const struct noc_wait_graph_row *row = &waits.row[entry[i].row];

        at += sprintf(at, " %u.%u", row->node, row->row);
    }
    assert_string_equal(*all ? all + 1 : all, wait_cycle);
    noc_wait_graph_free(&waits);
}

/* 1's own worm has the channel to 2; 0's asks for it, and what follows lacks credits. */
TEST(an_owner_blocks)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);

    send(rig, 1, 3, LONG);
    run_to(rig, 4);
    send(rig, 0, 3, LONG);
    run_to(rig, 40);
    EXPECT(rig, 1, 1, "ni/0/0 0 2:3 0/0/0+0 has coming");
    EXPECT(rig, 2, 0, "1/0/0 0 2:3 0/0/0+0 has coming");
    EXPECT(rig, 3, 0, "1/0/0 0 2:3 ni has-context 0");
    EXPECT(rig, 1, 0, "1/0/0 2 2:3 0/0/0+0 asks header");
    EXPECT(rig, 0, 1, "ni/0/0 2 2:3 0/0/0+0 has");
    expect_wait(rig, 1, 0, false, 1, 1);
    expect_wait(rig, 0, 1, false, 1, 0);
    expect_wait_cycle(rig, "");
    rig_free(rig);
}

/* A short worm is wholly in the buffer, and another one behind it. */
TEST(a_worm_behind_a_tail)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);

    rig->config.net.buffer_flits = 6;
    rig_rebuild(rig);
    send(rig, 1, 3, LONG);
    run_to(rig, 4);
    send_signal(rig, 0, 2, 9); /* 4 flits */
    run_to(rig, 5);
    send(rig, 0, 3, LONG);
    run_to(rig, 40);
    EXPECT(rig, 1, 0, "1/0/0 6 2:2 0/0/0+0 asks header tail");
    EXPECT(rig, 0, 1, "ni/0/0 6 2:3 0/0/0+0 has");
    rig_free(rig);
}

/* Two input links, one context: the second worm for node 4 waits for the first. */
TEST(a_context_of_the_node)
{
    struct rig *rig = rig_of("mesh:3x3", NULL, 1, NOC_CONSUME_ONE, 1);

    send(rig, 3, 4, LONG); /* arrives by port 1 */
    run_to(rig, 3);
    send(rig, 5, 4, LONG); /* by port 0 */
    run_to(rig, 30);
    EXPECT(rig, 4, 0, "0/0/0 2 2:4 ni asks-context 0 header");
    EXPECT(rig, 4, 1, "1/0/0 0 2:4 ni has-context 0");
    expect_wait(rig, 4, 0, true, 4, 1);
    expect_wait_cycle(rig, "");
    rig_free(rig);
}

/* Two lanes of one link, one context for both: that of the link's first row. */
TEST(a_context_of_the_link)
{
    struct rig *rig = rig_of("mesh:3x3", NULL, 2, NOC_CONSUME_LINK, 2);

    send(rig, 3, 4, LONG);
    assert_int_equal(start(rig, 3, 4, w0(NOC_WORM_MESSAGE, 0, LONG, 1), 0, BODY), NOC_TX_OK);
    run_to(rig, 30);
    EXPECT(rig, 3, 6, "ni/0/0 0 2:4 0/0/0+0 has coming");
    EXPECT(rig, 3, 7, "ni/1/0 2 2:4 0/0/1+0 has");
    EXPECT(rig, 4, 2, "1/0/0 0 2:4 ni has-context 2");
    EXPECT(rig, 4, 3, "1/0/1 2 2:4 ni asks-context 2 header");
    expect_wait(rig, 4, 3, true, 4, 2);
    rig_free(rig);
}

/* All lanes have owners: the third worm waits for any of them. */
TEST(lanes_have_owners_each)
{
    struct rig *rig = rig_of("mesh:4", NULL, 2, NOC_CONSUME_VC, 2);
    struct noc_wait_graph waits;

    send(rig, 1, 3, LONG);
    assert_int_equal(start(rig, 1, 3, w0(NOC_WORM_MESSAGE, 0, LONG, 1), 0, BODY), NOC_TX_OK);
    run_to(rig, 3);
    send(rig, 0, 3, LONG);
    run_to(rig, 30);
    assert_int_equal(state_of(rig, 1, STATE_ROWS), 6);
    EXPECT(rig, 1, 2, "1/0/0 2 2:3 0/0/0+0 asks header");
    assert_int_equal(row_word(rig, 1, 4, STATE_OUT) >> 16 & 0xff, 0);
    assert_int_equal(row_word(rig, 1, 5, STATE_OUT) >> 16 & 0xff, 1);
    assert_null(noc_wait_graph_read(&waits, &rig->topology, rig_state_word, rig));
    assert_int_equal(waits.lanes, 2);
    for (uint32_t i = 0; i < waits.rows; i++) {
        if (waits.row[i].node == 1 && waits.row[i].row == 2) {
            assert_int_equal(waits.row[i].channel, 2);
            assert_int_equal(waits.row[waits.on[waits.row[i].wait]].row, 4);
            assert_int_equal(waits.row[waits.on[waits.row[i].wait + 1]].row, 5);
        }
    }
    noc_wait_graph_free(&waits);
    rig_free(rig);
}

/*
 * docs/board.md, 3: with one context for each node the worm from 0 to 1 and 2 holds that of 1 and
 * waits for the channel of the one from 1 to 0, that for the channel of the one from 2 to 1, and
 * that for the context.
 */
TEST(copies_hold_one_and_wait_for_the_other)
{
    struct rig *rig = rig_of("utorus:3", rig_routing("utpr"), 1, NOC_CONSUME_ONE, 1);
    const uint32_t list[] = {noc_header(NOC_HEADER_ADDRESS, 1, 0),
                             noc_header(NOC_HEADER_ADDRESS, 2, 0),
                             noc_header(NOC_HEADER_LAST, 2, 0)};

    memcpy(rig_word(rig, 0, SLOT), list, sizeof(list));
    assert_int_equal(start_headers(rig, 0, SLOT, 3, w0(NOC_WORM_MESSAGE, 0, LONG, 0), 0, BODY),
                     NOC_TX_OK);
    run_to(rig, 4); /* so that the other one to 1 comes there later */
    send(rig, 1, 0, LONG);
    send(rig, 2, 1, LONG);
    assert_true(noc_board_run(rig->board, 200) < 100);
    assert_int_equal(rig->log[0].what, RIG_DEADLOCK);
    assert_int_equal(rig->log[0].value, 3);
    expect_wait_cycle(rig, "1.1 1.0 2.0");
    run_to(rig, 200);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    EXPECT(rig, 0, 0, "1/1/0 2 2:1 0/1/0+0 has");
    EXPECT(rig, 0, 1, "ni/0/0 2 2:2 0/0/0+0 has");
    EXPECT(rig, 1, 0, "1/0/0 2 1:2 0/0/0+0 asks has-context 0 header");
    EXPECT(rig, 1, 1, "1/1/0 2 2:1 ni asks-context 0 header");
    EXPECT(rig, 1, 2, "ni/0/0 2 2:0 0/0/0+0 has");
    EXPECT(rig, 2, 0, "1/0/0 2 2:0 0/1/0+0 asks header");
    EXPECT(rig, 2, 1, "ni/0/0 2 2:1 0/1/0+0 has");
    expect_wait(rig, 1, 0, false, 1, 2);
    expect_wait(rig, 1, 1, true, 1, 0);
    expect_wait_cycle(rig, "1.1 1.0 2.0");
    rig_free(rig);
}

/* With its own context a worm that goes on has both; and one that was granted the channel waits for
 * the context alone. */
TEST(copies_have_both_or_wait_for_the_context)
{
    const uint32_t list[] = {noc_header(NOC_HEADER_ADDRESS, 1, 0),
                             noc_header(NOC_HEADER_ADDRESS, 2, 0),
                             noc_header(NOC_HEADER_LAST, 2, 0)};

    for (unsigned one = 0; one < 2; one++) {
        struct rig *rig =
            rig_of("utorus:4", rig_routing("utpr"), 1, one ? NOC_CONSUME_ONE : NOC_CONSUME_VC, 1);

        memcpy(rig_word(rig, 0, SLOT), list, sizeof(list));
        if (one) { /* it takes 1's only context before */
            send(rig, 3, 1, LONG);
            run_to(rig, 4);
        }
        assert_int_equal(start_headers(rig, 0, SLOT, 3, w0(NOC_WORM_MESSAGE, 0, LONG, 0), 0, BODY),
                         NOC_TX_OK);
        run_to(rig, 40);
        if (one) {
            EXPECT(rig, 1, 0, "1/0/0 2 1:2 0/0/0+2 has asks-context 0 header");
            EXPECT(rig, 1, 1, "1/1/0 0 2:1 ni has-context 0");
            expect_wait(rig, 1, 0, true, 1, 1);
            EXPECT(rig, 2, 0, "1/0/0 0");
        } else {
            EXPECT(rig, 1, 0, "1/0/0 0 2:2 0/0/0+0 has coming has-context 0");
            EXPECT(rig, 2, 0, "1/0/0 0 2:2 ni has-context 0");
        }
        rig_free(rig);
    }
}

/* The address has stayed; COUNT and the list go to the NI; what is behind has not come. */
TEST(a_list_is_consumed_first)
{
    const uint32_t word[NOC_NI_WORDS] = {w0(NOC_WORM_MESSAGE, 0, 4, 0)};
    const uint32_t header[] = {
        noc_header(NOC_HEADER_ADDRESS, 1, 0), noc_header(NOC_HEADER_COUNT, 0, 3), 71, 72, 73,
        noc_header(NOC_HEADER_ADDRESS, 2, 0), noc_header(NOC_HEADER_LAST, 2, 0)};
    struct rig *rig = rig_of("utorus:4", rig_routing("utpr"), 1, NOC_CONSUME_ONE, 1);

    rig_inject(rig, 0, header, 7, word, NULL, 4, 14);
    run_to(rig, 2); /* given in 0, on the link in 1, in front at 1 in 2 */
    EXPECT(rig, 0, 1, "ni/0/0 0 0:0 0/0/0+1 has");
    run_to(rig, 3);
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 0/0/0+0"); /* the address has stayed */
    run_to(rig, 4);                           /* COUNT has gone to the NI */
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 ni has-context 0");
    EXPECT(rig, 1, 1, "1/1/0 0");
    run_to(rig, 7); /* and the list */
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 ni has-context 0");
    run_to(rig, 8); /* ADDRESS 2 goes on */
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 0/0/0+1 has has-context 0");
    run_to(rig, 9);
    EXPECT(rig, 1, 0, "1/0/0 0 2:2 0/0/0+0 has coming has-context 0");
    rig_free(rig);
}

/* A turn's last link: its flit stays here, the next one comes a cycle later. */
TEST(a_header_flit_that_stays)
{
    const uint32_t word[NOC_NI_WORDS] = {w0(NOC_WORM_MESSAGE, 0, LONG, 0)};
    const uint32_t header[] = {noc_header(NOC_HEADER_TURN, 2, 0), noc_header(NOC_HEADER_TURN, 1, 0),
                               noc_header(NOC_HEADER_LAST, 3, 0)};
    const struct noc_routing turns = {
        .name = "turns", .vcs = 1, .route = noc_turns_route, .uses = rig_ring_uses};
    struct rig *rig = rig_of("utorus:4", &turns, 1, NOC_CONSUME_VC, 1);

    rig_inject(rig, 2, header + 1, 2, word, NULL, LONG, 60); /* it has 2's only way out */
    run_to(rig, 1);
    rig_inject(rig, 0, header, 3, word, NULL, LONG, 60);
    run_to(rig, 3);
    EXPECT(rig, 0, 1, "ni/0/0 0 0:0 0/0/0+1 has"); /* TURN went on with one link less */
    run_to(rig, 4);
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 0/0/0+2 has"); /* and stayed: a place came free */
    EXPECT(rig, 0, 1, "ni/0/0 0 0:0 0/0/0+0 has coming");
    run_to(rig, 5);
    EXPECT(rig, 1, 0, "1/0/0 0 0:0 0/0/0+1 has");
    run_to(rig, 20);
    EXPECT(rig, 2, 0, "1/0/0 2 4:1 0/0/0+0 asks header");
    EXPECT(rig, 1, 0, "1/0/0 2 2:3 0/0/0+0 has");
    expect_wait(rig, 2, 0, false, 2, 1);
    rig_free(rig);
}

/* What lies in the buffers of a broken worm goes a flit a cycle. */
TEST(a_worm_that_is_sunk)
{
    const uint32_t word[NOC_NI_WORDS] = {0}, header = noc_header(NOC_HEADER_LAST, 9, 0);
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);

    rig_inject(rig, 0, &header, 1, word, NULL, 4, 8);
    run_to(rig, 1);
    EXPECT(rig, 0, 1, "ni/0/0 0");
    run_to(rig, 3);
    EXPECT(rig, 0, 1, "ni/0/0 0 2:9 0/0/0+0 sunk");
    run_to(rig, 9);
    EXPECT(rig, 0, 1, "ni/0/0 0");
    rig_free(rig);
}

/* --- cycles of waits -------------------------------------------------------------------------- */

/* Each row of the cycle of waits is one worm, though each worm lies in two buffers. */
TEST(a_ring_of_worms)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);
    struct noc_wait_graph_entry entry[16];
    struct noc_wait_graph waits;

    for (uint32_t node = 0; node < 4; node++) {
        send(rig, node, (node + 2) % 4, LONG);
    }
    run_to(rig, 100);
    expect_wait_cycle(rig, "0.0 1.0 2.0 3.0");
    EXPECT(rig, 0, 0, "1/0/0 2 2:1 0/0/0+0 asks header");
    EXPECT(rig, 0, 1, "ni/0/0 2 2:2 0/0/0+0 has");
    assert_null(noc_wait_graph_read(&waits, &rig->topology, rig_state_word, rig));
    assert_int_equal(noc_wait_graph_cycle(&waits, entry), 4);
    for (uint32_t node = 0; node < 4; node++) {
        const struct noc_channel *holds = &entry[node].holds, *wants = &entry[node].wants;

        assert_int_equal(holds->node, (node + 3) % 4);
        assert_int_equal(holds->next, node);
        assert_int_equal(holds->port, 0);
        assert_int_equal(wants->node, node);
        assert_int_equal(wants->next, (node + 1) % 4);
        assert_int_equal(noc_wait_graph_source(&waits, entry[node].row), (node + 3) % 4);
    }
    assert_int_equal(noc_wait_graph_cycle(&waits, entry), 0); /* no other */
    noc_wait_graph_free(&waits);
    rig_free(rig);
}

/* Worms that have left their sources: no header waits for a channel, but all buffers are full, and
 * whose the worms are nobody knows. */
TEST(a_ring_of_full_buffers)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);
    struct noc_wait_graph_entry entry[16];
    struct noc_wait_graph waits;

    rig->config.net.buffer_flits = 4;
    rig_rebuild(rig);
    for (uint32_t node = 0; node < 4; node++) {
        send_signal(rig, node, (node + 2) % 4, 3);
        send_signal(rig, node, (node + 2) % 4, 4);
    }
    run_to(rig, 100);
    assert_int_equal(rig_count(rig, RIG_DEADLOCK, 0), 1);
    assert_null(noc_wait_graph_read(&waits, &rig->topology, rig_state_word, rig));
    assert_int_equal(noc_wait_graph_cycle(&waits, entry), 4);
    EXPECT(rig, 1, 0, "1/0/0 4 2:2 0/0/0+0 has header tail");
    EXPECT(rig, 1, 1, "ni/0/0 4 2:3 0/0/0+0 asks header tail");
    assert_int_equal(noc_wait_graph_source(&waits, entry[0].row), NOC_ANYWHERE);
    noc_wait_graph_free(&waits);
    rig_free(rig);
}

/* --- nonsense --------------------------------------------------------------------------- */

struct nonsense {
    struct rig *rig;
    uint32_t node, offset, value;
    struct nonsense *more;
};

static uint32_t nonsense_word(void *opaque, uint32_t node, uint32_t offset)
{
    struct nonsense *n = opaque;

    if (node == n->node && offset == n->offset) {
        return n->value;
    }
    return n->more ? nonsense_word(n->more, node, offset) : state_of(n->rig, node, offset);
}

/* Blocks that make no sense are refused, and never lead anywhere outside. */
TEST(nonsense_is_refused)
{
    struct rig *rig = rig_of("utorus:4", &rig_ring, 1, NOC_CONSUME_VC, 1);
    struct nonsense n = {.rig = rig, .node = 2};
    struct noc_wait_graph_entry entry[512];
    struct noc_wait_graph waits;
    uint32_t seed = 77, refused = 0;

    for (uint32_t node = 0; node < 4; node++) {
        send(rig, node, (node + 2) % 4, LONG);
    }
    run_to(rig, 100);
    n.offset = STATE_ROWS;
    n.value = STATE_ROWS_MAX + 1;
    assert_non_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    assert_int_equal(waits.wrong, 2);
    n.offset = STATE_IN;
    n.value = 7;
    assert_non_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    n.value = 0; /* port 0 sends, nothing arrives there */
    assert_non_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    n.offset = STATE_OUT;
    n.value = 1;
    assert_non_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    for (uint32_t i = 0; i < 20000; i++) {
        n.node = rig_random(&seed) & 3;
        n.offset = (rig_random(&seed) & 63) * 4;
        n.value = rig_random(&seed) >> (i & 31);
        if (noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n)) {
            refused++;
            continue;
        }
        assert_true(waits.rows < 512);
        while (noc_wait_graph_cycle(&waits, entry)) {
        }
        noc_wait_graph_free(&waits);
    }
    assert_in_range(refused, 100, 19900);
    n.node = 9; /* a node that was not read has no rows */
    assert_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    noc_wait_graph_free(&waits);
    rig_free(rig);
}

/* Whoever asks for its context waits for that alone, though the channel it has lacks a credit. */
TEST(a_worm_that_asks_waits_for_that_alone)
{
    const uint32_t list[] = {noc_header(NOC_HEADER_ADDRESS, 1, 0),
                             noc_header(NOC_HEADER_ADDRESS, 2, 0),
                             noc_header(NOC_HEADER_LAST, 2, 0)};
    struct rig *rig = rig_of("utorus:4", rig_routing("utpr"), 1, NOC_CONSUME_ONE, 1);
    struct nonsense next = {.rig = rig, .node = 2, .offset = STATE_WORM, .value = 1u << 31};
    struct nonsense n = {.node = 1, .offset = STATE_OUT, .more = &next};
    struct noc_wait_graph waits;

    memcpy(rig_word(rig, 0, SLOT), list, sizeof(list));
    send(rig, 3, 1, LONG);
    run_to(rig, 4);
    start_headers(rig, 0, SLOT, 3, w0(NOC_WORM_MESSAGE, 0, LONG, 0), 0, BODY);
    run_to(rig, 40);
    EXPECT(rig, 1, 0, "1/0/0 2 1:2 0/0/0+2 has asks-context 0 header");
    n.value = row_word(rig, 1, 0, STATE_OUT) & 0xffffff; /* no credit */
    assert_null(noc_wait_graph_read(&waits, &rig->topology, nonsense_word, &n));
    assert_int_equal(waits.row[waits.first[1]].row, 0);
    assert_int_equal(waits.row[waits.first[1]].channel, 0);
    assert_int_equal(waits.row[waits.first[1]].context, 1);
    noc_wait_graph_free(&waits);
    rig_free(rig);
}

/* --- the interface ------------------------------------------------------------------------ */

TEST(the_interface_shows_its_queues)
{
    struct rig *rig = rig_of("torus:4x4", NULL, 1, NOC_CONSUME_VC, 1);

    assert_int_equal(state_of(rig, 7, STATE_PENDING), rd(rig, 7, NI_PENDING));
    give_slots(rig, 7, 0, 3, 8, SLOT);
    give_slots(rig, 7, 3, 16, 8, SLOT + 0x800);
    give_slots(rig, 7, 5, 2, 8, SLOT + 0x1000);
    assert_int_equal(state_of(rig, 7, STATE_FREE0), 3 | 16u << 24);
    assert_int_equal(state_of(rig, 7, STATE_FREE1), 2u << 8);
    wr(rig, 7, NI_WINDOW_INDEX, 2);
    wr(rig, 7, NI_WINDOW_OPEN, 1);
    wr(rig, 7, NI_WINDOW_INDEX, 6);
    wr(rig, 7, NI_WINDOW_OPEN, 1);
    start(rig, 1, 7, w0(NOC_WORM_MESSAGE, 0, 1, 0), 0, BODY);
    start(rig, 1, 7, w0(NOC_WORM_MESSAGE, 0, 1, 1), 0, BODY);
    start(rig, 1, 7, w0(NOC_WORM_MESSAGE, 5, 1, 2), 0, BODY);
    start(rig, 1, 7, w0(NOC_WORM_MESSAGE, 6, 1, 3), 0, BODY); /* no slot */
    start(rig, 2, 7, w0(NOC_WORM_MESSAGE, 6, 1, 3), 0, BODY);
    start(rig, 1, 7, w0(NOC_WORM_BODY, 6, 0, 15), 0, 0);
    send_signal(rig, 1, 7, 9);
    assert_int_equal(state_of(rig, 1, STATE_STARTING), 6);
    assert_int_equal(state_of(rig, 1, STATE_TX_BUSY), 0x800f);
    assert_int_equal(state_of(rig, 2, STATE_STARTING), 1);
    assert_int_equal(state_of(rig, 7, STATE_WINDOWS), 0x44);
    run_to(rig, 200);
    assert_int_equal(state_of(rig, 1, STATE_STARTING), 0);
    assert_int_equal(state_of(rig, 7, STATE_QUEUED0), 2);
    assert_int_equal(state_of(rig, 7, STATE_QUEUED1), 1u << 8);
    assert_int_equal(state_of(rig, 7, STATE_FREE0), 1 | 16u << 24);
    assert_int_equal(state_of(rig, 7, STATE_FREE1), 1u << 8);
    assert_int_equal(state_of(rig, 7, STATE_DISCARDS), 2);
    assert_int_equal(state_of(rig, 7, STATE_WINDOWS), 0x4004);
    assert_int_equal(state_of(rig, 7, STATE_PENDING), rd(rig, 7, NI_PENDING));
    assert_int_equal(state_of(rig, 7, 0x34), 0); /* nothing there */
    assert_int_equal(state_of(rig, 7, STATE_QUEUED0 + 1), 0);
    noc_board_reset(rig->board);
    assert_int_equal(state_of(rig, 7, STATE_QUEUED0), 0);
    send_signal(rig, 1, 7, 9);
    noc_board_reset(rig->board);
    assert_int_equal(state_of(rig, 1, STATE_STARTING), 0);
    rig_free(rig);
}
