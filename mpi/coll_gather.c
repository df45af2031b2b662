/* SPDX-License-Identifier: BSD-2-Clause */
/* Gathers (5.5, 5.12.3). */
#include "coll.h"

MPI_WEAK(Gather);
MPI_WEAK(Igather);
MPI_WEAK(Gatherv);
MPI_WEAK(Igatherv);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request
             ? noc_igather(w->group, w->from, w->to, w->bytes, (uint32_t)w->call.root, request)
             : noc_gather(w->group, w->from, w->to, w->bytes, (uint32_t)w->call.root, NOC_FOREVER);
}

static noc_err go_listed(struct mpi_work *w, noc_request *request)
{
    return request ? noc_igatherv(w->group, w->from, w->bytes, w->to, &w->received,
                                  (uint32_t)w->call.root, request)
                   : noc_gatherv(w->group, w->from, w->bytes, w->to, &w->received,
                                 (uint32_t)w->call.root, NOC_FOREVER);
}

int PMPI_Gather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                MPI_Datatype to_type, int root, MPI_Comm comm)
{
    return RUN(KIND_GATHER, comm, go, NULL, true, .root = root,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Igather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                 MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_GATHER, comm, go, request, false, .root = root,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Gatherv(const void *from, int count, MPI_Datatype type, void *to, const int to_counts[],
                 const int to_displacements[], MPI_Datatype to_type, int root, MPI_Comm comm)
{
    return RUN(KIND_GATHER, comm, go_listed, NULL, true, .root = root, .listed = true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}

int PMPI_Igatherv(const void *from, int count, MPI_Datatype type, void *to, const int to_counts[],
                  const int to_displacements[], MPI_Datatype to_type, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    return RUN(KIND_GATHER, comm, go_listed, request, false, .root = root, .listed = true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}
