/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests. One is done when the layer's request is, and all stages that follow. A call that waits
 * sleeps in the layer, for what it wants and for what is listed.
 */
#include "mpi_priv.h"
#include "types.h"

enum {
    LATER_CYCLES = 500, /* a stage that could not begin is tried again so often */
    ON_STACK = 64       /* requests that are waited for without the heap */
};

static struct mpi_request *vacant;
static struct mpi_request **staged_end = &mpi_state.staged; /* the last link of the list */

/* What is under way and done makes room. */
static struct mpi_request *memory_for_one(void)
{
    struct mpi_request *r = vacant;

    if (!r) {
        r = malloc(sizeof(*r));
        if (r) {
            r->turn = 0;
        }
    }
    if (!r) {
        mpi_progress();
        r = vacant;
    }
    if (r == vacant && r) {
        vacant = r->after;
    }
    return r;
}

struct mpi_request *mpi_request_new(enum mpi_request_kind kind, const struct mpi_message_of *m)
{
    struct mpi_request *r = memory_for_one();

    if (!r) {
        return NULL;
    }
    r->mark = MARK_REQUEST;
    r->kind = (uint8_t)kind;
    r->mode = SEND_STANDARD;
    r->persistent = r->done = r->cancelled = r->freed = r->listed = false;
    r->active = true;
    r->layer = NOC_NO_REQUEST;
    r->message = *m;
    r->packed = NULL;
    r->error = MPI_SUCCESS;
    r->next = NULL;
    r->ends = NULL;
    r->reports = NULL;
    mpi_comm_hold(m->comm);
    if (m->type) {
        type_hold(m->type);
    }
    return r;
}

void mpi_request_give(struct mpi_request *memory)
{
    memory->after = vacant;
    vacant = memory;
}

void mpi_request_delete(struct mpi_request *r)
{
    if (r->persistent && r->ends) {
        r->ends(r);
    }
    mpi_comm_release(r->message.comm);
    if (r->message.type) {
        type_release(r->message.type);
    }
    r->mark = 0;
    r->turn = (uint16_t)((r->turn + 1) % REQUEST_TURNS);
    mpi_request_give(r);
}

void mpi_request_list(struct mpi_request *r)
{
    r->listed = true;
    r->after = NULL;
    *staged_end = r;
    staged_end = &r->after;
}

static void unlist(struct mpi_request *r)
{
    struct mpi_request **link = &mpi_state.staged;

    while (*link != r) {
        link = &(*link)->after;
    }
    *link = r->after;
    r->listed = false;
    if (staged_end == &r->after) {
        staged_end = link;
    }
}

/* --- the end of one -------------------------------------------------------------------------- */

static void end(struct mpi_request *r)
{
    const struct mpi_message_of *m = &r->message;

    if (r->packed && r->kind == REQUEST_RECEIVE && !r->cancelled &&
        (!r->error || r->error == MPI_ERR_TRUNCATE)) {
        type_unpack(m->buf, m->count, m->type, r->packed, r->got.bytes);
    }
    free(r->packed);
    r->packed = NULL;
    r->done = true;
    if (r->ends && !r->persistent) {
        r->ends(r);
    }
    if (r->listed) {
        unlist(r);
    }
    if (r->freed) {
        mpi_request_delete(r);
    }
}

/* Nothing of the layer's is under way for it. */
static void go_on(struct mpi_request *r)
{
    int result = NEXT_DONE;

    if (r->next && (!r->error || r->kind == REQUEST_SEVERAL)) {
        result = r->next(r);
        if (result < 0) {
            return;
        }
        r->error = result;
    }
    end(r);
}

static bool is_under_way(const struct mpi_request *r)
{
    return r->layer.index != NOC_NO_REQUEST.index;
}

static void layer_done(struct mpi_request *r, noc_err err)
{
    r->error = mpi_class_of(err);
    go_on(r);
}

bool mpi_request_poll(struct mpi_request *r)
{
    bool done = true;
    noc_err err;

    if (r->done || r->kind == REQUEST_GENERAL) {
        return r->done;
    }
    if (!is_under_way(r)) {
        go_on(r);
    } else {
        err = noc_test(&r->layer, &done, &r->got);
        if (done) {
            layer_done(r, err); /* another stage may follow */
        }
    }
    return r->done; /* who frees it does not ask */
}

