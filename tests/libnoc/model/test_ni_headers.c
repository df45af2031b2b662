/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms with several destinations at the NI (docs/board.md, 4.1 and 4.2): what is refused, when each
 * destination has its copy, and that each is on its own from there on.
 */
#include "board_rig.h"
#include "hcycle.h"

enum { MAX = 64 };
static const uint32_t SLOT = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;
static const uint32_t HEADERS = NOC_RAM_BASE + 0x4000;

static struct rig *rig_for(const char *topology, const char *routing, uint32_t ports,
                           const char *preset)
{
    const struct noc_routing *found = NULL;

    for (unsigned i = 0; noc_routings[i]; i++) {
        if (strcmp(noc_routings[i]->name, routing) == 0) {
            found = noc_routings[i];
        }
    }
    assert_non_null(found);
    return rig_new_routed(topology, found, ports, preset);
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
    uint64_t next = noc_board_next(rig->board);

    wr(rig, from, NI_TX_LIST_FLITS, 0);
    assert_int_equal(start_headers(rig, from, addr, n, word0, 0, body), verdict);
    wr(rig, from, NI_TX_LIST_FLITS, 1);
    wr(rig, from, NI_TX_LIST_ADDR, BODY);
    wr(rig, from, NI_TX_HEADERS, n); /* with a list, too */
    assert_int_not_equal(rd(rig, from, NI_TX_STATUS), NOC_TX_OK);
    assert_int_equal(rd(rig, from, NI_TX_LIST_FLITS), 0);
    assert_int_equal(rd(rig, from, NI_TX_HEADERS_ADDR), addr);
    assert_int_equal(rd(rig, from, NI_TX_BUSY), busy);
    assert_int_equal(counter(rig, from, CNT_OUT), out);
    assert_int_equal(counter(rig, from, CNT_STARTUP), startup);
    assert_true(noc_board_next(rig->board) == next);
}

static void refuse(struct rig *rig, uint32_t from, const uint32_t *header, uint32_t n,
                   uint32_t verdict)
{
    write_headers(rig, from, header, n);
    refuse_at(rig, from, HEADERS, n, w0(NOC_WORM_MESSAGE, 0, 1, 0), BODY, verdict);
}

#define LIST(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4

static void lists_are_checked_flit_by_flit(void **state)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");

    (void)state;
    for (uint32_t a = 0; a < 16; a += 5) {
        uint32_t u = further(rig, a, 3), v = further(rig, a, 9), z = further(rig, a, 15);
        static const uint32_t kinds[] = {0, 3, 4, 5, 6, 15};

        for (unsigned k = 0; k < 6; k++) { /* none of the routing's, or out of place */
            refuse(rig, a, LIST(noc_header(kinds[k], u, 0)), NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(noc_header(kinds[k], u, 0), last(u)), NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(address(u), noc_header(kinds[k] == 3 ? 7 : kinds[k], 0, 0), last(u)),
                   NOC_TX_BAD_HEADER);
            refuse(rig, a, LIST(address(u), noc_header(kinds[k] == 3 ? 7 : kinds[k], 0, 0)),
                   NOC_TX_BAD_HEADER);
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

static void counts_are_checked(void **state)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, u = further(rig, a, 1), v = further(rig, a, 12);

    (void)state;
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

static void numbers_and_addresses_are_checked(void **state)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, one = w0(NOC_WORM_MESSAGE, 0, 1, 0), end = NOC_RAM_BASE + RIG_RAM;
    uint32_t header[3], to[] = {further(rig, a, 2), further(rig, a, 3)}, n;

    (void)state;
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
static void verdicts_come_in_order(void **state)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t a = 6, header[3], to[] = {further(rig, a, 2), further(rig, a, 3)};
    uint32_t n = header_for(to, 2, header), good = w0(NOC_WORM_MESSAGE, 0, 1, 3);
    uint32_t bad = w0(NOC_WORM_SIGNAL, 0, 1, 3);

    (void)state;
    write_headers(rig, a, header, n);
    refuse_at(rig, a, HEADERS, n - 1, bad, 1, NOC_TX_BAD_LIST);
    refuse_at(rig, a, HEADERS + 2, n, bad, 1, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS, n, bad, 1, NOC_TX_BAD_TYPE);
    assert_int_equal(start_headers(rig, a, HEADERS, n, good, 0, BODY), NOC_TX_OK);
    refuse_at(rig, a, HEADERS, n, good, 1, NOC_TX_BAD_ADDRESS);
    refuse_at(rig, a, HEADERS, n, good, BODY, NOC_TX_BUSY_ENTRY);
    wr(rig, a, NI_TX_DEST, last(to[0])); /* both registers share status and entries */
    assert_int_equal(rd(rig, a, NI_TX_STATUS), NOC_TX_BUSY_ENTRY);
    run_out(rig, 100);
    assert_int_equal(start_headers(rig, a, HEADERS, n, good, 0, BODY), NOC_TX_OK);
    rig_free(rig);
}

static void routings_without_lists_refuse_them(void **state)
{
    static const char *const name[] = {"torus:4x4", "mesh:4x4", "cube:4"};

    (void)state;
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

static void coded_paths_are_checked(void **state)
{
    static const char *const name[] = {"coded-path", "coded-path-vc"};
    enum { A = 5, MORE = NOC_CODED_MORE, PASS = NOC_CODED_PASS, BOTH = NOC_CODED_BOTH };

    (void)state;
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

enum { FLITS = 6 }; /* of the body */

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
    uint64_t give = rig_now(rig) + 8;
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

static void every_destination_has_it_in_its_cycle(void **state)
{
    struct rig *rig = rig_for("utorus:4x4", "utpr", 1, "board");
    uint32_t seed = 7, to[16];

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_checked_flit_by_flit),
        cmocka_unit_test(counts_are_checked),
        cmocka_unit_test(numbers_and_addresses_are_checked),
        cmocka_unit_test(verdicts_come_in_order),
        cmocka_unit_test(routings_without_lists_refuse_them),
        cmocka_unit_test(coded_paths_are_checked),
        cmocka_unit_test(every_destination_has_it_in_its_cycle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
