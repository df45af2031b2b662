/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Graphs of which each rank knows its own edges (3.1: 7.5.4, 7.5.5). They keep the order of ranks.
 */
#include <string.h>

#include "topo.h"

int mpi_unweighted, mpi_weights_empty;

/* A topology of so many neighbours; it has no weights yet. */
static struct mpi_topology *dist_new(int in, int out, bool weighted)
{
    struct mpi_topology *t = topo_new(MPI_DIST_GRAPH, in, out, 2 * (in + out));

    if (t) {
        t->weighted = weighted;
    }
    return t;
}

static int *in_weights(struct mpi_topology *t)
{
    return t->data + t->count;
}

static int *destinations(struct mpi_topology *t)
{
    return t->data + 2 * t->count;
}

static int *out_weights(struct mpi_topology *t)
{
    return t->data + 2 * t->count + t->more;
}

static void copy_ints(int to[], const int from[], int count)
{
    int i;

    for (i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

/* name: of the array. */
static int check_ranks(const char *call, MPI_Comm comm, int count, const int ranks[],
                       const char *name)
{
    int i;

    if (count < 0) {
        return mpi_fail(comm, call, MPI_ERR_ARG, "there are %d %s", count, name);
    }
    CHECK(mpi_check_array(call, comm, ranks, count, sizeof(*ranks), name));
    for (i = 0; i < count; i++) {
        if (ranks[i] < 0 || ranks[i] >= comm->size) {
            return mpi_fail(comm, call, MPI_ERR_RANK, "rank %d of the %s is %d, of 0 to %d", i,
                            name, ranks[i], comm->size - 1);
        }
    }
    return MPI_SUCCESS;
}

/* A communicator with this topology, which is given to it; t NULL: there is no memory for it. */
static int finish(const char *call, MPI_Comm comm, struct mpi_topology *t, MPI_Comm *made)
{
    int err;

    if (!t || !mpi_comm_own(comm)) {
        mpi_comm_poor();
    }
    err = mpi_comm_split(call, comm, 0, comm->rank, made);
    if (err) {
        topo_release(t);
        return err;
    }
    return topo_attach(call, comm, t, made);
}

MPI_WEAK(Dist_graph_create_adjacent);
int PMPI_Dist_graph_create_adjacent(MPI_Comm comm, int in, const int sources[],
                                    const int source_weights[], int out, const int targets[],
                                    const int target_weights[], MPI_Info info, int reorder,
                                    MPI_Comm *made)
{
    const bool weighted = source_weights != MPI_UNWEIGHTED && target_weights != MPI_UNWEIGHTED;
    struct mpi_topology *t;

    (void)reorder;
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_intra(CALL, comm));
    CHECK(mpi_check_hints(CALL, comm, info));
    CHECK(mpi_check_pointer(CALL, comm, made, "the new communicator"));
    CHECK(check_ranks(CALL, comm, in, sources, "sources"));
    CHECK(check_ranks(CALL, comm, out, targets, "destinations"));
    if (weighted) {
        CHECK(
            mpi_check_array(CALL, comm, source_weights, in, sizeof(int), "the weights of sources"));
        CHECK(mpi_check_array(CALL, comm, target_weights, out, sizeof(int),
                              "the weights of destinations"));
    }
    t = dist_new(in, out, weighted);
    if (t) {
        copy_ints(t->data, sources, in);
        copy_ints(destinations(t), targets, out);
    }
    if (t && weighted) {
        copy_ints(in_weights(t), source_weights, in);
        copy_ints(out_weights(t), target_weights, out);
    }
    return finish(CALL, comm, t, made);
}

/* --- edges that any rank may name ---------------------------------------------------------- */

/* An edge on its way to one of its two ends: who is at the other one, and which end this is. */
struct edge {
    int other, weight, into;
};

/* Edges of all ranks: first those that are to be sent, by receiver. */
struct edges {
    MPI_Comm comm;
    int *counts; /* of ints: to each rank, from each, and where they begin */
    struct edge *sent, *got;
    int sent_count, got_count;
};

static void edges_free(struct edges *e)
{
    free(e->counts);
    free(e->sent);
    free(e->got);
}

static void put_edge(struct edges *e, int to[], int rank, struct edge edge)
{
    e->sent[to[rank]++] = edge;
}

/* Sorts the edges that this rank names by both of their ends. */
static bool sort_edges(struct edges *e, int count, const int sources[], const int degrees[],
                       const int targets[], const int weights[])
{
    const int size = e->comm->size;
    int *to = e->counts + 2 * size;
    int i, j, k, all = 0;

    for (i = k = 0; i < count; i++) {
        for (j = 0; j < degrees[i]; j++, k++) {
            e->counts[sources[i]]++;
            e->counts[targets[k]]++;
        }
    }
    for (i = 0; i < size; i++) {
        to[i] = all;
        all += e->counts[i];
    }
    e->sent_count = all;
    e->sent = malloc((size_t)all * sizeof(*e->sent) + 1);
    for (i = k = 0; e->sent && i < count; i++) {
        for (j = 0; j < degrees[i]; j++, k++) {
            const int weight = weights ? weights[k] : 0;

            put_edge(e, to, sources[i], (struct edge){targets[k], weight, 0});
            put_edge(e, to, targets[k], (struct edge){sources[i], weight, 1});
        }
    }
    return e->sent;
}

/* Counts become those of ints, and places from counts. */
static void places(int *counts, int *at, int size)
{
    int i, all = 0;

    for (i = 0; i < size; i++) {
        counts[i] *= (int)(sizeof(struct edge) / sizeof(int));
        at[i] = all;
        all += counts[i];
    }
}

/* Whether all members have memory, and what the next collective call takes of it besides. */
static int agree(const struct edges *e, bool poor)
{
    enum { LISTS = 8, REST = 1024 }; /* ints of a rank in MPI_Alltoallv and the layer; and bytes */
    void *reserve = malloc((size_t)e->comm->size * LISTS * sizeof(int) + REST);
    uint32_t mine = poor || !reserve, any = 0;
    noc_err err;

    free(reserve);
    err = noc_allreduce(e->comm->inner, &mine, &any, 1, &noc_max_uint32, NOC_FOREVER);
    if (err) {
        return mpi_fail_noc(e->comm, "MPI_Dist_graph_create", err);
    }
    return any ? mpi_fail(e->comm, "MPI_Dist_graph_create", MPI_ERR_NO_MEM,
                          mine ? "the edges do not fit the heap"
                               : "the edges do not fit the heap of a member")
               : MPI_SUCCESS;
}

static int exchange_edges(struct edges *e)
{
    const int size = e->comm->size;
    int *to = e->counts, *from = to + size, *to_at = from + size, *from_at = to_at + size;
    int i, err = PMPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, e->comm);

    if (err) {
        return err;
    }
    for (i = 0; i < size; i++) {
        e->got_count += from[i];
    }
    e->got = malloc((size_t)e->got_count * sizeof(*e->got) + 1);
    CHECK(agree(e, !e->got));
    places(to, to_at, size);
    places(from, from_at, size);
    return PMPI_Alltoallv(e->sent, to, to_at, MPI_INT, e->got, from, from_at, MPI_INT, e->comm);
}

