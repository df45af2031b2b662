/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: sends and receives under way. A handle is an index and the
 * generation of its use, so that one used twice is noticed.
 */
#include "messages_priv.h"

enum { NAME_INDEX_BITS = 5, NAME_GENERATION_BITS = 5 }; /* as sent in W2 */
_Static_assert(REQUESTS <= 1 << NAME_INDEX_BITS, "a request's index fits its name");
_Static_assert(NAME_INDEX_BITS + NAME_GENERATION_BITS == WIRE_REQUEST_BITS, "so does all");

/* users: one of those that isend and irecv may have; NULL: all are in use. */
struct request *request_new(bool users)
{
    struct noc_layer *l = &noc_layer;
    struct request *found = NULL;
    uint32_t i, count = 0;

    for (i = 0; i < REQUESTS; i++) {
        struct request *r = &l->request[i];

        if (r->state == FREE) {
            found = r;
        } else if (r->users) {
            count++;
        }
    }
    if (!found || (users && count == NOC_REQUESTS)) {
        return NULL;
    }
    found->users = users;
    found->next = NULL;
    return found;
}

void request_free(struct request *r)
{
    r->state = FREE;
    r->users = false;
    r->generation++;
}

void request_finish(struct request *r, noc_err result)
{
    r->result = (int8_t)result;
    r->state = DONE;
}

uint32_t request_name(const struct request *r)
{
    uint32_t generation = r->generation & ((1u << NAME_GENERATION_BITS) - 1);

    return (uint32_t)(r - noc_layer.request) | generation << NAME_INDEX_BITS;
}

struct request *request_named(uint32_t name)
{
    uint32_t index = name & ((1u << NAME_INDEX_BITS) - 1);
    struct request *r = &noc_layer.request[index];

    return index < REQUESTS && request_name(r) == name ? r : NULL;
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
    r = request_new(true);
    if (!r) {
        return NOC_ERR_BUSY;
    }
    if (to == noc_layer.rank) {
        err = send_local(tag, body, flits);
        if (err) {
            request_free(r);
            return err;
        }
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
    request_free(r);
    return result;
}

noc_err noc_test(noc_request *request, bool *done, noc_status *status)
{
    struct request *r = request_of(request);

    if (!r || !done) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    noc_progress();
    *done = r->state == DONE;
    return *done ? reap(r, status) : NOC_ERR_OK;
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
    if (r->state != DONE) {
        wait_begin(&wait, r->state < POSTED ? NOC_WAIT_SEND : NOC_WAIT_RECEIVE, r->tag, r->peer,
                   timeout);
        do {
            wait.watch = r->state == LEAVING ? 1u << r->entry : 0;
            err = wait_more(&wait);
            if (err) {
                return err;
            }
            noc_progress();
        } while (r->state != DONE);
    }
    return reap(r, status);
}
