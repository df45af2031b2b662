/* SPDX-License-Identifier: BSD-2-Clause */
/* Neighbourhood collectives, blocking and not. Four ranks or more. */
#include "check.h"

/* In a line without ends that meet: nobody is there, so the block stays. */
static void line(void)
{
    int rank, size, own, got[2] = {-5, -5};
    MPI_Comm comm;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, (int[]){0}, 0, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    own = 10 * rank;
    MPI_Neighbor_allgather(&own, 1, MPI_INT, got, 1, MPI_INT, comm);
    CHECK("7.6.1", got[0] == (rank > 0 ? own - 10 : -5));
    CHECK("7.6.1", got[1] == (rank < size - 1 ? own + 10 : -5));
    MPI_Comm_free(&comm);
}

/* What goes up a ring comes from below, in each dimension; while the program's own messages with
 * any tag are waited for. */
static void torus(void)
{
    const int rows = check_size / 2, dims[2] = {rows, 2};
    int rank, size, i, out[4][2], in[4][2], any = -1, minus, plus;
    MPI_Comm comm;
    MPI_Request request;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, (int[]){1, 0}, 1, &comm);
    if (comm == MPI_COMM_NULL) {
        return;
    }
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Irecv(&any, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request);
    for (i = 0; i < 4; i++) {
        out[i][0] = rank;
        out[i][1] = i;
        in[i][0] = in[i][1] = -1;
    }
    MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, comm);
    if (rows > 2) { /* of two the standard leaves open which is which */
        MPI_Cart_shift(comm, 0, 1, &minus, &plus);
        CHECK("7.6.3", in[0][0] == minus && in[0][1] == 1);
        CHECK("7.6.3", in[1][0] == plus && in[1][1] == 0);
    }
    MPI_Cart_shift(comm, 1, 1, &minus, &plus);
    CHECK("7.6.3", minus < 0 ? in[2][0] == -1 : in[2][0] == minus && in[2][1] == 3);
    CHECK("7.6.3", plus < 0 ? in[3][0] == -1 : in[3][0] == plus && in[3][1] == 2);
    MPI_Send(&rank, 1, MPI_INT, rank, 5, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("7.6", any == rank);
    MPI_Comm_free(&comm);
}

/* A directed graph: from each rank to the next one and the one after it. */
static MPI_Comm make_graph(void)
{
    const int n = check_size;
    const int in[2] = {(check_rank + n - 1) % n, (check_rank + n - 2) % n};
    const int out[2] = {(check_rank + 1) % n, (check_rank + 2) % n};
    MPI_Comm comm;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, in, MPI_UNWEIGHTED, 2, out, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    return comm;
}

/* Each gets one more from the first than it has ranks' digits; the second sends none to some. */
static void vectors(MPI_Comm comm)
{
    const int n = check_size, first = (check_rank + n - 1) % n, second = (check_rank + n - 2) % n;
    int out[6], in[12], i;
    const int counts[2] = {check_rank % 3, 2}, places[2] = {3, 0};
    const int in_counts[2] = {first % 3, 2}, in_places[2] = {8, 1};
    const int gathered[2] = {3, 3}, where[2] = {0, 5};

    for (i = 0; i < 6; i++) {
        out[i] = 100 * check_rank + i;
    }
    memset(in, -1, sizeof(in));
    MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, comm);
    for (i = 0; i < 12; i++) {
        const int wanted = i >= 8 && i < 8 + first % 3 ? 100 * first + 3 + i - 8
                         : i == 1 || i == 2            ? 100 * second + i - 1
                                                       : -1;
        CHECK("7.6.4", in[i] == wanted);
    }
    memset(in, -1, sizeof(in));
    MPI_Neighbor_allgatherv(out, 3, MPI_INT, in, gathered, where, MPI_INT, comm);
    CHECK("7.6.2", in[0] == 100 * first && in[2] == 100 * first + 2 && in[3] == -1);
    CHECK("7.6.2", in[5] == 100 * second && in[7] == 100 * second + 2 && in[8] == -1);
}

