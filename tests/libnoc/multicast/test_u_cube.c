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

/* Figure 3.2(d): the same tree with all ports takes four steps still. 1011 is
 * reached in the third, for its first channel is also 1100's. */
TEST(with_all_ports_it_takes_as_many_steps)
{
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-cube"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    assert_int_equal(p.steps, 4);
    assert_int_equal(p.into[7]->step, 1);
    assert_int_equal(p.into[3]->step, 1);
    assert_int_equal(p.into[1]->step, 1);
    assert_int_equal(p.into[5]->step, 2);
    assert_int_equal(p.into[12]->step, 2);
    assert_int_equal(p.into[11]->step, 3);
    assert_int_equal(p.into[14]->step, 3);
    assert_int_equal(p.into[15]->step, 4);
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

TEST(never_contends_in_hypercubes)
{
    never_contends("cube:1", "u-cube", 0);
    never_contends("cube:2", "u-cube", 0);
    never_contends("cube:3", "u-cube", 0);
    never_contends("cube:4", "u-cube", 0);
    never_contends("cube:5", "u-cube", 3000);
    never_contends("cube:6", "u-cube", 1000);
}

/*
 * Its proof is for one port. With all ports the source sends to 11 and to 4 in
 * one step, and then 4's message to 10 may meet the one to 11 on the channel
 * from 8 to 10: no condition of theorem 3.3 keeps them apart. No smaller set
 * does that.
 */
TEST(with_all_ports_it_may_contend)
{
    static const uint16_t dests[] = {4, 10, 11, 12, 13};
    struct network three = network("cube:3", NULL);
    struct network four = network("cube:4", NULL);
    struct tally tally = check_all_sets(&three, algorithm("u-cube"), 0);
    struct plan p;

    assert_int_equal(tally.contending_sets, 0);
    make_plan(&p, &four, algorithm("u-cube"), 0, 0, dests, 5);
    assert_string_equal(plan_text(&p), "1:0>11 1:0>4 2:11>12 2:4>10 3:12>13");
    assert_int_equal(contending_pairs(&four, &p), 1);
    assert_true(share_an_arc(&four, p.into[11], p.into[10]));
    tally = check_all_sets(&four, algorithm("u-cube"), 0);
    print_tally("cube:4, all", "ecube", "u-cube", &tally);
    assert_int_equal(tally.contending_sets, 8176);
    free(three.path);
    free(four.path);
}
