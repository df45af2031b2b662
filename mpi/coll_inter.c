/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective calls between two sides (5.2.2). What crosses does so in one noc_ialltoallv among both
 * sides, in which most blocks are empty. Reductions have stages:
 *
 *   1  each side that gives reduces to its rank 0, by itself
 *   2  that crosses: to the root, or to all, or (reduce-scatter) to the other's rank 0
 *   3  reduce-scatter: the other's rank 0 scatters it
 */
#include <string.h>

#include "inter.h"

/* --- what crosses ------------------------------------------------------------------------- */

/* Empty blocks for all of both sides. */
static int lists_make(struct mpi_work *w, noc_blocks *b)
{
    const uint32_t total = (uint32_t)w->call.comm->size + w->call.comm->peers;
    uint32_t *list = mpi_work_memory(w, total * 2 * sizeof(*list));

    if (!list) {
        return MPI_ERR_NO_MEM;
    }
    memset(list, 0, total * 2 * sizeof(*list));
    b->bytes = list;
    b->offset = list + total;
    return MPI_SUCCESS;
}

/* The block of one rank of the other side. */
static void put(const struct mpi_work *w, noc_blocks *b, uint32_t rank, uint32_t bytes,
                uint32_t offset)
{
    uint32_t *lengths = (uint32_t *)(uintptr_t)b->bytes,
             *offsets = (uint32_t *)(uintptr_t)b->offset;

    lengths[w->call.comm->shift + rank] = bytes;
    offsets[w->call.comm->shift + rank] = offset;
}

static int begin(struct mpi_work *w, const struct mpi_collective *c)
{
    int error;

    memset(w, 0, sizeof(*w));
    w->call = *c;
    w->group = c->comm->group;
    w->ranks = c->comm->peers;
    w->rank = UINT32_MAX;
    w->from = w;
    w->to = w;
    error = lists_make(w, &w->sent);
    return error ? error : lists_make(w, &w->received);
}

/* One block, to or from this rank of the other side; rank negative: to all of them. */
static int cross_one(struct mpi_work *w, bool out, int rank)
{
    uint32_t bytes, i;
    void *at;
    int error = mpi_prepare_one(w, out ? &w->call.from : &w->call.to, out, &at, &bytes);

    if (error) {
        return error;
    }
    if (out) {
        w->from = at;
    } else {
        w->to = at;
    }
    for (i = 0; i < w->ranks; i++) {
        if (rank < 0 || i == (uint32_t)rank) {
            put(w, out ? &w->sent : &w->received, i, bytes, 0);
        }
    }
    return MPI_SUCCESS;
}

/* A block of each of the other side, or for each. */
static int cross_many(struct mpi_work *w, bool out)
{
    noc_blocks b = {NULL, NULL};
    uint32_t bytes, i, offset = 0;
    void *at;
    int error = mpi_prepare_many(w, out ? &w->call.from : &w->call.to, true, out, &at, &b, &bytes);

    if (error) {
        return error;
    }
    if (out) {
        w->from = at;
    } else {
        w->to = at;
    }
    for (i = 0; i < w->ranks; i++) {
        put(w, out ? &w->sent : &w->received, i, b.bytes[i], b.offset ? b.offset[i] : offset);
        offset += b.bytes[i];
    }
    return MPI_SUCCESS;
}

static int prepare_moves(struct mpi_work *w)
{
    const int root = w->call.root;
    int error;

    switch (w->call.kind) {
    case KIND_BCAST:
        return root == MPI_ROOT ? cross_one(w, true, -1)
             : root >= 0        ? cross_one(w, false, root)
                                : MPI_SUCCESS;
    case KIND_GATHER:
        return root == MPI_ROOT ? cross_many(w, false)
             : root >= 0        ? cross_one(w, true, root)
                                : MPI_SUCCESS;
    case KIND_SCATTER:
        return root == MPI_ROOT ? cross_many(w, true)
             : root >= 0        ? cross_one(w, false, root)
                                : MPI_SUCCESS;
    case KIND_ALLGATHER:
        error = cross_one(w, true, -1);
        return error ? error : cross_many(w, false);
    default: /* KIND_ALLTOALL */
        error = cross_many(w, true);
        return error ? error : cross_many(w, false);
    }
}

static noc_err cross(struct mpi_work *w, noc_request *request)
{
    return w->call.kind == KIND_BARRIER
             ? noc_ibarrier(w->group, request)
             : noc_ialltoallv(w->group, w->from, &w->sent, w->to, &w->received, request);
}

/* --- reductions ---------------------------------------------------------------------------- */

static bool gives(const struct mpi_work *w)
{
    return w->call.kind != KIND_REDUCE || w->call.root >= 0;
}

static bool gets(const struct mpi_work *w)
{
    return w->call.kind != KIND_REDUCE || w->call.root == MPI_ROOT;
}

/* How many elements each side gives. */
static uint32_t elements_of(struct mpi_work *w)
{
    const struct mpi_spread *s = &w->call.to;
    const uint32_t own = (uint32_t)w->call.comm->size;
    uint64_t all = 0;
    uint32_t i;

    if (w->call.kind != KIND_REDUCE_SCATTER) {
        return (uint32_t)s->count;
    }
    for (i = 0; i < own; i++) {
        all += (uint32_t)(s->counts ? s->counts[i] : s->count);
    }
    return all < NOC_CUT ? (uint32_t)all : NOC_CUT - 1;
}

