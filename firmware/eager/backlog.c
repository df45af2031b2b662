/* SPDX-License-Identifier: BSD-2-Clause */
/* The sender's side of what its receiver does not take now. */
#include "backlog.h"
#include "eager.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"

enum {
    CONTROLS = 8,     /* answers about long messages that a backlog has at most */
    REPEAT_LOOKS = 40 /* in which a signal comes that left right behind another */
};

struct backlog *backlog_of(uint32_t node)
{
    struct backlog *b = noc_layer.backlogs;

    while (b && b->to != node) {
        b = b->next;
    }
    return b;
}

/* --- memory: the arena's, or the heap's. What a sender has under way costs the sender --------------- */

static void *take_memory(uint32_t bytes)
{
    return memory_take(bytes, noc_layer.rank);
}

/* A send of the layer's own, whose body is copied to this place. */
static struct request *own_send_at(struct request *r, void *copy, uint32_t to, uint32_t tag,
                                   uint32_t w2, const void *body, uint32_t bytes)
{
    copy_bytes(copy, body, bytes);
    r->kind = REQUEST_SEND;
    r->state = SEND_QUEUED;
    r->peer = (int32_t)to;
    r->tag = (int32_t)tag;
    r->w2 = w2;
    r->body = copy;
    r->bytes = bytes;
    r->synchronous = false;
    r->owned = true;
    r->window = 0;
    r->name = 0;
    return r;
}

/* NULL: no memory. */
static struct request *own_send(uint32_t to, uint32_t tag, uint32_t w2, const void *body,
                                uint32_t bytes)
{
    void *copy = bytes ? take_memory(bytes) : NULL;
    struct request *r = copy || !bytes ? request_new(false) : NULL;

    if (!r) {
        memory_give(copy);
        return NULL;
    }
    return own_send_at(r, copy, to, tag, w2, body, bytes);
}

/* The same, in the place that is kept for it if there is no memory. */
static struct request *own_send_surely(uint32_t to, uint32_t tag, uint32_t w2, const void *body,
                                       uint32_t bytes)
{
    struct bounce *bounce = noc_layer.bounce;
    struct request *r = own_send(to, tag, w2, body, bytes);

    if (!r && bounce->spare) {
        r = own_send_at(bounce->spare, bounce->copied, to, tag, w2, body, bytes);
        bounce->spare = NULL;
    }
    return r;
}

/* --- the list -------------------------------------------------------------------------------------- */

enum {
    SHOWN = 1, /* since the oldest was */
    PASSED = 2 /* something behind it was taken */
};

static void put_last(struct backlog *b, struct request *r)
{
    r->next = NULL;
    r->window = 0;
    *b->end = r;
    b->end = &r->next;
}

static void take_out(struct backlog *b, struct request *r)
{
    struct request **link = &b->first;

    while (*link != r) {
        link = &(*link)->next;
    }
    *link = r->next;
    if (b->end == &r->next) {
        b->end = link;
    }
    if (b->shown == r) {
        b->shown = NULL;
    }
}

static void end_send(struct request *r, noc_err result)
{
    if (r->owned && noc_layer.bounce && r->body == (uint8_t *)noc_layer.bounce->copied) {
        r->owned = false;
        noc_layer.bounce->spare = r;
    } else if (r->owned) {
        memory_give(r->body);
        r->owned = false;
        request_free(r);
    } else {
        request_finish(r, result);
    }
}

void backlog_forget(struct request *r)
{
    end_send(r, NOC_ERR_OK);
}

/* It is a message no more, but keeps its place: its receiver has counted it in front of what it has
 * taken, and hears that it is gone when it is shown that place. */
static void make_gone(struct request *r)
{
    if (!r->owned) {
        r->generation++; /* its call is over */
        r->users = false;
        r->owned = true;
        r->body = NULL;
    } else if (r->body != (uint8_t *)noc_layer.bounce->copied) {
        memory_give(r->body);
        r->body = NULL;
    }
    r->bytes = r->name = 0;
    r->tag = 0;
    r->synchronous = false;
    r->w2 = wire_control(WIRE_GONE, 0);
}

