/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "tree_checks.h"

static void is_binary(const struct network *net, uint32_t source, const uint16_t *dests, uint32_t m)
{
    static struct tree tree;

    make_tree(&tree, net, "binary", 0, source, dests, m);
    assert_int_equal(tree.sends[source], 1);
    for (uint32_t i = 0; i < m; i++) {
        assert_true(tree.sends[dests[i]] <= 2);
    }
    assert_int_equal(tree.depth, doublings(m)); /* from the root on, ceil(log2(m+1)) levels */
}

TEST(each_sends_to_two_others_at_most)
{
    on_tree_networks(is_binary);
}

TEST(all_sets_of_small_networks)
{
    static const char *const networks[] = {"mesh:3x3", "cube:3", "ccc:2"};

    for (unsigned i = 0; i < 3; i++) {
        struct network net = network(networks[i], NULL);

        check_all_sets(&net, algorithm("binary"), 1);
        free(net.path);
    }
}

TEST(inorder)
{
    struct network net = network("mesh:8", NULL);
    static struct tree tree;

    make_tree(&tree, &net, "binary", 0, 0, (const uint16_t[]){1, 2, 3, 4, 5, 6, 7}, 7);
    assert_string_equal(plan_text(&tree.plan), "1:0>4 2:4>6 3:4>2 3:6>7 4:6>5 4:2>3 5:2>1");
    free(net.path);
}
