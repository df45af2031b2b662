/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noc_broadcast. A long body in a network that is known goes along a plan (stream.c): where routers
 * copy worms by theirs, elsewhere in segments. All else is a walk of a schedule (collectives/).
 *
 * This is a file of its own, so that planners are only in programs that call it. What decides is the
 * same at all members: lengths, the group, and the parameter block.
 */
#include "broadcast.h"
#include "multicasts/multicasts.h"
#include "multicast/broadcast_plan.h"
#include "stream.h"

enum {
    LONG_BYTES = NOC_EAGER_BYTES + 1,
    /* To make a plan takes some time for each member, unless it follows from places on a walk. It is
     * made at once if a walk would take longer; otherwise if the root was one of the last ones. */
    AT_ONCE_MEMBER_BYTES = 16,
    MEMBERS_MIN = NOC_BROADCAST_MEMBERS_MIN
};

/* --- how ---------------------------------------------------------------------------------- */

/* The plan for this group's network, and its segments in bytes; 0: the body goes whole. NULL: the
 * network is not known, or its routing has copies in mind that the routers do not make. */
static const struct noc_algorithm *algorithm_for(const struct noc_group *g, uint32_t bytes,
                                                 uint32_t root, uint32_t *segment)
{
    const struct layer_state *l = &noc_layer;
    const struct noc_algorithm *a;

    (void)plan_worms(); /* looks at the network */
    if (!l->long_by_plan) {
        *segment = 0;
        return NULL;
    }
    a = noc_broadcast_plan(&l->topology, l->routing, g->count, group_node(g, root), bytes / 4,
                           segment);
    *segment *= 4;
    return a;
}

/* The root is the latest one now. */
static void wish(struct group_calls *c, uint32_t root)
{
    uint16_t moved = (uint16_t)(root + 1), next;
    uint32_t i;

    for (i = 0; i < LONG_PLANS && moved; i++) {
        next = c->long_wish[i];
        c->long_wish[i] = moved;
        moved = next == root + 1 ? 0 : next;
    }
}

/* Whether a plan is worth it. All members have made the same calls before. */
static bool is_worth_it(const struct group_calls *c, const struct noc_algorithm *algorithm,
                        uint32_t bytes, uint32_t root)
{
    const struct noc_group *g = c->group;
    uint32_t i;

    if (algorithm->split && !g->members && !noc_layer.topology.shape) {
        return true;
    }
    for (i = 0; i < LONG_PLANS && c->long_wish[i] != root + 1; i++) {
    }
    return i < LONG_PLANS || bytes >= AT_ONCE_MEMBER_BYTES * g->count;
}

/* By a walk, which counts if it was begun. */
static noc_err by_walk(struct group_calls *c, const struct arguments *a, uint32_t timeout)
{
    noc_err err = call_broadcast(c->group, a->to, a->length, a->root, timeout);

    if (!err || c->stopped) {
        wish(c, a->root);
    }
    return err;
}

/* --- under way -------------------------------------------------------------------------------- */

/* Broadcasts of all cores have their own, whether they wait or not. */
static struct stream *stream_of(const struct noc_group *g)
{
    return &noc_layer.stream[g == world() ? STREAMS - 1 : 0];
}

static noc_err go(struct group_calls *c, const struct arguments *a, uint32_t segment,
                  uint32_t timeout)
{
    struct stream *s = stream_of(c->group);
    const struct streamed what = {.body = a->to,
                                  .bytes = a->length,
                                  .segment = stream_segment(a->length, segment),
                                  .root = a->root,
                                  .number = call_long(c)->sequence,
                                  .called = true};
    const noc_err err = stream_call(s, c->long_plan[0], &what, timeout);

    if (!err || !c->breach.kind) {
        return err;
    }
    if (s->plan) {
        stream_end(s);
    }
    breach_report(c);
    return NOC_ERR_MISMATCH;
}

/* It is this call that has been stopped by its deadline. */
static bool is_stopped(const struct group_calls *c, const void *body, uint32_t bytes, uint32_t root)
{
    const struct stream *s = stream_of(c->group);

    return s->plan && !s->flowing && s->plan == c->long_plan[0] && s->body == body &&
           s->bytes == bytes && plan_is_from(c, s->plan, root);
}

/* Those that do not wait and were called before have the windows. */
static noc_err after_flows(uint32_t *timeout)
{
    const uint64_t began = ni_time();
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_COLLECTIVE, NOC_BROADCAST, -1, *timeout);
    err = flows_wait(&wait);
    if (!err && *timeout != NOC_FOREVER) {
        *timeout -= ni_time() - began < *timeout ? (uint32_t)(ni_time() - began) : *timeout;
    }
    return err;
}

