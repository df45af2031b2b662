/* SPDX-License-Identifier: BSD-2-Clause */
/* From all to all (5.8, 5.12.6). */
#include "coll.h"

MPI_WEAK(Alltoall);
MPI_WEAK(Ialltoall);
MPI_WEAK(Alltoallv);
MPI_WEAK(Ialltoallv);
MPI_WEAK(Alltoallw);
MPI_WEAK(Ialltoallw);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_ialltoall(w->group, w->from, w->to, w->bytes, request)
                   : noc_alltoall(w->group, w->from, w->to, w->bytes, NOC_FOREVER);
}

static noc_err go_listed(struct mpi_work *w, noc_request *request)
{
    return request ? noc_ialltoallv(w->group, w->from, &w->sent, w->to, &w->received, request)
                   : noc_alltoallv(w->group, w->from, &w->sent, w->to, &w->received, NOC_FOREVER);
}

int PMPI_Alltoall(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm)
{
    return RUN(KIND_ALLTOALL, comm, go, NULL, true,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Ialltoall(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                   MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request)
{
    return RUN(KIND_ALLTOALL, comm, go, request, false,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, to_count, to_type, NULL, NULL, NULL});
}

int PMPI_Alltoallv(const void *from, const int counts[], const int displacements[],
                   MPI_Datatype type, void *to, const int to_counts[], const int to_displacements[],
                   MPI_Datatype to_type, MPI_Comm comm)
{
    return RUN(KIND_ALLTOALL, comm, go_listed, NULL, true, .listed = true,
               .from = {SENT(from), 0, type, counts, displacements, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}

int PMPI_Ialltoallv(const void *from, const int counts[], const int displacements[],
                    MPI_Datatype type, void *to, const int to_counts[],
                    const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm,
                    MPI_Request *request)
{
    return RUN(KIND_ALLTOALL, comm, go_listed, request, false, .listed = true,
               .from = {SENT(from), 0, type, counts, displacements, NULL},
               .to = {to, 0, to_type, to_counts, to_displacements, NULL});
}

int PMPI_Alltoallw(const void *from, const int counts[], const int displacements[],
                   const MPI_Datatype types[], void *to, const int to_counts[],
                   const int to_displacements[], const MPI_Datatype to_types[], MPI_Comm comm)
{
    return RUN(KIND_ALLTOALL, comm, go_listed, NULL, true, .listed = true,
               .from = {SENT(from), 0, NULL, counts, displacements, types},
               .to = {to, 0, NULL, to_counts, to_displacements, to_types});
}

int PMPI_Ialltoallw(const void *from, const int counts[], const int displacements[],
                    const MPI_Datatype types[], void *to, const int to_counts[],
                    const int to_displacements[], const MPI_Datatype to_types[], MPI_Comm comm,
                    MPI_Request *request)
{
    return RUN(KIND_ALLTOALL, comm, go_listed, request, false, .listed = true,
               .from = {SENT(from), 0, NULL, counts, displacements, types},
               .to = {to, 0, NULL, to_counts, to_displacements, to_types});
}
