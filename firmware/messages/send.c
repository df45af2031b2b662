/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending. The way of an eager message that can go at once is kept straight;
 * everything else becomes a request in `queued`, which keeps the order of
 * sends to each destination.
 */
#include <stdlib.h>

#include "eager/eager.h"
#include "matching/matching.h"
#include "messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"

#define INLINE   inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))

noc_err send_check(const struct noc_group *g, uint32_t to, uint32_t tag, const void *body,
                   uint32_t bytes)
{
    if (!g || !noc_layer.size) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (to >= g->count) {
        return NOC_ERR_RANK;
    }
    if (tag > NOC_TAG_MAX) {
        return NOC_ERR_TAG;
    }
    if (bytes > NOC_LENGTH_MAX * 4) {
        return NOC_ERR_LENGTH;
    }
    return bytes && !ni_reads(body, bytes) ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

static struct sending message_to(const struct noc_group *g, uint32_t to, uint32_t tag,
                                 const void *body, uint32_t bytes, bool second)
{
    return (struct sending){.to = group_node(g, to),
                            .tag = tag,
                            .w2 = group_w2(g, second),
                            .body = body,
                            .bytes = bytes};
}

/* To oneself: whatever its length the body is copied, so that it never waits
 * for the receive that only this core can make. */
static noc_err send_local(const struct sending *s)
{
    const uint32_t flits = wire_flits_of(s->bytes);
    const struct slot envelope = {
        .when = ni_time(),
        .w0 = flits,
        .w1 = s->tag << WIRE_TAG_SHIFT | noc_layer.rank,
        .w2 = s->w2 | wire_pad(s->bytes),
    };
    struct slot *slot = slot_in_arena(&envelope, flits);

    if (!slot) {
        return NOC_ERR_MEMORY;
    }
    copy_bytes(slot->body, s->body, s->bytes);
    noc_progress(); /* what came before it is before it */
    envelope_arrived(slot);
    return NOC_ERR_OK;
}

/* The same by a request, which ends when the body was received: it stays where it is. */
static NOINLINE noc_err send_local_in_place(struct request *r, const struct sending *s)
{
    const struct slot envelope = {
        .when = ni_time(),
        .w0 = wire_flits_of(s->bytes),
        .w1 = s->tag << WIRE_TAG_SHIFT | noc_layer.rank,
        .w2 = s->w2 | wire_pad(s->bytes),
    };
    struct slot *slot = slot_of_self(&envelope, r->index);

    if (!slot) {
        return NOC_ERR_MEMORY;
    }
    r->peer = (int32_t)s->to;
    r->tag = (int32_t)s->tag;
    r->body = (uint8_t *)(uintptr_t)s->body; /* only read */
    r->state = SEND_OFFERED;
    noc_progress();
    envelope_arrived(slot);
    return NOC_ERR_OK;
}

/* Looks for an acknowledgement before it is slept for: on an idle network it comes within 50
 * cycles, and to fall asleep takes longer. */
enum { POLLS = 6 };

/* --- sends that wait ----------------------------------------------------------- */

/* A request for it: the one that it repeats, or a new one. NULL: no memory. */
static struct request *send_request(const struct sending *s)
{
    struct request *r = long_repeated(s);

    if (!r) {
        sends_other();
        r = request_new(false);
        if (r) {
            send_begin(r, s);
        }
    }
    noc_progress();
    return r;
}

static noc_err send_and_wait(const struct sending *s, const struct wait *wait)
{
    struct request *r;
    noc_err err;

    r = send_request(s);
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
        if (err && !r->done) {
            wait_network(wait);
        }
        noc_progress();
    }
    err = (noc_err)r->result;
    request_free(r);
    return err;
}

/* The acknowledgement that we wait for may be there, or soon. True: a message can go now. */
static INLINE bool comes_soon(uint32_t to)
{
    unsigned polls;

    for (polls = 0; polls < POLLS; polls++) {
        progress_signals(); /* which may open a backlog */
        if (eager_idle(&noc_layer, to, KEPT_USER)) {
            return !noc_layer.detour;
        }
    }
    return false;
}

/* What its receiver has not acknowledged yet it mostly acknowledges soon: wait without a request as
 * long as no other send waits. True: *err is the end of the send. */
static bool send_after(const struct sending *s, const struct wait *wait, noc_err *err)
{
    struct layer_state *l = &noc_layer;

    do {
        noc_progress();
        if (l->detour) {
            return false;
        }
        if (eager_idle(l, s->to, KEPT_USER)) {
            break;
        }
        eager_watch();
        *err = wait_more(wait);
        if (*err) {
            eager_give_up();
            return true;
        }
        progress_signals();
    } while (l->detour || !eager_idle(l, s->to, KEPT_USER));
    *err = eager_start(s->to, s->tag, s->w2, s->body, s->bytes);
    return true;
}

static noc_err send_waiting(const struct sending *s, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_SEND, (int32_t)s->tag, (int32_t)s->to, timeout);
    if (s->bytes <= NOC_EAGER_BYTES && !s->synchronous && !noc_layer.detour &&
        send_after(s, &wait, &err)) {
        return err;
    }
    return send_and_wait(s, &wait);
}

/* Whether it can be copied as it is. */
static INLINE bool is_plain(const struct layer_state *l, uint32_t tag, const void *body,
                            uint32_t bytes)
{
    return tag <= NOC_TAG_MAX && bytes <= NOC_EAGER_BYTES && !((ni_address(body) | bytes) % 4) &&
           ni_address(body) - mmio_ram_base() < l->ram_front;
}

