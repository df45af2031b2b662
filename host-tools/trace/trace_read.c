/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times are 32 bits on the board, so each look makes them whole by the board's clock: an event was
 * at most 2^31 cycles before it, or after it, since a hart may have computed ahead of the network.
 */
#include "trace_read.h"

#include <stdlib.h>
#include <string.h>

#include "target/counter_blocks.h"
#include "memmap.h"
#include "base/alloc.h"
#include "stamp.h"
#include "trace.h"

enum { RECORDS_MAX = 1 << 16, HEADER_WORDS = sizeof(struct noc_trace_ring) / 4 };

static void note_filled(struct trace_reader *t, uint64_t new, uint32_t records)
{
    unsigned percent = new < records ? (unsigned)(new * 100 / records) : 100;
    t->filled = percent > t->filled ? percent : t->filled;
}

/* --- events ---------------------------------------------------------------------- */

static void take_event(struct trace_reader *t, struct trace_core *c, const unsigned char *record)
{
    uint32_t what = block_word(record, offsetof(struct noc_trace_record, what));
    c->event = recording_room(c->event, c->events, &c->events_room, sizeof *c->event);
    c->event[c->events++] = (struct trace_event){
        .time =
            stamp_whole_time(t->cycle, block_word(record, offsetof(struct noc_trace_record, time))),
        .value = block_word(record, offsetof(struct noc_trace_record, value)),
        .stamp = block_word(record, offsetof(struct noc_trace_record, stamp)),
        .kind = (uint8_t)noc_field_get(what, 0, NOC_TRACE_KIND_BITS),
        .peer = (uint16_t)noc_field_get(what, NOC_TRACE_PEER_SHIFT, NOC_TRACE_PEER_BITS),
        .detail = (uint8_t)noc_field_get(what, NOC_TRACE_DETAIL_SHIFT, NOC_TRACE_DETAIL_BITS),
    };
}

/* Records first..first + n - 1 of all; they are there. */
static enum status take_events(struct trace_reader *t, uint32_t node, uint32_t first, uint32_t n,
                               uint32_t records, struct error *error)
{
    const uint32_t size = sizeof(struct noc_trace_record);
    enum status status = STATUS_DONE;
    for (uint32_t done = 0, some; done < n && !status; done += some) {
        uint32_t at = (first + done) % records;
        some = n - done < records - at ? n - done : records - at;
        status = transport_read_node(t->transport, node,
                                     t->ring + (uint32_t)sizeof(struct noc_trace_ring) + at * size,
                                     t->block, (size_t)some * size, error);
        for (uint32_t i = 0; i < some && !status; i++) {
            take_event(t, &t->r->core[node], t->block + (size_t)i * size);
        }
    }
    return status;
}

/* Records were overwritten before this look, which has brought those from `event` on. */
static void note_gap(struct trace_core *c, size_t event, uint64_t lost)
{
    uint64_t from = event ? c->event[event - 1].time : 0;
    c->lost += lost;
    c->gap = recording_room(c->gap, c->gaps, &c->gaps_room, sizeof *c->gap);
    c->gap[c->gaps++] = (struct trace_gap){from, c->event[event].time, lost, event};
}

/* A ring's header; false: none is there (yet). */
static bool is_ring(const unsigned char *header, uint32_t *records, uint32_t *written)
{
    *records = block_word(header, offsetof(struct noc_trace_ring, records));
    *written = block_word(header, offsetof(struct noc_trace_ring, written));
    return block_word(header, offsetof(struct noc_trace_ring, magic)) == NOC_TRACE_MAGIC &&
           block_word(header, offsetof(struct noc_trace_ring, version)) == NOC_TRACE_VERSION &&
         *records > 0 && *records <= RECORDS_MAX && (*records & (*records - 1)) == 0;
}

