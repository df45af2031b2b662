/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms with several destinations at the NI (docs/board.md, 4.1 and 4.2): what is refused, when
 * each destination has its copy, and that each is on its own from there on.
 */
#include "test.h"
#include "board_rig.h"
#include "routing/hcycle.h"

enum { MAX = 64, FLITS = 6 }; /* destinations; of most bodies */
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;
static const uint32_t HEADERS = NOC_RAM_BASE + 0x4000;

static struct rig *rig_for(const char *topology, const char *routing, uint32_t ports,
                           const char *preset)
{
    return rig_new_routed(topology, rig_routing(routing), ports, preset);
}

static uint32_t address(uint32_t node)
{
    return noc_header(NOC_HEADER_ADDRESS, node, 0);
}

static uint32_t last(uint32_t node)
{
    return noc_header(NOC_HEADER_LAST, node, 0);
}

static uint32_t coded(uint32_t node, uint32_t field)
{
    return noc_header(NOC_HEADER_CODED, node, field);
}

static uint32_t count(uint32_t flits)
{
    return noc_header(NOC_HEADER_COUNT, 0, flits);
}

static void write_headers(struct rig *rig, uint32_t node, const uint32_t *header, uint32_t n)
{
    memcpy(rig_word(rig, node, HEADERS), header, 4 * n);
}

/* The node `links` further on the circuit. */
static uint32_t further(const struct rig *rig, uint32_t node, uint32_t links)
{
    const struct noc_topology *t = &rig->topology;

    return noc_hcycle_node(t, (noc_hcycle_label(t, node) + links) % t->nodes);
}

/* ADDRESS flits and LAST for to[0..m-1]; returns how many. */
static uint32_t header_for(const uint32_t *to, uint32_t m, uint32_t *header)
{
    for (uint32_t i = 0; i < m; i++) {
        header[i] = address(to[i]);
    }
    header[m] = last(to[m - 1]);
    return m + 1;
}

/* Links to each destination of a worm, by libnoc. */
static void visits(struct rig *rig, uint32_t from, const uint32_t *header, uint32_t n,
                   struct noc_visit *visit, uint32_t m)
{
    struct noc_channel path[4 * MAX];
    uint32_t found = 0;

    assert_true(noc_route_path_many(&rig->topology, rig->config.net.routing, from, header, n, path,
                                    4 * MAX, visit, m, &found) > 0);
    assert_int_equal(found, m);
}

/* --- verdicts ------------------------------------------------------------------------- */

/* A refused worm changes TX_STATUS, and TX_LIST_FLITS to 0, and nothing else. */
static void refuse_at(struct rig *rig, uint32_t from, uint32_t addr, uint32_t n, uint32_t word0,
                      uint32_t body, uint32_t verdict)
{
    uint32_t busy = rd(rig, from, NI_TX_BUSY), out = counter(rig, from, CNT_OUT);
    uint32_t startup = counter(rig, from, CNT_STARTUP);
    uint64_t told = rig_now(rig) + n + 1;
    bool rests = noc_board_next(rig->board) == NOC_NEVER;

    wr(rig, from, NI_TX_LIST_FLITS, 0);
    assert_int_equal(start_headers(rig, from, addr, n, word0, 0, body), verdict);
    if (rd(rig, from, NI_TX_STATUS) == NOC_TX_CHECKING) {
        run_to(rig, told);
    }
    assert_int_equal(rd(rig, from, NI_TX_STATUS), verdict);
    wr(rig, from, NI_TX_LIST_FLITS, 1);
    wr(rig, from, NI_TX_LIST_ADDR, BODY);
    told = rig_now(rig) + n + 1;
    wr(rig, from, NI_TX_HEADERS, n); /* with a list, too */
    assert_int_equal(rd(rig, from, NI_TX_LIST_FLITS), 0);
    if (rd(rig, from, NI_TX_STATUS) == NOC_TX_CHECKING) {
        run_to(rig, told);
    }
    assert_int_not_equal(rd(rig, from, NI_TX_STATUS), NOC_TX_OK);
    assert_int_equal(rd(rig, from, NI_TX_HEADERS_ADDR), addr);
    assert_int_equal(rd(rig, from, NI_TX_BUSY), busy);
    assert_int_equal(counter(rig, from, CNT_OUT), out);
    assert_int_equal(counter(rig, from, CNT_STARTUP), startup);
    assert_true(!rests || noc_board_next(rig->board) == NOC_NEVER);
}

static void refuse(struct rig *rig, uint32_t from, const uint32_t *header, uint32_t n,
                   uint32_t verdict)
{
    write_headers(rig, from, header, n);
    refuse_at(rig, from, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, 1, 0), BODY, verdict);
}

#define LIST(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4

