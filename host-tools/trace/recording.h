/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What noct trace collects of a board: events of cores (include/noc/trace.h), worms as routers saw
 * them leave (stamp.h), and the links' counters from time to time. All times are cycles, 64 bits.
 */
#ifndef NOCT_TRACE_RECORDING_H
#define NOCT_TRACE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regs.h"
#include "target/stamp_ring.h"

struct trace_event {
    uint64_t time;
    uint32_t value, stamp; /* as in the record */
    uint16_t peer;         /* or NOC_TRACE_NOBODY */
    uint8_t kind, detail;
};

/* Records that were lost between two that were not; from: 0, if there was none before. */
struct trace_gap {
    uint64_t from, to; /* their times */
    uint64_t lost;
    size_t event; /* the first one behind it */
};

/* A flow's part at an event: it begins ('s'), goes on ('t') or ends ('f') there. */
struct trace_mark {
    size_t event;
    uint32_t flow;
    char role;
};

struct trace_core {
    struct trace_event *event;
    struct trace_gap *gap;
    struct trace_mark *mark; /* ascending by event (trace_match) */
    size_t events, gaps, marks;
    size_t events_room, gaps_room, marks_room;
    uint32_t read; /* records of the ring that were looked at */
    uint64_t lost;
};

/* A worm that held a channel when the recording ended, or had not left its NI (trace_in_flight.h). */
struct trace_in_flight {
    uint32_t node;
    unsigned port, vc;       /* as stamp_taken; TRACE_FROM_NI: it has not left */
    uint64_t head;           /* not before this cycle */
    int32_t source, to, tag; /* -1: not known */
    bool stuck;              /* it can never go on: a deadlock */
    char waits[96];          /* "for 3 to 4 vc 0, which 1 to 6 has"; "": it does not wait */
};

enum { TRACE_FROM_NI = 30 }; /* as a port: no router's */

struct trace_router {
    struct stamp_taken *worm;
    size_t worms, room;
    struct stamp_ring ring;
    uint64_t lost;
};

/* The links' flits ever sent, at one time; row r of node i at [i * CNT_ROWS_MAX + r]. */
struct trace_sample {
    uint64_t cycle;
    uint32_t *flits;
};

/* A message that was sent and has arrived. */
struct trace_flow {
    uint64_t sent, arrived; /* given to the NI there, and visible in the NI here; or noticed */
    uint64_t taken;         /* by the receiver's software */
    uint32_t to;            /* its core */
};

struct recording {
    uint32_t nodes;
    struct trace_core *core;     /* nodes */
    struct trace_router *router; /* nodes */
    struct trace_sample *sample;
    size_t samples, samples_room;
    struct trace_flow *flow; /* flow f of marks is [f - 1] */
    size_t flows, flows_room;
    struct trace_in_flight *there; /* ascending by node */
    size_t theres, theres_room;
    unsigned char *first, *last; /* all counter blocks, when it was begun and ended */
    uint64_t unmatched;          /* arrivals of which it cannot be said what sent them, but those of
                             * what was sent before it was begun */
    uint64_t begin, end;         /* cycles in which it was begun and ended */
    bool rings;                  /* the firmware has event rings */
};

void recording_init(struct recording *r, uint32_t nodes);
void recording_free(struct recording *r);

/* Of all nodes: what has been read, and what was overwritten before. */
struct recording_sums {
    uint64_t events, worms, lost_events, lost_worms;
};
struct recording_sums recording_sum(const struct recording *r);

/* By how much a counter went up. One that went down was cleared by the program, or by a reset. */
uint32_t recording_since(uint32_t before, uint32_t now);

/* By how much this counter (CNT_...) of all nodes went up; a link's: those of all rows. */
uint64_t recording_counted(const struct recording *r, unsigned offset);

/* Make room for one more: array of `*room` elements, n used. Returns the array. */
void *recording_room(void *array, size_t n, size_t *room, size_t size);

/*
 * Find out which worm is which (trace.h): fills flow and the cores' marks. What lost records make
 * uncertain is left out, and counted.
 */
void trace_match(struct recording *r);

/* The time of the stamp of an event (RX_TIME): not after it. */
uint64_t trace_stamp_time(const struct trace_event *event);

#endif
