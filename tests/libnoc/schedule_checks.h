/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold of every schedule of a collective operation. All members walk their steps, on
 * symbols instead of data: what a block holds is which members' contributions to which block it was
 * combined of, and in which order. Who goes on next is drawn; whether a message leaves its memory
 * when its step begins, or only when its receiver takes it, is drawn too, but a step is done when
 * its messages have been taken, so that what could wait for ever does.
 */
#ifndef TESTS_SCHEDULE_CHECKS_H
#define TESTS_SCHEDULE_CHECKS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/schedules.h"
#include "test.h"

/* What a block of a memory holds: contributions to `block`, of the members `first` to `end` - 1 in
 * this order, or in another one of those whose draws are `sum`. */
struct symbol {
    uint64_t sum;
    uint16_t block, first, end;
    bool there, in_order;
};

/* A step under way. */
struct walker_step {
    struct noc_step step;
    bool to_send, to_receive;
    struct symbol *early; /* what left the memory when the step began, or NULL */
    struct symbol *came;  /* what was received, and is to be combined */
};

struct walker {
    struct walker_step step[NOC_STEPS_AT_ONCE];
    uint32_t steps, number;                      /* under way; begun */
    struct noc_step together[NOC_STEPS_AT_ONCE]; /* the last one that joined none, and since */
    uint32_t joined;
    bool done;
    struct noc_span scratch;
};

struct walk {
    const struct noc_schedule *schedule;
    struct noc_call call;
    bool in_place; /* INPUT and OUTPUT are the same memory */
    struct walker *walker;
    struct symbol *memory; /* [member][memory][block] */
    uint64_t draws;
    char error[200];
};

static inline uint64_t walk_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint32_t walk_draw(struct walk *w, uint32_t below)
{
    w->draws += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(walk_mix(w->draws) % below);
}

static inline bool walk_error(struct walk *w, uint32_t rank, const char *what)
{
    if (w->error[0] == '\0') {
        snprintf(w->error, sizeof w->error, "%s %s, %u members, root %u: member %u, step %u: %s",
                 noc_operation_names[w->call.operation], w->schedule->name, w->call.count,
                 w->call.root, rank, w->walker[rank].number - 1, what);
    }
    return false;
}

static inline struct symbol *walk_at(const struct walk *w, uint32_t rank, uint32_t memory,
                                     uint32_t block)
{
    uint32_t n = w->call.count;

    memory = w->in_place && memory == NOC_INPUT ? NOC_OUTPUT : memory;
    return &w->memory[((size_t)rank * 3 + memory) * n + block % n];
}

static inline struct symbol walk_contribution(uint32_t rank, uint32_t block)
{
    return (struct symbol){.sum = walk_mix(rank + 1),
                           .block = (uint16_t)block,
                           .first = (uint16_t)rank,
                           .end = (uint16_t)(rank + 1),
                           .there = true,
                           .in_order = true};
}

/* Which blocks a member has of INPUT and OUTPUT: the table of schedule.h. */
static inline struct noc_span walk_has(const struct noc_call *call, uint32_t rank, uint32_t memory)
{
    struct noc_span all = {(uint8_t)memory, 0, call->count};
    struct noc_span own = {(uint8_t)memory, (uint16_t)rank, 1};
    struct noc_span none = {(uint8_t)memory, 0, 0};
    bool input = memory == NOC_INPUT, root = rank == call->root;

    switch ((enum noc_operation)call->operation) {
    case NOC_BROADCAST:
        return input ? none : all;
    case NOC_REDUCE:
        return input || root ? all : none;
    case NOC_ALLREDUCE:
    case NOC_SCAN:
    case NOC_ALLTOALL:
        return all;
    case NOC_EXSCAN:
        return input || rank > 0 ? all : none;
    case NOC_REDUCE_SCATTER:
        return input ? all : own;
    case NOC_GATHER:
        return input ? own : root ? all : none;
    case NOC_SCATTER:
        return !input ? own : root ? all : none;
    case NOC_ALLGATHER:
        return input ? own : all;
    case NOC_BARRIER:
    case NOC_OPERATIONS:
        break;
    }
    return none;
}

static inline bool walk_span_fits(struct walk *w, uint32_t rank, const struct noc_span *span)
{
    uint32_t n = w->call.count;
    struct noc_span has = w->walker[rank].scratch;
    uint32_t offset = (span->first + n - has.first) % n;

    if (span->memory != NOC_SCRATCH) {
        has = walk_has(&w->call, rank, span->memory);
        offset = span->first < has.first ? n : (uint32_t)(span->first - has.first);
    }
    return span->first < n && offset + span->count <= has.count;
}

