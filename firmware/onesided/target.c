/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What other members want of this one's memory. Their headers come as messages without a receive;
 * they are served as soon as they leave the NI, where they lie, before any message that came behind
 * them: so an access that the NI has accepted is done before all that may follow from it. Those of one
 * member are served in the order in which it sent them. What cannot be served yet stays among the
 * messages without a receive, with what its sender sent behind it, until noc_progress can do it.
 *
 * Nothing is believed: a header that makes no sense is dropped, since no honest member sends it, and
 * its range is compared with the window's. So are answers that nobody waits for.
 */
#include <string.h>

#include "matching/matching.h"
#include "slots/copy.h"
#include "slots/slots.h"
#include "onesided_priv.h"

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
    return answer_landing(x->w, x->rank, x->at, x->h.bytes);
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
    return answer_send(x->w, x->rank, TAG_REPLY, x->at, x->h.bytes, false);
}

/* What is there is answered before it changes. */
static bool serve_fetch(const struct wish *x)
{
    if (x->h.bytes > PIECE_BYTES) {
        return true;
    }
    return answer_send(x->w, x->rank, TAG_REPLY, x->at, x->h.bytes, true) &&
           (!x->bytes || serve_accumulate(x));
}

static bool serve_swap(const struct wish *x)
{
    const uint32_t bytes = x->h.bytes;

    if (bytes > SWAP_BYTES || x->bytes != 2 * bytes) {
        return true;
    }
    if (!answer_send(x->w, x->rank, TAG_REPLY, x->at, bytes, true)) {
        return false;
    }
    if (!memcmp(x->at, x->body, bytes)) {
        memcpy(x->at, x->body + bytes, bytes);
    }
    return true;
}

static bool serve_flush(const struct wish *x)
{
    return answer_has_landed(x->w, x->rank) &&
           answer_send(x->w, x->rank, TAG_REPLY, NULL, 0, false);
}

static bool serve_lock(const struct wish *x)
{
    if (!lock_asked(x->w, x->rank, x->h.operation)) {
        return false;
    }
    locks_progress(x->w);
    return true;
}

static bool serve_unlock(const struct wish *x)
{
    if (!answer_has_landed(x->w, x->rank) || (x->h.operation && !serve_flush(x))) {
        return false;
    }
    lock_left(x->w, x->rank);
    locks_progress(x->w);
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

/* The window whose message this is, of whatever tag; NULL: it is none. */
static struct window *addressed(const struct slot *slot)
{
    const uint32_t context = wire_context(slot->w2);

    return wire_class(slot->w2) != WIRE_USER || context % 2 ? NULL : window_in(context / 2);
}

static bool is_header(const struct slot *slot)
{
    return wire_tag(slot->w1) == TAG_HEADER;
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

/* Whether a header of the same member waits, in front of it if it waits too. */
static bool is_behind(const struct slot *slot)
{
    const struct slot *s = noc_layer.unexpected.head;

    while (s && s != slot &&
           (!is_header(s) || s->offer || (s->w1 ^ slot->w1) & WIRE_SOURCE_MASK ||
            (s->w2 ^ slot->w2) & WIRE_USER_MASK)) {
        s = s->next;
    }
    return s && s != slot;
}

/* It is done with: served, or nobody waits for it. Of all but headers a receive was posted before they
 * were asked for; but the body of a long put waits with its header. */
static bool is_over(struct window *w, const struct slot *slot, bool behind)
{
    return is_header(slot) ? !behind && serve(w, slot)
                           : !(behind && wire_tag(slot->w1) == TAG_DATA);
}

bool target_wants(const struct slot *slot)
{
    return addressed(slot);
}

bool target_takes(struct slot *slot)
{
    struct onesided *o = noc_layer.onesided;
    struct window *w = addressed(slot);

    if (!w) {
        return false;
    }
    if (!is_over(w, slot, o->left && is_behind(slot))) {
        o->left = true;
        return false;
    }
    slot_release(slot);
    return true;
}

/* The body of a long put may have come before its header was served: then it is gone from the list. */
static struct slot **link_of(const struct slot *slot)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link != slot) {
        link = &(*link)->next;
    }
    return link;
}

void target_serve(void)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;
    bool left = false;
    struct window *w;

    while ((slot = *link)) {
        w = addressed(slot);
        if (w && is_over(w, slot, left && is_behind(slot))) {
            link = link_of(slot);
            slot_release(unexpected_unlink(link));
        } else {
            left |= w != NULL;
            link = &slot->next;
        }
    }
    noc_layer.onesided->left = left;
}
