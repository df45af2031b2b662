/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows: made and freed by all members together. Each has a group of its own, so that its messages
 * are told from all others; the group's number is the window's name.
 *
 * With the first window noc_progress calls here (struct layer_above), after the collectives: so a
 * program without any has neither the memory nor the code.
 */
#include <stdlib.h>
#include <string.h>

#include "eager/seen.h"
#include "groups/agreement.h"
#include "groups/groups.h"
#include "messages/messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"
#include "onesided_priv.h"

/* --- all of this core ------------------------------------------------------------------ */

static bool progress(void)
{
    struct onesided *o = noc_layer.onesided;
    bool memory = !o->below || o->below->progress();
    struct window *w;

    for (w = o->windows; w; w = w->next) {
        if (w->peers) {
            origin_progress(w);
        }
        if (w->served) {
            answers_retire(w);
        }
    }
    if (o->left) {
        target_serve();
    }
    for (w = o->windows; w; w = w->next) {
        if (w->locks) {
            locks_progress(w);
        }
    }
    return memory;
}

static void group_ends(struct noc_group *g)
{
    struct onesided *o = noc_layer.onesided;

    if (o->below) {
        o->below->group_ends(g);
    }
}

static noc_err group_left(const struct noc_group *g)
{
    const struct layer_above *below = noc_layer.onesided->below;

    return below && below->group_left ? below->group_left(g) : NOC_ERR_OK;
}

static void group_gone(const struct noc_group *g)
{
    const struct layer_above *below = noc_layer.onesided->below;

    if (below && below->group_gone) {
        below->group_gone(g);
    }
}

static const char *world_left(void)
{
    const struct layer_above *below = noc_layer.onesided->below;

    return below && below->world_left ? below->world_left() : NULL;
}

static const struct layer_above above = {.progress = progress,
                                         .group_ends = group_ends,
                                         .group_left = group_left,
                                         .group_gone = group_gone,
                                         .world_left = world_left,
                                         .takes = target_takes,
                                         .wants = target_wants};

/* False: no memory. */
static bool begin(void)
{
    if (!noc_layer.onesided) {
        noc_layer.onesided = malloc(sizeof(*noc_layer.onesided));
        if (noc_layer.onesided) {
            *noc_layer.onesided = (struct onesided){.windows = NULL};
        }
    }
    return noc_layer.onesided;
}

/* The collectives are there, by which the members have told each other their sizes. */
static void window_add(struct window *w)
{
    struct onesided *o = noc_layer.onesided;

    if (noc_layer.above != &above) {
        o->below = noc_layer.above;
        noc_layer.above = &above;
    }
    w->next = o->windows;
    o->windows = w;
    o->left = true; /* others may have been quicker, and what they want may lie in their backlogs */
    noc_layer.windows_seen = SEEN_NONE;
    seen_due();
}

/* The last window is gone. */
static void end(void)
{
    struct onesided *o = noc_layer.onesided;

    if (o && !o->windows) {
        if (noc_layer.above == &above) {
            noc_layer.above = o->below;
        }
        blocks_end();
        noc_layer.onesided = NULL;
        free(o);
    }
}

/* --- making -------------------------------------------------------------------------------- */

static void *zeroed(size_t bytes)
{
    void *p = malloc(bytes);

    return p ? memset(p, 0, bytes) : NULL;
}

/* NULL: no memory. */
static struct window *window_new(void *memory, uint32_t bytes, uint32_t count)
{
    struct window *w = begin() ? zeroed(sizeof(*w)) : NULL;

    if (!w) {
        return NULL;
    }
    w->memory = memory;
    w->bytes = bytes;
    w->touched = zeroed((count + 31) / 32 * sizeof(*w->touched));
    if (!w->touched) {
        free(w);
        return NULL;
    }
    return w;
}

static void window_delete(struct window *w)
{
    if (w) {
        free(w->sizes);
        free(w->touched);
        free(w);
    }
}

/* What members tell each other: of all of it the largest. */
struct sizes {
    uint32_t bytes, less; /* less: of 2^32 - 1 */
    uint32_t poor;        /* 1: a member has no memory */
};

static noc_err tell(noc_group *group, struct sizes *t, struct wait *wait)
{
    struct sizes mine = *t;
    noc_err err = noc_allreduce(group, &mine, t, 3, &noc_max_uint32, wait_left(wait));

    return !err && t->poor ? NOC_ERR_MEMORY : err;
}

