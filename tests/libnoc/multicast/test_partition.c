/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "choices.h"
#include "hcycle_checks.h"
#include "multicast/partition.h"
#include "worm_checks.h"

/* The model of partition.h, worm by worm through a plan. */
static unsigned predicted(const struct network *net, const struct plan *p,
                          const struct noc_cost *cost)
{
    unsigned when[PLAN_NODES] = {0}, at[PLAN_NODES], last = 0;
    unsigned next = cost->gap > 1 + cost->flits ? cost->gap : 1 + cost->flits;
    struct noc_channel channel[64 * PATH_WORDS];

    for (uint32_t i = 0, size; i < p->m; i += size) {
        const struct noc_message *worm = &p->message[i];
        unsigned left = when[worm->from] + cost->send + 1 + cost->flits;

        size = noc_worm_size(worm, p->m - i);
        walk_worm(net, worm, size, channel, at);
        for (unsigned k = 0; k < size; k++) {
            when[worm[k].to] = left + k + 1 + cost->hop * at[k] + cost->receive;
            last = when[worm[k].to] > last ? when[worm[k].to] : last;
        }
        when[worm->from] += next;
    }
    return last;
}

static const struct noc_cost costs[] = {
    {0, 0, 1, 1, 0}, {0, 0, 64, 1, 0},    {500, 300, 8, 1, 492}, {500, 300, 64, 4, 500},
    {8, 0, 7, 1, 0}, {10, 10, 3, 20, 2},  {0, 0, 1, 50, 0},      {1, 0, 1, 7, 1},
    {8, 4, 2, 3, 1}, {100, 0, 16, 30, 9}, {0, 100, 16, 30, 0},   {40, 60, 512, 9, 32},
};
enum { COSTS = sizeof costs / sizeof *costs };

/* The plan with these sizes of the first step's pieces; 0 pieces: all by cost. */
static unsigned by_cost(struct network *net, const struct noc_cost *cost, unsigned source,
                        const uint16_t *dests, unsigned m, const uint16_t *sizes, unsigned pieces,
                        struct plan *p)
{
    uint16_t cuts[PLAN_NODES] = {0};
    struct noc_cost_partition by = {.partition = {noc_partition_by_cost, cuts},
                                    .cost = *cost,
                                    .sizes = sizes,
                                    .pieces = pieces};

    by.room = malloc(noc_partition_room(m));
    net->partition = &by.partition;
    check_worms(net, algorithm("m-torus"), source, dests, m, p);
    assert_int_equal(by.predicted, predicted(net, p, cost));
    free(by.room);
    return by.predicted;
}

/* Whether the first step's pieces are these. */
static bool begins_with(const struct plan *p, const uint16_t *sizes, unsigned pieces)
{
    uint32_t at = pieces > 1 ? sizes[0] : 0;

    for (unsigned k = 1; k < pieces; k++) {
        const struct noc_message *message = &p->message[k - 1];

        if (k > p->m || message->from != p->source || message->joins != (k > 1) ||
            message->part.left != at || message->part.right != at + sizes[k] - 1u) {
            return false;
        }
        at += sizes[k];
    }
    return true;
}

/* Against all linear partitions that begin so. */
static unsigned least(struct network *net, const struct noc_cost *cost, unsigned source,
                      const uint16_t *dests, unsigned m, const uint16_t *sizes, unsigned pieces)
{
    uint16_t cuts[PLAN_NODES] = {0};
    struct noc_partition partition = {.cuts = cuts};
    struct choices choices = {.at = 0};
    unsigned best = UINT32_MAX;
    static struct plan p;

    net->partition = &partition;
    do {
        cut_anyhow(&choices, cuts, 0, m);
        make_plan(&p, net, algorithm("m-torus"), 1, source, dests, m);
        unsigned time = begins_with(&p, sizes, pieces) ? predicted(net, &p, cost) : UINT32_MAX;
        best = time < best ? time : best;
    } while (choices_next(&choices));
    return best;
}

TEST(no_partition_is_better)
{
    static const char *const texts[] = {"utorus:7",     "utorus:3x3", "utorus:4x4",
                                        "utorus:2x2x2", "utorus:8x4", "utorus:8x8"};
    uint32_t random = 9;
    unsigned worms_of_one = 0, worms_of_more = 0;
    static struct plan p;

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], "utpr");

        for (unsigned n = 0; n < 30; n++) {
            unsigned source = random_below(&random, net.t.nodes), m = 1 + random_below(&random, 6);
            const struct noc_cost *cost = &costs[n % COSTS];
            uint16_t dests[8];

            random_set(&random, net.t.nodes, source, m, dests);
            assert_int_equal(by_cost(&net, cost, source, dests, m, NULL, 0, &p),
                             least(&net, cost, source, dests, m, NULL, 0));
            for (uint32_t k = 0, size; k < m; k += size) {
                size = noc_worm_size(&p.message[k], m - k);
                worms_of_one += size == 1 && m > 1;
                worms_of_more += size > 1;
            }
        }
        free(net.path);
    }
    assert_true(worms_of_one > 20 && worms_of_more > 20); /* the model has something to decide */
}

/* By the same model, never behind the other algorithms, whose plans are linear partitions. */
TEST(no_other_algorithm_is_better)
{
    static const uint32_t pieces[] = {2, 3, 4, 8, 16, 64};
    struct network net = network("utorus:8x8", "utpr");
    uint32_t random = 10;
    static struct plan p;

    for (unsigned n = 0; n < 40; n++) {
        unsigned source = random_below(&random, 64), m = 1 + random_below(&random, 63);
        const struct noc_cost *cost = &costs[n % COSTS];
        uint16_t dests[64];

        random_set(&random, 64, source, m, dests);
        unsigned best = by_cost(&net, cost, source, dests, m, NULL, 0, &p);
        for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            net.parameter = pieces[i];
            make_plan(&p, &net, algorithm("mu-torus"), 1, source, dests, m);
            assert_true(best <= predicted(&net, &p, cost));
        }
    }
    free(net.path);
}