static enum status look_core(struct trace_reader *t, uint32_t node, bool skip, struct error *error)
{
    unsigned char header[HEADER_WORDS * 4];
    struct trace_core *c = &t->r->core[node];
    uint32_t records, written;
    enum status status =
        transport_read_node(t->transport, node, t->ring, header, sizeof header, error);
    if (status || !is_ring(header, &records, &written)) {
        return status;
    }
    t->r->rings = true;
    if (skip) { /* before our time */
        c->read = written;
        return STATUS_DONE;
    }
    if ((int32_t)(written - c->read) < 0) { /* the board was reset */
        c->read = 0;
    }
    uint32_t new = written - c->read, whole = records - 1; /* the oldest may be half overwritten */
    uint32_t lost = new > whole ? new - whole : 0;
    size_t before = c->events;
    note_filled(t, new, records);
    status = take_events(t, node, written - (new - lost), new - lost, records, error);
    if (!status && lost) {
        note_gap(c, before, lost);
    }
    c->read = written;
    return status;
}

/* --- stamps ---------------------------------------------------------------------- */

static void take_stamp(void *opaque, const struct stamp_taken *stamp)
{
    struct trace_router *router = opaque;
    router->worm = recording_room(router->worm, router->worms, &router->room, sizeof *router->worm);
    router->worm[router->worms++] = *stamp;
}

static enum status look_router(struct trace_reader *t, uint32_t node, bool skip,
                               struct error *error)
{
    struct trace_router *router = &t->r->router[node];
    enum status status = stamp_ring_look(&router->ring, t->transport, node, t->cycle,
                                         skip ? NULL : take_stamp, router, error);
    if (!status && !skip) {
        note_filled(t, router->ring.fresh, NOC_STAMPS);
        router->lost += router->ring.lost;
    }
    return status;
}

/* --- counters -------------------------------------------------------------------- */

static enum status take_sample(struct trace_reader *t, struct error *error)
{
    struct recording *r = t->r;
    unsigned char *blocks = alloc_array(r->nodes, NOC_DEBUG_BLOCK);
    enum status status = transport_read(t->transport, NOC_DEBUG_BASE, blocks,
                                        (size_t)r->nodes * NOC_DEBUG_BLOCK, error);
    if (!status) {
        r->sample = recording_room(r->sample, r->samples, &r->samples_room, sizeof *r->sample);
        struct trace_sample *s = &r->sample[r->samples++];
        s->cycle = t->cycle;
        s->flits = alloc_array((size_t)r->nodes * CNT_ROWS_MAX, sizeof *s->flits);
        for (size_t i = 0; i < (size_t)r->nodes * CNT_ROWS_MAX; i++) {
            s->flits[i] = block_word(blocks + i / CNT_ROWS_MAX * NOC_DEBUG_BLOCK,
                                     CNT_LINKS + (unsigned)(i % CNT_ROWS_MAX) * CNT_ROW_STRIDE);
        }
    }
    free(r->last);
    r->last = blocks;
    return status;
}

/* --- looking --------------------------------------------------------------------- */

static enum status look(struct trace_reader *t, bool skip, struct error *error)
{
    enum status status = transport_cycle(t->transport, &t->cycle, error);
    t->filled = 0;
    for (uint32_t i = 0; i < t->r->nodes && !status; i++) {
        status = look_router(t, i, skip, error);
        if (!status && t->ring) {
            status = look_core(t, i, skip, error);
        }
    }
    t->r->end = t->cycle;
    return status ? status : take_sample(t, error);
}

enum status trace_reader_look(struct trace_reader *t, struct error *error)
{
    return look(t, false, error);
}

enum status trace_reader_begin(struct trace_reader *t, struct transport *transport,
                               struct recording *r, uint32_t ring, bool new, struct error *error)
{
    *t = (struct trace_reader){.transport = transport, .r = r, .ring = ring};
    t->block = alloc_array(RECORDS_MAX, sizeof(struct noc_trace_record));
    enum status status =
        transport_word(transport, NOC_CONTROL_BASE + CTL_STAMP, &t->stamp_was, error);
    if (!status) {
        status = transport_write(transport, NOC_CONTROL_BASE + CTL_STAMP, 1, error);
    }
    if (!status) {
        status = look(t, !new, error);
    }
    r->begin = t->cycle;
    r->first = r->last;
    r->last = NULL;
    return status;
}

enum status trace_reader_end(struct trace_reader *t, struct error *error)
{
    free(t->block);
    t->block = NULL;
    return transport_write(t->transport, NOC_CONTROL_BASE + CTL_STAMP, t->stamp_was, error);
}
