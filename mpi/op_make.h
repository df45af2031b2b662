/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a reduction of a basic type is written, as one of the layer's operations. Elements are read
 * and written by their own alignment, or by words.
 */
#ifndef MPI_OP_MAKE_H
#define MPI_OP_MAKE_H

#include "op_tables.h"

/* name: of the noc_op; b becomes the expression of a and b. */
#define OP(name, c, expression)                                                           \
    static void combine_##name(const noc_op *op, void *inout, const void *in, uint32_t n) \
    {                                                                                     \
        struct element {                                                                  \
            c value;                                                                      \
        } __attribute__((packed, aligned(_Alignof(c) < 4 ? _Alignof(c) : 4)));            \
        struct element *to = inout;                                                       \
        const struct element *from = in;                                                  \
                                                                                          \
        (void)op;                                                                         \
        for (; n; n--, to++, from++) {                                                    \
            const c a = from->value, b = to->value;                                       \
                                                                                          \
            to->value = expression;                                                       \
        }                                                                                 \
    }                                                                                     \
    static const noc_op name = {.combine = combine_##name, .bytes = sizeof(c), .commutative = true};

#endif
