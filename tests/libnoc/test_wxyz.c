/* SPDX-License-Identifier: BSD-2-Clause */
#include "grid_checks.h"

static void two_border_cells_are_reached(void **state)
{
    struct noc_topology t = grid("torus 4x4\naux left 7 right 4\naux up 14 down 2\n");
    struct routes all = check_grid_routing(&t, "wxyz");

    (void)state;
    assert_int_equal(all.pairs, 18 * 17);
    assert_int_equal(all.unreached, 0);
    assert_int_equal(all.turns_max, 3);
    assert_int_equal(all.surface_turns_max, 1);
    grid_free(&t);
}

static void so_are_an_inserted_one_and_a_chain(void **state)
{
    struct noc_topology t = grid("torus 4x4\naux left 5 right 6 up 5 down 9\n"
                                 "aux left 7 right 18\naux left 17 right 19\naux left 18\n");

    (void)state;
    assert_int_equal(check_grid_routing(&t, "wxyz").unreached, 0);
    grid_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_border_cells_are_reached),
        cmocka_unit_test(so_are_an_inserted_one_and_a_chain),
    };

    return cmocka_run_group_tests_name("libnoc/wxyz", tests, NULL, NULL);
}
