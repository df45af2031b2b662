/* SPDX-License-Identifier: BSD-2-Clause */
/* Graph topologies, those that all ranks know and those of which each knows its edges. Four ranks
 * or more. */
#include "check.h"

/* The standard's own example of 7.5.3, of four nodes. */
static void example(void)
{
    const int index[4] = {2, 3, 4, 6}, edges[6] = {1, 3, 0, 3, 0, 2};
    int nodes, count, status, rank, i, got_index[4], got_edges[6], neighbours[2];
    MPI_Comm comm;

    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
    CHECK("7.5.3", (comm == MPI_COMM_NULL) == (check_rank >= 4));
    if (comm == MPI_COMM_NULL) {
        return;
    }
    MPI_Topo_test(comm, &status);
    MPI_Graphdims_get(comm, &nodes, &count);
    CHECK("7.5.5", status == MPI_GRAPH && nodes == 4 && count == 6);
    MPI_Graph_get(comm, 4, 6, got_index, got_edges);
    CHECK("7.5.5", !memcmp(index, got_index, sizeof(index)));
    CHECK("7.5.5", !memcmp(edges, got_edges, sizeof(edges)));
    for (rank = 0; rank < 4; rank++) {
        const int first = rank ? index[rank - 1] : 0;

        MPI_Graph_neighbors_count(comm, rank, &count);
        CHECK("7.5.5", count == index[rank] - first);
        MPI_Graph_neighbors(comm, rank, 2, neighbours);
        for (i = 0; i < count; i++) {
            CHECK("7.5.5", neighbours[i] == edges[first + i]);
        }
    }
    MPI_Graph_map(MPI_COMM_SELF, 1, (int[]){1}, (int[]){0}, &rank);
    CHECK("7.5.8", rank == 0);
    MPI_Comm_free(&comm);
}

/* A ring whose edges each rank knows: in from the left, out to the right. */
static void adjacent(void)
{
    const int left = (check_rank + check_size - 1) % check_size;
    const int right = (check_rank + 1) % check_size;
    const int in_weight = 10 + check_rank, out_weight = 20 + check_rank;
    int in = 0, out = 0, weighted = 0, status, source, source_weight, target, target_weight;
    MPI_Comm comm;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, &in_weight, 1, &right, &out_weight,
                                   MPI_INFO_NULL, 0, &comm);
    MPI_Topo_test(comm, &status);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK("7.5.5", status == MPI_DIST_GRAPH && in == 1 && out == 1 && weighted);
    MPI_Dist_graph_neighbors(comm, 1, &source, &source_weight, 1, &target, &target_weight);
    CHECK("7.5.5", source == left && target == right);
    CHECK("7.5.5", source_weight == in_weight && target_weight == out_weight);
    MPI_Comm_free(&comm);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK("7.5.4", in == 0 && out == 0 && !weighted);
    MPI_Comm_free(&comm);
}

/* Rank 0 names all edges: from each rank r to 0, and from 0 to each. */
static void star(void)
{
    int *sources = calloc((size_t)check_size, sizeof(int));
    int *degrees = calloc((size_t)check_size, sizeof(int));
    int *targets = calloc(2 * (size_t)check_size, sizeof(int));
    int *weights = calloc(2 * (size_t)check_size, sizeof(int));
    int *found = calloc((size_t)check_size, sizeof(int));
    const int others = check_size - 1;
    int i, in, out, weighted, sum = 0;
    MPI_Comm comm;

    for (i = 0; i < check_size; i++) {
        sources[i] = i;
        degrees[i] = i ? 1 : others;
    }
    for (i = 1; i < check_size; i++) {
        targets[i - 1] = i; /* of 0 */
        weights[i - 1] = i;
        targets[others + i - 1] = 0; /* of i */
        weights[others + i - 1] = 100 + i;
    }
    MPI_Dist_graph_create(MPI_COMM_WORLD, check_rank ? 0 : check_size, sources, degrees, targets,
                          weights, MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK("7.5.4", in == (check_rank ? 1 : others) && out == in && weighted);
    MPI_Dist_graph_neighbors(comm, in, sources, degrees, out, targets, weights);
    for (i = 0; i < in; i++) {
        found[sources[i]]++;
        CHECK("7.5.4", degrees[i] == (check_rank ? check_rank : 100 + sources[i]));
        CHECK("7.5.4", weights[i] == (check_rank ? 100 + check_rank : targets[i]));
    }
    for (i = 0; i < check_size; i++) {
        sum += found[i];
        CHECK("7.5.4", found[i] == (check_rank ? i == 0 : i != 0));
    }
    CHECK("7.5.4", sum == in);
    MPI_Comm_free(&comm);
    free(sources);
    free(degrees);
    free(targets);
    free(weights);
    free(found);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    example();
    adjacent();
    star();
    return check_end("topo_graph");
}
