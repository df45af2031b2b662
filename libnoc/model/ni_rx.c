/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receiving (docs/board.md, 4.2): a worm's fate is decided when W2 has come;
 * when its last flit has come, and TAU_R is over, it is shown: its list and body are
 * copied to RAM and its entry, window bit or signal bit appears, all in one
 * cycle, in which its sender is answered, too. A worm never waits for anything here. One with several destinations is at each of
 * them, for itself, an arrival.
 */
#include <assert.h>

#include "board_priv.h"

static uint32_t length_of(const struct ni_arrival *a)
{
    return NOC_GET(a->word[0], NI_TX_W0, LENGTH);
}

/* What lands: list and body. */
static uint32_t size_of(const struct ni_arrival *a)
{
    return a->list_flits + length_of(a);
}

static uint32_t source_of(const struct ni_arrival *a)
{
    return NOC_GET(a->word[1], NI_TX_W1, SOURCE);
}

static uint32_t channel_of(const struct ni_arrival *a)
{
    return NOC_GET(a->word[0], NI_TX_W0, CHANNEL);
}

static uint32_t type_of(const struct ni_arrival *a)
{
    return NOC_GET(a->word[0], NI_TX_W0, TYPE);
}

static bool is_quiet(const struct ni_arrival *a)
{
    return NOC_GET(a->word[0], NI_TX_W0, QUIET);
}

/* Bytes of RAM from addr on; 0 if addr is outside. */
static uint32_t ram_left(const struct noc_board *board, uint32_t addr)
{
    uint32_t offset = addr - NOC_RAM_BASE; /* wraps for addresses below */

    return offset < board->config.ram_bytes ? board->config.ram_bytes - offset : 0;
}

void ni_bad(struct noc_board *board, const struct ni_arrival *a, uint32_t header,
            enum noc_bad_reason reason, uint64_t when)
{
    struct ni *ni = &board->ni[a->node];

    ni->count[NI_COUNT_BAD]++;
    ni->bad_header = header;
    ni->bad_where = NOC_PUT(a->port, NI_BAD_WHERE, PORT) | NOC_PUT(a->vc, NI_BAD_WHERE, VC) |
                    NOC_PUT(reason, NI_BAD_WHERE, REASON);
    ni->bad_time = when;
}

/* Nothing could take a message: remember whom to ask for it. */
static void discard(struct noc_board *board, const struct ni_arrival *a, uint64_t when)
{
    struct ni *ni = &board->ni[a->node];

    ni->count[NI_COUNT_DISCARDED]++;
    if (type_of(a) != NOC_WORM_BODY && !is_quiet(a)) {
        ni_set_add(&ni->discards, ni_key(channel_of(a), source_of(a)));
        ni_update(board, a->node, when + 1);
    }
}

/* A signal of the NI's own to the sender, if that wants any. */
static void answer(struct noc_board *board, const struct ni_arrival *a, uint32_t number,
                   uint64_t when)
{
    if (!is_quiet(a)) {
        ni_signal(board, a->node, source_of(a), number, when);
    }
}

/* --- queues -------------------------------------------------------------- */

struct ni_queue *ni_queue_get(struct ni *ni, unsigned q)
{
    if (!ni->queue[q]) {
        ni->queue[q] = ni_alloc(1, sizeof(*ni->queue[q]));
    }
    return ni->queue[q];
}

void ni_queue_free_slot(struct ni_queue *queue, uint32_t addr)
{
    if (queue->frees + queue->filling < NOC_QUEUE_SLOTS) {
        queue->free[(queue->first_free + queue->frees) % NOC_QUEUE_SLOTS] = addr;
        queue->frees++;
    }
}

void ni_queue_pop(struct ni *ni, unsigned q)
{
    struct ni_queue *queue = ni->queue[q];

    if (!queue || !queue->entries) {
        return;
    }
    queue->first_entry = (queue->first_entry + 1) % NOC_QUEUE_SLOTS;
    queue->entries--;
    if (!queue->entries) {
        ni->ready &= (uint8_t) ~(1u << q);
    }
}

