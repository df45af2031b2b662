/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Coded paths flit by flit, and several broadcasts (pcp) at once: which can wait for each
 * other for ever, by the graph of dependencies and by running them.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "multicast/algorithms.h"
#include "net_world.h"
#include "routing/routings.h"

enum { NODES = 64, CASTS = 64, CHANNELS = NODES * 4 * 2, BODY = 60 };

static struct world_log events;
static struct noc_topology topology;

static struct noc_net_config config_of(const char *name, const char *routing, const char *preset,
                                       enum noc_consumption consumption, uint32_t ports)
{
    struct noc_net_config config = world_named(&topology, name, routing, preset, consumption);

    config.ports = ports;
    return config;
}

static uint64_t when_at(char what, uint32_t worm, uint32_t node)
{
    return world_when_at(&events, what, worm, node);
}

/* --- lone worms --- */

/*
 * mesh:2x6 from 1 to the corner 0, up to 6, and on to 11: PASS to 0, which keeps the flit and is
 * the first to receive; then BOTH, which nobody keeps. A header that goes on costs no cycle, one
 * that is kept neither.
 */
TEST(one_worm)
{
    static const uint32_t header[] = {5 | 0 << 4 | 6u << 18, 5 | 6 << 4 | 7u << 18,
                                      5 | 11 << 4 | 3u << 18};
    static const uint32_t way[] = {1, 0, 6, 7, 8, 9, 10, 11};

    for (uint32_t k = 0; k < 9; k++) {
        struct noc_net_config c = config_of("mesh:2x6", "coded-path", world_presets[k / 3],
                                            (enum noc_consumption)(k % 3), 1);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net = noc_net_new(&c, &ops);
        struct noc_worm w = {.headers = header,
                             .header_flits = 3,
                             .flits = 3 + 7,
                             .preamble = 4,
                             .source = 1,
                             .cookie = (void *)(uintptr_t)1};

        noc_net_send(net, &w, 10);
        noc_net_run(net, 1000);
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        for (uint32_t hop = 0; hop < 8; hop++) {
            uint64_t tail = 10 + c.inject_cycles + (hop + 1) * c.header_cycles +
                            hop * c.flight_cycles + c.eject_cycles + w.flits - 1;
            struct noc_node_count node;
            struct noc_channel_count channel;
            uint32_t flits = 0;

            noc_net_node_count(net, way[hop], &node);
            assert_int_equal(node.ejected, hop ? 8 : 0); /* one header flit, W0 to W2, body */
            assert_int_equal(node.relayed, hop > 0 && hop < 7);
            for (unsigned port = 0; port < 4; port++) {
                noc_net_channel_count(net, way[hop], port, 0, &channel);
                flits += channel.flits;
                assert_int_equal(channel.blocked, 0);
            }
            assert_int_equal(flits, hop == 0 ? 10 : hop == 1 ? 9 : hop < 7 ? 8 : 0);
            if (hop == 0) {
                continue;
            }
            assert_int_equal(when_at(hop < 7 ? 'C' : 'd', 1, way[hop]), tail);
            assert_int_equal(when_at(hop < 7 ? 'A' : 'a', 1, way[hop]), tail - 4);
        }
        assert_int_equal(w.stripped, 2);
        assert_int_equal(w.hops, 7);
        noc_net_free(net);
    }
}

