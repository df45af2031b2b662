/* SPDX-License-Identifier: BSD-2-Clause */
/* An error that nobody handles (8.3): one line, and the program ends on all cores. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, word = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) {
        MPI_Send(&word, 1, MPI_INT, 9, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
