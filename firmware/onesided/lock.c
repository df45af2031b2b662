/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locks. Each member keeps who has the lock of its memory, and who waits for it, in the order in
 * which they asked: nobody is overtaken (lock_list.c).
 *
 *     origin                        target
 *     LOCK            --->          in the list
 *                     <---          GRANT, when it is its turn
 *     UNLOCK          --->          out of the list; also before its turn
 *                     <---          REPLY: all that came before is done, too
 *
 * Most unlocks need no REPLY, since what came before is done when it is accepted, or answered. One
 * before its turn does, so that no GRANT follows; so does one behind a long put.
 */
#include "matching/matching.h"
#include "messages/messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"
#include "onesided_priv.h"

static struct hold **hold_find(struct window *w, uint32_t rank)
{
    struct hold **link = &w->holds;

    while (*link && (*link)->rank != rank) {
        link = &(*link)->next;
    }
    return link;
}

static void hold_free(struct window *w, struct hold *h)
{
    struct hold **link = hold_find(w, h->rank);

    *link = h->next;
    if (h->grant) {
        request_end(h->grant);
    }
    block_free(h);
}

/* A header without a body; an unlock that is to be answered goes with a receive of that. */
static noc_err say(struct window *w, uint32_t rank, enum access_kind kind, uint16_t operation)
{
    const struct header at_once = {.kind = (uint8_t)kind, .operation = operation};
    struct access *a;
    noc_err err;

    if (!(kind == ACCESS_UNLOCK && operation) && access_at_once(w, rank, &at_once, NULL, 0, &err)) {
        return err;
    }
    a = access_new(kind, 0);
    if (a) {
        a->operation = operation;
    }
    return access_begin(w, rank, a);
}

/* Ask another member for its lock. */
static noc_err ask(struct window *w, struct hold *h)
{
    h->grant = request_new(false);
    if (!h->grant) {
        return NOC_ERR_BUSY;
    }
    wanted_make(&h->grant->wanted, w->g, (int32_t)h->rank, TAG_GRANT, false);
    receive_begin(h->grant, NULL, NOC_CUT);
    return say(w, h->rank, ACCESS_LOCK, h->exclusive);
}

/* Into the list of those that this member has. */
static noc_err hold_begin(struct window *w, uint32_t rank, bool exclusive, struct hold **made)
{
    struct hold *h = block_new(sizeof(*h));
    noc_err err;

    if (!h) {
        return NOC_ERR_MEMORY;
    }
    *h = (struct hold){.next = w->holds, .rank = rank, .exclusive = exclusive};
    w->holds = h;
    if (rank != w->g->rank) {
        err = ask(w, h);
    } else {
        err = lock_asked(w, rank, exclusive) ? NOC_ERR_OK : NOC_ERR_MEMORY;
    }
    if (err) {
        hold_free(w, h);
    }
    *made = h;
    return err;
}

/* Whether it is granted. */
static bool is_held(struct window *w, uint32_t rank, int32_t *peer)
{
    struct hold *h = *hold_find(w, rank);

    *peer = (int32_t)group_node(w->g, rank);
    if (rank == w->g->rank) {
        h->held = (*lock_find(w, rank))->told;
    } else if (h->grant && h->grant->done) {
        request_free(h->grant);
        h->grant = NULL;
        h->held = true;
    }
    return h->held;
}

static noc_err find(const noc_window *window, uint32_t rank, struct window **w)
{
    *w = window_of(window);
    if (!*w || (*w)->meeting) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    return rank < (*w)->g->count ? NOC_ERR_OK : NOC_ERR_RANK;
}

noc_err noc_lock(noc_window *window, uint32_t rank, bool exclusive, uint32_t timeout)
{
    struct window *w;
    struct wait wait;
    struct hold *h;
    noc_err err = find(window, rank, &w);

    if (err) {
        return err;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, TAG_GRANT, -1, timeout);
    h = *hold_find(w, rank);
    if (h && (h->held || h->leaving || h->exclusive != exclusive)) {
        return NOC_ERR_ARGUMENT;
    }
    err = h ? NOC_ERR_OK : hold_begin(w, rank, exclusive, &h);
    return err ? err : window_wait(w, is_held, rank, &wait);
}

/* Whether nothing is under way to this member. */
static bool is_idle(struct window *w, uint32_t rank, int32_t *peer)
{
    *peer = (int32_t)group_node(w->g, rank);
    return !peer_find(w, rank) && (!noc_layer.detour || header_on_detour(w, *peer) < 0);
}

noc_err noc_unlock(noc_window *window, uint32_t rank, uint32_t timeout)
{
    struct window *w;
    struct wait wait;
    struct hold *h;
    noc_err err = find(window, rank, &w);

    if (err) {
        return err;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, TAG_REPLY, -1, timeout);
    h = *hold_find(w, rank);
    if (!h) {
        return NOC_ERR_ARGUMENT;
    }
    if (rank == w->g->rank) {
        lock_left(w, rank);
        hold_free(w, h);
        noc_progress(); /* it may be another's turn */
        return NOC_ERR_OK;
    }
    if (!h->leaving) {
        err = say(w, rank, ACCESS_UNLOCK, !h->held || window_is_touched(w, rank));
    }
    if (err) {
        return err;
    }
    h->leaving = true;
    if (is_idle(w, rank, &wait.peer)) {
        window_see();
    } else {
        err = window_wait(w, is_idle, rank, &wait);
    }
    if (!err) {
        window_untouch(w, rank);
        hold_free(w, h);
    }
    return err;
}

void locks_end(struct window *w)
{
    while (w->holds) {
        hold_free(w, w->holds);
    }
    while (w->locks) {
        lock_left(w, w->locks->rank);
    }
}
