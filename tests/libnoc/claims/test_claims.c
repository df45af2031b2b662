/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The verdicts of all claims, and the counterexamples of those that fail: a
 * change of either is news, in the code or about a paper. (That a fault in the
 * code turns a row, test_claims_mutants.c shows.)
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "multicast/algorithms.h"
#include "claims/claims.h"
#include "claims/in_time.h"
#include "claims/paths.h"
#include "verify/verify.h"

/* In the table's order; all others hold. */
static const struct {
    const char *paper, *place;
    enum noc_verdict verdict;
    const char *counterexample;
} failing[] = {
    {"Robinson 1994", "3.1", NOC_UNCLEAR,
     "a conjecture about all sizes; exhaustion says nothing about it"},
    {"Robinson 1994", "theorem 3.3, condition 4", NOC_FAILS,
     "cube:4, 8 flits, no start-up: 0 sends to 4 and 5 over one channel (steps 1, 2), to 8 "
     "over another (step 3), 8 to 6 (step 4). 0>5 holds 0-4 in cycles 8 to 15, 8>6 wants it "
     "in cycle 9"},
    {"Robinson 1994", "theorem 3.3, condition 4, proof", NOC_FAILS,
     "cube:4 from 0 to {1, 7, 8}, one port, worms of 1 flit without start-up: 7 has the "
     "message in cycle 3; 1, to which 0 sends next, has it in cycle 2"},
    {"Robinson 1994", "3.2.4", NOC_FAILS,
     "cube:4: from 0 to {4, 10, 11, 12, 13}: 0>11 (step 1, 0-8-10-11) and 4>10 (step 2, "
     "4-12-8-10) share channel 8-10"},
    {"Robinson 1994", "3.2.4", NOC_FAILS,
     "cube:5 from 0 to {4, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27}, 8 flits, start-up 0: "
     "4>18 finds 16-18 taken by 0>19 in cycle 10"},
    {"Robinson 1994", "theorem 3.5 (3), as printed", NOC_FAILS,
     "cube:2, first = 1, chain {0, 2, 3}: node 2 comes first"},
    {"Robinson 1994", "theorem 3.6, proof, case 1", NOC_FAILS,
     "cube:2 from 0 to {1, 2, 3}: 0>1 and 2>3: 2 is not reached through 1"},
    {"Robinson 1994", "3.4, cost", NOC_FAILS,
     "{0, 1, 2} as a chain in a cube of 16 dimensions: 16 comparisons in 15 calls; the "
     "number grows with the dimension, m does not"},
    {"Robinson 1994", "4.1", NOC_FAILS, "utorus:2: channels from 0 to 1 and from 1 to 0"},
    {"Robinson 1994", "4.2", NOC_FAILS, "utorus:2 under dor has no cycle of dependencies"},
    {"Robinson 1994", "4.2.1, as printed", NOC_FAILS,
     "n = 1, width 2: channels of a dimension 1 that there is not"},
    {"Robinson 1994", "4.2.2, item 4, as printed", NOC_FAILS,
     "k=3: c_p2 is the channel from 2 to 0 (item 3) and from 0 to 2 (item 4)"},
    {"Robinson 1994", "theorem 4.2, mirrored", NOC_FAILS,
     "utorus:3: u=2 v=1 x=1 y=0: 2-0-1 and 1-2-0 share 2-0"},
    {"Robinson 1994", "4.4", NOC_FAILS, "no set of these bidirectional tori contends"},
    {"Robinson 1994", "theorem 4.4, two ports", NOC_FAILS,
     "utorus:3x3: from 0 to {1, 2, 4, 5, 6, 7}: 0>5 (step 1, 0-3-4-5) and 2>4 (step 2, "
     "2-5-3-4) share channel 3-4"},
    {"Robinson 1994", "theorem 4.4, all ports", NOC_FAILS,
     "utorus:3x3: from 0 to {1, 2, 4, 5, 6, 7}: 0>5 (step 1, 0-3-4-5) and 2>4 (step 2, "
     "2-5-3-4) share channel 3-4"},
    {"Robinson 1994", "theorem 4.4, proof", NOC_FAILS,
     "a chain of 5 nodes d0 to d4: d3>d4 in step 2 and d0>d1 in step 3 stand in the order x,"
     " y, u, v"},
    {"Robinson 1994", "4.5", NOC_FAILS, "no set of these networks has two such messages"},
    {"Robinson 1994", "5.1, all ports", NOC_FAILS,
     "utorus:3: the worms 0>1>2, 1>2>0, 2>0>1, if long, each hold what the next one waits for"},
    {"Robinson 1994", "5.3.2", NOC_FAILS,
     "utorus:2: no worm uses 1 of 3 channels; the first is that from 0 to 1"},
    {"Robinson 1994", "5.3.2, as printed", NOC_FAILS,
     "n = 1, width 2: channels of a dimension 1 that there is not"},
    {"Robinson 1994", "theorem 5.1, proof", NOC_FAILS, "utorus:3: the worm 2>1, by 2-0-1"},
    {"Robinson 1994", "lemma 5.4, case 1, as printed", NOC_FAILS,
     "utorus:2x2: u = 0 (label 0), v = 1 (label 1)"},
    {"Robinson 1994", "theorem 6.1, all ports", NOC_FAILS,
     "utorus:3x3x3, md-torus from 0 to {3, 7, 16}: of 1:0>16 1:0>3>7 the worms to 16 and 3, "
     "started at once, share channel 4-7 after two others each"},
    {"Robinson 1994", "definition 6.2", NOC_FAILS,
     "utorus:2x2, order 1: the H-cycle of 1:1>2>0 comes back to the ring of 1"},
    {"Song et al. 2000", "definition 1", NOC_FAILS,
     "n=1: edges by the rules: 1, by the formula: 3"},
    {"Song et al. 2000", "2", NOC_FAILS, "ccc:3: no route uses an edge between (0,w) and (2,w)"},
    {"Song et al. 2000", "3, as printed", NOC_FAILS,
     "ccc:2: from (0,2) to (0,0) the message never arrives"},
    {"Song et al. 2000", "3", NOC_FAILS, "ccc:2: h1 from (0,0)"},
    {"Song et al. 2000", "theorem 1", NOC_FAILS,
     "ccc:4, worms of 2 flits without start-up: 0 to 15 by 0-1-9-8-12-13-14-15, then 0 to 4,"
     " then 4 to 14 by 4-5-13-14; the first and the last want 13-14 in cycle 6"},
    {"Song et al. 2000", "theorem 1, in U-CCC", NOC_FAILS,
     "ccc:4 from 56 to {6, 7, 15, 21, 59, 63}, worms of 2 flits without start-up: "
     "56-57-58-59-27-26-10-9-1-0-4-5-6-7, and 63-31-30-14-13-5-6 over a relay, want 5-6 in "
     "cycle 12"},
    {"Song et al. 2000", "lemma 5, undirected", NOC_FAILS, "ccc:2: u=2 v=0 x=0 y=2, edge 2-0"},
    {"Song et al. 2000", "theorem 2, without h0 and h1", NOC_FAILS,
     "ccc:2: u=6 v=0 x=0 y=7, edge 6-7"},
    {"Song et al. 2000", "theorem 2, without l0 and l1", NOC_FAILS,
     "ccc:2: u=1 v=0 x=1 y=2, edge 1-0"},
    {"Song et al. 2000", "theorem 3, without l0 and l1", NOC_FAILS,
     "ccc:2 from 0 to {4, 5, 6}: 0>4 (step 2) and 5>6 (step 2) on 5-4"},
    {"Song et al. 2000", "theorem 3, proof", NOC_FAILS,
     "a chain of 5 nodes: d3>d4 in step 2 and d0>d1 in step 3"},
    {"Libeskind-Hadas et al. 1998", "theorem 1, condition 3", NOC_FAILS,
     "tree 0-4 1-2 2-3 3-4, plan 0>2 0>1: 0-4-3-2, then 0-3-2-1; link 3-2 is hop 3 of the "
     "first, hop 2 of the second"},
    {"Libeskind-Hadas et al. 1998", "theorem 1, condition 3", NOC_FAILS,
     "links 0-1 0-4 1-2 2-3 3-4 3-6 5-6, from 2 to {5, 6}, 3 flits, no start-up: "
     "2-1-0-4-3-6-5 and 2-3-6 want 3-6 in cycle 4"},
    {"Libeskind-Hadas et al. 1998", "definition 4, as printed", NOC_FAILS,
     "tree 0-1 1-4 2-3 3-4, cross links as the path needs: from 0 to 2 by 0-3-4-1-2"},
    {"Libeskind-Hadas et al. 1998", "theorem 2, definition 4 as printed", NOC_FAILS,
     "tree 0-1 1-4 2-3 3-4, plan 0>3 0>2 3>4: 0>2 (step 2) and 3>4 (step 2) may both take "
     "3-4"},
    {"Libeskind-Hadas et al. 1998", "4", NOC_FAILS,
     "links 0-3 0-4 1-2 1-4 2-3, from 0 to {1, 2, 3}: 0-3-2 (step 2) and 3-2-1 (step 2) "
     "share 3-2"},
    {"Libeskind-Hadas et al. 1998", "4", NOC_FAILS,
     "tree 0-1 1-5 2-3 3-4 4-5, cross link 0-4: from 0 to 2 the tree's 1 is nearer in number"
     " (1) than 4 (2)"},
    {"Stricker 1991", "4.1", NOC_FAILS,
     "a ring of 2: 3 visits are enough, one cell needs only one"},
    {"Stricker 1991", "theorem 1", NOC_FAILS,
     "3x3 mesh without the turns from right to down and from down to right: the 8 channels "
     "of 1-4-7-6-3-4-5-2-1"},
    {"Stricker 1991", "theorem 1, proof", NOC_FAILS,
     "3x3 mesh, without right-down and down-right: a cycle of 8 channels with 3 clockwise "
     "and 3 counterclockwise turns"},
    {"Stricker 1991", "7.1.2, as printed", NOC_FAILS,
     "a row of 3 cells, from cell 2 to cell 0: labels b, then a"},
    {"Stricker 1991", "7.3.1", NOC_FAILS,
     "torus 3x3,aux left 5 right 3,aux up 7 down 1: 3 turns from 10 to 9"},
    {"Stricker 1991", "7.4.1", NOC_FAILS, "mesh 2x2,aux left 0 right 1: every pair has a route"},
    {"Al-Dubai et al. 2002", "theorem 2", NOC_FAILS,
     "mesh:2x3: channels that wait for each other, 0>1>2>5>4>3>0"},
    {"Al-Dubai et al. 2002", "theorem 2", NOC_FAILS,
     "mesh:2x2: 0-1, the context at 1, 1-0, the context at 0"},
    {"Al-Dubai et al. 2002", "theorem 2, proof", NOC_FAILS,
     "mesh:2x5, from 1: the worm to 4 in step 1 and the one to 2 in step 2 both travel from 1 to 2"},
};
enum { AGAINST = sizeof failing / sizeof *failing, HOLD = 238 };