static struct mpi_topology *topology_of(const struct edges *e, bool weighted)
{
    struct mpi_topology *t;
    int i, in = 0, out = 0;

    for (i = 0; i < e->got_count; i++) {
        in += e->got[i].into;
    }
    t = dist_new(in, e->got_count - in, weighted);
    for (i = in = 0; t && i < e->got_count; i++) {
        const struct edge *g = &e->got[i];

        if (g->into) {
            t->data[in] = g->other;
            in_weights(t)[in++] = g->weight;
        } else {
            destinations(t)[out] = g->other;
            out_weights(t)[out++] = g->weight;
        }
    }
    return t;
}

static int check_edges(const char *call, MPI_Comm comm, int count, const int sources[],
                       const int degrees[], const int targets[], const int weights[])
{
    int i, all = 0;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_intra(call, comm));
    CHECK(check_ranks(call, comm, count, sources, "sources"));
    CHECK(mpi_check_array(call, comm, degrees, count, sizeof(*degrees), "the array of degrees"));
    for (i = 0; i < count; i++) {
        if (degrees[i] < 0) {
            return mpi_fail(comm, call, MPI_ERR_ARG, "degree %d is %d, less than 0", i, degrees[i]);
        }
        all += degrees[i];
    }
    CHECK(check_ranks(call, comm, all, targets, "destinations"));
    if (weights != MPI_UNWEIGHTED) {
        CHECK(mpi_check_array(call, comm, weights, all, sizeof(*weights), "the array of weights"));
    }
    for (i = 0; weights != MPI_UNWEIGHTED && i < all; i++) {
        if (weights[i] < 0) {
            return mpi_fail(comm, call, MPI_ERR_ARG, "weight %d is %d, less than 0", i, weights[i]);
        }
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Dist_graph_create);
int PMPI_Dist_graph_create(MPI_Comm comm, int count, const int sources[], const int degrees[],
                           const int targets[], const int weights[], MPI_Info info, int reorder,
                           MPI_Comm *made)
{
    const bool weighted = weights != MPI_UNWEIGHTED;
    struct edges e = {.comm = comm};
    struct mpi_topology *t = NULL;
    int err;

    (void)reorder;
    CHECK(check_edges(CALL, comm, count, sources, degrees, targets, weights));
    CHECK(mpi_check_hints(CALL, comm, info));
    CHECK(mpi_check_pointer(CALL, comm, made, "the new communicator"));
    *made = MPI_COMM_NULL;
    e.counts = calloc(4 * (size_t)comm->size, sizeof(*e.counts));
    err = agree(&e, !e.counts || !sort_edges(&e, count, sources, degrees, targets,
                                             weighted ? weights : NULL));
    if (!err) {
        err = exchange_edges(&e);
    }
    if (!err) {
        t = topology_of(&e, weighted);
    }
    edges_free(&e);
    if (err) {
        return err;
    }
    return finish(CALL, comm, t, made);
}

