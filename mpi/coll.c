/* SPDX-License-Identifier: BSD-2-Clause */
/* What all collective calls share: packing, and the wait or the request. */
#include <string.h>

#include "coll.h"

/* --- one block -------------------------------------------------------------------------------- */

int mpi_prepare_one(struct mpi_work *w, const struct mpi_spread *s, bool out, void **at,
                    uint32_t *bytes)
{
    *bytes = type_bytes((uint32_t)s->count, s->type);
    *at = *bytes ? type_block(s->buf, s->count, s->type) : w;
    if (*at) {
        return MPI_SUCCESS;
    }
    *at = mpi_work_memory(w, *bytes);
    if (!*at) {
        return MPI_ERR_NO_MEM;
    }
    if (out) {
        type_pack(*at, s->buf, s->count, s->type);
    } else {
        w->unpacks = true;
    }
    return MPI_SUCCESS;
}

/* --- a block for each ------------------------------------------------------------------------- */

static MPI_Datatype type_at(const struct mpi_spread *s, uint32_t i)
{
    return s->types ? s->types[i] : s->type;
}

static uint32_t bytes_at(const struct mpi_spread *s, uint32_t i)
{
    return type_bytes((uint32_t)(s->counts ? s->counts[i] : s->count), type_at(s, i));
}

static int count_at(const struct mpi_spread *s, uint32_t i)
{
    return s->counts ? s->counts[i] : s->count;
}

/* Where block i begins, in the program's memory: if it has bytes that is known to be there. */
static ptrdiff_t offset_at(const struct mpi_spread *s, uint32_t i)
{
    const uint32_t unit = s->types ? 1 : (uint32_t)s->type->extent;
    const uint32_t place =
        s->displacements ? (uint32_t)s->displacements[i] : i * (uint32_t)s->count;
    const uint32_t offset = place * unit;

    return (int32_t)offset;
}

static void *block_at(const struct mpi_spread *s, uint32_t i)
{
    return (char *)s->buf + offset_at(s, i);
}

/* Whether all blocks are sent from, or land, where they are. */
static bool lies_well(const struct mpi_spread *s, uint32_t ranks)
{
    uint32_t i;

    for (i = 0; s->types && i < ranks; i++) {
        if (!type_is_contiguous(s->types[i])) {
            return false;
        }
    }
    return s->types || type_is_contiguous(s->type);
}

/* The places of the blocks, from the first of them in memory on. */
static void *list_in_place(const struct mpi_spread *s, uint32_t ranks, uint32_t *bytes,
                           uint32_t *offset)
{
    ptrdiff_t first = 0;
    bool any = false;
    uint32_t i;

    for (i = 0; i < ranks; i++) {
        const ptrdiff_t at = offset_at(s, i) + (ptrdiff_t)type_at(s, i)->true_lb;

        bytes[i] = bytes_at(s, i);
        if (bytes[i] && (!any || at < first)) {
            first = at;
            any = true;
        }
    }
    for (i = 0; i < ranks; i++) {
        offset[i] =
            bytes[i] ? (uint32_t)(offset_at(s, i) + (ptrdiff_t)type_at(s, i)->true_lb - first) : 0;
    }
    return (char *)s->buf + first;
}

static void pack_all(const struct mpi_spread *s, uint32_t ranks, char *to)
{
    uint32_t i;

    for (i = 0; i < ranks; i++) {
        type_pack(to, block_at(s, i), count_at(s, i), type_at(s, i));
        to += bytes_at(s, i);
    }
}

static void unpack_all(const struct mpi_spread *s, uint32_t ranks, const char *from)
{
    uint32_t i;

    for (i = 0; i < ranks; i++) {
        type_unpack(block_at(s, i), count_at(s, i), type_at(s, i), from, bytes_at(s, i));
        from += bytes_at(s, i);
    }
}

/* In memory of its own, one block behind the other. */
static int prepare_packed(struct mpi_work *w, const struct mpi_spread *s, bool out, void **at)
{
    uint64_t all = 0;
    uint32_t i;

    for (i = 0; i < w->ranks; i++) {
        all += bytes_at(s, i);
    }
    *at = mpi_work_memory(w, all);
    if (!*at) {
        return MPI_ERR_NO_MEM;
    }
    if (out) {
        pack_all(s, w->ranks, *at);
    } else {
        w->unpacks = true;
    }
    return MPI_SUCCESS;
}

