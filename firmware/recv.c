/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receiving. A message that lies at the front of queue 0 while nothing else
 * is to be done is copied straight from its slot; everything else goes by way
 * of the two lists (match.c).
 */
#include "layer.h"

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
    return ni_address(body) % 4 || (!body && max_flits) ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

void receive_begin(struct request *r, int32_t from, int32_t tag, void *body, uint32_t max_flits)
{
    r->peer = from;
    r->tag = tag;
    r->body = body;
    r->flits = max_flits;
    r->order = noc_layer.order++;
    receive_post(r);
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
    wait_begin(&wait, WAIT_RECEIVE, tag, from, timeout);
    receive_begin(r, from, tag, body, max_flits);
    for (noc_progress(); r->state != DONE; noc_progress()) {
        err = wait_more(&wait);
        if (err && rendezvous_abandon(r)) {
            return err;
        }
        if (err) {
            wait.deadline = UINT64_MAX; /* the body is coming */
        }
    }
    if (status) {
        *status = r->status;
    }
    r->state = FREE;
    return (noc_err)r->result;
}

/*
 * Nothing else to be done: no receive and no message waits in a list, queue 0 has
 * an entry, queue 1 has none, and nothing waits to be asked for. The arguments are
 * not in doubt either.
 */
static inline bool is_straight(const struct noc_layer *l, int32_t from, int32_t tag,
                               const void *body)
{
    const uint32_t look = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED |
                          1u << NI_PENDING_DISCARD_SHIFT;

    return (uint32_t)(from + 1) <= l->size && (uint32_t)(tag + 1) <= NOC_TAG_MAX + 1 && body &&
           !(ni_address(body) % 4) && l->pull_slot && !l->posted && !l->unexpected.head &&
           (ni_read(NI_PENDING) & look) == 1u << NOC_QUEUE_EAGER;
}

noc_err noc_recv(int32_t from, int32_t tag, void *body, uint32_t max_flits, noc_status *status,
                 uint32_t timeout)
{
    if (is_straight(&noc_layer, from, tag, body)) {
        uint32_t w1 = ni_read(NI_RX_W1);
        uint32_t flits = NOC_GET(ni_read(NI_RX_W0), NI_TX_W0, LENGTH);

        if (!ni_read(NI_RX_W2) && flits <= max_flits &&
            (from < 0 || wire_source(w1) == (uint32_t)from) &&
            (tag < 0 || wire_tag(w1) == (uint32_t)tag)) {
            uint32_t at = ni_read(NI_RX_ADDR);

            mmio_fence_in();
            copy_flits(body, slot_of(at)->body, flits);
            if (status) {
                status->source = wire_source(w1);
                status->tag = wire_tag(w1);
                status->flits = flits;
                status->when = (uint64_t)ni_read(NI_RX_TIME_HI) << 32 | ni_read(NI_RX_TIME_LO);
            }
            ni_write(NI_RX_POP, 1);
            mmio_fence_out();
            ni_write(NI_RX_FREE, at);
            return NOC_ERR_OK;
        }
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
    wait_begin(&wait, WAIT_PROBE, tag, from, timeout);
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