TEST(lists_are_checked_flit_by_flit)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");

    for (uint32_t a = 0; a < 16; a += 5) {
        uint32_t u = further(rig, a, 3), v = further(rig, a, 9), z = further(rig, a, 15);
        static const uint32_t kinds[] = {0, 3, 4, 5, 6, 15};

        for (unsigned k = 0; k < 6; k++) { /* none of the routing's, or out of place */
            uint32_t second = noc_header(kinds[k] == NOC_HEADER_COUNT ? 7 : kinds[k], 0, 0);

            refuse(rig, a, LIST(noc_header(kinds[k], u, 0)), NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(noc_header(kinds[k], u, 0), last(u)), NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(address(u), second, last(u)), NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(address(u), second), NOC_TX_BAD_HEADER);
        }
        refuse(rig, a, LIST(address(u)), NOC_TX_BAD_LIST); /* no duplicate */
        refuse(rig, a, LIST(address(u), address(v)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(u), last(v)), NOC_TX_BAD_LIST); /* of another */
        refuse(rig, a, LIST(address(u), address(v), last(u)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(u), address(v), last(z)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(16), last(16)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(address(u), address(16383), last(16383)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(address(u), last(16)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(last(16)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(address(a), address(u), last(u)), NOC_TX_BAD_NODE); /* the sender */
        refuse(rig, a, LIST(address(u), address(a), last(a)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(last(a)), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(address(v), address(u), last(u)), NOC_TX_BAD_LIST); /* order */
        refuse(rig, a, LIST(address(u), address(z), address(v), last(v)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(u), address(u), last(u)), NOC_TX_BAD_LIST); /* twice */
        refuse(rig, a, LIST(address(u), address(v), address(u), last(u)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(u), last(u), last(u)), NOC_TX_BAD_LIST); /* more behind */
        refuse(rig, a, LIST(last(u), last(u)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(last(u), address(v), last(v)), NOC_TX_BAD_LIST);
        /* The first that is wrong decides. */
        refuse(rig, a, LIST(address(16), address(u), 0), NOC_TX_BAD_NODE);
        refuse(rig, a, LIST(address(v), address(u), address(16)), NOC_TX_BAD_LIST);
        refuse(rig, a, LIST(address(v), 0, address(u), address(16)), NOC_TX_BAD_HEADER);
    }
    rig_free(rig);
}

TEST(counts_are_checked)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, u = further(rig, a, 1), v = further(rig, a, 12);

    refuse(rig, a, LIST(address(u), count(3), 7, last(u)), NOC_TX_BAD_LIST); /* overruns */
    refuse(rig, a, LIST(address(u), count(2), 7, last(u)), NOC_TX_BAD_LIST); /* nothing behind */
    refuse(rig, a, LIST(address(u), count(16383), 7, last(u)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(0)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(1)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(0) | 1 << NOC_HEADER_NODE_SHIFT, last(u)),
           NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(1), 7, count(1), 7, last(u)), NOC_TX_BAD_HEADER);
    refuse(rig, a, LIST(address(u), count(1), 7, address(v), count(9), last(v)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(1), address(v), last(v)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(count(1), 7, address(u), last(u)), NOC_TX_BAD_HEADER);
    rig_free(rig);
}

TEST(numbers_and_addresses_are_checked)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, one = w0(NOC_WORM_MESSAGE, 0, 1, 0), end = NOC_RAM_BASE + RIG_RAM;
    uint32_t header[3], to[] = {further(rig, a, 2), further(rig, a, 3)}, n;

    n = header_for(to, 2, header);
    write_headers(rig, a, header, n);
    refuse_at(rig, a, HEADERS, 0, one, BODY, NOC_TX_BAD_LIST);
    refuse_at(rig, a, HEADERS, NOC_HEADERS_MAX + 1, one, BODY, NOC_TX_BAD_LIST);
    refuse_at(rig, a, HEADERS, NOC_HEADERS_MAX + 1 + n, one, BODY, NOC_TX_BAD_LIST);
    refuse_at(rig, a, HEADERS, UINT32_MAX, one, BODY, NOC_TX_BAD_LIST);
    refuse_at(rig, a, 1, 0, one, BODY, NOC_TX_BAD_LIST); /* before the address */
    refuse_at(rig, a, NOC_RAM_BASE, NOC_HEADERS_MAX, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, NOC_RAM_BASE, RIG_RAM / 4 + 1, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS + 1, n, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS + 2, n, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, end - 8, n, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, NOC_RAM_BASE - 4, n, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, 0, n, one, BODY, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, NOC_IMAGE_BASE + 4 * RIG_IMAGE_WORDS - 8, n, one, BODY, NOC_TX_BAD_ADDRESS);
    /* The image's words are there, if no header flits. */
    refuse_at(rig, a, NOC_IMAGE_BASE + 4 * RIG_IMAGE_WORDS - 12, n, one, BODY, NOC_TX_BAD_HEADER);
    /* As much as fits: up to the end of RAM. */
    memcpy(rig_word(rig, a, end - 12), header, 12);
    assert_int_equal(start_headers(rig, a, end - 12, n, one, 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

/* What the table says first is found first. */
TEST(verdicts_come_in_order)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, header[3], to[] = {further(rig, a, 2), further(rig, a, 3)};
    uint32_t n = header_for(to, 2, header), good = w0(NOC_WORM_MESSAGE, 0, 1, 3);
    uint32_t bad = w0(NOC_WORM_SIGNAL, 0, 1, 3);

    write_headers(rig, a, header, n);
    refuse_at(rig, a, HEADERS, n - 1, bad, 1, NOC_TX_BAD_LIST);
    refuse_at(rig, a, HEADERS + 2, n, bad, 1, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS, n, bad, 1, NOC_TX_BAD_TYPE);
    wr(rig, a, NI_TAU_S, 100); /* so that it stays there */
    assert_int_equal(start_headers(rig, a, HEADERS, n, good, 0, BODY), NOC_TX_OK);
    run_to(rig, rig_now(rig) + n + 1);
    refuse_at(rig, a, HEADERS, n, good, 1, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS, n, good, BODY, NOC_TX_BUSY_ENTRY);
    wr(rig, a, NI_TX_DEST, last(to[0])); /* both registers share status and entries */
    assert_int_equal(rd(rig, a, NI_TX_STATUS), NOC_TX_BUSY_ENTRY);
    run_out(rig, 200);
    assert_int_equal(start_headers(rig, a, HEADERS, n, good, 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

/* docs/board.md, 4.1: TX_HEADERS in t, h header flits. CHECKING is read in t + 1 to t + h; bit ENTRY
 * of TX_BUSY is 1 then, whatever the verdict; no worm can be started, but signals can; what the
 * registers are made meanwhile is the next worm's. */
static void check_checking(uint32_t n, uint32_t verdict)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    const uint32_t a = 6, to[] = {further(rig, a, 2), further(rig, a, 3), further(rig, a, 5)};
    uint32_t header[4], word0 = w0(NOC_WORM_MESSAGE, 0, 1, 3);
    uint64_t t = 50;

    header_for(to, n - 1, header);
    header[n - 1] ^= verdict == NOC_TX_BAD_LIST ? 1u << NOC_HEADER_NODE_SHIFT : 0;
    write_headers(rig, a, header, n);
    run_to(rig, t);
    wr(rig, a, NI_TAU_S, 20);
    wr(rig, a, NI_TX_WATCH, 1u << 3);
    wr(rig, a, NI_WAKE, NOC_PUT(1, NI_PENDING, TX_IDLE));
    wr(rig, a, NI_TX_LIST_FLITS, 1);
    wr(rig, a, NI_TX_LIST_ADDR, BODY);
    assert_int_equal(start_headers(rig, a, HEADERS, n, word0, 0, BODY), verdict);
    wr(rig, a, NI_TX_W0, w0(NOC_WORM_MESSAGE, 0, 900, 9));
    wr(rig, a, NI_TAU_S, 5000);
    send_signal(rig, a, to[0], 17);
    for (uint64_t c = t + 1; c <= t + n; c++) {
        run_to(rig, c);
        assert_int_equal(rd(rig, a, NI_TX_STATUS), NOC_TX_CHECKING);
        assert_int_equal(noc_ni_peek(rig->board, a, NI_TX_STATUS), NOC_TX_CHECKING);
        assert_int_equal(rd(rig, a, NI_TX_BUSY), 1u << 3);
        assert_false(noc_ni_line(rig->board, a));
        assert_int_equal(counter(rig, a, CNT_OUT), 1); /* the signal */
        assert_int_equal(counter(rig, a, CNT_STARTUP), 0);
        wr(rig, a, NI_TX_LIST_FLITS, 7);
        wr(rig, a, c % 2 ? NI_TX_DEST : NI_TX_HEADERS, c % 2 ? last(to[0]) : n);
        assert_int_equal(rd(rig, a, NI_TX_LIST_FLITS), 7); /* it was no start */
    }
    run_to(rig, t + n + 1);
    assert_int_equal(rd(rig, a, NI_TX_STATUS), verdict);
    assert_int_equal(rd(rig, a, NI_TX_BUSY), verdict ? 0 : 1u << 3);
    assert_int_equal(noc_ni_line(rig->board, a), verdict != NOC_TX_OK);
    assert_int_equal(counter(rig, a, CNT_OUT), verdict ? 1 : 2);
    assert_int_equal(counter(rig, a, CNT_STARTUP), verdict ? 0 : 20);
    run_out(rig, 200);
    assert_int_equal(counter(rig, to[0], CNT_DISCARDED), verdict ? 0 : 1);
    rig_free(rig);
}

TEST(a_header_is_checked_flit_by_flit)
{
    for (uint32_t n = 2; n <= 4; n++) {
        check_checking(n, NOC_TX_OK);
        check_checking(n, NOC_TX_BAD_LIST);
    }
}

/* s = max(max(t, the end of the start-up before) + TAU_S, t + h): the check is a part of it. */
static void check_overlap(uint32_t before, uint32_t tau_s)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    const uint32_t a = 6, to[] = {further(rig, a, 2), further(rig, a, 9)};
    uint32_t header[3], n = header_for(to, 2, header), t = 20, s;

    s = (before > t ? before : t) + tau_s;
    s = s > t + n ? s : t + n;
    give_slots(rig, to[0], 0, 2, FLITS, SLOT);
    write_headers(rig, a, header, n);
    wr(rig, a, NI_TAU_S, before);
    start(rig, a, to[0], w0(NOC_WORM_MESSAGE, 0, 0, 1) | NOC_PUT(1, NI_TX_W0, QUIET), 0, 0);
    run_to(rig, t);
    wr(rig, a, NI_TAU_S, tau_s);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, FLITS, 2), 1, BODY),
                     NOC_TX_OK);
    wr(rig, a, NI_TAU_S, 1000);
    run_out(rig, 500);
    wr(rig, to[0], NI_RX_POP, 0);
    assert_true(s >= before + 6); /* the first worm is out of its way */
    assert_int_equal(rd64(rig, to[0], NI_RX_TIME_LO),
                     s + 8 + hops(rig, a, to[0]) + n + 3 + FLITS + 1);
    assert_int_equal(counter(rig, a, CNT_STARTUP), before + tau_s);
    rig_free(rig);
}

TEST(a_check_is_a_part_of_the_start_up)
{
    for (uint32_t before = 0; before <= 30; before++) {
        for (uint32_t tau_s = before > 14 ? before - 14 : 0; tau_s <= 20; tau_s++) {
            check_overlap(before, tau_s);
        }
    }
}

/* An entry that was busy before stays so, whatever becomes of the worm that wanted it. */
TEST(a_busy_entry_stays_busy)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    const uint32_t a = 6, to[] = {further(rig, a, 2), further(rig, a, 3)};
    uint32_t header[3], n = header_for(to, 2, header);

    write_headers(rig, a, header, n);
    wr(rig, a, NI_TAU_S, 100);
    start(rig, a, to[0], w0(NOC_WORM_MESSAGE, 0, 0, 1), 0, 0);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, 0, 1), 0, BODY),
                     NOC_TX_BUSY_ENTRY);
    run_to(rig, 50);
    assert_int_equal(rd(rig, a, NI_TX_BUSY), 1u << 1);
    run_out(rig, 500);
    assert_int_equal(rd(rig, a, NI_TX_BUSY), 0);
    rig_free(rig);
}

