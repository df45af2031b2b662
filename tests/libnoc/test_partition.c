/* SPDX-License-Identifier: BSD-2-Clause */
#include "choices.h"
#include "partition.h"
#include "worm_checks.h"

/* The model of partition.h, worm by worm through a plan. */
static unsigned predicted(const struct network *net, const struct plan *p,
                          const struct noc_cost *cost)
{
    unsigned when[PLAN_NODES] = {0}, at[PLAN_NODES], last = 0;
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
        when[worm->from] = left;
    }
    return last;
}

static const struct noc_cost costs[] = {
    {0, 0, 1, 1},    {0, 0, 64, 1},   {500, 300, 8, 1}, {500, 300, 64, 4}, {10, 10, 3, 20},
    {0, 0, 1, 50},   {1, 0, 1, 7},    {100, 0, 16, 30}, {0, 100, 16, 30},  {40, 60, 512, 9},
};
enum { COSTS = sizeof costs / sizeof *costs };

static unsigned by_cost(struct network *net, const struct noc_cost *cost, unsigned source,
                        const uint16_t *dests, unsigned m, struct plan *p)
{
    uint16_t cuts[PLAN_NODES];
    struct noc_cost_partition by = {.partition = {noc_partition_by_cost, cuts}, .cost = *cost};

    by.room = malloc(noc_partition_room(m));
    net->partition = &by.partition;
    check_worms(net, algorithm("m-torus"), source, dests, m, p);
    assert_int_equal(by.predicted, predicted(net, p, cost));
    free(by.room);
    return by.predicted;
}

/* Against all linear partitions. */
static unsigned least(struct network *net, const struct noc_cost *cost, unsigned source,
                      const uint16_t *dests, unsigned m)
{
    uint16_t cuts[PLAN_NODES];
    struct noc_partition partition = {.cuts = cuts};
    struct choices choices = {.at = 0};
    unsigned best = UINT32_MAX;
    static struct plan p;

    net->partition = &partition;
    do {
        cut_anyhow(&choices, cuts, 0, m);
        make_plan(&p, net, algorithm("m-torus"), 1, source, dests, m);
        unsigned time = predicted(net, &p, cost);
        best = time < best ? time : best;
    } while (choices_next(&choices));
    return best;
}

static void no_partition_is_better(void **state)
{
    static const char *const texts[] = {"utorus:7", "utorus:3x3", "utorus:4x4", "utorus:2x2x2",
                                        "utorus:8x4", "utorus:8x8"};
    uint32_t random = 9;
    unsigned worms_of_one = 0, worms_of_more = 0;
    static struct plan p;

    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], "utpr");

        for (unsigned n = 0; n < 30; n++) {
            unsigned source = random_below(&random, net.t.nodes), m = 1 + random_below(&random, 6);
            const struct noc_cost *cost = &costs[n % COSTS];
            uint16_t dests[8];

            random_set(&random, net.t.nodes, source, m, dests);
            assert_int_equal(by_cost(&net, cost, source, dests, m, &p),
                             least(&net, cost, source, dests, m));
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
static void no_other_algorithm_is_better(void **state)
{
    static const uint32_t pieces[] = {2, 3, 4, 8, 16, 64};
    struct network net = network("utorus:8x8", "utpr");
    uint32_t random = 10;
    static struct plan p;

    (void)state;
    for (unsigned n = 0; n < 40; n++) {
        unsigned source = random_below(&random, 64), m = 1 + random_below(&random, 63);
        const struct noc_cost *cost = &costs[n % COSTS];
        uint16_t dests[64];

        random_set(&random, 64, source, m, dests);
        unsigned best = by_cost(&net, cost, source, dests, m, &p);
        for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            net.parameter = pieces[i];
            make_plan(&p, &net, algorithm("mu-torus"), 1, source, dests, m);
            assert_true(best <= predicted(&net, &p, cost));
        }
    }
    free(net.path);
}

static void its_room(void **state)
{
    (void)state;
    assert_int_equal(noc_partition_room(1), 4 * 14);
    assert_int_equal(noc_partition_room(NOC_PARTITION_NODES_MAX - 1),
                     (size_t)NOC_PARTITION_NODES_MAX * NOC_PARTITION_NODES_MAX * 14);
    assert_int_equal(noc_partition_room(NOC_PARTITION_NODES_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_partition_is_better),
        cmocka_unit_test(no_other_algorithm_is_better),
        cmocka_unit_test(its_room),
    };

    return cmocka_run_group_tests_name("libnoc/partition", tests, NULL, NULL);
}
