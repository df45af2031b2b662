/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event ring of a core, in its RAM at the symbol noc_trace_ring of a firmware
 * that was built with NOC_TRACE. Written by the core, read by a debugger at any
 * time: record i of all is at i % records, and `written` counts it only when it
 * is whole. What is more than `records` behind is lost, and counted so.
 */
#ifndef NOC_TRACE_H
#define NOC_TRACE_H

#include <stdint.h>

#define NOC_TRACE_MAGIC   0x54434f4e  /* "NOCT" in memory */
#define NOC_TRACE_VERSION 1

struct noc_trace_record {
    uint32_t time;   /* low half of the cycle, as the core saw it */
    uint32_t what;   /* enum noc_trace_kind 7:0, peer 23:8 (NOC_TRACE_NOBODY: none), detail 31:24 */
    uint32_t value;  /* the kind says of what */
    uint32_t stamp;  /* the kind says: low half of the NI's own time stamp, or 0 */
};

struct noc_trace_ring {
    uint32_t magic;    /* written last, when the ring is there */
    uint32_t version;
    uint32_t records;  /* a power of 2 */
    volatile uint32_t written;
    struct noc_trace_record record[];
};

#define NOC_TRACE_NOBODY 0xffff

_Static_assert(sizeof(struct noc_trace_record) == 16, "wire format");

#endif
