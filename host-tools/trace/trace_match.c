/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which worm is which: trace.h has the reason why the last one sent before an arrival, of the same
 * pair of nodes and the same channel, is the one that arrived.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "packet.h"
#include "recording.h"
#include "trace.h"

/* What a channel is between two nodes, so that numbers of different kinds do not meet. */
enum { CLASS_QUEUE = 0, CLASS_WINDOW = 16, CLASS_SIGNAL = 32, NO_EVENT = -1 };

/* One end of a worm's way. */
struct end {
    uint64_t key, time; /* key: class, from, to */
    uint32_t core;      /* where it was recorded */
    size_t event;
    bool arrival;
    long given; /* arrival: the event of its being received; NO_EVENT */
};

struct ends {
    struct end *end;
    size_t n, room;
};

static uint32_t class_of(const struct trace_event *e)
{
    unsigned type = e->detail & noc_mask(NI_TX_W0_TYPE_BITS);
    unsigned channel = e->detail >> NI_TX_W0_TYPE_BITS;
    return (type == NOC_WORM_BODY ? CLASS_WINDOW : CLASS_QUEUE) + channel;
}

static uint64_t key_of(uint32_t class, uint32_t from, uint32_t to)
{
    return (uint64_t) class << 32 | (uint64_t)from << 16 | to;
}

static struct end *add(struct ends *ends, uint64_t key, uint64_t time, uint32_t core, size_t event)
{
    ends->end = recording_room(ends->end, ends->n, &ends->room, sizeof *ends->end);
    struct end *e = &ends->end[ends->n++];
    *e = (struct end){.key = key, .time = time, .core = core, .event = event, .given = NO_EVENT};
    return e;
}

/* --- ends ---------------------------------------------------------------------- */

/* An arrival of core i that is given to a receive later: found by source and stamp. */
struct taken {
    uint64_t stamp;
    uint32_t peer;
    size_t event;
    size_t end; /* in ends */
};

static int compare_taken(const void *a, const void *b)
{
    const struct taken *p = a, *q = b;
    if (p->peer != q->peer) {
        return p->peer < q->peer ? -1 : 1;
    }
    return p->stamp < q->stamp ? -1 : p->stamp > q->stamp;
}

/* Worms and signals that core i has sent, and those that it has taken. */
static void add_ends(struct ends *ends, const struct trace_core *c, uint32_t i, struct taken *taken,
                     size_t *takens)
{
    const struct trace_event *worm = NULL; /* the last one */
    for (size_t k = 0; k < c->events; k++) {
        const struct trace_event *e = &c->event[k];
        switch (e->kind) {
        case NOC_TRACE_WORM:
        case NOC_TRACE_PATH:
            worm = e;
            add(ends, key_of(class_of(e), i, e->peer), e->time, i, k);
            break;
        case NOC_TRACE_WORM_TO:
            if (worm) {
                add(ends, key_of(class_of(worm), i, e->peer), worm->time, i, k);
            }
            break;
        case NOC_TRACE_SIGNAL:
            add(ends, key_of(CLASS_SIGNAL + e->value, i, e->peer), e->time, i, k);
            break;
        case NOC_TRACE_SIGNALLED:
            if (e->value / NOC_QUEUES != NOC_SIGNAL_ACK &&
                e->value != NOC_SIGNAL_REFUSED) { /* those an NI has sent */
                add(ends, key_of(CLASS_SIGNAL + e->value, e->peer, i), e->time, i, k)->arrival =
                    true;
            }
            break;
        case NOC_TRACE_LANDED:
            add(ends, key_of(class_of(e), e->peer, i), e->time, i, k)->arrival = true;
            break;
        case NOC_TRACE_ARRIVED:
            taken[(*takens)++] = (struct taken){trace_stamp_time(e), e->peer, k, ends->n};
            add(ends, key_of(class_of(e), e->peer, i), trace_stamp_time(e), i, k)->arrival = true;
            break;
        default:
            break;
        }
    }
}

/* What core i gave to receives: ends of arrivals, or arrivals themselves. */
static void add_given(struct ends *ends, const struct trace_core *c, uint32_t i,
                      struct taken *taken, size_t takens)
{
    qsort(taken, takens, sizeof *taken, compare_taken);
    for (size_t k = 0; k < c->events; k++) {
        const struct trace_event *e = &c->event[k];
        if (e->kind != NOC_TRACE_GIVEN || e->peer == i) {
            continue;
        }
        const struct taken key = {.stamp = trace_stamp_time(e), .peer = e->peer};
        const struct taken *found =
            takens ? bsearch(&key, taken, takens, sizeof *taken, compare_taken) : NULL;
        if (found) {
            ends->end[found->end].given = (long)k;
        } else {
            add(ends, key_of(class_of(e), e->peer, i), key.stamp, i, k)->arrival = true;
        }
    }
}

static void collect(struct ends *ends, const struct recording *r)
{
    for (uint32_t i = 0; i < r->nodes; i++) {
        const struct trace_core *c = &r->core[i];
        struct taken *taken = alloc_array(c->events + 1, sizeof *taken);
        size_t takens = 0;
        add_ends(ends, c, i, taken, &takens);
        add_given(ends, c, i, taken, takens);
        free(taken);
    }
}

/* --- flows --------------------------------------------------------------------- */

