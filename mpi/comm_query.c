/* SPDX-License-Identifier: BSD-2-Clause */
/* What communicators are asked (6.4.1, 6.6.1). */
#include "mpi_priv.h"

MPI_WEAK(Comm_size);
MPI_WEAK(Comm_rank);
MPI_WEAK(Comm_remote_size);
MPI_WEAK(Comm_test_inter);
MPI_WEAK(Comm_get_parent);

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, size, "the place for the size"));
    *size = comm->size;
    return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, rank, "the place for the rank"));
    *rank = comm->rank;
    return MPI_SUCCESS;
}

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, size, "the place for the size"));
    if (!comm->inter) {
        return mpi_fail(comm, CALL, MPI_ERR_COMM, "this is no intercommunicator");
    }
    *size = (int)comm->peers;
    return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, flag, "the place for the flag"));
    *flag = comm->inter != NULL;
    return MPI_SUCCESS;
}

/* No program is started by another. */
int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, parent, "the place for the communicator"));
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
