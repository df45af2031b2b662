/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending. The way of an eager message that can go at once is kept straight;
 * everything else becomes a request in `queued`, which keeps the order of
 * sends to each destination.
 */
#include <stdlib.h>

#include "messages_priv.h"

noc_err send_check(uint32_t to, uint32_t tag, const void *body, uint32_t flits)
{
    struct noc_layer *l = &noc_layer;

    if (to >= l->size) {
        return l->size ? NOC_ERR_RANK : NOC_ERR_UNSTARTED;
    }
    if (tag > NOC_TAG_MAX) {
        return NOC_ERR_TAG;
    }
    if (flits > NOC_LENGTH_MAX) {
        return NOC_ERR_LENGTH;
    }
    if (ni_address(body) % 4 || (flits > NOC_EAGER_FLITS && !ni_reads(body, flits))) {
        return NOC_ERR_ARGUMENT;
    }
    return !body && flits ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

/* To oneself: whatever its length the body is copied, so that it never waits
 * for the receive that only this core can make. */
noc_err send_local(uint32_t tag, const uint32_t *body, uint32_t flits)
{
    const struct slot envelope = {
        .when = ni_time(),
        .w0 = flits,
        .w1 = tag << WIRE_TAG_SHIFT | noc_layer.rank,
    };
    struct slot *slot = slot_in_arena(&envelope, flits);

    if (!slot) {
        return NOC_ERR_MEMORY;
    }
    copy_long(slot->body, body, flits);
    noc_progress(); /* what came before it is before it */
    envelope_arrived(slot);
    return NOC_ERR_OK;
}

/* --- sends that wait ----------------------------------------------------------- */

static void start(struct request *r)
{
    if (r->flits > NOC_EAGER_FLITS || r->synchronous) {
        long_begin(r);
    } else {
        request_finish(r, eager_start((uint32_t)r->peer, (uint32_t)r->tag, 0, r->body, r->flits));
    }
}

static void unqueue(struct request **link)
{
    struct noc_layer *l = &noc_layer;
    struct request *r = *link;

    *link = r->next;
    if (l->queued_end == &r->next) {
        l->queued_end = link;
    }
    if (!l->queued) {
        l->detour &= ~(uint32_t)DETOUR_QUEUED;
    }
}

/* Looks for an acknowledgement before it is slept for: on an idle network it comes within 50
 * cycles, and to fall asleep takes longer. */
enum { POLLS = 6 };

static bool ready(uint32_t to)
{
    const struct noc_layer *l = &noc_layer;

    return eager_ready(l, to, KEPT_USER) &&
           !(l->detour & DETOUR_WITHDRAWING && long_withdrawing(to));
}

/* Start all that can: one whose destination has yet to acknowledge waits, and
 * so do those to the same destination behind it. */
void sends_progress(void)
{
    struct noc_layer *l = &noc_layer;
    struct request **link = &l->queued;
    struct request *r;

    while ((r = *link) && l->kept_live < KEPT_USER) {
        if (ready((uint32_t)r->peer)) {
            unqueue(link);
            start(r);
        } else {
            link = &r->next;
        }
    }
}

void send_begin(struct request *r, uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                bool synchronous)
{
    struct noc_layer *l = &noc_layer;

    r->peer = (int32_t)to;
    r->tag = (int32_t)tag;
    r->body = (uint32_t *)(uintptr_t)body; /* only read */
    r->flits = flits;
    r->status = (noc_status){.source = l->rank, .tag = tag, .flits = flits};
    r->synchronous = synchronous;
    r->kind = REQUEST_SEND;
    r->state = SEND_QUEUED;
    r->next = NULL;
    *l->queued_end = r;
    l->queued_end = &r->next;
    l->detour |= DETOUR_QUEUED;
    sends_progress();
}

bool send_lapse(struct request *r)
{
    struct request **link = &noc_layer.queued;

    if (r->state != SEND_QUEUED) {
        return long_deadline(r);
    }
    while (*link != r) {
        link = &(*link)->next;
    }
    unqueue(link);
    request_free(r);
    return true;
}

/* A request for it: the one that it repeats, or a new one. NULL: no memory. */
static struct request *send_request(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                                    bool synchronous)
{
    struct request *r = long_repeated(to, tag, body, flits, synchronous);

    if (!r) {
        sends_other();
        r = request_new(false);
        if (r) {
            send_begin(r, to, tag, body, flits, synchronous);
        }
    }
    noc_progress();
    return r;
}

static noc_err send_and_wait(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                             bool synchronous, const struct wait *wait)
{
    struct request *r;
    noc_err err;

    r = send_request(to, tag, body, flits, synchronous);
    if (!r) {
        return NOC_ERR_MEMORY;
    }
    while (!r->done) {
        if (r->state == SEND_QUEUED) {
            eager_watch();
        }
        err = wait_more(wait);
        if (err && send_lapse(r)) {
            if (err == NOC_ERR_TIMEOUT) {
                eager_give_up();
            }
            return err;
        }
        if (err) {
            wait_network(wait);
        }
        noc_progress();
    }
    err = (noc_err)r->result;
    request_free(r);
    return err;
}

/* What `to` has not acknowledged yet it mostly acknowledges soon: wait without a request as long as
 * no other send waits. True: *err is the end of the send. */
static bool send_after(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                       const struct wait *wait, noc_err *err)
{
    struct noc_layer *l = &noc_layer;

    do {
        noc_progress();
        if (l->detour) {
            return false;
        }
        if (eager_idle(l, to, KEPT_USER)) {
            break;
        }
        eager_watch();
        *err = wait_more(wait);
        if (*err) {
            eager_give_up();
            return true;
        }
        progress_signals();
    } while (!eager_idle(l, to, KEPT_USER));
    *err = eager_put(l, l->kept_live, to, tag, 0, body, flits);
    return true;
}

static __attribute__((noinline)) noc_err send_waiting(uint32_t to, uint32_t tag, const void *body,
                                                      uint32_t flits, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_SEND, (int32_t)tag, (int32_t)to, timeout);
    if (flits <= NOC_EAGER_FLITS && !noc_layer.detour &&
        send_after(to, tag, body, flits, &wait, &err)) {
        return err;
    }
    return send_and_wait(to, tag, body, flits, false, &wait);
}

