/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network interfaces, as firmware sees them (docs/board.md, 4.2), and calls that are interrupted.
 * Of the receiver there are two queues, discards and whom it has asked; of a sender the worm that is
 * under way, and its signals. A message is judged when it arrives, and its answer is another event.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "nodes.h"
#include "stop.h"
#include "timer.h"

enum { WORMS_MAX = 256, LOG_MAX = 4096, ACCESSES_MAX = 20000, PASSED = 1 };

static struct board *board;
static uint32_t me, node_count;
static struct worm_words worms[WORMS_MAX], described;
static uint32_t worm_count, status;
static uint32_t *collected, *collected_count;

const char *broken;

void breaks(const char *property)
{
    if (!broken) {
        broken = property;
    }
}

/* --- logs: what was read, and which points were passed ---------------------------------------------- */

struct step {
    uint32_t before, value, what; /* PASSED, or 0 */
};

static struct step *steps;
static uint32_t step_count, step_room, *step_table;
static struct step said[LOG_MAX];
static uint32_t length, position, kept_length; /* of `said`; what the log had */
static bool interruptible, first;
static uint32_t accesses, looks_at_busy;
static jmp_buf out;

static uint32_t *step_place(const struct step *s)
{
    uint32_t at = (s->before * 0x9e3779b1u ^ s->value * 0x85ebca6bu ^ s->what) * 0xc2b2ae35u;

    for (at = (at ^ at >> 15) & (2 * step_room - 1); step_table[at];
         at = (at + 1) & (2 * step_room - 1)) {
        const struct step *other = &steps[step_table[at] - 1];

        if (other->before == s->before && other->value == s->value && other->what == s->what) {
            break;
        }
    }
    return &step_table[at];
}

static uint32_t step_number(const struct step *s)
{
    uint32_t *place, i;

    if (step_count == step_room) {
        step_room = step_room ? 2 * step_room : 1 << 12;
        steps = realloc(steps, step_room * sizeof(*steps));
        free(step_table);
        step_table = calloc(2 * step_room, sizeof(*step_table));
        if (!steps || !step_table) {
            exit(2);
        }
        for (i = 0; i < step_count; i++) {
            *step_place(&steps[i]) = i + 1;
        }
    }
    place = step_place(s);
    if (!*place) {
        steps[step_count] = *s;
        *place = ++step_count;
    }
    return *place;
}

static void read_log(uint32_t number)
{
    uint32_t at, n;

    for (n = 0, at = number; at; at = steps[at - 1].before) {
        n++;
    }
    length = kept_length = n;
    for (at = number; at; at = steps[at - 1].before) {
        said[--n] = steps[at - 1];
    }
    position = 0;
}

static void write_log(void)
{
    uint32_t i;

    for (i = kept_length; i < length; i++) {
        said[i].before = board->log;
        board->log = step_number(&said[i]);
    }
}

static bool is_replayed(void)
{
    return position < length;
}

static void say(uint32_t value, uint32_t what)
{
    if (length < LOG_MAX) {
        said[length++] = (struct step){0, value, what};
        position = length;
    } else {
        breaks("a call that never ends");
    }
}

static void too_long(void)
{
    if (++accesses > ACCESSES_MAX) {
        breaks("P6: a call that never ends");
        longjmp(out, 2);
    }
}

/* Others may go on here. */
static void point(void)
{
    too_long();
    if (!interruptible) {
        return;
    }
    if (first) {
        first = false; /* the event itself leads up to the second one */
    } else if (is_replayed()) {
        position++;
    } else {
        say(0, PASSED);
        longjmp(out, 1);
    }
}

/* What the hardware says, or has said before. */
static uint32_t remembered(uint32_t value)
{
    if (!interruptible) {
        return value;
    }
    if (is_replayed()) {
        return said[position++].value;
    }
    say(value, 0);
    return value;
}

