/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node does not take now stays here, and keeps nothing else from it: the backlog for that
 * node. A receiver that has no memory for what it did not ask for opens it, by PULL and FIRST. From
 * then on it is shown one message after the other, each by a RESEND, and says of each whether it has
 * taken it; the others it may have shown again. All that this core sends it meanwhile comes into the
 * backlog, in order, so that nothing is overtaken that one receive could match. The backlog closes when
 * all of it is taken.
 *
 *     sender                       receiver
 *                          <-----  FIRST | NEXT, PULL      what was shown last stays here
 *                          <-----  TAKEN, NEXT, PULL       it was taken, and the next is to be shown
 *                          <-----  TAKEN, FIRST, PULL      it was taken, and END is to be sent
 *     RESEND: a message    ----->
 *     or END               ----->  nothing more is to be shown; or nothing is left, and it closes
 *     NEWS: a MESSAGE      ----->  something more is
 *                          <-----  REPEAT, PULL: the RESEND, or NEWS, was discarded
 *
 * FIRST or NEXT is the last mark of each request. So a PULL that comes without them, since an earlier one
 * has found them, or while they come, is for nothing: it has no answer, and TAKEN stays for the next.
 * Each request has one answer, and the receiver has one PULL under way, but for REPEAT. One worm of NEWS,
 * END and what is shown is under way at a time. NEWS goes only when END was sent last. So a discard
 * of which the receiver learns while it waits for an answer is that of the one worm.
 */
#ifndef FIRMWARE_BACKLOG_H
#define FIRMWARE_BACKLOG_H

#include "layer/layer.h"

/* NULL: this node has none. */
struct backlog *backlog_of(uint32_t node);
/* A message was there that is not to be sent any more: its receiver, which has taken something behind it,
 * hears of that. */
static inline bool backlog_is_gone(const struct request *send)
{
    return send->owned && send->w2 == wire_control(WIRE_GONE, 0);
}
/* Whether nothing else is there. */
bool backlog_is_empty(const struct backlog *backlog);
/* Whether there may be one. */
static inline bool backlog_may_be(void)
{
    return noc_layer.detour & DETOUR_GIVEN_UP;
}
/* A send of the program's, behind all others. */
void backlog_append(struct backlog *backlog, struct request *send);
/* A message of the layer's own; w2: without its pad. False: no memory. */
bool backlog_add(struct backlog *backlog, uint32_t tag, uint32_t w2, const void *body,
                 uint32_t bytes);
/* Messages of the program's in this context of W2, whose sends are over, go nowhere any more. */
void backlog_drop(struct backlog *backlog, uint32_t context);
/* One of the layer's own, that is in no backlog any more, is over. */
void backlog_forget(struct request *send);
/* One of a long send's or an offer's, which goes before all others: they are of later ones. */
bool backlog_add_control(struct backlog *backlog, uint32_t w2, const uint32_t *words,
                         uint32_t count);
/* PULL came from a node. False: it is of no backlog's. */
bool backlog_pulled(uint32_t from);
/* ACK came from a node. False: it has none. */
bool backlog_acknowledged(uint32_t from);
/* Open those that there was no memory for. */
void backlog_retry(void) __attribute__((cold));
/* The offer of this name that its receiver was shown last has been taken: it says so otherwise before
 * TAKEN is seen. */
void backlog_granted(uint32_t node, uint32_t name);
/* An offer is not to be taken any more: whether it is in a backlog, and out of it now. */
enum withdrawn { NOT_IN_BACKLOG, MAY_BE_TAKEN, WITHDRAWN };
enum withdrawn backlog_withdraw(uint32_t node, uint32_t name);
/* What is in a node's backlog with this W2 under the mask says something else from now on. False: it may
 * just be taken as it is, or there is none. */
bool backlog_retract(uint32_t node, uint32_t was, uint32_t mask, uint32_t w2);
/* A send's deadline has passed. Its message may just be taken: then a copy of a short one goes on, and
 * the send is finished; a long one is offered, as far as is known. Without memory for that it goes on. */
enum lapsed { NEVER_SENT, IS_OFFERED, GOES_ON };
enum lapsed backlog_lapse(struct backlog *backlog, struct request *send);

#endif
