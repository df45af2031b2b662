/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms of several destinations on unidirectional tori: every form of header flit by flit,
 * malformed lists, and the circular waits that consumption contexts allow or prevent.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "routing/hcycle.h"
#include "worm_draws.h"

enum { LIST = 17 };

static struct world_log events;
static struct noc_topology topology;

/* The network named, as `preset` has it. */
static struct noc_net_config config_of(const char *name, const char *preset,
                                       enum noc_consumption consumption)
{
    return world_named(&topology, name, "utpr", preset, consumption);
}

/* A worm from chain[0] to chain[1..m-1], `body` flits behind the list. */
static struct noc_worm list_worm(uint32_t number, const struct noc_net_config *config,
                                 const uint16_t *chain, uint32_t m, uint32_t body,
                                 uint32_t header[LIST])
{
    uint32_t n = noc_route_headers_many(config->topology, config->routing, NOC_ANYWHERE, chain + 1,
                                        m - 1, header);

    assert_int_equal(n, m);
    return world_list(number, chain[0], header, n, body);
}

static uint64_t when_at(char what, uint32_t worm, uint32_t node)
{
    return world_when_at(&events, what, worm, node);
}

/* --- lone worms --- */

/*
 * From 0 along a ring of six to 2, 3 and 5: ADDRESS 2, ADDRESS 3, ADDRESS 5, LAST 5, then W0,
 * W1, W2 and a body of 4. A flit that is kept costs no cycle: at the h-th router the tail is
 * where it would be without. The fourth flit of what is copied makes arrive() due.
 */
TEST(one_worm)
{
    static const uint16_t chain[] = {0, 2, 3, 5};
    struct noc_net_ops ops = world_ops(&events);

    for (uint32_t k = 0; k < 9; k++) {
        struct noc_net_config c =
            config_of("utorus:6", world_presets[k / 3], (enum noc_consumption)(k % 3));
        struct noc_net *net;
        uint32_t header[LIST];
        struct noc_worm w = list_worm(1, &c, chain, 4, 7, header);
        struct noc_node_count node;
        struct noc_channel_count channel;

        ops = world_ops(&events);
        net = noc_net_new(&c, &ops);
        noc_net_send(net, &w, 10);
        noc_net_run(net, 1000);
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        for (uint32_t i = 1; i < 4; i++) {
            uint64_t tail = 10 + c.inject_cycles + (chain[i] + 1u) * c.header_cycles +
                            chain[i] * c.flight_cycles + c.eject_cycles + w.flits - 1;

            assert_int_equal(when_at(i < 3 ? 'C' : 'd', 1, chain[i]), tail);
            assert_int_equal(when_at(i < 3 ? 'A' : 'a', 1, chain[i]), tail - 4);
            noc_net_node_count(net, chain[i], &node);
            assert_int_equal(node.ejected, 8); /* LAST, W0 to W2, body */
            assert_int_equal(node.relayed, i < 3);
        }
        for (uint32_t n = 0; n < 6; n++) { /* a flit fewer behind each destination */
            noc_net_channel_count(net, n, 0, 0, &channel);
            assert_int_equal(channel.flits, n < 2 ? 11 : n < 3 ? 10 : n < 5 ? 9 : 0);
            assert_int_equal(channel.headers, n < 5);
            assert_int_equal(channel.blocked, 0);
            noc_net_node_count(net, n, &node);
            assert_true(node.ejected == 0 || n == 2 || n == 3 || n == 5);
        }
        assert_int_equal(w.stripped, 3);
        assert_int_equal(w.hops, 5);
        assert_int_equal(w.head, noc_header(NOC_HEADER_LAST, 5, 0));
        noc_net_free(net);
    }
}

