/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long multicasts: a body in segments along a plan, each of which lands in the callers' buffers and
 * goes on from there while the next one arrives.
 *
 *   each member opens a window on its buffer, for the member that it gets the body from
 *   the root learns that all windows are open (opening.c)
 *   the root       s0 s1 s2 s3 ...        BODY worms, which nobody answers
 *   a relay           s0 s1 s2 s3 ...     each goes on as soon as WINDOW_LANDED counts it
 *
 * So no core copies the body, nothing is refused, and nothing has to be acknowledged: a window stays
 * open for all segments (docs/board.md, 4.2), and has room for the whole body. Source and key keep
 * everything else out of it.
 *
 * An algorithm with two trees has a window, and a half of the body, for each of them.
 *
 * Cost: the opening; then at each member the start of a worm for each segment and child. Memory: none,
 * unless the buffer does not begin at a word.
 */
#include <stdlib.h>
#include <string.h>

#include "collective/schedule.h"
#include "groups/groups.h"
#include "multicasts/multicasts.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/copy.h"
#include "opening.h"
#include "stream.h"
#include "multicasts/worm_maker.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    LOOKS = 64,             /* for the next segment; then a core sleeps, which takes as long */
    FIRST_LOOKS = 4 * LOOKS /* for the first one, which comes when all members have */
};

static bool is_root(const struct stream *s)
{
    return s->plan->root;
}

static unsigned window_of(const struct stream *s, const struct branch *b)
{
    return s->window + (unsigned)(b - s->branch);
}

/* --- forwarding ---------------------------------------------------------------------------- */

/* What all worms of a branch share. */
struct shared {
    const uint32_t *first, *end; /* the plan's worms */
    uint32_t body, w0, key;
    bool unicasts;
};

INLINE struct shared shared_of(const struct stream *s, const struct branch *b)
{
    const struct worms *worms = b->plan->worms;

    return (struct shared){
        .first = worms ? worms->word : NULL,
        .end = worms ? worms->end : NULL,
        .body = ni_address(b->at),
        .w0 = WORM(NOC_WORM_BODY, window_of(s, b)) | 1u << NI_TX_W0_QUIET_SHIFT,
        .key = s->key,
        .unicasts = b->plan->unicasts,
    };
}

/* A transmit entry, in its place in W0. While one is waited for others may use the registers. */
INLINE uint32_t entry_for(uint32_t body)
{
    struct layer_state *l = &noc_layer;
    unsigned e = l->next_entry;

    if ((ni_read(NI_TX_BUSY) | l->entries_taken) >> e & 1) {
        e = multicast_entry(e);
        ni_tx_words(body, 0, 0, 0);
    }
    l->next_entry = (uint8_t)entry_after(e);
    return e << NI_TX_W0_ENTRY_SHIFT;
}

/* One segment, which begins so many flits behind the body's begin, to all children. Not 0: the NI refuses
 * it. */
INLINE uint32_t forward(const struct shared *h, uint32_t before, uint32_t flits)
{
    const uint32_t body = h->body + 4 * before;
    const uint32_t *at = h->first;
    uint32_t status = 0;

    ni_tx_words(body, 0, 0, h->key);
    mmio_fence_out();
    while (at != h->end) {
        const struct worm *w = (const struct worm *)at;
        const uint32_t w0 = entry_for(body) | h->w0 | flits;

        ni_tx_words_more(w0, h->key);
        if (h->unicasts) {
            TRACE_WORM(noc_header_node(w->header[0]), w0, 0, h->key);
            ni_write(NI_TX_DEST, w->header[0]);
            status |= ni_read(NI_TX_STATUS);
            at = w->header + 1;
        } else {
            TRACE_WORM_HEADERS(w->header, w->headers, w0, 0, h->key);
            ni_write(NI_TX_HEADERS_ADDR, ni_address(w->header));
            ni_write(NI_TX_HEADERS, w->headers);
            status |= ni_tx_checked();
            at = w->header + w->headers;
        }
    }
    return status;
}

/* --- the root ---------------------------------------------------------------------------------- */

INLINE uint32_t segment_of(const struct stream *s, uint32_t left)
{
    return left < s->segment ? left : s->segment;
}

