/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/plan.h"
#include "routing/routings.h"
#include "routing_checks.h"

TEST(only_meshes_of_two_dimensions)
{
    static const char *const refused[] = {"torus:4x4", "utorus:4x4", "mesh:4", "mesh:3x3x3",
                                          "cube:4"};

    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct noc_topology t = topology(refused[i]);
        struct noc_fault fault = {0};

        assert_false(noc_routing_coded_path.fits(&t, &fault));
        assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
        assert_false(noc_routing_coded_path_vc.fits(&t, NULL));
    }
}

/* A unicast goes as under xy. */
TEST(unicasts_are_those_of_xy)
{
    struct noc_topology t = topology("mesh:4x5");
    const struct noc_routing *const xy = routing(&t, "xy");

    for (unsigned from = 0; from < t.nodes; from++) {
        for (unsigned to = 0; to < t.nodes; to++) {
            char text[4096];

            strcpy(text, path_text(&t, xy, from, to));
            assert_string_equal(path_text(&t, &noc_routing_coded_path, from, to), text);
            assert_int_equal(strlen(path_text(&t, &noc_routing_coded_path_vc, from, to)),
                             strlen(path_text(&t, xy, from, to)) +
                                 (size_t)noc_route_path(&t, xy, from, to, NULL, 0));
        }
    }
}

/* "node:field ..." of the flits that reach dest[0..m-1] from `from`. */
static const char *coded(const struct noc_topology *t, unsigned from, const uint16_t *dest,
                         unsigned m)
{
    static char text[1000];
    uint32_t header[65], n;
    char *at = text;

    for (unsigned i = 0; i < m; i++) {
        header[i] = noc_header(NOC_HEADER_ADDRESS, dest[i], 0);
    }
    n = noc_code_headers(t, &noc_routing_coded_path, from, header, m);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(noc_header_kind(header[i]), NOC_HEADER_CODED);
        at += sprintf(at, "%s%u:%u", i ? " " : "", noc_header_node(header[i]),
                      noc_header_field(header[i]));
    }
    return text;
}

/* One flit reaches all nodes of a path; one that is passed, or a turn out of order, costs
 * another. */
TEST(one_flit_reaches_a_path)
{
    struct noc_topology t = topology("mesh:4x4");
    static const uint16_t row[] = {1, 2, 3}, column_and_row[] = {4, 8, 9, 10}, skips[] = {1, 3},
                          far[] = {2, 3}, turns[] = {1, 2, 6}, back[] = {1, 2, 1}, again[] = {1, 1};

    assert_string_equal(coded(&t, 0, row, 3), "3:3");
    assert_string_equal(coded(&t, NOC_ANYWHERE, row, 3), "1:6 3:3");
    assert_string_equal(coded(&t, 0, column_and_row, 4), "10:3");
    assert_string_equal(coded(&t, 0, skips, 2), "1:6 3:2");
    assert_string_equal(coded(&t, 0, far, 2), "2:6 3:2");
    assert_string_equal(coded(&t, 0, turns, 3), "2:7 6:2");
    assert_string_equal(coded(&t, 0, back, 3), "2:7 1:2");
    assert_string_equal(coded(&t, 0, again, 2), "1:6 1:2");
    assert_string_equal(coded(&t, 0, row, 1), "1:2");
}

/* Any list without a node twice running arrives, in order, and nobody else gets it. */
TEST(any_list_arrives)
{
    struct noc_topology t = topology("mesh:5x4");
    uint32_t seed = 1, coded_flits = 0;

    for (unsigned n = 0; n < 20000; n++) {
        uint16_t dest[8];
        uint32_t header[9], flits, visits;
        struct noc_visit visit[8];
        unsigned m = 1 + n % 8, from = n % t.nodes;
        bool anywhere = n & 16;

        for (unsigned i = 0; i < m; i++) {
            unsigned before = i ? dest[i - 1] : from;

            do {
                seed = seed * 1664525 + 1013904223;
                dest[i] = (uint16_t)((seed >> 16) % t.nodes);
            } while (dest[i] == before || (seed >> 13 & 3 && !neighbours(&t, before, dest[i])));
        }
        flits = noc_route_headers_many(&t, &noc_routing_coded_path, anywhere ? NOC_ANYWHERE : from,
                                       dest, m, header);
        assert_in_range(flits, 1, m);
        coded_flits += flits;
        assert_true(noc_route_path_many(&t, &noc_routing_coded_path, from, header, flits, NULL, 0,
                                        visit, 8, &visits) > 0);
        assert_int_equal(visits, m);
        for (unsigned i = 0; i < m; i++) {
            assert_int_equal(visit[i].node, dest[i]);
        }
    }
    assert_in_range(coded_flits, 1, 86000); /* of 90000 without stretches */
}

/* --- what the sending NI says of a list --- */

