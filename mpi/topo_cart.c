/* SPDX-License-Identifier: BSD-2-Clause */
/* What a Cartesian communicator tells (3.1: 7.5.5, 7.5.6). Ranks are numbered by rows. */
#include "topo.h"

void cart_coordinates(const struct mpi_topology *t, int rank, int coordinates[])
{
    int i;

    for (i = t->count - 1; i >= 0; i--) {
        coordinates[i] = rank % cart_dims(t)[i];
        rank /= cart_dims(t)[i];
    }
}

int cart_neighbour(const struct mpi_topology *t, int rank, int dimension, int steps)
{
    const int dim = cart_dims(t)[dimension];
    int i, stride = 1, own;
    long long there;

    for (i = t->count - 1; i > dimension; i--) {
        stride *= cart_dims(t)[i];
    }
    own = rank / stride % dim;
    there = (long long)own + steps;
    if (cart_periods(t)[dimension]) {
        there = (there % dim + dim) % dim;
    } else if (there < 0 || there >= dim) {
        return MPI_PROC_NULL;
    }
    return rank + ((int)there - own) * stride;
}

MPI_WEAK(Cartdim_get);
int PMPI_Cartdim_get(MPI_Comm comm, int *count)
{
    CHECK(topo_check(CALL, comm, MPI_CART));
    CHECK(mpi_check_pointer(CALL, comm, count, "count"));
    *count = comm->topology->count;
    return MPI_SUCCESS;
}

MPI_WEAK(Cart_get);
int PMPI_Cart_get(MPI_Comm comm, int count, int dims[], int periods[], int coordinates[])
{
    const struct mpi_topology *t;
    int i;

    CHECK(topo_check(CALL, comm, MPI_CART));
    t = comm->topology;
    if (count < t->count) {
        return mpi_fail(comm, CALL, MPI_ERR_ARG, "there are %d dimensions, and room for %d",
                        t->count, count);
    }
    CHECK(mpi_check_array(CALL, comm, dims, t->count, sizeof(*dims), "dims"));
    CHECK(mpi_check_array(CALL, comm, periods, t->count, sizeof(*periods), "periods"));
    CHECK(mpi_check_array(CALL, comm, coordinates, t->count, sizeof(*coordinates), "coordinates"));
    for (i = 0; i < t->count; i++) {
        dims[i] = cart_dims(t)[i];
        periods[i] = cart_periods(t)[i];
    }
    cart_coordinates(t, comm->rank, coordinates);
    return MPI_SUCCESS;
}

MPI_WEAK(Cart_rank);
int PMPI_Cart_rank(MPI_Comm comm, const int coordinates[], int *rank)
{
    const struct mpi_topology *t;
    int i, r = 0;

    CHECK(topo_check(CALL, comm, MPI_CART));
    CHECK(mpi_check_pointer(CALL, comm, rank, "rank"));
    t = comm->topology;
    CHECK(mpi_check_array(CALL, comm, coordinates, t->count, sizeof(*coordinates), "coordinates"));
    for (i = 0; i < t->count; i++) {
        const int dim = cart_dims(t)[i];
        int c = coordinates[i];

        if (cart_periods(t)[i]) {
            c = (c % dim + dim) % dim;
        }
        if (c < 0 || c >= dim) {
            return mpi_fail(comm, CALL, MPI_ERR_ARG, "coordinate %d is %d, of 0 to %d", i, c,
                            dim - 1);
        }
        r = r * dim + c;
    }
    *rank = r;
    return MPI_SUCCESS;
}

MPI_WEAK(Cart_coords);
int PMPI_Cart_coords(MPI_Comm comm, int rank, int count, int coordinates[])
{
    CHECK(topo_check(CALL, comm, MPI_CART));
    if (rank < 0 || rank >= comm->size) {
        return mpi_fail(comm, CALL, MPI_ERR_RANK, "rank %d, of 0 to %d", rank, comm->size - 1);
    }
    if (count < comm->topology->count) {
        return mpi_fail(comm, CALL, MPI_ERR_ARG, "there are %d dimensions, and room for %d",
                        comm->topology->count, count);
    }
    CHECK(mpi_check_array(CALL, comm, coordinates, comm->topology->count, sizeof(*coordinates),
                          "coordinates"));
    cart_coordinates(comm->topology, rank, coordinates);
    return MPI_SUCCESS;
}

MPI_WEAK(Cart_shift);
int PMPI_Cart_shift(MPI_Comm comm, int direction, int steps, int *source, int *destination)
{
    CHECK(topo_check(CALL, comm, MPI_CART));
    CHECK(mpi_check_pointer(CALL, comm, source, "source"));
    CHECK(mpi_check_pointer(CALL, comm, destination, "destination"));
    if (direction < 0 || direction >= comm->topology->count) {
        return mpi_fail(comm, CALL, comm->topology->count ? MPI_ERR_ARG : MPI_ERR_DIMS,
                        "direction %d, of %d dimensions", direction, comm->topology->count);
    }
    *source = cart_neighbour(comm->topology, comm->rank, direction, -steps);
    *destination = cart_neighbour(comm->topology, comm->rank, direction, steps);
    return MPI_SUCCESS;
}
