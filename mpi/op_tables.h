/* SPDX-License-Identifier: BSD-2-Clause */
/* Which operations the basic types have. A program has the tables of the types that it names. */
#ifndef MPI_OP_TABLES_H
#define MPI_OP_TABLES_H

#include "types.h"

/* How a pair lies in memory. */
#define PAIR(word, first, second) \
    struct pair_##word {          \
        first value;              \
        second place;             \
    };                            \
    extern const struct type_operations operations_##word;
#include "type_pairs.def"
#undef PAIR

extern const struct type_operations operations_int8, operations_uint8, operations_int16,
    operations_uint16, operations_int32, operations_uint32, operations_int64, operations_uint64,
    operations_float, operations_double, operations_long_double, operations_bool, operations_byte,
    operations_float_complex, operations_double_complex, operations_long_double_complex;

#endif
