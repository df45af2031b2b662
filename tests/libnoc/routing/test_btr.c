/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing_checks.h"

/* Figure 4.1(b): 2 links where the unidirectional torus takes 6. */
TEST(the_papers_paths)
{
    struct noc_topology t = topology("torus:4x4");
    const struct noc_routing *r = routing(&t, "btr");

    assert_string_equal(path_text(&t, r, 2, 3 * 4 + 1), "(0,2)1p (3,2)0l");
    assert_string_equal(path_text(&t, r, 0, 2 * 4 + 1), "(0,0)1h (1,0)1h (2,0)0h");
}

/* Section 4.1: at equal distance the path that does not go around. */
TEST(ties_do_not_go_around)
{
    struct noc_topology t = topology("torus:8");
    const struct noc_routing *r = routing(&t, "btr");

    assert_string_equal(path_text(&t, r, 1, 5), "(1)0h (2)0h (3)0h (4)0h");
    assert_string_equal(path_text(&t, r, 5, 1), "(5)0l (4)0l (3)0l (2)0l");
    assert_string_equal(path_text(&t, r, 6, 1), "(6)0p (7)0p (0)0h");
    assert_string_equal(path_text(&t, r, 1, 6), "(1)0p (0)0p (7)0l");
}

TEST(all_pairs)
{
    for (unsigned k = 2; k <= 9; k++) {
        char text[32];

        snprintf(text, sizeof text, "torus:%u", k);
        /* In a ring the distances from a node add up to floor(k*k/4). */
        assert_int_equal(check_routing(text, "btr"), k * (k * k / 4));
    }
    check_routing("torus:4x4", "btr");
    check_routing("torus:5x5", "btr");
    check_routing("torus:8x8", "btr");
    check_routing("torus:2x7", "btr");
    check_routing("torus:3x2", "btr");
    check_routing("torus:2x3x4", "btr");
    check_routing("torus:3x3x3", "btr");
    check_routing("torus:2x2x2x2", "btr");
}

/* Section 4.2.2, items 1 to 4, for even and odd widths. */
TEST(channels_exist_as_listed)
{
    for (int k = 2; k <= 11; k++) {
        char text[32];

        snprintf(text, sizeof text, "torus:%dx3", k);

        struct noc_topology t = topology(text);
        const struct noc_routing *r = routing(&t, "btr");
        int ceiling = k / 2, floor = (k - 1) / 2; /* of (k-1)/2 */

        for (int node = 0; node < (int)t.nodes; node++) {
            int x = node / 3;

            assert_int_equal(r->uses(&t, (unsigned)node, 3, 0), 1 <= x && x <= k - 1);
            assert_int_equal(r->uses(&t, (unsigned)node, 2, 0), 0 <= x && x <= k - 2);
            assert_int_equal(r->uses(&t, (unsigned)node, 2, 1), ceiling + 1 <= x && x <= k - 1);
            assert_int_equal(r->uses(&t, (unsigned)node, 3, 1), 0 <= x && x <= floor - 1);
        }
    }
}

TEST(channels_have_the_papers_letters)
{
    struct noc_topology t = topology("torus:8x8");
    const struct noc_routing *r = routing(&t, "btr");

    assert_int_equal(r->vcs, 2);
    for (unsigned d = 0; d < 2; d++) {
        assert_string_equal(r->vc_name(&t, 2 * d, 0), "h");
        assert_string_equal(r->vc_name(&t, 2 * d, 1), "p");
        assert_string_equal(r->vc_name(&t, 2 * d + 1, 0), "l");
        assert_string_equal(r->vc_name(&t, 2 * d + 1, 1), "p");
    }
}

TEST(broken_headers)
{
    check_broken_headers("torus:5x4", "btr");
}
