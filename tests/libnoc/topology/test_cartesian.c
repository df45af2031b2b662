/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "reference.h"
#include "topology/topologies.h"

TEST(the_leftmost_width_is_the_highest_dimension)
{
    struct noc_topology t = topology("torus:3x4x5");

    assert_int_equal(t.nodes, 60);
    assert_int_equal(t.dims, 3);
    assert_int_equal(t.width[2], 3);
    assert_int_equal(t.width[1], 4);
    assert_int_equal(t.width[0], 5);
    assert_int_equal(t.stride[0], 1);
    assert_int_equal(t.stride[1], 5);
    assert_int_equal(t.stride[2], 20);

    t = topology("mesh:7x6x5x4x3x2");
    for (unsigned d = 0; d < 6; d++) {
        assert_int_equal(t.width[d], d + 2);
    }
}

TEST(ports_and_links_are_counted)
{
    static const struct {
        const char *text;
        unsigned ports, links;
    } expected[] = {
        {"torus:8x8", 4, 4},  {"torus:2x2", 4, 4},    {"torus:7", 2, 2},
        {"utorus:8x8", 4, 2}, {"utorus:2x2x2", 6, 3}, {"mesh:8x8", 4, 4},
        {"mesh:2x8", 4, 3},   {"mesh:2x2x2", 6, 3},   {"mesh:2", 2, 1},
    };

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct noc_topology t = topology(expected[i].text);
        unsigned most = 0;

        for (unsigned node = 0; node < t.nodes; node++) {
            unsigned links = 0;

            for (unsigned port = 0; port < t.ports; port++) {
                links += noc_topology_link(&t, node, port, &(struct noc_link){0});
            }
            most = links > most ? links : most;
        }
        assert_int_equal(t.ports, expected[i].ports);
        assert_int_equal(t.links, expected[i].links);
        assert_int_equal(most, expected[i].links);
    }
}

/* Every (node, port) against the definition: where it leads, and nothing else. */
static void check_links(const char *text, bool wrap, bool both)
{
    struct noc_topology t = topology(text);

    for (unsigned node = 0; node < t.nodes; node++) {
        for (unsigned port = 0; port < t.ports + 3u; port++) {
            struct noc_link link = {0}, back = {0};
            unsigned d = port / 2;
            int dir = port % 2 ? -1 : 1;
            unsigned to = t.nodes;

            if (port < t.ports && (both || dir == 1)) {
                for (to = 0; to < t.nodes && !linked(&t, wrap, node, to, d, dir); to++) {
                }
            }
            assert_int_equal(noc_topology_link(&t, node, port, &link), to < t.nodes);
            if (to == t.nodes) {
                continue;
            }
            assert_int_equal(link.node, to);
            assert_int_equal(link.dim, d);
            assert_int_equal(link.dir, dir);
            assert_int_equal(link.port, 2 * d + (dir == 1));
            /* The port at the other end is the way back, if there is one. */
            assert_int_equal(noc_topology_link(&t, to, link.port, &back), both);
            if (both) {
                assert_int_equal(back.node, node);
                assert_int_equal(back.port, port);
            }
        }
        assert_false(noc_topology_link(&t, t.nodes, 0, &(struct noc_link){0}));
    }
}

TEST(links_are_the_papers)
{
    check_links("torus:4x4", true, true);
    check_links("torus:2x2", true, true);
    check_links("torus:2x3x5", true, true);
    check_links("torus:9", true, true);
    check_links("utorus:4x4", true, false);
    check_links("utorus:3x2x4", true, false);
    check_links("mesh:4x4", false, true);
    check_links("mesh:2x5x3", false, true);
    check_links("mesh:2", false, true);
}

TEST(in_a_ring_of_two_the_links_are_distinct)
{
    struct noc_topology t = topology("torus:2");
    struct noc_link up, down;

    assert_true(noc_topology_link(&t, 0, 0, &up));
    assert_true(noc_topology_link(&t, 0, 1, &down));
    assert_int_equal(up.node, 1);
    assert_int_equal(down.node, 1);
    assert_int_equal(up.port, 1);
    assert_int_equal(down.port, 0);
}

