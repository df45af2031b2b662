/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PENDING, and the interrupt line of a node's hart: it is high while a bit of PENDING is set that
 * WAKE selects. Whatever changes something of that calls ni_update(), except that a deadline which
 * is not in WAKE passes unnoticed: PENDING is compared with the reader's time.
 */
#include "board_priv.h"

uint32_t ni_pending(const struct noc_board *board, uint32_t node, uint64_t time)
{
    const struct ni *ni = &board->ni[node];
    bool service = ni->signals.used && ni_key_number(ni->signals.key[0]) < NI_SERVICE_SIGNALS;
    uint32_t selected = ni_key(NOC_GET(ni->select, NI_SIGNAL_SEND, NUMBER),
                               NOC_GET(ni->select, NI_SIGNAL_SEND, NODE));
    bool due = ni->due || time >= ni->deadline;

    return NOC_PUT(ni->ready, NI_PENDING, QUEUES) | NOC_PUT(service, NI_PENDING, SIGNAL) |
           NOC_PUT(ni->discards.used > 0, NI_PENDING, DISCARD) |
           NOC_PUT(ni->window_done != 0, NI_PENDING, WINDOW) |
           NOC_PUT(!(ni->tx_busy & ni->tx_watch), NI_PENDING, TX_IDLE) |
           NOC_PUT(ni_set_has(&ni->signals, selected), NI_PENDING, SELECT) |
           NOC_PUT(due, NI_PENDING, DEADLINE) |
           NOC_PUT(NOC_GET(board->boot.shown, NI_BOOT, READY), NI_PENDING, READY);
}

/* The caller of noc_board_run() wants to know of this cycle. */
static void stop(struct noc_board *board)
{
    board->stop = true;
    if (board->in_net) {
        noc_net_stop(board->net);
    }
}

void ni_update(struct noc_board *board, uint32_t node, uint64_t time)
{
    struct ni *ni = &board->ni[node];
    uint32_t pending;
    bool high;

    if (time >= ni->deadline) {
        ni->due = true;
        ni_deadline_place(board, node);
    }
    pending = ni_pending(board, node, time);
    if (ni->watched && (pending != ni->watched_pending || ni->deadline != ni->watched_deadline)) {
        ni->watched = false;
        stop(board);
        board->ops.pending(board->ops.opaque, node, time);
    }
    high = pending & ni->wake;
    if (high == ni->line) {
        return;
    }
    ni->line = high;
    if (high) {
        stop(board);
    }
    if (board->ops.line) {
        board->ops.line(board->ops.opaque, node, high, time);
    }
}

uint32_t noc_ni_watch(struct noc_board *board, uint32_t node, uint64_t *due)
{
    struct ni *ni = &board->ni[node];
    uint64_t now = noc_net_now(board->net);

    ni->watched = true;
    ni->watched_pending = ni_pending(board, node, now);
    ni->watched_deadline = ni->deadline;
    *due = ni->due || now >= ni->deadline ? NOC_NEVER : ni->deadline;
    return ni->watched_pending;
}

void noc_ni_unwatch(struct noc_board *board, uint32_t node)
{
    board->ni[node].watched = false;
}

bool noc_ni_line(const struct noc_board *board, uint32_t node)
{
    return board->ni[node].line;
}