/* Along a plan, or by a walk where that is not worth it. */
static noc_err long_broadcast(struct group_calls *c, const struct arguments *a, uint32_t timeout)
{
    struct noc_group *g = c->group;
    const struct noc_algorithm *algorithm;
    uint32_t segment;
    noc_err err;

    if (noc_layer.collectives->flows && g == world()) {
        err = after_flows(&timeout);
        if (err) {
            return err;
        }
    }
    algorithm = algorithm_for(g, a->length, a->root, &segment);
    if (!algorithm) {
        return call_broadcast(g, a->to, a->length, a->root, timeout);
    }
    if (is_stopped(c, a->to, a->length, a->root)) {
        return go(c, a, segment, timeout);
    }
    if (!is_worth_it(c, algorithm, a->length, a->root) ||
        (c->long_plan[0] && stream_of(g)->plan == c->long_plan[0])) {
        return by_walk(c, a, timeout); /* it gives up what is stopped */
    }
    err = broadcast_plan(c, a->root, algorithm);
    if (err) {
        return err;
    }
    wish(c, a->root);
    (void)call_enter(c, NOC_BROADCAST, a->root);
    call_is_long(c, a->length);
    return go(c, a, segment, timeout);
}

static __attribute__((noinline)) noc_err perhaps_long(struct noc_group *g, void *body,
                                                      uint32_t bytes, uint32_t root,
                                                      uint32_t timeout)
{
    const struct arguments a = {
        .operation = NOC_BROADCAST, .to = body, .length = bytes, .root = root};
    struct group_calls *c = NULL;

    if (g && g->count >= MEMBERS_MIN && bytes <= 4 * NOC_LENGTH_MAX && !arguments_check(g, &a)) {
        c = calls_of(g);
        if (c) {
            above_begin(noc_layer.collectives); /* others may tell that they call something else */
        }
    }
    /* What is stopped or broken is a walk's affair. */
    return c && !c->stopped && !c->breach.kind && !c->use[NOC_BROADCAST]
             ? long_broadcast(c, &a, timeout)
             : call_broadcast(g, body, bytes, root, timeout);
}

noc_err noc_broadcast(noc_group *group, void *body, uint32_t bytes, uint32_t root, uint32_t timeout)
{
    struct noc_group *g = group_of(group);

    return bytes < LONG_BYTES ? short_broadcast(g, body, bytes, root, timeout)
                              : perhaps_long(g, body, bytes, root, timeout);
}

/* --- without waiting ------------------------------------------------------------------------ */

static noc_err flow_or_walk(struct group_calls *c, const struct arguments *a, noc_request *request)
{
    struct flow f = {.body = a->to, .bytes = a->length, .root = a->root};
    noc_err err;

    f.algorithm = algorithm_for(c->group, a->length, a->root, &f.segment);
    if (f.algorithm && !c->use[NOC_BROADCAST] && is_worth_it(c, f.algorithm, a->length, a->root)) {
        err = flow_start(c, &f, request);
    } else {
        err = call_ibroadcast(c->group, a->to, a->length, a->root, request);
    }
    if (!err && f.algorithm && !c->use[NOC_BROADCAST]) {
        wish(c, a->root);
    }
    return err;
}

noc_err noc_ibroadcast(noc_group *group, void *body, uint32_t bytes, uint32_t root,
                       noc_request *request)
{
    const struct arguments a = {
        .operation = NOC_BROADCAST, .to = body, .length = bytes, .root = root};
    struct noc_group *g = group_of(group);
    struct group_calls *c;
    noc_err err;

    if (g != world() || bytes < LONG_BYTES || g->count < MEMBERS_MIN ||
        bytes > 4 * NOC_LENGTH_MAX || !request) {
        return call_ibroadcast(g, body, bytes, root, request);
    }
    err = call_look(g, &a, false, &c);
    return err ? err : flow_or_walk(c, &a, request);
}

/* --- telling -------------------------------------------------------------------------------- */

/* The schedule that a walk would take. */
static const char *walk_name(struct group_calls *c, uint32_t bytes, uint32_t root)
{
    const struct arguments a = {.operation = NOC_BROADCAST, .length = bytes, .root = root};
    const struct noc_call call = {
        .operation = NOC_BROADCAST, .count = (uint16_t)c->group->count, .root = (uint16_t)root};
    const struct noc_schedule *s = schedule_choose(c, &a, &call);

    return s ? s->name : "none";
}

noc_err noc_broadcast_how(noc_group *group, uint32_t bytes, uint32_t root, noc_broadcast_way *way)
{
    struct noc_group *g = group_of(group);
    const struct noc_algorithm *algorithm = NULL;
    struct group_calls *c;

    if (!g || root >= g->count || !way) {
        return !noc_layer.size ? NOC_ERR_UNSTARTED : !g ? NOC_ERR_GROUP : NOC_ERR_ARGUMENT;
    }
    c = calls_of(g);
    if (!c) {
        return NOC_ERR_MEMORY;
    }
    way->routers_copy = plan_worms();
    way->routing = noc_layer.routing ? noc_layer.routing->name : "";
    way->segment_bytes = 0;
    if (bytes >= LONG_BYTES && g->count >= MEMBERS_MIN && !c->use[NOC_BROADCAST]) {
        algorithm = algorithm_for(g, bytes, root, &way->segment_bytes);
    }
    if (algorithm && !is_worth_it(c, algorithm, bytes, root)) {
        algorithm = NULL;
        way->segment_bytes = 0;
    }
    way->along_plan = algorithm;
    way->worms = algorithm && algorithm->worm;
    way->algorithm = algorithm ? algorithm->name : walk_name(c, bytes, root);
    return NOC_ERR_OK;
}
