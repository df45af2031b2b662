/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks a schedule of libnoc. A step and those that join it are under way at once, as requests of
 * the message layer; when all of them are done, what was received is combined and the next step
 * begins. Nothing here waits: noc_progress calls again when something has happened.
 *
 * Messages without bytes are left out, since both sides know of it; but for a barrier, whose
 * messages have none.
 */
#include <stdlib.h>
#include <string.h>

#include "collectives.h"
#include "eager/eager.h"
#include "messages/messages.h"
#include "requests/requests.h"
#include "slots/copy.h"

/* --- memory for a message ------------------------------------------------------------------ */

/* NULL: no memory. */
static char *buffer_take(struct buffer *b, uint32_t bytes)
{
    if (b->used) {
        return DATA_ROOM(bytes ? bytes : 1);
    }
    if (!b->at || b->room < bytes) {
        free(b->at);
        b->room = bytes < 64 ? 64 : bytes;
        b->at = DATA_ROOM(b->room);
    }
    b->used = b->at != NULL;
    return b->at;
}

static void buffer_give(struct buffer *b, char *at)
{
    if (at && at == b->at) {
        b->used = false;
    } else {
        free(at);
    }
}

/* --- combining ------------------------------------------------------------------------------- */

bool walk_combine(struct walk *w, uint8_t then, char *to, char *came, uint32_t bytes, bool scratch)
{
    const noc_op *op = w->arguments.op;
    char *aside = came;

    if (then == NOC_STORE) {
        if (to != came) {
            copy_bytes(to, came, bytes);
        }
    } else if (then == NOC_BEFORE || op->commutative) {
        op->combine(op, to, came, bytes / op->bytes);
    } else {
        if (!scratch) {
            aside = buffer_take(&w->landing, bytes);
            if (!aside) {
                return false;
            }
            copy_bytes(aside, came, bytes);
        }
        op->combine(op, aside, to, bytes / op->bytes);
        copy_bytes(to, aside, bytes);
        if (!scratch) {
            buffer_give(&w->landing, aside);
        }
    }
    return true;
}

/* --- one step ---------------------------------------------------------------------------------- */

bool walk_local(struct walk *w, const struct noc_step *s)
{
    const struct layout *l = &w->layout;
    uint32_t bytes = span_bytes(l, &s->sent);
    char *from = span_at(l, &s->sent), *to = span_at(l, &s->received);
    char *packed = NULL;
    bool done = true;

    if (!bytes) {
        return true;
    }
    if (!from) {
        from = packed = buffer_take(&w->packing, bytes);
        if (!packed) {
            return false;
        }
        span_pack(l, &s->sent, packed);
    }
    if (to) {
        done = walk_combine(w, s->then, to, from, bytes, packed != NULL);
    } else {
        span_unpack(l, &s->received, from);
    }
    buffer_give(&w->packing, packed);
    return done;
}

static bool begin_receive(struct walk *w, struct action *a)
{
    char *at = span_at(&w->layout, &a->step.received);

    if (!at || a->step.then != NOC_STORE) {
        if (!a->landing) {
            a->landing = buffer_take(&w->landing, a->receive_bytes);
        }
        at = a->landing;
        if (!at) {
            return false;
        }
    }
    a->receive = inner_irecv(w->group, a->step.from, w->tag, at, a->receive_bytes);
    a->receives = !a->receive;
    return a->receive != NULL;
}

/* A short message that can leave at once needs no request. */
static bool send_at_once(const struct walk *w, const struct action *a, const char *at)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t to = group_node(w->group, a->step.to);

    return a->send_bytes <= NOC_EAGER_BYTES && !l->detour && eager_idle(l, to, KEPT_USER) &&
           !eager_start(to, w->tag, wire_user(w->group->context, true, w->group->rank), at,
                        a->send_bytes);
}

static bool begin_send(struct walk *w, struct action *a)
{
    char *at = span_at(&w->layout, &a->step.sent);

    if (!at) {
        if (!a->packed) {
            a->packed = buffer_take(&w->packing, a->send_bytes);
            if (a->packed) {
                span_pack(&w->layout, &a->step.sent, a->packed);
            }
        }
        at = a->packed;
        if (!at) {
            return false;
        }
    }
    if (send_at_once(w, a, at)) {
        a->sends = false;
        return true;
    }
    a->send = inner_isend(w->group, a->step.to, w->tag, at, a->send_bytes);
    a->sends = !a->send;
    return a->send != NULL;
}

/* What is left to begin of it. False: no memory. */
static bool begin(struct walk *w, struct action *a)
{
    return (!a->receives || begin_receive(w, a)) && (!a->sends || begin_send(w, a));
}

/* Of all, in their order, in which messages of one sender come. */
static bool begin_all(struct walk *w)
{
    uint32_t i = 0;

    while (i < w->actions && begin(w, &w->action[i])) {
        i++;
    }
    return i == w->actions;
}

struct action *walk_add(struct walk *w, const struct noc_step *s)
{
    const bool empty = w->arguments.operation == NOC_BARRIER; /* its messages are empty, and sent */
    struct action *a = &w->action[w->actions++];

    a->step = *s;
    a->send = a->receive = NULL;
    a->packed = a->landing = NULL;
    a->asked_from = a->asked_to = false;
    a->send_bytes = s->to == NOC_NOBODY ? 0 : span_bytes(&w->layout, &s->sent);
    a->receive_bytes = s->from == NOC_NOBODY ? 0 : span_bytes(&w->layout, &s->received);
    a->sends = s->to != NOC_NOBODY && (a->send_bytes || empty);
    a->receives = s->from != NOC_NOBODY && (a->receive_bytes || empty);
    return a;
}

