/* SPDX-License-Identifier: BSD-2-Clause */
/* Barriers (5.3, 5.12.1). */
#include "coll.h"

MPI_WEAK(Barrier);
MPI_WEAK(Ibarrier);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_ibarrier(w->group, request) : noc_barrier(w->group, NOC_FOREVER);
}

int PMPI_Barrier(MPI_Comm comm)
{
    return RUN(KIND_BARRIER, comm, go, NULL, true, .root = 0);
}

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_BARRIER, comm, go, request, false, .root = 0);
}
