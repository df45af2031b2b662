/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program as people write them for MPI, with six of its calls: pi by the midpoint rule with a
 * broadcast number of steps and an allreduced sum, and a token that goes round a ring. It knows
 * nothing of the board.
 */
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

enum { STEPS = 400, TAG = 7 };

static double pi_part(int steps, int rank, int size)
{
    double sum = 0, x;
    int i;

    for (i = rank; i < steps; i += size) {
        x = (i + 0.5) / steps;
        sum += 4 / (1 + x * x);
    }
    return sum / steps;
}

/* The sum of the ranks that it has passed. */
static long ring(int rank, int size)
{
    long token = 0;

    if (size == 1) {
        return 0;
    }
    if (rank) {
        MPI_Recv(&token, 1, MPI_LONG, rank - 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    token += rank;
    MPI_Send(&token, 1, MPI_LONG, (rank + 1) % size, TAG, MPI_COMM_WORLD);
    if (!rank) {
        MPI_Recv(&token, 1, MPI_LONG, size - 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return token;
}

int main(int argc, char **argv)
{
    int rank, size, steps = 0;
    double part, pi;
    long token;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        steps = STEPS;
    }
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    part = pi_part(steps, rank, size);
    MPI_Allreduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    token = ring(rank, size);
    if (!rank) {
        printf("pi %.6f, token %ld of %d ranks\n", pi, token, size);
    }
    if (pi < 3.14159 || pi > 3.14160 || (!rank && token != (long)size * (size - 1) / 2)) {
        printf("rank %d: wrong\n", rank);
        exit(1);
    }
    MPI_Finalize();
    return 0;
}
