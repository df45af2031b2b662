/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "test.h"
#include "reference.h"
#include "topology/topologies.h"

TEST(a_port_flips_its_bit)
{
    struct noc_topology t = topology("cube:5");

    assert_int_equal(t.nodes, 32);
    assert_int_equal(t.dims, 5);
    assert_int_equal(t.ports, 5);
    assert_int_equal(t.links, 5);
    for (unsigned node = 0; node < 32; node++) {
        for (unsigned port = 0; port < 5; port++) {
            struct noc_link link;
            unsigned bit = 1u << port;

            assert_true(noc_topology_link(&t, node, port, &link));
            assert_int_equal(link.node, node & bit ? node - bit : node + bit);
            assert_int_equal(link.port, port);
            assert_int_equal(link.dim, port);
            assert_int_equal(link.dir, node & bit ? -1 : 1);
        }
        assert_false(noc_topology_link(&t, node, 5, &(struct noc_link){0}));
    }
    assert_false(noc_topology_link(&t, 32, 0, &(struct noc_link){0}));
}

TEST(one_to_fourteen_dimensions)
{
    for (unsigned n = 1; n <= 14; n++) {
        char text[16];

        snprintf(text, sizeof text, "cube:%u", n);
        assert_int_equal(topology(text).nodes, 1u << n);
    }
}

TEST(bad_texts_are_refused)
{
    topology_refused("cube:", NOC_FAULT_TOPOLOGY_SYNTAX, 5, 0);
    topology_refused("cube:x", NOC_FAULT_TOPOLOGY_SYNTAX, 5, 0);
    topology_refused("cube:2x2", NOC_FAULT_TOPOLOGY_SYNTAX, 6, 0);
    topology_refused("cube:0", NOC_FAULT_DIMS, 5, 0);
    topology_refused("cube:15", NOC_FAULT_DIMS, 5, 15);
    topology_refused("cube:4294967298", NOC_FAULT_DIMS, 5, INT64_C(4294967298));
}

TEST(widths_other_than_two_are_refused)
{
    static const uint16_t width[] = {2, 2, 4};
    const struct noc_topology_kind *cube = noc_topology_kind_find("cube");
    struct noc_topology t;
    struct noc_fault fault;

    assert_true(cube->make(&t, 2, width, NULL));
    assert_int_equal(t.nodes, 4);
    assert_false(cube->make(&t, 3, width, &fault));
    assert_int_equal(fault.code, NOC_FAULT_WIDTH);
    assert_int_equal(fault.where, 2);
    assert_int_equal(fault.value, 4);
    assert_non_null(fault.because);
    assert_false(cube->make(&t, 0, width, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
}

TEST(too_many_dimensions_are_refused)
{
    static const uint16_t twos[20] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    struct noc_topology t;
    struct noc_fault fault;

    assert_false(noc_topology_kind_find("cube")->make(&t, 20, twos, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
    assert_int_equal(fault.where, 14);
}
