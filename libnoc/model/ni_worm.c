/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of worms. Three sizes make up nearly all traffic: signals, signals
 * with a header of turns or short messages, eager messages; each has a list of spare ones. Longer bodies come from the heap
 * and go back to it. All that live are linked, so that a board can be freed or
 * reset with worms under way. Copies hang on their worm, and go where it goes.
 */
#include <stdlib.h>
#include <string.h>

#include "board_priv.h"

static const uint32_t class_flits[] = {0, NOC_TURNS_MAX + 1, 64};
enum { CLASS_HEAP = 3 };

void *ni_alloc(size_t count, size_t bytes)
{
    void *p = calloc(count, bytes);

    if (!p) {
        abort();
    }
    return p;
}

struct ni_worm *ni_worm_new(struct ni_pool *pool, uint32_t flits)
{
    struct ni_worm *w = NULL;
    uint8_t size_class = 0;

    while (size_class < CLASS_HEAP && flits > class_flits[size_class]) {
        size_class++;
    }
    if (size_class < CLASS_HEAP) {
        w = pool->spare[size_class];
        flits = class_flits[size_class];
    }
    if (w) {
        pool->spare[size_class] = w->next;
        memset(w, 0, sizeof(*w));
    } else {
        w = ni_alloc(1, sizeof(*w) + flits * sizeof(w->body[0]));
    }
    w->size_class = size_class;
    w->net.cookie = w;
    w->last.worm = w;
    w->holders = 1;
    w->next = pool->live;
    if (w->next) {
        w->next->prev = w;
    }
    pool->live = w;
    return w;
}

struct ni_arrival *ni_worm_copy(struct ni_pool *pool, struct ni_worm *w)
{
    struct ni_arrival *a = pool->arrivals;

    if (a) {
        pool->arrivals = a->next;
        memset(a, 0, sizeof(*a));
    } else {
        a = ni_alloc(1, sizeof(*a));
    }
    a->worm = w;
    if (w->newest) {
        w->newest->next = a;
    } else {
        w->copies = a;
    }
    w->newest = a;
    if (!w->coming) {
        w->coming = a;
    }
    w->holders++;
    return a;
}

void ni_worm_done(struct ni_pool *pool, struct ni_worm *w)
{
    if (w->copies) {
        w->newest->next = pool->arrivals;
        pool->arrivals = w->copies;
    }
    if (w->next) {
        w->next->prev = w->prev;
    }
    if (w->prev) {
        w->prev->next = w->next;
    } else {
        pool->live = w->next;
    }
    if (w->size_class == CLASS_HEAP) {
        free(w);
    } else {
        w->next = pool->spare[w->size_class];
        pool->spare[w->size_class] = w;
    }
}

static void free_arrivals(struct ni_arrival *a)
{
    while (a) {
        struct ni_arrival *next = a->next;

        free(a);
        a = next;
    }
}

static void free_list(struct ni_worm *w)
{
    while (w) {
        struct ni_worm *next = w->next;

        free(w);
        w = next;
    }
}

void ni_pool_free(struct ni_pool *pool)
{
    for (struct ni_worm *w = pool->live; w; w = w->next) {
        free_arrivals(w->copies);
    }
    free_arrivals(pool->arrivals);
    free_list(pool->live);
    for (unsigned c = 0; c < CLASS_HEAP; c++) {
        free_list(pool->spare[c]);
    }
    *pool = (struct ni_pool){0};
}
