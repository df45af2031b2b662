/* SPDX-License-Identifier: BSD-2-Clause */
/* Reductions to one and to all (5.9, 5.12.7, 5.12.8). */
#include "coll.h"

MPI_WEAK(Reduce);
MPI_WEAK(Ireduce);
MPI_WEAK(Allreduce);
MPI_WEAK(Iallreduce);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_ireduce(w->group, w->from, w->to, w->bytes, w->op, (uint32_t)w->call.root,
                                 request)
                   : noc_reduce(w->group, w->from, w->to, w->bytes, w->op, (uint32_t)w->call.root,
                                NOC_FOREVER);
}

static noc_err go_all(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iallreduce(w->group, w->from, w->to, w->bytes, w->op, request)
                   : noc_allreduce(w->group, w->from, w->to, w->bytes, w->op, NOC_FOREVER);
}

int PMPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm)
{
    return RUN(KIND_REDUCE, comm, go, NULL, true, .root = root, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Ireduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
                 MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_REDUCE, comm, go, request, false, .root = root, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm)
{
    return RUN(KIND_ALLREDUCE, comm, go_all, NULL, true, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Iallreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_ALLREDUCE, comm, go_all, request, false, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}