/* What a router on the way does by each control field; and what makes no sense is sunk. */
TEST(control_fields)
{
    static const struct {
        uint32_t header[2], headers;
        const char *copied; /* nodes */
        char end;
        uint32_t at;
    } sent[] = {
        {{5 | 3 << 4 | 2u << 18}, 1, "", 'd', 3},
        {{5 | 3 << 4 | 3u << 18}, 1, "12", 'd', 3},
        {{5 | 3 << 4 | 1u << 18}, 1, "", 'd', 1},
        {{2 | 3 << 4}, 1, "", 'd', 3},
        {{5 | 3 << 4}, 1, "", 'b', 0},                                   /* 00 */
        {{5 | 3 << 4 | 8u << 18}, 1, "", 'b', 0},                        /* no such field */
        {{5 | 8 << 4 | 3u << 18}, 1, "", 'b', 0},                        /* no such node */
        {{5 | 3 << 4 | 7u << 18}, 1, "12", 'b', 3},                      /* no more follow */
        {{5 | 2 << 4 | 7u << 18, 2 | 3 << 4}, 2, "1", 'b', 2},           /* not CODED */
        {{5 | 2 << 4 | 6u << 18, 5 | 2 << 4 | 2u << 18}, 2, "", 'b', 2}, /* the same again */
        {{5 | 2 << 4 | 5u << 18, 5 | 3 << 4 | 2u << 18}, 2, "", 'b', 0}, /* 01, and more */
        {{5 | 2 << 4 | 6u << 18, 5 | 3 << 4}, 2, "2", 'b', 3},           /* 00 where it ends */
    };

    for (uint32_t k = 0; k < sizeof sent / sizeof *sent * 3; k++) {
        uint32_t i = k / 3;
        struct noc_net_config c =
            config_of("mesh:2x4", "coded-path", "board", (enum noc_consumption)(k % 3), 1);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net = noc_net_new(&c, &ops);
        struct noc_worm w = {.headers = sent[i].header,
                             .header_flits = sent[i].headers,
                             .flits = 9,
                             .preamble = 4,
                             .cookie = (void *)(uintptr_t)1};
        struct noc_worm after = world_worm(2, 0, 3, 9);
        char copied[8] = "";

        noc_net_send(net, &w, 0);
        noc_net_send(net, &after, 0); /* nothing is left in its way */
        noc_net_run(net, 1000);
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        assert_true(world_when(&events, 'd', 2) < 100);
        for (uint32_t e = 0; e < events.n; e++) {
            if (events.entry[e].what == 'C') {
                sprintf(copied + strlen(copied), "%u", events.entry[e].node);
            }
        }
        assert_string_equal(copied, sent[i].copied);
        assert_true(when_at(sent[i].end, 1, sent[i].at) < 100);
        noc_net_free(net);
    }
}

/* --- broadcasts --- */

struct cast {
    uint16_t chain[NODES];
    struct noc_message message[NODES];
    struct noc_part scratch[NODES];
    struct noc_worm worm[NODES]; /* [message that begins it] */
    uint32_t header[NODES][8];
    uint32_t got[NODES]; /* [node] */
    uint32_t m, left;    /* left: nodes without it */
};
static struct cast cast[CASTS];
static struct noc_net *casting;
static uint32_t deadlocks;

static void plan_cast(struct cast *c, const struct noc_net_config *config, uint32_t source,
                      uint32_t body)
{
    const struct noc_plan_env env = {.topology = &topology,
                                     .routing = config->routing,
                                     .ports = config->ports,
                                     .source = source};

    memset(c->got, 0, sizeof c->got);
    c->m = c->left = topology.nodes - 1;
    c->chain[0] = (uint16_t)source;
    for (uint32_t i = 0, n = 1; i < topology.nodes; i++) {
        if (i != source) {
            c->chain[n++] = (uint16_t)i;
        }
    }
    noc_plan_make(&noc_algorithm_pcp, &env, c->chain, c->m, c->message, c->scratch);
    for (uint32_t i = 0, size; i < c->m; i += size) {
        uint32_t list[NODES];

        size = noc_worm_size(c->message + i, c->m - i);
        for (uint32_t k = 0; k < size; k++) {
            list[k] = noc_header(NOC_HEADER_ADDRESS, c->message[i + k].to, 0);
        }
        size_t n = noc_code_headers(&topology, config->routing, c->message[i].from, list, size);
        assert_in_range(n, 1, 8);
        memcpy(c->header[i], list, n * sizeof *list);
        c->worm[i] = (struct noc_worm){.headers = c->header[i],
                                       .header_flits = (uint32_t)n,
                                       .flits = (uint32_t)n + body,
                                       .preamble = 1,
                                       .source = c->message[i].from,
                                       .cookie = c};
    }
}

static void send_from(struct cast *c, uint32_t node, uint64_t when)
{
    for (uint32_t i = 0; i < c->m; i++) {
        if (c->message[i].from == node && !c->message[i].joins) {
            noc_net_send(casting, &c->worm[i], when);
        }
    }
}

static void on_deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct cast *c = w->cookie;

    (void)o;
    assert_int_equal(c->got[node]++, 0);
    c->left--;
    send_from(c, node, when + 1);
}

static void on_deadlock(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)wait, (void)n, (void)when;
    deadlocks++;
}

/* Broadcasts from these sources, each `late` cycles after the one before. Whether they came to a
 * deadlock; if not, all have been delivered. */
static bool run_casts(const struct noc_net_config *config, const uint32_t *source, uint32_t n,
                      uint32_t late, uint32_t body)
{
    const struct noc_net_ops ops = {.deliver = on_deliver, .deadlock = on_deadlock};

    deadlocks = 0;
    casting = noc_net_new(config, &ops);
    for (uint32_t i = 0; i < n; i++) {
        plan_cast(&cast[i], config, source[i], body);
        send_from(&cast[i], source[i], i * late);
    }
    noc_net_run(casting, 200000);
    assert_int_equal(noc_net_next(casting), NOC_NEVER);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(deadlocks || cast[i].left == 0);
    }
    noc_net_free(casting);
    return deadlocks > 0;
}