/* It is not to be sent any more. */
static void remove_send(struct backlog *b, struct request *r)
{
    if (r->window & PASSED) {
        make_gone(r);
        return;
    }
    b->cut |= r->window & SHOWN; /* its receiver has counted it */
    take_out(b, r);
    if (r->owned) {
        end_send(r, NOC_ERR_OK);
    } else {
        request_free(r);
    }
}

void backlog_drop(struct backlog *b, uint32_t context)
{
    struct request *r = b->first, *next;

    for (; r; r = next) {
        next = r->next;
        if (r->owned && wire_class(r->w2) == WIRE_USER && wire_context(r->w2) == context) {
            remove_send(b, r);
        }
    }
}

bool backlog_is_empty(const struct backlog *b)
{
    const struct request *r = b->first;

    while (r && backlog_is_gone(r)) {
        r = r->next;
    }
    return !r;
}

static bool is_long(const struct request *r)
{
    return r->bytes > NOC_EAGER_BYTES || r->synchronous;
}

/* It was taken: a short one is over, and a long one offered. */
static void taken(struct backlog *b)
{
    struct request *r = b->shown, *before;

    if (!r) {
        return;
    }
    for (before = b->first; before != r; before = before->next) {
        before->window |= PASSED;
    }
    take_out(b, r);
    if (is_long(r)) {
        noc_layer.hooks->offer_taken(r);
    } else {
        end_send(r, NOC_ERR_OK);
    }
}

/* --- worms ----------------------------------------------------------------------------------------- */

static void send_worm(const struct backlog *b, unsigned type, uint32_t flits, uint32_t tag,
                      uint32_t w2, const uint32_t *body)
{
    const uint32_t w0 =
        WORM(type, NOC_QUEUE_EAGER) | (uint32_t)ANSWER_ENTRY << NI_TX_W0_ENTRY_SHIFT | flits;
    const uint32_t w1 = tag << WIRE_TAG_SHIFT;

    eager_wait_entry(w0);
    TRACE_WORM(b->to, w0, w1, w2);
    if (ni_tx(body ? ni_address(body) : 0, w0, w1, w2, noc_header(NOC_HEADER_LAST, b->to, 0))) {
        noc_layer.broken = true;
    }
}

static void send_news(struct backlog *b)
{
    b->ended = false;
    b->under_way = BACKLOG_NEWS;
    send_worm(b, NOC_WORM_MESSAGE, 0, 0, wire_control(WIRE_NEWS, 0), NULL);
}

static void close_it(struct backlog *b);

static void show_end(struct backlog *b)
{
    b->ended = true;
    b->closing = backlog_is_empty(b);
    send_worm(b, NOC_WORM_RESEND, 0, 0, wire_control(WIRE_END, b->closing), NULL);
    if (b->closing && mistaken(MISTAKE_CLOSED_EARLY)) {
        close_it(b);
    }
}

/* The worm must have left before the words that it is read from are others. */
static void show_send(struct backlog *b, struct request *r)
{
    struct layer_state *l = &noc_layer;
    uint32_t flits = wire_flits_of(r->bytes), w2 = r->w2;

    eager_wait_entry((uint32_t)ANSWER_ENTRY << NI_TX_W0_ENTRY_SHIFT);
    if (is_long(r)) {
        w2 = l->hooks->offer_words(r, l->bounce->shown);
        flits = OFFER_SENT;
    } else {
        copy_bytes(l->bounce->shown, r->body, r->bytes);
        w2 |= wire_pad(r->bytes);
    }
    send_worm(b, NOC_WORM_RESEND, flits, (uint32_t)r->tag, w2, l->bounce->shown);
}

static void show(struct backlog *b)
{
    b->under_way = BACKLOG_SHOWN;
    if (b->shown) {
        b->ended = false;
        b->shown->window |= SHOWN;
        show_send(b, b->shown);
    } else {
        show_end(b);
    }
}

/* Something was added. Who was told that all was shown hears of it. */
static void grew(struct backlog *b)
{
    if (b->ended && b->under_way == BACKLOG_QUIET) {
        send_news(b);
    }
}