/* --- queries ------------------------------------------------------------------------------- */

MPI_WEAK(Dist_graph_neighbors_count);
int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in, int *out, int *weighted)
{
    CHECK(topo_check(CALL, comm, MPI_DIST_GRAPH));
    CHECK(mpi_check_pointer(CALL, comm, in, "the number of sources"));
    CHECK(mpi_check_pointer(CALL, comm, out, "the number of destinations"));
    CHECK(mpi_check_pointer(CALL, comm, weighted, "the place for the flag"));
    *in = comm->topology->count;
    *out = comm->topology->more;
    *weighted = comm->topology->weighted;
    return MPI_SUCCESS;
}

/* As many as fit; name: of the array. */
static int copy_out(const char *call, MPI_Comm comm, int to[], int room, const int from[],
                    int count, const char *name)
{
    CHECK(mpi_check_count(call, comm, room));
    count = count < room ? count : room;
    CHECK(mpi_check_array(call, comm, to, count, sizeof(*to), name));
    copy_ints(to, from, count);
    return MPI_SUCCESS;
}

MPI_WEAK(Dist_graph_neighbors);
int PMPI_Dist_graph_neighbors(MPI_Comm comm, int max_in, int sources[], int source_weights[],
                              int max_out, int targets[], int target_weights[])
{
    struct mpi_topology *t;

    CHECK(topo_check(CALL, comm, MPI_DIST_GRAPH));
    t = comm->topology;
    CHECK(copy_out(CALL, comm, sources, max_in, t->data, t->count, "the array of sources"));
    CHECK(copy_out(CALL, comm, targets, max_out, destinations(t), t->more,
                   "the array of destinations"));
    if (t->weighted && source_weights != MPI_UNWEIGHTED) {
        CHECK(copy_out(CALL, comm, source_weights, max_in, in_weights(t), t->count,
                       "the weights of sources"));
    }
    if (t->weighted && target_weights != MPI_UNWEIGHTED) {
        CHECK(copy_out(CALL, comm, target_weights, max_out, out_weights(t), t->more,
                       "the weights of destinations"));
    }
    return MPI_SUCCESS;
}
