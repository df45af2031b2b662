/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "routing/routings.h"

static int corner(const struct made *m, int i)
{
    return (i & 1 ? m->width - 1 : 0) + (i & 2 ? m->regular - m->width : 0);
}

static bool is_corner(const struct made *m, int node)
{
    for (int i = 0; i < 4; i++) {
        if (node == corner(m, i)) {
            return true;
        }
    }
    return false;
}

/* Hops of the surface between node and the corner nearest to it; to: towards node. */
static int nearest(const struct made *m, int node, bool to)
{
    int best = FAR;

    for (int i = 0; i < 4; i++) {
        int hops = to ? made_x_then_y(m, corner(m, i), node) : made_x_then_y(m, node, corner(m, i));

        best = hops < best ? hops : best;
    }
    return best;
}

/* Is this a link of the surface? */
static bool in_surface(const struct made *m, const struct noc_channel *c)
{
    return !made_border(m, c->node) && !made_border(m, c->next) &&
           made_step(m, c->node, c->port) == c->next;
}

/*
 * The rule of section 8 on every route: within the surface x then y; off a border cell to
 * a corner, from there the fewest hops that any corner has; onto one likewise. Between border
 * cells never over the surface. Returns the pairs with a route.
 */
static unsigned check_rule(const struct made *m)
{
    struct noc_topology t = made_grid(m);
    struct routes all = check_grid_routing(&t, "balanced");
    struct noc_channel path[64];

    for (int from = 0; from < m->nodes; from++) {
        for (int to = 0; to < m->nodes; to++) {
            int n =
                noc_route_path(&t, &noc_routing_balanced, (unsigned)from, (unsigned)to, path, 64);
            bool off = made_border(m, from), on = made_border(m, to);
            int surface = 0, first = -1, last = -1;

            for (int i = 0; i < n; i++) {
                if (in_surface(m, &path[i])) {
                    surface++;
                    first = first < 0 ? path[i].node : first;
                    last = path[i].next;
                }
            }
            if (n <= 0) {
                continue;
            }
            if (!off && !on) {
                assert_int_equal(n, made_x_then_y(m, from, to));
            } else if (off && on) {
                assert_int_equal(surface, 0);
            } else if (off) {
                assert_int_equal(surface, nearest(m, to, true));
                assert_true(surface == 0 || is_corner(m, first));
                assert_int_equal(surface == 0 ? path[n - 1].next : last, to);
            } else {
                assert_int_equal(surface, nearest(m, from, false));
                assert_true(surface == 0 || is_corner(m, last));
            }
        }
    }
    grid_free(&t);
    return all.pairs - all.unreached;
}

/* Figure 11: one cell in the wrap-around link of the first or last row or column. */
TEST(one_hub)
{
    for (int height = 2; height <= 5; height++) {
        for (int width = 2; width <= 5; width++) {
            for (int side = 0; side < 8; side++) {
                struct made m = made(true, height, width);
                int aux = made_aux(&m), row = side & 1 ? height - 1 : 0;

                if (side < 2) {
                    made_row(&m, aux, row);
                } else if (side < 4) {
                    made_column(&m, aux, side & 1 ? width - 1 : 0);
                } else if (side < 6) { /* partially connected: one side is enough */
                    made_link(&m, aux, LEFT, row * width + width - 1, RIGHT);
                } else {
                    made_link(&m, aux, DOWN, side & 1 ? width - 1 : 0, UP);
                }
                assert_int_equal(check_rule(&m), m.nodes * (m.nodes - 1));
            }
        }
    }
}

/* Hops: off the hub to a corner one link, to the far ones two. */
TEST(hops_of_the_border)
{
    struct made m = made(true, 4, 4);
    static const int hops[16] = {1, 2, 2, 1, 2, 3, 3, 2, 3, 4, 4, 3, 2, 3, 3, 2};

    made_row(&m, made_aux(&m), 0);

    struct noc_topology t = made_grid(&m);

    for (unsigned n = 0; n < 16; n++) {
        assert_int_equal(noc_route_path(&t, &noc_routing_balanced, 16, n, NULL, 0), hops[n]);
        assert_int_equal(noc_route_path(&t, &noc_routing_balanced, n, 16, NULL, 0), hops[n]);
    }
    grid_free(&t);
}

/* Section 8.2: several border cells, linked among themselves. */
TEST(a_network_of_border_cells)
{
    for (int ring = 0; ring < 2; ring++) {
        struct made m = made(true, 4, 4);

        for (int y = 0; y < 4; y++) { /* one in each row, in a column of their own */
            made_row(&m, made_aux(&m), y);
        }
        for (int y = 0; y < 3 + ring; y++) {
            made_link(&m, 16 + y, DOWN, 16 + (y + 1) % 4, UP);
        }
        assert_int_equal(check_rule(&m), 20 * 19);

        int column = made_aux(&m); /* and one in a column, round a corner, behind the last */
        made_column(&m, column, 2);
        made_link(&m, column, LEFT, ring ? 18 : 19, ring ? UP : DOWN);
        assert_int_equal(check_rule(&m), 21 * 20);
    }
}

/* All trees of four more cells behind the hub: each is linked with one before it. */
TEST(all_small_trees)
{
    unsigned checked = 0;

    for (int shape = 0; shape < 2 * 3 * 4 * 16; shape++) {
        int parent[4] = {9, 9 + shape % 2, 9 + shape / 2 % 3, 9 + shape / 6 % 4};
        struct made m = made(true, 3, 3);
        bool fits = true;

        made_row(&m, made_aux(&m), 0); /* 9 is the hub: its up and down ports are free */
        for (int k = 0; k < 4 && fits; k++) {
            int aux = made_aux(&m), to = parent[k], port = 0;

            while (port < 4 && m.at[to][port] != NONE) {
                port++;
            }
            fits = port < 4;
            if (fits) {
                made_link(&m, to, port, aux, (port + (shape / 24 >> k & 1)) % 4);
            }
        }
        if (fits) {
            assert_int_equal(check_rule(&m), 14 * 13);
            checked++;
        }
    }
    assert_true(checked > 100);
}

TEST(without_border_cells_it_is_x_then_y)
{
    struct made m = made(true, 4, 4);

    made_inserted(&m, made_aux(&m), 1, 1, 1, 1);
    assert_int_equal(check_hops(&m, "balanced", made_x_then_y).unreached, 0);
}

/* More turns than a header has: no route, and nothing worse. */
TEST(a_way_with_too_many_turns)
{
    struct made m = made(true, 2, 2);
    int at = made_aux(&m);

    made_row(&m, at, 0);
    for (int k = 0; k < 20; k++) { /* right, down, right, down ... */
        int aux = made_aux(&m);

        made_link(&m, at, k % 2 ? RIGHT : DOWN, aux, k % 2 ? LEFT : UP);
        at = aux;
    }

    struct noc_topology t = made_grid(&m);
    struct routes all = check_grid_routing(&t, "balanced");

    assert_true(all.unreached > 0);
    assert_int_equal(all.from, 0);
    assert_in_range(all.to, 16, 25);
    grid_free(&t);
}
