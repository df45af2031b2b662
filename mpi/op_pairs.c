/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI_MAXLOC and MPI_MINLOC: of equal values the lower place counts (3.1: 5.9.4). */
#include "op_make.h"

#define PAIR(word, first, second)                            \
    OP(maxloc_##word, struct pair_##word,                    \
       *(a.value == b.value  ? (a.place < b.place ? &a : &b) \
         : a.value > b.value ? &a                            \
                             : &b))                          \
    OP(minloc_##word, struct pair_##word,                    \
       *(a.value == b.value  ? (a.place < b.place ? &a : &b) \
         : a.value < b.value ? &a                            \
                             : &b))                          \
    const struct type_operations operations_##word = {       \
        {[OP_MAXLOC] = &maxloc_##word, [OP_MINLOC] = &minloc_##word}};
#include "type_pairs.def"
