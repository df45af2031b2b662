/* SPDX-License-Identifier: BSD-2-Clause */
/* Sending: verdicts, the start-up pipeline to the cycle, signals. */
#include "test.h"
#include "board_rig.h"

enum { A = 1, B = 7 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;

/* A refused worm changes TX_STATUS alone: nothing starts. */
static void refuse(struct rig *rig, uint32_t addr, uint32_t word0, uint32_t header,
                   uint32_t verdict)
{
    uint32_t busy = rd(rig, A, NI_TX_BUSY), out = counter(rig, A, CNT_OUT);
    uint64_t next = noc_board_next(rig->board);

    wr(rig, A, NI_TX_ADDR, addr);
    wr(rig, A, NI_TX_W0, word0);
    wr(rig, A, NI_TX_DEST, header);
    assert_int_equal(rd(rig, A, NI_TX_STATUS), verdict);
    assert_int_equal(rd(rig, A, NI_TX_BUSY), busy);
    assert_int_equal(counter(rig, A, CNT_OUT), out);
    assert_true(noc_board_next(rig->board) == next);
}

TEST(headers_are_checked)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t ok = w0(NOC_WORM_MESSAGE, 0, 1, 0);
    unsigned kind;

    for (kind = 0; kind < 16; kind++) {
        if (kind != NOC_HEADER_LAST) {
            refuse(rig, BODY, ok, noc_header(kind, B, 0), NOC_TX_BAD_HEADER);
        }
    }
    refuse(rig, BODY, ok, noc_header(NOC_HEADER_LAST, B, 1), NOC_TX_BAD_HEADER);
    refuse(rig, BODY, ok, noc_header(NOC_HEADER_LAST, 16, 0), NOC_TX_BAD_NODE);
    refuse(rig, BODY, ok, noc_header(NOC_HEADER_LAST, 16383, 0), NOC_TX_BAD_NODE);
    refuse(rig, BODY, ok, noc_header(NOC_HEADER_LAST, A, 0), NOC_TX_BAD_NODE);
    rig_free(rig);
}

TEST(types_and_channels_are_checked)
{
    struct rig *rig = rig_new("torus:4x4", 16, "board");
    unsigned type, channel, quiet, entry = 0;

    for (type = 0; type < 16; type++) {
        for (channel = 0; channel < 8; channel++) {
            for (quiet = 0; quiet < 2; quiet++) {
                bool good = type == NOC_WORM_BODY ||
                            ((type == NOC_WORM_MESSAGE || type == NOC_WORM_RESEND) && channel != 1);
                uint32_t word0 = w0(type, channel, 0, entry) | NOC_PUT(quiet, NI_TX_W0, QUIET);

                if (good) {
                    assert_int_equal(start(rig, A, B, word0, 0, 0), NOC_TX_OK);
                    run_out(rig, 100);
                    entry = (entry + 1) % 16;
                } else {
                    refuse(rig, BODY, word0 | 1, noc_header(NOC_HEADER_LAST, B, 0),
                           NOC_TX_BAD_TYPE);
                }
            }
        }
    }
    rig_free(rig);
}

TEST(addresses_are_checked)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t one = w0(NOC_WORM_MESSAGE, 0, 1, 0), header = noc_header(NOC_HEADER_LAST, B, 0);
    uint32_t end = NOC_RAM_BASE + RIG_RAM;

    refuse(rig, BODY + 1, one, header, NOC_TX_BAD_ADDRESS);
    refuse(rig, BODY + 2, one, header, NOC_TX_BAD_ADDRESS);
    refuse(rig, end, one, header, NOC_TX_BAD_ADDRESS);
    refuse(rig, NOC_RAM_BASE - 4, one, header, NOC_TX_BAD_ADDRESS);
    refuse(rig, end - 4, w0(NOC_WORM_MESSAGE, 0, 2, 0), header, NOC_TX_BAD_ADDRESS);
    refuse(rig, NOC_RAM_BASE, w0(NOC_WORM_MESSAGE, 0, RIG_RAM / 4 + 1, 0), header,
           NOC_TX_BAD_ADDRESS);
    refuse(rig, NOC_RAM_BASE, w0(NOC_WORM_MESSAGE, 0, NOC_LENGTH_MAX, 0), header,
           NOC_TX_BAD_ADDRESS);
    refuse(rig, NOC_IMAGE_BASE + 4 * RIG_IMAGE_WORDS, one, header, NOC_TX_BAD_ADDRESS);
    refuse(rig, 0, one, header, NOC_TX_BAD_ADDRESS);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, 1), 0, end - 4), NOC_TX_OK);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 2, 2), 0, NOC_IMAGE_BASE + 8),
                     NOC_TX_OK);
    /* No body: the address does not matter. */
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, 3), 0, 3), NOC_TX_OK);
    rig_free(rig);
}

