/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long messages, by the tables of life/life.def.
 */
#ifndef FIRMWARE_RENDEZVOUS_H
#define FIRMWARE_RENDEZVOUS_H

#include "layer/layer.h"

/* long_send.c: the sender's side */
/* The words of its offer; returns W2. */
uint32_t long_words(struct request *request, uint32_t *words);
/* The offer was given to the network, or its receiver has taken it from a backlog. */
void long_offered(struct request *request);
void long_begin(struct request *request);
void long_grant(uint32_t source, uint32_t name, uint32_t window, uint32_t flits);
void long_ended(uint32_t source, uint32_t name);
/* The one body that is under way to this node has landed, or was refused. */
void long_answered(uint32_t from, enum send_event event);
/* The deadline of its call has passed. False: it waits for the network alone. */
bool long_deadline(struct request *request);
/* The send whose deadline has passed and that this one repeats; NULL: none. */
struct request *long_repeated(const struct sending *s);
/* What is done instead of repeating them. */
void longs_give_up(void);
/* A WITHDRAW has to go to this node, before any message: else its receiver could match a later
 * message before it hears that the offer is withdrawn. */
bool long_withdrawing(uint32_t to);
void longs_progress(void);
/* Nothing of a send is left to do but to hear that its name is free. */
bool longs_are_done(void);

/* Something else is done than to repeat a send whose deadline has passed. */
static inline void sends_other(void)
{
    if (noc_layer.detour & DETOUR_LAPSED) {
        longs_give_up();
    }
}

/* offer.c: the receiver's side */
/* False: no honest core sends this. */
bool offer_came(struct slot *slot);
void offer_matched(struct slot *slot, struct request *receive);
void offer_again(uint32_t source, uint32_t name);
void offer_withdrawn(uint32_t source, uint32_t name);
/* Give a matched receive up, so that nothing points to its buffer; the message
 * stays. False: it is about to be complete. */
bool offer_abandon(struct request *receive);
void offers_progress(void);
/* Before a sleep: look a little while whether the only body that comes has landed. */
bool offer_lands_soon(const struct wait *wait);
/* Nothing is left to be sent for them. */
bool offers_are_done(void);

#endif
