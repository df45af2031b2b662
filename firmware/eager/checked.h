/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The life of short messages against its tables (life/eager.def). With LIFE_CHECKED each event is
 * looked up, when what it changes is changed. Without, as in all programs for the target, this costs
 * nothing: sends and receives have no instruction to spare.
 */
#ifndef FIRMWARE_EAGER_CHECKED_H
#define FIRMWARE_EAGER_CHECKED_H

#include "layer/layer.h"

/* Mistakes that the explorer of short messages makes on purpose, to see whether it notices them. */
enum eager_mistake {
    MISTAKE_NONE,
    MISTAKE_OUT_OF_ORDER, /* what is shown is taken by who has not seen what lies in front of it */
    MISTAKE_STILL_THERE,  /* what was taken stays in the backlog */
    MISTAKE_CLOSED_EARLY, /* a backlog closes before its receiver has heard that nothing is left */
    MISTAKE_ASKED_TWICE,  /* who may have answered is asked again */
    EAGER_MISTAKES
};

#ifdef LIFE_CHECKED

extern uint8_t eager_mistake;
static inline bool mistaken(enum eager_mistake mistake)
{
    return eager_mistake == mistake;
}
/* Of what is kept for this node. An acknowledgement of nothing is a broken node's, and changes nothing. */
void kept_happened(uint32_t to, enum kept_event event);
/* Of what this node's messages are asked for. */
void pull_happened(uint32_t from, enum pull_event event);
/* So often each row was taken, by state and event. */
extern uint32_t kept_taken[KEPT_STATES][KEPT_EVENTS], pull_taken[PULL_STATES][PULL_EVENTS];
/* Of the tests: the layer is not where its tables are. */
void life_broken(const char *table, uint32_t node, uint32_t state, uint32_t event, uint32_t is);

#else

static inline bool mistaken(enum eager_mistake mistake)
{
    (void)mistake;
    return false;
}

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
