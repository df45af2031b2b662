/* SPDX-License-Identifier: BSD-2-Clause */
#include "trace_in_flight.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/board.h"
#include "base/alloc.h"
#include "packet.h"
#include "target/snapshot.h"
#include "stamp.h"
#include "trace.h"
#include "model/wait_graph.h"

#define NONE UINT32_MAX

struct look {
    struct recording *r;
    struct noc_wait_graph waits;
    uint32_t *chain; /* [rows] */
};

static bool is(const struct noc_wait_graph_row *row, unsigned shift)
{
    return row->worm >> shift & 1;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* --- which worm it is ----------------------------------------------------------------- */

static bool is_injection(const struct noc_wait_graph_row *row)
{
    return NOC_GET(row->in, STATE_IN, PORT) == STATE_PORT_INJECTION;
}

/* The row from which the worm in front of row[i] comes on here; NONE: nothing of it is there. */
static uint32_t behind(const struct look *l, uint32_t i)
{
    const struct noc_wait_graph_row *row = &l->waits.row[i];
    if (is_injection(row) || is(row, STATE_WORM_TAIL_SHIFT)) {
        return NONE;
    }
    struct noc_channel c = noc_wait_graph_holds(&l->waits, i);
    for (uint32_t k = l->waits.first[c.node]; k < l->waits.first[c.node + 1]; k++) {
        const struct noc_wait_graph_row *its = &l->waits.row[k];
        if (is(its, STATE_WORM_HAS_CHANNEL_SHIFT) && NOC_GET(its->out, STATE_OUT, PORT) == c.port &&
            NOC_GET(its->out, STATE_OUT, VC) == c.vc &&
            NOC_GET(its->out, STATE_OUT, LANE) == NOC_GET(row->in, STATE_IN, LANE)) {
            return k;
        }
    }
    return NONE;
}

/* chain[0..n-1]: the rows of the worm in front of row[i], from there to its end (NULL: not wanted).
 * Returns the last one. */
static uint32_t find_end(const struct look *l, uint32_t i, uint32_t *chain, uint32_t *n)
{
    uint32_t end = i;
    for (*n = 0; i != NONE && *n < l->waits.rows; (*n)++) {
        end = i;
        if (chain) {
            chain[*n] = i;
        }
        i = behind(l, i);
    }
    return end;
}

/* The last worm that has left by a channel; NULL: none. */
static const struct stamp_taken *last_stamp(const struct look *l, uint32_t node, unsigned port,
                                            unsigned vc)
{
    const struct trace_router *router = &l->r->router[node];
    for (size_t i = router->worms; i-- > 0;) {
        if (router->worm[i].port == port && router->worm[i].vc == vc) {
            return &router->worm[i];
        }
    }
    return NULL;
}

/* The only worm with this last header flit that has left by a channel; NULL: none, or several. */
static const struct stamp_taken *only_stamp(const struct look *l, uint32_t node, unsigned port,
                                            unsigned vc, uint32_t header)
{
    const struct trace_router *router = &l->r->router[node];
    const struct stamp_taken *only = NULL;
    for (size_t i = 0; i < router->worms; i++) {
        const struct stamp_taken *w = &router->worm[i];
        if (w->port == port && w->vc == vc && w->header == header) {
            if (only) {
                return NULL;
            }
            only = w;
        }
    }
    return only;
}

/* The stamp of the worm whose end is in row[i], of the channel that it came by; NULL: none. It is
 * the last one there, or with lanes, of which stamps do not tell, one that only it can be. */
static const struct stamp_taken *stamp_behind(const struct look *l, uint32_t i)
{
    const struct noc_wait_graph_row *row = &l->waits.row[i];
    if (is_injection(row) || !is(row, STATE_WORM_TAIL_SHIFT)) {
        return NULL;
    }
    struct noc_channel c = noc_wait_graph_holds(&l->waits, i);
    const struct stamp_taken *stamp = l->waits.lanes > 1
                                        ? only_stamp(l, c.node, c.port, c.vc, row->front)
                                        : last_stamp(l, c.node, c.port, c.vc);
    bool last = noc_header_kind(row->front) == NOC_HEADER_LAST;
    return stamp && last && noc_header_node(stamp->header) != noc_header_node(row->front) ? NULL
                                                                                          : stamp;
}

/* Who sent the worm in front of row[i], and for whom it is; -1: not known. */
static void find_ends(const struct look *l, uint32_t i, struct trace_in_flight *t)
{
    uint32_t front = l->waits.row[i].front;
    uint32_t source = noc_wait_graph_source(&l->waits, i), n;
    const struct stamp_taken *stamp = stamp_behind(l, find_end(l, i, NULL, &n));
    t->source = source == NOC_ANYWHERE ? -1 : (int32_t)source;
    t->to = noc_header_kind(front) == NOC_HEADER_LAST ? (int32_t)noc_header_node(front) : -1;
    t->tag = -1;
    if (stamp) {
        t->source = (int32_t)NOC_GET(stamp->w1, NI_TX_W1, SOURCE);
        t->tag = (int32_t)NOC_GET(stamp->w1, NI_TX_W1, TAG);
        t->to = t->to < 0 ? (int32_t)noc_header_node(stamp->header) : t->to;
    }
}

/* --- since when ------------------------------------------------------------------------- */

/* When a core gave its last worm for `to` to its NI (-1: for anybody); its events come in time. */
static uint64_t given(const struct look *l, uint32_t node, int32_t to)
{
    const struct trace_core *c = &l->r->core[node];
    for (size_t i = c->events; i-- > 0;) {
        const struct trace_event *e = &c->event[i];
        bool worm = e->kind == NOC_TRACE_WORM || e->kind == NOC_TRACE_PATH ||
                    e->kind == NOC_TRACE_WORM_TO || e->kind == NOC_TRACE_SIGNAL;
        if (worm && (to < 0 || e->peer == to)) {
            return e->time;
        }
    }
    return 0;
}

/* The last worm from one node to another that node's router has a stamp of: as it left its NI, or
 * (at its end) as it was consumed. NULL: none. */
static const struct stamp_taken *stamp_of(const struct look *l, uint32_t node, bool consumed,
                                          uint32_t from, int32_t to)
{
    const struct trace_router *router = &l->r->router[node];
    const struct stamp_taken *last = NULL;
    for (size_t i = 0; i < router->worms; i++) {
        const struct stamp_taken *w = &router->worm[i];
        if (NOC_GET(w->w1, NI_TX_W1, SOURCE) == from && (w->port == NOC_STAMP_TO_NI) == consumed &&
            (int32_t)noc_header_node(w->header) == to && (!last || w->head > last->head)) {
            last = w;
        }
    }
    return last;
}

/*
 * When the worm in front of an NI can have left it. Its core has written down when it gave it to
 * the NI, a few instructions before; if that one has left, this is an acknowledgement by the NI
 * itself, of what it has got from there last.
 */
static uint64_t left_ni(const struct look *l, uint32_t node, int32_t to)
{
    const struct stamp_taken *gone = stamp_of(l, node, false, node, to);
    const struct stamp_taken *got =
        to < 0 ? NULL : stamp_of(l, node, true, (uint32_t)to, (int32_t)node);
    uint64_t time = given(l, node, to), result = 0;
    if (time == 0 || (gone && gone->head >= time)) {
        time = 0;
        result = got ? got->head + got->cycles + NOC_NI_SEND_CYCLES + 1 : 0;
    }
    time = time ? time + NOC_NI_SEND_CYCLES + 1 : result;
    return gone ? later(time, gone->head + gone->cycles) : time;
}

/* When the head can have come to the front of the buffer in which the worm's end is. */
static uint64_t came(const struct look *l, uint32_t i)
{
    const struct noc_wait_graph_row *row = &l->waits.row[i];
    const struct stamp_taken *stamp = stamp_behind(l, i);
    if (is_injection(row)) {
        struct trace_in_flight t;
        find_ends(l, i, &t);
        return left_ni(l, row->node, t.to);
    }
    return stamp ? stamp->head + 1 : 0;
}

/* Since when row[i]'s channel is nobody else's. */
static uint64_t free_since(const struct look *l, uint32_t i)
{
    const struct noc_wait_graph_row *row = &l->waits.row[i];
    if (!is(row, STATE_WORM_HAS_CHANNEL_SHIFT) || l->waits.lanes > 1) {
        return 0;
    }
    const struct stamp_taken *before = last_stamp(l, row->node, NOC_GET(row->out, STATE_OUT, PORT),
                                                  NOC_GET(row->out, STATE_OUT, VC));
    return before ? before->head + before->cycles : 0;
}

/* The first cycle in which the head of the worm in front of row[i] can have gone on from there. */
static uint64_t head_of(const struct look *l, uint32_t i)
{
    uint32_t n, end = find_end(l, i, l->chain, &n);
    uint64_t time = later(later(came(l, end), l->r->begin), free_since(l, end));
    while (--n > 0) {
        time = later(time + 1, free_since(l, l->chain[n - 1]));
    }
    return time < l->r->end ? time : l->r->end - 1;
}

/* --- what it waits for -------------------------------------------------------------------- */

void trace_in_flight_ends(const struct trace_in_flight *t, char text[TRACE_ENDS_TEXT])
{
    char from[12] = "?", to[12] = "?";
    if (t->source >= 0) {
        snprintf(from, sizeof from, "%d", t->source);
    }
    if (t->to >= 0) {
        snprintf(to, sizeof to, "%d", t->to);
    }
    snprintf(text, TRACE_ENDS_TEXT, "%s to %s", from, to);
}

static void put_ends(const struct look *l, uint32_t i, char text[TRACE_ENDS_TEXT])
{
    struct trace_in_flight t;
    find_ends(l, i, &t);
    trace_in_flight_ends(&t, text);
}

/* Row[i] asks for a channel or its context. */
static void say_asks(const struct look *l, uint32_t i, char *text, size_t room)
{
    const struct noc_wait_graph_row *row = &l->waits.row[i];
    bool context = !is(row, STATE_WORM_ASKS_CHANNEL_SHIFT) || (!row->channel && row->context);
    struct noc_channel c = noc_wait_graph_wants(&l->waits, i, context);
    uint32_t on = row->wait + (context ? row->channel : 0);
    int n = context ? snprintf(text, room, "for a context at %u", c.node)
                    : snprintf(text, room, "for %u to %u vc %u", c.node, c.next, c.vc);
    if (context ? row->context : row->channel) {
        char who[TRACE_ENDS_TEXT];
        put_ends(l, l->waits.on[on], who);
        snprintf(text + n, room - (size_t)n, ", which %s has", who);
    }
}

/* What the worm in front of row[i], or what of it is further on, waits for. */
static void say_waits(const struct look *l, uint32_t i, char *text, size_t room)
{
    text[0] = 0;
    for (uint32_t n = 0; n < l->waits.rows; n++) {
        const struct noc_wait_graph_row *row = &l->waits.row[i];
        if (is(row, STATE_WORM_ASKS_CHANNEL_SHIFT) || is(row, STATE_WORM_ASKS_CONTEXT_SHIFT)) {
            say_asks(l, i, text, room);
            return;
        }
        if (!row->channel) {
            return;
        }
        struct noc_channel c = noc_wait_graph_wants(&l->waits, i, false);
        i = l->waits.on[row->wait];
        if (is(&l->waits.row[i], STATE_WORM_TAIL_SHIFT)) { /* its buffer is another one's still */
            char who[TRACE_ENDS_TEXT];
            put_ends(l, i, who);
            snprintf(text, room, "for room behind %u to %u vc %u, where %s is", c.node, c.next,
                     c.vc, who);
            return;
        }
    }
}

/* --- all of them ---------------------------------------------------------------------------- */

static void add(struct look *l, uint32_t i, unsigned port, unsigned vc)
{
    struct recording *r = l->r;
    struct trace_in_flight t = {.node = l->waits.row[i].node, .port = port, .vc = vc};
    find_ends(l, i, &t);
    t.head = head_of(l, i);
    t.stuck = l->waits.row[i].caught;
    say_waits(l, i, t.waits, sizeof t.waits);
    r->there = recording_room(r->there, r->theres, &r->theres_room, sizeof *r->there);
    r->there[r->theres++] = t;
}

static void find_all(struct look *l)
{
    l->chain = alloc_array(l->waits.rows + 1, sizeof *l->chain);
    for (uint32_t i = 0; i < l->waits.rows; i++) {
        const struct noc_wait_graph_row *row = &l->waits.row[i];
        bool channel = is(row, STATE_WORM_HAS_CHANNEL_SHIFT);
        bool context = is(row, STATE_WORM_HAS_CONTEXT_SHIFT);
        if (channel) {
            add(l, i, NOC_GET(row->out, STATE_OUT, PORT), NOC_GET(row->out, STATE_OUT, VC));
        }
        if (context) {
            add(l, i, NOC_STAMP_TO_NI, 0);
        }
        if (is_injection(row) && !channel && !context) {
            add(l, i, TRACE_FROM_NI, 0);
        }
    }
    free(l->chain);
}

enum status trace_there(struct recording *r, struct transport *transport,
                        const struct noc_topology *t, struct error *error)
{
    struct look l = {.r = r};
    struct snapshot s;
    enum status status = snapshot_read(&s, transport, true, error);
    if (status) {
        return status;
    }
    const char *wrong = noc_wait_graph_read(&l.waits, t, snapshot_state_word, &s);
    if (wrong) {
        status = error_set(error, STATUS_BAD, "the state of node %u does not fit this topology: %s",
                           l.waits.wrong, wrong);
    } else {
        find_all(&l);
        noc_wait_graph_free(&l.waits);
    }
    snapshot_free(&s);
    return status;
}

size_t trace_stuck(const struct recording *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->theres; i++) {
        n += r->there[i].stuck;
    }
    return n;
}
