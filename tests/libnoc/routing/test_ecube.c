/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing_checks.h"

/* Section 3.2.1: P(0101, 1110) visits 1101 and 1111. */
TEST(the_papers_path)
{
    struct noc_topology t = topology("cube:4");
    const struct noc_routing *r = routing(&t, "ecube");

    assert_string_equal(path_text(&t, r, 5, 14), "(0,1,0,1)3 (1,1,0,1)1 (1,1,1,1)0");
}

TEST(there_is_one_channel_and_it_has_no_letter)
{
    struct noc_topology t = topology("cube:4");
    const struct noc_routing *r = routing(&t, "ecube");

    assert_int_equal(r->vcs, 1);
    assert_null(r->vc_name(&t, 0, 0));
}

TEST(broken_headers)
{
    check_broken_headers("cube:4", "ecube");
}
