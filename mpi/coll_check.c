/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the arguments of a collective call make sense. */
#include <limits.h>

#include "coll.h"

static bool is_reduction(const struct mpi_collective *c)
{
    return c->kind >= KIND_REDUCE;
}

/* Whether this rank gives a block to each of the others, or gets one. */
static bool gives_many(const struct mpi_collective *c)
{
    return c->kind == KIND_SCATTER || c->kind == KIND_ALLTOALL;
}

static bool gets_many(const struct mpi_collective *c)
{
    return c->kind == KIND_GATHER || c->kind == KIND_ALLGATHER || c->kind == KIND_ALLTOALL;
}

static bool has_root(const struct mpi_collective *c)
{
    return c->kind == KIND_BCAST || c->kind == KIND_GATHER || c->kind == KIND_SCATTER ||
           c->kind == KIND_REDUCE;
}

static bool is_root(const struct mpi_collective *c)
{
    return c->comm->inter ? c->root == MPI_ROOT : c->root == c->comm->rank;
}

/* With two sides: on the root's, and not the root. */
static bool is_aside(const struct mpi_collective *c)
{
    return c->comm->inter && has_root(c) && c->root == MPI_PROC_NULL;
}

static MPI_Count displacement(const struct mpi_spread *s, int i)
{
    return s->types ? s->displacements[i] : type_times(s->displacements[i], s->type->extent);
}

/* A block that lies in one piece, at a distance that 32 bits hold: the layer looks at it. */
static bool is_near(const struct mpi_spread *s, int i, MPI_Datatype type)
{
    const int32_t unit = s->types ? 1 : (int32_t)type->extent;
    const int64_t place = (int64_t)s->displacements[i] * unit;

    return LIKELY(type->dense && type->extent == (int32_t)type->extent && place == (int32_t)place);
}

static int check_block(const char *call, const struct mpi_collective *c, const struct mpi_spread *s,
                       int count, MPI_Datatype type)
{
    CHECK(mpi_check_count(call, c->comm, count));
    CHECK(mpi_check_type(call, c->comm, type));
    return mpi_check_buffer(call, c->comm, s->buf, count, type);
}

/* A block for each, as the lists say. */
static __attribute__((noinline)) int check_lists(const char *call, const struct mpi_collective *c,
                                                 const struct mpi_spread *s)
{
    const int ranks = (int)c->comm->peers;
    int i;

    CHECK(mpi_check_array(call, c->comm, s->counts, ranks, sizeof(int), "the array of counts"));
    CHECK(mpi_check_array(call, c->comm, s->displacements, ranks, sizeof(int),
                          "the array of displacements"));
    for (i = 0; i < ranks; i++) {
        MPI_Datatype type = s->types ? s->types[i] : s->type;

        CHECK(check_block(call, c, s, s->counts[i], type));
        if (s->counts[i] && !is_near(s, i, type)) {
            CHECK(mpi_check_place(call, c->comm, s->buf, displacement(s, i), s->counts[i], type));
        }
    }
    return MPI_SUCCESS;
}

static int check_spread(const char *call, const struct mpi_collective *c,
                        const struct mpi_spread *s, bool many)
{
    if (many && c->listed) {
        return check_lists(call, c, s);
    }
    CHECK(check_block(call, c, s, s->count, s->type));
    return many && !s->type->dense
             ? mpi_check_place(call, c->comm, s->buf, 0,
                               type_times(s->count, (MPI_Count)c->comm->peers), s->type)
             : MPI_SUCCESS;
}

/* Elements of a buffer of so many blocks; 0: they are listed. UINT32_MAX: as many, or more. */
static uint32_t elements(const struct mpi_spread *s, uint32_t blocks)
{
    const uint64_t all = (uint64_t)(uint32_t)s->count * blocks;

    return s->counts || s->types ? 0 : all < UINT32_MAX ? (uint32_t)all : UINT32_MAX;
}

static int count_of(const struct mpi_spread *s, int i)
{
    return s->counts ? s->counts[i] : s->count;
}

/* Whether blocks that are listed share bytes; those with gaps may lie between each other. Two lists are
 * compared if they begin at one address, since that takes the square of their lengths. */
static bool lists_meet(const struct mpi_collective *c)
{
    const struct mpi_spread *a = &c->from, *b = &c->to;
    const int gives = a->counts ? (int)c->comm->peers : 1,
              gets = b->counts ? (int)c->comm->peers : 1;
    int i, k;

    if (a->counts && b->counts && a->buf != b->buf) {
        return false;
    }
    for (i = 0; i < gives; i++) {
        MPI_Datatype from = a->types ? a->types[i] : a->type;
        const char *at = (const char *)a->buf + (a->counts ? displacement(a, i) : 0);

        for (k = 0; k < gets; k++) {
            MPI_Datatype to = b->types ? b->types[k] : b->type;
            const char *there = (const char *)b->buf + (b->counts ? displacement(b, k) : 0);

            if (type_blocks_meet(at, (uint32_t)count_of(a, i), from, there,
                                 (uint32_t)count_of(b, k), to)) {
                return true;
            }
        }
    }
    return false;
}

