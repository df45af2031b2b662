/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The basic elements of a datatype in the order in which they are packed (3.1: 4.1.11). A place in
 * them is found from the type downwards, by its contents: each type is so many of one old type, or
 * a struct.
 */
#include "types.h"

#include "mpi_priv.h"

/* The old type that packed byte *at of t lies in, an element of t; *at becomes the byte in that
 * one's elements, *left how many bytes of them there are from here, *before grows by the basic
 * elements that are passed. */
static MPI_Datatype child_at(MPI_Datatype t, MPI_Count *at, MPI_Count *left, MPI_Count *before)
{
    const struct type_contents *c = t->contents;
    int i;

    if (c->combiner != MPI_COMBINER_STRUCT) {
        *left = t->size - *at;
        return c->type[0];
    }
    for (i = 0; i < c->types; i++) {
        const MPI_Count bytes = c->integer[1 + i] * c->type[i]->size;

        if (*at < bytes) {
            *left = bytes - *at;
            return c->type[i];
        }
        *at -= bytes;
        *before += c->integer[1 + i] * c->type[i]->basics;
    }
    return NULL;
}

/* The value, or the place, of a pair. */
static MPI_Count pair_run(MPI_Datatype t, MPI_Count at, const struct mpi_type **basic)
{
    const MPI_Count first = t->size - (MPI_Count)sizeof(int);

    if (at >= first) {
        *basic = MPI_INT;
        return 1;
    }
    *basic = first == 2               ? MPI_SHORT
           : first == 8               ? MPI_DOUBLE
           : first == 16              ? MPI_LONG_DOUBLE
           : t == &mpi_type_float_int ? MPI_FLOAT
                                      : MPI_INT;
    return 1;
}

const struct mpi_type *type_basic_at(MPI_Datatype t, MPI_Count at, MPI_Count *run)
{
    MPI_Count left = t->size - at % t->size, before = 0;
    const struct mpi_type *basic;

    at %= t->size;
    while (!t->predefined) {
        t = child_at(t, &at, &left, &before);
        at %= t->size;
        if (t->predefined) {
            break;
        }
    }
    if (t->kind == TYPE_PAIR) {
        *run = pair_run(t, at, &basic);
        return basic;
    }
    *run = left / t->size;
    return t;
}

MPI_Count type_elements(MPI_Datatype t, MPI_Count bytes)
{
    MPI_Count elements = 0, at, left;

    if (!bytes || !t->size) {
        return 0;
    }
    for (;;) {
        elements += bytes / t->size * t->basics;
        at = bytes % t->size;
        if (!at) {
            return elements;
        }
        if (t->kind == TYPE_PAIR && at == t->size - (MPI_Count)sizeof(int)) {
            return elements + 1;
        }
        if (t->predefined) {
            return -1;
        }
        t = child_at(t, &at, &left, &elements);
        bytes = at;
    }
}

/* The old type that basic element *count of an element of t lies in; *count is counted in that one's
 * elements then, and *bytes grows by those that are passed. */
static MPI_Datatype child_with(MPI_Datatype t, MPI_Count *count, MPI_Count *bytes)
{
    const struct type_contents *c = t->contents;
    int i;

    if (c->combiner != MPI_COMBINER_STRUCT) {
        return c->type[0];
    }
    for (i = 0; i < c->types; i++) {
        const MPI_Count basics = c->integer[1 + i] * c->type[i]->basics;

        if (*count < basics) {
            break;
        }
        *count -= basics;
        *bytes += c->integer[1 + i] * c->type[i]->size;
    }
    return c->type[i];
}

MPI_Count type_element_at(MPI_Datatype t, MPI_Count count)
{
    MPI_Count bytes = 0, whole;

    while (t->basics) {
        if (__builtin_mul_overflow(count / t->basics, t->size, &whole) ||
            whole >= INT64_MAX - t->size - bytes) { /* what follows is less than one element */
            return INT64_MAX;
        }
        bytes += whole;
        count %= t->basics;
        if (!count) {
            return bytes;
        }
        if (t->kind == TYPE_PAIR) {
            return bytes + t->size - (MPI_Count)sizeof(int);
        }
        t = child_with(t, &count, &bytes);
    }
    return bytes;
}
