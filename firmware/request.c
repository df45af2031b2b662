/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: sends and receives under way. A handle is an index and the
 * generation of its use, so that one used twice is noticed.
 */
#include <stdlib.h>

#include "messages_priv.h"

/* Whether it is one of the layer's own, and not on the heap. */
static bool is_own(const struct request *r)
{
    return (uintptr_t)r - (uintptr_t)noc_layer.request < sizeof(noc_layer.request);
}

static void vacate(struct request *r)
{
    r->kind = REQUEST_FREE;
    r->users = false;
    r->generation++;
}

/* Move a send that was given up to the heap: the requests that isend and irecv may have must be among
 * the layer's own. NULL: no memory. */
static __attribute__((cold, noinline)) struct request *make_room(void)
{
    struct request **link = &noc_layer.longs, *old, *moved;

    while ((old = *link) && (old->users || !is_own(old))) {
        link = &old->next;
    }
    moved = old ? malloc(sizeof(*moved)) : NULL;
    if (!moved) {
        return NULL;
    }
    *moved = *old;
    *link = moved;
    vacate(old);
    return old;
}

/* users: one of those that isend and irecv may have; NULL: all are in use, or no memory. */
struct request *request_new(bool users)
{
    struct noc_layer *l = &noc_layer;
    struct request *found = NULL;
    uint32_t i, count = 0;

    for (i = 0; i < REQUESTS; i++) {
        struct request *r = &l->request[i];

        if (r->kind == REQUEST_FREE) {
            found = r;
        } else if (r->users) {
            count++;
        }
    }
    if (users && count == NOC_REQUESTS) {
        return NULL;
    }
    if (!found) { /* sends that were given up, and whose receivers do not answer, have the others */
        found = users ? make_room() : malloc(sizeof(*found));
        if (!found) {
            return NULL;
        }
        if (!users) {
            *found = (struct request){0};
        }
    }
    found->users = users;
    found->done = false;
    found->next = NULL;
    found->offer = NULL;
    return found;
}

void request_free(struct request *r)
{
    if (is_own(r)) {
        vacate(r);
    } else {
        free(r);
    }
}

void request_finish(struct request *r, noc_err result)
{
    r->result = (int8_t)result;
    r->done = true;
}

int32_t request_peer(const struct request *r)
{
    return r->offer ? (int32_t)wire_source(r->offer->w1) : r->peer;
}

/* --- what applications see -------------------------------------------------- */

static noc_request handle_of(const struct request *r)
{
    return (noc_request){.index = (uint16_t)(r - noc_layer.request), .generation = r->generation};
}

/* The request of a handle; NULL: none, or gone. */
static struct request *request_of(const noc_request *handle)
{
    struct request *r;

    if (!noc_layer.size || !handle || handle->index >= REQUESTS) {
        return NULL;
    }
    r = &noc_layer.request[handle->index];
    return r->users && r->generation == handle->generation ? r : NULL;
}

noc_err noc_isend(uint32_t to, uint32_t tag, const void *body, uint32_t flits, noc_request *request)
{
    noc_err err = send_check(to, tag, body, flits);
    struct request *r;

    if (err || !request) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    sends_other();
    r = request_new(true);
    if (!r) {
        return NOC_ERR_BUSY;
    }
    if (to == noc_layer.rank) {
        err = send_local(tag, body, flits);
        if (err) {
            vacate(r);
            return err;
        }
        r->kind = REQUEST_SEND;
        request_finish(r, NOC_ERR_OK);
    } else {
        send_begin(r, to, tag, body, flits);
    }
    *request = handle_of(r);
    return NOC_ERR_OK;
}

noc_err noc_irecv(int32_t from, int32_t tag, void *body, uint32_t max_flits, noc_request *request)
{
    noc_err err = receive_check(from, tag, body, max_flits);
    struct request *r;

    if (err || !request) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    r = request_new(true);
    if (!r) {
        return NOC_ERR_BUSY;
    }
    receive_begin(r, from, tag, body, max_flits);
    *request = handle_of(r);
    return NOC_ERR_OK;
}

/* A finished request's result; it is gone. */
static noc_err reap(struct request *r, noc_status *status)
{
    noc_err result = (noc_err)r->result;

    if (status) {
        *status = r->status;
    }
    vacate(r);
    return result;
}

noc_err noc_test(noc_request *request, bool *done, noc_status *status)
{
    struct request *r = request_of(request);

    if (!r || !done) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    noc_progress();
    *done = r->done;
    return *done ? reap(r, status) : NOC_ERR_OK;
}

/* A send that waits for a copy to become free, perhaps. */
static bool is_queued(const struct request *r)
{
    return r->kind == REQUEST_SEND && r->state == SEND_QUEUED;
}

noc_err noc_wait(noc_request *request, noc_status *status, uint32_t timeout)
{
    struct request *r = request_of(request);
    struct wait wait;
    noc_err err;

    if (!r) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    noc_progress();
    if (!r->done) {
        wait_begin(&wait, r->kind == REQUEST_SEND ? NOC_WAIT_SEND : NOC_WAIT_RECEIVE, r->tag,
                   r->peer, timeout);
        do {
            wait.peer = request_peer(r);
            err = wait_more(&wait);
            if (err) {
                if (err == NOC_ERR_TIMEOUT && is_queued(r)) {
                    eager_watch();
                    eager_give_up();
                }
                return err;
            }
            noc_progress();
        } while (!r->done);
    }
    return reap(r, status);
}
