/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing_checks.h"

/* Figure 4.1(a) and section 4.3: P((0,0),(2,1)) in a 4x4 torus. */
TEST(the_papers_paths)
{
    struct noc_topology t = topology("utorus:4x4");
    const struct noc_routing *r = routing(&t, "utr");

    assert_string_equal(path_text(&t, r, 0, 2 * 4 + 1), "(0,0)1h (1,0)1h (2,0)0h");
    /* (0,2) to (3,1): six links. */
    assert_string_equal(path_text(&t, r, 2, 3 * 4 + 1),
                        "(0,2)1h (1,2)1h (2,2)1h (3,2)0p (3,3)0p (3,0)0h");
}

/* Figure 4.5(a): these two meet on the h channel from (0,3) to (1,3). */
TEST(the_contention_of_figure_4_5)
{
    struct noc_topology t = topology("utorus:5x5");
    const struct noc_routing *r = routing(&t, "utr");

    assert_string_equal(path_text(&t, r, 3, 5 + 1), "(0,3)1h (1,3)0p (1,4)0p (1,0)0h");
    assert_string_equal(path_text(&t, r, 4 * 5 + 3, 5 + 3), "(4,3)1p (0,3)1h");
}

TEST(all_pairs)
{
    for (unsigned k = 2; k <= 9; k++) {
        char text[32];

        snprintf(text, sizeof text, "utorus:%u", k);
        /* In a ring: each distance 1 to k-1 once from each node. */
        assert_int_equal(check_routing(text, "utr"), k * k * (k - 1) / 2);
    }
    check_routing("utorus:4x4", "utr");
    check_routing("utorus:5x5", "utr");
    check_routing("utorus:2x7", "utr");
    check_routing("utorus:3x2", "utr");
    check_routing("utorus:2x3x4", "utr");
    check_routing("utorus:3x3x3", "utr");
    check_routing("utorus:2x2x2x2", "utr");
}

/* Section 4.2.1: h leaves 0 to k-2, p leaves 1 to k-1, nothing goes down. */
TEST(channels_exist_as_listed)
{
    struct noc_topology t = topology("utorus:5x4");
    const struct noc_routing *r = routing(&t, "utr");

    for (unsigned node = 0; node < t.nodes; node++) {
        for (unsigned d = 0; d < 2; d++) {
            unsigned x = coordinate(&t, node, d), k = t.width[d];

            assert_int_equal(r->uses(&t, node, 2 * d, 0), x <= k - 2);
            assert_int_equal(r->uses(&t, node, 2 * d, 1), 1 <= x && x <= k - 1);
            assert_false(r->uses(&t, node, 2 * d + 1, 0));
            assert_false(r->uses(&t, node, 2 * d + 1, 1));
        }
    }
    assert_int_equal(r->vcs, 2);
    assert_string_equal(r->vc_name(&t, 0, 0), "h");
    assert_string_equal(r->vc_name(&t, 2, 1), "p");
}

TEST(broken_headers)
{
    check_broken_headers("utorus:5x4", "utr");
}
