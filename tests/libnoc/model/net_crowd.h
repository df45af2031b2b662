/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Crowds: more worms of several destinations, and unicasts, than the network takes at once. All
 * come, and every flit crosses the links, and goes to the NIs, that it should and no others.
 */
#ifndef TESTS_NET_CROWD_H
#define TESTS_NET_CROWD_H

#include "worm_draws.h"

/* Of two worms for each multicast; an address and COUNT, and a list of 23 flits at most, for each
 * node. */
enum {
    CROWD_EACH = 12, /* multicasts, from each node */
    CROWD_WORMS = DRAW_NODES * CROWD_EACH * 2,
    CROWD_HEADERS = DRAW_NODES * (2 + 23)
};

struct crowd {
    struct noc_worm worm[CROWD_WORMS];
    uint32_t header[CROWD_WORMS][CROWD_HEADERS];
    uint32_t worms;
    uint32_t ejected[DRAW_NODES]; /* flits to each node's NI */
    uint64_t hops, flit_hops, copies;
};

/* Nobody yet; the k-th of 18 choices of ports and lanes. */
static inline void crowd_begin(struct crowd *crowd, struct noc_net_config *c, uint32_t k)
{
    assert(c->topology->nodes <= DRAW_NODES);
    c->ports = k / 3 % 3; /* all, one, two */
    c->lanes = (uint16_t)(1 + k / 9);
    crowd->worms = 0;
    crowd->hops = crowd->flit_hops = crowd->copies = 0;
    memset(crowd->ejected, 0, sizeof crowd->ejected);
}

/* Where the next worm's header flits belong. */
static inline uint32_t *crowd_header(struct crowd *crowd)
{
    assert(crowd->worms < CROWD_WORMS);
    return crowd->header[crowd->worms];
}

/* The next worm, from `source`, with so many flits in crowd_header(), for m nodes. */
static inline void crowd_add(struct crowd *crowd, const struct noc_net_config *c, uint32_t source,
                             uint32_t headers, uint32_t m)
{
    const uint32_t *header = crowd_header(crowd);
    struct noc_worm *w = &crowd->worm[crowd->worms];
    struct noc_visit visit[DRAW_NODES];
    uint32_t visits, at = 0, before = 0;
    int32_t hops;

    *w = world_list(crowd->worms++, source, header, headers, 3 + draw(20));
    hops = noc_route_path_many(c->topology, c->routing, source, header, headers, NULL, 0, visit,
                               DRAW_NODES, &visits);
    assert_true(hops > 0);
    assert_int_equal(visits, m);
    crowd->hops += (uint64_t)hops;
    crowd->copies += visits;
    for (uint32_t i = 0; i < visits; i++) {
        uint32_t kept = flits_kept(header, headers, at, visit[i].node);

        crowd->flit_hops += (uint64_t)(visit[i].hops - before) * (w->flits - at);
        before = visit[i].hops;
        at += kept; /* so many fewer behind it; of them the NI gets all but the address */
        crowd->ejected[visit[i].node] += w->flits - headers + 1 + (kept > 0 ? kept - 1 : 0);
    }
}

/* The next worm, from `source` to these by addresses, or, if it is one, plain half the time. */
static inline void crowd_add_list(struct crowd *crowd, const struct noc_net_config *c,
                                  uint32_t source, const uint16_t *dest, uint32_t m)
{
    uint32_t *header = crowd_header(crowd);
    uint32_t n = noc_route_headers_many(c->topology, c->routing, NOC_ANYWHERE, dest, m, header);

    if (m == 1 && draw(2)) {
        header[0] = header[1];
        n = 1;
    }
    crowd_add(crowd, c, source, n, m);
}

/* Adds a multicast from `source`. */
typedef void crowd_one(const struct noc_net_config *c, uint32_t source);

/* The k-th crowd, of such multicasts from everywhere, sent at random within 300 cycles. */
static inline void crowd_run(struct crowd *crowd, struct noc_net_config *c, uint32_t k,
                             crowd_one *one, struct world_log *log)
{
    struct noc_net_ops ops = world_ops(log);
    struct noc_net_total total;
    struct noc_net *net;
    uint64_t told = 0;

    crowd_begin(crowd, c, k);
    for (uint32_t i = 0; i < c->topology->nodes * CROWD_EACH; i++)
        one(c, i % c->topology->nodes);
    net = noc_net_new(c, &ops);
    for (uint32_t i = 0; i < crowd->worms; i++)
        noc_net_send(net, &crowd->worm[i], draw(300));
    noc_net_run(net, 1000000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    for (uint32_t i = 0; i < log->n; i++) {
        assert_true(log->entry[i].what != 'D' && log->entry[i].what != 'b');
        told += log->entry[i].what == 'd' || log->entry[i].what == 'C';
    }
    assert_int_equal(told, crowd->copies);
    noc_net_total(net, &total);
    assert_int_equal(total.flit_hops, crowd->flit_hops);
    assert_int_equal(total.link_visits, crowd->hops);
    for (uint32_t node = 0; node < c->topology->nodes; node++) {
        struct noc_node_count count;

        noc_net_node_count(net, node, &count);
        assert_int_equal(count.ejected, crowd->ejected[node]);
    }
    noc_net_free(net);
}

#endif
