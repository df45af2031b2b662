/* SPDX-License-Identifier: BSD-2-Clause */
/* Dimensions as equal as can be (3.1: 7.5.2). */
#include "topo.h"

/* Whether d multiplied with itself so often reaches n. */
static bool reaches(int d, int degree, int n)
{
    long long power = 1;
    int i;

    for (i = 0; i < degree && power < n; i++) {
        power *= d;
    }
    return power >= n;
}

/* The divisor of n that is nearest to its root of this degree from above: so the largest dimension
 * is as small as it can be, and the others divide the rest alike. */
static int root_divisor(int n, int degree)
{
    int d;

    for (d = 1; (long long)d * d <= n; d++) {
        if (n % d == 0 && reaches(d, degree, n)) {
            return d;
        }
    }
    while (--d > 0) {
        if (n % d == 0 && reaches(n / d, degree, n)) {
            return n / d;
        }
    }
    return n;
}

/* Into place i, or further to the front: those that were chosen are less than 0 for now, and the
 * largest of them is to be the first. */
static void insert(int dims[], int i, int chosen)
{
    int at;

    for (at = i - 1; at >= 0 && (dims[at] > 0 || dims[at] > chosen); at--) {
        if (dims[at] < 0) {
            dims[i] = dims[at];
            i = at;
        }
    }
    dims[i] = chosen;
}

MPI_WEAK(Dims_create);
int PMPI_Dims_create(int nodes, int count, int dims[])
{
    int i, open = 0, left = nodes;

    CHECK(mpi_check_running(CALL));
    if (nodes < 1 || count < 0 || (count && !dims)) {
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
    for (i = 0; i < count; i++) {
        if (!dims[i]) {
            const int d = root_divisor(left, open--);

            left /= d;
            insert(dims, i, -d);
        }
    }
    for (i = 0; i < count; i++) {
        dims[i] = dims[i] < 0 ? -dims[i] : dims[i];
    }
    return MPI_SUCCESS;
}
