/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of arrays (3.1: 4.1.3, 4.1.4). They are made of vectors, from the fastest dimension to the
 * slowest one, and then placed in an element as large as the whole array.
 */
#include "type_make.h"

#include <string.h>

#include "mpi_priv.h"

/* An array while its type is made: `type` is what was made so far. */
struct array {
    const char *call;
    int dims, order;
    MPI_Datatype type;
    MPI_Count stride; /* bytes from one index to the next in this dimension */
    MPI_Count offset; /* bytes from the array's beginning to the first element */
};

/* The dimension that is i-th from the fastest one. */
static int dimension(const struct array *a, int i)
{
    return a->order == MPI_ORDER_C ? a->dims - 1 - i : i;
}

/* What was made becomes `count` of it, at this distance. */
static int repeat(struct array *a, MPI_Count count, MPI_Count stride)
{
    struct type_builder b;
    struct mpi_type *made;
    int err = make_hvector(count, 1, stride, a->type, &b);

    if (!err) {
        err = builder_end(&b, &made);
    }
    if (!err) {
        made->inner = a->type;
        a->type = made;
    }
    return err;
}

/* `count` indices of the dimension from `first` on. */
static int indices(struct array *a, MPI_Count first, MPI_Count count)
{
    a->offset += type_times(first, a->stride);
    return repeat(a, count, a->stride);
}

/* Put it at its place, and give it the size of the whole array. */
static int place(struct array *a, MPI_Count bytes, struct type_contents *c, MPI_Datatype *made)
{
    struct type_builder b;
    int err = builder_begin(&b, 1);

    if (err) {
        free(c);
        type_release(a->type);
        return err;
    }
    builder_add(&b, a->offset, 1, 0, a->type);
    b.type->inner = a->type;
    err = type_finish(&b, c, made);
    if (!err) {
        (*made)->lb = 0;
        (*made)->extent = bytes;
        (*made)->has_lb = (*made)->has_ub = true;
        (*made)->dense = !(*made)->map && (*made)->size == bytes;
    }
    return err;
}

static int begin(struct array *a, const char *call, int dims, int order, MPI_Datatype old,
                 MPI_Datatype *made)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_any_type(call, NULL, old));
    CHECK(mpi_check_pointer(call, NULL, made, "the new type"));
    if (dims < 1) {
        return mpi_fail(NULL, call, MPI_ERR_ARG, "there are %d dimensions", dims);
    }
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN) {
        return mpi_fail(NULL, call, MPI_ERR_ARG, "%d is no order of an array", order);
    }
    *a = (struct array){
        .call = call, .dims = dims, .order = order, .type = old, .stride = old->extent};
    return MPI_SUCCESS;
}

/* This dimension has `size` indices. */
static int end_dimension(struct array *a, int size)
{
    a->stride = type_times(a->stride, size);
    return a->stride < TYPE_MOST && a->stride > -TYPE_MOST ? MPI_SUCCESS : MPI_ERR_COUNT;
}

/* --- subarrays ------------------------------------------------------------------------ */

static int check_subarray(const struct array *a, const int sizes[], const int subsizes[],
                          const int starts[])
{
    int i;

    CHECK(mpi_check_array(a->call, NULL, sizes, a->dims, sizeof(*sizes), "the array of sizes"));
    CHECK(mpi_check_array(a->call, NULL, subsizes, a->dims, sizeof(*sizes),
                          "the array of sizes of the part"));
    CHECK(mpi_check_array(a->call, NULL, starts, a->dims, sizeof(*sizes), "the array of starts"));
    for (i = 0; i < a->dims; i++) {
        if (subsizes[i] < 1 || sizes[i] < subsizes[i] || starts[i] < 0 ||
            starts[i] > sizes[i] - subsizes[i]) {
            return mpi_fail(NULL, a->call, MPI_ERR_ARG,
                            "in dimension %d there are %d indices, and not %d from %d on", i,
                            sizes[i], subsizes[i], starts[i]);
        }
    }
    return MPI_SUCCESS;
}