enum { LIST = 0x4000 }; /* offset in A's RAM */

static void write_list(struct rig *rig, uint32_t addr, uint32_t flits)
{
    wr(rig, A, NI_TX_LIST_ADDR, addr);
    wr(rig, A, NI_TX_LIST_FLITS, flits);
}

/* As refuse(), of a list: which is gone then. */
static void refuse_list(struct rig *rig, uint32_t addr, uint32_t flits, uint32_t body,
                        uint32_t word0, uint32_t verdict)
{
    write_list(rig, addr, flits);
    refuse(rig, body, word0, noc_header(NOC_HEADER_LAST, B, 0), verdict);
    assert_int_equal(rd(rig, A, NI_TX_LIST_FLITS), 0);
    assert_int_equal(rd(rig, A, NI_TX_LIST_ADDR), addr);
}

TEST(lists_are_checked)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t three = w0(NOC_WORM_MESSAGE, 0, 3, 0), end = NOC_RAM_BASE + RIG_RAM;
    uint32_t list = NOC_RAM_BASE + LIST;

    refuse_list(rig, list, 4, BODY, three, NOC_TX_BAD_ADDRESS); /* longer than LENGTH */
    refuse_list(rig, list, 0x80000000, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list, 1, BODY, w0(NOC_WORM_MESSAGE, 0, 0, 0), NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list + 1, 1, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list + 2, 3, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, end - 4, 2, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, 0, 1, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, NOC_IMAGE_BASE + 4 * RIG_IMAGE_WORDS - 4, 2, BODY, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list, 1, BODY + 2, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list, 1, end - 4, three, NOC_TX_BAD_ADDRESS);
    refuse_list(rig, list, 1, BODY, w0(NOC_WORM_SIGNAL, 0, 3, 0), NOC_TX_BAD_TYPE);
    /* The rest alone must be there, and the list alone may be. */
    write_list(rig, list, 2);
    assert_int_equal(start(rig, A, B, three, 0, end - 4), NOC_TX_OK);
    assert_int_equal(rd(rig, A, NI_TX_LIST_FLITS), 0);
    write_list(rig, end - 12, 3);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 1), 0, 3), NOC_TX_OK);
    write_list(rig, list, 3);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 1), 0, 3), NOC_TX_BUSY_ENTRY);
    assert_int_equal(rd(rig, A, NI_TX_LIST_FLITS), 0);
    /* Without flits there is no list: its address does not matter. */
    write_list(rig, 3, 0);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 3, 2), 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

/* A body of 6 flits with every length of the list, gathered at the doorbell. */
TEST(a_list_precedes_the_rest)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t list, i;

    give_slots(rig, B, 0, 8, 6, SLOT);
    for (list = 0; list <= 6; list++) {
        for (i = 0; i < 6; i++) {
            *rig_word(rig, A, NOC_RAM_BASE + LIST + 4 * i) = 0x11570000 + i;
            *rig_word(rig, A, BODY + 4 * i) = 0xb0d00000 + i;
        }
        write_list(rig, NOC_RAM_BASE + LIST, list);
        assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 6, list), list, BODY), NOC_TX_OK);
        for (i = 0; i < 6; i++) {
            *rig_word(rig, A, NOC_RAM_BASE + LIST + 4 * i) = *rig_word(rig, A, BODY + 4 * i) = 0;
        }
        run_out(rig, 100);
        assert_int_equal(rd(rig, B, NI_RX_W0), w0(NOC_WORM_MESSAGE, 0, 6, list));
        for (i = 0; i < 6; i++) {
            assert_int_equal(*rig_word(rig, B, SLOT + 24 * list + 4 * i),
                             i < list ? 0x11570000 + i : 0xb0d00000 + i - list);
        }
        wr(rig, B, NI_RX_POP, 0);
    }
    rig_free(rig);
}

