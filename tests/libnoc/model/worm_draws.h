/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random header flits of worms with several destinations, for every routing that copies: such as
 * are in order, with and without lists, and such as make no sense.
 */
#ifndef TESTS_WORM_DRAWS_H
#define TESTS_WORM_DRAWS_H

#include <string.h>

#include "routing/hcycle.h"
#include "routing/hpath.h"
#include "net_world.h"

enum { DRAW_NODES = 36, DRAW_HEADERS = 6 * DRAW_NODES + 1 };

/* What is drawn from. */
struct draws {
    const struct noc_topology *t;
    const struct noc_routing *r;
    bool lists; /* compound headers, too */
};

static uint32_t seed;
static uint32_t draw(uint32_t n)
{
    return world_mix(seed++) % n;
}

/* Some nodes, none twice, not `source`. Now and then all. */
static inline uint32_t draw_nodes(const struct draws *d, uint32_t source, uint16_t *node)
{
    uint32_t nodes = d->t->nodes, m = 0;
    uint32_t most = draw(4) ? 1 + draw(6) : nodes - 1;

    for (uint32_t i = 0; i < nodes; i++) {
        if (i != source && draw(nodes - 1) < most) {
            node[m++] = (uint16_t)i;
        }
    }
    if (m == 0) {
        node[m++] = (uint16_t)((source + 1 + draw(nodes - 1)) % nodes);
    }
    return m;
}

/* Bring chain[0..m], the source first, into the order of visits. Along a path those ahead of the
 * source remain, or those behind it. Returns how many but the source. */
static inline uint32_t draw_order(const struct draws *d, uint16_t *chain, uint32_t m)
{
    uint16_t path[DRAW_NODES];
    uint32_t self;
    bool climbs;

    if (!noc_hpath_exists(d->t)) {
        noc_hcycle_order(d->t, chain, m + 1);
        return m;
    }
    memcpy(path, chain, (m + 1) * sizeof *chain);
    self = noc_hpath_order(d->t, path, m);
    climbs = self == 0 || (self < m && draw(2));
    m = climbs ? m - self : self;
    for (uint32_t i = 1; i <= m; i++) {
        chain[i] = path[climbs ? self + i : self - i];
    }
    return m;
}

/* ADDRESS of each in the order of visits, with a list or without, then LAST; or LAST alone. */
static inline uint32_t draw_list(const struct draws *d, uint32_t source, uint32_t *header)
{
    uint16_t chain[DRAW_NODES] = {(uint16_t)source};
    uint32_t m = draw_nodes(d, source, chain + 1), n = 0;
    bool lists = d->lists && draw(2);

    m = draw_order(d, chain, m);
    for (uint32_t i = 1; i <= m && (m > 1 || draw(2)); i++) {
        uint32_t flits = draw(5);

        header[n++] = noc_header(NOC_HEADER_ADDRESS, chain[i], 0);
        if (!lists || draw(3) == 0) {
            continue;
        }
        header[n++] = noc_header(NOC_HEADER_COUNT, 0, flits);
        while (flits-- > 0) {
            header[n++] = world_mix(seed++);
        }
    }
    header[n++] = noc_header(NOC_HEADER_LAST, chain[m], 0);
    return n;
}

/* Coded flits, up to six, with any control bits, such that routers let them pass. */
static inline uint32_t draw_coded(const struct draws *d, uint32_t source, uint32_t *header)
{
    uint16_t node[DRAW_NODES];
    uint32_t m, n;

    for (;;) {
        m = draw_nodes(d, source, node);
        n = 1 + draw(m < 6 ? m : 6);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t j = i + draw(m - i), to = node[j];

            node[j] = node[i];
            header[i] = noc_header(NOC_HEADER_CODED, to,
                                   (draw(2) ? NOC_CODED_BOTH : NOC_CODED_PASS) |
                                       (i + 1 < n ? NOC_CODED_MORE : 0));
        }
        if (draw(4) == 0) { /* what the routing itself makes of a list */
            for (uint32_t i = 0; i < n; i++) {
                header[i] = noc_header(NOC_HEADER_ADDRESS, noc_header_node(header[i]), 0);
            }
            n = noc_code_headers(d->t, d->r, source, header, n);
        }
        if (n > 0 && d->r->check(d->t, source, header, n) == NOC_TX_OK) {
            return n;
        }
    }
}

/* A header of at most DRAW_HEADERS flits; how many. */
static inline uint32_t draw_header(const struct draws *d, uint32_t source, uint32_t *header)
{
    return d->r->code ? draw_coded(d, source, header) : draw_list(d, source, header);
}

/* One thing about it that is wrong, or not. */
static inline uint32_t draw_fault(const struct draws *d, uint32_t *header, uint32_t n)
{
    uint32_t at = draw(n), kind = noc_header_kind(header[at]);
    uint32_t node = noc_header_node(header[at]), field = noc_header_field(header[at]);

    switch (draw(6)) {
    case 0:
        return 1 + draw(n);
    case 1:
        header[at] = noc_header(kind, draw(d->t->nodes + 3), field);
        break;
    case 2:
        header[at] = noc_header(draw(16), node, field);
        break;
    case 3:
        header[at] = noc_header(kind, node, draw(9));
        break;
    case 4:
        header[at] = noc_header(d->lists ? NOC_HEADER_COUNT : NOC_HEADER_NONE, 0, draw(9));
        break;
    default:
        header[at] = header[draw(n)];
        break;
    }
    return n;
}

/* Whether a worm with this flit as its header ends where it names, whatever is behind it. */
static inline bool flit_ends(uint32_t flit)
{
    return noc_header_kind(flit) == NOC_HEADER_LAST || (noc_header_kind(flit) == NOC_HEADER_CODED &&
                                                        !(noc_header_field(flit) & NOC_CODED_MORE));
}

/* How many flits do not go on from the node if header[at], of n, is in front there: the flit that
 * names it while others follow, and its list. */
static inline uint32_t flits_kept(const uint32_t *header, uint32_t n, uint32_t at, uint32_t node)
{
    if (at + 1 >= n || noc_header_node(header[at]) != node || flit_ends(header[at])) {
        return 0;
    }
    if (noc_header_kind(header[at + 1]) != NOC_HEADER_COUNT) {
        return 1;
    }
    return 2 + noc_header_field(header[at + 1]);
}

#endif