int mpi_prepare_many(struct mpi_work *w, const struct mpi_spread *s, bool listed, bool out,
                     void **at, noc_blocks *blocks, uint32_t *bytes)
{
    const bool well = lies_well(s, w->ranks) && !(out && s->buf == w->call.to.buf);
    uint32_t *list, i;

    *bytes = listed ? 0 : bytes_at(s, 0);
    if (!listed && well) {
        *at = (char *)s->buf + (ptrdiff_t)s->type->true_lb;
        return MPI_SUCCESS;
    }
    if (!listed) {
        return prepare_packed(w, s, out, at);
    }
    list = mpi_work_memory(w, w->ranks * 2 * sizeof(*list));
    if (!list) {
        return MPI_ERR_NO_MEM;
    }
    blocks->bytes = list;
    blocks->offset = well ? list + w->ranks : NULL;
    if (well) {
        *at = list_in_place(s, w->ranks, list, list + w->ranks);
        return MPI_SUCCESS;
    }
    for (i = 0; i < w->ranks; i++) {
        list[i] = bytes_at(s, i);
    }
    return prepare_packed(w, s, out, at);
}

/* --- what the call means ---------------------------------------------------------------------- */

/* The block of a spread that is this rank's own. */
static struct mpi_spread own_of(const struct mpi_work *w, const struct mpi_spread *s)
{
    return (struct mpi_spread){
        .buf = block_at(s, w->rank), .count = count_at(s, w->rank), .type = type_at(s, w->rank)};
}

static int prepare_moves(struct mpi_work *w)
{
    const struct mpi_collective *c = &w->call;
    const bool root = c->root == (int)w->rank;
    const bool sends = c->kind != KIND_SCATTER || root, receives = c->kind != KIND_GATHER || root;
    const bool many_from = c->kind == KIND_ALLTOALL || c->kind == KIND_SCATTER;
    const bool many_to =
        c->kind == KIND_ALLTOALL || c->kind == KIND_ALLGATHER || c->kind == KIND_GATHER;
    struct mpi_spread from = c->from, to = c->to;
    uint32_t bytes = 0, sent, received;
    void *at = NULL;
    bool discards = false;
    int error = MPI_SUCCESS;

    if (from.buf == MPI_IN_PLACE) {
        from = many_from ? to : own_of(w, &to);
    }
    if (to.buf == MPI_IN_PLACE) {
        to = own_of(w, &from);
        discards = !type_block(to.buf, to.count, to.type);
    }
    if (receives) {
        error = many_to ? mpi_prepare_many(w, &to, c->listed, false, &w->to, &w->received, &bytes)
                        : mpi_prepare_one(w, &to, false, &w->to, &bytes);
        w->bytes = bytes;
        w->unpacks = w->unpacks && !discards;
    }
    received = c->listed && many_to ? 0 : bytes;
    if (!error && sends) {
        error = many_from ? mpi_prepare_many(w, &from, c->listed, true, &at, &w->sent, &bytes)
                          : mpi_prepare_one(w, &from, true, &at, &bytes);
        w->from = at;
        w->bytes = c->kind == KIND_SCATTER && c->listed ? w->bytes : bytes;
    }
    if (error || !sends || !receives) {
        return error;
    }
    sent = c->listed && many_from ? w->sent.bytes[w->rank] : bytes;
    received = c->listed && many_to ? w->received.bytes[w->rank] : received;
    return LIKELY(sent == received) ? MPI_SUCCESS : mpi_own_differs(w, sent, received);
}

static int prepare_bcast(struct mpi_work *w)
{
    const bool root = w->call.root == (int)w->rank;

    return mpi_prepare_one(w, &w->call.to, root, &w->to, &w->bytes);
}

/* --- reductions --------------------------------------------------------------------------------- */

/* How many elements this rank gives; those of reduce-scatter are counted for each. */
static int count_elements(struct mpi_work *w, uint32_t *all, uint32_t *mine)
{
    const struct mpi_spread *s = &w->call.to;
    uint64_t sum = 0;
    uint32_t i;

    *all = *mine = (uint32_t)s->count;
    if (w->call.kind != KIND_REDUCE_SCATTER) {
        return MPI_SUCCESS;
    }
    w->each = mpi_work_memory(w, w->ranks * sizeof(*w->each));
    if (!w->each) {
        return MPI_ERR_NO_MEM;
    }
    for (i = 0; i < w->ranks; i++) {
        w->each[i] = (uint32_t)count_at(s, i);
        sum += w->each[i];
    }
    *all = sum < NOC_CUT ? (uint32_t)sum : NOC_CUT - 1;
    *mine = w->mine = w->each[w->rank];
    return MPI_SUCCESS;
}

