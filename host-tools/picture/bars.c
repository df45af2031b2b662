/* SPDX-License-Identifier: BSD-2-Clause */
#include "bars.h"

#include <stdlib.h>

#include "base/alloc.h"

static void add(struct bars *b, uint32_t row, enum bar_kind kind, uint64_t begin, uint64_t end)
{
    if (begin == SCENE_NEVER || end == SCENE_NEVER || end <= begin) {
        return;
    }
    if (b->n == b->room) {
        b->room = b->room ? 2 * b->room : 256;
        b->at = realloc(b->at, b->room * sizeof *b->at);
        if (!b->at) {
            out_of_memory();
        }
    }
    b->at[b->n++] = (struct bar){row, kind, begin, end};
}

static int by_row(const void *a, const void *b)
{
    const struct bar *x = a, *y = b;
    return x->row != y->row   ? (x->row > y->row) - (x->row < y->row)
         : x->kind != y->kind ? (int)x->kind - (int)y->kind
                              : (x->begin > y->begin) - (x->begin < y->begin);
}

static void add_visit(struct bars *b, const struct scene_worm *w, const struct scene_visit *v,
                      uint64_t end)
{
    uint64_t head = v->head != SCENE_NEVER ? v->head : end;
    add(b, v->node, BAR_TRAVELS, w->injected, head);
    for (uint32_t k = 0; k < w->hops; k++) {
        const struct scene_hop *h = &w->hop[k];
        if (h->waited && h->head <= head) {
            add(b, v->node, BAR_BLOCKED, h->head - h->waited, h->head);
        }
    }
    if (w->stuck != SCENE_NEVER && v->whole == SCENE_NEVER) {
        add(b, v->node, BAR_BLOCKED, w->stuck, end);
    }
    add(b, v->node, BAR_RECEIVES, v->head, v->whole);
    add(b, v->node, BAR_SOFTWARE, v->whole, v->software);
}

void bars_of_cores(struct bars *b, const struct scene *s)
{
    for (uint32_t i = 0; i < s->worms; i++) {
        const struct scene_worm *w = &s->worm[i];
        if (w->by_ni) {
            continue;
        }
        add(b, w->from, BAR_STARTS, w->startup, w->started);
        if (w->injected != SCENE_NEVER) {
            add(b, w->from, BAR_INJECTS, w->injected,
                w->gone != SCENE_NEVER ? w->gone + 1 : s->end);
        }
        for (uint32_t k = 0; k < w->visits; k++) {
            add_visit(b, w, &w->visit[k], s->end);
        }
    }
    if (b->n) {
        qsort(b->at, b->n, sizeof *b->at, by_row);
    }
}

void bars_of_channels(struct bars *b, const struct scene *s)
{
    for (uint32_t i = 0; i < s->worms; i++) {
        const struct scene_hop *next = scene_wanted(&s->worm[i]);
        if (next) {
            add(b, next->channel, BAR_BLOCKED, s->worm[i].stuck, s->end);
        }
        for (uint32_t k = 0; k < s->worm[i].hops; k++) {
            const struct scene_hop *h = &s->worm[i].hop[k];
            add(b, h->channel, BAR_INJECTS, h->head, h->tail == SCENE_NEVER ? s->end : h->tail + 1);
            add(b, h->channel, BAR_BLOCKED, h->head - h->waited, h->head);
        }
    }
    if (b->n) {
        qsort(b->at, b->n, sizeof *b->at, by_row);
    }
}