bool ni_run(void (*call)(void))
{
    volatile int how;

    accesses = looks_at_busy = 0;
    read_log(board->log);
    first = true;
    how = setjmp(out);
    if (!how) {
        call();
        board->log = 0;
        return true;
    }
    if (how == 1) {
        write_log();
        return false;
    }
    board->log = 0;
    return true;
}

void ni_begin(struct board *b, uint32_t node, bool interrupted)
{
    board = b;
    me = node;
    interruptible = interrupted;
}

void ni_collect(uint32_t *addresses, uint32_t *count, uint32_t nodes)
{
    collected = addresses;
    collected_count = count;
    node_count = nodes;
}

/* --- worms ------------------------------------------------------------------------------------------------ */

const struct worm_words *worm_of(uint32_t number)
{
    return &worms[number - 1];
}

static uint8_t worm_number(const struct worm_words *w)
{
    uint32_t i;

    for (i = 0; i < worm_count && memcmp(&worms[i], w, sizeof(*w)) != 0; i++) {
    }
    if (i == WORMS_MAX - 1) {
        breaks("too many worms");
    } else if (i == worm_count) {
        worms[worm_count++] = *w;
    }
    return (uint8_t)(i + 1);
}

/* Where the body of what is described lies; noted with it when it leaves. */
static uint32_t described_at;

/* What call_send_own has sent. */
static bool is_own(uint32_t w2)
{
    return wire_class(w2) == WIRE_CONTROL && wire_bits(w2, 0, WIRE_OPERATION_BITS) == WIRE_ENDED;
}

static void launch(uint32_t header)
{
    struct side *s = &board->side[me == RECEIVER ? 0 : me - 1];
    struct worm_words w = described;

    status = NOC_TX_OK;
    if (me == RECEIVER || header != noc_header(NOC_HEADER_LAST, RECEIVER, 0)) {
        breaks("a worm to another node");
        return;
    }
    s->resend = NOC_GET(w.w0, NI_TX_W0, TYPE) == NOC_WORM_RESEND;
    if (s->resend && !s->asked) {
        s->resend = 0; /* for a PULL whose marks an earlier one has answered: it is dropped */
        return;
    }
    /* A backlog is asked for without that something was discarded. */
    if (s->worm || s->ack || s->discarded || (s->pull && !s->browsed)) {
        breaks("P4: two messages to one destination are under way");
    }
    w.word = NOC_GET(w.w0, NI_TX_W0, LENGTH) ? *(const uint32_t *)(uintptr_t)described_at : 0;
    s->entry = NOC_GET(w.w0, NI_TX_W0, ENTRY) & ((1u << ENTRY_BITS) - 1);
    w.w0 = NOC_GET(w.w0, NI_TX_W0, LENGTH);
    s->worm = worm_number(&w);
    if (wire_class(w.w2) == WIRE_USER && (w.word & 0xff) == s->sent) {
        s->sent++;
    } else if (is_own(w.w2) && w.word == s->own_sent) {
        s->own_sent++;
    }
    if (!s->resend) {
        s->age = AGE_NEW;
        s->seen = 0;
    }
}

/* --- the receiver's queues --------------------------------------------------------------------------------- */

static uint8_t youngest(const struct board *b)
{
    uint8_t stamp = 0;
    uint32_t q, i;

    for (q = 0; q < 2; q++) {
        for (i = 0; i < b->queue[q].entries; i++) {
            stamp = b->queue[q].entry[i].stamp > stamp ? b->queue[q].entry[i].stamp : stamp;
        }
    }
    return stamp;
}

/* Only which one came before which matters. */
static void renumber(struct board *b)
{
    uint8_t stamp, next = 1;
    uint32_t q, i;

    for (stamp = 1; stamp <= 2 * SLOTS_MAX + 1; stamp++) {
        for (q = 0; q < 2; q++) {
            for (i = 0; i < b->queue[q].entries; i++) {
                if (b->queue[q].entry[i].stamp == stamp) {
                    b->queue[q].entry[i].stamp = next++;
                }
            }
        }
    }
}