TEST(entries_are_busy_until_the_last_flit_left)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t header = noc_header(NOC_HEADER_LAST, B, 0);
    uint64_t t, tail;

    run_to(rig, 100);
    /* Given from 108 on, one flit a cycle: 5 + 4 flits of worm 9, then worm 2. */
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 5, 9), 0, BODY), NOC_TX_OK);
    refuse(rig, BODY, w0(NOC_WORM_MESSAGE, 0, 5, 9), header, NOC_TX_BUSY_ENTRY);
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_BODY, 0, 2, 2), 0, BODY), NOC_TX_OK);
    refuse(rig, BODY, w0(NOC_WORM_MESSAGE, 0, 5, 2), header, NOC_TX_BUSY_ENTRY);
    tail = 108 + 9 - 1;
    for (t = 101; t < 130; t++) {
        run_to(rig, t);
        assert_int_equal(rd(rig, A, NI_TX_BUSY),
                         (t <= tail ? 1u << 9 : 0) | (t <= tail + 6 ? 1u << 2 : 0));
    }
    assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 5, 9), 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

/* How many of node 0's channels have carried `flits` or more. */
static uint32_t busy_links(struct rig *rig, uint32_t flits)
{
    uint32_t row, n = 0;

    for (row = 0; row < counter(rig, 0, CNT_ROWS); row++) {
        n += counter(rig, 0, CNT_LINKS + 12 * row) >= flits;
    }
    return n;
}

/*
 * Bodies of 100 flits from node 0, started in one cycle: to[0..links-1] over
 * different first links, to[links] over the first of these once more.
 */
static void check_fan(const char *topology, uint32_t ports, const uint32_t *to, uint32_t links)
{
    enum { BODY_FLITS = 100, T = 50 };
    struct rig *rig = rig_new(topology, ports, "board");
    uint64_t give = T + 8, whole[8];
    uint32_t i, flits, first = 0, header[NOC_TURNS_MAX + 1];

    run_to(rig, T);
    for (i = 0; i <= links; i++) {
        flits = noc_route_headers(&rig->topology, rig->config.net.routing, 0, to[i], header) + 3 +
                BODY_FLITS;
        first = i ? first : flits;
        if (ports == 0 && i == links) {
            give += first; /* all the others go side by side */
        }
        whole[i] = give + hops(rig, 0, to[i]) + flits + 1;
        if (ports == 1) {
            give += flits;
        }
        give_slots(rig, to[i], 0, 2, BODY_FLITS, SLOT);
        assert_int_equal(start(rig, 0, to[i], w0(NOC_WORM_MESSAGE, 0, BODY_FLITS, i), i, BODY),
                         NOC_TX_OK);
    }
    run_to(rig, T + 8 + 60);
    assert_int_equal(busy_links(rig, 50), ports == 0 ? links : 1);
    run_out(rig, 10000);
    for (i = 0; i <= links; i++) {
        while (rd(rig, to[i], NI_RX_W1) >> 16 != i) { /* to[links] may be among the others */
            wr(rig, to[i], NI_RX_POP, 0);
        }
        assert_true(rd64(rig, to[i], NI_RX_TIME_LO) == whole[i]);
    }
    rig_free(rig);
}

TEST(a_node_sends_over_all_its_links_at_once)
{
    static const char grid[] = "grid:torus 4x4\naux left 7 right 4\n";
    static const char graph[] = "graph:0 1\n0 2\n0 3\n0 4\n0 5\n5 6\n";
    uint32_t ports;

    for (ports = 0; ports <= 1; ports++) {
        check_fan("cube:4", ports, (uint32_t[]){8, 1, 4, 2, 9}, 4);
        check_fan("mesh:3x3", ports, (uint32_t[]){1, 3, 2}, 2);
        check_fan(grid, ports, (uint32_t[]){1, 4, 3}, 2);
        check_fan(graph, ports, (uint32_t[]){5, 1, 2, 3, 4, 6}, 5);
    }
}

