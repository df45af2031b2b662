/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing_checks.h"

/* Figure 2.2: two paths that shortest-path routing could keep apart, and
 * dimension order does not: both leave (2,3) for (2,2). */
TEST(the_papers_paths_share_an_arc)
{
    struct noc_topology t = topology("mesh:4x4");
    const struct noc_routing *r = routing(&t, "xy");
    struct noc_channel one[8], two[8];
    unsigned shared = 0;

    assert_string_equal(path_text(&t, r, 3, 2 * 4 + 1), "(0,3)1 (1,3)1 (2,3)0 (2,2)0");
    assert_string_equal(path_text(&t, r, 3 * 4 + 3, 2 * 4 + 2), "(3,3)1 (2,3)0");

    int n = noc_route_path(&t, r, 3, 2 * 4 + 1, one, 8);
    int m = noc_route_path(&t, r, 3 * 4 + 3, 2 * 4 + 2, two, 8);

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            shared += one[i].node == two[j].node && one[i].port == two[j].port;
        }
    }
    assert_int_equal(shared, 1);
}

TEST(there_is_one_channel_and_it_has_no_letter)
{
    struct noc_topology t = topology("mesh:4x4");
    const struct noc_routing *r = routing(&t, "xy");

    assert_int_equal(r->vcs, 1);
    assert_null(r->vc_name(&t, 0, 0));
}

TEST(broken_headers)
{
    check_broken_headers("mesh:5x4", "xy");
}