TEST(routings_without_lists_refuse_them)
{
    static const char *const name[] = {"torus:4x4", "mesh:4x4", "cube:4"};

    for (unsigned i = 0; i < 3; i++) {
        struct rig *rig = rig_new(name[i], 1, "board");
        uint32_t one = w0(NOC_WORM_MESSAGE, 0, 1, 0);

        refuse(rig, 6, LIST(address(7), last(7)), NOC_TX_BAD_HEADER);
        refuse(rig, 6, LIST(last(7)), NOC_TX_BAD_HEADER);
        refuse(rig, 6, LIST(coded(7, NOC_CODED_RECEIVE)), NOC_TX_BAD_HEADER);
        refuse_at(rig, 6, HEADERS, 0, one, BODY, NOC_TX_BAD_LIST);
        refuse_at(rig, 6, HEADERS + 1, 1, one, BODY, NOC_TX_BAD_ADDRESS);
        rig_free(rig);
    }
}

/* Nor do routers have them that do not copy, and the NI tells so. */
TEST(boards_without_copies_refuse_them)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t u = further(rig, 6, 1);

    rig->config.unicasts = true;
    rig_rebuild(rig);
    assert_int_equal(NOC_GET(rd(rig, 6, NI_PROFILE), NI_PROFILE, COPIES), 0);
    assert_int_equal(NOC_GET(rd(rig, 6, NI_PROFILE), NI_PROFILE, LIST), 0);
    refuse(rig, 6, LIST(address(u), last(u)), NOC_TX_BAD_HEADER);
    wr(rig, 6, NI_TX_HEADERS, 2);
    assert_int_equal(rd(rig, 6, NI_TX_STATUS), NOC_TX_BAD_HEADER); /* at once */
    assert_int_equal(start(rig, 6, u, w0(NOC_WORM_MESSAGE, 0, 1, 0), 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

TEST(coded_paths_are_checked)
{
    static const char *const name[] = {"coded-path", "coded-path-vc"};
    enum { A = 5, MORE = NOC_CODED_MORE, PASS = NOC_CODED_PASS, BOTH = NOC_CODED_BOTH };

    for (unsigned i = 0; i < 2; i++) {
        struct rig *rig = rig_for("mesh:4x4", name[i], 1, "board");

        refuse(rig, A, LIST(address(7), last(7)), NOC_TX_BAD_HEADER);
        refuse(rig, A, LIST(coded(7, MORE + PASS), address(15)), NOC_TX_BAD_HEADER);
        refuse(rig, A, LIST(coded(16, BOTH)), NOC_TX_BAD_NODE);
        refuse(rig, A, LIST(coded(A, BOTH)), NOC_TX_BAD_NODE);
        refuse(rig, A, LIST(coded(7, MORE + PASS), coded(99, BOTH)), NOC_TX_BAD_NODE);
        for (uint32_t field = 0; field < 16; field++) {
            if (field < 1 || field > 3) { /* MORE, or none of packet.h's */
                refuse(rig, A, LIST(coded(7, field)), NOC_TX_BAD_LIST);
            }
        }
        refuse(rig, A, LIST(coded(7, PASS), coded(15, BOTH)), NOC_TX_BAD_LIST); /* no MORE */
        refuse(rig, A, LIST(coded(7, MORE + PASS), coded(7, BOTH)), NOC_TX_BAD_LIST);
        refuse(rig, A, LIST(last(7), coded(7, BOTH)), NOC_TX_BAD_LIST);
        refuse_at(rig, A, HEADERS, 0, w0(NOC_WORM_MESSAGE, 0, 1, 0), BODY, NOC_TX_BAD_LIST);
        rig_free(rig);
    }
}

/* --- each destination has its copy, in its cycle ------------------------------------------ */

/* Whoever it is for has it, with v in RX_TIME; then the entry and its memory are as before. */
static void took(struct rig *rig, uint32_t node, uint32_t from, uint32_t tag, uint64_t visible)
{
    assert_int_equal(rd(rig, node, NI_RX_W0), w0(NOC_WORM_MESSAGE, 0, FLITS, 5));
    assert_int_equal(rd(rig, node, NI_RX_W1), tag << 16 | from);
    assert_int_equal(rd(rig, node, NI_RX_W2), 0x12340000 | tag);
    assert_int_equal(rd(rig, node, NI_RX_ADDR), SLOT);
    assert_int_equal(rd64(rig, node, NI_RX_TIME_LO), visible);
    for (uint32_t i = 0; i < FLITS; i++) {
        assert_int_equal(*rig_word(rig, node, SLOT + 4 * i), 0xb0d00000 + i);
        *rig_word(rig, node, SLOT + 4 * i) = 0;
    }
    wr(rig, node, NI_RX_POP, 0);
    wr(rig, node, NI_RX_FREE, SLOT);
}

static void write_body(struct rig *rig, uint32_t node)
{
    for (uint32_t i = 0; i < FLITS; i++) {
        *rig_word(rig, node, BODY + 4 * i) = 0xb0d00000 + i;
    }
}

/* Whether the ACK of queue 0 of `from` has come, and only once: it is popped. */
static bool acknowledged(struct rig *rig, uint32_t node, uint32_t from)
{
    bool has;

    wr(rig, node, NI_SIGNAL_SELECT, from);
    has = NOC_GET(rd(rig, node, NI_PENDING), NI_PENDING, SELECT);
    wr(rig, node, NI_SIGNAL_POP, from);
    return has;
}

/* One worm from a to to[0..m-1], checked against docs/board.md, 3: a lone worm's formula. */
static void check_delivery(struct rig *rig, uint32_t a, const uint32_t *to, uint32_t m)
{
    struct noc_visit visit[MAX];
    uint32_t header[MAX + 1], n = header_for(to, m, header), nodes = rig->topology.nodes;
    uint64_t give = rig_now(rig) + n + 8;
    uint32_t out = counter(rig, a, CNT_OUT), in[MAX];

    for (uint32_t i = 0; i < nodes; i++) {
        in[i] = counter(rig, i, CNT_IN);
    }
    visits(rig, a, header, n, visit, m);
    write_headers(rig, a, header, n);
    write_body(rig, a);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), m, BODY),
                     NOC_TX_OK);
    memset(rig_word(rig, a, BODY), 0, 4 * FLITS);
    memset(rig_word(rig, a, HEADERS), 0, 4 * n);
    run_out(rig, 1000);
    assert_int_equal(counter(rig, a, CNT_OUT), out + 1);
    for (uint32_t i = 0; i < m; i++) {
        assert_int_equal(visit[i].node, to[i]);
        took(rig, to[i], a, m, give + visit[i].hops + (n + 3 + FLITS) + 1);
        assert_true(acknowledged(rig, a, to[i]));
        in[to[i]]++;
    }
    in[a] += m; /* the acknowledgements */
    for (uint32_t i = 0; i < nodes; i++) {
        assert_int_equal(counter(rig, i, CNT_IN), in[i]);
        assert_int_equal(rd(rig, i, NI_RX_W0), 0);
        assert_int_equal(counter(rig, i, CNT_BAD) + counter(rig, i, CNT_DISCARDED), 0);
    }
    assert_null(rig->board->pool.live);
}

