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
    return ni_address(body) % 4 || (!body && flits) ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
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
    struct slot *slot = slot_on_heap(&envelope, flits);

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
    uint32_t to = (uint32_t)r->peer, tag = (uint32_t)r->tag;
    noc_err err;

    if (r->flits <= NOC_EAGER_FLITS) {
        request_finish(r, eager_start(to, tag, 0, r->body, r->flits));
        return;
    }
    err = eager_start(to, tag, wire_rts(request_name(r), r->flits), NULL, 0);
    if (err) {
        request_finish(r, err);
    } else {
        r->state = OFFERED;
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
}

/* Start all that can: one whose destination has yet to acknowledge waits, and
 * so do those to the same destination behind it. */
void sends_progress(void)
{
    struct noc_layer *l = &noc_layer;
    struct request **link = &l->queued;
    struct request *r;

    while ((r = *link) && l->kept_live < KEPT_USER) {
        if (eager_ready(&noc_layer, (uint32_t)r->peer, KEPT_USER)) {
            unqueue(link);
            start(r);
        } else {
            link = &r->next;
        }
    }
}

void send_begin(struct request *r, uint32_t to, uint32_t tag, const void *body, uint32_t flits)
{
    struct noc_layer *l = &noc_layer;

    r->peer = (int32_t)to;
    r->tag = (int32_t)tag;
    r->body = (uint32_t *)(uintptr_t)body; /* only read */
    r->flits = flits;
    r->status = (noc_status){.source = l->rank, .tag = tag, .flits = flits};
    r->state = QUEUED;
    r->next = NULL;
    *l->queued_end = r;
    l->queued_end = &r->next;
    sends_progress();
}

/* Give a send up. False: its body is on its way, or about to be. */
static bool cancel(struct request *r)
{
    struct request **link = &noc_layer.queued;

    if (r->state == OFFERED) {
        rendezvous_withdraw(r);
        return true;
    }
    if (r->state != QUEUED) {
        return false;
    }
    while (*link != r) {
        link = &(*link)->next;
    }
    unqueue(link);
    request_free(r);
    return true;
}

static noc_err send_request(uint32_t to, uint32_t tag, const void *body, uint32_t flits,
                            uint32_t timeout)
{
    struct request *r;
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_SEND, (int32_t)tag, (int32_t)to, timeout);
    noc_progress();
    while (!(r = request_new(false))) { /* all taken by sends that were given up */
        err = wait_more(&wait);
        if (err) {
            return err;
        }
        noc_progress();
    }
    send_begin(r, to, tag, body, flits);
    while (r->state != DONE) {
        wait.watch = r->state == LEAVING ? 1u << r->entry : 0;
        err = wait_more(&wait);
        if (err && cancel(r)) {
            return err;
        }
        if (err) {
            wait.deadline = UINT64_MAX; /* no one but the network is waited for */
        }
        noc_progress();
    }
    err = (noc_err)r->result;
    request_free(r);
    return err;
}

/* All that cannot go at once. Out of line, so that noc_send saves no registers for it. */
static __attribute__((noinline)) noc_err send_slowly(uint32_t to, uint32_t tag, const void *body,
                                                     uint32_t flits, uint32_t timeout)
{
    struct noc_layer *l = &noc_layer;
    noc_err err = send_check(to, tag, body, flits);

    if (err) {
        return err;
    }
    if (to == l->rank) {
        return send_local(tag, body, flits);
    }
    if (flits <= NOC_EAGER_FLITS && !l->queued) {
        progress_signals(); /* the acknowledgement that we wait for may be there */
        if (eager_ready(l, to, KEPT_USER)) {
            return eager_start(to, tag, 0, body, flits);
        }
    }
    return send_request(to, tag, body, flits, timeout);
}

noc_err noc_send(uint32_t to, uint32_t tag, const void *body, uint32_t flits, uint32_t timeout)
{
    struct noc_layer *l = &noc_layer;

    if (to < l->size && to != l->rank && tag <= NOC_TAG_MAX && flits <= NOC_EAGER_FLITS && body &&
        !(ni_address(body) % 4) && !l->queued) {
        if (__builtin_expect(!l->kept_live, 1)) { /* a way of its own: nothing to look through */
            return eager_put(l, 0, to, tag, 0, body, flits);
        }
        if (eager_ready(l, to, KEPT_USER)) {
            return eager_put(l, l->kept_live, to, tag, 0, body, flits);
        }
    }
    return send_slowly(to, tag, body, flits, timeout);
}
