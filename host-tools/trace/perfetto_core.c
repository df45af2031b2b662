/* SPDX-License-Identifier: BSD-2-Clause */
/* The cores' tracks: slices, moments, arrows, and the counters of messages. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "packet.h"
#include "perfetto_priv.h"
#include "trace.h"
#include "waiting.h"

/* --- cores -------------------------------------------------------------------------- */

static const struct kind {
    const char *title;
    enum { INSTANT, BEGIN, END } phase;
} kinds[1 << NOC_TRACE_KIND_BITS] = {
#define NOC_TRACE_KIND(name, number, phase, title, peer, value, stamp) [number] = {title, phase},
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

/* What a signal of this number says. */
static const char *signal_text(uint32_t number)
{
    return number == NOC_SIGNAL_LANDED  ? "landed"
         : number == NOC_SIGNAL_REFUSED ? "refused"
                                        : signals[number / NOC_QUEUES % NOC_SIGNAL_KINDS];
}

/* What an event is called in the viewer. */
static void event_name(const struct out *o, const struct trace_event *e, char name[NAME_MAX_BYTES])
{
    const char *title = kinds[e->kind].title;
    if (e->kind == NOC_TRACE_USER || e->kind == NOC_TRACE_PHASE) {
        if (o->image && e->stamp && elf_image_text(o->image, e->stamp, name, NAME_MAX_BYTES)) {
            return;
        }
        snprintf(name, NAME_MAX_BYTES, "%s %u", title, e->peer);
    } else if (kinds[e->kind].phase == INSTANT && e->peer != NOC_TRACE_NOBODY) {
        snprintf(name, NAME_MAX_BYTES, "%s %u", title, e->peer);
    } else {
        snprintf(name, NAME_MAX_BYTES, "%s", title ? title : "?");
    }
}

/* Members of args: what the record says. */
static void put_members(struct out *o, const struct trace_event *e)
{
    FILE *f = o->file;
    bool named = e->kind == NOC_TRACE_USER || e->kind == NOC_TRACE_PHASE;
    unsigned what = NOC_GET(e->value, NI_WAITING, WHAT);
    switch (e->kind) {
    case NOC_TRACE_SEND:
    case NOC_TRACE_ISEND:
    case NOC_TRACE_RECV:
    case NOC_TRACE_IRECV:
        fprintf(f, "\"flits\":%u,\"tag\":%d", e->value, (int)e->stamp);
        break;
    case NOC_TRACE_MULTICAST:
        fprintf(f, "\"flits\":%u", e->value);
        break;
    case NOC_TRACE_BARRIER:
    case NOC_TRACE_GROUP:
    case NOC_TRACE_PLAN:
        fprintf(f, "\"members\":%u", e->value);
        break;
    case NOC_TRACE_SLEEP:
        fprintf(f, "\"waiting\":\"%s\",\"tag\":%u", what && what < NOC_WAITS ? waits[what] : "",
                NOC_GET(e->value, NI_WAITING, TAG));
        break;
    case NOC_TRACE_SIGNAL:
    case NOC_TRACE_SIGNALLED:
        fprintf(f, "\"signal\":\"%s\",\"queue\":%u", signal_text(e->value), e->value % NOC_QUEUES);
        break;
    case NOC_TRACE_WORM:
    case NOC_TRACE_PATH:
    case NOC_TRACE_ARRIVED:
    case NOC_TRACE_LANDED:
    case NOC_TRACE_GIVEN:
        fprintf(f, "\"flits\":%u,\"tag\":%u,\"channel\":%d",
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
}

/* How a slice ends: by its own event, or, if that is NULL, otherwise. */
struct closing {
    uint64_t cycle;
    const struct trace_event *by;
    const char *how; /* a member of args that is true */
};

/* Members: what the end of a slice adds. */
static void put_closing(struct out *o, const struct closing *c)
{
    const struct trace_event *e = c->by;
    if (!e) {
        fprintf(o->file, ",\"%s\":true", c->how);
        return;
    }
    if (e->peer != NOC_TRACE_NOBODY) {
        fprintf(o->file, ",\"source\":%u", e->peer);
    }
    if (e->detail != NOC_TRACE_SLEEP && e->detail != NOC_TRACE_PHASE) {
        fprintf(o->file, ",\"result\":%u", e->value);
    }
}

/* closing: NULL: it takes a cycle. */
static void put_slice(struct out *o, uint64_t tid, const struct trace_event *e,
                      const struct closing *closing)
{
    char name[NAME_MAX_BYTES];
    event_name(o, e, name);
    begin_event(o, "X", CORES, tid, e->time);
    put_duration(o, closing ? closing->cycle - e->time : 1);
    put_name(o, name);
    fputs(",\"args\":{", o->file);
    put_members(o, e);
    if (closing) {
        put_closing(o, closing);
    }
    putc('}', o->file);
    end_event(o);
}

static void put_moment(struct out *o, uint64_t tid, const struct trace_event *e)
{
    char name[NAME_MAX_BYTES];
    event_name(o, e, name);
    begin_event(o, "i", CORES, tid, e->time);
    fputs(",\"s\":\"t\"", o->file);
    put_name(o, name);
    fputs(",\"args\":{", o->file);
    put_members(o, e);
    putc('}', o->file);
    end_event(o);
}

/* --- where slices end ------------------------------------------------------------------ */

enum { DEPTH_MAX = 64 };

/* A core's slices that are open: their events. */
struct open {
    size_t event[DEPTH_MAX];
    unsigned depth;
};

static void close_all(struct open *open, struct closing *closing, uint64_t cycle, const char *how)
{
    while (open->depth) {
        closing[open->event[--open->depth]] = (struct closing){cycle, NULL, how};
    }
}

/* e ends the innermost slice of its kind; what is open within that has lost its end. */
static void close_one(struct open *open, struct closing *closing, const struct trace_core *c,
                      const struct trace_event *e)
{
    unsigned at = open->depth;
    while (at > 0 && c->event[open->event[at - 1]].kind != e->detail) {
        at--;
    }
    if (at == 0) {
        return;
    }
    while (open->depth > at) {
        closing[open->event[--open->depth]] = (struct closing){e->time, NULL, "end_lost"};
    }
    closing[open->event[--open->depth]] = (struct closing){e->time, e, NULL};
}

/* Behind the last record before it, so that what is shown of that is not within the gap. */
static uint64_t gap_begin(const struct out *o, const struct trace_gap *gap)
{
    return gap->from ? gap->from + 1 : o->r->begin;
}

/* How each slice of a core ends; of other events cycle is 0. */
static struct closing *find_closings(const struct out *o, const struct trace_core *c)
{
    struct closing *closing = alloc_array(c->events + 1, sizeof *closing);
    struct open open = {.depth = 0};
    size_t gap = 0;
    uint64_t end = o->r->end;
    for (size_t i = 0; i < c->events; i++) {
        const struct trace_event *e = &c->event[i];
        if (gap < c->gaps && c->gap[gap].event == i) {
            close_all(&open, closing, gap_begin(o, &c->gap[gap++]), "end_lost");
        }
        if (kinds[e->kind].phase == BEGIN && open.depth < DEPTH_MAX) {
            open.event[open.depth++] = i;
        } else if (kinds[e->kind].phase == END) {
            close_one(&open, closing, c, e);
        }
        end = e->time > end ? e->time : end; /* it may have computed ahead of the network */
    }
    close_all(&open, closing, end, "unfinished");
    return closing;
}

/* --- a core's track ---------------------------------------------------------------------- */

static void put_mark(struct out *o, uint64_t tid, const struct trace_mark *m,
                     const struct trace_event *e)
{
    const char role[] = {m->role, 0};
    bool signal = e->kind == NOC_TRACE_SIGNAL || e->kind == NOC_TRACE_SIGNALLED;
    begin_event(o, role, CORES, tid, e->time);
    put_name(o, signal ? "signal" : "message");
    fprintf(o->file, ",\"cat\":\"%s\",\"id\":%u%s", signal ? "signal" : "message", m->flow,
            m->role == 's' ? "" : ",\"bp\":\"e\"");
    end_event(o);
}

static void put_gap(struct out *o, uint64_t tid, const struct trace_gap *gap)
{
    uint64_t from = gap_begin(o, gap);
    begin_event(o, "X", CORES, tid, from);
    put_duration(o, gap->to - from);
    fprintf(o->file, ",\"name\":\"%" PRIu64 " events lost\"", gap->lost);
    end_event(o);
}

void put_core(struct out *o, uint32_t node)
{
    const struct trace_core *c = &o->r->core[node];
    struct closing *closing = find_closings(o, c);
    size_t gap = 0, mark = 0;
    uint64_t tid = FIRST_CORE + node, covered = 0; /* by slices, to this cycle */
    char title[32];
    snprintf(title, sizeof title, "core %u", node);
    put_title(o, CORES, tid, title, node);
    for (size_t i = 0; i < c->events; i++) {
        const struct trace_event *e = &c->event[i];
        bool marked = mark < c->marks && c->mark[mark].event == i;
        if (gap < c->gaps && c->gap[gap].event == i) {
            put_gap(o, tid, &c->gap[gap++]);
        }
        if (kinds[e->kind].phase == BEGIN && closing[i].cycle) {
            put_slice(o, tid, e, &closing[i]);
            covered = closing[i].cycle > covered ? closing[i].cycle : covered;
        } else if (kinds[e->kind].phase == INSTANT && marked && e->time >= covered) {
            put_slice(o, tid, e, NULL); /* arrows go to slices only */
        } else if (kinds[e->kind].phase == INSTANT) {
            put_moment(o, tid, e);
        }
        for (; mark < c->marks && c->mark[mark].event == i; mark++) {
            put_mark(o, tid, &c->mark[mark], e);
        }
    }
    free(closing);
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
static void put_steps(struct out *o, const struct counter *counter, struct step *step, size_t n)
{
    long value = 0;
    if (n) {
        qsort(step, n, sizeof *step, compare_steps);
        if (step[0].cycle > o->r->begin) {
            put_counter(o, CORES, counter, o->r->begin, 0);
        }
    }
    for (size_t i = 0; i < n; i++) {
        value += step[i].by;
        if (i + 1 == n || step[i + 1].cycle != step[i].cycle) {
            put_counter(o, CORES, counter, step[i].cycle, (double)value);
        }
    }
}

void put_under_way(struct out *o)
{
    const struct recording *r = o->r;
    struct step *step = alloc_array(2 * r->flows + 1, sizeof *step);
    size_t n = 0;
    for (size_t i = 0; i < r->flows; i++) {
        step[n++] = (struct step){r->flow[i].sent, 1};
        step[n++] = (struct step){r->flow[i].arrived, -1};
    }
    put_steps(o, &(const struct counter){"messages", "under way"}, step, n);
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
    const struct trace_flow **flow = alloc_array(r->flows + 1, sizeof *flow);
    struct step *step = alloc_array(2 * r->flows + 1, sizeof *step);
    for (size_t i = 0; i < r->flows; i++) {
        flow[i] = &r->flow[i];
    }
    qsort(flow, r->flows, sizeof *flow, compare_receivers);
    for (size_t i = 0, n; i < r->flows;) {
        struct counter counter = {.series = "in its NI"};
        uint32_t to = flow[i]->to;
        snprintf(counter.name, sizeof counter.name, "core %u: messages", to);
        for (n = 0; i < r->flows && flow[i]->to == to; i++) {
            step[n++] = (struct step){flow[i]->arrived, 1};
            step[n++] = (struct step){flow[i]->taken, -1};
        }
        put_steps(o, &counter, step, n);
    }
    free(step);
    free(flow);
}
