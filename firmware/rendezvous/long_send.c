/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sender's side of a long message: offer it, wait for a window, send the body from where it
 * lies, and hear whether it landed. What follows what is in life.def.
 */
#include "eager/backlog.h"
#include "eager/eager.h"
#include "rendezvous.h"
#include "requests/requests.h"
#include "slots/copy.h"

enum { BODY_ENTRIES = 3 }; /* bodies on their way out at once */

static void forget(struct request *r)
{
    struct request **link = &noc_layer.longs;

    while (*link != r) {
        link = &(*link)->next;
    }
    *link = r->next;
}

/* False: the event means nothing now. */
static bool change(struct request *r, enum send_event event)
{
    enum send_state state = (enum send_state)r->state;

    if (!send_follows(&state, event)) {
        return false;
    }
    r->state = (uint8_t)state;
    if (state == SEND_NONE) {
        forget(r);
        request_free(r);
    } else if (state == SEND_DONE) {
        forget(r);
        request_finish(r, NOC_ERR_OK);
    }
    return true;
}

/* A name that no send bears. They come round after 2^32 long sends, and a send that was given up
 * keeps its name until its receiver has said that it has forgotten it. */
static uint32_t name_new(void)
{
    struct layer_state *l = &noc_layer;
    const struct request *r;

    do {
        l->names++;
        for (r = l->longs; r && r->name != l->names; r = r->next) {
        }
    } while (r);
    return l->names;
}

/* --- the parts of a message (wire.h) ------------------------------------------------ */

enum { EDGES = OFFER_SENT - 2 };

static uint32_t pad_of(const uint8_t *body)
{
    return wire_pad(ni_address(body));
}

/* What an offer says of the message itself. */
static void edges_of(uint32_t edges[EDGES], const uint8_t *body, uint32_t bytes)
{
    const uint32_t head = wire_head(bytes, pad_of(body));
    const uint32_t tail = (bytes - head) % 4;
    uint32_t i;

    for (i = 0; i < EDGES; i++) {
        edges[i] = 0;
    }
    if (head == 4 && !tail && !(ni_address(body) % 4)) { /* whole words: as most are */
        edges[0] = *(const uint32_t *)(const void *)body;
        return;
    }
    copy_bytes(edges, body, head);
    copy_bytes(edges + 2, body + bytes - tail, tail);
}

uint32_t long_words(struct request *r, uint32_t *words)
{
    if (!r->name) {
        r->name = name_new();
    }
    edges_of(r->edges, r->body, r->bytes);
    words[0] = r->name;
    words[1] = r->bytes;
    copy_flits(words + 2, r->edges, EDGES);
    return r->w2 | (uint32_t)WIRE_OFFER << WIRE_CLASS_SHIFT | pad_of(r->body);
}

void long_offered(struct request *r)
{
    struct request **end = &noc_layer.longs;

    while (*end) { /* who was offered first gets its body first */
        end = &(*end)->next;
    }
    r->next = NULL;
    *end = r;
    change(r, ON_SEND_OFFER_GONE);
}

void long_begin(struct request *r)
{
    uint32_t words[OFFER_SENT], w2;
    noc_err err;

    r->name = 0;
    w2 = long_words(r, words);
    err = eager_start_words((uint32_t)r->peer, (uint32_t)r->tag, w2, words, OFFER_SENT);
    if (err) {
        request_finish(r, err);
        return;
    }
    long_offered(r);
}

/* --- the body ---------------------------------------------------------------------- */

/* The answers to bodies have no names, so only one is under way to each node. */
static bool body_under_way(int32_t to)
{
    const struct request *r;

    for (r = noc_layer.longs; r && (r->peer != to || r->state != SEND_SENT); r = r->next) {
    }
    return r;
}

static void start_body(struct request *r)
{
    struct layer_state *l = &noc_layer;
    uint32_t out = ni_read(NI_TX_BUSY) | l->entries_taken, w0, w1;
    unsigned e = BODY_ENTRY;

    while (e < BODY_ENTRY + BODY_ENTRIES && out & 1u << e) {
        e++;
    }
    if (e == BODY_ENTRY + BODY_ENTRIES || body_under_way(r->peer)) {
        return;
    }
    w0 = WORM(NOC_WORM_BODY, r->window) | e << NI_TX_W0_ENTRY_SHIFT | r->granted;
    w1 = (uint32_t)r->tag << WIRE_TAG_SHIFT;
    TRACE_WORM(r->peer, w0, w1, r->name);
    if (ni_tx(ni_address(r->body) + wire_head(r->bytes, pad_of(r->body)), w0, w1, r->name,
              noc_header(NOC_HEADER_LAST, (uint32_t)r->peer, 0)) != NOC_TX_OK) {
        forget(r);
        request_finish(r, NOC_ERR_HARDWARE);
        return;
    }
    r->entry = (uint8_t)e;
    l->entries_taken |= 1u << e;
    change(r, ON_SEND_BODY_GONE);
}