TEST(every_destination_has_it_in_its_cycle)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t seed = 7, to[16];

    for (uint32_t i = 0; i < 16; i++) {
        give_slots(rig, i, 0, 1, FLITS, SLOT);
    }
    for (uint32_t round = 0; round < 200; round++) {
        uint32_t a = rig_random(&seed) % 16, set = rig_random(&seed) >> 8, m = 0;

        for (uint32_t i = 1; i < 16; i++) {
            if (set >> i & 1 || (m == 0 && i == 15) || round < 2) {
                to[m++] = further(rig, a, i);
            }
        }
        check_delivery(rig, a, to, m);
    }
    rig_free(rig);
}

/* --- each is on its own ----------------------------------------------------------------- */

static uint32_t reason(struct rig *rig, uint32_t node)
{
    return NOC_GET(rd(rig, node, NI_BAD_WHERE), NI_BAD_WHERE, REASON);
}

/* A worm of FLITS from a, in entry 5. */
static void send_to(struct rig *rig, uint32_t a, const uint32_t *to, uint32_t m)
{
    uint32_t header[MAX + 1], n = header_for(to, m, header);

    write_headers(rig, a, header, n);
    write_body(rig, a);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), m, BODY),
                     NOC_TX_OK);
}

/* Slot, no slot, slot too small, slot, in every order. */
TEST(fates_differ)
{
    for (uint32_t order = 0; order < 81; order++) {
        struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
        uint32_t a = order % 16, to[4], fate[4], x = order, taken = 0;

        for (uint32_t i = 0; i < 4; i++, x /= 3) {
            to[i] = further(rig, a, 1 + 3 * i);
            fate[i] = x % 3;
            if (fate[i] != 1) {
                give_slots(rig, to[i], 0, 1, fate[i] ? FLITS - 1 : FLITS, SLOT);
            }
        }
        send_to(rig, a, to, 4);
        run_out(rig, 1000);
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(counter(rig, to[i], CNT_IN), fate[i] == 0);
            assert_int_equal(counter(rig, to[i], CNT_DISCARDED), fate[i] == 1);
            assert_int_equal(rd(rig, to[i], NI_DISCARD_HEAD), fate[i] == 1 ? 1u << 31 | a : 0);
            assert_int_equal(counter(rig, to[i], CNT_BAD), fate[i] == 2);
            assert_int_equal(rd(rig, to[i], NI_RX_W0) != 0, fate[i] == 0);
            assert_int_equal(acknowledged(rig, a, to[i]), fate[i] == 0);
            if (fate[i] == 2) {
                assert_int_equal(reason(rig, to[i]), NOC_BAD_LENGTH);
                assert_int_equal(rd(rig, to[i], NI_BAD_HEADER), last(to[3]));
            }
            taken += fate[i] == 0;
        }
        assert_int_equal(rig->writes, 4 * FLITS * taken);
        assert_null(rig->board->pool.live);
        rig_free(rig);
    }
}

/* The first destinations show theirs long after the last one, each in its own cycle. */
TEST(tau_r_is_each_destinations)
{
    static const uint32_t tau[] = {500, 0, 90, 0, 300, 5};
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 9, to[6], header[7], n;
    struct noc_visit visit[6];

    for (uint32_t i = 0; i < 6; i++) {
        to[i] = further(rig, a, 2 + 2 * i);
        give_slots(rig, to[i], 0, 1, FLITS, SLOT);
        wr(rig, to[i], NI_TAU_R, tau[i]);
    }
    n = header_for(to, 6, header);
    visits(rig, a, header, n, visit, 6);
    for (uint32_t k = 0; k < 2; k++) { /* twice, with pooled memory */
        uint64_t whole = rig_now(rig) + n + 8 + n + 3 + FLITS + 1;

        send_to(rig, a, to, 6);
        run_to(rig, whole + visit[0].hops + tau[0]); /* the first is the last to show it */
        assert_int_equal(rd(rig, to[0], NI_RX_W0), 0);
        assert_int_equal(rig->writes, 20 * FLITS);
        assert_non_null(rig->board->pool.live);
        run_out(rig, 1000);
        for (uint32_t i = 0; i < 6; i++) {
            took(rig, to[i], a, 6, whole + visit[i].hops + tau[i]);
            assert_int_equal(counter(rig, to[i], CNT_STARTUP), (k + 1) * tau[i]);
            assert_true(acknowledged(rig, a, to[i]));
        }
        assert_null(rig->board->pool.live);
        rig->writes = 0;
    }
    rig_free(rig);
}

/* RX_RESET at one of them, while the worm comes or while its TAU_R lasts. */
TEST(one_destination_takes_its_slot_back)
{
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t late = 0; late < 2; late++) {
            struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
            uint32_t a = 3, to[3];

            for (uint32_t k = 0; k < 3; k++) {
                to[k] = further(rig, a, 1 + k);
                give_slots(rig, to[k], 0, 1, FLITS, SLOT);
                wr(rig, to[k], NI_TAU_R, 50);
            }
            send_to(rig, a, to, 3);
            run_to(rig, late ? 40 : 21); /* W2 is in the NI of to[2] in 20, the last tail in 25 */
            wr(rig, to[i], NI_RX_RESET, 0);
            run_out(rig, 1000);
            for (uint32_t k = 0; k < 3; k++) {
                assert_int_equal(counter(rig, to[k], CNT_IN), k != i);
                assert_int_equal(rd(rig, to[k], NI_DISCARD_HEAD), k == i ? 1u << 31 | a : 0);
                assert_int_equal(acknowledged(rig, a, to[k]), k != i);
            }
            assert_int_equal(rig->writes, 8 * FLITS);
            assert_null(rig->board->pool.live);
            rig_free(rig);
        }
    }
}

