/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of programs: each fills in what it was called with, and either starts it or waits for
 * its end. check.c judges the arguments.
 */
#include "collectives.h"
#include "multicasts/multicasts.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"
#include "slots/copy.h"

/* --- starting -------------------------------------------------------------------------------- */

static bool same(const struct arguments *a, const struct arguments *b)
{
    return a->operation == b->operation && a->listed == b->listed && a->root == b->root &&
           a->from == b->from && a->to == b->to && a->length == b->length && a->op == b->op &&
           a->sent == b->sent && a->received == b->received && a->elements == b->elements;
}

bool call_is_crowded(const struct room *room, const struct group_calls *c)
{
    const struct flow *f;
    const struct walk *w;

    for (f = room->flows; f; f = f->next) {
        if (f->calls == c && (uint16_t)(c->sequence - f->sequence) >= AT_ONCE) {
            return true;
        }
    }

    for (w = room->walks; w; w = w->next) {
        if (w->group == c->group && (uint16_t)(c->sequence - w->sequence) >= AT_ONCE) {
            return true;
        }
    }
    return false;
}

/* Its schedule and memory. */
static noc_err plan(struct walk *w, struct group_calls *c, const struct arguments *a)
{
    struct noc_span scratch = {.memory = NOC_SCRATCH};
    struct noc_group *g = c->group;

    w->group = g;
    w->arguments = *a;
    w->call = (struct noc_call){
        .operation = a->operation,
        .ordered = a->op && (!a->op->commutative || a->op->reproducible),
        .count = (uint16_t)g->count,
        .root = (uint16_t)a->root,
    };
    w->schedule = schedule_choose(c, a, &w->call);
    if (!w->schedule) {
        return NOC_ERR_ALGORITHM;
    }
    w->call.operation = w->schedule->operation; /* a reproducible reduce is an allreduce */
    if (w->schedule->scratch) {
        scratch = w->schedule->scratch(&w->call, g->rank);
    }
    return layout_make(&w->layout, a, w->schedule, g, scratch);
}

/* The length as members compare it: of forms with lists the total, where all members have the same list. */
static uint32_t length_of(const struct walk *w)
{
    const struct arguments *a = &w->arguments;

    if (a->elements || (a->listed && a->operation == NOC_ALLGATHER)) {
        return w->layout.cut.total + 1;
    }
    return a->listed ? 0 : a->length * (a->op ? a->op->bytes : 1) + 1;
}

/* In the list, as the call that was entered last. */
static void append(struct room *room, struct group_calls *c, struct walk *w)
{
    struct walk **link = &room->walks;

    w->sequence = (uint16_t)(c->sequence - 1);
    c->longs[c->long_calls++ % AT_ONCE] = (struct long_call){w->sequence, length_of(w)};
    w->tag = c->recent[w->sequence % RECENT] ^ reduce_mark(&w->arguments);
    breach_ask_later(w);
    while (*link) {
        link = &(*link)->next;
    }
    w->next = NULL;
    *link = w;
}

static noc_err start(struct group_calls *c, const struct arguments *a, struct walk **begun)
{
    struct room *room = noc_layer.collectives;
    struct walk *w;
    noc_err err;

    if (call_is_crowded(room, c)) {
        return NOC_ERR_BUSY;
    }
    w = walk_new(room);
    if (!w) {
        return NOC_ERR_MEMORY;
    }
    err = plan(w, c, a);
    if (err) {
        walk_free(room, w);
        return err;
    }
    call_enter(c, a->operation, tag_is_reduction(a->operation) ? reduction_of(a->op) : a->root);
    append(room, c, w);
    *begun = w;
    return NOC_ERR_OK;
}

/* The one whose deadline has passed is not continued. */
static void give_up_stopped(struct group_calls *c)
{
    struct walk *w = c->stopped;

    breach_give_up(c, walk_plain_tag(w));
    while (w->state != DONE) {
        noc_progress(); /* what is on its way through the network arrives */
    }
    walk_delete(noc_layer.collectives, w);
    c->stopped = NULL;
}

/* The same with a broadcast along a plan. */
static void give_up_stream(struct group_calls *c)
{
    uint32_t i;

    for (i = 0; i < STREAMS; i++) {
        struct stream *s = &noc_layer.stream[i];

        if (c->long_plan[0] && s->plan == c->long_plan[0] && !s->flowing) {
            breach_give_up(c, c->recent[call_long(c)->sequence % RECENT]);
            stream_end(s);
        }
    }
}

