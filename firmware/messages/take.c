/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that are looked at first and received later: from then on no other receive finds them.
 */
#include "matching/matching.h"
#include "messages.h"
#include "progress/wait.h"

/* Where the list of kept messages leads to the one with this number; NULL: it is not there. */
static struct slot **find(uint8_t number)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && (*link)->taken != number) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

/* 1 to 255; 0: all are in use. */
static uint8_t number_new(void)
{
    struct layer_state *l = &noc_layer;
    unsigned tries;

    for (tries = 0; tries < UINT8_MAX; tries++) {
        l->takings = l->takings == UINT8_MAX ? 1 : (uint8_t)(l->takings + 1);
        if (!find(l->takings)) {
            return l->takings;
        }
    }
    return 0;
}

noc_err noc_take_in(noc_group *group, int32_t from, int32_t tag, noc_message *message,
                    noc_status *status, uint32_t timeout)
{
    noc_err err =
        message ? probe_for(group_of(group), from, tag, true, status, timeout) : NOC_ERR_ARGUMENT;
    struct wanted wanted;
    uint8_t number;

    if (err) {
        return err;
    }
    number = number_new();
    if (!number) {
        return NOC_ERR_BUSY;
    }
    wanted_make(&wanted, group_of(group), from, tag, false);
    (*unexpected_find(&wanted))->taken = number;
    message->number = number;
    return NOC_ERR_OK;
}

noc_err noc_take(int32_t from, int32_t tag, noc_message *message, noc_status *status,
                 uint32_t timeout)
{
    return noc_take_in(noc_world(), from, tag, message, status, timeout);
}

noc_err noc_recv_taken(noc_message *message, void *body, uint32_t max_bytes, noc_status *status,
                       uint32_t timeout)
{
    struct request *r = &noc_layer.receiving;
    noc_err err = receive_check(world(), NOC_ANY_SOURCE, NOC_ANY_TAG, body, max_bytes);
    struct slot **link;
    struct wait wait;

    if (err) {
        return err;
    }
    link = message && message->number ? find(message->number) : NULL;
    if (!link) {
        return NOC_ERR_ARGUMENT;
    }
    if (envelope_bytes(*link) > (max_bytes & ~NOC_CUT) && !(max_bytes & NOC_CUT)) {
        if (status) {
            envelope_status(*link, status);
        }
        return NOC_ERR_TRUNCATED;
    }
    wait_begin(&wait, NOC_WAIT_RECEIVE, (int32_t)wire_tag((*link)->w1),
               (int32_t)wire_source((*link)->w1), timeout);
    wanted_like(&r->wanted, *link);
    receive_prepare(r, body, max_bytes);
    envelope_give(r, unexpected_unlink(link));
    err = receive_finish(r, &wait, status);
    if (!err || err == NOC_ERR_TRUNCATED) {
        message->number = 0;
    }
    return err;
}