TEST(verdicts)
{
    struct noc_claim c;
    unsigned found = 0, hold = 0;

    for (uint32_t i = 0; noc_claim_at(i, &c); i++) {
        struct noc_finding f;

        noc_claim_check(i, false, &f);
        assert_true(f.checked[0] != '\0');
        assert_true(strlen(f.checked) < NOC_CLAIM_TEXT - 1); /* not cut off */
        assert_true(strlen(f.counterexample) < NOC_CLAIM_TEXT - 1);
        if (f.verdict == NOC_HOLDS) {
            hold++;
            assert_string_equal(f.counterexample, "");
            continue;
        }
        print_message("%s, %s: %s\n", c.paper, c.place, f.counterexample);
        assert_in_range(found, 0, AGAINST - 1);
        assert_string_equal(c.paper, failing[found].paper);
        assert_string_equal(c.place, failing[found].place);
        assert_int_equal(f.verdict, failing[found].verdict);
        assert_string_equal(f.counterexample, failing[found].counterexample);
        found++;
    }
    assert_int_equal(found, AGAINST);
    assert_int_equal(hold, HOLD);
}

TEST(rows_are_whole)
{
    struct noc_claim c, other;

    for (uint32_t i = 0; noc_claim_at(i, &c); i++) {
        size_t length = strlen(c.claim);

        assert_true(c.place[0] && length > 10);
        assert_int_equal(c.claim[length - 1], '.');
        for (uint32_t j = 0; j < i && noc_claim_at(j, &other); j++) { /* a row says something */
            assert_true(strcmp(c.claim, other.claim) != 0 || strcmp(c.paper, other.paper) != 0 ||
                        strcmp(c.place, other.place) != 0);
        }
    }
}