static int compare_ends(const void *a, const void *b)
{
    const struct end *p = a, *q = b;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    if (p->time != q->time) {
        return p->time < q->time ? -1 : 1;
    }
    return (int)p->arrival - (int)q->arrival;
}

/* Has core c lost records from between the two? */
static bool lost_between(const struct trace_core *c, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < c->gaps; i++) {
        if (c->gap[i].from < to && c->gap[i].to > from) {
            return true;
        }
    }
    return false;
}

static void mark(struct recording *r, const struct end *e, size_t event, char role)
{
    struct trace_core *c = &r->core[e->core];
    c->mark = recording_room(c->mark, c->marks, &c->marks_room, sizeof *c->mark);
    c->mark[c->marks++] = (struct trace_mark){event, (uint32_t)r->flows, role};
}

/* A copy of the message before, which was discarded: the same but for its type. */
static bool is_copy(const struct recording *r, const struct end *before, const struct end *e)
{
    const struct trace_event *a = &r->core[before->core].event[before->event];
    const struct trace_event *b = &r->core[e->core].event[e->event];
    uint32_t class = (uint32_t)(e->key >> 32);
    if (class >= CLASS_WINDOW) {
        return false;
    }
    if (class == NOC_QUEUE_EAGER) {
        return (b->detail & noc_mask(NI_TX_W0_TYPE_BITS)) == NOC_WORM_RESEND;
    }
    return a->value >> NOC_TRACE_TAG_SHIFT == b->value >> NOC_TRACE_TAG_SHIFT;
}

/* The worms from..to-1 brought one message, which arrived so. */
static void add_flow(struct recording *r, const struct end *from, const struct end *to,
                     const struct end *arrival)
{
    const struct trace_core *receiver = &r->core[arrival->core];
    size_t last = arrival->given == NO_EVENT ? arrival->event : (size_t)arrival->given;
    r->flow = recording_room(r->flow, r->flows, &r->flows_room, sizeof *r->flow);
    r->flow[r->flows++] = (struct trace_flow){.sent = from->time,
                                              .arrived = arrival->time,
                                              .taken = receiver->event[arrival->event].time,
                                              .to = arrival->core};
    for (const struct end *e = from; e < to; e++) {
        mark(r, e, e->event, e == from ? 's' : 't');
    }
    if (arrival->given != NO_EVENT) {
        mark(r, arrival, arrival->event, 't');
    }
    mark(r, arrival, last, 'f');
}

/*
 * A member of a multicast along coded paths that its worm does not name: it came with some worm of
 * that multicast. The flow begins at the first one, so in the right call.
 */
static bool match_path(struct recording *r, const struct end *arrival)
{
    uint32_t from = (uint32_t)(arrival->key >> 16) & 0xffff;
    const struct trace_event *a = &r->core[arrival->core].event[arrival->event];
    const struct trace_core *c = &r->core[from];
    size_t found = c->events;
    for (size_t k = c->events; k-- > 0;) {
        const struct trace_event *e = &c->event[k];
        if (e->kind != NOC_TRACE_PATH || e->time >= arrival->time ||
            class_of(e) != arrival->key >> 32) {
            continue;
        }
        if (e->value >> NOC_TRACE_TAG_SHIFT != a->value >> NOC_TRACE_TAG_SHIFT) {
            break;
        }
        found = k;
    }
    if (found == c->events || lost_between(c, c->event[found].time, arrival->time)) {
        return false;
    }
    const struct end begin = {.time = c->event[found].time, .core = from, .event = found};
    add_flow(r, &begin, &begin + 1, arrival);
    return true;
}

/* All ends of one key, in time. */
static void match_pair(struct recording *r, const struct end *end, size_t n)
{
    size_t open = n;           /* the first worm of the message under way; n: none is */
    bool sent = r->begin == 0; /* has one been sent, or would have been seen? */
    for (size_t i = 0; i < n; i++) {
        if (!end[i].arrival) {
            open = open < n && is_copy(r, &end[open], &end[i]) ? open : i;
            sent = true;
        } else if (open < n &&
                   !lost_between(&r->core[end[open].core], end[i - 1].time, end[i].time)) {
            add_flow(r, &end[open], &end[i], &end[i]);
            open = n;
        } else {
            r->unmatched += open < n || (!match_path(r, &end[i]) && sent);
            open = n;
        }
    }
}

static int compare_marks(const void *a, const void *b)
{
    const struct trace_mark *p = a, *q = b;
    if (p->event != q->event) {
        return p->event < q->event ? -1 : 1;
    }
    return p->flow < q->flow ? -1 : p->flow > q->flow;
}

void trace_match(struct recording *r)
{
    struct ends ends = {0};
    collect(&ends, r);
    if (ends.n) {
        qsort(ends.end, ends.n, sizeof *ends.end, compare_ends);
    }
    for (size_t i = 0, next; i < ends.n; i = next) {
        for (next = i + 1; next < ends.n && ends.end[next].key == ends.end[i].key;) {
            next++;
        }
        match_pair(r, ends.end + i, next - i);
    }
    for (uint32_t i = 0; i < r->nodes; i++) {
        struct trace_core *c = &r->core[i];
        if (c->marks) {
            qsort(c->mark, c->marks, sizeof *c->mark, compare_marks);
        }
    }
    free(ends.end);
}
