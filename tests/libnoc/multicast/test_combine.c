/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "cube_checks.h"

/* Figure 3.5, step 4c, on the papers' example: 11 hands over to 14, as U-cube would, not to
 * 12 as Maxport; so three steps are enough. 11 reaches 12 and 14 over one link. */
TEST(the_papers_eight_destinations)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("combine"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    chain_is(&p, chain);
    assert_int_equal(p.steps, 3);
    assert_string_equal(plan_text(&p), "1:0>11 1:0>5 1:0>3 1:0>1 2:11>14 2:5>7 3:11>12 3:14>15");
    assert_true(share_an_arc(&net, p.into[14], p.into[12]));
    free(net.path);
}

/* Figure 3.6: as few steps as U-cube, where Maxport takes three. */
TEST(figure_3_6)
{
    static const uint16_t dests[] = {9, 10, 11};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("combine"), 0, 0, dests, 3);
    assert_int_equal(p.steps, 2);
    assert_string_equal(plan_text(&p), "1:0>10 2:0>9 2:10>11");
    free(net.path);
}
