/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the message layer writes into W1 and W2, the words that the hardware
 * leaves to it. Explicit shifts, no bit-fields.
 *
 * W1, every worm:       31      16 15 14 13       0
 *                      |   tag    |  0  |  source  |   source: filled in by the NI
 *
 * W2 in receive queues 0 and 1, by its CLASS in bits 31:30:
 *
 *   USER     31 30 29                             0
 *           |  0  |               0                |   the body is the message: W2 == 0
 *   OFFER   |  1  |               0                |   a longer message waits at the sender;
 *                                                     body: its name, its length in flits
 *   CONTROL |  2  | 0 | window 7:4 | operation 3:0 |   body: the name of the offer
 *   GROUP   |  3  | attempt 29:24 | unclean 23:16 | queues 15:8 | terms 7:3 | operation 2:0
 *
 * W2 in a group's queue: the receiver's part of the chain (libnoc/multicast/plan.h); the
 * tag is the number of the multicast in its group. The data has 4 bytes in each flit, but in the
 * last one `pad` fewer. By plan:
 *
 *            31 30 29 28  27       14 13       0
 *           | pad |  0  |   right    |   left    |   the receiver knows its own place
 *
 * By list the part's nodes are the message's first flits, two in each, the first
 * node in the lower half. If odd? the first half-word is not the part's:
 *
 *            31 30  29   28   27       14 13       0
 *           | pad | 0 | odd? |   place    |   count   |   place: the receiver's, from 0
 *
 * A worm with several destinations has one W2 for all of them. By plan each knows its own part
 * (flits: 0); by list and by header (libnoc/multicast/part_list.h) the data is what is left behind
 * the lists:
 *
 *            31 30  29 28..20 19             0
 *           | pad | 1 |  0   | flits of data  |
 */
#ifndef NOC_FIRMWARE_WIRE_H
#define NOC_FIRMWARE_WIRE_H

#include <stdint.h>

enum {
    WIRE_CLASS_SHIFT = 30,
    WIRE_LENGTH_BITS = 20, /* of a worm with several destinations */
    WIRE_WINDOW_SHIFT = 4,
    WIRE_WINDOW_BITS = 4,
    WIRE_OPERATION_BITS = 4,
    WIRE_QUEUES_SHIFT = 8,
    WIRE_QUEUES_BITS = 8,
    WIRE_UNCLEAN_SHIFT = 16, /* queues, too */
    WIRE_ATTEMPT_SHIFT = 24, /* which call of the child's this is about */
    WIRE_ATTEMPT_BITS = 6,
    WIRE_TERMS_SHIFT = 3, /* a hash of what all members must have called with */
    WIRE_TERMS_BITS = 5,
    WIRE_GROUP_OPERATION_BITS = 3,
    WIRE_TAG_SHIFT = 16,
    WIRE_SOURCE_BITS = 14,
    WIRE_RIGHT_SHIFT = 14,
    WIRE_PLACE_SHIFT = 14,
    WIRE_ODD_SHIFT = 28,
    WIRE_PLACE_BITS = 14,
    WIRE_WORM = 1 << 29, /* a worm with several destinations */
    WIRE_PAD_SHIFT = 30  /* of messages in a group: bytes that the last flit lacks */
};

enum wire_class { WIRE_USER = 0, WIRE_OFFER = 1, WIRE_CONTROL = 2, WIRE_GROUP = 3 };

enum wire_control {
    WIRE_GRANT = 1,    /* receiver: the window is open for this send's body */
    WIRE_AGAIN = 2,    /* sender: the body came back, grant again */
    WIRE_WITHDRAW = 3, /* sender: forget this offer, its body will not come */
    WIRE_ENDED = 4,    /* receiver: it is forgotten */
    WIRE_GONE = 5      /* sender: the message that was asked for is no longer there */
};

enum wire_group {
    WIRE_FREE = 1,    /* up the tree: queues that are free in a whole subtree */
    WIRE_CHOICE = 2,  /* down the tree: the one queue taken, or none: then unclean says why */
    WIRE_CLEANED = 3, /* up: in the whole subtree nothing of an earlier group is left in it */
    WIRE_BEGIN = 4,   /* down: nor in any other */
    WIRE_RETRACT = 5  /* up: who offered has given up */
};

static inline unsigned wire_class(uint32_t w2)
{
    return w2 >> WIRE_CLASS_SHIFT;
}

static inline uint32_t wire_bits(uint32_t word, unsigned shift, unsigned bits)
{
    return (word >> shift) & ((1u << bits) - 1);
}

static inline uint32_t wire_control(unsigned operation, uint32_t window)
{
    return (uint32_t)WIRE_CONTROL << WIRE_CLASS_SHIFT | window << WIRE_WINDOW_SHIFT | operation;
}

static inline uint32_t wire_group(unsigned operation, uint32_t attempt, uint32_t terms,
                                  uint32_t queues, uint32_t unclean)
{
    return (uint32_t)WIRE_GROUP << WIRE_CLASS_SHIFT | attempt << WIRE_ATTEMPT_SHIFT |
           unclean << WIRE_UNCLEAN_SHIFT | queues << WIRE_QUEUES_SHIFT | terms << WIRE_TERMS_SHIFT |
           operation;
}

/* The part of who gets a unicast by plan. */
static inline uint32_t wire_part(uint32_t left, uint32_t right)
{
    return left | right << WIRE_RIGHT_SHIFT;
}

/* Where W2 has the pad of so many bytes. */
static inline uint32_t wire_pad(uint32_t bytes)
{
    return -bytes << WIRE_PAD_SHIFT;
}

static inline uint32_t wire_tag(uint32_t w1)
{
    return w1 >> WIRE_TAG_SHIFT;
}

static inline uint32_t wire_source(uint32_t w1)
{
    return wire_bits(w1, 0, WIRE_SOURCE_BITS);
}

#endif
