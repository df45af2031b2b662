/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending (docs/board.md, 4.1): checks, routes, the start-up pipeline, signals.
 *
 * A worm's body is copied when TX_DEST is written: until its last flit has
 * left, the NI may read it at any time, so firmware cannot tell.
 */
#include <string.h>

#include "ni.h"

/* The header of a worm: what the NI's route memory holds for its destination. */
struct route {
    uint32_t flit[NOC_TURNS_MAX + 1];
    uint32_t flits; /* 0: there is no way */
};

static void look_up(const struct noc_board *board, uint32_t from, uint32_t to, struct route *route)
{
    const struct noc_net_config *c = &board->config.net;

    route->flits = noc_route_headers(c->topology, c->routing, from, to, route->flit);
}

/* A worm with room for body and header. */
static struct ni_worm *new_worm(struct noc_board *board, const struct route *route, uint32_t body)
{
    return ni_worm_new(&board->pool, body + (route->flits > 1 ? route->flits : 0));
}

/* A worm of `source` that the NI gives from cycle `give` on. Its header, where
 * it has several flits, lies behind the body. */
static void launch(struct noc_board *board, struct ni_worm *w, uint32_t source,
                   const struct route *route, uint64_t give)
{
    uint32_t length = NOC_GET(w->word[0], NI_TX_W0, LENGTH);

    w->net.header[0] = route->flit[0];
    if (route->flits > 1) {
        w->net.headers = memcpy(w->body + length, route->flit, 4 * route->flits);
        w->net.header_flits = route->flits;
    }
    w->net.flits = route->flits + NOC_NI_WORDS + length;
    w->net.preamble = NI_WORM_FLITS;
    w->net.source = source;
    noc_net_send(board->net, &w->net, give);
}

static bool type_is_good(uint32_t w0)
{
    uint32_t channel = NOC_GET(w0, NI_TX_W0, CHANNEL);

    switch (NOC_GET(w0, NI_TX_W0, TYPE)) {
    case NOC_WORM_MESSAGE:
    case NOC_WORM_RESEND:
        return channel < NOC_QUEUES && channel != NOC_QUEUE_PULLED;
    case NOC_WORM_BODY:
        return channel < NOC_WINDOWS;
    default: /* signals have a register of their own */
        return false;
    }
}

/* Is there a way, and does the first router know it? */
static bool route_is_good(const struct noc_board *board, uint32_t node, const struct route *route)
{
    const struct noc_net_config *c = &board->config.net;
    uint32_t header = route->flit[0];
    struct noc_hop hop;

    return route->flits && c->routing->route(c->topology, node, NOC_PORT_LOCAL, 0, &header,
                                             &hop) != NOC_ROUTE_BROKEN;
}

/* All checks but the body's addresses; fills *route if it comes to that. */
static enum noc_tx_status check(const struct noc_board *board, uint32_t node, uint32_t header,
                                struct route *route)
{
    const struct ni *ni = &board->ni[node];
    uint32_t to = noc_header_node(header);

    if (noc_header_kind(header) != NOC_HEADER_LAST || noc_header_field(header)) {
        return NOC_TX_BAD_HEADER;
    }
    if (to >= board->config.net.topology->nodes || to == node) {
        return NOC_TX_BAD_NODE;
    }
    look_up(board, node, to, route);
    if (!route_is_good(board, node, route)) {
        return NOC_TX_BAD_HEADER;
    }
    if (!type_is_good(ni->tx_w0)) {
        return NOC_TX_BAD_TYPE;
    }
    return NOC_TX_OK;
}

/* One of the two parts of a body. Whether all of it is there. */
static bool fetch_part(const struct noc_board *board, uint32_t node, uint32_t addr, uint32_t *to,
                       uint32_t flits)
{
    return flits == 0 ||
           (addr % 4 == 0 && board->ops.read(board->ops.opaque, node, addr, to, 4 * flits));
}

/* The body of the next worm, its list first. */
static bool fetch(const struct noc_board *board, uint32_t node, uint32_t *body, uint32_t flits)
{
    const struct ni *ni = &board->ni[node];
    uint32_t list = ni->tx_list_flits;

    return list <= flits && fetch_part(board, node, ni->tx_list_addr, body, list) &&
           fetch_part(board, node, ni->tx_addr, body + list, flits - list);
}

static uint32_t entry_bit(const struct ni_worm *w)
{
    return 1u << NOC_GET(w->word[0], NI_TX_W0, ENTRY);
}

static void start(struct noc_board *board, uint32_t node, const struct route *route, uint64_t when)
{
    struct ni *ni = &board->ni[node];
    uint32_t flits = NOC_GET(ni->tx_w0, NI_TX_W0, LENGTH);
    struct ni_worm *w;

    w = new_worm(board, route, flits);
    if (!fetch(board, node, w->body, flits)) {
        ni->tx_status = NOC_TX_BAD_ADDRESS;
    }
    w->word[0] = ni->tx_w0;
    w->word[1] = NOC_PUT(node, NI_TX_W1, SOURCE) |
                 NOC_PUT(NOC_GET(ni->tx_w1, NI_TX_W1, TAG), NI_TX_W1, TAG);
    w->word[2] = ni->tx_w2;
    if (!ni->tx_status && (ni->tx_busy & entry_bit(w))) {
        ni->tx_status = NOC_TX_BUSY_ENTRY;
    }
    if (ni->tx_status) {
        ni_worm_done(&board->pool, w);
        return;
    }
    ni->tx_busy |= entry_bit(w);
    if (ni->startup_end < when) {
        ni->startup_end = when;
    }
    ni->startup_end += ni->tau_s;
    ni->count[NI_COUNT_STARTUP] += ni->tau_s;
    ni->count[NI_COUNT_OUT]++;
    launch(board, w, node, route, ni->startup_end + NOC_NI_SEND_CYCLES);
}

void ni_start(struct noc_board *board, uint32_t node, uint32_t header, uint64_t when)
{
    struct ni *ni = &board->ni[node];
    struct route route;

    ni->tx_status = check(board, node, header, &route);
    if (!ni->tx_status) {
        start(board, node, &route, when);
    }
    ni->tx_list_flits = 0;
}

void ni_signal(struct noc_board *board, uint32_t node, uint32_t to, uint32_t number,
               uint64_t when)
{
    struct ni *ni = &board->ni[node];
    struct route route;
    struct ni_worm *w;

    if (to == node) {
        return;
    }
    look_up(board, node, to, &route);
    if (!route.flits || !ni_set_add(&ni->sending, ni_key(number, to))) {
        return; /* nobody there, no way to there, or it merges with one that has not left */
    }
    w = new_worm(board, &route, 0);
    w->word[0] = NOC_PUT(NOC_WORM_SIGNAL, NI_TX_W0, TYPE);
    w->word[1] = NOC_PUT(node, NI_TX_W1, SOURCE);
    w->word[2] = number;
    w->node = (uint16_t)to;
    ni->count[NI_COUNT_OUT]++;
    ni->count[NI_COUNT_SIGNALS]++;
    launch(board, w, node, &route, when + NOC_NI_SEND_CYCLES);
}

void ni_left(struct noc_board *board, struct ni_worm *w, uint64_t when)
{
    uint32_t node = w->net.source;
    struct ni *ni = &board->ni[node];

    if (NOC_GET(w->word[0], NI_TX_W0, TYPE) == NOC_WORM_SIGNAL) {
        ni_set_remove(&ni->sending, ni_key(w->word[2], w->node));
    } else {
        ni->tx_busy &= (uint16_t)~entry_bit(w);
        ni_update(board, node, when + 1);
    }
}
