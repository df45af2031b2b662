/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receiving. A message that lies at the front of queue 0 while nothing else
 * is to be done is copied straight from its slot; everything else goes by way
 * of the two lists (match.c).
 */
#include "messages_priv.h"

noc_err receive_check(int32_t from, int32_t tag, const void *body, uint32_t max_flits)
{
    struct noc_layer *l = &noc_layer;

    if (!l->size) {
        return NOC_ERR_UNSTARTED;
    }
    if (from != NOC_ANY_SOURCE && (uint32_t)from >= l->size) {
        return NOC_ERR_RANK;
    }
    if (tag != NOC_ANY_TAG && (uint32_t)tag > NOC_TAG_MAX) {
        return NOC_ERR_TAG;
    }
    if (ni_address(body) % 4 || (max_flits > NOC_EAGER_FLITS && !ni_writes(body, max_flits))) {
        return NOC_ERR_ARGUMENT;
    }
    return !body && max_flits ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

void receive_begin(struct request *r, int32_t from, int32_t tag, void *body, uint32_t max_flits)
{
    r->peer = from;
    r->tag = tag;
    r->body = body;
    r->flits = max_flits;
    r->order = noc_layer.order++;
    r->kind = REQUEST_RECEIVE;
    r->done = false;
    receive_post(r);
}

/* What must not wait in the NI, besides queue 0, when a message is taken past progress.
 * Signals matter as well to who does not sleep: others may be waiting for a resend. */
enum {
    LOOK = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED | 1u << NI_PENDING_DISCARD_SHIFT,
    LOOK_ALL = LOOK | 1u << NI_PENDING_SIGNAL_SHIFT,
    POLLS = 24,
    POLL_CYCLES = 1000 /* more than all polls take, and little beside the deadline */
};

/*
 * If of all that `look` looks at only queue 0 has something, and at its front is a
 * short message that this receive fits, copy it straight from its slot.
 */
static inline bool take_front(uint32_t look, int32_t from, int32_t tag, void *body,
                              uint32_t max_flits, noc_status *status)
{
    uint32_t w1, flits, at;

    if ((ni_read(NI_PENDING) & look) != 1u << NOC_QUEUE_EAGER) {
        return false;
    }
    w1 = ni_read(NI_RX_W1);
    flits = NOC_GET(ni_read(NI_RX_W0), NI_TX_W0, LENGTH);
    if (ni_read(NI_RX_W2) || flits > max_flits ||
        (from >= 0 && wire_source(w1) != (uint32_t)from) ||
        (tag >= 0 && wire_tag(w1) != (uint32_t)tag)) {
        return false;
    }
    at = ni_read(NI_RX_ADDR);
    mmio_fence_in();
    copy_flits(body, slot_of(at)->body, flits);
    if (status) {
        status->source = wire_source(w1);
        status->tag = wire_tag(w1);
        status->flits = flits;
        status->when = (uint64_t)ni_read(NI_RX_TIME_HI) << 32 | ni_read(NI_RX_TIME_LO);
    }
    TRACE_ARRIVED(GIVEN, ni_read(NI_RX_W0), w1, ni_read(NI_RX_TIME_LO));
    ni_write(NI_RX_POP, 1);
    mmio_fence_out();
    ni_write(NI_RX_FREE, at);
    return true;
}

/* Sleep. True: the receive is done. What woke this core is most likely its
 * message, so that is looked for before all else, if no other receive may want it. */
static bool sleep_for_front(struct request *r, const struct wait *wait, noc_status *status,
                            noc_err *err)
{
    struct noc_layer *l = &noc_layer;
    bool alone = l->posted == r && !r->next && l->pull_slot;

    *err = wait_prepare(wait);
    if (*err) {
        return false;
    }
    TRACE_SLEEP(wait);
    ni_sleep();
    TRACE_AWAKE();
    ni_write(NI_WAITING, 0);
    if (!alone || !take_front(LOOK, r->peer, r->tag, r->body, r->flits, status)) {
        return false;
    }
    l->posted = NULL;
    return true;
}

noc_err receive_finish(struct request *r, struct wait *wait, noc_status *status)
{
    noc_err err;

    for (noc_progress(); !r->done; noc_progress()) {
        if (r->offer) {
            wait->peer = request_peer(r);
        }
        if (sleep_for_front(r, wait, status, &err)) {
            return NOC_ERR_OK;
        }
        if (err && offer_abandon(r)) {
            return err;
        }
        if (err) {
            wait_network(wait); /* the body is coming */
        }
    }
    if (status) {
        *status = r->status;
    }
    return (noc_err)r->result;
}

/* Whether nothing is to be done before the front of queue 0 is looked at. */
static inline bool front_is_next(const struct noc_layer *l)
{
    return l->pull_slot && !l->posted && !l->unexpected.head;
}

/* A message of a stream comes before this core is asleep: look for it a little while. */
static bool poll_front(int32_t from, int32_t tag, void *body, uint32_t max_flits,
                       noc_status *status)
{
    unsigned polls;

    for (polls = 0; polls < POLLS; polls++) {
        if (ni_read(NI_PENDING) & LOOK_ALL) {
            return take_front(LOOK_ALL, from, tag, body, max_flits, status);
        }
    }
    return false;
}

static __attribute__((noinline)) noc_err receive_slowly(int32_t from, int32_t tag, void *body,
                                                        uint32_t max_flits, noc_status *status,
                                                        uint32_t timeout)
{
    struct request *r = &noc_layer.receiving;
    noc_err err = receive_check(from, tag, body, max_flits);
    struct wait wait;

    if (err) {
        return err;
    }
    if (timeout > POLL_CYCLES && front_is_next(&noc_layer) &&
        poll_front(from, tag, body, max_flits, status)) {
        return NOC_ERR_OK;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, tag, from, timeout);
    receive_begin(r, from, tag, body, max_flits);
    return receive_finish(r, &wait, status);
}

noc_err noc_recv(int32_t from, int32_t tag, void *body, uint32_t max_flits, noc_status *status,
                 uint32_t timeout)
{
    struct noc_layer *l = &noc_layer;

    if ((uint32_t)(from + 1) <= l->size && (uint32_t)(tag + 1) <= NOC_TAG_MAX + 1 && body &&
        !(ni_address(body) % 4) && front_is_next(l) &&
        take_front(LOOK_ALL, from, tag, body, max_flits, status)) {
        return NOC_ERR_OK;
    }
    return receive_slowly(from, tag, body, max_flits, status, timeout);
}

noc_err noc_probe(int32_t from, int32_t tag, noc_status *status, uint32_t timeout)
{
    noc_err err = receive_check(from, tag, NULL, 0);
    struct slot **found;
    struct wait wait;

    if (err) {
        return err;
    }
    wait_begin(&wait, NOC_WAIT_PROBE, tag, from, timeout);
    for (noc_progress(); !(found = unexpected_find(from, tag)); noc_progress()) {
        err = wait_more(&wait);
        if (err) {
            return err;
        }
    }
    if (status) {
        envelope_status(*found, status);
    }
    return NOC_ERR_OK;
}
