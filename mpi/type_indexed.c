/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes of blocks at given places (3.1: 4.1.2). */
#include "type_make.h"

#include <string.h>

#include "mpi_priv.h"

/* Blocks of `lengths`, or all of `length`, at displacements in elements or in bytes. */
struct blocks {
    const char *call;
    int combiner;
    int count;
    int length;
    const int *lengths;        /* NULL: all are `length` */
    const int *displacements;  /* in elements; or */
    const MPI_Aint *addresses; /* in bytes */
};

static int check(const struct blocks *l, MPI_Datatype old, MPI_Datatype *made)
{
    int i;

    CHECK(mpi_check_running(l->call));
    CHECK(mpi_check_count(l->call, NULL, l->count));
    CHECK(mpi_check_any_type(l->call, NULL, old));
    CHECK(mpi_check_pointer(l->call, NULL, made, "the new type"));
    if (l->combiner == MPI_COMBINER_INDEXED || l->combiner == MPI_COMBINER_HINDEXED) {
        CHECK(mpi_check_array(l->call, NULL, l->lengths, l->count, sizeof(int), "the lengths"));
    }
    CHECK(mpi_check_array(l->call, NULL,
                          l->displacements ? (const void *)l->displacements : l->addresses,
                          l->count, sizeof(int), "the array of displacements"));
    if (l->length < 0) {
        return mpi_fail(NULL, l->call, MPI_ERR_ARG, "the length of a block is %d, less than 0",
                        l->length);
    }
    for (i = 0; l->lengths && i < l->count; i++) {
        if (l->lengths[i] < 0) {
            return mpi_fail(NULL, l->call, MPI_ERR_ARG, "the length of block %d is %d, less than 0",
                            i, l->lengths[i]);
        }
    }
    return MPI_SUCCESS;
}

static struct type_contents *contents(const struct blocks *l, MPI_Datatype old)
{
    const size_t n = (size_t)l->count;
    const int integers = 1 + (l->lengths ? l->count : 1) + (l->displacements ? l->count : 0);
    struct type_contents *c =
        contents_of_one(l->combiner, integers, l->displacements ? 0 : l->count, old);
    int *at;

    if (!c) {
        return NULL;
    }
    at = c->integer;
    *at++ = l->count;
    if (l->lengths) {
        memcpy(at, l->lengths, n * sizeof(*at));
        at += n;
    } else {
        *at++ = l->length;
    }
    if (l->displacements) {
        memcpy(at, l->displacements, n * sizeof(*at));
    } else if (n) {
        memcpy(c->address, l->addresses, n * sizeof(*c->address));
    }
    return c;
}

static int make(struct blocks l, MPI_Datatype old, MPI_Datatype *made)
{
    struct type_builder b;
    int i, err;

    CHECK(check(&l, old, made));
    err = builder_begin(&b, (uint32_t)l.count);
    if (!err) {
        for (i = 0; i < l.count; i++) {
            builder_add(&b,
                        l.addresses ? l.addresses[i] : type_times(l.displacements[i], old->extent),
                        l.lengths ? l.lengths[i] : l.length, old->extent, old);
        }
        err = type_finish(&b, contents(&l, old), made);
    }
    return type_made(l.call, err);
}

/* Of no blocks the arrays may be NULL, but which kind there is still counts. */
static const int no_lengths[1];
static const MPI_Aint no_addresses[1];

MPI_WEAK(Type_indexed);
int PMPI_Type_indexed(int count, const int lengths[], const int displacements[], MPI_Datatype old,
                      MPI_Datatype *made)
{
    return make((struct blocks){.call = CALL,
                                .combiner = MPI_COMBINER_INDEXED,
                                .count = count,
                                .lengths = count ? lengths : no_lengths,
                                .displacements = count ? displacements : no_lengths},
                old, made);
}

/* By the name of MPI-1, and by the one that is left. */
static int make_hindexed(const char *call, int count, const int lengths[],
                         const MPI_Aint displacements[], MPI_Datatype old, MPI_Datatype *made)
{
    return make((struct blocks){.call = call,
                                .combiner = MPI_COMBINER_HINDEXED,
                                .count = count,
                                .lengths = count ? lengths : no_lengths,
                                .addresses = count ? displacements : no_addresses},
                old, made);
}

MPI_WEAK(Type_create_hindexed);
int PMPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint displacements[],
                              MPI_Datatype old, MPI_Datatype *made)
{
    return make_hindexed(CALL, count, lengths, displacements, old, made);
}

MPI_WEAK(Type_hindexed);
int PMPI_Type_hindexed(int count, int lengths[], MPI_Aint displacements[], MPI_Datatype old,
                       MPI_Datatype *made)
{
    return make_hindexed(CALL, count, lengths, displacements, old, made);
}

MPI_WEAK(Type_create_indexed_block);
int PMPI_Type_create_indexed_block(int count, int length, const int displacements[],
                                   MPI_Datatype old, MPI_Datatype *made)
{
    return make((struct blocks){.call = CALL,
                                .combiner = MPI_COMBINER_INDEXED_BLOCK,
                                .count = count,
                                .length = length,
                                .displacements = count ? displacements : no_lengths},
                old, made);
}

MPI_WEAK(Type_create_hindexed_block);
int PMPI_Type_create_hindexed_block(int count, int length, const MPI_Aint displacements[],
                                    MPI_Datatype old, MPI_Datatype *made)
{
    return make((struct blocks){.call = CALL,
                                .combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                .count = count,
                                .length = length,
                                .addresses = count ? displacements : no_addresses},
                old, made);
}