bool ni_arrive(struct board *b, uint32_t sender)
{
    struct side *s = &b->side[sender];
    struct queue *q = &b->queue[s->resend];
    const uint8_t worm = s->worm;

    if (!worm) {
        return false;
    }
    s->worm = s->entry = 0;
    if (s->resend && !s->asked) {
        s->resend = 0;
        return true; /* nobody has asked for it, and nobody will */
    }
    if (s->resend) {
        s->asked = 0;
    }
    s->resend = 0;
    if (!q->frees) {
        s->discarded = 1;
        return true;
    }
    q->entry[q->entries++] =
        (struct entry){worm, (uint8_t)(sender + 1), q->free[0], (uint8_t)(youngest(b) + 1)};
    q->frees--;
    q->free[0] = q->free[1];
    q->free[1] = 0;
    s->ack = 1;
    return true;
}

static uint32_t slot_number(uint32_t address)
{
    uint32_t i;

    for (i = 0; i < SLOTS && slot_address(i) != address; i++) {
    }
    return i;
}

static void give_slot(uint32_t q, uint32_t address)
{
    struct queue *queue = &board->queue[q];

    if (collected) {
        collected[(*collected_count)++] = address;
        return;
    }
    if (queue->frees + queue->entries == SLOTS_MAX || slot_number(address) == SLOTS) {
        breaks("P1: a slot that is none, or too many");
        return;
    }
    queue->free[queue->frees++] = (uint8_t)slot_number(address);
}

static void pop(uint32_t q)
{
    struct queue *queue = &board->queue[q];

    if (queue->entries) {
        queue->entries--;
        queue->entry[0] = queue->entry[1];
        memset(&queue->entry[queue->entries], 0, sizeof(queue->entry[0]));
        renumber(board);
    }
}

static uint32_t read_queue(uint32_t q, uint32_t offset)
{
    const struct queue *queue = &board->queue[q < 2 ? q : 0];
    const struct entry *e = &queue->entry[0];
    const struct worm_words *w;
    uint32_t address, word;

    if (offset == NI_RX_ADDR) { /* its body is there now, and in a call that is made again */
        address = remembered(queue->entries && q < 2 ? slot_address(e->slot) : 0);
        word = remembered(queue->entries && q < 2 ? worm_of(e->worm)->word : 0);
        if (address) {
            *(uint32_t *)(uintptr_t)address = word;
        }
        return address;
    }
    if (q >= 2 || !queue->entries) {
        return remembered(0);
    }
    w = worm_of(e->worm);
    switch (offset) {
    case NI_RX_W0:
        return remembered(w->w0);
    case NI_RX_W1:
        return remembered(w->w1 | e->source);
    case NI_RX_W2:
        return remembered(w->w2);
    case NI_RX_TIME_LO:
        return remembered(CLOCK - 100 + e->stamp);
    default:
        return remembered(0);
    }
}

/* --- marks ------------------------------------------------------------------------------------------------ */

static const uint8_t mark_numbers[] = {WIRE_FIRST, WIRE_NEXT, WIRE_TAKEN, WIRE_REPEAT};

/* Its bit; 0: it is none. */
static uint8_t mark_bit(uint32_t number)
{
    uint32_t i;

    for (i = 0; i < 4 && mark_numbers[i] != number; i++) {
    }
    return (uint8_t)(i < 4 ? 1u << i : 0);
}

static uint32_t selected;

/* The signal that is selected is there. */
static bool is_selected_there(void)
{
    const struct side *s = me == RECEIVER ? NULL : &board->side[me - 1];
    const uint32_t number = NOC_GET(selected, NI_SIGNAL_HEAD, NUMBER);

    return s && NOC_GET(selected, NI_SIGNAL_HEAD, NODE) == RECEIVER &&
           (number == WIRE_ACKNOWLEDGED ? s->has_ack
            : number == WIRE_PULL       ? s->has_pull
                                        : s->has_marks & mark_bit(number));
}

/* --- signals and discards ------------------------------------------------------------------------------- */

