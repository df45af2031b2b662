/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A shortest cycle of the dependency graph.
 *
 * Idea: a cycle lies within one strongly connected component, so these come
 * first (Tarjan 1972, with a stack of our own). Within them a breadth-first
 * search from each channel over higher ones finds the shortest cycle of which
 * it is the lowest; none is followed further than the best one so far.
 *
 * Worms that are copied at a node ask for a context and a channel there at once, and who asks
 * first is served first; so between two of them at one node, where each holds what the other
 * wants, there is no cycle of waits: the one that asked first has both. A cycle must have an arc
 * that leads on to the next node. Only where a worm may have its context before it asks for the
 * channel (routings with lists) do others count too, and are looked for last.
 *
 * Cost: channels + dependencies when there is no cycle, else at most channels
 * of components times their dependencies, much less where short cycles exist.
 */
#include "dependencies.h"

#include <string.h>

#define NONE UINT32_MAX

/* Working memory, an entry for each vertex: a channel or a context. */
struct search {
    const struct noc_dependencies *g;
    uint32_t *order; /* Tarjan: when first seen, from 1; 0: not yet. Then: search it was seen in */
    uint32_t *low;   /* Tarjan: the earliest that can be reached; then: component */
    uint32_t *component; /* of those that lie on cycles; NONE: of no cycle */
    uint32_t *stack;     /* Tarjan: of the open component; then: the queue */
    uint32_t *path;      /* Tarjan: from the root to here; then: who found it */
    uint32_t *at;        /* Tarjan: which arc comes next; then: distance */
};

static bool search_make(struct search *s, const struct noc_dependencies *g)
{
    uint32_t **all[] = {&s->order, &s->low, &s->component, &s->stack, &s->path, &s->at};
    bool fine = true;

    s->g = g;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = calloc(g->vertices, sizeof **all[i]);
        fine = fine && *all[i];
    }
    return fine;
}

static void search_free(struct search *s)
{
    free(s->order);
    free(s->low);
    free(s->component);
    free(s->stack);
    free(s->path);
    free(s->at);
}

/* A component is complete: everything on the stack from `root` on. */
static void close_component(struct search *s, uint32_t root, uint32_t *stacked)
{
    uint32_t last = *stacked;
    bool on_cycle = s->stack[last - 1] != root; /* nothing follows itself */

    do {
        uint32_t c = s->stack[--last];

        s->component[c] = on_cycle ? root : NONE;
        s->low[c] = NONE; /* off the stack: nobody's low any more */
    } while (s->stack[last] != root);
    *stacked = last;
}

/* Tarjan's walk from one channel. */
static void components_from(struct search *s, uint32_t root, uint32_t *seen)
{
    uint32_t depth = 0, stacked = 0;

    s->path[depth++] = root;
    s->order[root] = s->low[root] = ++*seen;
    s->stack[stacked++] = root;
    s->at[root] = NONE;
    while (depth > 0) {
        uint32_t c = s->path[depth - 1];
        uint32_t next = noc_dependencies_next(s->g, c, s->at[c]);

        if (next == NONE) {
            depth--;
            if (depth > 0 && s->low[c] < s->low[s->path[depth - 1]]) {
                s->low[s->path[depth - 1]] = s->low[c];
            }
            if (s->low[c] == s->order[c]) {
                close_component(s, c, &stacked);
            }
            continue;
        }
        s->at[c] = next;
        if (s->order[next] == 0) {
            s->order[next] = s->low[next] = ++*seen;
            s->stack[stacked++] = next;
            s->at[next] = NONE;
            s->path[depth++] = next;
        } else if (s->low[next] != NONE && s->order[next] < s->low[c]) {
            s->low[c] = s->order[next];
        }
    }
}

/* Both at one node, asked for at once: a context there, and a channel that leaves it. */
static bool is_local(const struct noc_dependencies *g, uint32_t vertex, uint32_t next)
{
    return vertex >= g->channels || (next >= g->channels && noc_dependencies_end(g, next) !=
                                                                noc_dependencies_end(g, vertex));
}

/* A context and a channel of one node, each held by a worm that waits for the other, which come by
 * one channel: there is one of them at a time. */