void backlog_append(struct backlog *b, struct request *r)
{
    r->name = 0;
    put_last(b, r);
    grew(b);
}

/* Whether so many lie there that more have to wait where they are made. They are in front of all others. */
static bool is_full_of_controls(const struct backlog *b)
{
    const struct request *r = b->first;
    unsigned n = 0;

    while (r && r->owned && wire_class(r->w2) == WIRE_CONTROL && n < CONTROLS) {
        r = r->next;
        n++;
    }
    return n == CONTROLS;
}

bool backlog_add_control(struct backlog *b, uint32_t w2, const uint32_t *words, uint32_t count)
{
    struct request *r = is_full_of_controls(b) ? NULL : own_send(b->to, 0, w2, words, 4 * count);

    if (r) {
        r->next = b->first;
        b->first = r;
        b->end = b->end == &b->first ? &r->next : b->end;
        grew(b);
    }
    return r;
}

bool backlog_add(struct backlog *b, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes)
{
    struct request *r = own_send(b->to, tag, w2, body, bytes);

    if (r) {
        backlog_append(b, r);
    }
    return r;
}

/* --- signals ------------------------------------------------------------------------------------------- */

/* Whether the mark is there. A barrier may have selected another signal. */
static bool has_mark(uint32_t signal)
{
    const uint32_t selected = ni_read(NI_SIGNAL_SELECT);
    bool has;

    ni_write(NI_SIGNAL_SELECT, signal);
    has = ni_read(NI_PENDING) & 1u << NI_PENDING_SELECT_SHIFT;
    ni_write(NI_SIGNAL_SELECT, selected);
    return has;
}

static uint32_t mark_of(uint32_t node, enum wire_mark mark)
{
    return NOC_PUT(node, NI_SIGNAL_HEAD, NODE) | NOC_PUT(mark, NI_SIGNAL_HEAD, NUMBER);
}

/* The same; then it is no more. */
static bool take_mark(uint32_t node, enum wire_mark mark)
{
    const uint32_t signal = mark_of(node, mark);

    if (!has_mark(signal)) {
        return false;
    }
    ni_write(NI_SIGNAL_POP, signal);
    return true;
}

/* --- opening and closing ---------------------------------------------------------------------------- */

/* What was copied for the node, or moved to the arena, as a send. False: no memory. */
static bool send_of(uint32_t to, struct request **send)
{
    uint32_t w0, w1, w2, bytes;
    const uint32_t *body;

    *send = NULL;
    if (!eager_left(to, &w0, &w1, &w2, &body)) {
        return true;
    }
    bytes = NOC_GET(w0, NI_TX_W0, LENGTH) * 4 - wire_bits(w2, 0, WIRE_PAD_BITS);
    if (wire_class(w2) == WIRE_CONTROL || wire_class(w2) == WIRE_GROUP) {
        bytes = NOC_GET(w0, NI_TX_W0, LENGTH) * 4;
    } else if (wire_class(w2) == WIRE_USER) {
        w2 &= ~noc_mask(WIRE_PAD_BITS);
    } else {
        bytes = OFFER_SENT * 4; /* as it is: its pad is not that of its bytes */
    }
    *send = own_send(to, wire_tag(w1), w2, body, bytes);
    return *send;
}

/* Sends that wait for this node, from all that wait. */
static void gather(struct backlog *b)
{
    struct layer_state *l = &noc_layer;
    struct request **link = &l->queued, *r;

    while ((r = *link)) {
        if (r->peer == (int32_t)b->to) {
            *link = r->next;
            r->name = 0;
            put_last(b, r);
        } else {
            link = &r->next;
        }
    }
    l->queued_end = link;
    if (!l->queued) {
        l->detour &= ~(uint32_t)DETOUR_QUEUED;
    }
}

