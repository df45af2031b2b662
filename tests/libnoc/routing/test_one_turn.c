/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "routing/routings.h"

/* Each pair has a route, of `most` turns at most, the same one back. */
static void check_turns(const struct noc_topology *t, unsigned most)
{
    struct routes all = check_grid_routing(t, "one-turn");

    assert_int_equal(all.unreached, 0);
    assert_int_equal(all.turns_max, most);
    assert_int_equal(all.not_same_back, 0);
}

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

            check_turns(&t, 1);
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
            check_turns(&t, 1);
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
        check_turns(&t, 2); /* three cells: two are on one side */
        grid_free(&t);
    }

    struct noc_topology chain = grid("torus 4x4\naux left 3 right 17\naux left 16 right 18\n"
                                     "aux left 17 right 0\naux up 12 down 20\naux up 19 down 0\n");
    struct routes all = check_grid_routing(&chain, "one-turn");

    assert_int_equal(all.unreached, 0);
    assert_int_equal(all.not_same_back, 0);
    grid_free(&chain);
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
        check_turns(&t, 1);
        grid_free(&t);
    }
}
