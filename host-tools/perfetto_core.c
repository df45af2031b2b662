/* SPDX-License-Identifier: BSD-2-Clause */
/* The cores' tracks: slices, moments, arrows, and the counters of messages. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "packet.h"
#include "perfetto_priv.h"
#include "trace.h"
#include "waiting.h"

/* --- cores -------------------------------------------------------------------------- */

static const struct kind {
    const char *title;
    enum { INSTANT, BEGIN, END } phase;
} kinds[1 << NOC_TRACE_KIND_BITS] = {
#define NOC_TRACE_KIND(name, number, phase, title, peer, value, stamp) [number] = { title, phase },
#include "trace_kinds.def"
#undef NOC_TRACE_KIND
};

static const char *const waits[] = {
#define NOC_WAIT(name, number, word, words) [number] = words,
#include "waiting.def"
#undef NOC_WAIT
};

static const char *const signals[NOC_SIGNAL_KINDS] = {
    [NOC_SIGNAL_ACK] = "accepted",
    [NOC_SIGNAL_PULL] = "send it again",
    [NOC_SIGNAL_EVEN] = "barrier",
    [NOC_SIGNAL_ODD] = "barrier",
};

/* What an event is called in the viewer. */
static void event_name(const struct out *o, const struct trace_event *e, char name[NAME_MAX_BYTES])
{
    const char *title = kinds[e->kind].title;
    if (e->kind == NOC_TRACE_USER || e->kind == NOC_TRACE_PHASE) {
        if (o->image && e->stamp && image_text(o->image, e->stamp, name, NAME_MAX_BYTES)) {
            return;
        }
        snprintf(name, NAME_MAX_BYTES, "%s %u", title, e->peer);
    } else if (kinds[e->kind].phase == INSTANT && e->peer != NOC_TRACE_NOBODY) {
        snprintf(name, NAME_MAX_BYTES, "%s %u", title, e->peer);
    } else {
        snprintf(name, NAME_MAX_BYTES, "%s", title ? title : "?");
    }
}

/* ,"args":{...} */
static void put_args(struct out *o, const struct trace_event *e)
{
    FILE *f = o->file;
    bool named = e->kind == NOC_TRACE_USER || e->kind == NOC_TRACE_PHASE;
    fputs(",\"args\":{", f);
    switch (e->kind) {
    case NOC_TRACE_SEND:
    case NOC_TRACE_ISEND:
    case NOC_TRACE_RECV:
    case NOC_TRACE_IRECV:
        fprintf(f, "\"flits\":%u,\"tag\":%d", e->value, (int)e->stamp);
        break;
    case NOC_TRACE_SLEEP:
        fprintf(f, "\"waiting\":\"%s\",\"tag\":%u",
                NOC_GET(e->value, NI_WAITING, WHAT) < NOC_WAITS &&
                        NOC_GET(e->value, NI_WAITING, WHAT)
                    ? waits[NOC_GET(e->value, NI_WAITING, WHAT)]
                    : "",
                NOC_GET(e->value, NI_WAITING, TAG));
        break;
    case NOC_TRACE_SIGNAL:
    case NOC_TRACE_SIGNALLED:
        fprintf(f, "\"signal\":\"%s\",\"queue\":%u",
                signals[e->value / NOC_QUEUES % NOC_SIGNAL_KINDS], e->value % NOC_QUEUES);
        break;
    case NOC_TRACE_WORM:
    case NOC_TRACE_PATH:
    case NOC_TRACE_ARRIVED:
    case NOC_TRACE_LANDED:
    case NOC_TRACE_GIVEN:
        fprintf(f, "\"flits\":%u,\"tag\":%u,\"channel\":%u",
                e->value & noc_mask(NOC_TRACE_FLITS_BITS), e->value >> NOC_TRACE_TAG_SHIFT,
                e->detail >> NI_TX_W0_TYPE_BITS);
        break;
    default:
        fprintf(f, "\"value\":%u", e->value);
        break;
    }
    if (e->peer != NOC_TRACE_NOBODY && !named) {
        fprintf(f, ",\"node\":%u", e->peer);
    }
    putc('}', f);
}

/* A core's slices that are open, and the track they are on. */
struct track {
    enum { DEPTH_MAX = 64 } limits;
    uint8_t open[DEPTH_MAX]; /* kinds */
    unsigned depth;
    uint64_t tid;
};

/* how: members of args; may be empty. */
static void close_slice(struct out *o, struct track *t, uint64_t cycle, const char *how)
{
    t->depth--;
    begin_event(o, "E", CORES, t->tid, cycle);
    if (*how) {
        fprintf(o->file, ",\"args\":{%s}", how);
    }
    end_event(o);
}

static void begin_slice(struct out *o, struct track *t, const struct trace_event *e)
{
    char name[NAME_MAX_BYTES];
    if (t->depth == DEPTH_MAX) {
        return;
    }
    t->open[t->depth++] = e->kind;
    event_name(o, e, name);
    begin_event(o, "B", CORES, t->tid, e->time);
    put_name(o, name);
    put_args(o, e);
    end_event(o);
}

/* The end of the innermost slice of that kind; what is open within it has lost its end. */
static void end_slice(struct out *o, struct track *t, const struct trace_event *e)
{
    unsigned at = t->depth;
    char how[80] = "";
    while (at > 0 && t->open[at - 1] != e->detail) {
        at--;
    }
    while (at > 0 && t->depth > at) {
        close_slice(o, t, e->time, "\"lost\":true");
    }
    if (at > 0) {
        if (e->peer != NOC_TRACE_NOBODY) {
            snprintf(how, sizeof how, "\"source\":%u,\"result\":%u", e->peer, e->value);
        } else if (e->detail != NOC_TRACE_SLEEP && e->detail != NOC_TRACE_PHASE) {
            snprintf(how, sizeof how, "\"result\":%u", e->value);
        }
        close_slice(o, t, e->time, how);
    }
}

