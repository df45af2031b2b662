/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dumb interpreter of programs: one operation of one core at a time, buffers without limits, every
 * message and receive in one list each. It draws whose turn is next. A send that blocks waits for its
 * receive, and what all call together waits for all, so that a program that ends here ends in any
 * layer that does its duty. It says, too, whether each receive gets the message that the program
 * expects.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"

enum { NOBODY = -1, TEXT = 200 };

struct message {
    uint16_t from, to, stream, index;
    uint8_t group;
    uint32_t tag;
    int32_t receive; /* that has it, or NOBODY */
};

struct receive {
    uint16_t core, stream, index;
    uint8_t group;
    int32_t from, tag;
    int32_t message;
};

/* What a request is for. */
struct asked {
    bool live;
    uint8_t kind;
    int32_t of; /* a message, a receive, or a number that several call */
};

struct oracle {
    const struct program *p;
    uint32_t random;
    struct message *message;
    struct receive *receive;
    uint32_t messages, receives, operations;
    uint16_t *called; /* by each number: how many members */
    struct asked asked[PROGRAM_CORES][PROGRAM_REQUESTS];
    uint32_t at[PROGRAM_CORES];
    bool begun[PROGRAM_CORES]; /* the operation there has begun */
    int32_t sending[PROGRAM_CORES], receiving[PROGRAM_CORES];
    uint32_t
        *order; /* of each group: the numbers, as its first member that came there called them */
    uint32_t ordered[PROGRAM_TEAMS], place[PROGRAM_TEAMS][PROGRAM_CORES];
    bool wrong;
};

static void refuse(struct oracle *o, uint32_t core, const char *what)
{
    char text[TEXT];

    op_text(o->p, core, o->at[core], text, sizeof(text));
    fprintf(stderr, "the oracle: core %u, %s: %s\n", (unsigned)core, text, what);
    o->wrong = true;
}

/* --- messages --------------------------------------------------------------------------------------- */

static bool fits(const struct message *m, const struct receive *r)
{
    return m->receive == NOBODY && r->message == NOBODY && m->to == r->core &&
           m->group == r->group && (r->from < 0 || r->from == m->from) &&
           (r->tag < 0 || (uint32_t)r->tag == m->tag);
}

static void join(struct oracle *o, uint32_t m, uint32_t r)
{
    struct message *message = &o->message[m];
    struct receive *receive = &o->receive[r];

    message->receive = (int32_t)r;
    receive->message = (int32_t)m;
    if (message->stream != receive->stream ||
        (o->p->stream[message->stream].from != NONE && message->index != receive->index)) {
        char text[TEXT];

        snprintf(text, sizeof(text), "gets message %u of stream %u", message->index,
                 message->stream);
        refuse(o, receive->core, text);
    }
}

static int32_t send(struct oracle *o, uint32_t core, const struct op *op)
{
    const struct stream *s = &o->p->stream[op->stream];
    struct message *m = &o->message[o->messages];
    uint32_t r;

    *m = (struct message){(uint16_t)core, s->to,    op->stream,
                          op->index,      s->group, message_tag(o->p, op->stream, core, op->index),
                          NOBODY};
    for (r = 0; r < o->receives; r++) {
        if (fits(m, &o->receive[r])) {
            join(o, o->messages, r);
            break;
        }
    }
    return (int32_t)o->messages++;
}

static struct receive receive_of(struct oracle *o, uint32_t core, uint32_t stream, uint32_t index)
{
    struct receive r = {.core = (uint16_t)core,
                        .stream = (uint16_t)stream,
                        .index = (uint16_t)index,
                        .group = o->p->stream[stream].group,
                        .message = NOBODY};

    receive_names(o->p, stream, index, &r.from, &r.tag);
    return r;
}

/* The message that it would get now. */
static int32_t found(const struct oracle *o, const struct receive *r)
{
    uint32_t m;

    for (m = 0; m < o->messages; m++) {
        if (fits(&o->message[m], r)) {
            return (int32_t)m;
        }
    }
    return NOBODY;
}

static int32_t post(struct oracle *o, uint32_t core, uint32_t stream, uint32_t index)
{
    const uint32_t r = o->receives++;
    int32_t m;

    o->receive[r] = receive_of(o, core, stream, index);
    m = found(o, &o->receive[r]);
    if (m != NOBODY) {
        join(o, (uint32_t)m, r);
    }
    return (int32_t)r;
}

/* --- what several call ------------------------------------------------------------------------------- */

/* In the order in which the others call. */
static void call(struct oracle *o, uint32_t core, const struct op *op)
{
    const uint32_t group = op->group;
    uint32_t *order = &o->order[group * (o->p->numbers + 1)], place;

    o->called[op->number]++;
    if (op->kind == OP_MULTICAST) {
        return; /* these have an order of their own, which is the only one that the generator knows */
    }
    place = o->place[group][core]++;
    if (place == o->ordered[group]) {
        order[o->ordered[group]++] = op->number;
    } else if (order[place] != op->number) {
        refuse(o, core, "the members call in different orders");
    }
}

static bool all_called(const struct oracle *o, const struct op *op)
{
    return o->called[op->number] == o->p->team[op->group].count;
}

/* --- operations --------------------------------------------------------------------------------------- */

/* It blocks, and all members of its group make it. */
static bool ends_when_all_called(const struct op *op)
{
    switch (op->kind) {
    case OP_COLLECTIVE:
    case OP_CREATE:
    case OP_SPLIT:
    case OP_DUPLICATE:
    case OP_FREE:
    case OP_RESERVE:
    case OP_MULTICAST:
    case OP_WINDOW:
    case OP_FENCE:
    case OP_WINDOW_FREE:
        return true;
    default:
        return false;
    }
}

