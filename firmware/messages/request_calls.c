/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs do with requests. A handle is an index and the generation of its use, so that one
 * used twice is noticed.
 */
#include "eager/eager.h"
#include "matching/matching.h"
#include "messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"

enum { SOON_CYCLES = 1000 };

static noc_request handle_of(const struct request *r)
{
    return (noc_request){.index = r->index, .generation = r->generation};
}

/* The request of a handle; NULL: none, or gone. */
static struct request *request_of(const noc_request *handle)
{
    struct request *r = noc_layer.size && handle ? request_at(handle->index) : NULL;

    return r && r->users && r->generation == handle->generation ? r : NULL;
}

static bool is_empty(const noc_request *handle)
{
    return handle->index == NOC_NO_REQUEST.index;
}

static noc_err no_request(void)
{
    return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
}

/* --- starting ------------------------------------------------------------------------- */

static noc_err begin_send(const noc_group *group, uint32_t to, uint32_t tag, const void *body,
                          uint32_t bytes, bool synchronous, noc_request *request)
{
    struct request *r;
    noc_err err;

    if (!request) {
        return no_request();
    }
    err = send_start(group_of(group), to, tag, body, bytes, synchronous, &r);
    if (!err) {
        *request = handle_of(r);
    }
    return err;
}

noc_err noc_isend_in(noc_group *group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                     noc_request *request)
{
    return begin_send(group, to, tag, body, bytes, false, request);
}

noc_err noc_isend(uint32_t to, uint32_t tag, const void *body, uint32_t bytes, noc_request *request)
{
    return begin_send(noc_world(), to, tag, body, bytes, false, request);
}

noc_err noc_isend_synchronous_in(noc_group *group, uint32_t to, uint32_t tag, const void *body,
                                 uint32_t bytes, noc_request *request)
{
    return begin_send(group, to, tag, body, bytes, true, request);
}

noc_err noc_isend_synchronous(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                              noc_request *request)
{
    return begin_send(noc_world(), to, tag, body, bytes, true, request);
}

noc_err noc_irecv_in(noc_group *group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                     noc_request *request)
{
    const struct noc_group *g = group_of(group);
    noc_err err = receive_check(g, from, tag, body, max_bytes);
    struct request *r;

    if (err || !request) {
        return err ? err : NOC_ERR_ARGUMENT;
    }
    r = request_new(true);
    if (!r) {
        return NOC_ERR_BUSY;
    }
    wanted_make(&r->wanted, g, from, tag, false);
    receive_begin(r, body, max_bytes);
    *request = handle_of(r);
    return NOC_ERR_OK;
}

noc_err noc_irecv(int32_t from, int32_t tag, void *body, uint32_t max_bytes, noc_request *request)
{
    return noc_irecv_in(noc_world(), from, tag, body, max_bytes, request);
}

/* --- ending ----------------------------------------------------------------------------- */

/* A finished request's result; it is gone. */
static noc_err reap(noc_request *request, noc_status *status)
{
    struct request *r = request_of(request);
    noc_err result = (noc_err)r->result;

    if (status) {
        *status = r->status;
    }
    request_free(r);
    *request = NOC_NO_REQUEST;
    return result;
}

noc_err noc_test(noc_request *request, bool *done, noc_status *status)
{
    struct request *r = request_of(request);

    if (!r || !done) {
        return no_request();
    }
    noc_progress();
    *done = r->done;
    return *done ? reap(request, status) : NOC_ERR_OK;
}

/* A send that waits for a copy to become free, perhaps. */
static bool is_queued(const struct request *r)
{
    return r->kind == REQUEST_SEND && r->state == SEND_QUEUED;
}

/* Sleep until something happened. */
static noc_err sleep_for(const struct request *r, struct wait *wait)
{
    static const uint8_t what[] = {[REQUEST_SEND] = NOC_WAIT_SEND,
                                   [REQUEST_RECEIVE] = NOC_WAIT_RECEIVE,
                                   [REQUEST_COLLECTIVE] = NOC_WAIT_COLLECTIVE};
    noc_err err;

    const uint32_t tag = (uint32_t)r->tag;

    wait->note = noc_waiting((enum noc_wait_what)what[r->kind],
                             r->kind == REQUEST_COLLECTIVE ? tag >> WIRE_OPERATION_SHIFT : tag);
    wait->peer = request_peer(r);
    if (is_queued(r)) {
        eager_watch();
    }
    if (offer_lands_soon(wait)) {
        return NOC_ERR_OK;
    }
    err = wait_more(wait);
    if (err == NOC_ERR_TIMEOUT && is_queued(r)) {
        eager_give_up();
    }
    return err;
}

static noc_err wait_one(noc_request *request, noc_status *status, struct wait *wait)
{
    const struct request *r = request_of(request);
    noc_err err;

    for (noc_progress(); !r->done; noc_progress()) {
        err = sleep_for(r, wait);
        if (err) {
            return err;
        }
    }
    return reap(request, status);
}

noc_err noc_wait(noc_request *request, noc_status *status, uint32_t timeout)
{
    struct wait wait;

    if (!request_of(request)) {
        return no_request();
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, 0, -1, timeout);
    return wait_one(request, status, &wait);
}

/* --- several ---------------------------------------------------------------------------- */

/* Each is under way, or NOC_NO_REQUEST. */
static noc_err check_all(const noc_request *requests, uint32_t count)
{
    uint32_t i;

    if (!noc_layer.size || (!requests && count)) {
        return no_request();
    }
    for (i = 0; i < count; i++) {
        if (!is_empty(&requests[i]) && !request_of(&requests[i])) {
            return NOC_ERR_ARGUMENT;
        }
    }
    return NOC_ERR_OK;
}

