/* SPDX-License-Identifier: BSD-2-Clause */
/* Scatters (5.6, 5.12.4). */
#include "coll.h"

MPI_WEAK(Scatter);
MPI_WEAK(Iscatter);
MPI_WEAK(Scatterv);
MPI_WEAK(Iscatterv);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request
             ? noc_iscatter(w->group, w->from, w->to, w->bytes, (uint32_t)w->call.root, request)
             : noc_scatter(w->group, w->from, w->to, w->bytes, (uint32_t)w->call.root, NOC_FOREVER);
}

static noc_err go_listed(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iscatterv(w->group, w->from, &w->sent, w->to, w->bytes,
                                   (uint32_t)w->call.root, request)
                   : noc_scatterv(w->group, w->from, &w->sent, w->to, w->bytes,
                                  (uint32_t)w->call.root, NOC_FOREVER);
}

int PMPI_Scatter(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                 MPI_Datatype to_type, int root, MPI_Comm comm)
{
    return RUN(KIND_SCATTER, comm, go, NULL, true, .root = root,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Iscatter(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                  MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_SCATTER, comm, go, request, false, .root = root,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Scatterv(const void *from, const int counts[], const int displacements[],
                  MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type, int root,
                  MPI_Comm comm)
{
    return RUN(KIND_SCATTER, comm, go_listed, NULL, true, .root = root, .listed = true,
               .from = {SENT(from), 0, type, counts, displacements, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Iscatterv(const void *from, const int counts[], const int displacements[],
                   MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type, int root,
                   MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_SCATTER, comm, go_listed, request, false, .root = root, .listed = true,
               .from = {SENT(from), 0, type, counts, displacements, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}
