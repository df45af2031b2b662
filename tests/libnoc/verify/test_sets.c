/* SPDX-License-Identifier: BSD-2-Clause */
/* Contention over sets of destinations, against the plain checks of plan_checks.h. */
#include "test.h"
#include "multicast/algorithms.h"
#include "packet.h"
#include "plan_checks.h"
#include "routing/routings.h"
#include "verify/verify.h"

static struct noc_sets_proof prove(const struct noc_topology *t, const char *routing_name,
                                   const struct noc_algorithm *a, uint32_t ports, uint32_t source,
                                   uint64_t random)
{
    struct noc_sets_config config = {
        .topology = t,
        .routing = routing(t, routing_name),
        .algorithm = a,
        .ports = ports,
        .source = source,
        .random = random,
        .seed = 7,
    };
    struct noc_sets_proof proof;

    assert_true(noc_verify_sets(&config, NULL, &proof));
    return proof;
}

/* --- all sets ---------------------------------------------------------------------------- */

static const struct {
    const char *text, *routing, *algorithm;
    uint32_t ports;
} small[] = {
    {"cube:3", NULL, "u-cube", 1},     {"cube:3", NULL, "u-cube", 0},
    {"cube:3", NULL, "separate", 2},   {"mesh:3x3", NULL, "u-mesh", 1},
    {"utorus:8", NULL, "u-mesh", 1},   {"utorus:3x3", NULL, "u-torus", 1},
    {"torus:3x3", NULL, "u-mesh", 1},  {"torus:9", NULL, "u-cube", 1},
    {"torus:9", "dor", "u-torus", 0},  {"mesh:9", NULL, "u-cube", 0},
    {"utorus:3x3", NULL, "u-cube", 2}, {"mesh:2x5", NULL, "u-cube", 3},
};

TEST(all_sets_as_the_plain_checks_see_them)
{
    uint64_t violations = 0;

    for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
        struct network net = network(small[i].text, small[i].routing);
        const struct noc_algorithm *a = algorithm(small[i].algorithm);
        struct noc_sets_proof proof =
            prove(&net.t, small[i].routing, a, small[i].ports, NOC_ALL_SOURCES, 0);
        uint64_t sets = 0, pairs = 0, steps = 0, violating = 0;

        for (unsigned source = 0; source < net.t.nodes; source++) {
            for (uint32_t set = 1; set < 1u << net.t.nodes; set++) {
                uint16_t dests[16];
                struct plan p;
                unsigned m = 0, found;

                for (unsigned node = 0; node < net.t.nodes; node++) {
                    if (set >> node & 1) {
                        dests[m++] = (uint16_t)node;
                    }
                }
                if (set >> source & 1) {
                    continue;
                }
                make_plan(&p, &net, a, small[i].ports, source, dests, m);
                found = contending_pairs(&net, &p);
                sets++;
                pairs += found;
                violating += found > 0;
                steps += p.steps;
            }
        }
        assert_int_equal(proof.sets, sets);
        assert_int_equal(proof.sets, net.t.nodes * ((1u << (net.t.nodes - 1)) - 1));
        assert_int_equal(proof.violations, pairs);
        assert_int_equal(proof.violating_sets, violating);
        assert_int_equal(proof.sum_steps, steps);
        assert_int_equal(proof.smallest != NULL, violating > 0);
        assert_int_equal(proof.undelivered, 0);
        violations += pairs;
        noc_sets_proof_free(&proof);
        free(net.path);
    }
    assert_true(violations > 1000);
}

/* One step after the other, to each destination: sums that can be told. */
TEST(separate_sums)
{
    struct noc_topology t = topology("cube:3");
    struct noc_sets_proof proof = prove(&t, NULL, algorithm("separate"), 1, 5, 0);

    assert_int_equal(proof.sets, 127);
    assert_int_equal(proof.sum_steps, 7 * 64);        /* each destination is in half of the sets */
    assert_int_equal(proof.sum_link_visits, 12 * 64); /* distances add up to 12 */
    assert_int_equal(proof.violations, 0);
    assert_true(proof.above_bound > 0);
}

/* --- one plan, the conditions one by one -------------------------------------------------------- */

static uint64_t violations_of(const struct noc_message *message, uint32_t m,
                              struct noc_violation *first)
{
    struct noc_topology t = topology("mesh:8");
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, 0, 0, 0, NULL};

    return noc_plan_violations(&env, message, m, first);
}

