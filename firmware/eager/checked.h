/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The life of short messages against its tables (life/eager.def). With LIFE_CHECKED each event is
 * looked up, when what it changes is changed. Without, as in all programs for the target, this costs
 * nothing: sends and receives have no instruction to spare.
 */
#ifndef FIRMWARE_EAGER_CHECKED_H
#define FIRMWARE_EAGER_CHECKED_H

#include "layer/layer.h"

#ifdef LIFE_CHECKED

/* Of what is kept for this node. An acknowledgement of nothing is a broken node's, and changes nothing. */
void kept_happened(uint32_t to, enum kept_event event);
/* Of what this node's messages are asked for. */
void pull_happened(uint32_t from, enum pull_event event);
/* So often each row was taken, by state and event. */
extern uint32_t kept_taken[KEPT_STATES][KEPT_EVENTS], pull_taken[PULL_STATES][PULL_EVENTS];
/* Of the tests: the layer is not where its tables are. */
void life_broken(const char *table, uint32_t node, uint32_t state, uint32_t event, uint32_t is);

#else

static inline void kept_happened(uint32_t to, enum kept_event event)
{
    (void)to;
    (void)event;
}

static inline void pull_happened(uint32_t from, enum pull_event event)
{
    (void)from;
    (void)event;
}

#endif
#endif