/* A moment. Outside of slices what arrows go to is a slice of a cycle. */
static void put_moment(struct out *o, const struct track *t, const struct trace_event *e,
                       bool slice)
{
    char name[NAME_MAX_BYTES];
    event_name(o, e, name);
    begin_event(o, slice ? "X" : "i", CORES, t->tid, e->time);
    if (slice) {
        put_duration(o, 1);
    } else {
        fputs(",\"s\":\"t\"", o->file);
    }
    put_name(o, name);
    put_args(o, e);
    end_event(o);
}

static void put_mark(struct out *o, const struct track *t, const struct trace_mark *m,
                     const struct trace_event *e)
{
    const char role[] = { m->role, 0 };
    bool signal = e->kind == NOC_TRACE_SIGNAL || e->kind == NOC_TRACE_SIGNALLED;
    begin_event(o, role, CORES, t->tid, e->time);
    put_name(o, signal ? "signal" : "message");
    fprintf(o->file, ",\"cat\":\"%s\",\"id\":%u%s", signal ? "signal" : "message", m->flow,
            m->role == 's' ? "" : ",\"bp\":\"e\"");
    end_event(o);
}

static void put_event(struct out *o, struct track *t, const struct trace_event *e, bool marked)
{
    switch (kinds[e->kind].phase) {
    case BEGIN:
        begin_slice(o, t, e);
        break;
    case END:
        end_slice(o, t, e);
        break;
    case INSTANT:
        put_moment(o, t, e, marked && t->depth == 0);
        break;
    }
}

static void put_gap(struct out *o, struct track *t, const struct trace_gap *gap)
{
    while (t->depth) {
        close_slice(o, t, gap->from, "\"lost\":true");
    }
    begin_event(o, "X", CORES, t->tid, gap->from);
    put_duration(o, gap->to - gap->from);
    fprintf(o->file, ",\"name\":\"%" PRIu64 " events lost\"", gap->lost);
    end_event(o);
}

void put_core(struct out *o, uint32_t node)
{
    const struct trace_core *c = &o->r->core[node];
    struct track t = { .tid = node + 1 };
    size_t gap = 0, mark = 0;
    char title[32];
    snprintf(title, sizeof title, "core %u", node);
    put_title(o, CORES, t.tid, title, node);
    for (size_t i = 0; i < c->events; i++) {
        if (gap < c->gaps && c->gap[gap].event == i) {
            put_gap(o, &t, &c->gap[gap++]);
        }
        put_event(o, &t, &c->event[i], mark < c->marks && c->mark[mark].event == i);
        for (; mark < c->marks && c->mark[mark].event == i; mark++) {
            put_mark(o, &t, &c->mark[mark], &c->event[i]);
        }
    }
    uint64_t end = c->events && c->event[c->events - 1].time > o->r->end
                       ? c->event[c->events - 1].time : o->r->end;
    while (t.depth) {
        close_slice(o, &t, end, "\"unfinished\":true");
    }
}

/* --- what goes up and down ------------------------------------------------------------ */

struct step {
    uint64_t cycle;
    int by;
};

static int compare_steps(const void *a, const void *b)
{
    const struct step *p = a, *q = b;
    return p->cycle < q->cycle ? -1 : p->cycle > q->cycle;
}

/* n steps as a counter: one value for each cycle in which it changes. */
static void put_steps(struct out *o, const char *name, struct step *step, size_t n)
{
    long value = 0;
    if (n) {
        qsort(step, n, sizeof *step, compare_steps);
        put_counter(o, CORES, name, o->r->begin, "messages", 0);
    }
    for (size_t i = 0; i < n; i++) {
        value += step[i].by;
        if (i + 1 == n || step[i + 1].cycle != step[i].cycle) {
            put_counter(o, CORES, name, step[i].cycle, "messages", (double)value);
        }
    }
}

void put_under_way(struct out *o)
{
    const struct recording *r = o->r;
    struct step *step = claim_array(2 * r->flows + 1, sizeof *step);
    size_t n = 0;
    for (size_t i = 0; i < r->flows; i++) {
        step[n++] = (struct step){ r->flow[i].sent, 1 };
        step[n++] = (struct step){ r->flow[i].arrived, -1 };
    }
    put_steps(o, "messages under way", step, n);
    free(step);
}

static int compare_receivers(const void *a, const void *b)
{
    const struct trace_flow *p = *(const struct trace_flow *const *)a;
    const struct trace_flow *q = *(const struct trace_flow *const *)b;
    return p->to < q->to ? -1 : p->to > q->to;
}

/* Messages that have arrived at a core, and that its software has not taken yet. */
void put_queues(struct out *o)
{
    const struct recording *r = o->r;
    const struct trace_flow **flow = claim_array(r->flows + 1, sizeof *flow);
    struct step *step = claim_array(2 * r->flows + 1, sizeof *step);
    for (size_t i = 0; i < r->flows; i++) {
        flow[i] = &r->flow[i];
    }
    qsort(flow, r->flows, sizeof *flow, compare_receivers);
    for (size_t i = 0, n; i < r->flows;) {
        char name[48];
        uint32_t to = flow[i]->to;
        snprintf(name, sizeof name, "core %u: in its NI", to);
        for (n = 0; i < r->flows && flow[i]->to == to; i++) {
            step[n++] = (struct step){ flow[i]->arrived, 1 };
            step[n++] = (struct step){ flow[i]->taken, -1 };
        }
        put_steps(o, name, step, n);
    }
    free(step);
    free(flow);
}
