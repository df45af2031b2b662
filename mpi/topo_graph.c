/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Graph communicators, of which every rank knows the whole graph (3.1: 7.5.3, 7.5.5, 7.5.8). They
 * keep the order of ranks.
 */
#include <string.h>

#include "topo.h"

static int check_graph(const char *call, MPI_Comm comm, int nodes, const int index[],
                       const int edges[])
{
    int i;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_intra(call, comm));
    if (nodes < 0 || nodes > comm->size) {
        return mpi_fail(comm, call, MPI_ERR_ARG, "the graph has %d nodes, and there are %d ranks",
                        nodes, comm->size);
    }
    CHECK(mpi_check_array(call, comm, index, nodes, sizeof(*index), "the index"));
    for (i = 0; i < nodes; i++) {
        if (index[i] < (i ? index[i - 1] : 0)) {
            return mpi_fail(comm, call, MPI_ERR_ARG,
                            "entry %d of the index is %d, less than the one before", i, index[i]);
        }
    }
    CHECK(mpi_check_array(call, comm, edges, nodes ? index[nodes - 1] : 0, sizeof(*edges),
                          "the array of edges"));
    for (i = 0; nodes && i < index[nodes - 1]; i++) {
        if (edges[i] < 0 || edges[i] >= nodes) {
            return mpi_fail(comm, call, MPI_ERR_ARG, "edge %d goes to %d, of 0 to %d", i, edges[i],
                            nodes - 1);
        }
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Graph_create);
int PMPI_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder,
                      MPI_Comm *made)
{
    struct mpi_topology *t;
    int all, err;

    (void)reorder;
    CHECK(check_graph(CALL, comm, nodes, index, edges));
    CHECK(mpi_check_pointer(CALL, comm, made, "the new communicator"));
    *made = MPI_COMM_NULL;
    if (!nodes) {
        return MPI_SUCCESS;
    }
    all = index[nodes - 1];
    t = topo_new(MPI_GRAPH, nodes, all, nodes + all);
    if (!t || !mpi_comm_own(comm)) {
        mpi_comm_poor();
    }
    if (t) {
        memcpy(t->data, index, (size_t)nodes * sizeof(*index));
    }
    if (t && all) {
        memcpy(t->data + nodes, edges, (size_t)all * sizeof(*edges));
    }
    err = mpi_comm_split(CALL, comm, comm->rank < nodes ? 0 : -1, comm->rank, made);
    if (err) {
        topo_release(t);
        return err;
    }
    return topo_attach(CALL, comm, t, made);
}

MPI_WEAK(Graph_map);
int PMPI_Graph_map(MPI_Comm comm, int nodes, const int index[], const int edges[], int *rank)
{
    CHECK(check_graph(CALL, comm, nodes, index, edges));
    CHECK(mpi_check_pointer(CALL, comm, rank, "rank"));
    *rank = comm->rank < nodes ? comm->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

MPI_WEAK(Graphdims_get);
int PMPI_Graphdims_get(MPI_Comm comm, int *nodes, int *edges)
{
    CHECK(topo_check(CALL, comm, MPI_GRAPH));
    CHECK(mpi_check_pointer(CALL, comm, nodes, "nodes"));
    CHECK(mpi_check_pointer(CALL, comm, edges, "edges"));
    *nodes = comm->topology->count;
    *edges = comm->topology->more;
    return MPI_SUCCESS;
}

/* As many as fit; name: of the array. */
static int copy_ints(const char *call, MPI_Comm comm, int to[], int room, const int from[],
                     int count, const char *name)
{
    int i;

    CHECK(mpi_check_count(call, comm, room));
    count = count < room ? count : room;
    CHECK(mpi_check_array(call, comm, to, count, sizeof(*to), name));
    for (i = 0; i < count; i++) {
        to[i] = from[i];
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Graph_get);
int PMPI_Graph_get(MPI_Comm comm, int max_index, int max_edges, int index[], int edges[])
{
    const struct mpi_topology *t;

    CHECK(topo_check(CALL, comm, MPI_GRAPH));
    t = comm->topology;
    CHECK(copy_ints(CALL, comm, index, max_index, t->data, t->count, "the index"));
    return copy_ints(CALL, comm, edges, max_edges, t->data + t->count, t->more,
                     "the array of edges");
}

/* Where the edges of a rank begin, and how many there are. */
static int check_rank(const char *call, MPI_Comm comm, int rank, int *first, int *count)
{
    CHECK(topo_check(call, comm, MPI_GRAPH));
    if (rank < 0 || rank >= comm->topology->count) {
        return mpi_fail(comm, call, MPI_ERR_RANK, "rank %d, of 0 to %d", rank,
                        comm->topology->count - 1);
    }
    *first = rank ? comm->topology->data[rank - 1] : 0;
    *count = comm->topology->data[rank] - *first;
    return MPI_SUCCESS;
}

MPI_WEAK(Graph_neighbors_count);
int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *count)
{
    int first;

    CHECK(mpi_check_pointer(CALL, comm, count, "count"));
    return check_rank(CALL, comm, rank, &first, count);
}

MPI_WEAK(Graph_neighbors);
int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int count, int neighbors[])
{
    int first, own;

    CHECK(check_rank(CALL, comm, rank, &first, &own));
    return copy_ints(CALL, comm, neighbors, count,
                     comm->topology->data + comm->topology->count + first, own,
                     "the array of neighbours");
}
