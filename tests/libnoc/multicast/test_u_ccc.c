/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "plan_checks.h"
#include "routing/routings.h"

/* Node (i, w) of 5-CCC. */
#define N5(i, w) ((w)*5 + (i))

/* Section 5: the R-chain, and figure 6's tree by figure 5. Binary: 01010 = 10, 00101 = 5,
 * 10000 = 16, 01011 = 11, 10101 = 21, 11000 = 24. */
TEST(the_papers_example)
{
    static const uint16_t dests[] = {N5(1, 5), N5(0, 16), N5(4, 11), N5(2, 21),
                                     N5(3, 0), N5(1, 11), N5(0, 24)};
    static const uint16_t r_chain[] = {N5(3, 10), N5(1, 11), N5(4, 11), N5(0, 16),
                                       N5(2, 21), N5(0, 24), N5(3, 0),  N5(1, 5)};
    static const unsigned tree[][3] = {{1, 0, 4}, {2, 0, 2}, {2, 4, 6}, {3, 0, 1},
                                       {3, 4, 5}, {3, 2, 3}, {3, 6, 7}};
    struct network net = network("ccc:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-ccc"), 1, N5(3, 10), dests, 7);
    check_plan(&p, dests, 1);
    chain_is(&p, r_chain);
    assert_int_equal(p.steps, 3);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(p.message[i].step, tree[i][0]);
        assert_int_equal(p.message[i].from, r_chain[tree[i][1]]);
        assert_int_equal(p.message[i].to, r_chain[tree[i][2]]);
    }
    assert_int_equal(contending_pairs(&net, &p), 0);
    free(net.path);
}

/* Figure 5 of an odd number of nodes, by hand: of 7 the centre is 4, of 5, 3, of 3, 2. */
TEST(odd_chains)
{
    static const uint16_t dests[] = {26, 3, 120, 107, 80, 59};
    struct network net = network("ccc:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-ccc"), 1, 53, dests, 6);
    assert_string_equal(plan_text(&p), "1:53>120 2:53>80 2:120>26 3:53>59 3:120>3 3:80>107");
    make_plan(&p, &net, algorithm("u-ccc"), 1, 53, dests + 2, 4);
    assert_string_equal(plan_text(&p), "1:53>107 2:53>80 2:107>120 3:53>59");
    free(net.path);
}

/* Section 4: (0,00001) <d (4,00001) <d (1,01100) <d (3,10000). */
TEST(dimension_order_is_the_order_of_numbers)
{
    static const uint16_t dests[] = {N5(3, 16), N5(1, 12), N5(4, 1)};
    static const uint16_t chain[] = {N5(0, 1), N5(4, 1), N5(1, 12), N5(3, 16)};
    struct network net = network("ccc:5", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("u-ccc"), 1, N5(0, 1), dests, 3);
    chain_is(&p, chain);
    free(net.path);
}

static bool disjoint(const struct network *net, const uint64_t *one, unsigned from, unsigned to)
{
    const uint64_t *two = net->path[from * net->t.nodes + to];

    for (unsigned i = 0; i < PATH_WORDS; i++) {
        if (one[i] & two[i]) {
            return false;
        }
    }
    return true;
}

/*
 * Theorem 3 for all sets at once. Two messages of one plan from different nodes, neither below
 * the other, are a to b and c to d with a, b, c, d in this order in the R-chain (the
 * proof's case 3): any four nodes in this order around the ring of numbers. None of them share
 * a channel. Four nodes a < b < c < d, from each of which the ring may begin.
 */
static unsigned fours_that_contend(const struct network *net)
{
    unsigned n = net->t.nodes, contend = 0;

    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = 0; b < n; b++) {
            const uint64_t *path = net->path[a * n + b];
            unsigned between = (a + n - b) % n; /* nodes after b, before a, and one */

            for (unsigned c = 1; a != b && c < between; c++) {
                for (unsigned d = c + 1; d < between; d++) {
                    contend += !disjoint(net, path, (b + c) % n, (b + d) % n);
                }
            }
        }
    }
    return contend;
}

