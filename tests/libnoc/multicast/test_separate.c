/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "plan_checks.h"

TEST(the_source_sends_in_the_order_given)
{
    static const uint16_t dests[] = {7, 1, 12, 3};
    struct network net = network("torus:4x4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("separate"), 1, 5, dests, 4);
    check_plan(&p, dests, 1);
    assert_int_equal(p.steps, 4);
    assert_string_equal(plan_text(&p), "1:5>7 2:5>1 3:5>12 4:5>3");
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(p.message[i].part.left, p.message[i].part.right);
    }
    free(net.path);
}
