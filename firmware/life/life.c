/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of life.def, to look things up. Nothing else: tests compile this file alone. */
#include "life.h"

#define SEND_STATE(state, flags)
#define SEND_EVENT(event)
#define SEND(state, event, next)
#define OFFER_STATE(state, flags)
#define OFFER_EVENT(event)
#define OFFER(state, event, next)

const uint8_t life_flags_of_send[SEND_STATES] = {
#undef SEND_STATE
#define SEND_STATE(state, flags) [SEND_##state] = (flags),
#include "life.def"
#undef SEND_STATE
#define SEND_STATE(state, flags)
};

const uint8_t life_flags_of_offer[OFFER_STATES] = {
#undef OFFER_STATE
#define OFFER_STATE(state, flags) [OFFER_##state] = (flags),
#include "life.def"
#undef OFFER_STATE
#define OFFER_STATE(state, flags)
};

/* What follows, and 1 more: 0 is nothing. */
const uint8_t life_sends[SEND_STATES][SEND_EVENTS] = {
#undef SEND
#define SEND(state, event, next) [SEND_##state][ON_SEND_##event] = SEND_##next + 1,
#include "life.def"
#undef SEND
#define SEND(state, event, next)
};

const uint8_t life_offers[OFFER_STATES][OFFER_EVENTS] = {
#undef OFFER
#define OFFER(state, event, next) [OFFER_##state][ON_OFFER_##event] = OFFER_##next + 1,
#include "life.def"
};
