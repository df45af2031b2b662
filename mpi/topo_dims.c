/* SPDX-License-Identifier: BSD-2-Clause */
/* Dimensions as equal as can be (3.1: 7.5.2). */
#include "topo.h"

/* The smallest divisor of n above d; d itself: there is none. */
static int next_divisor(int n, int d)
{
    int i;

    for (i = d + 1; (long long)i * i <= n; i++) {
        if (n % i == 0) {
            return i;
        }
    }
    /* Those above the root are n by those up to it. */
    if (i > n / (d + 1)) {
        i = n / (d + 1);
    }
    for (; i > 0; i--) {
        if (n % i == 0 && n / i > d) {
            return n / i;
        }
    }
    return d;
}

/*
 * The free dimensions of n nodes, none above `most`: the first is as small as it can be if the
 * others, which divide the rest in the same way, are not larger. False: there are none.
 */
static bool divide(int n, int free_dims, int most, int dims[])
{
    int d = 1, last = 0;

    while (*dims) {
        dims++; /* given by the program */
    }
    if (free_dims == 1) {
        *dims = n <= most ? n : 0;
        return *dims;
    }
    for (; d != last && d <= most; last = d, d = next_divisor(n, d)) {
        *dims = d;
        if (divide(n / d, free_dims - 1, d, dims + 1)) {
            return true;
        }
    }
    *dims = 0;
    return false;
}

MPI_WEAK(Dims_create);
int PMPI_Dims_create(int nodes, int count, int dims[])
{
    int i, open = 0, left = nodes;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_array(CALL, NULL, dims, count, sizeof(*dims), "dims"));
    if (nodes < 1 || count < 0) {
        return mpi_fail(NULL, CALL, count < 0 ? MPI_ERR_DIMS : MPI_ERR_ARG,
                        "%d nodes in %d dimensions", nodes, count);
    }
    for (i = 0; i < count; i++) {
        if (dims[i] < 0 || (dims[i] && left % dims[i])) {
            return mpi_fail(NULL, CALL, MPI_ERR_DIMS, "dimension %d is %d, of %d nodes", i, dims[i],
                            nodes);
        }
        left /= dims[i] ? dims[i] : 1;
        open += !dims[i];
    }
    if (count && !open && left != 1) {
        return mpi_fail(NULL, CALL, MPI_ERR_DIMS, "the dimensions do not have %d nodes", nodes);
    }
    if (open) {
        (void)divide(left, open, left, dims);
    }
    return MPI_SUCCESS;
}