void ni_queue_reset(struct ni *ni, unsigned q)
{
    struct ni_queue *queue = ni->queue[q];

    if (queue) {
        queue->frees = queue->filling = queue->entries = 0;
        queue->generation++;
        ni->ready &= (uint8_t) ~(1u << q);
    }
}

static void push_entry(struct ni *ni, unsigned q, const struct ni_arrival *a, uint64_t when)
{
    struct ni_queue *queue = ni->queue[q];
    struct ni_entry *e;

    assert(queue->filling > 0);
    assert(queue->entries < NOC_QUEUE_SLOTS);
    queue->filling--;
    e = &queue->entry[(queue->first_entry + queue->entries) % NOC_QUEUE_SLOTS];
    queue->entries++;
    *e = (struct ni_entry){
        .time = when, .word = {a->word[0], a->word[1], a->word[2]}, .addr = a->addr};
    e->word[0] += NOC_PUT(a->list_flits, NI_TX_W0, LENGTH); /* room_at() saw to it that both fit */
    ni->ready |= (uint8_t)(1u << q);
}

/* --- W2 has come: decide -------------------------------------------------- */

/* Bytes that fit from addr on: a slot or window ends where RAM does. */
static uint32_t room_at(const struct noc_board *board, uint32_t addr, uint32_t bytes)
{
    uint32_t ram = ram_left(board, addr);

    return bytes < ram ? bytes : ram;
}

/* Of the last word of a window all bytes beyond its end are left out. A list longer than what the NI
 * keeps fits nowhere. */
static bool fits(const struct noc_board *board, const struct ni_arrival *a, uint32_t room)
{
    return a->list_flits <= ni_list_flits(board) && size_of(a) <= (room + 3) / 4;
}

static enum noc_bad_reason decide_message(struct noc_board *board, struct ni_arrival *a,
                                          uint64_t when)
{
    struct ni *ni = &board->ni[a->node];
    unsigned q = type_of(a) == NOC_WORM_RESEND ? NOC_QUEUE_PULLED : channel_of(a);
    struct ni_queue *queue;

    if (channel_of(a) == NOC_QUEUE_PULLED) {
        return NOC_BAD_TYPE;
    }
    if (type_of(a) == NOC_WORM_RESEND &&
        !ni_set_remove(&ni->asked, ni_key(channel_of(a), source_of(a)))) {
        ni->count[NI_COUNT_DISCARDED]++; /* nobody has asked for it, and nobody will */
        return NOC_BAD_NONE;
    }
    /* No slot comes before no room: what arrives before the receiver has set
     * its queues up must be asked for again, not lost. */
    queue = ni->queue[q];
    if (!queue || !queue->frees || queue->filling + queue->entries >= NOC_QUEUE_SLOTS) {
        discard(board, a, when);
        return NOC_BAD_NONE;
    }
    a->room = room_at(board, queue->free[queue->first_free], 4 * queue->size);
    if (!fits(board, a, a->room)) {
        return NOC_BAD_LENGTH;
    }
    a->fate = NI_FATE_SLOT;
    a->index = (uint8_t)q;
    a->generation = queue->generation;
    a->addr = queue->free[queue->first_free];
    queue->first_free = (queue->first_free + 1) % NOC_QUEUE_SLOTS;
    queue->frees--;
    queue->filling++;
    return NOC_BAD_NONE;
}

_Static_assert(NOC_QUEUES == 1u << NI_TX_W0_CHANNEL_BITS && NOC_WINDOWS == NOC_QUEUES,
               "every channel is a queue's and a window's");

/* Its window takes it, or refuses it. */
static void decide_body(struct noc_board *board, struct ni_arrival *a)
{
    struct ni_window *window = &board->ni[a->node].window[channel_of(a)];

    const uint32_t used = 4 * window->taken; /* 0 but in one that stays */

    a->addr = window->addr + used;
    a->room = used < window->length ? room_at(board, a->addr, window->length - used) : 0;
    if (!window->open || window->source != source_of(a) || window->key != a->word[2] ||
        !fits(board, a, a->room)) {
        a->fate = NI_FATE_REFUSED;
        return;
    }
    if (window->stays) {
        window->taken += size_of(a);
        window->open = 4 * window->taken < window->length;
    } else {
        window->open = false;
    }
    window->filling = true;
    a->fate = NI_FATE_WINDOW;
    a->index = (uint8_t)channel_of(a);
    a->generation = window->generation;
}

