/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "plan_checks.h"

/* Section 3.1: source 0000 and these eight; relative to 0100, figure 3.4. */
static const uint16_t eight[] = {1, 3, 5, 7, 11, 12, 14, 15};
static const char tree[] = "1:0>7 2:0>3 2:7>12 3:0>1 3:7>11 3:3>5 3:12>14 4:14>15";

TEST(the_papers_eight_destinations)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-cube"), 1, 0, eight, 8);
    check_plan(&p, eight, 1);
    chain_is(&p, chain);
    assert_int_equal(p.steps, 4);
    assert_string_equal(plan_text(&p), tree);
    assert_int_equal(contending_pairs(&net, &p), 0);
    /* The paths 0111 to 1011 and 0111 to 1100 share a channel, and go one
     * after the other. */
    assert_true(share_an_arc(&net, p.into[11], p.into[12]));
    assert_int_equal(p.into[12]->step, 2);
    assert_int_equal(p.into[11]->step, 3);
    free(net.path);
}

/* Figure 3.4: source 0100. */
TEST(figure_3_4)
{
    static const uint16_t dests[] = {1, 3, 5, 7, 8, 10, 11, 15};
    static const uint16_t relative[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-cube"), 1, 4, dests, 8);
    check_plan(&p, dests, 1);
    for (unsigned i = 0; i <= 8; i++) {
        assert_int_equal(p.chain[i] ^ 4, relative[i]);
        p.chain[i] ^= 4;
    }
    for (unsigned i = 0; i < 8; i++) {
        p.message[i].from ^= 4;
        p.message[i].to ^= 4;
    }
    assert_int_equal(p.steps, 4);
    assert_string_equal(plan_text(&p), tree);
    free(net.path);
}

/* Figure 3.6(b): two steps, where the other variations need three. */
TEST(figure_3_6_b)
{
    static const uint16_t dests[] = {9, 10, 11};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-cube"), 1, 0, dests, 3);
    assert_int_equal(p.steps, 2);
    assert_string_equal(plan_text(&p), "1:0>10 2:0>9 2:10>11");
    free(net.path);
}
