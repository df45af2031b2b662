/* SPDX-License-Identifier: BSD-2-Clause */
/* The same members again, in a communicator of their own, with what is attached (6.4.2). */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Comm_dup);
MPI_WEAK(Comm_dup_with_info);

static int duplicate(const char *call, MPI_Comm comm, MPI_Comm *made)
{
    struct mpi_attribute *attributes = NULL;
    int copied = MPI_SUCCESS, error;

    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_check_pointer(call, comm, made, "the place for the communicator"));
    if (comm->attributes) {
        copied = mpi_attributes_copy(OF_COMM, comm, comm->attributes, &attributes);
    }
    if (copied == MPI_ERR_NO_MEM) {
        mpi_comm_poor();
    }
    error = mpi_comm_duplicate(call, comm, made);
    if (error) {
        (void)mpi_attributes_delete(OF_COMM, comm, &attributes);
        return error;
    }
    (*made)->attributes = attributes;
    if (comm->topology) {
        topo_hold(comm->topology);
        (*made)->topology = comm->topology;
    }
    if (copied) {
        (void)PMPI_Comm_free(made);
        return mpi_fail(comm, call, copied, "the copy function of an attribute failed");
    }
    return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    return duplicate(CALL, comm, made);
}

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
    CHECK(mpi_check_hints(CALL, comm, info)); /* none is known */
    return duplicate(CALL, comm, made);
}
