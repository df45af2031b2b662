/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In which round each message of a schedule is sent. Members walk their steps; a message's round is
 * the first one in which its sender may send, and its receiver has received what it wants before.
 */
#include <stdlib.h>

#include "barrier_network.h"
#include "base/alloc.h"
#include "collective.h"

#define NO_MESSAGE UINT32_MAX

/* A message, and the one that was sent to the same member after it. */
struct sent {
    struct collective_message message;
    uint32_t ready, next;
};

struct member {
    uint32_t number, clock;  /* of the steps that go on at once; rounds until before them */
    uint32_t received;       /* the round of the last message that it received */
    uint32_t first, last;    /* messages to it that it has not received, in their order */
    uint32_t own, own_count; /* messages of its steps that go on: the first; how many */
    uint32_t receives;       /* steps of these that have received */
    bool begun, done;
};

struct rounds {
    const struct collective *c;
    struct member *member;
    struct sent *sent;
    uint32_t count, room;
};

static void add(struct rounds *r, uint32_t rank, const struct collective_step *step, uint32_t ready)
{
    struct member *to = &r->member[step->to];
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 1024;
        r->sent = realloc(r->sent, r->room * sizeof *r->sent);
        if (!r->sent) {
            out_of_memory();
        }
    }
    r->sent[r->count] = (struct sent){
        {.from = rank, .to = step->to, .round = 0, .words = step->sent, .blocks = step->blocks},
        .ready = ready,
        .next = NO_MESSAGE};
    if (to->last == NO_MESSAGE) {
        to->first = r->count;
    } else {
        r->sent[to->last].next = r->count;
    }
    to->last = r->count++;
}

/* The first message from `from` leaves the list of those to be received. NULL: there is none. */
static struct sent *take(struct rounds *r, struct member *m, uint32_t from)
{
    uint32_t before = NO_MESSAGE;
    for (uint32_t i = m->first; i != NO_MESSAGE; before = i, i = r->sent[i].next) {
        if (r->sent[i].message.from != from) {
            continue;
        }
        if (before == NO_MESSAGE) {
            m->first = r->sent[i].next;
        } else {
            r->sent[before].next = r->sent[i].next;
        }
        m->last = m->last == i ? before : m->last;
        return &r->sent[i];
    }
    return NULL;
}

static void begin(struct rounds *r, uint32_t rank, const struct collective_step *step, uint32_t n)
{
    struct member *m = &r->member[rank];
    m->own = r->count;
    for (uint32_t i = 0, sends = 0; i < n; i++) {
        if (step[i].to != NOC_NOBODY) {
            add(r, rank, &step[i], m->clock + ++sends);
        }
    }
    m->own_count = r->count - m->own;
    m->receives = 0;
    m->begun = true;
}

/* Receive what has been sent, in the order of the steps. False: nothing. */
static bool receive(struct rounds *r, struct member *m, const struct collective_step *step,
                    uint32_t n)
{
    bool moved = false;
    for (; m->receives < n; m->receives++) {
        uint32_t from = step[m->receives].from;
        struct sent *s = from == NOC_NOBODY ? NULL : take(r, m, from);
        if (from != NOC_NOBODY && !s) {
            return moved;
        }
        if (s) {
            m->received = s->ready > m->received ? s->ready : m->received + 1;
            s->message.round = m->received;
        }
        moved = true;
    }
    return moved;
}

/* The rounds in which its own messages were sent, if all of them were. */
static bool sent_all(const struct rounds *r, struct member *m, uint32_t *last)
{
    *last = m->clock;
    for (uint32_t i = 0; i < m->own_count; i++) {
        uint32_t round = r->sent[m->own + i].message.round;
        if (round == 0) {
            return false;
        }
        *last = round > *last ? round : *last;
    }
    return true;
}

static bool go_on(struct rounds *r, uint32_t rank)
{
    struct member *m = &r->member[rank];
    struct collective_step step[NOC_STEPS_AT_ONCE];
    uint32_t n = m->done ? 0 : collective_steps(r->c, rank, m->number, step), last;
    bool moved = n > 0 && !m->begun;
    m->done = n == 0;
    if (m->done) {
        return false;
    }
    if (!m->begun) {
        begin(r, rank, step, n);
    }
    moved |= receive(r, m, step, n);
    if (m->receives < n || !sent_all(r, m, &last)) {
        return moved;
    }
    for (uint32_t i = 0; i < n; i++) {
        last = step[i].from != NOC_NOBODY && m->received > last ? m->received : last;
    }
    m->clock = last;
    m->number += n;
    m->begun = false;
    return true;
}

