/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A collective operation through the flit-level network (libnoc/model), with what the firmware's
 * walk takes at each core (libnoc/collective/cost.h). A core does one thing at a time:
 *
 *   a call         half of `call` at its begin, and half at its end
 *   a step begins  messages are sent one after the other: `send` each, and a copy of the body; one
 *                  that is longer than `eager` is offered instead, by a worm of its own
 *   then it waits  what has come is handled in the order in which it came: a message takes
 *                  `receive` and a copy; an offer is answered, which takes a third of `offer`, by a
 *                  signal back; and the answer takes another third, and sends the body
 *   a step ends    when all was handled and sent, what was received is combined, and the next step
 *                  begins. A body that was offered has been sent when its last flit has left
 *
 * A message that nobody wants yet waits for the step that does.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "collective.h"
#include "experiment_result.h"
#include "link_counts.h"
#include "worm.h"

enum kind { MESSAGE, OFFER, ANSWER };
enum { OFFER_WORDS = 3 }; /* of an offer's body: name and length */

/* A worm under way, and a message that has come early. */
struct flight {
    struct noc_worm worm;
    enum kind kind;
    uint32_t from, to; /* ranks of the message's sender and receiver, also of an answer */
    uint32_t place;    /* so many messages its sender had sent its receiver before */
    uint32_t words;
    bool counts;               /* a step of the sender waits until it has left */
    struct flight *next;       /* of all */
    struct flight *next_early; /* that have come to the same member early */
    uint32_t header[NOC_TURNS_MAX + 1];
};

/* How many messages there were between two members. */
struct pair {
    uint32_t from, sent, received;
    struct pair *next;
};

struct core {
    uint64_t free; /* it has nothing to do from then on */
    uint32_t number, steps;
    struct collective_step step[NOC_STEPS_AT_ONCE];
    uint32_t place[NOC_STEPS_AT_ONCE]; /* of the message that a step receives */
    bool awaits[NOC_STEPS_AT_ONCE];
    uint32_t sending; /* bodies that were offered and have not left */
    struct pair *pairs;
    struct flight *early;
    bool done;
};

struct sim {
    const struct collective *c;
    struct noc_net *net;
    struct core *core;
    struct flight *flights;
    struct collective_times *out;
    uint32_t returned;
};

/* The messages from one member to another one, counted at the receiver. */
static struct pair *pair_of(struct sim *s, uint32_t from, uint32_t to)
{
    struct pair **link = &s->core[to].pairs, *p;
    while (*link && (*link)->from != from) {
        link = &(*link)->next;
    }
    p = *link;
    if (p) {
        *link = p->next; /* it goes to the front: the next message is of the same one, often */
    } else {
        p = alloc_zeroed(sizeof *p);
        p->from = from;
    }
    p->next = s->core[to].pairs;
    s->core[to].pairs = p;
    return p;
}

static uint64_t copying(const struct sim *s, uint32_t words)
{
    return (uint64_t)words * s->c->costs.copy / 16;
}

static void launch(struct sim *s, struct flight *f, uint32_t body, uint64_t when)
{
    const struct experiment *e = &s->c->e;
    uint32_t sender = f->kind == ANSWER ? f->to : f->from;
    uint32_t receiver = f->kind == ANSWER ? f->from : f->to;
    worm_make(&f->worm, e, s->c->node[sender], s->c->node[receiver], f->header);
    f->worm.flits = f->worm.flits - e->length + body;
    f->worm.cookie = f;
    f->next = s->flights;
    s->flights = f;
    noc_net_send(s->net, &f->worm, when + e->ni_cycles);
}

static struct flight *flight_new(enum kind kind, const struct flight *of)
{
    struct flight *f = alloc_zeroed(sizeof *f);
    if (of) {
        f->from = of->from;
        f->to = of->to;
        f->place = of->place;
        f->words = of->words;
    }
    f->kind = kind;
    return f;
}

static void send(struct sim *s, uint32_t rank, const struct collective_step *step)
{
    struct core *core = &s->core[rank];
    bool offered = 4ull * step->sent > s->c->costs.eager;
    struct flight *f = flight_new(offered ? OFFER : MESSAGE, NULL);
    f->from = rank;
    f->to = step->to;
    f->place = pair_of(s, rank, step->to)->sent++;
    f->words = step->sent;
    core->free += s->c->costs.send + (offered ? 0 : copying(s, step->sent));
    core->sending += offered;
    launch(s, f, offered ? OFFER_WORDS : step->sent, core->free);
}

/* The core takes a message that one of its steps wants, or answers an offer. */
static void handle(struct sim *s, uint32_t rank, uint32_t i, const struct flight *f)
{
    struct core *core = &s->core[rank];
    if (f->kind == OFFER) {
        core->free += s->c->costs.offer / 3;
        launch(s, flight_new(ANSWER, f), 0, core->free);
        return;
    }
    bool offered = 4ull * f->words > s->c->costs.eager;
    core->free += s->c->costs.receive + (offered ? 0 : copying(s, f->words));
    core->awaits[i] = false;
}

/* The step that wants this message; NOC_STEPS_AT_ONCE: none yet. */
static uint32_t wanting(const struct core *core, const struct flight *f)
{
    uint32_t i = 0;
    while (i < core->steps &&
           !(core->awaits[i] && core->step[i].from == f->from && core->place[i] == f->place)) {
        i++;
    }
    return i < core->steps ? i : NOC_STEPS_AT_ONCE;
}