/* The same on unidirectional tori that worms go along. */
static uint64_t worm_violations(const char *text, const struct noc_message *message, uint32_t m,
                                struct noc_violation *first)
{
    struct noc_topology t = topology(text);
    struct noc_plan_env env = {&t, routing(&t, "utpr"), 1, message[0].from, 0, 0, NULL};

    return noc_plan_violations(&env, message, m, first);
}

#define JOIN(from_, to_, step_)                                \
    {                                                          \
        .from = from_, .to = to_, .step = step_, .joins = true \
    }
#define MESSAGES(...) ((const struct noc_message[]){__VA_ARGS__})
#define SEND(from_, to_, step_)                 \
    {                                           \
        .from = from_, .to = to_, .step = step_ \
    }

TEST(the_four_conditions)
{
    struct noc_violation v;

    /* No channel shared: 1 -> 0 and 2 -> 7 go apart. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 2, 1), SEND(2, 7, 2), SEND(0, 1, 3)), 3, &v),
                     0);
    /* One sender. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 4, 1), SEND(0, 5, 1)), 2, &v), 0);
    /* 1 sends after it had the message, but 0 -> 4 was sent after 0 -> 1. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 1, 1), SEND(0, 4, 2), SEND(1, 3, 3)), 3, &v),
                     1);
    assert_int_equal(v.first.from, 0);
    assert_int_equal(v.first.to, 4);
    assert_int_equal(v.second.from, 1);
    assert_int_equal(v.second.to, 3);
    assert_int_equal(v.channel.node, 1);
    assert_int_equal(v.channel.next, 2);
    assert_null(v.dests);
    /* In the same step, and with the earlier one at the relay. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 1, 1), SEND(0, 4, 2), SEND(1, 3, 2)), 3, NULL),
                     1);
    assert_int_equal(violations_of(MESSAGES(SEND(0, 1, 1), SEND(1, 3, 2), SEND(0, 4, 3)), 3, NULL),
                     1);
    /* Condition 4, directly and by a relay. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 4, 1), SEND(0, 1, 2), SEND(1, 3, 3)), 3, NULL),
                     0);
    assert_int_equal(
        violations_of(MESSAGES(SEND(0, 4, 1), SEND(0, 6, 2), SEND(6, 1, 3), SEND(1, 3, 4)), 4,
                      NULL),
        0);
    assert_int_equal(
        violations_of(MESSAGES(SEND(0, 6, 1), SEND(0, 4, 2), SEND(6, 1, 3), SEND(1, 3, 4)), 4, &v),
        1);
    assert_int_equal(v.first.to, 4);
    /* Condition 3: 1 has it from 4. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 4, 1), SEND(4, 1, 2), SEND(1, 3, 3)), 3, NULL),
                     0);
    assert_int_equal(
        violations_of(MESSAGES(SEND(0, 4, 1), SEND(4, 6, 2), SEND(6, 1, 3), SEND(1, 3, 4)), 4,
                      NULL),
        0);
    /* A pair that shares three channels is one. */
    assert_int_equal(violations_of(MESSAGES(SEND(0, 1, 1), SEND(0, 5, 2), SEND(1, 4, 3)), 3, NULL),
                     1);
    /* Two pairs; the first has the earlier second message. */
    assert_int_equal(
        violations_of(MESSAGES(SEND(0, 1, 1), SEND(0, 7, 2), SEND(1, 3, 3), SEND(3, 6, 4)), 4, &v),
        2);
    assert_int_equal(v.second.to, 3);
    /* Two pairs with one second message; the first has the earlier first one. */
    assert_int_equal(
        violations_of(MESSAGES(SEND(0, 1, 1), SEND(0, 6, 2), SEND(0, 7, 3), SEND(1, 4, 4)), 4, &v),
        2);
    assert_int_equal(v.first.to, 6);
    assert_int_equal(v.second.to, 4);
}

