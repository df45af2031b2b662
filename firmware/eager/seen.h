/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What has been seen of backlogs, and by whom.
 *
 * Somebody may take what a backlog shows only if he has seen what lies in front of it, or nothing does:
 * `dirty` says of each node whether something was left since its oldest was asked for. So a receive, a
 * probe, an agreement or a window that wants something goes aboard a *look*. The look asks each node that
 * somebody aboard wants something of for its oldest, and goes on to its end, or until nobody aboard wants
 * more of it. Who comes meanwhile waits for the next look, so that each comes to its end, whoever calls
 * what. After it all aboard have seen all, and whatever is shown next is in its order for them.
 *
 *     SEEN_NONE  --- a look begins --->  SEEN_SOME  --- it is over --->  SEEN_ALL
 *
 * A node that does not answer in time is passed by. When it answers, all who want something of it go
 * aboard another look, in which nodes have twice as long to answer: else one that always answers late
 * would be asked for its oldest again and again. So do those who could not be given what was shown,
 * once there is memory.
 */
#ifndef FIRMWARE_SEEN_H
#define FIRMWARE_SEEN_H

#include "layer/layer.h"

/* The first message is left with its sender: receives that are posted have seen all so far. */
void seen_begin(void);
/* Whether who has seen so much may have what this node shows. */
bool seen_in_order(uint8_t seen, uint32_t node);
/* Somebody waits for a look. */
static inline void seen_due(void)
{
    noc_layer.look.due = true;
}
/* A receive is posted: what it has seen; and it has found nothing in time. */
void seen_posted(struct request *r);
void seen_unposted(const struct request *r);
/* A probe waits, or goes on. NULL: there are no backlogs. */
struct want *seen_probe(enum want_kind kind, const struct wanted *wanted);
/* It has found something, and its call ends. */
static inline void seen_no_more(struct want *w)
{
    w->kind = WANT_NOTHING;
}
/* What is wanted in this context is not any more. */
void seen_close(uint32_t context);
/* The node to be asked next; *mark: for its oldest, or for the next. NOBODY: none. */
int32_t seen_look(uint32_t *mark);
enum { NOBODY = -1 };
/* Its oldest is asked for. */
void seen_first(uint32_t node);
/* Whether somebody wants the next of what this node has, though all of it was shown. */
bool seen_wants_more(uint32_t node);
/* It has 2 to this times as long to answer as a resend may take. */
uint32_t seen_patience(uint32_t node);
/* It is asked for one more; and it has shown more in a row than a node has memory for. Then it is one that
 * errs, or new ones come without end: others have a turn, and what it has left is shown in its own. */
void seen_asked(uint32_t node);
bool seen_too_much(uint32_t node);
/* A message of its is left. */
void seen_left(uint32_t node);
/* So many are left of its that lie in front of what it shows; UINT32_MAX: that is not known. */
uint32_t seen_position(uint32_t node);
/* Nothing more is to be shown; it answers after others were asked. */
void seen_ended(uint32_t node);
void seen_late(uint32_t node);
/* Something wanted had no room; and: whoever waits for memory looks again, if there is some. */
void seen_short(void);
void seen_memory(void);

#endif
