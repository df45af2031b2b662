/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the message layer notes in the core's event ring (trace.h). Without NOC_TRACE each of
 * these is nothing: not one instruction more.
 *
 * Calls of the public functions are noted by wrappers (trace_calls.c) around the whole call.
 */
#ifndef FIRMWARE_TRACING_H
#define FIRMWARE_TRACING_H

#include "noc_trace.h"

#ifdef NOC_TRACE

#include "ni.h"
#include "packet.h"

enum { TRACE_W0_DETAIL = NOC_TRACE_DETAIL_SHIFT - NI_TX_W0_TYPE_SHIFT };

/* A message with these NI words, by what its peer is. */
static inline void trace_message(uint32_t kind, uint32_t peer, uint32_t w0, uint32_t w1,
                                 uint32_t stamp)
{
    const uint32_t type_channel = noc_mask(NI_TX_W0_TYPE_BITS + NI_TX_W0_CHANNEL_BITS)
                               << NI_TX_W0_TYPE_SHIFT;

    noc_trace_put(NOC_TRACE_WHAT(kind, peer, 0) | (w0 & type_channel) << TRACE_W0_DETAIL,
                  NOC_TRACE_MESSAGE(w1 >> NI_TX_W1_TAG_SHIFT, NOC_GET(w0, NI_TX_W0, LENGTH)),
                  stamp);
}

/* What a worm to several destinations names; coded paths name their ends only. */
static inline void trace_worm_headers(const uint32_t *header, uint32_t n, uint32_t w0, uint32_t w1,
                                      uint32_t w2)
{
    uint32_t kind = NOC_TRACE_WORM, i;

    if (noc_header_kind(header[0]) == NOC_HEADER_CODED) {
        kind = NOC_TRACE_PATH;
    }

    for (i = 0; i < n; i++) {
        if (noc_header_kind(header[i]) == NOC_HEADER_COUNT) {
            i += noc_header_field(header[i]);
            continue;
        }
        if (i && noc_header_kind(header[i]) == NOC_HEADER_LAST) {
            return; /* names the one before again */
        }
        if (kind != NOC_TRACE_WORM_TO) {
            trace_message(kind, noc_header_node(header[i]), w0, w1, w2);
        } else {
            noc_trace_put(NOC_TRACE_WHAT(kind, noc_header_node(header[i]), 0), 0, 0);
        }
        kind = NOC_TRACE_WORM_TO;
    }
}

#define TRACE_WORM(to, w0, w1, w2)                trace_message(NOC_TRACE_WORM, to, w0, w1, w2)
#define TRACE_WORM_HEADERS(header, n, w0, w1, w2) trace_worm_headers(header, n, w0, w1, w2)
#define TRACE_ARRIVED(kind, w0, w1, stamp) \
    trace_message(NOC_TRACE_##kind, (w1)&noc_mask(NI_TX_W1_SOURCE_BITS), w0, w1, stamp)
/* The front of queue q, which is about to be popped. */
#define TRACE_FRONT(q)                                                                     \
    TRACE_ARRIVED(ARRIVED, ni_read(ni_queue(NI_RX_W0, q)), ni_read(ni_queue(NI_RX_W1, q)), \
                  ni_read(ni_queue(NI_RX_TIME_LO, q)))
#define TRACE_SIGNAL(kind, node, number) \
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_##kind, node, 0), number, 0)
#define TRACE_SLEEP(wait) \
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_SLEEP, (wait)->peer, 0), (wait)->note, 0)
#define TRACE_AWAKE() \
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_RETURN, NOC_TRACE_NOBODY, NOC_TRACE_SLEEP), 0, 0)

#else

#define TRACE_WORM(to, w0, w1, w2)                ((void)0)
#define TRACE_WORM_HEADERS(header, n, w0, w1, w2) ((void)0)
#define TRACE_ARRIVED(kind, w0, w1, stamp)        ((void)0)
#define TRACE_FRONT(q)                            ((void)0)
#define TRACE_SIGNAL(kind, node, number)          ((void)0)
#define TRACE_SLEEP(wait)                         ((void)0)
#define TRACE_AWAKE()                             ((void)0)

#endif
#endif
