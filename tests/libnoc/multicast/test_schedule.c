/* SPDX-License-Identifier: BSD-2-Clause */
/* Steps under every port model, against a plain recursive reference. */
#include "test.h"
#include "plan_checks.h"
#include "routing/routings.h"

struct expectation {
    const struct noc_algorithm *a;
    struct noc_plan_env env;
    uint16_t chain[PLAN_NODES];
    uint32_t step[PLAN_NODES]; /* of the message to this node */
    uint32_t steps;
    uint32_t messages;
};

/* Give each message of chain[part.self] its step, then let receivers go on. */
static void descend(struct expectation *e, struct noc_part part, uint32_t received)
{
    uint8_t busy[PLAN_NODES + 1][NOC_PORTS_MAX] = {{0}};
    uint32_t started[PLAN_NODES + 1] = {0};
    struct noc_part theirs;
    unsigned from = e->chain[part.self];

    while (e->a->next(&e->env, e->chain, &part, &theirs)) {
        unsigned to = e->chain[theirs.self];
        struct noc_channel first;
        uint32_t step = 1;

        assert_true(noc_route_path(e->env.topology, e->env.routing, from, to, &first, 1) > 0);
        while (busy[step][first.port] || (e->env.ports && started[step] == e->env.ports)) {
            step++;
        }
        busy[step][first.port] = 1;
        started[step]++;
        e->step[to] = received + step;
        e->messages++;
        if (received + step > e->steps) {
            e->steps = received + step;
        }
        descend(e, theirs, received + step);
    }
}

static void check_steps(const struct network *net, const char *name, uint32_t ports,
                        uint32_t source, const uint16_t *dests, uint32_t m)
{
    struct expectation e = {.a = algorithm(name),
                            .env = {&net->t, net->r, ports, source, 0, 0, NULL}};
    struct noc_part whole;
    struct plan p;

    make_plan(&p, net, e.a, ports, source, dests, m);
    check_plan(&p, dests, ports);
    e.chain[0] = (uint16_t)source;
    memcpy(e.chain + 1, dests, m * sizeof *dests);
    e.a->order(&e.env, e.chain, m, &whole);
    assert_memory_equal(e.chain, p.chain, (m + 1) * sizeof *e.chain);
    descend(&e, whole, 0);
    assert_int_equal(e.messages, m);
    assert_int_equal(e.steps, p.steps);
    for (uint32_t i = 0; i < m; i++) {
        assert_int_equal(p.message[i].step, e.step[p.message[i].to]);
    }
    assert_true(p.steps >= noc_plan_bound(&net->t, ports, m));
}

TEST(steps_are_the_references)
{
    static const struct {
        const char *text, *name;
    } tried[] = {
        {"torus:5x5", "u-torus"},   {"torus:4x3x2", "separate"}, {"utorus:6x4", "u-torus"},
        {"mesh:4x6", "u-mesh"},     {"mesh:4x6", "u-torus"},     {"cube:5", "u-cube"},
        {"cube:5", "separate"},     {"mesh:30", "separate"},     {"torus:2x2x2x2", "u-torus"},
        {"cube:5", "maxport"},      {"cube:6", "combine"},       {"cube:6", "w-sort"},
        {"cube:5", "w-sort-local"}, {"ccc:3", "u-ccc"},          {"ccc:3", "separate"},
    };
    uint32_t random = 99;

    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct network net = network(tried[i].text, NULL);

        for (unsigned n = 0; n < 400; n++) {
            uint16_t dests[PLAN_NODES];
            uint32_t source = random_below(&random, net.t.nodes);
            uint32_t m = 1 + random_below(&random, net.t.nodes - 1);

            random_set(&random, net.t.nodes, source, m, dests);
            check_steps(&net, tried[i].name, n % (net.t.ports + 1u), source, dests, m);
        }
        free(net.path);
    }
}

/* With all ports a later message overtakes one that waits for its link. */
TEST(different_links_go_in_parallel)
{
    static const uint16_t dests[] = {1, 2, 3, 7, 6, 5, 4};
    struct network net = network("torus:8", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("separate"), 0, 0, dests, 7);
    /* 4 is at equal distance both ways: it goes up, after 1, 2 and 3. */
    assert_string_equal(plan_text(&p), "1:0>1 1:0>7 2:0>2 2:0>6 3:0>3 3:0>5 4:0>4");
    make_plan(&p, &net, algorithm("separate"), 1, 0, dests, 7);
    assert_string_equal(plan_text(&p), "1:0>1 2:0>2 3:0>3 4:0>7 5:0>6 6:0>5 7:0>4");
    free(net.path);
}

