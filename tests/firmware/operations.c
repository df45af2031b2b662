/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective operations against dumb ones. What each member contributes follows from the number of
 * the call and the member's rank, so everybody knows what everybody's result must be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cores.h"
#include "data.h"
#include "operations.h"

/* --- what is contributed ------------------------------------------------------------------- */

static uint8_t byte_of(uint32_t call, uint32_t rank, uint32_t at)
{
    return (uint8_t)mix(call * 1031 + rank, at);
}

/* --- operations of our own ------------------------------------------------------------------- */

/* Of bytes: f(x) = a x + b, as a and b modulo 16: a op b is f of a after g of b. It does not
 * commute. */
static uint8_t after(uint8_t f, uint8_t g)
{
    uint32_t a = (f >> 4) * (g >> 4), b = (f >> 4) * (g & 15u) + (f & 15u);

    return (uint8_t)((a & 15) << 4 | (b & 15));
}

static void combine_after(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    uint8_t *to = inout;
    const uint8_t *from = in;
    uint32_t i;

    (void)op;
    for (i = 0; i < elements; i++) {
        to[i] = after(from[i], to[i]);
    }
}

static void combine_bytes(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    uint8_t *to = inout;
    const uint8_t *from = in;
    uint32_t i;

    (void)op;
    for (i = 0; i < elements; i++) {
        to[i] = (uint8_t)(to[i] + from[i]);
    }
}

static const noc_op byte_after = {combine_after, 1, false, false};
static const noc_op byte_sum = {combine_bytes, 1, true, false};
static const noc_op byte_sum_in_order = {combine_bytes, 1, true, true};
static const noc_op *const ops[] = {&byte_sum, &byte_after, &byte_sum_in_order};

/* --- one call -------------------------------------------------------------------------------------- */

struct call {
    const char *name;
    struct buffer from, to;
    uint32_t number, n, rank, root, bytes;
    const noc_op *op;
    uint32_t *length, *offset; /* of each member's block, for those that take lists */
    uint32_t *other, *other_offset;
    noc_blocks sent, received;
};

static void expect(const struct call *c, uint32_t at, uint8_t byte)
{
    if (c->to.at[at] != byte) {
        core_fail("%s of %u bytes, call %u, root %u of %u: rank %u has %02x at %u, not %02x",
                  c->name, (unsigned)c->bytes, (unsigned)c->number, (unsigned)c->root,
                  (unsigned)c->n, (unsigned)c->rank, c->to.at[at], (unsigned)at, byte);
    }
}

static void fill(struct buffer *b, uint32_t call, uint32_t rank)
{
    uint32_t i;

    for (i = 0; i < b->bytes; i++) {
        b->at[i] = byte_of(call, rank, i);
    }
}

/* Ranks first to last, in order. */
static uint8_t reduced(const struct call *c, uint32_t at, uint32_t last)
{
    uint8_t all = byte_of(c->number, 0, at);
    uint32_t r;

    for (r = 1; r <= last; r++) {
        uint8_t one = byte_of(c->number, r, at);

        c->op->combine(c->op, &one, &all, 1); /* all op one */
        all = one;
    }
    return all;
}

/* Of a member: lengths that differ, 0 among them. */
static uint32_t length_of(const struct call *c, uint32_t a, uint32_t b)
{
    uint32_t x = mix(c->number * 64 + a, b);

    return x % 5 ? (x >> 8) % (c->bytes + 1) : 0;
}

static void start(struct call *c, uint32_t from, uint32_t to, bool aligned)
{
    c->from = buffer_new(from, aligned);
    c->to = buffer_new(to, aligned);
    fill(&c->from, c->number, c->rank);
}

static void end(struct call *c)
{
    buffer_end(&c->from, c->name);
    buffer_end(&c->to, c->name);
}

typedef noc_err begin_fn(noc_group *g, struct call *c, uint32_t timeout, noc_request *request);
typedef void check_fn(const struct call *c);

/* One or the other form of a call. */
#define EITHER(operation, ...) \
    (request ? noc_i##operation(g, __VA_ARGS__, request) : noc_##operation(g, __VA_ARGS__, timeout))

static noc_err do_broadcast(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(broadcast, c->rank == c->root ? c->from.at : c->to.at, c->bytes, c->root);
}

static void check_broadcast(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes && c->rank != c->root; i++) {
        expect(c, i, byte_of(c->number, c->root, i));
    }
}

static noc_err do_reduce(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(reduce, c->from.at, c->rank == c->root ? c->to.at : NULL, c->bytes, c->op,
                  c->root);
}

static void check_reduce(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes && c->rank == c->root; i++) {
        expect(c, i, reduced(c, i, c->n - 1));
    }
}

static noc_err do_allreduce(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(allreduce, c->from.at, c->to.at, c->bytes, c->op);
}

