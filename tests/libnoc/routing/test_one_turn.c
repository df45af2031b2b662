/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "routing/routings.h"

/* 7.2: if the destination lies below, x then y, else y then x; every route by coordinates. */
TEST(every_route_by_the_rule)
{
    for (int height = 2; height <= 5; height++) {
        for (int width = 2; width <= 5; width++) {
            struct made m = made(height % 2, height, width);
            struct noc_topology t = made_grid(&m);
            struct noc_channel path[64];

            for (int from = 0; from < m.nodes; from++) {
                for (int to = 0; to < m.nodes; to++) {
                    int n = noc_route_path(&t, &noc_routing_one_turn, (unsigned)from, (unsigned)to,
                                           path, 64);
                    int dx = to % width - from % width, dy = to / width - from / width;
                    int across = abs(dx), down = abs(dy);

                    assert_int_equal(n, across + down);
                    for (int i = 0; i < n; i++) {
                        bool in_x = dy > 0 ? i < across : i >= down;

                        assert_int_equal(path[i].port,
                                         in_x ? (dx > 0 ? RIGHT : LEFT) : (dy > 0 ? DOWN : UP));
                    }
                }
            }

            struct routes all = check_grid_routing(&t, "one-turn");

            assert_int_equal(all.unreached, 0);
            assert_int_equal(all.turns_max, 1);
            assert_int_equal(all.not_same_back, 0);
            grid_free(&t);
        }
    }
}

/* 7.2.1 with the host interface at each place in the border that it fits. */
TEST(one_host_interface)
{
    for (int i = 0; i < 4 * 4; i++) {
        for (int torus = 0; torus < 2; torus++) {
            struct made m = made(torus, 4, 4);
            int aux = made_aux(&m), line = i / 4;

            switch (i % 4) {
            case 0:
                made_row(&m, aux, line);
                break;
            case 1:
                made_link(&m, aux, RIGHT, 4 * line, LEFT);
                break;
            case 2:
                made_column(&m, aux, line);
                break;
            default:
                made_link(&m, aux, UP, 12 + line, DOWN);
            }

            struct noc_topology t = made_grid(&m);
            struct routes all = check_grid_routing(&t, "one-turn");

            assert_int_equal(all.unreached, 0);
            assert_int_equal(all.turns_max, 1);
            assert_int_equal(all.not_same_back, 0);
            grid_free(&t);
        }
    }
}

/* At the right, or at the top only, it could not be reached without a forbidden turn. */
TEST(hosts_elsewhere_are_refused)
{
    static const char *const texts[] = {"torus 4x4\naux left 3", "torus 4x4\naux down 2",
                                        "mesh 4x4\naux right 0\naux left 7\n"};

    for (unsigned i = 0; i < 3; i++) {
        struct noc_topology t = grid(texts[i]);
        struct noc_fault fault = {0};
        const struct noc_routing *r;

        assert_false(noc_routing_choose(&r, "one-turn", &t, &fault));
        assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
        assert_int_equal(fault.value, i == 2 ? 17 : 16);
        grid_free(&t);
    }
}

/* Several border cells: still complete, and the same way back; two turns between two
 * of one side. */
TEST(several_border_cells)
{
    for (int i = 0; i < 8 * 8 * 8; i++) {
        struct made m = made(true, 4, 4);
        int place[3] = {i % 8, i / 8 % 8, i / 64};

        if (place[0] >= place[1] || place[1] >= place[2]) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            int aux = made_aux(&m);

            (place[k] < 4 ? made_row : made_column)(&m, aux, place[k] % 4);
        }

        struct noc_topology t = made_grid(&m);
        struct routes all = check_grid_routing(&t, "one-turn");

        assert_int_equal(all.unreached, 0);
        assert_int_equal(all.turns_max, 2); /* three cells: two are on one side */
        assert_int_equal(all.not_same_back, 0);
        grid_free(&t);
    }

    struct noc_topology chain = grid("torus 4x4\naux left 3 right 17\naux left 16 right 18\n"
                                     "aux left 17 right 0\naux up 12 down 20\naux up 19 down 0\n");
    struct routes all = check_grid_routing(&chain, "one-turn");

    assert_int_equal(all.unreached, 0);
    assert_int_equal(all.not_same_back, 0);
    grid_free(&chain);
}

/* 7.4: every pair of cells inserted next to each other's lines, anywhere: in one new
 * row, in one new column, in one link, or far apart. */
TEST(inserted_cells_in_new_rows_and_columns)
{
    for (int i = 0; i < 16 * 16 * 4; i++) {
        struct made m = made(false, 3, 3 + i % 2);
        int p = i / 4 % 16, q = i / 64, width = m.width - 1;

        if (i % 4 >= 2 && q > 0) {
            continue; /* alone: q does not matter */
        }
        for (int k = 0; k < (i % 4 < 2 ? 2 : 1); k++) {
            int w = k ? q : p, x = w % 2 * (width - 1), y = w / 2 % 2;

            made_inserted(&m, made_aux(&m), y + w / 4 % 2, x, x + w / 8, y);
        }

        struct noc_topology t = made_grid(&m);
        struct routes all = check_grid_routing(&t, "one-turn");

        assert_int_equal(all.unreached, 0);
        assert_int_equal(all.turns_max, 1);
        assert_int_equal(all.not_same_back, 0);
        grid_free(&t);
    }
}

