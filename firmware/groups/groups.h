/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups: what they agree on, their slots and their barrier.
 */
#ifndef FIRMWARE_GROUPS_H
#define FIRMWARE_GROUPS_H

#include "layer/layer.h"

/* group.c */
void groups_begin(void);
/* A group of its own for these members, with a context and perhaps a queue. members: NULL: all
 * cores. what: the call, which all members must make. */
noc_err group_make(const uint16_t *members, uint32_t count, uint32_t rank, uint32_t what,
                   noc_group **group, struct wait *wait);
/* Others may go on with its context and its queue: they are not clean. */
void group_soil(const struct noc_group *group);
/* It ends here, whatever others do. */
void group_clear(struct noc_group *group);

/* What is called: with its arguments, the bid.what of all members (agreement.h). */
enum {
    WHAT_SHIFT = 28,
    WHAT_CREATE = 1 << WHAT_SHIFT,
    WHAT_RESERVE = 2 << WHAT_SHIFT,
    WHAT_DUPLICATE = 3 << WHAT_SHIFT, /* and the group's context */
    WHAT_SPLIT = 4 << WHAT_SHIFT,
    WHAT_FREE = 5 << WHAT_SHIFT,
    WHAT_WINDOW = 6 << WHAT_SHIFT, /* as WHAT_DUPLICATE, for a window */
    WHAT_WINDOW_FREE = 7 << WHAT_SHIFT
};

/* Calls in which a core waits for others, beside those. */
enum within {
    WITHIN_BARRIER = 0,
    WITHIN_OPENING = 8,   /* of a long multicast of the program's: until all members have come */
    WITHIN_STREAM = 9,    /* then for its body: others may be behind it */
    WITHIN_BROADCAST = 10 /* in a broadcast along a plan */
};

/* This core waits in a call for all members. Who waits for it meanwhile asks what it has called, as it asks
 * wait->peer when it has waited long; noc_layer.within is NULL once that showed that the members
 * differ. */
static inline void group_waits(struct noc_group *group, uint32_t call, struct wait *wait)
{
    noc_layer.within = group;
    noc_layer.within_call = (uint8_t)call;
    noc_layer.within_wait = wait;
    wait->ask_at = 0;
    wait->asked = -1;
    if (!noc_layer.above && noc_layer.hooks->watch) {
        noc_layer.hooks->watch();
    }
}

/* agreement.c */
/* Of the layer's own: kept until the call comes that it is for. */
void group_message(struct slot *slot);
bool group_shown(struct slot *slot);

/* group_free.c */
/* Whether somebody has yet to accept what this core has sent in a group of this context. Long sends
 * whose offers were accepted do not count: what they still exchange names no context. */
bool group_message_left(uint32_t context, int32_t *peer);

/* group_split.c */
/* noc_group_duplicate as a part of this call, a WHAT_, which all members must make. */
noc_err group_duplicate(noc_group *group, uint32_t what, noc_group **made, uint32_t timeout);
/* What is left of a split that was not finished. */
void group_forget_split(struct noc_group *group);

/* group_slots.c */
void group_free_slots(struct noc_group *group);

/* barrier.c */
/* Memory for the peers of a member among so many. */
uint32_t barrier_bytes(uint32_t count);
/* Once its members and its rank are known, with that memory. */
void barrier_prepare(struct noc_group *group, struct noc_barrier_peers *peers);
/* A message that does what a signal does; false: it is nonsense. */
bool barrier_arrived(struct noc_group *group, uint32_t source, uint32_t w2);
/* The barrier by which the group ends, in this call, a WHAT_: no other barrier is taken for it, nor it for
 * another. After a timeout it goes on when it is called again. */
noc_err barrier_to_end(struct noc_group *group, uint32_t what, struct wait *wait);

#endif
