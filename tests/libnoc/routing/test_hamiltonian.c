/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routing along the Hamiltonian path: all pairs against the definition, all worms of small
 * networks, what waits for what with and without consumption contexts, and what is refused.
 */
#include "test.h"
#include "hpath_checks.h"
#include "packet.h"
#include "routing/routings.h"

static struct hpath path;
static const struct noc_routing *const r = &noc_routing_hamiltonian;

/* --- all pairs --- */

/* From u to v: as the definition says, monotone in labels and in the labels of the proof. */
static unsigned check_pair(unsigned u, unsigned v, bool *used)
{
    struct noc_channel way[HPATH_NODES];
    int n = noc_route_path(&path.t, r, u, v, way, HPATH_NODES);
    struct noc_label before = {{0}}, label;
    unsigned at = u;

    assert_in_range(n, 0, path.t.nodes - 1);
    for (int i = 0; i < n; i++) {
        unsigned next = hpath_next(&path, at, v, false);

        assert_int_equal(way[i].node, at);
        assert_int_equal(way[i].next, next);
        assert_true(r->label(&path.t, at, way[i].port, 0, &label));
        assert_true(i == 0 || label.part[0] == before.part[0]);
        assert_true(i == 0 || label.part[1] > before.part[1]);
        assert_int_equal(label.part[0], path.label[u] > path.label[v]);
        used[at * path.t.ports + way[i].port] = true;
        before = label;
        at = next;
    }
    assert_int_equal(at, v);
    return (unsigned)n;
}

/* The sum of hops over all pairs; *least: of distances. */
static uint64_t all_pairs_of(const char *text, uint64_t *least)
{
    static bool used[HPATH_NODES * HPATH_PORTS];
    uint64_t hops = 0;

    hpath_make(&path, text);
    assert_true(r->fits(&path.t, NULL));
    memset(used, 0, sizeof used);
    *least = 0;
    for (unsigned u = 0; u < path.t.nodes; u++) {
        for (unsigned v = 0; v < path.t.nodes; v++) {
            unsigned n = check_pair(u, v, used);

            assert_true(n >= path.apart[u][v]);
            hops += n;
            *least += path.apart[u][v];
        }
    }
    for (unsigned c = 0; c < path.t.nodes * path.t.ports; c++) { /* no more, and no less */
        unsigned node = c / path.t.ports, port = c % path.t.ports;

        assert_int_equal(r->uses(&path.t, node, port, 0), used[c]);
        assert_int_equal(r->label(&path.t, node, port, 0, &(struct noc_label){{0}}), used[c]);
        assert_false(r->uses(&path.t, node, port, 1));
    }
    return hops;
}

/* Tori: exact sums of hops beside those of shortest ways, as libnoc/README.md has them. */
TEST(tori)
{
    static const struct {
        const char *name;
        uint64_t hops, least;
    } torus[] = {
        {"torus:2", 2, 2},
        {"torus:2x2", 16, 16},
        {"torus:3", 6, 6},
        {"torus:8", 156, 128},
        {"torus:3x3", 114, 108},
        {"torus:2x3", 42, 42},
        {"torus:4x4", 512, 512},
        {"torus:5x5", 1738, 1500},
        {"torus:8x8", 19592, 16384},
        {"torus:3x4x5", 11122, 10320},
        {"torus:4x4x4", 12288, 12288},
        {"torus:6x6x6", 236084, 209952},
        {"torus:4", 16, 16},
        {"torus:4x4x2", 2560, 2560},
        {"torus:5", 34, 30},
        {"torus:16x16", 664288, 524288},
    };

    for (unsigned i = 0; i < sizeof torus / sizeof *torus; i++) {
        if (torus[i].hops > 100000 && !test_affords(2)) {
            continue;
        }
        uint64_t least, hops = all_pairs_of(torus[i].name, &least);

        print_message("%s: %llu hops, least %llu\n", torus[i].name, (unsigned long long)hops,
                      (unsigned long long)least);
        assert_int_equal(hops, torus[i].hops);
        assert_int_equal(least, torus[i].least);
    }
}