static const char *const small[] = {"ccc:2", "ccc:3", "ccc:4"};

TEST(no_four_nodes_contend)
{
    for (unsigned s = 0; s < 3; s++) {
        struct network net = network(small[s], NULL);

        assert_int_equal(fours_that_contend(&net), 0);
        free(net.path);
    }
}

/* HC routing with fewer channels: bit p of `merged`: port p has one only. */
static unsigned merged;

static enum noc_routed route_merged(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                    unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = noc_routing_find("ccc")->route(t, node, in_port, in_vc, header, out);

    out->vc &= out->port < 2 && merged >> out->port & 1 ? 0 : 0xff;
    return verdict;
}

/*
 * l0 and l1 are needed from ccc:2 on. h0 and h1 are not: upwards a message goes only in the
 * cycle where it begins or the one where it ends, and there the chain's order keeps it apart
 * from the others.
 */
TEST(which_channels_it_needs)
{
    static const uint16_t dests[] = {4, 5, 6};
    static const unsigned contend[] = {16, 1224, 41472}; /* with one channel downwards */
    struct noc_routing fewer = *noc_routing_find("ccc");
    struct plan p;

    fewer.route = route_merged;
    for (unsigned s = 0; s < 3; s++) {
        for (merged = 1; merged <= 3; merged++) {
            struct network net = network_of(topology(small[s]), &fewer);

            assert_int_equal(fours_that_contend(&net), merged & 2 ? contend[s] : 0);
            if (s == 0 && merged == 2) {
                make_plan(&p, &net, algorithm("u-ccc"), 1, 0, dests, 3);
                assert_string_equal(plan_text(&p), "1:0>5 2:0>4 2:5>6");
                assert_int_equal(contending_pairs(&net, &p), 1);
            }
            free(net.path);
        }
    }
}

/* Theorem 3 by plans: every set of the smallest, random ones of larger networks. */
TEST(it_never_contends)
{
    never_contends("ccc:2", "u-ccc", 0);
    never_contends("ccc:3", "u-ccc", 5000);
    never_contends("ccc:4", "u-ccc", 1000);
    never_contends("ccc:5", "u-ccc", 200);
}

/* Its proof is for one port. No smaller set contends. */
TEST(with_all_ports_it_may_contend)
{
    static const uint16_t dests[] = {1, 2, 3, 4, 5, 6};
    struct network three = network("ccc:3", NULL);
    struct tally tally = check_random_sets(&three, algorithm("u-ccc"), 0, 5000);
    struct plan p;

    make_plan(&p, &three, algorithm("u-ccc"), 0, 0, dests, 6);
    assert_true(contending_pairs(&three, &p) > 0);
    print_tally("ccc:3, all", "ccc", "u-ccc", &tally);
    assert_true(tally.contending_sets > 0);
    free(three.path);
}

/* A broadcast in the largest: 14 steps, as many as it must take. */
TEST(the_largest)
{
    enum { NODES = 10240 };
    static uint16_t chain[NODES];
    static struct noc_message message[NODES];
    static struct noc_part scratch[NODES];
    struct noc_topology t = topology("ccc:10");
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, 7777, 0, NULL};

    chain[0] = 7777;
    for (unsigned i = 1; i < NODES; i++) {
        chain[i] = (uint16_t)((7777 + 7 * i) % NODES);
    }
    assert_int_equal(noc_plan_make(algorithm("u-ccc"), &env, chain, NODES - 1, message, scratch),
                     14);
    assert_int_equal(noc_plan_bound(&t, 1, NODES - 1), 14);
    for (unsigned i = 0; i < NODES; i++) {
        assert_int_equal(chain[i], (7777 + i) % NODES);
    }
}
