/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "cube_checks.h"

/* Figure 3.9(b): four steps, though all ports are used. */
TEST(figure_3_9_b)
{
    static const uint16_t chain[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("maxport"), 0, 0, eight, 8);
    check_plan(&p, eight, 0);
    chain_is(&p, chain);
    assert_int_equal(p.steps, 4);
    assert_string_equal(plan_text(&p), "1:0>11 1:0>5 1:0>3 1:0>1 2:11>12 2:5>7 3:12>14 4:14>15");
    free(net.path);
}

/* Figure 3.6(a): three steps, where U-cube needs two. */
TEST(figure_3_6_a)
{
    static const uint16_t dests[] = {9, 10, 11};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("maxport"), 0, 0, dests, 3);
    assert_int_equal(p.steps, 3);
    assert_string_equal(plan_text(&p), "1:0>9 2:9>10 3:10>11");
    make_plan(&p, &net, algorithm("u-cube"), 0, 0, dests, 3);
    assert_int_equal(p.steps, 2);
    free(net.path);
}

/* All messages of a node leave by links of their own: with all ports, in one step. */
TEST(a_node_sends_all_at_once)
{
    struct network net = network("cube:6", NULL);
    uint32_t random = 6;

    for (unsigned n = 0; n < 500; n++) {
        uint16_t dests[64];
        unsigned source = random_below(&random, 64), m = 1 + random_below(&random, 63);
        struct plan p;

        random_set(&random, 64, source, m, dests);
        make_plan(&p, &net, algorithm("maxport"), 0, source, dests, m);
        for (unsigned i = 0; i < m; i++) {
            const struct noc_message *before = p.into[p.message[i].from];

            assert_int_equal(p.message[i].step, before ? before->step + 1 : 1);
        }
        assert_true(p.steps <= 6);
    }
    free(net.path);
}

TEST(its_tree_is_the_papers)
{
    check_trees("maxport", MAXPORT);
}

TEST(it_never_contends)
{
    never_contends_in_cubes("maxport");
    assert_int_equal(steps_in_cube_4("maxport"), 96201);
}

/* Exchange the halves of S-cubes at random, but of none with the chain's first node: any
 * cube-ordered chain can come of it. */
static void exchange(uint16_t *chain, unsigned first, unsigned last, unsigned n, uint32_t *random)
{
    unsigned d[CUBE_NODES], center;

    if (n == 0 || first >= last) {
        return;
    }
    for (unsigned i = first; i <= last; i++) {
        d[i] = chain[i];
    }
    center = cube_center(d, first, last, n);
    if (center <= last && first != 0 && random_below(random, 2)) {
        for (unsigned i = center; i <= last; i++) {
            chain[first + i - center] = (uint16_t)d[i];
        }
        for (unsigned i = first; i < center; i++) {
            chain[first + last - center + 1 + i - first] = (uint16_t)d[i];
        }
        center = first + last - center + 1;
    }
    exchange(chain, first, center - 1, n - 1, random);
    if (center <= last) {
        exchange(chain, center, last, n - 1, random);
    }
}

static uint32_t order_random = 1;

static void any_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                      struct noc_part *whole)
{
    algorithm("maxport")->order(env, chain, m, whole);
    assert_true(cube_ordered(chain, m, env->topology->dims)); /* theorem 3.4 */
    exchange(chain, 0, m, env->topology->dims, &order_random);
    assert_true(cube_ordered(chain, m, env->topology->dims));
}

/* Section 3.4: Maxport takes any cube-ordered chain, and its messages do not contend. */
TEST(any_cube_ordered_chain_will_do)
{
    const struct noc_algorithm *maxport = algorithm("maxport");
    const struct noc_algorithm shuffled = {
        .name = "any", .order = any_order, .next = maxport->next};
    struct network four = network("cube:4", NULL), six = network("cube:6", NULL);
    struct tally tally = {0};

    for (uint32_t ports = 0; ports <= 2; ports++) {
        check_sets_from(&four, &shuffled, ports, 0, &tally);
        assert_int_equal(tally.contending_sets, 0);
        tally = check_random_sets(&six, &shuffled, ports, 300);
        assert_int_equal(tally.contending_sets, 0);
    }
    free(four.path);
    free(six.path);
}
