/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cannon's multiplication of two matrices on a square grid of ranks that is closed in both
 * dimensions: the blocks of one travel along rows, those of the other along columns. Ranks that do
 * not fit into a square stay idle.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { B = 5 };

typedef int block[B][B];

static void multiply_add(block a, block b, block c)
{
    int i, j, k;

    for (i = 0; i < B; i++) {
        for (k = 0; k < B; k++) {
            for (j = 0; j < B; j++) {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

/* A block goes so many places down in this dimension. */
static void shift(block a, int dimension, int places, MPI_Comm grid)
{
    int from, to;

    MPI_Cart_shift(grid, dimension, -places, &from, &to);
    MPI_Sendrecv_replace(a, B * B, MPI_INT, to, dimension, from, dimension, grid,
                         MPI_STATUS_IGNORE);
}

static int a_of(int i, int k)
{
    return i % 7 + k % 3;
}

static int b_of(int k, int j)
{
    return k % 5 - j % 4;
}

static int check(block c, int n, int row, int column)
{
    int i, j, k, ok = 1;

    for (i = 0; i < B; i++) {
        for (j = 0; j < B; j++) {
            int wanted = 0;

            for (k = 0; k < n; k++) {
                wanted += a_of(row + i, k) * b_of(k, column + j);
            }
            ok &= c[i][j] == wanted;
        }
    }
    return ok;
}

static int run(MPI_Comm grid, int q)
{
    int dims[2], periods[2], own[2], row, column, i, j, ok, all_ok = 0;
    block a, b, c;

    MPI_Cart_get(grid, 2, dims, periods, own);
    row = own[0] * B;
    column = own[1] * B;
    memset(c, 0, sizeof(c));
    for (i = 0; i < B; i++) {
        for (j = 0; j < B; j++) {
            a[i][j] = a_of(row + i, column + j);
            b[i][j] = b_of(row + i, column + j);
        }
    }
    shift(a, 1, own[0], grid);
    shift(b, 0, own[1], grid);
    for (i = 0; i < q; i++) {
        multiply_add(a, b, c);
        shift(a, 1, 1, grid);
        shift(b, 0, 1, grid);
    }
    ok = check(c, q * B, row, column);
    MPI_Reduce(&ok, &all_ok, 1, MPI_INT, MPI_LAND, 0, grid);
    return all_ok;
}

int main(int argc, char **argv)
{
    int size, rank, q = 1, ok = 1;
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((q + 1) * (q + 1) <= size) {
        q++;
    }
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){q, q}, (int[]){1, 1}, 1, &grid);
    if (grid != MPI_COMM_NULL) {
        MPI_Comm_rank(grid, &rank);
        ok = run(grid, q) || rank;
        if (rank == 0) {
            printf("matrix: %s\n", ok ? "the result is right" : "WRONG");
        }
        MPI_Comm_free(&grid);
    }
    MPI_Finalize();
    return !ok;
}