static struct type_contents *subarray_contents(const struct array *a, const int sizes[],
                                               const int subsizes[], const int starts[],
                                               MPI_Datatype old)
{
    const size_t bytes = (size_t)a->dims * sizeof(int);
    struct type_contents *c = contents_of_one(MPI_COMBINER_SUBARRAY, 3 * a->dims + 2, 0, old);

    if (c) {
        c->integer[0] = a->dims;
        memcpy(c->integer + 1, sizes, bytes);
        memcpy(c->integer + 1 + a->dims, subsizes, bytes);
        memcpy(c->integer + 1 + 2 * a->dims, starts, bytes);
        c->integer[1 + 3 * a->dims] = a->order;
    }
    return c;
}

MPI_WEAK(Type_create_subarray);
int PMPI_Type_create_subarray(int dims, const int sizes[], const int subsizes[], const int starts[],
                              int order, MPI_Datatype old, MPI_Datatype *made)
{
    struct array a;
    int i, err = MPI_SUCCESS;

    CHECK(begin(&a, CALL, dims, order, old, made));
    CHECK(check_subarray(&a, sizes, subsizes, starts));
    type_hold(old);
    for (i = 0; i < dims && !err; i++) {
        const int d = dimension(&a, i);

        err = indices(&a, starts[d], subsizes[d]);
        err = err ? err : end_dimension(&a, sizes[d]);
    }
    if (err) {
        type_release(a.type);
    } else {
        err = place(&a, a.stride, subarray_contents(&a, sizes, subsizes, starts, old), made);
    }
    return type_made(CALL, err);
}

/* --- distributed arrays ------------------------------------------------------------------ */

/* One dimension of an array that is dealt out in blocks. */
struct deal {
    MPI_Count indices, block, processes, place;
};

static int check_dimension(const struct array *a, int i, int kind, int argument,
                           const struct deal *d)
{
    if (d->indices < 1 || d->processes < 1) {
        return mpi_fail(NULL, a->call, MPI_ERR_ARG, "dimension %d has %d indices for %d processes",
                        i, (int)d->indices, (int)d->processes);
    }
    if (kind != MPI_DISTRIBUTE_NONE && kind != MPI_DISTRIBUTE_BLOCK &&
        kind != MPI_DISTRIBUTE_CYCLIC) {
        return mpi_fail(NULL, a->call, MPI_ERR_ARG, "%d is no way to distribute dimension %d", kind,
                        i);
    }
    if (kind == MPI_DISTRIBUTE_NONE && d->processes != 1) {
        return mpi_fail(NULL, a->call, MPI_ERR_ARG,
                        "dimension %d is not distributed, and has %d processes", i,
                        (int)d->processes);
    }
    if (kind != MPI_DISTRIBUTE_NONE && argument != MPI_DISTRIBUTE_DFLT_DARG &&
        (argument < 1 || (kind == MPI_DISTRIBUTE_BLOCK && argument * d->processes < d->indices))) {
        return mpi_fail(NULL, a->call, MPI_ERR_ARG, "blocks of %d do not distribute dimension %d",
                        argument, i);
    }
    return MPI_SUCCESS;
}

/* `rest` indices of `base`, `gap` bytes behind what was made. */
static int append(struct array *a, MPI_Datatype base, MPI_Count gap, MPI_Count rest)
{
    struct array tail = *a;
    struct type_contents *c = NULL;
    struct mpi_type *whole = a->type;
    struct type_builder b;
    int err;

    tail.type = base;
    err = repeat(&tail, rest, a->stride);
    if (!err) {
        err = builder_begin(&b, 2);
    }
    if (!err) {
        builder_add(&b, 0, 1, 0, whole);
        builder_add(&b, gap, 1, 0, tail.type);
        c = contents_new(MPI_COMBINER_STRUCT, 3, 0, 2);
        if (c) {
            c->integer[0] = 2;
            c->integer[1] = c->integer[2] = 1;
            c->type[0] = whole;
            c->type[1] = tail.type;
        }
        err = type_finish(&b, c, &a->type);
    }
    type_release(tail.type);
    if (!err) {
        type_release(whole);
    }
    return err;
}

