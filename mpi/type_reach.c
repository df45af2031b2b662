/* SPDX-License-Identifier: BSD-2-Clause */
/* How far elements of a datatype reach, in 64 bits, and whether a core's memory does. */
#include "mpi_priv.h"
#include "types.h"

MPI_Count type_times(MPI_Count a, MPI_Count b)
{
    MPI_Count product;

    if (a == (int32_t)a && b == (int32_t)b) {
        return (MPI_Count)(int32_t)a * (int32_t)b;
    }
    if (__builtin_mul_overflow(a, b, &product) || product > TYPE_MOST || product < -TYPE_MOST) {
        return (a < 0) == (b < 0) ? TYPE_MOST : -TYPE_MOST;
    }
    return product;
}

void type_span(MPI_Count count, MPI_Datatype t, MPI_Count *low, MPI_Count *high)
{
    const MPI_Count last = count > 1 ? type_times(count - 1, t->extent) : 0;

    *low = (last < 0 ? last : 0) + t->true_lb;
    *high = (last < 0 ? 0 : last) + t->true_lb + t->true_extent;
}

/* The ends decide: between them may be the gap between a core's memory and its program. */
bool type_reaches(const void *at, MPI_Count offset, MPI_Count count, MPI_Datatype t)
{
    const MPI_Count from = (MPI_Count)(uintptr_t)at + offset;
    const MPI_Count least = at ? 0 : INT32_MIN; /* addresses as MPI_Aint are less than 0 in RAM */
    MPI_Count low, high;

    if (!count || !t->size) {
        return true;
    }
    type_span(count, t, &low, &high);
    low += from;
    high += from;
    return low >= least && high <= (MPI_Count)UINT32_MAX && mpi_is_memory((uint32_t)low) &&
           mpi_is_memory((uint32_t)high - 1);
}
