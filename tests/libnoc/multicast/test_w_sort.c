/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "cube_checks.h"

static const char two_steps[] = "1:0>14 1:0>5 1:0>3 1:0>1 2:14>11 2:14>12 2:14>15 2:5>7";

/* Figures 3.9(c), 3.7(c) and 3.2(e): two steps, which is the bound. */
TEST(figure_3_9_c)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 14, 15, 12, 11};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("w-sort"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    chain_is(&p, chain);
    assert_int_equal(p.steps, 2);
    assert_int_equal(p.steps, noc_plan_bound(&net.t, 0, 8));
    assert_string_equal(plan_text(&p), two_steps);
    /* Section 3.2.4: the reachable set of 1110. */
    for (unsigned node = 0; node < 16; node++) {
        bool reached = node == 14 || node == 11 || node == 12 || node == 15;

        assert_int_equal(p.into[node] && reaches(&p, 14, node), reached);
    }
    free(net.path);
}

TEST(figure_3_9_c_without_permuting)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("w-sort-local"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    chain_is(&p, chain);
    assert_string_equal(plan_text(&p), two_steps);
    /* 14 stands among what it is responsible for. */
    assert_int_equal(p.into[14]->part.left, 5);
    assert_int_equal(p.into[14]->part.self, 7);
    assert_int_equal(p.into[14]->part.right, 8);
    free(net.path);
}

/* Ties are not swapped, nor is anything the source is in, nor a pair. */
TEST(what_stays_in_place)
{
    static const struct {
        uint16_t dests[4], chain[5];
    } expected[] = {
        {{8, 9, 12, 13}, {0, 8, 9, 12, 13}}, /* as many in both halves */
        {{1, 2, 3, 8}, {0, 1, 2, 3, 8}},     /* more beyond, but the source is in it */
        {{4, 5, 6, 7}, {0, 4, 5, 6, 7}},
        {{8, 10, 11, 12}, {0, 10, 11, 8, 12}}, /* only the inner halves */
        {{8, 12, 13, 14}, {0, 12, 13, 14, 8}}, /* only the outer halves */
        {{8, 12, 14, 15}, {0, 14, 15, 12, 8}}, /* both */
    };
    struct network net = network("cube:4", NULL);

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct plan p;

        make_plan(&p, &net, algorithm("w-sort"), 0, 0, expected[i].dests, 4);
        chain_is(&p, expected[i].chain);
    }
    free(net.path);
}

TEST(its_tree_is_the_papers)
{
    check_trees("w-sort", W_SORT);
}