/* The same if the first step's sizes are given. */
TEST(the_first_step_may_be_given)
{
    static const char *const texts[] = {"utorus:7", "utorus:4x4", "utorus:2x2x2", "utorus:8x8"};
    uint32_t random = 11;
    static struct plan p;

    for (unsigned n = 0; n < 120; n++) {
        struct network net = network(texts[n % 4], "utpr");
        unsigned source = random_below(&random, net.t.nodes), m = 1 + random_below(&random, 6);
        const struct noc_cost *cost = &costs[n % COSTS];
        uint16_t dests[8], sizes[8];
        unsigned pieces = 0;

        random_set(&random, net.t.nodes, source, m, dests);
        for (unsigned left = m + 1; left > 0; left -= sizes[pieces++]) {
            sizes[pieces] = (uint16_t)(1 + random_below(&random, left));
        }
        assert_int_equal(by_cost(&net, cost, source, dests, m, sizes, pieces, &p),
                         least(&net, cost, source, dests, m, sizes, pieces));
        assert_true(begins_with(&p, sizes, pieces));
        free(net.path);
    }
}

/* m-torus, cut as `like` cuts. */
static void same_plan(struct network *net, const char *like, unsigned ports, unsigned source,
                      const uint16_t *dests, unsigned m, const struct noc_cost *cost)
{
    static struct plan own, copy;
    uint16_t cuts[PLAN_NODES] = {strcmp(like, "md-torus") == 0 ? NOC_CUT_OWN_FIRST : 0};
    uint32_t room[PLAN_NODES];
    struct noc_cost_partition by = {.partition = {noc_partition_as, cuts},
                                    .cost = *cost,
                                    .like = algorithm(like),
                                    .parameter = net->parameter,
                                    .room = room};

    net->partition = NULL;
    make_plan(&own, net, by.like, ports, source, dests, m);
    net->partition = &by.partition;
    make_plan(&copy, net, algorithm("m-torus"), ports, source, dests, m);
    by.partition.cut = NULL; /* as a relay has them: cuts only, and the order that they name */
    if (ports == 1) {        /* as the model has it */
        assert_int_equal(by.predicted, predicted(net, &copy, cost));
    }
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(copy.steps, own.steps);
        for (unsigned i = 0; i < m; i++) {
            assert_int_equal(copy.message[i].from, own.message[i].from);
            assert_int_equal(copy.message[i].to, own.message[i].to);
            assert_int_equal(copy.message[i].step, own.message[i].step);
            assert_int_equal(copy.message[i].joins, own.message[i].joins);
        }
        make_plan(&copy, net, algorithm("m-torus"), ports, source, dests, m);
    }
}

TEST(others_are_partitions)
{
    static const char *const texts[] = {"utorus:7",     "utorus:4x4",     "utorus:2x2x2",
                                        "utorus:8x4",   "utorus:3x3x3",   "utorus:8x8",
                                        "utorus:4x4x4", "utorus:2x2x2x2", "utorus:4x4x2"};
    uint32_t random = 12;

    for (unsigned k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct network net = network(texts[k], "utpr");

        for (unsigned n = 0; n < 60; n++) {
            unsigned source = random_below(&random, net.t.nodes);
            unsigned m = n == 0 ? net.t.nodes - 1 : 1 + random_below(&random, net.t.nodes - 1);
            uint16_t dests[PLAN_NODES];

            random_set(&random, net.t.nodes, source, m, dests);
            net.parameter = 0;
            same_plan(&net, "md-torus", n % 3, source, dests, m, &costs[n % COSTS]);
            net.parameter = 2 + random_below(&random, n % 2 ? 5 : m + 2);
            same_plan(&net, "mu-torus", n % 3, source, dests, m, &costs[n % COSTS]);
        }
        free(net.path);
    }
}

/* By hand: the source's ring (6 to 11, source 8) lies around the beginning of the circuit. */
TEST(its_own_come_first)
{
    static const uint16_t own_first[] = {8, 9, 11, 7, 13, 17, 2, 5};
    uint16_t chain[] = {8, 9, 11, 13, 17, 2, 5, 7};
    struct network net = network("utorus:6x6", "utpr");
    uint16_t ordered[8];

    memcpy(ordered, chain, sizeof chain);
    noc_hcycle_order(&net.t, ordered, 8);
    noc_hcycle_own_first(&net.t, ordered, 7);
    for (unsigned i = 0; i < 8; i++) { /* the same ring by ring */
        assert_int_equal(ordered[i] / 6, own_first[i] / 6);
    }
    assert_int_equal(ordered[0], 8);
    assert_true(hcycle_ordered(&net.t, ordered, 4) && hcycle_ordered(&net.t, ordered + 3, 5));
    free(net.path);
}

TEST(its_room)
{
    assert_int_equal(noc_partition_room(1), 4 * 14);
    assert_int_equal(noc_partition_room(NOC_PARTITION_NODES_MAX - 1),
                     (size_t)NOC_PARTITION_NODES_MAX * NOC_PARTITION_NODES_MAX * 14);
    assert_int_equal(noc_partition_room(NOC_PARTITION_NODES_MAX), 0);
}
