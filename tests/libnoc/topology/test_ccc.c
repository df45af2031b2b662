/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "test.h"
#include "reference.h"
#include "topology/topologies.h"

static struct noc_topology ccc(unsigned n)
{
    char text[16];

    snprintf(text, sizeof text, "ccc:%u", n);
    return topology(text);
}

/* Definition 1: n 2^n nodes, 3 n 2^(n-1) edges, as figure 1's 24 and 36. */
TEST(nodes_and_edges)
{
    for (unsigned n = 2; n <= 10; n++) {
        struct noc_topology t = ccc(n);
        unsigned links = 0;

        assert_int_equal(t.nodes, n << n);
        assert_int_equal(t.dims, 1);
        assert_int_equal(t.width[0], n);
        assert_int_equal(t.ports, 3);
        assert_int_equal(t.links, 3);
        for (unsigned node = 0; node < t.nodes; node++) {
            for (unsigned port = 0; port < 3; port++) {
                struct noc_link link, back;

                assert_true(noc_topology_link(&t, node, port, &link));
                assert_true(joined_in_ccc(n, node, link.node));
                assert_true(noc_topology_link(&t, link.node, link.port, &back));
                assert_int_equal(back.node, node);
                assert_int_equal(back.port, port);
                links++;
            }
        }
        assert_int_equal(links / 2, 3 * n << (n - 1));
        assert_false(noc_topology_link(&t, 0, 3, &(struct noc_link){0}));
        assert_false(noc_topology_link(&t, t.nodes, 0, &(struct noc_link){0}));
    }
}

/* Node (i,w) is w * n + i. */
TEST(ports_lead_where_they_should)
{
    for (unsigned n = 2; n <= 10; n++) {
        struct noc_topology t = ccc(n);

        for (unsigned w = 0; w < 1u << n; w++) {
            for (unsigned i = 0; i < n; i++) {
                struct noc_link up, down, across;
                unsigned node = w * n + i, flipped = w ^ (1u << i);

                assert_int_equal(noc_digit(&t, node, 0), i);
                assert_int_equal(noc_over_stride(&t, node, 1), w);
                assert_true(noc_topology_link(&t, node, 0, &up));
                assert_true(noc_topology_link(&t, node, 1, &down));
                assert_true(noc_topology_link(&t, node, 2, &across));
                assert_int_equal(up.node, w * n + (i + 1) % n);
                assert_int_equal(up.port, 1);
                assert_int_equal(up.dim, NOC_NO_DIM);
                assert_int_equal(up.dir, 0);
                assert_int_equal(down.node, w * n + (i + n - 1) % n);
                assert_int_equal(down.port, 0);
                assert_int_equal(down.dim, NOC_NO_DIM);
                assert_int_equal(down.dir, 0);
                assert_int_equal(across.node, flipped * n + i);
                assert_int_equal(across.port, 2);
                assert_int_equal(across.dim, i);
                assert_int_equal(across.dir, flipped > w ? 1 : -1);
            }
        }
    }
}

static void refused(const char *text, enum noc_fault_code code, unsigned where, int64_t value)
{
    assert_non_null(topology_refused(text, code, where, value).because);
}

TEST(bad_texts_are_refused)
{
    refused("ccc:", NOC_FAULT_TOPOLOGY_SYNTAX, 4, 0);
    refused("ccc:n", NOC_FAULT_TOPOLOGY_SYNTAX, 4, 0);
    refused("ccc:4x4", NOC_FAULT_TOPOLOGY_SYNTAX, 5, 0);
    refused("ccc:0", NOC_FAULT_WIDTH, 4, 0);
    refused("ccc:1", NOC_FAULT_WIDTH, 4, 1);
    refused("ccc:11", NOC_FAULT_NODES, 4, 11);
    refused("ccc:65540", NOC_FAULT_NODES, 4, 65540);
    refused("ccc:4294967300", NOC_FAULT_NODES, 4, INT64_C(4294967300));
}

TEST(numbers_that_make_none_are_refused)
{
    static const uint16_t width[] = {4, 4}, small = 1, large = 11;
    const struct noc_topology_kind *kind = noc_topology_kind_find("ccc");
    struct noc_topology t;
    struct noc_fault fault;

    assert_true(kind->make(&t, 1, width, NULL));
    assert_int_equal(t.nodes, 64);
    assert_false(kind->make(&t, 2, width, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
    assert_false(kind->make(&t, 0, width, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
    assert_false(kind->make(&t, 1, &small, &fault));
    assert_int_equal(fault.code, NOC_FAULT_WIDTH);
    assert_false(kind->make(&t, 1, &large, &fault));
    assert_int_equal(fault.code, NOC_FAULT_NODES);
}