/* What no paper claims, and what is a slip of the pen, says so in words too. */
TEST(kinds_of_rows)
{
    struct noc_claim c;
    unsigned count[NOC_OURS + 1] = {0};

    for (uint32_t i = 0; noc_claim_at(i, &c); i++) {
        bool ours = strncmp(c.claim, "Not claimed", 11) == 0 || strstr(c.place, "repaired") ||
                    strstr(c.claim, "rests on");

        assert_in_range(c.kind, NOC_RESULT, NOC_OURS);
        count[c.kind]++;
        assert_int_equal(c.kind == NOC_OURS, ours);
        assert_int_equal(c.kind == NOC_SLIP, strstr(c.place, "as printed") != NULL);
        if (strstr(c.place, "proof")) {
            assert_true(c.kind == NOC_PROOF || ours);
        }
    }
    for (unsigned kind = 0; kind <= NOC_OURS; kind++) {
        assert_true(count[kind] > 0);
    }
}

/* --- what the checks rest on ------------------------------------------------------------ */

/* The verdict of one check. */
static enum noc_verdict verdict_of(const struct check *check)
{
    struct row row = {.place = "here", .claim = "This holds.", .check = {*check}};
    struct noc_finding f;

    row_check(&row, false, &f);
    return f.verdict;
}

