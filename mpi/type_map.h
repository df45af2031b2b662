/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maps: where the bytes of a datatype are, in the order in which they are packed.
 *
 *     offset   stride   stride
 *     |        |        |
 *     [bytes]  [bytes]  [bytes]      a part of count 3; `of` a map instead of bytes nests
 */
#ifndef MPI_TYPE_MAP_H
#define MPI_TYPE_MAP_H

#include "types.h"

struct type_part {
    ptrdiff_t offset; /* of the first, from the element's address */
    ptrdiff_t stride; /* between repetitions */
    uint32_t count;
    uint32_t bytes; /* of each, if `of` is NULL */
    const struct type_map *of;
};

struct type_map {
    uint32_t parts;
    uint32_t depth; /* of nested maps, this one included */
    struct type_part part[];
};

/* A datatype that is being made. */
struct type_builder {
    struct mpi_type *type;
    struct type_map *map;
    uint32_t room; /* for parts */
    MPI_Count true_ub, ub;
    bool any, has_lb, has_ub; /* whether data, and bounds, were seen */
    bool over;                /* it has more than TYPE_MOST of something */
};

/* Begin a type of at most `parts` calls of builder_add(). NULL in b->type: no memory. */
int builder_begin(struct type_builder *b, uint32_t parts);
/* `count` elements of `old`, `stride` bytes from one to the next, the first at `offset`. */
void builder_add(struct type_builder *b, MPI_Count offset, MPI_Count count, MPI_Count stride,
                 MPI_Datatype old);
/* The same of blocks of `length` elements of `old`. 0 or MPI_ERR_NO_MEM. */
int builder_add_blocks(struct type_builder *b, MPI_Count offset, MPI_Count count, MPI_Count stride,
                       MPI_Count length, MPI_Datatype old);
/* The type is ready but for its contents; its name is the caller's. On an error b is given back:
 * MPI_ERR_NO_MEM, or MPI_ERR_COUNT if it is larger than a type may be. */
int builder_end(struct type_builder *b, struct mpi_type **made);
void builder_drop(struct type_builder *b);

/* Make sure that maps of this depth can be walked. 0 or MPI_ERR_NO_MEM. */
int map_reserve(uint32_t depth);

#endif
