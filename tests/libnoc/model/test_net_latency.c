/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A worm alone in the network, against the formulas of docs/board.md.
 */
#include <stdint.h>

#include "test.h"
#include "net_world.h"

static struct world_log events;

/* Deliver it; the cycle in which it is wholly there. */
static uint64_t deliver(const struct noc_net_config *config, struct noc_worm *worm, uint64_t when)
{
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(config, &ops);
    uint64_t delivered;

    assert_non_null(net);
    noc_net_send(net, worm, when);
    noc_net_run(net, 100000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    delivered = world_when(&events, 'd', 7);
    assert_int_equal(worm->head_left, when);
    noc_net_free(net);
    return delivered;
}

static uint64_t lone(const struct noc_net_config *config, uint32_t from, uint32_t to,
                     uint32_t flits, uint64_t when)
{
    struct noc_worm worm = world_worm(7, from, to, flits);

    return deliver(config, &worm, when);
}

static const struct {
    const char *preset;
    uint32_t header, flight, inject, eject;
} row[] = {{"board", 0, 1, 1, 1}, {"paper", 0, 1, 1, 1}, {"s1", 1, 3, 1, 4}};

TEST(zero_load)
{
    static struct world world;

    world_line(&world, 12, 1, WORLD_VC0);
    for (unsigned i = 0; i < 3; i++) {
        for (uint32_t hops = 0; hops < 12; hops++) {
            for (uint32_t flits = 1; flits <= 40; flits++) {
                struct noc_net_config config = world_config(&world, row[i].preset);
                uint64_t t = hops * 3 + flits; /* any */
                uint64_t want = t + row[i].inject + (hops + 1) * row[i].header +
                                hops * row[i].flight + row[i].eject + flits - 1;
                assert_int_equal(lone(&config, 0, hops, flits, t), want);
                assert_int_equal(world_when(&events, 'a', 7), want - (flits > 4 ? flits - 4 : 0));
                assert_int_equal(world_when(&events, 'l', 7), t + flits - 1);
            }
        }
    }
}

/* A header that says `hops` links by port 0, at most `run` at a time. */
static uint32_t turns(uint32_t *header, uint32_t hops, uint32_t run)
{
    uint32_t n = 0, left = hops;

    for (; left; n++) {
        uint32_t now = left < run ? left : run;
        header[n] = noc_header(NOC_HEADER_TURN, now, 0);
        left -= now;
    }
    header[n++] = noc_header(NOC_HEADER_LAST, hops, 0);
    return n;
}

/* Header flits that stay on the way are flits of the formula like any other. */
TEST(turns_take_no_cycle)
{
    static struct world world;
    uint32_t header[NOC_TURNS_MAX + 1];

    world_line(&world, 12, 1, WORLD_VC0);
    for (unsigned i = 0; i < 3; i++) {
        for (uint32_t hops = 0; hops < 12; hops++) {
            for (uint32_t run = 1; run <= 4; run++) {
                for (uint32_t rest = 0; rest <= 20; rest++) {
                    struct noc_net_config config = world_config(&world, row[i].preset);
                    uint32_t n = turns(header, hops, run), flits = n + rest;
                    struct noc_worm worm = {.headers = header,
                                            .header_flits = n,
                                            .flits = flits,
                                            .preamble = 4,
                                            .cookie = (void *)(uintptr_t)7};
                    uint64_t t = hops * 3 + rest;
                    uint64_t want = t + row[i].inject + (hops + 1) * row[i].header +
                                    hops * row[i].flight + row[i].eject + flits - 1;

                    assert_int_equal(deliver(&config, &worm, t), want);
                    assert_int_equal(world_when(&events, 'a', 7), want - (rest > 3 ? rest - 3 : 0));
                    assert_int_equal(world_when(&events, 'l', 7), t + flits - 1);
                    assert_int_equal(worm.stripped, n - 1);
                    assert_int_equal(worm.hops, hops);
                }
            }
        }
    }
}

/* Flits on a link are those that travel it: each turn makes the worm shorter. */
TEST(turns_stay_behind)
{
    static struct world world;
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_worm worm = {.headers = header, .flits = 20, .preamble = 4};
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net_config config;
    struct noc_channel_count count;
    struct noc_node_count node;
    struct noc_net *net;

    world_line(&world, 12, 1, WORLD_VC0);
    config = world_config(&world, "board");
    net = noc_net_new(&config, &ops);
    worm.header_flits = turns(header, 7, 3); /* 3 + 3 + 1 */
    assert_int_equal(worm.header_flits, 4);
    noc_net_send(net, &worm, 0);
    noc_net_run(net, 1000);
    for (uint32_t i = 0; i < 8; i++) {
        static const uint32_t flits[] = {20, 20, 19, 19, 19, 18, 17, 0};
        noc_net_channel_count(net, i, 0, 0, &count);
        assert_int_equal(count.flits, flits[i]);
        assert_int_equal(count.headers, i < 7);
        assert_int_equal(count.blocked, 0);
        noc_net_node_count(net, i, &node);
        assert_int_equal(node.ejected, i == 7 ? 17 : 0);
        assert_int_equal(node.relayed, i > 0 && i < 7);
    }
    noc_net_free(net);
}

/* Three turns, 2 + 1 + 3 links, cycle by cycle: flit k leaves node i in the cycle in which it
 * would leave without turns; those that an earlier node, or this one, has kept do not. */
TEST(turns_cycle_by_cycle)
{
    enum { LINKS = 6, FLITS = 10, START = 5 };
    static const uint32_t kept[LINKS] = {0, 1, 2, 2, 2, 3};
    const uint32_t header[] = {noc_header(NOC_HEADER_TURN, 2, 0), noc_header(NOC_HEADER_TURN, 1, 0),
                               noc_header(NOC_HEADER_TURN, 3, 0),
                               noc_header(NOC_HEADER_LAST, LINKS, 0)};
    static struct world world;

    world_line(&world, 12, 1, WORLD_VC0);
    for (unsigned p = 0; p < 3; p++) {
        struct noc_net_config config = world_config(&world, row[p].preset);
        struct noc_worm worm = {.headers = header,
                                .header_flits = 4,
                                .flits = FLITS,
                                .preamble = 4,
                                .cookie = (void *)(uintptr_t)7};
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net = noc_net_new(&config, &ops);
        struct noc_channel_count count;

        noc_net_send(net, &worm, START);
        for (uint64_t now = 0; now < 60; now++) {
            noc_net_run(net, now + 1);
            for (uint32_t i = 0; i < LINKS; i++) {
                uint32_t left = 0;

                for (uint32_t k = kept[i]; k < FLITS; k++) {
                    left +=
                        START + row[p].inject + (i + 1) * row[p].header + i * row[p].flight + k <=
                        now;
                }
                noc_net_channel_count(net, i, 0, 0, &count);
                assert_int_equal(count.flits, left);
                assert_int_equal(count.headers, left > 0);
                assert_int_equal(count.blocked, 0);
            }
        }
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        noc_net_free(net);
    }
}

/* BookSim's simplest pipeline: 4R + 2 + (F - 1) over R routers. */
TEST(s1_is_booksim)
{
    static struct world world;

    world_line(&world, 20, 1, WORLD_VC0);
    for (uint32_t routers = 1; routers <= 20; routers++) {
        for (uint32_t flits = 1; flits <= 40; flits++) {
            struct noc_net_config config = world_config(&world, "s1");
            assert_int_equal(lone(&config, 0, routers - 1, flits, 0), 4 * routers + 2 + flits - 1);
        }
    }
}

/* A flit every max(1, 5/B) cycles with B-deep buffers, over at least one link. */
TEST(s1_spacing)
{
    static struct world world;

    world_line(&world, 6, 1, WORLD_VC0);
    for (uint16_t depth = 1; depth <= 8; depth++) {
        struct noc_net_config config = world_config(&world, "s1");
        uint64_t one, many;

        config.buffer_flits = depth;
        one = lone(&config, 0, 4, depth, 0);
        many = lone(&config, 0, 4, depth * 101u, 0);
        assert_int_equal(many - one, 100 * (depth < 5 ? 5 : depth));
    }
}