/* LAST alone, and ADDRESS with LAST: the NI gets the same flits, one cycle later. */
TEST(unicasts)
{
    static const uint16_t chain[] = {1, 3};
    struct noc_net_config c = config_of("utorus:4x4", "board", NOC_CONSUME_ONE);
    struct noc_net_ops ops = world_ops(&events);
    uint32_t header[LIST];
    struct noc_worm listed = list_worm(1, &c, chain, 2, 3, header);
    struct noc_worm plain = world_worm(2, 1, 3, 4);

    for (uint32_t i = 0; i < 2; i++) {
        struct noc_worm *w = i ? &plain : &listed;
        struct noc_net *net = noc_net_new(&c, &ops);
        struct noc_node_count node;

        noc_net_send(net, w, 0);
        noc_net_run(net, 100);
        assert_int_equal(when_at('d', i + 1, 3), 2 + w->flits + 1);
        assert_int_equal(when_at('a', i + 1, 3), 2 + w->flits + 1);
        assert_int_equal(when_at('C', i + 1, 3), NOC_NEVER);
        noc_net_node_count(net, 3, &node);
        assert_int_equal(node.ejected, 4);
        noc_net_free(net);
    }
}

/*
 * `board`, one port: node 1 of a ring consumes a unicast from 0 while a worm from 3 (over 0, h
 * channel) to 1 and 2 is copied there: each flit of the copy needs the NI in the cycle in which
 * it leaves, so both take turns. On two ports nobody waits.
 */
TEST(ejection_is_shared)
{
    static const uint16_t chain[] = {3, 1, 2};
    uint64_t last[3] = {0};

    for (uint32_t ports = 1; ports <= 2; ports++) {
        struct noc_net_config c = config_of("utorus:4", "board", NOC_CONSUME_VC);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_worm copied, plain = world_worm(2, 1, 1, 40);
        struct noc_channel_count channel;
        uint32_t header[LIST];
        struct noc_net *net;

        c.ports = ports;
        net = noc_net_new(&c, &ops);
        copied = list_worm(1, &c, chain, 3, 40, header);
        noc_net_send(net, &copied, 0);
        noc_net_send(net, &plain, 0); /* to itself: it shares no link with the other */
        noc_net_run(net, 1000);
        last[ports] = when_at('d', 1, 2);
        assert_int_equal(when_at('C', 1, 1), last[ports] - 1); /* never ahead of the link */
        noc_net_channel_count(net, 1, 0, 1, &channel);
        assert_int_equal(channel.flits, 42);
        assert_int_equal(channel.blocked, ports == 1 ? 36 : 0);
        noc_net_free(net);
    }
    assert_int_equal(last[2], 3 + 43 + 1);
    assert_int_equal(last[1], last[2] + 36);
}

/* --- malformed lists --- */

