/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of life.def in C: states, events, and what follows. */
#ifndef FIRMWARE_LIFE_H
#define FIRMWARE_LIFE_H

#include <stdbool.h>
#include <stdint.h>

enum { LIFE_PUSH = 1, LIFE_CALLER = 2, LIFE_WINDOW = 4 };

#define SEND_STATE(state, flags)
#define SEND_EVENT(event)
#define SEND(state, event, next)
#define OFFER_STATE(state, flags)
#define OFFER_EVENT(event)
#define OFFER(state, event, next)

enum send_state {
    SEND_NONE, /* there is no send */
#undef SEND_STATE
#define SEND_STATE(state, flags) SEND_##state,
#include "life.def"
#undef SEND_STATE
#define SEND_STATE(state, flags)
    SEND_STATES
};

enum send_event {
#undef SEND_EVENT
#define SEND_EVENT(event) ON_SEND_##event,
#include "life.def"
#undef SEND_EVENT
#define SEND_EVENT(event)
    SEND_EVENTS
};

enum offer_state {
    OFFER_NONE, /* there is no offer, or no longer */
#undef OFFER_STATE
#define OFFER_STATE(state, flags) OFFER_##state,
#include "life.def"
#undef OFFER_STATE
#define OFFER_STATE(state, flags)
    OFFER_STATES
};

enum offer_event {
#undef OFFER_EVENT
#define OFFER_EVENT(event) ON_OFFER_##event,
#include "life.def"
#undef OFFER_EVENT
#define OFFER_EVENT(event)
    OFFER_EVENTS
};

#undef SEND_STATE
#undef SEND_EVENT
#undef SEND
#undef OFFER_STATE
#undef OFFER_EVENT
#undef OFFER

/* life.c's. What follows, and 1 more: 0 is nothing. */
extern const uint8_t life_flags_of_send[SEND_STATES];
extern const uint8_t life_flags_of_offer[OFFER_STATES];
extern const uint8_t life_sends[SEND_STATES][SEND_EVENTS];
extern const uint8_t life_offers[OFFER_STATES][OFFER_EVENTS];

/* LIFE_ flags of a state. */
static inline uint32_t send_flags(enum send_state state)
{
    return life_flags_of_send[state];
}

static inline uint32_t offer_flags(enum offer_state state)
{
    return life_flags_of_offer[state];
}

/* What follows. False: the event means nothing in this state, and *state stays. */
static inline bool send_follows(enum send_state *state, enum send_event event)
{
    const uint32_t next = life_sends[*state][event];

    *state = next ? (enum send_state)(next - 1) : *state;
    return next;
}

static inline bool offer_follows(enum offer_state *state, enum offer_event event)
{
    const uint32_t next = life_offers[*state][event];

    *state = next ? (enum offer_state)(next - 1) : *state;
    return next;
}

#endif
