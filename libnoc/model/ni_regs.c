/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registers of a network interface: include/noc/ni_regs.def one by one.
 * Reads change nothing, so a debugger's read is a hart's. Reads of write-only
 * registers, and of offsets where none is, give 0; such writes do nothing.
 */
#include <assert.h>

#include "board_priv.h"

enum { RX_END = NI_RX_FREE + NOC_QUEUES * NI_QUEUE_STRIDE };

/* Queue registers are decoded as those of queue 0, and q. */
static uint32_t split(uint32_t offset, unsigned *q)
{
    if (offset < NI_RX_FREE || offset >= RX_END) {
        return offset;
    }
    *q = (offset - NI_RX_FREE) / NI_QUEUE_STRIDE;
    return NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE;
}

static uint32_t low(uint64_t x)
{
    return (uint32_t)x;
}

static uint32_t high(uint64_t x)
{
    return (uint32_t)(x >> 32);
}

bool noc_ni_timeless(uint32_t offset, bool write)
{
    unsigned q = 0;

    switch (split(offset, &q)) {
    case NI_DISCARD_SELECT:
        return write; /* whether it is set is the network's affair */
    case NI_TX_ADDR:
    case NI_TX_W0:
    case NI_TX_W1:
    case NI_TX_W2:
    case NI_TX_LIST_ADDR:
    case NI_TX_LIST_FLITS:
    case NI_TX_HEADERS_ADDR:
    case NI_TAU_S:       /* looked at only by the write of TX_DEST or TX_HEADERS */
    case NI_DEADLINE_LO: /* compared with the hart's own time */
    case NI_DEADLINE_HI:
    case NI_WINDOW_INDEX:
    case NI_CONSOLE:
    case NI_EXIT:
    case NI_WAITING:
    case NI_MARK:
    case NI_PC:
        return true;
    case NI_NODE:
    case NI_NODES:
    case NI_CONFIG:
    case NI_RAM:
    case NI_VERSION:
    case NI_BOARD:
    case NI_PROFILE:
    case NI_WIRING:
    case NI_HOST:
    case NI_WAKE:
    case NI_TX_STATUS:
    case NI_TX_WATCH:
    case NI_TAU_R:
    case NI_SIGNAL_SELECT:
    case NI_WINDOW_ADDR:
    case NI_WINDOW_LENGTH:
    case NI_WINDOW_KEY:
    case NI_RX_SIZE:
        return !write; /* only the hart itself changes them, and its own time */
    default:
        return false;
    }
}

/* --- read ------------------------------------------------------------------ */

static uint32_t read_queue(const struct ni *ni, unsigned q, uint32_t offset)
{
    const struct ni_queue *queue = ni->queue[q];
    const struct ni_entry *e;

    if (!queue) {
        return 0;
    }
    if (offset == NI_RX_SIZE) {
        return queue->size;
    }
    if (!queue->entries) {
        return 0;
    }
    e = &queue->entry[queue->first_entry];
    switch (offset) {
    case NI_RX_W0:
        return e->word[0];
    case NI_RX_W1:
        return e->word[1];
    case NI_RX_W2:
        return e->word[2];
    case NI_RX_ADDR:
        return e->addr;
    case NI_RX_TIME_LO:
        return low(e->time);
    case NI_RX_TIME_HI:
        return high(e->time);
    default:
        return 0;
    }
}

static uint32_t read_constant(const struct noc_board *board, uint32_t node, uint32_t offset)
{
    const struct noc_net_config *net = &board->config.net;

    switch (offset) {
    case NI_NODE:
        return node;
    case NI_NODES:
        return net->topology->nodes;
    case NI_CONFIG:
        return NOC_PUT(net->ports ? net->ports : net->topology->links, NI_CONFIG, PORTS) |
               NOC_PUT(NOC_QUEUES, NI_CONFIG, QUEUES) | NOC_PUT(NOC_WINDOWS, NI_CONFIG, WINDOWS) |
               NOC_PUT(NOC_TX_ENTRIES, NI_CONFIG, ENTRIES);
    case NI_RAM:
        return board->config.ram_bytes;
    case NI_BOARD:
        return board->config.board ? board->config.board : noc_ni_reset(offset);
    case NI_VERSION:
        return noc_ni_reset(offset);
    case NI_PROFILE:
        return NOC_PUT(board->config.unicasts ? 0 : ni_list_flits(board), NI_PROFILE, LIST) |
               NOC_PUT(1, NI_PROFILE, TURNS) |
               NOC_PUT(!board->config.unicasts, NI_PROFILE, COPIES) |
               NOC_PUT(1, NI_PROFILE, STAMPS) |
               NOC_PUT(net->routing->vcs * net->lanes, NI_PROFILE, VCS) |
               NOC_PUT(net->topology->ports, NI_PROFILE, DEGREE);
    case NI_WIRING:
        return board->wiring;
    default:
        return 0;
    }
}

