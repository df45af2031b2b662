/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What worms share: links, channels, injection, ejection; who goes first and
 * how fast. Exact cycles, worked out by hand from docs/board.md.
 */
#include <stdint.h>

#include "test.h"
#include "net_world.h"

static struct world world;
static struct world_log events;
static struct noc_worm worm[40];
static uint32_t worms;
static struct noc_net *net;

static void begin(const struct noc_net_config *config)
{
    struct noc_net_ops ops = world_ops(&events);

    worms = 0;
    net = noc_net_new(config, &ops);
    assert_non_null(net);
}

static void send(uint32_t from, uint32_t to, uint32_t flits, uint64_t when)
{
    worm[worms] = world_worm(worms, from, to, flits);
    noc_net_send(net, &worm[worms], when);
    worms++;
}

static void finish(void)
{
    noc_net_run(net, 100000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(events.deadlocks, 0);
    for (uint32_t i = 0; i < worms; i++) {
        assert_int_not_equal(world_when(&events, 'd', i), NOC_NEVER);
    }
}

static uint64_t delivered(uint32_t number)
{
    return world_when(&events, 'd', number);
}

/* Two buffers deep is enough under `board`, one under `paper`; less is not. */
TEST(full_rate)
{
    static const struct {
        const char *preset;
        uint16_t depth, spacing;
    } row[] = {{"board", 2, 1}, {"board", 1, 2}, {"paper", 1, 1}};

    world_line(&world, 6, 1, WORLD_VC0);
    for (unsigned i = 0; i < 3; i++) {
        struct noc_net_config config = world_config(&world, row[i].preset);
        config.buffer_flits = row[i].depth;
        begin(&config);
        send(0, 5, 101, 0);
        finish();
        assert_int_equal(delivered(0), 1 + 5 + 1 + 100 * row[i].spacing);
        noc_net_free(net);
    }
}

/* Two worms on different VCs of one link: half the rate each, flit by flit. */
TEST(virtual_channels)
{
    static const char *const preset[] = {"board", "paper", "s1"};

    for (unsigned i = 0; i < 3; i++) {
        struct noc_net_config config;
        struct noc_channel_count count;

        /* from node 3 over the dateline, and from node 0 itself: 0 -> 1 -> 2 */
        world_ring(&world, 4, 2, WORLD_DATELINE);
        config = world_config(&world, preset[i]);
        config.ports = 2;
        begin(&config);
        send(3, 2, 200, 0);
        send(0, 2, 200, 0);
        finish();
        assert_true(delivered(0) >= 400 && delivered(0) < 425);
        assert_true(delivered(1) >= 398 && delivered(1) < 425);
        /* while both are there each loses the link every other cycle */
        noc_net_channel_count(net, 0, 0, 0, &count);
        assert_int_equal(count.flits, 200);
        assert_in_range(count.blocked, 190, 220);
        noc_net_channel_count(net, 0, 0, 1, &count);
        assert_int_equal(count.flits, 200);
        assert_in_range(count.blocked, 190, 220);
        noc_net_free(net);
    }
}

/* Two worms for one VC, and lanes: one behind the other, or side by side. */
TEST(lanes)
{
    world_ring(&world, 4, 1, WORLD_VC0);
    for (uint16_t n = 1; n <= 2; n++) {
        struct noc_net_config config = world_config(&world, "board");
        config.lanes = n;
        config.ports = 2;
        begin(&config);
        send(3, 2, 200, 0);
        send(0, 2, 200, 0);
        finish();
        if (n == 1) { /* node 0's own header is there a cycle earlier */
            assert_int_equal(delivered(1), 0 + 200 + 2 + 1);
            assert_in_range(delivered(0), 400, 410);
        } else {
            assert_in_range(delivered(0), 395, 410);
            assert_in_range(delivered(1), 395, 410);
        }
        noc_net_free(net);
    }
}

/* Headers that wait get the channel in the order of asking; in one cycle by
 * port, injection last. Node 0 of a star, everybody to leaf 1. */
TEST(first_come)
{
    struct noc_net_config config;

    world_star(&world, 5, 1, WORLD_VC0);
    config = world_config(&world, "board");
    begin(&config);
    send(0, 1, 20, 2); /* asks in 3, as worm 2 and 3 do: injection comes last */
    send(4, 1, 20, 2); /* asks in 4 */
    send(5, 1, 20, 1);
    send(3, 1, 20, 1);
    send(2, 1, 20, 3); /* asks in 5, lowest port: no help */
    finish();
    assert_int_equal(delivered(3), 1 + 20 + 2 + 1);
    /* each next one starts in the cycle after the tail before it */
    assert_int_equal(delivered(2), delivered(3) + 20);
    assert_int_equal(delivered(0), delivered(2) + 20);
    assert_int_equal(delivered(1), delivered(0) + 20);
    assert_int_equal(delivered(4), delivered(1) + 20);
    noc_net_free(net);
}

/* The hub sends to four leaves, or four leaves to the hub, with k ports. */
TEST(ports)
{
    world_star(&world, 4, 1, WORLD_VC0);
    for (uint32_t k = 0; k <= 4; k++) {
        struct noc_net_config config = world_config(&world, "board");
        uint32_t side = k == 0 || k > 4 ? 4 : k;

        config.ports = k;
        begin(&config);
        for (uint32_t i = 0; i < 4; i++) {
            send(0, i + 1, 30, 0);
        }
        finish();
        for (uint32_t i = 0; i < 4; i++) { /* k at a time */
            assert_int_equal(delivered(i), i / side * 30 + 30 + 1 + 1);
        }
        noc_net_free(net);

        begin(&config);
        for (uint32_t i = 0; i < 4; i++) {
            send(i + 1, 0, 30, 0);
        }
        finish();
        for (uint32_t i = 0; i < 4; i++) { /* they share k flits in a cycle */
            assert_in_range(delivered(i), 4 * 30 / side + 2 - (side < 4 ? 5 : 0),
                            4 * 30 / side + 2);
        }
        noc_net_free(net);
    }
}

/* `all`: worms over one first link wait for each other, others pass. */
TEST(all_ports_by_link)
{
    struct noc_net_config config;

    world_star(&world, 3, 1, WORLD_VC0);
    config = world_config(&world, "board");
    config.ports = 0;
    begin(&config);
    send(0, 2, 30, 0);
    send(0, 2, 30, 0);
    send(0, 3, 30, 0);
    finish();
    assert_int_equal(delivered(0), 32);
    assert_int_equal(delivered(1), 62);
    assert_int_equal(delivered(2), 32);
    noc_net_free(net);
}

/* Contexts at the hub, all ports: one each, one for both VCs of a link, one. */
TEST(consumption)
{
    static const enum noc_consumption mode[] = {NOC_CONSUME_VC, NOC_CONSUME_LINK, NOC_CONSUME_ONE};

    world_star(&world, 2, 1, WORLD_VC0);
    for (unsigned i = 0; i < 3; i++) {
        struct noc_net_config config = world_config(&world, "board");

        config.ports = 0;
        config.consumption = mode[i];
        begin(&config);
        send(1, 0, 30, 0);
        send(2, 0, 30, 0);
        finish();
        assert_int_equal(delivered(0), 32);
        assert_int_equal(delivered(1), mode[i] == NOC_CONSUME_ONE ? 62 : 32);
        noc_net_free(net);
    }
    for (unsigned i = 0; i < 3; i++) { /* two lanes of one link */
        struct noc_net_config config;
        world_line(&world, 3, 1, WORLD_VC0);
        config = world_config(&world, "board");
        config.ports = 2;
        config.lanes = 2;
        config.consumption = mode[i];
        begin(&config);
        send(0, 2, 30, 0);
        send(1, 2, 30, 0);
        finish();
        if (mode[i] == NOC_CONSUME_VC) { /* flit by flit: they end together */
            assert_in_range(delivered(0), 60, 64);
            assert_in_range(delivered(1), 60, 64);
        } else { /* the first one's flits wait for nobody else at the end */
            assert_true(delivered(1) + 2 < delivered(0));
        }
        noc_net_free(net);
    }
}

/* A broken worm is sunk where it is noticed, and holds up nobody for ever. */
TEST(broken)
{
    struct noc_net_config config;

    world_line(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "board");
    begin(&config);
    send(0, 3, 20, 0);
    worm[1] = world_worm(1, 0, 2, 20); /* broken at node 2 */
    worm[1].header[0] = noc_header(NOC_HEADER_COUNT, 2, 0);
    noc_net_send(net, &worm[1], 0);
    worms = 2;
    send(0, 3, 20, 0);
    noc_net_run(net, 1000);
    assert_int_equal(delivered(0), 20 + 3 + 1);
    assert_int_equal(world_when(&events, 'b', 1), 40 + 2 + 1);
    assert_int_equal(delivered(2), 60 + 3 + 1);
    assert_int_equal(world_when(&events, 'a', 1), NOC_NEVER);
    assert_int_equal(noc_header_field(worm[2].head), 4); /* rewritten by four routers */
    noc_net_free(net);
}
