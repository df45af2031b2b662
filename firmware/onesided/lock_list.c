/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who has the lock of this member's memory, and who waits for it, in the order in which they asked.
 * The one in front has it, and if that is a shared lock so do all up to the first exclusive one.
 */
#include "onesided_priv.h"

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
    lock = block_new(sizeof(*lock));
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
        block_free(lock);
    }
}

void locks_progress(struct window *w)
{
    struct lock *lock;

    for (lock = w->locks; lock && (lock == w->locks || !lock->exclusive); lock = lock->next) {
        lock->told = lock->told || lock->rank == w->g->rank ||
                     answer_send(w, lock->rank, TAG_GRANT, NULL, 0, false);
        if (lock->exclusive) {
            return;
        }
    }
}
