/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All states of a protocol, by breadth-first search from its first one. A protocol is a list of
 * events that might happen, and a function that lets one happen to a state if it can.
 */
#ifndef TESTS_LIFE_SPACE_H
#define TESTS_LIFE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPACE_STATE_BYTES = 64, SPACE_EVENTS = 400 };

/* Who brings it about. */
enum cause {
    AT_WILL,     /* a new call, a death: it may never happen */
    BY_DEADLINE, /* a call ends in error: it happens if nothing else does */
    BY_ITSELF    /* it happens sooner or later */
};

struct event {
    uint8_t kind, index, detail, cause;
};

struct protocol {
    const char *name;
    size_t state_bytes;
    const struct event *events;
    uint32_t event_count;
    /* The first state, in memory that is all zeros. */
    void (*begin)(void *state);
    /* Lets the event happen; false: it cannot happen in this state. */
    bool (*happen)(void *state, struct event event);
    /* After happen(): the property that the event has broken, or NULL. */
    const char *(*broken)(void);
    /* Is all over in this state? Such a state must be in reach of each, without events at will. */
    bool (*over)(const void *state);
    /* Does nothing wait for what others do by themselves? The same, but without deadlines, too. */
    bool (*quiet)(const void *state);
    void (*print_event)(const void *before, struct event event);
};

struct findings {
    uint32_t states;
    uint64_t transitions;
    double seconds;
    const char *broken; /* the first property that does not hold, or NULL */
};

/*
 * Goes through all states, but stops with "too many states" at the limit. A property that does not
 * hold ends the search; with `tell` the shortest way to it is printed.
 */
struct findings space_explore(const struct protocol *p, uint32_t states_limit, bool tell);

#endif