static void broken_at(const struct noc_net_config *c, const uint32_t *header, uint32_t headers,
                      uint32_t flits, uint32_t source, uint32_t node, uint32_t copies,
                      uint32_t told)
{
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(c, &ops);
    struct noc_worm w = {.headers = header,
                         .header_flits = headers,
                         .flits = flits,
                         .preamble = 4,
                         .source = source,
                         .cookie = (void *)(uintptr_t)1};
    struct noc_worm after = world_worm(2, source, (source + 1) % topology.nodes, 9);
    uint32_t broken = 0, copied = 0;

    noc_net_send(net, &w, 0);
    noc_net_send(net, &after, 0); /* nothing is left in its way */
    noc_net_run(net, 1000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(events.deadlocks, 0);
    assert_true(world_when(&events, 'd', 2) < 1000);
    for (uint32_t i = 0; i < events.n; i++) {
        broken += events.entry[i].what == 'b' && events.entry[i].node == node;
        copied += events.entry[i].what == 'C';
        assert_true(events.entry[i].worm == 2 || events.entry[i].what != 'd');
    }
    assert_int_equal(broken, 1);
    assert_int_equal(copied, copies);
    assert_int_equal(events.n, told);
    /* Nothing is held any more: the same way again. */
    noc_net_send(net, &after, noc_net_now(net));
    noc_net_run(net, 2000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    noc_net_free(net);
}

#define A(node) noc_header(NOC_HEADER_ADDRESS, node, 0)
#define L(node) noc_header(NOC_HEADER_LAST, node, 0)

TEST(malformed)
{
    for (uint32_t k = 0; k < 9; k++) {
        struct noc_net_config config =
            config_of("utorus:6", world_presets[k / 3], (enum noc_consumption)(k % 3));
        const struct noc_net_config *c = &config;
        /* Told are: of worm 2 left, arrive, deliver; of worm 1 left, broken; two of each copy. */
        uint32_t no_duplicate[] = {A(1), A(3), A(5)};
        uint32_t other_last[] = {A(1), A(3), L(5)};
        uint32_t no_node[] = {A(1), A(6), L(6)};
        uint32_t no_node_first[] = {A(6), L(6)};
        uint32_t no_node_last[] = {A(1), A(3), L(7)};
        uint32_t itself[] = {A(1), A(3), A(3), L(3)};
        uint32_t second_boundary[] = {A(1), A(0), A(5), A(4), L(4)};
        uint32_t unknown[] = {A(1), noc_header(NOC_HEADER_TURN, 2, 0), L(3)};
        uint32_t long_list[] = {A(1), A(2), A(3), A(4), L(4)};

        broken_at(c, no_duplicate, 3, 10, 0, 5, 2, 9);
        broken_at(c, no_duplicate, 1, 9, 0, 1, 0, 5);
        broken_at(c, other_last, 3, 10, 0, 3, 1, 7);
        broken_at(c, no_node, 3, 10, 0, 1, 0, 5);
        broken_at(c, no_node_first, 2, 10, 0, 0, 0, 5);
        broken_at(c, no_node_last, 3, 10, 0, 3, 1, 7);
        broken_at(c, itself, 4, 10, 0, 3, 1, 7);
        broken_at(c, second_boundary, 5, 12, 0, 5, 2, 9);
        broken_at(c, unknown, 3, 10, 0, 1, 0, 5);
        for (uint32_t flits = 1; flits <= 4; flits++) { /* the worm ends within its list */
            broken_at(c, long_list, 5, flits, 0, flits, 0, 5);
        }
    }
}

/* --- all at once --- */

/* --- circular waits --- */

/* Two worms of two destinations at once; both are long. */
static struct noc_worm pair[2];

static void run_pair(const char *name, enum noc_consumption consumption, const uint16_t first[3],
                     const uint16_t second[3])
{
    struct noc_net_config c = config_of(name, "board", consumption);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);
    static uint32_t header[2][LIST];

    pair[0] = list_worm(0, &c, first, 3, 20, header[0]);
    pair[1] = list_worm(1, &c, second, 3, 20, header[1]);
    for (uint32_t i = 0; i < 2; i++) {
        noc_net_send(net, &pair[i], 0);
    }
    noc_net_run(net, 1000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    noc_net_free(net);
}

/*
 * Figure 5.2 on a 3x3 torus: each worm holds the only context of a node that the other comes
 * to last. With a context for each link they are let through, since they come by different ones.
 */
TEST(port_deadlock)
{
    static const uint16_t first[] = {0, 1, 4}, second[] = {3, 4, 1};

    run_pair("utorus:3x3", NOC_CONSUME_ONE, first, second);
    assert_int_equal(events.deadlocks, 1);
    world_check_wait(&events, &pair[0], 1, 4, 4);
    world_check_wait(&events, &pair[1], 7, 1, 1);
    assert_int_equal(when_at('C', 0, 1), NOC_NEVER);
    assert_int_equal(when_at('d', 0, 4), NOC_NEVER);
    run_pair("utorus:3x3", NOC_CONSUME_LINK, first, second);
    assert_int_equal(events.deadlocks, 0);
    run_pair("utorus:3x3", NOC_CONSUME_VC, first, second);
    assert_int_equal(events.deadlocks, 0);
}

/*
 * On a ring of four they meet on a link, so that a context for each link does not help: the
 * worm from 0 holds the context at 1 and waits for the p channel from 2 to 3; that is held by the one from 2,
 * which has gone around and waits for the context.
 */
TEST(link_deadlock)
{
    static const uint16_t first[] = {0, 1, 3}, second[] = {2, 3, 1};

    for (uint32_t mode = NOC_CONSUME_LINK; mode <= NOC_CONSUME_ONE; mode++) {
        run_pair("utorus:4", (enum noc_consumption)mode, first, second);
        assert_int_equal(events.deadlocks, 1);
        world_check_wait(&events, &pair[0], 1, 2, 3);
        world_check_wait(&events, &pair[1], 0, 1, 1);
        assert_int_equal(when_at('C', 0, 1), NOC_NEVER);
        assert_int_equal(when_at('d', 1, 1), NOC_NEVER);
    }
    run_pair("utorus:4", NOC_CONSUME_VC, first, second);
    assert_int_equal(events.deadlocks, 0);
    assert_true(when_at('C', 0, 1) < 100 && when_at('d', 0, 3) < 100);
    assert_true(when_at('C', 1, 3) < 100 && when_at('d', 1, 1) < 100);
}

/* The smallest: on a ring of three, a worm for both others and two unicasts. */
TEST(smallest_deadlock)
{
    static const uint16_t chain[3][3] = {{0, 1, 2}, {1, 0}, {2, 1}};

    for (uint32_t mode = 0; mode < 3; mode++) {
        struct noc_net_config c = config_of("utorus:3", "board", (enum noc_consumption)mode);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net = noc_net_new(&c, &ops);
        uint32_t header[3][LIST];
        struct noc_worm worm[3];

        for (uint32_t i = 0; i < 3; i++) {
            worm[i] = list_worm(i, &c, chain[i], i ? 2 : 3, 20, header[i]);
            noc_net_send(net, &worm[i], 0);
        }
        noc_net_run(net, 1000);
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        assert_int_equal(events.deadlocks, mode != NOC_CONSUME_VC);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(world_when(&events, 'd', i) == NOC_NEVER, mode != NOC_CONSUME_VC);
        }
        for (uint32_t i = 0; mode != NOC_CONSUME_VC && i < events.waits; i++) {
            const struct noc_wait *wait = &events.wait[i];

            assert_int_equal(events.waits, 3);
            /* 2's worm waits at 1 for the context that 0's holds; that, for 1's channel; that, for 2's. */
            assert_int_equal(wait->wants.node,
                             wait->worm == &worm[2] || wait->worm == &worm[0] ? 1 : 2);
            assert_int_equal(wait->wants.port, wait->worm == &worm[2] ? NOC_PORT_LOCAL : 0);
        }
        noc_net_free(net);
    }
}

/* Up and down a line, each holds the context that the other waits for. In deep buffers flits draw
 * up behind them afterwards, which closes the same circular wait again. */
TEST(told_once)
{
    static const uint16_t up[] = {0, 1, 2}, down[] = {3, 2, 1};
    struct noc_net_config c =
        world_named(&topology, "mesh:4", "hamiltonian", "s1", NOC_CONSUME_ONE);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);
    uint32_t header[2][LIST];

    pair[0] = list_worm(0, &c, up, 3, 20, header[0]);
    pair[1] = list_worm(1, &c, down, 3, 20, header[1]);
    for (uint32_t i = 0; i < 2; i++) {
        noc_net_send(net, &pair[i], 0);
    }
    noc_net_run(net, 1000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(events.deadlocks, 1);
    world_check_wait(&events, &pair[0], 1, 2, 2);
    world_check_wait(&events, &pair[1], 2, 1, 1);
    noc_net_free(net);
}
