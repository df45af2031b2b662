/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every call that waits ends at its deadline, and so does the same call once more, where the other
 * cores never call anything again: their queues are full or not, and all copies of this core may be in
 * use, for a while or for so long that one is given up. Then noc_last_peer() names whom it waited for.
 */
#include <string.h>

#include "runs.h"
#include "layer/layer.h"
#include "ni.h"

enum {
    TAG = 3,
    PEER = 1, /* whom the calls wait for */
    NODES = 12,
    SHORT = 8,
    LONG = NOC_EAGER_BYTES + 4,
    SLOT = 64,
    TIMEOUT = 30000,
    SLACK = 10000, /* a call may return so much later */
    MESSAGES = 40  /* as many as no queue and no copy has room for */
};

/* Of core 0, which makes the calls. */
static struct mine {
    uint32_t *body, *other;
    noc_plan *by_plan, *long_plan;
    noc_window *window;
    noc_group *group;
    noc_request begun; /* a collective operation */
} my;

/* --- the calls: each returns what the call says that waits ------------------------------------ */

static noc_err sends(uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    for (uint32_t i = 0; !err && i < MESSAGES; i++) {
        err = noc_send(PEER, TAG, my.body, SHORT, timeout);
    }
    return err;
}

static noc_err sends_odd(uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    for (uint32_t i = 0; !err && i < MESSAGES; i++) {
        err = noc_send_in(my.group, PEER, TAG, (const char *)my.body + 1, SHORT, timeout);
    }
    return err;
}

static noc_err send_long(uint32_t timeout)
{
    return noc_send(PEER, TAG, my.body, LONG, timeout);
}

static noc_err send_synchronous(uint32_t timeout)
{
    return noc_send_synchronous(PEER, TAG, my.body, SHORT, timeout);
}

/* Waits for a request, and gives it up; it may be done meanwhile, where a copy was given up for it. */
static noc_err wait_and_cancel(noc_request *r, uint32_t timeout)
{
    noc_err err = noc_wait(r, NULL, timeout);
    bool cancelled = false;

    if (err == NOC_ERR_TIMEOUT) {
        ok(noc_cancel(r, &cancelled), "cancel");
        if (!cancelled) {
            ok(noc_wait(r, NULL, timeout), "wait");
        }
    }
    return err;
}

static noc_err isend_long(uint32_t timeout)
{
    noc_request r;

    ok(noc_isend(PEER, TAG, my.body, LONG, &r), "isend");
    return wait_and_cancel(&r, timeout);
}

static noc_err isends(uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    for (uint32_t i = 0; !err && i < MESSAGES; i++) {
        noc_request r;

        ok(noc_isend_in(my.group, PEER, TAG, my.body, SHORT, &r), "isend");
        err = wait_and_cancel(&r, timeout);
    }
    return err;
}

static noc_err isend_synchronous(uint32_t timeout)
{
    noc_request r;

    ok(noc_isend_synchronous(PEER, TAG, my.body, SHORT, &r), "isend");
    return wait_and_cancel(&r, timeout);
}

static noc_err receive(uint32_t timeout)
{
    return noc_recv(PEER, TAG, my.body, LONG, NULL, timeout);
}

static noc_err receive_any(uint32_t timeout)
{
    return noc_recv_in(my.group, NOC_ANY_SOURCE, NOC_ANY_TAG, my.body, LONG, NULL, timeout);
}

static noc_err ireceive(uint32_t timeout)
{
    noc_request r;

    ok(noc_irecv(PEER, TAG, my.body, LONG, &r), "irecv");
    return wait_and_cancel(&r, timeout);
}

static noc_err probe(uint32_t timeout)
{
    noc_status status;

    return noc_probe(PEER, NOC_ANY_TAG, &status, timeout);
}

static noc_err take(uint32_t timeout)
{
    noc_message message;

    return noc_take(NOC_ANY_SOURCE, TAG, &message, NULL, timeout);
}

