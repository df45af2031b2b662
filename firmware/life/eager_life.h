/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of eager.def in C: states, events, and what follows. */
#ifndef FIRMWARE_EAGER_LIFE_H
#define FIRMWARE_EAGER_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#define KEPT_STATE(state)
#define KEPT_EVENT(event)
#define KEPT(state, event, next)
#define PULL_STATE(state)
#define PULL_EVENT(event)
#define PULL(state, event, next)

enum kept_state {
    KEPT_NONE, /* everything was acknowledged */
#undef KEPT_STATE
#define KEPT_STATE(state) KEPT_##state,
#include "eager.def"
#undef KEPT_STATE
#define KEPT_STATE(state)
    KEPT_STATES
};

enum kept_event {
#undef KEPT_EVENT
#define KEPT_EVENT(event) ON_KEPT_##event,
#include "eager.def"
#undef KEPT_EVENT
#define KEPT_EVENT(event)
    KEPT_EVENTS
};

enum pull_state {
    PULL_NONE,
#undef PULL_STATE
#define PULL_STATE(state) PULL_##state,
#include "eager.def"
#undef PULL_STATE
#define PULL_STATE(state)
    PULL_STATES
};

enum pull_event {
#undef PULL_EVENT
#define PULL_EVENT(event) ON_PULL_##event,
#include "eager.def"
#undef PULL_EVENT
#define PULL_EVENT(event)
    PULL_EVENTS
};

#undef KEPT_STATE
#undef KEPT
#undef KEPT_EVENT
#undef PULL_STATE
#undef PULL_EVENT
#undef PULL

/* What follows. False: the event has no row in this state, and *state stays. */
bool kept_follows(enum kept_state *state, enum kept_event event);
bool pull_follows(enum pull_state *state, enum pull_event event);

#endif
