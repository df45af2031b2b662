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
 *   USER     31 30  29  28      16 15         2 1   0
 *           |  0  | 0 |  context  |   sender    | pad |   the body is the message
 *   OFFER   |  1  | 0 |  context  |   sender    | pad |   a longer message waits at the sender
 *   CONTROL |  2  | 0 | window 7:4 | operation 3:0 |   body: the name of the offer; of a GRANT
 *                                                      also how many flits of BODY are wanted
 *   GROUP   |  3  | attempt 29:24 | part 23:4 | operation 3:0
 *
 * GROUP is the layer's own of groups: while members agree on a group to be made, tag tells which;
 * in a group that is made, its context and generation do, and tag is 0:
 *
 *            31:30 29       28      16 15       9 8   4 3       0
 *           |  3  |parity | 2 context+1 |generation| step |operation|
 *
 * context: twice the group's number, and 1 more for what the layer's own collectives send in it.
 * sender: its rank in the group. So one compare of W2 tells what a receive wants, and for any
 * source, any offer and any length one mask. Bit 29 is for synchronous short messages; today's
 * synchronous sends are offers whatever their length, and the bit is 0.
 *
 * A user message has 4 * LENGTH - pad bytes. Of an offer, pad is (-address) & 3 of what is sent.
 * The BODY that follows an offer is the aligned words of the message, sent from where they lie:
 *
 *        head: 4 + pad bytes | BODY: whole words                | tail: 0 to 3 bytes
 *
 * Head and tail are in the offer (struct offer), and so is a message that is no longer than a head.
 * The receiver's buffer may be aligned in another way, but as the head has at least 4 bytes, there
 * is always room for BODY at an aligned place in it, at most 3 bytes before its own.
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
#ifndef FIRMWARE_WIRE_H
#define FIRMWARE_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "packet.h"

enum {
    WIRE_CLASS_SHIFT = 30,
    WIRE_CONTEXT_SHIFT = 16,
    WIRE_CONTEXT_BITS = 13,
    WIRE_SENDER_SHIFT = 2,
    WIRE_SENDER_BITS = 14,
    WIRE_PAD_BITS = 2,
    WIRE_LENGTH_BITS = 20, /* of a worm with several destinations */
    WIRE_WINDOW_SHIFT = 4,
    WIRE_WINDOW_BITS = 4,
    WIRE_OPERATION_BITS = 4,
    WIRE_ATTEMPT_SHIFT = 24, /* which call of the child's this is about */
    WIRE_ATTEMPT_BITS = 6,
    WIRE_PART_SHIFT = 4, /* of a long list */
    WIRE_PART_BITS = 20,
    WIRE_PARITY_SHIFT = 29,
    WIRE_GENERATION_SHIFT = 9,
    WIRE_GENERATION_BITS = 7,
    WIRE_STEP_SHIFT = 4,
    WIRE_STEP_BITS = 5,
    WIRE_TAG_SHIFT = 16,
    WIRE_SOURCE_BITS = 14,
    WIRE_RIGHT_SHIFT = 14,
    WIRE_PLACE_SHIFT = 14,
    WIRE_ODD_SHIFT = 28,
    WIRE_PLACE_BITS = 14,
    WIRE_WORM = 1 << 29,       /* a worm with several destinations */
    WIRE_OPERATION_SHIFT = 12, /* in tags of collective operations */
    WIRE_TAG_QUESTION =
        14 << WIRE_OPERATION_SHIFT, /* in a group's second context: a question of the collectives */
    WIRE_GROUP_PAD_SHIFT = 30       /* of messages in a group: bytes that the last flit lacks */
};

#define WIRE_TAG_MASK    (UINT32_C(0xffff) << WIRE_TAG_SHIFT)
#define WIRE_SOURCE_MASK ((UINT32_C(1) << WIRE_SOURCE_BITS) - 1)
#define WIRE_SENDER_MASK (((UINT32_C(1) << WIRE_SENDER_BITS) - 1) << WIRE_SENDER_SHIFT)

