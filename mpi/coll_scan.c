/* SPDX-License-Identifier: BSD-2-Clause */
/* Reductions over the ranks before (5.11, 5.12.11, 5.12.12). */
#include "coll.h"

MPI_WEAK(Scan);
MPI_WEAK(Iscan);
MPI_WEAK(Exscan);
MPI_WEAK(Iexscan);

static noc_err go(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iscan(w->group, w->from, w->to, w->bytes, w->op, request)
                   : noc_scan(w->group, w->from, w->to, w->bytes, w->op, NOC_FOREVER);
}

static noc_err go_before(struct mpi_work *w, noc_request *request)
{
    return request ? noc_iexscan(w->group, w->from, w->to, w->bytes, w->op, request)
                   : noc_exscan(w->group, w->from, w->to, w->bytes, w->op, NOC_FOREVER);
}

int PMPI_Scan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return RUN(KIND_SCAN, comm, go, NULL, true, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Iscan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
               MPI_Request *request)
{
    return RUN(KIND_SCAN, comm, go, request, false, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Exscan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return RUN(KIND_EXSCAN, comm, go_before, NULL, true, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}

int PMPI_Iexscan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                 MPI_Request *request)
{
    return RUN(KIND_EXSCAN, comm, go_before, request, false, .op = op,
               .from = {SENT(from), count, type, NULL, NULL, NULL},
               .to = {to, count, type, NULL, NULL, NULL});
}
