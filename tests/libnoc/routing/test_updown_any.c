/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "graph_checks.h"
#include "routing/routings.h"

/* rest[phase][c]: the least number of links from c to `to` by up edges, then down
 * edges; phase 1: down edges only. By relaxation until nothing changes. */
static void legal_distances(const struct slow *s, unsigned to, unsigned rest[2][SLOW_NODES])
{
    bool more = true;

    for (unsigned c = 0; c < s->n; c++) {
        rest[0][c] = rest[1][c] = c == to ? 0 : 1000;
    }
    while (more) {
        more = false;
        for (unsigned c = 0; c < s->n; c++) {
            for (unsigned x = 0; x < s->n; x++) {
                if (!s->near[c][x]) {
                    continue;
                }
                for (unsigned phase = 0; phase < 2; phase++) {
                    bool up = slow_up(s, c, x);

                    if (!(up && phase) && rest[!up][x] + 1 < rest[phase][c]) {
                        rest[phase][c] = rest[!up][x] + 1;
                        more = true;
                    }
                }
            }
        }
    }
}

/* A shortest legal path, and at each hop the nearest in number, then the lowest node, of
 * those that are on one. */
static void check_pairs(const struct slow *s, struct graph *g)
{
    for (unsigned to = 0; to < s->n; to++) {
        unsigned rest[2][SLOW_NODES];

        legal_distances(s, to, rest);
        for (unsigned from = 0; from < s->n; from++) {
            unsigned path[SLOW_NODES], phase = 0;
            unsigned n = path_nodes(&g->t, "updown-any", from, to, path);

            assert_int_equal(n - 1, rest[0][from]);
            for (unsigned i = 0; i + 1 < n; i++) {
                unsigned best = s->n;

                for (unsigned x = 0; x < s->n; x++) {
                    bool up = slow_up(s, path[i], x);

                    if (s->near[path[i]][x] && !(up && phase) &&
                        rest[!up][x] + 1 == rest[phase][path[i]] &&
                        (best == s->n ||
                         abs(s->place[x] - s->place[to]) < abs(s->place[best] - s->place[to]))) {
                        best = x;
                    }
                }
                assert_int_equal(path[i + 1], best);
                phase |= !slow_up(s, path[i], path[i + 1]);
            }
        }
    }
}

static void check_all(const struct slow *s, struct graph *g)
{
    check_pairs(s, g);
    check_channels(&g->t, "updown-any");
}

TEST(random_graphs)
{
    for_random_graphs(400, 24, check_pairs);
    for_random_graphs(20, SLOW_NODES, check_pairs);
    for_random_graphs(40, 24, check_all);
}

/* A ring of five: 3, 2, 1 would go down and then up. */
TEST(the_shortest_way_may_not_be_legal)
{
    struct graph g = graph("root 4\n0 4\n1 0\n1 2\n2 3\n3 4\n");

    assert_string_equal(nodes_text(&g.t, "updown-any", 1, 2), "1 2");
    assert_string_equal(nodes_text(&g.t, "updown-any", 0, 2), "0 1 2");
    assert_string_equal(nodes_text(&g.t, "updown-any", 2, 0), "2 1 0");
    assert_string_equal(nodes_text(&g.t, "updown-any", 3, 1), "3 4 0 1");
    graph_free(&g);
}

/* A ring of so many nodes. */
static struct graph ring(unsigned nodes)
{
    char *text = malloc(nodes * 12), *at = text;

    for (unsigned i = 0; i < nodes; i++) {
        at += sprintf(at, "%u %u\n", i, (i + 1) % nodes);
    }

    struct graph g = graph(text);

    free(text);
    return g;
}

TEST(large_networks_are_refused)
{
    struct graph most = ring(1024), more = ring(1025);
    struct noc_topology mesh = topology("mesh:4x4");
    const struct noc_routing *r;
    struct noc_fault fault;
    struct noc_channel path[1024];

    assert_true(noc_routing_choose(&r, "updown-any", &most.t, &fault));
    assert_int_equal(noc_route_path(&most.t, r, 500, 400, path, 1024), 100);
    assert_int_equal(noc_route_path(&most.t, r, 1, 1023, path, 1024), 2);
    assert_int_equal(noc_route_path(&most.t, r, 513, 511, path, 1024), 1022);
    assert_false(noc_routing_choose(&r, "updown-any", &more.t, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
    assert_non_null(strstr(fault.because, "1024"));
    assert_false(noc_routing_choose(&r, "updown-any", &mesh, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
    assert_true(more.t.shape->bytes < most.t.shape->bytes);
    graph_free(&most);
    graph_free(&more);
}