/* W2 of a user message but for its pad and the lower bit of the class, which offers have. */
#define WIRE_USER_MASK   (~(UINT32_C(1) << WIRE_CLASS_SHIFT | ((UINT32_C(1) << WIRE_PAD_BITS) - 1)))

enum wire_class { WIRE_USER = 0, WIRE_OFFER = 1, WIRE_CONTROL = 2, WIRE_GROUP = 3 };

enum wire_control {
    WIRE_GRANT = 1,    /* receiver: the window is open for this send's body */
    WIRE_AGAIN = 2,    /* sender: the body came back, grant again */
    WIRE_WITHDRAW = 3, /* sender: forget this offer, its body will not come */
    WIRE_ENDED = 4,    /* receiver: it is forgotten */
    WIRE_GONE = 5, /* sender: the message that was asked for, or was shown, is no longer there */
    WIRE_NEWS = 6, /* sender: something was added to the backlog, all of which was shown */
    WIRE_END = 7   /* sender: all of the backlog was shown. window: 1: nothing is left in it */
};

/*
 * Signals in front of a PULL of queue 0 that say what it asks for of a backlog (eager/backlog.h). They
 * are of the barriers' kinds, in queues that have no barriers. Worms of one node to another go one
 * way, by the same virtual channels, so a mark has come when its PULL has.
 */
enum wire_mark {
    WIRE_FIRST = NOC_SIGNAL_EVEN * NOC_QUEUES,     /* show the oldest, and all again */
    WIRE_NO_MORE = WIRE_FIRST,                     /* behind TAKEN: show no more */
    WIRE_NEXT = NOC_SIGNAL_EVEN * NOC_QUEUES + 1,  /* show what was not shown yet */
    WIRE_TAKEN = NOC_SIGNAL_ODD * NOC_QUEUES,      /* what was shown last has been taken */
    WIRE_REPEAT = NOC_SIGNAL_ODD * NOC_QUEUES + 1, /* what was sent last was discarded */
    WIRE_PULL = NOC_SIGNAL_PULL * NOC_QUEUES + NOC_QUEUE_EAGER,
    WIRE_ACKNOWLEDGED =
        NOC_SIGNAL_ACK * NOC_QUEUES + NOC_QUEUE_EAGER /* the NI's, of what was sent */
};

enum wire_group {
    WIRE_OFFERED = 1, /* up the tree: what is free in a whole subtree */
    WIRE_CHOICE = 2,  /* down the tree: what is taken of it, or why nothing is */
    WIRE_RETRACT = 3, /* up: who offered has given up */
    WIRE_READY = 4,   /* up, in a group: all members of a subtree have come to a meeting */
    WIRE_GO = 5,      /* down: all members have */
    WIRE_ARRIVED = 6, /* a barrier's signal, where the group has no receive queue */
    WIRE_LEAVES = 7   /* the same of the barrier by which the group ends, in any group */
};

/* The signal by which a member says that its windows for a long multicast are open: of a barrier of the
 * last queue, which no group has in programs that have such multicasts. world: for a broadcast of all
 * cores, which may be under way beside another one. */
enum { OPENING_QUEUE = NOC_QUEUES - 1 };

static inline uint32_t wire_opening(bool world)
{
    return (world ? NOC_SIGNAL_EVEN : NOC_SIGNAL_ODD) * NOC_QUEUES + OPENING_QUEUE;
}

static inline unsigned wire_class(uint32_t w2)
{
    return w2 >> WIRE_CLASS_SHIFT;
}

static inline uint32_t wire_bits(uint32_t word, unsigned shift, unsigned bits)
{
    return (word >> shift) & ((1u << bits) - 1);
}

/* Of a user message, without its pad. second: of the layer's collectives. */
static inline uint32_t wire_user(uint32_t group, bool second, uint32_t sender)
{
    return (group * 2 + second) << WIRE_CONTEXT_SHIFT | sender << WIRE_SENDER_SHIFT;
}

