/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranks that call different collectives: it is told, and nobody is left hanging. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 1, out;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Bcast(&in, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