/* The elements as the operation wants them: as they are, or packed. */
int mpi_prepare_elements(struct mpi_work *w, const void *buf, uint32_t count, bool packed,
                         bool copy)
{
    MPI_Datatype type = w->call.to.type;
    void *memory;

    if (!packed && !copy) {
        w->from = (const char *)buf + (ptrdiff_t)type->true_lb;
        return MPI_SUCCESS;
    }
    memory = mpi_work_memory(w, (uint64_t)type_times(count, packed ? type->size : type->extent));
    if (!memory) {
        return MPI_ERR_NO_MEM;
    }
    if (packed) {
        type_pack(memory, buf, (int)count, type);
    } else {
        memcpy(memory, (const char *)buf + (ptrdiff_t)type->true_lb, count * (size_t)type->extent);
    }
    w->from = memory;
    return MPI_SUCCESS;
}

static bool gets_result(const struct mpi_work *w)
{
    return (w->call.kind != KIND_REDUCE || w->call.root == (int)w->rank) &&
           (w->call.kind != KIND_EXSCAN || w->rank);
}

void mpi_prepare_op(struct mpi_work *w, bool *packed)
{
    const struct mpi_collective *c = &w->call;

    w->op = op_for(c->op, c->to.type);
    *packed = !w->op && !type_is_contiguous(c->to.type);
    if (!w->op) {
        op_wrap(&w->wrapped, c->op, c->to.type);
        w->op = &w->wrapped.op;
    }
    if (mpi_state.reproducible) {
        w->wrapped.op = *w->op;
        w->wrapped.op.reproducible = true;
        w->op = &w->wrapped.op;
    }
}

