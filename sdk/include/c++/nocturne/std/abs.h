/* SPDX-License-Identifier: BSD-2-Clause */
/* std::abs of all types, which both <cstdlib> and <cmath> have: C's takes int alone. */
#ifndef NOCTURNE_ABS
#define NOCTURNE_ABS

#include <stdlib.h>

namespace std
{
using ::abs;
inline long abs(long x)
{
    return __builtin_labs(x);
}
inline long long abs(long long x)
{
    return __builtin_llabs(x);
}
inline float abs(float x)
{
    return __builtin_fabsf(x);
}
inline double abs(double x)
{
    return __builtin_fabs(x);
}
inline long double abs(long double x)
{
    return __builtin_fabsl(x);
}
} // namespace std

#endif
