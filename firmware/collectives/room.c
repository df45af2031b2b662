/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is remembered on this core: all of it comes from the heap with the first collective operation.
 */
#include <stdlib.h>
#include <string.h>

#include "matching/matching.h"
#include "slots/slots.h"
#include "straight.h"

static void *zeroed(size_t bytes)
{
    void *p = malloc(bytes);

    return p ? memset(p, 0, bytes) : NULL;
}

struct room *room_get(void)
{
    struct layer_state *l = &noc_layer;

    if (!l->collectives) {
        l->collectives = zeroed(sizeof(struct room));
        l->ask_at = UINT64_MAX;
    }
    return l->collectives;
}

/* Whom its member exchanges with in the rounds of short.c. */
static void prepare(struct group_calls *c)
{
    const struct noc_group *g = c->group;
    uint32_t bit, with;

    c->fold = noc_fold(&(struct noc_call){.count = (uint16_t)g->count});
    for (bit = 1; bit < c->fold.places; bit *= 2) {
        with = noc_fold_first(&c->fold, noc_fold_place(&c->fold, g->rank) ^ bit);
        c->partner[c->rounds++] = (struct partner){group_node(g, with), wire_user(0, false, with)};
    }
    /* Who takes one is late for a message that comes meanwhile. While the copies are enough for all
     * rounds, acknowledgements may wait. */
    c->patience = LOOKS - (c->rounds < KEPT_USER ? 6 : 1);
}

struct group_calls *calls_of(struct noc_group *g)
{
    struct room *room = room_get();
    struct group_calls *c, **link;

    if (!room) {
        return NULL;
    }
    link = &room->groups;
    c = *link;
    if (c && c->group == g) {
        return c;
    }
    while ((c = *link) && c->group != g) {
        link = &c->next;
    }
    if (c) {
        *link = c->next;
    } else {
        c = zeroed(sizeof(*c));
        if (c) {
            c->group = g;
            prepare(c);
        }
    }
    if (c) { /* first: the group is used again, most likely */
        c->next = room->groups;
        room->groups = c;
    }
    return c;
}

/* What a new one begins with; the rest is set before it is used. */
static void clear(struct walk *w)
{
    w->request = NULL;
    w->number = 0;
    w->state = WALKING;
    w->result = NOC_ERR_OK;
    w->actions = 0;
    w->fetched = w->last = w->wrong = false;
}

struct walk *walk_new(struct room *room)
{
    struct walk *w = room->spare;

    if (w) {
        room->spare = NULL;
    } else {
        w = zeroed(sizeof(*w));
    }
    if (w) {
        clear(w);
    }
    return w;
}

/* Its buffers remain with it, unless they are large. */
static void shrink(struct buffer *b)
{
    if (b->room > sizeof(uint32_t) * EAGER_FLITS) {
        free(b->at);
        b->at = NULL;
        b->room = 0;
    }
    b->used = false;
}

void walk_free(struct room *room, struct walk *w)
{
    shrink(&w->packing);
    shrink(&w->landing);
    if (room->spare) {
        free(w->packing.at);
        free(w->landing.at);
        free(w);
    } else {
        room->spare = w;
    }
}

void walk_delete(struct room *room, struct walk *w)
{
    struct walk **link = &room->walks;

    while (*link != w) {
        link = &(*link)->next;
    }
    *link = w->next;
    if (!room->walks) {
        noc_layer.ask_at = UINT64_MAX; /* else nobody could sleep beyond it */
    }
    layout_free(&w->layout);
    walk_free(room, w);
}

bool earlies_end(void)
{
    struct room *room = noc_layer.collectives;

    while (room->earlies) {
        const struct early *e = &room->early[room->earlies - 1];
        const struct slot envelope = {
            .when = early_when(e), .w0 = e->words, .w1 = e->w1, .w2 = e->w2};
        struct slot *slot = slot_outside(&envelope, e->words);

        if (!slot) {
            return false;
        }
        copy_flits(slot->body, e->value, e->words);
        room->earlies--;
        envelope_restored(slot);
    }
    return true;
}