/* A worm reaches all that any of its destinations does. */
TEST(a_worm_is_one_message)
{
    struct noc_violation v;

    /* Once it has passed 2, 2 may follow it; and so may 3, which has it from 2; and its sender. */
    assert_int_equal(worm_violations("utorus:8",
                                     MESSAGES(SEND(0, 2, 1), JOIN(0, 6, 1), SEND(2, 3, 2),
                                              SEND(3, 5, 3), SEND(0, 1, 4)),
                                     5, NULL),
                     0);
    /* Not what 1 sends, which has it by another message, sent before; a pair counts once. */
    assert_int_equal(
        worm_violations("utorus:8",
                        MESSAGES(SEND(0, 1, 1), SEND(0, 2, 2), JOIN(0, 6, 2), SEND(1, 5, 3)), 4,
                        &v),
        1);
    assert_int_equal(v.first.from, 0);
    assert_int_equal(v.first.to, 2);
    assert_int_equal(v.first.step, 2);
    assert_int_equal(v.second.to, 5);
    /* The worm is the later one. */
    assert_int_equal(
        worm_violations("utorus:8",
                        MESSAGES(SEND(0, 1, 1), SEND(0, 6, 2), SEND(1, 2, 3), JOIN(1, 5, 3)), 4,
                        &v),
        1);
    assert_int_equal(v.second.to, 2);
    /* Condition 4: 1 has it from a later worm. */
    assert_int_equal(
        worm_violations("utorus:8",
                        MESSAGES(SEND(0, 2, 1), JOIN(0, 6, 1), SEND(0, 1, 2), SEND(1, 5, 3)), 4,
                        NULL),
        0);
    /* The virtual channel is that of the whole way: beyond the boundary from 7 to 0 it is h. */
    assert_int_equal(
        worm_violations("utorus:8",
                        MESSAGES(SEND(6, 1, 1), SEND(6, 7, 2), JOIN(6, 3, 2), SEND(1, 4, 3)), 4,
                        NULL),
        0);
    assert_int_equal(worm_violations("utorus:8",
                                     MESSAGES(SEND(5, 6, 1), SEND(5, 1, 2), JOIN(5, 4, 2),
                                              SEND(6, 2, 3), JOIN(6, 3, 3)),
                                     5, NULL),
                     1);
}

/* Two that one node starts at once, over different links, may meet: 0 1 4 7 16 25 and 0 3 4 7. */
TEST(worms_of_one_sender_may_meet)
{
    struct noc_violation v;

    assert_int_equal(worm_violations("utorus:3x3x3",
                                     MESSAGES(SEND(0, 25, 1), SEND(0, 3, 1), JOIN(0, 7, 1)), 3, &v),
                     1);
    assert_int_equal(v.channel.node, 4);
    assert_int_equal(v.channel.next, 7);
    assert_int_equal(worm_violations("utorus:3x3x3",
                                     MESSAGES(SEND(0, 25, 1), SEND(0, 3, 2), JOIN(0, 7, 2)), 3,
                                     NULL),
                     0);
    assert_int_equal(worm_violations("utorus:3x3x3",
                                     MESSAGES(SEND(0, 25, 1), SEND(0, 3, 1), SEND(3, 7, 2)), 3,
                                     NULL),
                     1);
}

/* Behind a worm in time is not enough where it makes a detour: who takes the short way may meet it. */
TEST(a_detour_may_be_met)
{
    /* 0 > 3 > 5 goes 0 1 2 3 7 4 5; 0 > 4 > 6 takes 4 to 5 after one link. */
    assert_int_equal(
        worm_violations("utorus:4x4",
                        MESSAGES(SEND(0, 3, 1), JOIN(0, 5, 1), SEND(0, 4, 2), SEND(4, 6, 3)), 4,
                        NULL),
        1);
    assert_int_equal(
        worm_violations("utorus:4x4",
                        MESSAGES(SEND(0, 3, 1), JOIN(0, 5, 1), SEND(0, 4, 2), JOIN(0, 6, 2)), 4,
                        NULL),
        1);
    /* 0 > 1 > 3 > 6 goes 0 1 2 3 7 4 5 6; 1 > 5 > 7 takes 5 to 6 after one link from 1. */
    assert_int_equal(worm_violations("utorus:4x4",
                                     MESSAGES(SEND(0, 1, 1), JOIN(0, 3, 1), JOIN(0, 6, 1),
                                              SEND(1, 5, 2), SEND(5, 7, 3)),
                                     5, NULL),
                     1);
    /* By the same way as the worm, nobody meets it. */
    assert_int_equal(worm_violations("utorus:4x4",
                                     MESSAGES(SEND(0, 1, 1), JOIN(0, 3, 1), JOIN(0, 6, 1),
                                              SEND(1, 4, 2), SEND(4, 5, 3)),
                                     5, NULL),
                     0);
}

/* --- random sets ---------------------------------------------------------------------------------- */

/* Sizes are uniform, and every node is as likely as any other. */
static uint32_t sizes[8], members[8];

static void note_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole)
{
    sizes[m]++;
    for (uint32_t i = 1; i <= m; i++) {
        members[chain[i]]++;
    }
    noc_algorithm_find("separate")->order(env, chain, m, whole);
}