static uint32_t signal_head(void)
{
    const struct side *s = me == RECEIVER ? NULL : &board->side[me - 1];
    const uint32_t valid =
        NOC_PUT(1, NI_SIGNAL_HEAD, VALID) | NOC_PUT(RECEIVER, NI_SIGNAL_HEAD, NODE);

    if (s && s->has_ack) {
        return valid | NOC_PUT(noc_signal(NOC_SIGNAL_ACK, NOC_QUEUE_EAGER), NI_SIGNAL_HEAD, NUMBER);
    }
    return s && s->has_pull
             ? valid | NOC_PUT(noc_signal(NOC_SIGNAL_PULL, NOC_QUEUE_EAGER), NI_SIGNAL_HEAD, NUMBER)
             : 0;
}

static void pop_signal(uint32_t value)
{
    struct side *s = &board->side[me - 1];

    if (NOC_GET(value, NI_SIGNAL_HEAD, NUMBER) == noc_signal(NOC_SIGNAL_ACK, NOC_QUEUE_EAGER)) {
        s->has_ack = 0;
    } else if (mark_bit(NOC_GET(value, NI_SIGNAL_HEAD, NUMBER))) {
        s->has_marks &= 15u & ~mark_bit(NOC_GET(value, NI_SIGNAL_HEAD, NUMBER));
    } else {
        s->has_pull = 0;
    }
}

static void send_signal(uint32_t value)
{
    const uint32_t to = NOC_GET(value, NI_SIGNAL_SEND, NODE);
    const uint32_t number = NOC_GET(value, NI_SIGNAL_SEND, NUMBER);
    struct side *s;

    if (me != RECEIVER || to == RECEIVER || to >= node_count ||
        (number != noc_signal(NOC_SIGNAL_PULL, NOC_QUEUE_EAGER) && !mark_bit(number))) {
        breaks("a signal that is none of short messages");
        return;
    }
    s = &board->side[to - 1];
    if (mark_bit(number)) {
        s->marks |= mark_bit(number) & 15u;
        return;
    }
    if ((s->pull || s->has_pull) && !(noc_layer.open[0] >> to & 1)) {
        breaks("P4: two pulls of one message are under way");
    }
    s->ack_first |= s->ack;
    s->browsed = noc_layer.open[0] >> to & 1;
    s->pull = s->asked = 1;
}

static uint32_t discard_head(void)
{
    uint32_t i, node;

    for (i = 0; me == RECEIVER && i < node_count; i++) {
        node = (board->turn + i) % node_count;
        if (node && board->side[node - 1].discarded) {
            return NOC_PUT(1, NI_DISCARD_HEAD, VALID) | NOC_PUT(node, NI_DISCARD_HEAD, NODE);
        }
    }
    return 0;
}

static void pop_discard(uint32_t value)
{
    const uint32_t node = NOC_GET(value, NI_DISCARD_HEAD, NODE);

    if (node && node < node_count && board->side[node - 1].discarded) {
        board->side[node - 1].discarded = 0;
        board->turn = (uint8_t)(node + 1);
    }
}

static uint32_t pending(void)
{
    return NOC_PUT((uint32_t)(me == RECEIVER && board->queue[0].entries) |
                       (uint32_t)(me == RECEIVER && board->queue[1].entries) << 1,
                   NI_PENDING, QUEUES) |
           NOC_PUT(signal_head() != 0, NI_PENDING, SIGNAL) |
           NOC_PUT(discard_head() != 0, NI_PENDING, DISCARD) |
           NOC_PUT(is_selected_there(), NI_PENDING, SELECT);
}

/* --- registers ---------------------------------------------------------------------------------------------- */

/* Who waits for a worm to leave sees it leave, whatever others do. */
static uint32_t tx_busy(void)
{
    const uint32_t busy = me && board->side[me - 1].worm ? 1u << board->side[me - 1].entry : 0;

    if (busy && !interruptible && ++looks_at_busy > 2) {
        (void)ni_arrive(board, me - 1);
    }
    return busy;
}

