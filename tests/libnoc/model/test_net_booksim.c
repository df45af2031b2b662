/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pipeline `s1` against BookSim 2 (Jiang et al., ISPASS 2013) configured
 * the same way: 8x8 torus, dimension order with datelines, ties split, two
 * virtual channels of eight flits, uniform traffic that includes the sender.
 * Mean latency from a packet's creation to its last flit, source queue and all.
 *
 * Below saturation the two agree within 1%. Beyond it they need not: BookSim's
 * switch takes one flit from an input port in a cycle, ours one from each
 * virtual channel; its injection has two virtual channels, ours one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "model/net.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { WARM = 10000, END = 70000, DRAIN = 5000, NODES = 64 };

static uint64_t random_state;
static uint32_t draw(uint32_t n) /* below n, xorshift */
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * n >> 32);
}

struct packet {
    struct noc_worm worm;
    uint64_t created;
};

static uint64_t packets, latency, deadlocks;

static void arrive(void *o, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                   uint64_t when)
{
    (void)o, (void)w, (void)node, (void)port, (void)vc, (void)when;
}

static void deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct packet *packet = w->cookie;

    (void)o, (void)node;
    if (packet->created >= WARM && packet->created < END) {
        latency += when - packet->created;
        packets++;
    }
    free(packet);
}

static void deadlock(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)wait, (void)n, (void)when;
    deadlocks++;
}

/* Mean latency, 1/1000 cycles, at `rate` flits per 1000 node cycles. */
static uint64_t mean(uint32_t flits, uint32_t rate)
{
    const struct noc_net_ops ops = {NULL, arrive, deliver, NULL, NULL, deadlock};
    struct noc_topology torus;
    struct noc_net_config config = {.topology = &torus, .ports = 1};
    struct noc_fault fault;
    struct noc_net *net;

    assert_true(noc_topology_parse(&torus, "torus:8x8", &fault));
    assert_true(noc_routing_choose(&config.routing, "dateline", &torus, &fault));
    assert_true(noc_net_preset(&config, "s1"));
    net = noc_net_new(&config, &ops);
    random_state = 88172645463325252u;
    packets = latency = deadlocks = 0;
    for (uint64_t now = 0; now < END + DRAIN; now++) {
        noc_net_run(net, now);
        for (uint32_t node = 0; node < NODES && now < END; node++) {
            struct packet *packet;
            if (draw(1000 * flits) >= rate) {
                continue;
            }
            packet = calloc(1, sizeof *packet);
            packet->created = now;
            packet->worm =
                (struct noc_worm){.header = {noc_header(NOC_HEADER_LAST, draw(NODES), 0)},
                                  .flits = flits,
                                  .preamble = 1,
                                  .source = node,
                                  .cookie = packet};
            noc_net_send(net, &packet->worm, now);
        }
    }
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(deadlocks, 0);
    noc_net_free(net);
    return latency * 1000 / packets;
}

TEST(agrees)
{
    TEST_NEEDS_BUDGET(5);
    static const struct {
        uint32_t flits, rate, booksim;
    } row[] = {{1, 100, 22540}, {1, 200, 23810}, {16, 100, 42050}, {16, 200, 50980}};

    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint64_t ours = mean(row[i].flits, row[i].rate);

        fprintf(stderr, "L=%u rate 0.%u: %.2f cycles, BookSim %.2f\n", row[i].flits,
                row[i].rate / 100, ours / 1e3, row[i].booksim / 1e3);
        assert_in_range(ours, row[i].booksim * 99 / 100, row[i].booksim * 101 / 100);
    }
}