/* All neighbours send to node 0 at once: at all ports each has a link's rate. */
TEST(a_node_receives_over_all_its_links_at_once)
{
    enum { BODY_FLITS = 100 };
    struct rig *rig = rig_new("cube:4", 0, "board");
    uint32_t i;

    give_slots(rig, 0, 0, 4, BODY_FLITS, SLOT);
    for (i = 0; i < 4; i++) {
        assert_int_equal(start(rig, 1u << i, 0, w0(NOC_WORM_MESSAGE, 0, BODY_FLITS, 0), i, BODY),
                         NOC_TX_OK);
    }
    run_out(rig, 10000);
    for (i = 0; i < 4; i++) {
        assert_true(rd64(rig, 0, NI_RX_TIME_LO) == whole_at(rig, 8, 1, 0, BODY_FLITS));
        wr(rig, 0, NI_RX_POP, 0);
    }
    rig_free(rig);
}

TEST(all_sixteen_entries_work)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned e;

    for (e = 0; e < NOC_TX_ENTRIES; e++) {
        assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, e), 0, 0), NOC_TX_OK);
        assert_int_equal(rd(rig, A, NI_TX_BUSY), (2u << e) - 1);
    }
    for (e = 0; e < NOC_TX_ENTRIES; e++) {
        assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 0, e), 0, 0), NOC_TX_BUSY_ENTRY);
    }
    run_out(rig, 200);
    assert_int_equal(rd(rig, A, NI_TX_BUSY), 0);
    rig_free(rig);
}

/* The body is what it was at the doorbell; W1's source is the NI's. */
TEST(the_worm_carries_what_was_written)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i;

    give_slots(rig, B, 3, 1, 8, SLOT);
    for (i = 0; i < 8; i++) {
        *rig_word(rig, A, BODY + 4 * i) = 0xb0d00000 + i;
    }
    wr(rig, A, NI_TX_ADDR, BODY);
    wr(rig, A, NI_TX_W0, w0(NOC_WORM_MESSAGE, 3, 7, 6));
    wr(rig, A, NI_TX_W1, 0xbeefffff); /* a forged source, reserved bits */
    wr(rig, A, NI_TX_W2, 0xdeadbeef);
    wr(rig, A, NI_TX_DEST, noc_header(NOC_HEADER_LAST, B, 0));
    assert_int_equal(rd(rig, A, NI_TX_STATUS), NOC_TX_OK);
    for (i = 0; i < 8; i++) {
        *rig_word(rig, A, BODY + 4 * i) = 0;
    }
    run_out(rig, 100);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W0, 3)), w0(NOC_WORM_MESSAGE, 3, 7, 6));
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W1, 3)), 0xbeef0000 | A);
    assert_int_equal(rd(rig, B, queue_reg(NI_RX_W2, 3)), 0xdeadbeef);
    for (i = 0; i < 7; i++) {
        assert_int_equal(*rig_word(rig, B, SLOT + 4 * i), 0xb0d00000 + i);
    }
    assert_int_equal(*rig_word(rig, B, SLOT + 28), 0);
    assert_int_equal(rd(rig, A, NI_TX_W1), 0xbeefffff); /* all four keep */
    assert_int_equal(rd(rig, A, NI_TX_ADDR), BODY);
    rig_free(rig);
}

static uint64_t arrival(struct rig *rig, uint32_t node)
{
    uint64_t t = rd64(rig, node, NI_RX_TIME_LO);

    assert_int_not_equal(rd(rig, node, NI_RX_W0), 0);
    wr(rig, node, NI_RX_POP, 0);
    return t;
}

