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

TEST(broken_headers)
{
    check_broken_headers("utorus:5x4", "utr");
}
