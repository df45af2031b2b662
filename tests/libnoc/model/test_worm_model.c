/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network worm by worm, against cycles worked out by hand and against the network flit by flit.
 */
#include <stdint.h>

#include <string.h>

#include "test.h"
#include "model/worm_model.h"
#include "routing/routing.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "topology/topology.h"

enum { WORMS_MAX = 64, VISITS_MAX = 16, HEADER_MAX = 40 };

/* A worm, and what became of it. */
struct sent {
    struct noc_worm worm;
    uint32_t header[HEADER_MAX];
    uint64_t when, left, came[VISITS_MAX];
    uint32_t visits;
};

static struct noc_topology topology;
static struct noc_net_config config;
static struct sent flit[WORMS_MAX], worm[WORMS_MAX]; /* what each model says */
static uint32_t worms;

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sent *s = w->cookie;

    (void)opaque;
    (void)node;
    assert_in_range(s->visits, 0, VISITS_MAX - 1);
    s->came[s->visits++] = when;
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    (void)opaque;
    ((struct sent *)w->cookie)->left = when;
}

static void network(const char *name, const char *routing, const char *preset, uint32_t ports)
{
    memset(&config, 0, sizeof config);
    assert_true(noc_topology_parse(&topology, name, NULL));
    config.topology = &topology;
    assert_true(noc_routing_choose(&config.routing, routing, &topology, NULL));
    assert_true(noc_net_preset(&config, preset));
    config.ports = ports;
    worms = 0;
}

/* One for dest[0..m-1], of so many flits behind its header. */
static void send_many(uint32_t from, const uint16_t *dest, uint32_t m, uint32_t flits,
                      uint64_t when)
{
    struct sent *s = &flit[worms++];
    uint32_t n;

    memset(s, 0, sizeof *s);
    n = m > 1 ? noc_route_headers_many(&topology, config.routing, NOC_ANYWHERE, dest, m, s->header)
              : noc_route_headers(&topology, config.routing, from, dest[0], s->header);
    assert_in_range(n, 1, HEADER_MAX);
    s->worm =
        (struct noc_worm){.header_flits = n, .flits = n + flits, .preamble = 1, .source = from};
    s->when = when;
}

static void send(uint32_t from, uint16_t to, uint32_t flits, uint64_t when)
{
    send_many(from, &to, 1, flits - 1, when);
}

static void run(void)
{
    const struct noc_net_ops ops = {.deliver = on_deliver, .left = on_left};
    struct noc_net *net = noc_net_new(&config, &ops);
    struct noc_worm_model *model = noc_worm_model_new(&config, &ops);

    memcpy(worm, flit, sizeof worm);
    for (uint32_t i = 0; i < worms; i++) {
        flit[i].worm.headers = flit[i].header;
        flit[i].worm.cookie = &flit[i];
        noc_net_send(net, &flit[i].worm, flit[i].when);
        worm[i].worm.headers = worm[i].header;
        worm[i].worm.cookie = &worm[i];
        noc_worm_model_send(model, &worm[i].worm, worm[i].when);
    }
    while (noc_net_next(net) != NOC_NEVER) {
        noc_net_run(net, noc_net_next(net) + 1000);
    }
    assert_true(noc_worm_model_run(model, NOC_NEVER, UINT32_MAX) == NOC_NEVER);
    noc_net_free(net);
    noc_worm_model_free(model);
}

static void same(void)
{
    for (uint32_t i = 0; i < worms; i++) {
        assert_int_equal(worm[i].left, flit[i].left);
        assert_int_equal(worm[i].visits, flit[i].visits);
        for (uint32_t k = 0; k < worm[i].visits; k++) {
            assert_int_equal(worm[i].came[k], flit[i].came[k]);
        }
    }
}

/* board.md, section 3: t + inject + (H + 1)(header) + H(flight) + eject + F - 1. */
TEST(lone_worms)
{
    static const char *const preset[] = {"board", "paper", "s1"};

    for (unsigned p = 0; p < 3; p++) {
        for (uint16_t hops = 1; hops < 12; hops++) {
            for (uint32_t flits = 1; flits < 40; flits += 3) {
                network("mesh:12", NULL, preset[p], 1);
                send(0, hops, flits, 100);
                run();
                assert_int_equal(worm[0].came[0],
                                 100 + config.inject_cycles + (hops + 1) * config.header_cycles +
                                     hops * config.flight_cycles + config.eject_cycles + flits - 1);
                same();
            }
        }
    }
}

/* Buffers too small for full rate: a flit every (flight + credit) / buffer cycles. */
TEST(slow_buffers)
{
    network("mesh:12", NULL, "board", 1);
    config.buffer_flits = 1;
    send(0, 5, 21, 0);
    run();
    assert_int_equal(worm[0].came[0], 1 + 5 + 1 + 2 * 20);
    same();
}

