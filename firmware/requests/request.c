/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: sends and receives under way. Some are there from the start, more are allocated when
 * they are needed, and none of these is given back to the heap.
 */
#include <stdlib.h>

#include "requests.h"

static void add(struct request *r, uint32_t count, uint32_t index)
{
    struct request *end = r + count;

    for (; r != end; r++) {
        r->kind = REQUEST_FREE;
        r->users = false;
        r->index = (uint16_t)index++;
        r->generation = 0;
        r->next = noc_layer.vacant;
        noc_layer.vacant = r;
    }
}

void requests_begin(void)
{
    add(noc_layer.request, REQUESTS, 0);
}

static bool add_chunk(void)
{
    struct layer_state *l = &noc_layer;
    struct request *chunk = NULL;

    if (l->chunks < REQUEST_CHUNKS) {
        chunk = malloc(REQUEST_CHUNK * sizeof(*chunk));
    }
    if (!chunk) {
        return false;
    }
    add(chunk, REQUEST_CHUNK, REQUESTS + l->chunks * REQUEST_CHUNK);
    l->more[l->chunks++] = chunk;
    return true;
}

struct request *request_new(bool users)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    if (!l->vacant && !add_chunk()) {
        return NULL;
    }
    r = l->vacant;
    l->vacant = r->next;
    r->users = users;
    r->done = false;
    r->next = NULL;
    r->offer = NULL;
    return r;
}

struct request *request_at(uint32_t index)
{
    struct layer_state *l = &noc_layer;
    uint32_t beyond = index - REQUESTS;

    if (index < REQUESTS) {
        return &l->request[index];
    }
    return beyond < l->chunks * REQUEST_CHUNK
             ? &l->more[beyond / REQUEST_CHUNK][beyond % REQUEST_CHUNK]
             : NULL;
}

void request_free(struct request *r)
{
    r->kind = REQUEST_FREE;
    r->users = false;
    r->generation++;
    r->next = noc_layer.vacant;
    noc_layer.vacant = r;
}

void request_finish(struct request *r, noc_err result)
{
    r->result = (int8_t)result;
    r->done = true;
}

void request_filled(struct request *r)
{
    request_finish(r, r->status.bytes > r->bytes ? NOC_ERR_TRUNCATED : NOC_ERR_OK);
}

int32_t request_peer(const struct request *r)
{
    return r->offer ? (int32_t)wire_source(r->offer->w1) : r->peer;
}