static void check_allreduce(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes; i++) {
        expect(c, i, reduced(c, i, c->n - 1));
    }
}

/* In place. */
static noc_err do_allreduce_here(noc_group *g, struct call *c, uint32_t timeout,
                                 noc_request *request)
{
    memcpy(c->to.at, c->from.at, c->bytes);
    return EITHER(allreduce, c->to.at, c->to.at, c->bytes, c->op);
}

static noc_err do_scan(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(scan, c->from.at, c->to.at, c->bytes, c->op);
}

static void check_scan(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes; i++) {
        expect(c, i, reduced(c, i, c->rank));
    }
}

static noc_err do_exscan(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(exscan, c->from.at, c->to.at, c->bytes, c->op);
}

static void check_exscan(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes; i++) {
        expect(c, i, c->rank ? reduced(c, i, c->rank - 1) : GUARD_BYTE);
    }
}

static noc_err do_reduce_scatter(noc_group *g, struct call *c, uint32_t timeout,
                                 noc_request *request)
{
    return EITHER(reduce_scatter, c->from.at, c->to.at, c->length, c->op);
}

static void check_reduce_scatter(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->length[c->rank]; i++) {
        expect(c, i, reduced(c, c->offset[c->rank] + i, c->n - 1));
    }
}

static noc_err do_gather(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(gather, c->from.at, c->rank == c->root ? c->to.at : NULL, c->bytes, c->root);
}

static void check_allgather(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->n * c->bytes; i++) {
        expect(c, i, byte_of(c->number, i / c->bytes, i % c->bytes));
    }
}

static void check_gather(const struct call *c)
{
    if (c->rank == c->root) {
        check_allgather(c);
    }
}

static noc_err do_scatter(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(scatter, c->rank == c->root ? c->from.at : NULL, c->to.at, c->bytes, c->root);
}

static void check_scatter(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->bytes; i++) {
        expect(c, i, byte_of(c->number, c->root, c->rank * c->bytes + i));
    }
}

static noc_err do_allgather(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(allgather, c->from.at, c->to.at, c->bytes);
}

static noc_err do_alltoall(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(alltoall, c->from.at, c->to.at, c->bytes);
}

static void check_alltoall(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->n * c->bytes; i++) {
        expect(c, i, byte_of(c->number, i / c->bytes, c->rank * c->bytes + i % c->bytes));
    }
}

static noc_err do_gatherv(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(gatherv, c->from.at, c->length[c->rank], c->to.at,
                  c->rank == c->root ? &c->received : NULL, c->root);
}

/* Each byte of the result: of a block, or untouched. */
static void check_allgatherv(const struct call *c)
{
    uint32_t r, i;

    for (r = 0; r < c->n; r++) {
        for (i = 0; i < c->length[r]; i++) {
            expect(c, c->offset[r] + i, byte_of(c->number, r, i));
        }
        if (c->received.offset) {
            expect(c, c->offset[r] + c->length[r], GUARD_BYTE);
        }
    }
}

static void check_gatherv(const struct call *c)
{
    if (c->rank == c->root) {
        check_allgatherv(c);
    }
}

static noc_err do_scatterv(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(scatterv, c->from.at, c->rank == c->root ? &c->sent : NULL, c->to.at,
                  c->length[c->rank], c->root);
}

static void check_scatterv(const struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->length[c->rank]; i++) {
        expect(c, i, byte_of(c->number, c->root, c->offset[c->rank] + i));
    }
}

static noc_err do_allgatherv(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(allgatherv, c->from.at, c->to.at, &c->received);
}

static noc_err do_alltoallv(noc_group *g, struct call *c, uint32_t timeout, noc_request *request)
{
    return EITHER(alltoallv, c->from.at, &c->sent, c->to.at, &c->received);
}

/* What member r sends to this one lies where r has it: behind its blocks for lower ranks. */
static uint32_t offset_at(const struct call *c, uint32_t r, uint32_t to)
{
    uint32_t i, offset = 0;

    for (i = 0; i < to; i++) {
        offset += length_of(c, r, i) + (c->number % 2);
    }
    return offset;
}

static void check_alltoallv(const struct call *c)
{
    uint32_t r, i;

    for (r = 0; r < c->n; r++) {
        for (i = 0; i < c->other[r]; i++) {
            expect(c, c->other_offset[r] + i, byte_of(c->number, r, offset_at(c, r, c->rank) + i));
        }
    }
}

/* Which memory has which bytes. */
enum extent { NONE, ONE, ALL, LISTED, OWN, OTHER };

