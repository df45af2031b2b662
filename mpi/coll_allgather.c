/* SPDX-License-Identifier: BSD-2-Clause */
/* Gathers to all (5.7, 5.12.5). */
#include "coll.h"

MPI_WEAK(Allgather);
MPI_WEAK(Iallgather);
MPI_WEAK(Allgatherv);
MPI_WEAK(Iallgatherv);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iallgather(w->group, w->from, w->to, w->bytes, request)
                   : noc_allgather(w->group, w->from, w->to, w->bytes, NOC_FOREVER);
}

static noc_err go_listed(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iallgatherv(w->group, w->from, w->to, &w->received, request)
                   : noc_allgatherv(w->group, w->from, w->to, &w->received, NOC_FOREVER);
}

int PMPI_Allgather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                   MPI_Datatype to_type, MPI_Comm comm)
{
    return RUN(KIND_ALLGATHER, comm, go, NULL, true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Iallgather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                    MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_ALLGATHER, comm, go, request, false,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Allgatherv(const void *from, int count, MPI_Datatype type, void *to, const int to_counts[],
                    const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm)
{
    return RUN(KIND_ALLGATHER, comm, go_listed, NULL, true, .listed = true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}

int PMPI_Iallgatherv(const void *from, int count, MPI_Datatype type, void *to,
                     const int to_counts[], const int to_displacements[], MPI_Datatype to_type,
                     MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_ALLGATHER, comm, go_listed, request, false, .listed = true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}