static inline bool walk_spans_meet(const struct walk *w, const struct noc_span *a,
                                   const struct noc_span *b)
{
    uint32_t n = w->call.count;
    bool same = walk_at(w, 0, a->memory, 0) == walk_at(w, 0, b->memory, 0);

    for (uint32_t i = 0; same && i < a->count; i++) {
        if ((a->first + i + n - b->first) % n < b->count) {
            return true;
        }
    }
    return false;
}

static inline bool walk_is_local(const struct noc_step *step)
{
    return step->to == NOC_NOBODY && step->from == NOC_NOBODY;
}

/* A step for itself: who, and which blocks of what there is. */
static inline bool walk_step_is_sound(struct walk *w, uint32_t rank, const struct noc_step *step)
{
    bool local = walk_is_local(step);
    bool sends = step->to != NOC_NOBODY || local, receives = step->from != NOC_NOBODY || local;
    bool barrier = w->call.operation == NOC_BARRIER;

    if ((step->to != NOC_NOBODY && (step->to >= w->call.count || step->to == rank)) ||
        (step->from != NOC_NOBODY && (step->from >= w->call.count || step->from == rank))) {
        return walk_error(w, rank, "a partner that is no other member");
    }
    if ((step->sent.count > 0) != (sends && !barrier) ||
        (step->received.count > 0) != (receives && !barrier) ||
        (local && (barrier || step->sent.count != step->received.count))) {
        return walk_error(w, rank, "a number of blocks that makes no sense");
    }
    if ((sends && !barrier && !walk_span_fits(w, rank, &step->sent)) ||
        (receives && !barrier && !walk_span_fits(w, rank, &step->received))) {
        return walk_error(w, rank, "blocks that it has not");
    }
    if (receives && !barrier && step->received.memory == NOC_INPUT) {
        return walk_error(w, rank, "writes its input");
    }
    if (walk_spans_meet(w, &step->sent, &step->received) && (local || step->then == NOC_STORE) &&
        !(local && w->in_place &&
          walk_at(w, rank, step->sent.memory, step->sent.first) ==
              walk_at(w, rank, step->received.memory, step->received.first))) {
        return walk_error(w, rank, "writes what it sends");
    }
    return true;
}

/* A step and one that is under way. */
static inline bool walk_steps_agree(struct walk *w, uint32_t rank, const struct noc_step *step,
                                    const struct noc_step *other)
{
    if (walk_is_local(step) || walk_is_local(other) || step->then != NOC_STORE ||
        other->then != NOC_STORE) {
        return walk_error(w, rank, "a step that is local or combines goes on with another one");
    }
    if (walk_spans_meet(w, &step->received, &other->received) ||
        walk_spans_meet(w, &step->received, &other->sent) ||
        walk_spans_meet(w, &step->sent, &other->received)) {
        return walk_error(w, rank, "steps that go on at once touch the same blocks");
    }
    return true;
}

static inline struct symbol *walk_copy(struct walk *w, uint32_t rank, const struct noc_span *span)
{
    struct symbol *copy = malloc((span->count + 1u) * sizeof *copy);

    for (uint32_t i = 0; i < span->count; i++) {
        copy[i] = *walk_at(w, rank, span->memory, span->first + i);
        if (!copy[i].there) {
            walk_error(w, rank, "reads what was never written");
        }
    }
    return copy;
}

static inline void walk_combine(struct walk *w, uint32_t rank, const struct noc_step *step,
                                const struct symbol *came)
{
    for (uint32_t i = 0; i < step->received.count; i++) {
        struct symbol *here = walk_at(w, rank, step->received.memory, step->received.first + i);
        const struct symbol *low = step->then == NOC_BEFORE ? &came[i] : here;
        const struct symbol *high = step->then == NOC_BEFORE ? here : &came[i];

        if (step->then == NOC_STORE) {
            *here = came[i];
            continue;
        }
        if (!here->there || here->block != came[i].block) {
            walk_error(w, rank, "combines what does not belong together");
        }
        *here =
            (struct symbol){.sum = low->sum + high->sum,
                            .block = here->block,
                            .first = low->first,
                            .end = high->end,
                            .there = true,
                            .in_order = low->in_order && high->in_order && low->end == high->first};
    }
}

/* The oldest step under way of `rank` that receives from `from`, or NULL. */
static inline struct walker_step *walk_receiver(struct walk *w, uint32_t rank, uint32_t from)
{
    for (uint32_t i = 0; i < w->walker[rank].steps; i++) {
        struct walker_step *s = &w->walker[rank].step[i];

        if (s->to_receive && s->step.from == from) {
            return s;
        }
    }
    return NULL;
}

