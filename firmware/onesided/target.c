/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What other members want of this one's memory. Their headers come as messages without a receive;
 * noc_progress hands them over here, and they are served where they lie, those of one member in the
 * order in which it sent them. What cannot be served yet stays, with what its sender sent behind it.
 *
 * Nothing is believed: a header that makes no sense is dropped, since no honest member sends it, and
 * its range is compared with the window's. What a member may have under way here is bounded, so that
 * one that ends, or errs, leaves all others what they need.
 */
#include <stdlib.h>
#include <string.h>

#include "matching/matching.h"
#include "messages/messages.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"
#include "onesided_priv.h"

/* --- under way ------------------------------------------------------------------------- */

static uint32_t count_served(const struct window *w, uint32_t rank)
{
    const struct served *s;
    uint32_t n = 0;

    for (s = w->served; s; s = s->next) {
        n += s->rank == rank;
    }
    return n;
}

bool target_has_landed(const struct window *w, uint32_t rank)
{
    const struct served *s = w->served;

    while (s && !(s->landing && s->rank == rank)) {
        s = s->next;
    }
    return !s;
}

void target_retire(struct window *w)
{
    struct served **link = &w->served, *s;

    while ((s = *link)) {
        if (s->request->done) {
            *link = s->next;
            request_free(s->request);
            free(s);
        } else {
            link = &s->next;
        }
    }
}

static void add_served(struct window *w, struct served *s, uint32_t rank, bool landing)
{
    s->rank = rank;
    s->landing = landing;
    s->next = w->served;
    w->served = s;
}

bool target_send(struct window *w, uint32_t rank, uint32_t tag, const void *body, uint32_t bytes,
                 bool copied)
{
    struct served *s;
    struct request *r;

    if (w->served && count_served(w, rank) >= ANSWERS_KEPT) {
        return false;
    }
    if (send_start(w->g, rank, tag, body, bytes, false, &r)) {
        return false;
    }
    r->users = false;
    if (r->done) {
        request_free(r);
        return true;
    }
    s = malloc(sizeof(*s) + (copied ? bytes : 0));
    if (!s) {
        request_end(r); /* nothing of it has left */
        return false;
    }
    if (copied) {
        memcpy(s->copy, body, bytes);
        r->body = s->copy;
    }
    s->request = r;
    add_served(w, s, rank, false);
    return true;
}

void target_end(struct window *w)
{
    struct served *s;

    while ((s = w->served)) {
        w->served = s->next;
        request_end(s->request);
        free(s);
    }
}

/* --- each kind: false: not now --------------------------------------------------------------- */

/* What a member wants: a header, and what came with it. */
struct wish {
    struct window *w;
    uint32_t rank;
    struct header h;
    uint8_t *at; /* its place in this member's memory, which it does not leave */
    const uint8_t *body;
    uint32_t bytes; /* of the body */
};

static bool serve_put(const struct wish *x)
{
    if (x->bytes == x->h.bytes) {
        copy_bytes(x->at, x->body, x->bytes);
    }
    return true;
}

static bool serve_put_long(const struct wish *x)
{
    struct served *s;
    struct request *r;

    if (count_served(x->w, x->rank) >= ANSWERS_KEPT) {
        return false;
    }
    s = malloc(sizeof(*s));
    r = s ? request_new(false) : NULL;
    if (!r) {
        free(s);
        return false;
    }
    wanted_make(&r->wanted, x->w->g, (int32_t)x->rank, TAG_DATA, false);
    receive_begin(r, x->at, x->h.bytes | NOC_CUT);
    s->request = r;
    add_served(x->w, s, x->rank, true);
    return true;
}

static bool serve_accumulate(const struct wish *x)
{
    const noc_op *op = op_numbered(x->w, x->h.operation);

    if (op && x->bytes == x->h.bytes && !(x->bytes % op->bytes)) {
        op->combine(op, x->at, x->body, x->bytes / op->bytes);
    }
    return true;
}

static bool serve_get(const struct wish *x)
{
    return target_send(x->w, x->rank, TAG_REPLY, x->at, x->h.bytes, false);
}

