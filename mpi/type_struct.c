/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes of blocks of several types (3.1: 4.1.2, and 4.1.6 on how their extent is rounded). */
#include "type_make.h"

#include <string.h>

#include "mpi_priv.h"

static int check(const char *call, int count, const int lengths[], const MPI_Aint displacements[],
                 const MPI_Datatype types[], MPI_Datatype *made)
{
    int i;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_count(call, NULL, count));
    CHECK(mpi_check_pointer(call, NULL, made, "the new type"));
    CHECK(mpi_check_array(call, NULL, lengths, count, sizeof(*lengths), "the lengths"));
    CHECK(mpi_check_array(call, NULL, displacements, count, sizeof(*displacements),
                          "the array of displacements"));
    CHECK(mpi_check_array(call, NULL, types, count, sizeof(*types), "the array of types"));
    for (i = 0; i < count; i++) {
        CHECK(mpi_check_any_type(call, NULL, types[i]));
        if (lengths[i] < 0) {
            return mpi_fail(NULL, call, MPI_ERR_ARG, "the length of block %d is %d, less than 0", i,
                            lengths[i]);
        }
    }
    return MPI_SUCCESS;
}

static struct type_contents *contents(int count, const int lengths[],
                                      const MPI_Aint displacements[], const MPI_Datatype types[])
{
    struct type_contents *c = contents_new(MPI_COMBINER_STRUCT, 1 + count, count, count);

    if (c) {
        c->integer[0] = count;
        if (count) {
            memcpy(c->integer + 1, lengths, (size_t)count * sizeof(*lengths));
            memcpy(c->address, displacements, (size_t)count * sizeof(*displacements));
            memcpy(c->type, types, (size_t)count * sizeof(*types));
        }
    }
    return c;
}

/* So that an array of such structs in C is an array of such elements. */
static void round_up(struct type_builder *b)
{
    const MPI_Count align = b->type->align, over = (b->ub - b->type->lb) % align;

    if (!b->type->has_ub && over > 0) {
        b->ub += align - over;
    }
}

static int make(const char *call, int count, const int lengths[], const MPI_Aint displacements[],
                const MPI_Datatype types[], MPI_Datatype *made)
{
    struct type_builder b;
    int i, err;

    CHECK(check(call, count, lengths, displacements, types, made));
    err = builder_begin(&b, (uint32_t)count);
    if (!err) {
        for (i = 0; i < count; i++) {
            builder_add(&b, displacements[i], lengths[i], types[i]->extent, types[i]);
        }
        round_up(&b);
        err = type_finish(&b, contents(count, lengths, displacements, types), made);
    }
    return type_made(call, err);
}

MPI_WEAK(Type_create_struct);
int PMPI_Type_create_struct(int count, const int lengths[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], MPI_Datatype *made)
{
    return make(CALL, count, lengths, displacements, types, made);
}

MPI_WEAK(Type_struct);
int PMPI_Type_struct(int count, int lengths[], MPI_Aint displacements[], MPI_Datatype types[],
                     MPI_Datatype *made)
{
    return make(CALL, count, lengths, displacements, types, made);
}