/* Two requests at once, by each of the calls that wait for several. */
enum how { ANY, SOME, ALL };

static noc_err several(enum how how, uint32_t timeout)
{
    noc_request r[2];
    noc_done done[2];
    bool cancelled;
    uint32_t n;
    noc_err err;

    ok(noc_irecv(PEER, TAG, my.other, LONG, &r[0]), "irecv");
    ok(noc_isend(PEER, TAG, my.body, LONG, &r[1]), "isend");
    err = how == ANY  ? noc_wait_any(r, 2, &n, NULL, timeout)
        : how == SOME ? noc_wait_some(r, 2, done, &n, timeout)
                      : noc_wait_all(r, 2, done, timeout);
    for (n = 0; n < 2; n++) {
        ok(noc_cancel(&r[n], &cancelled), "cancel");
        MUST(cancelled);
    }
    return err;
}

static noc_err wait_any(uint32_t timeout)
{
    return several(ANY, timeout);
}

static noc_err wait_some(uint32_t timeout)
{
    return several(SOME, timeout);
}

static noc_err wait_all(uint32_t timeout)
{
    return several(ALL, timeout);
}

static noc_err exchange(uint32_t timeout)
{
    return noc_exchange(PEER, TAG, my.body, SHORT, PEER, TAG, my.other, LONG, NULL, timeout);
}

static noc_err exchange_long(uint32_t timeout)
{
    return noc_exchange_in(my.group, PEER, TAG, my.body, LONG, NOC_ANY_SOURCE, TAG, my.other, LONG,
                           NULL, timeout);
}

static noc_err barrier(uint32_t timeout)
{
    return noc_barrier(noc_world(), timeout);
}

static noc_err barrier_in(uint32_t timeout)
{
    return noc_barrier(my.group, timeout);
}

static noc_err create(uint32_t timeout)
{
    static const uint16_t members[] = {0, PEER, 2};
    noc_group *made;

    return noc_group_create(members, 3, &made, timeout);
}

static noc_err split(uint32_t timeout)
{
    noc_group *made;

    return noc_group_split(my.group, 1, 1, &made, timeout);
}

static noc_err duplicate(uint32_t timeout)
{
    noc_group *made;

    return noc_group_duplicate(my.group, &made, timeout);
}

static noc_err reserve(uint32_t timeout)
{
    return noc_group_reserve(my.group, SLOT, NOC_BY_PLAN, timeout);
}

static noc_err multicast(uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    for (uint32_t i = 0; !err && i < MESSAGES; i++) {
        err = noc_multicast(my.by_plan, my.body, SLOT, timeout);
    }
    return err;
}

static noc_err multicast_long(uint32_t timeout)
{
    return noc_multicast_long(my.long_plan, my.body, LONG, 0, timeout);
}

static noc_err broadcast_short(uint32_t timeout)
{
    return noc_broadcast(my.group, my.body, SHORT, PEER, timeout);
}

static noc_err broadcast_long(uint32_t timeout)
{
    return noc_broadcast(my.group, my.body, NODES * LONG, 0, timeout);
}

static noc_err reduce(uint32_t timeout)
{
    return noc_reduce(my.group, my.body, my.other, SHORT, &noc_sum_int32, 0, timeout);
}

static noc_err allreduce(uint32_t timeout)
{
    return noc_allreduce(noc_world(), my.body, my.other, 1, &noc_sum_int32, timeout);
}

static noc_err allreduce_long(uint32_t timeout)
{
    return noc_allreduce(my.group, my.body, my.other, LONG, &noc_sum_int32, timeout);
}

static noc_err gather(uint32_t timeout)
{
    return noc_gather(my.group, my.body, my.other, LONG, 0, timeout);
}

static noc_err scatter(uint32_t timeout)
{
    return noc_scatter(my.group, my.body, my.other, LONG, 0, timeout);
}