/* Where the result lands: the program's memory, or what is unpacked. */
static int prepare_result(struct mpi_work *w, uint32_t elements, bool packed)
{
    w->to = packed ? mpi_work_memory(w, (uint64_t)elements * w->op->bytes)
                   : (char *)w->call.to.buf + (ptrdiff_t)w->call.to.type->true_lb;
    w->unpacks = packed;
    return w->to ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int prepare_reduction(struct mpi_work *w)
{
    MPI_Comm comm = w->call.comm;
    const uint32_t all = elements_of(w);
    const bool scatters = w->call.kind == KIND_REDUCE_SCATTER;
    bool packed;
    int error = MPI_SUCCESS;

    mpi_prepare_op(w, &packed);
    w->bytes = all;
    if ((uint64_t)all * w->op->bytes > MESSAGE_BYTES_MAX) {
        return MPI_ERR_COUNT;
    }
    if (gives(w)) {
        error = mpi_prepare_elements(w, w->call.from.buf, all, packed, false);
    }
    if (!error && gives(w) && !comm->rank) {
        w->between = mpi_work_memory(w, (uint64_t)all * w->op->bytes);
        error = w->between ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }
    if (!error && gets(w)) {
        w->mine = scatters ? (uint32_t)(w->call.to.counts ? w->call.to.counts[comm->rank]
                                                          : w->call.to.count)
                           : all;
        error = prepare_result(w, w->mine, packed);
    }
    return error;
}

/* The result of one side crosses. Of reduce-scatter it goes from rank 0 to rank 0. */
static int begin_crossing(struct mpi_work *w, noc_request *request)
{
    const uint32_t bytes = w->bytes * w->op->bytes;
    const bool scatters = w->call.kind == KIND_REDUCE_SCATTER, first = !w->call.comm->rank;
    void *to = w->to;
    uint32_t i;

    if (gives(w) && first) {
        for (i = 0; i < w->ranks; i++) {
            if (scatters ? !i : w->call.kind == KIND_ALLREDUCE || (int)i == w->call.root) {
                put(w, &w->sent, i, bytes, 0);
            }
        }
    }
    if (gets(w) && (!scatters || first)) {
        put(w, &w->received, 0, bytes, 0);
    }
    if (scatters && first) {
        to = mpi_work_memory(w, bytes);
        w->from = to; /* of the last stage */
        if (!to) {
            return MPI_ERR_NO_MEM;
        }
    }
    return mpi_class_of(
        noc_ialltoallv(w->group, w->between ? w->between : w, &w->sent, to, &w->received, request));
}

/* Reduce-scatter: what has come to rank 0 goes to its side. */
static int begin_scatter(struct mpi_work *w, noc_request *request)
{
    const uint32_t own = (uint32_t)w->call.comm->size;
    uint32_t *bytes = mpi_work_memory(w, own * sizeof(*bytes)), i;

    if (!bytes) {
        return MPI_ERR_NO_MEM;
    }
    for (i = 0; i < own; i++) {
        bytes[i] =
            (uint32_t)(w->call.to.counts ? w->call.to.counts[i] : w->call.to.count) * w->op->bytes;
    }
    w->sent = (noc_blocks){bytes, NULL};
    return mpi_class_of(noc_iscatterv(w->call.comm->inner, w->from, &w->sent, w->to,
                                      w->mine * w->op->bytes, 0, request));
}

static int reduction_next(struct mpi_request *r)
{
    struct mpi_work *w = r->work;
    int error;

    switch (w->stage++) {
    case 0:
        error = !gives(w) ? MPI_SUCCESS
                          : mpi_class_of(noc_ireduce(w->call.comm->inner, w->from,
                                                     w->between ? w->between : w, w->bytes, w->op,
                                                     0, &r->layer));
        if (!error && !gives(w)) {
            return reduction_next(r);
        }
        break;
    case 1:
        error = begin_crossing(w, &r->layer);
        break;
    case 2:
        if (w->call.kind != KIND_REDUCE_SCATTER) {
            return NEXT_DONE;
        }
        error = begin_scatter(w, &r->layer);
        break;
    default:
        return NEXT_DONE;
    }
    return error ? error : NEXT_BEGUN;
}

/* --- the call ------------------------------------------------------------------------------ */

/* What the program's request, or its wait, is for. */
static int start(struct mpi_request *r, const struct mpi_collective *c)
{
    struct mpi_work *w = r->work;
    int error = begin(w, c);

    if (!error && c->kind >= KIND_REDUCE) {
        error = prepare_reduction(w);
        if (!error) {
            r->next = reduction_next;
            mpi_request_list(r);
            (void)mpi_request_poll(r);
        }
        return error;
    }
    if (!error && c->kind != KIND_BARRIER) {
        error = prepare_moves(w);
    }
    return error ? error : mpi_class_of(cross(w, &r->layer));
}

int mpi_inter_collective(const char *call, const struct mpi_collective *c, MPI_Request *request)
{
    const struct mpi_message_of m = {.comm = c->comm, .type = c->to.type};
    struct mpi_request *r = mpi_request_new(REQUEST_COLLECTIVE, &m);
    struct mpi_work *w = malloc(sizeof(*w));
    int error = MPI_ERR_NO_MEM;

    if (r && w) {
        r->work = w;
        if (c->op) {
            op_hold(c->op);
        }
        r->ends = mpi_work_ends;
        error = start(r, c);
        if (error) {
            mpi_work_ends(r);
            w = NULL;
        }
    }
    if (error) {
        free(w);
        if (r) {
            mpi_request_delete(r);
        }
        return mpi_collective_failed(call, c->comm, error);
    }
    return mpi_collective_finish(call, r, request, !request);
}
