/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "routing/routings.h"
#include "topology/topologies.h"

/* The nodes of every route, by coordinates. */
static void check_regular(const struct noc_topology *t)
{
    const struct noc_routing *r = NULL;
    struct noc_channel path[64];

    assert_true(noc_routing_choose(&r, "x-then-y", t, NULL));
    for (unsigned from = 0; from < t->nodes; from++) {
        for (unsigned to = 0; to < t->nodes; to++) {
            int n = noc_route_path(t, r, from, to, path, 64);
            unsigned x = from % t->width[0], y = from / t->width[0];
            int i = 0;

            while (x != to % t->width[0]) {
                bool right = x < to % t->width[0];

                assert_true(i < n);
                assert_int_equal(path[i].node, y * t->width[0] + x);
                assert_int_equal(path[i++].port, right ? RIGHT : LEFT);
                x += right ? 1 : -1u;
            }
            while (y != to / t->width[0]) {
                bool down = y < to / t->width[0];

                assert_true(i < n);
                assert_int_equal(path[i].node, y * t->width[0] + x);
                assert_int_equal(path[i++].port, down ? DOWN : UP);
                y += down ? 1 : -1u;
            }
            assert_int_equal(i, n);
        }
    }
}

TEST(every_route_by_coordinates)
{
    static const char *const texts[] = {"mesh:4x4", "torus:4x4", "mesh:2x5", "torus:5x3",
                                        "torus:2x2"};

    for (unsigned i = 0; i < 5; i++) {
        struct noc_topology t;

        assert_true(noc_topology_parse(&t, texts[i], NULL));
        check_regular(&t);
        assert_int_equal(check_grid_routing(&t, "x-then-y").unreached, 0);
    }
    for (int height = 2; height <= 5; height++) {
        for (int width = 2; width <= 5; width++) {
            for (int torus = 0; torus < 2; torus++) {
                struct made m = made(torus, height, width);
                struct noc_topology t = made_grid(&m);

                check_regular(&t);
                grid_free(&t);

                struct routes all = check_hops(&m, "x-then-y", made_x_then_y);

                assert_int_equal(all.unreached, 0);
                assert_int_equal(all.turns_max, 1);
                assert_true(all.not_same_back > 0);
            }
        }
    }
}

/* 7.1.1: no auxiliary cell in the border is reached; the others do not notice. */
TEST(border_cells_are_not_reached)
{
    for (int y = 0; y < 4; y++) {
        struct made m = made(true, 4, 4);

        made_row(&m, made_aux(&m), y);
        made_column(&m, made_aux(&m), y);

        struct routes all = check_hops(&m, "x-then-y", made_x_then_y);

        assert_int_equal(all.unreached, 18 * 17 - 16 * 15);
        assert_int_equal(all.hops, 640);
    }
}

/* Every pair of inserted cells, anywhere, also both in one link. */
TEST(inserted_cells_are_reached)
{
    for (int i = 0; i < 36 * 36; i++) {
        struct made m = made(false, 3, 3);
        int p = i % 36, q = i / 36;

        made_inserted(&m, made_aux(&m), p % 3, p / 3 % 2, p / 6 % 3, p / 18);
        made_inserted(&m, made_aux(&m), q % 3, q / 3 % 2, q / 6 % 3, q / 18);

        struct routes all = check_hops(&m, "x-then-y", made_x_then_y);

        assert_int_equal(all.unreached, 0);
        assert_int_equal(all.turns_max, 1);
    }
}

/* 7.4.1: a cell with two ports in a row only is left by x then y, but not reached so. */
TEST(cells_with_two_ports_are_not_always_reached)
{
    struct made m = made(true, 4, 4);
    int p = made_aux(&m);

    m.inserted[p] = true;
    made_into(&m, p, 5, RIGHT);
    assert_int_equal(check_hops(&m, "x-then-y", made_x_then_y).unreached, 12); /* other rows */
    m = made(true, 4, 4);
    m.inserted[p = made_aux(&m)] = true;
    made_into(&m, p, 5, DOWN);
    assert_int_equal(check_hops(&m, "x-then-y", made_x_then_y).unreached, 12); /* other columns */
}

TEST(other_topologies_are_refused)
{
    static const char *const texts[] = {"torus:4", "mesh:2x2x2", "utorus:4x4", "cube:2", "ccc:3"};
    static const char *const names[] = {"x-then-y", "one-turn", "wxyz", "balanced"};

    for (unsigned i = 0; i < 5; i++) {
        for (unsigned j = 0; j < 4; j++) {
            const struct noc_routing *r;
            struct noc_topology t;
            struct noc_fault fault = {0};

            assert_true(noc_topology_parse(&t, texts[i], NULL));
            assert_false(noc_routing_choose(&r, names[j], &t, &fault));
            assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
            assert_non_null(strstr(fault.because, names[j]));
        }
    }
}

/* What software on a board has of a grid, a shape without links, fits; it has no routes. */
TEST(a_reduced_shape_fits_and_has_no_routes)
{
    static const char *const names[] = {"x-then-y", "one-turn", "wxyz", "balanced"};
    static uint32_t reduced[1024];
    struct noc_topology t = grid("torus 4x4\naux left 3\n"), board;
    uint32_t bytes = noc_shape_reduce(t.shape, NULL);

    assert_true(bytes <= sizeof reduced);
    noc_shape_reduce(t.shape, reduced);
    assert_true(
        noc_shape_attach(&board, &noc_topology_grid, (const struct noc_shape *)reduced, NULL));
    for (unsigned j = 0; j < 4; j++) {
        const struct noc_routing *r;
        uint32_t header[NOC_TURNS_MAX + 1];

        assert_true(noc_routing_choose(&r, names[j], &board, NULL));
        for (unsigned from = 0; from < 17; from++) {
            for (unsigned to = 0; to < 17; to++) {
                if (from != to) {
                    assert_int_equal(noc_route_headers(&board, r, from, to, header), 0);
                }
            }
            assert_false(r->uses(&board, from, 0, 0));
        }
    }
    grid_free(&t);
}
