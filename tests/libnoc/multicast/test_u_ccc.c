/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "plan_checks.h"
#include "routing/routings.h"

/* Node (i, w) of 5-CCC. */
#define N5(i, w) ((w)*5 + (i))

/* Section 5: the R-chain, and figure 6's tree by figure 5. Binary: 01010 = 10, 00101 = 5,
 * 10000 = 16, 01011 = 11, 10101 = 21, 11000 = 24. */
TEST(the_papers_example)
{
    static const uint16_t dests[] = {N5(1, 5), N5(0, 16), N5(4, 11), N5(2, 21),
                                     N5(3, 0), N5(1, 11), N5(0, 24)};
    static const uint16_t r_chain[] = {N5(3, 10), N5(1, 11), N5(4, 11), N5(0, 16),
                                       N5(2, 21), N5(0, 24), N5(3, 0),  N5(1, 5)};
    static const unsigned tree[][3] = {{1, 0, 4}, {2, 0, 2}, {2, 4, 6}, {3, 0, 1},
                                       {3, 4, 5}, {3, 2, 3}, {3, 6, 7}};
    struct network net = network("ccc:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-ccc"), 1, N5(3, 10), dests, 7);
    check_plan(&p, dests, 1);
    chain_is(&p, r_chain);
    assert_int_equal(p.steps, 3);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(p.message[i].step, tree[i][0]);
        assert_int_equal(p.message[i].from, r_chain[tree[i][1]]);
        assert_int_equal(p.message[i].to, r_chain[tree[i][2]]);
    }
    assert_int_equal(contending_pairs(&net, &p), 0);
    free(net.path);
}

/* Figure 5 of an odd number of nodes, by hand: of 7 the centre is 4, of 5, 3, of 3, 2. */
TEST(odd_chains)
{
    static const uint16_t dests[] = {26, 3, 120, 107, 80, 59};
    struct network net = network("ccc:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-ccc"), 1, 53, dests, 6);
    assert_string_equal(plan_text(&p), "1:53>120 2:53>80 2:120>26 3:53>59 3:120>3 3:80>107");
    make_plan(&p, &net, algorithm("u-ccc"), 1, 53, dests + 2, 4);
    assert_string_equal(plan_text(&p), "1:53>107 2:53>80 2:107>120 3:53>59");
    free(net.path);
}

/* Its proof is for one port. No smaller set contends. */
TEST(with_all_ports_it_may_contend)
{
    static const uint16_t dests[] = {1, 2, 3, 4, 5, 6};
    struct network three = network("ccc:3", NULL);
    struct tally tally = check_random_sets(&three, algorithm("u-ccc"), 0, 5000);
    struct plan p;

    make_plan(&p, &three, algorithm("u-ccc"), 0, 0, dests, 6);
    assert_true(contending_pairs(&three, &p) > 0);
    print_tally("ccc:3, all", "ccc", "u-ccc", &tally);
    assert_true(tally.contending_sets > 0);
    free(three.path);
}
