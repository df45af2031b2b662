/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How what is under way goes on: noc_progress calls here from the first collective operation on. So a
 * program without any has not the code.
 */
#include <stdlib.h>

#include "collectives.h"
#include "groups/groups.h"
#include "progress/progress.h"
#include "requests/requests.h"

/* --- going on ----------------------------------------------------------------------------- */

/* What a program has a request for ends here; what it waits for ends where it waits. */
static bool progress_walks(struct room *room)
{
    struct walk *w, *next;
    bool memory = true;

    for (w = room->walks; w; w = next) {
        next = w->next;
        memory &= walk_progress(w);
        if (w->asked && w->asked != w->number + 1) {
            breach_ask_later(w); /* it waits for others now */
        }
        if (w->wrong) {
            breach_length(w);
        }
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

/* Whether one goes on with requests, which look for messages among unexpected ones. */
static bool has_requests(const struct room *room)
{
    const struct walk *w = room->walks;

    while (w && w->state == STRAIGHT) {
        w = w->next;
    }
    return w;
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
        memory = (int)(!has_requests(room) || earlies_end()) & progress_walks(room);
        if (room->flows) {
            room->flow(room);
        }
        if (noc_layer.unexpected.head) {
            breach_look(room);
        }
    } while (room->broke); /* then more has ended */
    if (!room->walks && !room->flows) {
        noc_layer.ask_at = UINT64_MAX; /* who waits for something else may sleep */
    } else if (room->asks || ni_time() >= noc_layer.ask_at) {
        breach_ask(room);
    }
    if (noc_layer.within) {
        breach_ask_waited();
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

/* What is remembered of its calls; NULL: nothing. */
static struct group_calls *find_calls(const struct room *room, const struct noc_group *g)
{
    struct group_calls *c = room->groups;

    while (c && c->group != g) {
        c = c->next;
    }
    return c;
}

static void group_gone(const struct noc_group *g)
{
    struct group_calls *c = find_calls(noc_layer.collectives, g);

    if (c) {
        c->group = NULL;
        c->stopped = NULL;
    }
}

/* What is under way in it is given up. What of that is on its way through the network is waited
 * for, since it is in the caller's memory. While members meet to end it they are asked about its calls. */
static void group_ends(struct noc_group *g)
{
    struct room *room = noc_layer.collectives;
    struct group_calls *c = find_calls(room, g);
    struct walk *w;

    room->ended_broken = room->ended_unreported = false;
    if (!c) {
        return;
    }
    w = find_walk(room, g);
    if (w) {
        breach_give_up(c, walk_plain_tag(w));
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
    (void)earlies_end(); /* whatever it is, it goes with the group's messages */
    room->ended_broken = c->breach.kind;
    if (c->breach.kind && !c->reported) {
        breach_report(c);
        room->ended_unreported = true;
    }
    c->stopped = NULL;
    if (c->breach.kind) {
        group_gone(g);
    }
}

/* --- the beginning --------------------------------------------------------------------------- */

void above_begin(struct room *room)
{
    static const struct layer_above above = {
        .progress = progress,
        .group_ends = group_ends,
        .group_left = breach_left,
        .group_gone = group_gone,
        .world_left = breach_at_end,
    };

    if (!room->begun) {
        room->begun = true;
        noc_layer.above = &above;
    }
}

/* --- before ---------------------------------------------------------------------------------- */

/* This core has called no collective operation yet, and takes no memory until it is asked about one. */
static bool watch(void)
{
    struct room *room;

    noc_layer.ask_at = UINT64_MAX;
    if (noc_layer.within) {
        breach_ask_waited();
    }
    if (!noc_layer.unexpected.head || !breach_is_asked()) {
        return true;
    }
    room = room_get();
    if (!room) {
        return false;
    }
    above_begin(room);
    return progress();
}

static void nothing_ends(struct noc_group *g)
{
    (void)g;
}

static noc_err nothing_left(const struct noc_group *g)
{
    return breach_is_left(g) && room_get() ? breach_left(g) : NOC_ERR_OK;
}

void collectives_watch(void)
{
    static const struct layer_above watching = {.progress = watch,
                                                .group_ends = nothing_ends,
                                                .group_left = nothing_left,
                                                .world_left = breach_at_end};

    noc_layer.ask_at = UINT64_MAX;
    noc_layer.above = &watching;
}
