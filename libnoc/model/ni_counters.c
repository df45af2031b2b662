/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counter block of a node (include/noc/counters.def).
 *
 * Nothing is ever stopped or set to zero underneath: the NI and the network
 * count on, and what is shown is what was counted less a base. Clearing moves
 * the base; freezing keeps a copy, and running again moves the base so that
 * counting goes on from there. So the sums over the whole network
 * (noc_board_total) know nothing of what firmware does to its counters.
 */
#include "board_priv.h"

static bool row_channel(const struct noc_board *board, uint32_t node, unsigned row,
                        struct noc_channel *channel)
{
    return noc_channel_row(board->config.net.topology, board->config.net.routing, node, row,
                           channel);
}

static uint32_t counted_link(const struct noc_board *board, uint32_t node, unsigned i)
{
    struct noc_channel channel;
    struct noc_channel_count count;

    if (!row_channel(board, node, i / 3, &channel)) {
        return 0;
    }
    noc_net_channel_count(board->net, node, channel.port, channel.vc, &count);
    return i % 3 == 0 ? count.flits : i % 3 == 1 ? count.headers : count.blocked;
}

/* Counter i since the reset. */
static uint32_t counted(const struct noc_board *board, uint32_t node, unsigned i)
{
    struct noc_node_count count;

    if (i < NI_COUNTS) {
        return board->ni[node].count[i];
    }
    if (i >= NI_COUNT_LINKS) {
        return counted_link(board, node, i - NI_COUNT_LINKS);
    }
    noc_net_node_count(board->net, node, &count);
    return i == NI_COUNT_RELAYED ? count.relayed : count.ejected;
}

static uint32_t shown(const struct noc_board *board, uint32_t node, unsigned i)
{
    const struct ni_view *view = board->ni[node].view;

    if (!view) {
        return counted(board, node, i);
    }
    return view->is_frozen ? view->frozen[i] : counted(board, node, i) - view->base[i];
}

static void clear(struct noc_board *board, uint32_t node)
{
    struct ni_view *view = board->ni[node].view;
    unsigned i;

    for (i = 0; i < NI_COUNTS_ALL; i++) {
        view->base[i] = counted(board, node, i);
        view->frozen[i] = 0;
    }
}

static void freeze(struct noc_board *board, uint32_t node)
{
    struct ni_view *view = board->ni[node].view;
    unsigned i;

    for (i = 0; i < NI_COUNTS_ALL; i++) {
        view->frozen[i] = shown(board, node, i);
    }
    view->is_frozen = true;
}

static void run(struct noc_board *board, uint32_t node)
{
    struct ni_view *view = board->ni[node].view;
    unsigned i;

    if (!view->is_frozen) {
        return;
    }
    for (i = 0; i < NI_COUNTS_ALL; i++) {
        view->base[i] = counted(board, node, i) - view->frozen[i];
    }
    view->is_frozen = false;
}

/* COUNTERS: 1 clears, 2 freezes, 4 runs; several in this order. */
void ni_counters_command(struct noc_board *board, uint32_t node, uint32_t bits)
{
    struct ni *ni = &board->ni[node];

    if (!(bits & 7)) {
        return;
    }
    if (!ni->view) {
        ni->view = ni_alloc(1, sizeof(*ni->view));
    }
    if (bits & 1) {
        clear(board, node);
    }
    if (bits & 2) {
        freeze(board, node);
    }
    if (bits & 4) {
        run(board, node);
    }
}

static uint32_t rows(const struct noc_board *board, uint32_t node)
{
    struct noc_channel channel;
    unsigned n = 0;

    while (n < CNT_ROWS_MAX && row_channel(board, node, n, &channel)) {
        n++;
    }
    return n;
}

static uint32_t low_or_high(uint64_t x, bool high)
{
    return high ? (uint32_t)(x >> 32) : (uint32_t)x;
}

static uint32_t status(const struct ni *ni, bool asleep)
{
    return ni->exit | NOC_PUT(ni->trapped, CNT_STATUS, TRAPPED) |
           NOC_PUT(asleep, CNT_STATUS, ASLEEP);
}

uint32_t noc_board_counter(const struct noc_board *board, uint32_t node, uint32_t offset,
                           const struct noc_hart *hart)
{
    const struct ni *ni = &board->ni[node];

    if (offset % 4) {
        return 0;
    }
    if (offset >= CNT_LINKS) {
        unsigned i = (offset - CNT_LINKS) / 4;

        return offset == CNT_SAMPLE ? hart->pc
             : i < 3 * CNT_ROWS_MAX ? shown(board, node, NI_COUNT_LINKS + i)
                                    : 0;
    }
    switch (offset) {
    case CNT_TIME_LO:
    case CNT_TIME_HI:
        return low_or_high(hart->time, offset == CNT_TIME_HI);
    case CNT_STATUS:
        return status(ni, hart->asleep);
    case CNT_WAITING:
        return ni->waiting;
    case CNT_MARK0_LO:
    case CNT_MARK0_HI:
        return low_or_high(ni->mark[0], offset == CNT_MARK0_HI);
    case CNT_MARK1_LO:
    case CNT_MARK1_HI:
        return low_or_high(ni->mark[1], offset == CNT_MARK1_HI);
    case CNT_IN:
        return shown(board, node, NI_COUNT_IN);
    case CNT_OUT:
        return shown(board, node, NI_COUNT_OUT);
    case CNT_RELAYED:
        return shown(board, node, NI_COUNT_RELAYED);
    case CNT_DISCARDED:
        return shown(board, node, NI_COUNT_DISCARDED);
    case CNT_BAD:
        return shown(board, node, NI_COUNT_BAD);
    case CNT_STARTUP:
        return shown(board, node, NI_COUNT_STARTUP);
    case CNT_SIGNALS:
        return shown(board, node, NI_COUNT_SIGNALS);
    case CNT_EJECTED:
        return shown(board, node, NI_COUNT_EJECTED);
    case CNT_PC:
        return ni->pc;
    case CNT_ROWS:
        return rows(board, node);
    default:
        return 0;
    }
}
