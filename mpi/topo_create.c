/* SPDX-License-Identifier: BSD-2-Clause */
/* Cartesian communicators, and parts of them (3.1: 7.5.1, 7.5.6, 7.5.8). */
#include <string.h>

#include "topo.h"

/* How many ranks the grid has, in *ranks. */
static int check_grid(const char *call, MPI_Comm comm, int count, const int dims[],
                      const int periods[], int *ranks)
{
    long long all = 1;
    int i;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_intra(call, comm));
    if (count < 0) {
        return mpi_fail(comm, call, MPI_ERR_DIMS, "there are %d dimensions", count);
    }
    CHECK(mpi_check_array(call, comm, dims, count, sizeof(*dims), "dims"));
    CHECK(mpi_check_array(call, comm, periods, count, sizeof(*periods), "periods"));
    for (i = 0; i < count; i++) {
        if (dims[i] < 1) {
            return mpi_fail(comm, call, MPI_ERR_DIMS, "dimension %d is %d", i, dims[i]);
        }
        all *= dims[i];
        if (all > comm->size) {
            return mpi_fail(comm, call, MPI_ERR_ARG,
                            "the grid has more ranks than the %d there are", comm->size);
        }
    }
    *ranks = (int)all;
    return MPI_SUCCESS;
}

static struct mpi_topology *cart_new(int count, const int dims[], const int periods[])
{
    struct mpi_topology *t = topo_new(MPI_CART, count, 0, 2 * count);
    int i;

    for (i = 0; t && i < count; i++) {
        t->data[i] = dims[i];
        t->data[count + i] = periods[i] != 0;
    }
    return t;
}

/* A communicator of this many ranks: the first ones, or those nearest to each other on the board. A
 * core without memory does not know which: it takes part, so that all members learn. */
static int make_comm(const char *call, MPI_Comm comm, int count, const int dims[], int ranks,
                     bool reorder, MPI_Comm *made)
{
    const struct mpi_group *own = mpi_comm_own(comm);
    int place = comm->rank < ranks ? comm->rank : -1;

    if (!own) {
        mpi_comm_poor();
        place = reorder ? 0 : place;
    } else if (reorder) {
        topo_reorder(own, count, dims, ranks, &place);
    }
    return mpi_comm_split(call, comm, place < 0 ? -1 : 0, place, made);
}

MPI_WEAK(Cart_create);
int PMPI_Cart_create(MPI_Comm comm, int count, const int dims[], const int periods[], int reorder,
                     MPI_Comm *made)
{
    struct mpi_topology *t;
    int ranks, err;

    CHECK(check_grid(CALL, comm, count, dims, periods, &ranks));
    CHECK(mpi_check_pointer(CALL, comm, made, "the new communicator"));
    t = cart_new(count, dims, periods);
    if (!t) {
        mpi_comm_poor();
    }
    err = make_comm(CALL, comm, count, dims, ranks, reorder, made);
    if (err) {
        topo_release(t);
        return err;
    }
    return topo_attach(CALL, comm, t, made);
}

MPI_WEAK(Cart_map);
int PMPI_Cart_map(MPI_Comm comm, int count, const int dims[], const int periods[], int *rank)
{
    const struct mpi_group *own;
    int ranks, place;

    CHECK(check_grid(CALL, comm, count, dims, periods, &ranks));
    CHECK(mpi_check_pointer(CALL, comm, rank, "rank"));
    place = comm->rank < ranks ? comm->rank : -1;
    *rank = place < 0 ? MPI_UNDEFINED : place;
    own = mpi_comm_own(comm);
    if (own) {
        topo_reorder(own, count, dims, ranks, &place);
        *rank = place < 0 ? MPI_UNDEFINED : place;
    }
    return MPI_SUCCESS;
}

/* --- parts -------------------------------------------------------------------------- */

/* Ranks within a part follow the remaining dimensions; which part it is the others. */
static void place_in_part(const struct mpi_topology *t, int rank, const int remain[], int *part,
                          int *key)
{
    int i, before = 1, within = 1;

    *part = *key = 0;
    for (i = t->count - 1; i >= 0; i--) {
        const int dim = cart_dims(t)[i], c = rank % dim;

        rank /= dim;
        if (remain[i]) {
            *key += c * within;
            within *= dim;
        } else {
            *part += c * before;
            before *= dim;
        }
    }
}

static struct mpi_topology *part_of(const struct mpi_topology *t, const int remain[])
{
    struct mpi_topology *part;
    int i, count = 0, at = 0;

    for (i = 0; i < t->count; i++) {
        count += remain[i] != 0;
    }
    part = topo_new(MPI_CART, count, 0, 2 * count);
    for (i = 0; part && i < t->count; i++) {
        if (remain[i]) {
            part->data[at] = cart_dims(t)[i];
            part->data[count + at++] = cart_periods(t)[i];
        }
    }
    return part;
}

MPI_WEAK(Cart_sub);
int PMPI_Cart_sub(MPI_Comm comm, const int remain[], MPI_Comm *made)
{
    struct mpi_topology *part;
    int color, key, err;

    CHECK(topo_check(CALL, comm, MPI_CART));
    CHECK(mpi_check_pointer(CALL, comm, made, "the new communicator"));
    if (comm->topology->count && !remain) {
        return mpi_fail(comm, CALL, MPI_ERR_ARG, "the remaining dimensions are NULL");
    }
    part = part_of(comm->topology, remain);
    if (!part || !mpi_comm_own(comm)) {
        mpi_comm_poor();
    }
    place_in_part(comm->topology, comm->rank, remain, &color, &key);
    err = mpi_comm_split(CALL, comm, color, key, made);
    if (err) {
        topo_release(part);
        return err;
    }
    part->traffic = comm->topology->traffic;
    (*made)->topology = part;
    return MPI_SUCCESS;
}
