/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Running the network: nothing depends on numbering, on the order of calls
 * where it must not, or on how a run is cut into pieces; stop, counters and
 * refusals do what net.h says.
 */
#include <stdint.h>

#include "test.h"
#include "net_world.h"

enum { NODES = 9, WORMS = 120 };

static uint32_t seed;
static uint32_t draw(uint32_t n)
{
    return world_mix(seed++) % n;
}

static struct noc_worm worm[WORMS];
static uint64_t start[WORMS];

/* A 3 x 3 torus; its rows and columns are rings on which anything can wait. */
static void torus(struct world *world, const uint32_t *name)
{
    world_init(world, NODES, 4, 3, WORLD_HOPS);
    for (uint32_t i = 0; i < NODES; i++) {
        uint32_t right = i / 3 * 3 + (i + 1) % 3, up = (i + 3) % 9;
        world_connect(world, name[i], 0, name[right], 1);
        world_connect(world, name[right], 1, name[i], 0);
        world_connect(world, name[i], 2, name[up], 3);
        world_connect(world, name[up], 3, name[i], 2);
    }
}

static void make_traffic(uint32_t number, const uint32_t *name)
{
    seed = number * 7919;
    for (uint32_t i = 0; i < WORMS; i++) {
        uint32_t from = draw(NODES), to = draw(NODES), flits = 1 + draw(30);
        worm[i] = world_worm(i, name[from], name[to], flits);
        start[i] = draw(150);
    }
}

static struct noc_net_config config_of(const struct world *world, uint32_t number)
{
    static const char *const preset[] = {"board", "paper", "s1"};
    struct noc_net_config config = world_config(world, preset[number % 3]);

    config.ports = number / 3 % 3;
    config.lanes = (uint16_t)(1 + number / 9 % 2);
    config.consumption = (enum noc_consumption)(number / 18 % 3);
    return config;
}

static struct noc_net_total run_all(const struct noc_net_config *config, struct world_log *log,
                                    const uint32_t *order, uint32_t piece)
{
    struct noc_net_ops ops = world_ops(log);
    struct noc_net *net = noc_net_new(config, &ops);
    struct noc_net_total total;

    assert_non_null(net);
    for (uint32_t i = 0; i < WORMS; i++) {
        noc_net_send(net, &worm[order[i]], start[order[i]]);
    }
    while (noc_net_now(net) < 3000) {
        noc_net_run(net, noc_net_now(net) + piece);
    }
    noc_net_total(net, &total);
    noc_net_free(net);
    return total;
}

static struct world_log log_a, log_b;

static void same_times(const uint32_t *name)
{
    assert_int_equal(log_a.n, log_b.n);
    for (uint32_t i = 0; i < WORMS; i++) {
        for (const char *what = "adl"; *what; what++) {
            assert_int_equal(world_when(&log_a, *what, i), world_when(&log_b, *what, i));
        }
    }
    for (uint32_t i = 0; i < log_a.n && !name; i++) {
        assert_int_equal(log_a.entry[i].worm, log_b.entry[i].worm);
    }
}

static const uint32_t straight[NODES] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

