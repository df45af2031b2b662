/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short messages over the real code: what one or two senders and a receiver have in memory, and their
 * network interfaces.
 *
 * A state of the search is small: of each node the number of its *image*, which is all of its memory
 * (images.c), and the NIs. A node that is in the middle of a call is its image before the call and a
 * *log* of what it has read of its NI since then: the call is made again from there, is told what the
 * log has, and goes on. So calls can be interrupted before each access that others could notice.
 */
#ifndef TESTS_LIFE_EAGER_NODES_H
#define TESTS_LIFE_EAGER_NODES_H

#include "eager/checked.h"

enum {
    SENDERS = 2,
    NODES = SENDERS + 1,
    RECEIVER = 0, /* sender s is node s + 1 */
    SLOTS_MAX = 2,
    TAG = 3,
    OTHER = 4,
    ENTRY_BITS = 4
};

/* Marks, as bits. */
enum { MARK_FIRST = 1, MARK_NEXT = 2, MARK_TAKEN = 4, MARK_REPEAT = 8 };

/* What belongs to one sender: of its NI, under way, at the receiver's NI, and for the properties. */
struct side {
    uint8_t worm;                                                /* under way, or 0 */
    uint8_t entry : ENTRY_BITS, resend : 1, ack : 1, pull : 1;   /* of it; signals under way */
    uint8_t has_ack : 1, has_pull : 1, discarded : 1, asked : 1; /* in the NIs */
    uint8_t browsed : 1;                                         /* PULL is for a backlog */
    uint8_t ack_first : 1;              /* ACK and PULL are under way, in this order */
    uint8_t marks : 4, has_marks : 4;   /* under way, and in the NI */
    uint8_t age : 2, seen : 3;          /* enum age, of the last message */
    uint8_t sent : 4, came : 4;         /* a program's messages */
    uint8_t own_sent : 4, own_came : 4; /* the layer's own */
    uint8_t lost;                       /* a bit for each that was given up */
};

struct queue {
    uint8_t frees, free[SLOTS_MAX]; /* slots by number */
    uint8_t entries;
    struct entry {
        uint8_t worm, source, slot, stamp;
    } entry[SLOTS_MAX];
};

struct board {
    uint32_t image[NODES];
    uint32_t log;                 /* of the call under way, or 0 */
    uint8_t caller, call, number; /* that call's: whose (and 1), which, and what it sends */
    uint8_t turn, select;         /* of discards */
    uint8_t dead;                 /* a bit for each node */
    struct side side[SENDERS];
    struct queue queue[2]; /* of the receiver */
};

/* How long something has lasted. */
enum age { AGE_NEW, AGE_PATIENCE, AGE_PLACE, AGE_LOST };

extern const char *broken;
void breaks(const char *property);

/* --- images.c --- */

/* Each node, started; the slots of queues 0 and 1 are then as many as this. */
void images_begin(uint32_t nodes, uint32_t arena_bytes, struct board *b);
/* A node's memory becomes noc_layer's, and back. What no call will ever look at is cleared. */
void image_load(const struct board *b, uint32_t node);
void image_save(struct board *b, uint32_t node);
/* Time passes for the loaded node. */
void image_age(enum age by);
uint32_t slot_address(uint32_t number);
uint32_t *user_words(void);

/* --- ni.c --- */

enum { CLOCK = 0x40000001 }; /* always; times lie before it. Odd, as `since` is */

struct worm_words {
    uint32_t w0, w1, w2, word;
};

/* Calls are of this node, on this board. interruptible: before each access that others notice. */
void ni_begin(struct board *b, uint32_t node, bool interruptible);
/* While nodes are started: slots that are given away. */
void ni_collect(uint32_t *addresses, uint32_t *count, uint32_t nodes);
/* Make a call, or go on with it. False: it is interrupted, and the board's log says where. */
bool ni_run(void (*call)(void));
bool ni_arrive(struct board *b, uint32_t sender);
const struct worm_words *worm_of(uint32_t number);

#endif