static void types(MPI_Comm comm)
{
    const int n = check_size, first = (check_rank + n - 1) % n, second = (check_rank + n - 2) % n;
    struct {
        double d;
        int i[4];
    } out = {check_rank + 0.5, {check_rank, 1, 2, 3}}, in = {0, {0}};
    const MPI_Aint places[2] = {0, sizeof(double)}, in_places[2] = {0, sizeof(double)};
    MPI_Datatype ints, from[2], to[2];

    MPI_Type_vector(2, 1, 2, MPI_INT, &ints);
    MPI_Type_commit(&ints);
    from[0] = to[0] = MPI_DOUBLE;
    from[1] = ints;
    to[1] = MPI_INT;
    MPI_Neighbor_alltoallw(&out, (int[]){1, 1}, places, from, &in, (int[]){1, 2}, in_places, to,
                           comm);
    CHECK("7.6.5", in.d == first + 0.5 && in.i[0] == second && in.i[1] == 2 && in.i[2] == 0);
    MPI_Type_free(&ints);
}

/* Two under way in one communicator, and one in a duplicate; each waits for all. */
static void non_blocking(MPI_Comm comm)
{
    const int n = check_size, first = (check_rank + n - 1) % n, second = (check_rank + n - 2) % n;
    const int a = check_rank, b[2] = {100 + check_rank, 200 + check_rank}, c = 300 + check_rank;
    int in_a[2], in_b[2], in_c[2], flag = 0;
    MPI_Comm again;
    MPI_Request requests[3];

    MPI_Comm_dup(comm, &again);
    MPI_Ineighbor_allgather(&a, 1, MPI_INT, in_a, 1, MPI_INT, comm, &requests[0]);
    MPI_Ineighbor_alltoall(b, 1, MPI_INT, in_b, 1, MPI_INT, comm, &requests[1]);
    MPI_Ineighbor_allgather(&c, 1, MPI_INT, in_c, 1, MPI_INT, again, &requests[2]);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    CHECK("7.7.1", in_c[0] == 300 + first && in_c[1] == 300 + second);
    while (!flag) {
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    }
    CHECK("7.7.1", in_a[0] == first && in_a[1] == second);
    CHECK("7.7.3", in_b[0] == 100 + first && in_b[1] == 200 + second);
    CHECK("7.7", requests[0] == MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
    MPI_Comm_free(&again);
}

static void non_blocking_vectors(MPI_Comm comm)
{
    const int n = check_size, first = (check_rank + n - 1) % n, second = (check_rank + n - 2) % n;
    const int out[2] = {check_rank, -check_rank}, ones[2] = {1, 1}, places[2] = {1, 0};
    const MPI_Aint bytes[2] = {sizeof(int), 0};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    int in_v[2], in_g[2], in_w[2];
    MPI_Request requests[3];

    MPI_Ineighbor_alltoallv(out, ones, places, MPI_INT, in_v, ones, places, MPI_INT, comm,
                            &requests[0]);
    MPI_Ineighbor_allgatherv(out, 1, MPI_INT, in_g, ones, places, MPI_INT, comm, &requests[1]);
    MPI_Ineighbor_alltoallw(out, ones, bytes, types, in_w, ones, bytes, types, comm, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK("7.7.4", in_v[1] == -first && in_v[0] == second);
    CHECK("7.7.2", in_g[1] == first && in_g[0] == second);
    CHECK("7.7.5", in_w[1] == -first && in_w[0] == second);
}

/* Blocks that are longer than what goes eagerly, to and from gaps. */
static void long_blocks(MPI_Comm comm)
{
    enum { COUNT = 700 };
    static int out[2 * COUNT], in[4 * COUNT];
    const int n = check_size, first = (check_rank + n - 1) % n, second = (check_rank + n - 2) % n;
    int i, wrong = 0;
    MPI_Datatype t;

    for (i = 0; i < 2 * COUNT; i++) {
        out[i] = 10000 * check_rank + i;
    }
    memset(in, -1, sizeof(in));
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &t);
    MPI_Type_commit(&t);
    MPI_Neighbor_alltoall(out, COUNT, MPI_INT, in, COUNT, t, comm);
    for (i = 0; i < COUNT; i++) {
        wrong += in[2 * i] != 10000 * first + i || in[2 * i + 1] != -1;
        wrong += in[2 * (COUNT + i)] != 10000 * second + COUNT + i;
    }
    CHECK("7.6.3", wrong == 0);
    MPI_Type_free(&t);
}

int main(int argc, char **argv)
{
    MPI_Comm graph;

    check_begin(&argc, &argv);
    line();
    torus();
    graph = make_graph();
    vectors(graph);
    types(graph);
    non_blocking(graph);
    non_blocking_vectors(graph);
    long_blocks(graph);
    MPI_Comm_free(&graph);
    return check_end("topo_neighbors");
}
