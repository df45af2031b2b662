/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A collective operation through the flit-level network (libnoc/model), between cores that do what
 * the firmware does (collective_core.c). Each core has its own time. The one that is first goes on
 * when the network has come to its cycle. All worms are there that the board has: messages, offers
 * and grants, each of which the receiver's NI acknowledges, or discards if there is no slot; bodies
 * of long messages, and what tells their senders that they have landed; and what asks for a
 * discarded message.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "collective_core.h"
#include "collective_signals.h"
#include "experiment_result.h"
#include "link_counts.h"

/* --- cores that have something to do: the first one is in front ------------------------------------ */

static bool is_before(const struct collective_sim *s, uint32_t a, uint32_t b)
{
    return s->core[a].free != s->core[b].free ? s->core[a].free < s->core[b].free : a < b;
}

static void heap_add(struct collective_sim *s, uint32_t rank)
{
    uint32_t i = s->waiting++;
    for (; i > 0 && is_before(s, rank, s->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        s->heap[i] = s->heap[(i - 1) / 2];
    }
    s->heap[i] = rank;
}

static uint32_t heap_take(struct collective_sim *s)
{
    uint32_t first = s->heap[0], last = s->heap[--s->waiting], i = 0, child;
    while ((child = 2 * i + 1) < s->waiting) {
        child += child + 1 < s->waiting && is_before(s, s->heap[child + 1], s->heap[child]);
        if (!is_before(s, s->heap[child], last)) {
            break;
        }
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return first;
}

/* --- arrivals --------------------------------------------------------------------------------------- */

static void wake(struct collective_sim *s, uint32_t rank, uint64_t when)
{
    struct core *core = &s->core[rank];
    if (core->waits) {
        core->waits = false;
        core_wake(s, rank, when);
        heap_add(s, rank);
        noc_net_stop(s->net);
    }
}

/* The list that it comes to. What finds no slot is discarded. */
static struct flights *list_of(struct core *core, const struct flight *f)
{
    switch ((enum flight_kind)f->kind) {
    case FLIGHT_BODY:
        return &core->landed;
    case FLIGHT_ACK:
    case FLIGHT_LANDED:
    case FLIGHT_PULL:
        return &core->signals;
    default:
        return f->resent || core->slots ? &core->queue : &core->discarded;
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct collective_sim *s = opaque;
    struct flight *f = w->cookie;
    struct core *core = &s->core[f->to];
    struct flights *list = list_of(core, f);
    f->visible = when + (flight_is_signal(f) ? 0 : s->c->e.tau_r);
    flights_add(list, f);
    if (s->log) {
        worm_log_arrived(s->log, f->logged, node, when, f->visible);
    }
    core->slots -= list == &core->queue && !f->resent;
    if (list == &core->queue || list == &core->landed) {
        enum flight_kind answer = list == &core->queue ? FLIGHT_ACK : FLIGHT_LANDED;
        flight_launch(s, flight_new(s, answer, f->to, f->from, f), f->visible);
    }
    wake(s, f->to, f->visible);
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    const struct collective_sim *s = opaque;
    (void)when;
    worm_log_left(s->log, ((const struct flight *)w->cookie)->logged);
}

static void on_stamp(void *opaque, const struct noc_net_stamp *stamp)
{
    const struct collective_sim *s = opaque;
    worm_log_stamp(s->log, ((const struct flight *)stamp->worm->cookie)->logged, stamp);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct collective_sim *s = opaque;
    if (!s->out->deadlock) {
        s->out->deadlock = waits_json(&s->c->e, wait, n);
        s->out->cycles = when;
    }
    noc_net_stop(s->net);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* What this core will see without anything more that comes; NOC_NEVER: nothing. */
static uint64_t next_sight(const struct core *core)
{
    const struct flights *lists[] = {&core->signals, &core->queue, &core->landed, &core->discarded};
    uint64_t next = NOC_NEVER;
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct flight *f = lists[i]->head;
        next = f && f->visible > core->free && f->visible < next ? f->visible : next;
    }
    return next;
}

static void act(struct collective_sim *s)
{
    uint32_t rank = heap_take(s);
    struct core *core = &s->core[rank];
    s->acts = core->free;
    if (!core_act(s, rank)) {
        uint64_t next = next_sight(core);
        core->waits = next == NOC_NEVER;
        if (core->waits) {
            return;
        }
        core_wake(s, rank, next);
    }
    heap_add(s, rank);
}

static void run_all(struct collective_sim *s)
{
    enum { SLICE_CYCLES = 4096 };
    uint64_t limit = s->c->e.limit_cycles ? s->c->e.limit_cycles : NOC_NEVER, next, until;
    progress_begin("simulating", s->c->call.count);
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        core_begin(s, rank);
        heap_add(s, rank);
    }
    while (!s->out->deadlock) {
        until = s->waiting ? s->core[s->heap[0]].free : NOC_NEVER;
        next = noc_net_next(s->net);
        if (until == NOC_NEVER && next == NOC_NEVER) {
            break;
        }
        if ((next < until ? next : until) >= limit) {
            s->out->cut = true;
            break;
        }
        if (next >= until) {
            act(s);
        } else {
            uint64_t slice = next + SLICE_CYCLES < limit ? next + SLICE_CYCLES : limit;
            noc_net_run(s->net, until < slice ? until : slice);
        }
    }
    progress_end();
}

static void sim_free(struct collective_sim *s)
{
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        core_end(&s->core[rank]);
    }
    while (s->flights) {
        struct flight *next = s->flights->next_all;
        free(s->flights);
        s->flights = next;
    }
    worm_log_free(s->log);
    collective_steps_free(s->steps);
    free(s->core);
    free(s->heap);
    noc_net_free(s->net);
}

enum status collective_simulate(const struct collective *c, struct collective_times *times,
                                struct error *error)
{
    struct collective_sim s = {.c = c, .out = times};
    const struct noc_net_ops ops = {.opaque = &s,
                                    .deliver = on_deliver,
                                    .left = c->e.detail.worms ? on_left : NULL,
                                    .deadlock = on_deadlock};
    if (c->way == BY_SIGNALS || c->way == BY_PLAN) {
        return collective_simulate_unnamed(c, times, error);
    }
    memset(times, 0, sizeof *times);
    s.net = noc_net_new(&c->e.net, &ops);
    if (!s.net) {
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         c->e.topology.nodes);
    }
    if (c->e.detail.worms) {
        s.log = worm_log_new(&c->e);
        s.steps = collective_steps_new(c);
        noc_net_stamp(s.net, on_stamp, &s);
    }
    s.core = alloc_array(c->call.count, sizeof *s.core);
    s.heap = alloc_array(c->call.count, sizeof *s.heap);
    times->returned = alloc_array(c->call.count, sizeof *times->returned);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        times->returned[rank] = NOC_NEVER;
    }
    run_all(&s);
    collective_conclude(c, times);
    noc_net_total(s.net, &times->total);
    times->links = c->e.detail.links ? link_counts_simulated(&c->e, s.net) : NULL;
    noc_net_stamp_begun(s.net);
    times->worms = s.log ? worm_log_json(s.log) : NULL;
    sim_free(&s);
    return STATUS_DONE;
}