static void ask(struct oracle *o, uint32_t core, const struct op *op, int32_t of)
{
    struct asked *a = &o->asked[core][op->request];

    if (a->live) {
        refuse(o, core, "the request is under way");
    }
    *a = (struct asked){true, op->kind, of};
}

static void begin(struct oracle *o, uint32_t core, const struct op *op)
{
    switch (op->kind) {
    case OP_SEND:
        o->sending[core] = send(o, core, op);
        break;
    case OP_EXCHANGE:
        o->sending[core] = send(o, core, op);
        o->receiving[core] = post(o, core, op->stream2, op->index2);
        break;
    case OP_RECV:
        o->receiving[core] = post(o, core, op->stream, op->index);
        break;
    case OP_ISEND:
        ask(o, core, op, send(o, core, op));
        break;
    case OP_IRECV:
        ask(o, core, op, post(o, core, op->stream, op->index));
        break;
    case OP_UNWANTED:
        ask(o, core, op, 0);
        break;
    case OP_TAKE_BACK:
        o->asked[core][op->request].live = false;
        break;
    case OP_ICOLLECTIVE:
        ask(o, core, op, (int32_t)op->number);
        call(o, core, op);
        break;
    default:
        if (ends_when_all_called(op)) {
            call(o, core, op);
        }
        break;
    }
}

static bool request_ends(const struct oracle *o, uint32_t core, const struct op *listed)
{
    const struct asked *a = &o->asked[core][listed->request];

    switch (a->kind) {
    case OP_ISEND:
        return o->message[a->of].receive != NOBODY;
    case OP_IRECV:
        return o->receive[a->of].message != NOBODY;
    case OP_ICOLLECTIVE: {
        uint32_t i;

        for (i = 0; i < o->p->ops[core] && (o->p->op[core][i].kind != OP_ICOLLECTIVE ||
                                            (int32_t)o->p->op[core][i].number != a->of);
             i++) {
        }
        return all_called(o, &o->p->op[core][i]);
    }
    default:
        return false;
    }
}

static bool all_end(struct oracle *o, uint32_t core, const struct op *op)
{
    uint32_t i;

    for (i = 1; i <= op->count; i++) {
        if (!request_ends(o, core, &op[i])) {
            return false;
        }
    }
    for (i = 1; i <= op->count; i++) {
        o->asked[core][op[i].request].live = false;
    }
    o->at[core] += op->count;
    return true;
}

static bool ends(struct oracle *o, uint32_t core, const struct op *op)
{
    struct receive r;

    switch (op->kind) {
    case OP_SEND:
        return o->message[o->sending[core]].receive != NOBODY;
    case OP_EXCHANGE:
        return o->message[o->sending[core]].receive != NOBODY &&
               o->receive[o->receiving[core]].message != NOBODY;
    case OP_RECV:
        return o->receive[o->receiving[core]].message != NOBODY;
    case OP_PROBE:
        r = receive_of(o, core, op->stream, op->index);
        return found(o, &r) != NOBODY;
    case OP_WAIT:
        return all_end(o, core, op);
    default:
        return !ends_when_all_called(op) || all_called(o, op);
    }
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* Whether this core got on. */
static bool step(struct oracle *o, uint32_t core)
{
    const struct op *op = &o->p->op[core][o->at[core]];
    bool moved = !o->begun[core];

    if (o->at[core] == o->p->ops[core]) {
        return false;
    }
    if (moved) {
        o->begun[core] = true;
        begin(o, core, op);
    }
    if (ends(o, core, op)) {
        o->begun[core] = false;
        o->at[core]++;
        o->operations++;
        moved = true;
    }
    return moved;
}

static bool any_steps(struct oracle *o)
{
    const uint32_t cores = o->p->cores, first = mix(o->random++, 7) % cores;
    uint32_t i, n;

    for (i = 0; i < cores; i++) {
        const uint32_t core = (first + i) % cores;

        for (n = mix(o->random++, 8) % 20; step(o, core); n--) {
            if (n == 0) {
                return true;
            }
            i = cores;
        }
    }
    return i > cores;
}

static void judge_end(struct oracle *o)
{
    uint32_t core, id, m;

    for (core = 0; core < o->p->cores; core++) {
        if (o->at[core] < o->p->ops[core]) {
            refuse(o, core, "waits for ever");
        }
        for (id = 0; id < PROGRAM_REQUESTS; id++) {
            if (o->asked[core][id].live) {
                refuse(o, core, "has a request that nobody waits for");
            }
        }
    }
    for (m = 0; m < o->messages; m++) {
        if (o->message[m].receive == NOBODY) {
            refuse(o, o->message[m].to, "does not receive all");
        }
    }
}

bool oracle_judges(const struct program *p, uint32_t seed)
{
    struct oracle *o = calloc(1, sizeof(*o));
    uint32_t all = 0, core;
    bool wrong;

    for (core = 0; core < p->cores; core++) {
        all += p->ops[core];
        if (p->ops[core] > PROGRAM_OPS) {
            fprintf(stderr, "the oracle: core %u has too many operations\n", (unsigned)core);
            free(o);
            return false;
        }
    }
    o->p = p;
    o->random = seed;
    o->message = calloc(all + 1, sizeof(*o->message));
    o->receive = calloc(all + 1, sizeof(*o->receive));
    o->called = calloc(p->numbers + 1, sizeof(*o->called));
    o->order = calloc(PROGRAM_TEAMS * (p->numbers + 1), sizeof(*o->order));
    while (any_steps(o) && !o->wrong) {
    }
    if (!o->wrong) {
        judge_end(o);
    }
    wrong = o->wrong;
    free(o->message);
    free(o->receive);
    free(o->called);
    free(o->order);
    free(o);
    return !wrong;
}
