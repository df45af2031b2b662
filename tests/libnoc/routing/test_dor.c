/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "multicast/plan.h"
#include "routing/routings.h"
#include "routing_checks.h"

TEST(takes_the_shorter_way)
{
    struct noc_topology torus = topology("torus:8"), utorus = topology("utorus:5x5");

    assert_string_equal(path_text(&torus, routing(&torus, "dor"), 6, 1), "(6)0 (7)0 (0)0");
    assert_string_equal(path_text(&torus, routing(&torus, "dor"), 1, 6), "(1)0 (0)0 (7)0");
    assert_string_equal(path_text(&torus, routing(&torus, "dor"), 5, 1), "(5)0 (4)0 (3)0 (2)0");
    assert_string_equal(path_text(&utorus, routing(&utorus, "dor"), 22, 5),
                        "(4,2)1 (0,2)1 (1,2)0 (1,3)0 (1,4)0");
}

TEST(is_refused)
{
    const struct noc_algorithm *a = NULL;
    const struct noc_routing *r = NULL;
    struct noc_topology mesh = topology("mesh:4x4"), torus = topology("torus:8x8");
    struct noc_fault fault;

    assert_false(noc_routing_choose(&r, "dor", &mesh, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
    assert_false(
        noc_algorithm_choose(&a, "u-torus", &torus, routing(&torus, "dor"), false, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FIT);
    assert_true(
        noc_algorithm_choose(&a, "separate", &torus, routing(&torus, "dor"), false, &fault));
}

TEST(there_are_no_other_channels)
{
    struct noc_topology t = topology("torus:2x4");
    const struct noc_routing *r = routing(&t, "dor");

    assert_false(r->uses(&t, 0, t.ports, 0));
    assert_false(r->uses(&t, 0, 0, 1));
    assert_true(r->uses(&t, 0, 0, 0));
}
