/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending (docs/board.md, 4.1): checks, routes, the start-up pipeline, signals.
 *
 * A worm's body, and its header flits if firmware wrote them, are copied when TX_DEST or TX_HEADERS
 * is written: until its last flit has left, the NI may read them at any time, so firmware cannot
 * tell. So is the verdict found then, and told later.
 */
#include <string.h>

#include "board_priv.h"

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

/* A worm with room for its body, and behind it for a header of several flits. */
static struct ni_worm *new_worm(struct noc_board *board, uint32_t headers, uint32_t body)
{
    return ni_worm_new(&board->pool, body + (headers > 1 ? headers : 0));
}

/* Where the `headers` header flits of a worm from new_worm() lie. */
static uint32_t *header_of(struct ni_worm *w, uint32_t headers, uint32_t body)
{
    return headers > 1 ? w->body + body : w->net.header;
}

/* The header that the route memory has. */
static void put_route(struct ni_worm *w, const struct route *route, uint32_t body)
{
    w->net.header[0] = route->flit[0];
    if (route->flits > 1) {
        memcpy(header_of(w, route->flits, body), route->flit, 4 * route->flits);
    }
}

/* A worm of `source`, its header flits in their place, that the NI gives from cycle `give` on. */
static void launch(struct noc_board *board, struct ni_worm *w, uint32_t source, uint32_t headers,
                   uint64_t give)
{
    uint32_t length = NOC_GET(w->word[0], NI_TX_W0, LENGTH);

    if (headers > 1) {
        w->net.headers = header_of(w, headers, length);
        w->net.header_flits = headers;
    }
    w->net.flits = headers + NOC_NI_WORDS + length;
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
        return channel != NOC_QUEUE_PULLED;
    case NOC_WORM_BODY:
        return true;
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

    return route->flits && c->routing->route(c->topology, node, NOC_PORT_LOCAL, 0, &header, &hop) !=
                               NOC_ROUTE_BROKEN;
}

/* What is wrong with the header of a unicast; fills *route if it comes to that. */
static enum noc_tx_status check(const struct noc_board *board, uint32_t node, uint32_t header,
                                struct route *route)
{
    uint32_t to = noc_header_node(header);

    if (noc_header_kind(header) != NOC_HEADER_LAST || noc_header_field(header)) {
        return NOC_TX_BAD_HEADER;
    }
    if (to >= board->config.net.topology->nodes || to == node) {
        return NOC_TX_BAD_NODE;
    }
    look_up(board, node, to, route);
    return route_is_good(board, node, route) ? NOC_TX_OK : NOC_TX_BAD_HEADER;
}

/* One of the two parts of a body, or header flits. Whether all of it is there. */
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

/* Fill a worm whose header is good from the registers. What is wrong with them? */
static enum noc_tx_status fill(const struct noc_board *board, uint32_t node, struct ni_worm *w)
{
    const struct ni *ni = &board->ni[node];

    if (!type_is_good(ni->tx_w0)) {
        return NOC_TX_BAD_TYPE;
    }
    if (!fetch(board, node, w->body, NOC_GET(ni->tx_w0, NI_TX_W0, LENGTH))) {
        return NOC_TX_BAD_ADDRESS;
    }
    w->word[0] = ni->tx_w0;
    w->word[1] =
        NOC_PUT(node, NI_TX_W1, SOURCE) | NOC_PUT(NOC_GET(ni->tx_w1, NI_TX_W1, TAG), NI_TX_W1, TAG);
    w->word[2] = ni->tx_w2;
    w->addr = ni->tx_addr;
    w->list_addr = ni->tx_list_addr;
    w->list_flits = ni->tx_list_flits;
    return ni->tx_busy & entry_bit(w) ? NOC_TX_BUSY_ENTRY : NOC_TX_OK;
}

