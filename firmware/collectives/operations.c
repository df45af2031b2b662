/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reductions that noc_op.def lists. Elements lie in memory at any address: those at whole words
 * are read and written by words, the others by bytes.
 */
#include "noc.h"

typedef int32_t type_int32;
typedef uint32_t type_uint32;
typedef int64_t type_int64;
typedef uint64_t type_uint64;
typedef float type_float;
typedef double type_double;

#define NOC_OP(operation, type, expression)                                        \
    static inline type_##type operation##_one_##type(type_##type a, type_##type b) \
    {                                                                              \
        return (type_##type)(expression);                                          \
    }                                                                              \
    static void operation##_##type(const noc_op *op, void *inout, const void *in,  \
                                   uint32_t elements)                              \
    {                                                                              \
        struct word {                                                              \
            type_##type value;                                                     \
        } __attribute__((packed, aligned(4)));                                     \
        struct byte {                                                              \
            type_##type value;                                                     \
        } __attribute__((packed));                                                 \
        uint32_t i;                                                                \
                                                                                   \
        (void)op;                                                                  \
        if (((uintptr_t)inout | (uintptr_t)in) % 4 == 0) {                         \
            struct word *to = inout;                                               \
            const struct word *from = in;                                          \
                                                                                   \
            for (i = 0; i < elements; i++) {                                       \
                to[i].value = operation##_one_##type(from[i].value, to[i].value);  \
            }                                                                      \
        } else {                                                                   \
            struct byte *to = inout;                                               \
            const struct byte *from = in;                                          \
                                                                                   \
            for (i = 0; i < elements; i++) {                                       \
                to[i].value = operation##_one_##type(from[i].value, to[i].value);  \
            }                                                                      \
        }                                                                          \
    }                                                                              \
    const noc_op noc_##operation##_##type = {operation##_##type, sizeof(type_##type), true, false};
#include "noc_op.def"
