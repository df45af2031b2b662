/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The block of stamps of a router (include/noc/stamp.h): a ring of what the network tells. In a
 * cycle it tells in no order; here they are by output port, the NI last, and those for the NI as
 * it took them.
 */
#include <stdlib.h>

#include "board_priv.h"

static struct ni_stamps *stamps_of(struct noc_board *board, uint32_t node)
{
    if (!board->stamps[node]) {
        board->stamps[node] = ni_alloc(1, sizeof(**board->stamps));
    }
    return board->stamps[node];
}

/* W1 as it passed, its sender's. A worm may be too short to have one. */
static uint32_t w1_of(const struct noc_worm *net)
{
    const struct ni_worm *w = net->cookie;
    uint32_t headers = net->headers ? net->header_flits : 1;

    return net->flits > headers + 1 ? w->word[1] : 0;
}

static uint32_t where_of(const struct noc_net_stamp *s)
{
    uint64_t span = s->tail - s->head;

    return NOC_PUT(span < NOC_STAMP_SPAN_MAX ? (uint32_t)span : NOC_STAMP_SPAN_MAX, NOC_STAMP_WHERE,
                   SPAN) |
           NOC_PUT(s->port == NOC_PORT_LOCAL ? NOC_STAMP_TO_NI : s->port, NOC_STAMP_WHERE, PORT) |
           NOC_PUT(s->vc, NOC_STAMP_WHERE, VC) | NOC_PUT(1, NOC_STAMP_WHERE, VALID);
}

static uint32_t port_of(const struct noc_stamp *stamp)
{
    return NOC_GET(stamp->where, NOC_STAMP_WHERE, PORT);
}

static void on_stamp(void *opaque, const struct noc_net_stamp *s)
{
    struct ni_stamps *stamps = stamps_of(opaque, s->node);
    struct noc_stamp stamp = {(uint32_t)s->head, where_of(s), s->header, w1_of(s->worm)};
    uint32_t at = stamps->written++, first;

    if (stamps->cycle != s->tail) {
        stamps->cycle = s->tail;
        stamps->fresh = 0;
    }
    for (first = at - stamps->fresh++; at != first; at--) {
        const struct noc_stamp *before = &stamps->stamp[(at - 1) % NOC_STAMPS];

        if (port_of(before) <= port_of(&stamp)) {
            break;
        }
        stamps->stamp[at % NOC_STAMPS] = *before;
    }
    stamps->stamp[at % NOC_STAMPS] = stamp;
}

static void set(struct noc_board *board, bool on)
{
    board->stamping = on;
    if (on && !board->stamps) {
        board->stamps = ni_alloc(board->config.net.topology->nodes, sizeof(*board->stamps));
    }
    noc_net_stamp(board->net, on ? on_stamp : NULL, board);
}

void noc_board_stamp(struct noc_board *board, bool on)
{
    if (on != board->stamping) {
        set(board, on);
    }
}

void ni_stamps_free(struct noc_board *board)
{
    for (uint32_t i = 0; board->stamps && i < board->config.net.topology->nodes; i++) {
        free(board->stamps[i]);
    }
    free(board->stamps);
    board->stamps = NULL;
}

void ni_stamps_reset(struct noc_board *board)
{
    if (board->stamping) {
        set(board, true);
    }
}

uint32_t noc_board_stamp_word(const struct noc_board *board, uint32_t node, uint32_t offset)
{
    const struct ni_stamps *stamps = board->stamps ? board->stamps[node] : NULL;
    const struct noc_stamp *stamp;

    if (!stamps || offset % 4 || offset >= sizeof(stamps->stamp)) {
        return 0;
    }
    stamp = &stamps->stamp[offset / sizeof(*stamp)];
    switch (offset % sizeof(*stamp)) {
    case 0:
        return stamp->head;
    case 4:
        return stamp->where;
    case 8:
        return stamp->header;
    default:
        return stamp->w1;
    }
}