static struct backlog *open_for(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    struct backlog *b;
    struct request *r;

    if (!l->bounce) {
        l->bounce = take_memory(sizeof(*l->bounce));
        if (l->bounce) {
            l->bounce->spare = request_new(false);
        }
    }
    b = l->bounce ? take_memory(sizeof(*b)) : NULL;
    if (!b || !send_of(node, &r)) {
        memory_give(b);
        l->detour |= DETOUR_LACKING;
        return NULL;
    }
    *b = (struct backlog){.next = l->backlogs, .to = node, .end = &b->first};
    l->backlogs = b;
    if (r) {
        put_last(b, r);
    }
    gather(b);
    eager_hand_over(node);
    return b;
}

/* What is gone need not be told: its receiver knows that nothing is left. */
static void forget_gone(struct backlog *b)
{
    struct request *r, *next;

    for (r = b->first; r; r = next) {
        next = r->next;
        if (backlog_is_gone(r)) {
            take_out(b, r);
            end_send(r, NOC_ERR_OK);
        }
    }
}

/* Nothing was left in it when its receiver was told so. What came since then is sent as ever. */
static void close_it(struct backlog *b)
{
    struct layer_state *l = &noc_layer;
    struct backlog **link = &l->backlogs;
    const uint32_t to = b->to;

    while (*link != b) {
        link = &(*link)->next;
    }
    *link = b->next;
    forget_gone(b);
    if (b->first) {
        *l->queued_end = b->first;
        l->queued_end = b->end;
        l->detour |= DETOUR_QUEUED;
    }
    memory_give(b);
    (void)take_mark(to, WIRE_PULL); /* one more, for what an earlier one was answered with */
    eager_take_over(to);
    if (!l->backlogs) {
        eager_wait_entry((uint32_t)ANSWER_ENTRY << NI_TX_W0_ENTRY_SHIFT);
        if (l->bounce->spare) {
            request_free(l->bounce->spare);
        }
        memory_give(l->bounce);
        l->bounce = NULL;
    }
}

/* --- what the receiver asks for ---------------------------------------------------------------------- */

static struct request *first_not_shown(const struct backlog *b)
{
    struct request *r = b->first;

    while (r && r->window & SHOWN) {
        r = r->next;
    }
    return r;
}

/* REPEAT came, or comes right behind the PULL that has just come: the one that was to follow it has merged
 * with this one, if this one had not left its NI then. */
static bool is_to_repeat(const struct backlog *b)
{
    unsigned looks = b->under_way == BACKLOG_NEWS ? REPEAT_LOOKS : 0;

    if (take_mark(b->to, WIRE_REPEAT)) {
        return true;
    }
    if (!looks) {
        return false;
    }
    while (looks--) {
        (void)ni_read(NI_SIGNAL_SELECT);
    }
    return take_mark(b->to, WIRE_REPEAT);
}

static void answer(struct backlog *b)
{
    struct request *r;
    bool over, first, next;

    if (b->under_way == BACKLOG_SHOWN && take_mark(b->to, WIRE_ACKNOWLEDGED)) {
        b->under_way = BACKLOG_QUIET; /* before a PULL that came behind it */
        if (b->ended && b->closing) {
            close_it(b);
            return;
        }
    }
    if (is_to_repeat(b)) {
        if (b->under_way == BACKLOG_SHOWN) {
            show(b);
            return;
        }
        b->under_way = BACKLOG_QUIET; /* NEWS, which need not be told any more */
    }
    if (b->under_way == BACKLOG_NEWS) {
        b->owed = true;
        return;
    }
    b->owed = false;
    first = take_mark(b->to, WIRE_FIRST);
    next = !first && take_mark(b->to, WIRE_NEXT);
    if (!first && !next) {
        return; /* what this PULL was for is answered, or more of it is to come */
    }
    over = take_mark(b->to, WIRE_TAKEN); /* which came before them */
    if (over && !mistaken(MISTAKE_STILL_THERE)) {
        taken(b);
    }
    if (b->shown && b->shown->owned && b->shown->name) { /* it was not */
        b->shown->w2 = b->shown->name;
        b->shown->name = 0;
    }
    if (noc_layer.detour & DETOUR_WITHDRAWING) {
        noc_layer.hooks->longs_progress(); /* before another offer of the same message */
    }
    first &= !over; /* else no more is to be shown */
    for (r = b->first; first && r; r = r->next) {
        r->window &= (uint8_t)~SHOWN;
    }
    b->cut &= !first;
    b->shown = first || (next && !b->cut) ? first_not_shown(b) : NULL;
    b->cut = false;
    show(b);
}