/* One broadcast, from anywhere, with whatever contexts: alone it never waits for itself. */
TEST(one_broadcast)
{
    for (uint32_t w = 2; w <= 8; w++) {
        for (uint32_t h = 2; h <= 8; h++) {
            for (uint32_t k = 0; k < 4; k++) {
                static const enum noc_consumption consumption[] = {
                    NOC_CONSUME_VC, NOC_CONSUME_ONE, NOC_CONSUME_LINK, NOC_CONSUME_ONE};
                char name[20];

                sprintf(name, "mesh:%ux%u", h, w);
                struct noc_net_config c = config_of(name, k % 2 ? "coded-path" : "coded-path-vc",
                                                    "board", consumption[k], k < 2 ? 0 : 1);
                for (uint32_t source = k; source < topology.nodes; source += 4) {
                    assert_false(run_casts(&c, &source, 1, 0, 40));
                }
            }
        }
    }
}

/* --- several --- */

static uint64_t follows[CHANNELS][CHANNELS / 64];

/* The dependencies of all worms of all broadcasts. With a context for each input VC, contexts add
 * nothing: only the worm that holds the VC ever asks for it. */
static uint32_t dependencies(const struct noc_net_config *config)
{
    const struct noc_routing *r = config->routing;

    memset(follows, 0, sizeof follows);
    for (uint32_t source = 0; source < topology.nodes; source++) {
        struct cast *c = &cast[0];

        plan_cast(c, config, source, 1);
        for (uint32_t i = 0, size; i < c->m; i += size) {
            struct noc_channel path[CHANNELS];
            struct noc_visit visit[NODES];
            uint32_t header[NODES + 1];

            size = noc_worm_size(c->message + i, c->m - i);
            int32_t hops =
                noc_worm_path(&topology, r, c->message + i, size, header, visit, path, CHANNELS);
            assert_true(hops > 0);
            for (int32_t k = 0; k + 1 < hops; k++) {
                uint32_t a =
                    noc_channel_index(&topology, r, path[k].node, path[k].port, path[k].vc);
                uint32_t b = noc_channel_index(&topology, r, path[k + 1].node, path[k + 1].port,
                                               path[k + 1].vc);

                assert_true(a < CHANNELS && b < CHANNELS);
                follows[a][b / 64] |= UINT64_C(1) << b % 64;
            }
        }
    }
    return topology.nodes * topology.ports * r->vcs;
}

/* Channels that lead to no other are taken away until none is left, or only what leads to a cycle. */
static bool cyclic(uint32_t channels)
{
    static bool gone[CHANNELS];
    bool any = true;
    uint32_t left = channels;

    memset(gone, 0, sizeof gone);
    while (any) {
        any = false;
        for (uint32_t a = 0; a < channels; a++) {
            bool leads = false;

            for (uint32_t b = 0; b < channels && !gone[a]; b++) {
                leads |= (follows[a][b / 64] >> b % 64 & 1) && !gone[b];
            }
            if (!gone[a] && !leads) {
                gone[a] = any = true;
                left--;
            }
        }
    }
    return left > 0;
}

/* Under vc, any broadcasts together: with one channel on each link there is a cycle, on 2x3 already,
 * but where two columns are all: no worm turns from x to y there. With two channels there is none. */
TEST(cycles_of_dependencies)
{
    for (uint32_t w = 2; w <= 6; w++) {
        for (uint32_t h = 2; h <= 6; h++) {
            char name[20];
            struct noc_net_config c;

            sprintf(name, "mesh:%ux%u", h, w);
            c = config_of(name, "coded-path", "board", NOC_CONSUME_VC, 0);
            assert_int_equal(cyclic(dependencies(&c)), w > 2);
            c = config_of(name, "coded-path-vc", "board", NOC_CONSUME_VC, 0);
            assert_false(cyclic(dependencies(&c)));
        }
    }
}

/* The next tuple of sources. */
static bool next_tuple(uint32_t *source, uint32_t n)
{
    for (uint32_t i = n; i-- > 0; source[i] = 0) {
        if (++source[i] < topology.nodes) {
            return true;
        }
    }
    return false;
}

/* Of all tuples of n sources, each up to two cycles behind the one before, how many come to a
 * deadlock. *first: the first that does. */
static uint32_t deadlocking(const struct noc_net_config *c, uint32_t n, uint32_t *first)
{
    uint32_t source[CASTS] = {0}, found = 0;

    do {
        for (uint32_t late = 0; late < 3; late++) {
            if (run_casts(c, source, n, late, BODY) && found++ == 0) {
                memcpy(first, source, n * sizeof *first);
            }
        }
    } while (next_tuple(source, n));
    return found;
}

