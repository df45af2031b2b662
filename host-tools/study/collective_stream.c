/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A broadcast in segments along a plan (firmware/broadcast/stream.c), and the barrier that it begins
 * with, or that is all of the operation:
 *
 *   a member finds its plan and opens its windows
 *   the barrier (collective_signals.c)
 *   the root sends the segments, from its trees in turn; a relay sends each on as soon as it is
 *   there, first those of the tree in which it has children; a leaf waits for all of them
 *
 * A member looks for its next segment for a while, sees to what others want, looks again, and then
 * sleeps until one comes. All numbers are cycles of the firmware.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "collective_signals.h"
#include "experiment_result.h"
#include "link_counts.h"
#include "multicast/broadcast_plan.h"
#include "plan.h"
#include "worm.h"

enum {
    BARRIER_BEGIN = 60, /* of a barrier, from the call to the first round, */
    BARRIER_END = 24,   /* and from its end to the call's return */
    ROOT_BEGIN = 717,   /* of a broadcast, from the call to the barrier's first round, */
    MEMBER_BEGIN = 740, /* with a window, */
    MEMBER_TREE = 50,   /* and for each further one */
    ROOT_OF_WORDS = 5,  /* for each step to the root of the number of words */
    BARRIER_OVER = 75,  /* from the barrier's end to the first segment, or look */
    SEGMENT = 18,       /* for each segment that is forwarded, */
    WORM = 36,          /* and each worm */
    LOOKS = 64 * 5,     /* a member looks so long, */
    LOOK_EACH = 5,
    OTHERS = 194,       /* sees to what others want, */
    PREPARES = 39,      /* prepares to sleep, */
    WAKES = 30,         /* and wakes up */
    STARTED = 36,       /* from its last worm's start until it looks whether it has left, */
    LEAVES_ASLEEP = 88, /* prepares to sleep, */
    LEFT = 12,          /* and wakes up */
    END = 48            /* until its call has returned */
};

enum { TREES = 2 };

enum looking { LOOKS_FIRST, SEES_TO_OTHERS, LOOKS_AGAIN, SLEEPS };

/* What a member has of the segments that go along a tree. */
struct branch {
    uint32_t landed, forwarded; /* words */
};

struct member {
    struct branch branch[TREES];
    uint64_t since;  /* what it does now it does since this cycle */
    uint64_t left;   /* the last of its worms that have left did so in this cycle */
    uint32_t owed;   /* worms that have not */
    uint8_t looking; /* enum looking */
    uint8_t stage;   /* how many trees it is done with */
    bool flows;      /* it has left the barrier */
};

/* Who sends which worms along a tree. */
struct tree {
    const struct plan *plan;
    uint32_t words;
    uint32_t *worm;  /* the first message of each worm, those of a sender together */
    uint32_t *begin; /* by rank: its first one; one more */
};

struct stream {
    const struct collective *c;
    struct signals signals;
    struct noc_net *net;
    struct member *member;
    struct tree tree[TREES];
    uint32_t *rank; /* by node */
    uint32_t returned;
    struct collective_times *out;
};

static bool is_barrier(const struct stream *s)
{
    return s->c->way == BY_SIGNALS;
}

static uint32_t children(const struct tree *t, uint32_t rank)
{
    return t->words ? t->begin[rank + 1] - t->begin[rank] : 0;
}

/* --- worms ----------------------------------------------------------------------------------------- */

