/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing/routings.h"
#include "routing_checks.h"

TEST(ties_go_both_ways)
{
    struct noc_topology t = topology("torus:8");
    const struct noc_routing *r = routing(&t, "dateline");

    assert_string_equal(path_text(&t, r, 0, 4), "(0)0h (1)0h (2)0h (3)0h");
    assert_string_equal(path_text(&t, r, 1, 5), "(1)0p (0)0p (7)0l (6)0l");
    assert_string_equal(path_text(&t, r, 4, 0), "(4)0p (5)0p (6)0p (7)0p");
    assert_string_equal(path_text(&t, r, 5, 1), "(5)0l (4)0l (3)0l (2)0l");
    /* All else is as under BTR. */
    assert_string_equal(path_text(&t, r, 6, 1), "(6)0p (7)0p (0)0h");
    assert_string_equal(path_text(&t, r, 1, 6), "(1)0p (0)0p (7)0l");
}

TEST(channels_have_letters)
{
    struct noc_topology t = topology("torus:8");
    const struct noc_routing *r = routing(&t, "dateline");

    assert_string_equal(r->vc_name(&t, 0, 0), "h");
    assert_string_equal(r->vc_name(&t, 0, 1), "p");
    assert_string_equal(r->vc_name(&t, 1, 0), "l");
    assert_string_equal(r->vc_name(&t, 1, 1), "p");
}

TEST(fits_tori_only)
{
    struct noc_topology t = topology("utorus:8");
    const struct noc_routing *r = NULL;
    struct noc_fault fault = {0};

    assert_false(noc_routing_choose(&r, "dateline", &t, &fault));
    assert_null(r);
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
}

TEST(broken_headers)
{
    check_broken_headers("torus:5x4", "dateline");
}

TEST(there_are_no_other_channels)
{
    struct noc_topology t = topology("torus:2x4");
    const struct noc_routing *r = routing(&t, "dateline");

    assert_false(r->uses(&t, 0, t.ports, 0));
    assert_false(r->uses(&t, 0, 0, 2));
    assert_true(r->uses(&t, 0, 0, 0));
}
