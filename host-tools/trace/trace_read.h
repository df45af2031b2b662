/* SPDX-License-Identifier: BSD-2-Clause */
/* A board's event rings, stamps and counters, read again and again while it runs. */
#ifndef NOCT_TRACE_TRACE_READ_H
#define NOCT_TRACE_TRACE_READ_H

#include "target/transport.h"
#include "recording.h"

struct trace_reader {
    struct transport *transport;
    struct recording *r;
    uint32_t ring;      /* noc_trace_ring's address; 0: the firmware has none */
    uint32_t stamp_was; /* CTL_STAMP before us */
    uint64_t cycle;     /* of the last look */
    unsigned filled;    /* the fullest ring then, in per cent of what it can hold */
    unsigned char *block;
};

/*
 * Begin: routers make stamps from now on. new: the board has not run yet, so all that is written
 * is ours; else what was there before is left out. The clock stands, and goes on standing.
 */
enum status trace_reader_begin(struct trace_reader *t, struct transport *transport,
                               struct recording *r, uint32_t ring, bool new, struct error *error);

/* What is new. The clock stands (transport_stop). */
enum status trace_reader_look(struct trace_reader *t, struct error *error);

/* Routers make stamps only if they did before. */
enum status trace_reader_end(struct trace_reader *t, struct error *error);

#endif