static void launch(struct stream *s, uint32_t rank, uint32_t tree, uint32_t first, uint32_t words,
                   uint64_t when)
{
    const struct experiment *e = &s->c->e;
    const struct plan *p = s->tree[tree].plan;
    uint32_t size = noc_worm_size(p->message + first, p->m - first);
    uint16_t *to = alloc_array(size, sizeof *to);
    struct cargo *cargo = signals_cargo(&s->signals, rank, NOC_TURNS_MAX + 1 + size);
    for (uint32_t i = 0; i < size; i++) {
        to[i] = p->message[first + i].to;
    }
    cargo->tree = tree;
    cargo->words = words;
    list_make(&cargo->worm, e, s->c->node[rank], to, size, cargo->header);
    cargo->worm.flits += words - e->length;
    cargo->worm.cookie = cargo;
    s->member[rank].owed++;
    if (s->signals.log) {
        uint32_t before = s->member[rank].branch[tree].forwarded;
        uint32_t segment = s->c->segment ? before / s->c->segment : 0;
        const struct worm_made made = {.worm = &cargo->worm,
                                       .segment = segment * s->c->plan.trees + tree,
                                       .startup = when - WORM - e->tau_s,
                                       .started = when,
                                       .kind = "body",
                                       .step = p->message[first].step,
                                       .tree = tree};
        cargo->logged = worm_log_sent(s->signals.log, &made);
    }
    noc_net_send(s->net, &cargo->worm, when + e->ni_cycles);
    free(to);
}

/* The next segment of a tree to all its children there. */
static void forward(struct stream *s, uint32_t rank, uint32_t tree, uint32_t words)
{
    const struct tree *t = &s->tree[tree];
    struct member *m = &s->member[rank];
    m->since += SEGMENT;
    for (uint32_t i = t->begin[rank]; i < t->begin[rank + 1]; i++) {
        m->since += WORM + s->c->e.tau_s;
        launch(s, rank, tree, t->worm[i], words, m->since);
    }
    m->branch[tree].forwarded += words;
}

static uint32_t next_segment(const struct stream *s, uint32_t tree, const struct branch *b)
{
    uint32_t left = s->tree[tree].words - b->forwarded, segment = s->c->segment;
    return segment && segment < left ? segment : left;
}

/* --- a member's part --------------------------------------------------------------------------------- */

static void conclude(struct stream *s, uint32_t rank)
{
    struct member *m = &s->member[rank];
    uint64_t asleep = m->since + LEAVES_ASLEEP;
    if (m->stage < TREES || m->owed || s->out->returned[rank] != NOC_NEVER) {
        return;
    }
    if (m->left >= m->since) {
        m->since = (m->left > asleep ? m->left : asleep) + LEFT;
    }
    s->out->returned[rank] = m->since + END;
    progress_at(++s->returned);
}

static void flow_from_root(struct stream *s, uint32_t rank)
{
    struct member *m = &s->member[rank];
    uint32_t words = 1;
    while (words) {
        words = 0;
        for (uint32_t tree = 0; tree < TREES; tree++) {
            uint32_t next = next_segment(s, tree, &m->branch[tree]);
            if (next) {
                forward(s, rank, tree, next);
            }
            words += next;
        }
    }
    m->stage = TREES;
}

/* Where it waits: until so many words have landed, of which the last ones came in cycle `when`. True:
 * they are there, and seen in cycle `since`. */
static bool look(struct member *m, bool enough, uint64_t when)
{
    for (;;) {
        switch ((enum looking)m->looking) {
        case LOOKS_FIRST:
            if (when <= m->since + LOOKS) {
                if (enough && when > m->since) {
                    m->since += (when - m->since + LOOK_EACH - 1) / LOOK_EACH * LOOK_EACH;
                }
                return enough;
            }
            m->since += LOOKS;
            m->looking = SEES_TO_OTHERS;
            break;
        case SEES_TO_OTHERS:
            m->since += OTHERS;
            m->looking = LOOKS_AGAIN;
            break;
        case LOOKS_AGAIN:
            if (when <= m->since + LOOKS) { /* what comes ends it, whether it is enough or not */
                m->since = when > m->since ? when : m->since;
                m->looking = enough ? LOOKS_FIRST : SLEEPS;
                return enough;
            }
            m->since += LOOKS;
            m->looking = SLEEPS;
            break;
        case SLEEPS:
            m->since += PREPARES;
            m->since = (when > m->since ? when : m->since) + WAKES;
            m->looking = LOOKS_FIRST;
            return enough;
        }
    }
}