/* 4.1: s = max(t, the previous start-up's end) + TAU_S; given from s + 8 on. */
TEST(startups_are_one_after_the_other)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t end = 0;
    static const uint32_t when[] = {10, 11, 12, 100, 500, 501}, tau[] = {0, 50, 50, 50, 7, 0};
    uint64_t expect[6];
    unsigned i;

    give_slots(rig, B, 0, 6, 4, SLOT);
    for (i = 0; i < 6; i++) {
        run_to(rig, when[i]);
        wr(rig, A, NI_TAU_S, tau[i]);
        assert_int_equal(start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, i), 0, BODY), NOC_TX_OK);
        end = (end > when[i] ? end : when[i]) + tau[i];
        /* 501: its start-up ends with the one before: behind it in the context */
        expect[i] = whole_at(rig, end + 8 + (i == 5 ? 5 : 0), A, B, 1);
    }
    run_out(rig, 1000);
    for (i = 0; i < 6; i++) {
        assert_int_equal(arrival(rig, B), expect[i]);
    }
    assert_int_equal(counter(rig, A, CNT_STARTUP), 157);
    rig_free(rig);
}

/* Every pair on a torus, every length up to 9: given at t + 8, whole at
 * t + 8 + H + F + 1. */
TEST(lone_worms_take_the_cycles_of_the_formula)
{
    struct rig *rig = rig_new("torus:4x3", 1, "board");
    uint32_t from, to, body = 0;

    for (from = 0; from < 12; from++) {
        for (to = 0; to < 12; to++) {
            uint64_t t = rig_now(rig);

            if (from == to) {
                continue;
            }
            give_slots(rig, to, 0, 1, 9, SLOT);
            assert_int_equal(start(rig, from, to, w0(NOC_WORM_MESSAGE, 0, body, 0), 0, BODY),
                             NOC_TX_OK);
            run_out(rig, 100);
            assert_int_equal(arrival(rig, to), whole_at(rig, t + 8, from, to, body));
            body = (body + 1) % 10;
        }
    }
    rig_free(rig);
}

/* A signal overtakes a worm whose start-up lasts. */
TEST(signals_do_not_wait_for_tau_s)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t seen;

    give_slots(rig, B, 0, 1, 4, SLOT);
    wr(rig, A, NI_TAU_S, 1000);
    start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, 1, 0), 0, BODY);
    run_to(rig, 3);
    send_signal(rig, A, B, noc_signal(NOC_SIGNAL_PULL, 2));
    seen = whole_at(rig, 3 + 8, A, B, 0);
    run_to(rig, seen);
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 0);
    run_to(rig, seen + 1);
    assert_int_equal(rd(rig, B, NI_SIGNAL_HEAD), 1u << 31 | 10u << 16 | A);
    assert_int_equal(rd(rig, B, NI_RX_W0), 0);
    rig_free(rig);
}

/* docs/board.md, 4.1: a word that changes while bit ENTRY is 1 is undefined, all others are sent; of a
 * body of two parts, too. */
TEST(a_body_that_changes_too_early_is_undefined)
{
    const uint32_t list = BODY + 0x100, flits = 6, slot = NOC_RAM_BASE + 0x8000;

    for (unsigned early = 0; early < 2; early++) {
        struct rig *rig = rig_new("torus:4x4", 1, "board");

        rig->config.scrambles = true;
        rig_rebuild(rig);
        give_slots(rig, B, 0, 1, flits, slot);
        for (uint32_t i = 0; i < flits; i++) {
            *rig_word(rig, A, (i < 2 ? list : BODY - 8) + 4 * i) = 100 + i;
        }
        wr(rig, A, NI_TX_LIST_ADDR, list);
        wr(rig, A, NI_TX_LIST_FLITS, 2);
        start(rig, A, B, w0(NOC_WORM_MESSAGE, 0, flits, 0), 0, BODY);
        run_to(rig, 8 + 3 + flits); /* the last flit leaves in this cycle */
        assert_int_equal(rd(rig, A, NI_TX_BUSY), 1);
        run_to(rig, 8 + 3 + flits + !early);
        *rig_word(rig, A, list + 4) = 1;
        *rig_word(rig, A, BODY) = 2;
        run_out(rig, 100);
        for (uint32_t i = 0; i < flits; i++) {
            uint32_t word = *rig_word(rig, B, slot + 4 * i);

            assert_int_equal(word == 100 + i, !early || i == 0 || i > 2);
            assert_true(word != 1 && word != 2);
        }
        rig_free(rig);
    }
}

