/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event ring of a core, in its RAM at the symbol noc_trace_ring of a firmware
 * that was built with NOC_TRACE. Written by the core, read by a debugger at any
 * time: record i of all is at i % records, and `written` counts it only when it
 * is whole. The core may be in the middle of the next one, in the place of the oldest: so what is
 * `records` behind, or more, is lost, and counted so.
 *
 * Which worm is which. From one node to another at most one message of a queue is under way: the
 * next is started when the one before was acknowledged; the next body for a window when that was
 * opened again; the next signal of a number when the one before was taken. So of a pair of
 * nodes and a channel the records in time alternate, WORM in the one ring, ARRIVED in the other,
 * and each ARRIVED belongs to the last WORM before its stamp (LANDED, SIGNALLED: before its time).
 * A RESEND belongs to the message that it is the copy of. Where a ring has lost records from
 * between the two, nothing can be said, and nothing is.
 */
#ifndef NOC_TRACE_H
#define NOC_TRACE_H

#include <stdint.h>

#define NOC_TRACE_MAGIC   0x54434f4e /* "NOCT" in memory */
#define NOC_TRACE_VERSION 1

/* trace_kinds.def says what of each kind is meant. */
struct noc_trace_record {
    uint32_t time; /* low half of the cycle, as the core saw it */
    uint32_t what; /* enum noc_trace_kind 7:0, peer 23:8 (NOC_TRACE_NOBODY: none), detail 31:24 */
    uint32_t value;
    uint32_t stamp; /* low half of the NI's own time stamp, or another value */
};

struct noc_trace_ring {
    uint32_t magic; /* written last, when the ring is there */
    uint32_t version;
    uint32_t records; /* a power of 2 */
    volatile uint32_t written;
    struct noc_trace_record record[];
};

enum noc_trace_kind {
#define NOC_TRACE_KIND(name, number, phase, title, peer, value, stamp) NOC_TRACE_##name = (number),
#include "trace_kinds.def"
#undef NOC_TRACE_KIND
    NOC_TRACE_NONE = 0
};

#define NOC_TRACE_NOBODY       0xffff
#define NOC_TRACE_KIND_BITS    8
#define NOC_TRACE_PEER_SHIFT   8
#define NOC_TRACE_PEER_BITS    16
#define NOC_TRACE_DETAIL_SHIFT 24
#define NOC_TRACE_DETAIL_BITS  8

#define NOC_TRACE_WHAT(kind, peer, detail)                                            \
    ((uint32_t)(kind) | ((uint32_t)(peer)&NOC_TRACE_NOBODY) << NOC_TRACE_PEER_SHIFT | \
     (uint32_t)(detail) << NOC_TRACE_DETAIL_SHIFT)

/* A message in one word: its length in flits 19:0, the low bits of its tag 31:20. */
#define NOC_TRACE_MESSAGE(tag, flits) ((uint32_t)(tag) << NOC_TRACE_TAG_SHIFT | (flits))
#define NOC_TRACE_FLITS_BITS          20
#define NOC_TRACE_TAG_SHIFT           20
#define NOC_TRACE_TAG_BITS            12

_Static_assert(sizeof(struct noc_trace_record) == 16, "wire format");

#endif
