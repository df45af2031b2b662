/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What this member has under way. An access whose message cannot go at once, since the message
 * before it to the same member is not acknowledged, waits in a queue for that member, and takes its
 * bytes from the caller's memory when it goes. One that is answered waits for its answer.
 *
 *     peer: first -> access -> access      to be sent, in order; the first may be half sent
 *           sent  -> access -> access      their requests are under way
 */
#include "eager/backlog.h"
#include "eager/eager.h"
#include "matching/matching.h"
#include "messages/messages.h"
#include "progress/progress.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "onesided_priv.h"

enum { POLLS = 6 }; /* for an acknowledgement: on an idle network it comes within 50 cycles */

static void note_failure(struct window *w, noc_err err, uint32_t node)
{
    if (!w->failed) {
        w->failed = (int8_t)err;
        w->failed_node = (int32_t)node;
    }
}

/* --- sending ------------------------------------------------------------------------------- */

/* Out of line, so that a put saves no registers for it. */
static __attribute__((noinline)) bool is_ready_on_detour(uint32_t node)
{
    return eager_ready_own(node, KEPT_USER) &&
           !(noc_layer.detour & DETOUR_WITHDRAWING && long_withdrawing(node));
}

/* Whether a message may go to this node now. */
static inline bool is_ready(uint32_t node)
{
    const struct layer_state *l = &noc_layer;

    return l->detour ? is_ready_on_detour(node) : eager_idle(l, node, KEPT_USER);
}

/* The same, a moment later. */
static bool is_soon_ready(uint32_t node)
{
    unsigned polls;

    for (polls = 0; !is_ready(node); polls++) {
        if (polls == POLLS) {
            return false;
        }
        progress_signals();
    }
    return true;
}

/* Header and bytes, as they are sent. */
static inline void message_write(uint32_t *to, const struct header *h, const void *body,
                                 uint32_t bytes)
{
    to[0] = h->offset;
    to[1] = h->bytes;
    to[2] = h->operation | (uint32_t)h->kind << 16;
    if ((ni_address(body) | bytes) % 4) {
        copy_bytes(to + HEADER_BYTES / 4, body, bytes);
    } else {
        copy_flits(to + HEADER_BYTES / 4, body, bytes / 4);
    }
}

/* Perhaps into a backlog. */
static __attribute__((noinline)) noc_err message_own(const struct window *w, uint32_t node,
                                                     const struct header *h, const void *body,
                                                     uint32_t bytes)
{
    uint32_t words[EAGER_FLITS];

    message_write(words, h, body, bytes);
    return eager_start_own(node, TAG_HEADER, group_w2(w->g, false), words, HEADER_BYTES + bytes);
}

/* The caller has asked is_ready. */
static noc_err message_go(const struct window *w, uint32_t node, const struct header *h,
                          const void *body, uint32_t bytes)
{
    struct layer_state *l = &noc_layer;
    struct kept *k = l->kept[l->kept_live].copy;

    if (backlog_may_be()) {
        return message_own(w, node, h, body, bytes);
    }
    message_write(k->body, h, body, bytes);
    return eager_go(l, l->kept_live, k, node, TAG_HEADER, group_w2(w->g, false) | wire_pad(bytes),
                    wire_flits_of(HEADER_BYTES + bytes));
}

bool access_at_once(struct window *w, uint32_t rank, const struct header *h, const void *body,
                    uint32_t bytes, noc_err *err)
{
    const uint32_t node = group_node(w->g, rank);

    if ((w->peers && peer_find(w, rank)) || !is_soon_ready(node)) {
        return false;
    }
    *err = message_go(w, node, h, body, bytes);
    return true;
}

/* The receive of an answer. NULL: no memory. */
static struct request *answer_receive(const struct window *w, uint32_t rank, uint32_t tag, void *to,
                                      uint32_t bytes)
{
    struct request *r = request_new(false);

    if (r) {
        wanted_make(&r->wanted, w->g, (int32_t)rank, (int32_t)tag, false);
        receive_begin(r, to, bytes | NOC_CUT);
    }
    return r;
}

static bool is_flush(const struct access *a)
{
    return a->kind == ACCESS_FLUSH || a->kind == ACCESS_UNLOCK;
}

static bool is_answered(const struct access *a)
{
    return a->kind == ACCESS_GET || a->kind == ACCESS_FETCH || a->kind == ACCESS_SWAP ||
           a->kind == ACCESS_FLUSH || (a->kind == ACCESS_UNLOCK && a->operation);
}

/* Its request is finished. */
static void reap(struct window *w, const struct peer *p, struct access *a)
{
    struct request *r = a->request;
    noc_err err = (noc_err)r->result;

    if (!err && is_answered(a) && r->status.bytes != a->answer) {
        err = NOC_ERR_LENGTH;
    }
    if (err) {
        note_failure(w, err == NOC_ERR_TRUNCATED ? NOC_ERR_LENGTH : err, p->node);
    }
    request_free(r);
    a->request = NULL;
}

/* Whether its next message may go, apart from the network. */
static bool may_go(struct window *w, struct peer *p, struct access *a)
{
    if (a->request) { /* of the piece before */
        if (!a->request->done) {
            return false;
        }
        reap(w, p, a);
    }
    return is_flush(a) ? !p->sent : p->waiting < ANSWERS;
}