/* The indices that one process gets: whole blocks, and perhaps a shorter one behind them. */
static int deal_out(struct array *a, const struct deal *d)
{
    const MPI_Count first = d->place * d->block, round = d->block * d->processes;
    const MPI_Count left = d->indices - first;
    const MPI_Count whole = left < d->block ? 0 : (left - d->block) / round + 1;
    const MPI_Count rest = left > whole * round ? left - whole * round : 0;
    struct mpi_type *base = a->type;
    int err;

    a->offset += type_times(first, a->stride);
    if (!whole) {
        return repeat(a, rest, a->stride);
    }
    type_hold(base);
    err = repeat(a, d->block, a->stride);
    if (!err) {
        err = repeat(a, whole, type_times(round, a->stride));
    }
    if (!err && rest) {
        return append(a, base, type_times(whole * round, a->stride), rest);
    }
    type_release(base);
    return err;
}

static struct type_contents *darray_contents(int size, int rank, const struct array *a,
                                             const int *arrays[4], MPI_Datatype old)
{
    struct type_contents *c = contents_of_one(MPI_COMBINER_DARRAY, 4 * a->dims + 4, 0, old);
    int i;

    if (c) {
        c->integer[0] = size;
        c->integer[1] = rank;
        c->integer[2] = a->dims;
        for (i = 0; i < 4; i++) {
            memcpy(c->integer + 3 + i * a->dims, arrays[i], (size_t)a->dims * sizeof(int));
        }
        c->integer[3 + 4 * a->dims] = a->order;
    }
    return c;
}

/* Of sizes, distributions, arguments, processes: dimension i as it is dealt out to `place`. */
static struct deal deal_of(const int *arrays[4], int i, int place)
{
    struct deal d = {.indices = arrays[0][i], .processes = arrays[3][i], .place = place};

    d.block = arrays[2][i];
    if (arrays[1][i] == MPI_DISTRIBUTE_NONE) {
        d.block = d.indices;
    } else if (d.block == MPI_DISTRIBUTE_DFLT_DARG) {
        d.block = arrays[1][i] == MPI_DISTRIBUTE_CYCLIC || d.processes < 1
                    ? 1
                    : (d.indices + d.processes - 1) / d.processes;
    }
    return d;
}

static int check_darray(const struct array *a, int size, int rank, const int *arrays[4])
{
    MPI_Count processes = 1;
    int i;

    for (i = 0; i < 4; i++) {
        CHECK(mpi_check_array(a->call, NULL, arrays[i], a->dims, sizeof(int), "an array"));
    }
    for (i = 0; i < a->dims; i++) {
        const struct deal d = deal_of(arrays, i, 0);

        CHECK(check_dimension(a, i, arrays[1][i], arrays[2][i], &d));
        processes = type_times(processes, d.processes);
    }
    if (processes != size || rank < 0 || rank >= size) {
        return mpi_fail(NULL, a->call, MPI_ERR_ARG,
                        "the dimensions have %d processes; this is rank %d of %d", (int)processes,
                        rank, size);
    }
    return MPI_SUCCESS;
}

/* Processes are numbered by rows, whatever the array's order is. */
static int place_of(const struct array *a, int rank, const int processes[], int dim)
{
    int i;

    for (i = a->dims - 1; i > dim; i--) {
        rank /= processes[i];
    }
    return rank % processes[dim];
}

MPI_WEAK(Type_create_darray);
int PMPI_Type_create_darray(int size, int rank, int dims, const int sizes[],
                            const int distributions[], const int arguments[], const int processes[],
                            int order, MPI_Datatype old, MPI_Datatype *made)
{
    const int *arrays[4] = {sizes, distributions, arguments, processes};
    struct array a;
    int i, err = MPI_SUCCESS;

    CHECK(begin(&a, CALL, dims, order, old, made));
    CHECK(check_darray(&a, size, rank, arrays));
    type_hold(old);
    for (i = 0; i < dims && !err; i++) {
        const int d = dimension(&a, i);
        const struct deal deal = deal_of(arrays, d, place_of(&a, rank, processes, d));

        err = deal_out(&a, &deal);
        err = err ? err : end_dimension(&a, sizes[d]);
    }
    if (err) {
        type_release(a.type);
    } else {
        err = place(&a, a.stride, darray_contents(size, rank, &a, arrays, old), made);
    }
    return type_made(CALL, err);
}
