/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reductions of integers, logical values and bytes (3.1: 5.9.2). The layer has those of 32 and 64
 * bits; sums overflow without a sign.
 */
#include "op_make.h"

#define LOGICAL(word, c)      \
    OP(land_##word, c, a &&b) \
    OP(lor_##word, c, a || b) \
    OP(lxor_##word, c, !a != !b)

#define BITS(word, c)        \
    OP(band_##word, c, a &b) \
    OP(bor_##word, c, a | b) \
    OP(bxor_##word, c, a ^ b)

#define ORDER(word, c)               \
    OP(max_##word, c, a > b ? a : b) \
    OP(min_##word, c, a < b ? a : b)

#define NUMBERS(word, c)     \
    OP(sum_##word, c, a + b) \
    OP(prod_##word, c, (uint32_t)a *b)

LOGICAL(8, uint8_t)
LOGICAL(16, uint16_t)
LOGICAL(32, uint32_t)
LOGICAL(64, uint64_t)
BITS(8, uint8_t)
BITS(16, uint16_t)
NUMBERS(8, uint8_t)
NUMBERS(16, uint16_t)
ORDER(int8, int8_t)
ORDER(uint8, uint8_t)
ORDER(int16, int16_t)
ORDER(uint16, uint16_t)

#define SMALL(word, bits)                                                        \
    const struct type_operations operations_##word = {{[OP_MAX] = &max_##word,   \
                                                       [OP_MIN] = &min_##word,   \
                                                       [OP_SUM] = &sum_##bits,   \
                                                       [OP_PROD] = &prod_##bits, \
                                                       [OP_LAND] = &land_##bits, \
                                                       [OP_LOR] = &lor_##bits,   \
                                                       [OP_LXOR] = &lxor_##bits, \
                                                       [OP_BAND] = &band_##bits, \
                                                       [OP_BOR] = &bor_##bits,   \
                                                       [OP_BXOR] = &bxor_##bits}};
SMALL(int8, 8)
SMALL(uint8, 8)
SMALL(int16, 16)
SMALL(uint16, 16)

#define LARGE(word, bits)                                                               \
    const struct type_operations operations_##word = {{[OP_MAX] = &noc_max_##word,      \
                                                       [OP_MIN] = &noc_min_##word,      \
                                                       [OP_SUM] = &noc_sum_##word,      \
                                                       [OP_PROD] = &noc_product_##word, \
                                                       [OP_LAND] = &land_##bits,        \
                                                       [OP_LOR] = &lor_##bits,          \
                                                       [OP_LXOR] = &lxor_##bits,        \
                                                       [OP_BAND] = &noc_and_##word,     \
                                                       [OP_BOR] = &noc_or_##word,       \
                                                       [OP_BXOR] = &noc_xor_##word}};
LARGE(int32, 32)
LARGE(uint32, 32)
LARGE(int64, 64)
LARGE(uint64, 64)

const struct type_operations operations_bool = {
    {[OP_LAND] = &land_8, [OP_LOR] = &lor_8, [OP_LXOR] = &lxor_8}};
const struct type_operations operations_byte = {
    {[OP_BAND] = &band_8, [OP_BOR] = &bor_8, [OP_BXOR] = &bxor_8}};
