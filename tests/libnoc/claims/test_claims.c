/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the claims' rows rest on, and their form. The verdicts themselves are docs/errata.md's, which
 * make check compares; that a fault in the code turns a row, test_claims_mutants.c shows.
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
                          .message = {{0, 1, 1, {0, 0, 0}, false},
                                      {0, 2, 1, {0, 0, 0}, false},
                                      {0, 4, 2, {0, 0, 0}, false},
                                      {2, 3, 2, {0, 0, 0}, false}}};

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