static int by_round(const void *a, const void *b)
{
    const struct collective_message *x = a, *y = b;
    return x->round != y->round ? (x->round > y->round) - (x->round < y->round)
         : x->from != y->from   ? (x->from > y->from) - (x->from < y->from)
                                : (x->to > y->to) - (x->to < y->to);
}

/* Of the schedule. */
static struct collective_message *walk_all(const struct collective *c, uint32_t *count)
{
    struct rounds r = {.c = c};
    bool moved = true;
    r.member = alloc_array(c->call.count, sizeof *r.member);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        r.member[rank] = (struct member){.first = NO_MESSAGE, .last = NO_MESSAGE};
    }
    while (moved) {
        moved = false;
        for (uint32_t rank = 0; rank < c->call.count; rank++) {
            while (go_on(&r, rank)) {
                moved = true;
            }
        }
    }
    struct collective_message *message = alloc_array(r.count + 1, sizeof *message);
    for (uint32_t i = 0; i < r.count; i++) {
        message[i] = r.sent[i].message;
    }
    *count = r.count;
    free(r.sent);
    free(r.member);
    return message;
}

/* --- without a schedule ------------------------------------------------------- */

static struct collective_message *all_signals(const struct collective *c, uint32_t *count)
{
    const struct noc_barrier_network network = barrier_network(&c->e.topology, c->call.count);
    struct noc_barrier_peers p;
    struct collective_message *message = alloc_array(
        (size_t)c->call.count * NOC_BARRIER_ROUNDS * NOC_BARRIER_SIGNALS, sizeof *message);
    uint32_t n;
    *count = 0;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        for (uint32_t round = 0; (n = noc_barrier_round(&p, &network, c->call.count, rank, round));
             round++) {
            for (uint32_t i = 0; i < n; i++) {
                message[(*count)++] =
                    (struct collective_message){.from = rank, .to = p.to[i], .round = round + 1};
            }
        }
    }
    return message;
}

static uint32_t rank_of(const struct collective *c, uint32_t node)
{
    uint32_t low = 0, high = c->call.count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(c->node[middle] <= node ? &low : &high) = middle;
    }
    return low;
}

static struct collective_message *all_of_plan(const struct collective *c, uint32_t *count)
{
    const struct experiment *e = &c->plan;
    struct collective_message *message = alloc_array((size_t)e->trees * e->m, sizeof *message);
    *count = 0;
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        uint32_t words = 0;
        for (uint32_t i = tree; i < e->segments; i += e->trees) {
            words += segment_flits(e, i);
        }
        for (uint32_t i = 0; i < e->m; i++) {
            const struct noc_message *m = &e->plan[tree].message[i];
            message[(*count)++] = (struct collective_message){.from = rank_of(c, m->from),
                                                              .to = rank_of(c, m->to),
                                                              .round = m->step,
                                                              .words = words,
                                                              .tree = tree};
        }
    }
    return message;
}

struct collective_message *collective_messages(const struct collective *c, uint32_t *count)
{
    struct collective_message *message = c->way == BY_SIGNALS ? all_signals(c, count)
                                       : c->way == BY_PLAN    ? all_of_plan(c, count)
                                                              : walk_all(c, count);
    qsort(message, *count, sizeof *message, by_round);
    return message;
}

/* --- to be found again ----------------------------------------------------------------------- */

struct collective_steps_of {
    struct collective_message *message; /* by sender, receiver and round */
    uint32_t count;
};

static int by_ends(const void *a, const void *b)
{
    const struct collective_message *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
         : x->to != y->to     ? (x->to > y->to) - (x->to < y->to)
                              : (x->round > y->round) - (x->round < y->round);
}

struct collective_steps_of *collective_steps_new(const struct collective *c)
{
    struct collective_steps_of *steps = alloc_zeroed(sizeof *steps);
    steps->message = collective_messages(c, &steps->count);
    if (steps->count) {
        qsort(steps->message, steps->count, sizeof *steps->message, by_ends);
    }
    return steps;
}

void collective_steps_free(struct collective_steps_of *steps)
{
    if (steps) {
        free(steps->message);
    }
    free(steps);
}

const struct collective_message *collective_message_of(const struct collective_steps_of *steps,
                                                       uint32_t from, uint32_t to, uint32_t place)
{
    const struct collective_message wanted = {.from = from, .to = to, .round = 0};
    uint32_t low = 0, high = steps->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (by_ends(&steps->message[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const uint32_t at = low + place;
    return at < steps->count && steps->message[at].from == from && steps->message[at].to == to
             ? &steps->message[at]
             : NULL;
}

uint32_t collective_round_of(const struct collective_steps_of *steps, uint32_t from, uint32_t to,
                             uint32_t place)
{
    const struct collective_message *m = collective_message_of(steps, from, to, place);
    return m ? m->round : 0;
}