static const struct operation {
    const char *name, *operation;
    begin_fn *begin;
    check_fn *check;
    enum extent from, to;
} operation[OPERATIONS] = {
    {"broadcast", "broadcast", do_broadcast, check_broadcast, ONE, ONE},
    {"reduce", "reduce", do_reduce, check_reduce, ONE, ONE},
    {"allreduce", "allreduce", do_allreduce, check_allreduce, ONE, ONE},
    {"allreduce in place", "allreduce", do_allreduce_here, check_allreduce, ONE, ONE},
    {"scan", "scan", do_scan, check_scan, ONE, ONE},
    {"exscan", "exscan", do_exscan, check_exscan, ONE, ONE},
    {"reduce-scatter", "reduce-scatter", do_reduce_scatter, check_reduce_scatter, LISTED, OWN},
    {"gather", "gather", do_gather, check_gather, ONE, ALL},
    {"scatter", "scatter", do_scatter, check_scatter, ALL, ONE},
    {"allgather", "allgather", do_allgather, check_allgather, ONE, ALL},
    {"alltoall", "alltoall", do_alltoall, check_alltoall, ALL, ALL},
    {"gatherv", "gather", do_gatherv, check_gatherv, OWN, LISTED},
    {"scatterv", "scatter", do_scatterv, check_scatterv, LISTED, OWN},
    {"allgatherv", "allgather", do_allgatherv, check_allgatherv, OWN, LISTED},
    {"alltoallv", "alltoall", do_alltoallv, check_alltoallv, LISTED, OTHER},
};

const char *operation_name(uint32_t which)
{
    return operation[which].operation;
}

static uint32_t extent(const struct call *c, enum extent e)
{
    switch (e) {
    case ONE:
        return c->bytes;
    case ALL:
        return c->n * c->bytes;
    case LISTED:
        return c->offset[c->n];
    case OWN:
        return c->length[c->rank];
    case OTHER:
        return c->other_offset[c->n];
    default:
        return 0;
    }
}

/* With gaps or without. */
static void make_lists(struct call *c, bool pairs)
{
    const uint32_t gap = c->number % 2;
    uint32_t i, bytes = (c->n + 1) * (uint32_t)sizeof(uint32_t);

    c->length = core_malloc(bytes);
    c->offset = core_malloc(bytes);
    c->other = core_malloc(bytes);
    c->other_offset = core_malloc(bytes);
    if (!c->length || !c->offset || !c->other || !c->other_offset) {
        core_fail("no memory for lists");
    }
    c->offset[0] = c->other_offset[0] = 0;
    for (i = 0; i < c->n; i++) {
        c->length[i] = length_of(c, pairs ? c->rank : 0, i);
        c->other[i] = length_of(c, i, c->rank);
        c->offset[i + 1] = c->offset[i] + c->length[i] + gap;
        c->other_offset[i + 1] = c->other_offset[i] + c->other[i] + gap;
    }
}

static void set_blocks(struct call *c, const struct operation *o)
{
    const bool gap = c->number % 2, pairs = o->to == OTHER;

    c->sent = (noc_blocks){c->length, gap ? c->offset : NULL};
    c->received = pairs ? (noc_blocks){c->other, gap ? c->other_offset : NULL} : c->sent;
}

static void free_lists(struct call *c)
{
    core_free(c->length);
    core_free(c->offset);
    core_free(c->other);
    core_free(c->other_offset);
}

/* Its elements lie one behind the other, without gaps. */
static void close_gaps(struct call *c)
{
    uint32_t i;

    for (i = 0; i < c->n; i++) {
        c->offset[i + 1] = c->offset[i] + c->length[i];
    }
}

struct call *operation_begin(noc_group *g, const struct tried *t, uint32_t timeout,
                             noc_request *request, noc_err *err)
{
    const struct operation *o = &operation[t->which];
    struct call *c = core_malloc(sizeof(*c));

    if (!c) {
        core_fail("no memory for a call");
    }
    *c = (struct call){.name = o->name,
                       .number = t->number,
                       .n = noc_group_size(g),
                       .rank = (uint32_t)noc_group_rank(g),
                       .root = t->number % noc_group_size(g),
                       .bytes = t->bytes,
                       .op = ops[t->number % 3]};
    make_lists(c, o->to == OTHER);
    if (t->which == 6) {
        close_gaps(c);
    }
    set_blocks(c, o);
    start(c, extent(c, o->from), extent(c, o->to), t->aligned);
    *err = o->begin(g, c, timeout, request);
    return c;
}

void operation_end(struct call *c, const struct tried *t)
{
    operation[t->which].check(c);
    end(c);
    free_lists(c);
    core_free(c);
}

void operation_try(noc_group *g, const struct tried *t)
{
    noc_err err;
    struct call *c = operation_begin(g, t, NOC_FOREVER, NULL, &err);

    if (err) {
        core_fail("%s of %u bytes, call %u: %s; %s", operation[t->which].name, (unsigned)t->bytes,
                  (unsigned)t->number, noc_strerror(err), noc_last_mismatch());
    }
    operation_end(c, t);
}