/* False: all is forwarded. */
INLINE bool root_next(const struct stream *s, struct branch *b, const struct shared *h,
                      uint32_t *status)
{
    const uint32_t flits = segment_of(s, b->flits - b->forwarded);

    if (!flits) {
        return false;
    }
    *status |= forward(h, b->forwarded, flits);
    b->forwarded += flits;
    return true;
}

static noc_err flow_from_root(struct stream *s)
{
    const struct shared first = shared_of(s, &s->branch[0]);
    uint32_t status = 0;

    if (!s->branch[1].flits) {
        while (!status && root_next(s, &s->branch[0], &first, &status)) {
        }
    } else { /* from its trees in turn */
        const struct shared second = shared_of(s, &s->branch[1]);

        while (!status && root_next(s, &s->branch[0], &first, &status)) {
            (void)root_next(s, &s->branch[1], &second, &status);
        }
    }
    return status ? NOC_ERR_HARDWARE : NOC_ERR_OK;
}

/* --- a member ----------------------------------------------------------------------------------- */

/* How much has landed, of at least `until` if that comes at once, or almost. */
INLINE uint32_t landed(unsigned window, uint32_t until, unsigned looks)
{
    uint32_t here;

    ni_write(NI_WINDOW_INDEX, window);
    do {
        here = ni_read(NI_WINDOW_LANDED);
    } while (here < until && --looks);
    mmio_fence_in();
    return here;
}

/* The same, asleep. What others want is seen to before; that also lets the sleep end with what lands
 * from then on. */
static __attribute__((noinline)) noc_err landed_asleep(struct stream *s, const struct branch *b,
                                                       uint32_t until, uint32_t *here,
                                                       struct wait *wait)
{
    const unsigned window = window_of(s, b);
    noc_err err = NOC_ERR_OK;

    while (!err && *here < until) {
        noc_progress();
        *here = landed(window, *here + 1, LOOKS);
        if (*here < until) {
            wait->peer = b->plan->parent;
            err = opening_sleeps(s, wait) ? wait_more(wait) : NOC_ERR_MISMATCH;
            *here = landed(window, until, LOOKS);
        }
    }
    return *here < until ? err : NOC_ERR_OK;
}

/* One tree's part of the body: each segment goes on as soon as it is here. */
static noc_err flow_through(struct stream *s, struct branch *b, struct wait *wait)
{
    const unsigned window = window_of(s, b);
    const struct shared h = shared_of(s, b);
    const uint32_t end = b->flits;
    uint32_t forwarded = b->forwarded, here = forwarded, until, status = 0;
    noc_err err = NOC_ERR_OK;

    while (forwarded != end) {
        until = h.first ? forwarded + segment_of(s, end - forwarded) : end;
        if (here < until) {
            here = landed(window, until, forwarded ? LOOKS : FIRST_LOOKS);
        }
        if (here < until) {
            err = landed_asleep(s, b, until, &here, wait);
            if (err) {
                break;
            }
        }
        if (h.first) {
            status = forward(&h, forwarded, until - forwarded);
        }
        forwarded = until;
        if (status) {
            err = NOC_ERR_HARDWARE;
            break;
        }
    }
    b->forwarded = forwarded;
    return err;
}

/* A tree in which this core relays first; in the other one all comes by itself. */
static noc_err flow(struct stream *s, struct wait *wait)
{
    const unsigned first = s->branch[0].flits && s->branch[0].plan->worms ? 0 : 1;
    noc_err err;

    if (is_root(s)) {
        return flow_from_root(s);
    }
    err = s->branch[first].flits ? flow_through(s, &s->branch[first], wait) : NOC_ERR_OK;
    return err || !s->branch[!first].flits ? err : flow_through(s, &s->branch[!first], wait);
}

/* --- without waiting ----------------------------------------------------------------------------- */

/* Of the busy entries the one that was started longest ago, which leaves first most likely; 0: none is
 * busy but those of bodies, whose ends are told by signals. */
