/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network with libnoc's own topologies and routings under saturating
 * random traffic: every worm comes once, no circular wait is reported, and
 * each channel's flits and headers are those of the paths that cross it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "net.h"

static const char *const names[] = {
    "torus:4x4", "torus:8x8", "torus:2x3x5", "torus:5x2", "utorus:4x4", "utorus:3x2x4",
    "mesh:4x5", "mesh:7", "mesh:3x3x3", "cube:1", "cube:4", "cube:6",
};

static uint32_t state_of_draw = 12345;
static uint32_t draw(uint32_t n)
{
    state_of_draw = state_of_draw * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(state_of_draw >> 8) * n >> 24);
}

static uint32_t delivered, deadlocks;

static void on_arrive(void *o, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    (void)o, (void)port, (void)vc, (void)when;
    assert_int_equal(noc_header_node(w->header[0]), node);
}

static void on_deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    (void)o;
    assert_int_equal(noc_header_node(w->header[0]), node);
    assert_null(w->cookie); /* not twice */
    w->cookie = w;
    assert_true(when >= w->head_left + w->flits + w->hops);
    delivered++;
}

static void on_deadlock(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)wait, (void)n, (void)when;
    deadlocks++;
}

static void on_broken(void *o, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    (void)o, (void)w, (void)node, (void)port, (void)vc, (void)when;
    fail();
}

static void one(const char *name, struct noc_net_config *config)
{
    enum { EACH = 25 };
    const struct noc_net_ops ops = { NULL, on_arrive, on_deliver, NULL, on_broken, on_deadlock };
    const struct noc_topology *t = config->topology;
    const struct noc_routing *r = config->routing;
    uint32_t worms = t->nodes * EACH, channels = t->nodes * t->ports * r->vcs;
    struct noc_worm *worm = calloc(worms, sizeof *worm);
    uint64_t *flits = calloc(channels, sizeof *flits), *headers = calloc(channels, sizeof *headers);
    struct noc_net *net = noc_net_new(config, &ops);
    struct noc_channel path[256];

    assert_non_null(net);
    delivered = deadlocks = 0;
    for (uint32_t i = 0; i < worms; i++) {
        uint32_t from = i % t->nodes, to = (from + 1 + draw(t->nodes - 1)) % t->nodes;
        int32_t hops = noc_route_path(t, r, from, to, path, 256);

        assert_in_range(hops, 1, 256);
        worm[i] = (struct noc_worm){ .header = { noc_header(NOC_HEADER_LAST, to, 0) },
                                     .flits = 1 + draw(24), .preamble = 1 + draw(4),
                                     .source = from };
        for (int32_t k = 0; k < hops; k++) {
            uint32_t channel = noc_channel_index(t, r, path[k].node, path[k].port, path[k].vc);
            flits[channel] += worm[i].flits;
            headers[channel]++;
        }
        noc_net_send(net, &worm[i], draw(100));
    }
    noc_net_run(net, 1000000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(deadlocks, 0);
    assert_int_equal(delivered, worms);
    for (uint32_t node = 0; node < t->nodes; node++)
        for (unsigned port = 0; port < t->ports; port++)
            for (unsigned vc = 0; vc < r->vcs; vc++) {
                uint32_t channel = noc_channel_index(t, r, node, port, vc);
                struct noc_channel_count count;
                noc_net_channel_count(net, node, port, vc, &count);
                if (count.flits != flits[channel])
                    fail_msg("%s: channel %u of node %u", name, port * r->vcs + vc, node);
                assert_int_equal(count.headers, headers[channel]);
            }
    noc_net_free(net);
    free(worm);
    free(flits);
    free(headers);
}

static void all(void **state)
{
    static const char *const preset[] = { "board", "paper", "s1" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (uint32_t k = 0; k < 12; k++) {
            struct noc_topology topology;
            struct noc_net_config config = { .topology = &topology, .ports = k / 3 % 2,
                                             .lanes = (uint16_t)(1 + k / 6),
                                             .consumption = (enum noc_consumption)(k % 3) };
            struct noc_fault fault;

            assert_true(noc_topology_parse(&topology, names[i], &fault));
            assert_true(noc_routing_choose(&config.routing, NULL, &topology, &fault));
            assert_true(noc_net_preset(&config, preset[(k + i) % 3]));
            one(names[i], &config);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(all) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
