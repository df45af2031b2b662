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

/* Every pair by a shortest path, over exactly the channels that it names. */
static void check(const char *text, bool cycle)
{
    struct noc_topology t = topology(text);
    const struct noc_routing *r = routing(&t, "dor");
    struct usage u = usage_of(&t, r);
    unsigned *distance = malloc(t.nodes * sizeof *distance);
    struct noc_channel path[64];

    for (unsigned from = 0; from < t.nodes; from++) {
        distances(&t, from, distance);
        for (unsigned to = 0; to < t.nodes; to++) {
            int n = noc_route_path(&t, r, from, to, path, 64);

            assert_int_equal(n, distance[to]);
            check_path(&t, r, from, to, path, n);
        }
    }
    for (unsigned c = 0; c < u.channels; c++) {
        assert_int_equal(u.used[c], r->uses(&t, c / t.ports, c % t.ports, 0));
    }
    assert_int_equal(has_cycle(&t, r, &u), cycle);
    usage_free(&u);
    free(distance);
}

TEST(depends_in_circles)
{
    for (unsigned k = 2; k <= 10; k++) {
        char text[32];

        snprintf(text, sizeof text, "torus:%u", k);
        check(text, k >= 5);
        snprintf(text, sizeof text, "utorus:%u", k);
        check(text, k >= 3);
    }
    check("torus:4x4", false);
    check("torus:8x8", true);
    check("torus:2x3x4", false);
    check("utorus:2x2x2", false);
    check("utorus:3x2", true);
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