/* docs/board.md, 4.1, flit by flit; whether it turns too often only the way tells. */
static enum noc_tx_status by_the_table(const struct noc_topology *t, unsigned from,
                                       const uint32_t *header, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned kind = noc_header_kind(header[i]), node = noc_header_node(header[i]);
        unsigned field = noc_header_field(header[i]);

        if (kind != NOC_HEADER_CODED && kind != NOC_HEADER_LAST) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= t->nodes || (i == 0 && node == from)) {
            return NOC_TX_BAD_NODE;
        }
        if (kind == NOC_HEADER_LAST) {
            return n == 1 && field == 0 ? NOC_TX_OK : NOC_TX_BAD_LIST;
        }
        switch (field) {
        case NOC_CODED_RECEIVE:
        case NOC_CODED_PASS:
        case NOC_CODED_BOTH:
            if (i + 1 < n) {
                return NOC_TX_BAD_LIST;
            }
            break;
        case NOC_CODED_PASS + NOC_CODED_MORE:
        case NOC_CODED_BOTH + NOC_CODED_MORE:
            if (i + 1 == n) {
                return NOC_TX_BAD_LIST;
            }
            break;
        default:
            return NOC_TX_BAD_LIST;
        }
        if (i > 0 && node == noc_header_node(header[i - 1])) {
            return NOC_TX_BAD_LIST;
        }
    }
    return NOC_TX_OK;
}

static struct {
    uint64_t all, ok, turns; /* turns: refused for these only */
} said;

/*
 * The NI accepts exactly those lists whose worm routers let through to its end, but for one that
 * names the sender first, whose router would keep that flit, and a lone LAST with a field, at which
 * they do not look.
 */
static void check_list(const struct noc_topology *t, unsigned from, const uint32_t *header,
                       unsigned n)
{
    static const struct noc_routing *const r[] = {&noc_routing_coded_path,
                                                  &noc_routing_coded_path_vc};
    enum noc_tx_status table = by_the_table(t, from, header, n);
    bool special =
        noc_header_node(header[0]) == from ||
        (noc_header_kind(header[0]) == NOC_HEADER_LAST && noc_header_field(header[0]) != 0);

    for (unsigned k = 0; k < 2; k++) {
        struct noc_visit visit;
        uint32_t visits;
        enum noc_tx_status status = r[k]->check(t, from, header, n);
        int32_t hops = noc_route_path_many(t, r[k], from, header, n, NULL, 0, &visit, 1, &visits);

        assert_int_equal(status == NOC_TX_OK, hops >= 0 && !special);
        if (k == 1 && status != table) { /* it turned too often before */
            assert_int_equal(status, NOC_TX_BAD_LIST);
            said.turns += table == NOC_TX_OK;
        } else {
            assert_int_equal(status, table);
        }
        said.all++;
        said.ok += status == NOC_TX_OK;
    }
}

static unsigned alphabet(unsigned nodes, uint32_t *flit)
{
    unsigned n = 0;

    for (unsigned node = 0; node <= nodes; node++) {
        for (unsigned field = 0; field < 9; field++) {
            flit[n++] = noc_header(NOC_HEADER_CODED, node, field);
        }
        flit[n++] = noc_header(NOC_HEADER_LAST, node, 0);
    }
    flit[n++] = noc_header(NOC_HEADER_CODED, 1, 1 << 13);
    flit[n++] = noc_header(NOC_HEADER_LAST, 1, 1);
    flit[n++] = noc_header(NOC_HEADER_ADDRESS, 1, 0);
    flit[n++] = 0;
    return n;
}

static void every_list(const char *name, unsigned most)
{
    struct noc_topology t = topology(name);
    uint32_t flit[200], header[4];
    unsigned flits = alphabet(t.nodes, flit);

    for (unsigned from = 0; from < t.nodes; from++) {
        unsigned place[4] = {0}, n = 1;

        while (n <= most) {
            unsigned i = 0;

            for (unsigned k = 0; k < n; k++) {
                header[k] = flit[place[k]];
            }
            check_list(&t, from, header, n);
            while (i < n && ++place[i] == flits) {
                place[i++] = 0;
            }
            n += i == n;
        }
    }
}

/* Longer lists, mostly fine ones: their turns. */
static void long_lists(const char *name, unsigned count)
{
    struct noc_topology t = topology(name);
    uint32_t seed = 3;

    while (count-- > 0) {
        uint32_t header[8];
        unsigned from, n;

        seed = seed * 1664525 + 1013904223;
        n = 1 + (seed >> 8) % 8;
        from = (seed >> 12) % t.nodes;
        for (unsigned i = 0; i < n; i++) {
            seed = seed * 1664525 + 1013904223;
            header[i] = noc_header(NOC_HEADER_CODED, (seed >> 8) % t.nodes,
                                   (2 + (seed >> 16) % 2) | (i + 1 < n ? NOC_CODED_MORE : 0));
        }
        if ((seed >> 20) % 4 == 0) {
            header[(seed >> 22) % n] ^= 1u << (seed >> 25) % 22;
        }
        check_list(&t, from, header, n);
    }
}

TEST(check_says_what_routers_do)
{
    every_list("mesh:2x2", 3);
    every_list("mesh:3x2", 3);
    every_list("mesh:3x3", 2);
    long_lists("mesh:2x2", test_share(200000));
    long_lists("mesh:4x4", test_share(300000));
    long_lists("mesh:3x5", test_share(300000));
    long_lists("mesh:2x9", test_share(200000));
    print_message("%llu lists, %llu accepted, %llu refused for their turns\n",
                  (unsigned long long)said.all, (unsigned long long)said.ok,
                  (unsigned long long)said.turns);
    assert_true(said.ok > test_share(500000));
    assert_true(said.turns > test_share(100000));
}