/* What came early and is wanted now, in the order in which it came. */
static void handle_early(struct sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    for (struct flight **link = &core->early; *link;) {
        struct flight *f = *link;
        uint32_t i = wanting(core, f);
        if (i < NOC_STEPS_AT_ONCE) {
            *link = f->next_early;
            handle(s, rank, i, f);
        } else {
            link = &f->next_early;
        }
    }
}

static void begin(struct sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    for (uint32_t i = 0; i < core->steps; i++) {
        const struct collective_step *step = &core->step[i];
        core->awaits[i] = step->from != NOC_NOBODY;
        if (core->awaits[i]) {
            core->place[i] = pair_of(s, step->from, rank)->received++;
        }
        if (step->local) {
            core->free += s->c->costs.local;
        }
        if (step->to != NOC_NOBODY) {
            send(s, rank, step);
        }
    }
    handle_early(s, rank);
}

/* Its steps have all they need. False: not yet. */
static bool end(struct sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    for (uint32_t i = 0; i < core->steps; i++) {
        if (core->awaits[i]) {
            return false;
        }
    }
    if (core->sending) {
        return false;
    }
    for (uint32_t i = 0; i < core->steps; i++) {
        const struct collective_step *step = &core->step[i];
        uint32_t words = step->received;
        core->free += step->combines ? (uint64_t)words * s->c->costs.combine / 16
                    : step->local    ? copying(s, words)
                                     : 0;
    }
    core->number += core->steps;
    core->steps = 0;
    return true;
}

/* As far as it can. */
static void go_on(struct sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    while (!core->done && (core->steps == 0 || end(s, rank))) {
        core->steps = collective_steps(s->c, rank, core->number, core->step);
        if (core->steps == 0) {
            core->done = true;
            s->out->returned[rank] = core->free + s->c->costs.call / 2;
            progress_at(++s->returned);
        } else {
            begin(s, rank);
        }
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sim *s = opaque;
    struct flight *f = w->cookie;
    uint32_t rank = f->kind == ANSWER ? f->from : f->to;
    struct core *core = &s->core[rank];
    (void)node;
    if (f->kind == ANSWER) {
        struct flight *body = flight_new(MESSAGE, f);
        core->free = (when > core->free ? when : core->free) + s->c->costs.offer / 3;
        body->counts = true;
        launch(s, body, body->words, core->free);
        return;
    }
    uint32_t i = wanting(core, f);
    if (i == NOC_STEPS_AT_ONCE) {
        struct flight **link = &core->early;
        while (*link) {
            link = &(*link)->next_early;
        }
        *link = f;
        return;
    }
    core->free = when > core->free ? when : core->free;
    handle(s, rank, i, f);
    go_on(s, rank);
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct sim *s = opaque;
    struct flight *f = w->cookie;
    struct core *core = &s->core[f->from];
    if (f->counts) {
        core->sending--;
        core->free = when + 1 > core->free ? when + 1 : core->free;
        go_on(s, f->from);
    }
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct sim *s = opaque;
    if (!s->out->deadlock) {
        s->out->deadlock = waits_json(&s->c->e, wait, n);
        s->out->cycles = when;
    }
    noc_net_stop(s->net);
}

static void run_all(struct sim *s)
{
    enum { SLICE_CYCLES = 4096 };
    uint64_t limit = s->c->e.limit_cycles ? s->c->e.limit_cycles : NOC_NEVER, next;
    progress_begin("simulating", s->c->call.count);
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        s->core[rank].free = s->c->costs.call / 2;
        go_on(s, rank);
    }
    while (!s->out->deadlock && (next = noc_net_next(s->net)) != NOC_NEVER) {
        if (next >= limit) {
            s->out->cut = true;
            break;
        }
        noc_net_run(s->net, next + SLICE_CYCLES < limit ? next + SLICE_CYCLES : limit);
    }
    progress_end();
}

static void conclude(struct sim *s)
{
    uint64_t limit = s->c->e.limit_cycles, last = 0;
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        uint64_t *returned = &s->out->returned[rank];
        if (limit && *returned != NOC_NEVER && *returned > limit) {
            s->out->cut = true;
            *returned = NOC_NEVER;
        }
        last = *returned != NOC_NEVER && *returned > last ? *returned : last;
    }
    if (!s->out->deadlock) {
        s->out->cycles = s->out->cut ? limit : last;
    }
}

static void sim_free(struct sim *s)
{
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        while (s->core[rank].pairs) {
            struct pair *next = s->core[rank].pairs->next;
            free(s->core[rank].pairs);
            s->core[rank].pairs = next;
        }
    }
    while (s->flights) {
        struct flight *next = s->flights->next;
        free(s->flights);
        s->flights = next;
    }
    free(s->core);
    noc_net_free(s->net);
}

enum status collective_simulate(const struct collective *c, struct collective_times *times,
                                struct error *error)
{
    struct sim s = {.c = c, .out = times};
    const struct noc_net_ops ops = {
        .opaque = &s, .deliver = on_deliver, .left = on_left, .deadlock = on_deadlock};
    memset(times, 0, sizeof *times);
    s.net = noc_net_new(&c->e.net, &ops);
    if (!s.net) {
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         c->e.topology.nodes);
    }
    s.core = alloc_array(c->call.count, sizeof *s.core);
    times->returned = alloc_array(c->call.count, sizeof *times->returned);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        times->returned[rank] = NOC_NEVER;
    }
    run_all(&s);
    conclude(&s);
    noc_net_total(s.net, &times->total);
    times->links = c->e.detail.links ? link_counts_simulated(&c->e, s.net) : NULL;
    sim_free(&s);
    return STATUS_DONE;
}

void collective_times_free(struct collective_times *times)
{
    free(times->returned);
    json_decref(times->deadlock);
    json_decref(times->links);
}
