/* SPDX-License-Identifier: BSD-2-Clause */
/* The groups of communicators (6.3.2, 6.6.1). */
#include "mpi_priv.h"

MPI_WEAK(Comm_group);
MPI_WEAK(Comm_remote_group);

static int give(const char *call, MPI_Comm comm, struct mpi_group *g, MPI_Group *group)
{
    if (!g) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    *group = mpi_group_give(g);
    return MPI_SUCCESS;
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, group, "the place for the group"));
    return give(CALL, comm, mpi_comm_own(comm), group);
}

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, group, "the place for the group"));
    if (!comm->inter) {
        return mpi_fail(comm, CALL, MPI_ERR_COMM, "this is no intercommunicator");
    }
    return give(CALL, comm, mpi_comm_other(comm), group);
}
