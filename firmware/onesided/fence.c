/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fences and flushes.
 *
 * A flush waits until that member has accepted what went to it, and answered what is answered. What
 * it has accepted it serves before all that comes later (target.c), so nobody can tell that from its
 * being done. Two things may take longer, and are asked about by a message FLUSH: a long put, and what
 * lies behind a request for a lock.
 *
 * A fence must not end before all that concerns this member has come, and nobody says how much that
 * is. So each member first waits until everything of its own was accepted; of what is answered and
 * of long puts until they are done. Then it comes to a barrier. When that is over, everything that
 * concerns it is here, and going on once serves what is left of it: an answer, or a body, that is
 * still under way then is not an honest member's. (Hoefler, Siebert and Lumsdaine, "Scalable
 * communication protocols for dynamic sparse data exchange", Proc. PPoPP 2010, with a barrier of
 * signals and the NI's acknowledgements. It ends there by a barrier that does not block; here the
 * barrier may, since noc_progress serves the others meanwhile.)
 */
#include <string.h>

#include "groups/agreement.h"
#include "groups/groups.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "onesided_priv.h"

enum { POLLS = 12 }; /* for acknowledgements, before a sleep, which takes longer */

/* --- waiting -------------------------------------------------------------------------- */

uint32_t wait_left(const struct wait *wait)
{
    uint64_t now = ni_time();

    if (wait->deadline == UINT64_MAX) {
        return NOC_FOREVER;
    }
    return wait->deadline > now ? (uint32_t)(wait->deadline - now) : 0;
}

noc_err window_wait(struct window *w, window_over *over, uint32_t rank, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;

    for (noc_progress(); !err && !over(w, rank, &wait->peer); noc_progress()) {
        err = wait_more(wait);
    }
    return err;
}

/* It is in the NI, among messages without a receive, or in a window of the NI. */
void window_see(void)
{
    const uint32_t queues = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED;

    if (noc_layer.unexpected.head || noc_layer.offers.head || ni_read(NI_PENDING) & queues) {
        noc_progress();
    }
}

/* --- flushes ---------------------------------------------------------------------------- */

/* This member has asked for its lock, and has not got it. */
static bool is_asked(const struct window *w, uint32_t rank)
{
    const struct hold *h = w->holds;

    while (h && !(h->rank == rank && h->grant)) {
        h = h->next;
    }
    return h;
}

/* Of sends that have not left for good: a header of the window's, to this node or to any. */
static const struct request *header_left(const struct window *w, const struct request *r,
                                         int32_t node)
{
    while (r && (!r->owned || r->tag != TAG_HEADER || !wire_is_in(r->w2, w->g->context) ||
                 (node >= 0 && r->peer != node))) {
        r = r->next;
    }
    return r;
}

int32_t header_on_detour(const struct window *w, int32_t node)
{
    const struct request *r = header_left(w, noc_layer.queued, node);
    const struct backlog *b;

    for (b = noc_layer.backlogs; b && !r; b = b->next) {
        r = header_left(w, b->first, node);
    }
    return r ? r->peer : -1;
}

/* The node, or if it is negative the first of any, that has not accepted a header; -1: none. */
static int32_t not_accepted(const struct window *w, int32_t node)
{
    const struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        const struct kept *k = l->kept[i].copy;

        if ((node < 0 || (uint32_t)node == l->kept[i].to) && wire_is_in(k->w2, w->g->context) &&
            wire_tag(k->w1) == TAG_HEADER) {
            return (int32_t)l->kept[i].to;
        }
    }
    return l->detour ? header_on_detour(w, node) : -1;
}

