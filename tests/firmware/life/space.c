/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * States lie one behind the other in the order in which they were found, so the number of a state
 * is also its age; a table with open addressing finds them again. Edges are kept by the state that
 * they leave, for the question what is in reach.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "space.h"

enum { CAUSE_SHIFT = 30, NUMBER_MASK = (1 << CAUSE_SHIFT) - 1, ENDS_OVER = 1, ENDS_QUIET = 2 };

struct space {
    const struct protocol *p;
    uint8_t *states;
    uint32_t count, room;
    uint32_t *table, table_mask; /* number + 1, or 0 */
    uint32_t *parent;
    uint32_t *edges; /* number of the next state, and the cause */
    uint64_t edge_count, edge_room;
    uint64_t *first_edge; /* of each state, and the end */
};

static _Noreturn void no_memory(void)
{
    fputs("explore: there is not enough memory\n", stderr);
    exit(2);
}

static void *grown(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (!memory) {
        no_memory();
    }
    return memory;
}

static uint8_t *state_at(const struct space *s, uint32_t i)
{
    return s->states + (size_t)i * s->p->state_bytes;
}

static uint64_t hash(const uint8_t *state, size_t bytes)
{
    uint64_t h = 0x9e3779b97f4a7c15u, word;
    size_t at;

    for (at = 0; at < bytes; at += sizeof(word)) {
        word = 0;
        memcpy(&word, state + at, bytes - at < sizeof(word) ? bytes - at : sizeof(word));
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h * 0xc4ceb9fe1a85ec53u >> 20;
}

static uint32_t *place_of(const struct space *s, const uint8_t *state)
{
    const size_t bytes = s->p->state_bytes;
    uint32_t at = (uint32_t)hash(state, bytes) & s->table_mask;

    while (s->table[at] && memcmp(state_at(s, s->table[at] - 1), state, bytes) != 0) {
        at = (at + 1) & s->table_mask;
    }
    return &s->table[at];
}

static void grow(struct space *s)
{
    uint32_t i;

    s->room = s->room ? 2 * s->room : 1u << 12;
    s->states = grown(s->states, s->room * s->p->state_bytes);
    s->parent = grown(s->parent, s->room * sizeof(*s->parent));
    s->first_edge = grown(s->first_edge, (s->room + 1) * sizeof(*s->first_edge));
    s->table_mask = 2 * s->room - 1;
    free(s->table);
    s->table = calloc(2 * (size_t)s->room, sizeof(*s->table));
    if (!s->table) {
        no_memory();
    }
    for (i = 0; i < s->count; i++) {
        *place_of(s, state_at(s, i)) = i + 1;
    }
}

static uint32_t number_of(struct space *s, const uint8_t *state, uint32_t parent)
{
    uint32_t *place;

    if (s->count == s->room) {
        grow(s);
    }
    place = place_of(s, state);
    if (!*place) {
        memcpy(state_at(s, s->count), state, s->p->state_bytes);
        s->parent[s->count] = parent;
        *place = ++s->count;
    }
    return *place - 1;
}

static void add_edge(struct space *s, uint32_t to, uint32_t cause)
{
    if (s->edge_count == s->edge_room) {
        s->edge_room = s->edge_room ? 2 * s->edge_room : 1u << 14;
        s->edges = grown(s->edges, s->edge_room * sizeof(*s->edges));
    }
    s->edges[s->edge_count++] = to | cause << CAUSE_SHIFT;
}

/* The event that breaks a property, or NULL. */
static const struct event *expand(struct space *s, uint32_t from)
{
    uint8_t next[SPACE_STATE_BYTES];
    uint32_t i;

    s->first_edge[from] = s->edge_count;
    for (i = 0; i < s->p->event_count; i++) {
        memcpy(next, state_at(s, from), s->p->state_bytes);
        if (s->p->happen(next, s->p->events[i])) {
            if (s->p->broken()) {
                return &s->p->events[i];
            }
            if (memcmp(next, state_at(s, from), s->p->state_bytes) != 0) {
                add_edge(s, number_of(s, next, from), s->p->events[i].cause);
            }
        }
    }
    s->first_edge[from + 1] = s->edge_count;
    return NULL;
}

/* --- what can be reached ------------------------------------------------------------------ */

static uint8_t follow(const struct space *s, const uint8_t *ends, uint32_t from)
{
    static const uint8_t ends_by[] = {
        [AT_WILL] = 0, [BY_DEADLINE] = ENDS_OVER, [BY_ITSELF] = ENDS_OVER | ENDS_QUIET};
    uint8_t found = ends[from];
    uint64_t e;

    for (e = s->first_edge[from]; e < s->first_edge[from + 1]; e++) {
        found |= ends[s->edges[e] & NUMBER_MASK] & ends_by[s->edges[e] >> CAUSE_SHIFT];
    }
    return found;
}

/* For each state which ends it reaches. Most events lead to younger states: the youngest first. */
static uint8_t *reached_ends(const struct space *s)
{
    uint8_t *ends = grown(NULL, s->count);
    bool changed = true;
    uint32_t i;

    for (i = 0; i < s->count; i++) {
        ends[i] = (s->p->over(state_at(s, i)) ? ENDS_OVER : 0) |
                  (s->p->quiet(state_at(s, i)) ? ENDS_QUIET : 0);
    }
    while (changed) {
        changed = false;
        for (i = s->count; i-- > 0;) {
            const uint8_t found = follow(s, ends, i);

            changed = changed || found != ends[i];
            ends[i] = found;
        }
    }
    return ends;
}

/* The first state from which an end is out of reach, and which; or NULL. */
static const char *stuck_at(const struct space *s, uint32_t *state)
{
    uint8_t *ends = reached_ends(s);
    const char *what = NULL;
    uint32_t i;

    for (i = 0; i < s->count && !what; i++) {
        *state = i;
        if (!(ends[i] & ENDS_OVER)) {
            what = "P6: from here on not all can end any more";
        } else if (!(ends[i] & ENDS_QUIET)) {
            what = "P6: from here on something waits for a call or a deadline that should not";
        }
    }
    free(ends);
    return what;
}

/* --- traces --------------------------------------------------------------------------------- */

static void print_step(const struct space *s, uint32_t from, uint32_t to)
{
    uint8_t next[SPACE_STATE_BYTES];
    uint32_t i;

    for (i = 0; i < s->p->event_count; i++) {
        memcpy(next, state_at(s, from), s->p->state_bytes);
        if (s->p->happen(next, s->p->events[i]) &&
            memcmp(next, state_at(s, to), s->p->state_bytes) == 0) {
            s->p->print_event(state_at(s, from), s->p->events[i]);
            return;
        }
    }
}

static void print_way(const struct space *s, uint32_t to)
{
    if (to > 0) {
        print_way(s, s->parent[to]);
        print_step(s, s->parent[to], to);
    }
}

static void print_finding(const struct space *s, const char *what, uint32_t state,
                          const struct event *last)
{
    printf("%s: %s\n", s->p->name, what);
    print_way(s, state);
    if (last) {
        s->p->print_event(state_at(s, state), *last);
    }
}

static double seconds(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What is broken, in which state, and by which event. */
static const char *search(struct space *s, uint32_t limit, uint32_t *state, const struct event **by)
{
    for (*state = 0; *state < s->count; ++*state) {
        *by = expand(s, *state);
        if (*by) {
            uint8_t next[SPACE_STATE_BYTES];

            memcpy(next, state_at(s, *state), s->p->state_bytes);
            s->p->happen(next, **by);
            return s->p->broken();
        }
        if (s->count > limit) {
            return "too many states";
        }
    }
    return stuck_at(s, state);
}

struct findings space_explore(const struct protocol *p, uint32_t states_limit, bool tell)
{
    uint8_t first[SPACE_STATE_BYTES] = {0};
    struct space s = {.p = p};
    struct findings f = {.seconds = -seconds()};
    const struct event *by = NULL;
    uint32_t state;

    p->begin(first);
    number_of(&s, first, 0);
    f.broken = search(&s, states_limit, &state, &by);
    if (f.broken && tell) {
        print_finding(&s, f.broken, state, by);
    }
    f.states = s.count;
    f.transitions = s.edge_count;
    f.seconds += seconds();
    free(s.states);
    free(s.table);
    free(s.parent);
    free(s.edges);
    free(s.first_edge);
    return f;
}
