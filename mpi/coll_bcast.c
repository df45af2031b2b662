/* SPDX-License-Identifier: BSD-2-Clause */
/* Broadcasts (5.4, 5.12.2). */
#include "coll.h"

MPI_WEAK(Bcast);
MPI_WEAK(Ibcast);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    if (mpi_state.show && !request && w->call.root == (int)w->rank) {
        mpi_show_broadcast(w);
    }
    return request ? noc_ibroadcast(w->group, w->to, w->bytes, (uint32_t)w->call.root, request)
                   : noc_broadcast(w->group, w->to, w->bytes, (uint32_t)w->call.root, NOC_FOREVER);
}

int PMPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return RUN(KIND_BCAST, comm, go, NULL, true, .root = root,
               .from = {buf, count, type, NULL, NULL, NULL},
               .to = {buf, count, type, NULL, NULL, NULL});
}

int PMPI_Ibcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
                MPI_Request *request)
{
    return RUN(KIND_BCAST, comm, go, request, false, .root = root,
               .from = {buf, count, type, NULL, NULL, NULL},
               .to = {buf, count, type, NULL, NULL, NULL});
}
