/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of what combine.def lists. */
#ifndef NOC_COMBINE_H
#define NOC_COMBINE_H

#include <stdint.h>

enum noc_combine_op {
#define NOC_COMBINE_OP(name) NOC_COMBINE_##name,
#define NOC_COMBINE_TYPE(name, bytes)
#include "combine.def"
    NOC_COMBINE_OPS
};

enum noc_combine_type {
#define NOC_COMBINE_OP(name)
#define NOC_COMBINE_TYPE(name, bytes) NOC_COMBINE_##name,
#include "combine.def"
    NOC_COMBINE_TYPES
};

static inline int noc_combine_is_of_bits(uint32_t op)
{
    return op >= NOC_COMBINE_and;
}

static inline int noc_combine_is_floating(uint32_t type)
{
    return type >= NOC_COMBINE_float;
}

#endif