int mpi_request_inner(MPI_Request *inner)
{
    struct mpi_request *r = mpi_request_at(*inner);
    int error;

    if (!mpi_request_poll(r)) {
        return NEXT_LATER;
    }
    error = r->error;
    mpi_request_delete(r);
    *inner = MPI_REQUEST_NULL;
    return error;
}

/* --- waiting ---------------------------------------------------------------------------------- */

void mpi_progress(void)
{
    static bool going_on; /* what begins something within may ask for room */
    struct mpi_request *r, *after;

    if (going_on) {
        return;
    }
    going_on = true;
    for (r = mpi_state.staged; r; r = after) {
        after = r->after;
        (void)mpi_request_poll(r);
    }
    going_on = false;
}

/* What a call sleeps for. */
struct sleep {
    noc_request *layer;
    struct mpi_request **whose;
    uint32_t count, room;
    bool later; /* something is to be tried again */
};

static void sleep_add(struct sleep *s, struct mpi_request *r)
{
    if (is_under_way(r) && s->count < s->room) {
        s->layer[s->count] = r->layer;
        s->whose[s->count++] = r;
    } else {
        s->later = true;
    }
}

/* One of them is done, or the time has passed. */
static void sleep_now(struct sleep *s)
{
    uint32_t place = s->count;
    struct mpi_request *r;
    noc_status got;
    noc_err err;

    err = noc_wait_any(s->layer, s->count, &place, &got, s->later ? LATER_CYCLES : NOC_FOREVER);
    if (place < s->count && s->layer[place].index == NOC_NO_REQUEST.index) {
        r = s->whose[place];
        r->layer = NOC_NO_REQUEST;
        r->got = got;
        layer_done(r, err);
    } else if (err && err != NOC_ERR_TIMEOUT) {
        (void)mpi_fail_noc(NULL, "MPI_Wait", err);
    }
}

static uint32_t listed_count(void)
{
    const struct mpi_request *r;
    uint32_t count = 0;

    for (r = mpi_state.staged; r; r = r->after) {
        count++;
    }
    return count;
}

/* Once, for all of these and what is listed; where there is no memory for so many, for the first of
 * them, or a short time. */
static void sleep_for(MPI_Request *requests, int count)
{
    const uint32_t most = (uint32_t)count + listed_count();
    struct {
        noc_request layer[ON_STACK];
        struct mpi_request *whose[ON_STACK];
    } few;
    struct sleep s = {few.layer, few.whose, 0, ON_STACK, false};
    void *memory = NULL;
    struct mpi_request *r;
    int i;

    if (most > ON_STACK) {
        memory = malloc(most * (sizeof(*s.layer) + sizeof(*s.whose)));
    }
    if (memory) {
        s.whose = memory;
        s.layer = (noc_request *)(s.whose + most);
        s.room = most;
    }
    for (i = 0; i < count; i++) {
        r = mpi_request_at(requests[i]);
        if (!mpi_request_is_idle(r) && !r->listed) {
            sleep_add(&s, r);
        }
    }
    for (r = mpi_state.staged; r; r = r->after) {
        sleep_add(&s, r);
    }
    sleep_now(&s);
    free(memory);
}

bool mpi_wait_first(MPI_Request *requests, int count)
{
    struct mpi_request *r;
    bool any;
    int i;

    for (;;) {
        any = false;
        for (i = 0; i < count; i++) {
            r = mpi_request_at(requests[i]);
            if (!mpi_request_is_idle(r)) {
                any = true;
                if (r->done || (!is_under_way(r) && mpi_request_poll(r))) {
                    return true;
                }
            }
        }
        if (!any) {
            return false;
        }
        if (mpi_state.staged) {
            mpi_progress();
        }
        for (i = 0; i < count; i++) {
            r = mpi_request_at(requests[i]);
            if (!mpi_request_is_idle(r) && r->done) {
                return true;
            }
        }
        sleep_for(requests, count);
    }
}

void mpi_wait_done(struct mpi_request *r)
{
    noc_err err;

    while (!r->done) {
        if (mpi_state.staged || !is_under_way(r)) {
            (void)mpi_wait_first(&r, 1);
            continue;
        }
        err = noc_wait(&r->layer, &r->got, NOC_FOREVER);
        if (is_under_way(r)) { /* no memory in the arena: it goes on */
            (void)mpi_fail_noc(r->message.comm, "MPI_Wait", err);
        } else {
            layer_done(r, err);
        }
    }
}

void mpi_requests_drain(void)
{
    while (mpi_state.staged) {
        mpi_progress();
        if (mpi_state.staged) {
            sleep_for(NULL, 0);
        }
    }
}
