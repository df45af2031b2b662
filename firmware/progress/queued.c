/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends that wait: they start in the order of their calls, as far as they are to the same node.
 */
#include "eager/backlog.h"
#include "eager/eager.h"
#include "matching/matching.h"
#include "progress.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"
#include "slots/slots.h"

static void start(struct request *r)
{
    if (r->bytes > NOC_EAGER_BYTES || r->synchronous) {
        long_begin(r);
    } else {
        noc_err err = eager_start((uint32_t)r->peer, (uint32_t)r->tag, r->w2, r->body, r->bytes);

        if (r->owned) {
            backlog_forget(r);
        } else {
            request_finish(r, err);
        }
    }
}

static void unqueue(struct request **link)
{
    struct layer_state *l = &noc_layer;
    struct request *r = *link;

    *link = r->next;
    if (l->queued_end == &r->next) {
        l->queued_end = link;
    }
    if (!l->queued) {
        l->detour &= ~(uint32_t)DETOUR_QUEUED;
    }
}

/* What comes out of a backlog that has closed may be what withdraws a long send: for that others wait. */
static bool withdraws(const struct request *r)
{
    return r->owned && wire_class(r->w2) == WIRE_CONTROL;
}

static bool ready(const struct request *r)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t to = (uint32_t)r->peer;

    return eager_ready(l, to, KEPT_USER) &&
           !(l->detour & DETOUR_WITHDRAWING && long_withdrawing(to) && !withdraws(r));
}

/* Start all that can: one whose destination has yet to acknowledge waits, and
 * so do those to the same destination behind it. */
void sends_progress(void)
{
    struct layer_state *l = &noc_layer;
    struct request **link = &l->queued;
    struct request *r;

    while ((r = *link) && l->kept_live < KEPT_USER) {
        if (ready(r)) {
            unqueue(link);
            start(r);
        } else {
            link = &r->next;
        }
    }
    if (l->queued && l->kept_live >= KEPT_USER) {
        (void)eager_make_room(); /* for the next time */
    }
}

void send_begin(struct request *r, const struct sending *s)
{
    struct layer_state *l = &noc_layer;

    r->peer = (int32_t)s->to;
    r->tag = (int32_t)s->tag;
    r->w2 = s->w2;
    r->body = (uint8_t *)(uintptr_t)s->body; /* only read */
    r->bytes = s->bytes;
    r->status = (noc_status){.source = wire_sender(s->w2), .tag = s->tag, .bytes = s->bytes};
    r->synchronous = s->synchronous;
    r->kind = REQUEST_SEND;
    r->state = SEND_QUEUED;
    r->owned = false;
    if (backlog_may_be()) {
        struct backlog *b = backlog_of(s->to);

        if (b) {
            backlog_append(b, r);
            return;
        }
    }
    r->next = NULL;
    *l->queued_end = r;
    l->queued_end = &r->next;
    l->detour |= DETOUR_QUEUED;
    sends_progress();
}

/* Give it up. False: it is taken (take.c), so that it will be received. */
static __attribute__((noinline)) bool local_lapse(struct request *r)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;

    while ((*link)->home != SLOT_SELF || (*link)->body[0] != r->index) {
        link = &(*link)->next;
    }
    if ((*link)->taken) {
        return false;
    }
    slot = unexpected_unlink(link);
    slot_release(slot);
    request_free(r);
    return true;
}

bool send_lapse(struct request *r)
{
    struct request **link = &noc_layer.queued;

    if (r->peer == (int32_t)noc_layer.rank) {
        return local_lapse(r);
    }
    if (r->state != SEND_QUEUED) {
        return long_deadline(r);
    }
    if (backlog_may_be()) {
        struct backlog *b = backlog_of((uint32_t)r->peer);

        if (b) {
            const enum lapsed lapsed = backlog_lapse(b, r);

            return lapsed == IS_OFFERED ? long_deadline(r) : lapsed == NEVER_SENT;
        }
    }
    while (*link != r) {
        link = &(*link)->next;
    }
    unqueue(link);
    request_free(r);
    return true;
}
