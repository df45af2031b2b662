/* SPDX-License-Identifier: BSD-2-Clause */
/* The predefined datatypes, one object each: a program has those that it names (3.1: A.1.1). */
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

#include "op_tables.h"
#include "type_map.h"
#include "mpi_priv.h"

#define BASIC(handle, word, c, what, table, wide) \
    struct mpi_type mpi_type_##word = {           \
        .mark = MARK_TYPE,                        \
        .align = _Alignof(c),                     \
        .kind = (what),                           \
        .size = sizeof(c),                        \
        .extent = sizeof(c),                      \
        .true_extent = sizeof(c),                 \
        .basics = 1,                              \
        .basic = &mpi_type_##word,                \
        .operations = (table),                    \
        .name = (char *)(uintptr_t) #handle,      \
        .references = 1,                          \
        .dense = true,                            \
        .committed = true,                        \
        .brief = true,                            \
        .predefined = true,                       \
        .external = (wide),                       \
    };
#include "type_basic.def"
#undef BASIC

/*
 * A pair is two basic elements; where there is a gap between them, or behind them, its map says so.
 * All of these are made by the compiler: map_short_int is not used where there is no gap.
 */
#define PAIR(word, first, second)                                                                \
    static const struct {                                                                        \
        uint32_t parts, depth;                                                                   \
        struct type_part part[2];                                                                \
    } map_##word = {                                                                             \
        2,                                                                                       \
        1,                                                                                       \
        {{.count = 1, .bytes = sizeof(first)},                                                   \
         {.offset = offsetof(struct pair_##word, place), .count = 1, .bytes = sizeof(second)}}}; \
    enum { GAP_##word = offsetof(struct pair_##word, place) != sizeof(first) };                  \
    struct mpi_type mpi_type_##word = {                                                          \
        .mark = MARK_TYPE,                                                                       \
        .align = _Alignof(struct pair_##word),                                                   \
        .kind = TYPE_PAIR,                                                                       \
        .size = sizeof(first) + sizeof(second),                                                  \
        .extent = sizeof(struct pair_##word),                                                    \
        .true_extent = offsetof(struct pair_##word, place) + sizeof(second),                     \
        .basics = 2,                                                                             \
        .map = GAP_##word ? (const struct type_map *)(const void *)&map_##word : NULL,           \
        .basic = &mpi_type_##word,                                                               \
        .operations = &operations_##word,                                                        \
        .references = 1,                                                                         \
        .dense = sizeof(first) + sizeof(second) == sizeof(struct pair_##word),                   \
        .committed = true,                                                                       \
        .brief = sizeof(first) + sizeof(second) == sizeof(struct pair_##word),                   \
        .predefined = true,                                                                      \
        .name = (char *)(uintptr_t)PAIR_NAME_##word,                                             \
    };
#define PAIR_NAME_float_int       "MPI_FLOAT_INT"
#define PAIR_NAME_double_int      "MPI_DOUBLE_INT"
#define PAIR_NAME_long_int        "MPI_LONG_INT"
#define PAIR_NAME_2int            "MPI_2INT"
#define PAIR_NAME_short_int       "MPI_SHORT_INT"
#define PAIR_NAME_long_double_int "MPI_LONG_DOUBLE_INT"
#include "type_pairs.def"
#undef PAIR

/* The two marks of MPI-1 have a place, but no data. */
#define MARK(handle, word, lower, upper)     \
    struct mpi_type mpi_type_##word = {      \
        .mark = MARK_TYPE,                   \
        .align = 1,                          \
        .has_lb = (lower),                   \
        .has_ub = (upper),                   \
        .name = (char *)(uintptr_t) #handle, \
        .references = 1,                     \
        .dense = true,                       \
        .committed = true,                   \
        .brief = true,                       \
        .predefined = true,                  \
    };
MARK(MPI_LB, lb, true, false)
MARK(MPI_UB, ub, false, true)