/* What is there is answered before it changes. */
static bool serve_fetch(const struct wish *x)
{
    if (x->h.bytes > PIECE_BYTES) {
        return true;
    }
    return target_send(x->w, x->rank, TAG_REPLY, x->at, x->h.bytes, true) &&
           (!x->bytes || serve_accumulate(x));
}

static bool serve_swap(const struct wish *x)
{
    const uint32_t bytes = x->h.bytes;

    if (bytes > SWAP_BYTES || x->bytes != 2 * bytes) {
        return true;
    }
    if (!target_send(x->w, x->rank, TAG_REPLY, x->at, bytes, true)) {
        return false;
    }
    if (!memcmp(x->at, x->body, bytes)) {
        memcpy(x->at, x->body + bytes, bytes);
    }
    return true;
}

static bool serve_flush(const struct wish *x)
{
    return target_has_landed(x->w, x->rank) &&
           target_send(x->w, x->rank, TAG_REPLY, NULL, 0, false);
}

static bool serve_lock(const struct wish *x)
{
    return lock_asked(x->w, x->rank, x->h.operation);
}

static bool serve_unlock(const struct wish *x)
{
    if (!serve_flush(x)) {
        return false;
    }
    lock_left(x->w, x->rank);
    return true;
}

static bool (*const serve_kind[ACCESS_KINDS])(const struct wish *x) = {
    [ACCESS_PUT] = serve_put,
    [ACCESS_PUT_LONG] = serve_put_long,
    [ACCESS_ACCUMULATE] = serve_accumulate,
    [ACCESS_GET] = serve_get,
    [ACCESS_FETCH] = serve_fetch,
    [ACCESS_SWAP] = serve_swap,
    [ACCESS_FLUSH] = serve_flush,
    [ACCESS_LOCK] = serve_lock,
    [ACCESS_UNLOCK] = serve_unlock,
};

/* --- headers --------------------------------------------------------------------------------- */

/* The window that this message is for; NULL: it is no header. */
static struct window *addressed(const struct onesided *o, const struct slot *slot)
{
    const uint32_t context = wire_context(slot->w2);
    struct window *w = o->windows;

    if (wire_tag(slot->w1) != TAG_HEADER || wire_class(slot->w2) != WIRE_USER || context % 2) {
        return NULL;
    }
    while (w && w->g->context != context / 2) {
        w = w->next;
    }
    return w;
}

/* False: not now. */
static bool serve(struct window *w, const struct slot *slot)
{
    const uint32_t rank = wire_sender(slot->w2), bytes = envelope_bytes(slot);
    struct wish x = {.w = w,
                     .rank = rank,
                     .body = (const uint8_t *)slot->body + HEADER_BYTES,
                     .bytes = bytes - HEADER_BYTES};

    if (bytes < HEADER_BYTES || rank >= w->g->count || rank == w->g->rank ||
        group_node(w->g, rank) != wire_source(slot->w1)) {
        return true;
    }
    copy_bytes(&x.h, slot->body, HEADER_BYTES);
    if (x.h.kind >= ACCESS_KINDS || !in_range(w->bytes, x.h.offset, x.h.bytes)) {
        return true;
    }
    x.at = w->memory + x.h.offset;
    return serve_kind[x.h.kind](&x);
}

/* Whether a header of the same member is in front of it. */
static bool is_behind(const struct slot *slot)
{
    const struct slot *s = noc_layer.unexpected.head;

    while (s->w1 != slot->w1 || (s->w2 ^ slot->w2) & WIRE_USER_MASK) {
        s = s->next;
    }
    return s != slot;
}

/* The body of a long put may have come before its header, from a member that errs: then it is gone
 * from the list, wherever it was. */
static struct slot **link_of(const struct slot *slot)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link != slot) {
        link = &(*link)->next;
    }
    return link;
}

void target_serve(struct onesided *o)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;
    bool left = false; /* a header */
    struct window *w;

    while ((slot = *link)) {
        w = addressed(o, slot);
        if (w && !(left && is_behind(slot)) && serve(w, slot)) {
            link = link_of(slot);
            slot_release(unexpected_unlink(link));
        } else {
            left |= w != NULL;
            link = &slot->next;
        }
    }
}