/* Nothing is under way to this member, or to any. */
static bool is_flushed(struct window *w, uint32_t rank, int32_t *peer)
{
    const bool any = rank >= w->g->count;
    const int32_t node = any ? -1 : (int32_t)group_node(w->g, rank), lost = w->g->lost - 1;
    const struct peer *p = any ? w->peers : peer_find(w, rank);

    *peer = p ? (int32_t)p->node : not_accepted(w, node);
    if (*peer < 0 && (any || lost == node)) {
        *peer = lost; /* this core has given up a message to it */
    }
    return *peer < 0;
}

static noc_err wait_flushed(struct window *w, uint32_t rank, struct wait *wait)
{
    unsigned polls;

    for (polls = 0; polls < POLLS && !w->peers; polls++) {
        if (is_flushed(w, rank, &wait->peer)) {
            window_see();
            return NOC_ERR_OK;
        }
        progress_signals();
    }
    return window_wait(w, is_flushed, rank, wait);
}

static inline __attribute__((always_inline)) noc_err failure(struct window *w)
{
    noc_err err = (noc_err)w->failed;

    if (err) {
        noc_layer.last_peer = w->failed_node;
        w->failed = NOC_ERR_OK;
    }
    return err;
}

noc_err noc_flush(noc_window *window, int32_t rank, uint32_t timeout)
{
    struct window *w = window_of(window);
    const uint32_t first = rank < 0 ? 0 : (uint32_t)rank;
    struct wait wait;
    noc_err err = NOC_ERR_OK;
    uint32_t i, end;

    if (!w || w->meeting || rank < NOC_ANY_SOURCE) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    if (first >= w->g->count) {
        return NOC_ERR_RANK;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, TAG_REPLY, -1, timeout);
    end = rank < 0 ? w->g->count : first + 1;
    for (i = first; !err && i < end; i++) {
        err = window_is_touched(w, i) || is_asked(w, i) ? flush_begin(w, i) : NOC_ERR_OK;
    }
    err = err ? err : wait_flushed(w, (uint32_t)rank, &wait);
    for (i = first; !err && i < end; i++) {
        window_untouch(w, i);
    }
    return err ? err : failure(w);
}

/* --- fences ------------------------------------------------------------------------------- */

/* Whether others have what this member has to say, and it has all answers. */
static bool is_quiet(struct window *w, uint32_t rank, int32_t *peer)
{
    (void)rank;
    if (w->peers) {
        *peer = (int32_t)w->peers->node;
        return false;
    }
    if (w->g->lost) { /* this core has given up a message to it */
        *peer = (int32_t)w->g->lost - 1;
        return false;
    }
    return !group_message_left(w->g->context, peer);
}

static inline __attribute__((always_inline)) noc_err wait_quiet(struct window *w, struct wait *wait)
{
    unsigned polls;

    for (polls = 0; polls < POLLS; polls++) {
        if (is_quiet(w, 0, &wait->peer)) {
            return NOC_ERR_OK;
        }
        progress_signals();
    }
    return window_wait(w, is_quiet, 0, wait);
}

noc_err fence_to_end(struct window *w, struct wait *wait)
{
    noc_err err = w->meeting ? noc_fence((noc_window *)w->group, wait_left(wait)) : NOC_ERR_OK;

    err = err ? err : wait_quiet(w, wait);
    err = err ? err : barrier_to_end(w->g, WHAT_WINDOW_FREE, wait);
    window_see();
    return err ? err : failure(w);
}

noc_err noc_fence(noc_window *window, uint32_t timeout)
{
    struct window *w = window_of(window);
    struct wait wait;
    noc_err err = NOC_ERR_OK;

    if (!w) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    wait_begin(&wait, NOC_WAIT_BARRIER, 0, -1, timeout);
    if (!w->meeting) {
        err = wait_quiet(w, &wait);
    }
    if (!err) {
        w->meeting = true;
        err = noc_barrier(w->group, wait_left(&wait));
    }
    if (err) {
        return err;
    }
    w->meeting = false;
    window_see();
    memset(w->touched, 0, (w->g->count + 31) / 32 * sizeof(*w->touched));
    return failure(w);
}
