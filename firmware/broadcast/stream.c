/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long multicasts: a body in segments along a plan, each of which lands in the callers' buffers and
 * goes on from there while the next one arrives.
 *
 *   each member opens a window on its buffer, for the member that it gets the body from
 *   a barrier: all windows are open
 *   the root       s0 s1 s2 s3 ...        BODY worms, which nobody answers
 *   a relay           s0 s1 s2 s3 ...     each goes on as soon as WINDOW_LANDED counts it
 *
 * So no core copies the body, nothing is refused, and nothing has to be acknowledged: a window stays
 * open for all segments (docs/board.md, 4.2), and has room for the whole body. Source and key keep
 * everything else out of it.
 *
 * An algorithm with two trees has a window, and a half of the body, for each of them.
 *
 * Cost: a barrier; then at each member the start of a worm for each segment and child. Memory: none
 * but struct stream, once, unless the buffer does not begin at a word.
 */
#include <stdlib.h>
#include <string.h>

#include "messages_priv.h"
#include "worm_maker.h"

enum { LOOKS = 48 }; /* for the next segment; then a core sleeps, which takes as long */

/* --- what has landed -------------------------------------------------------------------- */

static bool is_root(const struct stream *s)
{
    return s->plan->root;
}

static unsigned window_of(const struct stream *s, const struct branch *b)
{
    return OFFER_WINDOWS + (unsigned)(b - s->branch);
}

/* True: more is here than before. */
static bool look(const struct stream *s, struct branch *b)
{
    uint32_t landed;

    if (b->here == b->flits) {
        return false;
    }
    ni_write(NI_WINDOW_INDEX, window_of(s, b));
    landed = ni_read(NI_WINDOW_LANDED);
    if (landed == b->here) {
        return false;
    }
    mmio_fence_in();
    b->here = landed;
    return true;
}

static bool look_at_all(struct stream *s)
{
    bool more = false;
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        more |= look(s, &s->branch[i]);
    }
    return more;
}

/* --- handing on ---------------------------------------------------------------------------- */

/* One segment to all children. False: the NI refuses it. */
static bool hand_on(const struct stream *s, const struct branch *b, uint32_t flits)
{
    const struct worms *worms = b->plan->worms;
    const uint32_t w0 = WORM(NOC_WORM_BODY, window_of(s, b)) | 1u << NI_TX_W0_QUIET_SHIFT | flits;
    const uint32_t *at = worms ? worms->word : NULL, *end = worms ? worms->end : NULL;

    while (at != end) {
        const struct worm *w = (const struct worm *)at;
        const uint32_t entry = multicast_entry() << NI_TX_W0_ENTRY_SHIFT;
        const uint32_t body = ni_address(b->at + b->handed);

        if (b->plan->unicasts) {
            TRACE_WORM(noc_header_node(w->header[0]), w0 | entry, 0, s->key);
            if (ni_tx(body, w0 | entry, 0, s->key, w->header[0]) != NOC_TX_OK) {
                return false;
            }
        } else {
            TRACE_WORM_HEADERS(w->header, w->headers, w0 | entry, 0, s->key);
            if (ni_tx_headers(ni_address(w->header), w->headers, body, w0 | entry, 0, s->key) !=
                NOC_TX_OK) {
                return false;
            }
        }
        at = w->header + w->headers;
    }
    return true;
}

/* The next segment of each tree that is here. *moved: there was one. */
static noc_err hand_on_all(struct stream *s, bool *moved)
{
    unsigned i;

    *moved = false;
    for (i = 0; i < STREAM_WINDOWS; i++) {
        struct branch *b = &s->branch[i];
        uint32_t left = b->flits - b->handed;
        uint32_t flits = left < s->segment ? left : s->segment;

        if (left && b->here - b->handed >= flits) {
            if (!hand_on(s, b, flits)) {
                return NOC_ERR_HARDWARE;
            }
            b->handed += flits;
            *moved = true;
        }
    }
    return NOC_ERR_OK;
}

/* Whom a part of the body is still to come from; NULL: all is here and handed on. */
static const struct branch *lacking(const struct stream *s)
{
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        if (s->branch[i].handed != s->branch[i].flits) {
            return &s->branch[i];
        }
    }
    return NULL;
}

/* Whether more comes at once, or almost. */
static bool comes(struct stream *s)
{
    unsigned looks;

    for (looks = 0; looks < LOOKS; looks++) {
        if (look_at_all(s)) {
            return true;
        }
    }
    noc_progress(); /* it also lets a sleep end with what lands from here on */
    return look_at_all(s);
}

static noc_err flow(struct stream *s, struct wait *wait)
{
    const struct branch *b;
    noc_err err;
    bool moved;

    for (;;) {
        do {
            (void)look_at_all(s);
            err = hand_on_all(s, &moved);
            if (err) {
                return err;
            }
        } while (moved);
        b = lacking(s);
        if (!b) {
            return NOC_ERR_OK;
        }
        if (!comes(s)) {
            wait->peer = b->plan->parent;
            err = wait_more(wait);
            if (err) {
                return err;
            }
        }
    }
}

/* --- beginning ------------------------------------------------------------------------------ */

/* What bodies of this multicast alone bear: members count their long multicasts alike. */
static uint32_t key_of(const struct noc_group *g, uint32_t bytes, uint32_t segment)
{
    uint32_t key = (uint32_t)g->context << 16 | g->streams;

    key = (key ^ key >> 15) * 2654435761u + bytes;
    return ((key ^ key >> 13) * 2654435761u + segment) ^ (uint32_t)g->generation << 25;
}