bool backlog_pulled(uint32_t from)
{
    struct backlog *b = backlog_may_be() ? backlog_of(from) : NULL;

    if (!b) {
        if (!has_mark(mark_of(from, WIRE_FIRST))) {
            return false;
        }
        if (!eager_is_kept(from)) { /* an honest node has discarded something */
            (void)take_mark(from, WIRE_FIRST);
            return true;
        }
        b = open_for(from);
    }
    if (b) {
        answer(b);
    }
    return true;
}

void backlog_retry(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t node;

    l->detour &= ~(uint32_t)DETOUR_LACKING;
    for (node = 0; node < l->size; node++) {
        if (eager_is_kept(node) && !backlog_of(node)) {
            (void)backlog_pulled(node);
        }
    }
}

bool backlog_acknowledged(uint32_t from)
{
    struct backlog *b = backlog_of(from);
    const uint8_t was = b ? b->under_way : BACKLOG_QUIET;

    if (!b) {
        return false;
    }
    b->under_way = BACKLOG_QUIET;
    if (was == BACKLOG_SHOWN && b->ended && b->closing) {
        close_it(b);
    } else if (b->owed) {
        answer(b);
    } else if (b->ended && first_not_shown(b)) {
        send_news(b);
    }
    return true;
}

void backlog_granted(uint32_t node, uint32_t name)
{
    struct backlog *b = backlog_may_be() ? backlog_of(node) : NULL;

    if (b && b->shown && b->shown->name == name) {
        taken(b);
    }
}

enum withdrawn backlog_withdraw(uint32_t node, uint32_t name)
{
    struct backlog *b = backlog_may_be() ? backlog_of(node) : NULL;
    struct request *r = b ? b->first : NULL;

    while (r && (!r->owned || wire_class(r->w2) != WIRE_OFFER ||
                 *(const uint32_t *)(const void *)r->body != name)) {
        r = r->next;
    }
    if (!r) {
        return NOT_IN_BACKLOG;
    }
    if (b->shown == r) {
        return MAY_BE_TAKEN;
    }
    remove_send(b, r);
    return WITHDRAWN;
}

bool backlog_retract(uint32_t node, uint32_t was, uint32_t mask, uint32_t w2)
{
    struct backlog *b = backlog_may_be() ? backlog_of(node) : NULL;
    struct request *r = b ? b->first : NULL;

    while (r && (!r->owned || (r->w2 ^ was) & mask)) {
        r = r->next;
    }
    if (!r) {
        return false;
    }
    if (b->shown == r) {
        r->name = w2; /* if it is not taken */
        return false;
    }
    r->w2 = w2;
    return true;
}

/* A copy of the send that was shown last is in its place. False: no memory. */
static bool copy_shown(struct backlog *b)
{
    struct request *r = b->shown, *own, **link = &b->first;
    uint32_t words[OFFER_SENT], w2;

    if (is_long(r)) {
        w2 = noc_layer.hooks->offer_words(r, words);
        own = own_send_surely(b->to, (uint32_t)r->tag, w2, words, sizeof(words));
    } else {
        own = own_send_surely(b->to, (uint32_t)r->tag, r->w2, r->body, r->bytes);
    }
    if (!own) {
        return false;
    }
    while (*link != r) {
        link = &(*link)->next;
    }
    own->next = r->next;
    own->window = r->window;
    *link = own;
    b->end = b->end == &r->next ? &own->next : b->end;
    b->shown = own;
    return true;
}

enum lapsed backlog_lapse(struct backlog *b, struct request *r)
{
    if (b->shown != r) {
        remove_send(b, r);
        return NEVER_SENT;
    }
    if (!copy_shown(b)) {
        return GOES_ON;
    }
    if (is_long(r)) {
        noc_layer.hooks->offer_taken(r);
        return IS_OFFERED;
    }
    request_finish(r, NOC_ERR_OK);
    return GOES_ON;
}