static int prepare_reduction(struct mpi_work *w)
{
    const struct mpi_collective *c = &w->call;
    MPI_Datatype type = c->to.type;
    const bool in_place = c->from.buf == MPI_IN_PLACE;
    uint32_t all, mine;
    bool packed;
    int error = count_elements(w, &all, &mine);

    mpi_prepare_op(w, &packed);
    w->bytes = all;
    error = error ? error
                  : mpi_prepare_elements(w, in_place ? c->to.buf : c->from.buf, all, packed,
                                         in_place && c->kind == KIND_REDUCE_SCATTER);
    if (error || !packed) {
        w->to = (char *)c->to.buf + (ptrdiff_t)type->true_lb;
        return error;
    }
    w->to = mpi_work_memory(w, (uint64_t)type_times(mine, type->size));
    w->unpacks = gets_result(w);
    return w->to ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* --- beginning and end ------------------------------------------------------------------------ */

int mpi_work_begin(struct mpi_work *w, const struct mpi_collective *c)
{
    w->call = *c;
    w->memories = 0;
    w->unpacks = false;
    w->from = NULL;
    w->to = NULL;
    w->between = NULL;
    w->stage = 0;
    w->group = c->comm->inner;
    w->ranks = (uint32_t)c->comm->size;
    w->rank = (uint32_t)c->comm->rank;
    switch (c->kind) {
    case KIND_BARRIER:
        return MPI_SUCCESS;
    case KIND_BCAST:
        return prepare_bcast(w);
    case KIND_GATHER:
    case KIND_SCATTER:
    case KIND_ALLGATHER:
    case KIND_ALLTOALL:
        return prepare_moves(w);
    default:
        return prepare_reduction(w);
    }
}

static void unpack(const struct mpi_work *w)
{
    const struct mpi_collective *c = &w->call;
    const struct mpi_spread *s = &c->to;

    if (c->kind == KIND_GATHER || c->kind == KIND_ALLGATHER || c->kind == KIND_ALLTOALL) {
        unpack_all(s, w->ranks, w->to);
    } else {
        const int count = c->kind == KIND_REDUCE_SCATTER ? (int)w->mine : s->count;

        type_unpack(s->buf, count, s->type, w->to, (size_t)count * (size_t)s->type->size);
    }
}

void mpi_work_end(struct mpi_work *w, bool good)
{
    if (good && w->unpacks && !(w->call.kind == KIND_BCAST && w->call.root == (int)w->rank)) {
        unpack(w);
    }
    while (w->memories) {
        free(w->memory[--w->memories]);
    }
}

void mpi_work_ends(struct mpi_request *r)
{
    struct mpi_work *w = r->work;

    mpi_work_end(w, !r->error);
    if (w->call.op) {
        op_release(w->call.op);
    }
    free(w);
    r->ends = NULL;
}

/* --- the call --------------------------------------------------------------------------------- */

static int own_failed(const char *call, MPI_Comm comm)
{
    return mpi_fail(comm, call, MPI_ERR_TRUNCATE,
                    "the rank's own block is not as long where it is sent as where it is received");
}

int mpi_collective_failed(const char *call, MPI_Comm comm, int error)
{
    if (error == MPI_ERR_TRUNCATE && !noc_mismatch_was_length()) {
        return own_failed(call, comm);
    }
    return error == MPI_ERR_OTHER || error == MPI_ERR_TRUNCATE
             ? mpi_fail_noc(comm, call, NOC_ERR_MISMATCH)
             : mpi_fail(comm, call, error, NULL);
}

int mpi_collective_finish(const char *call, struct mpi_request *r, MPI_Request *request, bool waits)
{
    MPI_Comm comm = r->message.comm;
    int error;

    if (!waits) {
        *request = mpi_request_handle(r);
        return MPI_SUCCESS;
    }
    mpi_wait_done(r);
    error = r->error;
    mpi_request_delete(r);
    return error ? mpi_collective_failed(call, comm, error) : MPI_SUCCESS;
}

static int run_as_request(const char *call, const struct mpi_collective *c,
                          noc_err (*go)(struct mpi_work *w, noc_request *request),
                          MPI_Request *request, bool waits)
{
    const struct mpi_message_of m = {.comm = c->comm, .type = c->to.type};
    struct mpi_request *r = mpi_request_new(REQUEST_COLLECTIVE, &m);
    struct mpi_work *w = malloc(sizeof(*w));
    int error = r && w ? mpi_work_begin(w, c) : MPI_ERR_NO_MEM;

    if (error == MPI_ERR_TRUNCATE) {
        r->next = mpi_own_next;
        error = MPI_SUCCESS;
    }
    if (!error) {
        error = mpi_class_of(go(w, &r->layer));
        if (error) {
            mpi_work_end(w, false);
        }
    }
    if (error == MPI_ERR_TRUNCATE && mpi_collective_again(c)) {
        free(w);
        mpi_request_delete(r);
        return run_as_request(call, c, go, request, waits);
    }
    if (error) {
        free(w);
        if (r) {
            mpi_request_delete(r);
        }
        return mpi_collective_failed(call, c->comm, error);
    }
    if (c->op) {
        op_hold(c->op);
    }
    r->work = w;
    r->ends = mpi_work_ends;
    return mpi_collective_finish(call, r, request, waits);
}

int mpi_collective_begin(const char *call, const struct mpi_collective *c,
                         noc_err (*go)(struct mpi_work *w, noc_request *request),
                         MPI_Request *request)
{
    return c->comm->inter ? c->comm->inter->collective(call, c, request)
                          : run_as_request(call, c, go, request, false);
}

/* Not begun: it becomes a request that MPI_Start begins. */
static int run_later(const struct mpi_collective *c,
                     noc_err (*go)(struct mpi_work *w, noc_request *request), MPI_Request *request)
{
    const struct mpi_keeper *k = mpi_state.keeper;

    CHECK(mpi_collective_check(k->call, c));
    CHECK(mpi_check_pointer(k->call, c->comm, request, "the place for the request"));
    return k->keep(k->call, c, go, request);
}

/* A call that waits has failed. */
static __attribute__((cold, noinline)) int failed(const char *call, const struct mpi_collective *c,
                                                  noc_err (*go)(struct mpi_work *w,
                                                                noc_request *request),
                                                  noc_err err)
{
    return err == NOC_ERR_MISMATCH && mpi_collective_again(c)
             ? mpi_collective_run(call, c, go, NULL, true)
             : mpi_fail_noc(c->comm, call, err);
}

/* It ends with the error of coll_own.c. */
static __attribute__((cold, noinline)) int run_own(const char *call, const struct mpi_collective *c,
                                                   noc_err (*go)(struct mpi_work *w,
                                                                 noc_request *request),
                                                   struct mpi_work *w)
{
    const noc_err err = go(w, NULL);

    mpi_work_end(w, false);
    return err ? failed(call, c, go, err) : own_failed(call, c->comm);
}

int mpi_collective_run(const char *call, const struct mpi_collective *c,
                       noc_err (*go)(struct mpi_work *w, noc_request *request),
                       MPI_Request *request, bool waits)
{
    struct mpi_work w;
    noc_err err;
    int error;

    if (!waits && mpi_state.keeper) {
        return run_later(c, go, request);
    }
    CHECK(mpi_collective_check(call, c));
    if (!waits) {
        CHECK(mpi_check_pointer(call, c->comm, request, "the place for the request"));
    }
    if (c->comm->inter) {
        return c->comm->inter->collective(call, c, request);
    }
    if (!waits || mpi_state.staged) {
        return run_as_request(call, c, go, request, waits);
    }
    error = mpi_work_begin(&w, c);
    if (error == MPI_ERR_TRUNCATE) {
        return run_own(call, c, go, &w);
    }
    if (error) {
        mpi_work_end(&w, false);
        return mpi_collective_failed(call, c->comm, error);
    }
    err = go(&w, NULL);
    mpi_work_end(&w, !err);
    return LIKELY(!err) ? MPI_SUCCESS : failed(call, c, go, err);
}
