/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "routing/routings.h"

/* Into the border, at place 0 to 2 * (height + width) - 1: a line, both ends or one. */
static void put(struct made *m, int place)
{
    int aux = made_aux(m), lines = m->height + m->width, line = place % lines;
    bool row = line < m->height;

    if (place < lines && row) {
        made_row(m, aux, line);
    } else if (place < lines) {
        made_column(m, aux, line - m->height);
    } else if (row) {
        made_link(m, aux, LEFT, line * m->width + m->width - 1, RIGHT);
    } else {
        made_link(m, aux, DOWN, line - m->height, UP);
    }
}

/* 7.3.1: complete; once around a corner on the surface, twice from or to an auxiliary
 * cell; between two of them up to three turns (W to X, X to Y, Y to Z). */
TEST(any_two_cells_in_the_border)
{
    unsigned most = 0;

    for (int torus = 0; torus < 2; torus++) {
        for (int i = 0; i < 16; i++) {
            for (int j = -1; j < 16; j++) {
                struct made m = made(torus, 4, 4);

                if (i % 8 == j % 8 || (j >= 0 && j < i)) {
                    continue;
                }
                put(&m, i);
                if (j >= 0) {
                    put(&m, j);
                }

                struct routes all = check_hops(&m, "wxyz", made_wxyz);

                assert_int_equal(all.unreached, 0);
                assert_int_equal(all.surface_turns_max, 1);
                assert_in_range(all.turns_max, 1, j < 0 ? 2 : 3);
                most = all.turns_max > most ? all.turns_max : most;
            }
        }
    }
    assert_int_equal(most, 3);
}

TEST(the_whole_border_full)
{
    struct made m = made(true, 4, 5);

    for (int i = 0; i < 9; i++) {
        put(&m, i);
    }
    assert_int_equal(check_hops(&m, "wxyz", made_wxyz).unreached, 0);
    m = made(false, 2, 2);
    for (int i = 0; i < 4; i++) {
        put(&m, i);
    }
    assert_int_equal(check_hops(&m, "wxyz", made_wxyz).unreached, 0);
}

TEST(inserted_cells_are_of_the_surface)
{
    for (int i = 0; i < 16 * 8 * 8; i++) {
        struct made m = made(true, 3, 4);
        int p = i % 16, x = p % 2, y = p / 2 % 2;

        made_inserted(&m, made_aux(&m), y + p / 4 % 2, x, x + p / 8, y);
        made_inserted(&m, made_aux(&m), 1, 1, 2, 0);
        if (i / 16 % 8 == 7 || i / 128 == 7) {
            continue;
        }
        put(&m, i / 16 % 8);
        if (i / 128 != i / 16 % 8) {
            put(&m, i / 128);
        }

        struct routes all = check_hops(&m, "wxyz", made_wxyz);

        assert_int_equal(all.unreached, 0);
        assert_in_range(all.turns_max, 1, 3);
    }
}

/* Several in one wrap-around link: those in the middle go through the others; where
 * they are also linked across, they still go by the shortest way. */
TEST(chains)
{
    for (int n = 1; n <= 6; n++) {
        for (int ends = 1; ends <= 3; ends++) {
            struct made m = made(true, 3, 3);
            int at = 5;

            for (int k = 0; k < n; k++) {
                int aux = made_aux(&m);

                made_into(&m, aux, at, RIGHT);
                at = aux;
            }
            if (ends & 1) {
                made_cut(&m, at, RIGHT);
            }
            if (n > 1 && (ends & 2)) {
                made_link(&m, m.regular + n / 2, UP, 7, DOWN); /* a shorter way for one of them */
            }
            assert_int_equal(check_hops(&m, "wxyz", made_wxyz).unreached, 0);
        }
    }
}

/* A sub-network's own links are not used, but for straight ones; who hangs on another
 * round a corner is not reached. */
TEST(not_reached)
{
    struct noc_topology t = grid("torus 4x4\naux left 3 right 0 up 17.left\naux left 16.up\n");
    struct routes all = check_grid_routing(&t, "wxyz");

    assert_int_equal(all.unreached, 2 * 17);
    assert_int_equal(all.from, 0);
    assert_int_equal(all.to, 17);
    grid_free(&t);
}