TEST(signals_merge_until_they_have_left)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t number = noc_signal(NOC_SIGNAL_PULL, 0);
    uint64_t t;

    /* Started at 0, given 8 to 11: the tail leaves in 11. */
    for (t = 0; t <= 11; t++) {
        run_to(rig, t);
        send_signal(rig, A, B, number);
        assert_int_equal(counter(rig, A, CNT_SIGNALS), 1);
    }
    send_signal(rig, A, B, number + 1); /* another number, another node: not merged */
    send_signal(rig, A, B + 1, number);
    assert_int_equal(counter(rig, A, CNT_SIGNALS), 3);
    run_to(rig, 12);
    send_signal(rig, A, B, number);
    assert_int_equal(counter(rig, A, CNT_SIGNALS), 4);
    assert_int_equal(counter(rig, A, CNT_OUT), 4);
    rig_free(rig);
}

TEST(signals_to_nobody_do_nothing)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    send_signal(rig, A, A, 0);
    send_signal(rig, A, 16, 0);
    send_signal(rig, A, 16383, 31);
    assert_int_equal(counter(rig, A, CNT_OUT), 0);
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

/* Whether B has signal `number` of A. */
static bool has_signal(struct rig *rig, uint32_t number)
{
    wr(rig, B, NI_SIGNAL_SELECT, number << 16 | A);
    return NOC_GET(rd(rig, B, NI_PENDING), NI_PENDING, SELECT);
}

/* A signal, and behind it another one, to a node to which others send, too, beside worms of the same NI. */
static void send_in_order(struct rig *rig, uint32_t *seed)
{
    uint32_t first = rig_random(seed) >> 8 & 31, second = (first + 1 + (*seed >> 16 & 15)) & 31, i;

    for (i = 0; i < 6; i++) {
        const uint32_t from = i < 2 ? A : rig_random(seed) >> 8 & 15,
                       to = rig_random(seed) >> 8 & 15;

        if (from != to) {
            (void)start(rig, from, to, w0(NOC_WORM_MESSAGE, 0, *seed >> 16 & 31, i), 0, BODY);
        }
    }
    run_to(rig, rig_now(rig) + (rig_random(seed) >> 8 & 31));
    send_signal(rig, A, B, first);
    run_to(rig, rig_now(rig) + 2);
    send_signal(rig, A, B, second);
    while (noc_board_next(rig->board) != NOC_NEVER) {
        assert_true(has_signal(rig, first) || !has_signal(rig, second));
        noc_board_run(rig->board, noc_board_next(rig->board) + 1);
    }
    assert_true(has_signal(rig, second));
    wr(rig, B, NI_SIGNAL_POP, first << 16 | A);
    wr(rig, B, NI_SIGNAL_POP, second << 16 | A);
}

TEST(signals_to_a_node_keep_their_order)
{
    uint32_t ports, i, seed = 1;

    for (ports = 0; ports < 4; ports++) { /* 0: a context for each link */
        struct rig *rig = rig_new("torus:4x4", ports, "board");

        for (i = 0; i < 2000; i++) {
            send_in_order(rig, &seed);
        }
        rig_free(rig);
    }
}

/* Whatever merges: what is sent after the last pop is there in the end. */
TEST(signals_are_never_lost)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t seed = 12345, sent[32] = {0}, popped[32] = {0}, i, number, checked = 0;

    for (i = 1; i < 50000; i++) {
        uint32_t x = rig_random(&seed);

        number = x >> 8 & 31;
        run_to(rig, rig_now(rig) + (x & 3));
        if (x & 0x10) {
            send_signal(rig, A, B, number);
            sent[number] = i;
        } else if (x & 0x20) {
            wr(rig, B, NI_SIGNAL_POP, number << 16 | A);
            popped[number] = i;
        } else if (!(x & 0x1f0000)) {
            run_out(rig, 1000);
            for (number = 0; number < 32; number++) {
                if (sent[number] > popped[number]) {
                    assert_true(has_signal(rig, number));
                    checked++;
                }
            }
        }
    }
    assert_true(checked > 1000);
    assert_true(counter(rig, A, CNT_SIGNALS) < 25000); /* some have merged */
    rig_free(rig);
}
