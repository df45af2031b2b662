/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "cube_checks.h"

/* Figure 3.9(b): four steps, though all ports are used. */
TEST(figure_3_9_b)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("maxport"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    chain_is(&p, chain);
    assert_int_equal(p.steps, 4);
    assert_string_equal(plan_text(&p), "1:0>11 1:0>5 1:0>3 1:0>1 2:11>12 2:5>7 3:12>14 4:14>15");
    free(net.path);
}

/* Figure 3.6(a): three steps, where U-cube needs two. */
TEST(figure_3_6_a)
{
    static const uint16_t dests[] = {9, 10, 11};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("maxport"), 0, 0, dests, 3);
    assert_int_equal(p.steps, 3);
    assert_string_equal(plan_text(&p), "1:0>9 2:9>10 3:10>11");
    make_plan(&p, &net, algorithm("u-cube"), 0, 0, dests, 3);
    assert_int_equal(p.steps, 2);
    free(net.path);
}
