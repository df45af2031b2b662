/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network with libnoc's own topologies and routings under saturating
 * random traffic: every worm comes once, no circular wait is reported, and
 * each channel's flits and headers are those of the paths that cross it,
 * without the turns that stayed behind. Graphs and grids under every routing
 * that fits them.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "model/net.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

static const char *const names[] = {
    "torus:4x4",    "torus:8x8", "torus:2x3x5", "torus:5x2",  "utorus:4x4",
    "utorus:3x2x4", "mesh:4x5",  "mesh:7",      "mesh:3x3x3", "cube:1",
    "cube:4",       "cube:6",    "ccc:3",       "ccc:4",      "ccc:5",
};

/* Topologies from files, whose text is here. */
static const struct {
    const char *kind, *text;
    unsigned routings; /* at least so many fit */
} files[] = {
    {"graph", "0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n4 5\n5 2\n", 3},
    {"graph", "nodes 7\n0 1\n0 2\n1 3\n1 4\n2 5\n2 6\n", 3},
    {"graph", "0 1\n0 2\n0 3\n0 4\n0 5\n0 6\n0 7\n0 8\n1 2\n3 4\n5 6\n7 8\n2 7\n", 3},
    {"graph", "switch 0-2\n0 1\n1 2\n2 0\n0 3\n1 4\n2 5\n2 6\n", 3},
    {"grid", "torus 4x4\naux left 7 right 4\naux up 14 down 2\n", 2},
    {"grid",
     "torus 4x4\naux left 5 right 6 up 5 down 9\naux left 7 right 18\n"
     "aux left 17 right 19\naux left 18\n",
     1},
    {"grid", "mesh 3x5\naux right 5\naux left 9\n", 2},
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
    assert_int_equal(noc_header_node(w->headers[w->header_flits - 1]), node);
    assert_int_equal(w->stripped, w->header_flits - 1);
}

static void on_deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    (void)o;
    assert_int_equal(noc_header_node(w->headers[w->header_flits - 1]), node);
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

/* What the worm adds to the channels it will travel. */
static void expect(const struct noc_net_config *config, const struct noc_worm *w, uint64_t *flits,
                   uint64_t *headers)
{
    const struct noc_topology *t = config->topology;
    const struct noc_routing *r = config->routing;
    uint32_t node = w->source, at = 0, header = w->headers[0];
    unsigned in_port = NOC_PORT_LOCAL, in_vc = 0;

    for (;;) {
        struct noc_link link;
        struct noc_hop hop;
        enum noc_routed routed = r->route(t, node, in_port, in_vc, &header, &hop);

        assert_int_not_equal(routed, NOC_ROUTE_BROKEN);
        if (hop.port == NOC_PORT_LOCAL)
            return;
        if (routed == NOC_ROUTED_STRIP)
            header = w->headers[++at];
        flits[noc_channel_index(t, r, node, hop.port, hop.vc)] += w->flits - at;
        headers[noc_channel_index(t, r, node, hop.port, hop.vc)]++;
        assert_true(noc_topology_link(t, node, hop.port, &link));
        node = link.node;
        in_port = link.port;
        in_vc = hop.vc;
    }
}

static void one(const char *name, struct noc_net_config *config)
{
    enum { EACH = 25 };
    const struct noc_net_ops ops = {NULL, on_arrive, on_deliver, NULL, on_broken, on_deadlock};
    const struct noc_topology *t = config->topology;
    const struct noc_routing *r = config->routing;
    uint32_t sent = 0, worms = t->nodes * EACH, channels = t->nodes * t->ports * r->vcs;
    struct noc_worm *worm = calloc(worms, sizeof *worm);
    uint64_t *flits = calloc(channels, sizeof *flits), *headers = calloc(channels, sizeof *headers);
    uint32_t(*header)[NOC_TURNS_MAX + 1] = calloc(worms, sizeof *header);
    struct noc_net *net = noc_net_new(config, &ops);

    assert_non_null(net);
    delivered = deadlocks = 0;
    for (uint32_t i = 0; i < worms; i++) {
        uint32_t from = i % t->nodes, to = (from + 1 + draw(t->nodes - 1)) % t->nodes;
        uint32_t n = noc_route_headers(t, r, from, to, header[i]);

        if (n == 0) { /* some routings of grids do not reach every auxiliary cell */
            assert_string_not_equal(r->name, t->kind->routing);
            continue;
        }
        worm[i] = (struct noc_worm){.headers = header[i],
                                    .header_flits = n,
                                    .flits = n + draw(24),
                                    .preamble = 1 + draw(4),
                                    .source = from};
        sent++;
        expect(config, &worm[i], flits, headers);
        noc_net_send(net, &worm[i], draw(100));
    }
    noc_net_run(net, 1000000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(deadlocks, 0);
    assert_int_equal(delivered, sent);
    assert_true(sent > worms / 2);
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
    free(header);
    free(flits);
    free(headers);
}

static void every_way(const char *name, const struct noc_topology *t, const struct noc_routing *r,
                      size_t i)
{
    static const char *const preset[] = {"board", "paper", "s1"};

    for (uint32_t k = 0; k < 12; k++) {
        struct noc_net_config config = {.topology = t,
                                        .routing = r,
                                        .ports = k / 3 % 2,
                                        .lanes = (uint16_t)(1 + k / 6),
                                        .consumption = (enum noc_consumption)(k % 3)};

        assert_true(noc_net_preset(&config, preset[(k + i) % 3]));
        one(name, &config);
    }
}

TEST(all)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct noc_routing *routing;
        struct noc_topology topology;

        assert_true(noc_topology_parse(&topology, names[i], NULL));
        assert_true(noc_routing_choose(&routing, NULL, &topology, NULL));
        every_way(names[i], &topology, routing, i);
    }
}

TEST(all_from_files)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t length = strlen(files[i].text);
        void *room = malloc(noc_shape_room(length));
        struct noc_topology topology;
        unsigned fit = 0;

        assert_non_null(room);
        assert_true(noc_topology_kind_find(files[i].kind)
                        ->read(&topology, files[i].text, length, room, NULL));
        for (const struct noc_routing *const *r = noc_routings; *r; r++)
            if ((*r)->fits(&topology, NULL)) {
                every_way(files[i].text, &topology, *r, i + fit);
                fit++;
            }
        assert_true(fit >= files[i].routings);
        free(room);
    }
}
