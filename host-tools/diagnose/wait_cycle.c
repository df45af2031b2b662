/* SPDX-License-Identifier: BSD-2-Clause */
#include "wait_cycle.h"

#include <stdlib.h>

#include "base/alloc.h"

/*
 * Cores 0 to n - 1, and behind them the barriers: a core waits for one other, or for its barrier;
 * a barrier for each who is missing in it.
 */
struct graph {
    const struct core *core;
    const struct barriers *barriers; /* NULL: none */
    uint32_t cores, all;
};

/* The i-th that this one waits for; all: there is none. */
static uint32_t next_of(const struct graph *g, uint32_t at, uint32_t i)
{
    if (at >= g->cores) {
        const struct barrier *b = &g->barriers->barrier[at - g->cores];
        return i < b->missing_n ? b->missing[i] : g->all;
    }
    if (i > 0) {
        return g->all;
    }
    if (g->barriers && barrier_of(g->barriers, at)) {
        return g->cores + g->barriers->of[at];
    }
    uint32_t next = core_waits_for(&g->core[at], at, g->cores);
    return next < g->cores ? next : g->all;
}

/* The cores of way[0..n-1], from the lowest on. */
static uint32_t list_cycle(const struct graph *g, const uint32_t *way, uint32_t n, uint32_t *list)
{
    uint32_t lowest = 0, length = 0;
    for (uint32_t i = 1; i < n; i++) {
        lowest = way[i] < way[lowest] ? i : lowest; /* a core: barriers have higher numbers */
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = way[(lowest + i) % n];
        if (at < g->cores) {
            list[length++] = at;
        }
    }
    return length;
}

/* Depth first from `from`. way: who leads to whom; tried: how many of its next were; place: where
 * on the way it is, + 1, or `done`. */
static uint32_t search(const struct graph *g, uint32_t from, uint32_t *way, uint32_t *tried,
                       uint32_t *place, uint32_t *list)
{
    const uint32_t done = UINT32_MAX;
    uint32_t length = 0;
    if (place[from]) {
        return 0;
    }
    way[length++] = from;
    place[from] = length;
    while (length) {
        uint32_t at = way[length - 1], next = next_of(g, at, tried[at]++);
        if (next == g->all) {
            place[at] = done;
            length--;
        } else if (place[next] == 0) {
            way[length++] = next;
            place[next] = length;
        } else if (place[next] != done) {
            return list_cycle(g, way + place[next] - 1, length - (place[next] - 1), list);
        }
    }
    return 0;
}

uint32_t cores_wait_cycle(const struct core *core, uint32_t n, const struct barriers *barriers,
                          uint32_t *list)
{
    struct graph g = {core, barriers, n, n + (barriers ? barriers->n : 0)};
    uint32_t *way = alloc_array(g.all, sizeof *way), *tried = alloc_array(g.all, sizeof *tried);
    uint32_t *place = alloc_array(g.all, sizeof *place), length = 0;
    for (uint32_t from = 0; from < n && !length; from++) {
        length = search(&g, from, way, tried, place, list);
    }
    free(way);
    free(tried);
    free(place);
    return length;
}
