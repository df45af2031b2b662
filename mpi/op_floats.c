/* SPDX-License-Identifier: BSD-2-Clause */
/* Reductions of floating-point and complex numbers (3.1: 5.9.2). */
#include "op_make.h"

/* As the layer's, for a NaN and for -0 too (noc_op.def). */
#define ORDER(word, c)                                                                    \
    OP(float_max_##word, c, b > a || b != b || (b == a && !__builtin_signbit(b)) ? b : a) \
    OP(float_min_##word, c, b < a || b != b || (b == a && __builtin_signbit(b)) ? b : a)
#define NUMBERS(word, c)           \
    OP(float_sum_##word, c, a + b) \
    OP(float_prod_##word, c, a *b)

ORDER(long_double, long double)
NUMBERS(long_double, long double)
NUMBERS(float_complex, float _Complex)
NUMBERS(double_complex, double _Complex)
NUMBERS(long_double_complex, long double _Complex)

const struct type_operations operations_float = {{[OP_MAX] = &noc_max_float,
                                                  [OP_MIN] = &noc_min_float,
                                                  [OP_SUM] = &noc_sum_float,
                                                  [OP_PROD] = &noc_product_float}};
const struct type_operations operations_double = {{[OP_MAX] = &noc_max_double,
                                                   [OP_MIN] = &noc_min_double,
                                                   [OP_SUM] = &noc_sum_double,
                                                   [OP_PROD] = &noc_product_double}};
const struct type_operations operations_long_double = {{[OP_MAX] = &float_max_long_double,
                                                        [OP_MIN] = &float_min_long_double,
                                                        [OP_SUM] = &float_sum_long_double,
                                                        [OP_PROD] = &float_prod_long_double}};

const struct type_operations operations_float_complex = {
    {[OP_SUM] = &float_sum_float_complex, [OP_PROD] = &float_prod_float_complex}};
const struct type_operations operations_double_complex = {
    {[OP_SUM] = &float_sum_double_complex, [OP_PROD] = &float_prod_double_complex}};
const struct type_operations operations_long_double_complex = {
    {[OP_SUM] = &float_sum_long_double_complex, [OP_PROD] = &float_prod_long_double_complex}};