/* The first from `begin` on that is finished; count: none. */
static uint32_t find_done(const noc_request *requests, uint32_t count, uint32_t begin)
{
    uint32_t i;

    for (i = begin; i < count && (is_empty(&requests[i]) || !request_of(&requests[i])->done); i++) {
    }
    return i;
}

/* Until one is finished: its place, or count if none is under way. */
static noc_err wait_first(const noc_request *requests, uint32_t count, uint32_t *place,
                          uint32_t timeout)
{
    noc_err err = check_all(requests, count);
    struct wait wait;
    uint32_t first;

    if (err) {
        return err;
    }
    for (first = 0; first < count && is_empty(&requests[first]); first++) {
    }
    *place = count;
    if (first == count) {
        return NOC_ERR_OK;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, 0, -1, timeout);
    for (noc_progress(); (*place = find_done(requests, count, first)) == count; noc_progress()) {
        err = sleep_for(request_of(&requests[first]), &wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

noc_err noc_wait_any(noc_request *requests, uint32_t count, uint32_t *place, noc_status *status,
                     uint32_t timeout)
{
    noc_err err = place ? wait_first(requests, count, place, timeout) : no_request();

    return err || *place == count ? err : reap(&requests[*place], status);
}

noc_err noc_wait_some(noc_request *requests, uint32_t count, noc_done *done, uint32_t *finished,
                      uint32_t timeout)
{
    uint32_t place;
    noc_err err = finished && done ? wait_first(requests, count, &place, timeout) : no_request();

    if (err) {
        return err;
    }
    for (*finished = 0; place < count; place = find_done(requests, count, place + 1)) {
        noc_done *d = &done[(*finished)++];

        d->place = place;
        d->result = reap(&requests[place], &d->status);
    }
    return NOC_ERR_OK;
}

noc_err noc_wait_all(noc_request *requests, uint32_t count, noc_done *done, uint32_t timeout)
{
    noc_err err = check_all(requests, count), first = NOC_ERR_OK;
    struct wait wait;
    uint32_t i;

    if (err) {
        return err;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, 0, -1, timeout);
    for (i = 0; i < count; i++) {
        if (is_empty(&requests[i])) {
            continue;
        }
        err = wait_one(&requests[i], done ? &done[i].status : NULL, &wait);
        if (!is_empty(&requests[i])) {
            return err; /* the deadline, or no memory: it is still under way */
        }
        if (done) {
            done[i].place = i;
            done[i].result = err;
        }
        first = first ? first : err;
    }
    return first;
}

/* --- giving up -------------------------------------------------------------------------- */

static bool cancel_receive(struct request *r)
{
    if (!offer_abandon(r)) {
        return false;
    }
    request_free(r);
    return true;
}

/* A long one's request is free when its receiver has forgotten the offer. */
static bool cancel_send(struct request *r)
{
    r->users = false;
    if (!send_lapse(r)) {
        r->users = true;
        return false;
    }
    sends_other();
    return true;
}

noc_err noc_cancel(noc_request *request, bool *cancelled)
{
    struct request *r = request_of(request);

    if (!r || !cancelled) {
        return no_request();
    }
    noc_progress();
    *cancelled = r->kind != REQUEST_COLLECTIVE && inner_give_up(r);
    if (*cancelled) {
        *request = NOC_NO_REQUEST;
        noc_progress();
    }
    return NOC_ERR_OK;
}

bool inner_give_up(struct request *r)
{
    return !r->done && (r->kind == REQUEST_SEND ? cancel_send(r) : cancel_receive(r));
}

/* --- both ways --------------------------------------------------------------------------- */

/* Nothing is under way behind the caller's back: what cannot be given up ends soon. */
static void give_up(noc_request *request)
{
    bool cancelled = false;

    while (!is_empty(request) && !cancelled) {
        (void)!noc_cancel(request, &cancelled);
        if (!cancelled) {
            (void)!noc_wait(request, NULL, SOON_CYCLES);
        }
    }
}

noc_err noc_exchange_in(noc_group *group, uint32_t to, uint32_t send_tag, const void *body,
                        uint32_t bytes, int32_t from, int32_t tag, void *to_body,
                        uint32_t max_bytes, noc_status *status, uint32_t timeout)
{
    noc_request both[2] = {NOC_NO_REQUEST, NOC_NO_REQUEST};
    noc_err err = send_check(group_of(group), to, send_tag, body, bytes);
    noc_done done[2];

    err = err ? err : noc_irecv_in(group, from, tag, to_body, max_bytes, &both[0]);
    if (err) {
        return err;
    }
    err = noc_isend_in(group, to, send_tag, body, bytes, &both[1]);
    if (!err) {
        err = noc_wait_all(both, 2, done, timeout);
    }
    give_up(&both[0]);
    give_up(&both[1]);
    if (status && (!err || err == NOC_ERR_TRUNCATED)) {
        *status = done[0].status;
    }
    return err;
}

noc_err noc_exchange(uint32_t to, uint32_t send_tag, const void *body, uint32_t bytes, int32_t from,
                     int32_t tag, void *to_body, uint32_t max_bytes, noc_status *status,
                     uint32_t timeout)
{
    return noc_exchange_in(noc_world(), to, send_tag, body, bytes, from, tag, to_body, max_bytes,
                           status, timeout);
}