/* Bodies for windows: open, closed, for another, cleared while it comes. */
TEST(windows_are_each_destinations)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 3, to[4], header[5], n;

    for (uint32_t k = 0; k < 4; k++) {
        to[k] = further(rig, a, 1 + k);
        wr(rig, to[k], NI_WINDOW_INDEX, 2);
        wr(rig, to[k], NI_WINDOW_ADDR, SLOT);
        wr(rig, to[k], NI_WINDOW_LENGTH, 4 * FLITS);
        if (k != 1) {
            wr(rig, to[k], NI_WINDOW_OPEN, k == 2 ? a + 1 : a);
        }
    }
    n = header_for(to, 4, header);
    write_headers(rig, a, header, n);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_BODY, 2, FLITS, 0), 0, BODY),
                     NOC_TX_OK);
    run_to(rig, 27); /* W2 has come everywhere, the first tail has not */
    wr(rig, to[3], NI_WINDOW_CLEAR, 1 << 2);
    run_out(rig, 1000);
    assert_int_equal(rd(rig, to[0], NI_WINDOW_DONE), 1 << 2);
    for (uint32_t k = 1; k < 4; k++) {
        assert_int_equal(rd(rig, to[k], NI_WINDOW_DONE), 0);
        assert_int_equal(counter(rig, to[k], CNT_DISCARDED), 1);
    }
    for (uint32_t k = 0; k < 4; k++) { /* each has said what became of it there */
        uint32_t number = k == 0 ? NOC_SIGNAL_LANDED : NOC_SIGNAL_REFUSED;

        wr(rig, a, NI_SIGNAL_SELECT, number << 16 | to[k]);
        assert_int_equal(NOC_GET(rd(rig, a, NI_PENDING), NI_PENDING, SELECT), 1);
        wr(rig, a, NI_SIGNAL_POP, number << 16 | to[k]);
    }
    assert_int_equal(rd(rig, a, NI_SIGNAL_HEAD), 0);
    assert_int_equal(rig->writes, 4 * FLITS);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

/* Under coded paths routers on the way receive, and the header flit goes on. */
TEST(coded_paths_deliver)
{
    struct rig *rig = rig_for("mesh:4x4", "coded-path", 1, "board");
    const uint32_t header[] = {coded(3, NOC_CODED_MORE + NOC_CODED_PASS),
                               coded(15, NOC_CODED_BOTH)};
    static const uint32_t to[] = {3, 7, 11, 15};
    uint64_t whole = 2 + 8 + 2 + 3 + FLITS + 1;

    for (uint32_t i = 0; i < 4; i++) {
        give_slots(rig, to[i], 0, i != 1, FLITS, SLOT);
    }
    write_body(rig, 0);
    write_headers(rig, 0, header, 2);
    assert_int_equal(start_headers(rig, 0, HEADERS, 2, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), 1, BODY),
                     NOC_TX_OK);
    run_out(rig, 1000);
    for (uint32_t i = 0; i < 4; i++) {
        if (i == 1) {
            assert_int_equal(rd(rig, to[i], NI_DISCARD_HEAD), 1u << 31);
        } else {
            took(rig, to[i], 0, 1, whole + 3 + i);
        }
    }
    assert_null(rig->board->pool.live);
    /* One flit, the header of all: 3 and 2 receive it. */
    write_headers(rig, 0, &(const uint32_t){coded(3, NOC_CODED_BOTH)}, 1);
    give_slots(rig, 2, 0, 1, FLITS, SLOT);
    whole = rig_now(rig) + 1 + 8 + 1 + 3 + FLITS + 1;
    write_body(rig, 0);
    assert_int_equal(start_headers(rig, 0, HEADERS, 1, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), 2, BODY),
                     NOC_TX_OK);
    run_out(rig, 1000);
    took(rig, 2, 0, 2, whole + 2);
    took(rig, 3, 0, 2, whole + 3);
    assert_int_equal(rd(rig, 1, NI_DISCARD_HEAD), 1u << 31);
    assert_int_equal(counter(rig, 0, CNT_IN), 3 + 2); /* acknowledgements alone */
    rig_free(rig);
}

/* LAST alone is a unicast, whatever register started it. */
TEST(last_alone_is_a_unicast)
{
    static const char *const name[][2] = {
        {"utorus:4x4", "utpr"}, {"mesh:4x4", "coded-path"}, {"mesh:4x4", "coded-path-vc"}};

    for (unsigned i = 0; i < 3; i++) {
        struct rig *rig = rig_for(name[i][0], name[i][1], 1, "board");

        give_slots(rig, 14, 0, 1, FLITS, SLOT);
        write_body(rig, 1);
        write_headers(rig, 1, &(const uint32_t){last(14)}, 1);
        assert_int_equal(
            start_headers(rig, 1, HEADERS, 1, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), 3, BODY),
            NOC_TX_OK);
        run_out(rig, 1000);
        took(rig, 14, 1, 3, whole_at(rig, 1 + 8, 1, 14, FLITS));
        rig_free(rig);
    }
}

/* A header from the image; a body of two parts; start-ups in line with those of TX_DEST. */
TEST(start_up_and_lists_are_as_for_unicasts)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, to[] = {further(rig, a, 2), further(rig, a, 3)}, header[3];
    uint32_t n = header_for(to, 2, header);

    give_slots(rig, to[0], 0, 2, FLITS, SLOT);
    give_slots(rig, to[1], 0, 1, FLITS, SLOT);
    write_headers(rig, a, header, n);
    write_body(rig, a);
    *rig_word(rig, a, BODY + 0x1000) = 0x11570000;
    wr(rig, a, NI_TAU_S, 100);
    assert_int_equal(start(rig, a, to[0], w0(NOC_WORM_MESSAGE, 0, 0, 1), 0, 0), NOC_TX_OK);
    wr(rig, a, NI_TX_LIST_ADDR, BODY + 0x1000);
    wr(rig, a, NI_TX_LIST_FLITS, 1);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, 4, 2), 1, BODY),
                     NOC_TX_OK);
    assert_int_equal(rd(rig, a, NI_TX_LIST_FLITS), 0);
    assert_int_equal(rd(rig, a, NI_TX_BUSY), 6);
    assert_int_equal(counter(rig, a, CNT_STARTUP), 100);
    run_to(rig, n + 1);
    assert_int_equal(counter(rig, a, CNT_STARTUP), 200);
    run_to(rig, 208 + 3 + 3 + 4 - 1); /* the tail is given in this cycle */
    assert_int_equal(rd(rig, a, NI_TX_BUSY), 4);
    run_to(rig, rig_now(rig) + 1);
    assert_int_equal(rd(rig, a, NI_TX_BUSY), 0);
    run_out(rig, 1000);
    assert_int_equal(rd64(rig, to[1], NI_RX_TIME_LO), 208 + 3 + (3 + 3 + 4) + 1);
    assert_int_equal(*rig_word(rig, to[1], SLOT), 0x11570000);
    assert_int_equal(*rig_word(rig, to[1], SLOT + 12), 0xb0d00002);
    assert_int_equal(*rig_word(rig, to[1], SLOT + 16), 0);
    rig_free(rig);
}

/* --- lists for one destination (COUNT) ---------------------------------------------------- */

/* ADDRESS flits, each with a list of lists[i] - 1 flits if that is not 0, and LAST. */
static uint32_t compound_for(const uint32_t *to, const uint32_t *lists, uint32_t m,
                             uint32_t *header)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < m; i++) {
        header[n++] = address(to[i]);
        if (lists[i]) {
            header[n++] = count(lists[i] - 1);
            for (uint32_t k = 0; k + 1 < lists[i]; k++) {
                header[n++] = to[i] << 16 | k; /* looks like any header flit */
            }
        }
    }
    header[n++] = last(to[m - 1]);
    return n;
}

/* What landed at SLOT: the list for node, and the body. */
static void landed(struct rig *rig, uint32_t node, uint32_t list)
{
    for (uint32_t i = 0; i < list + FLITS; i++) {
        assert_int_equal(*rig_word(rig, node, SLOT + 4 * i),
                         i < list ? node << 16 | i : 0xb0d00000 + i - list);
    }
    assert_int_equal(*rig_word(rig, node, SLOT + 4 * (list + FLITS)), 0);
    memset(rig_word(rig, node, SLOT), 0, 4 * (list + FLITS));
}