void long_answered(uint32_t from, enum send_event event)
{
    struct request *r = noc_layer.longs;

    while (r && (r->peer != (int32_t)from || r->state != SEND_SENT)) {
        r = r->next;
    }
    if (r) { /* else a broken node's */
        noc_layer.entries_taken &= ~(1u << r->entry);
        change(r, event);
    }
}

/* --- what the receiver says ----------------------------------------------------------- */

static struct request *named(uint32_t source, uint32_t name)
{
    struct request *r = noc_layer.longs;

    while (r && (r->peer != (int32_t)source || r->name != name)) {
        r = r->next;
    }
    return r;
}

void long_grant(uint32_t source, uint32_t name, uint32_t window, uint32_t flits)
{
    struct request *r;
    uint32_t all;

    backlog_granted(source, name);
    r = window < NOC_WINDOWS ? named(source, name) : NULL;

    if (r && change(r, ON_SEND_GRANT)) {
        all = wire_flits(r->bytes, pad_of(r->body));
        r->granted = flits < all ? flits : all;
        r->window = (uint8_t)window;
        if (r->state == SEND_GRANTED) {
            start_body(r); /* at once, if it can go */
        }
    }
}

void long_ended(uint32_t source, uint32_t name)
{
    struct request *r = named(source, name);

    if (r) {
        change(r, ON_SEND_ENDED);
    }
}

/* --- deadlines -------------------------------------------------------------------------- */

bool long_deadline(struct request *r)
{
    if (!change(r, ON_SEND_DEADLINE)) {
        return false;
    }
    noc_layer.detour |= DETOUR_LAPSED;
    return true;
}

/* Whether the offer that is out says what one of this message would. */
static bool is_offered(const struct request *r, const struct sending *s)
{
    uint32_t edges[EDGES], i;

    if (r->peer != (int32_t)s->to || r->tag != (int32_t)s->tag || r->w2 != s->w2 ||
        r->bytes != s->bytes || r->synchronous != s->synchronous ||
        pad_of(r->body) != pad_of(s->body)) {
        return false;
    }
    edges_of(edges, s->body, s->bytes);
    for (i = 0; i < EDGES && edges[i] == r->edges[i]; i++) {
    }
    return i == EDGES;
}

struct request *long_repeated(const struct sending *s)
{
    struct request *r = noc_layer.longs;

    while (r && (!is_offered(r, s) || !change(r, ON_SEND_REPEATED))) {
        r = r->next;
    }
    if (r) {
        r->body = (uint8_t *)(uintptr_t)s->body; /* only read */
    }
    return r;
}

void longs_give_up(void)
{
    struct request *r;

    noc_layer.detour &= ~(uint32_t)DETOUR_LAPSED;
    for (r = noc_layer.longs; r; r = r->next) {
        if (change(r, ON_SEND_GIVEN_UP)) {
            noc_layer.detour |= DETOUR_WITHDRAWING;
        }
    }
}

bool long_withdrawing(uint32_t to)
{
    const struct request *r = noc_layer.longs;

    while (r && (r->peer != (int32_t)to || r->state != SEND_WITHDRAWING)) {
        r = r->next;
    }
    return r;
}

/* --- pushing on --------------------------------------------------------------------------- */

static void push(struct request *r)
{
    uint32_t to = (uint32_t)r->peer;

    switch (r->state) {
    case SEND_GRANTED:
        start_body(r);
        break;
    case SEND_REFUSED:
        if (eager_control(to, wire_control(WIRE_AGAIN, 0), r->name, 0)) {
            change(r, ON_SEND_AGAIN_GONE);
        }
        break;
    case SEND_WITHDRAWING:
        if (backlog_withdraw(to, r->name) == WITHDRAWN) { /* nobody has heard of it */
            change(r, ON_SEND_WITHDRAW_GONE);
            change(r, ON_SEND_ENDED);
        } else if (backlog_withdraw(to, r->name) == NOT_IN_BACKLOG &&
                   eager_control(to, wire_control(WIRE_WITHDRAW, 0), r->name, 0)) {
            change(r, ON_SEND_WITHDRAW_GONE);
        }
        break;
    default:
        break;
    }
}

void longs_progress(void)
{
    struct request *r, *next;
    bool withdrawing = false;

    for (r = noc_layer.longs; r; r = next) {
        next = r->next;
        push(r);
        withdrawing |= r->state == SEND_WITHDRAWING;
    }
    if (!withdrawing) {
        noc_layer.detour &= ~(uint32_t)DETOUR_WITHDRAWING;
    }
}

bool longs_are_done(void)
{
    const struct request *r = noc_layer.longs;

    while (r && !(send_flags((enum send_state)r->state) & (LIFE_PUSH | LIFE_CALLER))) {
        r = r->next;
    }
    return !r;
}
