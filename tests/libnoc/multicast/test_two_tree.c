/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "tree_checks.h"

/* Both reach everybody; nobody relays in both; a relay sends to two at most, the source to one. */
static void are_two_trees(const struct network *net, uint32_t source, const uint16_t *dests,
                          uint32_t m)
{
    static struct tree tree[2];

    for (uint32_t k = 0; k < 2; k++) {
        make_tree(&tree[k], net, "two-tree", k, source, dests, m);
        assert_int_equal(tree[k].sends[source], 1);
        assert_true(tree[k].depth <= doublings(m) + 2);
    }
    for (uint32_t i = 0; i < m; i++) {
        assert_false(tree[0].sends[dests[i]] && tree[1].sends[dests[i]]);
        assert_true(tree[0].sends[dests[i]] + tree[1].sends[dests[i]] <= 2);
    }
}

TEST(nobody_relays_in_both)
{
    on_tree_networks(are_two_trees);
}

/* Every set of destinations from every source. */
TEST(nobody_relays_in_both_by_exhaustion)
{
    static const char *const networks[] = {"mesh:3x3", "torus:2x4", "cube:3", "ccc:2", "mesh:10"};

    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        struct network net = network(networks[i], NULL);

        for (uint32_t source = 0; source < net.t.nodes; source++) {
            for (uint32_t set = 1; set < 1u << net.t.nodes; set++) {
                uint16_t dests[16];
                uint32_t m = set_members(set, net.t.nodes, dests);

                if (!(set >> source & 1)) {
                    are_two_trees(&net, source, dests, m);
                }
            }
        }
        free(net.path);
    }
}

TEST(odd_and_even_places)
{
    struct network net = network("mesh:8", NULL);
    static struct tree tree;
    static const uint16_t dests[] = {1, 2, 3, 4, 5, 6, 7};

    make_tree(&tree, &net, "two-tree", 0, 0, dests, 7);
    assert_string_equal(plan_text(&tree.plan), "1:0>4 2:4>6 3:4>2 3:6>7 4:6>5 4:2>3 5:2>1");
    make_tree(&tree, &net, "two-tree", 1, 0, dests, 7);
    assert_string_equal(plan_text(&tree.plan), "1:0>5 2:5>7 3:5>3 3:7>6 4:3>4 5:3>1 6:1>2");
    free(net.path);
}

/* In a broadcast on a grid with an even number of nodes the second tree's walk is turned. */
TEST(the_second_walk_is_turned)
{
    static const uint16_t first[] = {0, 1, 2, 5, 4, 3}, second[] = {0, 3, 4, 1, 2, 5};
    static const uint16_t dests[] = {1, 2, 3, 4, 5}, fewer[] = {1, 2, 3, 4};
    struct network net = network("mesh:2x3", NULL);
    static struct tree tree;

    make_tree(&tree, &net, "two-tree", 0, 0, dests, 5);
    chain_is(&tree.plan, first);
    make_tree(&tree, &net, "two-tree", 1, 0, dests, 5);
    chain_is(&tree.plan, second);
    make_tree(&tree, &net, "two-tree", 1, 0, fewer, 4);
    chain_is(&tree.plan, (const uint16_t[]){0, 1, 2, 4, 3});
    free(net.path);
}