/* Lin, McKinley and Ni's rule, by labels alone: the same ways in 2-D meshes, longer ones beyond. */
TEST(the_published_rule)
{
    static const char *const names[] = {"mesh:9",     "mesh:3x4",   "mesh:8x8",
                                        "mesh:5x7",   "mesh:2x2x2", "mesh:3x3x3",
                                        "mesh:4x4x4", "cube:5",     "torus:8x8"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t differ = 0, longer = 0;

        hpath_make(&path, names[i]);
        for (unsigned u = 0; u < path.t.nodes; u++) {
            for (unsigned v = 0; v < path.t.nodes; v++) {
                unsigned hops = 0;

                for (unsigned at = u; at != v; hops++) {
                    differ += hpath_next(&path, at, v, true) != hpath_next(&path, at, v, false);
                    at = hpath_next(&path, at, v, true);
                }
                longer += hops - path.apart[u][v];
            }
        }
        print_message("%s: by label alone %llu hops more\n", names[i], (unsigned long long)longer);
        assert_int_equal(differ == 0, i < 4);
        assert_int_equal(longer == 0, i < 4);
    }
}

/* --- all worms --- */

/* What a worm takes one after the other: channels, and contexts where it is copied. With one
 * virtual channel on each link a context for each is one for each link. */
enum contexts { CONTEXT_NONE, CONTEXT_LINK, CONTEXT_ONE, CONTEXTS };

/* --- headers --- */

#define A(node)  noc_header(NOC_HEADER_ADDRESS, node, 0)
#define L(node)  noc_header(NOC_HEADER_LAST, node, 0)
#define C(flits) noc_header(NOC_HEADER_COUNT, 0, flits)

/* What route() says of every first flit and of the flit behind it, at (1,1) of a 3x3, where all
 * ways are open or the worm has come from a lower or a higher label. */
TEST(verdicts)
{
    static const unsigned come[] = {NOC_PORT_LOCAL, 3, 2}; /* from (0,1), label 1; (2,1), label 7 */

    hpath_make(&path, "mesh:3x3");
    for (unsigned i = 0; i < 16 * 12 * 16 * 12 * 3; i++) {
        unsigned kind = i % 16, node = i / 16 % 12, behind = i / 192 % 16, next = i / 3072 % 12;
        unsigned from = i / 36864, to = node;
        uint32_t header[2] = {noc_header(kind, node, 0), noc_header(behind, next, 0)};
        uint32_t before = header[0];
        struct noc_hop hop;
        enum noc_routed expected = NOC_ROUTED, verdict;

        if ((kind != NOC_HEADER_ADDRESS && kind != NOC_HEADER_LAST) || node >= 9) {
            expected = NOC_ROUTE_BROKEN;
        } else if (kind == NOC_HEADER_ADDRESS && node == 4) {
            to = next;
            expected = behind == NOC_HEADER_LAST && next == 4                ? NOC_ROUTED_STRIP
                     : behind == NOC_HEADER_COUNT && next == 0               ? NOC_ROUTED_LIST
                     : behind == NOC_HEADER_ADDRESS && next < 9 && next != 4 ? NOC_ROUTED_COPY
                                                                             : NOC_ROUTE_BROKEN;
        }
        if ((expected == NOC_ROUTED || expected == NOC_ROUTED_COPY) && to != 4 && from > 0 &&
            (path.label[to] > path.label[4]) != (from == 1)) {
            expected = NOC_ROUTE_BROKEN; /* it would have to turn round */
        }
        verdict = r->route(&path.t, 4, come[from], 0, header, &hop);
        assert_int_equal(verdict, expected);
        assert_int_equal(header[0], before);
        if (verdict == NOC_ROUTED || verdict == NOC_ROUTED_COPY) {
            assert_int_equal(hop.port == NOC_PORT_LOCAL, to == 4);
        }
    }
}

/* What check() should say of ADDRESS flits of these nodes and LAST of another one. */
static enum noc_tx_status expected_of(unsigned from, const unsigned *node, unsigned m,
                                      unsigned last)
{
    for (unsigned i = 0; i < m; i++) {
        if (node[i] >= path.t.nodes || node[i] == from) {
            return NOC_TX_BAD_NODE;
        }
        if (i > 0 && !hpath_between(&path, i > 1 ? node[i - 2] : from, node[i - 1], node[i])) {
            return NOC_TX_BAD_LIST;
        }
        if (i > 0 && node[i] == node[i - 1]) {
            return NOC_TX_BAD_LIST;
        }
    }
    return last >= path.t.nodes || last == from ? NOC_TX_BAD_NODE
         : m > 0 && last != node[m - 1]         ? NOC_TX_BAD_LIST
                                                : NOC_TX_OK;
}