/* Division by multiplication is exact for every node of every stride. */
TEST(digits_are_exact)
{
    TEST_CASES(i, 8192)
    {
        const unsigned stride = i + 1, dims = stride > 1 ? 2 : 1;
        uint16_t width[2] = {(uint16_t)(stride > 1 ? stride : 2), (uint16_t)(16384 / stride)};
        struct noc_topology t;

        assert_true(noc_topology_kind_find("torus")->make(&t, dims, width, NULL));
        for (unsigned node = 0; node < t.nodes; node++) {
            for (unsigned d = 0; d < dims; d++) {
                if (noc_digit(&t, node, d) != coordinate(&t, node, d)) {
                    print_error("stride %u, node %u, dimension %u\n", stride, node, d);
                    fail();
                }
            }
        }
    }
}

TEST(sizes_up_to_the_limit_are_taken)
{
    struct noc_topology t;

    t = topology("torus:16384");
    assert_int_equal(t.nodes, 16384);
    t = topology("mesh:128x128");
    assert_int_equal(t.nodes, 16384);
    t = topology("utorus:2x2x2x2x2x2x2x2x2x2x2x2x2x2");
    assert_int_equal(t.nodes, 16384);
    assert_int_equal(t.dims, 14);
    assert_int_equal(t.ports, 28);
    for (unsigned d = 0; d < 14; d++) {
        assert_int_equal(noc_digit(&t, 16383, d), 1);
        assert_int_equal(noc_digit(&t, 1u << d, d), 1);
        assert_int_equal(noc_digit(&t, 0, d), 0);
    }
}

TEST(bad_texts_are_refused_where_they_are_bad)
{
    topology_refused("torus:", NOC_FAULT_TOPOLOGY_SYNTAX, 6, 0);
    topology_refused("torus:x8", NOC_FAULT_TOPOLOGY_SYNTAX, 6, 0);
    topology_refused("torus:8x", NOC_FAULT_TOPOLOGY_SYNTAX, 8, 0);
    topology_refused("torus:8xx8", NOC_FAULT_TOPOLOGY_SYNTAX, 8, 0);
    topology_refused("torus:8X8", NOC_FAULT_TOPOLOGY_SYNTAX, 7, 0);
    topology_refused("torus:8 x8", NOC_FAULT_TOPOLOGY_SYNTAX, 7, 0);
    topology_refused("torus:-3x4", NOC_FAULT_TOPOLOGY_SYNTAX, 6, 0);
    topology_refused("torus:+3x4", NOC_FAULT_TOPOLOGY_SYNTAX, 6, 0);
    topology_refused("torus:8x8,", NOC_FAULT_TOPOLOGY_SYNTAX, 9, 0);
    topology_refused("torus:0x8", NOC_FAULT_WIDTH, 6, 0);
    topology_refused("torus:8x1", NOC_FAULT_WIDTH, 8, 1);
    topology_refused("mesh:16385", NOC_FAULT_NODES, 5, 16385);
    topology_refused("mesh:129x128", NOC_FAULT_NODES, 9, 129 * 128);
    topology_refused("mesh:65536x65536", NOC_FAULT_NODES, 5, 65536);
    topology_refused("mesh:65537x2", NOC_FAULT_NODES, 5, 65537);
    topology_refused("mesh:16384x4294967297", NOC_FAULT_NODES, 11, INT64_C(4294967297) * 16384);
    topology_refused("torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", NOC_FAULT_DIMS, 34, 15);
}

TEST(numbers_of_any_length_are_only_too_large)
{
    struct noc_topology t;
    struct noc_fault fault = {0};

    assert_false(noc_topology_parse(&t, "torus:8x18446744073709551618", &fault));
    assert_int_equal(fault.code, NOC_FAULT_NODES);
    assert_int_equal(fault.where, 8);
    assert_true(fault.value > 16384);
}

TEST(bad_numbers_are_refused)
{
    static const uint16_t narrow[] = {8, 8, 1};
    static const uint16_t wide[] = {65535, 65535};
    static const uint16_t twos[15] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    const struct noc_topology_kind *torus = noc_topology_kind_find("torus");
    struct noc_topology t;
    struct noc_fault fault;

    assert_false(torus->make(&t, 0, narrow, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
    assert_false(torus->make(&t, 3, narrow, &fault));
    assert_int_equal(fault.code, NOC_FAULT_WIDTH);
    assert_int_equal(fault.where, 2);
    assert_int_equal(fault.value, 1);
    assert_false(torus->make(&t, 2, wide, &fault));
    assert_int_equal(fault.code, NOC_FAULT_NODES);
    assert_int_equal(fault.where, 0);
    assert_false(torus->make(&t, 15, twos, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
    assert_int_equal(fault.value, 15);
    assert_false(torus->make(&t, 4000000000u, twos, &fault));
    assert_int_equal(fault.code, NOC_FAULT_DIMS);
}
