/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "worm_checks.h"

/* Figure 5.1's set in three pieces each: 10 nodes are 4, 3 and 3. By hand. */
TEST(three_pieces)
{
    struct network net = network("utorus:6x6", "utpr");
    struct plan p;

    net.parameter = 3;
    figure_5_1(&p, &net, "mu-torus");
    assert_string_equal(worms_text(&p), "1:20>34>8 2:20>29>31 2:34>5>6 2:8>13>22 3:20>27");
    net.parameter = 4; /* 3, 3, 2, 2 */
    figure_5_1(&p, &net, "mu-torus");
    assert_string_equal(worms_text(&p), "1:20>31>6>13 2:20>27>29 2:31>34>5 2:6>8 2:13>22");
    free(net.path);
}

/* Section 6.4: ceil(log_R of the nodes, the source included). */
static unsigned phases(unsigned nodes, unsigned pieces)
{
    unsigned steps = 0;

    for (uint64_t reached = 1; reached < nodes; reached *= pieces) {
        steps++;
    }
    return steps;
}

/* Clamped to the set's size: then it is s-torus. */
TEST(many_pieces_are_single_nodes)
{
    struct network net = network("utorus:6x6", "utpr");
    struct plan p, q;

    figure_5_1(&q, &net, "s-torus");
    for (net.parameter = 10; net.parameter <= NOC_PARAMETER_MAX; net.parameter *= 4) {
        char text[PLAN_NODES * 16];

        figure_5_1(&p, &net, "mu-torus");
        strcpy(text, worms_text(&p));
        assert_string_equal(text, worms_text(&q));
    }
    free(net.path);
}

TEST(its_parameter)
{
    static const struct {
        const char *text;
        uint32_t parameter;
    } expected[] = {{"mu-torus:2", 2},    {"mu-torus:8", 8},          {"mu-torus:16384", 16384},
                    {"mu-torus:016", 16}, {"mu-torus:16385", 0},      {"mu-torus:1", 0},
                    {"mu-torus:0", 0},    {"mu-torus:", 0},           {"mu-torus", 0},
                    {"mu-torus:8x", 0},   {"mu-torus:4294967298", 0}, {"mu-torus:-3", 0},
                    {"mu-torus: 3", 0},   {"mu-torus:3:3", 0}};
    struct noc_topology t = topology("utorus:4x4"), mesh = topology("mesh:4x4");
    const struct noc_algorithm *a = NULL;
    struct noc_fault fault = {0};

    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint32_t parameter = noc_algorithm_parameter(expected[i].text);

        assert_int_equal(parameter, expected[i].parameter);
        assert_ptr_equal(noc_algorithm_find(expected[i].text), algorithm("mu-torus"));
        a = NULL;
        assert_int_equal(
            noc_algorithm_choose(&a, expected[i].text, &t, routing(&t, "utpr"), false, &fault),
            parameter > 0);
        assert_int_equal(a != NULL, parameter > 0);
        assert_int_equal(fault.code, parameter ? NOC_FAULT_NONE : NOC_FAULT_ALGORITHM_PARAMETER);
        fault = (struct noc_fault){0};
    }
    assert_null(noc_algorithm_find("s-torus:2")); /* takes none */
    assert_null(noc_algorithm_find("mu-tor:2"));
    assert_false(
        noc_algorithm_choose(&a, "mu-torus:2", &mesh, routing(&mesh, NULL), false, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FIT);
}

/* The least steps with such worms: what it takes. */
TEST(the_bound)
{
    struct noc_topology t = topology("utorus:8x8");
    struct noc_plan_env env = {&t, routing(&t, "utpr"), 1, 0, 0, 0, NULL};
    struct noc_plan_env unicasts = {&t, routing(&t, "utr"), 1, 0, 4, 0, NULL};

    for (unsigned pieces = 2; pieces < 70; pieces++) {
        env.parameter = pieces;
        for (unsigned m = 1; m < 64; m++) {
            assert_int_equal(noc_algorithm_bound(algorithm("mu-torus"), &env, m),
                             phases(m + 1, pieces));
        }
    }
    assert_int_equal(noc_algorithm_bound(algorithm("s-torus"), &env, 63), 1);
    assert_int_equal(noc_algorithm_bound(algorithm("separate"), &env, 63), 6);
    assert_int_equal(noc_algorithm_bound(algorithm("mu-torus"), &unicasts, 63), 6);
    env.ports = 0;
    env.parameter = 4;
    assert_int_equal(noc_algorithm_bound(algorithm("mu-torus"), &env, 48), 2); /* 7 * 7 */
    assert_int_equal(noc_algorithm_bound(algorithm("mu-torus"), &env, 49), 3);
}