/* All that cannot go at once. Out of line, so that noc_send saves no registers for it. */
static __attribute__((noinline)) noc_err send_slowly(uint32_t to, uint32_t tag, const void *body,
                                                     uint32_t flits, uint32_t timeout)
{
    struct noc_layer *l = &noc_layer;
    noc_err err = send_check(to, tag, body, flits);
    unsigned polls;

    if (err) {
        return err;
    }
    if (to == l->rank) {
        return send_local(tag, body, flits);
    }
    if (flits <= NOC_EAGER_FLITS && !l->detour) {
        for (polls = 0; polls < POLLS; polls++) {
            progress_signals(); /* the acknowledgement that we wait for may be there, or soon */
            if (eager_idle(l, to, KEPT_USER)) {
                return eager_put(l, l->kept_live, to, tag, 0, body, flits);
            }
        }
    }
    return send_waiting(to, tag, body, flits, timeout);
}

noc_err noc_send(uint32_t to, uint32_t tag, const void *body, uint32_t flits, uint32_t timeout)
{
    struct noc_layer *l = &noc_layer;

    if (to < l->size && to != l->rank && tag <= NOC_TAG_MAX && flits <= NOC_EAGER_FLITS && body &&
        !(ni_address(body) % 4) && !l->detour) {
        if (__builtin_expect(!l->kept_live, 1)) { /* a way of its own: nothing to look through */
            return eager_put(l, 0, to, tag, 0, body, flits);
        }
        if (eager_idle(l, to, KEPT_USER)) {
            return eager_put(l, l->kept_live, to, tag, 0, body, flits);
        }
    }
    return send_slowly(to, tag, body, flits, timeout);
}

noc_err noc_send_synchronous(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                             uint32_t timeout)
{
    noc_err err = send_check(to, tag, body, flits);
    struct wait wait;

    if (err || to == noc_layer.rank) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    wait_begin(&wait, NOC_WAIT_SEND, (int32_t)tag, (int32_t)to, timeout);
    return send_and_wait(to, tag, body, flits, true, &wait);
}
