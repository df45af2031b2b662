/* SPDX-License-Identifier: BSD-2-Clause */
/* The network's tracks: worms on channels, and the links' counters. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "packet.h"
#include "perfetto_priv.h"
#include "stamp.h"
#include "trace_in_flight.h"
#include "verify/verify.h"

/* --- network -------------------------------------------------------------------------- */

/* "3 to 7 (+x)", or where the topology is not known "3 port 2". */
static void link_title(const struct out *o, uint32_t node, unsigned port, char *title, size_t size)
{
    struct noc_link link;
    if (port == NOC_STAMP_TO_NI) {
        snprintf(title, size, "%u to its NI", node);
    } else if (port == TRACE_FROM_NI) {
        snprintf(title, size, "%u from its NI", node);
    } else if (o->e && noc_topology_link(&o->e->topology, node, (uint8_t)port, &link)) {
        snprintf(title, size, "%u to %u", node, link.node);
    } else {
        snprintf(title, size, "%u port %u", node, port);
    }
}

/* A slice of a router's tracks: a worm that has left, or one that is still there. */
struct slice {
    unsigned port, vc;
    uint64_t head, cycles;
    const struct stamp_taken *left;
    const struct trace_in_flight *there;
};

static int compare_slices(const void *a, const void *b)
{
    const struct slice *p = a, *q = b;
    if (p->port != q->port) {
        return p->port < q->port ? -1 : 1;
    }
    if (p->vc != q->vc) {
        return p->vc < q->vc ? -1 : 1;
    }
    return p->head < q->head ? -1 : p->head > q->head;
}

static void put_left(struct out *o, const struct stamp_taken *w)
{
    uint32_t from = NOC_GET(w->w1, NI_TX_W1, SOURCE), to = noc_header_node(w->header);
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%u to %u", from, to);
    put_name(o, name);
    fprintf(o->file, ",\"args\":{\"source\":%u,\"destination\":%u,\"tag\":%u}", from, to,
            NOC_GET(w->w1, NI_TX_W1, TAG));
}

static void put_known(struct out *o, const char *key, int32_t value, const char *end)
{
    if (value < 0) {
        fprintf(o->file, "\"%s\":null%s", key, end);
    } else {
        fprintf(o->file, "\"%s\":%d%s", key, value, end);
    }
}

static void put_there(struct out *o, const struct trace_in_flight *t)
{
    char name[NAME_MAX_BYTES], ends[TRACE_ENDS_TEXT];
    trace_in_flight_ends(t, ends);
    snprintf(name, sizeof name, "%s, %s", ends, t->stuck ? "stuck" : "still there");
    put_name(o, name);
    fputs(",\"args\":{", o->file);
    put_known(o, "source", t->source, ",");
    put_known(o, "destination", t->to, ",");
    put_known(o, "tag", t->tag, ",");
    fprintf(o->file, "\"stuck\":%s,\"waits\":\"%s\"}", t->stuck ? "true" : "false", t->waits);
}

static void put_slice(struct out *o, const struct slice *s, uint64_t tid)
{
    begin_event(o, "X", NETWORK, tid, s->head);
    put_duration(o, s->cycles);
    if (s->left) {
        put_left(o, s->left);
    } else {
        put_there(o, s->there);
    }
    end_event(o);
}

/*
 * n worms of one channel, in time. Where there are lanes, or several go to the NI at once, they
 * overlap: then each goes to the first track of the channel that is free. tids from *tid on.
 */
static void put_channel(struct out *o, uint32_t node, const struct slice *slice, size_t n,
                        uint64_t *tid)
{
    enum { TRACKS_MAX = 64 };
    uint64_t free_at[TRACKS_MAX] = {0};
    unsigned tracks = 0;
    bool ni = slice->port == NOC_STAMP_TO_NI || slice->port == TRACE_FROM_NI;
    char link[48], title[80];
    link_title(o, node, slice->port, link, sizeof link);
    for (size_t i = 0; i < n; i++) {
        unsigned k = 0;
        while (k < tracks && k < TRACKS_MAX - 1 && free_at[k] > slice[i].head) {
            k++;
        }
        if (k == tracks) {
            tracks++;
            snprintf(title, sizeof title, ni ? "%s" : "%s vc %u", link, slice->vc);
            if (k) {
                snprintf(title + strlen(title), sizeof title - strlen(title), " (%u)", k + 1);
            }
            put_title(o, NETWORK, *tid + k, title, *tid + k);
        }
        free_at[k] = slice[i].head + slice[i].cycles;
        put_slice(o, &slice[i], *tid + k);
    }
    *tid += tracks;
}

