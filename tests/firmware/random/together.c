/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a program's calls: what several cores call together, and windows. */
#include "runner.h"

#include <string.h>

enum { SHORT_DEADLINE = 3000, WORDS = 4, TRIES = 2000, PAUSE = 1000 };

/* --- collective operations ------------------------------------------------------------------------- */

static struct tried tried_of(const struct op *op)
{
    return (struct tried){op->index, op->number, op->bytes, op->number % 3 == 0};
}

static void run_barrier(struct runner *r, const struct op *op)
{
    noc_err err;

    do {
        err = noc_barrier(r->group[op->group], op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_barrier", err);
}

static void run_collective(struct runner *r, const struct op *op)
{
    const struct tried t = tried_of(op);
    struct call *call;
    noc_err err;

    if (op->index == BARRIER) {
        run_barrier(r, op);
        return;
    }
    call = operation_begin(r->group[op->group], &t, NOC_FOREVER, NULL, &err);
    op_ok(r, operation_name(op->index), err);
    operation_end(call, &t);
}

void begin_collective(struct runner *r, const struct op *op, struct held *h)
{
    const struct tried t = tried_of(op);
    noc_err err;

    *h = (struct held){.op = op};
    if (op->index == BARRIER) {
        err = noc_ibarrier(r->group[op->group], &h->request);
    } else {
        h->call = operation_begin(r->group[op->group], &t, 0, &h->request, &err);
    }
    op_ok(r, "begins", err);
}

void end_collective(struct runner *r, struct held *h)
{
    const struct tried t = tried_of(h->op);

    (void)r;
    if (h->call) {
        operation_end(h->call, &t);
    }
}

/* --- groups ---------------------------------------------------------------------------------------- */

static void check_group(struct runner *r, uint32_t number)
{
    const struct team *t = &r->p->team[number];
    noc_group *g = r->group[number];
    uint32_t rank;

    if (noc_group_size(g) != t->count || noc_group_rank(g) != team_rank(t, r->me)) {
        op_fail(r, "the group has another size, or rank", NOC_ERR_OK);
    }
    for (rank = 0; rank < t->count; rank++) {
        if (noc_group_node(g, rank) != t->member[rank]) {
            op_fail(r, "the group has other members", NOC_ERR_OK);
        }
    }
}

static void run_group(struct runner *r, const struct op *op)
{
    const struct team *t = &r->p->team[op->group];
    noc_group *made = NULL;

    if (op->kind == OP_CREATE) {
        op_ok(r, "noc_group_create", noc_group_create(t->member, t->count, &made, NOC_FOREVER));
    } else if (op->kind == OP_SPLIT) {
        op_ok(r, "noc_group_split",
              noc_group_split(r->group[op->group], op->index - 1, (int32_t)op->bytes, &made,
                              NOC_FOREVER));
    } else {
        op_ok(r, "noc_group_duplicate",
              noc_group_duplicate(r->group[op->group], &made, NOC_FOREVER));
    }
    if (op->kind == OP_CREATE || op->peer != NONE) {
        r->group[op->kind == OP_CREATE ? op->group : op->peer] = made;
        check_group(r, op->kind == OP_CREATE ? op->group : op->peer);
    } else if (made) {
        op_fail(r, "noc_group_split made a group for nobody", NOC_ERR_OK);
    }
}

static void run_free(struct runner *r, const struct op *op)
{
    noc_group *g = r->group[op->group];
    uint32_t i;

    for (i = 0; i < 2; i++) {
        noc_plan_free(r->plan[op->group][i]);
    }
    op_ok(r, "noc_group_free",
          op->how & HOW_LEAVE ? noc_group_leave(g, NOC_FOREVER) : noc_group_free(g, NOC_FOREVER));
    if (noc_barrier(g, 0) != NOC_ERR_GROUP) {
        op_fail(r, "the group is there after it was freed", NOC_ERR_OK);
    }
}

/* --- multicasts ------------------------------------------------------------------------------------ */

static void run_reserve(struct runner *r, const struct op *op)
{
    const noc_err err = noc_group_reserve(r->group[op->group], op->bytes,
                                          op->number % 2 ? NOC_BY_LIST : NOC_BY_PLAN, NOC_FOREVER);

    r->no_slots[op->group] = err == NOC_ERR_QUEUE;
    op_ok(r, "noc_group_reserve", r->no_slots[op->group] ? NOC_ERR_OK : err);
}

static void run_multicast(struct runner *r, const struct op *op)
{
    const struct team *t = &r->p->team[op->group];
    const bool is_root = t->member[op->index] == r->me;
    noc_plan **plan = &r->plan[op->group][op->count];
    struct buffer b;
    uint32_t i, tries = 0;
    noc_err err;

    if (r->no_slots[op->group]) {
        return;
    }
    if (!*plan) {
        op_ok(r, "noc_plan_create",
              noc_plan_create(r->group[op->group], op->index, "separate", NOC_BY_PLAN, plan));
    }
    b = buffer_new(op->bytes, false);
    for (i = 0; is_root && i < op->bytes; i++) {
        b.at[i] = (uint8_t)mix(op->number, i);
    }
    while ((err = noc_multicast(*plan, b.at, op->bytes, NOC_FOREVER)) == NOC_ERR_MEMORY &&
           tries++ < TRIES) {
        core_delay(PAUSE);
    }
    op_ok(r, "noc_multicast", err);
    for (i = 0; i < op->bytes; i++) {
        if (b.at[i] != (uint8_t)mix(op->number, i)) {
            op_fail(r, "noc_multicast brought something else", NOC_ERR_OK);
        }
    }
    buffer_end(&b, "noc_multicast");
}

/* --- windows ---------------------------------------------------------------------------------------- */

/*
 * A member's part: a slot for each member, which puts there; words to which anybody adds; and one
 * that is counted up under the lock.
 *
 *     | slot of rank 0 | ... | words | counter |
 */
static uint32_t words_at(const struct team *t)
{
    return t->count * SLOT_BYTES;
}

static const struct team *window_team(const struct runner *r, const struct op *op)
{
    return &r->p->team[op->group];
}

static void *zeros(uint32_t bytes)
{
    void *p = core_malloc(bytes);

    if (!p) {
        core_fail("no memory");
    }
    return memset(p, 0, bytes);
}

static void run_window(struct runner *r, const struct op *op)
{
    struct held_window *w = &r->window[op->window];
    const struct team *t = window_team(r, op);
    const uint32_t bytes = words_at(t) + 4 * (WORDS + 1);

    w->memory = zeros(bytes);
    w->kept = buffer_new(t->count * SLOT_BYTES, false);
    w->added = zeros(4 * t->count);
    w->version = zeros(t->count);
    w->dirty = zeros(t->count);
    op_ok(r, "noc_window_create",
          noc_window_create(r->group[op->group], w->memory, bytes, &w->window, NOC_FOREVER));
}

/* What rank `from` puts as its version there: its first byte says which. */
static uint32_t slot_bytes(const struct op *op, uint32_t from, uint32_t to, uint32_t version)
{
    const uint32_t x = mix(op->window * 4096 + from * 64 + to, version);

    return 1 + (x % 2 ? x / 2 % 40 : x / 2 % (SLOT_BYTES - 1));
}

static uint8_t slot_byte(const struct op *op, uint32_t from, uint32_t to, uint32_t version,
                         uint32_t at)
{
    return at ? (uint8_t)mix(op->window * 4096 + from * 64 + to, version * 512 + at)
              : (uint8_t)version;
}

static void check_slot(struct runner *r, const struct op *op, const uint8_t *slot, uint32_t from,
                       uint32_t to)
{
    const uint32_t version = slot[0], bytes = version ? slot_bytes(op, from, to, version) : 1;
    uint32_t i;

    for (i = 0; i < bytes; i++) {
        if (slot[i] != slot_byte(op, from, to, version, i)) {
            op_fail(r, "what lies in a window is not what was put", NOC_ERR_OK);
        }
    }
}

static void flush(struct runner *r, const struct op *op, uint32_t rank)
{
    noc_err err;

    do {
        err = noc_flush(r->window[op->window].window, (int32_t)rank, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_flush", err);
    r->window[op->window].dirty[rank] = false;
}

static void put(struct runner *r, const struct op *op, uint32_t me, uint32_t to)
{
    struct held_window *w = &r->window[op->window];
    uint8_t *slot = w->kept.at + to * SLOT_BYTES;
    const uint32_t version = ++w->version[to], bytes = slot_bytes(op, me, to, version);
    uint32_t i;

    for (i = 0; i < bytes; i++) {
        slot[i] = slot_byte(op, me, to, version, i);
    }
    op_ok(r, "noc_put", noc_put(w->window, to, me * SLOT_BYTES, slot, bytes));
}

static void get(struct runner *r, const struct op *op, uint32_t me, uint32_t to)
{
    struct held_window *w = &r->window[op->window];
    struct buffer b = buffer_new(SLOT_BYTES, false);

    op_ok(r, "noc_get", noc_get(w->window, to, me * SLOT_BYTES, b.at, SLOT_BYTES));
    flush(r, op, to);
    check_slot(r, op, b.at, me, to);
    if (b.at[0] != w->version[to]) {
        op_fail(r, "noc_get brought another version than was put", NOC_ERR_OK);
    }
    buffer_end(&b, "noc_get");
}

static void add(struct runner *r, const struct op *op, const struct team *t, uint32_t to)
{
    struct held_window *w = &r->window[op->window];

    w->added[to] = op->bytes;
    op_ok(r, "noc_accumulate",
          noc_accumulate(w->window, to, words_at(t) + op->bytes % WORDS * 4, &w->added[to], 1,
                         &noc_sum_uint32));
}

/* One more than was there. */
static void count_up(struct runner *r, const struct op *op, const struct team *t, uint32_t to)
{
    struct held_window *w = &r->window[op->window];
    const uint32_t at = words_at(t) + WORDS * 4;
    uint32_t word;
    noc_err err;

    do {
        err = noc_lock(w->window, to, true, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_lock", err);
    op_ok(r, "noc_get", noc_get(w->window, to, at, &word, 4));
    flush(r, op, to);
    word++;
    op_ok(r, "noc_put", noc_put(w->window, to, at, &word, 4));
    do {
        err = noc_unlock(w->window, to, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_unlock", err);
}

static void run_access(struct runner *r, const struct op *op)
{
    const struct team *t = window_team(r, op);
    const uint32_t me = (uint32_t)team_rank(t, r->me), to = (uint32_t)team_rank(t, op->peer);

    if (r->window[op->window].dirty[to]) {
        flush(r, op, to);
    }
    if (op->kind == OP_GET) {
        get(r, op, me, to);
    } else if (op->kind == OP_LOCKED) {
        count_up(r, op, t, to);
    } else {
        r->window[op->window].dirty[to] = true;
        if (op->kind == OP_PUT) {
            put(r, op, me, to);
        } else {
            add(r, op, t, to);
        }
    }
}

static void run_fence(struct runner *r, const struct op *op)
{
    struct held_window *w = &r->window[op->window];
    noc_err err;

    do {
        err = noc_fence(w->window, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_fence", err);
    memset(w->dirty, 0, window_team(r, op)->count);
}

static void forget_window(struct held_window *w)
{
    core_free(w->memory);
    core_free(w->kept.whole);
    core_free(w->added);
    core_free(w->version);
    core_free(w->dirty);
}

/* Versions, sums and the counter are what all members have made of them. */
static void run_look(struct runner *r, const struct op *op)
{
    struct held_window *w = &r->window[op->window];
    const struct team *t = window_team(r, op);
    const uint32_t me = (uint32_t)team_rank(t, r->me);
    uint32_t from, versions = 0, sum = 0, i, word[WORDS + 1];

    for (from = 0; from < t->count; from++) {
        check_slot(r, op, w->memory + from * SLOT_BYTES, from, me);
        versions += w->memory[from * SLOT_BYTES];
    }
    memcpy(word, w->memory + words_at(t), sizeof(word));
    for (i = 0; i < WORDS; i++) {
        sum += word[i];
    }
    if (versions != op->number) {
        op_fail(r, "a window has not what was put last", NOC_ERR_OK);
    }
    if (sum != op->bytes) {
        op_fail(r, "a window has not the sum of what was added", NOC_ERR_OK);
    }
    if (word[WORDS] != op->index) {
        op_fail(r, "a window's counter was not counted up each time", NOC_ERR_OK);
    }
    if (op->how & HOW_LEAVE) {
        forget_window(w);
    }
}

void run_together(struct runner *r, const struct op *op)
{
    switch (op->kind) {
    case OP_COLLECTIVE:
        run_collective(r, op);
        break;
    case OP_ICOLLECTIVE:
        begin_collective(r, op, &r->held[op->request]);
        break;
    case OP_CREATE:
    case OP_SPLIT:
    case OP_DUPLICATE:
        run_group(r, op);
        break;
    case OP_FREE:
        run_free(r, op);
        break;
    case OP_RESERVE:
        run_reserve(r, op);
        break;
    case OP_MULTICAST:
        run_multicast(r, op);
        break;
    case OP_WINDOW:
        run_window(r, op);
        break;
    case OP_FENCE:
        run_fence(r, op);
        break;
    case OP_LOOK:
        run_look(r, op);
        break;
    case OP_WINDOW_FREE:
        op_ok(r, "noc_window_free", noc_window_free(r->window[op->window].window, NOC_FOREVER));
        break;
    default:
        run_access(r, op);
        break;
    }
}