/* The message of the long put whose header is sent. */
static bool send_data(struct window *w, const struct peer *p, struct access *a)
{
    if (send_start(w->g, p->rank, TAG_DATA, a->from, a->bytes, false, &a->request)) {
        a->request = NULL;
        return false; /* no memory for one more request: later */
    }
    a->request->users = false;
    a->bytes = 0;
    return true;
}

/* Send what can be sent of the first access to this member. True: all of it is. */
static bool send_some(struct window *w, struct peer *p, struct access *a)
{
    uint32_t now = a->bytes < a->piece ? a->bytes : a->piece;
    struct header h = {.offset = a->offset, .operation = a->operation, .kind = a->kind};
    noc_err err;

    if (a->headed) {
        return send_data(w, p, a);
    }
    if (!is_ready(p->node) || !may_go(w, p, a)) {
        return false;
    }
    if (is_answered(a)) {
        if (a->kind == ACCESS_FETCH) {
            a->answer = now;
        }
        a->request = answer_receive(w, p->rank, TAG_REPLY, a->to, a->answer);
        if (!a->request) {
            return false;
        }
    }
    h.bytes = a->kind == ACCESS_PUT_LONG ? a->bytes : is_answered(a) ? a->answer : now;
    err = message_go(w, p->node, &h, a->from, a->from && a->kind != ACCESS_PUT_LONG ? now : 0);
    if (err) {
        note_failure(w, err, p->node);
    }
    if (a->kind == ACCESS_PUT_LONG) {
        a->headed = true;
        return send_data(w, p, a);
    }
    a->bytes -= now;
    a->offset += now;
    a->from = a->from ? a->from + now : NULL;
    a->to = a->kind == ACCESS_FETCH ? a->to + now : a->to;
    return !a->bytes;
}

/* --- members -------------------------------------------------------------------------------- */

struct peer *peer_find(const struct window *w, uint32_t rank)
{
    struct peer *p = w->peers;

    while (p && p->rank != rank) {
        p = p->next;
    }
    return p;
}

/* NULL: no memory. */
static struct peer *peer_get(struct window *w, uint32_t rank)
{
    struct peer *p = peer_find(w, rank);

    if (p) {
        return p;
    }
    p = block_new(sizeof(*p));
    if (p) {
        *p = (struct peer){.next = w->peers, .rank = rank, .node = group_node(w->g, rank)};
        p->end = &p->first;
        w->peers = p;
    }
    return p;
}

static void access_free(struct peer *p, struct access *a)
{
    if (p->last_flush == a) {
        p->last_flush = NULL;
    }
    block_free(a);
}

/* Forget those whose requests are finished. */
static void retire(struct window *w, struct peer *p)
{
    struct access **link = &p->sent, *a;

    while ((a = *link)) {
        if (a->request->done) {
            *link = a->next;
            p->waiting--;
            reap(w, p, a);
            access_free(p, a);
        } else {
            link = &a->next;
        }
    }
}

static void peer_progress(struct window *w, struct peer *p)
{
    struct access *a;

    if (p->sent) {
        retire(w, p);
    }
    while ((a = p->first) && send_some(w, p, a)) {
        p->first = a->next;
        if (!p->first) {
            p->end = &p->first;
        }
        if (a->request) {
            a->next = p->sent;
            p->sent = a;
            p->waiting++;
        } else {
            access_free(p, a);
        }
    }
}

void origin_progress(struct window *w)
{
    struct peer **link = &w->peers, *p;

    while ((p = *link)) {
        peer_progress(w, p);
        if (p->first || p->sent) {
            link = &p->next;
        } else {
            *link = p->next;
            block_free(p);
        }
    }
}

static void list_end(struct access *a)
{
    struct access *next;

    for (; a; a = next) {
        next = a->next;
        if (a->request) {
            request_end(a->request);
        }
        block_free(a);
    }
}

void origin_end(struct window *w)
{
    struct peer *p;

    while ((p = w->peers)) {
        w->peers = p->next;
        list_end(p->first);
        list_end(p->sent);
        block_free(p);
    }
}

/* --- beginning ------------------------------------------------------------------------------- */

struct access *access_new(enum access_kind kind, uint32_t own)
{
    struct access *a = block_new(sizeof(*a) + own);

    if (a) {
        *a = (struct access){.kind = (uint8_t)kind};
    }
    return a;
}

noc_err access_begin(struct window *w, uint32_t rank, struct access *a)
{
    struct peer *p = a ? peer_get(w, rank) : NULL;

    if (!p) {
        block_free(a);
        return NOC_ERR_MEMORY;
    }
    *p->end = a;
    p->end = &a->next;
    p->last_flush = is_flush(a) ? a : NULL;
    if (p->first == a) {
        (void)is_soon_ready(p->node);
        peer_progress(w, p);
    }
    if (p->first) {
        noc_progress(); /* it may be gone then */
    }
    return NOC_ERR_OK;
}

noc_err flush_begin(struct window *w, uint32_t rank)
{
    const struct peer *p = peer_find(w, rank);

    if (p && p->last_flush) {
        return NOC_ERR_OK;
    }
    return access_begin(w, rank, access_new(ACCESS_FLUSH, 0));
}
