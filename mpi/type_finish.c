/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a constructor: a datatype gets its contents, and keeps what it was made of. */
#include "type_make.h"

#include <stdlib.h>

#include "mpi_priv.h"

int type_made(const char *call, int err)
{
    return !err ? MPI_SUCCESS
                : mpi_fail(NULL, call, err, "%s",
                           err == MPI_ERR_NO_MEM ? "the datatype does not fit the heap"
                                                 : "the datatype is larger than 2^60 bytes");
}

struct type_contents *contents_new(int combiner, int integers, int addresses, int types)
{
    const size_t head = sizeof(struct type_contents);
    const size_t pointers = (size_t)types * sizeof(MPI_Datatype);
    const size_t longs = (size_t)addresses * sizeof(MPI_Aint);
    struct type_contents *c = malloc(head + pointers + longs + (size_t)integers * sizeof(int));

    if (c) {
        char *at = (char *)(c + 1);

        *c = (struct type_contents){.combiner = combiner,
                                    .integers = integers,
                                    .addresses = addresses,
                                    .types = types,
                                    .type = (MPI_Datatype *)(void *)at,
                                    .address = (MPI_Aint *)(void *)(at + pointers),
                                    .integer = (int *)(void *)(at + pointers + longs)};
    }
    return c;
}

struct type_contents *contents_of_one(int combiner, int integers, int addresses, MPI_Datatype old)
{
    struct type_contents *c = contents_new(combiner, integers, addresses, 1);

    if (c) {
        c->type[0] = old;
    }
    return c;
}

int type_finish(struct type_builder *b, struct type_contents *c, MPI_Datatype *made)
{
    int i, err;

    if (!c) {
        type_release(b->type->inner);
        builder_drop(b);
        return MPI_ERR_NO_MEM;
    }
    err = builder_end(b, made);
    if (err) {
        free(c);
        return err;
    }
    (*made)->contents = c;
    for (i = 0; i < c->types; i++) {
        type_hold(c->type[i]);
    }
    return MPI_SUCCESS;
}
