/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables made from topologies.def, routings.def and algorithms.def: all rows, in order, found by their names and named when
 * a name is wrong. */
#include <stdio.h>

#include "test.h"
#include "multicast/algorithms.h"
#include "reference.h"
#include "routing/routings.h"
#include "topology/topologies.h"

TEST(all_topologies)
{
    unsigned n = 0;

#define NOC_TOPOLOGY(symbol, form)                                     \
    assert_ptr_equal(noc_topology_kinds[n++], &noc_topology_##symbol); \
    assert_ptr_equal(noc_topology_kind_find(#symbol), &noc_topology_##symbol);
#include "topology/topologies.def"
    assert_null(noc_topology_kinds[n]);
}

TEST(all_routings)
{
    unsigned n = 0;

#define NOC_ROUTING(symbol, name)                               \
    assert_ptr_equal(noc_routings[n++], &noc_routing_##symbol); \
    assert_ptr_equal(noc_routing_find(name), &noc_routing_##symbol);
#include "routing/routings.def"
    assert_null(noc_routings[n]);
}

TEST(all_algorithms)
{
    unsigned n = 0;

#define NOC_ALGORITHM(symbol, name)                                 \
    assert_ptr_equal(noc_algorithms[n++], &noc_algorithm_##symbol); \
    assert_ptr_equal(noc_algorithm_find(name), &noc_algorithm_##symbol);
#include "multicast/algorithms.def"
    assert_null(noc_algorithms[n]);
}

/* "a, b, c": each name once, nothing before the first or after the last. */
TEST(wrong_names_are_answered_with_all)
{
    struct noc_topology t = topology("mesh:2x2");
    const struct noc_routing *r = NULL;
    const struct noc_algorithm *a = NULL;
    struct noc_fault fault = {0};
    char all[512] = "";

    for (unsigned i = 0; noc_routings[i]; i++) {
        sprintf(all + strlen(all), "%s%s", i ? ", " : "", noc_routings[i]->name);
    }
    assert_false(noc_routing_choose(&r, "none", &t, &fault));
    assert_string_equal(fault.because, all);
    all[0] = '\0';
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        sprintf(all + strlen(all), "%s%s", i ? ", " : "", noc_algorithms[i]->name);
    }
    assert_false(noc_algorithm_choose(&a, "none", &t, routing(&t, NULL), false, &fault));
    assert_string_equal(fault.because, all);
    assert_false(noc_topology_parse(&t, "none:3", &fault));
    assert_non_null(strstr(fault.because, "torus:WxH, "));
    assert_non_null(strstr(fault.because, ", grid:FILE"));
}
