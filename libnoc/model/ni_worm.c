/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of worms. Three sizes make up nearly all traffic: signals, signals
 * with a header of turns or short messages, eager messages; each has a list of spare ones. Longer bodies come from the heap
 * and go back to it. All that live are linked, so that a board can be freed or
 * reset with worms under way.
 */
#include <stdlib.h>
#include <string.h>

#include "ni.h"

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
    w->next = pool->live;
    if (w->next) {
        w->next->prev = w;
    }
    pool->live = w;
    return w;
}

void ni_worm_done(struct ni_pool *pool, struct ni_worm *w)
{
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
    free_list(pool->live);
    for (unsigned c = 0; c < CLASS_HEAP; c++) {
        free_list(pool->spare[c]);
    }
    *pool = (struct ni_pool){0};
}
