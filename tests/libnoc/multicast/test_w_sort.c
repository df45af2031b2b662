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
    /* 14 stands among what it answers for. */
    assert_int_equal(p.into[14]->part.left, 5);
    assert_int_equal(p.into[14]->part.self, 7);
    assert_int_equal(p.into[14]->part.right, 8);
    free(net.path);
}

/* Figure 3.7: three cube-ordered chains; what the check must not take for one. */
TEST(figure_3_7)
{
    static const uint16_t a[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    static const uint16_t b[] = {0, 1, 3, 5, 7, 12, 14, 15, 11};
    static const uint16_t c[] = {0, 1, 3, 5, 7, 14, 15, 12, 11};
    static const uint16_t none[] = {0, 1, 3, 5, 7, 12, 11, 14, 15};

    assert_true(cube_ordered(a, 8, 4));
    assert_true(cube_ordered(b, 8, 4));
    assert_true(cube_ordered(c, 8, 4));
    assert_false(cube_ordered(none, 8, 4));
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

TEST(its_tree_is_the_papers_without_permuting)
{
    check_trees("w-sort-local", W_SORT);
}

/* Theorem 3.5: cube-ordered, a permutation, the source first. The chain is the paper's too. */
TEST(the_chain_is_the_papers)
{
    static unsigned d[CUBE_NODES];
    static struct tree expected, actual;
    static uint16_t chain[CUBE_NODES], dests[CUBE_NODES];
    uint32_t random = 12;

    for (unsigned n = 0; n < 300; n++) {
        struct noc_topology t = topology(n % 10 ? "cube:6" : "cube:11");
        unsigned source = random_below(&random, t.nodes);
        unsigned m = 1 + random_below(&random, t.nodes - 1);

        random_set(&random, t.nodes, source, m, dests);
        expected_tree(W_SORT, t.dims, source, dests, m, d, &expected);
        actual_tree(algorithm("w-sort"), &t, source, dests, m, chain, &actual);
        for (unsigned i = 0; i <= m; i++) {
            assert_int_equal(chain[i] ^ source, d[i]);
        }
        assert_true(t.dims > 6 || cube_ordered(chain, m, t.dims));
    }
}

/* Theorem 3.6, by exhaustion. */
TEST(it_never_contends)
{
    never_contends_in_cubes("w-sort");
    never_contends_in_cubes("w-sort-local");
    assert_int_equal(steps_in_cube_4("w-sort"), 83161);
    assert_int_equal(steps_in_cube_4("w-sort-local"), 83161);
}

/* With one port the steps of a piece depend on how it falls into halves, not on which of them
 * has the sender. */
TEST(with_one_port_it_is_as_maxport)
{
    struct network net = network("cube:4", NULL);

    for (unsigned set = 2; set < 1u << 16; set += 2) {
        uint16_t dests[16];
        unsigned m = 0;
        uint32_t steps;
        struct plan p;

        for (unsigned node = 1; node < 16; node++) {
            if (set >> node & 1) {
                dests[m++] = (uint16_t)node;
            }
        }
        make_plan(&p, &net, algorithm("maxport"), 1, 0, dests, m);
        steps = p.steps;
        make_plan(&p, &net, algorithm("w-sort"), 1, 0, dests, m);
        assert_int_equal(p.steps, steps);
    }
    free(net.path);
}

/* Section 3.5.1: for a broadcast all algorithms are the same one. */
TEST(a_broadcast_is_the_same_by_all)
{
    static const char *const other[] = {"u-cube", "maxport", "combine", "w-sort-local"};
    static struct tree mine, theirs;
    static uint16_t chain[CUBE_NODES], dests[CUBE_NODES];

    for (unsigned n = 1; n <= 14; n++) {
        struct noc_topology t;
        char text[16];

        sprintf(text, "cube:%u", n);
        t = topology(text);
        for (unsigned i = 1; i < t.nodes; i++) {
            dests[i - 1] = (uint16_t)i;
        }
        actual_tree(algorithm("w-sort"), &t, 0, dests, t.nodes - 1, chain, &mine);
        for (unsigned a = 0; a < 4; a++) {
            actual_tree(algorithm(other[a]), &t, 0, dests, t.nodes - 1, chain, &theirs);
            assert_memory_equal(&mine, &theirs, sizeof mine);
        }
    }
}
