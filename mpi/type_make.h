/* SPDX-License-Identifier: BSD-2-Clause */
/* How the calls that make datatypes check what they are given, and end. */
#ifndef MPI_TYPE_MAKE_H
#define MPI_TYPE_MAKE_H

#include "type_map.h"

/* Contents with room for so much, to be filled in. NULL: no memory. */
struct type_contents *contents_new(int combiner, int integers, int addresses, int types);
/* Of one old type. */
struct type_contents *contents_of_one(int combiner, int integers, int addresses, MPI_Datatype old);
/* The type is made: it keeps its old types, and `made` is its handle. c NULL: no memory. */
int type_finish(struct type_builder *b, struct type_contents *c, MPI_Datatype *made);
/* What the call returns for the outcome of making a type: MPI_SUCCESS, or err, which is told. */
int type_made(const char *call, int err);
/* Whether this is a datatype that others can be made of: not NULL, not MPI_DATATYPE_NULL. */
bool type_exists(MPI_Datatype t);

/* Equal blocks, ready to be ended. */
int make_hvector(MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old,
                 struct type_builder *b);

#endif
