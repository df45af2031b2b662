/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "plan_checks.h"

/* Section 4.4: source (8,4,5), ten destinations, an R-chain, four steps. */
TEST(the_papers_r_chain)
{
    static const uint16_t r_chain[] = {845, 854, 901, 905, 102, 164, 197, 355, 489, 493, 805};
    uint16_t chain[] = {845, 493, 197, 102, 854, 489, 905, 355, 901, 805, 164};
    struct noc_topology t = topology("torus:10x10x10");
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, 845, 0, 0, NULL};
    struct noc_part whole;
    struct plan p = {.m = 10};

    algorithm("u-torus")->order(&env, chain, 10, &whole);
    assert_memory_equal(chain, r_chain, sizeof chain);
    assert_int_equal(whole.left, 0);
    assert_int_equal(whole.right, 10);
    assert_int_equal(whole.self, 0);

    /* Figure 4.9 by hand: 11 nodes, centre 6; then 6, centre 3; and so on. */
    assert_int_equal(noc_plan_make(algorithm("u-torus"), &env, chain, 10, p.message, p.scratch), 4);
    assert_string_equal(plan_text(&p), "1:845>197 2:845>905 2:197>493 3:845>901 3:197>489 "
                                       "3:905>164 3:493>805 4:845>854 4:197>355 4:905>102");
    assert_int_equal(noc_plan_bound(&t, 1, 10), 4);
}

/* Figure 4.5(c): three steps, and the p channel from (4,3) to (0,3) serves
 * two messages of the source, in steps 1 and 2. */
TEST(figure_4_5_c)
{
    static const uint16_t dests[] = {0, 6, 11, 3, 8, 24};
    static const uint16_t r_chain[] = {23, 24, 0, 3, 6, 8, 11};
    struct network net = network("utorus:5x5", "utr");
    unsigned p_channel = noc_channel_index(&net.t, net.r, 23, 2, 1);
    unsigned uses = 0;
    struct plan p;

    make_plan(&p, &net, algorithm("u-torus"), 1, 23, dests, 6);
    check_plan(&p, dests, 1);
    chain_is(&p, r_chain);
    assert_int_equal(p.steps, 3);
    assert_string_equal(plan_text(&p), "1:23>6 2:23>0 2:6>11 3:23>24 3:6>8 3:0>3");
    for (unsigned i = 0; i < 6; i++) {
        const struct noc_message *message = &p.message[i];

        if (net.path[message->from * 25 + message->to][p_channel / 64] >> p_channel % 64 & 1) {
            assert_int_equal(message->from, 23);
            assert_int_equal(message->step, ++uses);
        }
    }
    assert_int_equal(uses, 2);
    assert_int_equal(contending_pairs(&net, &p), 0);
    free(net.path);
}

/*
 * Figure 4.5(a) and (b), as far as the text tells them: two messages over the
 * h channel from (0,3) to (1,3), in the same step or in steps that start-up
 * times can bring together. The check must see both.
 */
TEST(the_check_finds_the_papers_contention)
{
    struct network net = network("utorus:5x5", "utr");
    struct plan p = {.source = 23, .m = 3};

    p.message[0] = (struct noc_message){.from = 23, .to = 3, .step = 1};
    p.message[1] = (struct noc_message){.from = 3, .to = 6, .step = 2};
    p.message[2] = (struct noc_message){.from = 23, .to = 8, .step = 2};
    for (unsigned i = 0; i < 3; i++) {
        p.into[p.message[i].to] = &p.message[i];
    }
    assert_int_equal(contending_pairs(&net, &p), 1);
    p.message[2].step = 3;
    assert_int_equal(contending_pairs(&net, &p), 1);
    /* Sent before the message to (0,3), it is out of the way by condition 4. */
    struct noc_message first = {.from = 23, .to = 8, .step = 1};

    p.message[2] = p.message[1];
    p.message[1] = p.message[0];
    p.message[0] = first;
    p.message[1].step = 2;
    p.message[2].step = 3;
    for (unsigned i = 0; i < 3; i++) {
        p.into[p.message[i].to] = &p.message[i];
    }
    assert_int_equal(contending_pairs(&net, &p), 0);
    free(net.path);
}
