/* SPDX-License-Identifier: BSD-2-Clause */
/* A call before MPI_Init (8.7). */
#include <mpi.h>

int main(void)
{
    return MPI_Barrier(MPI_COMM_WORLD);
}