/* It takes what has come by `when` along a tree, and sends it on. False: something is lacking. */
static bool flow_through(struct stream *s, uint32_t rank, uint32_t tree, uint64_t when)
{
    struct member *m = &s->member[rank];
    struct branch *b = &m->branch[tree];
    const uint32_t words = s->tree[tree].words, links = children(&s->tree[tree], rank);
    while (b->forwarded < words) {
        uint32_t next = links ? next_segment(s, tree, b) : words - b->forwarded;
        if (!look(m, b->landed >= b->forwarded + next, when)) {
            return false;
        }
        if (links) {
            forward(s, rank, tree, next);
        } else {
            b->forwarded += next;
        }
    }
    return true;
}

/* Something has come, or it leaves the barrier. */
static void flow(struct stream *s, uint32_t rank, uint64_t when)
{
    struct member *m = &s->member[rank];
    uint32_t first = children(&s->tree[0], rank) ? 0 : 1;
    if (rank == s->c->call.root) {
        flow_from_root(s, rank);
    }
    while (m->stage < TREES && flow_through(s, rank, m->stage ? !first : first, when)) {
        m->stage++;
    }
    m->since += m->stage == TREES ? STARTED : 0;
    conclude(s, rank);
}

/* --- events -------------------------------------------------------------------------------------------- */

static void on_over(void *opaque, uint32_t rank, uint64_t when)
{
    struct stream *s = opaque;
    struct member *m = &s->member[rank];
    if (is_barrier(s)) {
        m->stage = TREES;
        s->out->returned[rank] = when + BARRIER_END;
        progress_at(++s->returned);
        return;
    }
    m->since = when + BARRIER_OVER;
    m->flows = true;
    flow(s, rank, m->since);
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct stream *s = opaque;
    const struct cargo *cargo = w->cookie;
    uint32_t rank = s->rank[node];
    if (s->signals.log) {
        worm_log_arrived(s->signals.log, cargo->logged, node, when, when);
    }
    if (cargo->tree == CARGO_SIGNAL) {
        signals_take(&s->signals, rank, cargo, when);
        return;
    }
    s->member[rank].branch[cargo->tree].landed += cargo->words;
    if (s->member[rank].flows) {
        flow(s, rank, when + s->c->e.tau_r);
    }
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct stream *s = opaque;
    const struct cargo *cargo = w->cookie;
    struct member *m = &s->member[cargo->from];
    if (s->signals.log) {
        worm_log_left(s->signals.log, cargo->logged);
    }
    if (cargo->tree != CARGO_SIGNAL) {
        m->owed--;
        m->left = when;
        conclude(s, cargo->from);
    }
}

static void on_stamp(void *opaque, const struct noc_net_stamp *stamp)
{
    const struct stream *s = opaque;
    worm_log_stamp(s->signals.log, ((const struct cargo *)stamp->worm->cookie)->logged, stamp);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct stream *s = opaque;
    if (!s->out->deadlock) {
        s->out->deadlock = waits_json(&s->c->e, wait, n);
        s->out->cycles = when;
    }
    noc_net_stop(s->net);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* The worms of a plan by their senders, in the order in which these start them. */
static void sort_worms(const struct stream *s, struct tree *t)
{
    const struct plan *p = t->plan;
    uint32_t count = s->c->call.count;
    uint16_t *order = alloc_array(p->m, sizeof *order);
    t->worm = alloc_array(p->m, sizeof *t->worm);
    t->begin = alloc_array(count + 1, sizeof *t->begin);
    plan_orders(p, &s->c->plan, order);
    for (uint32_t i = 0; i < p->m; i += noc_worm_size(p->message + i, p->m - i)) {
        t->begin[s->rank[p->message[i].from] + 1]++;
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        t->begin[rank + 1] += t->begin[rank];
    }
    for (uint32_t i = 0; i < p->m; i += noc_worm_size(p->message + i, p->m - i)) {
        t->worm[t->begin[s->rank[p->message[i].from]] + order[i] - 1] = i;
    }
    free(order);
}

/* Each tree has as many segments, or the first one more. */
static void deal(struct stream *s)
{
    const struct experiment *e = &s->c->plan;
    uint32_t first = e->trees > 1 ? (e->segments + 1) / 2 * e->segment : e->length;
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        s->tree[tree].plan = &e->plan[tree];
        s->tree[tree].words = tree ? e->length - first : first;
        sort_worms(s, &s->tree[tree]);
    }
}

