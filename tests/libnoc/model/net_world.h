/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small networks for the network model's tests, independent of libnoc's own
 * topologies and routings: any graph given link by link, routed along shortest
 * paths, with a choice of rules for the virtual channel. And, for these and libnoc's
 * own, configurations, worms, and a log of what the model tells.
 */
#ifndef TESTS_NET_WORLD_H
#define TESTS_NET_WORLD_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/net.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { WORLD_NODES = 40, WORLD_PORTS = 6 };
#define WORLD_ANYWHERE UINT32_MAX

static const char *const world_presets[] = {"board", "paper", "s1"};

enum world_rule {
    WORLD_VC0,  /* always 0 */
    WORLD_HOPS, /* one higher on each hop, up to the highest: no cycles while there are enough */
    WORLD_DATELINE, /* 0; 1 from the link that arrives at node 0 on */
    WORLD_MIX       /* any, but always the same in the same place: cycles are likely */
};

struct world {
    struct noc_topology topology; /* first: route() and link() get only this */
    struct noc_routing routing;
    struct noc_link link[WORLD_NODES][WORLD_PORTS];
    bool there[WORLD_NODES][WORLD_PORTS];
    uint8_t next[WORLD_NODES][WORLD_NODES]; /* [at][to]: port */
    enum world_rule rule;
};

static inline uint32_t world_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static bool world_link(const struct noc_topology *t, uint32_t node, unsigned port,
                       struct noc_link *link)
{
    const struct world *world = (const struct world *)(const void *)t;

    if (!world->there[node][port]) {
        return false;
    }
    *link = world->link[node][port];
    return true;
}

static const struct noc_topology_kind world_kind = {.name = "world", .link = world_link};

static uint8_t world_vc(const struct world *world, uint32_t node, unsigned in_port, unsigned in_vc,
                        uint32_t to, unsigned out_port)
{
    uint32_t vcs = world->routing.vcs;

    if (world->rule == WORLD_HOPS && in_port != NOC_PORT_LOCAL) {
        return (uint8_t)(in_vc + 1 < vcs ? in_vc + 1 : vcs - 1);
    }
    if (world->rule == WORLD_DATELINE) {
        return (in_port != NOC_PORT_LOCAL && in_vc == 1) || world->link[node][out_port].node == 0;
    }
    if (world->rule == WORLD_MIX) {
        return (uint8_t)(world_mix(node * 9901 + in_port * 131 + in_vc * 17 + to) % vcs);
    }
    return 0;
}

/* A turn: `run` links by `port`. */
static enum noc_routed world_turn(const struct world *world, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    uint32_t run = noc_header_node(*header), port = noc_header_field(*header);

    if (run == 0 || port >= world->topology.ports || !world->there[node][port]) {
        return NOC_ROUTE_BROKEN;
    }
    *out = (struct noc_hop){(uint8_t)port, world_vc(world, node, in_port, in_vc, 0, port)};
    if (run == 1) {
        return NOC_ROUTED_STRIP;
    }
    *header = noc_header(NOC_HEADER_TURN, run - 1, port);
    return NOC_ROUTED;
}

/*
 * Kind LAST goes to its node; its field counts the routers it has passed. Kind
 * COUNT goes there too and is broken there. TURN goes where it says. All others
 * are broken at once.
 */
static enum noc_routed world_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                   unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    const struct world *world = (const struct world *)(const void *)t;
    uint32_t to = noc_header_node(*header);
    unsigned kind = noc_header_kind(*header);

    if (kind == NOC_HEADER_TURN) {
        return world_turn(world, node, in_port, in_vc, header, out);
    }
    if ((kind != NOC_HEADER_LAST && kind != NOC_HEADER_COUNT) || to >= t->nodes) {
        return NOC_ROUTE_BROKEN;
    }
    *header = noc_header(kind, to, noc_header_field(*header) + 1);
    if (node == to) {
        *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
        return kind == NOC_HEADER_COUNT ? NOC_ROUTE_BROKEN : NOC_ROUTED;
    }
    out->port = world->next[node][to];
    out->vc = world_vc(world, node, in_port, in_vc, to, out->port);
    return NOC_ROUTED;
}