TEST(random_sets_are_fair)
{
    struct noc_topology t = topology("cube:3");
    struct noc_algorithm a = *algorithm("separate");
    struct noc_sets_proof proof;

    a.order = note_order;
    proof = prove(&t, NULL, &a, 1, 0, 70000);
    assert_int_equal(proof.sets, 70000);
    assert_int_equal(sizes[0], 0);
    assert_int_equal(members[0], 0);
    for (unsigned i = 1; i < 8; i++) {
        assert_in_range(sizes[i], 9600, 10400);
        assert_in_range(members[i], 39400, 40600); /* 4 of 7, on average */
    }
}

/* --- algorithms broken on purpose --------------------------------------------------------------------- */

/* Forgets whoever comes last in the chain. */
static bool forgets(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                    struct noc_part *theirs)
{
    struct noc_part before = *mine;

    if (!noc_algorithm_find("separate")->next(env, chain, mine, theirs)) {
        return false;
    }
    return chain[theirs->self] != 6 || (*mine = before, false);
}

/* Sends twice to whoever is first in the chain, and not to node 6. */
static bool repeats(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                    struct noc_part *theirs)
{
    if (!noc_algorithm_find("separate")->next(env, chain, mine, theirs)) {
        return false;
    }
    theirs->self = chain[theirs->self] == 6 ? 0 : theirs->self;
    return true;
}

TEST(missed_destinations_are_counted)
{
    struct noc_topology t = topology("cube:3");
    struct noc_algorithm a = *algorithm("separate");
    struct noc_sets_proof proof;

    a.next = forgets;
    proof = prove(&t, NULL, &a, 1, 0, 0);
    assert_int_equal(proof.sets, 127);
    assert_int_equal(proof.undelivered, 64); /* the sets with node 6 */
    a.next = repeats;
    proof = prove(&t, NULL, &a, 1, 0, 0);
    assert_int_equal(proof.undelivered, 64 - 2); /* {6} and {6, 7}: it is the first there */
}

/* A routing without a way to node 6. */
static enum noc_routed no_way(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed routed = noc_routing_find("ecube")->route(t, node, in_port, in_vc, header, out);

    return noc_header_node(*header) == 6 ? NOC_ROUTE_BROKEN : routed;
}

TEST(routes_that_are_missing_are_counted)
{
    struct noc_topology t = topology("cube:3");
    struct noc_routing r = *noc_routing_find("ecube");
    struct noc_sets_config config = {&t, &r,   algorithm("separate"), 1, 0, 0, 0,
                                     0,  NULL, NOC_CONTEXTS_VC};
    struct noc_sets_proof proof;

    r.route = no_way;
    assert_true(noc_verify_sets(&config, NULL, &proof));
    assert_int_equal(proof.undelivered, 64);
}

/* --- limits ------------------------------------------------------------------------------------------- */

static bool stop(void *opaque, uint64_t done, uint64_t total)
{
    (void)opaque;
    assert_int_equal(total, 16 * 32767);
    return done < 5000;
}

TEST(too_much_and_given_up)
{
    struct noc_topology t = topology("torus:8x4");
    struct noc_sets_config config = {
        &t, noc_routing_find("btr"), algorithm("separate"), 1, 0, 0, 0, 0, NULL, NOC_CONTEXTS_VC};
    struct noc_watch watch = {stop, NULL};
    struct noc_sets_proof proof, empty = {0};

    assert_false(noc_verify_sets(&config, NULL, &proof)); /* 2^31 - 1 sets */
    assert_memory_equal(&proof, &empty, sizeof proof);
    t = topology("torus:31");
    config.source = NOC_ALL_SOURCES; /* 2^30 - 1 of each */
    assert_false(noc_verify_sets(&config, NULL, &proof));
    t = topology("cube:4");
    config.routing = noc_routing_find("ecube");
    config.source = NOC_ALL_SOURCES;
    assert_false(noc_verify_sets(&config, &watch, &proof));
    assert_memory_equal(&proof, &empty, sizeof proof);
}

/* Thousands of messages: bucketed by channel this takes no time; the plain checks stop at 128 nodes. */
TEST(large_networks)
{
    struct noc_topology t = topology("torus:32x32");
    struct noc_sets_proof proof = prove(&t, NULL, algorithm("u-torus"), 1, NOC_ALL_SOURCES, 100);

    assert_int_equal(proof.sets, 100);
    assert_int_equal(proof.violations, 0);
    assert_int_equal(proof.above_bound, 0);
    proof = prove(&t, NULL, algorithm("separate"), 1, 3, 20);
    assert_int_equal(proof.violations, 0);
}
