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