static noc_err alltoall(uint32_t timeout)
{
    return noc_alltoall(my.group, my.body, my.other, LONG, timeout);
}

/* One request, for which it waits again. */
static noc_err iallgather(uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    if (my.begun.index == NOC_NO_REQUEST.index) {
        err = noc_iallgather(my.group, my.body, my.other, SHORT, &my.begun);
    }
    return err ? err : noc_wait(&my.begun, NULL, timeout);
}

static noc_err fence(uint32_t timeout)
{
    return noc_fence(my.window, timeout);
}

static noc_err flush(uint32_t timeout)
{
    uint32_t word;

    (void)!noc_get(my.window, PEER, 0, &word, 4);
    return noc_flush(my.window, PEER, timeout);
}

static noc_err flush_all(uint32_t timeout)
{
    (void)!noc_put(my.window, PEER, 0, my.body, LONG);
    return noc_flush(my.window, NOC_ANY_SOURCE, timeout);
}

static noc_err lock(uint32_t timeout)
{
    return noc_lock(my.window, PEER, true, timeout);
}

static noc_err create_window(uint32_t timeout)
{
    noc_window *made;

    return noc_window_create(my.group, my.body, LONG, &made, timeout);
}

static noc_err finish(uint32_t timeout)
{
    (void)!sends(SLACK / 5);
    return noc_finish(timeout);
}

static noc_err free_group(uint32_t timeout)
{
    return noc_group_free(my.group, timeout);
}

static noc_err free_window(uint32_t timeout)
{
    return noc_window_free(my.window, timeout);
}

/* first: whom it waits for when its deadline passes, as noc_last_peer() says; then: the same where all
 * copies are in use, of which the first is to the core before. */
#define CALL(function, first)                    \
    {                                            \
        function, #function, first, first, false \
    }
#define ONCE(function, first, then)            \
    {                                          \
        function, #function, first, then, true \
    }
enum { ANYBODY = -1, PARENT = 8, BEFORE = NODES - 1 }; /* of a broadcast's tree; and in rank */

static const struct waiting {
    noc_err (*call)(uint32_t timeout);
    const char *name;
    int32_t first, then;
    bool once; /* what it is about is gone after the deadline, too */
} calls[] = {
    CALL(sends, PEER),
    CALL(sends_odd, PEER),
    CALL(send_long, PEER),
    CALL(send_synchronous, PEER),
    CALL(isend_long, PEER),
    CALL(isends, PEER),
    CALL(isend_synchronous, PEER),
    CALL(receive, PEER),
    CALL(receive_any, ANYBODY),
    CALL(ireceive, PEER),
    CALL(probe, PEER),
    CALL(take, ANYBODY),
    CALL(wait_any, PEER),
    CALL(wait_some, PEER),
    CALL(wait_all, PEER),
    CALL(exchange, PEER),
    CALL(exchange_long, ANYBODY),
    CALL(barrier, BEFORE),
    CALL(barrier_in, BEFORE),
    CALL(create, PEER),
    CALL(split, PEER),
    CALL(duplicate, PEER),
    CALL(reserve, PEER),
    CALL(multicast, ANYBODY),
    CALL(multicast_long, PEER),
    CALL(broadcast_short, PEER),
    CALL(broadcast_long, PARENT),
    CALL(reduce, PEER),
    CALL(allreduce, PEER),
    CALL(allreduce_long, BEFORE),
    CALL(gather, PEER),
    CALL(scatter, PARENT),
    CALL(alltoall, BEFORE),
    CALL(iallgather, PEER),
    CALL(fence, BEFORE),
    CALL(flush, PEER),
    CALL(flush_all, PEER),
    CALL(lock, PEER),
    CALL(create_window, PEER),
    {finish, "finish", PEER, BEFORE, false},
    ONCE(free_group, BEFORE, BEFORE),
    ONCE(free_window, BEFORE, PEER),
};

/* --- the boards -------------------------------------------------------------------------------- */

