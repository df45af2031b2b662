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

TEST(all_pairs)
{
    for (unsigned n = 1; n <= 6; n++) {
        char text[32];

        snprintf(text, sizeof text, "cube:%u", n);
        /* Half of the n bits differ, over all 4^n pairs. */
        assert_int_equal(check_routing(text, "ecube"), (n << (2 * n)) / 2);
    }
}

/* The highest bit first, in all 2^14 nodes. */
TEST(the_highest_bit_goes_first)
{
    struct noc_topology t = topology("cube:14");
    const struct noc_routing *r = routing(&t, "ecube");

    for (uint32_t to = 1; to < t.nodes; to++) {
        uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
        struct noc_hop hop;

        assert_int_equal(r->route(&t, 0, NOC_PORT_LOCAL, 0, &header, &hop), NOC_ROUTED);
        assert_true(to >> hop.port == 1);
        assert_int_equal(hop.vc, 0);
    }
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