/* Two ports on three links: the first step with room is taken. */
TEST(ports_limit_what_starts_in_a_step)
{
    static const uint16_t dests[] = {1, 9, 11, 2, 4, 6};
    struct network net = network("cube:4", NULL);
    struct plan p;

    make_plan(&p, &net, algorithm("separate"), 2, 0, dests, 6);
    /* First links: 0, 3, 3, 1, 2, 2. */
    assert_string_equal(plan_text(&p), "1:0>1 1:0>9 2:0>11 2:0>2 3:0>4 4:0>6");
    free(net.path);
}

/* The largest plans: every index fits. */
TEST(the_largest_network)
{
    enum { NODES = 16384 };
    static uint16_t chain[NODES];
    static struct noc_message message[NODES];
    static struct noc_part scratch[NODES];
    static uint8_t got[NODES];
    struct noc_topology t = topology("torus:128x128");
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, 9000, 0, 0, NULL};

    for (unsigned ports = 0; ports <= 2; ports++) {
        for (unsigned a = 0; a < 2; a++) {
            env.ports = ports;
            chain[0] = 9000;
            for (unsigned i = 1; i < NODES; i++) {
                chain[i] = (uint16_t)((9000 + 5 * i) % NODES);
            }
            uint32_t steps = noc_plan_make(algorithm(a ? "u-torus" : "separate"), &env, chain,
                                           NODES - 1, message, scratch);

            if (ports == 1) {
                assert_int_equal(steps, a ? 14 : NODES - 1);
            }
            assert_int_equal(message[NODES - 2].step, steps);
            memset(got, 0, sizeof got);
            got[9000] = 1;
            for (unsigned i = 0; i < NODES - 1; i++) {
                assert_int_equal(got[message[i].from], 1);
                assert_int_equal(got[message[i].to], 0);
                got[message[i].to] = 1;
            }
        }
    }
}

/* Routings that are wrong at node 6: a worm for it is for 7, or for nobody. */
static enum noc_routed for_7(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    if (header[0] == noc_header(NOC_HEADER_ADDRESS, 6, 0) && node == 6) {
        header[0] = noc_header(NOC_HEADER_ADDRESS, 7, 0);
    }
    return noc_routing_find("utpr")->route(t, node, in_port, in_vc, header, out);
}

static enum noc_routed for_nobody(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = noc_routing_find("utpr")->route(t, node, in_port, in_vc, header, out);

    return verdict == NOC_ROUTED_COPY && node == 6 ? NOC_ROUTED_STRIP : verdict;
}

/* The way of a worm, and after how many links it comes to each destination. */
TEST(the_way_of_a_worm)
{
    const struct noc_message ring[] = {
        {.from = 1, .to = 3}, {.from = 1, .to = 6}, {.from = 1, .to = 0}};
    const struct noc_message back[] = {
        {.from = 1, .to = 3}, {.from = 1, .to = 2}, {.from = 1, .to = 0}};
    struct noc_topology t = topology("utorus:8");
    struct noc_routing wrong = *routing(&t, "utpr");
    struct noc_channel path[16];
    struct noc_visit visit[3];
    uint32_t header[4];

    assert_int_equal(noc_worm_path(&t, routing(&t, "utpr"), ring, 3, header, visit, path, 16), 7);
    assert_int_equal(visit[0].hops, 2);
    assert_int_equal(visit[1].hops, 5);
    assert_int_equal(visit[2].hops, 7);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(path[i].node, i + 1);
        assert_int_equal(path[i].vc, i == 6); /* the boundary's is h */
    }
    assert_int_equal(noc_worm_path(&t, routing(&t, "utr"), ring, 1, header, visit, path, 16), 2);
    assert_int_equal(visit[0].hops, 2);
    assert_int_equal(visit[0].node, 3);
    /* Around twice; under a routing without such worms; elsewhere. */
    assert_int_equal(noc_worm_path(&t, routing(&t, "utpr"), back, 3, header, visit, path, 16), -1);
    assert_int_equal(noc_worm_path(&t, routing(&t, "utr"), ring, 3, header, visit, path, 16), -1);
    wrong.route = for_7;
    assert_int_equal(noc_worm_path(&t, &wrong, ring, 3, header, visit, path, 16), -1);
    wrong.route = for_nobody;
    assert_int_equal(noc_worm_path(&t, &wrong, ring, 3, header, visit, path, 16), -1);
}
