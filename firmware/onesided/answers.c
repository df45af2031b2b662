/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is under way at a target for other members' sake: answers to them, and long puts to here. What
 * a member may have of it is bounded, so that one that ends, or errs, leaves all others what they need.
 */
#include <string.h>

#include "eager/eager.h"
#include "matching/matching.h"
#include "messages/messages.h"
#include "requests/requests.h"
#include "onesided_priv.h"

static uint32_t count_served(const struct window *w, uint32_t rank)
{
    const struct served *s;
    uint32_t n = 0;

    for (s = w->served; s; s = s->next) {
        n += s->rank == rank;
    }
    return n;
}

static void add_served(struct window *w, struct served *s, uint32_t rank, bool landing)
{
    s->rank = rank;
    s->landing = landing;
    s->next = w->served;
    w->served = s;
}

bool answer_landing(struct window *w, uint32_t rank, void *to, uint32_t bytes)
{
    struct served *s;
    struct request *r;

    if (count_served(w, rank) >= ANSWERS_KEPT) {
        return false;
    }
    s = block_new(sizeof(*s));
    r = s ? request_new(false) : NULL;
    if (!r) {
        block_free(s);
        return false;
    }
    wanted_make(&r->wanted, w->g, (int32_t)rank, TAG_DATA, false);
    receive_begin(r, to, bytes | NOC_CUT);
    s->request = r;
    add_served(w, s, rank, true);
    return true;
}

bool answer_has_landed(const struct window *w, uint32_t rank)
{
    const struct served *s = w->served;

    while (s && !(s->landing && s->rank == rank)) {
        s = s->next;
    }
    return !s;
}

/* One that cannot go at once, or is long. */
static bool send_later(struct window *w, uint32_t rank, uint32_t tag, const void *body,
                       uint32_t bytes, bool copied)
{
    struct served *s;
    struct request *r;

    if (w->served && count_served(w, rank) >= ANSWERS_KEPT) {
        return false;
    }
    s = block_new(sizeof(*s) + (copied ? bytes : 0));
    if (!s || send_start(w->g, rank, tag, body, bytes, false, &r)) {
        block_free(s);
        return false;
    }
    r->users = false;
    if (r->done) {
        request_free(r);
        block_free(s);
        return true;
    }
    if (copied) {
        memcpy(s->copy, body, bytes);
        r->body = s->copy;
    }
    s->request = r;
    add_served(w, s, rank, false);
    return true;
}

bool answer_send(struct window *w, uint32_t rank, uint32_t tag, const void *body, uint32_t bytes,
                 bool copied)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t node = group_node(w->g, rank);

    if (bytes <= NOC_EAGER_BYTES && !l->detour && eager_idle(l, node, KEPT_USER)) {
        (void)!eager_start(node, tag, group_w2(w->g, false), body, bytes);
        return true;
    }
    return send_later(w, rank, tag, body, bytes, copied);
}

void answers_retire(struct window *w)
{
    struct served **link = &w->served, *s;

    while ((s = *link)) {
        if (s->request->done) {
            *link = s->next;
            request_free(s->request);
            block_free(s);
        } else {
            link = &s->next;
        }
    }
}

void answers_end(struct window *w)
{
    struct served *s;

    while ((s = w->served)) {
        w->served = s->next;
        request_end(s->request);
        block_free(s);
    }
}