/* How large everybody's memory is. w: NULL: there was no memory for it. */
static noc_err agree(noc_group *group, struct window *w, uint32_t count, struct wait *wait)
{
    const uint32_t bytes = w ? w->bytes : 0;
    struct sizes t = {bytes, UINT32_MAX - bytes, !w};
    noc_err err = tell(group, &t, wait);

    if (err || t.bytes == UINT32_MAX - t.less) {
        return err;
    }
    w->sizes = malloc(count * sizeof(*w->sizes));
    t = (struct sizes){0, 0, !w->sizes};
    err = tell(group, &t, wait);
    return err ? err
               : noc_allgather(group, &w->bytes, w->sizes, sizeof(*w->sizes), wait_left(wait));
}

static noc_err check(const noc_group *group, const void *memory, uint32_t bytes,
                     noc_window **window)
{
    if (!noc_layer.size || !group_of(group)) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    return !window || (bytes && !ni_writes(memory, bytes)) ? NOC_ERR_ARGUMENT : NOC_ERR_OK;
}

noc_err noc_window_create(noc_group *group, void *memory, uint32_t bytes, noc_window **window,
                          uint32_t timeout)
{
    noc_err err = check(group, memory, bytes, window);
    const uint32_t count = noc_group_size(group);
    struct window *w;
    struct wait wait;
    int32_t peer;

    if (err) {
        return err;
    }
    wait_begin(&wait, NOC_WAIT_GROUP, WHAT_WINDOW >> WHAT_SHIFT, -1, timeout);
    w = window_new(memory, bytes, count);
    err = group_duplicate(group, WHAT_WINDOW, &group, timeout);
    if (!err) {
        err = agree(group, w, count, &wait);
        if (err == NOC_ERR_MISMATCH) {
            err = NOC_ERR_MEMORY; /* a member that had none has left this group, which is new */
        }
        if (err) {
            peer = noc_layer.last_peer;
            (void)!noc_group_free(group, err == NOC_ERR_MEMORY ? wait_left(&wait) : 0);
            noc_layer.last_peer = peer;
        }
    }
    if (err) {
        window_delete(w);
        end();
        return err;
    }
    w->group = group;
    w->g = group_of(group);
    window_add(w);
    *window = (noc_window *)group;
    return NOC_ERR_OK;
}

noc_err noc_window_operations(noc_window *window, const noc_op *const *ops, uint32_t count)
{
    struct window *w = window_of(window);
    uint32_t i;

    if (!w || (count && !ops) || count > NOC_WINDOW_OPERATIONS) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    for (i = 0; i < count; i++) {
        if (!ops[i] || !ops[i]->combine || !ops[i]->bytes || ops[i]->bytes > PIECE_BYTES) {
            return NOC_ERR_ARGUMENT;
        }
    }
    w->ops = ops;
    w->ops_count = count;
    w->op = NULL;
    return NOC_ERR_OK;
}

/* --- freeing --------------------------------------------------------------------------------- */

/* Nothing finds it any more, and nothing reads or writes its memory, or what was got. */
static void window_end(struct window *w)
{
    struct onesided *o = noc_layer.onesided;
    struct window **link = &o->windows;

    while (*link != w) {
        link = &(*link)->next;
    }
    *link = w->next;
    origin_end(w);
    answers_end(w);
    locks_end(w);
    end();
}

noc_err noc_window_free(noc_window *window, uint32_t timeout)
{
    struct window *w = window_of(window);
    noc_err err, left;
    struct wait wait;
    bool given_up;
    int32_t peer;

    if (!w) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    wait_begin(&wait, NOC_WAIT_GROUP, WHAT_WINDOW_FREE >> WHAT_SHIFT, -1, timeout);
    err = fence_to_end(w, &wait);
    peer = noc_layer.last_peer;
    window_end(w);
    given_up = err == NOC_ERR_TIMEOUT || err == NOC_ERR_MISMATCH; /* others may never come */
    left = err ? noc_group_free(w->group, given_up ? 0 : wait_left(&wait))
               : noc_group_leave(w->group, wait_left(&wait));
    if (err) {
        noc_layer.last_peer = peer;
    }
    window_delete(w);
    return err ? err : left;
}

uint32_t noc_window_bytes(const noc_window *window, uint32_t rank)
{
    const struct window *w = window_of(window);

    if (!w || rank >= w->g->count) {
        return 0;
    }
    return w->sizes ? w->sizes[rank] : w->bytes;
}