/* A slot that is as long as both, or by one too short. */
static void check_lists(struct rig *rig, uint32_t a, const uint32_t *to, const uint32_t *lists,
                        const bool *small, uint32_t m)
{
    struct noc_visit visit[MAX];
    uint32_t header[8 * MAX], n = compound_for(to, lists, m, header);
    uint64_t whole = rig_now(rig) + n + 8 + n + 3 + FLITS + 1;

    visits(rig, a, header, n, visit, m);
    write_headers(rig, a, header, n);
    write_body(rig, a);
    for (uint32_t i = 0; i < m; i++) {
        wr(rig, to[i], NI_RX_RESET, 0);
        give_slots(rig, to[i], 0, 1, FLITS + (lists[i] ? lists[i] - 1 : 0) - small[i], SLOT);
    }
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), m, BODY),
                     NOC_TX_OK);
    run_out(rig, 2000);
    for (uint32_t i = 0; i < m; i++) {
        uint32_t list = lists[i] ? lists[i] - 1 : 0;

        assert_int_equal(acknowledged(rig, a, to[i]), !small[i]);
        if (small[i]) {
            assert_int_equal(reason(rig, to[i]), NOC_BAD_LENGTH);
            assert_int_equal(rd(rig, to[i], NI_BAD_HEADER), last(to[m - 1]));
            assert_int_equal(rd(rig, to[i], NI_RX_W0), 0);
            continue;
        }
        assert_int_equal(rd(rig, to[i], NI_RX_W0), w0(NOC_WORM_MESSAGE, 0, FLITS + list, 5));
        assert_int_equal(rd(rig, to[i], NI_RX_W1), m << 16 | a);
        assert_int_equal(rd64(rig, to[i], NI_RX_TIME_LO), whole + visit[i].hops + list);
        landed(rig, to[i], list);
    }
    assert_null(rig->board->pool.live);
}

TEST(lists_land_in_front_of_the_body)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t seed = 99, to[16], lists[16];
    bool small[16];

    for (uint32_t round = 0; round < 300; round++) {
        uint32_t a = rig_random(&seed) % 16, set = rig_random(&seed) >> 8, m = 0;

        for (uint32_t i = 1; i < 16; i++) {
            uint32_t x = rig_random(&seed) >> 4;

            if (set >> i & 1 || (m == 0 && i == 15)) {
                lists[m] = x % 8;
                small[m] = x % 64 < 8;
                to[m++] = further(rig, a, i);
            }
        }
        check_lists(rig, a, to, lists, small, m);
    }
    rig_free(rig);
}

/* v is at least the tail's cycle and the list: within a longer TAU_R nobody sees it, and a shorter one
 * is lengthened; what comes behind waits. */
TEST(a_list_takes_its_time)
{
    for (uint32_t tau = 0; tau <= 14; tau += 7) {
        struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
        uint32_t a = 6, to = further(rig, a, 2), header[16], n;
        uint64_t tail, v;

        n = compound_for(&to, &(const uint32_t){1 + 9}, 1, header);
        give_slots(rig, to, 0, 2, 9 + FLITS, SLOT);
        wr(rig, to, NI_TAU_R, tau);
        write_headers(rig, a, header, n);
        assert_int_equal(
            start_headers(rig, a, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, FLITS, 5), 0, BODY),
            NOC_TX_OK);
        run_to(rig, n + 1);
        start(rig, a, to, w0(NOC_WORM_MESSAGE, 0, 0, 6), 0, BODY); /* its 4 flits follow at once */
        tail = n + 8 + hops(rig, a, to) + n + 3 + FLITS + 1;
        v = tail + (tau > 9 ? tau : 9);
        run_to(rig, v + 1);
        assert_int_equal(rd64(rig, to, NI_RX_TIME_LO), v);
        assert_int_equal(rig->writes, 4 * (9 + FLITS));
        wr(rig, to, NI_RX_POP, 0);
        run_out(rig, 100);
        v = v + 1 > tail + 4 + tau ? v + 1 : tail + 4 + tau;
        assert_int_equal(rd64(rig, to, NI_RX_TIME_LO), v);
        assert_int_equal(counter(rig, to, CNT_STARTUP), 2 * tau);
        rig_free(rig);
    }
}

/* Where the board keeps 4 flits, a list of 5 is refused by the sender, as one without an end. */
TEST(the_longest_list_is_the_boards)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, u = further(rig, a, 1), v = further(rig, a, 12);

    rig->config.list_flits = 4;
    rig_rebuild(rig);
    refuse(rig, a, LIST(address(u), count(5), 1, 2, 3, 4, 5, last(u)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(u), count(5), 1, 2, 3, 4, 5, last(99)), NOC_TX_BAD_LIST);
    refuse(rig, a, LIST(address(99), count(5), 1, 2, 3, 4, 5, last(99)), NOC_TX_BAD_NODE);
    refuse(rig, a, LIST(address(u), count(1), 1, address(v), count(5), 1, 2, 3, 4, 5, last(v)),
           NOC_TX_BAD_LIST);
    write_headers(rig, a, LIST(address(u), count(4), 1, 2, 3, 4, last(u)));
    assert_int_equal(start_headers(rig, a, HEADERS, 7, w0(NOC_WORM_MESSAGE, 0, 1, 0), 0, BODY),
                     NOC_TX_OK);
    rig_free(rig);
}

/* One that comes all the same, behind the NI's back, fits nowhere, as if slot or window were small. */
TEST(a_longer_list_fits_nowhere)
{
    for (uint32_t list = 4; list <= 5; list++) {
        struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
        uint32_t a = 6, to = further(rig, a, 2), header[16];
        uint32_t n = compound_for(&to, &(const uint32_t){1 + list}, 1, header);
        const uint32_t message[] = {w0(NOC_WORM_MESSAGE, 0, 1, 0), a, 0};
        const uint32_t body[] = {w0(NOC_WORM_BODY, 2, 1, 0), a, 0};

        rig->config.list_flits = 4;
        rig_rebuild(rig);
        give_slots(rig, to, 0, 1, 64, SLOT);
        wr(rig, to, NI_WINDOW_INDEX, 2);
        wr(rig, to, NI_WINDOW_ADDR, SLOT + 0x1000);
        wr(rig, to, NI_WINDOW_LENGTH, 256);
        wr(rig, to, NI_WINDOW_OPEN, a);
        rig_inject(rig, a, header, n, message, NULL, 1, n + 4);
        rig_inject(rig, a, header, n, body, NULL, 1, n + 4);
        run_out(rig, 200);
        assert_int_equal(counter(rig, to, CNT_IN), list == 4 ? 2 : 0);
        assert_int_equal(counter(rig, to, CNT_BAD), list == 4 ? 0 : 1);
        assert_int_equal(counter(rig, to, CNT_DISCARDED),
                         list == 4 ? 0 : 1); /* the body: refused */
        assert_int_equal(reason(rig, to), list == 4 ? NOC_BAD_NONE : NOC_BAD_LENGTH);
        wr(rig, a, NI_SIGNAL_SELECT, (list == 4 ? 1u : 9u) << 16 | to);
        assert_int_equal(NOC_GET(rd(rig, a, NI_PENDING), NI_PENDING, SELECT), 1);
        rig_free(rig);
    }
}

