/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "worm_checks.h"

static unsigned log_up(unsigned n)
{
    unsigned steps = 0;

    while (1u << steps < n) {
        steps++;
    }
    return steps;
}

/* log2 N on powers of two (Al-Dubai et al. 2002, section 5); the sum of both widths' else. */
TEST(broadcasts)
{
    for (unsigned i = 0; i < 49; i++) {
        char text[20];
        unsigned w = 2 + i % 7, h = 2 + i / 7;

        sprintf(text, "mesh:%ux%u", h, w);

        struct network net = network(text, "xy");

        for (unsigned source = 0; source < net.t.nodes; source++) {
            uint16_t dests[PLAN_NODES];
            unsigned m = 0;
            struct tally tally = {0};
            struct plan p;

            for (unsigned node = 0; node < net.t.nodes; node++) {
                if (node != source) {
                    dests[m++] = (uint16_t)node;
                }
            }
            check_set(&net, algorithm("rd"), 1, source, dests, m, &tally);
            assert_int_equal(tally.pairs, 0);
            assert_int_equal(tally.steps, log_up(w) + log_up(h));
            make_plan(&p, &net, algorithm("rd"), 1, source, dests, m);
            for (unsigned k = 0; k < m; k++) { /* along a column, or a row */
                assert_true(p.message[k].from % w == p.message[k].to % w ||
                            p.message[k].from / w == p.message[k].to / w);
            }
        }
        free(net.path);
    }
}

/* The place in the other half is the sender's own. */
TEST(the_same_place)
{
    struct network net = network("mesh:4x4", "xy");
    uint16_t dests[16] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    struct plan p;

    make_plan(&p, &net, algorithm("rd"), 1, 6, dests, 15);
    assert_string_equal(worms_text(&p), "1:6>14 2:6>2 2:14>10 3:6>4 3:14>12 3:2>0 3:10>8 4:6>7 "
                                        "4:14>15 4:2>3 4:4>5 4:10>11 4:12>13 4:0>1 4:8>9");
    free(net.path);
}

/* Elsewhere, too, if forced, whatever the numbers of its nodes mean there. */
TEST(forced)
{
    static const char *const texts[] = {"torus:4x4", "utorus:5", "cube:4", "ccc:3", "mesh:3x3x3"};
    uint32_t seed = 5;

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], NULL);

        for (unsigned n = 0; n < 300; n++) {
            uint16_t dests[PLAN_NODES];
            unsigned source = random_below(&seed, net.t.nodes);
            unsigned m = 1 + random_below(&seed, net.t.nodes - 1);
            struct tally tally = {0};

            random_set(&seed, net.t.nodes, source, m, dests);
            check_set(&net, algorithm("rd"), n % 3, source, dests, m, &tally);
        }
        free(net.path);
    }
}

/* What is read from a file has two dimensions, but no strides. */
TEST(without_strides)
{
    struct noc_topology t = topology("mesh:3x3");
    struct noc_plan_env env = {.topology = &t, .source = 4};
    uint16_t chain[] = {4, 0, 1, 2, 3, 5, 6, 7, 8};
    struct noc_part mine, theirs;
    unsigned reached = 0;

    memset(t.stride, 0, sizeof t.stride);
    noc_algorithm_rd.order(&env, chain, 8, &mine);
    while (noc_algorithm_rd.next(&env, chain, &mine, &theirs)) {
        assert_in_range(theirs.self, theirs.left, theirs.right);
        reached += theirs.right - theirs.left + 1u;
    }
    assert_int_equal(reached, 8);
    assert_int_equal(chain[mine.self], 4);
}
