/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of eager.def, to look things up. */
#include "eager_life.h"

#define KEPT_STATE(state)
#define KEPT_EVENT(event)
#define KEPT(state, event, next) [KEPT_##state][ON_KEPT_##event] = KEPT_##next + 1,
#define PULL_STATE(state)
#define PULL_EVENT(event)
#define PULL(state, event, next)

/* What follows, and 1 more: 0 is nothing. */
static const uint8_t kepts[KEPT_STATES][KEPT_EVENTS] = {
#include "eager.def"
};

#undef KEPT
#define KEPT(state, event, next)
#undef PULL
#define PULL(state, event, next) [PULL_##state][ON_PULL_##event] = PULL_##next + 1,

static const uint8_t pulls[PULL_STATES][PULL_EVENTS] = {
#include "eager.def"
};

bool kept_follows(enum kept_state *state, enum kept_event event)
{
    const uint32_t next = kepts[*state][event];

    if (next) {
        *state = (enum kept_state)(next - 1);
    }
    return next;
}

bool pull_follows(enum pull_state *state, enum pull_event event)
{
    const uint32_t next = pulls[*state][event];

    if (next) {
        *state = (enum pull_state)(next - 1);
    }
    return next;
}
