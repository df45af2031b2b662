/* SPDX-License-Identifier: BSD-2-Clause */
/* Reductions of which each rank gets a part (5.10, 5.12.9, 5.12.10). */
#include "coll.h"

MPI_WEAK(Reduce_scatter);
MPI_WEAK(Ireduce_scatter);
MPI_WEAK(Reduce_scatter_block);
MPI_WEAK(Ireduce_scatter_block);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_ireduce_scatter(w->group, w->from, w->to, w->each, w->op, request)
                   : noc_reduce_scatter(w->group, w->from, w->to, w->each, w->op, NOC_FOREVER);
}

int PMPI_Reduce_scatter(const void *from, void *to, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm)
{
    return RUN(KIND_REDUCE_SCATTER, comm, go, NULL, true, .op = op, .listed = true,
               .from = {SENT(from), 0, type, NULL, NULL, NULL},
               .to = {to, 0, type, counts, NULL, NULL});
}

int PMPI_Ireduce_scatter(const void *from, void *to, const int counts[], MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_REDUCE_SCATTER, comm, go, request, false, .op = op, .listed = true,
               .from = {SENT(from), 0, type, NULL, NULL, NULL},
               .to = {to, 0, type, counts, NULL, NULL});
}

int PMPI_Reduce_scatter_block(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm)
{
    return RUN(KIND_REDUCE_SCATTER, comm, go, NULL, true, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Ireduce_scatter_block(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_REDUCE_SCATTER, comm, go, request, false, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}
