/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a group.
 */
#include "agreement.h"
#include "eager/backlog.h"
#include "groups.h"
#include "multicasts/multicasts.h"
#include "progress/progress.h"
#include "progress/wait.h"

/* --- what is left of a group ----------------------------------------------------------- */

/* Of the program's: its send is over, and who has not received it when the group ends does not. */
static bool is_forgotten(const struct request *r)
{
    return r->owned && wire_class(r->w2) == WIRE_USER && !(wire_context(r->w2) & 1);
}

static const struct request *send_left(const struct request *r, uint32_t context)
{
    while (r && (!wire_is_in(r->w2, context) ||
                 wire_is_question((uint32_t)r->tag << WIRE_TAG_SHIFT, r->w2))) {
        r = r->next;
    }
    return r;
}

/* A question need not be taken: its sender has ended the call, and so may the other have. No new group has
 * its context while it is kept. */
static bool message_left(uint32_t context, bool forgets, int32_t *peer)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r = send_left(l->queued, context);
    const struct backlog *b;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        const struct kept *k = l->kept[i].copy;

        if (wire_is_in(k->w2, context) && !wire_is_question(k->w1, k->w2)) {
            *peer = (int32_t)l->kept[i].to;
            return true;
        }
    }
    for (b = l->backlogs; b && !r; b = b->next) {
        r = send_left(b->first, context);
        while (r && forgets && is_forgotten(r)) {
            r = send_left(r->next, context);
        }
    }
    *peer = r ? r->peer : -1;
    return r;
}

bool group_message_left(uint32_t context, int32_t *peer)
{
    return message_left(context, false, peer);
}

/* All members have called: what a receiver did not want it never will. */
static void forget_messages(uint32_t context)
{
    struct backlog *b;

    for (b = noc_layer.backlogs; b; b = b->next) {
        backlog_drop(b, context * 2);
    }
}

static noc_err wait_accepted(uint32_t context, struct wait *wait)
{
    noc_err err;

    for (noc_progress(); message_left(context, true, &wait->peer); noc_progress()) {
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

/* --- freeing -------------------------------------------------------------------------------- */

/* Until all children have the last message, and all have accepted what this core sent in the group. */
static noc_err group_settle(struct noc_group *g, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_GROUP, WHAT_FREE >> WHAT_SHIFT, -1, timeout);
    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(&wait);
        if (err) {
            return err;
        }
    }
    return wait_accepted(g->context, &wait);
}

/* The same, and all members have called. */
static noc_err group_end(struct noc_group *g, uint32_t timeout)
{
    noc_err err = group_settle(g, timeout);
    struct wait wait;

    if (err) {
        return err;
    }
    if (g->signalled) { /* a barrier that timed out: others may have left it */
        err = noc_barrier((noc_group *)g->handle, timeout);
    }
    if (!err) {
        wait_begin(&wait, NOC_WAIT_GROUP, WHAT_FREE >> WHAT_SHIFT, -1, timeout);
        err = barrier_to_end(g, WHAT_FREE, &wait);
    }
    noc_progress(); /* what others have sent in it is here: now it is also looked at */
    return err;
}

/* Its context is taken again after those of other groups. */
static void group_rests(const struct noc_group *g)
{
    noc_layer.rested[noc_layer.freed++ % CONTEXTS_RESTED] = g->context;
}

/* All members have left it. */
static noc_err what_is_left(const struct noc_group *g)
{
    const struct layer_above *above = noc_layer.above;

    return above && above->group_left ? above->group_left(g) : NOC_ERR_OK;
}

noc_err noc_group_free(noc_group *group, uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    noc_err err;

    if (!g || g == &noc_layer.world) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (noc_layer.above) {
        noc_layer.above->group_ends(g);
    }
    err = group_end(g, timeout);
    if (err) {
        group_soil(g);
        group_give_up(g);
    } else {
        forget_messages(g->context);
        group_rests(g);
        err = what_is_left(g);
    }
    group_forget_split(g);
    group_clear(g);
    return err;
}

noc_err noc_group_leave(noc_group *group, uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    noc_err err;

    if (!g || g == &noc_layer.world) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    err = group_settle(g, timeout);
    if (err) {
        return err;
    }
    if (noc_layer.above) {
        noc_layer.above->group_ends(g);
    }
    forget_messages(g->context);
    group_rests(g);
    err = what_is_left(g);
    group_forget_split(g);
    group_clear(g);
    return err;
}
