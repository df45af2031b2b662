/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receiving. A message that lies at the front of queue 0 while nothing else
 * is to be done is copied straight from its slot; everything else goes by way
 * of the two lists (match.c).
 */
#include "eager/seen.h"
#include "matching/matching.h"
#include "messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"

#define INLINE    inline __attribute__((always_inline))
#define NOINLINE  __attribute__((noinline))
#define LIKELY(x) __builtin_expect((x), 1)

noc_err receive_check(const struct noc_group *g, int32_t from, int32_t tag, const void *body,
                      uint32_t max_bytes)
{
    const uint32_t bytes = max_bytes & ~NOC_CUT;

    if (!g || !noc_layer.size) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (from != NOC_ANY_SOURCE && (uint32_t)from >= g->count) {
        return NOC_ERR_RANK;
    }
    if (tag != NOC_ANY_TAG && (uint32_t)tag > NOC_TAG_MAX) {
        return NOC_ERR_TAG;
    }
    return bytes && !ni_writes(body, bytes) ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

void receive_prepare(struct request *r, void *body, uint32_t max_bytes)
{
    r->peer = r->wanted.w1_mask & WIRE_SOURCE_MASK ? (int32_t)wire_source(r->wanted.w1) : -1;
    r->tag = r->wanted.w1_mask & WIRE_TAG_MASK ? (int32_t)wire_tag(r->wanted.w1) : NOC_ANY_TAG;
    r->body = body;
    r->bytes = max_bytes & ~NOC_CUT;
    r->cut = max_bytes & NOC_CUT;
    r->order = noc_layer.order++;
    r->kind = REQUEST_RECEIVE;
    r->offer = NULL;
    r->done = false;
}

void receive_begin(struct request *r, void *body, uint32_t max_bytes)
{
    receive_prepare(r, body, max_bytes);
    receive_post(r);
}

/* What must not wait in the NI, besides queue 0, when a message is taken past progress.
 * Signals matter as well to who does not sleep: others may be waiting for a resend. */
enum {
    LOOK = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED | 1u << NI_PENDING_DISCARD_SHIFT,
    LOOK_ALL = LOOK | 1u << NI_PENDING_SIGNAL_SHIFT,
    LOOK_ASIDE = LOOK_ALL & ~(1u << NOC_QUEUE_EAGER),
    POLLS = 24,
    POLL_CYCLES = 1000 /* more than all polls take, and little beside the deadline */
};

/* Whether of all that `look` looks at only queue 0 has something. */
static inline bool is_only_front(uint32_t look)
{
    return (ni_read(NI_PENDING) & look) == 1u << NOC_QUEUE_EAGER;
}

/* The message at the front of queue 0 was copied from its slot. */
static INLINE void front_done(uint32_t w1, uint32_t sender, uint32_t bytes, uint32_t at,
                              noc_status *status)
{
    if (status) {
        status->source = sender;
        status->tag = wire_tag(w1);
        status->bytes = bytes;
        status->when = (uint64_t)ni_read(NI_RX_TIME_HI) << 32 | ni_read(NI_RX_TIME_LO);
    }
    TRACE_ARRIVED(GIVEN, ni_read(NI_RX_W0), w1, ni_read(NI_RX_TIME_LO));
    ni_write(NI_RX_POP, 1);
    mmio_fence_out();
    ni_write(NI_RX_FREE, at);
}

/*
 * If at the front of queue 0, and nowhere else, is a message of whole words that are these, copy it
 * straight from its slot.
 */
static INLINE bool take_words(uint32_t look, uint32_t w1, uint32_t w2, void *body,
                              uint32_t max_bytes, noc_status *status)
{
    uint32_t bytes, at;

    if (!LIKELY(is_only_front(look) && ni_read(NI_RX_W1) == w1 && ni_read(NI_RX_W2) == w2)) {
        return false;
    }
    bytes = length_bytes(ni_read(NI_RX_W0));
    if (!LIKELY((int32_t)bytes <= (int32_t)max_bytes)) {
        return false;
    }
    at = ni_read(NI_RX_ADDR);
    mmio_fence_in();
    copy_words(body, slot_of(at)->body, bytes);
    front_done(w1, wire_sender(w2), bytes, at, status);
    return true;
}

/* The same for any short message that is wanted. */
static NOINLINE bool take_any(uint32_t look, const struct wanted *wanted, void *body,
                              uint32_t max_bytes, noc_status *status)
{
    uint32_t w1, w2, bytes, flits, at;

    if (!is_only_front(look)) {
        return false;
    }
    w1 = ni_read(NI_RX_W1);
    w2 = ni_read(NI_RX_W2);
    flits = NOC_GET(ni_read(NI_RX_W0), NI_TX_W0, LENGTH);
    bytes = flits * 4 - wire_bits(w2, 0, WIRE_PAD_BITS);
    if (wire_class(w2) != WIRE_USER || bytes > flits * 4 || (int32_t)bytes > (int32_t)max_bytes ||
        !words_match(wanted, w1, w2, wanted->w2_mask)) {
        return false;
    }
    at = ni_read(NI_RX_ADDR);
    mmio_fence_in();
    if ((ni_address(body) | bytes) % 4) {
        copy_bytes(body, slot_of(at)->body, bytes);
    } else {
        copy_words(body, slot_of(at)->body, bytes);
    }
    front_done(w1, wire_sender(w2), bytes, at, status);
    return true;
}

/* What a receive wants may be at the front of queue 0. */
static INLINE bool take_front(uint32_t look, const struct wanted *wanted, void *body,
                              uint32_t max_bytes, noc_status *status)
{
    return (!(ni_address(body) % 4) && wanted->w2_mask == WIRE_USER_MASK &&
            take_words(look, wanted->w1, wanted->w2, body, max_bytes, status)) ||
           take_any(look, wanted, body, max_bytes, status);
}

/* Sleep. True: the receive is done. What woke this core is most likely its
 * message, so that is looked for before all else, if no other receive may want it. */
static bool sleep_for_front(struct request *r, const struct wait *wait, noc_status *status,
                            noc_err *err)
{
    struct layer_state *l = &noc_layer;
    bool alone = l->posted == r && !r->next && l->pull_slot;

    *err = wait_prepare(wait);
    if (*err) {
        return false;
    }
    TRACE_SLEEP(wait);
    ni_sleep();
    TRACE_AWAKE();
    ni_write(NI_WAITING, 0);
    if (!alone || !take_front(LOOK, &r->wanted, r->body, r->bytes, status)) {
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
            if (offer_lands_soon(wait)) {
                continue;
            }
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
static inline bool front_is_next(const struct layer_state *l)
{
    return l->pull_slot && !l->posted && !l->unexpected.head;
}

/* Whether a receive from one of `count` ranks can be done with whole words, if its message is there. */
static INLINE bool is_plain(const struct layer_state *l, uint32_t count, int32_t from, int32_t tag,
                            const void *body)
{
    return (uint32_t)from < count && (uint32_t)tag <= NOC_TAG_MAX && !(ni_address(body) % 4) &&
           ni_address(body) - mmio_ram_base() < l->ram_front;
}

/* What it wants then. */
static INLINE void want_in_world(struct wanted *w, int32_t from, int32_t tag)
{
    w->w1 = (uint32_t)tag << WIRE_TAG_SHIFT | (uint32_t)from;
    w->w1_mask = WIRE_TAG_MASK | WIRE_SOURCE_MASK;
    w->w2 = (uint32_t)from << WIRE_SENDER_SHIFT;
    w->w2_mask = WIRE_USER_MASK;
    w->group = world();
}

/* A message of a stream comes before this core is asleep: look for it a little while. */
static INLINE bool is_coming(void)
{
    unsigned polls;

    for (polls = 0; polls < POLLS; polls++) {
        if (ni_read(NI_PENDING) & LOOK_ALL) {
            return true;
        }
    }
    return false;
}

/* A short message that has come before. What lies in queue 0 stays there, so that a receiver that was
 * late for a while can catch up with its senders. */
static NOINLINE bool take_unexpected(const struct wanted *wanted, void *body, uint32_t max_bytes,
                                     noc_status *status)
{
    struct slot **link = unexpected_find(wanted), *slot;
    uint32_t bytes;

    if (!link || (*link)->offer || (*link)->home == SLOT_SELF) {
        return false;
    }
    bytes = envelope_bytes(*link);
    if ((int32_t)bytes > (int32_t)max_bytes) {
        return false;
    }
    slot = unexpected_unlink(link);
    TRACE_ARRIVED(GIVEN, slot->w0, slot->w1, (uint32_t)slot->when);
    if (status) {
        envelope_status(slot, status);
    }
    copy_bytes(body, slot->body, bytes);
    slot_release(slot);
    return true;
}

static NOINLINE noc_err receive_slowly(int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                                       noc_status *status, uint32_t timeout,
                                       const struct noc_group *g)
{
    struct layer_state *l = &noc_layer;
    struct request *r = &l->receiving;
    struct wait wait;
    noc_err err;

    if (g == world() && max_bytes <= NOC_EAGER_BYTES && is_plain(l, l->size, from, tag, body)) {
        want_in_world(&r->wanted, from, tag);
    } else {
        err = receive_check(g, from, tag, body, max_bytes);
        if (err) {
            return err;
        }
        wanted_make(&r->wanted, g, from, tag, false);
    }
    if (l->unexpected.head) {
        if (!(ni_read(NI_PENDING) & LOOK_ASIDE) &&
            take_unexpected(&r->wanted, body, max_bytes, status)) {
            return NOC_ERR_OK;
        }
    } else if (timeout > POLL_CYCLES && front_is_next(l) && is_coming() &&
               take_front(LOOK_ALL, &r->wanted, body, max_bytes, status)) {
        return NOC_ERR_OK;
    }
    receive_prepare(r, body, max_bytes);
    wait_begin(&wait, NOC_WAIT_RECEIVE, tag, r->peer, timeout);
    receive_post(r);
    return receive_finish(r, &wait, status);
}

noc_err noc_recv(int32_t from, int32_t tag, void *body, uint32_t max_bytes, noc_status *status,
                 uint32_t timeout)
{
    struct layer_state *l = &noc_layer;

    if (LIKELY(is_plain(l, l->size, from, tag, body) && front_is_next(l)) &&
        take_words(LOOK_ALL, (uint32_t)tag << WIRE_TAG_SHIFT | (uint32_t)from,
                   (uint32_t)from << WIRE_SENDER_SHIFT, body, max_bytes, status)) {
        return NOC_ERR_OK;
    }
    return receive_slowly(from, tag, body, max_bytes, status, timeout, world());
}

noc_err noc_recv_in(noc_group *group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                    noc_status *status, uint32_t timeout)
{
    const struct noc_group *g = group_of(group);
    struct layer_state *l = &noc_layer;

    if (LIKELY(g && is_plain(l, g->count, from, tag, body) && front_is_next(l)) &&
        take_words(LOOK_ALL, (uint32_t)tag << WIRE_TAG_SHIFT | group_node(g, (uint32_t)from),
                   wire_user(g->context, false, (uint32_t)from), body, max_bytes, status)) {
        return NOC_ERR_OK;
    }
    return receive_slowly(from, tag, body, max_bytes, status, timeout, g);
}

noc_err probe_for(const struct noc_group *g, int32_t from, int32_t tag, bool takes,
                  noc_status *status, uint32_t timeout)
{
    noc_err err = receive_check(g, from, tag, NULL, 0);
    struct want *want = NULL;
    struct wanted wanted;
    struct slot **found;
    struct wait wait;

    if (err) {
        return err;
    }
    wanted_make(&wanted, g, from, tag, false);
    wait_begin(&wait, NOC_WAIT_PROBE, tag, wanted_peer(&wanted), timeout);
    for (noc_progress(); !(found = unexpected_find(&wanted)); noc_progress()) {
        want = seen_probe(takes ? WANT_TAKE : WANT_PROBE, &wanted);
        if (want && want->found) {
            break;
        }
        err = wait_more(&wait);
        if (err) {
            break;
        }
    }
    noc_layer.probing = NULL;
    if (err) {
        return err;
    }
    if (status && found) {
        envelope_status(*found, status);
    } else if (status) {
        *status = noc_layer.found;
    }
    if (want) {
        seen_no_more(want);
    }
    return NOC_ERR_OK;
}

noc_err noc_probe_in(noc_group *group, int32_t from, int32_t tag, noc_status *status,
                     uint32_t timeout)
{
    return probe_for(group_of(group), from, tag, false, status, timeout);
}

noc_err noc_probe(int32_t from, int32_t tag, noc_status *status, uint32_t timeout)
{
    return noc_probe_in(noc_world(), from, tag, status, timeout);
}

struct request *inner_irecv(const struct noc_group *g, uint32_t from_rank, int32_t tag, void *body,
                            uint32_t max_bytes)
{
    struct request *r = request_new(false);

    if (r) {
        wanted_make(&r->wanted, g, (int32_t)from_rank, tag, true);
        receive_begin(r, body, max_bytes);
    }
    return r;
}