/* All lists of up to four nodes: check() refuses what routers would, and says what is wrong. */
TEST(all_lists)
{
    static const char *const names[] = {"mesh:2x3", "torus:2x3", "cube:2", "torus:3"};
    uint64_t good = 0;

    for (unsigned k = 0; k < 4; k++) {
        hpath_make(&path, names[k]);

        unsigned some = path.t.nodes + 1, all = some * some * some * some * some;

        for (unsigned i = 0; i < all * 5 * path.t.nodes; i++) {
            unsigned node[4], m = i / all % 5, from = i / all / 5, last = i % some, rest = i / some;
            uint32_t header[5], visits = 0;
            enum noc_tx_status expected;

            for (unsigned n = 0; n < 4; n++, rest /= some) {
                node[n] = rest % some;
                header[n] = A(node[n]);
            }
            header[m] = L(last);
            expected = expected_of(from, node, m, last);
            assert_int_equal(r->check(&path.t, from, header, m + 1), expected);
            if (expected != NOC_TX_BAD_NODE) {
                int n =
                    noc_route_path_many(&path.t, r, from, header, m + 1, NULL, 0, NULL, 0, &visits);

                assert_int_equal(n > 0, expected == NOC_TX_OK);
                assert_true(n < 0 || visits == (m > 0 ? m : 1));
            }
            good += expected == NOC_TX_OK;
        }
    }
    assert_true(good > 1000);
}

/* COUNT and its list behind an address; whatever is in it is not looked at. */
TEST(compound_headers)
{
    uint32_t good[] = {A(1), C(2), 0, A(99), A(2), A(5), C(1), L(0), L(5)};
    uint32_t lone[] = {A(4), C(0), L(4)}, overrun[] = {A(1), C(2), 0, L(1)};
    uint32_t ends[] = {A(1), C(1), L(1)};
    uint32_t named[] = {A(1), noc_header(NOC_HEADER_COUNT, 1, 1), 0, L(1)};
    uint32_t twice[] = {A(1), C(1), 0, C(1), 0, L(1)}, first[] = {C(1), 0, A(1), L(1)};
    uint32_t no_last[] = {A(1), A(2)}, more[] = {A(1), L(1), L(1)};
    uint32_t turn[] = {noc_header(NOC_HEADER_TURN, 1, 0)}, nowhere[] = {A(1), L(6), L(1)};
    uint32_t field[] = {noc_header(NOC_HEADER_ADDRESS, 1, 1), L(1)};
    struct noc_visit visit[3];
    uint32_t visits;

    hpath_make(&path, "mesh:2x3");
    assert_true(r->lists);
    assert_int_equal(r->check(&path.t, 0, good, 9), NOC_TX_OK);
    assert_int_equal(noc_route_path_many(&path.t, r, 0, good, 9, NULL, 0, visit, 3, &visits), 3);
    assert_int_equal(visits, 3);
    assert_int_equal(visit[1].node, 2);
    assert_int_equal(visit[2].hops, 3);
    assert_int_equal(r->check(&path.t, 0, lone, 3), NOC_TX_OK);
    assert_int_equal(r->check(&path.t, 0, overrun, 4), NOC_TX_BAD_LIST);
    assert_int_equal(r->check(&path.t, 0, ends, 3), NOC_TX_BAD_LIST);
    assert_int_equal(r->check(&path.t, 0, named, 4), NOC_TX_BAD_LIST);
    assert_int_equal(r->check(&path.t, 0, twice, 6), NOC_TX_BAD_HEADER);
    assert_int_equal(r->check(&path.t, 0, first, 4), NOC_TX_BAD_HEADER);
    assert_int_equal(r->check(&path.t, 0, no_last, 2), NOC_TX_BAD_LIST);
    assert_int_equal(r->check(&path.t, 0, more, 3), NOC_TX_BAD_LIST);
    assert_int_equal(r->check(&path.t, 0, turn, 1), NOC_TX_BAD_HEADER);
    assert_int_equal(r->check(&path.t, 0, field, 2), NOC_TX_BAD_HEADER);
    assert_int_equal(r->check(&path.t, 0, nowhere, 3), NOC_TX_BAD_NODE); /* the earlier line */
}

TEST(where_it_fits)
{
    struct noc_topology utorus = topology("utorus:4x4"), ccc = topology("ccc:3");
    struct noc_fault fault = {0};

    assert_false(r->fits(&utorus, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
    assert_false(r->fits(&ccc, NULL));
    assert_ptr_equal(noc_routing_find("hamiltonian"), r);
    assert_int_equal(r->vcs, 1);
    assert_true(r->copies);
}
