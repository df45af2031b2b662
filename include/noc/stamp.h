/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routers' time stamps: one record for each worm that has wholly left a router
 * by a channel, or for the NI, while CTL_STAMP says so. Each router keeps its
 * last NOC_STAMPS ones, record i of all at i % NOC_STAMPS of its block at
 * NOC_STAMP_BASE + node * NOC_STAMP_BLOCK; STATE_STAMPS counts them. A worm that
 * is both consumed and passed on makes two. docs/board.md, section 5.3.
 */
#ifndef NOC_STAMP_H
#define NOC_STAMP_H

#include <stdint.h>

enum {
    NOC_STAMPS = 256,
    NOC_STAMP_TO_NI = 31,        /* port: consumed here */
    NOC_STAMP_SPAN_MAX = 0xfffff /* longer ones show this */
};

struct noc_stamp {
    uint32_t head; /* cycle in which its first flit left, low half */
    uint32_t
        where; /* SPAN 19:0: cycles from head to tail leaving; PORT 24:20; VC 29:25; bit 31: 1 */
    uint32_t
        header; /* its last header flit, as it left: of a worm with several destinations the last one's */
    uint32_t w1; /* source and tag, as W1 has them (packet.h) */
};

#define NOC_STAMP_WHERE_SPAN_SHIFT  0
#define NOC_STAMP_WHERE_SPAN_BITS   20
#define NOC_STAMP_WHERE_PORT_SHIFT  20
#define NOC_STAMP_WHERE_PORT_BITS   5
#define NOC_STAMP_WHERE_VC_SHIFT    25
#define NOC_STAMP_WHERE_VC_BITS     5
#define NOC_STAMP_WHERE_VALID_SHIFT 31
#define NOC_STAMP_WHERE_VALID_BITS  1

_Static_assert(sizeof(struct noc_stamp) == 16, "wire format");

#endif
