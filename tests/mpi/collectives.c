/* SPDX-License-Identifier: BSD-2-Clause */
/* Collective communication, blocking and not. Two ranks or more. */
#include "check.h"

static int *ints(int count)
{
    int *made = malloc((size_t)count * sizeof(int)), i;

    for (i = 0; i < count; i++) {
        made[i] = -1;
    }
    return made;
}

static void broadcast(void)
{
    int root, value[3], big[500], i;

    for (root = 0; root < check_size && root < 5; root++) {
        for (i = 0; i < 3; i++) {
            value[i] = check_rank == root ? root + i : -1;
        }
        MPI_Bcast(value, 3, MPI_INT, root, MPI_COMM_WORLD);
        CHECK("5.4", value[0] == root && value[2] == root + 2);
    }
    for (i = 0; i < 500; i++) {
        big[i] = check_rank == 1 ? i : -1;
    }
    MPI_Bcast(big, 500, MPI_INT, 1, MPI_COMM_WORLD);
    CHECK("5.4", big[0] == 0 && big[250] == 250 && big[499] == 499);
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
}

static void gather_and_scatter(void)
{
    const int root = check_size - 1;
    int *all = ints(2 * check_size), own[2] = {check_rank, -check_rank}, i;

    MPI_Gather(own, 2, MPI_INT, all, 2, MPI_INT, root, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.5", all[2 * i] == (check_rank == root ? i : -1));
    }
    own[0] = own[1] = 0;
    MPI_Scatter(all, 2, MPI_INT, own, 2, MPI_INT, root, MPI_COMM_WORLD);
    CHECK("5.6", own[0] == check_rank && own[1] == -check_rank);
    if (check_rank == root) {
        MPI_Scatter(all, 2, MPI_INT, MPI_IN_PLACE, 2, MPI_INT, root, MPI_COMM_WORLD);
        CHECK("5.6", all[2 * root] == root);
    } else {
        MPI_Scatter(NULL, 0, MPI_INT, own, 2, MPI_INT, root, MPI_COMM_WORLD);
    }
    MPI_Allgather(own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.7", all[i] == i);
    }
    free(all);
}

/* Rank i has i % 3 + 1 ints, all equal to i. They lie in the reverse order of ranks. */
static void vectors(void)
{
    const int own_count = check_rank % 3 + 1;
    int own[3] = {check_rank, check_rank, check_rank}, back[3] = {-1, -1, -1};
    int *counts = ints(check_size), *places = ints(check_size), *all, i, j, sum = 0;

    for (i = check_size - 1; i >= 0; i--) {
        counts[i] = i % 3 + 1;
        places[i] = sum;
        sum += counts[i];
    }
    all = ints(sum);
    MPI_Gatherv(own, own_count, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(all, counts, places, MPI_INT, back, own_count, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK("5.6", back[own_count - 1] == check_rank && (own_count == 3 || back[2] == -1));
    MPI_Allgatherv(own, own_count, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        for (j = 0; j < counts[i]; j++) {
            CHECK("5.7", all[places[i] + j] == i);
        }
    }
    free(counts);
    free(places);
    free(all);
}

static void all_to_all(void)
{
    int *out = ints(2 * check_size), *in = ints(2 * check_size), i;
    int *counts = ints(check_size), *in_counts = ints(check_size), *places = ints(check_size);

    for (i = 0; i < 2 * check_size; i++) {
        out[i] = 1000 * check_rank + i;
    }
    MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[2 * i] == 1000 * i + 2 * check_rank && in[2 * i + 1] == in[2 * i] + 1);
    }
    /* One int to each rank above, two to the others. */
    for (i = 0; i < check_size; i++) {
        counts[i] = i > check_rank ? 1 : 2;
        in_counts[i] = check_rank > i ? 1 : 2;
        places[i] = 2 * i;
    }
    memset(in, -1, 2 * (size_t)check_size * sizeof(int));
    MPI_Alltoallv(out, counts, places, MPI_INT, in, in_counts, places, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[2 * i] == 1000 * i + 2 * check_rank);
        CHECK("5.8", in[2 * i + 1] == (check_rank > i ? -1 : in[2 * i] + 1));
    }
    memcpy(in, out, 2 * (size_t)check_size * sizeof(int));
    MPI_Alltoall(MPI_IN_PLACE, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[2 * i] == 1000 * i + 2 * check_rank);
    }
    free(out);
    free(in);
    free(counts);
    free(in_counts);
    free(places);
}

