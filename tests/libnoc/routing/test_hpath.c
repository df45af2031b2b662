/* SPDX-License-Identifier: BSD-2-Clause */
/* The Hamiltonian path: every label and its node, and nodes sorted along it. */
#include "test.h"
#include "routing/hpath.h"
#include "hpath_checks.h"

static const char *const networks[] = {
    "mesh:2",     "mesh:7",     "mesh:3x4",   "mesh:4x3",   "mesh:5x5",     "mesh:16x16",
    "mesh:2x3x4", "mesh:3x3x3", "mesh:4x3x5", "mesh:3x2x5", "mesh:3x2x3x2", "mesh:2x2x2x2x2",
    "torus:2",    "torus:9",    "torus:2x2",  "torus:5x4",  "torus:4x5",    "torus:3x4x5",
    "cube:1",     "cube:2",     "cube:3",     "cube:8",
};

TEST(every_label)
{
    TEST_NEEDS_BUDGET(5);
    static struct hpath p;

    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        hpath_make(&p, networks[i]);
        assert_true(noc_hpath_exists(&p.t));
        for (unsigned label = 0; label < p.t.nodes; label++) {
            assert_int_equal(noc_hpath_label(&p.t, p.at[label]), label);
            assert_int_equal(noc_hpath_node(&p.t, label), p.at[label]);
            assert_true(label == 0 || p.apart[p.at[label - 1]][p.at[label]] == 1);
        }
    }
}

/* Robinson 1994, figure 5.3, and hpath.h: to and fro; of a hypercube, Gray's code. */
TEST(known_paths)
{
    static const unsigned rows[] = {0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11};
    static const unsigned gray[] = {0, 1, 3, 2, 6, 7, 5, 4};
    struct noc_topology mesh = topology("mesh:3x4"), cube = topology("cube:3");

    for (unsigned label = 0; label < 12; label++) {
        assert_int_equal(noc_hpath_node(&mesh, label), rows[label]);
    }
    for (unsigned label = 0; label < 8; label++) {
        assert_int_equal(noc_hpath_node(&cube, label), gray[label]);
    }
}

/* The largest networks: label and node undo each other. */
TEST(large_networks)
{
    static const char *const large[] = {"mesh:128x128",  "torus:127x129", "cube:14",
                                        "mesh:25x25x25", "mesh:3x5461",   "torus:2x3x2730"};

    for (unsigned i = 0; i < sizeof large / sizeof *large; i++) {
        struct noc_topology t = topology(large[i]);

        for (uint32_t node = 0; node < t.nodes; node++) {
            assert_int_equal(noc_hpath_node(&t, noc_hpath_label(&t, node)), node);
        }
    }
}

TEST(order)
{
    static const uint16_t sorted[] = {1, 3, 6, 4, 8, 11};
    struct noc_topology t = topology("mesh:3x4");

    for (unsigned first = 0; first < 6; first++) {
        uint16_t chain[6];

        for (unsigned i = 0; i < 6; i++) { /* from `first` on backwards */
            chain[i] = sorted[(first + 6 - i) % 6];
        }
        assert_int_equal(noc_hpath_order(&t, chain, 5), first);
        assert_memory_equal(chain, sorted, sizeof sorted);
    }
}

TEST(where_there_is_none)
{
    static const char *const none[] = {"utorus:4x4", "ccc:3"};

    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
        struct noc_topology t = topology(none[i]);

        assert_false(noc_hpath_exists(&t));
    }
}