static uint64_t begin_cost(const struct stream *s, uint32_t rank)
{
    if (is_barrier(s)) {
        return BARRIER_BEGIN;
    }
    uint64_t of_words = ROOT_OF_WORDS * noc_broadcast_root(s->c->words);
    return of_words + (rank == s->c->call.root
                           ? ROOT_BEGIN
                           : MEMBER_BEGIN + (s->tree[1].words ? MEMBER_TREE : 0));
}

static void run_all(struct stream *s)
{
    enum { SLICE_CYCLES = 4096 };
    uint64_t limit = s->c->e.limit_cycles ? s->c->e.limit_cycles : NOC_NEVER, next;
    progress_begin("simulating", s->c->call.count);
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        signals_enter(&s->signals, rank, begin_cost(s, rank));
    }
    while (!s->out->deadlock && (next = noc_net_next(s->net)) != NOC_NEVER) {
        if (next >= limit) {
            s->out->cut = true;
            break;
        }
        noc_net_run(s->net, next + SLICE_CYCLES < limit ? next + SLICE_CYCLES : limit);
    }
    progress_end();
}

static void begin(struct stream *s)
{
    const struct collective *c = s->c;
    s->rank = alloc_array(c->e.topology.nodes, sizeof *s->rank);
    s->member = alloc_array(c->call.count, sizeof *s->member);
    s->out->returned = alloc_array(c->call.count, sizeof *s->out->returned);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        s->rank[c->node[rank]] = rank;
        s->out->returned[rank] = NOC_NEVER;
    }
    s->signals = (struct signals){.c = c, .net = s->net, .opaque = s, .over = on_over};
    if (c->e.detail.worms) {
        s->signals.log = worm_log_new(&c->e);
        noc_net_stamp(s->net, on_stamp, s);
    }
    signals_begin(&s->signals);
    if (!is_barrier(s)) {
        deal(s);
    }
}

static void end(struct stream *s)
{
    signals_end(&s->signals);
    for (uint32_t tree = 0; tree < TREES; tree++) {
        free(s->tree[tree].worm);
        free(s->tree[tree].begin);
    }
    worm_log_free(s->signals.log);
    free(s->rank);
    free(s->member);
    noc_net_free(s->net);
}

enum status collective_simulate_unnamed(const struct collective *c, struct collective_times *times,
                                        struct error *error)
{
    struct stream s = {.c = c, .out = times};
    const struct noc_net_ops ops = {
        .opaque = &s, .deliver = on_deliver, .left = on_left, .deadlock = on_deadlock};
    memset(times, 0, sizeof *times);
    s.net = noc_net_new(&c->e.net, &ops);
    if (!s.net) {
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         c->e.topology.nodes);
    }
    begin(&s);
    run_all(&s);
    collective_conclude(c, times);
    noc_net_total(s.net, &times->total);
    times->links = c->e.detail.links ? link_counts_simulated(&c->e, s.net) : NULL;
    noc_net_stamp_begun(s.net);
    times->worms = s.signals.log ? worm_log_json(s.signals.log) : NULL;
    end(&s);
    return STATUS_DONE;
}
