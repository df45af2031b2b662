/* SPDX-License-Identifier: BSD-2-Clause */
/* The neighbourhood collectives (3.1: 7.6), and those that are finished later (7.7). */
#include "topo_exchange.h"

MPI_WEAK(Neighbor_allgather);
int PMPI_Neighbor_allgather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                            MPI_Datatype to_type, MPI_Comm comm)
{
    return exchange_now(CALL, comm, SEND_SAME, RECV_EQUAL);
}

MPI_WEAK(Neighbor_allgatherv);
int PMPI_Neighbor_allgatherv(const void *from, int count, MPI_Datatype type, void *to,
                             const int to_counts[], const int to_displacements[],
                             MPI_Datatype to_type, MPI_Comm comm)
{
    return exchange_now(CALL, comm, SEND_SAME, RECV_VECTOR);
}

MPI_WEAK(Neighbor_alltoall);
int PMPI_Neighbor_alltoall(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                           MPI_Datatype to_type, MPI_Comm comm)
{
    return exchange_now(CALL, comm, SEND_EQUAL, RECV_EQUAL);
}

MPI_WEAK(Neighbor_alltoallv);
int PMPI_Neighbor_alltoallv(const void *from, const int counts[], const int displacements[],
                            MPI_Datatype type, void *to, const int to_counts[],
                            const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm)
{
    return exchange_now(CALL, comm, SEND_VECTOR, RECV_VECTOR);
}

MPI_WEAK(Neighbor_alltoallw);
int PMPI_Neighbor_alltoallw(const void *from, const int counts[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], void *to, const int to_counts[],
                            const MPI_Aint to_displacements[], const MPI_Datatype to_types[],
                            MPI_Comm comm)
{
    return exchange_now(CALL, comm, SEND_TYPES, RECV_TYPES);
}

MPI_WEAK(Ineighbor_allgather);
int PMPI_Ineighbor_allgather(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                             MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request)
{
    return exchange_start(CALL, comm, SEND_SAME, RECV_EQUAL, request);
}

MPI_WEAK(Ineighbor_allgatherv);
int PMPI_Ineighbor_allgatherv(const void *from, int count, MPI_Datatype type, void *to,
                              const int to_counts[], const int to_displacements[],
                              MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request)
{
    return exchange_start(CALL, comm, SEND_SAME, RECV_VECTOR, request);
}

MPI_WEAK(Ineighbor_alltoall);
int PMPI_Ineighbor_alltoall(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                            MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request)
{
    return exchange_start(CALL, comm, SEND_EQUAL, RECV_EQUAL, request);
}

MPI_WEAK(Ineighbor_alltoallv);
int PMPI_Ineighbor_alltoallv(const void *from, const int counts[], const int displacements[],
                             MPI_Datatype type, void *to, const int to_counts[],
                             const int to_displacements[], MPI_Datatype to_type, MPI_Comm comm,
                             MPI_Request *request)
{
    return exchange_start(CALL, comm, SEND_VECTOR, RECV_VECTOR, request);
}

MPI_WEAK(Ineighbor_alltoallw);
int PMPI_Ineighbor_alltoallw(const void *from, const int counts[], const MPI_Aint displacements[],
                             const MPI_Datatype types[], void *to, const int to_counts[],
                             const MPI_Aint to_displacements[], const MPI_Datatype to_types[],
                             MPI_Comm comm, MPI_Request *request)
{
    return exchange_start(CALL, comm, SEND_TYPES, RECV_TYPES, request);
}