/* --- the end of a step ------------------------------------------------------------------------- */

static void fail(struct walk *w, noc_err error)
{
    if (w->state == WALKING || w->state == STRAIGHT) {
        w->state = ENDING;
        w->result = (int8_t)error;
    }
}

/* Its message has come: is it the right one? */
static void check_received(struct walk *w, const struct action *a)
{
    noc_err result = (noc_err)a->receive->result;

    if (result == NOC_ERR_TRUNCATED || (!result && a->receive->status.bytes != a->receive_bytes)) {
        w->wrong = true;
        w->wrong_from = a->step.from;
        w->expected = a->receive_bytes;
        w->got = a->receive->status.bytes;
        fail(w, NOC_ERR_MISMATCH);
    } else if (result) {
        fail(w, result);
    }
}

/* Take the ends of its requests. True: it has none any more. */
static bool take_ends(struct walk *w, struct action *a)
{
    if (a->receive && a->receive->done) {
        check_received(w, a);
        request_free(a->receive);
        a->receive = NULL;
    }
    if (a->send && a->send->done) {
        if (a->send->result) {
            fail(w, (noc_err)a->send->result);
        }
        request_free(a->send);
        a->send = NULL;
    }
    return !a->receive && !a->send;
}

static void release(struct walk *w, struct action *a)
{
    buffer_give(&w->packing, a->packed);
    buffer_give(&w->landing, a->landing);
    a->packed = a->landing = NULL;
}

/* All of it has come. */
static bool use_received(struct walk *w, struct action *a)
{
    char *at = span_at(&w->layout, &a->step.received);
    bool done = true;

    if (a->landing && at) {
        done = walk_combine(w, a->step.then, at, a->landing, a->receive_bytes, true);
    } else if (a->landing) {
        span_unpack(&w->layout, &a->step.received, a->landing);
    }
    release(w, a);
    return done;
}

/* --- walking ------------------------------------------------------------------------------------- */

bool walk_fetch(struct walk *w)
{
    if (!w->fetched && !w->last) {
        w->fetched = w->schedule->step(&w->call, w->group->rank, w->number, &w->following);
        w->last = !w->fetched;
    }
    return w->fetched;
}

/* Begin the steps that may go on now. False: no memory. */
static bool begin_steps(struct walk *w)
{
    while (walk_fetch(w)) {
        const struct noc_step *s = &w->following;

        if (!begin_all(w)) {
            return false;
        }
        if (w->actions && (!s->joins || w->actions == NOC_STEPS_AT_ONCE)) {
            break;
        }
        if (walk_is_local(s)) {
            if (!walk_local(w, s)) {
                return false;
            }
        } else {
            (void)walk_add(w, s);
        }
        w->fetched = false;
        w->number++;
    }
    return begin_all(w);
}

/* Those under way. True: all are done, or it has failed. */
static bool end_steps(struct walk *w, bool *memory)
{
    bool all = true;
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        struct action *a = &w->action[i];

        if (!begin(w, a)) {
            *memory = false;
        }
        all &= take_ends(w, a) && !a->sends && !a->receives;
    }
    if (w->state != WALKING || !all) {
        return w->state != WALKING;
    }
    for (i = 0; i < w->actions; i++) {
        (void)use_received(w, &w->action[i]);
    }
    w->actions = 0;
    return true;
}

/* --- giving up ------------------------------------------------------------------------------------- */

/* True: there is none any more. */
static bool cancel(struct request **link)
{
    struct request *r = *link;

    if (r && r->done) {
        request_free(r);
    } else if (r && !inner_give_up(r)) {
        return false; /* it is about to be done */
    }
    *link = NULL;
    return true;
}

static bool end(struct walk *w)
{
    bool quiet = true;
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        struct action *a = &w->action[i];

        if ((int)cancel(&a->receive) & cancel(&a->send)) { /* both, whatever the first says */
            release(w, a);
        } else {
            quiet = false;
        }
    }
    return quiet;
}

void walk_give_up(struct walk *w, noc_err error)
{
    fail(w, error);
}

void walk_resume(struct walk *w, uint32_t number, bool sent)
{
    w->number = number;
    if (sent && walk_fetch(w)) {
        walk_add(w, &w->following)->sends = false;
        w->fetched = false;
        w->number++;
    }
}

/* --- from outside -------------------------------------------------------------------------------------- */

void walk_done(struct walk *w)
{
    layout_end(&w->layout, &w->arguments, w->group);
    w->state = DONE;
}

bool walk_progress(struct walk *w)
{
    bool memory = true;

    while (w->state == WALKING && memory) {
        memory = begin_steps(w);
        if (!w->actions && memory && w->state == WALKING) {
            walk_done(w);
        } else if (!end_steps(w, &memory)) {
            break;
        }
    }
    if (w->state == ENDING && end(w)) {
        w->state = DONE;
    }
    return memory;
}

int32_t walk_peer(const struct walk *w)
{
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        if (w->action[i].receive) {
            return (int32_t)group_node(w->group, w->action[i].step.from);
        }
    }
    for (i = 0; i < w->actions; i++) {
        if (w->action[i].send) {
            return (int32_t)group_node(w->group, w->action[i].step.to);
        }
    }
    return -1;
}

const struct action *walk_awaits(const struct walk *w, uint32_t rank)
{
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        if (w->action[i].receive && w->action[i].step.from == rank) {
            return &w->action[i];
        }
    }
    return NULL;
}
