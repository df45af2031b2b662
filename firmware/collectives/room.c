/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is under way on this core. All of it comes from the heap with the first collective operation,
 * and noc_progress calls here from then on: so a program without any has neither the memory nor the
 * code.
 */
#include <stdlib.h>
#include <string.h>

#include "collectives_priv.h"

/* --- going on ----------------------------------------------------------------------------- */

/* What a program has a request for ends here; what it waits for ends where it waits. */
static bool progress_walks(struct room *room)
{
    struct walk *w, *next;
    bool memory = true;

    for (w = room->walks; w; w = next) {
        next = w->next;
        memory &= walk_progress(w);
        if (w->request) {
            w->request->peer = walk_peer(w);
            if (w->state == DONE) {
                request_finish(w->request, (noc_err)w->result);
                walk_delete(room, w);
            }
        }
    }
    return memory;
}

/* What is still to be sent about broken groups, also about freed ones. */
static void progress_told(struct room *room)
{
    struct group_calls **link = &room->groups, *c;

    while ((c = *link)) {
        if (breach_told(c) && !c->group) {
            *link = c->next;
            free(c);
        } else {
            link = &c->next;
        }
    }
}

static bool progress(void)
{
    struct room *room = noc_layer.collectives;
    bool memory = true;

    if (room->busy) {
        return true;
    }
    room->busy = true;
    do {
        room->broke = false;
        memory = (!room->walks || short_end()) & progress_walks(room);
        if (noc_layer.unexpected.head) {
            breach_look(room);
        }
    } while (room->broke); /* then more has ended */
    if (room->walks && ni_time() >= noc_layer.ask_at) {
        breach_ask(room);
    }
    progress_told(room);
    room->busy = false;
    return memory;
}

/* --- groups that end ------------------------------------------------------------------------ */

/* One in this group; NULL: none. */
static struct walk *find_walk(const struct room *room, const struct noc_group *g)
{
    struct walk *w = room->walks;

    while (w && w->group != g) {
        w = w->next;
    }
    return w;
}

/* What is under way in it is given up. What of that is on its way through the network is waited
 * for, since it is in the caller's memory. */
static void group_ends(struct noc_group *g)
{
    struct room *room = noc_layer.collectives;
    struct group_calls *c = room->groups;
    struct walk *w;

    while (c && c->group != g) {
        c = c->next;
    }
    if (!c) {
        return;
    }
    w = find_walk(room, g);
    if (w) {
        breach_give_up(c, w->tag);
    }
    while ((w = find_walk(room, g))) {
        if (w->state == DONE && !w->request) {
            walk_delete(room, w);
        } else {
            noc_progress();
        }
    }
    if (c->forget) {
        c->forget(c);
    }
    (void)short_end(); /* whatever it is, it goes with the group's messages */
    c->group = NULL;
    c->stopped = NULL;
}

/* --- memory ------------------------------------------------------------------------------------ */

static const struct layer_above above = {.progress = progress, .group_ends = group_ends};

static void *zeroed(size_t bytes)
{
    void *p = malloc(bytes);

    return p ? memset(p, 0, bytes) : NULL;
}

struct room *room_get(void)
{
    struct noc_layer *l = &noc_layer;

    if (!l->collectives) {
        l->collectives = zeroed(sizeof(struct room));
        l->above = l->collectives ? &above : NULL;
        l->ask_at = UINT64_MAX;
    }
    return l->collectives;
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
            c->fold = noc_fold(&(struct noc_call){.count = (uint16_t)g->count});
        }
    }
    if (c) { /* first: the group is used again, most likely */
        c->group = g;
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
    w->fetched = w->last = false;
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
    layout_free(&w->layout);
    walk_free(room, w);
}