/* To 2, 3 and 5 of a ring: an address stays at each, and no destination is later for it. */
TEST(several_destinations)
{
    static const uint16_t dest[] = {2, 3, 5};

    for (uint32_t flits = 3; flits < 30; flits += 9) {
        network("utorus:6", "utpr", "board", 1);
        send_many(0, dest, 3, flits, 10);
        run();
        assert_int_equal(worm[0].visits, 3);
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(worm[0].came[k], 10 + 2 + dest[k] + (4 + flits) - 1);
        }
        same();
    }
}

/* A coded path: one flit for a whole row. */
TEST(coded_path)
{
    static const uint16_t dest[] = {1, 2, 3, 4, 5};

    network("mesh:6x2", "coded-path", "board", 1);
    send_many(0, dest, 5, 20, 10);
    run();
    assert_true(worm[0].visits > 1);
    same();
}

/* One port: one worm after the other. All ports: only those with the same first link. */
TEST(ports)
{
    network("mesh:5x5", NULL, "board", 1);
    send(12, 14, 20, 0);
    send(12, 22, 30, 0);
    send(12, 13, 5, 3);
    run();
    assert_int_equal(worm[0].left, 19);
    assert_int_equal(worm[1].left, 49);
    assert_int_equal(worm[2].left, 54);
    same();

    network("mesh:5x5", NULL, "board", 0);
    send(12, 14, 20, 0);
    send(12, 22, 30, 0);
    send(12, 13, 5, 3);
    run();
    assert_int_equal(worm[0].left, 19);
    assert_int_equal(worm[1].left, 29);
    assert_int_equal(worm[2].left, 24);
    same();
}

/*
 * Headers that wait a cycle begin to when they are in front of their buffer: the first tail leaves
 * node 12's in cycle 21, so the second header, there from 21 on, is in front from 22 on and leaves
 * in 23, one late; the third, there from 22 on, is in front from 24 on, two late.
 */
TEST(header_behind_tail)
{
    network("mesh:5x5", NULL, "s1", 1);
    send(12, 14, 20, 0);
    send(12, 22, 1, 0);
    send(12, 13, 5, 0);
    run();
    assert_int_equal(worm[0].came[0], 1 + 3 + 2 * 3 + 4 + 19);
    assert_int_equal(worm[1].came[0], 20 + 1 + 3 + 2 * 3 + 4 + 1);
    assert_int_equal(worm[2].came[0], 21 + 1 + 2 + 3 + 4 + 4 + 2);
    same();

    network("mesh:5x5", NULL, "s1", 2); /* the third goes behind the second */
    send(12, 14, 20, 0);
    send(12, 22, 4, 0);
    send(12, 11, 5, 3);
    run();
    assert_int_equal(worm[2].came[0], 4 + 1 + 2 + 3 + 4 + 4 + 1);
    same();
}

/*
 * 1 > 3 has the channels 1-2 and 2-3 from cycles 1 and 2 on, its tail passes them 19 later. 0 > 3
 * is held up at node 1 meanwhile, with two flits there, two at node 0 and its others at home.
 */
TEST(held_up)
{
    network("mesh:4", NULL, "board", 1);
    send(1, 3, 20, 0);
    send(0, 3, 30, 2);
    run();
    assert_int_equal(worm[0].came[0], 2 + 2 + 20 - 1);
    /* it gets 1-2 in cycle 21, not 4: 17 late */
    assert_int_equal(worm[1].came[0], 2 + 2 + 3 + 30 - 1 + 17);
    assert_int_equal(worm[1].left, 2 + 29 + 17);
    same();
}

/* The same with three flits: they fit the buffers, so the NI is rid of them at once. */
TEST(held_up_in_buffers)
{
    network("mesh:4", NULL, "board", 1);
    send(1, 3, 20, 0);
    send(0, 3, 3, 2);
    run();
    assert_int_equal(worm[1].left, 2 + 2);
    assert_int_equal(worm[1].came[0], 2 + 2 + 3 + 3 - 1 + 17);
    same();
}

/* Three in a line for one channel: as they came. */
TEST(a_line)
{
    network("mesh:2x5", NULL, "board", 0);
    send(6, 8, 25, 0);
    send(4, 8, 10, 1);
    send(7, 8, 10, 0);
    send(2, 8, 4, 2);
    run();
    same();
}

/*
 * utr's p and h channels on the link 4-5. 4 > 5 has sent 3 of 20 flits when 3 > 1 comes; the other
 * 17 of each go in turns, and 3 of the latter follow. So each loses 17 cycles.
 */
TEST(shared_link)
{
    network("utorus:6", NULL, "board", 1);
    send(4, 5, 20, 0);
    send(3, 1, 20, 2);
    run();
    assert_int_equal(worm[0].came[0], 2 + 1 + 19 + 17);
    assert_int_equal(worm[1].came[0], 2 + 2 + 4 + 19 + 17);
    for (unsigned i = 0; i < 2; i++) {
        assert_in_range(flit[i].came[0], worm[i].came[0] - 1, worm[i].came[0] + 1);
    }
}

/* What waits for a worm that is slowed down waits longer: 4 > 0 for the NI, 3 > 5 for the channel.
 */