static __attribute__((noinline)) uint32_t first_to_leave(uint32_t busy)
{
    const struct layer_state *l = &noc_layer;
    unsigned n, e = l->next_entry;

    for (n = BODY_ENTRY; n < NOC_TX_ENTRIES; n++, e = entry_after(e)) {
        if (busy & ~l->entries_taken & 1u << e) {
            return 1u << e;
        }
    }
    return 0;
}

/* Whether there are transmit entries for a segment to all children, of which no plan of a broadcast has
 * more than two; within so many looks. If not, a sleep ends when there may be. */
INLINE bool has_entries(unsigned looks)
{
    struct layer_state *l = &noc_layer;
    uint32_t busy, free;

    do {
        busy = ni_read(NI_TX_BUSY) | l->entries_taken;
        free = ~busy & noc_mask(NOC_TX_ENTRIES) & ~noc_mask(BODY_ENTRY);
        free &= free - 1;
    } while (!free && --looks);
    l->entries_awaited = free ? 0 : first_to_leave(busy);
    return free;
}

/* One segment of this tree, or what a leaf gets of it. False: not now. While they come one after the
 * other it is worth to look a while for the next one. */
INLINE bool branch_flows(const struct stream *s, struct branch *b, const struct shared *h,
                         bool soon, uint32_t *status)
{
    const uint32_t left = b->flits - b->forwarded, flits = h->first ? segment_of(s, left) : left;
    const unsigned looks = soon ? LOOKS : 1;

    if (!left || (h->first && !has_entries(looks)) ||
        (!is_root(s) &&
         landed(window_of(s, b), b->forwarded + flits, looks) < b->forwarded + flits)) {
        return false;
    }
    if (h->first) {
        *status |= forward(h, b->forwarded, flits);
    }
    b->forwarded += flits;
    return true;
}

bool stream_flows(struct stream *s, noc_err *err)
{
    struct branch *first = &s->branch[0], *second = &s->branch[1];
    const struct shared h = shared_of(s, first), other_h = second->flits ? shared_of(s, second) : h;
    bool one = false, other = false;
    uint32_t status = 0;

    noc_layer.entries_awaited = 0;
    do {
        one = branch_flows(s, first, &h, one, &status);
        other = branch_flows(s, second, &other_h, other, &status);
    } while (!status && (one || other));
    *err = status ? NOC_ERR_HARDWARE : NOC_ERR_OK;
    return status || (first->forwarded == first->flits && second->forwarded == second->flits);
}

bool stream_has_left(void)
{
    struct layer_state *l = &noc_layer;

    l->entries_awaited =
        ni_read(NI_TX_BUSY) & ~l->entries_taken & noc_mask(NOC_TX_ENTRIES) & ~noc_mask(BODY_ENTRY);
    return !l->entries_awaited;
}

/* --- beginning ------------------------------------------------------------------------------ */

/* What bodies of this multicast alone bear: members count their calls alike. */
static uint32_t key_of(const struct noc_group *g, const struct streamed *w)
{
    uint32_t key = ((uint32_t)g->context << 16 | w->number) + (w->called ? 1u << 31 : 0);

    key = (key ^ key >> 15) * 2654435761u + w->bytes;
    key = (key ^ key >> 13) * 2654435761u + w->segment;
    return ((key ^ key >> 14) * 2654435761u + w->root) ^ (uint32_t)g->generation << 25;
}

/* Deal the body out: each tree has as many segments, or the first one more. */
static void deal(struct stream *s)
{
    const uint32_t flits = s->bytes ? wire_flits_of(s->bytes) : 1,
                   segments = (flits + s->segment - 1) / s->segment;
    const uint32_t first =
        s->plan->second && segments > 1 ? (segments + 1) / 2 * s->segment : flits;
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        struct branch *b = &s->branch[i];

        b->plan = i ? s->plan->second : s->plan;
        b->at = i ? s->words + first : s->words;
        b->flits = i ? flits - first : first;
        b->forwarded = 0;
    }
}

