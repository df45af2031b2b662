/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes of equal blocks (3.1: 4.1.2). */
#include "type_make.h"

#include "mpi_priv.h"

static int check(const char *call, int count, int length, MPI_Datatype old, MPI_Datatype *made)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_count(call, NULL, count));
    CHECK(mpi_check_any_type(call, NULL, old));
    CHECK(mpi_check_pointer(call, NULL, made, "the new type"));
    if (length < 0) {
        return mpi_fail(NULL, call, MPI_ERR_ARG, "the length of a block is %d, less than 0",
                        length);
    }
    return MPI_SUCCESS;
}

int make_hvector(MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old,
                 struct type_builder *b)
{
    int err = builder_begin(b, 1);

    if (!err) {
        err = builder_add_blocks(b, 0, count, stride, length, old);
        if (err) {
            builder_drop(b);
        }
    }
    return err;
}

MPI_WEAK(Type_contiguous);
int PMPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made)
{
    struct type_builder b;
    struct type_contents *c;
    int err;

    CHECK(check(CALL, count, 1, old, made));
    err = make_hvector(1, count, 0, old, &b);
    if (!err) {
        c = contents_of_one(MPI_COMBINER_CONTIGUOUS, 1, 0, old);
        if (c) {
            c->integer[0] = count;
        }
        err = type_finish(&b, c, made);
    }
    return type_made(CALL, err);
}

MPI_WEAK(Type_vector);
int PMPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *made)
{
    struct type_builder b;
    struct type_contents *c;
    int err;

    CHECK(check(CALL, count, length, old, made));
    err = make_hvector(count, length, type_times(stride, old->extent), old, &b);
    if (!err) {
        c = contents_of_one(MPI_COMBINER_VECTOR, 3, 0, old);
        if (c) {
            c->integer[0] = count;
            c->integer[1] = length;
            c->integer[2] = stride;
        }
        err = type_finish(&b, c, made);
    }
    return type_made(CALL, err);
}

static int hvector(const char *call, int count, int length, MPI_Aint stride, MPI_Datatype old,
                   MPI_Datatype *made)
{
    struct type_builder b;
    struct type_contents *c;
    int err;

    CHECK(check(call, count, length, old, made));
    err = make_hvector(count, length, stride, old, &b);
    if (!err) {
        c = contents_of_one(MPI_COMBINER_HVECTOR, 2, 1, old);
        if (c) {
            c->integer[0] = count;
            c->integer[1] = length;
            c->address[0] = stride;
        }
        err = type_finish(&b, c, made);
    }
    return type_made(call, err);
}

MPI_WEAK(Type_create_hvector);
int PMPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
                             MPI_Datatype *made)
{
    return hvector(CALL, count, length, stride, old, made);
}

MPI_WEAK(Type_hvector);
int PMPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made)
{
    return hvector(CALL, count, length, stride, old, made);
}

/* The old type's data with other bounds, which from now on count (4.1.7). */
MPI_WEAK(Type_create_resized);
int PMPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *made)
{
    struct type_builder b;
    struct type_contents *c;
    struct mpi_type *t;
    int err;

    CHECK(check(CALL, 0, 0, old, made));
    err = make_hvector(1, 1, 0, old, &b);
    if (!err) {
        c = contents_of_one(MPI_COMBINER_RESIZED, 0, 2, old);
        if (c) {
            c->address[0] = lb;
            c->address[1] = extent;
        }
        err = type_finish(&b, c, made);
    }
    if (!err) {
        t = *made;
        t->lb = lb;
        t->extent = extent;
        t->has_lb = t->has_ub = true;
        t->dense = !t->map && t->size == extent;
    }
    return type_made(CALL, err);
}

MPI_WEAK(Type_dup);
int PMPI_Type_dup(MPI_Datatype old, MPI_Datatype *made)
{
    struct type_builder b;
    MPI_Datatype t;
    int err;

    CHECK(check(CALL, 0, 0, old, made));
    *made = MPI_DATATYPE_NULL;
    err = make_hvector(1, 1, 0, old, &b);
    if (!err) {
        err = type_finish(&b, contents_of_one(MPI_COMBINER_DUP, 0, 0, old), &t);
    }
    if (err) {
        return type_made(CALL, err);
    }
    t->committed = old->committed;
    t->brief = type_is_brief(t);
    t->has_lb = old->has_lb;
    t->has_ub = old->has_ub;
    err = mpi_attributes_copy(OF_TYPE, old, old->attributes, &t->attributes);
    if (err) {
        type_release(t);
        return mpi_fail(NULL, CALL, err, "an attribute could not be copied");
    }
    *made = t;
    return MPI_SUCCESS;
}