static enum noc_bad_reason decide_signal(struct ni_arrival *a)
{
    if (size_of(a)) {
        return NOC_BAD_LENGTH;
    }
    if (a->word[2] >= NOC_SIGNAL_KINDS * NOC_QUEUES || channel_of(a) || is_quiet(a)) {
        return NOC_BAD_TYPE;
    }
    a->fate = NI_FATE_SIGNAL;
    return NOC_BAD_NONE;
}

static enum noc_bad_reason decide(struct noc_board *board, struct ni_arrival *a, uint64_t when)
{
    if (ni_arrival_flits(a) < NI_WORM_FLITS) {
        return NOC_BAD_LENGTH; /* it ended before W2 */
    }
    if (source_of(a) >= board->config.net.topology->nodes) {
        return NOC_BAD_HEADER;
    }
    switch (type_of(a)) {
    case NOC_WORM_MESSAGE:
    case NOC_WORM_RESEND:
        return decide_message(board, a, when);
    case NOC_WORM_BODY:
        decide_body(board, a);
        return NOC_BAD_NONE;
    case NOC_WORM_SIGNAL:
        return decide_signal(a);
    default:
        return NOC_BAD_TYPE;
    }
}

/* It has taken its place. */
static void say_undefined(struct noc_board *board, const struct ni_arrival *a)
{
    if (board->config.scrambles) {
        ni_arrival_scramble(board, a);
    }
    if (board->ops.undefined) {
        board->ops.undefined(board->ops.opaque, a->node, a->addr, ni_arrival_bytes(a));
    }
}

void ni_arrive(struct noc_board *board, struct ni_arrival *a, uint64_t when)
{
    enum noc_bad_reason reason;

    a->fate = NI_FATE_SINK;
    reason = decide(board, a, when);
    if (a->fate == NI_FATE_SLOT || a->fate == NI_FATE_WINDOW) {
        say_undefined(board, a);
    }
    if (reason) {
        ni_bad(board, a, ni_arrival_header(a), reason, when);
    }
}

/* --- the last flit has come ----------------------------------------------- */

/* Whether a worm has no slot and no window: it was taken back while it was under way, or the worm
 * was refused. */
static bool is_disowned(const struct ni *ni, const struct ni_arrival *a)
{
    switch (a->fate) {
    case NI_FATE_SLOT:
        return ni->queue[a->index]->generation != a->generation;
    case NI_FATE_WINDOW:
        return ni->window[a->index].generation != a->generation;
    default:
        return a->fate == NI_FATE_REFUSED;
    }
}

/* A worm that is not as long as W0 said gives back what it took. */
static void give_back(struct ni *ni, const struct ni_arrival *a)
{
    if (a->fate == NI_FATE_SLOT && !is_disowned(ni, a)) {
        ni->queue[a->index]->filling--;
        ni_queue_free_slot(ni->queue[a->index], a->addr);
    } else if (a->fate == NI_FATE_WINDOW && !is_disowned(ni, a)) {
        struct ni_window *window = &ni->window[a->index];

        window->filling = false;
        window->open = !window->stays; /* what would follow in it has no place */
        window->generation += window->stays;
    }
}

/* Whether it is as long as W0 said. What was refused is not measured. */
static bool is_whole(const struct ni_arrival *a)
{
    return a->fate == NI_FATE_REFUSED || ni_arrival_flits(a) == NI_WORM_FLITS + length_of(a);
}

/* v of a worm whose tail came now: behind the v of all whose tails came in earlier cycles. Its list is
 * written to RAM behind the tail, a flit in each cycle. */
static uint64_t visible_in(struct ni *ni, const struct ni_arrival *a, uint64_t when)
{
    uint64_t v = when + (ni->tau_r > a->list_flits ? ni->tau_r : a->list_flits);

    if (ni->tail != when) {
        ni->tail = when;
        ni->v_least = ni->v_next;
    }
    v = v > ni->v_least ? v : ni->v_least;
    ni->v_next = ni->v_next > v ? ni->v_next : v + 1;
    return v;
}

