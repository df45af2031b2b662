/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the network model costs: run it under `valgrind --tool=callgrind`, a
 * long and a short run, and divide the difference in instructions by the
 * difference in flit-hops.
 *
 *   bench_net uniform TOPOLOGY PRESET FLITS WORMS [FLITS_PER_1000_NODE_CYCLES]
 *   bench_net broadcast TOPOLOGY PRESET FLITS ROUNDS
 *   bench_net paths UTORUS PRESET FLITS WORMS [FLITS_PER_1000_NODE_CYCLES]
 *
 * uniform: random pairs, worms of FLITS flits, WORMS in all. broadcast: one
 * u-torus (or the chain's recursive doubling) from node 0 to all, ROUNDS times. paths:
 * as uniform, but each to 8 nodes, under utpr.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/hcycle.h"
#include "model/net.h"
#include "routing/routings.h"
#include "topology/topologies.h"

static uint64_t delivered, latency;
static uint32_t random_state = 1;

static uint32_t draw(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(random_state >> 8) * n >> 24);
}

static struct noc_net *net;
static struct noc_worm *worm;
static uint32_t *spare, spares;

/* Broadcast: what each node is responsible for, as offsets from node 0. */
static uint32_t nodes, flits;
static uint32_t *part;

static void arrive(void *o, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                   uint64_t when)
{
    (void)o, (void)w, (void)node, (void)port, (void)vc, (void)when;
}

static void forward(uint32_t node, uint32_t right, uint64_t when)
{
    while (right > node) { /* the upper half to its first node */
        uint32_t to = node + (right - node + 1) / 2 + (right - node + 1) % 2;
        struct noc_worm *w = &worm[to];

        *w = (struct noc_worm){.header = {noc_header(NOC_HEADER_LAST, to, 0)},
                               .flits = flits,
                               .preamble = 4,
                               .source = node};
        part[to] = right;
        noc_net_send(net, w, when);
        right = to - 1;
    }
}

static void deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    (void)o;
    if (!w->last)
        return;
    delivered++;
    latency = when;
    if (part)
        forward(node, part[node], when);
    else
        spare[spares++] = (uint32_t)(w - worm);
}

static void deadlock(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)wait;
    printf("deadlock of %u worms in cycle %llu\n", n, (unsigned long long)when);
    exit(1);
}

static void run_empty(void)
{
    while (noc_net_next(net) != NOC_NEVER)
        noc_net_run(net, noc_net_next(net) + 1000);
}

enum { PATH = 8 };
static uint32_t (*list)[PATH + 1]; /* NULL: unicasts */

/* A list of other nodes instead of the one header flit. */
static void make_path(const struct noc_net_config *config, struct noc_worm *w)
{
    uint32_t *header = list[w - worm];
    uint16_t chain[PATH + 1] = {(uint16_t)w->source};

    for (uint32_t n = 1; n <= PATH;) {
        uint32_t i = 0;

        chain[n] = (uint16_t)draw(nodes);
        while (chain[i] != chain[n])
            i++;
        n += i == n;
    }
    noc_hcycle_order(config->topology, chain, PATH + 1);
    w->headers = header;
    w->header_flits = noc_route_headers_many(config->topology, config->routing, NOC_ANYWHERE,
                                             chain + 1, PATH, header);
    w->flits += PATH;
}

static void uniform(const struct noc_net_config *config, uint32_t count, uint32_t rate)
{
    uint32_t room = 65536;
    uint64_t gap = (uint64_t)flits * 1000 * 65536 / rate / nodes, when = 0; /* 1/65536 cycles */

    worm = calloc(room, sizeof *worm);
    spare = calloc(room, sizeof *spare);
    for (spares = 0; spares < room; spares++)
        spare[spares] = spares;
    for (; count; count--) {
        uint32_t from = draw(nodes), to = draw(nodes - 1);
        struct noc_worm *w;

        when += gap * draw(2000) / 1000;
        noc_net_run(net, when / 65536);
        if (spares == 0)
            continue; /* far beyond saturation */
        w = &worm[spare[--spares]];
        *w = (struct noc_worm){.header = {noc_header(NOC_HEADER_LAST, to + (to >= from), 0)},
                               .flits = flits,
                               .preamble = 4,
                               .source = from};
        if (list)
            make_path(config, w);
        noc_net_send(net, w, when / 65536);
    }
    run_empty();
}

static void broadcast(uint32_t rounds)
{
    worm = calloc(nodes, sizeof *worm);
    part = calloc(nodes, sizeof *part);
    for (; rounds; rounds--) {
        forward(0, nodes - 1, noc_net_now(net));
        run_empty();
    }
}

int main(int argc, char **argv)
{
    struct noc_net_ops ops = {NULL, arrive, deliver, NULL, NULL, deadlock};
    struct noc_topology topology;
    struct noc_net_config config = {.topology = &topology, .ports = 1};
    struct noc_net_total total;
    struct noc_fault fault;

    if (argc < 6 || !noc_topology_parse(&topology, argv[2], &fault) ||
        !noc_routing_choose(&config.routing, strcmp(argv[1], "paths") == 0 ? "utpr" : NULL,
                            &topology, &fault) ||
        !noc_net_preset(&config, argv[3])) {
        fprintf(stderr, "bench_net uniform|broadcast|paths TOPOLOGY PRESET FLITS COUNT [RATE]\n");
        return 2;
    }
    net = noc_net_new(&config, &ops);
    if (!net)
        return 2;
    nodes = topology.nodes;
    flits = (uint32_t)atoi(argv[4]);
    printf("%s %s: %zu bytes a node", argv[2], config.routing->name, noc_net_bytes(net) / nodes);
    if (strcmp(argv[1], "paths") == 0 && nodes > PATH)
        list = calloc(65536, sizeof *list);
    if (strcmp(argv[1], "broadcast") != 0)
        uniform(&config, (uint32_t)atoi(argv[5]), argc > 6 ? (uint32_t)atoi(argv[6]) : 200);
    else
        broadcast((uint32_t)atoi(argv[5]));
    noc_net_total(net, &total);
    printf(
        ", %zu at the end; %llu worms, %llu flit-hops, %llu blocked cycles, ended in cycle %llu\n",
        noc_net_bytes(net) / nodes, (unsigned long long)delivered,
        (unsigned long long)total.flit_hops, (unsigned long long)total.blocked_cycles,
        (unsigned long long)latency);
    noc_net_free(net);
    free(worm);
    free(spare);
    free(part);
    free(list);
    return 0;
}