static void reductions(void)
{
    const int n = check_size, triangle = n * (n - 1) / 2;
    int *in = ints(n), *out = ints(n), *counts = ints(n), own[2] = {check_rank, 1}, sum[2], i;

    MPI_Reduce(own, sum, 2, MPI_INT, MPI_SUM, n / 2, MPI_COMM_WORLD);
    CHECK("5.9.1", check_rank != n / 2 || (sum[0] == triangle && sum[1] == n));
    MPI_Allreduce(MPI_IN_PLACE, own, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.9.6", own[0] == triangle && own[1] == n);
    for (i = 0; i < n; i++) {
        in[i] = i * (check_rank + 1);
        counts[i] = 1;
    }
    MPI_Reduce_scatter_block(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.10.1", out[0] == check_rank * (triangle + n));
    out[0] = -1;
    counts[0] = 0;
    counts[n - 1] += 1;
    MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.10.2", out[0] == (check_rank ? (check_rank - 1) * (triangle + n) : -1));
    CHECK("5.10.2", check_rank < n - 1 || out[1] == check_rank * (triangle + n));
    own[0] = check_rank + 1;
    sum[0] = -1;
    MPI_Scan(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.11.1", sum[0] == (check_rank + 1) * (check_rank + 2) / 2);
    sum[0] = -1;
    MPI_Exscan(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.11.2", check_rank == 0 || sum[0] == check_rank * (check_rank + 1) / 2);
    free(in);
    free(out);
    free(counts);
}

/* Several of one communicator are under way at once, and are waited for in another order. */
static void non_blocking(void)
{
    const int n = check_size;
    int value = check_rank == 0 ? 5 : -1, own = check_rank, sum = -1, scan = -1, *all = ints(n);
    int *other = ints(n), *from = ints(n), i, flag = 0;
    MPI_Request requests[6];

    for (i = 0; i < n; i++) {
        from[i] = 100 * check_rank + i;
    }
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Iallgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[2]);
    MPI_Ialltoall(from, 1, MPI_INT, other, 1, MPI_INT, MPI_COMM_WORLD, &requests[3]);
    MPI_Iscan(&own, &scan, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[4]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[5]);
    MPI_Wait(&requests[3], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    CHECK("5.12", sum == n * (n - 1) / 2);
    while (!flag) {
        MPI_Testall(6, requests, &flag, MPI_STATUSES_IGNORE);
    }
    CHECK("5.12.2", value == 5);
    CHECK("5.12.11", scan == check_rank);
    for (i = 0; i < n; i++) {
        CHECK("5.12.5", all[i] == i);
        CHECK("5.12.6", other[i] == 100 * i + check_rank);
    }
    free(all);
    free(other);
    free(from);
}

/* The root's column goes to all, who have it as a row. */
static void layouts(void)
{
    int matrix[4][4], row[4] = {0}, i;
    MPI_Datatype column;

    for (i = 0; i < 16; i++) {
        matrix[i / 4][i % 4] = i;
    }
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (check_rank == 0) {
        MPI_Bcast(&matrix[0][1], 1, column, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(row, 4, MPI_INT, 0, MPI_COMM_WORLD);
        CHECK("5.4", row[0] == 1 && row[1] == 5 && row[3] == 13);
    }
    MPI_Type_free(&column);
}

static void wrong_arguments(void)
{
    int value = 0;

    CHECK_ERROR("5.4", MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, check_size, MPI_COMM_WORLD));
    CHECK_ERROR("5.4", MPI_ERR_COUNT, MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR("5.4", MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    broadcast();
    gather_and_scatter();
    vectors();
    all_to_all();
    reductions();
    non_blocking();
    layouts();
    wrong_arguments();
    return check_end("collectives");
}