/* Worms in time, by a plain table of which worm holds which channel in which cycle. */
static bool clash_by_table(const struct instance *i)
{
    enum { CYCLES = 400 };
    const struct net *net = i->net;
    const struct pace *pace = i->pace;
    struct multicast p;
    uint32_t ready[64] = {0}, sent[64] = {0};
    uint8_t *held = calloc((size_t)net->channels * CYCLES, 1);
    bool clash = false;

    multicast_make(&p, i, i->planner, i->source, i->dests, i->m, NULL);
    for (uint32_t k = 0; k < i->m; k++) { /* by step: a sender has what it sends on */
        uint32_t u = p.message[k].from, v = p.message[k].to, hops = path_length(net, u, v);
        uint32_t cpu = ready[u] + (sent[u] & 0xffff) + pace->tau_s, free_at = sent[u] >> 16;
        uint32_t start = cpu > free_at ? cpu : free_at;

        sent[u] = ((sent[u] & 0xffff) + pace->tau_s) | (start + pace->length) << 16;
        for (uint32_t h = 0; h < hops; h++) {
            for (uint32_t l = 0; l < pace->length; l++) {
                uint8_t *cell = &held[(size_t)channel_number(net, &path_of(net, u, v)[h]) * CYCLES +
                                      start + h + l];

                clash |= *cell;
                *cell = 1;
            }
        }
        ready[v] = start + hops + pace->length - 1 + pace->tau_r;
    }
    free(held);
    return clash;
}

static unsigned clashes, runs;

static bool clashes_as_in_the_table(const struct instance *i)
{
    struct clash clash;
    bool met = worms_clash(i, &clash);

    clashes += met;
    runs++;
    return met == clash_by_table(i);
}