/* Three in a row, with hosts at both sides. */
TEST(inserted_cells_and_hosts)
{
    for (int i = 0; i < 64; i++) {
        struct made m = made(true, 4, 4);

        for (int k = 0; k < 3; k++) {
            int bits = i >> 2 * k, y = k == 2 ? 1 : k;

            made_inserted(&m, made_aux(&m), y + (bits & 1), k, k + (bits >> 1 & 1), y);
        }
        made_row(&m, made_aux(&m), i % 4);
        made_column(&m, made_aux(&m), i / 4 % 4);

        struct noc_topology t = made_grid(&m);
        struct routes all = check_grid_routing(&t, "one-turn");

        assert_int_equal(all.unreached, 0);
        assert_int_equal(all.turns_max, 1);
        assert_int_equal(all.not_same_back, 0);
        grid_free(&t);
    }
}

/* What 7.4.1 asks for, four links, is not needed in the first row, nor in the last column. */
TEST(two_links_can_be_enough)
{
    for (int i = 0; i < 2 * 2 * 3; i++) {
        struct made m = made(false, 3, 3);
        int line = i % 3, place = i / 3 % 2;
        bool row = i < 6;

        made_into(&m, made_aux(&m), row ? line * 3 + place : place * 3 + line, row ? RIGHT : DOWN);

        struct noc_topology t = made_grid(&m);

        assert_int_equal(check_grid_routing(&t, "one-turn").unreached == 0,
                         row ? line == 0 : line == 2);
        grid_free(&t);
    }
}

/* Elsewhere it is: with two links only, or with the two lines' places far apart, some
 * cells cannot reach the inserted one by allowed turns. */
TEST(where_it_is_not_complete)
{
    struct made m = made(true, 4, 4);
    struct noc_topology t;
    struct routes all;

    made_into(&m, made_aux(&m), 5, RIGHT);
    t = made_grid(&m);
    all = check_grid_routing(&t, "one-turn");
    assert_int_equal(all.unreached, 4); /* 0 and 1, above and left of it, both ways */
    assert_int_equal(all.from, 0);
    assert_int_equal(all.to, 16);
    grid_free(&t);

    m = made(true, 4, 4);
    made_inserted(&m, made_aux(&m), 3, 1, 0, 1); /* row 3 right of column 1; column 0 below row 1 */
    t = made_grid(&m);
    all = check_grid_routing(&t, "one-turn");
    assert_int_equal(all.unreached, 2);
    assert_int_equal(all.from, 9);
    assert_int_equal(all.to, 16);
    grid_free(&t);
}

static void check_label(const struct noc_topology *t, unsigned node, unsigned port, unsigned a,
                        unsigned b, unsigned c, unsigned d)
{
    struct noc_label label;

    assert_true(noc_routing_one_turn.label(t, node, port, 0, &label));
    assert_int_equal(label.part[0], a);
    assert_int_equal(label.part[1], b);
    assert_int_equal(label.part[2], c);
    assert_int_equal(label.part[3], d);
}

/* 7.2.2: right and up before left and down; a column's label lies between those of the
 * channels left and right of it. */
TEST(labels)
{
    struct noc_topology t = grid("torus 4x4\naux left 7 right 4");

    check_label(&t, 16, RIGHT, 0, 0, 0, 16); /* off the host, before all */
    check_label(&t, 4, UP, 0, 1, 1, 17);
    check_label(&t, 4, RIGHT, 0, 2, 0, 4);
    check_label(&t, 5, UP, 0, 3, 1, 13);
    check_label(&t, 6, RIGHT, 0, 6, 0, 6);
    check_label(&t, 7, DOWN, 1, 2, 0, 13);
    check_label(&t, 7, LEFT, 1, 3, 1, 10);
    check_label(&t, 4, LEFT, 1, 9, 1, 16); /* onto it, after all */
    assert_false(noc_routing_one_turn.uses(&t, 7, RIGHT, 0));
    assert_false(noc_routing_one_turn.uses(&t, 16, LEFT, 0));
    grid_free(&t);
}

/* All six turns that the labels allow, of which the rule needs four (figure 7). */
TEST(the_labels_allow_six_turns)
{
    struct noc_topology t = grid("mesh 3x3");
    unsigned allowed = 0, taken = 0;

    for (unsigned in = 0; in < 4; in++) {
        for (unsigned out = 0; out < 4; out++) {
            static const int before[4] = {3, 5, 1, 7}; /* who sends to the middle by port `in` */
            struct noc_label a, b;
            bool seen = false;

            if (in / 2 == out / 2) {
                continue;
            }
            assert_true(noc_routing_one_turn.label(&t, (unsigned)before[in], in, 0, &a));
            assert_true(noc_routing_one_turn.label(&t, 4, out, 0, &b));
            allowed += compare_labels(&a, &b) < 0;
            for (unsigned from = 0; from < 9; from++) {
                for (unsigned to = 0; to < 9; to++) {
                    struct noc_channel path[8];
                    int n = noc_route_path(&t, &noc_routing_one_turn, from, to, path, 8);

                    for (int i = 1; i < n; i++) {
                        seen |= path[i - 1].port == in && path[i].port == out;
                    }
                }
            }
            taken += seen;
            assert_true(!seen || compare_labels(&a, &b) < 0);
        }
    }
    assert_int_equal(allowed, 6);
    assert_int_equal(taken, 4);
    grid_free(&t);
}