/* Deal the body out: each tree has as many segments, or the first one more. */
static void deal(struct stream *s)
{
    const uint32_t flits = wire_flits_of(s->bytes), segments = (flits + s->segment - 1) / s->segment;
    const uint32_t first = s->plan->second && segments > 1 ? (segments + 1) / 2 * s->segment : flits;
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        struct branch *b = &s->branch[i];

        b->plan = i ? s->plan->second : s->plan;
        b->at = i ? s->words + first : s->words;
        b->flits = i ? flits - first : first;
        b->here = is_root(s) ? b->flits : 0;
        b->handed = 0;
    }
}

static void open_windows(const struct stream *s)
{
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        const struct branch *b = &s->branch[i];
        const uint32_t before = (uint32_t)(b->at - s->words) * 4, bytes = s->bytes - before;

        if (b->flits && !is_root(s)) {
            ni_write(NI_WINDOW_INDEX, window_of(s, b));
            ni_write(NI_WINDOW_ADDR, ni_address(b->at));
            ni_write(NI_WINDOW_LENGTH, bytes < 4 * b->flits ? bytes : 4 * b->flits);
            ni_write(NI_WINDOW_KEY, s->key);
            ni_write(NI_WINDOW_OPEN, (uint32_t)b->plan->parent | 1u << NI_WINDOW_OPEN_STAY_SHIFT);
        }
    }
}

/* The NI knows whole words only: a buffer that does not begin at one is copied. */
static bool find_words(struct stream *s)
{
    s->words = (uint32_t *)(void *)s->body;
    if (ni_address(s->body) % 4) {
        s->words = malloc((s->bytes + 3) & ~UINT32_C(3));
        if (s->words && is_root(s)) {
            copy_bytes(s->words, s->body, s->bytes);
        }
    }
    return s->words || !s->bytes;
}

static void drop_words(struct stream *s)
{
    if (s->words != (uint32_t *)(void *)s->body) {
        free(s->words);
    }
    s->words = (uint32_t *)(void *)s->body;
}

static struct stream *stream_get(void)
{
    struct noc_layer *l = &noc_layer;

    if (!l->stream) {
        l->stream = malloc(sizeof(*l->stream));
        if (l->stream) {
            *l->stream = (struct stream){.plan = NULL};
        }
    }
    return l->stream;
}

static noc_err begin(struct stream *s, noc_plan *plan, void *body, uint32_t bytes, uint32_t segment)
{
    struct noc_group *g = plan->group;

    if (s->plan) { /* another one that is not gone on with */
        stream_end(s);
    }
    drop_words(s);
    if (g->stream_broken) {
        return NOC_ERR_MISMATCH;
    }
    s->plan = plan;
    s->body = body;
    s->bytes = bytes;
    s->segment = segment;
    s->open = false;
    s->key = key_of(g, bytes, segment);
    if (!find_words(s)) {
        s->words = (uint32_t *)(void *)s->body;
        s->plan = NULL;
        return NOC_ERR_MEMORY;
    }
    g->streams++;
    deal(s);
    open_windows(s);
    return NOC_ERR_OK;
}

/* --- the call ---------------------------------------------------------------------------------- */

static noc_err run(struct stream *s, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_MULTICAST, s->plan->group->streams, s->plan->parent, timeout);
    if (!s->open) {
        err = noc_barrier((noc_group *)s->plan->group->handle, timeout);
        if (err) {
            return err;
        }
        s->open = true;
    }
    err = flow(s, &wait);
    multicast_leave();
    ni_write(NI_WAITING, 0);
    if (err == NOC_ERR_TIMEOUT) {
        return err; /* gone on with, or given up, by the next call */
    }
    if (err) {
        stream_end(s);
        return err;
    }
    if (!is_root(s) && s->words != (uint32_t *)(void *)s->body) {
        copy_bytes(s->body, s->words, s->bytes);
    }
    drop_words(s);
    s->plan = NULL;
    return NOC_ERR_OK;
}

static noc_err check(const noc_plan *plan, const void *body, uint32_t bytes)
{
    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!plan || (!body && bytes)) {
        return NOC_ERR_ARGUMENT;
    }
    if (plan->dead) {
        return plan_refusal(plan);
    }
    if (bytes > NOC_LENGTH_MAX * 4) {
        return NOC_ERR_LENGTH;
    }
    if (plan->told != TOLD_BY_PLAN ||
        (bytes && !(plan->root ? ni_reads(body, bytes) : ni_writes(body, bytes)))) {
        return NOC_ERR_ARGUMENT;
    }
    return NOC_ERR_OK;
}

noc_err noc_multicast_long(noc_plan *plan, void *body, uint32_t bytes, uint32_t segment_bytes,
                           uint32_t timeout)
{
    const uint32_t most = segment_bytes && segment_bytes < bytes ? segment_bytes : bytes;
    const uint32_t segment = most ? wire_flits_of(most) : 1;
    noc_err err = check(plan, body, bytes);
    struct stream *s;

    if (err || plan->group->count == 1) {
        return err;
    }
    s = stream_get();
    if (!s) {
        return NOC_ERR_MEMORY;
    }
    if (s->plan != plan || s->body != body || s->bytes != bytes || s->segment != segment) {
        err = begin(s, plan, body, bytes, segment);
    }
    return err ? err : run(s, timeout);
}