TEST(worms_in_time)
{
    static const struct pace paces[] = {{0, 0, 1}, {0, 0, 5}, {2, 1, 6}, {5, 0, 4}};
    /* One channel on a link, so that there is much contention. */
    static const struct check check = {.over = {&each_network, &each_set, &each_pace},
                                       .on = "utorus:8",
                                       .routing = "dor",
                                       .algorithm = "u-mesh",
                                       .ports = 1,
                                       .pace = paces,
                                       .paces = {4, 0},
                                       .holds = clashes_as_in_the_table};

    assert_int_equal(verdict_of(&check), NOC_HOLDS);
    print_message("%u of %u clash\n", clashes, runs);
    assert_int_equal(runs, 8 * 127 * 4);
    assert_in_range(clashes, 1, runs - 1); /* u-mesh contends there, and not always */
}

/* Reachable sets and the condition with the positive integer, on a tree made by hand. */
TEST(trees_by_hand)
{
    struct multicast p = {.m = 4,
                          .message = {{0, 1, 1, {0, 0, 0}},
                                      {0, 2, 1, {0, 0, 0}},
                                      {0, 4, 2, {0, 0, 0}},
                                      {2, 3, 2, {0, 0, 0}}}};

    multicast_index(&p);
    assert_true(reaches(&p, 2, 3) && reaches(&p, 0, 3) && reaches(&p, 3, 3));
    assert_false(reaches(&p, 1, 3) || reaches(&p, 3, 2));
    assert_false(sent_before_ancestor(&p, &p.message[0], 3)); /* 2 got it in the same step */
    assert_true(sent_before_ancestor(&p, &p.message[0], 4));
    assert_false(sent_before_ancestor(&p, &p.message[2], 3));
    p.message[1].step = 2;
    assert_true(sent_before_ancestor(&p, &p.message[0], 3));
    assert_false(sent_before_ancestor(&p, &p.message[3], 4)); /* from another node */
}

static bool disjoint_pairs(const struct instance *i, bool down)
{
    const struct net *net = i->net;
    bool apart = true;

    for (uint32_t q = 0; q < net->n * net->n * net->n * net->n; q++) {
        uint32_t u = q % net->n, v = q / net->n % net->n, x = q / net->n / net->n % net->n;
        uint32_t y = q / net->n / net->n / net->n;

        if ((down ? v >= x && x >= y : v <= x && x <= y) && shared_channel(net, u, v, x, y)) {
            apart = false;
        }
    }
    return apart;
}

static bool up_by_loops(const struct instance *i)
{
    return disjoint_pairs(i, false);
}

static bool down_by_loops(const struct instance *i)
{
    return disjoint_pairs(i, true);
}

/* v <= x <= y by four loops. */
TEST(disjoint_by_loops)
{
    static const char *const text[][2] = {
        {"utorus:4x3", "utr"}, {"utorus:4x3", "dor"}, {"torus:5x2", "btr"}, {"torus:5x2", "dor"}};

    for (unsigned k = 0; k < 4; k++) {
        for (unsigned down = 0; down < 2; down++) {
            struct check quick = {.over = {&each_network},
                                  .on = text[k][0],
                                  .routing = text[k][1],
                                  .with = down,
                                  .holds = ordered_routes_disjoint};
            struct check slow = quick;

            slow.holds = down ? down_by_loops : up_by_loops;
            assert_int_equal(verdict_of(&quick), verdict_of(&slow));
        }
    }
}

static bool holds_of_all(const struct instance *i)
{
    (void)i;
    return true;
}

/* A claim never holds for want of a network. */
TEST(networks_that_are_none)
{
    static const char *const text[][2] = {{"cube:99", NULL}, {"cube:3", "utr"}};

    for (unsigned k = 0; k < 2; k++) {
        struct check check = {.over = {&each_network},
                              .on = text[k][0],
                              .routing = text[k][1],
                              .holds = holds_of_all};

        assert_int_equal(verdict_of(&check), NOC_UNCLEAR);
    }
}

static void choose_halves(struct instance *i)
{
    struct net net;

    if (net_read(&net, i, "graph", "graph\n0 1\n2 3\n", "halves")) {
        then_net(i, &net);
    }
}

TEST(graphs_in_two_parts)
{
    static const struct quantifier halves = {.things = "{count} graphs", .each = choose_halves};
    static const struct check check = {.over = {&halves}, .holds = holds_of_all};

    assert_int_equal(verdict_of(&check), NOC_UNCLEAR);
}
