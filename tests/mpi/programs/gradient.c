/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conjugate gradients for a matrix with 4 in its diagonal and -1 beside it, whose rows are dealt
 * out in blocks. The right side is made from a solution that is known.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 6, MOST = 100 };

static int rank, size;

static double dot(const double *a, const double *b)
{
    double own = 0, all;
    int i;

    for (i = 0; i < ROWS; i++) {
        own += a[i] * b[i];
    }
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* y = A x; the neighbours' values beside the own block are exchanged first. */
static void multiply(const double *x, double *y)
{
    const int left = rank ? rank - 1 : MPI_PROC_NULL;
    const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    double low = 0, high = 0;
    MPI_Request requests[4];
    int i;

    MPI_Irecv(&low, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&high, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&x[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&x[ROWS - 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < ROWS; i++) {
        y[i] = 4 * x[i] - (i ? x[i - 1] : low) - (i < ROWS - 1 ? x[i + 1] : high);
    }
}

/* x becomes the solution for b. Returns the steps that it took. */
static int solve(const double *b, double *x)
{
    double r[ROWS], p[ROWS], ap[ROWS], rr, before, alpha;
    int i, steps;

    memset(x, 0, sizeof(r));
    memcpy(r, b, sizeof(r));
    memcpy(p, b, sizeof(p));
    rr = dot(r, r);
    for (steps = 0; steps < MOST && rr > 1e-20; steps++) {
        multiply(p, ap);
        alpha = rr / dot(p, ap);
        for (i = 0; i < ROWS; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        before = rr;
        rr = dot(r, r);
        for (i = 0; i < ROWS; i++) {
            p[i] = r[i] + rr / before * p[i];
        }
    }
    return steps;
}

int main(int argc, char **argv)
{
    double wanted[ROWS], b[ROWS], x[ROWS], worst = 0, all;
    int i, steps, ok;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < ROWS; i++) {
        wanted[i] = (rank * ROWS + i) * 7 % 11 - 5;
    }
    multiply(wanted, b);
    steps = solve(b, x);
    for (i = 0; i < ROWS; i++) {
        worst = fmax(worst, fabs(x[i] - wanted[i]));
    }
    MPI_Allreduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    ok = all < 1e-9 && steps < MOST;
    if (rank == 0) {
        printf("gradient: %s\n", ok ? "the result is right" : "WRONG");
    }
    MPI_Finalize();
    return !ok;
}