static inline void world_init(struct world *world, uint32_t nodes, uint16_t ports, uint8_t vcs,
                              enum world_rule rule)
{
    assert(nodes <= WORLD_NODES && ports <= WORLD_PORTS);
    memset(world, 0, sizeof *world);
    world->topology = (struct noc_topology){.kind = &world_kind, .nodes = nodes, .ports = ports};
    world->routing = (struct noc_routing){.name = "world", .vcs = vcs, .route = world_route};
    world->rule = rule;
}

static inline void world_connect(struct world *world, uint32_t from, uint8_t port, uint32_t to,
                                 uint8_t in_port)
{
    world->there[from][port] = true;
    world->link[from][port] =
        (struct noc_link){.node = (uint16_t)to, .port = in_port, .dim = NOC_NO_DIM};
}

/* Fill next[][] with shortest paths. False: somebody cannot reach somebody. */
static inline bool world_solve(struct world *world)
{
    uint32_t n = world->topology.nodes;

    for (uint32_t to = 0; to < n; to++) {
        uint32_t distance[WORLD_NODES];
        for (uint32_t i = 0; i < n; i++) {
            distance[i] = i == to ? 0 : 1000;
        }
        for (uint32_t round = 0; round < n; round++) {
            for (uint32_t at = 0; at < n; at++) {
                for (uint8_t p = 0; p < world->topology.ports; p++) {
                    if (world->there[at][p] &&
                        distance[world->link[at][p].node] + 1 < distance[at]) {
                        distance[at] = distance[world->link[at][p].node] + 1;
                        world->next[at][to] = p;
                    }
                }
            }
        }
        for (uint32_t at = 0; at < n; at++) {
            if (distance[at] == 1000) {
                return false;
            }
        }
    }
    return true;
}

/* A ring in which everything goes one way: node -> node + 1. */
static inline void world_ring(struct world *world, uint32_t nodes, uint8_t vcs,
                              enum world_rule rule)
{
    world_init(world, nodes, 1, vcs, rule);
    for (uint32_t i = 0; i < nodes; i++) {
        world_connect(world, i, 0, (i + 1) % nodes, 0);
    }
    world_solve(world);
}

/* A line, both ways: port 0 up, port 1 down. */
static inline void world_line(struct world *world, uint32_t nodes, uint8_t vcs,
                              enum world_rule rule)
{
    world_init(world, nodes, 2, vcs, rule);
    for (uint32_t i = 0; i + 1 < nodes; i++) {
        world_connect(world, i, 0, i + 1, 1);
        world_connect(world, i + 1, 1, i, 0);
    }
    world_solve(world);
}

/* `leaves` nodes around node 0: leaf i's port 0 <-> the hub's port i - 1. */
static inline void world_star(struct world *world, uint32_t leaves, uint8_t vcs,
                              enum world_rule rule)
{
    world_init(world, leaves + 1, (uint16_t)leaves, vcs, rule);
    for (uint32_t i = 1; i <= leaves; i++) {
        world_connect(world, i, 0, 0, (uint8_t)(i - 1));
        world_connect(world, 0, (uint8_t)(i - 1), i, 0);
    }
    world_solve(world);
}

struct log_entry {
    char what; /* a d l b: arrive, deliver, left, broken; D: deadlock; A C: arrive, deliver where
                  the worm goes on */
    uint32_t worm; /* its cookie */
    uint32_t node, port, vc, order;
    uint64_t when;
};

/* What happened, in the order in which it was told. */
struct world_log {
    struct log_entry entry[20000];
    uint32_t n;
    struct noc_wait wait[64]; /* of the first deadlock */
    uint32_t waits;
    uint32_t deadlocks;
};

static inline void world_note(struct world_log *log, char what, const struct noc_worm *w,
                              uint32_t node, uint32_t port, uint32_t vc, uint64_t when)
{
    assert(log->n < sizeof log->entry / sizeof log->entry[0]);
    log->entry[log->n].what = what;
    log->entry[log->n].worm = w ? (uint32_t)(uintptr_t)w->cookie : 0;
    log->entry[log->n].node = node;
    log->entry[log->n].port = port;
    log->entry[log->n].vc = vc;
    log->entry[log->n].order = log->n;
    log->entry[log->n++].when = when;
}

