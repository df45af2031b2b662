/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows by their names, who has and wants a member's lock, and the end of a request.
 */
#include <stdlib.h>

#include "messages/messages.h"
#include "onesided_priv.h"
#include "progress/progress.h"
#include "requests/requests.h"

struct window *window_of(const noc_window *name)
{
    struct window *w = noc_layer.onesided ? noc_layer.onesided->windows : NULL;

    while (w && w->group != (const noc_group *)name) {
        w = w->next;
    }
    return w;
}

void request_end(struct request *r)
{
    bool gone = false;

    while (!r->done && !gone) {
        gone = inner_give_up(r);
        if (!gone) {
            noc_progress(); /* it is about to be done */
        }
    }
    if (!gone) {
        request_free(r);
    }
}

/* --- locks, at the target -------------------------------------------------------------- */

struct lock **lock_find(struct window *w, uint32_t rank)
{
    struct lock **link = &w->locks;

    while (*link && (*link)->rank != rank) {
        link = &(*link)->next;
    }
    return link;
}

bool lock_asked(struct window *w, uint32_t rank, bool exclusive)
{
    struct lock **link = lock_find(w, rank), *lock;

    if (*link) {
        return true; /* no honest member asks twice */
    }
    lock = malloc(sizeof(*lock));
    if (!lock) {
        return false;
    }
    *lock = (struct lock){.rank = rank, .exclusive = exclusive};
    *link = lock;
    return true;
}

void lock_left(struct window *w, uint32_t rank)
{
    struct lock **link = lock_find(w, rank), *lock = *link;

    if (lock) {
        *link = lock->next;
        free(lock);
    }
}
