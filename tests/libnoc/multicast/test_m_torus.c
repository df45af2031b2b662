/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "choices.h"
#include "worm_checks.h"

enum { NODES_MAX = 16 };

/* plan.h's example, on a ring: 0 > 2 > 4, then 0 > 1, 2 > 3 and 4 > 5. */
TEST(the_cuts_say_it_all)
{
    static const uint16_t dests[] = {1, 2, 3, 4, 5};
    uint16_t cuts[] = {0, 1, 2, 1, 2 | NOC_CUT_JOINS, 1};
    uint16_t single[] = {
        0, 1, 1 | NOC_CUT_JOINS, 1 | NOC_CUT_JOINS, 1 | NOC_CUT_JOINS, 1 | NOC_CUT_JOINS};
    uint16_t three[] = {0, 2, 1, 1, 1 | NOC_CUT_JOINS, 1};
    struct noc_partition partition = {.cuts = cuts};
    struct network net = network("utorus:6", "utpr");
    struct plan p;

    net.partition = &partition;
    make_plan(&p, &net, algorithm("m-torus"), 1, 0, dests, 5);
    assert_string_equal(worms_text(&p), "1:0>2>4 2:0>1 2:2>3 2:4>5");
    partition.cuts = single;
    make_plan(&p, &net, algorithm("m-torus"), 1, 0, dests, 5);
    assert_string_equal(worms_text(&p), "1:0>1>2>3>4>5");
    partition.cuts = three; /* 0 to 5; then to 3 and 4; then to 1, which tells 2 */
    make_plan(&p, &net, algorithm("m-torus"), 1, 0, dests, 5);
    assert_string_equal(worms_text(&p), "1:0>5 2:0>3>4 3:0>1 4:1>2");
    net.partition = NULL; /* halves */
    make_plan(&p, &net, algorithm("m-torus"), 1, 0, dests, 5);
    assert_string_equal(worms_text(&p), "1:0>3 2:0>2 2:3>5 3:0>1 3:3>4");
    free(net.path);
}

/* Random partitions of random sets on larger tori. */
static void no_random_partition_contends_on(const char *text, unsigned plans)
{
    struct network net = network(text, "utpr");
    uint32_t state = 61;
    static struct plan p;

    for (unsigned n = 0; n < plans; n++) {
        uint16_t dests[PLAN_NODES], cuts[PLAN_NODES] = {0};
        struct noc_partition partition = {.cuts = cuts};
        unsigned source = random_below(&state, net.t.nodes);
        unsigned m = 1 + random_below(&state, net.t.nodes - 1);

        random_set(&state, net.t.nodes, source, m, dests);
        for (unsigned i = 1; i <= m; i++) { /* what next() makes of anything is a partition */
            cuts[i] = (uint16_t)((1 + random_below(&state, 1 + m / (1 + random_below(&state, m)))) |
                                 (random_below(&state, 3) ? NOC_CUT_JOINS : 0));
        }
        net.partition = &partition;
        check_worms(&net, algorithm("m-torus"), source, dests, m, &p);
    }
    free(net.path);
}

TEST(no_random_partition_contends)
{
    no_random_partition_contends_on("utorus:4x4", 2000);
    no_random_partition_contends_on("utorus:3x3x3", 1000);
    no_random_partition_contends_on("utorus:8x4", 500);
    no_random_partition_contends_on("utorus:8x8", 200);
}