noc_err call_look(struct noc_group *g, const struct arguments *a, bool waits,
                  struct group_calls **calls)
{
    noc_err err = arguments_check(g, a);
    struct group_calls *c;

    if (err) {
        return err;
    }
    c = *calls = calls_of(g);
    if (!c) {
        return NOC_ERR_MEMORY;
    }
    above_begin(noc_layer.collectives);
    give_up_stream(c);
    if (c->stopped && (c->breach.kind || !waits || !same(&c->stopped->arguments, a))) {
        give_up_stopped(c);
    }
    if (c->breach.kind) {
        c->refused = true;
        breach_report(c);
        return NOC_ERR_MISMATCH;
    }
    return NOC_ERR_OK;
}

/* --- waiting ----------------------------------------------------------------------------------- */

/* Whether it may go straight: nothing of it is begun, and it is the only one. */
static bool is_straight(const struct room *room, const struct walk *w)
{
    return room->walks == w && !w->next && !w->number && noc_layer.pull_slot;
}

static noc_err finish(struct group_calls *c, struct walk *w, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_COLLECTIVE, w->arguments.operation, -1, timeout);
    c->stopped = NULL;
    if (is_straight(noc_layer.collectives, w)) {
        walk_straight(w, &wait);
    }
    while (w->state != DONE) {
        noc_progress();
        if (w->state == DONE) {
            break;
        }
        wait.peer = walk_peer(w);
        err = wait_more(&wait);
        if (err) {
            c->stopped = w;
            return err;
        }
    }
    err = (noc_err)w->result;
    walk_delete(noc_layer.collectives, w);
    return err;
}

noc_err call_resume(struct group_calls *c, const struct arguments *a, const struct resumed *resumed,
                    uint32_t timeout)
{
    struct room *room = noc_layer.collectives;
    struct walk *w = walk_new(room); /* the spare one, and this schedule needs no more memory */
    noc_err err = plan(w, c, a);

    if (err) {
        return err;
    }
    if (resumed->number && resumed->value) {
        copy_flits(a->to, resumed->value, a->length * a->op->bytes / 4);
    }
    append(room, c, w);
    walk_resume(w, resumed->number, resumed->sent);
    return finish(c, w, timeout);
}

static noc_err wait_for(struct noc_group *g, const struct arguments *a, uint32_t timeout)
{
    struct group_calls *c;
    struct walk *w;
    noc_err err = call_look(g, a, true, &c);

    if (err) {
        return err;
    }
    w = c->stopped;
    if (!w) {
        err = start(c, a, &w);
    }
    return err ? err : finish(c, w, timeout);
}

static noc_err begin(struct noc_group *g, const struct arguments *a, noc_request *request)
{
    struct request *r;
    struct group_calls *c;
    struct walk *w;
    noc_err err = request ? call_look(g, a, false, &c) : NOC_ERR_ARGUMENT;

    if (err) {
        return err;
    }
    r = request_new(true);
    if (!r) {
        return NOC_ERR_BUSY;
    }
    err = start(c, a, &w);
    if (err) {
        request_free(r);
        return err;
    }
    r->kind = REQUEST_COLLECTIVE;
    r->peer = -1;
    r->tag = (int32_t)w->tag;
    r->status = (noc_status){.source = g->rank, .tag = w->tag};
    w->request = r;
    *request = (noc_request){.index = r->index, .generation = r->generation};
    noc_progress();
    return NOC_ERR_OK;
}

/* --- each of them -------------------------------------------------------------------------------- */

#define GIVEN(...) ((struct arguments){__VA_ARGS__})

/* noc_NAME and noc_iNAME with these parameters, of which `given` is the struct arguments. */
#define CALLS(name, given, ...)                                              \
    noc_err noc_##name(noc_group *group, __VA_ARGS__, uint32_t timeout)      \
    {                                                                        \
        const struct arguments a = given;                                    \
                                                                             \
        return wait_for(group_of(group), &a, timeout);                       \
    }                                                                        \
                                                                             \
    noc_err noc_i##name(noc_group *group, __VA_ARGS__, noc_request *request) \
    {                                                                        \
        const struct arguments a = given;                                    \
                                                                             \
        return begin(group_of(group), &a, request);                          \
    }

