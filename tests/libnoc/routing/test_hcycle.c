/* SPDX-License-Identifier: BSD-2-Clause */
/* Labels, boundaries and the order of destinations; lemmas 5.1 to 5.4 and 5.7 by exhaustion. */
#include "test.h"
#include "hcycle_checks.h"
#include "path_checks.h"

/* Figure 5.4, row y = 0 first. */
TEST(the_labels_of_6x6)
{
    static const unsigned label[6][6] = {
        {0, 1, 2, 3, 4, 5},       {7, 8, 9, 10, 11, 6},     {14, 15, 16, 17, 12, 13},
        {21, 22, 23, 18, 19, 20}, {28, 29, 24, 25, 26, 27}, {35, 30, 31, 32, 33, 34},
    };
    struct noc_topology t = topology("utorus:6x6");

    for (unsigned y = 0; y < 6; y++) {
        for (unsigned x = 0; x < 6; x++) {
            assert_int_equal(noc_hcycle_label(&t, 6 * y + x), label[y][x]);
            /* Each row's last node on the circuit, and all of the last row. */
            assert_int_equal(noc_hcycle_boundary(&t, 6 * y + x, 0), (x + y) % 6 == 5);
            assert_int_equal(noc_hcycle_boundary(&t, 6 * y + x, 1), y == 5);
        }
    }
}

/* Figure 5.5: each plane is the one below, its start moved on; all links from plane 3 to
 * plane 0 are boundaries. Node 0 is behind the last label again, in dimension 2. */
TEST(the_labels_of_4x4x4)
{
    static const unsigned label[4][4][4] = {
        {{0, 1, 2, 3}, {5, 6, 7, 4}, {10, 11, 8, 9}, {15, 12, 13, 14}},
        {{21, 22, 23, 20}, {26, 27, 24, 25}, {31, 28, 29, 30}, {16, 17, 18, 19}},
        {{42, 43, 40, 41}, {47, 44, 45, 46}, {32, 33, 34, 35}, {37, 38, 39, 36}},
        {{63, 60, 61, 62}, {48, 49, 50, 51}, {53, 54, 55, 52}, {58, 59, 56, 57}},
    };
    struct noc_topology t = topology("utorus:4x4x4");

    for (unsigned node = 0; node < 64; node++) {
        unsigned z = node / 16, y = node / 4 % 4, x = node % 4;

        assert_int_equal(noc_hcycle_label(&t, node), label[z][y][x]);
        assert_int_equal(noc_hcycle_boundary(&t, node, 2), z == 3);
        assert_int_equal(noc_hcycle_boundary(&t, node, 1), (z + y) % 4 == 3);
        assert_int_equal(noc_hcycle_boundary(&t, node, 0), (z + y + x) % 4 == 3);
    }
    assert_int_equal(noc_hcycle_node(&t, 63), 48);
}

/* Section 5.4: the multicast of figure 5.1. */
TEST(the_order_of_figure_5_1)
{
    struct noc_topology t = topology("utorus:6x6");
    uint16_t chain[10] = {20, 5, 29, 22, 34, 27, 8, 13, 31, 6};
    static const uint16_t ordered[10] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    static const unsigned label[10] = {23, 25, 27, 30, 33, 5, 7, 9, 15, 19};

    assert_false(hcycle_ordered(&t, chain, 10));
    noc_hcycle_order(&t, chain, 10);
    assert_memory_equal(chain, ordered, sizeof chain);
    assert_true(hcycle_ordered(&t, chain, 10));
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(noc_hcycle_label(&t, chain[i]), label[i]);
    }
}

/* Any source, any set, in any order: sorted by how far they are behind the source. */
TEST(any_order)
{
    uint32_t dice = 1;

    for (unsigned round = 0; round < 4000; round++) {
        struct noc_topology t = topology(path_tori[round % PATH_TORI]);
        uint16_t chain[PATH_NODES], before[PATH_NODES];
        unsigned m, seen = 0;

        for (unsigned i = 0; i < t.nodes; i++) { /* shuffled */
            dice = dice * 1664525 + 1013904223;
            unsigned j = (dice >> 8) % (i + 1);

            chain[i] = chain[j];
            chain[j] = (uint16_t)i;
        }
        dice = dice * 1664525 + 1013904223;
        m = (dice >> 8) % (t.nodes + 1);
        memcpy(before, chain, sizeof before);
        noc_hcycle_order(&t, chain, m);
        assert_memory_equal(chain + m, before + m, (t.nodes - m) * sizeof *chain);
        assert_true(hcycle_ordered(&t, chain, m));
        assert_true(m == 0 || chain[0] == before[0]);
        for (unsigned i = 0; i < m; i++) {
            for (unsigned j = 0; j < m; j++) {
                seen += chain[i] == before[j];
            }
        }
        assert_int_equal(seen, m);
        if (m > 2) { /* two exchanged, or one twice, is out of order */
            uint16_t swap = chain[1];

            chain[1] = chain[2];
            assert_false(hcycle_ordered(&t, chain, m));
            chain[2] = swap;
            assert_false(hcycle_ordered(&t, chain, m));
            chain[1] = chain[0];
            assert_false(hcycle_ordered(&t, chain, m));
        }
    }
}

/* Large: labels fit 16 bits, and are those of equation 5.2. */
TEST(large)
{
    static const char *const names[] = {"utorus:128x128", "utorus:16384",
                                        "utorus:2x2x2x2x2x2x2x2x2x2x2x2x2x2", "utorus:8192x2"};
    static bool seen[16384];

    for (unsigned i = 0; i < 4; i++) {
        struct noc_topology t = topology(names[i]);

        memset(seen, 0, sizeof seen);
        for (unsigned u = 0; u < t.nodes; u++) {
            uint32_t label = noc_hcycle_label(&t, u), expected = 0, sum, stride = 1;

            for (unsigned d = 0; d < t.dims; stride *= t.width[d++]) {
                sum = 0;
                for (unsigned j = d; j < t.dims; j++) {
                    sum += coordinate(&t, u, j);
                }
                expected += stride * (sum % t.width[d]);
            }
            assert_int_equal(label, expected);
            assert_true(label < t.nodes && !seen[label]);
            seen[label] = true;
            assert_int_equal(noc_hcycle_node(&t, label), u);
        }
    }
}

TEST(what_does_not_fit)
{
    static const char *const names[] = {"utorus:3x2",   "utorus:2x4", "utorus:4x6", "utorus:2x4x4",
                                        "utorus:4x2x4", "torus:4x4",  "mesh:4x4",   "cube:4"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct noc_topology t = topology(names[i]);
        struct noc_fault fault = {0};

        assert_false(noc_hcycle_fits(&t, &fault));
        assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
        assert_non_null(strstr(fault.because, i < 5 ? "multiple" : "unidirectional"));
    }
}
