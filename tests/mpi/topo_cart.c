/* SPDX-License-Identifier: BSD-2-Clause */
/* Cartesian topologies. Four ranks or more. */
#include "check.h"

static void dims_create(void)
{
    static const struct {
        int nodes, count, dims[3], wanted[3];
    } cases[] = {
        {6, 2, {0, 0}, {3, 2}},        {7, 2, {0, 0}, {7, 1}},  {6, 3, {0, 3, 0}, {2, 3, 1}},
        {64, 3, {0, 0, 0}, {4, 4, 4}}, {16, 2, {0, 0}, {4, 4}}, {12, 2, {0, 0}, {4, 3}},
        {1024, 2, {0, 0}, {32, 32}},   {12, 2, {2, 0}, {2, 6}}, {1, 2, {0, 0}, {1, 1}},
        {60, 3, {0, 0, 0}, {5, 4, 3}}, {8, 2, {4, 2}, {4, 2}},  {24, 3, {0, 2, 0}, {4, 2, 3}},
    };
    size_t i;
    int d, dims[3];

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        memcpy(dims, cases[i].dims, sizeof(dims));
        MPI_Dims_create(cases[i].nodes, cases[i].count, dims);
        for (d = 0; d < cases[i].count; d++) {
            CHECK("7.5.2", dims[d] == cases[i].wanted[d]);
        }
    }
    dims[0] = 4;
    dims[1] = 0;
    CHECK_REFUSED("7.5.2", MPI_Dims_create(7, 2, dims));
}

/* A grid of half as many rows as ranks, two columns; rows are a ring. */
static void grid(int reorder)
{
    const int rows = check_size / 2, dims[2] = {rows, 2}, periods[2] = {1, 0};
    int status = 0, count = 0, got[2], got_periods[2], own[2], rank, r, rank_in, size, result;
    int source, destination, wanted;
    MPI_Comm comm, again;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, reorder, &comm);
    if (comm == MPI_COMM_NULL) {
        CHECK("7.5.1", 2 * rows < check_size);
        return;
    }
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    CHECK("7.5.1", size == 2 * rows && (reorder || rank == check_rank));
    MPI_Topo_test(comm, &status);
    MPI_Cartdim_get(comm, &count);
    CHECK("7.5.5", status == MPI_CART && count == 2);
    MPI_Cart_get(comm, 2, got, got_periods, own);
    CHECK("7.5.5", got[0] == rows && got[1] == 2 && got_periods[0] && !got_periods[1]);
    CHECK("7.5.5", own[0] == rank / 2 && own[1] == rank % 2);
    for (r = 0; r < size; r++) {
        MPI_Cart_coords(comm, r, 2, got);
        CHECK("7.5.5", got[0] == r / 2 && got[1] == r % 2);
        got[0] += (r % 3 - 1) * rows; /* outside, along the ring */
        MPI_Cart_rank(comm, got, &rank_in);
        CHECK("7.5.5", rank_in == r);
    }
    MPI_Cart_shift(comm, 0, 1, &source, &destination);
    CHECK("7.5.6", source == (rank + size - 2) % size && destination == (rank + 2) % size);
    MPI_Cart_shift(comm, 0, -1, &source, &destination);
    CHECK("7.5.6", source == (rank + 2) % size && destination == (rank + size - 2) % size);
    MPI_Cart_shift(comm, 1, 1, &source, &destination);
    wanted = rank % 2 ? MPI_PROC_NULL : rank + 1;
    CHECK("7.5.6", destination == wanted && source == (rank % 2 ? rank - 1 : MPI_PROC_NULL));
    CHECK_REFUSED("7.5.6", MPI_Cart_shift(comm, 2, 1, &source, &destination));
    MPI_Comm_dup(comm, &again);
    MPI_Topo_test(again, &status);
    MPI_Comm_compare(comm, again, &result);
    CHECK("6.4.2", status == MPI_CART && result == MPI_CONGRUENT);
    MPI_Comm_free(&again);
    MPI_Comm_free(&comm);
}

/* Each rank adds along its row and its column of a grid. */
static void parts(void)
{
    const int rows = check_size / 2, dims[2] = {rows, 2}, periods[2] = {0, 1};
    int rank, sum, r, c, got[1], got_periods[1], own[1];
    MPI_Comm comm, row, column;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &comm);
    if (comm == MPI_COMM_NULL) {
        return;
    }
    MPI_Comm_rank(comm, &rank);
    MPI_Cart_sub(comm, (int[]){0, 1}, &row);
    MPI_Cart_sub(comm, (int[]){1, 0}, &column);
    MPI_Comm_rank(row, &c);
    MPI_Comm_rank(column, &r);
    CHECK("7.5.6", c == rank % 2 && r == rank / 2);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    CHECK("7.5.6", sum == rank / 2 * 4 + 1);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, column);
    CHECK("7.5.6", sum == rows * (rows - 1) + rows * (rank % 2));
    MPI_Cart_get(column, 1, got, got_periods, own);
    CHECK("7.5.6", got[0] == rows && !got_periods[0] && own[0] == rank / 2);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&comm);
}

static void corners(void)
{
    const int none[1] = {0}, few[1] = {2}, many[1] = {check_size + 1};
    int size, rank, status, count = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Cart_create(MPI_COMM_WORLD, 1, few, none, 0, &comm);
    CHECK("7.5.1", (comm == MPI_COMM_NULL) == (check_rank >= 2));
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_size(comm, &size);
        CHECK("7.5.1", size == 2);
        MPI_Comm_free(&comm);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 0, none, none, 0, &comm);
    CHECK("7.5.1", (comm == MPI_COMM_NULL) == (check_rank > 0));
    if (comm != MPI_COMM_NULL) {
        MPI_Cartdim_get(comm, &count);
        CHECK("7.5.1", count == 0);
        MPI_Comm_free(&comm);
    }
    CHECK_REFUSED("7.5.1", MPI_Cart_create(MPI_COMM_WORLD, 1, many, none, 0, &comm));
    MPI_Topo_test(MPI_COMM_WORLD, &status);
    CHECK("7.5.5", status == MPI_UNDEFINED);
    CHECK_ERROR("7.5.5", MPI_ERR_TOPOLOGY, MPI_Cartdim_get(MPI_COMM_WORLD, &count));
    MPI_Cart_map(MPI_COMM_WORLD, 1, few, none, &rank);
    CHECK("7.5.8", rank == MPI_UNDEFINED || (rank >= 0 && rank < 2));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    dims_create();
    grid(0);
    grid(1);
    parts();
    corners();
    return check_end("topo_cart");
}