/* The discard that these fields of DISCARD_HEAD name. */
static uint32_t discard_key(uint32_t value)
{
    return ni_key(NOC_GET(value, NI_DISCARD_HEAD, QUEUE), NOC_GET(value, NI_DISCARD_HEAD, NODE));
}

/* The service signal that is next; there is one. */
static uint32_t signal_in_turn(const struct ni *ni)
{
    bool behind = ni_set_has_any(&ni->signals, ni->signal_turn, NI_SERVICE_SIGNALS);

    return ni_set_turn(&ni->signals, behind ? ni->signal_turn : 0, ni->signal_next);
}

/* What waits to be handled. */
static uint32_t read_event(const struct noc_board *board, uint32_t node, uint32_t offset,
                           uint64_t time)
{
    const struct ni *ni = &board->ni[node];
    uint32_t key;

    switch (offset) {
    case NI_DEADLINE_LO:
        return low(ni->deadline);
    case NI_DEADLINE_HI:
        return high(ni->deadline);
    case NI_PENDING:
        return ni_pending(board, node, time);
    case NI_WAKE:
        return ni->wake;
    case NI_SIGNAL_HEAD:
        if (!(ni_pending(board, node, time) & NOC_PUT(1, NI_PENDING, SIGNAL))) {
            return 0;
        }
        key = signal_in_turn(ni);
        return NOC_PUT(ni_key_node(key), NI_SIGNAL_HEAD, NODE) |
               NOC_PUT(ni_key_number(key), NI_SIGNAL_HEAD, NUMBER) |
               NOC_PUT(1, NI_SIGNAL_HEAD, VALID);
    case NI_SIGNAL_SELECT:
        return ni->select;
    case NI_DISCARD_HEAD:
        if (!ni->discards.used) {
            return 0;
        }
        key = ni_set_turn(&ni->discards, 0, ni->discard_next);
        return NOC_PUT(ni_key_node(key), NI_DISCARD_HEAD, NODE) |
               NOC_PUT(ni_key_number(key), NI_DISCARD_HEAD, QUEUE) |
               NOC_PUT(1, NI_DISCARD_HEAD, VALID);
    case NI_DISCARD_SELECT:
        return ni->discard_select |
               NOC_PUT(ni_set_has(&ni->discards, discard_key(ni->discard_select)),
                       NI_DISCARD_SELECT, SET);
    default:
        return 0;
    }
}

static uint32_t read_window(const struct ni *ni, uint32_t offset)
{
    const struct ni_window *window = &ni->window[ni->window_index];

    switch (offset) {
    case NI_WINDOW_INDEX:
        return ni->window_index;
    case NI_WINDOW_ADDR:
        return window->addr;
    case NI_WINDOW_LENGTH:
        return window->length;
    case NI_WINDOW_OPEN:
        return NOC_PUT(window->source, NI_WINDOW_OPEN, NODE) |
               NOC_PUT(window->stays, NI_WINDOW_OPEN, STAY) |
               NOC_PUT(window->filling, NI_WINDOW_OPEN, LANDING) |
               NOC_PUT(window->open, NI_WINDOW_OPEN, OPEN);
    case NI_WINDOW_DONE:
        return ni->window_done;
    case NI_WINDOW_KEY:
        return window->key;
    case NI_WINDOW_LANDED:
        return window->landed;
    default:
        return 0;
    }
}

