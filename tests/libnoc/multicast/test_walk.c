/* SPDX-License-Identifier: BSD-2-Clause */
/* The walk that trees are laid over: the same for all nodes, for some, and for a single one. */
#include "multicast/walk.h"
#include "test.h"
#include "tree_checks.h"

enum { NODES_MAX = 256 };

static const char *const networks[] = {"mesh:3x5",  "mesh:4x4x2",  "torus:4x6",
                                       "torus:8x8", "torus:3x4x5", "cube:5",
                                       "ccc:3",     "ccc:4",       "utorus:4x4"};
enum { NETWORKS = sizeof networks / sizeof *networks };

/* The chain of all nodes from this source, by noc_walk_order(). */
static void order_all(const struct noc_plan_env *env, uint16_t *chain)
{
    const uint32_t nodes = env->topology->nodes;
    struct noc_part whole;

    for (uint32_t node = 0, n = 0; node < nodes; node++) {
        if (node != env->source) {
            chain[++n] = (uint16_t)node;
        }
    }
    chain[0] = (uint16_t)env->source;
    noc_walk_order(env, chain, nodes - 1, &whole);
}

/* Each node is there once, and can be found without the chain. */
TEST(places_lead_to_nodes_and_back)
{
    for (unsigned i = 0; i < NETWORKS; i++) {
        struct network net = network(networks[i], NULL);

        for (uint32_t source = 0; source < net.t.nodes; source++) {
            for (uint16_t tree = 0; tree < 2; tree++) {
                struct noc_plan_env env = {.topology = &net.t, .source = source, .tree = tree};
                bool seen[NODES_MAX] = {false};
                uint16_t chain[NODES_MAX];
                struct noc_walk walk;

                order_all(&env, chain);
                assert_true(noc_walk_begin(&walk, &env, net.t.nodes - 1));
                assert_int_equal(chain[0], source);
                for (uint32_t place = 0; place < net.t.nodes; place++) {
                    assert_false(seen[chain[place]]);
                    seen[chain[place]] = true;
                    assert_int_equal(noc_walk_node(&walk, place), chain[place]);
                    assert_int_equal(noc_walk_place(&walk, chain[place]), place);
                }
            }
        }
        free(net.path);
    }
}

/* Some of the nodes stand in the order in which they stand among all: every third one, and the
 * source. */
TEST(some_keep_the_order_of_all)
{
    for (unsigned i = 0; i < NETWORKS; i++) {
        struct network net = network(networks[i], NULL);

        for (uint32_t source = 0; source < net.t.nodes; source++) {
            struct noc_plan_env env = {.topology = &net.t, .source = source};
            uint16_t all[NODES_MAX], some[NODES_MAX] = {(uint16_t)source};
            struct noc_part whole;
            uint32_t m = 0, at = 0;

            for (uint32_t node = 0; node < net.t.nodes; node++) {
                if (node % 3 == 0 && node != source) {
                    some[++m] = (uint16_t)node;
                }
            }
            order_all(&env, all);
            noc_walk_order(&env, some, m, &whole);
            assert_int_equal(whole.right, m);
            for (uint32_t place = 0; place < net.t.nodes; place++) {
                at += at <= m && all[place] == some[at];
            }
            assert_int_equal(at, m + 1);
        }
        free(net.path);
    }
}

/* A graph's labels do not lead back, and a walk through some has other places. */
TEST(who_has_no_places)
{
    struct network net = network("mesh:4x4", NULL);
    struct noc_plan_env env = {.topology = &net.t, .source = 3};
    struct noc_walk walk;

    assert_false(noc_walk_begin(&walk, &env, net.t.nodes - 2));
    free(net.path);
}