static void log_arrive(void *log, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                       uint64_t when)
{
    world_note(log, w->last ? 'a' : 'A', w, node, port, vc, when);
}
static void log_deliver(void *log, struct noc_worm *w, uint32_t node, uint64_t when)
{
    world_note(log, w->last ? 'd' : 'C', w, node, 0, 0, when);
}
static void log_left(void *log, struct noc_worm *w, uint64_t when)
{
    world_note(log, 'l', w, w->source, 0, 0, when);
}
static void log_broken(void *log, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                       uint64_t when)
{
    world_note(log, 'b', w, node, port, vc, when);
}
static void log_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct world_log *log = opaque;

    if (log->deadlocks++ == 0 && n > 0) { /* the reference names nobody */
        log->waits = n < 64 ? n : 64;
        memcpy(log->wait, wait, log->waits * sizeof *wait);
    }
    world_note(log, 'D', NULL, 0, 0, n, when);
}

static inline struct noc_net_ops world_ops(struct world_log *log)
{
    log->n = log->waits = log->deadlocks = 0;
    return (struct noc_net_ops){log, log_arrive, log_deliver, log_left, log_broken, log_deadlock};
}

static inline struct noc_net_config world_config(const struct world *world, const char *preset)
{
    struct noc_net_config config = {
        .topology = &world->topology, .routing = &world->routing, .ports = 1, .lanes = 1};

    assert(noc_net_preset(&config, preset));
    return config;
}

/* libnoc's own network of that name, in *t, one port, one lane. */
static inline struct noc_net_config world_named(struct noc_topology *t, const char *name,
                                                const char *routing, const char *preset,
                                                enum noc_consumption consumption)
{
    struct noc_net_config config = {
        .topology = t, .ports = 1, .lanes = 1, .consumption = consumption};

    assert(noc_topology_parse(t, name, NULL));
    assert(noc_routing_choose(&config.routing, routing, t, NULL));
    assert(noc_net_preset(&config, preset));
    return config;
}

static inline struct noc_worm world_worm(uint32_t number, uint32_t from, uint32_t to,
                                         uint32_t flits)
{
    return (struct noc_worm){.header = {noc_header(NOC_HEADER_LAST, to, 0)},
                             .flits = flits,
                             .preamble = flits < 4 ? flits : 4,
                             .source = from,
                             .cookie = (void *)(uintptr_t)number};
}

/* A worm with these header flits, and `behind` more. */
static inline struct noc_worm world_list(uint32_t number, uint32_t source, const uint32_t *header,
                                         uint32_t headers, uint32_t behind)
{
    return (struct noc_worm){.headers = header,
                             .header_flits = headers,
                             .flits = headers + behind,
                             .preamble = 4,
                             .source = source,
                             .cookie = (void *)(uintptr_t)number};
}

/* When worm was told of as `what` at `node`, or WORLD_ANYWHERE; NOC_NEVER: not once; fails if
 * twice. */
static inline uint64_t world_when_at(const struct world_log *log, char what, uint32_t worm,
                                     uint32_t node)
{
    uint64_t when = NOC_NEVER;

    for (uint32_t i = 0; i < log->n; i++) {
        if (log->entry[i].what == what && log->entry[i].worm == worm &&
            (node == WORLD_ANYWHERE || log->entry[i].node == node)) {
            assert(when == NOC_NEVER);
            when = log->entry[i].when;
        }
    }
    return when;
}

static inline uint64_t world_when(const struct world_log *log, char what, uint32_t worm)
{
    return world_when_at(log, what, worm, WORLD_ANYWHERE);
}

/* The first deadlock is of two, and w's wait is this: it came by the link from `from` to `at`, and
 * wants that to `next`, by port 0, or, if this is `at`, the NI, on VC 0. */
static inline void world_check_wait(const struct world_log *log, const struct noc_worm *w,
                                    uint32_t from, uint32_t at, uint32_t next)
{
    uint32_t found = 0;

    assert(log->waits == 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct noc_wait *wait = &log->wait[i];

        if (wait->worm != w) {
            continue;
        }
        found++;
        assert(wait->holds.node == from && wait->holds.next == at);
        assert(wait->wants.node == at && wait->wants.next == next);
        assert(wait->wants.port == (next == at ? NOC_PORT_LOCAL : 0) && wait->wants.vc == 0);
    }
    assert(found == 1);
}

#endif
