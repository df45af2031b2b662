/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Neighbourhood collectives that are made once and started as often as the program likes (MPI 4.0:
 * 7.7). MPI_Start begins a request of its own, the inner one, in a communicator of its own: ranks may
 * start several in different orders.
 */
#include "topo_exchange.h"

/* What such a request holds. */
struct kept {
    MPI_Comm comm;
    struct blocks from, to;
    MPI_Request inner; /* MPI_REQUEST_NULL: it is to be begun */
};

static void kept_ends(struct mpi_request *r)
{
    struct kept *k = r->work;

    exchange_types(k->comm->topology, &k->from, &k->to, type_release);
    mpi_comm_release(k->comm);
    free(k);
}

static int kept_next(struct mpi_request *r)
{
    struct kept *k = r->work;
    int error;

    if (k->inner == MPI_REQUEST_NULL) {
        error = exchange_again("MPI_Start", k->comm, k->from, k->to, &k->inner);
        if (error) {
            return error;
        }
    }
    return mpi_request_inner(&k->inner);
}

/* The same members and neighbours; NULL in k: there is no memory, and nobody gets one. */
static int duplicate(const char *call, MPI_Comm comm, const struct kept *k, MPI_Comm *made)
{
    if (!k) {
        mpi_comm_poor();
    }
    CHECK(mpi_comm_duplicate(call, comm, made));
    topo_hold(comm->topology);
    (*made)->topology = comm->topology;
    return MPI_SUCCESS;
}

static int keep(const char *call, MPI_Comm comm, const struct blocks *from, const struct blocks *to,
                MPI_Info info, MPI_Request *request)
{
    struct mpi_request *r;
    struct kept *k;
    MPI_Comm own = MPI_COMM_NULL;
    int error;

    CHECK(exchange_check(call, comm, from, to));
    CHECK(mpi_check_hints(call, comm, info));
    CHECK(mpi_check_pointer(call, comm, request, "the place for the request"));
    k = malloc(sizeof(*k));
    r = k ? mpi_request_new(REQUEST_COLLECTIVE, &(struct mpi_message_of){.comm = comm}) : NULL;
    error = duplicate(call, comm, r ? k : NULL, &own);
    if (error || !r) {
        free(k);
        if (r) {
            mpi_request_delete(r);
        }
        return error;
    }
    *k = (struct kept){own, *from, *to, MPI_REQUEST_NULL};
    exchange_types(own->topology, from, to, type_hold);
    r->work = k;
    r->next = kept_next;
    r->ends = kept_ends;
    r->persistent = true;
    r->active = false;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

MPI_WEAK(Neighbor_allgather_init);
int PMPI_Neighbor_allgather_init(const void *from, int count, MPI_Datatype type, void *to,
                                 int to_count, MPI_Datatype to_type, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request)
{
    return keep(CALL, comm, &SEND_SAME, &RECV_EQUAL, info, request);
}

MPI_WEAK(Neighbor_allgatherv_init);
int PMPI_Neighbor_allgatherv_init(const void *from, int count, MPI_Datatype type, void *to,
                                  const int to_counts[], const int to_displacements[],
                                  MPI_Datatype to_type, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request)
{
    return keep(CALL, comm, &SEND_SAME, &RECV_VECTOR, info, request);
}

MPI_WEAK(Neighbor_alltoall_init);
int PMPI_Neighbor_alltoall_init(const void *from, int count, MPI_Datatype type, void *to,
                                int to_count, MPI_Datatype to_type, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request)
{
    return keep(CALL, comm, &SEND_EQUAL, &RECV_EQUAL, info, request);
}

MPI_WEAK(Neighbor_alltoallv_init);
int PMPI_Neighbor_alltoallv_init(const void *from, const int counts[], const int displacements[],
                                 MPI_Datatype type, void *to, const int to_counts[],
                                 const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm,
                                 MPI_Info info, MPI_Request *request)
{
    return keep(CALL, comm, &SEND_VECTOR, &RECV_VECTOR, info, request);
}

MPI_WEAK(Neighbor_alltoallw_init);
int PMPI_Neighbor_alltoallw_init(const void *from, const int counts[],
                                 const MPI_Aint displacements[], const MPI_Datatype types[],
                                 void *to, const int to_counts[], const MPI_Aint to_displacements[],
                                 const MPI_Datatype to_types[], MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request)
{
    return keep(CALL, comm, &SEND_TYPES, &RECV_TYPES, info, request);
}