static bool is_one_behind_the_other(const struct noc_dependencies *g, uint32_t a, uint32_t b)
{
    uint32_t context = a < b ? b : a, next = a < b ? a : b, ways = 0;

    if (context < g->channels || next >= g->channels) {
        return false;
    }
    for (uint32_t c = 0; c < g->channels; c++) {
        ways += g->used[c] && noc_dependencies_context(g, c) == context &&
                noc_dependencies_has(g, c, context) && noc_dependencies_has(g, c, next);
    }
    return ways < 2;
}

/*
 * The shortest cycle through `start` and higher channels of its component, if shorter than
 * `limit`. on: whose first arc leads on to the next node, through any vertices. Returns its
 * length, or limit; its last vertex is *last, from which path[] leads back.
 */
static uint32_t cycle_through(struct search *s, uint32_t start, bool on, uint32_t limit,
                              uint32_t *last)
{
    uint32_t head = 0, tail = 0;

    s->stack[tail++] = start;
    s->order[start] = start + 1;
    s->at[start] = 1;
    while (head < tail) {
        uint32_t c = s->stack[head++];

        if (s->at[c] >= limit) {
            break;
        }
        for (uint32_t next = noc_dependencies_next(s->g, c, NONE); next != NONE;
             next = noc_dependencies_next(s->g, c, next)) {
            if (on && c == start && is_local(s->g, c, next)) {
                continue;
            }
            if (next == start && s->at[c] == 2 && is_one_behind_the_other(s->g, start, c)) {
                continue;
            }
            if (next == start) {
                *last = c;
                return s->at[c];
            }
            if ((on || next > start) && s->order[next] != start + 1 &&
                s->component[next] == s->component[start]) {
                s->order[next] = start + 1;
                s->at[next] = s->at[c] + 1;
                s->path[next] = c;
                s->stack[tail++] = next;
            }
        }
    }
    return limit;
}

/* The vertices that path[] leads back through from `last`, the lowest first. NULL: out of memory.
 * */
static struct noc_channel *cycle_of(const struct search *s, uint32_t last, uint32_t length)
{
    struct noc_channel *cycle = malloc(length * sizeof *cycle);
    uint32_t lowest = last, after = 0;

    if (!cycle) {
        return NULL;
    }
    for (uint32_t i = 0, v = last; i < length; v = s->path[v], i++) {
        if (v <= lowest) {
            lowest = v;
            after = i; /* how many come behind it */
        }
    }
    for (uint32_t i = length; i-- > 0; last = s->path[last]) {
        cycle[(i + after + 1) % length] = noc_dependencies_channel(s->g, last);
    }
    return cycle;
}

/* on: as in cycle_through(). */
static bool shortest_cycle(struct search *s, bool on, const struct noc_watch *watch,
                           struct noc_channel **cycle, uint32_t *length)
{
    uint32_t best = NONE;

    memset(s->order, 0, s->g->vertices * sizeof *s->order);
    for (uint32_t c = 0; c < (on ? s->g->channels : s->g->vertices); c++) {
        uint32_t last = NONE;
        uint32_t found = s->component[c] == NONE ? best : cycle_through(s, c, on, best, &last);

        if (found < best) {
            free(*cycle);
            best = *length = found;
            *cycle = cycle_of(s, last, found);
            if (!*cycle) {
                return false;
            }
        }
        if (watch && s->component[c] != NONE && !watch->tell(watch->opaque, c, s->g->vertices)) {
            return false;
        }
    }
    return true;
}

bool noc_dependencies_cycle(const struct noc_dependencies *g, const struct noc_watch *watch,
                            struct noc_channel **cycle, uint32_t *length)
{
    struct search s;
    uint32_t seen = 0;
    bool fine = search_make(&s, g);

    *cycle = NULL;
    *length = 0;
    for (uint32_t c = 0; fine && c < g->vertices; c++) {
        if (g->used[c] && s.order[c] == 0) {
            components_from(&s, c, &seen);
        } else if (!g->used[c]) {
            s.component[c] = NONE;
        }
    }
    fine = fine && shortest_cycle(&s, g->node_contexts > 0, watch, cycle, length);
    if (fine && !*cycle && g->node_contexts > 0 && g->r->lists) {
        fine = shortest_cycle(&s, false, watch, cycle, length);
    }
    search_free(&s);
    if (!fine) {
        free(*cycle);
        *cycle = NULL;
        *length = 0;
    }
    return fine;
}
