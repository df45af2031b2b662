/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "multicast/published.h"
#include "multicast/plan.h"
#include "reference.h"

/* k + 1 and k + 2 steps on 2^k x 2^k (Al-Dubai et al. 2002, section 5), and nothing elsewhere. */
TEST(steps)
{
    static const struct {
        const char *text;
        uint32_t edn, np;
    } expected[] = {{"mesh:2x2", 2, 3},     {"mesh:4x4", 3, 4}, {"mesh:8x8", 4, 5},
                    {"mesh:128x128", 8, 9}, {"mesh:6x6", 0, 0}, {"mesh:4x8", 0, 0},
                    {"torus:4x4", 0, 0},    {"mesh:4", 0, 0},   {"mesh:4x4x4", 0, 0}};

    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct noc_topology t = topology(expected[i].text);

        assert_int_equal(noc_published_steps(noc_published_find("edn"), &t), expected[i].edn);
        assert_int_equal(noc_published_steps(noc_published_find("np"), &t), expected[i].np);
    }
    assert_null(noc_published_find("pcp"));
}

/* Nobody plans with them, forced or not. */
TEST(no_plans)
{
    struct noc_topology t = topology("mesh:8x8");

    for (unsigned i = 0; i < 4; i++) {
        const struct noc_algorithm *a = NULL;
        struct noc_fault fault = {0};

        assert_false(
            noc_algorithm_choose(&a, i % 2 ? "np" : "edn", &t, routing(&t, NULL), i / 2, &fault));
        assert_null(a);
        assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FORMULA);
        assert_int_equal(fault.value, i % 2 ? 5 : 4);
        assert_non_null(fault.because);
    }
}