uint32_t mmio_read32(uint32_t address)
{
    const uint32_t offset = address - NOC_NI_BASE;

    switch (offset) {
    case NI_NODE:
        return me;
    case NI_NODES:
        return node_count;
    case NI_RAM:
        return 1 << 20;
    case NI_TX_STATUS:
        return status;
    case NI_PENDING:
        point();
        return remembered(pending());
    case NI_SIGNAL_HEAD:
        point();
        return remembered(signal_head());
    case NI_SIGNAL_SELECT:
        return selected;
    case NI_DISCARD_HEAD:
        point();
        return remembered(discard_head());
    case NI_DISCARD_SELECT:
        point();
        return remembered(board->select && board->side[board->select - 1].discarded
                              ? NOC_PUT(1, NI_DISCARD_SELECT, SET)
                              : 0);
    case NI_TX_BUSY:
        point();
        return remembered(tx_busy());
    default:
        if (offset >= NI_RX_FREE) {
            return read_queue((offset - NI_RX_FREE) / NI_QUEUE_STRIDE,
                              NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE);
        }
        return 0;
    }
}

static void write_queue(uint32_t q, uint32_t offset, uint32_t value)
{
    if (offset == NI_RX_FREE) {
        point();
        if (!is_replayed()) {
            give_slot(q, value);
        }
    } else if (offset == NI_RX_POP) {
        point();
        if (!is_replayed()) {
            pop(q);
        }
    }
}

/* What others notice. */
static void act(uint32_t offset, uint32_t value)
{
    point();
    if (is_replayed()) {
        return;
    }
    switch (offset) {
    case NI_TX_DEST:
        launch(value);
        break;
    case NI_SIGNAL_SEND:
        send_signal(value);
        break;
    case NI_SIGNAL_POP:
        pop_signal(value);
        break;
    default:
        pop_discard(value);
        break;
    }
}

void mmio_write32(uint32_t address, uint32_t value)
{
    const uint32_t offset = address - NOC_NI_BASE;

    switch (offset) {
    case NI_TX_ADDR:
        described_at = value;
        break;
    case NI_TX_W0:
        described.w0 = value;
        break;
    case NI_TX_W1:
        described.w1 = value;
        break;
    case NI_TX_W2:
        described.w2 = value;
        break;
    case NI_SIGNAL_SELECT:
        selected = value;
        break;
    case NI_DISCARD_SELECT:
        if (!is_replayed()) {
            board->select = (uint8_t)NOC_GET(value, NI_DISCARD_HEAD, NODE);
        }
        break;
    case NI_TX_DEST:
    case NI_SIGNAL_SEND:
    case NI_SIGNAL_POP:
    case NI_DISCARD_POP:
        act(offset, value);
        break;
    default:
        if (offset >= NI_RX_FREE) {
            write_queue((offset - NI_RX_FREE) / NI_QUEUE_STRIDE,
                        NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE, value);
        }
        break;
    }
}

/* --- the rest of the board --------------------------------------------------------------------------------- */

void mmio_fence_out(void)
{
}
void mmio_fence_in(void)
{
}
uint64_t hart_cycles(void)
{
    too_long();
    return CLOCK;
}
void hart_sleep(void)
{
    breaks("a call that has no time sleeps");
    longjmp(out, 2);
}
_Noreturn void bsp_abort(uint32_t code)
{
    (void)code;
    abort();
}
void bsp_fail_exit(uint32_t code)
{
    (void)code;
}
void timer_sleep_until(uint64_t when)
{
    (void)when;
}
void console_puts(const char *text)
{
    (void)text;
}
void console_put_decimal(uint32_t value)
{
    (void)value;
}
void console_end_line(void)
{
}
void life_broken(const char *table, uint32_t node, uint32_t state, uint32_t event, uint32_t is)
{
    static char text[160];

    snprintf(text, sizeof(text),
             "P7: %s of node %u: state %u, event %u, and the layer is in state %u", table,
             (unsigned)node, (unsigned)state, (unsigned)event, (unsigned)is);
    breaks(text);
}
