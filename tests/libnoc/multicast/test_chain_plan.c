/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "tree_checks.h"

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