/* The message of a step of `rank`, if its receiver waits for it. */
static inline bool walk_deliver(struct walk *w, uint32_t rank, struct walker_step *mine)
{
    struct walker_step *theirs = walk_receiver(w, mine->step.to, rank);
    struct symbol *what;

    if (!theirs) {
        return false;
    }
    if (w->call.operation == NOC_ALLTOALL
            ? mine->step.sent.count != theirs->step.received.count
            : mine->step.sent.first != theirs->step.received.first ||
                  mine->step.sent.count != theirs->step.received.count) {
        walk_error(w, rank, "sends other blocks than its receiver means");
        return false;
    }
    what = mine->early ? mine->early : walk_copy(w, rank, &mine->step.sent);
    mine->early = NULL;
    mine->to_send = false;
    theirs->to_receive = false;
    if (theirs->step.then == NOC_STORE) {
        walk_combine(w, mine->step.to, &theirs->step, what);
        free(what);
    } else {
        theirs->came = what;
    }
    return true;
}

static inline void walk_begin(struct walk *w, uint32_t rank, const struct noc_step *step)
{
    struct walker *walker = &w->walker[rank];
    struct walker_step *s = &walker->step[walker->steps];

    walker->joined = step->joins ? walker->joined : 0;
    for (uint32_t i = 0; i < walker->joined; i++) {
        if (!walk_steps_agree(w, rank, step, &walker->together[i])) {
            return;
        }
    }
    walker->together[walker->joined++] = *step;
    walker->steps++;
    *s = (struct walker_step){
        .step = *step, .to_send = step->to != NOC_NOBODY, .to_receive = step->from != NOC_NOBODY};
    if (walk_is_local(step)) {
        s->came = walk_copy(w, rank, &step->sent);
    } else if (s->to_send && walk_draw(w, 2)) {
        s->early = walk_copy(w, rank, &step->sent);
    }
}

/* What a member can do now; false: nothing. */
static inline bool walk_go_on(struct walk *w, uint32_t rank)
{
    struct walker *walker = &w->walker[rank];
    struct noc_step step;
    bool moved = false, waits = false;

    for (uint32_t i = 0; i < walker->steps && w->error[0] == '\0'; i++) {
        struct walker_step *s = &walker->step[i];
        bool behind = false; /* an older message to the same member has not been taken */

        for (uint32_t j = 0; j < i; j++) {
            behind |= walker->step[j].to_send && walker->step[j].step.to == s->step.to;
        }
        moved |= s->to_send && !behind && walk_deliver(w, rank, s);
        waits |= s->to_send || s->to_receive;
    }
    if (!waits) {
        for (uint32_t i = 0; i < walker->steps; i++) {
            if (walker->step[i].came) {
                walk_combine(w, rank, &walker->step[i].step, walker->step[i].came);
                free(walker->step[i].came);
            }
        }
        walker->steps = 0;
    }
    if (walker->done || w->error[0] != '\0') {
        return moved;
    }
    if (!w->schedule->step(&w->call, rank, walker->number, &step)) {
        walker->done = true;
        if (w->schedule->step(&w->call, rank, walker->number + 1, &step)) {
            return walk_error(w, rank, "goes on behind its end");
        }
        return true;
    }
    if (walker->steps > 0 && !step.joins) {
        return moved;
    }
    walker->number++;
    if (step.joins && (walker->joined == 0 || walker->joined == NOC_STEPS_AT_ONCE)) {
        return walk_error(w, rank, "joins too many steps, or none");
    }
    if (walk_step_is_sound(w, rank, &step)) {
        walk_begin(w, rank, &step);
    }
    return true;
}

/* What a member must have at the end. */
static inline void walk_check_result(struct walk *w, uint32_t rank)
{
    const struct noc_call *call = &w->call;
    struct noc_span has = walk_has(call, rank, NOC_OUTPUT);
    uint32_t first = 0, end = call->count;
    uint64_t sum = 0;

    end = call->operation == NOC_SCAN ? rank + 1 : call->operation == NOC_EXSCAN ? rank : end;
    for (uint32_t block = has.first; block < (uint32_t)has.first + has.count; block++) {
        const struct symbol *s = walk_at(w, rank, NOC_OUTPUT, block);
        uint32_t meant = block;

        switch ((enum noc_operation)call->operation) {
        case NOC_BROADCAST:
        case NOC_SCATTER:
            first = call->root;
            end = first + 1;
            break;
        case NOC_ALLTOALL:
            meant = rank;
            /* fall through */
        case NOC_GATHER:
        case NOC_ALLGATHER:
            first = block;
            end = first + 1;
            break;
        default:
            break;
        }
        if (block == has.first || end == first + 1) {
            sum = 0;
            for (uint32_t i = first; i < end; i++) {
                sum += walk_mix(i + 1);
            }
        }
        if (!s->there || s->block != meant || s->sum != sum) {
            walk_error(w, rank, "a wrong result");
        } else if (w->schedule->ordered && (!s->in_order || s->first != first || s->end != end)) {
            walk_error(w, rank, "another order than that of ranks");
        }
    }
}