/*
 * coded-path, all ports: three broadcasts at once are the fewest that wait for each other for
 * ever, on 3x3 from 0, 4 and 5; on the smallest mesh with a cycle, 2x3, four: from 0, 1, 4 and 5.
 * Consumption contexts do not help. With one port for each node it takes four on 3x3.
 */
TEST(fewest_broadcasts)
{
    TEST_NEEDS_BUDGET(5);
    static const struct {
        const char *name;
        uint32_t ports, n, found, first[4];
    } tried[] = {
        {"mesh:2x2", 0, 3, 0, {0}},           {"mesh:2x3", 0, 3, 0, {0}},
        {"mesh:2x3", 0, 4, 56, {0, 1, 4, 5}}, {"mesh:3x3", 0, 2, 0, {0}},
        {"mesh:3x3", 0, 3, 42, {0, 4, 5}},    {"mesh:3x3", 1, 3, 0, {0}},
        {"mesh:4x4", 0, 2, 0, {0}},
    };

    for (uint32_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct noc_net_config c =
            config_of(tried[i].name, "coded-path", "board", NOC_CONSUME_VC, tried[i].ports);
        uint32_t first[4] = {0};

        assert_int_equal(deadlocking(&c, tried[i].n, first), tried[i].found);
        assert_memory_equal(first, tried[i].first, sizeof first);
    }
}

/* Who waits for whom on 3x3: the worms of 0, 4 and 5 around the border, against the clock. */
static struct noc_wait wait_cycle[8];
static uint32_t wait_cycle_n;

static void keep_wait_cycle(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)when;
    assert_true(n <= 8);
    memcpy(wait_cycle, wait, n * sizeof *wait);
    wait_cycle_n = n;
}

TEST(the_smallest_deadlock)
{
    static const uint32_t source[] = {0, 4, 5};
    struct noc_net_config c = config_of("mesh:3x3", "coded-path", "board", NOC_CONSUME_VC, 0);
    const struct noc_net_ops ops = {.deliver = on_deliver, .deadlock = keep_wait_cycle};

    casting = noc_net_new(&c, &ops);
    for (uint32_t i = 0; i < 3; i++) {
        plan_cast(&cast[i], &c, source[i], BODY);
        send_from(&cast[i], source[i], 0);
    }
    noc_net_run(casting, 20000);
    assert_int_equal(noc_net_next(casting), NOC_NEVER);
    assert_true(wait_cycle_n >= 3);
    for (uint32_t i = 0; i < wait_cycle_n; i++) { /* all on the border, none for a context */
        assert_int_not_equal(wait_cycle[i].wants.port, NOC_PORT_LOCAL);
        assert_int_not_equal(wait_cycle[i].wants.node, 4);
        assert_int_not_equal(wait_cycle[i].wants.next, 4);
        assert_true(wait_cycle[i].worm->cookie == &cast[0] ||
                    wait_cycle[i].worm->cookie == &cast[1] ||
                    wait_cycle[i].worm->cookie == &cast[2]);
    }
    noc_net_free(casting);
}

/* coded-path-vc: every node broadcasts at once, again and again, and all arrive. Only where each
 * VC has its context: with one for a node two broadcasts on 2x2 hold each other up. */
TEST(the_safe_channels)
{
    static const char *const name[] = {"mesh:2x2", "mesh:2x3", "mesh:3x2", "mesh:3x3", "mesh:4x4",
                                       "mesh:3x5", "mesh:5x4", "mesh:6x6", "mesh:2x6"};
    static const uint32_t pair[] = {0, 1};
    struct noc_net_config c;
    uint32_t all[CASTS], stuck = 0;

    for (uint32_t i = 0; i < CASTS; i++) {
        all[i] = i;
    }
    for (uint32_t k = 0; k < sizeof name / sizeof *name * 6; k++) {
        c = config_of(name[k / 6], "coded-path-vc", world_presets[k % 3], NOC_CONSUME_VC,
                      k / 3 % 2);
        assert_false(run_casts(&c, all, topology.nodes, k % 4, 20 + k));
        c.routing = &noc_routing_coded_path; /* it is the second channel that lets them through */
        stuck += run_casts(&c, all, topology.nodes, 0, BODY);
    }
    assert_true(stuck > 20);
    for (uint32_t k = 0; k < 4; k++) {
        c = config_of("mesh:2x2", k % 2 ? "coded-path" : "coded-path-vc", "board", NOC_CONSUME_ONE,
                      k / 2);
        assert_true(run_casts(&c, pair, 2, 0, BODY));
        c.consumption = NOC_CONSUME_VC;
        assert_false(run_casts(&c, pair, 2, 0, BODY));
    }
}
