/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "worm_checks.h"

/* Section 5.4: the H-cycle of figure 5.1, visited by one worm (figure 5.7). */
TEST(the_papers_h_cycle)
{
    struct network net = network("utorus:6x6", "utpr");
    static const uint16_t h_cycle[] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    static const unsigned labels[] = {23, 25, 27, 30, 33, 5, 7, 9, 15, 19};
    struct plan p;

    figure_5_1(&p, &net, "s-torus");
    chain_is(&p, h_cycle);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(circuit_label(&net.t, p.chain[i]), labels[i]);
    }
    assert_string_equal(worms_text(&p), "1:20>27>29>31>34>5>6>8>13>22");
    free(net.path);
}

static void one_worm(const struct network *net, const struct plan *p)
{
    (void)net;
    assert_int_equal(p->steps, 1);
    assert_int_equal(noc_worm_size(p->message, p->m), p->m);
}

TEST(one_worm_reaches_every_set)
{
    static const struct {
        const char *text;
        unsigned sets;
    } tried[] = {{"utorus:2", 0},      {"utorus:4", 0},        {"utorus:7", 0},
                 {"utorus:3x3", 0},    {"utorus:4x2", 0},      {"utorus:2x2x2", 0},
                 {"utorus:4x4", 2000}, {"utorus:3x3x3", 1000}, {"utorus:8x8", 200}};

    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct network net = network(tried[i].text, "utpr");

        each_set(&net, algorithm("s-torus"), tried[i].sets, one_worm);
        free(net.path);
    }
}

/* Section 6.1: a broadcast's path has length N-1. */
TEST(a_broadcast_travels_one_link_less_than_nodes)
{
    static const char *const texts[] = {"utorus:2",     "utorus:9",      "utorus:4x4",
                                        "utorus:6x6",   "utorus:8x4",    "utorus:3x3x3",
                                        "utorus:4x4x4", "utorus:2x2x2x2"};

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], "utpr");
        unsigned nodes = net.t.nodes;

        for (unsigned source = 0; source < nodes; source++) {
            struct noc_channel channel[64 * PATH_WORDS];
            uint16_t dests[PLAN_NODES];
            struct plan p;

            for (unsigned k = 0; k + 1 < nodes; k++) {
                dests[k] = (uint16_t)(k < source ? k : k + 1);
            }
            make_plan(&p, &net, algorithm("s-torus"), 1, source, dests, nodes - 1);
            assert_int_equal(walk_worm(&net, p.message, p.m, channel, NULL), nodes - 1);
        }
        free(net.path);
    }
}
