/* SPDX-License-Identifier: BSD-2-Clause */
/* The state block of a node (include/noc/state.def): a look at its interface and router. */
#include "board_priv.h"

static uint32_t at_most_255(uint32_t n)
{
    return n < 255 ? n : 255;
}

/* Four queues' numbers of entries, or of free slots, from queue q on. */
static uint32_t queues(const struct ni *ni, unsigned q, bool free)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < 4; i++) {
        const struct ni_queue *queue = ni->queue[q + i];

        if (queue) {
            word |= (uint32_t)(free ? queue->frees : queue->entries) << 8 * i;
        }
    }
    return word;
}

static uint32_t windows(const struct ni *ni)
{
    uint32_t open = 0, landing = 0;

    for (unsigned w = 0; w < NOC_WINDOWS; w++) {
        open |= (uint32_t)ni->window[w].open << w;
        landing |= (uint32_t)ni->window[w].filling << w;
    }
    return NOC_PUT(open, STATE_WINDOWS, OPEN) | NOC_PUT(ni->window_done, STATE_WINDOWS, DONE) |
           NOC_PUT(landing, STATE_WINDOWS, LANDING);
}

static uint32_t in_word(const struct noc_net_row *row)
{
    return NOC_PUT(row->port == NOC_PORT_LOCAL ? STATE_PORT_INJECTION : row->port, STATE_IN, PORT) |
           NOC_PUT(row->vc, STATE_IN, VC) | NOC_PUT(row->lane, STATE_IN, LANE) |
           NOC_PUT(at_most_255(row->flits), STATE_IN, FLITS);
}

static uint32_t out_word(const struct noc_net_row *row)
{
    if (!row->asks_channel && !row->has_channel) {
        return row->asks_context || row->has_context ? NOC_PUT(STATE_PORT_NI, STATE_OUT, PORT) : 0;
    }
    return NOC_PUT(row->out_port, STATE_OUT, PORT) | NOC_PUT(row->out_vc, STATE_OUT, VC) |
           NOC_PUT(row->out_lane, STATE_OUT, LANE) |
           NOC_PUT(at_most_255(row->credits), STATE_OUT, CREDITS);
}

static uint32_t worm_word(const struct noc_net_row *row)
{
    return NOC_PUT(row->context, STATE_WORM, CONTEXT) |
           NOC_PUT(row->asks_context, STATE_WORM, ASKS_CONTEXT) |
           NOC_PUT(row->has_context, STATE_WORM, HAS_CONTEXT) |
           NOC_PUT(row->asks_channel, STATE_WORM, ASKS_CHANNEL) |
           NOC_PUT(row->has_channel, STATE_WORM, HAS_CHANNEL) |
           NOC_PUT(row->coming, STATE_WORM, COMING) | NOC_PUT(row->sunk, STATE_WORM, SUNK) |
           NOC_PUT(row->tail, STATE_WORM, TAIL) | NOC_PUT(row->header, STATE_WORM, HEADER) |
           NOC_PUT(row->there, STATE_WORM, THERE);
}

uint32_t ni_row_word(const struct noc_net_row *row, uint32_t offset)
{
    switch (offset) {
    case STATE_IN:
        return in_word(row);
    case STATE_FRONT:
        return row->front;
    case STATE_OUT:
        return out_word(row);
    default:
        return worm_word(row);
    }
}

static uint32_t read_row(const struct noc_board *board, uint32_t node, uint32_t offset)
{
    uint32_t i = (offset - STATE_IN) / STATE_ROW_STRIDE;
    struct noc_net_row row;

    if (i >= STATE_ROWS_MAX || !noc_net_row(board->net, node, i, &row)) {
        return 0;
    }
    return ni_row_word(&row, offset - i * STATE_ROW_STRIDE);
}

uint32_t noc_board_state(const struct noc_board *board, uint32_t node, uint32_t offset)
{
    const struct ni *ni = &board->ni[node];
    uint32_t rows;

    if (offset % 4) {
        return 0;
    }
    if (offset >= STATE_IN) {
        return read_row(board, node, offset);
    }
    switch (offset) {
    case STATE_PENDING:
        return ni_pending(board, node, noc_board_now(board));
    case STATE_TX_BUSY:
        return ni->tx_busy;
    case STATE_STARTING:
        return noc_net_starting(board->net, node);
    case STATE_DISCARDS:
        return ni->discards.used;
    case STATE_QUEUED0:
    case STATE_QUEUED1:
        return queues(ni, offset == STATE_QUEUED0 ? 0 : 4, false);
    case STATE_FREE0:
    case STATE_FREE1:
        return queues(ni, offset == STATE_FREE0 ? 0 : 4, true);
    case STATE_WINDOWS:
        return windows(ni);
    case STATE_STAMPS:
        return board->stamps && board->stamps[node] ? board->stamps[node]->written : 0;
    case STATE_ROWS:
    case STATE_UNSEEN:
        rows = noc_net_rows(board->net, node);
        if (offset == STATE_ROWS) {
            return rows < STATE_ROWS_MAX ? rows : STATE_ROWS_MAX;
        }
        return rows < STATE_ROWS_MAX ? 0 : rows - STATE_ROWS_MAX;
    default:
        return 0;
    }
}