/* Transmit, the core's own word, and what was broken. */
static uint32_t read_plain(const struct ni *ni, uint32_t offset, uint64_t time)
{
    switch (offset) {
    case NI_TX_ADDR:
        return ni->tx_addr;
    case NI_TX_W0:
        return ni->tx_w0;
    case NI_TX_W1:
        return ni->tx_w1;
    case NI_TX_W2:
        return ni->tx_w2;
    case NI_TX_LIST_ADDR:
        return ni->tx_list_addr;
    case NI_TX_LIST_FLITS:
        return ni->tx_list_flits;
    case NI_TX_HEADERS_ADDR:
        return ni->tx_headers_addr;
    case NI_TX_STATUS:
        return ni_tx_status(ni, time);
    case NI_TX_BUSY:
        return ni->tx_busy;
    case NI_TX_WATCH:
        return ni->tx_watch;
    case NI_TAU_S:
        return ni->tau_s;
    case NI_TAU_R:
        return ni->tau_r;
    case NI_EXIT:
        return ni->exit;
    case NI_WAITING:
        return ni->waiting;
    case NI_PC:
        return ni->pc;
    case NI_BAD_HEADER:
        return ni->bad_header;
    case NI_BAD_WHERE:
        return ni->bad_where;
    case NI_BAD_TIME_LO:
        return low(ni->bad_time);
    case NI_BAD_TIME_HI:
        return high(ni->bad_time);
    default:
        return 0;
    }
}

static uint32_t read_at(const struct noc_board *board, uint32_t node, uint32_t offset,
                        uint64_t time)
{
    const struct ni *ni = &board->ni[node];
    unsigned q = NOC_QUEUES;

    assert(node < board->config.net.topology->nodes);
    offset = split(offset, &q);
    if (q < NOC_QUEUES) {
        return read_queue(ni, q, offset);
    }
    if (offset <= NI_BOARD || offset == NI_PROFILE || offset == NI_WIRING) {
        return read_constant(board, node, offset);
    }
    if (offset <= NI_WAKE || (offset >= NI_SIGNAL_HEAD && offset <= NI_DISCARD_SELECT)) {
        return read_event(board, node, offset, time);
    }
    if (offset >= NI_WINDOW_LANDED && offset <= NI_WINDOW_KEY) {
        return read_window(ni, offset);
    }
    if (offset == NI_HOST) {
        return board->config.host;
    }
    return offset == NI_BOOT ? board->boot.shown : read_plain(ni, offset, time);
}

uint32_t noc_ni_read(struct noc_board *board, uint32_t node, uint32_t offset, uint64_t when)
{
    assert(when >= noc_board_now(board));
    return read_at(board, node, offset, when);
}

uint32_t noc_ni_peek(const struct noc_board *board, uint32_t node, uint32_t offset)
{
    return read_at(board, node, offset, noc_board_now(board));
}

/* --- write ----------------------------------------------------------------- */

static uint32_t number_of(uint32_t value)
{
    return NOC_GET(value, NI_SIGNAL_SEND, NUMBER);
}

static uint32_t node_of(uint32_t value)
{
    return NOC_GET(value, NI_SIGNAL_SEND, NODE);
}

/* A deadline that is past already is found by the ni_update() that follows. */
static void write_deadline(struct noc_board *board, uint32_t node, uint64_t deadline)
{
    board->ni[node].deadline = deadline;
    board->ni[node].due = false;
    ni_deadline_place(board, node);
}

static void pop_signal(struct ni *ni, uint32_t value)
{
    uint32_t number = number_of(value);

    if (ni_set_remove(&ni->signals, ni_key(number, node_of(value))) &&
        number < NI_SERVICE_SIGNALS) {
        ni->signal_next[number] = (uint16_t)(node_of(value) + 1);
        ni->signal_turn = (uint8_t)((number + 1) % NI_SERVICE_SIGNALS);
    }
}

static void pop_discard(struct ni *ni, uint32_t value)
{
    uint32_t key = discard_key(value);

    if (ni_set_remove(&ni->discards, key)) {
        ni->discard_next[ni_key_number(key)] = (uint16_t)(ni_key_node(key) + 1);
    }
}