TEST(slowed_down)
{
    network("utorus:6", NULL, "board", 1);
    send(4, 5, 20, 0);
    send(3, 1, 20, 2);
    send(4, 5, 7, 0);
    run();
    assert_int_equal(worm[0].left, 19 + 17);
    assert_int_equal(worm[2].came[0], 19 + 17 + 1 + 2 + 1 + 6 + 3); /* 3 of 3 > 1 were left */
    assert_in_range(flit[2].came[0], worm[2].came[0] - 2, worm[2].came[0] + 2);

    network("utorus:6", NULL, "board", 2);
    send(4, 5, 20, 0); /* has the channel from cycle 1 on, and at 6 shares the link for 10 */
    send(3, 5, 6, 0);
    send(4, 1, 10, 5);
    run();
    assert_int_equal(worm[0].came[0], 2 + 1 + 19 + 10);
    assert_int_equal(worm[1].came[0], 1 + 19 + 10 + 1 + 2 + 5);
    for (unsigned i = 0; i < 3; i++) {
        assert_in_range(flit[i].came[0], worm[i].came[0] - 2, worm[i].came[0] + 2);
    }
}

/* An address that stays takes the header a cycle, a list of one flit two more: time for another to
 * be first. */
TEST(kept_headers)
{
    static const uint16_t dest[] = {1, 2, 4};

    for (uint64_t when = 1; when < 8; when++) {
        network("utorus:6", "utpr", "board", 1);
        send_many(0, dest, 3, 9, 0); /* asks for 3-4 in cycle 1 + 3 + 2 = 6 */
        send(3, 5, 30, when);        /* in cycle when + 1 */
        run();
        assert_int_equal(worm[0].came[2] > 2 + 4 + 12, when + 1 < 6);
        same();

        network("utorus:6", "utpr", "board", 1);
        send_many(0, dest, 3, 9, 0);
        memmove(&flit[0].header[3], &flit[0].header[1], 3 * sizeof flit[0].header[0]);
        flit[0].header[1] = noc_header(NOC_HEADER_COUNT, 0, 1);
        flit[0].header[2] = 0x1234;
        flit[0].worm.header_flits += 2; /* asks for 1-2 in cycle 1 + 1 + 3 = 5 */
        flit[0].worm.flits += 2;
        send(1, 2, 30, when);
        run();
        assert_int_equal(worm[0].came[1] > 2 + 2 + 14, when + 1 < 5);
        same();
    }
}

/* The same as flit by flit for random worms of a node that do not meet others'. */
TEST(random_trains)
{
    static const char *const preset[] = {"board", "paper", "s1"};
    uint32_t seed = 1;

    for (uint32_t round = 0; round < 300; round++) {
        network("mesh:4x4", NULL, preset[round / 3 % 3], round % 3);
        /* each is a cycle later than the one before if headers wait: five fill the NI's buffer */
        for (uint32_t i = 0; i < (config.header_cycles ? 4u : 6u); i++) {
            uint16_t to = (uint16_t)((seed = seed * 1103515245 + 12345) >> 16) % 15;
            uint32_t flits = 3 + ((seed = seed * 1103515245 + 12345) >> 16) % 60;

            send(5, to >= 5 ? to + 1 : to, flits, (seed >> 8) % 50);
        }
        run();
        if (config.ports != 2) { /* there are worms that share a first link, and two contexts */
            same();
        }
    }
}

/* Worms without a way come nowhere; what is cut off goes on. */
TEST(stopped)
{
    const struct noc_net_ops ops = {.deliver = on_deliver, .left = on_left};
    struct noc_worm_model *model;

    network("mesh:12", NULL, "board", 1);
    send(0, 9, 10, 0);
    send(0, 7, 10, 0);
    model = noc_worm_model_new(&config, &ops);
    for (uint32_t i = 0; i < worms; i++) {
        flit[i].worm.headers = flit[i].header;
        flit[i].worm.cookie = &flit[i];
        noc_worm_model_send(model, &flit[i].worm, 0);
    }
    assert_true(noc_worm_model_run(model, 15, UINT32_MAX) < NOC_NEVER);
    assert_int_equal(flit[0].visits + flit[1].visits, 0);
    assert_true(noc_worm_model_run(model, NOC_NEVER, 1) < NOC_NEVER);
    assert_int_equal(flit[0].visits + flit[1].visits, 0);
    assert_true(noc_worm_model_run(model, NOC_NEVER, UINT32_MAX) == NOC_NEVER);
    assert_int_equal(flit[0].came[0], 2 + 9 + 9);
    assert_int_equal(flit[1].came[0], 10 + 2 + 7 + 9);
    noc_worm_model_free(model);

    model = noc_worm_model_new(&config, &ops);
    flit[0].visits = 0;
    flit[0].header[0] = noc_header(NOC_HEADER_TURN, 3, 0);
    noc_worm_model_send(model, &flit[0].worm, 0);
    assert_true(noc_worm_model_run(model, NOC_NEVER, UINT32_MAX) == NOC_NEVER);
    assert_int_equal(flit[0].visits, 0);
    noc_worm_model_free(model);
}