/* Its v is known. If it is later, it waits till then. */
static void show_in(struct noc_board *board, struct ni_arrival *a, uint64_t v, uint64_t when)
{
    board->ni[a->node].count[NI_COUNT_STARTUP] += board->ni[a->node].tau_r;
    if (v == when) {
        ni_show(board, a, when);
    } else {
        ni_event_add(&board->events, (struct ni_event){.when = v, .arrival = a});
        noc_net_stop(board->net); /* noc_board_run did not know of this event */
    }
}

/* This one will wait. If there is no place for it, the oldest that waits becomes visible now, before
 * anything that comes with this one's tail. */
static void take_place(struct noc_board *board, const struct ni_arrival *a, uint64_t when)
{
    struct ni *ni = &board->ni[a->node];

    if (ni->waits < NOC_NI_WAITING) {
        ni->waits++;
        return;
    }
    ni_show(board, ni_event_take_arrival(&board->events, a->node), when);
    if (a->fate == NI_FATE_WINDOW && !is_disowned(ni, a)) {
        ni->window[a->index].filling = true; /* its W2 may have come in this cycle, too */
    }
}

/* What it comes to with its tail: a body that is not as long as W0 said is still answered. */
static uint8_t fate_in_the_end(const struct ni_arrival *a)
{
    if (a->fate == NI_FATE_SINK || is_whole(a)) {
        return a->fate;
    }
    return type_of(a) == NOC_WORM_BODY && !is_quiet(a) ? NI_FATE_BROKEN : NI_FATE_SINK;
}

void ni_deliver(struct noc_board *board, struct ni_arrival *a, uint64_t when)
{
    struct ni *ni = &board->ni[a->node];
    const uint8_t fate = fate_in_the_end(a);
    const bool waits = fate != NI_FATE_SINK && fate != NI_FATE_SIGNAL;
    const uint64_t v = waits ? visible_in(ni, a, when) : when;

    if (v > when) {
        take_place(board, a, when);
    }
    if (fate != a->fate) {
        give_back(ni, a);
        ni_bad(board, a, ni_arrival_header(a), NOC_BAD_LENGTH, when);
        a->fate = fate;
    }
    if (waits) {
        show_in(board, a, v, when);
    } else if (fate == NI_FATE_SIGNAL) {
        ni_show(board, a, when);
    } else {
        ni_worm_drop(&board->pool, a->worm);
    }
}

static void land(struct ni_window *window, uint32_t flits)
{
    window->landed += window->stays ? flits : 0;
    window->filling = window->stays && window->landed != window->taken;
}

/* It is in RAM, or among the signals, from this cycle on; its sender hears of it. */
static void take(struct noc_board *board, struct ni_arrival *a, uint64_t when)
{
    struct ni *ni = &board->ni[a->node];

    if (a->fate == NI_FATE_SIGNAL) {
        ni_set_add(&ni->signals, ni_key(a->word[2], source_of(a)));
    } else if (a->fate == NI_FATE_WINDOW) {
        ni_arrival_land(board, a);
        land(&ni->window[a->index], size_of(a));
        ni->window_done |= (uint8_t)(1u << a->index);
        answer(board, a, NOC_SIGNAL_LANDED, when);
    } else {
        ni_arrival_land(board, a);
        push_entry(ni, a->index, a, when);
        answer(board, a, noc_signal(NOC_SIGNAL_ACK, channel_of(a)), when);
    }
    ni->count[NI_COUNT_IN]++;
    ni_update(board, a->node, when + 1);
}

void ni_show(struct noc_board *board, struct ni_arrival *a, uint64_t when)
{
    if (a->fate != NI_FATE_BROKEN && !is_disowned(&board->ni[a->node], a)) {
        take(board, a, when);
    } else {
        if (a->fate != NI_FATE_BROKEN) {
            discard(board, a, when);
        }
        if (type_of(a) == NOC_WORM_BODY) {
            answer(board, a, NOC_SIGNAL_REFUSED, when);
        }
    }
    ni_worm_drop(&board->pool, a->worm);
}
