/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"
#include "plan_checks.h"

/* On a line of eight, to all others: the source keeps its place. */
TEST(the_source_keeps_its_place)
{
    static const uint16_t chain[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const struct {
        unsigned source;
        const char *plan;
    } expected[] = {
        {0, "1:0>4 2:0>2 2:4>6 3:0>1 3:4>5 3:2>3 3:6>7"},
        {3, "1:3>4 2:3>1 2:4>6 3:3>2 3:4>5 3:1>0 3:6>7"},
        {5, "1:5>3 2:5>6 2:3>1 3:5>4 3:3>2 3:6>7 3:1>0"},
        {7, "1:7>3 2:7>5 2:3>1 3:7>6 3:3>2 3:5>4 3:1>0"},
    };
    struct network net = network("mesh:8", NULL);

    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint16_t dests[7];
        unsigned m = 0;
        struct plan p;

        for (unsigned node = 8; node-- > 0;) {
            if (node != expected[i].source) {
                dests[m++] = (uint16_t)node;
            }
        }
        make_plan(&p, &net, algorithm("u-mesh"), 1, expected[i].source, dests, 7);
        check_plan(&p, dests, 1);
        chain_is(&p, chain);
        assert_string_equal(plan_text(&p), expected[i].plan);
    }
    free(net.path);
}

/* An odd number of nodes and the source in the middle: it sends to its
 * neighbour in the chain, which takes over all above. */
TEST(a_source_in_the_middle_hands_over_the_upper_half)
{
    static const uint16_t dests[] = {0, 1, 3, 4};
    struct network net = network("mesh:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-mesh"), 1, 2, dests, 4);
    assert_string_equal(plan_text(&p), "1:2>3 2:2>1 2:3>4 3:1>0");
    free(net.path);
}

/* Column by column where the routing goes along x first: cells 0 1 2 in row 0, 3 4 5 in row 1. */
TEST(columns_count_where_x_goes_first)
{
    static const uint16_t dests[] = {5, 1, 3, 2, 0}, chain[] = {0, 3, 1, 4, 2, 5};
    struct network net = network("mesh:2x3", "x-then-y");
    struct plan p;

    make_plan(&p, &net, algorithm("u-mesh"), 1, 4, dests, 5);
    check_plan(&p, dests, 1);
    chain_is(&p, chain);
    assert_string_equal(plan_text(&p), "1:4>1 2:4>2 2:1>3 3:2>5 3:3>0");
    free(net.path);
}

TEST(never_contends_where_x_goes_first)
{
    never_contends_under("mesh:3x3", "x-then-y", "u-mesh", 0);
    never_contends_under("mesh:4x3", "x-then-y", "u-mesh", 0);
    never_contends_under("mesh:2x5", "wxyz", "u-mesh", 0);
    never_contends_under("torus:3x4", "balanced", "u-mesh", 0);
    never_contends_under("torus:5x5", "x-then-y", "u-mesh", 3000);
    never_contends_under("mesh:3x16", "wxyz", "u-mesh", 1000);
}

/* Its proof is of meshes: not with auxiliary cells, which it reaches all the same. */
TEST(auxiliary_cells_are_refused)
{
    struct noc_topology plain = grid("torus 3x2"), more = grid("torus 3x2\naux left 1 right 0");
    const struct noc_algorithm *a = algorithm("u-mesh");
    static const uint16_t dests[] = {6, 1, 2, 5, 4, 3};
    struct network net;
    struct plan p;

    assert_true(a->fits(&plain, routing(&plain, "wxyz"), NULL));
    assert_true(a->fits(&plain, routing(&plain, "balanced"), NULL));
    assert_false(a->fits(&plain, routing(&plain, "one-turn"), NULL));
    assert_false(a->fits(&more, routing(&more, "wxyz"), NULL));
    assert_false(a->fits(&more, routing(&more, "x-then-y"), NULL));
    net = network_of(more, routing(&more, "wxyz"));
    make_plan(&p, &net, a, 1, 0, dests, 6);
    check_plan(&p, dests, 1);
    free(net.path);
    grid_free(&plain);
    grid_free(&more);
}

/* Why it is refused in unidirectional tori, with the smallest example: 3 to 2
 * and 1 to 0, both in step 2, both go around by 3's p channel. It is also how
 * we know that the check can fail. */
TEST(contends_in_unidirectional_tori)
{
    static const uint16_t dests[] = {0, 1, 2};
    struct network ring = network("utorus:4", NULL);
    struct network net = network("utorus:3x3", NULL);
    struct tally tally = check_all_sets(&ring, algorithm("u-mesh"), 1);
    struct plan p;

    assert_int_equal(tally.contending_sets, 1);
    make_plan(&p, &ring, algorithm("u-mesh"), 1, 3, dests, 3);
    assert_string_equal(plan_text(&p), "1:3>1 2:3>2 2:1>0");
    assert_int_equal(contending_pairs(&ring, &p), 1);

    tally = check_all_sets(&net, algorithm("u-mesh"), 1);
    print_tally("utorus:3x3", "utr", "u-mesh", &tally);
    assert_int_equal(tally.contending_sets, 91);
    assert_int_equal(tally.pairs, 110);
    free(ring.path);
    free(net.path);
}
