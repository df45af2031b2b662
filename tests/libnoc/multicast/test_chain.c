/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/chain.h"
#include "topology/sort.h"
#include "tree_checks.h"

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* All arrangements of up to 4 values in up to 7 places, against the C library. */
TEST(sorts_everything_small)
{
    for (unsigned n = 0; n <= 7; n++) {
        for (unsigned code = 0; code < 1u << (2 * n); code++) {
            uint16_t item[8], expected[8];

            for (unsigned i = 0; i < n; i++) {
                item[i] = expected[i] = (uint16_t)((code >> (2 * i) & 3) * 21845);
            }
            item[n] = expected[n] = 12345; /* beyond the end */
            qsort(expected, n, sizeof *expected, ascending);
            noc_sort(item, n);
            assert_memory_equal(item, expected, (n + 1) * sizeof *item);
        }
    }
}

TEST(sorts_everything_large)
{
    static uint16_t item[16384], expected[16384];
    uint32_t random = 7;

    for (unsigned kind = 0; kind < 7; kind++) {
        for (unsigned i = 0; i < 16384; i++) {
            item[i] = (uint16_t)(kind == 0   ? i
                                 : kind == 1 ? 16383 - i
                                 : kind == 2 ? 5
                                 : kind == 3 ? (i + 5000) % 16384
                                 : kind == 4 ? (i ? i : 9000)
                                 : kind == 5 ? i ^ 21
                                             : random_below(&random, 65536));
        }
        memcpy(expected, item, sizeof item);
        qsort(expected, 16384, sizeof *expected, ascending);
        noc_sort(item, 16384);
        assert_memory_equal(item, expected, sizeof item);
    }
}

TEST(rotates)
{
    for (unsigned n = 1; n < 9; n++) {
        for (unsigned by = 0; by <= n; by++) {
            uint16_t item[10];

            for (unsigned i = 0; i < 10; i++) {
                item[i] = (uint16_t)(100 + i);
            }
            noc_rotate(item, n, by);
            for (unsigned i = 0; i < 10; i++) {
                assert_int_equal(item[i], 100 + (i < n ? (i + by) % n : i));
            }
        }
    }
}

TEST(hands_over_from_the_centre)
{
    struct noc_part mine = {.left = 3, .right = 9, .self = 4}, theirs;

    assert_true(noc_forward_from(&mine, &theirs, 7));
    assert_int_equal(mine.left, 3);
    assert_int_equal(mine.right, 6);
    assert_int_equal(mine.self, 4);
    assert_int_equal(theirs.left, 7);
    assert_int_equal(theirs.right, 9);
    assert_int_equal(theirs.self, 7);
}

/* --- the algorithm chain --------------------------------------------------------- */

static void is_a_chain(const struct network *net, uint32_t source, const uint16_t *dests,
                       uint32_t m)
{
    static struct tree tree;

    make_tree(&tree, net, "chain", 0, source, dests, m);
    assert_int_equal(tree.depth, m);
    assert_int_equal(tree.plan.steps, m);
    for (uint32_t i = 0; i < m; i++) {
        assert_true(tree.sends[dests[i]] <= 1);
    }
}

TEST(each_sends_to_one_other)
{
    on_tree_networks(is_a_chain);
}

/* A broadcast on a grid, from the corner where the walk begins, crosses one link at a time. */
TEST(goes_from_neighbour_to_neighbour)
{
    static const char *const networks[] = {"mesh:4x5", "torus:3x3", "cube:4"};

    for (unsigned k = 0; k < 3; k++) {
        struct network net = network(networks[k], NULL);
        static struct tree tree;
        uint16_t dests[PLAN_NODES];

        for (uint32_t i = 1; i < net.t.nodes; i++) {
            dests[i - 1] = (uint16_t)i;
        }
        make_tree(&tree, &net, "chain", 0, 0, dests, net.t.nodes - 1);
        for (uint32_t i = 0; i < tree.plan.m; i++) {
            const struct noc_message *message = &tree.plan.message[i];

            assert_int_equal(noc_route_path(&net.t, net.r, message->from, message->to, NULL, 0), 1);
        }
        free(net.path);
    }
}

/* By hand: cycle by cycle in Gray's order 0, 1, 3, 2, each entered where the last link leads. */
TEST(the_walk_of_cube_connected_cycles)
{
    static const uint16_t walk[] = {0, 1, 2, 3, 7, 6, 4, 5};
    struct network net = network("ccc:2", NULL);
    static struct tree tree;

    make_tree(&tree, &net, "chain", 0, 0, (const uint16_t[]){7, 6, 5, 4, 3, 2, 1}, 7);
    chain_is(&tree.plan, walk);
    free(net.path);
}
