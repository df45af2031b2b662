/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jacobi's iteration on a square with zero at its border, in tiles: neighbours exchange rows and,
 * by a vector type, columns. It begins with the lowest mode of the square, which each step only
 * makes smaller, by cos(pi / (N + 1)): so the result is known.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, STEPS = 8 };

struct tile {
    int rows, columns, row, column; /* how large, and where it begins */
    int stride;
    double *now, *next;
    MPI_Comm grid;
    MPI_Datatype across; /* a column */
};

/* The part of N that one of `parts` gets. */
static void share(int parts, int which, int *first, int *count)
{
    *first = (int)((long long)N * which / parts);
    *count = (int)((long long)N * (which + 1) / parts) - *first;
}

static double mode(int i)
{
    return sin(acos(-1.0) * (i + 1) / (N + 1));
}

static void make_tile(struct tile *t)
{
    int size, dims[2] = {0, 0}, periods[2] = {0, 0}, own[2], i, j;
    size_t cells;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &t->grid);
    MPI_Cart_get(t->grid, 2, dims, periods, own);
    share(dims[0], own[0], &t->row, &t->rows);
    share(dims[1], own[1], &t->column, &t->columns);
    t->stride = t->columns + 2;
    cells = (size_t)(t->rows + 2) * (size_t)t->stride;
    t->now = calloc(cells, sizeof(double));
    t->next = calloc(cells, sizeof(double));
    for (i = 0; i < t->rows; i++) {
        const double row = mode(t->row + i);

        for (j = 0; j < t->columns; j++) {
            t->now[(i + 1) * t->stride + j + 1] = row * mode(t->column + j);
        }
    }
    MPI_Type_vector(t->rows, 1, t->stride, MPI_DOUBLE, &t->across);
    MPI_Type_commit(&t->across);
}

static void exchange(const struct tile *t)
{
    const int w = t->stride;
    double *u = t->now;
    int up, down, left, right;

    MPI_Cart_shift(t->grid, 0, 1, &up, &down);
    MPI_Cart_shift(t->grid, 1, 1, &left, &right);
    MPI_Sendrecv(u + w + 1, t->columns, MPI_DOUBLE, up, 0, u + (t->rows + 1) * w + 1, t->columns,
                 MPI_DOUBLE, down, 0, t->grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + t->rows * w + 1, t->columns, MPI_DOUBLE, down, 1, u + 1, t->columns,
                 MPI_DOUBLE, up, 1, t->grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + w + 1, 1, t->across, left, 2, u + w + t->columns + 1, 1, t->across, right, 2,
                 t->grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + w + t->columns, 1, t->across, right, 3, u + w, 1, t->across, left, 3, t->grid,
                 MPI_STATUS_IGNORE);
}

static void step(struct tile *t)
{
    const int w = t->stride;
    double *swap;
    int i, j;

    exchange(t);
    for (i = 1; i <= t->rows; i++) {
        for (j = 1; j <= t->columns; j++) {
            const double *u = t->now + i * w + j;

            t->next[i * w + j] = 0.25 * (u[-w] + u[w] + u[-1] + u[1]);
        }
    }
    swap = t->now;
    t->now = t->next;
    t->next = swap;
}

/* How far the result is from what is known. */
static double error_of(const struct tile *t)
{
    const double factor = pow(cos(acos(-1.0) / (N + 1)), STEPS);
    double worst = 0, all;
    int i, j;

    for (i = 0; i < t->rows; i++) {
        const double row = factor * mode(t->row + i);

        for (j = 0; j < t->columns; j++) {
            const double wanted = row * mode(t->column + j);

            worst = fmax(worst, fabs(t->now[(i + 1) * t->stride + j + 1] - wanted));
        }
    }
    MPI_Allreduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, t->grid);
    return all;
}

int main(int argc, char **argv)
{
    struct tile t;
    double error;
    int i, rank, ok;

    MPI_Init(&argc, &argv);
    make_tile(&t);
    for (i = 0; i < STEPS; i++) {
        step(&t);
    }
    error = error_of(&t);
    ok = error < 1e-12;
    MPI_Comm_rank(t.grid, &rank);
    if (rank == 0) {
        printf("stencil: %s\n", ok ? "the result is right" : "WRONG");
    }
    MPI_Type_free(&t.across);
    MPI_Comm_free(&t.grid);
    free(t.now);
    free(t.next);
    MPI_Finalize();
    return !ok;
}
