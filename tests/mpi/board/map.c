/* SPDX-License-Identifier: BSD-2-Clause */
/* A job on some cores, in an order of its own; the others end in MPI_Init. */
#include <mpi.h>
#include <stdio.h>

static char *variables[] = {"NOC_RANKS=3", "NOC_MAP=2,0,3", NULL};
char **environ = variables;

int main(int argc, char **argv)
{
    int rank, size, length, sum, from = -1, result;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Group group, turned;
    int back[3] = {2, 1, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &from, 1, MPI_INT, MPI_ANY_SOURCE, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_incl(group, 3, back, &turned);
    MPI_Group_compare(group, turned, &result);
    printf("rank %d of %d on %s: sum %d, from %d%s\n", rank, size, name, sum, from,
           result == MPI_SIMILAR ? "" : " (wrong)");
    MPI_Group_free(&turned);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