/* Copy whole words to the first copy that is free, and start their worm. */
static INLINE noc_err put(struct layer_state *l, uint32_t live, uint32_t to, uint32_t tag,
                          const uint32_t *w2, const void *body, uint32_t bytes)
{
    struct kept *k = l->kept[live].copy;

    copy_words(k->body, body, bytes);
    return eager_go(l, live, k, to, tag, *w2, bytes / 4); /* W2 is read now: registers are scarce */
}

/* A plain message, when other sends may be under way. */
static INLINE noc_err send_soon(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                                uint32_t timeout, uint32_t w2)
{
    struct layer_state *l = &noc_layer;

    if (eager_idle(l, to, KEPT_USER) || comes_soon(to)) {
        return put(l, l->kept_live, to, tag, &w2, body, bytes);
    }
    const struct sending s = {.to = to, .tag = tag, .w2 = w2, .body = body, .bytes = bytes};

    return send_waiting(&s, timeout);
}

/* Whether it goes to another core in the world, and could be copied as it is. */
static INLINE bool is_plain_in_world(const struct layer_state *l, uint32_t to, uint32_t tag,
                                     const void *body, uint32_t bytes)
{
    return to < l->size && to != l->rank && is_plain(l, tag, body, bytes);
}

/* All that cannot go at once. Out of line, so that noc_send saves no registers for it. */
static NOINLINE noc_err send_slowly(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                                    uint32_t timeout, const struct noc_group *g)
{
    struct layer_state *l = &noc_layer;
    struct sending s;
    noc_err err;

    if (g == world() && is_plain_in_world(l, to, tag, body, bytes) && !l->detour) {
        return send_soon(to, tag, body, bytes, timeout, l->world_w2);
    }
    err = send_check(g, to, tag, body, bytes);
    if (err) {
        return err;
    }
    s = message_to(g, to, tag, body, bytes, false);
    if (s.to == l->rank) {
        return send_local(&s);
    }
    if (bytes <= NOC_EAGER_BYTES && !l->detour && comes_soon(s.to)) {
        return eager_start(s.to, tag, s.w2, body, bytes);
    }
    return send_waiting(&s, timeout);
}

noc_err noc_send(uint32_t to, uint32_t tag, const void *body, uint32_t bytes, uint32_t timeout)
{
    struct layer_state *l = &noc_layer;

    if (is_plain_in_world(l, to, tag, body, bytes) && !l->busy) {
        return put(l, 0, to, tag, &l->world_w2, body, bytes);
    }
    return send_slowly(to, tag, body, bytes, timeout, world());
}

noc_err noc_send_in(noc_group *group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                    uint32_t timeout)
{
    const struct noc_group *g = group_of(group);
    struct layer_state *l = &noc_layer;

    if (g && to < g->count && to != g->rank && is_plain(l, tag, body, bytes) && !l->detour) {
        return send_soon(group_node(g, to), tag, body, bytes, timeout, group_w2(g, false));
    }
    return send_slowly(to, tag, body, bytes, timeout, g);
}

noc_err noc_send_synchronous_in(noc_group *group, uint32_t to, uint32_t tag, const void *body,
                                uint32_t bytes, uint32_t timeout)
{
    const struct noc_group *g = group_of(group);
    noc_err err = send_check(g, to, tag, body, bytes);
    struct sending s;

    if (err || to == g->rank) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    s = message_to(g, to, tag, body, bytes, false);
    s.synchronous = true;
    return send_waiting(&s, timeout);
}

noc_err noc_send_synchronous(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                             uint32_t timeout)
{
    return noc_send_synchronous_in(noc_world(), to, tag, body, bytes, timeout);
}

/* --- started, and finished later -------------------------------------------------- */

/* To oneself. What has no room in the arena stays where it is until it is received, as does what is
 * not done before. */
static NOINLINE noc_err start_local(struct request *r, const struct sending *s)
{
    noc_err err = s->synchronous ? NOC_ERR_MEMORY : send_local(s);

    if (!err) {
        request_finish(r, NOC_ERR_OK);
    } else if (r->users) {
        err = send_local_in_place(r, s);
    }
    return err;
}

/* NULL: no memory, and *err says for what. */
static struct request *start_request(const struct sending *s, bool users, noc_err *err)
{
    struct request *r;

    sends_other();
    r = request_new(users);
    *err = r ? NOC_ERR_OK : NOC_ERR_BUSY;
    if (r && s->to != noc_layer.rank) {
        send_begin(r, s);
    } else if (r) {
        r->kind = REQUEST_SEND;
        *err = start_local(r, s);
    }
    if (r && *err) {
        request_free(r);
        r = NULL;
    }
    return r;
}

noc_err send_start(const struct noc_group *g, uint32_t to, uint32_t tag, const void *body,
                   uint32_t bytes, bool synchronous, struct request **r)
{
    noc_err err = send_check(g, to, tag, body, bytes);
    struct sending s;

    if (err) {
        return err;
    }
    s = message_to(g, to, tag, body, bytes, false);
    s.synchronous = synchronous;
    *r = start_request(&s, true, &err);
    return err;
}

struct request *inner_isend(const struct noc_group *g, uint32_t to_rank, uint32_t tag,
                            const void *body, uint32_t bytes)
{
    const struct sending s = message_to(g, to_rank, tag, body, bytes, true);
    noc_err err;

    return start_request(&s, false, &err);
}