/* Windows must hold both, too, and say nothing of LENGTH. */
TEST(lists_land_in_windows)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 2, to[3], header[32];
    static const uint32_t lists[] = {4, 4, 0};
    uint32_t n;

    for (uint32_t i = 0; i < 3; i++) {
        to[i] = further(rig, a, 4 + i);
        wr(rig, to[i], NI_WINDOW_INDEX, 7);
        wr(rig, to[i], NI_WINDOW_ADDR, SLOT);
        wr(rig, to[i], NI_WINDOW_LENGTH, 4 * (FLITS + (i == 0 ? 3 : 2)));
        wr(rig, to[i], NI_WINDOW_OPEN, a);
        wr(rig, to[i], NI_TAU_R, 100 - 30 * i);
    }
    n = compound_for(to, lists, 3, header);
    write_headers(rig, a, header, n);
    write_body(rig, a);
    assert_int_equal(start_headers(rig, a, HEADERS, n, w0(NOC_WORM_BODY, 7, FLITS, 5), 0, BODY),
                     NOC_TX_OK);
    run_out(rig, 1000);
    assert_int_equal(rd(rig, to[0], NI_WINDOW_DONE), 1 << 7);
    landed(rig, to[0], 3);
    assert_int_equal(rd(rig, to[1], NI_WINDOW_DONE), 0);
    assert_int_equal(counter(rig, to[1], CNT_DISCARDED), 1);
    assert_int_equal(rd(rig, to[2], NI_WINDOW_DONE), 1 << 7);
    landed(rig, to[2], 0);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

/* --- behind the NI's back ------------------------------------------------------------------ */

enum { LATER = 200 }; /* TAU_R of all nodes in these tests */

/* All nodes have two slots of 32 flits, and nothing may be written elsewhere. */
static struct rig *guarded_rig(const char *topology, uint32_t ports, const char *preset)
{
    struct rig *rig = rig_for(topology, "utpr", ports, preset);

    for (uint32_t i = 0; i < rig->topology.nodes; i++) {
        give_slots(rig, i, 0, 2, 32, SLOT);
        wr(rig, i, NI_TAU_R, LATER);
        rig->allowed[rig->alloweds++] = (struct rig_range){i, SLOT, 2 * 32 * 4};
    }
    return rig;
}

static uint32_t sum(struct rig *rig, uint32_t offset)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < rig->topology.nodes; i++) {
        n += counter(rig, i, offset);
    }
    return n;
}

/*
 * A worm of these header flits, of `flits` all told (0: whole), is sunk at `where` and nowhere else,
 * and shown at copies[0..n-1] alone, after TAU_R: when the worm is long gone from the network.
 */
static void sunk_at(const uint32_t *header, uint32_t headers, uint32_t flits, uint32_t from,
                    uint32_t where, uint32_t head, const uint32_t *copies, uint32_t n)
{
    struct rig *rig = guarded_rig("utorus:4x4", 1, "board");
    const uint32_t word[] = {w0(NOC_WORM_MESSAGE, 0, FLITS, 0), from, 0};
    uint32_t body[FLITS];

    for (uint32_t i = 0; i < FLITS; i++) {
        body[i] = 0xb0d00000 + i;
    }
    rig_inject(rig, from, header, headers, word, body, FLITS,
               flits ? flits : headers + NOC_NI_WORDS + FLITS);
    run_out(rig, 1000);
    assert_int_equal(sum(rig, CNT_BAD), 1);
    assert_int_equal(counter(rig, where, CNT_BAD), 1);
    assert_int_equal(rd(rig, where, NI_BAD_HEADER), head);
    assert_int_equal(reason(rig, where), NOC_BAD_HEADER);
    assert_true(rd64(rig, where, NI_BAD_TIME_LO) < 100);
    assert_int_equal(sum(rig, CNT_DISCARDED), 0);
    assert_int_equal(sum(rig, CNT_IN), 2 * n); /* with the acknowledgements */
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(rd(rig, copies[i], NI_RX_W0), word[0]);
        assert_true(rd64(rig, copies[i], NI_RX_TIME_LO) > LATER);
        landed(rig, copies[i], 0);
    }
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

#define COPIES(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4

TEST(malformed_headers_are_sunk)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, u = further(rig, a, 3), v = further(rig, a, 9), z = further(rig, a, 12);

    rig_free(rig);
    sunk_at(LIST(address(16), last(16)), 0, a, a, address(16), NULL, 0);
    sunk_at(LIST(last(16)), 0, a, a, last(16), NULL, 0);
    sunk_at(LIST(0), 0, a, a, 0, NULL, 0);
    sunk_at(LIST(count(1), 7, address(u), last(u)), 0, a, a, count(1), NULL, 0);
    sunk_at(LIST(address(u), address(16), last(16)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), last(v)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), address(u), last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), 0, last(u)), 0, a, u, address(u), NULL, 0);
    /* The list is longer than the worm: nobody is told of a copy. */
    sunk_at(LIST(address(u), address(v), last(v)), 1, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), address(v), last(v)), 2, a, v, address(v), NULL, 0);
    /* Who comes before has its copy, and shows it when its time has come. */
    sunk_at(LIST(address(u), address(v)), 0, a, v, address(v), COPIES(u));
    sunk_at(LIST(address(u), address(v), last(u)), 0, a, v, address(v), COPIES(u));
    sunk_at(LIST(address(u), address(v), address(z), address(z), last(z)), 0, a, z, address(z),
            COPIES(u, v));
    sunk_at(LIST(address(u), address(v), address(z), 0), 0, a, z, address(z), COPIES(u, v));
}

/* Counts that overrun, or are out of place: what their node's NI had of them is forgotten. */
TEST(malformed_counts_are_sunk)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, u = further(rig, a, 3), v = further(rig, a, 9);

    rig_free(rig);
    sunk_at(LIST(address(u), count(0)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), count(9), 1, last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), count(2), 1, last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), count(16383), 1, last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), count(1) | 16, 1, last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), count(1), 1, count(1), 1, last(u)), 0, a, u, address(u), NULL, 0);
    sunk_at(LIST(address(u), address(v), count(9), last(v)), 0, a, v, address(v), COPIES(u));
    sunk_at(LIST(address(u), address(v), count(1), 7, last(u)), 0, a, v, address(v), COPIES(u));
    /* The worm ends within a list. */
    sunk_at(LIST(address(u), count(3), 1, 2, 3, last(u)), 3, a, u, address(u), NULL, 0);
}

/* What comes behind a LAST that does not end the header stands in front of W0: the NI takes flits
 * as they come. */