CALLS(reduce,
      GIVEN(.operation = NOC_REDUCE, .from = from, .to = to, .length = elements, .op = op,
            .root = root),
      const void *from, void *to, uint32_t elements, const noc_op *op, uint32_t root)
CALLS(scan, GIVEN(.operation = NOC_SCAN, .from = from, .to = to, .length = elements, .op = op),
      const void *from, void *to, uint32_t elements, const noc_op *op)
CALLS(exscan, GIVEN(.operation = NOC_EXSCAN, .from = from, .to = to, .length = elements, .op = op),
      const void *from, void *to, uint32_t elements, const noc_op *op)
CALLS(reduce_scatter,
      GIVEN(.operation = NOC_REDUCE_SCATTER, .from = from, .to = to, .elements = elements,
            .op = op),
      const void *from, void *to, const uint32_t *elements, const noc_op *op)
CALLS(gather, GIVEN(.operation = NOC_GATHER, .from = from, .to = to, .length = bytes, .root = root),
      const void *from, void *to, uint32_t bytes, uint32_t root)
CALLS(scatter,
      GIVEN(.operation = NOC_SCATTER, .from = from, .to = to, .length = bytes, .root = root),
      const void *from, void *to, uint32_t bytes, uint32_t root)
CALLS(allgather, GIVEN(.operation = NOC_ALLGATHER, .from = from, .to = to, .length = bytes),
      const void *from, void *to, uint32_t bytes)
CALLS(alltoall, GIVEN(.operation = NOC_ALLTOALL, .from = from, .to = to, .length = bytes),
      const void *from, void *to, uint32_t bytes)

CALLS(gatherv,
      GIVEN(.operation = NOC_GATHER, .listed = true, .from = from, .length = bytes, .to = to,
            .received = blocks, .root = root),
      const void *from, uint32_t bytes, void *to, const noc_blocks *blocks, uint32_t root)
CALLS(scatterv,
      GIVEN(.operation = NOC_SCATTER, .listed = true, .from = from, .sent = blocks, .to = to,
            .length = bytes, .root = root),
      const void *from, const noc_blocks *blocks, void *to, uint32_t bytes, uint32_t root)
CALLS(allgatherv,
      GIVEN(.operation = NOC_ALLGATHER, .listed = true, .from = from, .to = to, .received = blocks),
      const void *from, void *to, const noc_blocks *blocks)
CALLS(alltoallv,
      GIVEN(.operation = NOC_ALLTOALL, .listed = true, .from = from, .sent = sent, .to = to,
            .received = received),
      const void *from, const noc_blocks *sent, void *to, const noc_blocks *received)

/* noc_barrier is by signals (barrier.c), noc_broadcast may go along a plan (broadcast/), and
 * noc_allreduce straight (short.c). */
noc_err noc_ibarrier(noc_group *group, noc_request *request)
{
    const struct arguments a = {.operation = NOC_BARRIER};

    return begin(group_of(group), &a, request);
}

static struct arguments broadcast_of(void *body, uint32_t bytes, uint32_t root)
{
    return (struct arguments){
        .operation = NOC_BROADCAST, .to = body, .length = bytes, .root = root};
}

noc_err call_broadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                       uint32_t timeout)
{
    const struct arguments a = broadcast_of(body, bytes, root);

    return wait_for(g, &a, timeout);
}

noc_err call_ibroadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                        noc_request *request)
{
    const struct arguments a = broadcast_of(body, bytes, root);

    return begin(g, &a, request);
}

static struct arguments allreduce_of(const void *from, void *to, uint32_t elements,
                                     const noc_op *op)
{
    return (struct arguments){
        .operation = NOC_ALLREDUCE, .from = from, .to = to, .length = elements, .op = op};
}

noc_err call_allreduce(struct noc_group *g, const void *from, void *to, uint32_t elements,
                       const noc_op *op, uint32_t timeout)
{
    const struct arguments a = allreduce_of(from, to, elements, op);

    return wait_for(g, &a, timeout);
}

noc_err noc_iallreduce(noc_group *group, const void *from, void *to, uint32_t elements,
                       const noc_op *op, noc_request *request)
{
    const struct arguments a = allreduce_of(from, to, elements, op);

    return begin(group_of(group), &a, request);
}
