/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routing along the Hamiltonian path: all pairs against the definition, all worms of small
 * networks, what waits for what with and without consumption contexts, and what is refused.
 */
#include "test.h"
#include "hpath_checks.h"
#include "packet.h"
#include "routing/routings.h"
#include "waits.h"

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

TEST(minimal_in_meshes_and_cubes)
{
    static const char *const names[] = {
        "mesh:2",     "mesh:9",     "mesh:2x2",     "mesh:3x4",       "mesh:4x3",     "mesh:7x7",
        "mesh:8x8",   "mesh:16x16", "mesh:2x3x4",   "mesh:4x3x2",     "mesh:3x3x3",   "mesh:3x2x5",
        "mesh:4x4x4", "mesh:6x5x4", "mesh:3x2x3x2", "mesh:2x3x2x3x2", "mesh:3x3x3x3", "cube:1",
        "cube:2",     "cube:3",     "cube:4",       "cube:7",         "cube:8",
    };
    uint64_t least;

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t hops = all_pairs_of(names[i], &least);

        assert_int_equal(hops, least);
    }
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

static struct waits waits[CONTEXTS];
static uint64_t worms;

static void add_waits(enum contexts mode, const struct noc_channel *way, int n,
                      const struct noc_visit *visit)
{
    unsigned last = RESOURCES, channels = path.t.nodes * path.t.ports, next = 0;

    for (int i = 0; i < n; i++) {
        unsigned c = noc_channel_index(&path.t, r, way[i].node, way[i].port, 0);

        if (last != RESOURCES) {
            waits[mode].edge[last][c] = true;
        }
        last = c;
        if (visit[next].hops == (unsigned)i + 1) {
            next++;
            if (mode != CONTEXT_NONE) {
                unsigned context = channels + (mode == CONTEXT_LINK ? c : way[i].next);

                assert_true(context < RESOURCES);
                waits[mode].edge[last][context] = true;
                last = context;
            }
        }
    }
}

/* A worm from `source` to dest[0..m-1]: exactly those, in order, labels all rising or all falling,
 * each leg as of a unicast. */
static void check_worm(unsigned source, const uint16_t *dest, unsigned m)
{
    uint32_t header[HPATH_NODES + 1], visits;
    uint32_t n = noc_route_headers_many(&path.t, r, NOC_ANYWHERE, dest, m, header);
    struct noc_channel way[HPATH_NODES];
    struct noc_visit visit[HPATH_NODES];
    int hops = noc_route_path_many(&path.t, r, source, header, n, way, HPATH_NODES, visit,
                                   HPATH_NODES, &visits);
    unsigned at = source;

    assert_int_equal(n, m + 1);
    assert_int_equal(r->check(&path.t, source, header, n), NOC_TX_OK);
    assert_int_equal(visits, m);
    for (unsigned i = 0, hop = 0; i < m; i++) {
        assert_int_equal(visit[i].node, dest[i]);
        for (; at != dest[i]; hop++) {
            unsigned next = hpath_next(&path, at, dest[i], false);

            assert_true((int)hop < hops);
            assert_int_equal(way[hop].node, at);
            assert_int_equal(way[hop].next, next);
            assert_true(hpath_between(&path, at, next, dest[m - 1]));
            at = next;
        }
        assert_int_equal(visit[i].hops, hop);
    }
    assert_int_equal(visit[m - 1].hops, hops);
    for (unsigned mode = 0; mode < CONTEXTS; mode++) {
        add_waits((enum contexts)mode, way, hops, visit);
    }
    worms++;
}

/* From `source`, all sets of up to `most` nodes that all have higher, or lower, labels. */
static void worms_from(unsigned source, bool climbs, unsigned most)
{
    unsigned first = path.label[source], n = climbs ? path.t.nodes - 1 - first : first;
    unsigned place[HPATH_NODES] = {1}, m = n > 0; /* ascending: how far behind the source */

    while (m > 0) {
        uint16_t dest[HPATH_NODES];

        for (unsigned i = 0; i < m; i++) {
            dest[i] = (uint16_t)path.at[climbs ? first + place[i] : first - place[i]];
        }
        check_worm(source, dest, m);
        if (m < most && place[m - 1] < n) {
            place[m] = place[m - 1] + 1;
            m++;
            continue;
        }
        while (m > 0 && place[m - 1] == n) {
            m--;
        }
        if (m > 0) {
            place[m - 1]++;
        }
    }
}

/* Every legal worm of small networks, and of larger ones all with up to three destinations.
 * Contexts for each link add no cycle; one for each node does as soon as there are four nodes. */
TEST(all_worms)
{
    static const struct {
        const char *name;
        unsigned most;
    } tried[] = {
        {"mesh:2", 9},      {"mesh:3", 9},    {"torus:3", 9},    {"mesh:4", 9},
        {"torus:4", 9},     {"torus:9", 9},   {"mesh:2x2", 9},   {"torus:2x2", 9},
        {"mesh:2x3", 9},    {"torus:3x2", 9}, {"cube:2", 9},     {"cube:3", 9},
        {"mesh:3x3", 9},    {"torus:3x3", 9}, {"mesh:4x3", 12},  {"torus:3x4", 12},
        {"mesh:2x2x3", 12}, {"mesh:4x4", 16}, {"torus:4x4", 16}, {"cube:4", 16},
        {"torus:3x5", 16},  {"torus:5x5", 3}, {"mesh:3x3x3", 3}, {"torus:3x3x3", 3},
        {"mesh:5x6", 3},
    };

    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
        hpath_make(&path, tried[i].name);
        memset(waits, 0, sizeof waits);
        for (unsigned source = 0; source < path.t.nodes; source++) {
            worms_from(source, false, tried[i].most);
            worms_from(source, true, tried[i].most);
        }
        assert_false(waits_cyclic(&waits[CONTEXT_NONE]));
        assert_false(waits_cyclic(&waits[CONTEXT_LINK]));
        assert_int_equal(waits_cyclic(&waits[CONTEXT_ONE]), path.t.nodes >= 4);
    }
    print_message("%llu worms\n", (unsigned long long)worms);
}

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
