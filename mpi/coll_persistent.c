/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collectives that are made once and started as often as the program likes (MPI 4.0: 6.13). The call
 * without waiting that each has checks the arguments; as long as mpi_state.keeper is set it does not
 * begin, but keeps them in a request. MPI_Start begins one of its own with them, the inner one. It has
 * a communicator of its own: ranks may start such requests in different orders.
 */
#include "coll.h"

MPI_WEAK(Barrier_init);
MPI_WEAK(Bcast_init);
MPI_WEAK(Gather_init);
MPI_WEAK(Gatherv_init);
MPI_WEAK(Scatter_init);
MPI_WEAK(Scatterv_init);
MPI_WEAK(Allgather_init);
MPI_WEAK(Allgatherv_init);
MPI_WEAK(Alltoall_init);
MPI_WEAK(Alltoallv_init);
MPI_WEAK(Alltoallw_init);
MPI_WEAK(Reduce_init);
MPI_WEAK(Allreduce_init);
MPI_WEAK(Reduce_scatter_init);
MPI_WEAK(Reduce_scatter_block_init);
MPI_WEAK(Scan_init);
MPI_WEAK(Exscan_init);

/* What such a request holds. */
struct kept {
    struct mpi_collective call;
    noc_err (*go)(struct mpi_work *w, noc_request *request);
    MPI_Request inner; /* MPI_REQUEST_NULL: it is to be begun */
};                     /* call.comm: its own */

static void hold(const struct mpi_collective *c)
{
    if (c->from.type) {
        type_hold(c->from.type);
    }
    if (c->op) {
        op_hold(c->op);
    }
}

/* The request is deleted. What `to` has and the program's communicator are the request's own. */
static void kept_ends(struct mpi_request *r)
{
    struct kept *k = r->work;

    if (k->call.from.type) {
        type_release(k->call.from.type);
    }
    if (k->call.op) {
        op_release(k->call.op);
    }
    mpi_comm_release(k->call.comm);
    free(k);
}

static int kept_next(struct mpi_request *r)
{
    struct kept *k = r->work;
    struct mpi_request *inner;
    int error;

    if (k->inner == MPI_REQUEST_NULL) {
        error = mpi_collective_begin("MPI_Start", &k->call, k->go, &k->inner);
        if (error) {
            return error;
        }
        inner = mpi_request_at(k->inner);
        if (!inner->listed && !inner->done) {
            mpi_request_list(inner);
        }
    }
    return mpi_request_inner(&k->inner);
}

static int keep(const char *call, const struct mpi_collective *c,
                noc_err (*go)(struct mpi_work *w, noc_request *request), MPI_Request *request)
{
    const struct mpi_message_of m = {.comm = c->comm, .type = c->to.type};
    struct kept *k = malloc(sizeof(*k));
    struct mpi_request *r = k ? mpi_request_new(REQUEST_COLLECTIVE, &m) : NULL;

    MPI_Comm own = MPI_COMM_NULL;
    int error;

    if (!r) {
        mpi_comm_poor();
    }
    error = mpi_comm_duplicate(call, c->comm, &own);
    if (error || !r) {
        free(k);
        if (r) {
            mpi_request_delete(r);
        }
        return error;
    }
    *k = (struct kept){*c, go, MPI_REQUEST_NULL};
    k->call.comm = own;
    hold(c);
    r->work = k;
    r->next = kept_next;
    r->ends = kept_ends;
    r->persistent = true;
    r->active = false;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

/* No hint is known. */
#define INIT(name, parameters, begin)                                  \
    int PMPI_##name##_init parameters                                  \
    {                                                                  \
        const struct mpi_keeper keeper = {"MPI_" #name "_init", keep}; \
        int error;                                                     \
                                                                       \
        CHECK(mpi_check_hints(keeper.call, comm, info));               \
        mpi_state.keeper = &keeper;                                    \
        error = begin;                                                 \
        mpi_state.keeper = NULL;                                       \
        return error;                                                  \
    }

INIT(Barrier, (MPI_Comm comm, MPI_Info info, MPI_Request *request), PMPI_Ibarrier(comm, request))
INIT(Bcast,
     (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
     PMPI_Ibcast(buf, count, type, root, comm, request))
INIT(Gather,
     (const void *from, int count, MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type,
      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
     PMPI_Igather(from, count, type, to, to_count, to_type, root, comm, request))
INIT(Gatherv,
     (const void *from, int count, MPI_Datatype type, void *to, const int to_counts[],
      const int to_displacements[], MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
     PMPI_Igatherv(from, count, type, to, to_counts, to_displacements, to_type, root, comm,
                   request))
INIT(Scatter,
     (const void *from, int count, MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type,
      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
     PMPI_Iscatter(from, count, type, to, to_count, to_type, root, comm, request))
INIT(Scatterv,
     (const void *from, const int counts[], const int displacements[], MPI_Datatype type, void *to,
      int to_count, MPI_Datatype to_type, int root, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
     PMPI_Iscatterv(from, counts, displacements, type, to, to_count, to_type, root, comm, request))
INIT(Allgather,
     (const void *from, int count, MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
     PMPI_Iallgather(from, count, type, to, to_count, to_type, comm, request))
INIT(Allgatherv,
     (const void *from, int count, MPI_Datatype type, void *to, const int to_counts[],
      const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
     PMPI_Iallgatherv(from, count, type, to, to_counts, to_displacements, to_type, comm, request))
INIT(Alltoall,
     (const void *from, int count, MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
     PMPI_Ialltoall(from, count, type, to, to_count, to_type, comm, request))
INIT(Alltoallv,
     (const void *from, const int counts[], const int displacements[], MPI_Datatype type, void *to,
      const int to_counts[], const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Ialltoallv(from, counts, displacements, type, to, to_counts, to_displacements, to_type,
                     comm, request))
INIT(Alltoallw,
     (const void *from, const int counts[], const int displacements[], const MPI_Datatype types[],
      void *to, const int to_counts[], const int to_displacements[], const MPI_Datatype to_types[],
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
     PMPI_Ialltoallw(from, counts, displacements, types, to, to_counts, to_displacements, to_types,
                     comm, request))
INIT(Reduce,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Ireduce(from, to, count, type, op, root, comm, request))
INIT(Allreduce,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Iallreduce(from, to, count, type, op, comm, request))
INIT(Reduce_scatter,
     (const void *from, void *to, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Ireduce_scatter(from, to, counts, type, op, comm, request))
INIT(Reduce_scatter_block,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Ireduce_scatter_block(from, to, count, type, op, comm, request))
INIT(Scan,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Iscan(from, to, count, type, op, comm, request))
INIT(Exscan,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
      MPI_Info info, MPI_Request *request),
     PMPI_Iexscan(from, to, count, type, op, comm, request))