static void open_windows(const struct stream *s)
{
    unsigned i;

    for (i = 0; i < STREAM_WINDOWS; i++) {
        const struct branch *b = &s->branch[i];
        const uint32_t before = (uint32_t)(b->at - s->words) * 4;
        const uint32_t bytes = s->bytes ? s->bytes - before : 4;

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
    if (!s->bytes) { /* members wait all the same, for a word that says nothing */
        s->words = malloc(sizeof(*s->words));
    } else if (ni_address(s->body) % 4) {
        s->words = malloc((s->bytes + 3) & ~UINT32_C(3));
        if (s->words && is_root(s)) {
            copy_bytes(s->words, s->body, s->bytes);
        }
    }
    return s->words;
}

static void drop_words(struct stream *s)
{
    if (s->words != (uint32_t *)(void *)s->body) {
        free(s->words);
    }
    s->words = (uint32_t *)(void *)s->body;
}

noc_err stream_begin(struct stream *s, noc_plan *plan, const struct streamed *what)
{
    struct noc_group *g = plan->group;

    if (s->plan) { /* another one that is not gone on with */
        stream_end(s);
    }
    drop_words(s);
    if (g->stream_broken && !what->called) {
        return NOC_ERR_MISMATCH;
    }
    s->plan = plan;
    s->window = (uint8_t)(OFFER_WINDOWS + STREAM_WINDOWS * (s - noc_layer.stream));
    s->flowing = false;
    s->context = g->context;
    s->body = what->body;
    s->bytes = what->bytes;
    s->segment = what->segment;
    s->open = false;
    s->called = what->called;
    s->heard = 0;
    s->root = what->root;
    s->key = key_of(g, what);
    if (!find_words(s)) {
        s->words = (uint32_t *)(void *)s->body;
        s->plan = NULL;
        return NOC_ERR_MEMORY;
    }
    deal(s);
    open_windows(s);
    return NOC_ERR_OK;
}

/* --- the call ---------------------------------------------------------------------------------- */

static noc_err run(struct stream *s, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, s->called ? NOC_WAIT_COLLECTIVE : NOC_WAIT_MULTICAST,
               s->called ? NOC_BROADCAST : s->plan->group->streams, s->plan->parent, timeout);
    s->waits = 0;
    err = s->open ? NOC_ERR_OK : opening_wait(s, &wait);
    err = err ? err : flow(s, &wait);
    noc_layer.within = NULL;
    s->plan->group->unsure |= err && !s->called;
    multicast_leave();
    ni_write(NI_WAITING, 0);
    if (err == NOC_ERR_TIMEOUT) {
        return err; /* gone on with, or given up, by the next call */
    }
    if (err) {
        stream_end(s);
        return err;
    }
    stream_done(s);
    progress_accesses();
    return NOC_ERR_OK;
}

void stream_done(struct stream *s)
{
    if (!is_root(s) && s->bytes && s->words != (uint32_t *)(void *)s->body) {
        copy_bytes(s->body, s->words, s->bytes);
    }
    drop_words(s);
    s->plan = NULL;
}

noc_err stream_call(struct stream *s, noc_plan *plan, const struct streamed *what, uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    if (s->plan != plan || s->body != what->body || s->bytes != what->bytes ||
        s->segment != what->segment) {
        err = stream_begin(s, plan, what);
        if (!err && !what->called) {
            plan->group->streams = (plan->group->streams + 1u) & 0x7fff;
        }
    }
    return err ? err : run(s, timeout);
}

/* The rank of the plan's root. */
static uint32_t root_of(const noc_plan *plan)
{
    const struct noc_group *g = plan->group;
    uint32_t rank = g->members ? 0 : plan->env.source;

    while (g->members && g->members[rank] != plan->env.source) {
        rank++;
    }
    return rank;
}

static noc_err check(const noc_plan *plan, const void *body, uint32_t bytes)
{
    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    if (!plan || (!body && bytes)) {
        return NOC_ERR_ARGUMENT;
    }
    if (!plan_is_alive(plan)) {
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
    noc_err err = check(plan, body, bytes);
    struct streamed what = {.body = body, .bytes = bytes};

    if (err || plan->group->count == 1) {
        return err;
    }
    what.segment = stream_segment(bytes, segment_bytes);
    what.root = root_of(plan);
    what.number = plan->group->streams;
    return stream_call(&noc_layer.stream[0], plan, &what, timeout);
}