static inline uint32_t wire_context(uint32_t w2)
{
    return wire_bits(w2, WIRE_CONTEXT_SHIFT, WIRE_CONTEXT_BITS);
}

static inline uint32_t wire_sender(uint32_t w2)
{
    return wire_bits(w2, WIRE_SENDER_SHIFT, WIRE_SENDER_BITS);
}

/* Whether it is a message in a group of this context: a program's, a collective's, or one of the
 * layer's own in a group that is made. */
static inline bool wire_is_in(uint32_t w2, uint32_t context)
{
    return wire_context(w2) / 2 == context && wire_class(w2) != WIRE_CONTROL &&
           (wire_class(w2) != WIRE_GROUP || wire_bits(w2, 0, WIRE_OPERATION_BITS) >= WIRE_READY);
}

/* Bytes that a word which is not whole lacks; also those before a whole word. */
static inline uint32_t wire_pad(uint32_t bytes_or_address)
{
    return -bytes_or_address & ((1u << WIRE_PAD_BITS) - 1);
}

/* Flits that so many bytes need. */
static inline uint32_t wire_flits_of(uint32_t bytes)
{
    return (bytes + 3) / 4;
}

/* Bytes of a long message's head, and flits of its BODY. */
static inline uint32_t wire_head(uint32_t bytes, uint32_t w2)
{
    uint32_t head = 4 + wire_bits(w2, 0, WIRE_PAD_BITS);

    return bytes < head ? bytes : head;
}

static inline uint32_t wire_flits(uint32_t bytes, uint32_t w2)
{
    return (bytes - wire_head(bytes, w2)) / 4;
}

static inline uint32_t wire_control(unsigned operation, uint32_t window)
{
    return (uint32_t)WIRE_CONTROL << WIRE_CLASS_SHIFT | window << WIRE_WINDOW_SHIFT | operation;
}

static inline uint32_t wire_agreement(unsigned operation, uint32_t attempt, uint32_t part)
{
    return (uint32_t)WIRE_GROUP << WIRE_CLASS_SHIFT | attempt << WIRE_ATTEMPT_SHIFT |
           part << WIRE_PART_SHIFT | operation;
}

static inline uint32_t wire_in_group(unsigned operation, uint32_t parity, uint32_t context,
                                     uint32_t generation, uint32_t step)
{
    return (uint32_t)WIRE_GROUP << WIRE_CLASS_SHIFT | parity << WIRE_PARITY_SHIFT |
           wire_user(context, true, 0) | generation << WIRE_GENERATION_SHIFT |
           step << WIRE_STEP_SHIFT | operation;
}

/* The part of who gets a unicast by plan. */
static inline uint32_t wire_part(uint32_t left, uint32_t right)
{
    return left | right << WIRE_RIGHT_SHIFT;
}

/* Added without carry to W2 of a multicast by plan: whose multicast it is, by its root's rank. Who has a
 * plan of another root gets a part that is not its own: always, in a group of up to 128 members. */
static inline uint32_t wire_root(uint32_t rank)
{
    return (rank << WIRE_PLACE_BITS / 2 ^ rank << 3 * (WIRE_PLACE_BITS / 2)) &
           ((UINT32_C(1) << WIRE_ODD_SHIFT) - 1);
}

/* Where W2 of a group's message has the pad of so many bytes. */
static inline uint32_t wire_group_pad(uint32_t bytes)
{
    return -bytes << WIRE_GROUP_PAD_SHIFT;
}

static inline uint32_t wire_tag(uint32_t w1)
{
    return w1 >> WIRE_TAG_SHIFT;
}

static inline uint32_t wire_source(uint32_t w1)
{
    return wire_bits(w1, 0, WIRE_SOURCE_BITS);
}

/* Whether a message is a question. Its sender goes on without an answer. */
static inline bool wire_is_question(uint32_t w1, uint32_t w2)
{
    return wire_class(w2) == WIRE_USER && wire_context(w2) % 2 && wire_tag(w1) == WIRE_TAG_QUESTION;
}

#endif