/* What the core that calls has under way before: nothing; messages in all its copies, which their
 * receivers have no room for; the same, for so long that one may be given up. */
enum before { NOTHING, ALL_COPIES, ALL_COPIES_LONG, BEFORES };

struct run {
    const struct waiting *waiting;
    enum before before;
    bool full; /* the others discard what comes */
};

static void prepare(bool full)
{
    struct mine mine = {.begun = NOC_NO_REQUEST};
    uint16_t all[NODES];

    for (uint16_t i = 0; i < NODES; i++) {
        all[i] = i;
    }
    mine.body = core_malloc(NODES * LONG);
    mine.other = core_malloc(NODES * LONG);
    memset(mine.body, 0, NODES * LONG);
    ok(noc_init(), "init");
    ok(noc_group_reserve(noc_world(), SLOT, NOC_BY_PLAN, NOC_FOREVER), "reserve");
    ok(noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &mine.by_plan), "plan");
    ok(noc_group_create(all, NODES, &mine.group, NOC_FOREVER), "create");
    ok(noc_plan_create(mine.group, 0, "separate", NOC_BY_PLAN, &mine.long_plan), "plan");
    ok(noc_window_create(mine.group, mine.body, LONG, &mine.window, NOC_FOREVER), "window");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
    if (!core_number()) {
        my = mine;
    } else if (full) {
        ni_write(NI_RX_RESET, 1u << NOC_QUEUE_EAGER);
    }
}

static void begin(enum before before)
{
    core_delay(2 * TIMEOUT); /* the others are away */
    for (uint32_t i = 0; before != NOTHING && i < 8; i++) {
        ok(noc_send_in(i % 2 ? noc_world() : my.group, NODES - 1 - i, TAG, my.body, SHORT, TIMEOUT),
           "send");
    }
    if (before == ALL_COPIES_LONG) {
        WANT(noc_recv(PEER, TAG + 1, my.body, SHORT, NULL, 1000),
             TIMEOUT); /* which looks at them */
        core_delay(NOC_LOST_CYCLES);
    }
}

static void must_name_its_peer(const struct run *run)
{
    const int32_t peer = run->before == NOTHING ? run->waiting->first : run->waiting->then;

    if (run->before != ALL_COPIES_LONG && noc_last_peer() != peer) {
        core_fail("%s, copies %d, queues full %d: waits for %d, not for %d", run->waiting->name,
                  run->before, run->full, (int)noc_last_peer(), (int)peer);
    }
}

/* Ends with TIMEOUT, when it should. */
static void must_end(const struct run *run, uint32_t timeout)
{
    const uint64_t begun = core_time();
    const noc_err err = run->waiting->call(timeout);
    const uint64_t took = core_time() - begun;

    if (err != NOC_ERR_TIMEOUT || took < timeout || took > timeout + SLACK) {
        core_fail("%s, copies %d, queues full %d: %s after %u of %u cycles", run->waiting->name,
                  run->before, run->full, noc_strerror(err), (unsigned)took, timeout);
    }
    must_name_its_peer(run);
}

static void program(void *arg)
{
    const struct run *run = arg;

    prepare(run->full);
    if (core_number()) {
        return;
    }
    begin(run->before);
    must_end(run, TIMEOUT);
    if (!run->waiting->once) {
        must_end(run, 0);
        must_end(run, TIMEOUT);
    }
}

TEST(each_call_ends_at_its_deadline)
{
    for (uint32_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
        for (uint32_t kind = 0; kind < 2 * BEFORES; kind++) {
            const struct cores_config c = {.topology = "torus:3x4",
                                           .ports = 1,
                                           .seed = i + 1,
                                           .limit_cycles = 20 * NOC_LOST_CYCLES};
            struct run run = {&calls[i], kind % BEFORES, kind >= BEFORES};

            if (run.before == NOTHING || run.full) {
                cores_must_run(&c, program, &run);
            }
        }
    }
}
