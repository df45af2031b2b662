/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids are laid on the board: how many hops of the board there are between neighbours of a grid,
 * on the average, in the order of ranks and reordered. It knows that it runs on cores.
 */
#include <mpi.h>
#include <noc.h>
#include <stdio.h>
#include <stdlib.h>

static int distance(int a, int b)
{
    uint16_t width[16];
    const uint32_t dims = noc_widths(width, 16);
    uint32_t i;
    int hops = 0;

    for (i = 0; i < dims; i++) {
        const int way = abs(a % width[i] - b % width[i]);

        hops += way < width[i] - way ? way : width[i] - way;
        a /= width[i];
        b /= width[i];
    }
    return hops;
}

/* The hops from this core to its next neighbours, of all cores together; *links of them. */
static int hops(int count, const int dims[], int reorder, int *links)
{
    int own[2] = {0, 0}, all[2], i, rank, from, to, node = (int)noc_rank(), *nodes;
    const int periods[3] = {1, 1, 1};
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, count, dims, periods, reorder, &grid);
    if (grid != MPI_COMM_NULL) {
        MPI_Comm_size(grid, &rank);
        nodes = malloc((size_t)rank * sizeof(int));
        MPI_Allgather(&node, 1, MPI_INT, nodes, 1, MPI_INT, grid);
        for (i = 0; i < count; i++) {
            MPI_Cart_shift(grid, i, 1, &from, &to);
            own[0] += distance(node, nodes[to]);
            own[1]++;
        }
        free(nodes);
        MPI_Comm_free(&grid);
    }
    MPI_Reduce(own, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    *links = all[1];
    return all[0];
}

/* All cores but one, which is not the last: a grid that would lie on it has its ranks in their order,
 * and each of them is in it. */
static void lay_on_a_hole(int rank)
{
    const int hole = 39, dims[2] = {5, 8}, periods[2] = {1, 1};
    const int in = rank <= hole + 1 && rank != hole;
    MPI_Comm most, grid = MPI_COMM_NULL;
    int missing = 0, all = 0;

    MPI_Comm_split(MPI_COMM_WORLD, in ? 0 : MPI_UNDEFINED, rank, &most);
    if (in) {
        MPI_Cart_create(most, 2, dims, periods, 1, &grid);
        missing = grid == MPI_COMM_NULL;
        MPI_Comm_free(&most);
    }
    MPI_Reduce(&missing, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("5 x 8 of 40 cores, with a hole: %d are missing\n", all);
    }
    if (grid != MPI_COMM_NULL) {
        MPI_Comm_free(&grid);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        int count, dims[3];
    } grids[] = {{1, {64}}, {2, {8, 8}},    {2, {4, 4}}, {2, {16, 4}},
                 {1, {8}},  {3, {4, 4, 4}}, {2, {8, 4}}};
    int rank, links;
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < sizeof(grids) / sizeof(grids[0]); i++) {
        const int plain = hops(grids[i].count, grids[i].dims, 0, &links);
        const int better = hops(grids[i].count, grids[i].dims, 1, &links);

        if (rank == 0) {
            printf("%d x %d x %d: %d hops of %d links, reordered %d\n", grids[i].dims[0],
                   grids[i].dims[1], grids[i].dims[2], plain, links, better);
        }
    }
    lay_on_a_hole(rank);
    MPI_Finalize();
    return 0;
}
