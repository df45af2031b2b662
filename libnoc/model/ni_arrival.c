/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What of a worm comes to one of its destinations (docs/board.md, 2). Routers before it have kept
 * header flits, and given lists to others; at a destination that is not the last the worm is
 * copied from the header's last flit on. So W0 to W2 and the body are what comes behind that
 * flit, or at the last destination behind the one that reached it: for a header that is malformed
 * these may be header flits. Nothing here looks at what they mean but for ADDRESS and COUNT,
 * which say whose list is where.
 */
#include <assert.h>
#include <string.h>

#include "board_priv.h"

static uint32_t header_flits(const struct ni_worm *w)
{
    return w->net.headers ? w->net.header_flits : 1;
}

/* Flit i of a worm, and the *n - 1 behind it: *n becomes less where fewer lie together. */
static const uint32_t *flits_at(const struct ni_worm *w, uint32_t i, uint32_t *n)
{
    uint32_t headers = header_flits(w), whole = headers + NOC_NI_WORDS;
    uint32_t end = i < headers ? headers : i < whole ? whole : w->net.flits;

    *n = *n < end - i ? *n : end - i;
    if (i >= headers) {
        return i < whole ? &w->word[i - headers] : &w->body[i - whole];
    }
    return w->net.headers ? &w->net.headers[i] : w->net.header;
}

static uint32_t flit_at(const struct ni_worm *w, uint32_t i)
{
    uint32_t n = 1;

    return *flits_at(w, i, &n);
}

uint32_t ni_arrival_header(const struct ni_arrival *a)
{
    return a == &a->worm->last ? a->worm->net.head : flit_at(a->worm, a->first);
}

/*
 * Go on in the list to behind what is this destination's: its address, and with COUNT its list.
 * Copies come in the order of the list. The last destination, whose LAST is `first`, may be told
 * before some of them: where more header flits are behind that, which copies begin with.
 */
static void find_list(struct ni_worm *w, struct ni_arrival *a)
{
    const uint32_t *header = w->net.headers;
    uint32_t at = w->behind, node = a->node;

    while (at < a->first && noc_header_kind(header[at]) == NOC_HEADER_ADDRESS) {
        node = noc_header_node(header[at++]);
        a->list_flits = 0;
        if (noc_header_kind(header[at]) == NOC_HEADER_COUNT) {
            a->list = at + 1;
            a->list_flits = noc_header_field(header[at]);
            at += 1 + a->list_flits;
        }
        if (!w->net.last) {
            w->behind = at;
            break;
        }
    }
    assert(node == a->node);
    assert(at < w->net.header_flits); /* else its router has sunk it */
    (void)node;
}

static void read_words(const struct ni_worm *w, struct ni_arrival *a)
{
    if (a->first + 1 == header_flits(w)) {
        memcpy(a->word, w->word, sizeof(a->word));
        return;
    }
    for (uint32_t i = 0; i < NOC_NI_WORDS && a->first + 1 + i < w->net.flits; i++) {
        a->word[i] = flit_at(w, a->first + 1 + i);
    }
}

struct ni_arrival *ni_arrival_new(struct noc_board *board, struct ni_worm *w, uint32_t node)
{
    struct ni_arrival *a = w->net.last ? &w->last : ni_worm_copy(&board->pool, w);

    a->node = (uint16_t)node;
    a->first = w->net.last ? w->net.stripped : header_flits(w) - 1;
    if (w->net.headers && board->config.net.routing->lists) {
        find_list(w, a);
    }
    read_words(w, a);
    return a;
}

static uint32_t at_most(uint32_t bytes, uint32_t room)
{
    return bytes < room ? bytes : room;
}

/* Copy so many bytes of flit i and those behind it to RAM. */
static void put(struct noc_board *board, const struct ni_arrival *a, uint32_t addr, uint32_t i,
                uint32_t bytes)
{
    while (bytes > 0) {
        uint32_t some = (bytes + 3) / 4;
        const uint32_t *flits = flits_at(a->worm, i, &some);
        uint32_t now = at_most(4 * some, bytes);
        bool there = board->ops.write(board->ops.opaque, a->node, addr, flits, now);

        assert(there); /* the slot or window has been measured */
        (void)there;
        addr += now;
        i += some;
        bytes -= now;
    }
}

uint32_t ni_arrival_bytes(const struct ni_arrival *a)
{
    return at_most(4 * (a->list_flits + NOC_GET(a->word[0], NI_TX_W0, LENGTH)), a->room);
}

void ni_arrival_scramble(struct noc_board *board, const struct ni_arrival *a)
{
    uint32_t left = ni_arrival_bytes(a);

    for (uint32_t at = 0; at < left; at += 4) {
        uint32_t word = 0xdead0000 ^ at;

        board->ops.write(board->ops.opaque, a->node, a->addr + at, &word, at_most(4, left - at));
    }
}

void ni_arrival_land(struct noc_board *board, const struct ni_arrival *a)
{
    uint32_t list = at_most(4 * a->list_flits, a->room);
    uint32_t body = at_most(4 * (ni_arrival_flits(a) - NI_WORM_FLITS), a->room - list);

    put(board, a, a->addr, a->list, list);
    put(board, a, a->addr + list, a->first + NI_WORM_FLITS, body);
}
