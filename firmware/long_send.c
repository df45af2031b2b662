/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sender's side of a long message: offer it, wait for a window, send the body from where it
 * lies, and hear whether it landed. What follows what is in life.def.
 */
#include "messages_priv.h"

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
    struct noc_layer *l = &noc_layer;
    const struct request *r;

    do {
        l->names++;
        for (r = l->longs; r && r->name != l->names; r = r->next) {
        }
    } while (r);
    return l->names;
}

void long_begin(struct request *r)
{
    struct noc_layer *l = &noc_layer;
    uint32_t words[OFFER_SENT] = {name_new(), r->flits};
    noc_err err = eager_start((uint32_t)r->peer, (uint32_t)r->tag,
                              (uint32_t)WIRE_OFFER << WIRE_CLASS_SHIFT, words, OFFER_SENT);

    if (err) {
        request_finish(r, err);
        return;
    }
    r->name = words[0];
    r->next = l->longs;
    l->longs = r;
    change(r, ON_SEND_OFFER_GONE);
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
    struct noc_layer *l = &noc_layer;
    uint32_t out = ni_read(NI_TX_BUSY) | l->entries_taken, w0, w1;
    unsigned e = BODY_ENTRY;

    while (e < BODY_ENTRY + BODY_ENTRIES && out & 1u << e) {
        e++;
    }
    if (e == BODY_ENTRY + BODY_ENTRIES || body_under_way(r->peer)) {
        return;
    }
    w0 = WORM(NOC_WORM_BODY, r->window) | e << NI_TX_W0_ENTRY_SHIFT | r->flits;
    w1 = (uint32_t)r->tag << WIRE_TAG_SHIFT;
    TRACE_WORM(r->peer, w0, w1, r->name);
    if (ni_tx(ni_address(r->body), w0, w1, r->name,
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

void long_grant(uint32_t source, uint32_t name, uint32_t window)
{
    struct request *r = named(source, name);

    if (r && change(r, ON_SEND_GRANT)) {
        r->window = (uint8_t)window;
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

struct request *long_repeated(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                              bool synchronous)
{
    struct request *r = noc_layer.longs;

    while (r && (r->peer != (int32_t)to || r->tag != (int32_t)tag || r->flits != flits ||
                 r->synchronous != synchronous || !change(r, ON_SEND_REPEATED))) {
        r = r->next;
    }
    if (r) {
        r->body = (uint32_t *)(uintptr_t)body; /* only read */
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
        if (eager_control(to, WIRE_AGAIN, r->name, 0)) {
            change(r, ON_SEND_AGAIN_GONE);
        }
        break;
    case SEND_WITHDRAWING:
        if (eager_control(to, WIRE_WITHDRAW, r->name, 0)) {
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