static void count_start(struct ni *ni, uint32_t tau_s)
{
    ni->count[NI_COUNT_STARTUP] += tau_s;
    ni->count[NI_COUNT_OUT]++;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The worm, all of which is good and in its place, was described in cycle `when`; its header flits
 * are checked in `checked`. */
static void start(struct noc_board *board, uint32_t node, struct ni_worm *w, uint32_t headers,
                  uint64_t when, uint64_t checked)
{
    struct ni *ni = &board->ni[node];

    w->started = when;
    ni->tx_busy |= entry_bit(w);
    ni->startup_end = later(later(when, ni->startup_end) + ni->tau_s, checked);
    launch(board, w, node, headers, ni->startup_end + NOC_NI_SEND_CYCLES);
}

static enum noc_tx_status start_to(struct noc_board *board, uint32_t node, uint32_t header,
                                   uint64_t when)
{
    uint32_t flits = NOC_GET(board->ni[node].tx_w0, NI_TX_W0, LENGTH);
    struct route route;
    enum noc_tx_status status = check(board, node, header, &route);
    struct ni_worm *w;

    if (status) {
        return status;
    }
    w = new_worm(board, route.flits, flits);
    put_route(w, &route, flits);
    status = fill(board, node, w);
    if (status) {
        ni_worm_done(&board->pool, w);
        return status;
    }
    count_start(&board->ni[node], board->ni[node].tau_s);
    start(board, node, w, route.flits, when, when);
    return NOC_TX_OK;
}

uint32_t ni_tx_status(const struct ni *ni, uint64_t time)
{
    return time < ni->tx_told ? NOC_TX_CHECKING : ni->tx_status;
}

void ni_start(struct noc_board *board, uint32_t node, uint32_t header, uint64_t when)
{
    struct ni *ni = &board->ni[node];

    if (ni_tx_status(ni, when) == NOC_TX_CHECKING) {
        return;
    }
    ni->tx_status = (uint8_t)start_to(board, node, header, when);
    ni->tx_list_flits = 0;
}

/* --- several destinations ------------------------------------------------------------ */

/*
 * Of n header flits those up to a COUNT whose list is too long for this board; that flit, which is
 * wrong, is the first left out, and a list without its end is BAD_LIST, too.
 */
static uint32_t without_long_list(const struct noc_board *board, const uint32_t *header, uint32_t n)
{
    uint32_t at = 0;

    while (at < n && noc_header_kind(header[at]) == NOC_HEADER_ADDRESS) {
        at++;
        if (at < n && noc_header_kind(header[at]) == NOC_HEADER_COUNT) {
            if (noc_header_field(header[at]) > ni_list_flits(board)) {
                return at;
            }
            at += 1 + noc_header_field(header[at]);
        }
    }
    return n;
}

/* From the cycle behind `when` on the NI looks at n header flits, one a cycle, and will come to this
 * verdict. Bit ENTRY is 1 meanwhile. */
static void begin_check(struct noc_board *board, uint32_t node, enum noc_tx_status verdict,
                        uint32_t n, uint64_t when)
{
    struct ni *ni = &board->ni[node];
    uint32_t bit = 1u << NOC_GET(ni->tx_w0, NI_TX_W0, ENTRY);
    struct ni_event end = {.when = when + n, .node = node, .tau_s = ni->tau_s};

    end.claim = (uint16_t)(verdict ? bit & ~ni->tx_busy : 0);
    ni->tx_busy |= (uint16_t)bit;
    ni->tx_told = end.when + 1;
    ni_event_add(&board->events, end);
}

static enum noc_tx_status start_list(struct noc_board *board, uint32_t node, uint32_t n,
                                     uint64_t when)
{
    const struct noc_net_config *c = &board->config.net;
    const struct ni *ni = &board->ni[node];
    uint32_t flits = NOC_GET(ni->tx_w0, NI_TX_W0, LENGTH), *header;
    enum noc_tx_status status = NOC_TX_BAD_HEADER;
    struct ni_worm *w;

    if (n == 0 || n > NOC_HEADERS_MAX) {
        return NOC_TX_BAD_LIST;
    }
    w = new_worm(board, n, flits);
    header = header_of(w, n, flits);
    if (!fetch_part(board, node, ni->tx_headers_addr, header, n)) {
        status = NOC_TX_BAD_ADDRESS;
    } else if (c->routing->check && !board->config.unicasts) {
        status = c->routing->check(c->topology, node, header, without_long_list(board, header, n));
        status = status ? status : fill(board, node, w);
        begin_check(board, node, status, n, when);
    }
    if (status) {
        ni_worm_done(&board->pool, w);
    } else {
        start(board, node, w, n, when, when + n);
    }
    return status;
}

void ni_start_headers(struct noc_board *board, uint32_t node, uint32_t n, uint64_t when)
{
    struct ni *ni = &board->ni[node];

    if (ni_tx_status(ni, when) == NOC_TX_CHECKING) {
        return;
    }
    ni->tx_status = (uint8_t)start_list(board, node, n, when);
    ni->tx_list_flits = 0;
}

void ni_checked(struct noc_board *board, const struct ni_event *check)
{
    struct ni *ni = &board->ni[check->node];

    if (ni->tx_status == NOC_TX_OK) {
        count_start(ni, check->tau_s);
    }
    ni->tx_busy &= (uint16_t)~check->claim;
    ni_update(board, check->node, check->when + 1);
}

/* --- signals ------------------------------------------------------------------------- */

/* Behind all others that have not left. False: none of them is to the same node. */
static bool waits_for_another(struct ni_worm **link, struct ni_worm *w)
{
    bool waits = false;

    for (; *link; link = &(*link)->next_signal) {
        waits |= (*link)->to == w->to;
    }
    *link = w;
    return waits;
}

/* It has left, and the next one to its node may. */
static void let_next_leave(struct noc_board *board, const struct ni_worm *w, uint64_t when)
{
    struct ni_worm **link = &board->leaving[w->net.source], *next;

    while (*link && *link != w) {
        link = &(*link)->next_signal;
    }
    if (!*link) {
        return; /* it is none of the NI's */
    }
    *link = w->next_signal;
    for (next = *link; next && next->to != w->to; next = next->next_signal) {
    }
    if (next) {
        when = when < next->started ? next->started : when;
        launch(board, next, next->net.source, next->net.header_flits, when);
    }
}

void ni_signal(struct noc_board *board, uint32_t node, uint32_t to, uint32_t number, uint64_t when)
{
    struct ni *ni = &board->ni[node];
    struct route route;
    struct ni_worm *w;

    if (to == node) {
        return;
    }
    look_up(board, node, to, &route);
    if (!route.flits) {
        return; /* nobody there, or no way to there */
    }
    if (number / NOC_QUEUES == NOC_SIGNAL_PULL) {
        ni_set_add(&ni->asked, ni_key(number % NOC_QUEUES, to));
    }
    if (!ni_set_add(&ni->sending, ni_key(number, to))) {
        return; /* it merges with one that has not left */
    }
    w = new_worm(board, route.flits, 0);
    put_route(w, &route, 0);
    w->word[0] = NOC_PUT(NOC_WORM_SIGNAL, NI_TX_W0, TYPE);
    w->word[1] = NOC_PUT(node, NI_TX_W1, SOURCE);
    w->word[2] = number;
    w->to = (uint16_t)to;
    ni->count[NI_COUNT_OUT]++;
    ni->count[NI_COUNT_SIGNALS]++;
    if (board->leaving && waits_for_another(&board->leaving[node], w)) {
        w->net.source = node;
        w->net.header_flits = route.flits;
        w->started = when + NOC_NI_SEND_CYCLES;
    } else {
        launch(board, w, node, route.flits, when + NOC_NI_SEND_CYCLES);
    }
}

/* A word of the body that is another now than when the worm was started is neither of them. */
static void scramble(struct noc_board *board, struct ni_worm *w)
{
    uint32_t flits = NOC_GET(w->word[0], NI_TX_W0, LENGTH), now;

    for (uint32_t i = 0; i < flits; i++) {
        uint32_t addr =
            i < w->list_flits ? w->list_addr + 4 * i : w->addr + 4 * (i - w->list_flits);

        if (board->ops.read(board->ops.opaque, w->net.source, addr, &now, 4) && now != w->body[i]) {
            w->body[i] ^= now ^ 0xdead0000;
        }
    }
}

void ni_left(struct noc_board *board, struct ni_worm *w, uint64_t when)
{
    uint32_t node = w->net.source;
    struct ni *ni = &board->ni[node];

    if (board->config.scrambles) {
        scramble(board, w);
    }

    if (NOC_GET(w->word[0], NI_TX_W0, TYPE) == NOC_WORM_SIGNAL) {
        ni_set_remove(&ni->sending, ni_key(w->word[2], w->to));
        if (board->leaving) {
            let_next_leave(board, w, when + 1);
        }
    } else {
        ni->tx_busy &= (uint16_t)~entry_bit(w);
        ni_update(board, node, when + 1);
    }
}