/* Other numbers for the nodes: the same cycles. */
TEST(numbering)
{
    static struct world world, other;
    uint32_t order[WORMS];

    for (uint32_t i = 0; i < WORMS; i++) {
        order[i] = i;
    }
    for (uint32_t number = 0; number < 108; number++) {
        uint32_t name[NODES];
        struct noc_net_config config;
        struct noc_net_total a, b;

        seed = number;
        for (uint32_t i = 0; i < NODES; i++) {
            uint32_t j = draw(i + 1);
            name[i] = name[j];
            name[j] = i;
        }
        torus(&world, straight);
        assert_true(world_solve(&world));
        torus(&other, name);
        for (uint32_t i = 0; i < NODES; i++) {
            for (uint32_t j = 0; j < NODES; j++) {
                other.next[name[i]][name[j]] = world.next[i][j];
            }
        }
        make_traffic(number, straight);
        config = config_of(&world, number);
        a = run_all(&config, &log_a, order, 1000);
        make_traffic(number, name);
        config = config_of(&other, number);
        b = run_all(&config, &log_b, order, 1000);
        same_times(name);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* Handed over in another order, but each node's own order kept: the same. */
TEST(handing_over)
{
    static struct world world;
    uint32_t order[WORMS];

    torus(&world, straight);
    assert_true(world_solve(&world));
    for (uint32_t number = 0; number < 54; number++) {
        struct noc_net_config config = config_of(&world, number);
        struct noc_net_total a, b;
        uint32_t n = 0;

        make_traffic(number, straight);
        for (uint32_t i = 0; i < WORMS; i++) {
            order[i] = i;
        }
        a = run_all(&config, &log_a, order, 3000);
        make_traffic(number, straight);
        for (uint32_t node = NODES; node-- > 0;) {
            for (uint32_t i = 0; i < WORMS; i++) {
                if (worm[i].source == node) {
                    order[n++] = i;
                }
            }
        }
        b = run_all(&config, &log_b, order, 3000);
        same_times(straight);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* The same again, in pieces of any length: the same events in the same order. */
TEST(repetition)
{
    static struct world world;
    static const uint32_t piece[] = {3000, 1, 7, 100};
    uint32_t order[WORMS];

    torus(&world, straight);
    assert_true(world_solve(&world));
    for (uint32_t i = 0; i < WORMS; i++) {
        order[i] = i;
    }
    for (uint32_t number = 0; number < 54; number++) {
        struct noc_net_config config = config_of(&world, number);
        struct noc_net_total a, b;

        make_traffic(number, straight);
        a = run_all(&config, &log_a, order, 3000);
        make_traffic(number, straight);
        b = run_all(&config, &log_b, order, piece[number % 4]);
        same_times(NULL);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static struct noc_net *stopping;
static uint64_t stopped_at;
static void stop_at_delivery(void *log, struct noc_worm *w, uint32_t node, uint64_t when)
{
    log_deliver(log, w, node, when);
    assert_int_equal(noc_net_now(stopping), when);
    stopped_at = when;
    noc_net_stop(stopping);
}

TEST(stop)
{
    static struct world world;
    struct noc_net_config config;
    struct noc_net_ops ops = world_ops(&log_a);
    struct noc_worm a = world_worm(0, 0, 2, 10), b = world_worm(1, 3, 2, 10);

    world_line(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "board");
    config.ports = 0;
    ops.deliver = stop_at_delivery;
    stopping = noc_net_new(&config, &ops);
    noc_net_send(stopping, &a, 0);
    noc_net_send(stopping, &b, 1); /* there in the same cycle: the whole cycle happens */
    assert_int_equal(noc_net_run(stopping, 500), 10 + 2 + 1 + 1);
    assert_int_equal(stopped_at, 10 + 2 + 1);
    assert_int_not_equal(world_when(&log_a, 'd', 0), NOC_NEVER);
    assert_int_not_equal(world_when(&log_a, 'd', 1), NOC_NEVER);
    assert_int_equal(noc_net_run(stopping, 500), 500);
    assert_int_equal(noc_net_next(stopping), NOC_NEVER);
    noc_net_free(stopping);
}

/* The first worm goes in cycle 40: the network sleeps until then. */
TEST(next_event)
{
    static struct world world;
    struct noc_net_config config;
    struct noc_net_ops ops = world_ops(&log_a);
    struct noc_worm a = world_worm(0, 0, 1, 1), b = world_worm(1, 0, 1, 1);
    struct noc_net *net;

    world_line(&world, 2, 1, WORLD_VC0);
    config = world_config(&world, "s1");
    net = noc_net_new(&config, &ops);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    noc_net_send(net, &a, 40);
    noc_net_send(net, &b, 90);
    assert_int_equal(noc_net_next(net), 40);
    noc_net_run(net, 10);
    assert_int_equal(noc_net_now(net), 10);
    assert_int_equal(noc_net_next(net), 40);
    noc_net_run(net, 41);
    assert_int_equal(noc_net_next(net), 41); /* lies in the router */
    noc_net_run(net, 60);
    assert_int_equal(world_when(&log_a, 'd', 0), 40 + 4 * 2 + 2);
    assert_int_equal(noc_net_next(net), 90);
    noc_net_run(net, 200);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    noc_net_free(net);
}

/* Blocked cycles in the midst of being blocked. */
TEST(counters)
{
    static struct world world;
    struct noc_net_config config;
    struct noc_net_ops ops = world_ops(&log_a);
    struct noc_worm a = world_worm(0, 1, 3, 50), b = world_worm(1, 0, 3, 10);
    struct noc_channel_count count;
    struct noc_node_count node;
    struct noc_net_total total;
    struct noc_net *net;

    world_line(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "board");
    net = noc_net_new(&config, &ops);
    noc_net_send(net, &a, 0);
    noc_net_send(net, &b, 0);
    noc_net_run(net, 20); /* a has sent in 1 .. 19; b has waited at node 1 since 2 */
    noc_net_channel_count(net, 1, 0, 0, &count);
    assert_int_equal(count.flits, 19);
    assert_int_equal(count.headers, 1);
    assert_int_equal(count.blocked, 0); /* the channel was busy in all of them */
    noc_net_channel_count(net, 0, 0, 0, &count);
    assert_int_equal(count.flits, 2);
    assert_int_equal(count.blocked, 17); /* 3 .. 19: two flits lie at node 1 */
    noc_net_run(net, 30);
    noc_net_channel_count(net, 0, 0, 0, &count);
    assert_int_equal(count.blocked, 27);
    noc_net_channel_count(net, 1, 0, 0, &count);
    assert_int_equal(count.flits, 29);
    noc_net_run(net, 1000);
    noc_net_total(net, &total);
    assert_int_equal(total.flit_hops, 50 * 2 + 10 * 3);
    assert_int_equal(total.link_visits, 2 + 3);
    noc_net_node_count(net, 2, &node);
    assert_int_equal(node.relayed, 2);
    assert_int_equal(node.ejected, 0);
    noc_net_node_count(net, 3, &node);
    assert_int_equal(node.relayed, 0);
    assert_int_equal(node.ejected, 60);
    noc_net_free(net);
}

TEST(refusals)
{
    static struct world world;
    struct noc_net_config good, bad;
    struct noc_net_ops ops = world_ops(&log_a);

    world_line(&world, 4, 3, WORLD_VC0);
    good = world_config(&world, "board");
    assert_false(noc_net_preset(&good, "bord"));
    assert_null(noc_net_refuses(&good));
#define REFUSED(field, value)               \
    bad = good, bad.field = (value);        \
    assert_non_null(noc_net_refuses(&bad)); \
    assert_null(noc_net_new(&bad, &ops))
    REFUSED(lanes, 0);
    REFUSED(lanes, 11);
    REFUSED(ports, 29);
    REFUSED(buffer_flits, 0);
    REFUSED(flight_cycles, 0);
    REFUSED(flight_cycles, 32);
    REFUSED(credit_cycles, 32);
    REFUSED(inject_cycles, 0);
    REFUSED(inject_cycles, 32);
    REFUSED(eject_cycles, 0);
#undef REFUSED
    good.lanes = 10;
    good.ports = 28;
    good.flight_cycles = good.credit_cycles = good.inject_cycles = 31;
    good.eject_cycles = good.header_cycles = 1000;
    {
        struct noc_worm a = world_worm(0, 0, 3, 5);
        struct noc_net *net = noc_net_new(&good, &ops);
        noc_net_send(net, &a, 0);
        noc_net_run(net, 100000);
        /* its fourth flit: two go at once, two a round trip later */
        assert_int_equal(world_when(&log_a, 'a', 0), 31 + 4 * 1000 + 3 * 31 + 1000 + (31 + 31) + 1);
        noc_net_free(net);
    }
}