static void close_windows(struct ni *ni, uint32_t which)
{
    unsigned w;

    for (w = 0; w < NOC_WINDOWS; w++) {
        if (which >> w & 1) {
            ni->window[w].open = ni->window[w].filling = false;
            ni->window[w].generation++;
        }
    }
}

/* One that stays remains open. */
static void clear_windows(struct ni *ni, uint32_t which)
{
    uint32_t w, stay = 0;

    for (w = 0; w < NOC_WINDOWS; w++) {
        stay |= (uint32_t)ni->window[w].stays << w;
    }
    close_windows(ni, which & ~stay);
    ni->window_done &= (uint8_t)~which;
}

static void open_window(struct ni *ni, struct ni_window *window, uint32_t value)
{
    window->stays = false;
    clear_windows(ni, 1u << ni->window_index);
    window->source = (uint16_t)node_of(value);
    window->open = true;
    window->stays = NOC_GET(value, NI_WINDOW_OPEN, STAY);
    window->taken = window->landed = 0;
}

static void write_window(struct ni *ni, uint32_t offset, uint32_t value)
{
    struct ni_window *window = &ni->window[ni->window_index];

    switch (offset) {
    case NI_WINDOW_INDEX:
        ni->window_index = value % NOC_WINDOWS;
        break;
    case NI_WINDOW_ADDR:
        if (!window->filling) { /* a body that lands has its place */
            window->addr = value & ~3u;
        }
        break;
    case NI_WINDOW_LENGTH:
        window->length = value & NOC_BYTES_MAX;
        break;
    case NI_WINDOW_OPEN:
        open_window(ni, window, value);
        break;
    case NI_WINDOW_CLEAR:
        clear_windows(ni, value);
        break;
    case NI_WINDOW_CLOSE:
        close_windows(ni, value);
        break;
    case NI_WINDOW_KEY:
        window->key = value;
        break;
    default:
        break;
    }
}

static void write_queue(struct ni *ni, unsigned q, uint32_t offset, uint32_t value)
{
    switch (offset) {
    case NI_RX_FREE:
        ni_queue_free_slot(ni_queue_get(ni, q), value & ~3u);
        break;
    case NI_RX_SIZE:
        ni_queue_get(ni, q)->size = value & NOC_LENGTH_MAX;
        break;
    case NI_RX_POP:
        ni_queue_pop(ni, q);
        break;
    case NI_RX_RESET:
        ni_queue_reset(ni, q);
        break;
    default:
        break;
    }
}

/* Deadline, wake, signals, discards. */
static void write_event(struct noc_board *board, uint32_t node, uint32_t offset, uint32_t value,
                        uint64_t when)
{
    struct ni *ni = &board->ni[node];

    switch (offset) {
    case NI_DEADLINE_LO:
        write_deadline(board, node, (uint64_t)high(ni->deadline) << 32 | value);
        break;
    case NI_DEADLINE_HI:
        write_deadline(board, node, (uint64_t)value << 32 | low(ni->deadline));
        break;
    case NI_WAKE:
        ni->wake = value & noc_mask(NI_PENDING_READY_SHIFT + 1);
        ni_deadline_place(board, node);
        break;
    case NI_SIGNAL_SEND:
        ni_signal(board, node, node_of(value), number_of(value), when);
        break;
    case NI_SIGNAL_POP:
        pop_signal(ni, value);
        break;
    case NI_SIGNAL_SELECT:
        ni->select = NOC_PUT(node_of(value), NI_SIGNAL_SEND, NODE) |
                     NOC_PUT(number_of(value), NI_SIGNAL_SEND, NUMBER);
        break;
    case NI_DISCARD_POP:
        pop_discard(ni, value);
        break;
    case NI_DISCARD_SELECT:
        ni->discard_select = value & (NOC_PUT(UINT32_MAX, NI_DISCARD_HEAD, NODE) |
                                      NOC_PUT(UINT32_MAX, NI_DISCARD_HEAD, QUEUE));
        break;
    default:
        break;
    }
}