TEST(flits_count_as_they_come)
{
    struct rig *rig = guarded_rig("utorus:4x4", 1, "board");
    uint32_t a = 6, u = further(rig, a, 3), v = further(rig, a, 9);
    const uint32_t word[] = {w0(NOC_WORM_MESSAGE, 0, 2, 0), a, 0x77}, body[] = {0x100, 0x101};
    const uint32_t whole[] = {last(u), w0(NOC_WORM_MESSAGE, 0, 6, 1), a, 0x55, 0x66};
    const uint32_t shifted[] = {address(u), address(v), last(v), w0(NOC_WORM_MESSAGE, 0, 3, 2)};

    rig_inject(rig, a, whole, 5, word, body, 2, 10); /* W0 to W2 in the header, and body */
    run_out(rig, 1000);
    assert_int_equal(rd(rig, u, NI_RX_W0), whole[1]);
    assert_int_equal(rd(rig, u, NI_RX_W2), 0x55);
    assert_int_equal(*rig_word(rig, u, SLOT), 0x66);
    assert_memory_equal(rig_word(rig, u, SLOT + 4), word, 12);
    assert_memory_equal(rig_word(rig, u, SLOT + 16), body, 8);
    /* u is copied to from the header's last flit on; v gets that flit as W0. */
    rig_inject(rig, a, shifted, 4, word, body, 2, 9);
    run_out(rig, 1000);
    wr(rig, u, NI_RX_POP, 0);
    assert_int_equal(rd(rig, u, NI_RX_W0), word[0]);
    assert_memory_equal(rig_word(rig, u, SLOT + 128), body, 8);
    assert_int_equal(rd(rig, v, NI_RX_W0), shifted[3]);
    assert_int_equal(rd(rig, v, NI_RX_W1), word[0]);
    assert_int_equal(rd(rig, v, NI_RX_W2), word[1]);
    assert_int_equal(*rig_word(rig, v, SLOT), 0x77);
    assert_memory_equal(rig_word(rig, v, SLOT + 4), body, 8);
    assert_int_equal(sum(rig, CNT_BAD), 0);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

/* Worms of any length and type, as well formed headers go: each NI says what it thinks. */
TEST(broken_worms_are_broken_everywhere)
{
    struct rig *rig = guarded_rig("utorus:4x4", 1, "board");
    uint32_t a = 6, u = further(rig, a, 3), v = further(rig, a, 9), n = 0;
    const uint32_t header[] = {address(u), address(v), last(v)};
    const struct {
        uint32_t word0, word1, flits, reason;
    } worm[] = {
        {w0(NOC_WORM_MESSAGE, 0, 4, 0), 6, 3 + 3 + 3, NOC_BAD_LENGTH}, /* too short */
        {w0(NOC_WORM_MESSAGE, 0, 4, 0), 6, 3 + 3 + 5, NOC_BAD_LENGTH}, /* too long */
        {w0(NOC_WORM_MESSAGE, 0, 4, 0), 6, 3 + 2, NOC_BAD_LENGTH},     /* ends before W2 */
        {w0(NOC_WORM_MESSAGE, 0, 4, 0), 6, 3, NOC_BAD_LENGTH},
        {w0(9, 0, 0, 0), 16, 3 + 2, NOC_BAD_LENGTH},                     /* that before all else */
        {w0(NOC_WORM_MESSAGE, 0, 33, 0), 6, 3 + 3 + 33, NOC_BAD_LENGTH}, /* than the slot */
        {w0(NOC_WORM_MESSAGE, 0, 0, 0), 16, 3 + 3, NOC_BAD_HEADER},      /* of nobody */
        {w0(9, 0, 0, 0), 6, 3 + 3, NOC_BAD_TYPE},
        {w0(NOC_WORM_SIGNAL, 0, 1, 0), 6, 3 + 3 + 1, NOC_BAD_LENGTH},
    };

    for (unsigned i = 0; i < sizeof(worm) / sizeof(worm[0]); i++) {
        const uint32_t word[] = {worm[i].word0, worm[i].word1, 0};

        rig_inject(rig, a, header, 3, word, NULL, 40, worm[i].flits);
        run_out(rig, 1000);
        n++;
        assert_int_equal(counter(rig, u, CNT_BAD), n);
        assert_int_equal(counter(rig, v, CNT_BAD), n);
        assert_int_equal(reason(rig, u), worm[i].reason);
        assert_int_equal(reason(rig, v), worm[i].reason);
        assert_int_equal(rd(rig, u, NI_BAD_HEADER), last(v));
        assert_null(rig->board->pool.live);
    }
    assert_int_equal(rig->writes, 0);
    assert_int_equal(sum(rig, CNT_IN) + sum(rig, CNT_DISCARDED), 0);
    /* Signals come to each; one with a list is none. */
    rig_inject(rig, a, header, 3, (const uint32_t[]){w0(NOC_WORM_SIGNAL, 0, 0, 0), a, 9}, NULL, 0,
               6);
    run_out(rig, 1000);
    assert_int_equal(rd(rig, u, NI_SIGNAL_HEAD), 1u << 31 | 9 << 16 | a);
    assert_int_equal(rd(rig, v, NI_SIGNAL_HEAD), 1u << 31 | 9 << 16 | a);
    rig_free(rig);
}

TEST(a_signal_has_no_list)
{
    struct rig *rig = guarded_rig("utorus:4x4", 1, "board");
    uint32_t a = 6, u = further(rig, a, 3), v = further(rig, a, 9);
    const uint32_t header[] = {address(u), count(1), 5, address(v), last(v)};

    rig_inject(rig, a, header, 5, (const uint32_t[]){w0(NOC_WORM_SIGNAL, 0, 0, 0), a, 9}, NULL, 0,
               8);
    run_out(rig, 1000);
    assert_int_equal(rd(rig, u, NI_SIGNAL_HEAD), 0);
    assert_int_equal(reason(rig, u), NOC_BAD_LENGTH);
    assert_int_equal(rd(rig, v, NI_SIGNAL_HEAD), 1u << 31 | 9 << 16 | a);
    rig_free(rig);
}

/* Any header flits at all, many worms at once: they drain, and nothing lands beyond a slot. */
static void fuzz(const char *topology, uint32_t ports, const char *preset, uint32_t seed)
{
    struct rig *rig = guarded_rig(topology, ports, preset);
    uint32_t nodes = rig->topology.nodes, header[24], body[24] = {0};

    for (uint32_t i = 0; i < 3000; i++) {
        uint32_t from = rig_random(&seed) % nodes, n = 1 + rig_random(&seed) % 20;
        uint32_t at = from, length = rig_random(&seed) % 24, whole = n + 3 + length;

        for (uint32_t k = 0; k < n; k++) {
            uint32_t x = rig_random(&seed) >> 5;

            at = x % 16 ? further(rig, at, 1 + (x >> 4) % 3) : x >> 4 & 31;
            header[k] = (x >> 12) % 8 == 0 ? count((x >> 16) % 5) : address(at);
            if ((x >> 20) % 32 == 0) {
                header[k] = x;
            }
        }
        if (seed % 4) {
            header[n - 1] = last(noc_header_node(header[n > 1 ? n - 2 : 0]));
        }
        rig_inject(rig, from, header, n,
                   (const uint32_t[]){w0(seed >> 8 & 7 ? NOC_WORM_MESSAGE : seed >> 12 & 15,
                                         seed >> 16 & 15 ? 0 : seed >> 20 & 15, length, 0),
                                      seed & 63 ? from : seed, seed},
                   body, 24, seed >> 4 & 15 ? whole : 1 + (seed >> 9) % (n + 26));
        noc_board_run(rig->board, rig_now(rig) + (seed >> 5) % 30);
        for (uint32_t k = 0; k < nodes; k += 1 + seed % 3) {
            if (rd(rig, k, NI_RX_W0)) {
                wr(rig, k, NI_RX_FREE, rd(rig, k, NI_RX_ADDR));
                wr(rig, k, NI_RX_POP, 0);
            }
        }
        wr(rig, from, NI_TAU_R, seed >> 3 & 127);
        if (i % 500 == 7) { /* with worms under way */
            wr(rig, (seed >> 7) % nodes, NI_RX_RESET, 0);
        }
    }
    run_out(rig, 100000);
    assert_null(rig->board->pool.live);
    assert_int_equal(rig_count(rig, RIG_DEADLOCK, 0), 0);
    assert_true(sum(rig, CNT_IN) > 300 && sum(rig, CNT_BAD) > 300);
    rig_free(rig);
}

TEST(any_header_is_survived)
{
    fuzz("utorus:4x4", 1, "board", 1);
    fuzz("utorus:4x4", 0, "paper", 2);
    fuzz("utorus:3x3x3", 2, "s1", 3);
    fuzz("utorus:5", 1, "paper", 4);
}

/* With worms in every state: in the network, told, waiting for a TAU_R. */
TEST(a_board_ends_with_worms_under_way)
{
    for (uint32_t t = 1; t < 300; t += 7) {
        struct rig *rig = guarded_rig("utorus:4x4", 1, "board");
        uint32_t a = 6, to[] = {further(rig, a, 3), further(rig, a, 4), further(rig, a, 12)};

        send_to(rig, a, to, 3);
        run_to(rig, t);
        if (t % 2) {
            noc_board_reset(rig->board);
            assert_true(noc_board_next(rig->board) == NOC_NEVER);
            assert_int_equal(rd(rig, a, NI_TX_HEADERS_ADDR), 0);
        }
        rig_free(rig);
    }
}
