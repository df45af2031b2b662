/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "graph_checks.h"
#include "topology/topologies.h"

static const char star[] = "switch 2,9\n2 9\n0 2\n1 2\n3 2\n4 2\n5 9\n6 9\n7 9\n8 9\n";

/* A copy of the shape of a small graph, to spoil. */
static struct noc_shape *copy(const struct graph *g)
{
    struct noc_shape *s = malloc(g->t.shape->bytes);

    memcpy(s, g->t.shape, g->t.shape->bytes);
    return s;
}

TEST(attaches)
{
    struct graph g = graph(star);
    struct noc_shape *s = copy(&g);
    struct noc_topology t;
    struct noc_fault fault;

    memset(&t, 0x5a, sizeof t);
    assert_true(noc_shape_attach(&t, &noc_topology_graph, s, &fault));
    assert_ptr_equal(t.shape, s);
    assert_ptr_equal(t.kind, &noc_topology_graph);
    assert_int_equal(t.nodes, 10);
    assert_int_equal(t.ports, 5);
    assert_int_equal(t.links, 5);
    assert_int_equal(noc_topology_senders(&t), 8);
    free(s);
    graph_free(&g);
}

/* One field at a time made no sense of. */
TEST(nonsense_is_refused)
{
    static const struct {
        size_t field;
        uint32_t value;
    } spoiled[] = {
#define FIELD(name, value) {offsetof(struct noc_shape, name), value}
        FIELD(nodes, 0),
        FIELD(nodes, 1),
        FIELD(nodes, 16385),
        FIELD(nodes, UINT32_MAX),
        FIELD(nodes, 16384),
        FIELD(senders, 0),
        FIELD(senders, 11),
        FIELD(ports, 0),
        FIELD(ports, NOC_PORTS_MAX + 1),
        FIELD(dims, 3),
        FIELD(bytes, 0),
        FIELD(bytes, 47),
        FIELD(bytes, 100),
        FIELD(order, 2),
        FIELD(order, 50),
        FIELD(order, UINT32_MAX - 3),
        FIELD(passive, 44),
        FIELD(passive, 51),
        FIELD(passive, UINT32_MAX & ~3u),
        FIELD(first, 0),
        FIELD(first, 50),
        FIELD(first, UINT32_MAX & ~3u),
        FIELD(link, 50),
        FIELD(link, UINT32_MAX & ~3u),
        FIELD(own, 50),
        FIELD(own, 4),
        FIELD(own, UINT32_MAX & ~3u),
#undef FIELD
    };
    struct graph g = graph(star);

    for (unsigned i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
        struct noc_shape *s = copy(&g);
        struct noc_topology t, before;
        struct noc_fault fault = {0};

        memcpy((char *)s + spoiled[i].field, &spoiled[i].value, sizeof spoiled[i].value);
        memset(&t, 0x5a, sizeof t);
        before = t;
        if (noc_shape_attach(&t, &noc_topology_graph, s, &fault)) {
            print_error("field at %zu = %u is taken\n", spoiled[i].field, spoiled[i].value);
            fail();
        }
        assert_int_equal(fault.code, NOC_FAULT_SHAPE);
        assert_memory_equal(&t, &before, sizeof t);
        free(s);
    }
    graph_free(&g);
}

/* Links must lie in order, and in the block. */
TEST(links_beyond_the_block_are_refused)
{
    struct graph g = graph(star);
    struct noc_shape *s = copy(&g);
    uint32_t *first = (uint32_t *)((char *)s + s->first);
    struct noc_topology t;

    first[3] += 100;
    assert_false(noc_shape_attach(&t, &noc_topology_graph, s, NULL));
    first[3] -= 100;
    first[10] += 100000;
    assert_false(noc_shape_attach(&t, &noc_topology_graph, s, NULL));
    first[10] -= 100000;
    assert_true(noc_shape_attach(&t, &noc_topology_graph, s, NULL));
    free(s);
    graph_free(&g);
}

/* The same nodes, places and switches; no links, no own part. */
TEST(reduced_it_has_no_links)
{
    static const char *const text[] = {star, figure_1};

    for (unsigned i = 0; i < 2; i++) {
        struct graph g = graph(text[i]);
        uint32_t bytes = noc_shape_reduce(g.t.shape, NULL);
        struct noc_shape *s = malloc(bytes);
        struct noc_topology t;
        struct noc_link link;

        assert_int_equal(noc_shape_reduce(g.t.shape, s), bytes);
        assert_int_equal(s->bytes, bytes);
        assert_int_equal(bytes, sizeof *s + (i ? 16 : 20 + 4));
        assert_true(noc_shape_attach(&t, &noc_topology_graph, s, NULL));
        assert_int_equal(t.nodes, g.t.nodes);
        assert_int_equal(t.ports, g.t.ports);
        assert_int_equal(noc_topology_senders(&t), noc_topology_senders(&g.t));
        for (unsigned node = 0; node < t.nodes; node++) {
            assert_int_equal(noc_shape_order(s, node), noc_shape_order(g.t.shape, node));
            assert_int_equal(noc_topology_sends(&t, node), noc_topology_sends(&g.t, node));
            assert_false(noc_topology_link(&t, node, 0, &link));
        }
        assert_int_equal(noc_shape_reduce(s, NULL), bytes); /* no more to leave out */
        free(s);
        graph_free(&g);
    }
}

/* It has no pointers: it can be moved. */
TEST(it_can_be_moved)
{
    struct graph g = graph(star);
    struct noc_shape *s = copy(&g);
    struct noc_topology t;

    assert_true(noc_shape_attach(&t, &noc_topology_graph, s, NULL));
    graph_free(&g);
    assert_string_equal(nodes_text(&t, "updown", 0, 8), "0 2 9 8");
    assert_string_equal(nodes_text(&t, "updown-any", 5, 4), "5 9 2 4");
    free(s);
}

/* Without numbers of its own, a node's place is its number. */
TEST(places_without_an_order)
{
    struct noc_shape s = {.bytes = sizeof s, .nodes = 5, .senders = 5, .ports = 1};

    for (unsigned node = 0; node < 5; node++) {
        assert_int_equal(noc_shape_order(&s, node), node);
    }
}
