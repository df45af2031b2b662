/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wire formats: what a worm is made of. Explicit shifts, no bit-fields.
 *
 *   header flit(s) | W0 | W1 | W2 | body: 0 to 2^20-1 flits
 *
 * A flit is 32 bits; its sideband (head, tail, virtual channel) is not
 * counted. Every worm has the three NI words.
 *
 * Header flit:  31        18 17         4 3    0
 *              |   field    |    node    | kind |
 *
 * TURN: leave by port `field` and go `node` links that way, this one included
 * ("street signs": Stricker 1991, 6.1). Each router takes one off the count;
 * the one that takes the last keeps the flit, and the next flit is the header:
 *
 *   | TURN +x 3 | TURN -y 1 | LAST node | W0 ...      three links along x, one along y
 *
 * ADDRESS: several destinations, in the order of the way (path-based routing: Robinson
 * 1994, 5.6.1). Each router that is named keeps its flit, and copies to its NI from LAST on:
 *
 *   | ADDRESS u | ADDRESS v | ADDRESS w | LAST w | W0 ...      to u, v and w
 *
 * COUNT: a list for the node that the ADDRESS before it names: the next `field` flits, whatever
 * they are. Its router gives COUNT and list to its own NI and to nobody else (compound header:
 * Robinson 1994, figure 6.2):
 *
 *   | ADDRESS u | COUNT 2 | l | l | ADDRESS v | LAST v | W0 ...      a list of two flits for u
 *
 * CODED: a path to `node`, and in `field` what routers on the way do (coded paths:
 * Al-Dubai et al. 2002, section 2). The router that is named always receives; with
 * MORE it keeps the flit, and the next one, CODED too, is the header:
 *
 *   | CODED corner PASS MORE | CODED end BOTH | W0 ...      to all of one side of a mesh
 */
#ifndef NOC_PACKET_H
#define NOC_PACKET_H

#include <stdint.h>

enum noc_header_kind {
    NOC_HEADER_NONE = 0,    /* never sent: an all-zero flit is broken */
    NOC_HEADER_ADDRESS = 1, /* one of several destinations, more follow */
    NOC_HEADER_LAST = 2,    /* the only, or the last, destination */
    NOC_HEADER_COUNT = 3,   /* field: so many flits of a list follow; node: 0 */
    NOC_HEADER_TURN = 4,    /* field: port to leave by; node: how many links (source routing) */
    NOC_HEADER_CODED = 5    /* coded path to node; field: enum noc_coded */
};

/* The field of a CODED flit: one of three, and MORE. All else is broken. */
enum noc_coded {
    NOC_CODED_RECEIVE = 1,  /* 01: the next router receives, and the worm ends there */
    NOC_CODED_PASS = 2,     /* 10: routers on the way pass it on */
    NOC_CODED_BOTH = 3,     /* 11: they receive it and pass it on */
    NOC_CODED_MORE = 1 << 2 /* another CODED flit follows */
};

enum {
    NOC_HEADER_KIND_SHIFT = 0,
    NOC_HEADER_KIND_BITS = 4,
    NOC_HEADER_NODE_SHIFT = 4,
    NOC_HEADER_NODE_BITS = 14,
    NOC_HEADER_FIELD_SHIFT = 18,
    NOC_HEADER_FIELD_BITS = 14,
    NOC_HEADER_FIELD_MAX = (1 << 14) - 1,
    NOC_NI_WORDS = 3,                /* W0, W1, W2 */
    NOC_TURNS_MAX = 15,              /* TURN flits before the LAST one */
    NOC_HEADERS_MAX = (1 << 16) - 1, /* header flits of a worm */
    NOC_LENGTH_MAX = (1 << 20) - 1,  /* body flits */
    NOC_BYTES_MAX = (1 << 22) - 1    /* a window's bytes */
};

/* A header flit. kind: enum noc_header_kind; node and field: 14 bits each. */
static inline uint32_t noc_header(unsigned kind, uint32_t node, uint32_t field)
{
    return (kind & 0xf) | ((node & 0x3fff) << NOC_HEADER_NODE_SHIFT) |
           ((field & 0x3fff) << NOC_HEADER_FIELD_SHIFT);
}