/* Buffers that share bytes, and are not MPI_IN_PLACE. */
static int check_alias(const char *call, const struct mpi_collective *c)
{
    const struct mpi_spread *a = &c->from, *b = &c->to;
    const uint32_t others = c->comm->peers, own = (uint32_t)c->comm->size;
    /* Of a reduce-scatter each side gives as many elements as its own members get. */
    const uint32_t gives = gives_many(c) ? others : c->kind == KIND_REDUCE_SCATTER ? own : 1;
    const uint32_t give = elements(a, gives), get = elements(b, gets_many(c) ? others : 1);

    if (a->buf == b->buf && a->buf && !a->counts && !b->counts && a->count && b->count &&
        a->type->size) {
        return mpi_fail(c->comm, call, MPI_ERR_BUFFER,
                        "both buffers are the same; MPI_IN_PLACE says so");
    }
    if (c->listed ? lists_meet(c)
                  : give && get && type_blocks_meet(a->buf, give, a->type, b->buf, get, b->type)) {
        return mpi_fail(c->comm, call, MPI_ERR_BUFFER, "the buffers overlap");
    }
    return MPI_SUCCESS;
}

static int not_in_place(const char *call, const struct mpi_collective *c)
{
    return mpi_fail(c->comm, call, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed here");
}

/* Whether `from`, and `to`, mean something here, and may be MPI_IN_PLACE. */
static int check_buffers(const char *call, const struct mpi_collective *c)
{
    const bool root = is_root(c), one_sided = !c->comm->inter;
    const bool gives =
        one_sided ? c->kind != KIND_SCATTER || root
                  : !has_root(c) || (c->kind == KIND_SCATTER || c->kind == KIND_BCAST) == root;
    const bool gets =
        one_sided ? (c->kind != KIND_GATHER && c->kind != KIND_REDUCE) || root
                  : !has_root(c) || (c->kind == KIND_GATHER || c->kind == KIND_REDUCE) == root;
    const bool from_in_place = c->from.buf == MPI_IN_PLACE, to_in_place = c->to.buf == MPI_IN_PLACE;

    if (gives && from_in_place &&
        (!one_sided || c->kind == KIND_SCATTER || c->kind == KIND_BCAST ||
         ((c->kind == KIND_GATHER || c->kind == KIND_REDUCE) && !root))) {
        return not_in_place(call, c);
    }
    if (gets && to_in_place && (!one_sided || c->kind != KIND_SCATTER || !root)) {
        return not_in_place(call, c);
    }
    if (gives && !from_in_place) {
        CHECK(check_spread(call, c, &c->from, gives_many(c)));
    }
    if (gets && !to_in_place) {
        CHECK(check_spread(call, c, &c->to, gets_many(c)));
    }
    return gives && gets && !from_in_place && !to_in_place && c->kind != KIND_BCAST
             ? check_alias(call, c)
             : MPI_SUCCESS;
}

/* MPI_Reduce_scatter: its counts, and the buffers for so many. */
static int check_scattered(const char *call, const struct mpi_collective *c)
{
    const int *counts = c->to.counts;
    int64_t all = 0;
    int i;

    CHECK(mpi_check_array(call, c->comm, counts, c->comm->size, sizeof(*counts),
                          "the array of counts"));
    for (i = 0; i < c->comm->size; i++) {
        CHECK(mpi_check_count(call, c->comm, counts[i]));
        all += counts[i];
    }
    if (c->to.buf == MPI_IN_PLACE || (c->from.buf == MPI_IN_PLACE && c->comm->inter)) {
        return not_in_place(call, c);
    }
    if (c->from.buf != MPI_IN_PLACE) {
        CHECK(mpi_check_buffer(call, c->comm, c->from.buf, all < INT_MAX ? (int)all : INT_MAX,
                               c->to.type));
    }
    CHECK(mpi_check_buffer(call, c->comm, c->to.buf, counts[c->comm->rank], c->to.type));
    if (c->from.buf != MPI_IN_PLACE &&
        type_blocks_meet(c->from.buf, all < UINT32_MAX ? (uint32_t)all : UINT32_MAX, c->to.type,
                         c->to.buf, (uint32_t)counts[c->comm->rank], c->to.type)) {
        return mpi_fail(c->comm, call, MPI_ERR_BUFFER, "the buffers overlap");
    }
    return MPI_SUCCESS;
}

int mpi_collective_check(const char *call, const struct mpi_collective *c)
{
    CHECK(mpi_check_comm(call, c->comm));
    if (has_root(c)) {
        CHECK(mpi_check_root(call, c->comm, c->root));
    }
    if ((c->kind == KIND_SCAN || c->kind == KIND_EXSCAN) && c->comm->inter) {
        return mpi_fail(c->comm, call, MPI_ERR_COMM, "this is an intercommunicator");
    }
    if (c->kind == KIND_BARRIER || is_aside(c)) {
        return MPI_SUCCESS;
    }
    if (is_reduction(c)) {
        CHECK(mpi_check_type(call, c->comm, c->to.type));
        CHECK(mpi_check_op(call, c->comm, c->op, c->to.type));
        if (c->kind == KIND_REDUCE_SCATTER && c->listed) {
            return check_scattered(call, c);
        }
    }
    return check_buffers(call, c);
}