static inline void walk_fill(struct walk *w)
{
    for (uint32_t rank = 0; rank < w->call.count; rank++) {
        bool source = w->call.operation == NOC_BROADCAST && rank == w->call.root;
        enum noc_memory memory = source ? NOC_OUTPUT : NOC_INPUT;
        struct noc_span has = walk_has(&w->call, rank, memory);

        for (uint32_t block = has.first; block < (uint32_t)has.first + has.count; block++) {
            *walk_at(w, rank, memory, block) = walk_contribution(rank, block);
        }
        if (w->schedule->scratch) {
            w->walker[rank].scratch = w->schedule->scratch(&w->call, rank);
        }
    }
}

/* Members go on, in an order that is drawn, until nobody can. */
static inline void walk_all(struct walk *w)
{
    uint32_t n = w->call.count, idle = 0, undone = 0;

    while (idle < 2 && w->error[0] == '\0') {
        uint32_t from = walk_draw(w, n), stride = walk_draw(w, n) | 1;
        bool moved = false;

        /* Not each of them in each round. */
        for (uint32_t i = 0; i < n && w->error[0] == '\0'; i++) {
            uint32_t rank = (uint32_t)((from + (uint64_t)i * stride) % n);

            rank = idle > 0 ? i : rank;
            while (walk_go_on(w, rank)) {
                moved = true;
                if (w->error[0] != '\0' || walk_draw(w, 3) == 0) {
                    break;
                }
            }
        }
        idle = moved ? 0 : idle + 1;
    }
    for (uint32_t rank = 0; rank < n; rank++) {
        undone += w->walker[rank].steps > 0 || !w->walker[rank].done;
    }
    for (uint32_t rank = 0; rank < n && undone > 0; rank++) {
        if (w->walker[rank].steps > 0) {
            walk_error(w, rank, "waits for ever");
        }
    }
}

static inline void walk_free(struct walk *w)
{
    for (uint32_t rank = 0; rank < w->call.count; rank++) {
        for (uint32_t i = 0; i < w->walker[rank].steps; i++) {
            free(w->walker[rank].step[i].early);
            free(w->walker[rank].step[i].came);
        }
    }
    free(w->walker);
    free(w->memory);
}

/* "" if this schedule does what it should; else what is wrong, in a buffer of the next call's. */
static inline const char *walk_schedule(const struct noc_schedule *schedule,
                                        const struct noc_call *call, bool in_place, uint64_t seed)
{
    static char error[sizeof((struct walk *)0)->error];
    size_t n = call->count;
    struct walk w = {.schedule = schedule,
                     .call = *call,
                     .in_place = in_place,
                     .draws = walk_mix(seed),
                     .walker = calloc(n, sizeof *w.walker),
                     .memory = calloc(3 * n * n, sizeof *w.memory)};

    walk_fill(&w);
    walk_all(&w);
    for (uint32_t rank = 0; rank < n && w.error[0] == '\0'; rank++) {
        walk_check_result(&w, rank);
    }
    walk_free(&w);
    memcpy(error, w.error, sizeof error);
    return error;
}

/* A call of this schedule's operation. */
static inline struct noc_call walk_call(const struct noc_schedule *schedule, uint32_t count,
                                        uint32_t root, bool ordered)
{
    return (struct noc_call){.operation = schedule->operation,
                             .ordered = ordered,
                             .count = (uint16_t)count,
                             .root = (uint16_t)root};
}

/* All its calls in a group of so many, from each `each`th root, in so many orders. Returns how many
 * they were; 0: it does not fit. */
static inline uint32_t check_schedule_in(const struct noc_schedule *schedule, uint32_t count,
                                         uint32_t each, uint32_t orders)
{
    uint32_t roots = noc_operation_has_root(schedule->operation) ? count : 1, calls = 0;

    for (uint32_t root = 0; root < roots; root += each) {
        for (uint32_t order = 0; order < orders; order++) {
            struct noc_call call = walk_call(schedule, count, root, schedule->ordered && order % 2);
            bool in_place = !schedule->apart && order % 4 == 2;

            if (noc_schedule_fits(schedule, &call)) {
                assert_string_equal(walk_schedule(schedule, &call, in_place, order), "");
                calls++;
            }
        }
    }
    return calls;
}

#endif
