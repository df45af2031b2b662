/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noc_ibroadcast. A long body to all cores goes along a plan, like noc_broadcast's, while the program
 * does something else: noc_progress opens the windows, tells others so, and sends on what has
 * come. Nothing here waits.
 *
 * Only one of them is under way at a time, since there are windows for one; later ones wait for it.
 * Nobody waits for ever by that: all members call the broadcasts of one group in the same order, and those
 * of other groups have other windows, or go by walks. (So those of other groups go by walks: members
 * may call broadcasts of two groups in different orders, and have no windows for both.)
 *
 * Cost: noc_broadcast's, and some 100 to 400 cycles at each relay for each noc_progress between.
 */
#include <stdlib.h>

#include "broadcast.h"
#include "collectives/collectives.h"
#include "groups/groups.h"
#include "multicasts/multicasts.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"
#include "opening.h"
#include "stream.h"

enum stage { CALLED, MEETING, FLOWING, LEAVING };

static struct stream *flows_stream(void)
{
    return &noc_layer.stream[STREAMS - 1];
}

/* --- going on ------------------------------------------------------------------------------ */

/* The first of them is over. */
static void end(struct room *room, noc_err result)
{
    struct flow *f = room->flows;

    room->flows = f->next;
    progress_accesses(); /* what came before its last piece was learnt by a window, past the queues */
    request_finish(f->request, result);
    free(f);
}

/* Nothing more of it lands or leaves. */
static void fail(struct room *room, noc_err result)
{
    struct flow *f = room->flows;
    struct stream *s = flows_stream();

    if (f->stage != CALLED && s->plan) {
        multicast_leave();
        s->flowing = false;
        stream_end(s);
    }
    noc_layer.awaited = noc_layer.entries_awaited = 0;
    end(room, result);
}

static noc_err begin(struct flow *f)
{
    struct stream *s = flows_stream();
    noc_err err = broadcast_plan(f->calls, f->root, f->algorithm);

    err = err ? err
              : stream_begin(s, f->calls->long_plan[0],
                             &(struct streamed){.body = f->body,
                                                .bytes = f->bytes,
                                                .segment = stream_segment(f->bytes, f->segment),
                                                .root = f->root,
                                                .number = f->sequence,
                                                .called = true});
    s->flowing = !err;
    return err;
}

/* True: the first of them is over. */
static bool go_on(struct room *room)
{
    struct flow *f = room->flows;
    struct stream *s = flows_stream();
    noc_err err = f->calls->breach.kind ? NOC_ERR_MISMATCH : NOC_ERR_OK;

    if (!err && f->stage == CALLED) {
        err = begin(f);
        f->stage = err ? CALLED : MEETING;
        if (err) {
            breach_give_up(f->calls, f->calls->recent[f->sequence % RECENT]);
        }
    }
    if (!err && f->stage == MEETING) {
        if (!opening_try(s)) {
            return false;
        }
        f->stage = FLOWING;
    }
    if (!err && f->stage == FLOWING) {
        if (!stream_flows(s, &err)) {
            return false;
        }
        f->stage = err ? FLOWING : LEAVING;
    }
    if (err) {
        fail(room, err);
    } else if (stream_has_left()) {
        stream_done(s);
        end(room, NOC_ERR_OK);
    } else {
        return false;
    }
    return true;
}

static void flow(struct room *room)
{
    while (room->flows && go_on(room)) {
    }
}

noc_err flows_wait(struct wait *wait)
{
    const struct room *room = noc_layer.collectives;
    noc_err err = NOC_ERR_OK;

    for (noc_progress(); !err && room->flows; noc_progress()) {
        err = wait_more(wait);
    }
    return err;
}

/* --- the call ------------------------------------------------------------------------------- */

static void append(struct room *room, struct flow *f)
{
    struct flow **link = &room->flows;

    while (*link) {
        link = &(*link)->next;
    }
    *link = f;
    room->flow = flow;
    f->ask_at = ni_time() + ASK_CYCLES;
    f->asked = 0;
    f->looks = 1;
    if (f->ask_at < noc_layer.ask_at) {
        noc_layer.ask_at = f->ask_at;
    }
}

static struct request *request_for(const struct group_calls *c, uint32_t tag)
{
    struct request *r = request_new(true);

    if (r) {
        r->kind = REQUEST_COLLECTIVE;
        r->peer = -1;
        r->tag = (int32_t)tag;
        r->status = (noc_status){.source = c->group->rank, .tag = tag};
    }
    return r;
}

noc_err flow_start(struct group_calls *c, const struct flow *what, noc_request *request)
{
    struct room *room = noc_layer.collectives;
    struct request *r;
    struct flow *f;

    if (call_is_crowded(room, c)) {
        return NOC_ERR_BUSY;
    }
    f = malloc(sizeof(*f));
    if (!f) {
        return NOC_ERR_MEMORY;
    }
    r = request_for(c, tag_of(NOC_BROADCAST, what->root, c->sequence));
    if (!r) {
        free(f);
        return NOC_ERR_BUSY;
    }
    *f = *what;
    f->next = NULL;
    f->calls = c;
    f->request = r;
    f->sequence = c->sequence;
    f->stage = CALLED;
    (void)call_enter(c, NOC_BROADCAST, what->root);
    call_is_long(c, what->bytes);
    append(room, f);
    *request = (noc_request){.index = r->index, .generation = r->generation};
    noc_progress();
    return NOC_ERR_OK;
}