static void write_transmit(struct noc_board *board, uint32_t node, uint32_t offset, uint32_t value,
                           uint64_t when)
{
    struct ni *ni = &board->ni[node];

    switch (offset) {
    case NI_TX_ADDR:
        ni->tx_addr = value;
        break;
    case NI_TX_W0:
        ni->tx_w0 = value;
        break;
    case NI_TX_W1:
        ni->tx_w1 = value;
        break;
    case NI_TX_W2:
        ni->tx_w2 = value;
        break;
    case NI_TX_LIST_ADDR:
        ni->tx_list_addr = value;
        break;
    case NI_TX_LIST_FLITS:
        ni->tx_list_flits = value;
        break;
    case NI_TX_HEADERS_ADDR:
        ni->tx_headers_addr = value;
        break;
    case NI_TX_DEST:
        ni_start(board, node, value, when);
        break;
    case NI_TX_HEADERS:
        ni_start_headers(board, node, value, when);
        break;
    case NI_TX_WATCH:
        ni->tx_watch = (uint16_t)value;
        break;
    case NI_TAU_S:
        ni->tau_s = value & NOC_LENGTH_MAX;
        break;
    case NI_TAU_R:
        ni->tau_r = value & NOC_LENGTH_MAX;
        break;
    default:
        break;
    }
}

static void write_exit(struct noc_board *board, uint32_t node, uint32_t value, uint64_t when)
{
    struct ni *ni = &board->ni[node];
    uint32_t code = NOC_GET(value, NI_EXIT, CODE), ends = NOC_GET(value, NI_EXIT, ABORT);

    if (NOC_GET(ni->exit, NI_EXIT, ABORT) || (NOC_GET(ni->exit, NI_EXIT, DONE) && !ends)) {
        return; /* the first word counts, but that an end of the board comes behind any */
    }
    ni->exit =
        NOC_PUT(code, NI_EXIT, CODE) | NOC_PUT(ends, NI_EXIT, ABORT) | NOC_PUT(1, NI_EXIT, DONE);
    if (ends && board->ops.abort) {
        board->ops.abort(board->ops.opaque, node, code, when);
    } else if (!ends && board->ops.exit) {
        board->ops.exit(board->ops.opaque, node, code, when);
    }
}

/* The core's own word to the outside. */
static void write_core(struct noc_board *board, uint32_t node, uint32_t offset, uint32_t value,
                       uint64_t when)
{
    struct ni *ni = &board->ni[node];

    switch (offset) {
    case NI_CONSOLE:
        if (board->ops.console) {
            board->ops.console(board->ops.opaque, node, (char)(value & 0xff));
        }
        break;
    case NI_EXIT:
        write_exit(board, node, value, when);
        break;
    case NI_WAITING:
        ni->waiting = value;
        break;
    case NI_MARK:
        if (value < 2) {
            ni->mark[value] = when;
        }
        break;
    case NI_COUNTERS:
        ni_counters_command(board, node, value);
        break;
    case NI_PC:
        ni->pc = value;
        ni->trapped = true;
        break;
    case NI_BOOT:
        ni_boot_write(board, node, value, when);
        break;
    default:
        break;
    }
}

static bool is_deadline(uint32_t offset)
{
    return offset == NI_DEADLINE_LO || offset == NI_DEADLINE_HI;
}

void noc_ni_write(struct noc_board *board, uint32_t node, uint32_t offset, uint32_t value,
                  uint64_t when)
{
    struct ni *ni = &board->ni[node];
    unsigned q = NOC_QUEUES;
    bool changes = true; /* perhaps something the line shows */

    assert(node < board->config.net.topology->nodes);
    assert(when >= noc_board_now(board));
    if (noc_ni_timeless(offset, true) && !is_deadline(offset)) {
        changes = false; /* and the board may be behind `when` */
    }
    offset = split(offset, &q);
    if (q < NOC_QUEUES) {
        write_queue(ni, q, offset, value);
    } else if (offset < NI_TX_ADDR || (offset >= NI_SIGNAL_SEND && offset <= NI_DISCARD_SELECT)) {
        write_event(board, node, offset, value, when);
    } else if (offset < NI_SIGNAL_SEND) {
        write_transmit(board, node, offset, value, when);
    } else if (offset < NI_CONSOLE) {
        write_window(ni, offset, value);
    } else {
        write_core(board, node, offset, value, when);
    }
    if (changes) {
        ni_update(board, node, when);
    }
}
