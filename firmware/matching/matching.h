/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages without a receive, and receives without a message.
 */
#ifndef FIRMWARE_MATCHING_H
#define FIRMWARE_MATCHING_H

#include "layer/layer.h"

/* from: a rank in the group, or any. second: of the layer's collectives. */
void wanted_make(struct wanted *wanted, const struct noc_group *group, int32_t from, int32_t tag,
                 bool second);
/* This message, and others of its sender's with its tag. */
void wanted_like(struct wanted *wanted, const struct slot *slot);
/* Whether W2 names the rank of the core that W1 says sent it: nobody sends in another's name. */
static inline bool names_its_sender(const struct noc_group *g, uint32_t w1, uint32_t w2)
{
    return wire_sender(w2) < g->count && group_node(g, wire_sender(w2)) == wire_source(w1);
}

/* Whether a message with these words is one, besides its class; w2_mask: the receive's, or more. Any
 * source must be the member that it says, since the NI alone knows who it is. */
static inline bool words_match(const struct wanted *w, uint32_t w1, uint32_t w2, uint32_t w2_mask)
{
    return !(((w1 ^ w->w1) & w->w1_mask) | ((w2 ^ w->w2) & w2_mask)) &&
           (w->w1_mask & WIRE_SOURCE_MASK || names_its_sender(w->group, w1, w2));
}

bool envelope_matches(const struct slot *slot, const struct wanted *wanted);
uint32_t envelope_bytes(const struct slot *slot);
void envelope_status(const struct slot *slot, noc_status *status);
/* False: no honest core sends this. */
bool envelope_makes_sense(const struct slot *slot);
/* The group ends: its messages are forgotten, and receives in it end with NOC_ERR_GROUP. */
void matching_close(const struct noc_group *group);
/* A message came: to the oldest receive that has room for it, or kept. */
void envelope_arrived(struct slot *slot);
/* A message of a backlog: the same, but where the arena is pressed it is kept only if it is wanted.
 * False: it is not taken, and the slot is as it was. */
bool envelope_shown(struct slot *slot, bool wanted);
/* A message of this node's backlog was taken; and: all was shown, and closed: nothing is left. */
void envelope_went(uint32_t node);
void envelopes_ended(uint32_t node, bool closed);
/* An offer has lost its receive: the same, or kept where it was among those of its source. */
void envelope_restored(struct slot *slot);
/* The link to the oldest kept message that matches; NULL: there is none. */
struct slot **unexpected_find(const struct wanted *wanted);
struct slot *unexpected_unlink(struct slot **link);
/* It is this receive's. It has room, and is in no list. */
void envelope_give(struct request *request, struct slot *slot);
/* Take a kept message, or wait for one in the order of posting. */
void receive_post(struct request *request);
/* Its offer was withdrawn: it waits again where it stood, or its group has ended. */
void receive_again(struct request *request);
void receive_unpost(struct request *request);

#endif
