/* SPDX-License-Identifier: BSD-2-Clause */
/* Hints for communicators (6.4.4): none is known, so none is kept. */
#include "mpi_priv.h"

MPI_WEAK(Comm_set_info);
MPI_WEAK(Comm_get_info);

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    CHECK(mpi_check_comm(CALL, comm));
    return mpi_is(info, MARK_INFO) ? MPI_SUCCESS
                                   : mpi_fail(comm, CALL, MPI_ERR_INFO, "this is no info");
}

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, info, "the place for the info"));
    return PMPI_Info_create(info);
}