/* Where in `there`, which ascends by node, this node's begin, or would. */
static size_t first_there(const struct recording *r, uint32_t node)
{
    size_t low = 0, high = r->theres;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->there[middle].node < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* All worms of a router, by channel and time. Returns how many. */
static size_t collect(const struct out *o, uint32_t node, struct slice **list)
{
    const struct trace_router *router = &o->r->router[node];
    const struct recording *r = o->r;
    size_t first = first_there(r, node), n = 0, end = first;
    while (end < r->theres && r->there[end].node == node) {
        end++;
    }
    struct slice *slice = alloc_array(router->worms + (end - first) + 1, sizeof *slice);
    for (size_t i = 0; i < router->worms; i++) {
        const struct stamp_taken *w = &router->worm[i];
        slice[n++] = (struct slice){w->port, w->vc, w->head, w->cycles, w, NULL};
    }
    for (size_t i = first; i < end; i++) {
        const struct trace_in_flight *t = &r->there[i];
        slice[n++] = (struct slice){t->port, t->vc, t->head, r->end - t->head, NULL, t};
    }
    qsort(slice, n, sizeof *slice, compare_slices);
    *list = slice;
    return n;
}

void put_router(struct out *o, uint32_t node, uint64_t *tid)
{
    struct slice *slice;
    size_t n = collect(o, node, &slice);
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1;
             next < n && slice[next].port == slice[i].port && slice[next].vc == slice[i].vc;) {
            next++;
        }
        put_channel(o, node, slice + i, next - i, tid);
    }
    free(slice);
}

/* --- links' counters ----------------------------------------------------------------- */

/* What row r of a node's counters is about; false: of nothing. */
static bool row_counter(const struct out *o, uint32_t node, unsigned row, struct counter *counter)
{
    struct noc_channel channel;
    char link[48];
    if (!o->e) {
        snprintf(counter->name, sizeof counter->name, "flits/cycle %u", node);
        snprintf(counter->series, sizeof counter->series, "row %u", row);
        return true;
    }
    if (!noc_channel_row(&o->e->topology, o->e->routing, node, row, &channel)) {
        return false;
    }
    link_title(o, node, channel.port, link, sizeof link);
    snprintf(counter->name, sizeof counter->name, "flits/cycle %s", link);
    snprintf(counter->series, sizeof counter->series, "vc %u", channel.vc);
    return true;
}

/* Flits of rows first..first + n - 1 together, from sample to sample, in each cycle. */
static void put_flits(struct out *o, const struct counter *counter, size_t first, size_t n)
{
    const struct recording *r = o->r;
    double last = 0;
    for (size_t k = 1; k < r->samples; k++) {
        const struct trace_sample *from = &r->sample[k - 1], *to = &r->sample[k];
        uint64_t flits = 0;
        for (size_t i = first; i < first + n; i++) {
            flits += recording_since(from->flits[i], to->flits[i]);
        }
        double value =
            to->cycle > from->cycle ? (double)flits / (double)(to->cycle - from->cycle) : 0;
        if (value != last) {
            put_counter(o, NETWORK, counter, from->cycle, value);
            last = value;
        }
    }
    if (last != 0) {
        put_counter(o, NETWORK, counter, r->sample[r->samples - 1].cycle, 0);
    }
}

void put_links(struct out *o)
{
    struct counter counter = {"flits/cycle", "all links"};
    put_flits(o, &counter, 0, (size_t)o->r->nodes * CNT_ROWS_MAX);
    for (uint32_t i = 0; i < o->r->nodes; i++) {
        for (unsigned row = 0; row < CNT_ROWS_MAX && row_counter(o, i, row, &counter); row++) {
            put_flits(o, &counter, (size_t)i * CNT_ROWS_MAX + row, 1);
        }
    }
}
