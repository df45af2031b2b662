/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of programs that access a member's memory. What concerns the caller's own is done at
 * once; a put or an accumulate of one message goes at once if the network allows; the rest is under
 * way when the call returns (origin.c).
 */
#include <string.h>

#include "onesided_priv.h"

/* A place in a member's window. */
struct place {
    struct window *w;
    uint32_t rank, offset, bytes;
    bool own;    /* it is this member's, */
    uint8_t *at; /* here */
};

static uint32_t size_of(const struct window *w, uint32_t rank)
{
    return w->sizes ? w->sizes[rank] : w->bytes;
}

static noc_err find(struct place *p, const noc_window *window, uint32_t rank, uint32_t offset,
                    uint32_t bytes)
{
    struct window *w = window_of(window);

    if (!w || w->meeting) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    if (rank >= w->g->count) {
        return NOC_ERR_RANK;
    }
    if (!in_range(size_of(w, rank), offset, bytes)) {
        return NOC_ERR_ARGUMENT;
    }
    *p = (struct place){w, rank, offset, bytes, rank == w->g->rank, w->memory + offset};
    return NOC_ERR_OK;
}

static bool reads(const void *from, uint32_t bytes)
{
    return !bytes || ni_reads(from, bytes);
}

static bool writes(const void *to, uint32_t bytes)
{
    return !bytes || ni_writes(to, bytes);
}

/* An access to this place whose message cannot go at once, or that is answered. */
static struct access *access_to(const struct place *p, enum access_kind kind, const void *from,
                                uint32_t piece)
{
    struct access *a = access_new(kind, 0);

    if (a) {
        a->from = from;
        a->offset = p->offset;
        a->bytes = p->bytes;
        a->piece = (uint8_t)piece;
    }
    return a;
}

noc_err noc_put(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                uint32_t bytes)
{
    const struct header h = {.offset = offset, .bytes = bytes, .kind = ACCESS_PUT};
    struct place p;
    noc_err err = find(&p, window, rank, offset, bytes);

    if (!err && !reads(from, bytes)) {
        err = NOC_ERR_ARGUMENT;
    }
    if (err || !bytes) {
        return err;
    }
    if (p.own) {
        memmove(p.at, from, bytes);
        return NOC_ERR_OK;
    }
    if (bytes > INLINE_BYTES) {
        window_touch(p.w, rank);
        return access_begin(p.w, rank, access_to(&p, ACCESS_PUT_LONG, from, 0));
    }
    if (access_at_once(p.w, rank, &h, from, bytes, &err)) {
        return err;
    }
    return access_begin(p.w, rank, access_to(&p, ACCESS_PUT, from, INLINE_BYTES));
}

noc_err noc_get(noc_window *window, uint32_t rank, uint32_t offset, void *to, uint32_t bytes)
{
    struct place p;
    noc_err err = find(&p, window, rank, offset, bytes);
    struct access *a;

    if (!err && !writes(to, bytes)) {
        err = NOC_ERR_ARGUMENT;
    }
    if (err || !bytes) {
        return err;
    }
    if (p.own) {
        memmove(to, p.at, bytes);
        return NOC_ERR_OK;
    }
    a = access_to(&p, ACCESS_GET, NULL, 0);
    if (a) {
        a->bytes = 0;
        a->to = to;
        a->answer = bytes;
    }
    return access_begin(p.w, rank, a);
}

/* The same place, counted in elements. number: 0 if there is no such operation. */
static noc_err find_elements(struct place *p, const noc_window *window, uint32_t rank,
                             uint32_t offset, uint32_t elements, const noc_op *op, uint16_t *number)
{
    const uint32_t size = op ? op->bytes : 1;
    noc_err err = find(p, window, rank, offset, 0);

    if (err) {
        return err;
    }
    *number = op ? op_number(p->w, op) : 0;
    if ((op && !*number) || elements > UINT32_MAX / size ||
        !in_range(size_of(p->w, rank), offset, elements * size)) {
        return NOC_ERR_ARGUMENT;
    }
    p->bytes = elements * size;
    return NOC_ERR_OK;
}

noc_err noc_accumulate(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                       uint32_t elements, const noc_op *op)
{
    struct header h = {.offset = offset, .kind = ACCESS_ACCUMULATE};
    struct access *a;
    struct place p;
    noc_err err =
        op ? find_elements(&p, window, rank, offset, elements, op, &h.operation) : NOC_ERR_ARGUMENT;

    if (!err && !reads(from, p.bytes)) {
        err = NOC_ERR_ARGUMENT;
    }
    if (err || !elements) {
        return err;
    }
    if (p.own) {
        op->combine(op, p.at, from, elements);
        return NOC_ERR_OK;
    }
    h.bytes = p.bytes;
    if (p.bytes <= PIECE_BYTES && access_at_once(p.w, rank, &h, from, p.bytes, &err)) {
        return err;
    }
    a = access_to(&p, ACCESS_ACCUMULATE, from, PIECE_BYTES / op->bytes * op->bytes);
    if (a) {
        a->operation = h.operation;
    }
    return access_begin(p.w, rank, a);
}

noc_err noc_get_accumulate(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                           void *to, uint32_t elements, const noc_op *op)
{
    uint16_t number = 0;
    struct access *a;
    struct place p;
    noc_err err = find_elements(&p, window, rank, offset, elements, op, &number);

    if (!err && ((op && !reads(from, p.bytes)) || !writes(to, p.bytes))) {
        err = NOC_ERR_ARGUMENT;
    }
    if (err || !elements) {
        return err;
    }
    if (p.own) {
        memmove(to, p.at, p.bytes);
        if (op) {
            op->combine(op, p.at, from, elements);
        }
        return NOC_ERR_OK;
    }
    a = access_to(&p, ACCESS_FETCH, op ? from : NULL,
                  op ? PIECE_BYTES / op->bytes * op->bytes : PIECE_BYTES);
    if (a) {
        a->operation = number;
        a->to = to;
    }
    return access_begin(p.w, rank, a);
}

noc_err noc_compare_and_swap(noc_window *window, uint32_t rank, uint32_t offset,
                             const void *expected, const void *desired, void *old, uint32_t bytes)
{
    struct access *a;
    struct place p;
    noc_err err = find(&p, window, rank, offset, bytes);

    if (!err && (!bytes || bytes > SWAP_BYTES || !reads(expected, bytes) ||
                 !reads(desired, bytes) || !writes(old, bytes))) {
        err = NOC_ERR_ARGUMENT;
    }
    if (err) {
        return err;
    }
    if (p.own) {
        bool same = !memcmp(p.at, expected, bytes);

        memmove(old, p.at, bytes);
        if (same) {
            memmove(p.at, desired, bytes);
        }
        return NOC_ERR_OK;
    }
    a = access_new(ACCESS_SWAP, 2 * bytes);
    if (a) {
        memcpy(a->own, expected, bytes);
        memcpy(a->own + bytes, desired, bytes);
        a->from = a->own;
        a->to = old;
        a->offset = offset;
        a->bytes = 2 * bytes;
        a->piece = 2 * SWAP_BYTES;
        a->answer = bytes;
    }
    return access_begin(p.w, rank, a);
}