static inline unsigned noc_header_kind(uint32_t flit)
{
    return flit & 0xf;
}

static inline uint32_t noc_header_node(uint32_t flit)
{
    return (flit >> NOC_HEADER_NODE_SHIFT) & 0x3fff;
}

static inline uint32_t noc_header_field(uint32_t flit)
{
    return flit >> NOC_HEADER_FIELD_SHIFT;
}

/* W0's TYPE: how the receiving NI treats the worm. 0 is never sent. */
enum noc_worm_type {
    NOC_WORM_MESSAGE = 1, /* lands in a slot of queue CHANNEL, or is discarded */
    NOC_WORM_RESEND = 2,  /* same, answering a pull: lands in a slot of NOC_QUEUE_PULLED */
    NOC_WORM_BODY = 3,    /* lands in window CHANNEL, or is refused */
    NOC_WORM_SIGNAL = 4   /* no body; W2 holds the signal's number */
};

/*
 * Receive queues. An accepted MESSAGE or RESEND is answered by the NI itself
 * with the signal NOC_SIGNAL_ACK of the queue named in the worm, so that the
 * sender may give up its copy.
 */
enum {
    NOC_QUEUES = 8,
    NOC_QUEUE_EAGER = 0,
    NOC_QUEUE_PULLED = 1,
    NOC_QUEUE_GROUP = 2,  /* 2 to 7: one for each group */
    NOC_QUEUE_SLOTS = 16, /* most free slots, and most entries, in a queue */
    NOC_WINDOWS = 8,
    NOC_TX_ENTRIES = 16
};

/*
 * Signal numbers: kind * NOC_QUEUES + queue. Service kinds (ACK, PULL) show
 * in SIGNAL_HEAD; the barrier kinds only through SIGNAL_SELECT.
 */
enum noc_signal_kind {
    NOC_SIGNAL_ACK = 0,  /* your message was accepted */
    NOC_SIGNAL_PULL = 1, /* your message was discarded: send it again */
    NOC_SIGNAL_EVEN = 2, /* barrier rounds, alternating */
    NOC_SIGNAL_ODD = 3,
    NOC_SIGNAL_KINDS = 4
};

static inline uint32_t noc_signal(unsigned kind, unsigned queue)
{
    return kind * NOC_QUEUES + queue;
}

/*
 * The answers of an NI to a BODY, whichever window it was for. Queue 1 has no ACK and no PULL of
 * its own, since resends are acknowledged and pulled under the queue that they are for: these
 * numbers, no kinds, are its.
 */
enum noc_signal_number {
    NOC_SIGNAL_LANDED = NOC_SIGNAL_ACK * NOC_QUEUES + NOC_QUEUE_PULLED,
    NOC_SIGNAL_REFUSED = NOC_SIGNAL_PULL * NOC_QUEUES + NOC_QUEUE_PULLED
};

/* TX_STATUS. Each but the first and the last means: nothing was sent, nothing changed. */
enum noc_tx_status {
    NOC_TX_OK = 0,
    NOC_TX_BAD_HEADER = 1,  /* a kind this router's routing does not know */
    NOC_TX_BAD_NODE = 2,    /* no such node, or the sender itself */
    NOC_TX_BAD_TYPE = 3,    /* W0's TYPE, or its CHANNEL */
    NOC_TX_BAD_ADDRESS = 4, /* unaligned, or body not wholly in RAM or image */
    NOC_TX_BUSY_ENTRY = 5,  /* the entry has not finished its last worm */
    NOC_TX_BAD_LIST = 6,    /* header flits that are no list: their order, a node twice, no
                               duplicate of the last, a COUNT that overruns them, none, too many */
    NOC_TX_CHECKING = 7     /* no verdict yet: the NI still reads the header flits */
};

/* BAD_WHERE's REASON: why a worm was sunk as broken. */
enum noc_bad_reason {
    NOC_BAD_NONE = 0,
    NOC_BAD_HEADER = 1, /* unknown kind, or no such node */
    NOC_BAD_TYPE = 2,   /* unknown TYPE or CHANNEL */
    NOC_BAD_LENGTH = 3  /* longer or shorter than W0 says, or longer than its slot */
};

#endif
